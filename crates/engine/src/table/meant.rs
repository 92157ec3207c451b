//! What a player means who points at something for which there is no legal order, and why it cannot be done.
//!
//! Orders like those that are legal, but about what was pointed at, are put to the referee; the refusal is the
//! answer. A counter that cannot be led somewhere is led as near as can be and one step more.

use serde::Serialize;
use serde_json::Value;

use super::{Choice, Order, Table};
use crate::act;
use crate::contract::{Aim, Objection, Route, Viewer};
use crate::hex::Hex;
use crate::place::Place;
use crate::scene::Scene;

/// What pointing somewhere comes to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Meant {
    /// The orders meant, one after another.
    pub orders: Vec<Order>,
    /// Why the last of them cannot be given; none if all of them can.
    pub objection: Option<Objection>,
}

/// What a player means who points with a counter, or with nothing, at a place, or at nothing but the counter; none
/// if nothing that may be done now is like it. Nothing pointed at means nothing.
pub fn meant(table: &dyn Table, counter: Option<u16>, place: Option<&str>) -> Option<Meant> {
    if counter.is_none() && place.is_none() {
        return None;
    }
    let choices = table.choices();
    if let (Some(counter), Some(place)) = (counter, place) {
        let relocated = choices.iter().find(|c| c.aim.act == act::LIFT && c.aim.counter == Some(counter));
        if let Some(lift) = relocated {
            return relocation(table, lift, counter, place);
        }
        if let Some(approach) = approach(table, &choices, counter, place) {
            return Some(approach);
        }
    }
    let sample = like(&choices, counter, place)?;
    let (order, objection) = tried(table, &about(sample, counter, place))?;
    // What may be done with the counter is not what was meant by pointing it somewhere.
    let beside = place.is_some() && sample.aim.place.is_none();
    (objection.is_some() || !beside).then(|| Meant { objection, orders: vec![order] })
}

/// What a player means who wants to go on: the order that ends the phase, the fight or the move under way, and why it
/// cannot be given yet; none if there is nothing to end.
pub fn onward(table: &dyn Table) -> Option<Meant> {
    let tried = table.closings().into_iter().map(|order| {
        let objection = table.check(&order).err();
        Meant { orders: vec![order], objection }
    });
    // An order that does not belong here at all is refused by no rule of the game.
    tried.into_iter().find(|meant| meant.objection.as_ref().is_none_or(|o| o.rule != "protocol"))
}

/// What orders to be given one after another do and point at, as far as no dice come between.
pub fn aims(table: &dyn Table, orders: &[Order]) -> Vec<Aim> {
    let mut along = table.clone_box();
    let aim = |order: &Order| {
        let aim = along.aim(order).ok()?;
        along.follow(order);
        Some(aim)
    };
    orders.iter().map_while(aim).collect()
}

/// A placed counter taken back and put elsewhere.
fn relocation(table: &dyn Table, lift: &Choice, counter: u16, place: &str) -> Option<Meant> {
    let mut after = table.clone_box();
    after.play(&lift.order).ok()?;
    let scene = table.scene(Viewer::Referee);
    let sort = |id: Option<u16>| scene.counters.iter().find(|c| Some(c.id) == id).map(|c| (c.side, c.glyph));
    // Of identical counters the first one left is the next placed.
    let alike =
        |c: &&Choice| c.aim.act.begins == act::PLACE.begins && sort(c.aim.counter) == sort(Some(counter));
    let choices = after.choices();
    let there = choices.iter().filter(alike).find(|c| c.aim.place.is_some_and(|p| p.to_string() == place));
    let (put, objection) = match there {
        Some(choice) => (choice.order.clone(), None),
        None => tried(after.as_ref(), &about(choices.iter().find(alike)?, None, Some(place)))?,
    };
    Some(Meant { objection, orders: vec![lift.order.clone(), put] })
}

