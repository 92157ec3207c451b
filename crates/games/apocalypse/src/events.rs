//! The Events Segment (2.2; rulings 16 to 26, 125, 126).

use std::ops::ControlFlow;

use engine::Side;
use engine::dice::DiceRequest;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{Cause, Holder, Host, Placing, Position, Step};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::sheet::{Army, BYZANTINES, Leader, MUSLIMS, YearEvent};
use crate::stages::Offers;
use crate::unit::{Expedition, Mode, Spot, Unit, UnitId};

impl Position {
    /// What the two dice bring.
    pub(crate) fn event_dice(&mut self, throw: u8, chronicle: &mut impl Chronicle) {
        let counts = self.sheet.events.is_some_and(|throws| throws >> throw & 1 == 1);
        if counts {
            self.happen(throw, chronicle);
        } else {
            self.annals.event = throw;
            chronicle
                .note(|| Event::new(EventKind::Result, "2.2", "No event in this scenario: a quiet year"));
            self.step = Step::AfterEvent;
        }
    }

    /// The event of a throw happens, unless it is used up (ruling 17).
    pub(crate) fn happen(&mut self, throw: u8, chronicle: &mut impl Chronicle) {
        let event = self.sheet.charts.events[throw as usize - 2];
        self.annals.event = throw;
        self.step = Step::AfterEvent;
        let bit = 1 << event as u16;
        let spent = self.annals.used & bit != 0;
        if !event.repeats() {
            self.annals.used |= bit;
        }
        chronicle.note(|| {
            let again = if spent { ", which has happened already: no effect" } else { "" };
            Event::new(EventKind::Result, "2.2", format!("{}{again}", event.name()))
        });
        if spent {
            return;
        }
        match event {
            YearEvent::GreekFire => self.annals.greek_fire = true,
            YearEvent::Earthquake if self.shaken().next().is_some() => self.step = Step::CityDie,
            YearEvent::ArmenianLords if self.lords().next().is_some() || self.clan().is_some() => {
                self.step = Step::LordsDie;
            }
            YearEvent::Quraysh => self.call_quraysh(chronicle),
            YearEvent::Kufa if self.kufa_waits() => self.step = Step::Entry,
            YearEvent::Exarch => self.exarch_rebels(chronicle),
            YearEvent::Typos => {
                self.annals.typos = true;
                self.annals.patriarch = false;
            }
            YearEvent::Plague => self.step = Step::Plague(MUSLIMS, 0),
            YearEvent::Storms => self.storm(chronicle),
            _ => {}
        }
    }

