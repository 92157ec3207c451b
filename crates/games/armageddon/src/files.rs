//! The data files: counters, charts, map and scenarios, as text a wargamer can edit.
//!
//! A [`Library`] holds what is compiled in, or that and what a folder overrides or adds. It makes the
//! [`Sheet`] of a scenario on demand.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use engine::datafile::{Catalogue, DataFault, DataFile, SheetFault, Sort, Texts};
use schemars::{Schema, schema_for};

use crate::battle::Battle;
use crate::muster::rehearse;
use crate::sheet::{Charts, Sheet};

mod changes;
mod charts;
mod counters;
mod embedded;
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
use scenario::ScenarioFile;
use sheets::Printer;

/// Every data file of the game, read and checked.
///
/// ```
/// let library = armageddon::files::Library::embedded().unwrap();
/// let rome = library.sheet("rome", None).unwrap();
/// assert_eq!(rome.sides, ["Romans", "Sabines"]);
/// assert_eq!(rome.turns, 10);
/// ```
#[derive(Debug)]
pub struct Library {
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
    let units = counters::read(texts.one(FileKind::Units)?)?;
    let charts = Arc::new(charts::read(texts.one(FileKind::Charts)?, units)?);
    let map = map::read(texts.one(FileKind::Map)?)?;
    let mut scenarios = BTreeMap::new();
    for (name, file) in texts.all(FileKind::Scenario) {
        let parsed: ScenarioFile = file.parse()?;
        scenarios.insert(name.to_string(), Scenario { file: file.clone(), parsed });
    }
    let mut names: Vec<String> = scenarios.keys().cloned().collect();
    names.sort_by_key(|name| scenarios[name].parsed.order);
    Ok(Library { charts, map, scenarios, names })
}

impl Library {
    /// The library compiled in.
    pub fn embedded() -> Result<Library, DataFault> {
        read(&embedded_texts())
    }

    /// The library compiled in, with what a folder overrides or adds: `units.toml`, `charts.toml`, `map.toml`
    /// and `scenarios/*.toml` in its subfolder `armageddon`. Every scenario is checked against the whole.
    pub fn with_folder(folder: &Path) -> Result<Library, DataFault> {
        let mut texts = embedded_texts();
        if !texts.take_folder(folder)? {
            return Library::embedded();
        }
        let library = read(&texts)?;
        for scenario in library.names() {
            library.prove(scenario)?;
        }
        Ok(library)
    }

    /// The names of the scenarios in the order of the shelf.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Everything printed for a scenario; `turns` chooses the length where the scenario leaves a choice.
    pub fn sheet(&self, name: &str, turns: Option<u8>) -> Result<Sheet, SheetFault> {
        let Some(scenario) = self.scenarios.get(name) else {
            return Err(SheetFault::unknown(name, self.names.iter().map(String::as_str)));
        };
        let printed = *scenario.parsed.turns.get_ref();
        let mut choices: Vec<u8> = scenario.parsed.turn_choices.iter().map(|t| *t.get_ref()).collect();
        if choices.is_empty() {
            choices.push(printed);
        }
        match turns {
            Some(turns) if !choices.contains(&turns) => Err(SheetFault::WrongLength { turns, choices }),
            _ => Ok(self.print(name, turns)?),
        }
    }

    pub(crate) fn print(&self, name: &str, turns: Option<u8>) -> Result<Sheet, DataFault> {
        let Scenario { file, parsed } = &self.scenarios[name];
        let printer = Printer { name, file, scenario: parsed, map: &self.map, charts: &self.charts };
        printer.sheet(turns.unwrap_or(*parsed.turns.get_ref()))
    }

    /// The sheet of a scenario, its set-up tried out: it must be playable from the first order on.
    fn prove(&self, name: &str) -> Result<Sheet, DataFault> {
        let sheet = self.print(name, None)?;
        rehearse(Battle::new(sheet.clone())).map_err(|misfit| {
            let Scenario { file, parsed } = &self.scenarios[name];
            let mut groups = parsed.side.get_ref().iter().flat_map(|side| side.group.get_ref());
            let span = groups.nth(misfit.group as usize).map_or(0..0, |group| group.troops.span());
            file.fault(span, misfit.why, misfit.expected)
        })?;
        Ok(sheet)
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

/// Whether a file is one of this game's: by keys only its files have, or by its name in a folder `armageddon`.
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
        let sheet = library.prove(&place.name)?;
        let [first, second] = &sheet.sides;
        return Ok(format!(
            "Armageddon scenario: {}, {first} against {second}, {} Game-Turns",
            sheet.title, sheet.turns
        ));
    }
    for scenario in library.names() {
        library.prove(scenario)?;
    }
    Ok(match place.kind {
        FileKind::Units => format!("Armageddon counters: {} unit types", library.charts.units.len()),
        FileKind::Charts => format!("Armageddon charts: {} kinds of terrain", library.charts.terrain.len()),
        _ => {
            let grid = &library.map.ground.grid;
            format!("Armageddon map: {} columns, {} rows", grid.columns(), grid.rows())
        }
    })
}

#[cfg(test)]
mod tests;
