//! Expeditions on the march (3.3.1 to 3.3.4; rulings 34 to 38, 46 to 51): step by step, interrupted by whatever the
//! hex entered holds (ruling 49).

use std::ops::ControlFlow;

use engine::Side;
use engine::datafile::landscape::marked;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::{Direction, Hex};
use engine::ledger::{Ledger, Unread};

use crate::order::Order;
use crate::position::{Battle, Fight, Holder, March, Pace, Position, Stage, Step};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::sheet::{BYZANTINES, MOST_UNITS, MUSLIMS};
use crate::stages::Offers;
use crate::unit::{Expedition, Mode, Spot, UnitId};

impl Position {
    /// 3.3.1: the base less one for each land unit.
    pub(crate) fn allowance(&self, expedition: Expedition, ledger: &mut impl Ledger) -> u8 {
        let charts = &self.sheet.charts;
        let mounted = self.troops(expedition).all(|id| self.unit(id).is_mounted());
        let base = match (Self::side_of(expedition), mounted) {
            (MUSLIMS, _) => ledger.count(charts.muslim, "3.3.1", || "a Muslim expedition"),
            (_, true) => ledger.count(charts.byzantine_mounted, "3.3.1", || "mounted units only"),
            (_, false) => ledger.count(charts.byzantine, "3.3.1", || "a Byzantine expedition with foot"),
        };
        let units = self.strength_of(expedition);
        ledger.add(-i32::from(units), "3.3.1", || format!("{units} land units"));
        base.saturating_sub(units)
    }

    // ---- Taking up

    /// Whether an expedition may be taken up in the present phase.
    pub(crate) fn may_march(&self, expedition: Expedition) -> Allowed {
        let side = match self.step {
            Step::Sea(side) | Step::Land(side) => side,
            _ => return Err(Refusal::NotNow),
        };
        ensure(self.idle() && Self::side_of(expedition) == side, Refusal::NotYours)?;
        let host = self.host(expedition);
        ensure(host.on_map(), Refusal::NoExpedition)?;
        ensure(!host.done && !host.at_sea, Refusal::HadItsMove)?;
        match self.step {
            Step::Sea(_) => self.may_embark_with(expedition, self.allowance(expedition, &mut Unread)),
            _ => Ok(()),
        }
    }

    /// Nobody is in hand.
    fn idle(&self) -> bool {
        self.march.expedition.is_none() && self.hand.some().is_none()
    }

    pub(crate) fn begin_march(&mut self, expedition: Expedition, chronicle: &mut impl Chronicle) {
        let land = self.allowance(expedition, &mut Unread);
        let sea = self.sheet.charts.sea[Self::side_of(expedition).index()];
        let by_sea = matches!(self.step, Step::Sea(_));
        let host = self.host_mut(expedition);
        (host.land, host.sea) = (land, sea);
        let spot = host.spot;
        self.set_out = spot.hex();
        self.march = March { expedition: Some(expedition), ..March::NONE };
        chronicle.note(|| {
            let text = format!("The {} sets out with {land} MPs", expedition.name());
            let id = self.sheet.roster.expedition(expedition);
            Event::new(EventKind::Declared, "3.3.1", text).counters([id.0.into()])
        });
        if by_sea {
            self.embark(expedition);
        } else if spot.hex().is_some_and(|hex| self.any(hex, |unit| unit.is_land() && unit.is_rebel())) {
            // Rebels fight whoever is in their hex.
            self.march.pace = Pace::Arrive;
        }
    }

    // ---- Steps on land

    /// The expedition in hand with its hex, if it may be ordered freely.
    pub(crate) fn free_march(&self) -> Allowed<(Expedition, Hex)> {
        let expedition =
            self.march.expedition.filter(|_| self.march.pace == Pace::Free).ok_or(Refusal::NotNow)?;
        let hex = self.host(expedition).spot.hex().ok_or(Refusal::NotNow)?;
        Ok((expedition, hex))
    }

    /// 3.3.2 and ruling 38: what enemy units in a hex add, once; a patrol alone adds nothing.
    pub(crate) fn surcharge(&self, side: Side, hex: Hex) -> u8 {
        let enemy =
            self.any(hex, |unit| !unit.is_leader() && unit.opposes(side) && unit.mode != Mode::Patrol);
        if enemy { self.sheet.charts.enemy } else { 0 }
    }

