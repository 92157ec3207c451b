//! Chariots: embarking and debarking (rulebook, "Chariots"; rulings R77 to R84).
//! The charge itself is kept with the move that makes it (movement) and counted in melee.

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::Kind;
use crate::unit::{Spot, UnitId};

impl Position {
    /// Whether a unit may ride a chariot at all (Cases B, C; ruling R77).
    pub(crate) fn may_be_carried(&self, id: UnitId, chariot: UnitId) -> Result<(), Refusal> {
        if !self.exists(id) || !self.exists(chariot) {
            return Err(Refusal::NotYours);
        }
        let kind = self.unit(id).kind;
        if self.unit(chariot).kind != Kind::CH {
            return Err(Refusal::NotAChariot);
        }
        if self.side(id) != self.side(chariot) {
            return Err(Refusal::EnemyChariot);
        }
        if !kind.may_ride() && !kind.is_leader() {
            return Err(Refusal::MayNotRide);
        }
        if self.unit(id).aboard.some().is_some() {
            return Err(Refusal::RidesAChariot);
        }
        if !kind.is_leader() && self.passenger(chariot).is_some() {
            return Err(Refusal::ChariotFull);
        }
        Ok(())
    }

    /// Ruling R78: embarking before the first move, from the same or an adjacent hex.
    pub(crate) fn may_embark(&self, id: UnitId, chariot: UnitId) -> Result<(), Refusal> {
        self.expect_step(Step::Embark)?;
        if !self.exists(id) || self.side(id) != self.phasing() {
            return Err(Refusal::NotYours);
        }
        self.may_be_carried(id, chariot)?;
        if self.unit(id).disrupted() || self.unit(chariot).disrupted() {
            return Err(Refusal::Disrupted);
        }
        if self.pursues(id) {
            return Err(Refusal::PursuersMayNotEmbark);
        }
        match (self.unit(id).hex(), self.unit(chariot).hex()) {
            (Some(a), Some(b)) if self.battle.distance(a, b) <= 1 => Ok(()),
            (None, None) if self.due_to_enter(id) && self.due_to_enter(chariot) => Ok(()),
            _ => Err(Refusal::NotAdjacent),
        }
    }

    pub(crate) fn embark(&mut self, id: UnitId, chariot: UnitId, chronicle: &mut impl Chronicle) {
        let facing = self.unit(chariot).facing;
        if let Some(hex) = self.unit(chariot).hex() {
            self.lift(id, Spot::RESERVE);
            self.put(id, hex);
            self.take_control(hex, self.side(id));
            self.note_crossing(id, hex);
        }
        let unit = self.unit_mut(id);
        unit.aboard = chariot;
        unit.facing = facing;
        chronicle.note(|| {
            let text = format!("{} embarks on {}", self.label(id), self.label(chariot));
            Event::new(EventKind::Carried, "chariots", text).counters([id.0 as u16, chariot.0 as u16])
        });
    }

    /// Ruling R79: debarking after the last move, onto an adjacent hex.
    pub(crate) fn may_debark(&self, id: UnitId, hex: Hex) -> Result<(), Refusal> {
        let from = self.may_leave_chariot(id)?;
        if self.battle.distance(from, hex) != 1 {
            return Err(Refusal::NotAdjacent);
        }
        if self.holder(hex) == Some(self.side(id).other()) {
            return Err(Refusal::EnemyThere);
        }
        if !self.battle.bears(self.unit(id).kind, hex) {
            return Err(Refusal::BarredGround(self.battle.terrain(hex)));
        }
        if self.dusty(hex) && self.battle.sheet.specials.fake_retreat == Some(self.side(id).other()) {
            return Err(Refusal::DustBars);
        }
        if !self.debarks_into(id, hex) {
            return Err(Refusal::IllegalStack);
        }
        Ok(())
    }

    /// Whether the hex would be a legal stack with a passenger put down there on foot.
    fn debarks_into(&self, id: UnitId, hex: Hex) -> bool {
        if self.unit(id).kind.is_leader() || !self.occupied(hex) {
            return true;
        }
        self.fits_on_foot(self.unit(id).kind, hex)
    }

