//! A position as data: saved, and taken back only if it could occur.

use engine::Objection;
use engine::saved::{Ending, Kept, accepted};

use crate::element::MOST;
use crate::field::Field;
use crate::position::{Position, SavedState, State};

/// The grades a battle may end with, and the rule of each.
const ENDINGS: [(&str, &str); 4] =
    [("rout", "2.16"), ("general", "2.16"), ("victory", "2.16"), ("draw", "R133")];

impl Position {
    pub(crate) fn save(&self) -> SavedState {
        let (terrain, outcome) = (Some(self.field.plain()), self.outcome.map(Ending::from));
        SavedState { terrain, outcome, ..self.state.form(&self.sheet) }
    }

    pub(crate) fn load(&self, saved: SavedState) -> Result<Position, Objection> {
        let sound = |position: Position| position.find_fault().map(|()| position);
        accepted(self.rebuild(saved).and_then(sound), "battle")
    }

    fn rebuild(&self, mut saved: SavedState) -> Result<Position, String> {
        let outcome = saved.outcome.take().map(|ending| ending.outcome(&ENDINGS)).transpose()?;
        let terrain = saved.terrain.take().unwrap_or_default();
        if !terrain.iter().all(crate::terrain::sane) {
            return Err("a piece of terrain is far too large".into());
        }
        let field = Field::of(terrain).ok_or("a piece of terrain has no outline")?;
        let state = State::kept(saved, &self.sheet)?;
        state.elements.expect(MOST, "elements")?;
        Ok(Position { sheet: self.sheet.clone(), field, state, outcome })
    }
}

#[cfg(test)]
mod tests;
