//! Counters find a place of their own: disbanding (3.3.4; ruling 54), routs (6.2.4, 8.2.2; rulings 79 to 81, 105),
//! evacuation (7.3; rulings 97, 98), revolts (rulings 19, 126) and the arrival of the Quraysh (ruling 21).
//!
//! Those to be placed have `Unit::ADRIFT`. Their owner names counter and place, one after another; whoever has a
//! place to go to must go there, and when nobody has one any more the rest is lost. Leaders come last.

use std::ops::ControlFlow;

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::distance::FAR;
use crate::order::Order;
use crate::position::{Cause, Holder, Host, Placing, Position, Step};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::sheet::{Army, BYZANTINES};
use crate::stages::Offers;
use crate::unit::{Expedition, Mode, Spot, Unit, UnitId};

impl Position {
    // ---- Beginning

    /// An expedition counter with nobody under it goes, and leaders and ships find their places (ruling 42).
    pub(crate) fn disband_the_empty(&mut self, chronicle: &mut impl Chronicle) -> bool {
        if matches!(self.step, Step::Lords(_) | Step::Toll(..)) {
            return false;
        }
        for expedition in Expedition::ALL {
            let gathering = matches!(self.step, Step::Gather(e) | Step::Muster(e) if e == expedition);
            if self.host(expedition).on_map() && !gathering && !self.has_troops(expedition) {
                self.disband(expedition, chronicle);
                return true;
            }
        }
        false
    }

    /// 3.3.4.
    pub(crate) fn disband(&mut self, expedition: Expedition, chronicle: &mut impl Chronicle) {
        let Some(hex) = self.host(expedition).spot.hex() else { return };
        chronicle
            .note(|| Event::new(EventKind::Removed, "3.3.4", format!("The {} disbands", expedition.name())));
        self.cast_adrift(expedition);
        self.open_placing(Cause::Disband, Self::side_of(expedition), hex);
    }

    /// The counter goes; everybody of the expedition is to be placed.
    pub(crate) fn cast_adrift(&mut self, expedition: Expedition) {
        for id in self.ids() {
            let unit = self.unit_mut(id);
            if unit.mode == Mode::Field(expedition) {
                unit.mode = Mode::Off;
                unit.flags |= Unit::ADRIFT;
            }
        }
        *self.host_mut(expedition) = Host::NONE;
        if self.march.expedition == Some(expedition) {
            self.march = crate::position::March::NONE;
        }
    }

    /// Begins to place whoever is adrift.
    pub(crate) fn open_placing(&mut self, cause: Cause, side: Side, hex: Hex) {
        self.placing = Placing { cause, side, hex, leaders: false };
        let limit = match cause {
            Cause::Rout => FAR - 1,
            _ => self.sheet.charts.within,
        };
        if matches!(cause, Cause::Rout | Cause::Disband) {
            self.survey(side, hex, limit);
        }
    }

    /// An expedition has lost its last land unit: its leaders are lost, ships elsewhere go to port, ships in a hex
    /// with an enemy are lost (rulings 57, 67, 69).
    pub(crate) fn perish(&mut self, expedition: Expedition, chronicle: &mut impl Chronicle) {
        let side = Self::side_of(expedition);
        let Some(hex) = self.host(expedition).spot.hex() else { return };
        for id in self.ids() {
            let unit = self.unit(id);
            if unit.mode != Mode::Field(expedition) {
                continue;
            }
            if unit.is_leader() {
                self.lose_leader(id, chronicle);
            } else if unit.is_land() || unit.spot == Spot::on(hex) && self.opposed(side, hex) {
                self.destroy(id, "6.3", chronicle);
            }
        }
        self.cast_adrift(expedition);
        if self.ids().any(|id| self.unit(id).has(Unit::ADRIFT)) {
            self.open_placing(Cause::Disband, side, hex);
        }
    }

    // ---- Where to

    /// Offers every place where a counter adrift may go now.
    fn each_destination(
        &self,
        id: UnitId,
        offer: &mut impl FnMut(Hex) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let unit = self.unit(id);
        if !unit.has(Unit::ADRIFT) {
            return ControlFlow::Continue(());
        }
        match self.placing.cause {
            Cause::None => ControlFlow::Continue(()),
            Cause::Arrival => self.each_place_within(id, offer),
            Cause::Revolt => self.each_refuge(id, offer),
            Cause::Evacuation => self.each_evacuation(id, offer),
            Cause::Disband | Cause::Rout | Cause::SeaRout => {
                if self.placing.leaders != unit.is_leader() {
                    return ControlFlow::Continue(());
                }
                match (unit.is_leader(), unit.is_ship(), self.placing.cause) {
                    (true, _, Cause::Disband) => self.each_friend_within(id, offer),
                    (true, ..) => self.each_place_used(offer),
                    (_, true, _) => self.each_port(id, offer),
                    (_, _, Cause::Disband) => self.each_place_within(id, offer),
                    (_, _, Cause::Rout) => self.each_rout(id, offer),
                    _ => self.each_ferry(id, false, offer),
                }
            }
        }
    }

