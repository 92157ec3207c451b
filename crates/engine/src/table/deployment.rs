//! Deploying what is left: whoever stands where he was put stays there.
//!
//! A game's own order to deploy places everybody anew. Here it is asked on a copy where everybody would stand, and only
//! those who still wait are led there, by ordinary orders; where a hand-placed counter has taken the place, to the
//! nearest that is open.

use super::{Choice, Order, Table};
use crate::act;
use crate::contract::{Turn, Viewer};
use crate::place::Place;
use crate::scene::{Counter, Scene};

/// More steps than this no deployment takes.
const MOST: usize = 600;

/// The orders that place whoever still waits and end the deployment; none if nothing of the sort is due.
pub fn deployment(table: &dyn Table) -> Vec<Order> {
    let Turn::Order(side) = table.turn() else { return vec![] };
    let kind = |table: &dyn Table, kind: &str| table.choices().into_iter().find(|c| c.aim.act.kind == kind);
    let Some(muster) = kind(table, act::MUSTER.kind) else { return vec![] };
    let mut model = table.clone_box();
    if !model.follow(&muster.order) {
        return vec![];
    }
    let wished = model.scene(Viewer::Referee);
    let mut along = table.clone_box();
    let mut orders = vec![];
    while orders.len() < MOST && along.turn() == Turn::Order(side) {
        let choices = along.choices();
        let Some(next) = next(along.as_ref(), &choices, &wished) else { break };
        if !along.follow(&next) {
            break;
        }
        orders.push(next);
    }
    orders
}

/// The next step: a facing that is due, a counter that waits, or the end.
fn next(table: &dyn Table, choices: &[Choice], wished: &Scene) -> Option<Order> {
    let there = |id: Option<u16>| wished.counters.iter().find(|c| Some(c.id) == id);
    let facings: Vec<&Choice> = choices.iter().filter(|c| c.aim.facing.is_some()).collect();
    if let Some(first) = facings.first().filter(|_| facings.len() == choices.len()) {
        let waits = table.scene(Viewer::Referee).counters.into_iter().find(|c| c.seals.contains(&"active"));
        let facing = there(first.aim.counter.or(waits.map(|c| c.id))).and_then(|counter| counter.facing);
        let meant = facings.iter().find(|c| c.aim.facing == facing).unwrap_or(first);
        return Some(meant.order.clone());
    }
    let riding = |c: &&Choice| {
        let wish = there(c.aim.counter);
        c.aim.with.is_some() && wish.is_some_and(|counter| counter.aboard == c.aim.with)
    };
    let placings = || choices.iter().filter(|c| c.aim.act.begins == act::PLACE.begins);
    // Riders first wait for what they ride.
    let own = |c: &&Choice| there(c.aim.counter).is_some_and(|wish| wish.place == c.aim.place);
    let on_foot = |c: &&Choice| there(c.aim.counter).is_none_or(|wish| wish.aboard.is_none());
    if let Some(choice) = choices.iter().find(riding).or_else(|| placings().filter(on_foot).find(own)) {
        return Some(choice.order.clone());
    }
    let grid = wished.landscape.grid();
    let at = |place: Option<Place>| place.and_then(|place| place.hex()).and_then(|number| grid.at(number));
    let far = |choice: &&Choice| {
        let wish = there(choice.aim.counter).and_then(|counter: &Counter| at(counter.place));
        wish.zip(at(choice.aim.place)).map_or(u16::MAX, |(a, b)| grid.distance(a, b))
    };
    let nearest = placings().filter(|c| c.aim.place.is_some()).min_by_key(far);
    let done = || choices.iter().find(|c| c.aim.act.kind == act::DONE.kind);
    nearest.or_else(done).map(|choice| choice.order.clone())
}
