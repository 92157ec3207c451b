//! Recruitment (6.1 to 6.3; rulings R47 to R59).

use std::ops::ControlFlow;

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::codes::StateSet;
use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::{Arm, Kind, State};
use crate::stages::Offers;
use crate::unit::{Party, Spot, Unit, UnitId};

impl Position {
    /// Opens a Recruitment Segment: the defeat test comes before any order (R43).
    pub(crate) fn open_recruitment(&mut self, party: Party, chronicle: &mut impl Chronicle) {
        self.test_defeat(chronicle);
        if party == Party::Empires {
            self.books.eligible = self.eligible_states();
        }
        self.step = Step::Recruit(party);
    }

    /// The Empires States that may recruit as things stand (R50, R51).
    pub(crate) fn eligible_states(&self) -> StateSet {
        let mut eligible = StateSet::EMPTY;
        let figures = &self.sheet.charts.figures;
        if self.books.byzantium_recruited || self.books.income[0] >= figures.alarm_income {
            eligible.add(State::Byzantine);
        }
        for unit in &self.units[..self.count()] {
            let Some(hex) = unit.hex().filter(|_| unit.is_muslim()) else { continue };
            for state in State::EMPIRES {
                if self.sheet.ground.distance_home(hex, state) <= 1 {
                    eligible.add(state);
                }
            }
        }
        eligible
    }

    /// Whether a unit can be recruited in a place, paid by its own purse or by Byzantium.
    pub(crate) fn may_recruit(&self, id: UnitId, spot: Spot, aid: bool) -> Result<(), Refusal> {
        let Step::Recruit(party) = self.step else { return Err(Refusal::NotNow) };
        if !self.exists(id) || !self.unit(id).serves(party) {
            return Err(Refusal::NotYours);
        }
        let unit = *self.unit(id);
        if unit.spot != Spot::POOL {
            return Err(Refusal::NotInThePool);
        }
        if party == Party::Empires && !self.books.eligible.has(unit.state) {
            return Err(Refusal::NotEligible(unit.state));
        }
        if aid && (party != Party::Empires || unit.state == State::Byzantine) {
            return Err(Refusal::NoAidNeeded);
        }
        if aid && !self.books.poor.has(unit.state) {
            return Err(Refusal::NotPoor(unit.state));
        }
        self.may_arrive(&unit, spot)?;
        self.within_recruiting_limits(&unit, spot)?;
        let Some((payer, price)) = self.recruiting_price(&unit, aid) else {
            return Err(Refusal::NotRecruited);
        };
        if price > self.track(payer) {
            return Err(Refusal::TooDear { state: payer, price, track: self.track(payer) });
        }
        Ok(())
    }

    /// Who pays for a unit and how much (R47, R48, R52).
    pub(crate) fn recruiting_price(&self, unit: &Unit, aid: bool) -> Option<(State, u16)> {
        let charts = &self.sheet.charts;
        let price = charts.recruit[unit.state as usize][unit.kind as usize]? as u16;
        Some(match (unit.is_muslim(), aid) {
            (true, _) => (State::Muslim, price),
            (false, false) => (unit.state, price),
            (false, true) => (State::Byzantine, price * charts.figures.aid_factor as u16),
        })
    }

    /// R49, R55: one Muslim unit for three converts; at most twice the stacking limit in a hex.
    fn within_recruiting_limits(&self, unit: &Unit, spot: Spot) -> Result<(), Refusal> {
        if let Some(hex) = spot.hex().filter(|_| unit.is_land()) {
            let party = if unit.is_muslim() { Party::Muslims } else { Party::Empires };
            let there = self.force(spot, party, Arm::Land).count();
            if there + 1 > 2 * self.stacking_limit(hex) as usize {
                return Err(Refusal::TwiceTheLimit);
            }
        }
        let per = self.sheet.charts.figures.converts_per_muslim.max(1);
        if unit.has(Unit::CONVERTED) && self.books.natives < (self.books.converts + 1) / per {
            return Err(Refusal::ConvertsNeedMuslims);
        }
        Ok(())
    }