    fn friendly(&self, place: u8) -> bool {
        self.holds(self.placing.side, place)
    }

    /// Friendly places with room within 10 MPs by land.
    fn each_place_within(
        &self,
        id: UnitId,
        offer: &mut impl FnMut(Hex) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let within = self.sheet.charts.within;
        for place in self.settlements() {
            if self.far[place as usize] <= within && self.friendly(place) && self.fits(id, place) {
                offer(self.sheet.ground.settlement(place).hex)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Ruling 79: 10 to 20 MPs by land; where none has room, the place whose distance misses that span least. Ships
    /// that have been sent off take along who fits (ruling 80).
    fn each_rout(&self, id: UnitId, offer: &mut impl FnMut(Hex) -> ControlFlow<()>) -> ControlFlow<()> {
        let charts = &self.sheet.charts;
        let miss = |place: u8| {
            let far = self.far[place as usize];
            let open = far != FAR
                && self.friendly(place)
                && self.sheet.ground.settlement(place).hex != self.placing.hex
                && self.fits(id, place);
            open.then(|| charts.within.saturating_sub(far).max(far.saturating_sub(charts.rout)))
        };
        let least = self.settlements().filter_map(miss).min();
        for place in self.settlements() {
            let by_land = least.is_some() && miss(place) == least;
            if by_land || self.ferry_to(id, place, false).is_some() {
                offer(self.sheet.ground.settlement(place).hex)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The ship that takes a unit along to a port: its own, or one with a seat.
    fn ferry_to(&self, id: UnitId, place: u8, crowded: bool) -> Option<UnitId> {
        let spot = Spot::on(self.sheet.ground.settlement(place).hex);
        if !crowded && !self.fits(id, place) {
            return None;
        }
        let sent = |ship: &UnitId| self.unit(*ship).has(Unit::FERRY) && self.unit(*ship).spot == spot;
        match self.unit(id).aboard.some() {
            Some(ship) => Some(ship).filter(sent),
            None if self.placing.cause == Cause::SeaRout => None,
            None => self.ship_ids(self.placing.side).filter(sent).find(|&ship| self.has_seat(ship, id)),
        }
    }

    fn each_ferry(
        &self,
        id: UnitId,
        crowded: bool,
        offer: &mut impl FnMut(Hex) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for place in self.settlements() {
            if self.ferry_to(id, place, crowded).is_some() {
                offer(self.sheet.ground.settlement(place).hex)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Ports for a ship: within 10 sea MPs with a free anchor when disbanding or left behind (rulings 54, 131);
    /// within 20, overfull if need be, when it flees from the hex of a rout (rulings 80, 105).
    fn each_port(&self, id: UnitId, offer: &mut impl FnMut(Hex) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(from) = self.unit(id).spot.hex() else { return ControlFlow::Continue(()) };
        let charts = &self.sheet.charts;
        let flees = self.placing.cause != Cause::Disband && from == self.placing.hex;
        let limit = if flees { charts.rout } else { charts.within };
        let reach = self.by_sea(self.placing.side, from, limit);
        for place in self.settlements() {
            let hex = self.sheet.ground.settlement(place).hex;
            let near = reach.of(hex) <= limit && self.friendly(place) && self.is_port(place);
            if near
                && (flees && hex != from || self.has_anchor(place))
                && !self.opposed(self.placing.side, hex)
            {
                offer(hex)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// 3.3.4: leaders go to a hex with a friendly land unit within 10 MPs by land.
    fn each_friend_within(
        &self,
        id: UnitId,
        offer: &mut impl FnMut(Hex) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(from) = self.unit(id).spot.hex() else { return ControlFlow::Continue(()) };
        let (side, within) = (self.placing.side, self.sheet.charts.within);
        let reach = self.by_land(side, from, within);
        for hex in self.sheet.ground.grid.hexes() {
            if reach.of(hex) <= within && self.has_land(side, hex) {
                offer(hex)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Ruling 81: leaders of a rout go with the survivors.
    fn each_place_used(&self, offer: &mut impl FnMut(Hex) -> ControlFlow<()>) -> ControlFlow<()> {
        for place in self.settlements() {
            let hex = self.sheet.ground.settlement(place).hex;
            let naval = self.placing.cause == Cause::SeaRout;
            let used =
                |unit: &Unit| unit.has(Unit::LANDED) && unit.is_land() || naval && unit.has(Unit::FERRY);
            if self.any(hex, used) {
                offer(hex)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Ruling 98: the nearest friendly unpillaged port by sea, within 10; who boards goes where the ship goes.
    fn each_evacuation(&self, id: UnitId, offer: &mut impl FnMut(Hex) -> ControlFlow<()>) -> ControlFlow<()> {
        let unit = self.unit(id);
        if unit.is_land() {
            return self.each_ferry(id, true, offer);
        }
        if unit.is_leader() {
            let sent = self.ship_ids(self.placing.side).filter(|&ship| self.unit(ship).has(Unit::FERRY));
            let mut ports: Vec<Hex> = sent.filter_map(|ship| self.unit(ship).spot.hex()).collect();
            ports.dedup();
            return ports.into_iter().try_for_each(offer);
        }
        self.havens().into_iter().try_for_each(offer)
    }

    /// The ports people evacuated from the present hex reach.
    pub(crate) fn havens(&self) -> Vec<Hex> {
        let (side, from, within) = (self.placing.side, self.placing.hex, self.sheet.charts.within);
        let reach = self.by_sea(side, from, within);
        let port = |place: &u8| {
            let hex = self.sheet.ground.settlement(*place).hex;
            hex != from
                && self.friendly(*place)
                && self.is_port(*place)
                && reach.of(hex) <= within
                && !self.opposed(side, hex)
        };
        let hexes: Vec<Hex> =
            self.settlements().filter(port).map(|place| self.sheet.ground.settlement(place).hex).collect();
        let nearest = hexes.iter().map(|&hex| reach.of(hex)).min();
        hexes.into_iter().filter(|&hex| Some(reach.of(hex)) == nearest).collect()
    }

    /// Rulings 19, 23 and 126: rebels to the nearest place of their district free of both sides; loyal ships and
    /// leaders to the nearest place of theirs.
    fn each_refuge(&self, id: UnitId, offer: &mut impl FnMut(Hex) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(from) = self.unit(id).spot.hex() else { return ControlFlow::Continue(()) };
        let (unit, ground) = (self.unit(id), &self.sheet.ground);
        let sea = unit.is_ship().then(|| self.by_sea(BYZANTINES, from, FAR - 1));
        let far = |place: u8| -> Option<u16> {
            let hex = ground.settlement(place).hex;
            let steps = ground.grid.distance(from, hex);
            if unit.is_ship() {
                let reach = sea.as_ref().map_or(FAR, |sea| sea.of(hex));
                let open = self.holds(BYZANTINES, place) && self.has_anchor(place) && reach != FAR;
                return open.then_some(u16::from(reach));
            }
            if unit.is_leader() {
                return (self.holds(BYZANTINES, place) && !self.opposed(BYZANTINES, hex)).then_some(steps);
            }
            let district = ground.districts[ground.settlement(place).district as usize].as_str();
            let ours = match self.army(id) {
                Army::African => matches!(district, "African" | "Egypt"),
                _ => district == "Armeniae",
            };
            let empty = !self.any(hex, |other| !other.is_leader() && !other.is_rebel());
            (ours && empty && self.fits(id, place)).then_some(steps)
        };
        let nearest = self.settlements().filter_map(far).min();
        for place in self.settlements() {
            if nearest.is_some() && far(place) == nearest {
                offer(ground.settlement(place).hex)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a counter adrift has anywhere to go.
    pub(crate) fn has_destination(&self, id: UnitId) -> bool {
        self.each_destination(id, &mut |_| ControlFlow::Break(())).is_break()
    }

    fn is_destination(&self, id: UnitId, hex: Hex) -> bool {
        self.each_destination(id, &mut |there| match there == hex {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
        .is_break()
    }

    // ---- Orders

    /// Whether those adrift flee or are evacuated, and are not merely put down.
    pub(crate) fn retreats(&self) -> bool {
        matches!(self.placing.cause, Cause::Rout | Cause::SeaRout | Cause::Evacuation)
    }

    pub(crate) fn may_settle_at(&self, id: UnitId, hex: Hex, retreat: bool) -> Allowed {
        ensure(self.placing.cause != Cause::None && retreat == self.retreats(), Refusal::NotNow)?;
        ensure(self.exists(id) && self.unit(id).has(Unit::ADRIFT), Refusal::NotYours)?;
        let rule = match self.placing.cause {
            Cause::Rout => Refusal::NoRoutThere,
            Cause::SeaRout => Refusal::NoSeaRoutThere,
            Cause::Evacuation => Refusal::NoEvacuationThere,
            Cause::Revolt => Refusal::NoRefugeThere,
            Cause::Arrival => Refusal::NoArrivalThere,
            _ => Refusal::NoGarrisonThere,
        };
        ensure(self.is_destination(id, hex), rule)
    }

    pub(crate) fn settle_at(&mut self, id: UnitId, hex: Hex, chronicle: &mut impl Chronicle) {
        let unit = *self.unit(id);
        let place = self.sheet.ground.settlement_in(hex);
        let crowded = self.placing.cause == Cause::Evacuation;
        let ferry = match (unit.is_land(), self.placing.cause, place) {
            (true, Cause::Rout, Some(place)) if !self.routs_by_land(id, place) => {
                self.ferry_to(id, place, false)
            }
            (true, Cause::Evacuation | Cause::SeaRout, Some(place)) => self.ferry_to(id, place, crowded),
            _ => None,
        };
        chronicle.note(|| {
            let text = format!("{} goes to {}", self.label(id), self.hex_words(hex));
            let kind = if self.retreats() { EventKind::Retreated } else { EventKind::Placed };
            let path = [unit.spot.hex(), Some(hex)].into_iter().flatten().map(|hex| self.label_of(hex));
            Event::new(kind, "3.3.4", text).counters([id.0.into()]).places(path)
        });
        let full = unit.is_land() && place.is_some_and(|place| !self.fits(id, place));
        if full {
            // Ruling 98: the overflow of an evacuation is destroyed.
            return self.destroy(id, "R98", chronicle);
        }
        match (unit.is_leader(), place) {
            (false, Some(place)) => self.garrison(id, place),
            _ => self.send(id, Spot::on(hex)),
        }
        let flags = if unit.is_ship() { Unit::FERRY } else { Unit::LANDED };
        let unit = self.unit_mut(id);
        unit.flags &= !Unit::ADRIFT;
        unit.flags |= flags;
        unit.aboard = ferry.unwrap_or(UnitId::NONE);
        if self.placing.cause == Cause::Revolt && self.unit(id).is_rebel() {
            if let Some(place) = place {
                self.take_control(place, Holder::Rebels, chronicle);
            }
            self.gather_noble();
        }
    }

    fn routs_by_land(&self, id: UnitId, place: u8) -> bool {
        let charts = &self.sheet.charts;
        let far = self.far[place as usize];
        self.fits(id, place) && (charts.within..=charts.rout).contains(&far)
            || self.ferry_to(id, place, false).is_none()
    }

    pub(crate) fn list_placing(&self, offers: &mut Offers) -> ControlFlow<()> {
        let retreat = self.retreats();
        for unit in self.ids() {
            if !self.unit(unit).has(Unit::ADRIFT) || !self.is_listed(unit) {
                continue;
            }
            self.each_destination(unit, &mut |hex| {
                let at = self.label_of(hex);
                match retreat {
                    true => offers.add(Order::Retreat { unit, at }),
                    false => offers.add(Order::Place { unit, at, patrol: false }),
                }
            })?;
        }
        if self.placing.cause == Cause::Evacuation {
            offers.add(Order::Done)?;
        }
        ControlFlow::Continue(())
    }

    /// Nobody has anywhere to go any more: the rest is lost, then the leaders are placed.
    pub(crate) fn pass_placing(&mut self, chronicle: &mut impl Chronicle) -> bool {
        if self.ids().any(|id| self.unit(id).has(Unit::ADRIFT) && self.has_destination(id)) {
            return false;
        }
        match self.placing.cause {
            Cause::Evacuation | Cause::Arrival => {}
            _ => {
                for id in self.ids() {
                    let unit = self.unit(id);
                    if !unit.has(Unit::ADRIFT) {
                        continue;
                    }
                    match unit.is_leader() {
                        false => self.destroy(id, "3.3.4", chronicle),
                        // Their turn comes when the units are placed.
                        true if !self.placing.leaders && self.placing.cause != Cause::Revolt => {}
                        true => self.lose_leader(id, chronicle),
                    }
                }
                if !self.placing.leaders && self.placing.cause != Cause::Revolt {
                    self.placing.leaders = true;
                    return true;
                }
            }
        }
        self.close_placing(chronicle);
        true
    }

    pub(crate) fn close_placing(&mut self, chronicle: &mut impl Chronicle) {
        if self.placing.cause == Cause::Revolt {
            self.bury_the_clanless(chronicle);
        }
        for id in self.ids() {
            let unit = self.unit_mut(id);
            if unit.has(Unit::LANDED | Unit::ADRIFT) && unit.is_land() {
                unit.aboard = UnitId::NONE;
            }
            unit.flags &= !Unit::OF_PLACING;
        }
        self.placing = Placing::NONE;
        self.forget_distances();
    }

    /// A noble in revolt whose clan found no place is lost with it.
    fn bury_the_clanless(&mut self, chronicle: &mut impl Chronicle) {
        let noble = self.leader(crate::sheet::Leader::Noble);
        let rebel = self.unit(noble).is_rebel();
        let company = self
            .unit(noble)
            .spot
            .hex()
            .is_some_and(|hex| self.any(hex, |unit| unit.is_land() && unit.is_rebel()));
        if rebel && !company {
            self.lose_leader(noble, chronicle);
        }
    }
}

#[cfg(test)]
mod tests;
