//! Jihad! as it stands on the shelf.

use std::path::Path;
use std::sync::Arc;

use engine::datafile::{DataFault, Filing};
use engine::edition::{DataFiles, Publication, Published, ScenarioCard, Source, Switch};
use engine::words::counted;

use crate::files::{FileKind, Files, Printer, ScenarioFile};
use crate::position::Position;
use crate::sheet::{Sheet, Variant};

/// The version of the rules; a change that alters an old game's outcome needs a new one.
pub const RULESET: u32 = 1;

/// Jihad! on the shelf.
pub type Jihad = Published<Files>;

/// The game with its scenarios; `folder` overrides or adds data files.
pub fn edition(folder: Option<&Path>) -> Result<Jihad, DataFault> {
    Published::new(folder)
}

impl Publication for Files {
    type Scenario = ScenarioFile;
    type Choices = Variant;
    type Sheet = Sheet;
    type Setting = Sheet;
    type Position = Position;

    const RULESET: u32 = RULESET;
    const SWITCHES: &'static [Switch<Variant>] = &[
        Switch::new(
            "errata",
            "The designer's errata: both players recruit before anybody moves, States that do not recruit \
                    stay at home, and those that stand by while invaded count as defeated",
            |c| &mut c.errata,
        ),
        Switch::new("exchange", "The winner of a civil war takes the Muslim side", |c| &mut c.exchange),
    ];

    fn print(&self, source: &Source<Files>, variant: Variant) -> Result<Sheet, DataFault> {
        let Source { name, file, scenario } = source;
        let Files { roster, charts, map } = self;
        Printer { name, file, scenario, map, roster, charts }.sheet(variant)
    }

    fn contents(&self, filing: &Filing<FileKind>) -> String {
        match filing.kind {
            FileKind::Units => format!("counters: {} units", self.roster.len()),
            FileKind::Charts => "charts: every table in order".to_string(),
            FileKind::Map | FileKind::Scenario => {
                let total: u16 = self.map.ground.realms.iter().map(|realm| realm.base).sum();
                format!("map: {} cities, {total} points of productivity", self.map.ground.cities.len())
            }
        }
    }

    fn summary(sheet: &Sheet) -> String {
        let (first, last) = (Sheet::years(sheet.first_turn).0, Sheet::years(sheet.last_turn).1);
        let turns = counted(sheet.turns(), "turn", "turns");
        format!("scenario: {}, {first} to {last}, {turns}", sheet.title)
    }

    fn goal(sheet: &Sheet) -> String {
        sheet.goal_words()
    }

    fn card(sheet: &Sheet) -> ScenarioCard {
        sheet.page.card(Files::FILES.folder, sheet.turns(), Switch::cards(Files::SWITCHES))
    }

    fn prepare(sheet: Sheet, _ruleset: u32) -> Sheet {
        sheet
    }

    fn begin(sheet: Arc<Sheet>) -> Position {
        Position::new(sheet)
    }
}

#[cfg(test)]
mod tests {
    use covers::covers;
    use engine::edition::{Edition, Options};

    use super::*;

    #[test]
    #[covers("15.0", "scenario", "brief.1", "brief.2")]
    fn every_scenario_can_be_opened_with_either_option() {
        let shelf = edition(None).unwrap();
        let names: Vec<&str> = shelf.scenarios().iter().map(|card| card.scenario.as_str()).collect();
        let known = ["full", "first-conquests", "first-civil-war", "sieges-of-constantinople"];
        assert!(known.iter().all(|name| names.contains(&format!("jihad/{name}").as_str())), "{names:?}");
        for card in shelf.scenarios() {
            let options: Vec<&str> = card.options.iter().map(|option| option.name.as_str()).collect();
            assert_eq!(options, ["errata", "exchange"]);
            let chosen = Options::new().with("errata", true).with("exchange", true);
            let opening = shelf.open(&card.scenario, &chosen).unwrap();
            assert_eq!(opening.table.audit(), Ok(()));
        }
    }

    #[test]
    #[covers("brief.8")]
    fn values_of_the_house_are_marked_on_every_card() {
        let shelf = edition(None).unwrap();
        for card in shelf.scenarios() {
            let house = card.house.join(" ").to_lowercase();
            assert!(house.contains("strength"), "{}: {house}", card.scenario);
        }
    }
}
