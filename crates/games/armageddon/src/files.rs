//! The data files: counters, charts, map and scenarios, as text a wargamer can edit.

use std::sync::Arc;

use engine::datafile::{DataFault, Texts};

use crate::sheet::Charts;

mod changes;
mod charts;
mod counters;
#[cfg(test)]
mod folders;
mod map;
#[cfg(test)]
mod misprints;
mod phrases;
#[cfg(test)]
mod printed_map;
#[cfg(test)]
mod rosters;
mod scenario;
mod setup;
mod sheets;

use map::PrintedMap;
pub use scenario::ScenarioFile;
pub(crate) use sheets::Printer;

/// Every data file of the game, read and checked; it makes the sheet of a scenario, of the length chosen.
///
/// ```
/// let library = armageddon::files::Library::embedded().unwrap();
/// let rome = library.sheet("rome", None).unwrap();
/// assert_eq!(rome.sides, ["Romans", "Sabines"]);
/// assert_eq!(rome.turns, 10);
/// ```
pub type Library = engine::edition::Library<Files>;

/// The data files but the scenarios.
#[derive(Debug)]
pub struct Files {
    pub(crate) charts: Arc<Charts>,
    pub(crate) map: PrintedMap,
}

engine::data_files! {
    /// The kinds of data files.
    pub enum FileKind of Files, "Armageddon" in "armageddon" {
        /// The counters.
        Units: "units" in "units.toml", known by "unit", written as counters::UnitsFile;
        /// The charts.
        Charts: "charts" in "charts.toml", known by "capability", written as charts::ChartsFile;
        /// The map.
        Map: "a map" in "map.toml", known by "crests", written as map::MapFile;
        /// A scenario.
        Scenario: "a scenario" in "scenarios/", known by "victory" "draw" "otherwise", written as ScenarioFile;
    }
    rules crate::rulebook::rulebook;
    read by Files::read_all;
    // The files compiled in; those that are played in the order of the shelf.
    texts {
        "": "units", "charts", "map";
        "scenarios/":
            "rome", "delta", "babylon", "megiddo", "kadesh", "sinai", "qarqar", "tabal", "charchemish", "thymbra",
            "aequi", "bubastis", "armageddon-609", "lake-regillus", "fan-01-first-iran-iraq-war",
            "fan-02a-forever-war", "fan-02b-lagash-umma", "fan-03-end-of-sumeria", "fan-04-sekmem", "fan-05-senzer",
            "fan-06-assuwa-league", "fan-07-mycenaean-minoan", "fan-08-astarpa-river", "fan-09-nihriya",
            "fan-10-second-babylon", "fan-11-mount-gilboa", "fan-12-king-david", "fan-13-israel-egypt",
            "fan-14-judeans-strike", "fan-15-herakleopolis", "fan-16-raphia", "fan-17-diyala-river",
            "fan-18-etruscans-ligurians", "fan-19-susa", "fan-20-chengpu", "fan-21-arrapha", "fan-22-hama",
            "fan-23-halys", "fan-24-yanling", "fan-25-pelusium", "fan-26-battle-of-pelusium";
    }
    lessons { "march", "fire", "melee", "retreat", "leaders", "winning" }
    card "card.toml";
}

impl Files {
    /// Reads every file but those that are played.
    fn read_all(texts: &Texts<FileKind>) -> Result<Files, DataFault> {
        let units = counters::read(texts.one(FileKind::Units)?)?;
        let charts = Arc::new(charts::read(texts.one(FileKind::Charts)?, units)?);
        Ok(Files { charts, map: map::read(texts.one(FileKind::Map)?)? })
    }
}

#[cfg(test)]
mod tests;
