//! Ways to a destination: the march of fewest attrition points to every hex a stack can reach.
//!
//! For people and planners, not for the rules: every order of a route is checked again when it is played.

use engine::contract::Route;
use engine::hex::{Direction, Hex};

use crate::movement::Travel;
use crate::order::Order;
use crate::position::{Position, Step};
use crate::sheet::MOST_HEXES;
use crate::unit::{Spot, Unit, UnitId};

/// The cheapest march to every hex: the points there, and the last step of it.
pub(crate) struct Marches {
    pub(crate) points: [u8; MOST_HEXES],
    by: [Option<Direction>; MOST_HEXES],
}

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
        let mut routes = vec![];
        for hex in self.sheet.ground.grid.hexes() {
            let reached = marches.by[hex.index()].is_some() && hex != origin;
            if !reached || start.may_rest(&travel, Spot::on(hex)).is_err() {
                continue;
            }
            let mut orders = first.clone();
            let steps = self.sheet.ground.grid.steps(origin, hex, |hex| marches.by[hex.index()]);
            orders.extend(steps.into_iter().map(|to| Order::Step { to }));
            routes.push(Route {
                cost: marches.points[hex.index()].to_string(),
                rule: "7.3",
                ..Route::to(&self.sheet.ground.grid, origin, hex, orders, Order::step)
            });
        }
        routes
    }

    /// The cheapest march to every hex within the limit.
    pub(crate) fn explore(&self, travel: &Travel, origin: Hex, entered: bool, points: u8) -> Marches {
        let mut marches = Marches { points: [u8::MAX; MOST_HEXES], by: [None; MOST_HEXES] };
        marches.points[origin.index()] = points;
        let mut queue = std::collections::VecDeque::from([origin]);
        while let Some(hex) = queue.pop_front() {
            let past = entered || hex != origin;
            let spent = marches.points[hex.index()];
            for (to, _) in self.sheet.ground.ways(hex, travel.arm) {
                let Ok((beyond, total)) = self.stride(travel, hex, past, spent, to) else { continue };
                if total < marches.points[beyond.index()] {
                    marches.points[beyond.index()] = total;
                    marches.by[beyond.index()] = Some(to);
                    queue.push_back(beyond);
                }
            }
        }
        marches
    }
}

#[cfg(test)]
mod tests;