/// The way to a hex that cannot be reached: as near as can be, and one step more.
fn approach(table: &dyn Table, choices: &[Choice], counter: u16, place: &str) -> Option<Meant> {
    let routes = table.routes(counter);
    let scene = table.scene(Viewer::Referee);
    let grid = scene.landscape.grid();
    let goal = grid.at(place.parse().ok()?)?;
    let at = |place: Place| place.hex().and_then(|number| grid.at(number));
    let from = scene.counters.iter().find(|c| c.id == counter)?.place.and_then(at)?;
    if routes.is_empty() || from == goal {
        return None;
    }
    let far = |hex: Hex| grid.distance(hex, goal);
    // The dearest of those equally near says nothing more; the first is as good as any.
    let nearest =
        routes.iter().filter_map(|route| Some((far(at(route.place)?), route))).min_by_key(|(far, _)| *far);
    let near = nearest.filter(|&(near, _)| near < far(from)).map(|(_, route)| route);
    let taken = choices.iter().find(|c| c.aim.act.marches && c.aim.counter == Some(counter));
    let mut orders = match near {
        Some(route) => route.orders.clone(),
        None => taken.map(|choice| choice.order.clone()).into_iter().collect(),
    };
    let mut there = table.clone_box();
    if !orders.iter().all(|order| there.follow(order)) {
        return None;
    }
    let (last, name) = (near.and_then(|route| at(route.place)).unwrap_or(from), name_of(&scene, counter));
    let mut objection = None;
    let onward = grid.neighbours(last).min_by_key(|&(_, hex)| far(hex));
    for step in onward.map(|(to, _)| there.strides(to)).unwrap_or_default() {
        objection = there.check(&step).err();
        orders.push(step.clone());
        if objection.is_some() || !there.follow(&step) {
            break;
        }
    }
    // A unit whose move is over is no longer in hand: what ended it is the answer.
    let ended = objection.is_none() || objection.as_ref().is_some_and(|o| o.rule == "protocol");
    Some(Meant { objection: if ended { Some(no_farther(near, &name)) } else { objection }, orders })
}

/// What ends a way.
fn no_farther(near: Option<&Route<Order>>, name: &str) -> Objection {
    match near {
        Some(route) if route.stops => Objection::new(
            route.rule,
            format!("the way leads through {}, and there {name} must stop", route.place),
        ),
        Some(route) => Objection::new(
            route.rule,
            format!("{name} comes as far as {}, and there its movement is spent", route.place),
        ),
        None => Objection::new("", format!("{name} cannot go that way")),
    }
}

fn name_of(scene: &Scene, counter: u16) -> String {
    scene.counters.iter().find(|c| c.id == counter).map_or_else(|| "it".into(), |c| c.name.clone())
}

/// The legal order that is most like what was pointed at.
fn like<'a>(choices: &'a [Choice], counter: Option<u16>, place: Option<&str>) -> Option<&'a Choice> {
    let fits = |choice: &&Choice| {
        let aim = &choice.aim;
        aim.with.is_none() && aim.towards.is_none() && aim.counter.is_some() == counter.is_some()
    };
    let pointed = |choice: &&Choice| choice.aim.place.is_some() == place.is_some();
    // Of a counter pointed at a place, what it may do without one will do too.
    let near = |choice: &&Choice| pointed(choice) || (counter.is_some() && choice.aim.place.is_none());
    let own = |choice: &&Choice| choice.aim.counter == counter;
    let all = || choices.iter().filter(fits);
    let sample = all().filter(own).find(pointed).or_else(|| all().filter(own).find(near));
    sample.or_else(|| all().find(pointed)).or_else(|| all().find(near))
}

/// An order of our making with the referee's objection to it; none if it is no order at all.
fn tried(table: &dyn Table, order: &Value) -> Option<(Order, Option<Objection>)> {
    let order = table.read(order).ok()?;
    let objection = table.check(&order).err();
    Some((order, objection))
}

/// The order of a choice with its counter and its place exchanged, whatever its fields are called.
fn about(choice: &Choice, counter: Option<u16>, place: Option<&str>) -> Value {
    let mut order = choice.order.data().clone();
    let old_place = choice.aim.place.map(|place| place.to_string());
    if let Value::Object(fields) = &mut order {
        for value in fields.values_mut() {
            if let (Some(old), Some(new)) = (choice.aim.counter, counter)
                && value.as_u64() == Some(old.into())
            {
                *value = new.into();
            } else if let (Some(old), Some(new)) = (&old_place, place)
                && value.as_str() == Some(old)
            {
                *value = new.into();
            }
        }
    }
    order
}
