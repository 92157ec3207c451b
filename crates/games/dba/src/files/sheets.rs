//! A scenario file, the chart, the troops and the army lists made into a [`Sheet`].

use engine::datafile::DataFault;
use engine::edition::Source;
use sha2::Digest;

use super::{Files, armies};
use crate::sheet::Sheet;
use crate::victory::LAST_TURN;

/// What is of the house in every battle.
const HOUSE: [&str; 3] = [
    "Year and battle are from general history (3.1).",
    "Depths of bases where a list prints no subtype (R10), and the rulings R1 to R153.",
    "A hill's crest is half as long as the hill; ovals are drawn with sixteen corners.",
];

impl Files {
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
            ruleset: crate::edition::RULESET,
        })
    }
}
