//! What is shown: the scene, words, the sums behind fights, ways and threats.

use serde::Serialize;

use super::{Bout, Held, Region, Rules, Side, Viewer};
use crate::act::Act;
use crate::hex::{Direction, Grid, Hex};
use crate::odds::Sum;
use crate::place::{Place, Pose};
use crate::profile::Profile;
use crate::scene::{Scene, Threat};

/// A way for a counter to a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Route<O> {
    /// Where it ends.
    pub place: Place,
    /// What it costs, as the rulebook counts: "3", "2½".
    pub cost: String,
    /// Whether the counter must stop there.
    pub stops: bool,
    /// The rule that ends the way there, or would end the next step; empty if no one rule does.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub rule: &'static str,
    /// The places it leads through, the last one included.
    pub path: Vec<Place>,
    /// What the way meets at its end, and what staying there risks: a fight, dice, losses of the winter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meets: Vec<String>,
    /// The orders, one after another; the move is not ended yet unless the rules end it.
    pub orders: Vec<O>,
}

impl<O> Route<O> {
    /// The way through these hexes, the first of them where it begins; what it costs and where it ends is filled in.
    pub fn along(grid: &Grid, way: &[Hex], orders: Vec<O>) -> Option<Route<O>> {
        let (_, path) = way.split_first()?;
        Some(Route {
            place: grid.number(*path.last()?).into(),
            cost: String::new(),
            stops: false,
            rule: "",
            path: path.iter().map(|&hex| grid.number(hex).into()).collect(),
            meets: vec![],
            orders,
        })
    }
}

/// What a player who holds counters of an open table over it may mean: orders, and where everybody would then stand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Way<O> {
    /// The orders, one after another.
    pub orders: Vec<O>,
    /// Where each of the counters ends, those first that were named first.
    pub ends: Vec<End>,
    /// How far the one that comes farthest is led, against how far it may be, in thousandths of the table's unit; none
    /// where nothing is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reach: Option<[i32; 2]>,
    /// The last of the orders in words.
    pub text: String,
}

/// Where a counter ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct End {
    /// The counter.
    pub counter: u16,
    /// The pose of its front.
    pub place: Pose,
}

/// What an order does and what it points at on the board, so that a click can find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Aim {
    /// What sort of thing it does.
    #[serde(flatten)]
    pub act: Act,
    /// The counter that would act, or be acted on.
    pub counter: Option<u16>,
    /// Another counter that it names: one to ride in, to sail on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<u16>,
    /// The place it leads to or speaks of; none if it speaks of a counter where that stands.
    pub place: Option<Place>,
    /// The way it turns a counter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facing: Option<Direction>,
    /// The way it leads a counter to the next place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub towards: Option<Direction>,
}

impl Aim {
    /// An order that does this and points at nothing: a button.
    pub const fn new(act: Act) -> Aim {
        Aim { act, counter: None, with: None, place: None, facing: None, towards: None }
    }

    /// It is about this counter.
    pub fn of(self, counter: impl Into<Option<u16>>) -> Aim {
        Aim { counter: counter.into(), ..self }
    }

    /// It names this counter besides.
    pub fn with(self, other: u16) -> Aim {
        Aim { with: Some(other), ..self }
    }

    /// It leads to this place, or speaks of it.
    pub fn at(self, place: impl Into<Place>) -> Aim {
        Aim { place: Some(place.into()), ..self }
    }

    /// It turns its counter this way.
    pub fn facing(self, facing: Direction) -> Aim {
        Aim { facing: Some(facing), ..self }
    }

    /// It leads its counter this way to the next place, if there is one.
    pub fn towards(self, towards: Direction, place: Option<impl Into<Place>>) -> Aim {
        Aim { towards: Some(towards), place: place.map(Into::into), ..self }
    }
}

