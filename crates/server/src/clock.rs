//! Clocks: a bank with increments for live play, days for play by correspondence.

use engine::Side;
use serde::{Deserialize, Serialize};

use crate::timekeeping::Absences;

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

/// For whom a clock ticks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ticks {
    /// For a side that must give an order.
    For(Side),
    /// Dice are due: for whoever gave the last order. Dice neither stop a clock nor earn anything.
    Dice,
    /// For nobody: somebody is missing, or the game is over.
    Nobody,
}

/// How clocks stand: what each side has left, and whose runs since when.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    left: [i64; 2],
    running: Option<(Side, i64)>,
}

/// The clocks of a game. They follow from the times of its deeds, and from when nobody served.
#[derive(Clone, Debug)]
pub struct Clocks {
    allowance: Option<Allowance>,
    left: [i64; 2],
    /// Whose clock runs, and since when.
    running: Option<(Side, i64)>,
    absences: Absences,
}

impl Clocks {
    /// Clocks that do not run yet.
    pub fn new(allowance: Option<Allowance>, absences: Absences) -> Self {
        Clocks { allowance, left: [allowance.map_or(0, Allowance::full); 2], running: None, absences }
    }

    /// How they stand.
    pub fn standing(&self) -> Standing {
        Standing { left: self.left, running: self.running }
    }

    /// Sets them as they stood.
    pub fn set(&mut self, Standing { left, running }: Standing) {
        (self.left, self.running) = (left, running);
    }

    /// From `at` on the clock ticks so; a side that has passed the move on has its increment, or its days again.
    pub fn run(&mut self, at: i64, ticks: Ticks) {
        self.turn(at, ticks, matches!(ticks, Ticks::For(_)));
    }

    /// The same after something was taken back: time is spent, but nobody has moved.
    pub fn run_again(&mut self, at: i64, ticks: Ticks) {
        self.turn(at, ticks, false);
    }

    fn turn(&mut self, at: i64, ticks: Ticks, moved: bool) {
        let Some(allowance) = self.allowance else { return };
        let next = match ticks {
            Ticks::For(side) => Some(side),
            Ticks::Dice => return,
            Ticks::Nobody => None,
        };
        if self.running.map(|(side, _)| side) == next {
            return;
        }
        if let Some((side, since)) = self.running {
            let spent = self.spent(since, at);
            let left = &mut self.left[side.index()];
            *left -= spent;
            match allowance {
                Allowance::Live { increment_seconds, .. } if moved => {
                    *left += i64::from(increment_seconds) * 1000;
                }
                // At the end of the game the clock shows what was left.
                Allowance::Days { .. } if next.is_some() => *left = allowance.full(),
                _ => {}
            }
        }
        self.running = next.map(|side| (side, at));
    }

    /// What somebody has used who was to move since then.
    fn spent(&self, since: i64, at: i64) -> i64 {
        (at - since - self.absences.within(since, at)).max(0)
    }

    /// What a side has left, in milliseconds; `None` without clocks.
    pub fn left(&self, side: Side, now: i64) -> Option<i64> {
        self.allowance?;
        let spent = match self.running {
            Some((running, since)) if running == side => self.spent(since, now),
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
    use crate::timekeeping::Absence;
    use Side::{First, Second};
    use Ticks::{Dice, For, Nobody};

    fn live(bank_seconds: u32, increment_seconds: u32) -> Clocks {
        Clocks::new(Some(Allowance::Live { bank_seconds, increment_seconds }), Absences::default())
    }

    fn days(days_per_move: u32) -> Clocks {
        Clocks::new(Some(Allowance::Days { days_per_move }), Absences::default())
    }

    #[test]
    fn a_bank_shrinks_while_its_side_thinks_and_grows_when_it_has_moved() {
        let mut clocks = live(60, 5);
        clocks.run(1_000, For(First));
        assert_eq!(clocks.left(First, 11_000), Some(50_000));
        assert_eq!(clocks.left(Second, 11_000), Some(60_000));
        clocks.run(5_000, For(First));
        clocks.run(11_000, For(Second));
        assert_eq!(clocks.left(First, 99_000), Some(55_000));
        assert_eq!(clocks.expired(70_999), None);
        assert_eq!(clocks.expired(71_000), Some(Second));
        clocks.run(12_000, Nobody);
        assert_eq!(clocks.expired(999_000), None);
    }

    #[test]
    fn dice_neither_stop_a_clock_nor_earn_an_increment_while_the_move_stays() {
        let mut clocks = live(60, 5);
        clocks.run(0, For(First));
        for roll in 1..=3 {
            clocks.run(roll * 10_000, Dice);
            clocks.run(roll * 10_000 + 2_000, For(First));
        }
        assert_eq!(clocks.left(First, 40_000), Some(20_000), "forty seconds are forty seconds");
        clocks.run(50_000, Dice);
        assert_eq!((clocks.running(), clocks.expired(60_000)), (Some(First), Some(First)));
        clocks.run(51_000, For(Second));
        assert_eq!(clocks.left(First, 51_000), Some(14_000), "one increment for one move");
    }

    #[test]
    fn days_are_given_anew_each_time_dice_or_not() {
        let mut clocks = days(2);
        clocks.run(0, For(First));
        clocks.run(DAY, For(Second));
        clocks.run(DAY + 5, For(First));
        assert_eq!(clocks.left(First, DAY + 5), Some(2 * DAY));
        assert_eq!(clocks.expired(3 * DAY + 5), Some(First));
        clocks.run(2 * DAY + 5, Dice);
        clocks.run(2 * DAY + 6, For(Second));
        assert_eq!(clocks.left(First, 3 * DAY), Some(2 * DAY));
        clocks.run(3 * DAY + 6, Nobody);
        assert_eq!(clocks.left(Second, 9 * DAY), Some(DAY), "what was left when it ended");
    }

    #[test]
    fn taking_back_earns_nothing() {
        let mut clocks = live(60, 5);
        clocks.run(0, For(First));
        clocks.run(10_000, For(Second));
        clocks.run_again(30_000, For(First));
        assert_eq!(clocks.left(Second, 30_000), Some(40_000));
        assert_eq!(clocks.running(), Some(First));
    }

    #[test]
    fn what_the_house_slept_through_is_charged_to_nobody() {
        let absences = Absences::default();
        let allowance = Allowance::Live { bank_seconds: 60, increment_seconds: 0 };
        let mut clocks = Clocks::new(Some(allowance), absences.clone());
        clocks.run(0, For(First));
        assert_eq!(clocks.expired(7_200_000), Some(First));
        absences.learn(vec![Absence { since: 10_000, until: 7_190_000 }]);
        assert_eq!(clocks.left(First, 7_200_000), Some(40_000));
        clocks.run(7_200_000, For(Second));
        assert_eq!(clocks.left(First, 9_000_000), Some(40_000));
    }

    #[test]
    fn without_clocks_nobody_is_late() {
        let mut clocks = Clocks::new(None, Absences::default());
        clocks.run(0, For(First));
        assert_eq!((clocks.left(First, DAY), clocks.expired(i64::MAX)), (None, None));
    }

    #[test]
    fn senseless_clocks_are_refused() {
        assert!(Allowance::Live { bank_seconds: 0, increment_seconds: 0 }.sensible().is_err());
        assert!(Allowance::Days { days_per_move: 61 }.sensible().is_err());
        assert!(Allowance::Days { days_per_move: 3 }.sensible().is_ok());
    }
}