    /// Whether recruits of this sort may be put down in a place (R53 to R59).
    fn may_arrive(&self, unit: &Unit, spot: Spot) -> Result<(), Refusal> {
        let byzantine = unit.state == State::Byzantine && !unit.is_muslim();
        let Some(hex) = spot.hex() else {
            return match (spot == Spot::BOX && byzantine, self.books.box_open) {
                (true, true) => Ok(()),
                (true, false) => Err(Refusal::BoxClosed),
                (false, _) => Err(Refusal::BoxForByzantines),
            };
        };
        if !unit.is_land() {
            return self.may_launch(unit, hex);
        }
        if byzantine && self.books.box_open {
            return Err(Refusal::MusterInTheBox);
        }
        let place = self.sheet.ground.place(hex);
        if unit.is_native() && place.site.is_some_and(|site| self.books.bases[site as usize] > 0) {
            return self.may_muster(unit, hex);
        }
        if place.state != Some(unit.state) {
            return Err(Refusal::NotItsCity(unit.state));
        }
        if place.city.is_none() {
            if self.value(hex) > 0 {
                return Err(Refusal::BaseForMuslims);
            }
            if !self.all_cities_held(unit) {
                return Err(Refusal::CitiesFirst);
            }
        }
        self.may_muster(unit, hex)?;
        self.may_share(unit, Spot::on(hex))
    }

    /// Naval recruits need a port with a friendly land unit (R58).
    fn may_launch(&self, unit: &Unit, hex: Hex) -> Result<(), Refusal> {
        if !self.is_port(hex) {
            return Err(Refusal::NotAPort);
        }
        let friend = |id: UnitId| {
            let other = self.unit(id);
            other.is_land()
                && other.is_muslim() == unit.is_muslim()
                && (unit.is_muslim() || other.state == unit.state)
        };
        if !self.stack(Spot::on(hex)).any(friend) {
            return Err(Refusal::NoGarrisonAtPort);
        }
        self.may_share(unit, Spot::on(hex))?;
        if !unit.is_muslim() && self.is_neutral(unit.state, hex) {
            return Err(Refusal::NeutralGround);
        }
        Ok(())
    }

    /// R79: Empires units of different nationalities do not share a hex.
    #[inline]
    pub(crate) fn may_share(&self, unit: &Unit, spot: Spot) -> Result<(), Refusal> {
        let stranger = |id: UnitId| !self.unit(id).is_muslim() && self.unit(id).state != unit.state;
        match !unit.is_muslim() && self.stack(spot).any(stranger) {
            true => Err(Refusal::NationsApart),
            false => Ok(()),
        }
    }

    /// R77: another undefeated Empires State without any Muslim-controlled unit is closed to Byzantines.
    #[inline]
    pub(crate) fn is_neutral(&self, nation: State, hex: Hex) -> bool {
        nation == State::Byzantine
            && self.sheet.ground.place(hex).state.is_some_and(|state| {
                state.is_empire()
                    && state != State::Byzantine
                    && !self.books.defeated.has(state)
                    && self.presence[state as usize] == 0
            })
    }

    /// Whether nobody holds a hex against a recruit: land units of the other player in it (R53), or for converted
    /// Byzantines whoever is in the box behind the walls of Constantinople (R57).
    fn may_muster(&self, unit: &Unit, hex: Hex) -> Result<(), Refusal> {
        let foe = if unit.is_muslim() { Party::Empires } else { Party::Muslims };
        if self.stands(Spot::on(hex), foe, Arm::Land) {
            return Err(Refusal::EnemyHeld);
        }
        let under_the_walls = unit.has(Unit::CONVERTED)
            && unit.state == State::Byzantine
            && hex == self.sheet.ground.constantinople
            && self.top(Spot::BOX) != UnitId::NONE;
        if under_the_walls { Err(Refusal::UnderTheWalls) } else { Ok(()) }
    }

    /// R54: only when every city of the State is enemy-held may recruits appear elsewhere in it.
    fn all_cities_held(&self, unit: &Unit) -> bool {
        self.sheet.ground.realm(unit.state).cities.iter().all(|&hex| self.may_muster(unit, hex).is_err())
    }

