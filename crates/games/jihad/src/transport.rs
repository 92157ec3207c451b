//! Sea transport (7.4; rulings R80 to R82): land units under ships, from port to port.

use std::ops::ControlFlow;

use engine::event::{Chronicle, Event, EventKind};

use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::Arm;
use crate::stages::Offers;
use crate::unit::{Spot, Unit, UnitId};

impl Position {
    /// Whether a land unit may go aboard a ship in hand (R80).
    pub(crate) fn may_embark(&self, id: UnitId, ship: UnitId) -> Result<(), Refusal> {
        let Step::Move(party) = self.step else { return Err(Refusal::NotNow) };
        match (self.mover.count, self.mover.begun) {
            (0, _) => return Err(Refusal::NobodyInHand),
            (_, true) => return Err(Refusal::NoPickingUp),
            _ => {}
        }
        let ours = |id: UnitId| self.exists(id) && self.unit(id).serves(party);
        if !ours(id) || !ours(ship) {
            return Err(Refusal::NotYours);
        }
        if !self.unit(id).is_land() || !self.unit(ship).has(Unit::IN_HAND) || self.unit(ship).is_land() {
            return Err(Refusal::NotAShipInHand);
        }
        // Box and hex of Constantinople may hold two nations; ship and cargo would stop together (R79).
        if !self.unit(id).is_muslim() && self.unit(id).state != self.unit(ship).state {
            return Err(Refusal::NationsApart);
        }
        let unit = self.unit(id);
        if unit.aboard.some().is_some() {
            return Err(Refusal::AboardAlready);
        }
        if unit.has(Unit::MOVED) {
            return Err(Refusal::HasMoved);
        }
        // Box and hex of Constantinople count as one (R80).
        let port = self.hex_of(self.mover.at);
        if self.hex_of(unit.spot) != port || !unit.spot.in_play() {
            return Err(Refusal::FromAnotherHex);
        }
        if !port.is_some_and(|hex| self.is_port(hex)) {
            return Err(Refusal::NotAPort);
        }
        if self.cargo(ship).is_some() {
            return Err(Refusal::ShipFull);
        }
        match self.can_sail_laden() {
            true => Ok(()),
            false => Err(Refusal::CargoNeedsPort),
        }
    }

    /// Whether the fleet in hand could reach another port with cargo.
    fn can_sail_laden(&self) -> bool {
        let travel = crate::movement::Travel { laden: true, ..self.travel(UnitId::NONE) };
        self.can_set_out(&travel)
    }

    pub(crate) fn embark(&mut self, id: UnitId, ship: UnitId, chronicle: &mut impl Chronicle) {
        let spot = self.mover.at;
        if self.unit(id).spot != spot {
            self.send(id, spot);
        }
        self.unit_mut(id).aboard = ship;
        chronicle.note(|| {
            let text = format!("{} embarks", self.label(id));
            Event::new(EventKind::Carried, "7.4", text).counters([id.0 as u16, ship.0 as u16])
        });
    }

    /// Cargo of the surviving ships of a judged fleet comes ashore; it has moved and gathers no attrition (R82).
    pub(crate) fn land_cargo(&mut self, spot: Spot) {
        let mut next = self.top(spot);
        while let Some(id) = next.some() {
            next = self.stacks.below(id);
            let carried = self.unit(id).aboard.some().is_some_and(|ship| self.unit(ship).has(Unit::JUDGED));
            if carried {
                let unit = self.unit_mut(id);
                unit.aboard = UnitId::NONE;
                // Sea-transported units may meet others of their port again (R66): no origin is noted.
                unit.flags |= Unit::MOVED | Unit::MARCHED;
            }
        }
    }

    pub(crate) fn list_embarking(&self, offers: &mut Offers) -> ControlFlow<()> {
        let port = self.hex_of(self.mover.at);
        if !port.is_some_and(|hex| self.is_port(hex)) || !self.can_sail_laden() {
            return ControlFlow::Continue(());
        }
        let party = self.party();
        let hex = port.map_or(Spot::NOWHERE, Spot::on);
        let places = if hex == self.constantinople() { [hex, Spot::BOX] } else { [hex, Spot::NOWHERE] };
        let listed = |&id: &UnitId| self.is_listed(id);
        for unit in places.into_iter().flat_map(|spot| self.force(spot, party, Arm::Land)).filter(listed) {
            for ship in self.hand().filter(listed) {
                if self.may_embark(unit, ship).is_ok() {
                    offers.add(Order::Embark { unit, ship })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod cargo_tests;
