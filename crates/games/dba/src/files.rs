//! The data files: chart, troops, army lists and scenarios, as text a wargamer can edit.

use std::sync::Arc;

use engine::datafile::{Catalogue, DataFault, Sort, Texts};
use engine::edition::Source;
use schemars::{Schema, schema_for};
use sha2::{Digest, Sha256};

use crate::sheet::{Army, Charts, Sheet, Troop};

mod armies;
mod charts;
mod scenario;
#[cfg(test)]
mod tests;

pub use scenario::ScenarioFile;

/// Every data file of the game, read and checked; the army lists of an open battle may be chosen by their codes.
///
/// ```
/// let library = dba::files::Library::embedded().unwrap();
/// let kadesh = library.sheet("kadesh", None).unwrap();
/// assert_eq!(kadesh.armies[0].name, "New Kingdom Egyptian");
/// assert_eq!(kadesh.lists.len(), 33);
/// ```
pub type Library = engine::edition::Library<Files>;

/// The data files but the scenarios.
#[derive(Debug)]
pub struct Files {
    charts: Arc<Charts>,
    pub(crate) troops: Arc<Vec<Troop>>,
    pub(crate) armies: Vec<Army>,
    /// The codes of the army lists.
    lists: Arc<[String]>,
    /// What they are called.
    titles: Arc<[String]>,
    digest: Sha256,
}

/// The kinds of data files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// The chart.
    Charts,
    /// The troops and their bases.
    Troops,
    /// The army lists.
    Armies,
    /// A scenario.
    Scenario,
}

/// The data files of the game, and the keys that no other game's files have.
pub(crate) static FILES: Catalogue<FileKind> = Catalogue {
    folder: "dba",
    title: "DBA 2.2+",
    sorts: &[
        Sort { kind: FileKind::Charts, what: "charts", place: "charts.toml", keys: &["kinds", "passes"] },
        Sort { kind: FileKind::Troops, what: "troops", place: "troops.toml", keys: &["troops"] },
        Sort { kind: FileKind::Armies, what: "army lists", place: "armies.toml", keys: &["lists"] },
        Sort { kind: FileKind::Scenario, what: "a scenario", place: "scenarios/", keys: &["armies"] },
    ],
};

/// The files compiled in; the scenarios in the order of the shelf.
pub(crate) const TEXTS: &[(&str, &str)] = engine::texts! {
    "": "charts", "troops", "armies";
    "scenarios/":
        "kadesh", "delta", "eltekeh", "uaush", "aricia", "lake-regillus", "cremera", "nineveh", "singara",
        "qadisiyya", "yarmuk", "varbitsa", "achelous", "anatolia", "danube", "dorostolon", "kleidion", "open";
};

impl Files {
    pub(crate) fn read(texts: &Texts<FileKind>) -> Result<Files, DataFault> {
        let files = [FileKind::Charts, FileKind::Troops, FileKind::Armies];
        let [chart_file, troop_file, army_file] = files.map(|kind| texts.one(kind));
        let charts = charts::read(chart_file?)?;
        let troops = charts::troops(troop_file?)?;
        let armies = armies::read(army_file?, &troops, &charts)?;
        let mut digest = Sha256::new();
        for kind in files {
            digest.update(texts.one(kind)?.text.as_bytes());
        }
        let lists = armies.iter().map(|army| army.code.clone()).collect();
        let titles = armies.iter().map(Army::title).collect();
        Ok(Files { charts: Arc::new(charts), troops: Arc::new(troops), armies, lists, titles, digest })
    }

    /// Everything printed for a scenario.
    pub(crate) fn sheet(
        &self,
        source: &Source<Files>,
        chosen: Option<[String; 2]>,
    ) -> Result<Sheet, DataFault> {
        let Source { name, file, scenario } = source;
        scenario.check(file, &self.armies)?;
        let codes = match &chosen {
            Some(codes) if scenario.choice => codes.each_ref().map(String::as_str),
            _ => scenario.codes(),
        };
        let army = |code: &str| {
            let unknown = || DataFault::of_file(code, "there is no such army list", "the code of a list");
            self.armies.iter().find(|army| army.code == code).cloned().ok_or_else(unknown)
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
            name: name.clone(),
            title: scenario.title.clone(),
            date: scenario.date.clone(),
            year: scenario.year,
            category: scenario.category.clone(),
            aggression: armies::aggression(&armies),
            sides,
            armies,
            notes: scenario.notes.split_whitespace().collect::<Vec<_>>().join(" "),
            choice: scenario.choice,
            lists: self.lists.clone(),
            titles: self.titles.clone(),
            charts: self.charts.clone(),
            troops: self.troops.clone(),
            fingerprint: digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect(),
        })
    }
}

/// A JSON schema for each kind of data file, by the kind's name.
pub(crate) fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("charts", schema_for!(charts::ChartsFile)),
        ("troops", schema_for!(charts::TroopsFile)),
        ("armies", schema_for!(armies::ArmiesFile)),
        ("scenario", schema_for!(ScenarioFile)),
    ]
}