    pub(crate) fn recruit(&mut self, id: UnitId, spot: Spot, aid: bool, chronicle: &mut impl Chronicle) {
        let unit = *self.unit(id);
        let Some((payer, price)) = self.recruiting_price(&unit, aid) else { return };
        self.spend(payer, price);
        self.send(id, spot);
        match (unit.is_muslim(), unit.is_native()) {
            (true, true) => self.books.natives += 1,
            (true, false) => self.books.converts += 1,
            (false, _) => {
                self.books.recruited.add(unit.state);
                self.books.inactive.remove(unit.state);
                self.books.byzantium_recruited |= unit.state == State::Byzantine;
            }
        }
        chronicle.note(|| {
            let text = format!(
                "{} is recruited in {} for {}",
                self.label(id),
                self.spot_words(spot),
                payer.points_words(price)
            );
            Event::new(EventKind::Placed, "6.2", text)
                .counters([id.0 as u16])
                .places(self.hex_of(spot).map(|hex| self.number(hex)))
        });
    }

    pub(crate) fn list_recruiting(&self, offers: &mut Offers) -> ControlFlow<()> {
        let party = self.party();
        offers.add(Order::Done)?;
        for state in State::ALL {
            if party == Party::Empires && !self.books.eligible.has(state) {
                continue;
            }
            let flags = if party == Party::Muslims && state.is_empire() { Unit::CONVERTED } else { 0 };
            if (state == State::Muslim) != (party == Party::Muslims) && flags == 0 {
                continue;
            }
            for kind in Kind::ALL {
                let Some(id) = self.first_in(Spot::POOL, state, kind, flags) else { continue };
                for aid in [false, true] {
                    self.list_places(id, aid, offers)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Every place where a unit can be recruited, if it can be paid.
    #[inline(always)]
    fn list_places(&self, id: UnitId, aid: bool, offers: &mut Offers) -> ControlFlow<()> {
        let unit = self.unit(id);
        let affordable = self.recruiting_price(unit, aid).is_some_and(|(s, price)| price <= self.track(s));
        if !affordable || (aid && (unit.is_muslim() || !self.books.poor.has(unit.state))) {
            return ControlFlow::Continue(());
        }
        let mut try_place = |spot: Spot| match self.may_recruit(id, spot, aid) {
            Ok(()) => offers.add(Order::Place { unit: id, at: self.station(spot), aid }),
            Err(_) => ControlFlow::Continue(()),
        };
        let ground = &self.sheet.ground;
        if unit.state == State::Byzantine && !unit.is_muslim() {
            try_place(Spot::BOX)?;
        }
        if !unit.is_land() {
            let ports = ground.cities.iter().filter(|city| city.port).map(|city| city.hex);
            let sites = ground.sites.iter().filter(|site| site.port).map(|site| site.hex);
            return ports.chain(sites).try_for_each(|hex| try_place(Spot::on(hex)));
        }
        if unit.is_native() {
            ground.sites.iter().try_for_each(|site| try_place(Spot::on(site.hex)))?;
        }
        let realm = ground.realm(unit.state);
        match self.all_cities_held(unit) {
            false => realm.cities.iter().try_for_each(|&hex| try_place(Spot::on(hex))),
            true => {
                // A base of the Muslims has been offered above.
                let sites = |hex: &&Hex| !(unit.is_native() && self.value(**hex) > 0);
                realm.hexes.iter().filter(sites).try_for_each(|&hex| try_place(Spot::on(hex)))
            }
        }
    }

    /// The errata: States that stood by while invaded count as defeated for production (R24).
    pub(crate) fn mark_inaction(&mut self, chronicle: &mut impl Chronicle) {
        for state in State::EMPIRES {
            let idle = self.books.eligible.has(state)
                && !self.books.recruited.has(state)
                && !self.books.defeated.has(state)
                && self.muslim_land_inside(state)
                && self.could_recruit_land(state);
            if !idle {
                continue;
            }
            self.books.inactive.add(state);
            self.books.tracks[state as usize] = 0;
            chronicle.note(|| {
                let text = format!("The {} stood by: they count as defeated", state.name());
                Event::new(EventKind::Control, "R24", text)
            });
        }
    }

    fn could_recruit_land(&self, state: State) -> bool {
        [Kind::Mercenary, Kind::Levy].into_iter().any(|kind| {
            let first = self.first_in(Spot::POOL, state, kind, 0);
            first.is_some_and(|id| self.list_places(id, false, &mut Offers::any()).is_break())
        })
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod quota_tests;
