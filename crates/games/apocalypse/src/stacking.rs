//! Stacking (4.0; rulings 58 to 60): what a place holds, and the trimming at the end of a phase.

use std::ops::ControlFlow;

use engine::Side;
use engine::event::Chronicle;

use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::sheet::{BYZANTINES, MUSLIMS};
use crate::stages::Offers;
use crate::unit::{Mode, Spot, UnitId};

impl Position {
    /// How many stacking points a place holds.
    #[inline]
    pub(crate) fn limit(&self, place: u8) -> u8 {
        self.sheet.charts.stacking[self.sheet.ground.settlement(place).kind as usize]
    }

    /// The points of the garrison of a place: ordinary units one, picked ones two (ruling 58).
    #[inline]
    pub(crate) fn crowd(&self, place: u8) -> u8 {
        let garrison = self.stack(self.sheet.ground.settlement(place).hex).map(|id| self.unit(id));
        garrison.filter(|unit| unit.is_land() && unit.mode == Mode::Garrison).map(|unit| unit.points()).sum()
    }

    /// Whether a unit fits into the garrison of a place.
    #[inline]
    pub(crate) fn fits(&self, id: UnitId, place: u8) -> bool {
        self.crowd(place) + self.unit(id).points() <= self.limit(place)
    }

    /// Naval units in garrison in a port.
    #[inline]
    pub(crate) fn moored(&self, place: u8) -> u8 {
        self.number(self.sheet.ground.settlement(place).hex, |unit| {
            unit.is_ship() && unit.mode == Mode::Garrison
        })
    }

    /// Whether a port has a free anchor (ruling 30).
    #[inline]
    pub(crate) fn has_anchor(&self, place: u8) -> bool {
        self.is_port(place) && self.moored(place) < self.sheet.ground.settlement(place).anchors
    }

    /// The first place of a side that holds more than it may.
    fn overstacked(&self, side: Side) -> Option<u8> {
        self.settlements().find(|&place| self.holds(side, place) && self.crowd(place) > self.limit(place))
    }

    pub(crate) fn pass_stacking(&mut self, chronicle: &mut impl Chronicle) -> bool {
        let Step::Stacking(phase, side) = self.step else { return false };
        if self.overstacked(side).is_some() {
            return false;
        }
        match side {
            MUSLIMS => self.step = Step::Stacking(phase, BYZANTINES),
            BYZANTINES => self.after_phase(phase, chronicle),
        }
        true
    }

    pub(crate) fn may_trim(&self, id: UnitId) -> Allowed {
        let Step::Stacking(_, side) = self.step else { return Err(Refusal::NotNow) };
        let Some(place) = self.overstacked(side) else { return Err(Refusal::NotNow) };
        let spot = Spot::on(self.sheet.ground.settlement(place).hex);
        ensure(self.exists(id), Refusal::NotYours)?;
        let unit = self.unit(id);
        ensure(unit.is_land() && unit.spot == spot && unit.mode == Mode::Garrison, Refusal::NotYours)
    }

    pub(crate) fn list_trimming(&self, offers: &mut Offers) -> ControlFlow<()> {
        let Step::Stacking(_, side) = self.step else { return ControlFlow::Continue(()) };
        let Some(place) = self.overstacked(side) else { return ControlFlow::Continue(()) };
        for unit in self.stack(self.sheet.ground.settlement(place).hex) {
            if self.may_trim(unit).is_ok() && self.is_listed(unit) {
                offers.add(Order::Lose { unit })?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;
