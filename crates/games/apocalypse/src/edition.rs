//! Apocalypse in the East as it stands on the shelf.

use std::path::Path;
use std::sync::Arc;

use engine::datafile::{DataFault, Filing};
use engine::edition::{DataFiles, Publication, Published, ScenarioCard, Source};
use engine::words::counted;

use crate::files::{FileKind, Files, ScenarioFile};
use crate::position::Position;
use crate::sheet::Sheet;

/// The version of the rules; a change that alters an old game's outcome needs a new one.
pub const RULESET: u32 = 2;

/// Apocalypse in the East on the shelf.
pub type Apocalypse = Published<Files>;

/// The game with its scenarios; `folder` overrides or adds data files.
pub fn edition(folder: Option<&Path>) -> Result<Apocalypse, DataFault> {
    Published::new(folder)
}

impl Publication for Files {
    type Scenario = ScenarioFile;
    type Choices = ();
    type Sheet = Sheet;
    type Setting = Sheet;
    type Position = Position;

    const RULESET: u32 = RULESET;

    fn print(&self, source: &Source<Files>, (): ()) -> Result<Sheet, DataFault> {
        self.sheet(source)
    }

    fn contents(&self, filing: &Filing<FileKind>) -> String {
        match filing.kind {
            FileKind::Units => format!("counters: {} land units", self.roster.land()),
            FileKind::Charts => "charts: every table in order".to_string(),
            FileKind::Map | FileKind::Scenario => {
                format!("map: {} towns and cities", self.map.ground.settlements.len())
            }
        }
    }

    fn summary(sheet: &Sheet) -> String {
        format!("scenario: {}, {}", sheet.title, counted(sheet.turns(), "turn", "turns"))
    }

    fn goal(sheet: &Sheet) -> String {
        sheet.goal_words()
    }

    fn card(sheet: &Sheet) -> ScenarioCard {
        sheet.page.card(Files::FILES.folder, sheet.turns(), vec![])
    }

    fn prepare(sheet: Sheet, ruleset: u32) -> Sheet {
        sheet.under(ruleset)
    }

    fn begin(sheet: Arc<Sheet>) -> Position {
        Position::new(sheet)
    }
}

#[cfg(test)]
mod tests {
    use engine::edition::{Edition, Options};

    use super::*;
    use crate::sheet::{Leader, SettlementKind};

    #[test]
    fn every_scenario_can_be_opened() {
        let shelf = edition(None).unwrap();
        let names: Vec<&str> = shelf.scenarios().iter().map(|card| card.scenario.as_str()).collect();
        let known = ["campaign", "delta", "isles", "armenia", "great-fleet"];
        assert_eq!(names, known.map(|name| format!("apocalypse/{name}")));
        for card in shelf.scenarios() {
            assert_eq!(shelf.open(&card.scenario, &Options::new()).unwrap().table.audit(), Ok(()));
        }
    }

    #[test]
    fn a_game_keeps_the_house_values_it_began_with() {
        let shelf = edition(None).unwrap();
        let values = |ruleset| {
            let sheet = |name| shelf.setting(name, &Options::new(), ruleset).unwrap();
            let (campaign, delta, city) =
                (sheet("campaign"), sheet("delta"), SettlementKind::Constantinople as usize);
            let muawiya = campaign.roster.leaders[Leader::Muawiya as usize].field;
            let walls = [campaign.charts.breach[city], campaign.charts.stacking[city]];
            let needed = ["armenia", "isles"].map(|name| sheet(name).victory.at_least);
            (muawiya, walls, needed, delta.opening.deployments[0].units.len())
        };
        assert_eq!(values(1), (1, [6, 12], [2, 3], 8));
        assert_eq!(values(RULESET), (2, [5, 10], [3, 2], 10));
        let fingerprint =
            |ruleset| shelf.setting("delta", &Options::new(), ruleset).unwrap().fingerprint.clone();
        assert_eq!(fingerprint(1), fingerprint(2), "a record of either names the same data");
    }
}
