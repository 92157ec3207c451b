//! Fleet maintenance (2.4; ruling 27a): as many naval units as anchors.

use std::ops::ControlFlow;

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::sheet::{BYZANTINES, MUSLIMS};
use crate::stages::Offers;
use crate::unit::{Mode, Spot, UnitId};

/// What a side has to do about its fleets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FleetNeed {
    /// Ships are taken off.
    LayUp,
    /// Ships are built.
    Build,
    /// Ships above a port's anchors go to other ports.
    Shift,
    /// Nothing.
    None,
}

impl Position {
    /// The naval units a side may have: its anchors, at most as many as it has counters.
    pub(crate) fn fleet_due(&self, side: Side) -> u8 {
        let ports = self.settlements().filter(|&place| self.holds(side, place) && self.is_port(place));
        let anchors: u8 = ports.map(|place| self.sheet.ground.settlement(place).anchors).sum();
        anchors.min(self.sheet.roster.fleets[side.index()])
    }

    /// The naval units a side has on the map.
    pub(crate) fn fleet_size(&self, side: Side) -> u8 {
        self.ship_ids(side).filter(|&id| self.unit(id).spot.hex().is_some()).count() as u8
    }

    /// The first port with more ships than anchors.
    fn overfull(&self, side: Side) -> Option<u8> {
        self.settlements().find(|&place| {
            self.holds(side, place) && self.moored(place) > self.sheet.ground.settlement(place).anchors
        })
    }

    /// Whether a new ship may lie in a port.
    fn may_berth(&self, side: Side, place: u8) -> bool {
        let hex = self.sheet.ground.settlement(place).hex;
        self.holds(side, place)
            && self.has_anchor(place)
            && !self.any(hex, |unit| unit.is_ship() && unit.opposes(side))
    }

    /// What a side has to do now.
    pub(crate) fn fleet_need(&self, side: Side) -> FleetNeed {
        let (have, due) = (self.fleet_size(side), self.fleet_due(side));
        let berth = || self.settlements().any(|place| self.may_berth(side, place));
        if have > due {
            FleetNeed::LayUp
        } else if have < due && berth() {
            FleetNeed::Build
        } else if self.overfull(side).is_some() && berth() {
            FleetNeed::Shift
        } else {
            FleetNeed::None
        }
    }

    /// Whether a side's fleets are looked at this year (ruling 119).
    pub(crate) fn maintains(&self, side: Side) -> bool {
        self.sheet.maintenance && (side == BYZANTINES || self.year >= self.sheet.muslim_fleets_from)
    }

    pub(crate) fn pass_fleets(&mut self, chronicle: &mut impl Chronicle) -> bool {
        let Step::Fleets(side) = self.step else { return false };
        if self.maintains(side) && self.fleet_need(side) != FleetNeed::None {
            return false;
        }
        match side {
            MUSLIMS => self.step = Step::Fleets(BYZANTINES),
            BYZANTINES => self.open_modes(MUSLIMS, chronicle),
        }
        true
    }

    /// Ships above a port's anchors go first.
    pub(crate) fn may_lay_up(&self, id: UnitId) -> Allowed {
        let Step::Fleets(side) = self.step else { return Err(Refusal::NotNow) };
        ensure(self.fleet_need(side) == FleetNeed::LayUp, Refusal::NotNow)?;
        ensure(self.exists(id), Refusal::NotYours)?;
        let unit = self.unit(id);
        ensure(unit.is_ship() && unit.serves(side) && unit.spot.hex().is_some(), Refusal::NotYours)?;
        let crowded = self.overfull(side).is_none() || self.in_overfull_port(side, id);
        ensure(crowded, Refusal::SurplusShipsFirst)
    }

    fn in_overfull_port(&self, side: Side, id: UnitId) -> bool {
        let unit = self.unit(id);
        let place = unit.spot.hex().and_then(|hex| self.sheet.ground.settlement_in(hex));
        unit.mode == Mode::Garrison
            && place.is_some_and(|place| {
                self.holds(side, place) && self.moored(place) > self.sheet.ground.settlement(place).anchors
            })
    }

    pub(crate) fn may_build(&self, id: UnitId, hex: Hex) -> Allowed {
        let Step::Fleets(side) = self.step else { return Err(Refusal::NotNow) };
        ensure(self.exists(id) && self.unit(id).is_ship() && self.unit(id).serves(side), Refusal::NotYours)?;
        match self.fleet_need(side) {
            FleetNeed::Build => {
                ensure(self.unit(id).spot == Spot::DESTROYED, Refusal::ShipAfloat)?;
            }
            FleetNeed::Shift => {
                ensure(self.in_overfull_port(side, id), Refusal::AnchorsSuffice)?;
            }
            _ => return Err(Refusal::NotNow),
        }
        let place = self.sheet.ground.settlement_in(hex).filter(|&place| self.may_berth(side, place));
        ensure(place.is_some(), Refusal::NoAnchorToBuild)
    }

    pub(crate) fn build(&mut self, id: UnitId, hex: Hex, chronicle: &mut impl Chronicle) {
        let Some(place) = self.sheet.ground.settlement_in(hex) else { return };
        self.garrison(id, place);
        chronicle.note(|| {
            let text = format!("{} at {}", self.label(id), self.sheet.ground.settlement(place).name);
            Event::new(EventKind::Placed, "2.4", text).counters([id.0.into()]).places([self.label_of(hex)])
        });
    }

    pub(crate) fn list_fleets(&self, offers: &mut Offers) -> ControlFlow<()> {
        let Step::Fleets(side) = self.step else { return ControlFlow::Continue(()) };
        match self.fleet_need(side) {
            FleetNeed::LayUp => {
                for unit in self.ship_ids(side) {
                    if self.may_lay_up(unit).is_ok() && self.is_listed(unit) {
                        offers.add(Order::Lose { unit })?;
                    }
                }
            }
            FleetNeed::Build => {
                let ship = self.ship_ids(side).find(|&id| self.unit(id).spot == Spot::DESTROYED);
                let Some(unit) = ship else { return ControlFlow::Continue(()) };
                for place in self.settlements().filter(|&place| self.may_berth(side, place)) {
                    let at = self.label_of(self.sheet.ground.settlement(place).hex);
                    offers.add(Order::Place { unit, at, patrol: false })?;
                }
            }
            FleetNeed::Shift => {
                for unit in self.ship_ids(side).filter(|&id| self.in_overfull_port(side, id)) {
                    if !self.is_listed(unit) {
                        continue;
                    }
                    for place in self.settlements().filter(|&place| self.may_berth(side, place)) {
                        let at = self.label_of(self.sheet.ground.settlement(place).hex);
                        offers.add(Order::Place { unit, at, patrol: false })?;
                    }
                }
            }
            FleetNeed::None => {}
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;
