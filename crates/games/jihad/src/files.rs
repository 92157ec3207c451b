//! The data files: counters, charts, map and scenarios, as text a wargamer can edit.
//!
//! A [`Library`] holds what is compiled in, or that and what a folder overrides or adds. It makes the
//! [`Sheet`] of a scenario on demand.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use engine::datafile::{Catalogue, DataFault, DataFile, SheetFault, Sort, Texts};
use schemars::{Schema, schema_for};

use crate::sheet::{Charts, Roster, Sheet, Variant};

mod charts;
mod counters;
mod embedded;
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
use scenario::ScenarioFile;
use sheets::Printer;

/// Every data file of the game, read and checked.
///
/// ```
/// use jihad::sheet::Variant;
/// let library = jihad::files::Library::embedded().unwrap();
/// let full = library.sheet("full", Variant::default()).unwrap();
/// assert_eq!(full.turns(), 20);
/// assert_eq!(full.ground.name(full.ground.constantinople), "Constantinople");
/// ```
#[derive(Debug)]
pub struct Library {
    roster: Arc<Roster>,
    charts: Arc<Charts>,
    map: PrintedMap,
    scenarios: BTreeMap<String, Scenario>,
    names: Vec<String>,
}

#[derive(Debug)]
struct Scenario {
    file: DataFile,
    parsed: ScenarioFile,
}

/// The kinds of data files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FileKind {
    Units,
    Charts,
    Map,
    Scenario,
}

/// The data files of the game, and the keys that no other game's files have.
static FILES: Catalogue<FileKind> = Catalogue {
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

/// The texts compiled in.
fn embedded_texts() -> Texts<FileKind> {
    let common =
        [("units.toml", embedded::UNITS), ("charts.toml", embedded::CHARTS), ("map.toml", embedded::MAP)];
    let common = common.into_iter().map(|(place, text)| (place.to_string(), text));
    let scenarios = embedded::SCENARIOS.iter().map(|(name, text)| (format!("scenarios/{name}.toml"), *text));
    Texts::new(&FILES, common.chain(scenarios))
}

/// The library of texts.
fn read(texts: &Texts<FileKind>) -> Result<Library, DataFault> {
    let roster = Arc::new(counters::read(texts.one(FileKind::Units)?)?);
    let charts = Arc::new(charts::read(texts.one(FileKind::Charts)?)?);
    let map = map::read(texts.one(FileKind::Map)?, &charts.stacking)?;
    let mut scenarios = BTreeMap::new();
    for (name, file) in texts.all(FileKind::Scenario) {
        let parsed: ScenarioFile = file.parse()?;
        scenarios.insert(name.to_string(), Scenario { file: file.clone(), parsed });
    }
    let mut names: Vec<String> = scenarios.keys().cloned().collect();
    names.sort_by_key(|name| scenarios[name].parsed.order);
    Ok(Library { roster, charts, map, scenarios, names })
}

/// A sheet of counters by itself, for the practice ground.
#[cfg(test)]
pub(crate) fn roster(name: &str, text: &str) -> Result<Roster, DataFault> {
    counters::read(&DataFile::new(name, text))
}

impl Library {
    /// The library compiled in.
    pub fn embedded() -> Result<Library, DataFault> {
        read(&embedded_texts())
    }

    /// The library compiled in, with what a folder overrides or adds: `units.toml`, `charts.toml`, `map.toml`
    /// and `scenarios/*.toml` in its subfolder `jihad`. Every scenario is checked against the whole.
    pub fn with_folder(folder: &Path) -> Result<Library, DataFault> {
        let mut texts = embedded_texts();
        if !texts.take_folder(folder)? {
            return Library::embedded();
        }
        let library = read(&texts)?;
        for scenario in library.names() {
            library.print(scenario, Variant::default())?;
        }
        Ok(library)
    }

    /// The names of the scenarios in the order of the shelf.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Everything printed for a scenario, for a game with these options.
    pub fn sheet(&self, name: &str, variant: Variant) -> Result<Sheet, SheetFault> {
        if !self.scenarios.contains_key(name) {
            return Err(SheetFault::unknown(name, self.names.iter().map(String::as_str)));
        }
        Ok(self.print(name, variant)?)
    }

    /// The sheet of a scenario that is known to be there.
    fn print(&self, name: &str, variant: Variant) -> Result<Sheet, DataFault> {
        let Scenario { file, parsed } = &self.scenarios[name];
        let (map, roster, charts) = (&self.map, &self.roster, &self.charts);
        Printer { name, file, scenario: parsed, map, roster, charts }.sheet(variant)
    }
}

/// A JSON schema for each kind of data file, by the kind's name.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("units", schema_for!(counters::UnitsFile)),
        ("charts", schema_for!(charts::ChartsFile)),
        ("map", schema_for!(map::MapFile)),
        ("scenario", schema_for!(ScenarioFile)),
    ]
}

/// Whether a file is one of this game's: by keys only its files have, or by its name in a folder `jihad`.
pub fn looks_like_ours(path: &Path, text: &str) -> bool {
    FILES.claims(path, text)
}

/// Checks a file against the rest of the library compiled in, and says what it is.
///
/// Its name and folder tell what it should be; failing that, its keys do.
pub fn validate(path: &Path, text: &str) -> Result<String, DataFault> {
    let file = DataFile::new(path.display().to_string(), text);
    let place = FILES.place(path, text).ok_or_else(|| FILES.unknown(&file))?;
    let mut texts = embedded_texts();
    texts.put(&place, file);
    let library = read(&texts)?;
    if place.kind == FileKind::Scenario {
        let sheet = library.print(&place.name, Variant::default())?;
        let (first, last) = (Sheet::years(sheet.first_turn).0, Sheet::years(sheet.last_turn).1);
        let turns = if sheet.turns() == 1 { "turn" } else { "turns" };
        return Ok(format!("Jihad! scenario: {}, {first} to {last}, {} {turns}", sheet.title, sheet.turns()));
    }
    for scenario in library.names() {
        library.print(scenario, Variant::default())?;
    }
    Ok(match place.kind {
        FileKind::Units => format!("Jihad! counters: {} units", library.roster.len()),
        FileKind::Charts => "Jihad! charts: every table in order".to_string(),
        _ => {
            let total: u16 = library.map.ground.realms.iter().map(|realm| realm.base).sum();
            let cities = library.map.ground.cities.len();
            format!("Jihad! map: {cities} cities, {total} points of productivity")
        }
    })
}

#[cfg(test)]
mod tests;
