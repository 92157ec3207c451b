//! A position as data: saved, and taken back only if it could occur.

use engine::Objection;
use engine::saved::{Ending, Kept, accepted};

use crate::position::{Position, SavedState, Stage, State};
use crate::unit::{Spot, UnitId};

/// Every grade and rule an outcome may have.
const GRADES: [&str; 3] = ["major", "minor", "draw"];
const RULES: [&str; 6] = ["11", "R103", "R122", "R124", "R130", "R131"];

impl Position {
    pub(crate) fn save(&self) -> SavedState {
        let outcome = self.outcome.map(Ending::from);
        SavedState { outcome, ..self.state.form(&self.battle.sheet.ground.grid) }
    }

    pub(crate) fn load(&self, saved: SavedState) -> Result<Position, Objection> {
        accepted(self.sound(saved), "battle")
    }

    fn sound(&self, saved: SavedState) -> Result<Position, String> {
        let position = self.rebuild(saved)?;
        position.find_fault()?;
        let mut settled = position.clone();
        settled.settle(&mut engine::Silence);
        if settled == position { Ok(position) } else { Err("it would go on by itself".into()) }
    }

    fn rebuild(&self, saved: SavedState) -> Result<Position, String> {
        let grid = &self.battle.sheet.ground.grid;
        let ways: Vec<_> = GRADES.iter().flat_map(|grade| RULES.map(|rule| (*grade, rule))).collect();
        let outcome = saved.outcome.clone().map(|ending| ending.outcome(&ways)).transpose()?;
        let target = saved.target.clone();
        let mut position = Position::at_state(self.battle.clone(), State::kept(saved, grid)?);
        position.outcome = outcome;
        if let Some(target) = target {
            position.combat.target = Spot::called(&target, grid)?;
        }
        position.units.expect(self.battle.count(), "counters")?;
        let withdrawing = position.combat.stage == Stage::WithdrawingOn;
        let passing =
            [position.mover.unit, if withdrawing { position.combat.defender } else { UnitId::NONE }];
        // Whoever only passes through a friend's hex is put down last, and leaves it to the friend.
        let all = self.battle.ids();
        let (last, first): (Vec<UnitId>, Vec<UnitId>) = all.partition(|id| passing.contains(id));
        for id in first.into_iter().chain(last) {
            if let Some(hex) = position.at(id) {
                position.put(id, hex);
            }
        }
        Ok(position)
    }
}

#[cfg(test)]
mod tests;
