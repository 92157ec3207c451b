//! Positions written by hand: a short JSON in the words of the game, for umpires, puzzles and tests.
//!
//! The engine reads the text, finds counters, places, phases and marks by the names a game puts into its
//! [`Primer`], and says what is wrong and where. The game puts the counters down and fills in what is usual. Then
//! the position passes the same audit as any other that is loaded.
//!
//! ```
//! use engine::by_hand;
//! use engine::skirmish::Skirmish;
//! use serde_json::json;
//!
//! let start = Skirmish::new(20);
//! let duel = json!({"phase": "turn", "side": "Blues", "counters": [
//!     {"name": "Red 1", "at": "0303"},
//!     {"name": "Blue 2", "at": "0302"},
//! ]});
//! let position = by_hand::read(&start, &duel).unwrap();
//! assert_eq!(by_hand::read(&start, &by_hand::write(&position).unwrap()), Ok(position));
//!
//! let wrong = json!({"phase": "turn", "counters": [{"name": "Red 1", "at": "0909"}]});
//! let fault = by_hand::read(&start, &wrong).unwrap_err();
//! assert_eq!(fault.path, "counters[0].at");
//! ```

mod diagram;
mod field;
mod names;
mod reading;
mod schema;
mod writing;

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::contract::{Game, Side, Turn};
use crate::hex::{Direction, Grid, Hex};

pub use diagram::{
    Diagram, Marking, Names, Note, Phase, amended, amendments, bare, counts, entries, holds, listed, marking,
    note, number, phase, placed, player_turn, take_notes, tally,
};
pub use field::{Field, Wrong};
pub use schema::schema;

/// What a game adds so that its positions can be written by hand. A game of counters on hexes implements
/// [`Diagram`] instead, and this follows.
pub trait ByHand: Sized {
    /// The words of this scenario; none if the game takes no positions by hand.
    fn primer(&self) -> Option<Primer<'_>> {
        None
    }

    /// The position of the same scenario that is written down. It need not be sound: whoever calls audits it.
    fn set_by_hand(&self, _hand: &Hand) -> Result<Self, Wrong> {
        Err(Wrong::whole(UNTAUGHT))
    }

    /// This position written down, as far as that can be done; none in the middle of a fight or a move.
    fn hand(&self) -> Option<Hand> {
        None
    }
}

const UNTAUGHT: &str = "this game takes no positions written by hand";

/// The words positions of a scenario are written in.
pub struct Primer<'a> {
    /// The names of the sides.
    pub sides: [&'a str; 2],
    /// The map.
    pub grid: &'a Grid,
    /// Hexes that have a name beside their number.
    pub landmarks: Vec<(&'a str, Hex)>,
    /// The counters, in the order of their numbers.
    pub counters: Vec<Counter>,
    /// The phases a position may stand in.
    pub phases: Vec<Word>,
    /// The places beside the map.
    pub trays: &'static [Word],
    /// What counters may be marked with.
    pub marks: Vec<Mark>,
    /// Whether counters face somewhere.
    pub facings: bool,
    /// Whether counters carry others.
    pub carriers: bool,
    /// The turns of the scenario.
    pub turns: RangeInclusive<u16>,
    /// Fields of the game's own.
    pub notes: Vec<Word>,
}

/// A counter of the scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Its name: "Axemen 3".
    pub name: String,
    /// Whose it is.
    pub side: Side,
}

/// A word and what it means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// What it means, in a sentence.
    pub about: &'static str,
}

/// A word and what it means.
pub const fn word(name: &'static str, about: &'static str) -> Word {
    Word { name, about }
}

/// What a counter may be marked with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its name and meaning.
    pub word: Word,
    /// What is said with it.
    pub takes: Takes,
}

/// What is said with a mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// Nothing: `"moved"`.
    Nothing,
    /// A number, or nothing for the usual one: `{"fired": 3}`.
    Number,
    /// A place: `{"from": "0812"}`.
    Place,
}

