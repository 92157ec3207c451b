//! What orders point at on the board, so that a click can find them.

use engine::hex::{Direction, HexNumber};

use crate::position::Position;
use crate::unit::UnitId;

impl Position {
    /// The hex next to the stack in hand.
    pub(crate) fn beyond(&self, to: Direction) -> Option<HexNumber> {
        let from = self.mover.at.hex()?;
        self.sheet.ground.grid.neighbour(from, to).map(|hex| self.number(hex))
    }

    /// The hex where a counter stands; for the box, the hex of its city.
    pub(crate) fn number_of(&self, id: UnitId) -> Option<HexNumber> {
        let spot = match self.as_leader(id) {
            Some(leader) => self.war.leaders[leader as usize],
            None => self.exists(id).then(|| self.unit(id).spot)?,
        };
        self.hex_of(spot).map(|hex| self.number(hex))
    }
}