    fn may_leave_chariot(&self, id: UnitId) -> Result<Hex, Refusal> {
        self.expect_step(Step::Debark)?;
        if !self.exists(id) || self.side(id) != self.phasing() {
            return Err(Refusal::NotYours);
        }
        let unit = self.unit(id);
        if unit.aboard == UnitId::NONE {
            return Err(Refusal::NotRiding);
        }
        if unit.disrupted() {
            return Err(Refusal::Disrupted);
        }
        unit.hex().ok_or(Refusal::NotOnTheMap)
    }

    pub(crate) fn may_dismount(&self, id: UnitId) -> Result<(), Refusal> {
        self.may_leave_chariot(id)?;
        if self.unit(id).kind.is_leader() { Ok(()) } else { Err(Refusal::NotALeader) }
    }

    pub(crate) fn debark(&mut self, id: UnitId, hex: Hex, chronicle: &mut impl Chronicle) {
        self.lift(id, Spot::RESERVE);
        self.unit_mut(id).aboard = UnitId::NONE;
        self.put(id, hex);
        self.take_control(hex, self.side(id));
        self.note_crossing(id, hex);
        self.facing_due = id;
        chronicle.note(|| {
            let text = format!("{} debarks at {}", self.label(id), self.number(hex));
            Event::new(EventKind::Carried, "chariots", text)
                .counters([id.0 as u16])
                .places([self.number(hex)])
        });
    }

    pub(crate) fn dismount(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        self.unit_mut(id).aboard = UnitId::NONE;
        chronicle.note(|| {
            let text = format!("{} stops riding", self.label(id));
            Event::new(EventKind::Carried, "R79", text).counters([id.0 as u16])
        });
    }

    /// The own chariots a unit could embark on.
    fn chariots_for(&self, id: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let chariots = self.battle.units(self.phasing()).filter(|&c| self.unit(c).kind == Kind::CH);
        chariots.filter(move |&c| self.may_embark(id, c).is_ok())
    }

    pub(crate) fn list_embarking(&self, out: &mut Vec<Order>) {
        for unit in self.riders_to_be() {
            out.extend(self.chariots_for(unit).map(|chariot| Order::Embark { unit, chariot }));
        }
        out.push(Order::Done);
    }

    fn riders_to_be(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.battle.units(self.phasing()).filter(|&id| {
            let kind = self.unit(id).kind;
            kind.may_ride() || kind.is_leader()
        })
    }

    pub(crate) fn anything_to_embark(&self) -> bool {
        self.riders_to_be().any(|id| self.chariots_for(id).next().is_some())
    }

    pub(crate) fn list_debarking(&self, out: &mut Vec<Order>) {
        for unit in self.battle.units(self.phasing()) {
            self.list_debarks(unit, out);
        }
        out.push(Order::Done);
    }

    fn list_debarks(&self, unit: UnitId, out: &mut Vec<Order>) {
        out.extend(self.debark_hexes(unit).map(|hex| Order::Debark { unit, hex: self.number(hex) }));
        if self.may_dismount(unit).is_ok() {
            out.push(Order::Dismount { unit });
        }
    }

    fn debark_hexes(&self, unit: UnitId) -> impl Iterator<Item = Hex> + '_ {
        let from = self.may_leave_chariot(unit).ok();
        let around = from.into_iter().flat_map(|hex| self.battle.sheet.ground.grid.neighbours(hex));
        around.map(|(_, hex)| hex).filter(move |&hex| self.may_debark(unit, hex).is_ok())
    }

    pub(crate) fn anything_to_debark(&self) -> bool {
        let mut units = self.battle.units(self.phasing());
        units.any(|id| self.may_dismount(id).is_ok() || self.debark_hexes(id).next().is_some())
    }
}

#[cfg(test)]
mod charge_tests;
#[cfg(test)]
mod tests;
