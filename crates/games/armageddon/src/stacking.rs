//! Stacking (rulebook, "Stacking" A–F; rulings R73 to R76).
//!
//! What a lawful stack is, and who fits where. Whether an overfull hex can still be mended is looked ahead in
//! [`cures`]; games begun under version 1 of the rules go on by [`first`].

mod cures;
mod first;

use engine::hex::Hex;

pub(crate) use self::cures::Crowds;
use crate::position::Position;
use crate::sheet::Kind;
use crate::unit::{Unit, UnitId};

/// What the stacking rules count in a hex. Leaders and markers are not counted (Cases A, F).
#[derive(Default)]
struct Count {
    troops: u8,
    chariots: u8,
    riders: u8,
    melee: Option<Kind>,
    mixed: bool,
}

impl Count {
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
        let mut tally = Count::default();
        for id in self.troops(hex) {
            let comes = id == joining || (joining != UnitId::NONE && self.unit(id).aboard == joining);
            if !comes && !left_out(id) {
                tally.add(self.unit(id));
            }
        }
        if joining != UnitId::NONE {
            self.tally_piece(joining, &mut tally);
        }
        tally.legal()
    }

    /// Counts a unit and, if it is a chariot, its passenger.
    fn tally_piece(&self, id: UnitId, tally: &mut Count) {
        let unit = self.unit(id);
        tally.add(unit);
        if unit.kind == Kind::CH
            && let Some(passenger) = self.passenger(id)
        {
            tally.add(self.unit(passenger));
        }
    }

    /// Whether a hex is a legal stack as it stands.
    pub(crate) fn stacked_legally(&self, hex: Hex) -> bool {
        self.legal_stack(hex, UnitId::NONE, |_| false)
    }

    /// Whether a unit fits into a hex by the stacking rules.
    pub(crate) fn fits(&self, id: UnitId, hex: Hex) -> bool {
        self.unit(id).kind.is_leader() || !self.occupied(hex) || self.legal_stack(hex, id, |_| false)
    }

    /// Whether a troop of a type, on foot, fits into a hex as it stands.
    pub(crate) fn fits_on_foot(&self, kind: Kind, hex: Hex) -> bool {
        let mut tally = Count::default();
        self.troops(hex).for_each(|id| tally.add(self.unit(id)));
        tally.add(&Unit { kind, ..Unit::UNUSED });
        tally.legal()
    }

    /// Ruling R75: whether a unit may end its move in a hex. It may if every overfull hex that could be made
    /// legal before it moved, and the hex itself, can be made legal by moves that are open then.
    pub(crate) fn may_rest(&self, id: UnitId, hex: Hex) -> bool {
        if !self.battle.second_rules() {
            return self.may_rest_first(id, hex);
        }
        self.rests_at_once(id, hex) || self.mends_with(id, hex)
    }

    /// Whether no hex of the phasing side was overfull when its last move ended: everybody may stay where he is.
    #[inline]
    pub(crate) fn no_crowds(&self) -> bool {
        self.battle.second_rules() && !self.crowds.any()
    }

    /// Whether a unit may end its move in a hex and nobody need make room for it: there is room, and the cure that is
    /// known for overfull hexes does as before.
    #[inline]
    pub(crate) fn rests_at_once(&self, id: UnitId, hex: Hex) -> bool {
        match self.battle.second_rules() && self.crowds.any() {
            true => self.unit(id).kind.is_leader() || self.cure_stands(id, hex),
            false => self.fits(id, hex),
        }
    }

    /// Whether moves still open could make an overfull hex of the phasing side legal.
    pub(crate) fn must_disperse(&self) -> bool {
        match self.battle.second_rules() {
            true => self.crowds.curable(),
            false => self.crowd_to_disperse_first().is_some(),
        }
    }

    /// An overfull hex of the phasing side that moves still open could make legal.
    pub(crate) fn crowd_to_disperse(&self) -> Option<Hex> {
        match self.battle.second_rules() {
            true => self.open_cure(),
            false => self.crowd_to_disperse_first(),
        }
    }

    /// The hexes of the phasing side with more than one counter in them, as far as they are not legal stacks.
    fn overfull(&self) -> impl Iterator<Item = Hex> + '_ {
        let tops = self.battle.units(self.phasing()).filter_map(|id| {
            let unit = self.unit(id);
            let hex = unit.hex()?;
            (self.stacks.below(id) != UnitId::NONE && self.stacks.top(hex.index()) == id).then_some(hex)
        });
        tops.filter(|&hex| !self.stacked_legally(hex))
    }
}

#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;
