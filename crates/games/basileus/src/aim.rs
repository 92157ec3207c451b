//! What orders point at on the board, so that a click can find them.

use engine::act::{self, Act, Look};
use engine::hex::{Direction, HexNumber};

use crate::position::{Gait, Position, Stage, Step};
use crate::unit::UnitId;

impl Position {
    /// The counter that moves, is drawn on, withdraws, retreats or advances.
    pub(crate) fn counter_in_hand(&self) -> Option<UnitId> {
        match (self.mover.unit.some(), self.combat.stage) {
            (Some(_), _) if self.mover.gait == Gait::Lured => self.mover.other.some(),
            (Some(unit), _) => Some(unit),
            (None, Stage::Idle | Stage::Building) => None,
            (None, _) => self.combat.piece.some(),
        }
    }

    /// Placing a counter: once battle is joined, that is bringing it onto the map.
    pub(crate) fn placing(&self) -> Act {
        let look = if self.step == Step::Moving { Look::Enter } else { Look::Place };
        Act { look, ..act::PLACE }
    }

    pub(crate) fn beyond(&self, from: Option<UnitId>, to: Direction) -> Option<HexNumber> {
        let from = self.at(from?)?;
        self.battle.neighbour(from, to).map(|hex| self.number(hex))
    }
}

#[cfg(test)]
mod tests;