    /// What the expedition in hand pays for a step, and where it leads.
    pub(crate) fn may_step(&self, to: Direction) -> Allowed<(Hex, u8)> {
        let (expedition, from) = self.free_march()?;
        let host = self.host(expedition);
        let side = Self::side_of(expedition);
        let there = self.sheet.ground.grid.neighbour(from, to).ok_or(Refusal::OffTheMap)?;
        if host.at_sea {
            ensure(self.sheet.ways.sails(from, to), Refusal::NoSeaWay)?;
            let cost = self.sheet.charts.terrain[side.index()][5] + self.surcharge(side, there);
            ensure(cost <= host.sea, Refusal::FleetTooFar)?;
            return Ok((there, cost));
        }
        let step = self.sheet.ways.step(side, from, to);
        ensure(step > 0, Refusal::NoMarchThatWay)?;
        let cost = step + self.surcharge(side, there);
        ensure(cost <= host.land, Refusal::TooFar)?;
        Ok((there, cost))
    }

    pub(crate) fn step_march(&mut self, there: Hex, cost: u8, chronicle: &mut impl Chronicle) {
        let Some(expedition) = self.march.expedition else { return };
        let at_sea = self.host(expedition).at_sea;
        let from = self.host(expedition).spot;
        self.shift(expedition, there, at_sea);
        let host = self.host_mut(expedition);
        match at_sea {
            true => host.sea -= cost,
            false => host.land -= cost,
        }
        let left = if at_sea { host.sea } else { host.land };
        chronicle.note(|| {
            let text = format!("{} to {}, {left} MPs left", expedition.name(), self.hex_words(there));
            let path = [from.hex(), Some(there)].into_iter().flatten().map(|hex| self.label_of(hex));
            let id = self.sheet.roster.expedition(expedition);
            Event::new(EventKind::Moved, "3.3.1", text).counters([id.0.into()]).places(path)
        });
        match at_sea {
            true => self.meet_fleet(there, chronicle),
            false => self.come_ashore_or_march_in(expedition, there),
        }
    }

    /// Moves the counter with its land units and leaders, and its ships if it is at sea.
    fn shift(&mut self, expedition: Expedition, to: Hex, with_ships: bool) {
        let from = self.host(expedition).spot;
        let (mut movers, mut count) = ([UnitId::NONE; MOST_UNITS], 0);
        if let Some(hex) = from.hex() {
            for id in self.stack(hex) {
                let unit = self.unit(id);
                if unit.mode == Mode::Field(expedition) && (with_ships || !unit.is_ship()) {
                    movers[count] = id;
                    count += 1;
                }
            }
        }
        // From the bottom of the stack: each is then the topmost where it goes.
        for &id in movers[..count].iter().rev() {
            self.send(id, Spot::on(to));
        }
        let host = self.host_mut(expedition);
        host.spot = Spot::on(to);
        host.camped = false;
        host.winters = 0;
    }

    /// The interruptions of a hex entered on land begin (ruling 49): Zone of Control or patrol first.
    pub(crate) fn come_ashore_or_march_in(&mut self, expedition: Expedition, hex: Hex) {
        let muslim = Self::side_of(expedition) == MUSLIMS;
        let patrol = self.any(hex, |unit| unit.mode == Mode::Patrol && !unit.is_rebel());
        self.march.pace = match (muslim, patrol) {
            (true, true) => Pace::Skirmish,
            (true, false) if self.is_watched(hex) => Pace::Zoc,
            _ => Pace::Arrive,
        };
    }

    /// 3.2.4 and ruling 34: a patrol stands next to the hex, not across a strait.
    pub(crate) fn is_watched(&self, hex: Hex) -> bool {
        let ground = &self.sheet.ground;
        ground.grid.neighbours(hex).any(|(to, near)| {
            !marked(&ground.straits, hex, to) && self.any(near, |unit| unit.mode == Mode::Patrol)
        })
    }

    pub(crate) fn zoc_dice(&mut self, dice: &[u8], chronicle: &mut impl Chronicle) {
        let Some(expedition) = self.march.expedition else { return };
        let lost: u8 = dice.iter().sum();
        let host = self.host_mut(expedition);
        host.land = host.land.saturating_sub(lost);
        let left = host.land;
        chronicle.note(|| {
            let text = format!("Patrols cost the {} {lost} MPs: {left} left", expedition.name());
            Event::new(EventKind::Result, "3.2.4", text).dice(dice)
        });
        self.march.pace = Pace::Arrive;
    }

