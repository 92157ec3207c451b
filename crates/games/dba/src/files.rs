//! The data files: chart, troops, army lists and scenarios, as text a wargamer can edit.

use std::sync::Arc;

use engine::datafile::{DataFault, Texts};
use sha2::{Digest, Sha256};

use crate::sheet::{Army, Charts, Troop};

mod armies;
mod charts;
mod scenario;
mod sheets;
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

engine::data_files! {
    /// The kinds of data files.
    pub enum FileKind of Files, "DBA 2.2+" in "dba" {
        /// The chart.
        Charts: "charts" in "charts.toml", known by "kinds" "passes", written as charts::ChartsFile;
        /// The troops and their bases.
        Troops: "troops" in "troops.toml", known by "troops", written as charts::TroopsFile;
        /// The army lists.
        Armies: "army lists" in "armies.toml", known by "lists", written as armies::ArmiesFile;
        /// A scenario.
        Scenario: "a scenario" in "scenarios/", known by "armies", written as ScenarioFile;
    }
    rules crate::rulebook::rulebook;
    read by Files::read_all;
    // The files compiled in; those that are played in the order of the shelf.
    texts {
        "": "charts", "troops", "armies";
        "scenarios/":
            "kadesh", "delta", "eltekeh", "uaush", "aricia", "lake-regillus", "cremera", "nineveh", "singara",
            "qadisiyya", "yarmuk", "varbitsa", "achelous", "anatolia", "danube", "dorostolon", "kleidion", "open";
    }
    lessons { "pips", "group", "contact", "combat", "shooting", "winning" }
    card "card.toml";
}

impl Files {
    /// Reads every file but those that are played.
    fn read_all(texts: &Texts<FileKind>) -> Result<Files, DataFault> {
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
}
