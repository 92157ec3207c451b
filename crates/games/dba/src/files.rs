//! The data files: chart, troops, army lists and scenarios, as text a wargamer can edit.

use std::sync::Arc;

use engine::datafile::{DataFault, Texts};
use engine::edition::Source;
use sha2::{Digest, Sha256};

use crate::sheet::{Army, Charts, Sheet, Troop};
use crate::victory::LAST_TURN;

mod armies;
mod charts;
mod scenario;
#[cfg(test)]
mod tests;

pub use scenario::ScenarioFile;

/// What is of the house in every battle.
const HOUSE: [&str; 3] = [
    "Year and battle are from general history (3.1).",
    "Depths of bases where a list prints no subtype (R10), and the rulings R1 to R153.",
    "A hill's crest is half as long as the hill; ovals are drawn with sixteen corners.",
];

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
        let mut page = scenario.page(name, sides);
        page.notes = scenario.notes.split_whitespace().collect::<Vec<_>>().join(" ");
        page.rules.extend([
            "Lists, aggression, terrain, camps and deployment are played.".into(),
            format!("A battle not decided after {LAST_TURN} player turns is drawn (R133)."),
        ]);
        page.house.extend(HOUSE.map(String::from));
        page.fingerprint = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Sheet {
            page,
            aggression: armies::aggression(&armies),
            armies,
            choice: scenario.choice,
            lists: self.lists.clone(),
            titles: self.titles.clone(),
            charts: self.charts.clone(),
            troops: self.troops.clone(),
        })
    }
}
