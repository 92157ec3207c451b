//! Listed and legal agree, in every scenario of every game, on listed orders and on any other that can be said.
//!
//! The input is a script: a scenario, then for every decision either "play the listed order with this number"
//! or an order made by changing the words and numbers of one that was legal before. Such an order is refused,
//! or comes to the same as one that is listed.
#![no_main]

use std::sync::OnceLock;

use engine::Turn;
use engine::edition::Options;
use engine::table::Table;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use shelf::Shelf;

fn starts() -> &'static [Box<dyn Table>] {
    static STARTS: OnceLock<Vec<Box<dyn Table>>> = OnceLock::new();
    STARTS.get_or_init(|| {
        let shelf = Shelf::standard().expect("the data compiled in");
        let open = |name: &str| shelf.open(name, &Options::new()).expect("a scenario of the shelf").table;
        shelf.scenarios().map(|card| open(&card.scenario)).collect()
    })
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
            4 => other.as_object().and_then(|fields| fields.values().last().cloned()),
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

/// How many orders of earlier decisions are kept to make others of.
const KNOWN: usize = 256;

fuzz_target!(|script: &[u8]| {
    let mut script = Script(script);
    let starts = starts();
    let mut table = starts[usize::from(script.byte()) % starts.len()].clone();
    // Fighting is more interesting than deploying: one byte says how much of the set-up is automatic.
    let automatic = script.byte() < 200;
    let mut known: Vec<Value> = vec![];
    while !script.0.is_empty() {
        match table.turn() {
            Turn::Over(_) => return,
            Turn::Dice(request) => {
                let faces: Vec<u8> = (0..request.count).map(|_| script.byte() % request.sides + 1).collect();
                table.roll(&faces).expect("dice that were asked for");
            }
            Turn::Order(_) => {
                let orders = table.orders();
                assert!(!orders.is_empty(), "dead end: {}", table.prompt());
                if script.byte() >= 128 {
                    known.extend(orders.iter().take(KNOWN).cloned());
                    known.drain(..known.len().saturating_sub(KNOWN));
                    let order = script.order(&known);
                    if table.check(&order).is_ok() {
                        let listed = table.as_listed(&order).expect("a legal order");
                        assert!(orders.contains(&listed), "{order} in `{}` is legal, not listed", table.prompt());
                    }
                    continue;
                }
                let muster = orders.iter().find(|order| automatic && order["do"] == "muster");
                let pick = muster.or_else(|| script.one_of(&orders)).expect("an order");
                table.play(pick).unwrap_or_else(|objection| panic!("{pick}: {objection}"));
            }
        }
    }
    assert_eq!(table.audit(), Ok(()));
    let mut again = table.clone();
    again.restore(&table.state()).expect("its own state is taken back");
    assert!(again.hash() == table.hash());
});
