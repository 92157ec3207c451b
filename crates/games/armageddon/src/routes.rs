//! Ways to a destination: the cheapest sequence of turns and steps to every hex a unit can reach.
//!
//! For people and planners, not for the rules: every order of a route is checked again when it is played.

use std::collections::BTreeMap;

use engine::contract::Route;
use engine::hex::{Direction, Hex, Leg, cheapest, reach, retrace};
use engine::odds::Quarters;

use crate::movement::POINT;
use crate::order::Order;
use crate::position::{Gait, Position, Step};
use crate::sheet::Kind;
use crate::unit::UnitId;

/// Where a move has come to: a hex and a facing.
pub(crate) type Pose = (Hex, Direction);

impl Position {
    /// The routes of a unit in hand, or of one that may be taken up now.
    pub(crate) fn routes_of(&self, id: UnitId) -> Vec<Route<Order>> {
        let in_hand = self.mover.unit == id;
        if self.step != Step::Moving || !in_hand && self.may_take_up(id).is_err() {
            return vec![];
        }
        let (mut start, mut orders) = (self.clone(), vec![]);
        if !in_hand {
            start.take_up(id, self.usual_gait(id));
            orders.push(Order::Move { unit: id });
        }
        let Some(hex) = start.unit(id).hex() else { return vec![] };
        let legs = start.explore(id, start.mover.gait, (hex, start.unit(id).facing), start.mover.points);
        let route = |(to, (pose, leg)): (Hex, (Pose, &Leg<Pose, ()>))| {
            // A hex where the unit may only pass is no destination.
            if to == hex || !start.may_rest(id, to) {
                return None;
            }
            let way = retrace(&legs, pose);
            let orders = orders.iter().copied().chain(start.orders_along(&way)).collect();
            let hexes: Vec<Hex> = way.into_iter().map(|(hex, _)| hex).collect();
            Some(Route {
                cost: Quarters::halves(leg.spent).to_string(),
                stops: leg.stops,
                rule: if leg.stops { "movement.L" } else { "movement.A" },
                ..Route::along(&self.battle.sheet.ground.grid, &hexes, orders)?
            })
        };
        cheapest(&legs, |pose| pose.0).into_iter().filter_map(route).collect()
    }

    /// The cheapest way to every pose, by ground, points and enemy.
    pub(crate) fn explore(
        &self,
        id: UnitId,
        gait: Gait,
        start: Pose,
        points: u8,
    ) -> BTreeMap<Pose, Leg<Pose, ()>> {
        let leg = |spent, stops| Leg { state: (), spent, from: None, stops };
        reach(start, leg(0, false), |pose, here, offer| {
            for to in Direction::ALL {
                let free = gait == Gait::FallBack || pose.1.fronts(to);
                let spent = here.spent + if free { 0 } else { POINT };
                if spent > points {
                    continue;
                }
                let facing = if free { pose.1 } else { to };
                if let Ok(stride) = self.stride(id, gait, pose.0, facing, points - spent, to) {
                    let next = (stride.to, if gait == Gait::FallBack { pose.1 } else { to });
                    offer(next, leg(spent + stride.cost, self.stops_in(id, stride.to)));
                }
            }
        })
    }

    /// The turns and steps that lead from pose to pose.
    fn orders_along(&self, way: &[Pose]) -> Vec<Order> {
        let mut orders = vec![];
        for pair in way.windows(2) {
            let (from, at) = (pair[0], pair[1]);
            let Some(to) = self.battle.sheet.ground.grid.towards(from.0, at.0) else { break };
            if self.mover.gait != Gait::FallBack && !from.1.fronts(to) {
                orders.push(Order::Turn { facing: to });
            }
            orders.push(Order::Step { to });
        }
        orders
    }

    /// Whether a unit, or the passenger it carries, attacks in melee.
    pub(crate) fn attacks_where_it_goes(&self, id: UnitId) -> bool {
        let open = |kind: Kind| !self.battle.unit_type(kind).bracketed;
        let rider = (self.unit(id).kind == Kind::CH).then(|| self.passenger(id)).flatten();
        open(self.unit(id).kind) || rider.is_some_and(|rider| open(self.unit(rider).kind))
    }

    /// The hexes a fire unit could hit.
    pub(crate) fn fire_hexes(&self, id: UnitId) -> impl Iterator<Item = Hex> + '_ {
        let unit = self.unit(id);
        let from = unit.hex().filter(|_| unit.kind.is_fire());
        let cone = &self.battle.sheet.ground.cones[unit.facing.index()];
        let hexes = from.into_iter().flat_map(move |from| {
            cone.iter().filter_map(move |c| self.battle.sheet.ground.grid.offset(from, c.offset))
        });
        hexes.filter(move |&hex| self.could_hit(id, hex))
    }
}

#[cfg(test)]
mod tests {
    use engine::{Rules, Shown, Side, Viewer};

    use super::*;
    use crate::drill::{Drill, number};
    use crate::sheet::Terrain;

    #[test]
    fn a_route_can_be_played_as_it_stands() {
        let mut field = Drill::new()
            .terrain("1010", Terrain::Woods)
            .blue("horse", Kind::MC, "1012", "S")
            .blue("chief", Kind::D, "1012", "S")
            .gold("bows", Kind::BO, "1406", "SW")
            .begin(Step::Moving);
        let horse = field.id("horse");
        let routes = field.routes(horse.0 as u16);
        assert!(routes.len() > 40);
        for route in routes {
            let mut position = (*field).clone();
            for order in &route.orders {
                assert_eq!(position.check(order), Ok(()), "{order:?} on the way to {}", route.place);
                position.play(order, &mut engine::Silence);
            }
            assert_eq!(position.unit(horse).hex(), route.place.hex().and_then(|number| position.hex(number)));
        }
        field.take_up("horse");
        let north = field.routes(horse.0 as u16).into_iter().find(|r| r.place == number("1011"));
        // Facing away: turn, then step.
        assert_eq!(north.map(|r| (r.cost, r.orders.len())), Some(("2".into(), 2)));
    }

    #[test]
    fn nothing_is_menaced_by_the_disrupted() {
        let field = Drill::new()
            .blue("axes", Kind::AX, "1012", "N")
            .gold("spears", Kind::MS, "2020", "N")
            .disrupted("axes", crate::unit::MarkerKind::Fire, 1)
            .begin_in(2, Step::Moving);
        assert!(field.menace(Side::First, Viewer::Referee).is_empty());
        let kinds: Vec<_> = field.menace(Side::Second, Viewer::Referee).iter().map(|t| t.kind).collect();
        assert!(kinds.contains(&"reach") && kinds.contains(&"melee") && !kinds.contains(&"fire"));
    }
}
