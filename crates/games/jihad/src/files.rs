//! The data files: counters, charts, map and scenarios, as text a wargamer can edit.

use std::sync::Arc;

use engine::datafile::{Catalogue, DataFault, Sort, Texts};
use schemars::{Schema, schema_for};

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

/// The kinds of data files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// The counters.
    Units,
    /// The charts.
    Charts,
    /// The map.
    Map,
    /// A scenario.
    Scenario,
}

/// The data files of the game, and the keys that no other game's files have.
pub(crate) static FILES: Catalogue<FileKind> = Catalogue {
    folder: "jihad",
    title: "Jihad!",
    sorts: &[
        Sort { kind: FileKind::Units, what: "units", place: "units.toml", keys: &["army_groups"] },
        Sort {
            kind: FileKind::Charts,
            what: "charts",
            place: "charts.toml",
            keys: &["susceptibility", "khalif"],
        },
        Sort { kind: FileKind::Map, what: "a map", place: "map.toml", keys: &["borders", "mountains"] },
        Sort {
            kind: FileKind::Scenario,
            what: "a scenario",
            place: "scenarios/",
            keys: &["final_count", "first_turn"],
        },
    ],
};

/// The files compiled in; the scenarios in the order of the shelf.
pub(crate) const TEXTS: &[(&str, &str)] = engine::texts! {
    "": "units", "charts", "map";
    "scenarios/": "full", "first-conquests", "first-civil-war", "sieges-of-constantinople";
};

impl Files {
    pub(crate) fn read(texts: &Texts<FileKind>) -> Result<Files, DataFault> {
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

/// A JSON schema for each kind of data file, by the kind's name.
pub(crate) fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("units", schema_for!(counters::UnitsFile)),
        ("charts", schema_for!(charts::ChartsFile)),
        ("map", schema_for!(map::MapFile)),
        ("scenario", schema_for!(ScenarioFile)),
    ]
}

#[cfg(test)]
mod tests;
