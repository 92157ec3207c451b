//! The data files: counters, charts, maps and battles, as text a wargamer can edit.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::datafile::{Catalogue, DataFault, Sort, Texts};
use schemars::{Schema, schema_for};

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

/// The kinds of data files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// The counters.
    Units,
    /// The charts.
    Charts,
    /// A map.
    Map,
    /// A battle.
    Scenario,
}

/// The data files of the game, and the keys that no other game's files have.
pub(crate) static FILES: Catalogue<FileKind> = Catalogue {
    folder: "basileus",
    title: "Basileus",
    sorts: &[
        Sort { kind: FileKind::Units, what: "units", place: "units.toml", keys: &["troop"] },
        Sort { kind: FileKind::Charts, what: "charts", place: "charts.toml", keys: &["hexside", "road"] },
        Sort {
            kind: FileKind::Map,
            what: "a map",
            place: "maps/",
            keys: &["labels", "streams", "palisades", "slopes"],
        },
        Sort { kind: FileKind::Scenario, what: "a battle", place: "scenarios/", keys: &["end", "number"] },
    ],
};

/// The files compiled in; the battles in the order of the shelf.
pub(crate) const TEXTS: &[(&str, &str)] = engine::texts! {
    "": "units", "charts";
    "maps/": "a", "b", "c", "practice";
    "scenarios/": "arcadiopolis", "dorostolon-first", "dorostolon-sortie", "dorostolon-third", "beroia", "practice";
};

impl Files {
    pub(crate) fn read(texts: &Texts<FileKind>) -> Result<Files, DataFault> {
        let mut maps = BTreeMap::new();
        for (name, file) in texts.all(FileKind::Map) {
            maps.insert(name.to_string(), map::read(file)?);
        }
        let types = counters::read(texts.one(FileKind::Units)?)?;
        Ok(Files { types, charts: Arc::new(charts::read(texts.one(FileKind::Charts)?)?), maps })
    }
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
