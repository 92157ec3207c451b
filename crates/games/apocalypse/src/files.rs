//! Data files: counters, charts, map and scenarios, read and checked.

use std::sync::Arc;

use engine::datafile::{DataFault, Texts};

use crate::sheet::{Charts, Roster};

mod charts;
mod counters;
mod landscape;
mod map;
mod scenario;
mod sheets;

use map::PrintedMap;
pub use scenario::ScenarioFile;

/// Every data file of the game, read and checked; it makes the sheet of a scenario.
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
    pub enum FileKind of Files, "Apocalypse in the East" in "apocalypse" {
        /// The counters.
        Units: "units" in "units.toml", known by "leader", written as counters::UnitsFile;
        /// The charts.
        Charts: "charts" in "charts.toml", known by "greek_fire", written as charts::ChartsFile;
        /// The map.
        Map: "a map" in "map.toml", known by "start_line", written as map::MapFile;
        /// A scenario.
        Scenario: "a scenario" in "scenarios/", known by "first_year", written as ScenarioFile;
    }
    rules crate::rulebook::rulebook;
    read by Files::read_all;
    // The files compiled in; those that are played in the order of the shelf.
    texts {
        "": "units", "charts", "map";
        "scenarios/": "campaign", "delta", "isles", "armenia", "great-fleet";
    }
    lessons { "gather", "march", "siege", "battle", "winning" }
    card "card.toml";
}

impl Files {
    /// Reads every file but those that are played.
    fn read_all(texts: &Texts<FileKind>) -> Result<Files, DataFault> {
        let roster = Arc::new(counters::read(texts.one(FileKind::Units)?)?);
        let charts = Arc::new(charts::read(texts.one(FileKind::Charts)?)?);
        let map = map::read(texts.one(FileKind::Map)?)?;
        Ok(Files { roster, charts, map })
    }
}

#[cfg(test)]
mod tests;
