//! What is shown of a game, whichever it is.

use serde::Serialize;
use serde_json::Value;

use super::{OpenTable, to_value};
use crate::contract::{Aim, Game, Objection, Route, Side, Viewer};
use crate::hex::Direction;
use crate::odds::{self, Chance, Sum};
use crate::place::Place;
use crate::scene::{Scene, Threat, hints};

/// The chances of an order and the computation behind them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Odds {
    /// The results with their chances; empty if the order does not lead straight to dice.
    pub chances: Vec<Chance>,
    /// The computations behind the fights it begins, changes or commits.
    pub sums: Vec<Sum>,
}

/// A legal order with what a client needs to offer it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// The order.
    pub order: Value,
    /// The same in words.
    pub text: String,
    /// What it does, and what it points at on the board.
    #[serde(flatten)]
    pub aim: Aim,
}

/// What people see and read: [`Shown`](crate::contract::Shown) of whichever game.
pub trait TableShown: Send + Sync {
    /// The name of a side in this scenario.
    fn side_name(&self, side: Side) -> &str;
    /// What a viewer may see.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// What is expected now, in a sentence.
    fn prompt(&self) -> String;
    /// An order in words.
    fn describe(&self, order: &Value) -> Result<String, Objection>;
    /// How the game ended, in a sentence; empty while it goes on.
    fn verdict(&self) -> String;
    /// The chances of a legal order, and the computation behind them.
    fn odds(&self, order: &Value) -> Result<Odds, Objection>;
    /// The computations behind the fights a legal order begins, changes or commits, without their walk.
    fn sums(&self, order: &Value) -> Result<Vec<Sum>, Objection>;
    /// The exact chances of the roll that is due; empty if none is.
    fn roll_odds(&self) -> Vec<Chance>;
    /// What a legal order does and points at.
    fn aim(&self, order: &Value) -> Result<Aim, Objection>;
    /// Every legal order in words, with what it points at.
    fn choices(&self) -> Vec<Choice>;
    /// Where a counter that may be moved now can get to, with the orders that take it there.
    fn routes(&self, counter: u16) -> Vec<Route<Value>>;
    /// The orders, legal or not, that lead the counter in hand one place this way.
    fn strides(&self, towards: Direction) -> Vec<Value>;
    /// What a side could reach, shoot at or attack in its next turn, as far as `viewer` may know.
    fn menace(&self, side: Side, viewer: Viewer) -> Vec<Threat>;
    /// The places a counter could hit from where it stands.
    fn field_of_fire(&self, counter: u16) -> Vec<Place>;
    /// Whether there is any counter a viewer may not know.
    fn hides_from(&self, viewer: Viewer) -> bool;
    /// Whether a viewer may not know which counter this is.
    fn conceals(&self, counter: u16, viewer: Viewer) -> bool;
}

impl<G: Game> TableShown for OpenTable<G> {
    fn side_name(&self, side: Side) -> &str {
        self.position.side_name(side)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        let mut scene = self.position.scene(viewer);
        scene.hints = hints(&self.position, viewer, &scene.counters);
        scene
    }

    fn prompt(&self) -> String {
        self.position.prompt()
    }

    fn describe(&self, order: &Value) -> Result<String, Objection> {
        // In words only for legal orders: a game may index by what the order names.
        self.lawful(order).map(|order| self.position.describe(&order))
    }

    fn verdict(&self) -> String {
        self.position.verdict()
    }

    fn odds(&self, order: &Value) -> Result<Odds, Objection> {
        let order = self.lawful(order)?;
        let chances = odds::walk(&self.position, &order).unwrap_or_default();
        Ok(Odds { chances, sums: self.position.sums(&order) })
    }

    fn sums(&self, order: &Value) -> Result<Vec<Sum>, Objection> {
        self.lawful(order).map(|order| self.position.sums(&order))
    }

    fn roll_odds(&self) -> Vec<Chance> {
        odds::walk_roll(&self.position).unwrap_or_default()
    }

    fn aim(&self, order: &Value) -> Result<Aim, Objection> {
        self.lawful(order).map(|order| self.position.aim(&order))
    }

    fn choices(&self) -> Vec<Choice> {
        let mut orders = vec![];
        self.position.orders(&mut orders);
        let choice = |order: &G::Order| {
            let (text, aim) = (self.position.describe(order), self.position.aim(order));
            Choice { order: to_value(order), text, aim }
        };
        orders.iter().map(choice).collect()
    }

    fn routes(&self, counter: u16) -> Vec<Route<Value>> {
        let plain = |route: Route<G::Order>| Route {
            place: route.place,
            cost: route.cost,
            stops: route.stops,
            rule: route.rule,
            path: route.path,
            meets: route.meets,
            orders: route.orders.iter().map(to_value).collect(),
        };
        self.position.routes(counter).into_iter().map(plain).collect()
    }

    fn strides(&self, towards: Direction) -> Vec<Value> {
        self.position.strides(towards).iter().map(to_value).collect()
    }

    fn menace(&self, side: Side, viewer: Viewer) -> Vec<Threat> {
        self.position.menace(side, viewer)
    }

    fn field_of_fire(&self, counter: u16) -> Vec<Place> {
        self.position.field_of_fire(counter)
    }

    fn hides_from(&self, viewer: Viewer) -> bool {
        self.position.hides_from(viewer)
    }

    fn conceals(&self, counter: u16, viewer: Viewer) -> bool {
        self.position.conceals(counter, viewer)
    }
}
