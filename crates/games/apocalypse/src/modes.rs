//! The Mode Adjustment Segment (3.0 to 3.2; rulings 11, 28 to 32, 41, 42, 132): garrisons, patrols, ships to port.

use std::ops::ControlFlow;

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{Holder, Position, Step};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::sheet::{BYZANTINES, MUSLIMS};
use crate::stages::Offers;
use crate::unit::{Mode, Spot, Unit, UnitId};

impl Position {
    /// A side's Mode Segment begins.
    pub(crate) fn open_modes(&mut self, side: Side, chronicle: &mut impl Chronicle) {
        chronicle.note(|| {
            let who = if side == MUSLIMS { "Muslim" } else { "Byzantine" };
            Event::new(EventKind::Phase, "3.0", format!("{who} Mode Adjustment Segment"))
        });
        self.step = Step::Mode(side);
        self.note_reinforced(side);
    }

    /// Which expeditions of a side may be reinforced from anywhere (ruling 41). Enemies stand still meanwhile.
    pub(crate) fn note_reinforced(&mut self, side: Side) {
        for &expedition in Self::expeditions(side) {
            let host = *self.host(expedition);
            let near = host.spot.hex().is_some_and(|hex| self.may_gather(side, hex).is_ok());
            self.host_mut(expedition).reinforced = near;
        }
    }

    /// Ruling 11: a place with an enemy expedition in its hex; a port only if enemy ships are there as well.
    pub(crate) fn is_invested(&self, side: Side, hex: Hex) -> bool {
        // Few hexes hold an expedition: that costs least to ask.
        if !self.encamped_in(side.other(), hex) {
            return false;
        }
        let place = self.sheet.ground.settlement_in(hex);
        place.is_some_and(|place| {
            !self.is_port(place) || self.any(hex, |unit| unit.is_ship() && unit.opposes(side))
        })
    }

    /// Whether a counter is free to change its mode, and where its way begins.
    pub(crate) fn may_change(&self, id: UnitId) -> Allowed<Hex> {
        let side = self.acting_side();
        ensure(self.exists(id), Refusal::NotYours)?;
        let unit = self.unit(id);
        ensure(!unit.is_leader() && unit.serves(side), Refusal::NotYours)?;
        let from = match unit.spot {
            Spot::AFRICA => self.sheet.ground.africa,
            spot => spot.hex().ok_or(Refusal::NotOnTheMap)?,
        };
        ensure(!unit.has(Unit::CHANGED), Refusal::ModeChanged)?;
        if unit.mode == Mode::Garrison && unit.spot != Spot::AFRICA {
            let shut = match unit.is_ship() {
                true => self.any(from, |other| other.is_ship() && other.opposes(side)),
                false => self.is_invested(side, from),
            };
            ensure(!shut, Refusal::Invested)?;
        }
        Ok(from)
    }

    pub(crate) fn may_take_up(&self, id: UnitId) -> Allowed {
        ensure(matches!(self.step, Step::Mode(_)), Refusal::NotNow)?;
        self.may_change(id).map(drop)
    }

    /// A unit is taken up: the places around it are looked for.
    pub(crate) fn take_up(&mut self, id: UnitId) {
        let Ok(from) = self.may_change(id) else { return };
        let (side, within) = (self.acting_side(), self.sheet.charts.within);
        self.hand = id;
        if self.unit(id).is_ship() {
            let reach = self.by_sea(side, from, within);
            self.far = self.distances(&reach);
        } else {
            self.survey(side, from, within);
        }
    }

    /// 3.1: where the unit in hand may go into garrison.
    pub(crate) fn may_garrison(&self, id: UnitId, hex: Hex) -> Allowed {
        let Step::Mode(side) = self.step else { return Err(Refusal::NotNow) };
        ensure(id == self.hand && self.exists(id), Refusal::TakeUpFirst)?;
        let unit = self.unit(id);
        let place = self.sheet.ground.settlement_in(hex).ok_or(Refusal::NoTownThere)?;
        let here = unit.mode == Mode::Garrison && unit.spot == Spot::on(hex);
        ensure(!here, Refusal::InGarrisonThere)?;
        let within = self.sheet.charts.within;
        ensure(self.far[place as usize] <= within, Refusal::PlaceTooFar)?;
        if unit.is_ship() {
            ensure(self.holds(side, place), Refusal::NotYourPort)?;
            return ensure(self.has_anchor(place), Refusal::NoFreeAnchor);
        }
        let enemies = self.any(hex, |other| !other.is_leader() && other.opposes(side));
        ensure(!enemies, Refusal::EnemiesThere)?;
        ensure(self.fits(id, place), Refusal::PlaceFull)
    }

