//! The five battles on their own sheets: who stands where, how long they last, how they end, and their
//! special rules as played (13).

use std::sync::{Arc, LazyLock};

use engine::dice::Dice;
use engine::{Outcome, Rules, Shown, Side, Silence, Turn};

use crate::battle::Battle;
use crate::drill::number;
use crate::files::Library;
use crate::order::Order;
use crate::position::Position;
use crate::sheet::Choices;
use crate::unit::{Spot, UnitId};

mod beroia;
mod endings;
mod setups;
mod sortie;

/// The scenario book.
static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::embedded().unwrap());

/// A battle before the first order.
pub(crate) fn start(name: &str) -> Position {
    Position::new(Arc::new(Battle::new(LIBRARY.sheet(name, Choices::default()).unwrap())))
}

/// A battle after both sides have mustered.
pub(crate) fn mustered(name: &str) -> Position {
    let mut position = start(name);
    while position.check(&Order::Muster).is_ok() {
        position.play(&Order::Muster, &mut Silence);
    }
    position
}

/// The counter with a label: "Rus pikemen 3 #1".
#[track_caller]
pub(crate) fn counter(position: &Position, label: &str) -> UnitId {
    let mut all = (0..position.battle.count() as u8).map(UnitId);
    all.find(|&id| position.label(id) == label).unwrap_or_else(|| panic!("no {label}"))
}

/// The hex a counter stands in; empty off the map.
fn at(position: &Position, label: &str) -> String {
    let hex = position.at(counter(position, label));
    hex.map_or(String::new(), |hex| position.number(hex).to_string())
}

/// Puts a counter on a hex, wherever it was.
fn send(position: &mut Position, label: &str, hex: &str) {
    let (id, hex) = (counter(position, label), position.hex(number(hex)).unwrap());
    position.shift(id, hex);
}

/// Takes a counter off as a combat would; a commander on it is spared.
fn strike(position: &mut Position, label: &str) {
    let id = counter(position, label);
    let led = position.commander_on(id).filter(|&commander| commander != id);
    let spared = led.zip(position.at(id));
    spared.into_iter().for_each(|(commander, _)| position.lift(commander, Spot::RESERVE));
    crate::victory::tests::strike(position, id);
    spared.into_iter().for_each(|(commander, hex)| position.put(commander, hex));
}

#[track_caller]
fn play(position: &mut Position, order: Order) {
    if let Err(objection) = position.check(&order) {
        panic!("{order:?} refused: {objection}; {}", position.prompt());
    }
    position.play(&order, &mut Silence);
}

#[track_caller]
fn roll(position: &mut Position, face: u8) {
    assert!(matches!(position.turn(), Turn::Dice(_)), "{}", position.prompt());
    position.roll(Dice::one(face), &mut Silence);
}

/// Attacks a hex with these counters and rolls; a question in between is not expected.
#[track_caller]
fn attack(position: &mut Position, hex: &str, with: &[&str], face: u8) {
    play(position, Order::Attack { hex: number(hex) });
    for label in with {
        let unit = counter(position, label);
        play(position, Order::Join { unit });
    }
    play(position, Order::Commit);
    roll(position, face);
}

fn orders(position: &Position) -> Vec<Order> {
    let mut orders = vec![];
    position.orders(&mut orders);
    orders
}

/// One idle act: the phase is ended, or what must be done first is done; dice fall low.
fn idle(position: &mut Position) {
    match position.turn() {
        Turn::Order(_) if position.check(&Order::Done).is_ok() => play(position, Order::Done),
        Turn::Order(_) => {
            let order = orders(position)[0];
            play(position, order);
        }
        Turn::Dice(_) => roll(position, 1),
        Turn::Over(_) => {}
    }
}

/// Idles on to the beginning of a Player-Turn, two of which make a turn.
#[track_caller]
fn idle_to(position: &mut Position, player_turn: u8) {
    while position.player_turn < player_turn {
        assert!(!matches!(position.turn(), Turn::Over(_)), "{}", position.verdict());
        idle(position);
    }
}

/// Idles to the end.
fn idle_out(position: &mut Position) -> Outcome {
    loop {
        match position.turn() {
            Turn::Over(outcome) => return outcome,
            _ => idle(position),
        }
    }
}

fn ended(position: &Position) -> Option<(Option<Side>, &'static str, &'static str)> {
    match position.turn() {
        Turn::Over(Outcome { winner, grade, rule }) => Some((winner, grade, rule)),
        _ => None,
    }
}

const BYZANTINES: Option<Side> = Some(Side::First);
const THEIR_ENEMIES: Option<Side> = Some(Side::Second);
