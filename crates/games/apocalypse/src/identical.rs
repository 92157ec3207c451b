//! Identical counters: of several that are alike in everything, only the first is listed.

use crate::order::Order;
use crate::position::Position;
use crate::unit::{Mode, Unit, UnitId};

impl Position {
    /// Whether two counters are alike in everything that matters.
    fn alike(&self, a: UnitId, b: UnitId) -> bool {
        let (one, two) = (self.unit(a), self.unit(b));
        one.kind == two.kind
            && one.class == two.class
            && one.spot == two.spot
            && one.mode == two.mode
            && one.flags == two.flags
            && one.aboard == two.aboard
            && !one.is_leader()
            && (!one.is_ship() || !self.is_laden(a) && !self.is_laden(b))
    }

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
        self.earlier_of_its_kind(id).filter(|&other| self.alike(other, id)).last().unwrap_or(id)
    }

    /// Those of its kind before a counter, the nearest first.
    #[inline]
    fn earlier_of_its_kind(&self, id: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let unit = self.unit(id);
        (0..id.0).rev().map(UnitId).take_while(move |&other| {
            let other = self.unit(other);
            other.kind == unit.kind && other.class == unit.class
        })
    }

    /// Whether a counter is the first of those like it.
    #[inline]
    pub(crate) fn is_listed(&self, id: UnitId) -> bool {
        !self.exists(id)
            || self.unit(id).is_leader()
            || !self.earlier_of_its_kind(id).any(|other| self.alike(other, id))
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