    pub(crate) fn take_garrison(&mut self, id: UnitId, hex: Hex, chronicle: &mut impl Chronicle) {
        let (Step::Mode(side), Some(place)) = (self.step, self.sheet.ground.settlement_in(hex)) else {
            return;
        };
        self.garrison(id, place);
        self.unit_mut(id).flags |= Unit::CHANGED;
        self.put_down();
        chronicle.note(|| {
            let text = format!(
                "{} goes into garrison in {}",
                self.label(id),
                self.sheet.ground.settlement(place).name
            );
            Event::new(EventKind::Moved, "3.1.1", text).counters([id.0.into()]).places([self.label_of(hex)])
        });
        if self.unit(id).is_land() && !self.holds(side, place) {
            self.take_control(place, Holder::of(side), chronicle);
            self.note_reinforced(side);
        }
    }

    /// The unit in hand stays as it is.
    pub(crate) fn let_be(&mut self) {
        let hand = self.hand;
        self.unit_mut(hand).flags |= Unit::CHANGED;
        self.put_down();
    }

    pub(crate) fn put_down(&mut self) {
        self.hand = UnitId::NONE;
        self.points = 0;
        self.forget_distances();
    }

    /// 3.2: a mounted unit goes on patrol where it is.
    pub(crate) fn may_patrol(&self, id: UnitId) -> Allowed {
        ensure(self.step == Step::Mode(BYZANTINES), Refusal::NotNow)?;
        let hex = self.may_change(id)?;
        let unit = self.unit(id);
        ensure(unit.is_mounted(), Refusal::OnlyMountedPatrol)?;
        ensure(unit.spot != Spot::AFRICA && unit.mode != Mode::Patrol, Refusal::NoPatrolThere)?;
        let taken = self.any(hex, |other| other.mode == Mode::Patrol);
        ensure(!taken, Refusal::PatrolledAlready)
    }

    pub(crate) fn patrol(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        let unit = self.unit_mut(id);
        unit.mode = Mode::Patrol;
        unit.flags |= Unit::CHANGED;
        chronicle.note(|| {
            let text = format!("{} goes on patrol", self.label(id));
            Event::new(EventKind::Marked, "3.2.1", text).counters([id.0.into()])
        });
    }

    pub(crate) fn list_modes(&self, offers: &mut Offers) -> ControlFlow<()> {
        let side = self.acting_side();
        if let Some(unit) = self.hand.some() {
            let within = self.sheet.charts.within;
            // Most places are too far off: that costs least to ask.
            for place in self.settlements().filter(|&place| self.far[place as usize] <= within) {
                let hex = self.sheet.ground.settlement(place).hex;
                if self.may_garrison(unit, hex).is_ok() {
                    offers.add(Order::Place { unit, at: self.label_of(hex), patrol: false })?;
                }
            }
            return offers.add(Order::Halt);
        }
        let patrols = side == BYZANTINES;
        let afield = Self::expeditions(side).iter().any(|&expedition| self.host(expedition).on_map());
        for unit in self.land_ids().chain(self.ship_ids(side)) {
            if !self.unit(unit).serves(side) || self.may_change(unit).is_err() || !self.is_listed(unit) {
                continue;
            }
            offers.add(Order::Move { unit })?;
            if patrols && self.unit(unit).is_mounted() && self.may_patrol(unit).is_ok() {
                offers.add(Order::Patrol { unit })?;
            }
            if !afield {
                continue;
            }
            for &expedition in Self::expeditions(side) {
                // The army first: it costs least to ask.
                let its_own = self.unit(unit).is_ship() || self.army(unit).expedition() == expedition;
                if its_own && self.host(expedition).on_map() && self.may_come(unit, expedition, false).is_ok()
                {
                    offers.add(Order::Join { unit, expedition })?;
                }
            }
        }
        for unit in self.leader_ids().filter(|_| afield) {
            for &expedition in Self::expeditions(side) {
                if self.host(expedition).on_map() && self.may_join(unit, expedition).is_ok() {
                    offers.add(Order::Join { unit, expedition })?;
                }
            }
        }
        for &expedition in Self::expeditions(side) {
            if self.may_muster(expedition).is_ok() {
                offers.add(Order::Raise { expedition })?;
            }
        }
        offers.add(Order::Done)
    }
}

#[cfg(test)]
mod tests;
