//! Expeditions are gathered, reinforced and led (3.3; rulings 24, 39 to 45, 127, 128, 135).

use std::ops::ControlFlow;

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{Host, Position, Step};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::sheet::{Army, BYZANTINES, Leader};
use crate::stages::Offers;
use crate::unit::{Expedition, Mode, Spot, Unit, UnitId};

impl Position {
    /// Whether a hex is free for gathering: land in play, nobody of the enemy or of rebels in it.
    fn is_free(&self, side: Side, hex: Hex) -> bool {
        self.sheet.ground.is_land(hex)
            && !self.sheet.ways.closed[hex.index()]
            && !self.any(hex, |unit| !unit.is_leader() && unit.opposes(side))
    }

    /// The gathering cities a side controls.
    fn rallying(&self, side: Side) -> impl Iterator<Item = Hex> + '_ {
        let cities = self.sheet.gathering[side.index()].iter();
        cities
            .filter(move |&&city| self.holds(side, city) && self.is_open(city))
            .map(|&city| self.sheet.ground.settlement(city).hex)
    }

    /// Ruling 39: a free land hex within 10 MPs, by land or by sea, of a gathering city under control.
    pub(crate) fn may_gather(&self, side: Side, hex: Hex) -> Allowed {
        ensure(self.is_free(side, hex), Refusal::NoGroundToGather)?;
        let (within, grid) = (self.sheet.charts.within, &self.sheet.ground.grid);
        // No hex is nearer in MPs than it is in hexes.
        let near =
            self.rallying(side).filter(|&city| grid.distance(city, hex) <= u16::from(within)).any(|city| {
                city == hex
                    || self.by_land(side, city, within).of(hex) <= within
                    || self.by_sea(side, city, within).of(hex) <= within
            });
        ensure(near, Refusal::TooFarToGather)
    }

    /// Whether a land unit or ship is free to join an expedition.
    fn may_enlist(&self, id: UnitId, expedition: Expedition) -> Allowed {
        self.may_change(id)?;
        self.may_serve_with(id, expedition)
    }

    /// The same for one that is free to change its mode.
    fn may_serve_with(&self, id: UnitId, expedition: Expedition) -> Allowed {
        let unit = self.unit(id);
        ensure(matches!(unit.mode, Mode::Garrison | Mode::Patrol), Refusal::NotFreeToJoin)?;
        if unit.is_ship() {
            return Ok(());
        }
        let army = self.army(id);
        ensure(army.expedition() == expedition, Refusal::OfAnotherArmy)?;
        ensure(self.may_draw_on(army), Refusal::NoFurtherArmy)
    }

    /// Rulings 24 and 45: two Byzantine armies at most, and in a year of the Typos quarrel one that is drawn on.
    fn may_draw_on(&self, army: Army) -> bool {
        if army.side() != BYZANTINES {
            return true;
        }
        let drawn = self.annals.typos_army;
        if self.annals.typos && drawn != u8::MAX && drawn != army as u8 {
            return false;
        }
        let others = self.armies_of(Expedition::Byzantine) & !(1 << army as u8);
        others.count_ones() < 2
    }

    /// Whether an expedition holds units of an army.
    fn draws_on(&self, army: Army) -> bool {
        self.armies_of(army.expedition()) >> army as u8 & 1 == 1
    }

    // ---- Mustering

    pub(crate) fn may_muster(&self, expedition: Expedition) -> Allowed {
        let Step::Mode(side) = self.step else { return Err(Refusal::NotNow) };
        ensure(Self::side_of(expedition) == side && self.hand.some().is_none(), Refusal::NotNow)?;
        ensure(!self.host(expedition).on_map(), Refusal::OnTheMapAlready)?;
        // The army first: most counters are told apart by it alone.
        let anybody = self.land_ids().any(|id| {
            self.army(id).expedition() == expedition
                && self.unit(id).serves(side)
                && self.may_enlist(id, expedition).is_ok()
        });
        ensure(anybody, Refusal::NobodyToJoin)?;
        ensure(self.can_gather(side), Refusal::NowhereToGather)
    }

    /// Whether there is any gathering hex at all; the cities themselves come first.
    fn can_gather(&self, side: Side) -> bool {
        self.rallying(side).any(|city| self.is_free(side, city)) || {
            let mut found = false;
            let _ = self.each_gathering(side, &mut |_| {
                found = true;
                ControlFlow::Break(())
            });
            found
        }
    }

    /// Every hex where an expedition of a side may gather.
    fn each_gathering(&self, side: Side, offer: &mut impl FnMut(Hex) -> ControlFlow<()>) -> ControlFlow<()> {
        let within = self.sheet.charts.within;
        let mut near = [false; crate::sheet::MOST_HEXES];
        for city in self.rallying(side) {
            let (land, sea) = (self.by_land(side, city, within), self.by_sea(side, city, within));
            for hex in self.sheet.ground.grid.hexes() {
                near[hex.index()] |= land.of(hex) <= within || sea.of(hex) <= within;
            }
        }
        for hex in self.sheet.ground.grid.hexes() {
            if near[hex.index()] && self.is_free(side, hex) {
                offer(hex)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A gathering city and a hex beside it, both free: enough to know that there is a choice.
    fn near_at_hand(&self, side: Side) -> Option<[Hex; 2]> {
        let within = self.sheet.charts.within;
        self.rallying(side).filter(|&city| self.is_free(side, city)).find_map(|city| {
            let trails = self.sheet.ways.trails(side, city.0).iter();
            let mut beside =
                trails.filter(|&&(_, cost)| (1..=within).contains(&cost)).map(|&(hex, _)| Hex(hex));
            Some([city, beside.find(|&hex| self.is_free(side, hex))?])
        })
    }

    pub(crate) fn list_gathering(&self, offers: &mut Offers) -> ControlFlow<()> {
        if !offers.wants_all()
            && let Some(two) = self.near_at_hand(self.acting_side())
        {
            return two.into_iter().try_for_each(|hex| offers.add(Order::Gather { at: self.label_of(hex) }));
        }
        self.each_gathering(self.acting_side(), &mut |hex| {
            offers.add(Order::Gather { at: self.label_of(hex) })
        })
    }

    pub(crate) fn gather(&mut self, hex: Hex, chronicle: &mut impl Chronicle) {
        let Step::Gather(expedition) = self.step else { return };
        *self.host_mut(expedition) = Host { spot: Spot::on(hex), reinforced: true, ..Host::NONE };
        self.step = Step::Muster(expedition);
        chronicle.note(|| {
            let text = format!("The {} gathers at {}", expedition.name(), self.hex_words(hex));
            Event::new(EventKind::Placed, "3.3", text).places([self.label_of(hex)])
        });
    }

    /// Rulings 40, 41 and 128: a unit, ship or leader joins.
    pub(crate) fn may_join(&self, id: UnitId, expedition: Expedition) -> Allowed {
        let mustering = match self.step {
            Step::Muster(gathering) if gathering == expedition => true,
            Step::Mode(side) if Self::side_of(expedition) == side && self.hand.some().is_none() => false,
            _ => return Err(Refusal::NotNow),
        };
        ensure(self.exists(id), Refusal::NotYours)?;
        ensure(self.host(expedition).on_map(), Refusal::NoSuchExpedition)?;
        if self.unit(id).is_leader() {
            return self.may_ride_along(id, expedition);
        }
        self.may_change(id)?;
        self.may_come(id, expedition, mustering)
    }

    /// Whether a unit or ship that is free to change its mode may come to an expedition on the map.
    pub(crate) fn may_come(&self, id: UnitId, expedition: Expedition, mustering: bool) -> Allowed {
        self.may_serve_with(id, expedition)?;
        let (unit, host) = (self.unit(id), self.host(expedition));
        let Some(hex) = host.spot.hex() else { return Err(Refusal::NoSuchExpedition) };
        if unit.is_ship() {
            ensure(self.sheet.ground.coastal[hex.index()], Refusal::NoCoast)?;
        }
        let near = mustering || host.reinforced || unit.spot == host.spot;
        ensure(near, Refusal::TooFarToReinforce)
    }

    /// Ruling 128: a leader who stands in the hex of an expedition that holds his army's units.
    fn may_ride_along(&self, id: UnitId, expedition: Expedition) -> Allowed {
        ensure(matches!(self.step, Step::Mode(_)), Refusal::NotNow)?;
        let unit = self.unit(id);
        ensure(unit.serves(Self::side_of(expedition)) && unit.mode == Mode::Off, Refusal::NotYours)?;
        let army = self.army_of_leader(id).ok_or(Refusal::LeadsNoArmy)?;
        ensure(army.expedition() == expedition && self.draws_on(army), Refusal::NoneOfHisArmy)?;
        ensure(unit.spot == self.host(expedition).spot, Refusal::LeaderElsewhere)
    }

    fn army_of_leader(&self, id: UnitId) -> Option<Army> {
        let leader = self.sheet.roster.as_leader(id)?;
        self.sheet.roster.leaders[leader as usize].army
    }

    pub(crate) fn join(&mut self, id: UnitId, expedition: Expedition, chronicle: &mut impl Chronicle) {
        self.enrol(id, expedition, chronicle);
        let unit = self.unit(id);
        if unit.is_land() {
            let army = self.army(id);
            if army.side() == BYZANTINES && self.annals.typos {
                self.annals.typos_army = army as u8;
            }
            if matches!(self.step, Step::Mode(_)) {
                self.call_leaders(expedition, chronicle);
            }
        }
    }

    fn enrol(&mut self, id: UnitId, expedition: Expedition, chronicle: &mut impl Chronicle) {
        let spot = self.host(expedition).spot;
        self.send(id, spot);
        let unit = self.unit_mut(id);
        unit.mode = Mode::Field(expedition);
        if !unit.is_leader() {
            unit.flags |= Unit::CHANGED;
        }
        chronicle.note(|| {
            let text = format!("{} joins the {}", self.label(id), expedition.name());
            Event::new(EventKind::Moved, "3.3", text).counters([id.0.into()])
        });
    }

    /// A leader who has to go along: alive, loyal, by himself and not shut in (ruling 43).
    fn is_due(&self, id: UnitId, expedition: Expedition) -> bool {
        let unit = self.unit(id);
        let army = self.army_of_leader(id).filter(|army| army.expedition() == expedition);
        let side = Self::side_of(expedition);
        army.is_some_and(|army| self.draws_on(army))
            && unit.serves(side)
            && unit.mode == Mode::Off
            && self.host(expedition).spared != id
            && unit.spot.hex().is_some_and(|hex| !self.is_invested(side, hex))
    }

    fn call_leaders(&mut self, expedition: Expedition, chronicle: &mut impl Chronicle) {
        for id in self.leader_ids() {
            if self.is_due(id, expedition) {
                self.enrol(id, expedition, chronicle);
            }
        }
    }

    /// Ruling 44: Constans in place of one leader who would have to go.
    pub(crate) fn may_substitute(&self, id: UnitId) -> Allowed {
        ensure(self.step == Step::Muster(Expedition::Byzantine), Refusal::NotNow)?;
        ensure(self.exists(id) && self.unit(id).is_leader(), Refusal::NotYours)?;
        let host = self.host(Expedition::Byzantine);
        ensure(host.spared == UnitId::NONE, Refusal::ConstansRides)?;
        ensure(self.is_due(id, Expedition::Byzantine), Refusal::LeaderNotDue)?;
        let constans = self.unit(self.leader(Leader::Constans));
        let free = constans.spot.hex().filter(|_| constans.mode == Mode::Off);
        let free = free.is_some_and(|hex| !self.is_invested(BYZANTINES, hex));
        ensure(free, Refusal::ConstansNotFree)
    }

    pub(crate) fn substitute(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        self.host_mut(Expedition::Byzantine).spared = id;
        chronicle.note(|| {
            Event::new(EventKind::Announced, "R44", format!("Constans rides in place of {}", self.label(id)))
        });
        self.enrol(self.leader(Leader::Constans), Expedition::Byzantine, chronicle);
    }

    pub(crate) fn may_close_muster(&self) -> Allowed {
        let Step::Muster(expedition) = self.step else { return Err(Refusal::NotNow) };
        ensure(self.strength_of(expedition) > 0, Refusal::NeedsLandUnit)
    }

    /// Everybody is there: leaders who are due come from wherever they are.
    pub(crate) fn close_muster(&mut self, expedition: Expedition, chronicle: &mut impl Chronicle) {
        self.call_leaders(expedition, chronicle);
        self.step = Step::Mode(Self::side_of(expedition));
    }

    pub(crate) fn list_mustering(&self, offers: &mut Offers) -> ControlFlow<()> {
        let Step::Muster(expedition) = self.step else { return ControlFlow::Continue(()) };
        let side = Self::side_of(expedition);
        for unit in self.land_ids().chain(self.ship_ids(side)) {
            // The army first: it costs least to ask.
            let its_own = self.unit(unit).is_ship() || self.army(unit).expedition() == expedition;
            if its_own
                && self.unit(unit).serves(side)
                && self.may_join(unit, expedition).is_ok()
                && self.is_listed(unit)
            {
                offers.add(Order::Join { unit, expedition })?;
            }
        }
        for leader in self.leader_ids() {
            if self.may_substitute(leader).is_ok() {
                offers.add(Order::Substitute { leader })?;
            }
        }
        if self.may_close_muster().is_ok() {
            offers.add(Order::Done)?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;
