//! Stacking (rulebook, "Stacking" A–F; rulings R73 to R76).

use engine::hex::Hex;

use crate::position::Position;
use crate::sheet::Kind;
use crate::unit::{Unit, UnitId};

/// What the stacking rules count in a hex. Leaders and markers are not counted (Cases A, F).
#[derive(Default)]
struct Tally {
    troops: u8,
    chariots: u8,
    riders: u8,
    melee: Option<Kind>,
    mixed: bool,
}

impl Tally {
    fn add(&mut self, unit: &Unit) {
        self.troops += 1;
        if unit.kind == Kind::CH {
            self.chariots += 1;
        } else if unit.aboard.some().is_some() {
            self.riders += 1;
        } else if !unit.kind.is_fire() {
            // Case C: troops of different types share a hex only if one of them is a fire unit.
            self.mixed |= self.melee.is_some_and(|kind| kind != unit.kind);
            self.melee = Some(unit.kind);
        }
    }

    /// Ruling R73: at most three troops, non-fire troops of one type; or one chariot with its passenger.
    fn legal(&self) -> bool {
        match self.chariots {
            0 => self.troops <= 3 && !self.mixed,
            1 => self.troops == 1 + self.riders && self.riders <= 1,
            _ => false,
        }
    }
}

impl Position {
    /// Whether the hex would be a legal stack with `joining` in it (it may be there already), and without
    /// the units that `left_out` names.
    fn legal_stack(&self, hex: Hex, joining: UnitId, left_out: impl Fn(UnitId) -> bool) -> bool {
        let mut tally = Tally::default();
        for id in self.troops(hex) {
            let comes = id == joining || (joining != UnitId::NONE && self.unit(id).aboard == joining);
            if !comes && !left_out(id) {
                tally.add(self.unit(id));
            }
        }
        if joining != UnitId::NONE {
            let unit = self.unit(joining);
            tally.add(unit);
            if unit.kind == Kind::CH
                && let Some(passenger) = self.passenger(joining)
            {
                tally.add(self.unit(passenger));
            }
        }
        tally.legal()
    }

    /// Whether a hex is a legal stack as it stands.
    pub(crate) fn stacked_legally(&self, hex: Hex) -> bool {
        self.legal_stack(hex, UnitId::NONE, |_| false)
    }

    /// Whether a unit fits into a hex by the stacking rules.
    pub(crate) fn fits(&self, id: UnitId, hex: Hex) -> bool {
        self.unit(id).kind.is_leader() || !self.occupied(hex) || self.legal_stack(hex, id, |_| false)
    }

    /// Ruling R75: whether a unit may end its move in a hex. It may if the stack is legal, or if other
    /// troops there have moves open that could make it legal; with `strict`, only if it is legal outright.
    pub(crate) fn may_rest(&self, id: UnitId, hex: Hex, strict: bool) -> bool {
        self.fits(id, hex) || (!strict && self.legal_stack(hex, id, |other| self.could_leave(other, hex)))
    }

    /// Whether a crowded hex could still be made legal by moves open to the troops in it.
    pub(crate) fn curable(&self, hex: Hex) -> bool {
        self.legal_stack(hex, UnitId::NONE, |id| self.could_leave(id, hex))
    }

    /// Whether a unit has a move open that takes it out of its hex to a place where it may stay; a passenger
    /// leaves with its chariot.
    fn could_leave(&self, id: UnitId, hex: Hex) -> bool {
        let id = self.unit(id).aboard.some().unwrap_or(id);
        let unit = self.unit(id);
        self.free_to_move(id)
            && self.could_reach_rest(id, self.usual_gait(id), hex, unit.facing, self.allowance(id), Some(hex))
    }

    /// A hex of the phasing side that the stacking rules forbid and that could still be cured.
    pub(crate) fn crowd_to_disperse(&self) -> Option<Hex> {
        let side = self.phasing();
        self.battle.units(side).find_map(|id| {
            let unit = self.unit(id);
            let hex = unit.hex()?;
            // Only the lower units of a stack can be the second or later of it.
            let crowded = unit.is_troop() && self.tops[hex.index()] != id && !self.stacked_legally(hex);
            (crowded && self.curable(hex)).then_some(hex)
        })
    }
}

impl Position {
    /// Whether a troop of a type, on foot, fits into a hex as it stands.
    pub(crate) fn fits_on_foot(&self, kind: Kind, hex: Hex) -> bool {
        let mut tally = Tally::default();
        self.troops(hex).for_each(|id| tally.add(self.unit(id)));
        tally.add(&Unit { kind, ..Unit::UNUSED });
        tally.legal()
    }
}

#[cfg(test)]
mod tests;
