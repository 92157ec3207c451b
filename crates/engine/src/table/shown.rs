//! What is shown of a game, whichever it is.

use serde::Serialize;

use super::{OpenTable, Order};
use crate::contract::{Aim, Bout, Game, Held, Objection, Region, Route, Side, Viewer, Way};
use crate::event::Silence;
use crate::hex::Direction;
use crate::odds::{self, Chance, Sum};
use crate::place::{Place, Pose};
use crate::profile::Profile;
use crate::scene::{Scene, Threat};

/// The chances of an order and the computation behind them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Forecast {
    /// The results with their chances; empty if the order does not lead straight to dice.
    pub chances: Vec<Chance>,
    /// The computations behind the fights it begins, changes or commits.
    pub sums: Vec<Sum>,
}

/// A legal order with what a client needs to offer it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// The order.
    pub order: Order,
    /// The same in words.
    pub text: String,
    /// What it does, and what it points at on the board.
    #[serde(flatten)]
    pub aim: Aim,
}

/// What is meant by holding something over an open table, and what would come of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Posed {
    /// The orders, and where everybody would stand.
    #[serde(flatten)]
    pub way: Way<Order>,
    /// Why they cannot be given.
    pub objection: Option<Objection>,
    /// If they can: the fights that would then stand for those who were led.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bouts: Vec<Bout>,
}

