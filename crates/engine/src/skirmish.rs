//! Skirmish: a complete game small enough to read at a glance, the example of the [contract](crate::contract).
//!
//! Two counters a side on a field of 5 by 5 hexes. A side gives two orders a turn: step to an adjacent
//! empty hex, or attack an adjacent enemy with one die (5 and 6 kill the target, 1 kills the attacker). The
//! side that reaches the far edge, or kills both enemies, wins; when time runs out it is a draw.

mod by_hand;
mod edition;
mod examine;
mod judgment;
mod order;
mod setting;
mod shown;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::contract::{Objection, Outcome, Rules, Shown, Side, Turn};
use crate::dice::{Dice, DiceRequest};
use crate::event::{Chronicle, Event, EventKind};
use crate::hex::{Edge, Hex, HexNumber};

pub use edition::SkirmishEdition;
pub use order::Order;
use setting::Setting;

/// Orders a side gives in its turn.
const ORDERS_A_TURN: u8 = 2;
const RESULT: [&str; 7] =
    ["", "attacker killed", "no effect", "no effect", "no effect", "target killed", "target killed"];

/// What wins.
const WINS: &str = "Reach the far edge or kill both enemies first; when time runs out it is a draw.";

/// A game of Skirmish in progress.
#[derive(Clone, Debug)]
pub struct Skirmish {
    setting: Arc<Setting>,
    state: State,
}

/// The part of a position that changes.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// Where each counter stands: two of the first side, then two of the second; none if it is dead.
    counters: [Option<HexNumber>; 4],
    to_move: Side,
    orders_left: u8,
    turns_left: u8,
    /// The attack that waits for its die: attacker and target.
    attack: Option<(u8, u8)>,
}

impl Skirmish {
    /// The start of a game that lasts this many turns a side.
    pub fn new(turns: u8) -> Self {
        let at = |column, row| Some(HexNumber::new(column, row));
        let counters = [at(2, 5), at(4, 5), at(2, 1), at(4, 1)];
        let turns_left = turns.saturating_mul(2);
        let state =
            State { counters, to_move: Side::First, orders_left: ORDERS_A_TURN, turns_left, attack: None };
        Skirmish { setting: Setting::shared(), state }
    }

    fn owner(counter: u8) -> Side {
        if counter < 2 { Side::First } else { Side::Second }
    }

    fn hex(&self, counter: u8) -> Option<Hex> {
        self.setting.grid.at((*self.state.counters.get(counter as usize)?)?)
    }

    fn counter_at(&self, hex: Hex) -> Option<u8> {
        (0..4).find(|&c| self.hex(c) == Some(hex))
    }

    fn alive(&self, side: Side) -> usize {
        (0..4).filter(|&c| Self::owner(c) == side && self.hex(c).is_some()).count()
    }

    /// The edge a side wants to reach.
    fn far_edge(side: Side) -> Edge {
        if side == Side::First { Edge::North } else { Edge::South }
    }

    /// A living counter of the side to move.
    fn own(&self, counter: u8) -> Result<Hex, Objection> {
        match self.hex(counter) {
            Some(hex) if Self::owner(counter) == self.state.to_move => Ok(hex),
            Some(_) => {
                Err(Objection::new("skirmish.turn", format!("counter {counter} belongs to the other side")))
            }
            None => {
                Err(Objection::new("skirmish.turn", format!("there is no counter {counter} on the field")))
            }
        }
    }

    fn spend_order(&mut self) {
        self.state.orders_left -= 1;
        if self.state.orders_left == 0 {
            self.state.orders_left = ORDERS_A_TURN;
            self.state.turns_left -= 1;
            self.state.to_move = self.state.to_move.other();
        }
    }

    fn tell_end(&self, chronicle: &mut impl Chronicle) {
        if let Some(outcome) = self.outcome() {
            chronicle.note(|| Event::new(EventKind::Ended, outcome.rule, self.verdict()));
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        for side in Side::BOTH {
            let arrived =
                |c: u8| self.hex(c).is_some_and(|h| self.setting.grid.on_edge(h, Self::far_edge(side)));
            if (0..4).any(|c| Self::owner(c) == side && arrived(c)) {
                return Some(Outcome { winner: Some(side), grade: "victory", rule: "skirmish.edge" });
            }
            if self.alive(side.other()) == 0 {
                return Some(Outcome { winner: Some(side), grade: "victory", rule: "skirmish.loss" });
            }
        }
        let out_of_time = self.state.turns_left == 0;
        out_of_time.then_some(Outcome { winner: None, grade: "draw", rule: "skirmish.length" })
    }
}

impl Rules for Skirmish {
    type Order = Order;
    type State = State;

