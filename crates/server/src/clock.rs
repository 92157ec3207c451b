//! Clocks: a bank with increments for live play, days for play by correspondence.

use engine::Side;
use serde::{Deserialize, Serialize};

/// How much time there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Allowance {
    /// A bank for the whole game, and something added whenever the move passes to the other side.
    Live {
        /// Seconds at the start.
        bank_seconds: u32,
        /// Seconds added.
        #[serde(default)]
        increment_seconds: u32,
    },
    /// So many days each time the move comes to a side.
    Days {
        /// Days.
        days_per_move: u32,
    },
}

const DAY: i64 = 24 * 60 * 60 * 1000;

impl Allowance {
    /// Whether it is within reason; if not, what would be.
    pub fn sensible(self) -> Result<(), &'static str> {
        match self {
            Allowance::Live { bank_seconds: 1..=604_800, increment_seconds: 0..=3_600 } => Ok(()),
            Allowance::Live { .. } => {
                Err("a live clock has a bank of 1 second to 7 days and an increment of at most an hour")
            }
            Allowance::Days { days_per_move: 1..=60 } => Ok(()),
            Allowance::Days { .. } => Err("a correspondence clock has 1 to 60 days for each move"),
        }
    }

    fn full(self) -> i64 {
        match self {
            Allowance::Live { bank_seconds, .. } => i64::from(bank_seconds) * 1000,
            Allowance::Days { days_per_move } => i64::from(days_per_move) * DAY,
        }
    }
}

/// The clocks of a game. They follow from the times of its deeds alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clocks {
    allowance: Option<Allowance>,
    left: [i64; 2],
    /// Whose clock runs, and since when.
    running: Option<(Side, i64)>,
}

impl Clocks {
    /// Clocks that do not run yet.
    pub fn new(allowance: Option<Allowance>) -> Self {
        Clocks { allowance, left: [allowance.map_or(0, Allowance::full); 2], running: None }
    }

    /// From `at` on the clock of `to_act` runs, and no other.
    pub fn run(&mut self, at: i64, to_act: Option<Side>) {
        let Some(allowance) = self.allowance else { return };
        if self.running.map(|(side, _)| side) == to_act {
            return;
        }
        if let Some((side, since)) = self.running {
            let left = &mut self.left[side.index()];
            match allowance {
                Allowance::Live { increment_seconds, .. } => {
                    *left += i64::from(increment_seconds) * 1000 - (at - since).max(0);
                }
                // Days are given anew each time; at the end of the game the clock shows what was left.
                Allowance::Days { .. } if to_act.is_none() => *left -= (at - since).max(0),
                Allowance::Days { .. } => *left = allowance.full(),
            }
        }
        self.running = to_act.map(|side| (side, at));
    }

    /// What a side has left, in milliseconds; `None` without clocks.
    pub fn left(&self, side: Side, now: i64) -> Option<i64> {
        self.allowance?;
        let spent = match self.running {
            Some((running, since)) if running == side => (now - since).max(0),
            _ => 0,
        };
        Some(self.left[side.index()] - spent)
    }

    /// The side whose clock runs.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// The side whose time is up.
    pub fn expired(&self, now: i64) -> Option<Side> {
        let (side, _) = self.running?;
        self.left(side, now).filter(|left| *left <= 0).map(|_| side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{First, Second};

    #[test]
    fn a_bank_shrinks_while_its_side_thinks_and_grows_when_it_has_moved() {
        let mut clocks = Clocks::new(Some(Allowance::Live { bank_seconds: 60, increment_seconds: 5 }));
        clocks.run(1_000, Some(First));
        assert_eq!(clocks.left(First, 11_000), Some(50_000));
        assert_eq!(clocks.left(Second, 11_000), Some(60_000));
        clocks.run(5_000, Some(First));
        clocks.run(11_000, Some(Second));
        assert_eq!(clocks.left(First, 99_000), Some(55_000));
        assert_eq!(clocks.expired(70_999), None);
        assert_eq!(clocks.expired(71_000), Some(Second));
        clocks.run(12_000, None);
        assert_eq!(clocks.expired(999_000), None);
    }

    #[test]
    fn days_are_given_anew_each_time() {
        let mut clocks = Clocks::new(Some(Allowance::Days { days_per_move: 2 }));
        clocks.run(0, Some(First));
        clocks.run(DAY, Some(Second));
        clocks.run(DAY + 5, Some(First));
        assert_eq!(clocks.left(First, DAY + 5), Some(2 * DAY));
        assert_eq!(clocks.expired(3 * DAY + 5), Some(First));
    }

    #[test]
    fn without_clocks_nobody_is_late() {
        let mut clocks = Clocks::new(None);
        clocks.run(0, Some(First));
        assert_eq!((clocks.left(First, DAY), clocks.expired(i64::MAX)), (None, None));
    }

    #[test]
    fn senseless_clocks_are_refused() {
        assert!(Allowance::Live { bank_seconds: 0, increment_seconds: 0 }.sensible().is_err());
        assert!(Allowance::Days { days_per_move: 61 }.sensible().is_err());
        assert!(Allowance::Days { days_per_move: 3 }.sensible().is_ok());
    }
}
