//! What orders point at on the board, so that a click can find them.

use engine::hex::{Direction, HexNumber};

use crate::position::{Position, Stage};
use crate::unit::UnitId;

impl Position {
    /// The counter that moves, retreats or waits for its facing.
    pub(crate) fn counter_in_hand(&self) -> Option<UnitId> {
        let retreating = (self.combat.stage == Stage::Retreating).then_some(self.combat.piece);
        self.facing_due.some().or(retreating).or(self.mover.unit.some())
    }

    /// The hex next to the counter in hand.
    pub(crate) fn beyond(&self, to: Direction) -> Option<HexNumber> {
        let from = self.unit(self.counter_in_hand()?).hex()?;
        self.battle.neighbour(from, to).map(|hex| self.number(hex))
    }
}