    fn turn(&self) -> Turn {
        match self.outcome() {
            Some(outcome) => Turn::Over(outcome),
            None if self.state.attack.is_some() => Turn::Dice(DiceRequest::ONE_D6),
            None => Turn::Order(self.state.to_move),
        }
    }

    fn orders(&self, out: &mut Vec<Order>) {
        if !matches!(self.turn(), Turn::Order(_)) {
            return;
        }
        for counter in (0..4).filter(|&c| Self::owner(c) == self.state.to_move) {
            let Some(from) = self.hex(counter) else { continue };
            for (_, hex) in self.setting.grid.neighbours(from) {
                match self.counter_at(hex) {
                    None => out.push(Order::Step { counter, to: self.setting.grid.number(hex) }),
                    Some(target) if Self::owner(target) == self.state.to_move => {}
                    Some(target) => out.push(Order::Attack { counter, target }),
                }
            }
        }
    }

    fn check(&self, order: &Order) -> Result<(), Objection> {
        if !matches!(self.turn(), Turn::Order(_)) {
            return Err(Objection::new("protocol", "no order is expected now"));
        }
        let grid = &self.setting.grid;
        match *order {
            Order::Step { counter, to } => {
                let from = self.own(counter)?;
                let step = |why: String| Err(Objection::new("skirmish.step", why));
                match grid.at(to) {
                    None => step(format!("{to} is not on the field")),
                    Some(hex) if grid.distance(from, hex) != 1 => step(format!("{to} is not one step away")),
                    Some(hex) if self.counter_at(hex).is_some() => step(format!("{to} is occupied")),
                    Some(_) => Ok(()),
                }
            }
            Order::Attack { counter, target } => {
                let from = self.own(counter)?;
                let attack = |why: &str| Err(Objection::new("skirmish.attack", why));
                match self.hex(target) {
                    None => attack("there is no such target on the field"),
                    Some(_) if Self::owner(target) == self.state.to_move => attack("the target is your own"),
                    Some(hex) if grid.distance(from, hex) != 1 => attack("the target is not adjacent"),
                    Some(_) => Ok(()),
                }
            }
        }
    }

    fn play(&mut self, order: &Order, chronicle: &mut impl Chronicle) {
        let text = if chronicle.listens() { self.describe(order) } else { String::new() };
        match *order {
            Order::Step { counter, to } => {
                let from = self.state.counters[counter as usize].replace(to);
                chronicle.note(|| {
                    let path = from.into_iter().chain([to]);
                    Event::new(EventKind::Moved, "skirmish.step", text)
                        .counters([counter as u16])
                        .places(path)
                });
                self.spend_order();
            }
            Order::Attack { counter, target } => {
                self.state.attack = Some((counter, target));
                let both = [counter as u16, target as u16];
                chronicle.note(|| Event::new(EventKind::Declared, "skirmish.attack", text).counters(both));
            }
        }
        self.tell_end(chronicle);
    }

    fn roll(&mut self, dice: Dice, chronicle: &mut impl Chronicle) {
        let Some((attacker, target)) = self.state.attack.take() else { return };
        let (die, rule) = (dice.first(), "skirmish.attack");
        let result = RESULT[(die as usize).min(6)];
        chronicle.note(|| Event::new(EventKind::Rolled, rule, format!("The die shows {die}")).dice(&[die]));
        chronicle.note(|| Event::new(EventKind::Result, rule, result));
        let killed = match die {
            1 => Some(attacker),
            5.. => Some(target),
            _ => None,
        };
        if let Some(killed) = killed {
            self.state.counters[killed as usize] = None;
            let text = || format!("{} is killed", self.counter_name(killed));
            chronicle.note(|| Event::new(EventKind::Removed, rule, text()).counters([killed as u16]));
        }
        self.spend_order();
        self.tell_end(chronicle);
    }

    fn state(&self) -> State {
        self.state.clone()
    }

    fn restore(&self, state: State) -> Result<Self, Objection> {
        let position = Skirmish { setting: self.setting.clone(), state };
        position.audit().map_err(|why| Objection::new("protocol", why))?;
        Ok(position)
    }

    fn audit(&self) -> Result<(), String> {
        self.examine()
    }
}
