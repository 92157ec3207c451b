//! The spending: how much of a Player-Turn's thinking time is used, and what was shown when.

use std::time::{Duration, Instant};

use engine::Side;
use engine::table::Table;

/// All the thinking of one Player-Turn.
pub const WHOLE_TURN: Duration = Duration::from_secs(8);
/// Within this a Player-Turn is shown to those who watch, if it is not thought about for longer.
const SHOWN: Duration = Duration::from_secs(9);
/// Orders that are shown as one: a march has about so many.
const TOGETHER: u32 = 4;
/// However many wait, a decision gets so much.
pub const LEAST: Duration = Duration::from_millis(5);
/// No decision takes more of what is left than this part, so that the last ones of a long turn get some too.
const PART: u32 = 16;
/// The first decision of a turn, which may be about all of it, takes no more than this part.
const FIRST_PART: u32 = 2;
/// The part of a turn that a scheme of moves is.
const MOVES: f64 = 0.8;
/// Progress is told at most so often.
const TOLD_EVERY: Duration = Duration::from_millis(250);

/// Less when many wait: all of them together take about as long as they would with a slot each.
pub fn fair_time(usual: Duration, slots: usize, waiting: usize) -> Duration {
    let share = slots as f64 / (slots + waiting) as f64;
    usual.mul_f64(share).max(LEAST)
}

/// What one game's computers have used of their time.
#[derive(Debug, Default)]
pub struct Spending {
    clock: u32,
    /// When the turn was first thought about.
    began: Option<Instant>,
    spent: [Duration; 2],
    share: f64,
    told: Option<Instant>,
    played: Option<Instant>,
}

impl Spending {
    /// The time a side may take for its next decision; none if its turn's time is used up.
    pub fn allot(&mut self, table: &dyn Table, side: Side, time: Duration) -> Option<Duration> {
        if table.clock() != self.clock {
            let (clock, began) = (table.clock(), Some(Instant::now()));
            *self = Spending { clock, began, spent: Default::default(), share: 0.0, ..*self };
        }
        let spent = self.spent[side.index()];
        let left = WHOLE_TURN.saturating_sub(spent);
        let part = if spent.is_zero() { FIRST_PART } else { PART };
        (left >= LEAST).then(|| time.min(left / part).max(LEAST))
    }

    /// So much was used.
    pub fn spend(&mut self, side: Side, time: Duration) {
        self.spent[side.index()] += time;
    }

    /// How far the turn has come, from 0 to 1, if it is time to say so: by the time used, or by how much of the
    /// present scheme is played. It never goes back.
    pub fn progress(&mut self, side: Side, played: f64, now: Instant) -> Option<f64> {
        let used = self.spent[side.index()].as_secs_f64() / WHOLE_TURN.as_secs_f64();
        // Moves come first; fights follow.
        self.share = self.share.max(used).max(MOVES * played).min(1.0);
        if self.told.is_some_and(|told| now.saturating_duration_since(told) < TOLD_EVERY) {
            return None;
        }
        self.told = Some(now);
        Some(self.share)
    }

    /// How long to wait so that eyes can follow, with so many orders still to be shown: less if the turn would last too
    /// long.
    pub fn until_next(&self, pace: Duration, orders: usize, now: Instant) -> Duration {
        let shown = self.began.map_or(Duration::ZERO, |began| now.saturating_duration_since(began));
        let steps = 1 + orders as u32 / TOGETHER;
        let pace = pace.min(SHOWN.saturating_sub(shown) / steps);
        self.played
            .map_or(Duration::ZERO, |played| pace.saturating_sub(now.saturating_duration_since(played)))
    }

    /// Something was played.
    pub fn played(&mut self, now: Instant) {
        self.played = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::skirmish::Skirmish;
    use engine::table::OpenTable;

    #[test]
    fn a_turn_gets_its_time_and_no_more() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let (mut spending, usual) = (Spending::default(), Duration::from_millis(300));
        assert_eq!(spending.allot(table.as_ref(), Side::First, usual), Some(usual));
        spending.spend(Side::First, WHOLE_TURN - Duration::from_millis(1_600));
        assert_eq!(spending.allot(table.as_ref(), Side::First, usual), Some(Duration::from_millis(100)));
        assert_eq!(spending.allot(table.as_ref(), Side::Second, usual), Some(usual), "the other has its own");
        spending.spend(Side::First, Duration::from_millis(1_598));
        assert_eq!(spending.allot(table.as_ref(), Side::First, usual), None);
    }

    #[test]
    fn the_first_thought_of_a_turn_may_be_about_all_of_it() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let (mut spending, long) = (Spending::default(), Duration::from_secs(60));
        assert_eq!(spending.allot(table.as_ref(), Side::First, long), Some(WHOLE_TURN / 2));
        spending.spend(Side::First, WHOLE_TURN / 2);
        assert_eq!(spending.allot(table.as_ref(), Side::First, long), Some(WHOLE_TURN / 32));
    }

    #[test]
    fn however_many_decisions_a_turn_has_they_end_in_time() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let (mut spending, mut sum) = (Spending::default(), Duration::ZERO);
        let mut thought_about = 0;
        while let Some(time) = spending.allot(table.as_ref(), Side::First, Duration::from_millis(300)) {
            spending.spend(Side::First, time);
            sum += time;
            thought_about += 1;
        }
        assert!(sum <= WHOLE_TURN && thought_about > 60, "{thought_about} decisions in {sum:?}");
    }

    #[test]
    fn the_more_wait_the_less_time_there_is_but_never_none() {
        let usual = Duration::from_millis(300);
        assert_eq!(fair_time(usual, 2, 0), usual);
        assert_eq!(fair_time(usual, 2, 4), Duration::from_millis(100));
        assert_eq!(fair_time(usual, 2, 10_000), LEAST);
    }

    #[test]
    fn progress_is_told_four_times_a_second_and_play_is_spaced() {
        let (mut spending, now) = (Spending::default(), Instant::now());
        spending.spend(Side::Second, WHOLE_TURN / 4);
        assert_eq!(spending.progress(Side::Second, 0.0, now), Some(0.25));
        assert_eq!(spending.progress(Side::Second, 0.0, now + Duration::from_millis(200)), None);
        assert_eq!(spending.progress(Side::Second, 0.5, now + Duration::from_millis(251)), Some(0.4));
        assert_eq!(spending.progress(Side::Second, 0.1, now + Duration::from_millis(502)), Some(0.4));
        let pace = Duration::from_millis(120);
        assert_eq!(spending.until_next(pace, 0, now), Duration::ZERO);
        spending.played(now);
        assert_eq!(spending.until_next(pace, 9, now + Duration::from_millis(20)), Duration::from_millis(100));
        assert_eq!(spending.until_next(pace, 9, now + pace), Duration::ZERO);
    }

    #[test]
    fn a_turn_of_many_marches_is_shown_faster() {
        let now = Instant::now();
        let (pace, began) = (Duration::from_millis(120), Some(now));
        let mut spending = Spending { began, ..Spending::default() };
        let mut at = now + WHOLE_TURN / 2;
        for orders in (0..800).step_by(TOGETHER as usize).rev() {
            spending.played(at);
            at += spending.until_next(pace, orders, at);
        }
        assert!(at <= now + SHOWN, "two hundred marches after half of the thinking: {:?}", at - now);
        assert_eq!(spending.until_next(pace, 0, now + SHOWN), Duration::ZERO);
    }
}
