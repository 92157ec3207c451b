//! Overfull hexes by version 1 of the rules, for the games begun under it: a cure is looked for in one hex at
//! a time, and one that a later move closes is let go.

use engine::hex::Hex;

use crate::position::Position;
use crate::unit::UnitId;

impl Position {
    /// Whether a unit may end its move in a hex: if the stack is legal, or if other troops there have moves
    /// open that could make it legal.
    pub(super) fn may_rest_first(&self, id: UnitId, hex: Hex) -> bool {
        self.fits(id, hex) || self.legal_stack(hex, id, |other| self.could_leave(other, hex))
    }

    /// Whether a unit has a move open that takes it out of its hex to a place where it fits; a passenger
    /// leaves with its chariot.
    fn could_leave(&self, id: UnitId, hex: Hex) -> bool {
        let id = self.unit(id).aboard.some().unwrap_or(id);
        let facing = self.unit(id).facing;
        self.free_to_move(id)
            && self.could_reach(id, self.usual_gait(id), hex, facing, self.allowance(id), &mut |end| {
                end != hex && self.fits(id, end)
            })
    }

    /// A hex of the phasing side that is no legal stack and that could still be cured.
    pub(super) fn crowd_to_disperse_first(&self) -> Option<Hex> {
        self.overfull().find(|&hex| self.legal_stack(hex, UnitId::NONE, |id| self.could_leave(id, hex)))
    }
}
