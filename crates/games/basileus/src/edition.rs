//! Basileus as it stands on the shelf.

use std::path::Path;
use std::sync::Arc;

use engine::datafile::{DataFault, Filing};
use engine::edition::{DataFiles, Publication, Published, ScenarioCard, Source, Switch};

use crate::battle::Battle;
use crate::files::{FileKind, Files, Printer, ScenarioFile};
use crate::muster::rehearse;
use crate::position::Position;
use crate::sheet::{Choices, Sheet};

/// The version of the rules; a change that alters an old game's outcome needs a new one.
pub const RULESET: u32 = 1;

/// Basileus on the shelf.
pub type Basileus = Published<Files>;

/// The game with its battles; `folder` overrides or adds data files.
pub fn edition(folder: Option<&Path>) -> Result<Basileus, DataFault> {
    Published::new(folder)
}

impl Publication for Files {
    type Scenario = ScenarioFile;
    type Choices = Choices;
    type Sheet = Sheet;
    type Setting = Battle;
    type Position = Position;

    const RULESET: u32 = RULESET;
    const SWITCHES: &'static [Switch<Choices>] = &[
        Switch::new(
            "zoc_to_zoc",
            "12.1: a unit may pass from one zone of control to another after a morale test",
            |c| &mut c.zoc_to_zoc,
        ),
        Switch::new("counter_charge", "12.2: units that can charge cannot be charged", |c| {
            &mut c.counter_charge
        }),
        Switch::new("dice_pools", "12.3: a die for each strength point instead of the ratio table", |c| {
            &mut c.dice_pools
        }),
        Switch::new("impetuosity", "2.2.2: units with the lightning may rush at the enemy", |c| {
            &mut c.impetuosity
        }),
        Switch::new("feigned_flight", "2.2.4: units with the double arrow may draw the enemy on", |c| {
            &mut c.feigned_flight
        }),
    ];

    fn print(&self, source: &Source<Files>, choices: Choices) -> Result<Sheet, DataFault> {
        let Source { name, file, scenario } = source;
        let Files { maps, charts, types } = self;
        Printer { name, file, scenario, maps, charts, types }.sheet(choices)
    }

    fn prove(&self, source: &Source<Files>, sheet: &Sheet) -> Result<(), DataFault> {
        let groups = source.scenario.side.get_ref().iter().flat_map(|side| side.group.get_ref());
        let troops = groups.map(|group| &group.troops);
        rehearse(Battle::new(sheet.clone())).map_err(|misfit| misfit.fault(&source.file, troops))
    }

    fn contents(&self, filing: &Filing<FileKind>) -> String {
        match filing.kind {
            FileKind::Units => format!("counters: {} types", self.types.len()),
            FileKind::Charts => format!("charts: {} kinds of terrain", self.charts.terrain.len()),
            FileKind::Map | FileKind::Scenario => {
                let grid = &self.maps[&filing.name].ground.grid;
                format!("map: {} columns, {} rows", grid.columns(), grid.rows())
            }
        }
    }

    fn summary(sheet: &Sheet) -> String {
        let [first, second] = &sheet.sides;
        format!("battle: {}, {first} against {second}, {} turns", sheet.title, sheet.turns)
    }

    fn goal(sheet: &Sheet) -> String {
        sheet.goal_words()
    }

    fn card(sheet: &Sheet) -> ScenarioCard {
        sheet.page.card(Files::FILES.folder, sheet.turns, Switch::cards(Files::SWITCHES))
    }

    fn prepare(sheet: Sheet, _ruleset: u32) -> Battle {
        Battle::new(sheet)
    }

    fn begin(battle: Arc<Battle>) -> Position {
        Position::new(battle)
    }
}

#[cfg(test)]
mod tests;