/// A mark: its name, its meaning, what is said with it.
pub const fn mark(name: &'static str, about: &'static str, takes: Takes) -> Mark {
    Mark { word: word(name, about), takes }
}

/// A position as it is written, its names found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Hand {
    /// The phase it stands in.
    pub phase: &'static str,
    /// Whose phase; the usual side's if nothing is said.
    pub side: Option<Side>,
    /// The turn; the usual one if nothing is said.
    pub turn: Option<u16>,
    /// The counters that are mentioned.
    pub counters: Vec<Piece>,
    /// The game's own fields.
    pub notes: Map<String, Value>,
}

impl Hand {
    /// A field of the game's own, if it is there.
    pub fn note(&self, name: &str) -> Option<Field<'_>> {
        self.notes.get(name).map(|value| Field::new(name.into(), value))
    }
}

/// A counter as it is written.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// Its place in the list, for faults.
    pub line: usize,
    /// Which counter, by its number.
    pub counter: usize,
    /// Where it is; where its carrier is if nothing is said.
    pub at: Option<At>,
    /// Where it faces; the usual way if nothing is said.
    pub facing: Option<Direction>,
    /// Who carries it.
    pub aboard: Option<usize>,
    /// Its marks.
    pub marks: Vec<Marked>,
}

impl Piece {
    /// A counter at a place.
    pub fn new(counter: usize, at: At) -> Piece {
        Piece { line: 0, counter, at: Some(at), facing: None, aboard: None, marks: vec![] }
    }

    /// The same with one more mark.
    pub fn marked(&mut self, name: &'static str, with: With) {
        self.marks.push(Marked { name, with });
    }

    /// The mark of this name.
    pub fn mark(&self, name: &str) -> Option<&Marked> {
        self.marks.iter().find(|mark| mark.name == name)
    }

    /// Whether it has the mark of this name.
    pub fn has(&self, name: &str) -> bool {
        self.mark(name).is_some()
    }

    /// What is wrong with one of its fields.
    pub fn wrong(&self, field: &str, why: impl Into<String>) -> Wrong {
        Wrong::at(format!("counters[{}].{field}", self.line), why)
    }
}

/// Where a counter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// On the map.
    Hex(Hex),
    /// At a place beside it.
    Tray(&'static str),
}

/// A mark of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marked {
    /// Its name.
    pub name: &'static str,
    /// What is said with it.
    pub with: With,
}

/// What is said with a mark of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum With {
    /// Nothing.
    Nothing,
    /// A number.
    Number(u16),
    /// A place.
    Place(At),
}

impl Marked {
    /// The number said with it, or the usual one.
    pub fn number_or(&self, usual: u16) -> u16 {
        match self.with {
            With::Number(number) => number,
            _ => usual,
        }
    }

    /// The place said with it.
    pub fn place(&self) -> Option<At> {
        match self.with {
            With::Place(at) => Some(at),
            _ => None,
        }
    }
}

/// The position of the same scenario that is written down; refused with what is wrong and where.
pub fn read<G: Game>(position: &G, text: &Value) -> Result<G, Wrong> {
    let primer = position.primer().ok_or_else(|| Wrong::whole(UNTAUGHT))?;
    let hand = reading::hand(&primer, &Field::new(String::new(), text))?;
    let set = position.set_by_hand(&hand)?;
    let sound = position.restore(set.state()).map_err(|objection| Wrong::whole(objection.why))?;
    sound.audit().map_err(Wrong::whole)?;
    let mut orders = vec![];
    sound.orders(&mut orders);
    if matches!(sound.turn(), Turn::Order(_)) && orders.is_empty() {
        return Err(Wrong::whole("nobody could go on from it"));
    }
    Ok(sound)
}

/// The position as a person would write it; none where that cannot say all of it.
pub fn write<G: Game>(position: &G) -> Option<Value> {
    let (primer, hand) = (position.primer()?, position.hand()?);
    let text = writing::text(&primer, &hand);
    read(position, &text).ok().filter(|again| again == position).map(|_| text)
}

#[cfg(test)]
mod tests;
