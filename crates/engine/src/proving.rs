//! A proving ground for the tests of a game: a position in play with its counters by name and all events so far.
//!
//! [`proving_ground!`](crate::proving_ground) declares it; the game adds how positions are set up and orders by
//! name, in its own words. What must be true of every game at random is here too: [`play_to_the_end`] and its kin.

use crate::contract::{Rules, Shown, Turn};
use crate::dice::Dice;
use crate::event::{Event, EventKind};
use crate::hex::{Direction, HexNumber, Orientation};

mod random_play;

pub use random_play::{
    games, keep_the_contract, openings, openings_with, play_to_the_end, spoil, take_or_refuse, wander,
    wander_by, write_and_read_again,
};

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

/// Requires that nothing may be ordered: nothing is listed, and each of these orders is refused under a rule.
///
/// # Panics
/// If anything is listed, legal, or refused under another rule.
#[track_caller]
pub fn hears_nothing<G: Rules>(position: &G, of: impl IntoIterator<Item = G::Order>, rule: &str) {
    assert!(orders(position).is_empty(), "{:?}", orders(position));
    for order in of {
        refuses(position, &order, rule);
    }
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

/// A hex number as written in tests.
///
/// # Panics
/// If it is no number.
#[track_caller]
pub fn number(text: &str) -> HexNumber {
    text.parse().expect("a hex number")
}

/// A direction by its compass name on a map of flat-topped hexes.
///
/// # Panics
/// If there is no such direction.
#[track_caller]
pub fn direction(name: &str) -> Direction {
    Orientation::Flat.direction(name).expect("a compass name of the flat-topped grid")
}

/// Gives a proving ground words for orders: first those that name a counter, then those that stand alone.
///
/// ```ignore
/// engine::orders_by_name! {
///     impl Field with Order;
///     of a counter: join => Join, take_up => Move;
///     alone: commit => Commit, halt => Halt;
/// }
/// // field.take_up("spears").halt();
/// ```
#[macro_export]
macro_rules! orders_by_name {
    (
        impl $Field:ident with $Order:ident;
        of a counter: $($named:ident => $Named:ident),+;
        alone: $($alone:ident => $Alone:ident),+;
    ) => {
        impl $Field {
            $(
                #[track_caller]
                pub fn $named(&mut self, name: &str) -> &mut $Field {
                    let unit = self.id(name);
                    self.play($Order::$Named { unit })
                }
            )+
            $(
                #[track_caller]
                pub fn $alone(&mut self) -> &mut $Field {
                    self.play($Order::$Alone)
                }
            )+
        }
    };
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
