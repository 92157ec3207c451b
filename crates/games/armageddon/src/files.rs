//! The data files: counters, charts, map and scenarios, as text a wargamer can edit.

use std::sync::Arc;

use engine::datafile::{Catalogue, DataFault, Sort, Texts};
use schemars::{Schema, schema_for};

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
    folder: "armageddon",
    title: "Armageddon",
    sorts: &[
        Sort { kind: FileKind::Units, what: "units", place: "units.toml", keys: &["unit"] },
        Sort { kind: FileKind::Charts, what: "charts", place: "charts.toml", keys: &["capability"] },
        Sort { kind: FileKind::Map, what: "a map", place: "map.toml", keys: &["crests"] },
        Sort {
            kind: FileKind::Scenario,
            what: "a scenario",
            place: "scenarios/",
            keys: &["victory", "draw", "otherwise"],
        },
    ],
};

/// The files compiled in; the scenarios in the order of the shelf.
pub(crate) const TEXTS: &[(&str, &str)] = engine::texts! {
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
};

impl Files {
    pub(crate) fn read(texts: &Texts<FileKind>) -> Result<Files, DataFault> {
        let units = counters::read(texts.one(FileKind::Units)?)?;
        let charts = Arc::new(charts::read(texts.one(FileKind::Charts)?, units)?);
        Ok(Files { charts, map: map::read(texts.one(FileKind::Map)?)? })
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
