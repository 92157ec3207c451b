//! The data files: counters, charts, maps and battles, as text a wargamer can edit.
//!
//! A [`Library`] holds what is compiled in, or that and what a folder overrides or adds. It makes the
//! [`Sheet`] of a battle on demand.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use engine::datafile::{Catalogue, DataFault, DataFile, SheetFault, Sort, Texts};
use schemars::{Schema, schema_for};

use crate::battle::Battle;
use crate::muster::rehearse;
use crate::sheet::{Charts, Choices, Sheet, UnitType};

mod charts;
mod counters;
mod embedded;
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
use scenario::ScenarioFile;
use sheets::Printer;

/// Every data file of the game, read and checked.
///
/// ```
/// use basileus::sheet::Choices;
/// let library = basileus::files::Library::embedded().unwrap();
/// let beroia = library.sheet("beroia", Choices::default()).unwrap();
/// assert_eq!(beroia.sides, ["Byzantines", "Pechenegs"]);
/// assert_eq!(beroia.turns, 7);
/// ```
#[derive(Debug)]
pub struct Library {
    types: Vec<UnitType>,
    charts: Arc<Charts>,
    maps: BTreeMap<String, PrintedMap>,
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

/// The library of texts.
fn read(texts: &Texts<FileKind>) -> Result<Library, DataFault> {
    let types = counters::read(texts.one(FileKind::Units)?)?;
    let charts = Arc::new(charts::read(texts.one(FileKind::Charts)?)?);
    let mut maps = BTreeMap::new();
    for (name, file) in texts.all(FileKind::Map) {
        maps.insert(name.to_string(), map::read(file)?);
    }
    let mut scenarios = BTreeMap::new();
    for (name, file) in texts.all(FileKind::Scenario) {
        let parsed: ScenarioFile = file.parse()?;
        scenarios.insert(name.to_string(), Scenario { file: file.clone(), parsed });
    }
    let mut names: Vec<String> = scenarios.keys().cloned().collect();
    names.sort_by_key(|name| scenarios[name].parsed.order);
    Ok(Library { types, charts, maps, scenarios, names })
}

impl Library {
    /// The library compiled in.
    pub fn embedded() -> Result<Library, DataFault> {
        read(&Texts::new(&FILES, embedded::FILES))
    }

    /// The library compiled in, with what a folder overrides or adds: `units.toml`, `charts.toml`,
    /// `maps/*.toml` and `scenarios/*.toml` in its subfolder `basileus`. Every battle is checked against the
    /// whole.
    pub fn with_folder(folder: &Path) -> Result<Library, DataFault> {
        let mut texts = Texts::new(&FILES, embedded::FILES);
        if !texts.take_folder(folder)? {
            return Library::embedded();
        }
        let library = read(&texts)?;
        for scenario in library.names() {
            library.prove(scenario)?;
        }
        Ok(library)
    }

    /// The names of the battles in the order of the shelf.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Everything printed for a battle, played with the optional rules chosen.
    pub fn sheet(&self, name: &str, choices: Choices) -> Result<Sheet, SheetFault> {
        if !self.scenarios.contains_key(name) {
            return Err(SheetFault::unknown(name, self.names.iter().map(String::as_str)));
        }
        Ok(self.print(name, choices)?)
    }

    pub(crate) fn print(&self, name: &str, choices: Choices) -> Result<Sheet, DataFault> {
        let Scenario { file, parsed } = &self.scenarios[name];
        let Library { maps, charts, types, .. } = self;
        Printer { name, file, scenario: parsed, maps, charts, types }.sheet(choices)
    }

    /// The sheet of a battle, its set-up tried out: it must be playable from the first order on.
    fn prove(&self, name: &str) -> Result<Sheet, DataFault> {
        let sheet = self.print(name, Choices::default())?;
        rehearse(Battle::new(sheet.clone())).map_err(|misfit| {
            let Scenario { file, parsed } = &self.scenarios[name];
            let mut groups = parsed.side.get_ref().iter().flat_map(|side| side.group.get_ref());
            let span = groups.nth(misfit.group as usize).map_or(0..0, |group| group.troops.span());
            file.fault(span, misfit.why, "room for every counter of the group")
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

/// Whether a file is one of this game's: by keys only its files have, or by its name in a folder `basileus`.
pub fn looks_like_ours(path: &Path, text: &str) -> bool {
    FILES.claims(path, text)
}

/// Checks a file against the rest of the library compiled in, and says what it is.
///
/// Its name and folder tell what it should be; failing that, its keys do.
pub fn validate(path: &Path, text: &str) -> Result<String, DataFault> {
    let file = DataFile::new(path.display().to_string(), text);
    let place = FILES.place(path, text).ok_or_else(|| FILES.unknown(&file))?;
    let mut texts = Texts::new(&FILES, embedded::FILES);
    texts.put(&place, file);
    let library = read(&texts)?;
    if place.kind == FileKind::Scenario {
        let sheet = library.prove(&place.name)?;
        let [first, second] = &sheet.sides;
        return Ok(format!(
            "Basileus battle: {}, {first} against {second}, {} turns",
            sheet.title, sheet.turns
        ));
    }
    for scenario in library.names() {
        library.prove(scenario)?;
    }
    Ok(match place.kind {
        FileKind::Units => format!("Basileus counters: {} types", library.types.len()),
        FileKind::Charts => format!("Basileus charts: {} kinds of terrain", library.charts.terrain.len()),
        _ => {
            let grid = &library.maps[&place.name].ground.grid;
            format!("Basileus map: {} columns, {} rows", grid.columns(), grid.rows())
        }
    })
}

#[cfg(test)]
mod tests;
