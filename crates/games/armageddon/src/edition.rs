//! Armageddon as it stands on the shelf.

use std::path::Path;
use std::sync::Arc;

use engine::datafile::{DataFault, Filing, SheetFault};
use engine::edition::{DataFiles, OptionCard, Options, Publication, Published, ScenarioCard, Source};
use serde_json::Value;

use crate::battle::Battle;
use crate::files::{FileKind, Files, Printer, ScenarioFile};
use crate::muster::rehearse;
use crate::position::Position;
use crate::sheet::Sheet;

/// The version of the rules that new games follow ([`Battle::under`] says how the older ones differ).
pub const RULESET: u32 = 2;

/// Armageddon on the shelf.
pub type Armageddon = Published<Files>;

/// The game with its scenarios; `folder` overrides or adds data files.
pub fn edition(folder: Option<&Path>) -> Result<Armageddon, DataFault> {
    Published::new(folder)
}

impl Publication for Files {
    type Scenario = ScenarioFile;
    type Choices = Option<u8>;
    type Sheet = Sheet;
    type Setting = Battle;
    type Position = Position;

    const RULESET: u32 = RULESET;

    /// A length must be the printed one or among those left to choose.
    fn admits(scenario: &ScenarioFile, turns: &Option<u8>) -> Result<(), SheetFault> {
        let mut choices: Vec<u8> = scenario.turn_choices.iter().map(|t| *t.get_ref()).collect();
        if choices.is_empty() {
            choices.push(*scenario.turns.get_ref());
        }
        match *turns {
            Some(turns) if !choices.contains(&turns) => Err(SheetFault::WrongLength { turns, choices }),
            _ => Ok(()),
        }
    }

    fn print(&self, source: &Source<Files>, turns: Option<u8>) -> Result<Sheet, DataFault> {
        let Source { name, file, scenario } = source;
        let printer = Printer { name, file, scenario, map: &self.map, charts: &self.charts };
        printer.sheet(turns.unwrap_or(*scenario.turns.get_ref()))
    }

    fn prove(&self, source: &Source<Files>, sheet: &Sheet) -> Result<(), DataFault> {
        let groups = source.scenario.side.get_ref().iter().flat_map(|side| side.group.get_ref());
        let troops = groups.map(|group| &group.troops);
        rehearse(Battle::new(sheet.clone())).map_err(|misfit| misfit.fault(&source.file, troops))
    }

    fn contents(&self, filing: &Filing<FileKind>) -> String {
        match filing.kind {
            FileKind::Units => format!("counters: {} unit types", self.charts.units.len()),
            FileKind::Charts => format!("charts: {} kinds of terrain", self.charts.terrain.len()),
            FileKind::Map | FileKind::Scenario => {
                let grid = &self.map.ground.grid;
                format!("map: {} columns, {} rows", grid.columns(), grid.rows())
            }
        }
    }

    fn summary(sheet: &Sheet) -> String {
        let [first, second] = &sheet.sides;
        format!("scenario: {}, {first} against {second}, {} Game-Turns", sheet.title, sheet.turns)
    }

    fn goal(sheet: &Sheet) -> String {
        sheet.goal_words()
    }

    fn card(sheet: &Sheet) -> ScenarioCard {
        let length = OptionCard {
            name: "turns".into(),
            about: "Game length in Game-Turns".into(),
            values: sheet.turn_choices.iter().map(|&turns| Value::from(turns)).collect(),
            default: Value::from(sheet.turns),
            titles: vec![],
        };
        let options = if sheet.turn_choices.is_empty() { vec![] } else { vec![length] };
        sheet.page.card(Files::FILES.folder, sheet.turns, options)
    }

    fn choices(options: &Options) -> Option<u8> {
        options.get("turns").and_then(Value::as_u64).map(|turns| turns as u8)
    }

    fn prepare(sheet: Sheet, ruleset: u32) -> Battle {
        Battle::new(sheet).under(ruleset)
    }

    fn begin(battle: Arc<Battle>) -> Position {
        Position::new(battle)
    }
}
