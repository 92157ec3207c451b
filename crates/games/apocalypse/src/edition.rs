//! Apocalypse in the East as it stands on the shelf.

use std::path::Path;
use std::sync::Arc;

use engine::datafile::{Catalogue, DataFault, Filing, Texts};
use engine::edition::{DataFiles, Options, Publication, Published, ScenarioCard, Source};
use engine::rulebook::Rulebook;
use engine::words::counted;
use schemars::Schema;

use crate::files::{self, FILES, FileKind, Files, ScenarioFile};
use crate::position::Position;
use crate::sheet::Sheet;

/// The version of the rules; a change that alters an old game's outcome needs a new one.
pub const RULESET: u32 = 1;

/// Apocalypse in the East on the shelf.
pub type Apocalypse = Published<Files>;

/// The game with its scenarios; `folder` overrides or adds data files.
pub fn edition(folder: Option<&Path>) -> Result<Apocalypse, DataFault> {
    Published::new(folder)
}

impl DataFiles for Files {
    type Kind = FileKind;

    const FILES: &'static Catalogue<FileKind> = &FILES;
    const SCENARIO: FileKind = FileKind::Scenario;
    const TEXTS: &'static [(&'static str, &'static str)] = files::TEXTS;

    fn rulebook() -> &'static Rulebook {
        crate::rulebook::rulebook()
    }

    fn schemas() -> Vec<(&'static str, Schema)> {
        files::schemas()
    }

    fn read(texts: &Texts<FileKind>) -> Result<Files, DataFault> {
        Files::read(texts)
    }
}

impl Publication for Files {
    type Scenario = ScenarioFile;
    type Choices = ();
    type Sheet = Sheet;
    type Setting = Sheet;
    type Position = Position;

    const RULESET: u32 = RULESET;

    fn shelved(scenario: &ScenarioFile) -> u16 {
        scenario.order.into()
    }

    fn print(&self, source: &Source<Files>, (): ()) -> Result<Sheet, DataFault> {
        self.sheet(source)
    }

    fn contents(&self, filing: &Filing<FileKind>) -> String {
        match filing.kind {
            FileKind::Units => format!("counters: {} land units", self.roster.land()),
            FileKind::Charts => "charts: every table in order".to_string(),
            FileKind::Map | FileKind::Scenario => {
                format!("map: {} towns and cities", self.map.ground.places.len())
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
        ScenarioCard {
            game: FILES.folder.into(),
            scenario: format!("{}/{}", FILES.folder, sheet.name),
            title: sheet.title.clone(),
            year: sheet.first_year.into(),
            date: sheet.date.clone(),
            sides: sheet.sides.clone(),
            turns: sheet.turns().into(),
            category: sheet.category.clone(),
            goal: String::new(),
            options: vec![],
            notes: sheet.notes.clone(),
            rules: sheet.rules.clone(),
            house: sheet.house.clone(),
            fingerprint: sheet.fingerprint.clone(),
        }
    }

    fn choices(_options: &Options) {}

    fn prepare(sheet: Sheet, _ruleset: u32) -> Sheet {
        sheet
    }

    fn begin(sheet: Arc<Sheet>) -> Position {
        Position::new(sheet)
    }
}

#[cfg(test)]
mod tests {
    use engine::edition::Edition;

    use super::*;

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
}
