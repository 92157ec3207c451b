//! A position as data: saved, and taken back only if it could occur.

use engine::saved::{Kept, accepted};
use engine::{Objection, Outcome, Side};
use serde::{Deserialize, Serialize};

use crate::position::{Position, SavedState, State, Step};

/// How a battle ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedOutcome {
    winner: Option<Side>,
    eclipse: bool,
}

impl Position {
    pub(crate) fn save(&self) -> SavedState {
        let outcome = self.outcome.map(|o| SavedOutcome { winner: o.winner, eclipse: o.rule == "R112" });
        let mut saved = SavedState { outcome, ..self.state.form(&self.battle.sheet.ground.grid) };
        if let Some(mover) = saved.mover.as_mut().filter(|mover| mover.unit.is_some()) {
            mover.incurable = Some(self.crowds.incurable).filter(|incurable| *incurable > 0);
        }
        saved
    }

    pub(crate) fn load(&self, saved: SavedState) -> Result<Position, Objection> {
        accepted(self.sound(saved), "scenario")
    }

    fn sound(&self, saved: SavedState) -> Result<Position, String> {
        let incurable =
            saved.mover.as_ref().filter(|mover| mover.unit.is_some()).map(|mover| mover.incurable);
        let mut position = self.rebuild(saved)?;
        position.find_fault()?;
        if matches!(position.step, Step::Dust | Step::Moving | Step::Window) {
            position.note_crowds();
            // What was past cure when the unit in hand was taken up can no longer be seen.
            if let Some(incurable) = incurable {
                position.crowds.recall(incurable.unwrap_or(0));
            }
        }
        Ok(position)
    }

    fn rebuild(&self, saved: SavedState) -> Result<Position, String> {
        let (outcome, stopped) = (saved.outcome, saved.stopped);
        let state = State::kept(saved, &self.battle.sheet.ground.grid)?;
        let mut position = Position::at_state(self.battle.clone(), state);
        position.units.expect(self.battle.count(), "counters")?;
        let (found, objectives) = (position.control.present().len(), self.battle.sheet.objectives.len());
        if found != objectives {
            return Err(format!("it follows {found} objectives, expected {objectives}"));
        }
        position.mover.stopped = stopped.unwrap_or(position.mover.stopped);
        position.outcome = outcome.map(|o| Outcome {
            winner: o.winner,
            grade: if o.winner.is_some() { "victory" } else { "draw" },
            rule: if o.eclipse { "R112" } else { "setup.victory" },
        });
        for id in self.battle.ids() {
            if let Some(hex) = position.unit(id).hex() {
                position.put(id, hex);
            }
        }
        Ok(position)
    }
}
