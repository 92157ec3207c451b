//! The rules: what a position waits for, what may be ordered, what comes of it.

use std::fmt;
use std::hash::Hash;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Listing, Objection, Turn};
use crate::dice::{Dice, Generator};
use crate::event::Chronicle;

/// A position that can be asked what may be done, and told what is done.
///
/// A position is plain data. It changes only through [`play`](Rules::play) and [`roll`](Rules::roll), and the
/// same position with the same input gives the same result on every machine. Chance is explicit: when the
/// rules call for a die, [`turn`](Rules::turn) answers [`Turn::Dice`] and the position waits.
pub trait Rules: Clone + Eq + Hash + Send + Sync + 'static {
    /// What a player says: one small step.
    type Order: Clone + Eq + Hash + fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// The position as plain data, without the map and charts it shares with every other position.
    type State: Serialize + DeserializeOwned;

    /// What [`orders`](Rules::orders) promises. Audits, fuzzing and tests hold the game to it; random play, perft
    /// and computer players choose from the list whatever it promises.
    const LISTING: Listing = Listing::Complete;

    /// What the position waits for.
    fn turn(&self) -> Turn;

    /// Adds the legal orders to `out`, all of them or the useful ones as [`LISTING`](Rules::LISTING) says; none
    /// unless [`turn`](Rules::turn) asks for an order, and then never none.
    fn orders(&self, out: &mut Vec<Self::Order>);

    /// An order at random for random play, as an index into `list`, which is filled anew: with the list, each order of it
    /// equally likely, unless the game finds a legal order without listing them all. None unless an order is due.
    fn draw(&self, generator: &mut Generator, list: &mut Vec<Self::Order>) -> Option<usize> {
        list.clear();
        self.orders(list);
        (!list.is_empty()).then(|| generator.below(list.len() as u32) as usize)
    }

    /// The order that is meant, where players have several names for one thing. Orders from outside pass through
    /// here before they are checked, played and written down.
    fn canonical(&self, order: Self::Order) -> Self::Order {
        order
    }

    /// Whether an order is legal now, and if not, which rule forbids it.
    fn check(&self, order: &Self::Order) -> Result<(), Objection>;

    /// The listed order that comes to the same as this legal one: itself, unless it names one of several
    /// identical counters of which the list has only the first.
    fn as_listed(&self, order: &Self::Order) -> Self::Order {
        order.clone()
    }

    /// Carries out an order that [`check`](Rules::check) accepts.
    fn play(&mut self, order: &Self::Order, chronicle: &mut impl Chronicle);

    /// Takes the dice the position waits for.
    fn roll(&mut self, dice: Dice, chronicle: &mut impl Chronicle);

    /// The position as data.
    fn state(&self) -> Self::State;

    /// Another position of the same scenario and options from data; refused if it could not occur.
    fn restore(&self, state: Self::State) -> Result<Self, Objection>;

    /// Looks for broken invariants; the answer names the first one found.
    fn audit(&self) -> Result<(), String>;
}
