//! The data files: chart, troops, army lists and scenarios, as text a wargamer can edit.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use engine::datafile::{Catalogue, DataFault, DataFile, SheetFault, Sort, Texts};
use schemars::{Schema, schema_for};
use sha2::{Digest, Sha256};

use crate::sheet::{Army, Charts, Sheet, Troop};

mod armies;
mod charts;
mod embedded;
mod scenario;
#[cfg(test)]
mod tests;

use scenario::ScenarioFile;

/// Every data file of the game, read and checked.
///
/// ```
/// let library = dba::files::Library::embedded().unwrap();
/// assert_eq!(library.armies().len(), 33);
/// let kadesh = library.sheet("kadesh", None).unwrap();
/// assert_eq!(kadesh.armies[0].name, "New Kingdom Egyptian");
/// ```
#[derive(Debug)]
pub struct Library {
    charts: Arc<Charts>,
    troops: Arc<Vec<Troop>>,
    armies: Vec<Army>,
    scenarios: BTreeMap<String, (DataFile, ScenarioFile)>,
    names: Vec<String>,
    digest: Sha256,
}

/// The kinds of data files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FileKind {
    Charts,
    Troops,
    Armies,
    Scenario,
}

/// The data files of the game, and the keys that no other game's files have.
static FILES: Catalogue<FileKind> = Catalogue {
    folder: "dba",
    title: "DBA 2.2+",
    sorts: &[
        Sort { kind: FileKind::Charts, what: "charts", place: "charts.toml", keys: &["kinds", "passes"] },
        Sort { kind: FileKind::Troops, what: "troops", place: "troops.toml", keys: &["troops"] },
        Sort { kind: FileKind::Armies, what: "army lists", place: "armies.toml", keys: &["lists"] },
        Sort { kind: FileKind::Scenario, what: "a scenario", place: "scenarios/", keys: &["armies"] },
    ],
};

/// The texts compiled in.
fn embedded_texts() -> Texts<FileKind> {
    let common = [
        ("charts.toml", embedded::CHARTS),
        ("troops.toml", embedded::TROOPS),
        ("armies.toml", embedded::ARMIES),
    ];
    let common = common.into_iter().map(|(place, text)| (place.to_string(), text));
    let scenarios = embedded::SCENARIOS.iter().map(|(name, text)| (format!("scenarios/{name}.toml"), *text));
    Texts::new(&FILES, common.chain(scenarios))
}

fn read(texts: &Texts<FileKind>) -> Result<Library, DataFault> {
    let chart_file = texts.one(FileKind::Charts)?;
    let charts = charts::read(chart_file)?;
    let troop_file = texts.one(FileKind::Troops)?;
    let troops = charts::troops(troop_file)?;
    let army_file = texts.one(FileKind::Armies)?;
    let armies = armies::read(army_file, &troops, &charts)?;
    let mut digest = Sha256::new();
    for file in [chart_file, troop_file, army_file] {
        digest.update(file.text.as_bytes());
    }
    let mut scenarios = BTreeMap::new();
    for (name, file) in texts.all(FileKind::Scenario) {
        let parsed: ScenarioFile = file.parse()?;
        parsed.check(file, &armies)?;
        scenarios.insert(name.to_string(), (file.clone(), parsed));
    }
    let mut names: Vec<String> = scenarios.keys().cloned().collect();
    names.sort_by_key(|name| scenarios[name].1.order);
    Ok(Library { charts: Arc::new(charts), troops: Arc::new(troops), armies, scenarios, names, digest })
}

impl Library {
    /// The library compiled in.
    pub fn embedded() -> Result<Library, DataFault> {
        read(&embedded_texts())
    }

    /// The library compiled in, with what a folder overrides or adds in its subfolder `dba`.
    pub fn with_folder(folder: &Path) -> Result<Library, DataFault> {
        let mut texts = embedded_texts();
        match texts.take_folder(folder)? {
            true => read(&texts),
            false => Library::embedded(),
        }
    }

    /// The names of the scenarios in the order of the shelf.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The army lists.
    pub fn armies(&self) -> &[Army] {
        &self.armies
    }

    /// Everything printed for a scenario; the lists of an open battle may be chosen by their codes.
    pub fn sheet(&self, name: &str, lists: Option<[&str; 2]>) -> Result<Sheet, SheetFault> {
        let Some((file, scenario)) = self.scenarios.get(name) else {
            return Err(SheetFault::unknown(name, self.names.iter().map(String::as_str)));
        };
        let codes = lists.filter(|_| scenario.choice).unwrap_or_else(|| scenario.codes());
        let army = |code: &str| -> Result<Army, SheetFault> {
            let found = self.armies.iter().find(|army| army.code == code).cloned();
            found.ok_or_else(|| SheetFault::unknown(code, self.armies.iter().map(|army| army.code.as_str())))
        };
        let armies = [army(codes[0])?, army(codes[1])?];
        let sides = match scenario.choice {
            // The same list may stand on both sides (R136); a side needs a name of its own.
            true if codes[0] == codes[1] => [1, 2].map(|n| format!("{} {n}", armies[n - 1].name)),
            true => armies.each_ref().map(|army| army.name.clone()),
            false => scenario.sides.clone(),
        };
        let mut digest = self.digest.clone();
        digest.update(file.text.as_bytes());
        Ok(Sheet {
            name: name.into(),
            title: scenario.title.clone(),
            date: scenario.date.clone(),
            year: scenario.year,
            category: scenario.category.clone(),
            aggression: armies::aggression(&armies),
            sides,
            armies,
            notes: scenario.notes.split_whitespace().collect::<Vec<_>>().join(" "),
            choice: scenario.choice,
            charts: self.charts.clone(),
            troops: self.troops.clone(),
            fingerprint: digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect(),
        })
    }
}

/// A JSON schema for each kind of data file, by the kind's name.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("charts", schema_for!(charts::ChartsFile)),
        ("troops", schema_for!(charts::TroopsFile)),
        ("armies", schema_for!(armies::ArmiesFile)),
        ("scenario", schema_for!(ScenarioFile)),
    ]
}

/// Whether a file is one of this game's.
pub fn looks_like_ours(path: &Path, text: &str) -> bool {
    FILES.claims(path, text)
}

/// Checks a file against the rest of the library compiled in, and says what it is.
pub fn validate(path: &Path, text: &str) -> Result<String, DataFault> {
    let file = DataFile::new(path.display().to_string(), text);
    let place = FILES.filing(path, text).ok_or_else(|| FILES.unknown(&file))?;
    let mut texts = embedded_texts();
    texts.put(&place, file);
    let library = read(&texts)?;
    Ok(match place.kind {
        FileKind::Charts => "DBA charts: every table in order".into(),
        FileKind::Troops => format!("DBA troops: {} bases", library.troops.len()),
        FileKind::Armies => format!("DBA army lists: {} of them", library.armies.len()),
        FileKind::Scenario => format!("DBA scenario: {}", library.scenarios[&place.name].1.title),
    })
}