    /// 3.2.5: the Muslim names the unit that goes with the patrol.
    pub(crate) fn may_skirmish(&self, id: UnitId) -> Allowed {
        let expedition =
            self.march.expedition.filter(|_| self.march.pace == Pace::Skirmish).ok_or(Refusal::NotNow)?;
        ensure(self.exists(id) && self.unit(id).is_land(), Refusal::NotYours)?;
        ensure(self.unit(id).mode == Mode::Field(expedition), Refusal::NotYours)
    }

    pub(crate) fn skirmish(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        let Some(expedition) = self.march.expedition else { return };
        let patrol = self
            .host(expedition)
            .spot
            .hex()
            .and_then(|hex| self.stack(hex).find(|&other| self.unit(other).mode == Mode::Patrol));
        self.destroy(id, "3.2.5", chronicle);
        if let Some(patrol) = patrol {
            self.destroy(patrol, "3.2.5", chronicle);
        }
        self.march.pace = Pace::Arrive;
        if self.strength_of(expedition) == 0 {
            self.perish(expedition, chronicle);
        }
    }

    // ---- Whatever the hex holds

    pub(crate) fn pass_march(&mut self, chronicle: &mut impl Chronicle) -> bool {
        let Some(expedition) = self.march.expedition else { return false };
        let Some(hex) = self.host(expedition).spot.hex() else {
            self.march = March::NONE;
            return true;
        };
        match self.march.pace {
            Pace::Arrive => {
                self.march.pace = Pace::Take;
                self.catch_ships(Self::side_of(expedition), hex, chronicle);
                self.meet_army(expedition, hex, chronicle);
                true
            }
            Pace::Take => {
                self.take_empty_place(expedition, hex);
                true
            }
            _ => false,
        }
    }

    /// Ruling 69: naval units outside garrison with no land unit of theirs are destroyed.
    pub(crate) fn catch_ships(&mut self, side: Side, hex: Hex, chronicle: &mut impl Chronicle) {
        if self.has_land(side.other(), hex) {
            return;
        }
        let caught: Vec<UnitId> = self
            .stack(hex)
            .filter(|&id| {
                let unit = self.unit(id);
                unit.is_ship() && unit.opposes(side) && unit.mode != Mode::Garrison
            })
            .collect();
        for id in caught {
            self.destroy(id, "5.2", chronicle);
        }
    }

    /// An opposing expedition or rebels have to be fought (ruling 48).
    fn meet_army(&mut self, expedition: Expedition, hex: Hex, chronicle: &mut impl Chronicle) {
        let side = Self::side_of(expedition);
        if self.any(hex, |unit| unit.is_land() && unit.is_rebel()) {
            self.begin_battle(Fight::Rebels, hex, chronicle);
        } else if self.encamped_in(side.other(), hex) {
            self.begin_battle(Fight::Field, hex, chronicle);
        }
    }

    /// Ruling 8b: an enemy place without land units changes hands; its ships may get away first (ruling 69).
    fn take_empty_place(&mut self, expedition: Expedition, hex: Hex) {
        let side = Self::side_of(expedition);
        let place = self.sheet.ground.settlement_in(hex).filter(|&place| !self.holds(side, place));
        match place {
            Some(_) if !self.opposed(side, hex) => {
                self.battle = Battle {
                    kind: Fight::Entry,
                    hex,
                    attacker: side,
                    stage: Stage::Evacuate,
                    ..Battle::NONE
                };
                self.open_evacuation();
            }
            _ => self.go_on(),
        }
    }

    /// The hex is dealt with: the march is free again, or over.
    pub(crate) fn go_on(&mut self) {
        self.march.pace = if self.march.ending { Pace::Rest } else { Pace::Free };
    }

    /// A place falls to the expedition in hand: ships in it and its garrison go with it (rulings 69, 93).
    pub(crate) fn fall(&mut self, hex: Hex, rule: &'static str, chronicle: &mut impl Chronicle) {
        let side = self.battle.attacker;
        let defenders: Vec<UnitId> = self
            .stack(hex)
            .filter(|&id| {
                let unit = self.unit(id);
                !unit.is_leader() && unit.opposes(side) && unit.mode == Mode::Garrison
            })
            .collect();
        for id in defenders {
            self.destroy(id, rule, chronicle);
        }
        if let Some(place) = self.sheet.ground.settlement_in(hex) {
            self.take_control(place, Holder::of(side), chronicle);
        }
        self.march.pace = Pace::Leave;
    }

