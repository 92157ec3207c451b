//! Ways to a destination, and what a side could do in its next turn.
//!
//! For people and planners, not for the rules: every order of a route is checked again when it is played.

use std::collections::BTreeMap;

use engine::contract::Route;
use engine::hex::{Direction, Hex};
use engine::odds::Quarters;
use engine::place::Place;

use crate::movement::March;
use crate::order::Order;
use crate::position::{Gait, Position, Step};
use crate::unit::UnitId;

/// A hex on the way, and whether the enemy was met before or in it, which shortens the ride of 13.5/3.
type Post = (Hex, bool);

/// How a post is best reached.
#[derive(Clone, Copy)]
pub(crate) struct Leg {
    march: March,
    from: Option<(Post, Direction)>,
    stops: bool,
}

impl Position {
    /// The routes of a unit in hand, or of one that may be taken up now.
    pub(crate) fn routes_of(&self, id: UnitId) -> Vec<Route<Order>> {
        if self.step != Step::Moving || !self.exists(id) {
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
        let mut best: BTreeMap<Hex, Post> = BTreeMap::new();
        for (&post, leg) in &legs {
            let known = best.entry(post.0).or_insert(post);
            if leg.march.spent < legs[known].march.spent {
                *known = post;
            }
        }
        let route = |(&hex, post): (&Hex, &Post)| {
            let mut all = orders.clone();
            all.extend(retrace(&legs, *post));
            let leg = &legs[post];
            let spent = leg.march.spent - march.spent;
            (hex != march.hex && self.may_rest(march.unit, march.with, hex)).then(|| Route {
                place: self.number(hex).into(),
                cost: Quarters(spent as u32 * 2).to_string(),
                stops: leg.stops,
                rule: "",
                path: self.battle.sheet.ground.grid.trail(march.hex, all.iter().filter_map(Order::step)),
                orders: all,
            })
        };
        best.iter().filter_map(route).collect()
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
    pub(crate) fn explore(&self, start: March) -> BTreeMap<Post, Leg> {
        let first = (start.hex, start.beside);
        let mut legs = BTreeMap::from([(first, Leg { march: start, from: None, stops: false })]);
        let mut queue = vec![first];
        let (rides, enemy) = (self.rides(start.unit), self.side(start.unit).other());
        while let Some(post) = queue.pop() {
            let leg = legs[&post];
            if leg.stops {
                continue;
            }
            for to in Direction::ALL {
                let Ok(stride) = self.stride(&leg.march, to) else { continue };
                let march = leg.march.onward(&stride, rides && self.beside(enemy, stride.to));
                let next = (stride.to, march.beside);
                let better = |known: &Leg| march.spent < known.march.spent;
                if legs.get(&next).is_none_or(better) {
                    let from = Some((post, to));
                    legs.insert(next, Leg { march, from, stops: stride.stops });
                    queue.push(next);
                }
            }
        }
        legs
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

    /// The same by number.
    pub(crate) fn field_of_fire_of(&self, id: UnitId) -> Vec<Place> {
        if !self.exists(id) {
            return vec![];
        }
        self.fire_hexes(id).map(|hex| self.number(hex).into()).collect()
    }
}

/// The steps that lead to a post.
fn retrace(legs: &BTreeMap<Post, Leg>, end: Post) -> Vec<Order> {
    let mut orders = vec![];
    let mut at = end;
    while let Some((from, to)) = legs.get(&at).and_then(|leg| leg.from) {
        orders.push(Order::Step { to });
        at = from;
    }
    orders.reverse();
    orders
}

#[cfg(test)]
mod tests;
