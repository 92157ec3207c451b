//! A proving ground for the tests of a game: a position in play with its counters by name and all events so far.
//!
//! [`proving_ground!`](crate::proving_ground) declares it; the game adds how positions are set up and orders by
//! name, in its own words.

use serde_json::{Value, json};

use crate::contract::{Rules, Shown, Turn, Viewer};
use crate::dice::{Dice, Generator};
use crate::event::{Event, EventKind, Silence};

/// Plays an order that must be legal.
///
/// # Panics
/// If it is refused; the message says why.
#[track_caller]
pub fn play<G: Rules>(position: &mut G, order: &G::Order, events: &mut Vec<Event>)
where
    G::Order: std::fmt::Debug,
{
    if let Err(objection) = position.check(order) {
        panic!("{order:?} refused: {objection}");
    }
    position.play(order, events);
}

/// Rolls the dice the position waits for, handful after handful.
///
/// # Panics
/// If no dice are due, or others than these.
#[track_caller]
pub fn roll<G: Rules + Shown>(position: &mut G, faces: &[u8], events: &mut Vec<Event>) {
    let mut left = faces;
    while !left.is_empty() {
        let Turn::Dice(request) = position.turn() else { panic!("no die is due: {}", position.prompt()) };
        let count = request.count as usize;
        assert!(count <= left.len(), "{count} dice are due: {}", position.prompt());
        let (now, later) = left.split_at(count);
        position.roll(Dice::from_faces(now), events);
        left = later;
    }
}

