//! Construction (6.4; rulings R60 to R64): ships for the pool, bases on their sites.

use std::ops::ControlFlow;

use engine::event::{Chronicle, Event, EventKind};

use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::{Arm, Kind, State};
use crate::stages::Offers;
use crate::unit::{Party, Spot, Unit, UnitId};
use crate::words::points_words;

impl Position {
    /// 6.41, R60: a ship of the Destroyed & Un-built box goes to the pool.
    pub(crate) fn may_build(&self, id: UnitId) -> Result<(), Refusal> {
        let Step::Build(party) = self.step else { return Err(Refusal::NotNow) };
        if !self.exists(id) || !self.unit(id).serves(party) {
            return Err(Refusal::NotYours);
        }
        let unit = self.unit(id);
        if unit.spot != Spot::UNBUILT {
            return Err(Refusal::NotUnbuilt);
        }
        let payer = unit.allegiance();
        let Some(price) = self.sheet.charts.construct_naval[unit.state as usize] else {
            return Err(Refusal::NotRecruited);
        };
        self.may_pay(payer, price as u16)
    }

    pub(crate) fn may_pay(&self, payer: State, price: u16) -> Result<(), Refusal> {
        let track = self.track(payer);
        if price > track { Err(Refusal::TooDear { state: payer, price, track }) } else { Ok(()) }
    }

    pub(crate) fn build(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        let unit = *self.unit(id);
        let price = self.sheet.charts.construct_naval[unit.state as usize].unwrap_or(0) as u16;
        self.spend(unit.allegiance(), price);
        self.send(id, Spot::POOL);
        chronicle.note(|| {
            let text = format!("{} is built for {}", self.label(id), points_words(price));
            Event::new(EventKind::Announced, "6.41", text).counters([id.0 as u16])
        });
    }

    /// 6.42, R61, R62: a Muslim unit raises the base on its site by one level.
    pub(crate) fn may_fortify(&self, id: UnitId) -> Result<(), Refusal> {
        if self.step != Step::Build(Party::Muslims) {
            return Err(Refusal::NotNow);
        }
        if !self.exists(id) || !self.unit(id).serves(Party::Muslims) {
            return Err(Refusal::NotYours);
        }
        let unit = self.unit(id);
        if !unit.is_native() || !unit.is_land() {
            return Err(Refusal::OnlyMuslimsBuild);
        }
        let site = unit.hex().and_then(|hex| self.sheet.ground.place(hex).site);
        let Some(site) = site else { return Err(Refusal::NoSiteHere) };
        if self.stands(unit.spot, Party::Empires, Arm::Land) {
            return Err(Refusal::EnemyHeld);
        }
        if self.books.raised >> site & 1 == 1 {
            return Err(Refusal::RaisedThisTurn);
        }
        if self.books.bases[site as usize] >= self.sheet.charts.base_levels {
            return Err(Refusal::BaseComplete);
        }
        self.may_pay(State::Muslim, self.sheet.charts.construct_base as u16)
    }

    pub(crate) fn fortify(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        let site = self.unit(id).hex().and_then(|hex| self.sheet.ground.place(hex).site);
        let Some(site) = site else { return };
        self.spend(State::Muslim, self.sheet.charts.construct_base as u16);
        self.books.bases[site as usize] += 1;
        self.books.raised |= 1 << site;
        self.unit_mut(id).flags |= Unit::BUILDER;
        chronicle.note(|| {
            let base = &self.sheet.ground.sites[site as usize];
            let level = self.books.bases[site as usize];
            let text = format!("{} raises {} to level {level}", self.label(id), base.name);
            Event::new(EventKind::Control, "6.42", text)
                .counters([id.0 as u16])
                .places([self.number(base.hex)])
        });
    }

    pub(crate) fn list_building(&self, offers: &mut Offers) -> ControlFlow<()> {
        let party = self.party();
        offers.add(Order::Done)?;
        for state in State::ALL {
            for flags in [0, Unit::CONVERTED] {
                if let Some(unit) = self.first_in(Spot::UNBUILT, state, Kind::Naval, flags)
                    && self.unit(unit).serves(party)
                    && self.may_build(unit).is_ok()
                {
                    offers.add(Order::Build { unit })?;
                }
            }
        }
        if party == Party::Muslims {
            for site in &self.sheet.ground.sites {
                for unit in self.stack(Spot::on(site.hex)) {
                    if self.is_listed(unit) && self.may_fortify(unit).is_ok() {
                        offers.add(Order::Fortify { unit })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod building_tests;
