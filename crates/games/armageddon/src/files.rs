//! The data files: counters, charts, map and scenarios, as text a wargamer can edit.
//!
//! A [`Library`] holds what is compiled in, or that and what a folder overrides or adds. It makes the
//! [`Sheet`] of a scenario on demand.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use engine::datafile::{DataFault, DataFile, nearest};
use schemars::{Schema, schema_for};

use crate::battle::Battle;
use crate::muster::rehearse;
use crate::sheet::{Charts, Sheet};

mod changes;
mod charts;
mod counters;
mod embedded;
#[cfg(test)]
mod faults;
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

/// The game's folder inside a folder of data.
const FOLDER: &str = "armageddon";

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

/// The source texts of a library.
struct Texts {
    units: DataFile,
    charts: DataFile,
    map: DataFile,
    scenarios: BTreeMap<String, DataFile>,
}

impl Texts {
    fn embedded() -> Texts {
        let file = |name: &str, text: &str| DataFile::new(name, text);
        let scenario =
            |(name, text): &(&str, &str)| (name.to_string(), file(&format!("scenarios/{name}.toml"), text));
        Texts {
            units: file("units.toml", embedded::UNITS),
            charts: file("charts.toml", embedded::CHARTS),
            map: file("map.toml", embedded::MAP),
            scenarios: embedded::SCENARIOS.iter().map(scenario).collect(),
        }
    }

    /// Puts a file in the place its kind and name give it.
    fn put(&mut self, kind: FileKind, name: &str, file: DataFile) {
        match kind {
            FileKind::Units => self.units = file,
            FileKind::Charts => self.charts = file,
            FileKind::Map => self.map = file,
            FileKind::Scenario => {
                self.scenarios.insert(name.to_string(), file);
            }
        }
    }

    fn read(self) -> Result<Library, DataFault> {
        let units = counters::read(&self.units)?;
        let charts = Arc::new(charts::read(&self.charts, units)?);
        let map = map::read(&self.map)?;
        let mut scenarios = BTreeMap::new();
        for (name, file) in self.scenarios {
            let parsed: ScenarioFile = file.parse()?;
            scenarios.insert(name, Scenario { file, parsed });
        }
        let mut names: Vec<String> = scenarios.keys().cloned().collect();
        names.sort_by_key(|name| scenarios[name].parsed.order);
        Ok(Library { charts, map, scenarios, names })
    }
}

impl Library {
    /// The library compiled in.
    pub fn embedded() -> Result<Library, DataFault> {
        Texts::embedded().read()
    }

