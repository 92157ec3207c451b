//! The rules of a game, whichever it is.

use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{OpenTable, Order, OrderList, hex_digits, nearest, to_value};
use crate::by_hand;
use crate::contract::{Game, Listing, Objection, Turn};
use crate::dice::{Dice, Generator};
use crate::event::{Event, Silence};
use crate::playout::{self, Playout, Tally};

/// What may be done, and doing it: [`Rules`](crate::contract::Rules) of whichever game.
pub trait TableRules: Send + Sync {
    /// Lists the legal orders, as the game itself keeps them.
    fn list(&self, list: &mut OrderList);
    /// An order of a list of this game; none if the list has no such order.
    fn listed(&self, list: &OrderList, index: usize) -> Option<Order>;
    /// An order at random as the game draws it for random play, as an index into a list that is filled anew; none unless an
    /// order is due.
    fn draw(&self, generator: &mut Generator, list: &mut OrderList) -> Option<usize>;
    /// Plays an order of the list of this position, without a word.
    fn play_listed(&mut self, list: &OrderList, index: usize);
    /// What the position waits for.
    fn turn(&self) -> Turn;
    /// The legal orders: all of them, or the useful ones as [`listing`](TableRules::listing) says.
    fn orders(&self) -> Vec<Order>;
    /// What the list of orders promises.
    fn listing(&self) -> Listing;
    /// Holds any order, as data, against the list, for tests and fuzzing: the answer names the promise that is broken.
    fn provoke(&self, order: &Value) -> Result<(), String>;
    /// Reads an order that comes from outside; the objection says what is wrong with it and shows one like it. Whether
    /// it is legal is for [`check`](TableRules::check) to say.
    fn read(&self, order: &Value) -> Result<Order, Objection>;
    /// The order that is meant by one read or listed before, where players have several names for one thing.
    fn canonical(&self, order: &Order) -> Result<Order, Objection>;
    /// The listed order that comes to the same as a legal one.
    fn as_listed(&self, order: &Order) -> Result<Order, Objection>;
    /// Whether an order is legal now, and if not, which rule forbids it.
    fn check(&self, order: &Order) -> Result<(), Objection>;
    /// Carries out an order, if it is legal.
    fn play(&mut self, order: &Order) -> Result<Vec<Event>, Objection>;
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
    fn follow(&mut self, order: &Order) -> bool;
    /// Takes the dice that are due, without a word.
    fn roll_silently(&mut self, dice: Dice);
    /// One of the legal orders, each equally likely; none unless an order is due.
    fn random_order(&self, generator: &mut Generator) -> Option<Order>;
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

    fn listed(&self, list: &OrderList, index: usize) -> Option<Order> {
        list.order::<G>(index).cloned().map(Order::of::<G>)
    }

    fn draw(&self, generator: &mut Generator, list: &mut OrderList) -> Option<usize> {
        let room = list.orders_of::<G>();
        let drawn = self.position.draw(generator, room);
        list.count = room.len();
        drawn
    }

    fn play_listed(&mut self, list: &OrderList, index: usize) {
        if let Some(order) = list.order::<G>(index) {
            self.position.play(order, &mut Silence);
        }
    }

    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn orders(&self) -> Vec<Order> {
        let mut orders = vec![];
        self.position.orders(&mut orders);
        orders.into_iter().map(Order::of::<G>).collect()
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

    fn read(&self, order: &Value) -> Result<Order, Objection> {
        let order = G::Order::deserialize(order).map_err(|fault| {
            let legal = self.orders();
            let example = nearest(order, &legal);
            let example = example.map_or_else(String::new, |e| format!("; one that is legal now: {e}"));
            Objection::new("protocol", format!("this is not an order of the game: {fault}{example}"))
        })?;
        Ok(Order::of::<G>(self.position.canonical(order)))
    }

    fn canonical(&self, order: &Order) -> Result<Order, Objection> {
        let given = order.as_of::<G>()?;
        let meant = self.position.canonical(given.clone());
        Ok(if meant == *given { order.clone() } else { Order::of::<G>(meant) })
    }

    fn as_listed(&self, order: &Order) -> Result<Order, Objection> {
        self.lawful(order).map(|order| Order::of::<G>(self.position.as_listed(&order)))
    }

    fn check(&self, order: &Order) -> Result<(), Objection> {
        self.lawful(order).map(drop)
    }

    fn play(&mut self, order: &Order) -> Result<Vec<Event>, Objection> {
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

    fn follow(&mut self, order: &Order) -> bool {
        let Ok(order) = self.lawful(order) else { return false };
        self.position.play(&order, &mut Silence);
        true
    }

    fn roll_silently(&mut self, dice: Dice) {
        self.position.roll(dice, &mut Silence);
    }

    fn random_order(&self, generator: &mut Generator) -> Option<Order> {
        let mut orders = vec![];
        self.position.orders(&mut orders);
        if orders.is_empty() {
            return None;
        }
        let pick = generator.below(orders.len() as u32) as usize;
        Some(Order::of::<G>(orders.swap_remove(pick)))
    }

    fn random_game(&mut self, playout: Playout) -> Tally {
        playout.run(&mut self.position, &mut vec![])
    }

    fn perft(&self, depth: u32) -> u64 {
        crate::perft::perft(&self.position, depth)
    }
}