/// What people see and read: [`Shown`](crate::contract::Shown) of whichever game.
pub trait TableShown: Send + Sync {
    /// The name of a side in this scenario.
    fn side_name(&self, side: Side) -> &str;
    /// What a viewer may see, without hints and threats.
    fn scene(&self, viewer: Viewer) -> Scene;
    /// The same with the places lit where the viewer may act, and those under threat.
    fn lit_scene(&self, viewer: Viewer) -> Scene;
    /// What a counter says, with what may be done with it now if the viewer is to say it.
    fn profile(&self, counter: u16, viewer: Viewer) -> Option<Profile>;
    /// While a side deploys: where its enemy stands, deploys or will come on.
    fn enemy_ground(&self, side: Side) -> Vec<Place>;
    /// The exact chances that a counter led by these orders arrives, and whole; none if no dice lie on the way.
    fn arrivals(&self, counter: u16, orders: &[Order]) -> Option<Vec<Chance>>;
    /// Where in the game it stands: "Game-Turn 3, Fire Combat Phase".
    fn heading(&self) -> String;
    /// What is expected now, in a sentence.
    fn prompt(&self) -> String;
    /// An order in words.
    fn describe(&self, order: &Order) -> Result<String, Objection>;
    /// How the game ended, in a sentence; empty while it goes on.
    fn verdict(&self) -> String;
    /// The chances of a legal order, and the computation behind them.
    fn odds(&self, order: &Order) -> Result<Forecast, Objection>;
    /// The computations behind the fights a legal order begins, changes or commits, without their walk.
    fn sums(&self, order: &Order) -> Result<Vec<Sum>, Objection>;
    /// The exact chances of the roll that is due; empty if none is.
    fn roll_odds(&self) -> Vec<Chance>;
    /// What a legal order does and points at.
    fn aim(&self, order: &Order) -> Result<Aim, Objection>;
    /// Every legal order in words, with what it points at.
    fn choices(&self) -> Vec<Choice>;
    /// Where a counter that may be moved now can get to, with the orders that take it there.
    fn routes(&self, counter: u16) -> Vec<Route<Order>>;
    /// The useful legal ways for counters of an open table that are led together.
    fn ways(&self, counters: &[u16]) -> Vec<Way<Order>>;
    /// What a player means who holds something over an open table at this pose; none if nothing is meant.
    fn posed(&self, held: Held, to: Pose) -> Option<Posed>;
    /// The ground an overlay of an open table shows, as it bears on these counters or all of it.
    fn regions(&self, overlay: &str, counters: &[u16]) -> Vec<Region>;
    /// The fights that stand as everybody stands now.
    fn bouts(&self) -> Vec<Bout>;
    /// The orders, legal or not, that lead the counter in hand one place this way.
    fn strides(&self, towards: Direction) -> Vec<Order>;
    /// The orders, legal or not, that end a phase, a fight or a move.
    fn closings(&self) -> Vec<Order>;
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
        self.position.scene(viewer)
    }

    fn lit_scene(&self, viewer: Viewer) -> Scene {
        Scene::lit(&self.position, viewer)
    }

    fn profile(&self, counter: u16, viewer: Viewer) -> Option<Profile> {
        let mut profile = self.position.profile(counter, viewer)?;
        profile.may.extend(super::may::may_now(&self.position, counter, viewer));
        Some(profile)
    }

    fn enemy_ground(&self, side: Side) -> Vec<Place> {
        self.position.enemy_ground(side)
    }

    fn arrivals(&self, counter: u16, orders: &[Order]) -> Option<Vec<Chance>> {
        let orders: Vec<G::Order> =
            orders.iter().map(|order| order.as_of::<G>().cloned()).collect::<Result<_, _>>().ok()?;
        odds::arrivals(&self.position, counter, &orders)
    }

    fn heading(&self) -> String {
        self.position.heading()
    }

    fn prompt(&self) -> String {
        self.position.prompt()
    }

    fn describe(&self, order: &Order) -> Result<String, Objection> {
        // In words only for legal orders: a game may index by what the order names.
        self.lawful(order).map(|order| self.position.describe(&order))
    }

    fn verdict(&self) -> String {
        self.position.verdict()
    }

    fn odds(&self, order: &Order) -> Result<Forecast, Objection> {
        let order = self.lawful(order)?;
        let chances = odds::walk(&self.position, &order).unwrap_or_default();
        Ok(Forecast { chances, sums: self.position.sums(&order) })
    }

    fn sums(&self, order: &Order) -> Result<Vec<Sum>, Objection> {
        self.lawful(order).map(|order| self.position.sums(&order))
    }

    fn roll_odds(&self) -> Vec<Chance> {
        odds::walk_roll(&self.position).unwrap_or_default()
    }

    fn aim(&self, order: &Order) -> Result<Aim, Objection> {
        self.lawful(order).map(|order| self.position.aim(&order))
    }

    fn choices(&self) -> Vec<Choice> {
        let mut orders = vec![];
        self.position.orders(&mut orders);
        let choice = |order: G::Order| {
            let (text, aim) = (self.position.describe(&order), self.position.aim(&order));
            Choice { order: Order::of::<G>(order), text, aim }
        };
        orders.into_iter().map(choice).collect()
    }

    fn routes(&self, counter: u16) -> Vec<Route<Order>> {
        let plain = |route: Route<G::Order>| Route {
            place: route.place,
            cost: route.cost,
            stops: route.stops,
            rule: route.rule,
            path: route.path,
            meets: route.meets,
            orders: route.orders.into_iter().map(Order::of::<G>).collect(),
        };
        self.position.routes(counter).into_iter().map(plain).collect()
    }

    fn ways(&self, counters: &[u16]) -> Vec<Way<Order>> {
        self.position.ways(counters).into_iter().map(plain_way::<G>).collect()
    }

    fn posed(&self, held: Held, to: Pose) -> Option<Posed> {
        let way = self.position.posed(held, to)?;
        let mut along = self.position.clone();
        let mut objection = None;
        for order in &way.orders {
            objection = along.check(order).err();
            if objection.is_some() {
                break;
            }
            along.play(order, &mut Silence);
        }
        let led = |bout: &Bout| way.ends.iter().any(|end| bout.counters.contains(&end.counter));
        let mut bouts = if objection.is_none() { along.bouts() } else { vec![] };
        bouts.retain(led);
        Some(Posed { way: plain_way::<G>(way), objection, bouts })
    }

    fn regions(&self, overlay: &str, counters: &[u16]) -> Vec<Region> {
        self.position.regions(overlay, counters)
    }

    fn bouts(&self) -> Vec<Bout> {
        self.position.bouts()
    }

    fn strides(&self, towards: Direction) -> Vec<Order> {
        self.position.strides(towards).into_iter().map(Order::of::<G>).collect()
    }

    fn closings(&self) -> Vec<Order> {
        self.position.closings().into_iter().map(Order::of::<G>).collect()
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

fn plain_way<G: Game>(way: Way<G::Order>) -> Way<Order> {
    let Way { orders, ends, reach, text } = way;
    Way { orders: orders.into_iter().map(Order::of::<G>).collect(), ends, reach, text }
}
