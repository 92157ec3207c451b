//! Identical counters: of several that are alike in everything, only the first is listed.

use crate::order::Order;
use crate::position::Position;
use crate::unit::{Mode, Unit, UnitId};

impl Position {
    /// Whether a ship carries anybody.
    pub(crate) fn is_laden(&self, ship: UnitId) -> bool {
        let unit = self.unit(ship);
        if unit.has(Unit::FERRY) {
            return self.cargo(ship).next().is_some();
        }
        // Otherwise passengers are where their ship is, and never in a port.
        let hex = unit.spot.hex().filter(|_| unit.mode != Mode::Garrison);
        hex.is_some_and(|hex| self.any(hex, |other| other.aboard == ship))
    }

    /// The first counter like this one. Counters of a kind have neighbouring ids.
    pub(crate) fn first_alike(&self, id: UnitId) -> UnitId {
        if !self.exists(id) || self.unit(id).is_leader() {
            return id;
        }
        self.earlier_like(id).last().unwrap_or(id)
    }

    /// Those before a counter that are like it, the nearest first. Those of its kind stand together.
    #[inline]
    fn earlier_like(&self, id: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let unit = *self.unit(id);
        let earlier = self.units.present()[..id.index()].iter().enumerate().rev();
        earlier
            .take_while(move |(_, other)| other.kind == unit.kind && other.class == unit.class)
            .filter(move |(_, other)| {
                other.spot == unit.spot
                    && other.mode == unit.mode
                    && other.flags == unit.flags
                    && other.aboard == unit.aboard
            })
            .map(|(at, _)| UnitId(at as u8))
            // A ship with passengers is like no other.
            .filter(move |&other| !unit.is_ship() || !self.is_laden(id) && !self.is_laden(other))
    }

    /// Whether a counter is the first of those like it.
    #[inline]
    pub(crate) fn is_listed(&self, id: UnitId) -> bool {
        !self.exists(id) || self.unit(id).is_leader() || self.earlier_like(id).next().is_none()
    }

    /// The order with the first counters like those it names.
    pub(crate) fn with_first_counters(&self, order: &Order) -> Order {
        let first = |id: UnitId| self.first_alike(id);
        match *order {
            Order::Place { unit, at, patrol } => Order::Place { unit: first(unit), at, patrol },
            Order::Defect { unit } => Order::Defect { unit: first(unit) },
            Order::Move { unit } => Order::Move { unit: first(unit) },
            Order::Patrol { unit } => Order::Patrol { unit: first(unit) },
            Order::Join { unit, expedition } => Order::Join { unit: first(unit), expedition },
            Order::Load { unit, ship } => Order::Load { unit: first(unit), ship: first(ship) },
            Order::Garrison { unit } => Order::Garrison { unit: first(unit) },
            Order::Reserve { unit } => Order::Reserve { unit: first(unit) },
            Order::Lose { unit } => Order::Lose { unit: first(unit) },
            Order::Retreat { unit, at } => Order::Retreat { unit: first(unit), at },
            order => order,
        }
    }
}

#[cfg(test)]
mod tests;
