//! The data files: counters, charts, maps and battles, as text a wargamer can edit.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::datafile::{DataFault, Texts};

use crate::sheet::{Charts, UnitType};

mod charts;
mod counters;
#[cfg(test)]
mod folders;
mod map;
#[cfg(test)]
mod misprints;
#[cfg(test)]
mod printed_maps;
#[cfg(test)]
mod rosters;
mod scenario;
mod setup;
mod sheets;
mod specials;

use map::PrintedMap;
pub use scenario::ScenarioFile;
pub(crate) use sheets::Printer;

/// Every data file of the game, read and checked; it makes the sheet of a battle with the optional rules chosen.
///
/// ```
/// use basileus::sheet::Choices;
/// let library = basileus::files::Library::embedded().unwrap();
/// let beroia = library.sheet("beroia", Choices::default()).unwrap();
/// assert_eq!(beroia.sides, ["Byzantines", "Pechenegs"]);
/// assert_eq!(beroia.turns, 7);
/// ```
pub type Library = engine::edition::Library<Files>;

/// The data files but the battles.
#[derive(Debug)]
pub struct Files {
    pub(crate) types: Vec<UnitType>,
    pub(crate) charts: Arc<Charts>,
    pub(crate) maps: BTreeMap<String, PrintedMap>,
}

engine::data_files! {
    /// The kinds of data files.
    pub enum FileKind of Files, "Basileus" in "basileus" {
        /// The counters.
        Units: "units" in "units.toml", known by "troop", written as counters::UnitsFile;
        /// The charts.
        Charts: "charts" in "charts.toml", known by "hexside" "road", written as charts::ChartsFile;
        /// A map.
        Map: "a map" in "maps/", known by "labels" "streams" "palisades" "slopes", written as map::MapFile;
        /// A battle.
        Scenario: "a battle" in "scenarios/", known by "end" "number", written as ScenarioFile;
    }
    rules crate::rulebook::rulebook;
    read by Files::read_all;
    // The files compiled in; those that are played in the order of the shelf.
    texts {
        "": "units", "charts";
        "maps/": "a", "b", "c", "practice";
        "scenarios/": "arcadiopolis", "dorostolon-first", "dorostolon-sortie", "dorostolon-third", "beroia", "practice";
    }
    lessons { "march", "fight", "charge", "shoot", "retreat", "commander", "winning" }
    card "card.toml";
}

impl Files {
    /// Reads every file but those that are played.
    fn read_all(texts: &Texts<FileKind>) -> Result<Files, DataFault> {
        let mut maps = BTreeMap::new();
        for (name, file) in texts.all(FileKind::Map) {
            maps.insert(name.to_string(), map::read(file)?);
        }
        let types = counters::read(texts.one(FileKind::Units)?)?;
        Ok(Files { types, charts: Arc::new(charts::read(texts.one(FileKind::Charts)?)?), maps })
    }
}

#[cfg(test)]
mod tests;
