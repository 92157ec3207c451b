//! Ways to a destination: the march of fewest attrition points to every hex a stack can reach.
//!
//! For people and planners, not for the rules: every order of a route is checked again when it is played.

use engine::contract::Route;
use engine::hex::{Hex, Spread};

use crate::movement::Travel;
use crate::order::Order;
use crate::position::{Position, Step};
use crate::sheet::MOST_HEXES;
use crate::unit::{Spot, Unit, UnitId};

/// The cheapest march to every hex: attrition points, and the way.
pub(crate) type Marches = Spread<MOST_HEXES>;

impl Position {
    /// The routes of the stack in hand, or of a unit that may be taken up now.
    pub(crate) fn routes_of(&self, id: UnitId) -> Vec<Route<Order>> {
        let Step::Move(_) = self.step else { return vec![] };
        let mut start = self.clone();
        let mut first = vec![];
        if !self.unit(id).has(Unit::IN_HAND) {
            if self.may_take_up(id).is_err() {
                return vec![];
            }
            start.take_up(id);
            first.push(Order::Move { unit: id });
        }
        if start.mover.at == Spot::BOX {
            if start.may_exit_box().is_err() {
                return vec![];
            }
            start.exit_box(&mut engine::Silence);
            first.push(Order::Exit);
        }
        let Some(origin) = start.mover.at.hex().filter(|_| !start.dropping()) else { return vec![] };
        let travel = start.travel(UnitId::NONE);
        let marches = start.explore(&travel, origin, start.mover.begun, start.mover.points);
        let grid = &self.sheet.ground.grid;
        let may_end = |&hex: &Hex| marches.leads_to(hex) && start.may_rest(&travel, Spot::on(hex)).is_ok();
        let route = |hex| Route { rule: "7.3", ..marches.route(grid, hex, &first, |to| Order::Step { to }) };
        grid.hexes().filter(may_end).map(route).collect()
    }

    /// The cheapest march to every hex within the limit.
    pub(crate) fn explore(&self, travel: &Travel, origin: Hex, entered: bool, points: u8) -> Marches {
        Spread::from(origin, points, |hex, spent| {
            let past = entered || hex != origin;
            let ways = self.sheet.ground.ways(hex, travel.arm);
            ways.filter_map(move |(to, _)| {
                let (beyond, total) = self.stride(travel, hex, past, spent, to).ok()?;
                Some((to, beyond, total, false))
            })
        })
    }
}

#[cfg(test)]
mod tests;
