//! Zones of control (9, rulings R45 to R51).

use engine::Side;
use engine::hex::Hex;

use crate::position::Position;

impl Position {
    /// Whether a hex lies in the zone of control of a side: of any combat unit, reduced or on baggage, but
    /// not of baggage or lone commanders (ruling R45). Friends in the hex do not cancel it (ruling R49).
    #[inline]
    pub(crate) fn in_zone(&self, of: Side, hex: Hex) -> bool {
        let neighbours = self.battle.sheet.ground.grid.neighbours(hex);
        let mut reaching = neighbours.filter(|&(from, _)| self.battle.zone_open(hex, from));
        reaching.any(|(_, beyond)| self.fighter_of(of, beyond).is_some())
    }
}

#[cfg(test)]
mod tests;