/// What people see and read of a position.
pub trait Shown: Rules {
    /// What a viewer may see, ready to draw, without hints and threats. Viewers from whom nothing is
    /// [hidden](Shown::hides_from) see the same.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// Where in the game it stands, as a log is headed: "Game-Turn 3, Fire Combat Phase". See
    /// [`scene::heading`](crate::scene::heading).
    fn heading(&self) -> String;

    /// What a counter says, mark by mark; none if there is no such counter, or if the viewer may not know it.
    fn profile(&self, _counter: u16, _viewer: Viewer) -> Option<Profile> {
        None
    }

    /// While a side deploys: where its enemy stands, deploys or will come on, as far as everybody knows.
    fn enemy_ground(&self, _side: Side) -> Vec<Place> {
        Vec::new()
    }

    /// Places the enemy of a viewer could hit, attack or stop a mover in from where it stands.
    fn threats(&self, _viewer: Viewer) -> Vec<Threat> {
        Vec::new()
    }

    /// The name of a side in this scenario.
    fn side_name(&self, side: Side) -> &str;

    /// What is expected now, in a sentence.
    fn prompt(&self) -> String;

    /// An order in words: "Axemen 3 step north-east to 2107".
    fn describe(&self, order: &Self::Order) -> String;

    /// How the game ended, in a sentence; empty while it goes on.
    fn verdict(&self) -> String;

    /// The computations behind the fights an order begins, changes or commits, before any die is rolled.
    fn sums(&self, _order: &Self::Order) -> Vec<Sum> {
        Vec::new()
    }

    /// Where a counter that may be moved now can get to, with the orders that take it there.
    fn routes(&self, _counter: u16) -> Vec<Route<Self::Order>> {
        Vec::new()
    }

    /// The useful legal ways for counters of an open table that are led together.
    fn ways(&self, _counters: &[u16]) -> Vec<Way<Self::Order>> {
        Vec::new()
    }

    /// What a player means who holds something over an open table, the first of several counters or the middle of a
    /// piece at this pose, legal or not: the game projects it on what can be done with it (a line goes straight ahead
    /// or wheels). None if nothing is meant.
    fn posed(&self, _held: Held, _to: Pose) -> Option<Way<Self::Order>> {
        None
    }

    /// The ground that one of the [overlays](crate::scene::Tabletop::overlays) of an open table shows: as it bears on
    /// these counters, or all of it if there are none.
    fn regions(&self, _overlay: &str, _counters: &[u16]) -> Vec<Region> {
        Vec::new()
    }

    /// The fights that stand as everybody stands now, whoever orders them and in whichever order; those of an open
    /// table, where contact alone decides who fights whom.
    fn bouts(&self) -> Vec<Bout> {
        Vec::new()
    }

    /// The orders, legal or not, that lead the counter in hand one place this way: a step, after a turn if need be.
    fn strides(&self, _towards: Direction) -> Vec<Self::Order> {
        Vec::new()
    }

    /// What a side could reach, shoot at or attack in its next turn, as far as `viewer` may know.
    fn menace(&self, _side: Side, _viewer: Viewer) -> Vec<Threat> {
        Vec::new()
    }

    /// The places a counter could hit from where it stands.
    fn field_of_fire(&self, _counter: u16) -> Vec<Place> {
        Vec::new()
    }

    /// What an order does and what it points at on the board: all that a client needs to offer it.
    fn aim(&self, order: &Self::Order) -> Aim;

    /// The orders that end a phase, a fight or a move, legal now or not: one of them is meant by "go on". Where several
    /// are refused, the first that is not beside the point says why.
    fn closings(&self) -> Vec<Self::Order> {
        Vec::new()
    }

    /// Whether there is any counter a viewer may not know.
    fn hides_from(&self, _viewer: Viewer) -> bool {
        false
    }

    /// Whether a viewer may not know which counter this is.
    fn conceals(&self, _counter: u16, _viewer: Viewer) -> bool {
        false
    }
}
