//! What orders point at on the board, so that a click can find them.

use engine::hex::{Direction, HexNumber};

use crate::position::Position;

impl Position {
    /// The hex next to the stack in hand.
    pub(crate) fn beyond(&self, to: Direction) -> Option<HexNumber> {
        let from = self.mover.at.hex()?;
        self.sheet.ground.grid.neighbour(from, to).map(|hex| self.number(hex))
    }
}
