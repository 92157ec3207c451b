//! Random games: played to the end at full speed, or slowly with every promise of the contract checked.

mod audit;
#[cfg(test)]
pub(crate) mod meadow;

use std::fmt;

use serde::Serialize;

use crate::contract::{Game, Outcome, Turn};
use crate::dice::Generator;
use crate::event::Silence;

pub(crate) use audit::agree;

/// How a random game is played: which one, how long at most, and how suspiciously.
#[derive(Clone, Copy, Debug)]
pub struct Playout {
    /// The seed of the whole series of games.
    pub seed: u64,
    /// The number of this game in the series.
    pub stream: u64,
    /// Orders after which the game counts as one that does not finish.
    pub limit: u64,
    /// Whether every promise of the contract is checked at every position.
    pub audit: bool,
}

/// Orders a game may take before it counts as one that does not finish.
pub const USUAL_LIMIT: u64 = 200_000;

/// What a random game came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Orders played.
    pub orders: u64,
    /// Rolls taken.
    pub rolls: u64,
    /// Legal orders that were looked at to choose from, all positions together.
    pub choices: u64,
    /// How it ended, or what went wrong.
    pub ending: Result<Outcome, Fault>,
}

/// Something a game must never do, and where it did it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fault {
    /// What went wrong, in a sentence.
    pub what: String,
    /// The seed of the series.
    pub seed: u64,
    /// The number of the game in the series.
    pub stream: u64,
    /// Orders played before it went wrong; none if that is not known.
    pub order: Option<u64>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "seed {}, game {}", self.seed, self.stream)?;
        if let Some(order) = self.order {
            write!(f, ", after order {order}")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl Playout {
    /// Game number `stream` of the series with this seed, at full speed.
    pub fn new(seed: u64, stream: u64) -> Self {
        Playout { seed, stream, limit: USUAL_LIMIT, audit: false }
    }

    /// The same game with every promise of the contract checked at every position.
    pub fn audited(self) -> Self {
        Playout { audit: true, ..self }
    }

    /// Plays uniformly random orders from a position to the end; `orders` is room to list them in.
    pub fn run<G: Game>(self, position: &mut G, orders: &mut Vec<G::Order>) -> Tally {
        if self.audit { audit::run(self, position, orders) } else { self.sprint(position, orders) }
    }

    fn sprint<G: Game>(self, position: &mut G, orders: &mut Vec<G::Order>) -> Tally {
        let mut generator = Generator::new(self.seed, self.stream);
        let mut tally = Tally::begin();
        loop {
            match position.turn() {
                Turn::Order(_) => {
                    let drawn = position.draw(&mut generator, orders);
                    match self.count(&mut tally, drawn, orders.len()) {
                        Ok(pick) => position.play(&orders[pick], &mut Silence),
                        Err(fault) => return tally.faulted(fault),
                    }
                }
                Turn::Dice(request) => {
                    tally.rolls += 1;
                    position.roll(generator.throw(request), &mut Silence);
                }
                Turn::Over(outcome) => return tally.finished(outcome),
            }
        }
    }

    /// Counts an order drawn from so many, unless the game is stuck or endless.
    #[inline]
    fn count(&self, tally: &mut Tally, drawn: Option<usize>, listed: usize) -> Result<usize, Fault> {
        let Some(pick) = drawn else {
            return Err(self.fault(tally, "dead end: an order is due and none is legal"));
        };
        if tally.orders >= self.limit {
            return Err(self.fault(tally, format!("did not finish within {} orders", self.limit)));
        }
        tally.orders += 1;
        tally.choices += listed as u64;
        Ok(pick)
    }

    fn fault(&self, tally: &Tally, what: impl Into<String>) -> Fault {
        Fault { what: what.into(), seed: self.seed, stream: self.stream, order: Some(tally.orders) }
    }
}

impl Tally {
    fn begin() -> Self {
        let unfinished = Fault { what: String::new(), seed: 0, stream: 0, order: None };
        Tally { orders: 0, rolls: 0, choices: 0, ending: Err(unfinished) }
    }

    fn finished(self, outcome: Outcome) -> Self {
        Tally { ending: Ok(outcome), ..self }
    }

    fn faulted(self, fault: Fault) -> Self {
        Tally { ending: Err(fault), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skirmish::Skirmish;

    #[test]
    fn random_games_of_skirmish_finish_and_keep_every_promise() {
        let mut winners = [0; 3];
        for stream in 0..200 {
            let tally = Playout::new(5, stream).audited().run(&mut Skirmish::new(20), &mut vec![]);
            let outcome = tally.ending.unwrap();
            winners[outcome.winner.map_or(2, |side| side.index())] += 1;
        }
        assert!(winners[0] > 40 && winners[1] > 40, "{winners:?}");
    }

    #[test]
    fn the_audit_does_not_change_the_game() {
        for stream in 0..50 {
            let (mut quick, mut slow) = (Skirmish::new(20), Skirmish::new(20));
            let sprint = Playout::new(9, stream).run(&mut quick, &mut vec![]);
            let audited = Playout::new(9, stream).audited().run(&mut slow, &mut vec![]);
            assert_eq!((sprint, quick), (audited, slow));
        }
    }

    #[test]
    fn a_game_past_its_limit_is_a_fault_that_can_be_found_again() {
        let endless = Playout { limit: 3, ..Playout::new(7, 2) };
        let fault = endless.run(&mut Skirmish::new(20), &mut vec![]).ending.unwrap_err();
        assert_eq!(fault.to_string(), "seed 7, game 2, after order 3: did not finish within 3 orders");
    }
}