/// How often a test plays: as the environment says under this name, or as usual.
pub fn games(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Plays on at random, and looks at what comes of it.
pub fn wander<G: Rules + Shown>(position: &mut G, steps: usize, generator: &mut Generator) {
    wander_by(position, steps, generator, |_| false);
}

/// Plays on at random; where there are orders of a sort that is preferred, two in three are of it.
pub fn wander_by<G: Rules + Shown>(
    position: &mut G,
    steps: usize,
    generator: &mut Generator,
    preferred: impl Fn(&G::Order) -> bool,
) {
    let mut orders = vec![];
    for _ in 0..steps {
        match position.turn() {
            Turn::Order(_) => {
                orders.clear();
                position.orders(&mut orders);
                let liked: Vec<&G::Order> = orders.iter().filter(|order| preferred(order)).collect();
                let all = || orders.iter().collect();
                let from = if liked.is_empty() || generator.below(3) == 0 { all() } else { liked };
                let Some(&order) = from.get(generator.below(from.len().max(1) as u32) as usize) else {
                    return;
                };
                position.play(order, &mut Silence);
            }
            Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
            Turn::Over(_) => return,
        }
        position.scene(Viewer::Public);
    }
}

/// Changes one leaf of a saved position, wherever it is, to something near, extreme, or to another of the words.
pub fn spoil(value: &mut Value, words: &[&str], generator: &mut Generator) {
    let mut word = || words[generator.below(words.len() as u32) as usize];
    match value {
        Value::Array(items) if !items.is_empty() => {
            let at = generator.below(items.len() as u32) as usize;
            spoil(&mut items[at], words, generator);
        }
        Value::Object(fields) if !fields.is_empty() => {
            let at = generator.below(fields.len() as u32) as usize;
            if let Some((_, field)) = fields.iter_mut().nth(at) {
                spoil(field, words, generator);
            }
        }
        Value::Number(number) => {
            let now = number.as_i64().unwrap_or(0);
            let near = [now.saturating_add(1), now.saturating_sub(1), now.saturating_add(2_000_000)];
            let other = [near[0], near[1], near[2], 0, 255, 65_535, -1, i64::MAX, i64::MIN];
            *value = other[generator.below(9) as usize].into();
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::String(text) => *text = word().into(),
        Value::Null | Value::Array(_) | Value::Object(_) => *value = json!([word()]),
    }
}

/// The sentence of an order that must be refused under a rule.
///
/// # Panics
/// If it is legal, or refused under another rule.
#[track_caller]
pub fn refuses<G: Rules>(position: &G, order: &G::Order, rule: &str) -> String {
    let objection = position.check(order).expect_err("the order should be refused");
    assert_eq!(objection.rule, rule, "{objection}");
    objection.why
}

/// Whether an order, or the one listed in its place, is listed.
///
/// # Panics
/// If listed and legal do not agree.
#[track_caller]
pub fn offers<G: Rules>(position: &G, order: &G::Order) -> bool
where
    G::Order: std::fmt::Debug + PartialEq,
{
    let listed = orders(position).contains(&position.as_listed(order));
    let legal = position.check(order).is_ok();
    assert_eq!(listed, legal, "{order:?}: listed {listed}, legal {legal}");
    listed
}

/// All legal orders.
pub fn orders<G: Rules>(position: &G) -> Vec<G::Order> {
    let mut orders = vec![];
    position.orders(&mut orders);
    orders
}

/// The last result of a die, in words.
///
/// # Panics
/// If no die was rolled.
pub fn result(events: &[Event]) -> &str {
    let results = events.iter().rev().filter(|event| event.kind == EventKind::Result);
    results.map(|event| event.text.as_str()).next().expect("a die that was rolled")
}

/// Declares a practice position in play, which stands for the position itself (it dereferences to it).
#[macro_export]
macro_rules! proving_ground {
    ($(#[$about:meta])* $seen:vis struct $Field:ident of $Position:ty, $Order:ty, $Id:ty;) => {
        $(#[$about])*
        $seen struct $Field {
            position: $Position,
            names: Vec<(&'static str, $Id)>,
            $seen events: Vec<$crate::Event>,
        }

        impl $Field {
            fn new(position: $Position, names: Vec<(&'static str, $Id)>) -> $Field {
                $Field { position, names, events: vec![] }
            }

            /// The counter with a name; the first of several.
            #[track_caller]
            $seen fn id(&self, name: &str) -> $Id {
                self.ids(name)[0]
            }

            /// All counters with a name.
            #[track_caller]
            $seen fn ids(&self, name: &str) -> Vec<$Id> {
                let ids: Vec<$Id> = self.names.iter().filter(|(n, _)| *n == name).map(|&(_, id)| id).collect();
                assert!(!ids.is_empty(), "no counter is called `{name}`");
                ids
            }

            /// Plays an order that must be legal, and carries the position on.
            #[track_caller]
            $seen fn play(&mut self, order: $Order) -> &mut $Field {
                $crate::proving::play(&mut self.position, &order, &mut self.events);
                self
            }

            /// Rolls the one die the position waits for.
            #[track_caller]
            $seen fn roll(&mut self, face: u8) -> &mut $Field {
                self.rolls(&[face])
            }

            /// Rolls the dice the position waits for, handful after handful.
            #[track_caller]
            $seen fn rolls(&mut self, faces: &[u8]) -> &mut $Field {
                $crate::proving::roll(&mut self.position, faces, &mut self.events);
                self
            }

            /// Requires that an order is refused under a rule, and answers the sentence.
            #[track_caller]
            $seen fn refuses(&self, order: $Order, rule: &str) -> String {
                $crate::proving::refuses(&self.position, &order, rule)
            }

            /// Whether an order is listed; listed and legal must agree.
            #[track_caller]
            $seen fn offers(&self, order: $Order) -> bool {
                $crate::proving::offers(&self.position, &order)
            }

            /// All legal orders.
            $seen fn orders(&self) -> Vec<$Order> {
                $crate::proving::orders(&self.position)
            }

            /// The last result of a die, in words.
            $seen fn result(&self) -> &str {
                $crate::proving::result(&self.events)
            }
        }

        impl std::ops::Deref for $Field {
            type Target = $Position;
            fn deref(&self) -> &$Position {
                &self.position
            }
        }

        impl std::ops::DerefMut for $Field {
            fn deref_mut(&mut self) -> &mut $Position {
                &mut self.position
            }
        }
    };
}
