//! Listed and legal agree, in every scenario of every game, on listed orders and on any other that can be said.
//!
//! The input is a script: a game, a scenario of it, a moment of a random game in that, then for every decision either "play the
//! listed order with this number" or an order made by changing the words and numbers of one that was legal
//! before. Such an order keeps the promise of the game's list (`engine::contract::Listing`).
#![no_main]

use std::sync::OnceLock;

use engine::edition::Options;
use engine::table::{OrderList, Table};
use engine::{Generator, Listing, Turn};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use shelf::Shelf;

/// Decisions of a script at most: enough for a fight, few enough that an input takes milliseconds.
const DECISIONS: usize = 40;
/// How many orders and rolls of a random game go before a script, to choose from: deployment, and what follows.
const MOMENTS: [u32; 8] = [0, 3, 30, 100, 250, 500, 1_000, 2_000];
/// How many orders of earlier decisions are kept to make others of.
const KNOWN: usize = 256;

/// A scenario at its start, and moments of a random game in it once they were asked for.
struct Scenario {
    start: Box<dyn Table>,
    moments: OnceLock<Vec<Box<dyn Table>>>,
}

/// The scenarios of every game: a script names the game first, so that each has its share.
fn games() -> &'static [Vec<Scenario>] {
    static GAMES: OnceLock<Vec<Vec<Scenario>>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let shelf = Shelf::standard().expect("the data compiled in");
        let open = |name: &str| {
            let start = shelf.open(name, &Options::new()).expect("a scenario of the shelf").table;
            Scenario { start, moments: OnceLock::new() }
        };
        shelf
            .editions()
            .map(|game| game.scenarios().iter().map(|card| open(&card.scenario)).collect())
            .collect()
    })
}

/// A random game, kept at each of its [`MOMENTS`] while it lasts.
fn played_on(mut table: Box<dyn Table>) -> Vec<Box<dyn Table>> {
    let mut generator = Generator::new(2026, 0);
    let (mut moments, mut listed) = (vec![], OrderList::default());
    for played in 0..=MOMENTS[MOMENTS.len() - 1] {
        if MOMENTS.contains(&played) {
            moments.push(table.clone());
        }
        match table.turn() {
            Turn::Over(_) => break,
            Turn::Dice(request) => table.roll_silently(generator.throw(request)),
            Turn::Order(_) => {
                table.list(&mut listed);
                assert!(!listed.is_empty(), "dead end: {}", table.prompt());
                table.play_listed(&listed, generator.below(listed.len() as u32) as usize);
            }
        }
    }
    moments
}

/// Takes bytes of the script one by one; zeros when it is used up.
struct Script<'a>(&'a [u8]);

impl Script<'_> {
    fn byte(&mut self) -> u8 {
        let (&first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        first
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        let pick = usize::from(self.byte()) * 256 + usize::from(self.byte());
        all.get(pick % all.len().max(1))
    }

    /// An order like others, with a value of it changed.
    fn order(&mut self, known: &[Value]) -> Value {
        let mut order = self.one_of(known).cloned().unwrap_or(Value::Null);
        let other = self.one_of(known).cloned().unwrap_or(Value::Null);
        let Some(fields) = order.as_object_mut() else { return other };
        let names: Vec<String> = fields.keys().cloned().collect();
        let Some(name) = self.one_of(&names) else { return other };
        let value = match self.byte() % 8 {
            // What another order has there, or anywhere.
            0..=3 => other.get(name).cloned(),
            4 => other.as_object().and_then(|fields| fields.values().next_back().cloned()),
            5 => Some(json!(self.byte())),
            6 => Some(json!(format!("{:02}{:02}", self.byte() % 60, self.byte() % 60))),
            _ => None,
        };
        match value {
            Some(value) => fields.insert(name.clone(), value),
            None => fields.remove(name),
        };
        order
    }
}

fuzz_target!(|script: &[u8]| {
    let mut script = Script(script);
    let game = &games()[usize::from(script.byte()) % games().len()];
    let scenario = &game[usize::from(script.byte()) % game.len()];
    let moments = scenario.moments.get_or_init(|| played_on(scenario.start.clone()));
    let mut table = moments[usize::from(script.byte()) % moments.len()].clone();
    let (mut known, mut listed): (Vec<Value>, _) = (vec![], OrderList::default());
    for _ in 0..DECISIONS {
        if script.0.is_empty() {
            break;
        }
        match table.turn() {
            Turn::Over(_) => break,
            Turn::Dice(request) => {
                let faces: Vec<u8> = (0..request.count).map(|_| script.byte() % request.sides + 1).collect();
                table.roll(&faces).expect("dice that were asked for");
            }
            Turn::Order(_) if script.byte() >= 128 => {
                // The first of a list would always be the same counter's.
                let orders = table.orders();
                let step = (orders.len() / KNOWN).max(1);
                known.extend(orders.iter().step_by(step).take(KNOWN).map(|order| order.data().clone()));
                known.drain(..known.len().saturating_sub(KNOWN));
                let order = script.order(&known);
                if let Err(broken) = table.provoke(&order) {
                    panic!("{order} in `{}`: {broken}", table.prompt());
                }
                let read = table.read(&order).ok().filter(|order| table.check(order).is_ok());
                if let Some(order) = read.filter(|_| table.listing() == Listing::Representative) {
                    table.play(&order).expect("a legal order");
                }
            }
            Turn::Order(_) => {
                table.list(&mut listed);
                assert!(!listed.is_empty(), "dead end: {}", table.prompt());
                let pick = (usize::from(script.byte()) * 256 + usize::from(script.byte())) % listed.len();
                let order = table.listed(&listed, pick).expect("an order of the list");
                table.play(&order).unwrap_or_else(|objection| panic!("{order}: {objection}"));
            }
        }
    }
    assert_eq!(table.audit(), Ok(()));
    let mut again = table.clone();
    again.restore(&table.state()).expect("its own state is taken back");
    assert!(again.hash() == table.hash());
});