    /// The library compiled in, with what a folder overrides or adds: `units.toml`, `charts.toml`, `map.toml`
    /// and `scenarios/*.toml` in its subfolder `armageddon`. Every scenario is checked against the whole.
    pub fn with_folder(folder: &Path) -> Result<Library, DataFault> {
        if !folder.is_dir() {
            let name = folder.display().to_string();
            return Err(DataFault::of_file(&name, "there is no such folder", "a folder of data files"));
        }
        let own = folder.join(FOLDER);
        if !own.is_dir() {
            return Library::embedded();
        }
        let mut texts = Texts::embedded();
        for path in toml_files(&own)?.into_iter().chain(toml_files(&own.join("scenarios"))?) {
            let file = DataFile::read(&path)?;
            let (kind, name) = FileKind::of_path(&path).ok_or_else(|| {
                DataFault::of_file(
                    &file.name,
                    "the file's name does not say what it is",
                    "units.toml, charts.toml, map.toml or scenarios/NAME.toml with a name of small letters, digits and hyphens",
                )
            })?;
            texts.put(kind, &name, file);
        }
        let library = texts.read()?;
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
            let near = nearest(name, self.names.iter().map(String::as_str));
            return Err(SheetFault::UnknownScenario { name: name.into(), nearest: near.map(String::from) });
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

/// The TOML files of a folder in order of name; none if there is no such folder.
fn toml_files(folder: &Path) -> Result<Vec<std::path::PathBuf>, DataFault> {
    if !folder.is_dir() {
        return Ok(vec![]);
    }
    let unreadable = |error: std::io::Error| {
        DataFault::of_file(
            &folder.display().to_string(),
            format!("cannot be read: {error}"),
            "a readable folder",
        )
    };
    let mut files = vec![];
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_file() && path.extension().is_some_and(|e| e == "toml") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Why there is no sheet.
#[derive(Clone, Debug)]
pub enum SheetFault {
    /// No scenario has this name.
    UnknownScenario {
        /// The name asked for.
        name: String,
        /// The nearest name there is, if any is near.
        nearest: Option<String>,
    },
    /// The scenario cannot have this length.
    WrongLength {
        /// The length asked for.
        turns: u8,
        /// The lengths it may have.
        choices: Vec<u8>,
    },
    /// A data file is wrong.
    File(DataFault),
}

impl From<DataFault> for SheetFault {
    fn from(fault: DataFault) -> Self {
        SheetFault::File(fault)
    }
}

impl fmt::Display for SheetFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SheetFault::UnknownScenario { name, nearest: Some(near) } => {
                write!(f, "there is no scenario `{name}`; did you mean `{near}`?")
            }
            SheetFault::UnknownScenario { name, nearest: None } => write!(f, "there is no scenario `{name}`"),
            SheetFault::WrongLength { turns, choices } => {
                let choices: Vec<String> = choices.iter().map(u8::to_string).collect();
                write!(f, "the scenario does not last {turns} Game-Turns; expected {}", choices.join(" or "))
            }
            SheetFault::File(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for SheetFault {}

/// The kinds of data files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FileKind {
    Units,
    Charts,
    Map,
    Scenario,
}

impl FileKind {
    /// What a file is by its name and folder, and the name of its scenario if it is one.
    fn of_path(path: &Path) -> Option<(FileKind, String)> {
        let stem = path.file_stem()?.to_str()?;
        let in_scenarios =
            path.parent().and_then(Path::file_name).is_some_and(|folder| folder == "scenarios");
        let kind = match stem {
            _ if in_scenarios => FileKind::Scenario,
            "units" => FileKind::Units,
            "charts" => FileKind::Charts,
            "map" => FileKind::Map,
            _ => return None,
        };
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        (!stem.is_empty() && stem.chars().all(plain)).then(|| (kind, stem.to_string()))
    }

    /// What a file is by the keys only its kind has.
    fn of_keys(text: &str) -> Option<FileKind> {
        let table: toml::Table = text.parse().ok()?;
        let has = |key| table.contains_key(key);
        match () {
            _ if has("side") || has("victory") => Some(FileKind::Scenario),
            _ if has("unit") => Some(FileKind::Units),
            _ if has("results") || has("capability") => Some(FileKind::Charts),
            _ if has("legend") || has("crests") => Some(FileKind::Map),
            _ => None,
        }
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

/// Whether a file has the name or the keys of one of this game's data files.
pub fn looks_like_ours(path: &Path, text: &str) -> bool {
    FileKind::of_path(path).is_some() || FileKind::of_keys(text).is_some()
}

/// Checks a file against the rest of the library compiled in, and says what it is.
///
/// Its name and folder tell what it should be; failing that, its keys do.
pub fn validate(path: &Path, text: &str) -> Result<String, DataFault> {
    let file = DataFile::new(path.display().to_string(), text);
    let (kind, name) = FileKind::of_path(path)
        .or_else(|| {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or("scenario");
            FileKind::of_keys(text).map(|kind| (kind, stem.to_string()))
        })
        .ok_or_else(|| not_ours(&file))?;
    let mut texts = Texts::embedded();
    texts.put(kind, &name, file);
    let library = texts.read()?;
    if kind == FileKind::Scenario {
        let sheet = library.prove(&name)?;
        let [first, second] = &sheet.sides;
        return Ok(format!(
            "Armageddon scenario: {}, {first} against {second}, {} Game-Turns",
            sheet.title, sheet.turns
        ));
    }
    for scenario in library.names() {
        library.prove(scenario)?;
    }
    Ok(match kind {
        FileKind::Units => format!("Armageddon counters: {} unit types", library.charts.units.len()),
        FileKind::Charts => format!("Armageddon charts: {} kinds of terrain", library.charts.terrain.len()),
        _ => {
            let grid = &library.map.ground.grid;
            format!("Armageddon map: {} columns, {} rows", grid.columns(), grid.rows())
        }
    })
}

/// A file nobody recognises: broken TOML is named as such before anything else.
fn not_ours(file: &DataFile) -> DataFault {
    file.parse::<toml::Table>().err().unwrap_or_else(|| {
        file.fault(
            0..0,
            "this is no data file of Armageddon",
            "the keys of units, charts, a map or a scenario",
        )
    })
}

#[cfg(test)]
mod tests;