    /// Ruling 18: the cities whose walls may open.
    fn shaken(&self) -> impl Iterator<Item = u8> + '_ {
        self.settlements()
            .filter(|&place| self.sheet.ground.settlement(place).is_city() && !self.is_pillaged(place))
    }

    /// One die with a face for each of them.
    pub(crate) fn city_dice(&self) -> DiceRequest {
        DiceRequest { count: 1, sides: self.shaken().count().max(1) as u8 }
    }

    pub(crate) fn earthquake(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        self.step = Step::AfterEvent;
        let Some(place) = self.shaken().nth(face as usize - 1) else { return };
        self.annals.open_walls = place;
        chronicle.note(|| {
            let card = self.sheet.ground.settlement(place);
            let text = format!("The walls of {} lie open this year", card.name);
            Event::new(EventKind::Result, "event.3", text).places([self.label_of(card.hex)])
        });
    }

    /// Ruling 26: every naval unit that is not in garrison in an unpillaged port is lost, of either side.
    fn storm(&mut self, chronicle: &mut impl Chronicle) {
        for id in self.ship_ids(MUSLIMS).chain(self.ship_ids(BYZANTINES)) {
            let unit = self.unit(id);
            let Some(hex) = unit.spot.hex() else { continue };
            let safe = unit.mode == Mode::Garrison
                && self.sheet.ground.settlement_in(hex).is_some_and(|place| self.is_port(place));
            if !safe {
                self.destroy(id, "event.11", chronicle);
            }
        }
    }

    // ---- Revolts (events 4 and 8)

    /// The clan unit, if it is loyal and on the map.
    fn clan(&self) -> Option<UnitId> {
        let roster = &self.sheet.roster;
        let clan = |id: &UnitId| roster.kinds[self.unit(*id).kind as usize].clan;
        self.land_ids()
            .find(clan)
            .filter(|&id| self.unit(id).spot.hex().is_some() && !self.unit(id).is_rebel())
    }

    /// Armeniae units that may turn.
    fn lords(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.land_ids().filter(|&id| {
            let unit = self.unit(id);
            self.army(id) == Army::Armeniae
                && !self.sheet.roster.kinds[unit.kind as usize].clan
                && unit.spot.hex().is_some()
                && !unit.is_rebel()
        })
    }

    pub(crate) fn lords_die(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        chronicle.note(|| {
            Event::new(EventKind::Result, "event.4", format!("{face} units of the Armeniae turn"))
                .dice(&[face])
        });
        if let Some(clan) = self.clan() {
            self.turn_rebel(clan, chronicle);
            let noble = self.leader(Leader::Noble);
            if self.unit(noble).spot.hex().is_some() {
                self.unit_mut(noble).flags |= Unit::REBEL;
                self.gather_noble();
            }
        }
        self.step = Step::Lords(face);
    }

    pub(crate) fn may_defect(&self, id: UnitId) -> Allowed {
        ensure(matches!(self.step, Step::Lords(_)), Refusal::NotNow)?;
        ensure(self.exists(id), Refusal::NotYours)?;
        ensure(self.lords().any(|lord| lord == id), Refusal::NotOfTheLords)
    }

    pub(crate) fn defect(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        self.turn_rebel(id, chronicle);
        if let Step::Lords(left) = self.step {
            self.step = Step::Lords(left - 1);
        }
    }

    pub(crate) fn list_defecting(&self, offers: &mut Offers) -> ControlFlow<()> {
        for unit in self.lords() {
            if self.is_listed(unit) {
                offers.add(Order::Defect { unit })?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn pass_lords(&mut self, chronicle: &mut impl Chronicle) -> bool {
        let Step::Lords(left) = self.step else { return false };
        if left > 0 && self.lords().next().is_some() {
            return false;
        }
        self.step = Step::AfterEvent;
        self.open_revolt(chronicle);
        true
    }

    fn turn_rebel(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        chronicle.note(|| {
            let text = format!("{} turns rebel", self.label(id));
            Event::new(EventKind::Marked, "R19", text).counters([id.0.into()])
        });
        let unit = self.unit_mut(id);
        unit.flags |= Unit::REBEL | Unit::ADRIFT;
        if unit.mode != Mode::Garrison {
            unit.mode = Mode::Off;
        }
    }

    /// Event 8 (ruling 23): the whole African army turns. Who is in the box fights whoever enters its hex.
    fn exarch_rebels(&mut self, chronicle: &mut impl Chronicle) {
        let africa = self.sheet.ground.africa;
        for id in self.land_ids() {
            if self.army(id) != Army::African {
                continue;
            }
            match self.unit(id).spot {
                Spot::AFRICA => {
                    self.send(id, Spot::on(africa));
                    self.unit_mut(id).flags |= Unit::REBEL;
                    self.unit_mut(id).mode = Mode::Off;
                }
                spot if spot.hex().is_some() => self.turn_rebel(id, chronicle),
                _ => {}
            }
        }
        self.open_revolt(chronicle);
    }

    /// Those who turned in a place without loyal units take it over; the others have to go (rulings 19, 126).
    fn open_revolt(&mut self, chronicle: &mut impl Chronicle) {
        let turned: Vec<UnitId> = self.land_ids().filter(|&id| self.unit(id).has(Unit::ADRIFT)).collect();
        for &id in &turned {
            let unit = *self.unit(id);
            let Some(hex) = unit.spot.hex() else { continue };
            let place = self.sheet.ground.settlement_in(hex).filter(|_| unit.mode == Mode::Garrison);
            match place {
                Some(place) if !self.has_land(BYZANTINES, hex) && self.holder(place) != Holder::Muslims => {
                    self.unit_mut(id).flags &= !Unit::ADRIFT;
                    self.take_control(place, Holder::Rebels, chronicle);
                    self.set_strangers_adrift(hex);
                }
                _ => self.unit_mut(id).mode = Mode::Off,
            }
        }
        self.gather_noble();
        let hex = turned.first().and_then(|&id| self.unit(id).spot.hex()).unwrap_or(Hex(0));
        self.placing = Placing { cause: Cause::Revolt, side: BYZANTINES, hex, leaders: false };
    }

    /// Loyal ships and leaders in a place that turned have to leave it.
    fn set_strangers_adrift(&mut self, hex: Hex) {
        let strangers: Vec<UnitId> = self
            .stack(hex)
            .filter(|&id| {
                let unit = self.unit(id);
                let ship = unit.is_ship() && unit.mode == Mode::Garrison;
                let leader = unit.is_leader() && unit.mode == Mode::Off;
                unit.serves(BYZANTINES) && (ship || leader)
            })
            .collect();
        for id in strangers {
            self.unit_mut(id).flags |= Unit::ADRIFT;
        }
    }

    /// A noble in revolt is where his clan is.
    pub(crate) fn gather_noble(&mut self) {
        let noble = self.leader(Leader::Noble);
        if !self.unit(noble).is_rebel() {
            return;
        }
        let roster = &self.sheet.roster;
        let clan = self.land_ids().find(|&id| roster.kinds[self.unit(id).kind as usize].clan);
        if let Some(hex) = clan.and_then(|id| self.unit(id).spot.hex()) {
            self.send(noble, Spot::on(hex));
            self.unit_mut(noble).mode = Mode::Off;
        }
    }

    // ---- Arrivals (events 5 and 6)

    /// Ruling 21: Amr leaves, Abdallah and the Quraysh come.
    fn call_quraysh(&mut self, chronicle: &mut impl Chronicle) {
        let amr = self.leader(Leader::Amr);
        if self.unit(amr).spot.hex().is_some() {
            chronicle.note(|| Event::new(EventKind::Removed, "R21", "Amr is called away from Egypt"));
            self.send(amr, Spot::GONE);
        }
        self.annals.quraysh = true;
        let abdallah = self.leader(Leader::Abdallah);
        if self.unit(abdallah).spot == Spot::ASIDE
            && let Some(base) = self.quraysh_base()
        {
            self.send(abdallah, Spot::on(self.sheet.ground.settlement(base).hex));
        }
    }

    /// Fustat, or the nearest Muslim place to it if it is lost or a Byzantine expedition stands in it.
    fn quraysh_base(&self) -> Option<u8> {
        let ground = &self.sheet.ground;
        let home = ground.settlement(ground.fustat).hex;
        let usable =
            |&place: &u8| self.holds(MUSLIMS, place) && !self.opposed(MUSLIMS, ground.settlement(place).hex);
        self.settlements()
            .filter(usable)
            .min_by_key(|&place| ground.grid.distance(home, ground.settlement(place).hex))
    }

    fn waiting_quraysh(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.land_ids().filter(|&id| {
            self.unit(id).spot == Spot::ASIDE && self.sheet.roster.kinds[self.unit(id).kind as usize].quraysh
        })
    }

    /// Brings the Quraysh who wait; answers whether the Muslim has to place some of them.
    fn bring_quraysh(&mut self, chronicle: &mut impl Chronicle) -> bool {
        let Some(base) = self.quraysh_base().filter(|_| self.annals.quraysh) else { return false };
        let next = |position: &Position| {
            let id = position.waiting_quraysh().next();
            id.filter(|&id| position.fits(id, base))
        };
        while let Some(id) = next(self) {
            self.garrison(id, base);
            chronicle.note(|| {
                let text = format!("{} in {}", self.label(id), self.sheet.ground.settlement(base).name);
                Event::new(EventKind::Placed, "R21", text).counters([id.0.into()])
            });
        }
        let waiting: Vec<UnitId> = self.waiting_quraysh().collect();
        if waiting.is_empty() {
            return false;
        }
        let hex = self.sheet.ground.settlement(base).hex;
        self.survey(MUSLIMS, hex, self.sheet.charts.within);
        self.placing = Placing { cause: Cause::Arrival, side: MUSLIMS, hex, leaders: false };
        for &id in &waiting {
            self.unit_mut(id).flags |= Unit::ADRIFT;
        }
        if waiting.iter().any(|&id| self.has_destination(id)) {
            return true;
        }
        self.clear_flags(Unit::OF_PLACING);
        self.placing = Placing::NONE;
        self.forget_distances();
        false
    }

    fn kufa_waits(&self) -> bool {
        let waits = |id: UnitId| self.army(id) == Army::Kufa && self.unit(id).spot == Spot::ASIDE;
        self.land_ids().any(waits) && self.sheet.ground.kufa.iter().any(|&hex| self.may_enter(hex).is_ok())
    }

    /// Ruling 125: Mosul or the edge, without Byzantine or rebel land units.
    pub(crate) fn may_enter(&self, hex: Hex) -> Allowed {
        let ground = &self.sheet.ground;
        ensure(ground.kufa.contains(&hex) && !self.sheet.ways.closed[hex.index()], Refusal::NoEntryHex)?;
        ensure(!self.opposed(MUSLIMS, hex), Refusal::EntryHeld)
    }

    pub(crate) fn list_entries(&self, offers: &mut Offers) -> ControlFlow<()> {
        for &hex in &self.sheet.ground.kufa {
            if self.may_enter(hex).is_ok() {
                offers.add(Order::Arrive { at: self.label_of(hex) })?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn enter_kufa(&mut self, hex: Hex, chronicle: &mut impl Chronicle) {
        chronicle.note(|| {
            Event::new(EventKind::Placed, "R22", format!("The army of Kufa at {}", self.hex_words(hex)))
                .places([self.label_of(hex)])
        });
        for id in self.land_ids() {
            if self.army(id) == Army::Kufa && self.unit(id).spot == Spot::ASIDE {
                self.send(id, Spot::on(hex));
                self.unit_mut(id).mode = Mode::Field(Expedition::Kufa);
            }
        }
        *self.host_mut(Expedition::Kufa) = Host { spot: Spot::on(hex), ..Host::NONE };
        // Event 6 is used up, however the army came.
        self.annals.used |= 1 << YearEvent::Kufa as u16;
        self.step = Step::AfterEvent;
    }

    // ---- Plague (event 10; ruling 25)

    /// Land units of its controller in a city, any mode.
    fn sick(&self, side: Side, place: u8) -> bool {
        let card = self.sheet.ground.settlement(place);
        card.is_city()
            && self.is_open(place)
            && self.holds(side, place)
            && self.number(card.hex, |unit| unit.is_land() && unit.serves(side)) > 4
    }

    pub(crate) fn pass_plague(&mut self) -> bool {
        let Step::Plague(side, from) = self.step else { return false };
        let last = self.sheet.ground.settlements.len() as u8;
        match (from..last).find(|&place| self.sick(side, place)) {
            Some(place) if place == from => false,
            Some(place) => {
                self.step = Step::Plague(side, place);
                true
            }
            None => {
                self.step = if side == MUSLIMS { Step::Plague(BYZANTINES, 0) } else { Step::AfterEvent };
                true
            }
        }
    }

    pub(crate) fn may_die_of_plague(&self, id: UnitId) -> Allowed {
        let Step::Plague(side, place) = self.step else { return Err(Refusal::NotNow) };
        ensure(self.exists(id), Refusal::NotYours)?;
        let unit = self.unit(id);
        let here = unit.spot == Spot::on(self.sheet.ground.settlement(place).hex);
        ensure(here && unit.is_land() && unit.serves(side), Refusal::PlagueElsewhere)
    }

    pub(crate) fn list_plague(&self, offers: &mut Offers) -> ControlFlow<()> {
        let Step::Plague(_, place) = self.step else { return ControlFlow::Continue(()) };
        for unit in self.stack(self.sheet.ground.settlement(place).hex) {
            if self.may_die_of_plague(unit).is_ok() && self.is_listed(unit) {
                offers.add(Order::Lose { unit })?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn die_of_plague(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        let Step::Plague(side, place) = self.step else { return };
        let expedition = self.unit(id).expedition();
        self.destroy(id, "event.10", chronicle);
        self.step = Step::Plague(side, place + 1);
        if let Some(expedition) = expedition.filter(|&expedition| self.strength_of(expedition) == 0) {
            self.perish(expedition, chronicle);
        }
    }

    // ---- The end of the segment

    /// Kufa overdue, Quraysh waiting, then replacements.
    pub(crate) fn pass_events(&mut self, chronicle: &mut impl Chronicle) -> bool {
        let due = self.sheet.kufa_by.is_some_and(|year| self.year >= year);
        if due && self.kufa_waits() {
            self.step = Step::Entry;
        } else if !self.bring_quraysh(chronicle) {
            self.step = Step::Replace(MUSLIMS, 0);
        }
        true
    }

    /// A counter goes to the Destroyed Units box (3.4).
    pub(crate) fn destroy(&mut self, id: UnitId, rule: &'static str, chronicle: &mut impl Chronicle) {
        chronicle.note(|| {
            let text = format!("{} is lost", self.label(id));
            Event::new(EventKind::Removed, rule, text).counters([id.0.into()])
        });
        self.send(id, Spot::DESTROYED);
    }
}

#[cfg(test)]
mod tests;
