//! The data files: counters, charts, map and scenarios, as text a wargamer can edit.

use std::sync::Arc;

use engine::datafile::{DataFault, Texts};

use crate::sheet::{Charts, Roster};

mod charts;
mod counters;
#[cfg(test)]
mod folders;
#[cfg(test)]
mod geography;
mod landscape;
mod map;
#[cfg(test)]
mod misprints;
mod places;
#[cfg(test)]
mod printed_map;
mod scenario;
mod setup;
mod sheets;
mod sides;
mod tables;

use map::PrintedMap;
pub use scenario::ScenarioFile;
pub(crate) use sheets::Printer;

/// Every data file of the game, read and checked; it makes the sheet of a scenario for a game with these options.
///
/// ```
/// use jihad::sheet::Variant;
/// let library = jihad::files::Library::embedded().unwrap();
/// let full = library.sheet("full", Variant::default()).unwrap();
/// assert_eq!(full.turns(), 20);
/// assert_eq!(full.ground.name(full.ground.constantinople), "Constantinople");
/// ```
pub type Library = engine::edition::Library<Files>;

/// The data files but the scenarios.
#[derive(Debug)]
pub struct Files {
    pub(crate) roster: Arc<Roster>,
    pub(crate) charts: Arc<Charts>,
    pub(crate) map: PrintedMap,
}

engine::data_files! {
    /// The kinds of data files.
    pub enum FileKind of Files, "Jihad!" in "jihad" {
        /// The counters.
        Units: "units" in "units.toml", known by "army_groups", written as counters::UnitsFile;
        /// The charts.
        Charts: "charts" in "charts.toml", known by "susceptibility" "khalif", written as charts::ChartsFile;
        /// The map.
        Map: "a map" in "map.toml", known by "borders" "mountains", written as map::MapFile;
        /// A scenario.
        Scenario: "a scenario" in "scenarios/", known by "final_count" "first_turn", written as ScenarioFile;
    }
    rules crate::rulebook::rulebook;
    read by Files::read_all;
    // The files compiled in; those that are played in the order of the shelf.
    texts {
        "": "units", "charts", "map";
        "scenarios/": "full", "first-conquests", "first-civil-war", "sieges-of-constantinople";
    }
    lessons { "income", "march", "battle", "rebellion", "conversion", "winning" }
    card "card.toml";
}

impl Files {
    /// Reads every file but those that are played.
    fn read_all(texts: &Texts<FileKind>) -> Result<Files, DataFault> {
        let roster = Arc::new(counters::read(texts.one(FileKind::Units)?)?);
        let charts = Arc::new(charts::read(texts.one(FileKind::Charts)?)?);
        let map = map::read(texts.one(FileKind::Map)?, &charts.stacking)?;
        Ok(Files { roster, charts, map })
    }
}

/// A sheet of counters by itself, for the practice ground.
#[cfg(test)]
pub(crate) fn roster(name: &str, text: &str) -> Result<Roster, DataFault> {
    counters::read(&engine::datafile::DataFile::new(name, text))
}

#[cfg(test)]
mod tests;
