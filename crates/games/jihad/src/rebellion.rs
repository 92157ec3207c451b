//! Rebellion (10.0; rulings R109 to R117): unrest, suppression, the Khalif's fate, and whether war comes of it.

use std::ops::ControlFlow;

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::{Charts, State};
use crate::stages::Offers;
use crate::unit::{Spot, Unit, UnitId};

impl Position {
    /// The next unit on the map that fits, by hex and then by counter (R8).
    fn next_on_map(&self, after: Option<UnitId>, fits: impl Fn(&Unit) -> bool) -> Option<UnitId> {
        let from = after.and_then(|id| self.unit(id).hex());
        let rest = from.into_iter().flat_map(|hex| self.stack(Spot::on(hex))).filter(|&id| Some(id) > after);
        let first = from.map_or(0, |hex| hex.0 + 1);
        let hexes = (first..self.sheet.ground.grid.len() as u16).map(Hex);
        let others = hexes.filter(|&hex| self.occupied(hex)).flat_map(|hex| self.stack(Spot::on(hex)));
        rest.chain(others).find(|&id| fits(self.unit(id)))
    }

    /// Opens the Rebellion Segment (10.1).
    pub(crate) fn open_rebellion(&mut self) {
        self.next_unrest(None);
    }

    /// R109: every Muslim-controlled land unit that neither attacked nor built rolls.
    fn next_unrest(&mut self, after: Option<UnitId>) {
        let subject =
            |unit: &Unit| unit.is_land() && unit.is_muslim() && !unit.has(Unit::ATTACKED | Unit::BUILDER);
        self.step = match self.next_on_map(after, subject) {
            Some(id) => Step::Unrest(id),
            None => Step::BuyOff,
        };
    }

    /// The die of a unit that may rebel.
    pub(crate) fn unrest(&mut self, id: UnitId, face: u8, chronicle: &mut impl Chronicle) {
        let unit = *self.unit(id);
        let rebels = self.sheet.charts.rebels(unit.state, unit.kind, face);
        if rebels {
            self.unit_mut(id).flags |= Unit::REBEL;
        }
        chronicle.note(|| {
            let what = if rebels { "rebels" } else { "stays loyal" };
            let text = format!("{} {what}", self.where_words(id));
            Event::new(EventKind::Result, "10.1", text).dice(&[face]).counters([id.0 as u16])
        });
        self.next_unrest(Some(id));
    }

    /// 10.2, R111: a convert in revolt can be bought off.
    pub(crate) fn may_buy_off(&self, id: UnitId) -> Result<(), Refusal> {
        if self.step != Step::BuyOff {
            return Err(Refusal::NotNow);
        }
        if !self.exists(id) || !self.unit(id).has(Unit::REBEL) || !self.unit(id).has(Unit::CONVERTED) {
            return Err(Refusal::NoConvertInRevolt);
        }
        self.may_pay(State::Muslim, self.sheet.charts.figures.buy_off as u16)
    }

    pub(crate) fn buy_off(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        self.spend(State::Muslim, self.sheet.charts.figures.buy_off as u16);
        self.unit_mut(id).flags &= !Unit::REBEL;
        chronicle.note(|| {
            let text = format!("{} is bought off", self.where_words(id));
            Event::new(EventKind::Marked, "10.2", text).counters([id.0 as u16])
        });
    }

    pub(crate) fn list_buying_off(&self, offers: &mut Offers) -> ControlFlow<()> {
        offers.add(Order::Done)?;
        for unit in self.ids() {
            if self.unit(unit).has(Unit::REBEL) && self.is_listed(unit) && self.may_buy_off(unit).is_ok() {
                offers.add(Order::Suppress { unit })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// R111, R112: every Muslim rebel rolls, unless no die could succeed.
    pub(crate) fn next_suppression(&mut self, after: Option<UnitId>) {
        let income = self.books.income[State::Muslim as usize];
        let rolls = |unit: &Unit| {
            unit.is_native() && unit.has(Unit::REBEL) && self.sheet.charts.suppression(unit.kind, income) > 0
        };
        self.step = match self.next_on_map(after, rolls) {
            Some(id) => Step::Suppress(id),
            None => Step::Khalif,
        };
    }

    /// The die of a Muslim rebel.
    pub(crate) fn suppress(&mut self, id: UnitId, face: u8, chronicle: &mut impl Chronicle) {
        let income = self.books.income[State::Muslim as usize];
        let quelled = face <= self.sheet.charts.suppression(self.unit(id).kind, income);
        if quelled {
            self.unit_mut(id).flags &= !Unit::REBEL;
        }
        chronicle.note(|| {
            let what = if quelled { "is suppressed" } else { "stays in revolt" };
            let text = format!("{} {what}", self.where_words(id));
            Event::new(EventKind::Result, "10.2", text).dice(&[face]).counters([id.0 as u16])
        });
        self.next_suppression(Some(id));
    }

    /// Rebels and all among the Muslim-nationality units on the map, ships too (R114).
    pub(crate) fn native_rebels(&self) -> (u16, u16) {
        let natives = self.sheet.roster.ids_of(State::Muslim).map(|id| &self.units[id as usize]);
        natives
            .filter(|unit| unit.hex().is_some())
            .fold((0, 0), |(rebels, total), unit| (rebels + u16::from(unit.has(Unit::REBEL)), total + 1))
    }

    /// The Khalif's fate (10.3, R113) and whether war can come of it (11.2).
    pub(crate) fn khalif(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let charts = &self.sheet.charts;
        let fate = charts.khalif[(face.clamp(1, 6) - 1) as usize];
        let (rebels, total) = self.native_rebels();
        let number = charts.civil_war[fate as usize][Charts::war_column(rebels, total)];
        chronicle.note(|| {
            let text = format!("The Khalif {}", fate.name());
            Event::new(EventKind::Result, "10.3", text).dice(&[face])
        });
        if number > 0 {
            self.step = Step::War(number);
        } else {
            self.keep_peace(chronicle);
        }
    }

    /// The die for civil war.
    pub(crate) fn war_die(&mut self, number: u8, face: u8, chronicle: &mut impl Chronicle) {
        let war = face <= number;
        chronicle.note(|| {
            let text = if war { "Civil war breaks out" } else { "Civil war is averted" };
            Event::new(EventKind::Result, "11.2", text).dice(&[face])
        });
        if war { self.begin_war(chronicle) } else { self.keep_peace(chronicle) }
    }

    /// R117: without war, rebel Muslims turn loyal and converts in revolt leave the map.
    fn keep_peace(&mut self, chronicle: &mut impl Chronicle) {
        for id in self.ids() {
            let unit = *self.unit(id);
            if !unit.has(Unit::REBEL) {
                continue;
            }
            self.unit_mut(id).flags &= !Unit::REBEL;
            if unit.has(Unit::CONVERTED) {
                self.wear_away(id, "11.2", chronicle);
            }
        }
        self.clear_flags(Unit::ATTACKED | Unit::BUILDER);
        self.after_rebellion(chronicle);
    }
}

#[cfg(test)]
mod revolt_tests;
#[cfg(test)]
mod tests;
