//! Ways to a destination, and what a side could do in its next turn.
//!
//! For people and planners, not for the rules: every order of a route is checked again when it is played.

use std::collections::BTreeMap;

use engine::contract::Route;
use engine::hex::{Direction, Hex, Leg, cheapest, reach, retrace};
use engine::odds::Quarters;

use crate::movement::March;
use crate::order::Order;
use crate::position::{Gait, Position, Step};
use crate::unit::UnitId;

/// A hex on the way, and whether the enemy was met before or in it, which shortens the ride of 13.5/3.
type Post = (Hex, bool);

impl Position {
    /// The routes of a unit in hand, or of one that may be taken up now.
    pub(crate) fn routes_of(&self, id: UnitId) -> Vec<Route<Order>> {
        if self.step != Step::Moving {
            return vec![];
        }
        let mut orders = vec![];
        let march = if self.mover.unit == id {
            self.march().filter(|_| matches!(self.mover.gait, Gait::March | Gait::Rush))
        } else {
            let (with, order) = self.usual_company(id);
            orders.push(order);
            self.fresh_march(id, with).filter(|_| self.may_take_up(id, with).is_ok())
        };
        let Some(march) = march else { return vec![] };
        let legs = self.explore(march);
        let route = |(hex, (post, leg)): (Hex, (Post, &Leg<Post, March>))| {
            if hex == march.hex || !self.may_rest(march.unit, march.with, hex) {
                return None;
            }
            let way: Vec<Hex> = retrace(&legs, post).into_iter().map(|(hex, _)| hex).collect();
            let grid = &self.battle.sheet.ground.grid;
            let steps = way.windows(2).filter_map(|pair| grid.towards(pair[0], pair[1]));
            let orders = orders.iter().copied().chain(steps.map(|to| Order::Step { to })).collect();
            let spent = leg.spent - march.spent;
            Some(Route {
                cost: Quarters::halves(spent).to_string(),
                stops: leg.stops,
                rule: if leg.stops { "9" } else { "8" },
                ..Route::along(grid, &way, orders)?
            })
        };
        cheapest(&legs, |post| post.0).into_iter().filter_map(route).collect()
    }

    /// A unit with a commander on it moves with him unless its player says otherwise.
    fn usual_company(&self, id: UnitId) -> (UnitId, Order) {
        let commander = self.commander_on(id).filter(|_| self.battle.is_fighter(id));
        match commander.filter(|_| self.may_lead(id).is_ok()) {
            Some(commander) => (commander, Order::Lead { unit: id }),
            None => (UnitId::NONE, Order::Move { unit: id }),
        }
    }

    /// The cheapest way to every post.
    pub(crate) fn explore(&self, start: March) -> BTreeMap<Post, Leg<Post, March>> {
        let leg = |march: March, stops| Leg { state: march, spent: march.spent, from: None, stops };
        let (rides, enemy) = (self.rides(start.unit), self.side(start.unit).other());
        reach((start.hex, start.beside), leg(start, false), |_, here, offer| {
            for to in Direction::ALL {
                let Ok(stride) = self.stride(&here.state, to) else { continue };
                let march = here.state.onward(&stride, rides && self.beside(enemy, stride.to));
                offer((stride.to, march.beside), leg(march, stride.stops));
            }
        })
    }

    /// The hexes a missile unit could shoot at from where it stands.
    pub(crate) fn fire_hexes(&self, id: UnitId) -> impl Iterator<Item = Hex> + '_ {
        let range = self.battle.unit_type(id).range as u16;
        let free = |hex: &Hex| !self.beside(self.side(id).other(), *hex) && !self.guards_baggage(id);
        let from = self.at(id).filter(|hex| range > 0 && free(hex));
        let grid = &self.battle.sheet.ground.grid;
        from.into_iter().flat_map(move |from| {
            grid.within(from, range).into_iter().filter(move |&hex| grid.distance(from, hex) > 1)
        })
    }
}

#[cfg(test)]
mod tests;
