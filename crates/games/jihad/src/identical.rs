//! Identical counters (R6): any of them may be named; the list names the first, so that it stays short.

use crate::order::Order;
use crate::position::Position;
use crate::sheet::{Kind, State};
use crate::unit::{Spot, Unit, UnitId};

impl Position {
    /// The first unit of a kind in a pool or box with these flags.
    #[inline]
    pub(crate) fn first_in(&self, spot: Spot, state: State, kind: Kind, flags: u16) -> Option<UnitId> {
        let fits = |unit: &Unit| unit.spot == spot && unit.flags == flags && unit.declared == 0;
        self.sheet.roster.ids(state, kind).map(UnitId).find(|&id| fits(self.unit(id)))
    }

    /// The first of the units that are as good as this one.
    #[inline]
    fn first_like(&self, id: UnitId) -> UnitId {
        let unit = self.unit(id);
        let first = match unit.spot.in_play() {
            true => self.stack(unit.spot).find(|&other| other == id || self.alike(other, id)),
            false => self.first_in(unit.spot, unit.state, unit.kind, unit.flags.0),
        };
        first.unwrap_or(id)
    }

    /// Whether lists of orders name this unit rather than one that is as good.
    #[inline]
    pub(crate) fn is_listed(&self, id: UnitId) -> bool {
        self.first_like(id) == id
    }

    /// The listed order that comes to the same: with the first of identical counters in place of each named.
    pub(crate) fn with_first_counters(&self, order: &Order) -> Order {
        let first = |unit: UnitId| if self.exists(unit) { self.first_like(unit) } else { unit };
        match *order {
            Order::Place { unit, at, aid } => Order::Place { unit: first(unit), at, aid },
            Order::Build { unit } => Order::Build { unit: first(unit) },
            Order::Fortify { unit } => Order::Fortify { unit: first(unit) },
            Order::Move { unit } => Order::Move { unit: first(unit) },
            Order::Join { unit } => Order::Join { unit: first(unit) },
            Order::Leave { unit } => Order::Leave { unit: first(unit) },
            Order::Embark { unit, ship } => Order::Embark { unit: first(unit), ship: first(ship) },
            Order::Lose { unit } => Order::Lose { unit: first(unit) },
            Order::Suppress { unit } => Order::Suppress { unit: first(unit) },
            Order::Convert { unit } => Order::Convert { unit: first(unit) },
            Order::Reconvert { unit } => Order::Reconvert { unit: first(unit) },
            _ => *order,
        }
    }
}

#[cfg(test)]
mod tests;
