//! Ways to a destination: the march of fewest attrition points to every hex a stack can reach.
//!
//! For people and planners, not for the rules: every order of a route is checked again when it is played.

use engine::Side;
use engine::contract::Route;
use engine::hex::{Direction, Hex};
use engine::scene::Threat;

use crate::movement::Travel;
use crate::order::Order;
use crate::position::{Position, Step};
use crate::sheet::{Arm, MOST_HEXES};
use crate::unit::{Party, Spot, Unit, UnitId};

/// The cheapest march to every hex: the points there, and the last step of it.
struct Marches {
    points: [u8; MOST_HEXES],
    by: [Option<Direction>; MOST_HEXES],
}

impl Position {
    /// The routes of the stack in hand, or of a unit that may be taken up now.
    pub(crate) fn routes_of(&self, id: UnitId) -> Vec<Route<Order>> {
        let Step::Move(_) = self.step else { return vec![] };
        if !self.exists(id) {
            return vec![];
        }
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
            orders.extend(start.retrace(&marches, origin, hex));
            routes.push(Route {
                hex: self.number(hex),
                cost: marches.points[hex.index()].to_string(),
                stops: false,
                orders,
            });
        }
        routes
    }

    /// The cheapest march to every hex within the limit.
    fn explore(&self, travel: &Travel, origin: Hex, entered: bool, points: u8) -> Marches {
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

    /// The steps of a march.
    fn retrace(&self, marches: &Marches, origin: Hex, end: Hex) -> Vec<Order> {
        let mut orders = vec![];
        let mut at = end;
        while at != origin {
            let Some(to) = marches.by[at.index()] else { break };
            orders.push(Order::Step { to });
            let Some(back) = self.sheet.ground.grid.neighbour(at, to.opposite()) else { break };
            at = back;
        }
        orders.reverse();
        orders
    }

    /// What a side could reach in its next Movement Segment from where it stands, and so attack.
    pub(crate) fn menace_of(&self, side: Side) -> Vec<Threat> {
        let party = if side == self.player(Party::Muslims) { Party::Muslims } else { Party::Empires };
        let mut reached = [false; MOST_HEXES];
        let mut seen: Vec<UnitId> = vec![];
        for id in self.ids() {
            let unit = self.unit(id);
            if !unit.serves(party) || !unit.spot.in_play() || seen.iter().any(|&other| self.alike(other, id))
            {
                continue;
            }
            seen.push(id);
            let Some(origin) = self.hex_of(unit.spot) else { continue };
            let travel = self.travel_of(party, id);
            let marches = self.explore(&travel, origin, unit.spot == Spot::BOX, 0);
            for hex in self.sheet.ground.grid.hexes() {
                reached[hex.index()] |= marches.points[hex.index()] != u8::MAX;
            }
        }
        let mut threats = vec![];
        for hex in self.sheet.ground.grid.hexes().filter(|hex| reached[hex.index()]) {
            let number = self.number(hex);
            let spot = Spot::on(hex);
            threats.push(Threat { hex: number, kind: "reach" });
            if Arm::BOTH.into_iter().any(|arm| self.stands(spot, party.foe(), arm)) {
                threats.push(Threat { hex: number, kind: "melee" });
            }
        }
        threats
    }
}

#[cfg(test)]
mod tests;
