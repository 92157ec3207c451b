//! Orders by pattern, and the things they name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::contract::{Aim, Side};
use crate::place::Place;
use crate::scene::{Counter, Scene};
use crate::table::Order;

/// A sort of order: everything that is said of it must be so; a list means any of these.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// What it does: `move`, `step`, `attack` …
    #[serde(rename = "do", default)]
    pub act: Names,
    /// The counter that acts, by name.
    #[serde(default)]
    pub counter: Names,
    /// Another counter it names.
    #[serde(default)]
    pub with: Names,
    /// Where it leads or aims.
    #[serde(default)]
    pub place: Spots,
    /// Fields of the order as the game writes them.
    #[serde(default)]
    pub order: Map<String, Value>,
}

/// A word, or several of which any will do; none says nothing.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Names {
    /// Anything.
    #[default]
    Any,
    /// This.
    One(String),
    /// Any of these.
    Some(Vec<String>),
}

impl Names {
    fn admit(&self, fits: impl Fn(&str) -> bool) -> bool {
        match self {
            Names::Any => true,
            Names::One(name) => fits(name),
            Names::Some(names) => names.iter().any(|name| fits(name)),
        }
    }
}

/// A place, or several of which any will do; none says nothing.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Spots {
    /// Anywhere.
    #[default]
    Any,
    /// Here.
    One(Spot),
    /// Any of these.
    Some(Vec<Spot>),
}

/// A place as lessons name it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Spot {
    /// A hex by its number, a name on the map, or a box by its name.
    Named(String),
    /// Around a point of an open table, in its unit.
    Around {
        /// From the left edge.
        x: f64,
        /// From the far edge.
        y: f64,
        /// How far off is near enough.
        within: f64,
    },
}

impl Spot {
    /// Whether a place is meant.
    pub fn is(&self, place: &Place, scene: &Scene) -> bool {
        match (self, place) {
            (Spot::Around { x, y, within }, Place::Pose(pose)) => {
                let thousandths = |unit: f64| (unit * 1000.0).round();
                let (dx, dy) = (f64::from(pose.x) - thousandths(*x), f64::from(pose.y) - thousandths(*y));
                dx.hypot(dy) <= thousandths(*within)
            }
            (Spot::Named(name), Place::Hex(_) | Place::Box(_)) => {
                let text = place.to_string();
                text.eq_ignore_ascii_case(name) || self.hex(scene).is_some_and(|hex| hex == text)
            }
            _ => false,
        }
    }

    /// The number of the hex that is meant, if it is one of the map.
    pub fn hex(&self, scene: &Scene) -> Option<String> {
        let Spot::Named(name) = self else { return None };
        let land = &scene.landscape;
        let number = land.numbers.iter().map(ToString::to_string).find(|number| number == name);
        number.or_else(|| {
            let label = land.labels.iter().find(|label| label.text.eq_ignore_ascii_case(name))?;
            Some(label.hex.to_string())
        })
    }
}

/// Whether a counter is the one named: "Axemen 1", any "Axemen", or with its side "Sabines: Axemen 1".
pub(super) fn is_named(counter: &Counter, name: &str, scene: &Scene) -> bool {
    let (side, name) = match name.split_once(": ") {
        Some((side, name)) => (Some(side), name),
        None => (None, name),
    };
    let owned = |side: &str| scene.sides[usize::from(counter.side) % 2].name.eq_ignore_ascii_case(side);
    // "Axemen 3", "Skutatoi 3 #2".
    let digits = |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit());
    let of_kind =
        |rest: &str| rest.strip_prefix(' ').is_some_and(|n| digits(n.strip_prefix('#').unwrap_or(n)));
    let called =
        counter.name.eq_ignore_ascii_case(name) || counter.name.strip_prefix(name).is_some_and(of_kind);
    called && side.is_none_or(owned)
}

/// The counters that bear a name.
pub(super) fn counters<'a>(scene: &'a Scene, name: &'a str) -> impl Iterator<Item = &'a Counter> {
    scene.counters.iter().filter(move |counter| is_named(counter, name, scene))
}

/// The side with a name.
pub(super) fn side_named(scene: &Scene, name: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| scene.sides[side.index()].name.eq_ignore_ascii_case(name))
}

/// Whether two values are the same; the order of those named in a list does not matter.
fn same(given: &Value, wanted: &Value) -> bool {
    match (given, wanted) {
        (Value::Array(given), Value::Array(wanted)) => {
            given.len() == wanted.len() && wanted.iter().all(|value| given.contains(value))
        }
        _ => given == wanted,
    }
}

impl Wanted {
    /// Whether an order is of this sort.
    pub fn fits(&self, order: &Order, aim: &Aim, scene: &Scene) -> bool {
        let named = |id: Option<u16>, names: &Names| {
            let counter = id.and_then(|id| scene.counters.iter().find(|counter| counter.id == id));
            names.admit(|name| counter.is_some_and(|counter| is_named(counter, name, scene)))
        };
        let there = |spot: &Spot| aim.place.is_some_and(|place| spot.is(&place, scene));
        let place = match &self.place {
            Spots::Any => true,
            Spots::One(spot) => there(spot),
            Spots::Some(spots) => spots.iter().any(there),
        };
        place
            && self.act.admit(|act| act == aim.act.kind)
            && named(aim.counter, &self.counter)
            && named(aim.with, &self.with)
            && self.order.iter().all(|(field, value)| same(&order[field], value))
    }
}
