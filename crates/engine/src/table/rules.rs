//! The rules of a game, whichever it is: orders and states are JSON, or an index into a list.

use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{OpenTable, OrderList, hex_digits, to_value};
use crate::by_hand;
use crate::contract::{Game, Listing, Objection, Turn};
use crate::dice::{Dice, Generator};
use crate::event::{Event, Silence};
use crate::playout::{self, Playout, Tally};

/// What may be done, and doing it: [`Rules`](crate::contract::Rules) of whichever game.
pub trait TableRules: Send + Sync {
    /// Lists the legal orders, as the game itself keeps them.
    fn list(&self, list: &mut OrderList);
    /// An order of a list of this game, as data.
    fn listed(&self, list: &OrderList, index: usize) -> Value;
    /// Plays an order of the list of this position, without a word.
    fn play_listed(&mut self, list: &OrderList, index: usize);
    /// What the position waits for.
    fn turn(&self) -> Turn;
    /// The legal orders: all of them, or the useful ones as [`listing`](TableRules::listing) says.
    fn orders(&self) -> Vec<Value>;
    /// What the list of orders promises.
    fn listing(&self) -> Listing;
    /// Holds any order against the list, for tests and fuzzing: the answer names the promise that is broken.
    fn provoke(&self, order: &Value) -> Result<(), String>;
    /// An order as the game itself writes it; refused if it is not an order of this game at all.
    fn canonical(&self, order: &Value) -> Result<Value, Objection>;
    /// The listed order that comes to the same as a legal one.
    fn as_listed(&self, order: &Value) -> Result<Value, Objection>;
    /// Whether an order is legal now, and if not, which rule forbids it.
    fn check(&self, order: &Value) -> Result<(), Objection>;
    /// Carries out an order, if it is legal.
    fn play(&mut self, order: &Value) -> Result<Vec<Event>, Objection>;
    /// Takes the dice the position waits for.
    fn roll(&mut self, faces: &[u8]) -> Result<Vec<Event>, Objection>;
    /// The position as data.
    fn state(&self) -> Value;
    /// Goes to another position of the same scenario and options.
    fn restore(&mut self, state: &Value) -> Result<(), Objection>;
    /// The position as a person would write it; none where that cannot say all of it.
    fn by_hand(&self) -> Option<Value>;
    /// Goes to a position of the same scenario and options that a person wrote.
    fn set_by_hand(&mut self, text: &Value) -> Result<(), Objection>;
    /// The JSON schema of positions written by hand, if the game takes them.
    fn hand_schema(&self) -> Option<Value>;
    /// A digest of the position, the same on every machine: 64 hexadecimal digits.
    fn hash(&self) -> String;
    /// Looks for broken invariants.
    fn audit(&self) -> Result<(), String>;
    /// Plays an order without a word if it is legal; whether it was.
    fn follow(&mut self, order: &Value) -> bool;
    /// Takes the dice that are due, without a word.
    fn roll_silently(&mut self, dice: Dice);
    /// One of the legal orders, each equally likely; none unless an order is due.
    fn random_order(&self, generator: &mut Generator) -> Option<Value>;
    /// Plays a random game from here to the end.
    fn random_game(&mut self, playout: Playout) -> Tally;
    /// How many lines of so many orders and throws there are from here.
    fn perft(&self, depth: u32) -> u64;
}

impl<G: Game> TableRules for OpenTable<G> {
    fn list(&self, list: &mut OrderList) {
        let orders = list.orders_of::<G>();
        orders.clear();
        self.position.orders(orders);
        list.count = orders.len();
    }

    fn listed(&self, list: &OrderList, index: usize) -> Value {
        list.order::<G>(index).map_or(Value::Null, to_value)
    }

    fn play_listed(&mut self, list: &OrderList, index: usize) {
        if let Some(order) = list.order::<G>(index) {
            self.position.play(order, &mut Silence);
        }
    }

    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn orders(&self) -> Vec<Value> {
        let mut orders = vec![];
        self.position.orders(&mut orders);
        orders.iter().map(to_value).collect()
    }

    fn listing(&self) -> Listing {
        G::LISTING
    }

    fn provoke(&self, order: &Value) -> Result<(), String> {
        let Ok(order) = G::Order::deserialize(order) else { return Ok(()) };
        let mut orders = vec![];
        self.position.orders(&mut orders);
        playout::agree(&self.position, &orders, &self.position.canonical(order))
    }

    fn canonical(&self, order: &Value) -> Result<Value, Objection> {
        self.read(order).map(to_value)
    }

    fn as_listed(&self, order: &Value) -> Result<Value, Objection> {
        self.lawful(order).map(|order| to_value(self.position.as_listed(&order)))
    }

    fn check(&self, order: &Value) -> Result<(), Objection> {
        self.lawful(order).map(drop)
    }

    fn play(&mut self, order: &Value) -> Result<Vec<Event>, Objection> {
        let order = self.lawful(order)?;
        let mut events = vec![];
        self.position.play(&order, &mut events);
        Ok(events)
    }

    fn roll(&mut self, faces: &[u8]) -> Result<Vec<Event>, Objection> {
        let Turn::Dice(request) = self.position.turn() else {
            return Err(Objection::new("dice", format!("no dice are due; {}", self.position.prompt())));
        };
        let dice = request.accepts(faces)?;
        let mut events = vec![];
        self.position.roll(dice, &mut events);
        Ok(events)
    }

    fn state(&self) -> Value {
        to_value(self.position.state())
    }

    fn restore(&mut self, state: &Value) -> Result<(), Objection> {
        let state = G::State::deserialize(state).map_err(|fault| {
            Objection::new("protocol", format!("this is not a position of the game: {fault}"))
        })?;
        self.position = self.position.restore(state)?;
        Ok(())
    }

    fn by_hand(&self) -> Option<Value> {
        by_hand::write(&self.position)
    }

    fn set_by_hand(&mut self, text: &Value) -> Result<(), Objection> {
        self.position = by_hand::read(&self.position, text)?;
        Ok(())
    }

    fn hand_schema(&self) -> Option<Value> {
        self.position.primer().map(|primer| by_hand::schema(&primer))
    }

    fn hash(&self) -> String {
        hex_digits(&Sha256::digest(self.state().to_string()))
    }

    fn audit(&self) -> Result<(), String> {
        self.position.audit()
    }

    fn follow(&mut self, order: &Value) -> bool {
        let Ok(order) = G::Order::deserialize(order) else { return false };
        let order = self.position.canonical(order);
        let legal = self.position.check(&order).is_ok();
        if legal {
            self.position.play(&order, &mut Silence);
        }
        legal
    }

    fn roll_silently(&mut self, dice: Dice) {
        self.position.roll(dice, &mut Silence);
    }

    fn random_order(&self, generator: &mut Generator) -> Option<Value> {
        let mut orders = vec![];
        self.position.orders(&mut orders);
        if orders.is_empty() {
            return None;
        }
        orders.get(generator.below(orders.len() as u32) as usize).map(to_value)
    }

    fn random_game(&mut self, playout: Playout) -> Tally {
        playout.run(&mut self.position, &mut vec![])
    }

    fn perft(&self, depth: u32) -> u64 {
        crate::perft::perft(&self.position, depth)
    }
}