    /// 7.1.2 and ruling 93: any units stay as garrison.
    pub(crate) fn may_leave(&self, id: UnitId) -> Allowed {
        let expedition =
            self.march.expedition.filter(|_| self.march.pace == Pace::Leave).ok_or(Refusal::NotNow)?;
        ensure(self.exists(id) && self.unit(id).is_land(), Refusal::NotYours)?;
        ensure(self.unit(id).mode == Mode::Field(expedition), Refusal::NotYours)
    }

    pub(crate) fn leave(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        let place = self.unit(id).spot.hex().and_then(|hex| self.sheet.ground.settlement_in(hex));
        let Some(place) = place else { return };
        self.garrison(id, place);
        chronicle.note(|| {
            let text = format!("{} stays in {}", self.label(id), self.sheet.ground.settlement(place).name);
            Event::new(EventKind::Placed, "7.1.2", text).counters([id.0.into()])
        });
    }

    // ---- The end of a move

    /// Asks an expedition whether it camps or disbands (ruling 50).
    pub(crate) fn rest(&mut self, expedition: Expedition) {
        self.march = March { expedition: Some(expedition), pace: Pace::Rest, ..March::NONE };
    }

    pub(crate) fn halt_march(&mut self, chronicle: &mut impl Chronicle) {
        let Ok((expedition, hex)) = self.free_march() else { return };
        if !self.host(expedition).at_sea {
            self.march.pace = Pace::Rest;
        } else if self.sheet.ground.is_land(hex) {
            // Ruling 66: whoever ends the move on a coast has to land, paying what is left.
            self.march.ending = true;
            self.land(expedition, hex, chronicle);
        } else {
            self.host_mut(expedition).done = true;
            self.march = March::NONE;
        }
    }

    pub(crate) fn may_rest(&self, disband: bool) -> Allowed {
        ensure(self.march.expedition.is_some() && self.march.pace == Pace::Rest, Refusal::NotNow)?;
        ensure(!(disband && self.march.must_camp), Refusal::StalledMustCamp)
    }

    pub(crate) fn camp(&mut self, chronicle: &mut impl Chronicle) {
        let Some(expedition) = self.march.expedition else { return };
        let host = self.host_mut(expedition);
        host.camped = true;
        host.done = true;
        self.march = March::NONE;
        chronicle.note(|| Event::new(EventKind::Marked, "3.3.3", format!("The {} camps", expedition.name())));
    }

    pub(crate) fn list_marching(&self, offers: &mut Offers) -> ControlFlow<()> {
        for to in Direction::ALL {
            if self.may_step(to).is_ok() {
                offers.add(Order::Step { to })?;
            }
        }
        if self.may_disembark().is_ok() {
            offers.add(Order::Disembark)?;
        }
        if self.may_embark().is_ok() {
            offers.add(Order::Embark)?;
        }
        if self.may_besiege().is_ok() {
            offers.add(Order::Siege)?;
        }
        if self.may_assault().is_ok() {
            offers.add(Order::Assault)?;
        }
        offers.add(Order::Halt)
    }

    pub(crate) fn list_resting(&self, offers: &mut Offers) -> ControlFlow<()> {
        offers.add(Order::Camp)?;
        if self.may_rest(true).is_ok() {
            offers.add(Order::Disband)?;
        }
        ControlFlow::Continue(())
    }

    /// The land units of the expedition in hand, of identical ones the first.
    pub(crate) fn march_units(&self, mut each: impl FnMut(UnitId) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(expedition) = self.march.expedition else { return ControlFlow::Continue(()) };
        self.troops(expedition).filter(|&id| self.is_listed(id)).try_for_each(&mut each)
    }

    /// The expeditions a side may take up now, its leaders, or the end of the phase.
    pub(crate) fn list_expeditions(&self, offers: &mut Offers) -> ControlFlow<()> {
        for &expedition in Self::expeditions(self.acting_side()) {
            if self.may_march(expedition).is_ok() {
                offers.add(Order::Move { unit: self.sheet.roster.expedition(expedition) })?;
            }
        }
        if matches!(self.step, Step::Land(_)) {
            for unit in self.leader_ids().filter(|&id| self.may_walk(id).is_ok()) {
                offers.add(Order::Move { unit })?;
            }
        }
        offers.add(Order::Done)
    }

    /// Whether the side that may reserve is in a fight.
    pub(crate) fn byzantines_fight(&self) -> bool {
        self.battle.kind != Fight::Rebels || self.battle.attacker == BYZANTINES
    }
}

#[cfg(test)]
mod tests;
