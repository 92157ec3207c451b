//! The house's time: it never goes back, and what the house slept through is charged to nobody.
//!
//! The time of deeds is the clock on the wall when the process began, and from then on a clock that only goes
//! forward. Every few seconds a heartbeat is written down; where two of them lie far apart, the house was away
//! (stopped, killed, put to sleep, without its database, or the clock on the wall was set forward), and that
//! stretch is kept as an [`Absence`]. Clocks of games leave absences out.

use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A heartbeat is written so often.
pub const HEARTBEAT: Duration = Duration::from_secs(10);
/// Heartbeats of a running house are never further apart, in milliseconds.
pub const STEADY: i64 = 3 * HEARTBEAT.as_millis() as i64;

/// Milliseconds since 1970, as the house counts them: never less than it said before.
pub fn now() -> i64 {
    anchored(|anchor| anchor.read(Instant::now()))
}

/// Goes with the clock on the wall where that is ahead.
pub fn align() {
    anchored(|anchor| anchor.align(wall(), Instant::now()));
}

/// From now on it is at least so late: a clock on the wall that was set back while nobody served counts for nothing.
pub fn not_before(at: i64) {
    anchored(|anchor| anchor.align(at, Instant::now()));
}

fn wall() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

fn anchored<T>(ask: impl FnOnce(&mut Anchor) -> T) -> T {
    static ANCHOR: Mutex<Option<Anchor>> = Mutex::new(None);
    let mut anchor = ANCHOR.lock().unwrap_or_else(PoisonError::into_inner);
    ask(anchor.get_or_insert_with(|| Anchor { time: wall(), at: Instant::now() }))
}

/// A time, and when it was that time.
struct Anchor {
    time: i64,
    at: Instant,
}

impl Anchor {
    fn read(&self, at: Instant) -> i64 {
        self.time + at.saturating_duration_since(self.at).as_millis() as i64
    }

    fn align(&mut self, time: i64, at: Instant) {
        if time > self.read(at) {
            *self = Anchor { time, at };
        }
    }
}

/// A stretch of time in which nobody served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absence {
    /// The last moment somebody did.
    pub since: i64,
    /// The first moment somebody did again.
    pub until: i64,
}

/// All absences so far, shared by all clocks of a process.
#[derive(Clone, Default, Debug)]
pub struct Absences(Arc<RwLock<Vec<Absence>>>);

impl Absences {
    /// What the store knows now.
    pub fn learn(&self, absences: Vec<Absence>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = absences;
    }

    /// How much of a stretch was slept through, in milliseconds.
    pub fn within(&self, since: i64, until: i64) -> i64 {
        let absences = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let overlap = |absence: &Absence| (absence.until.min(until) - absence.since.max(since)).max(0);
        absences.iter().rev().take_while(|absence| absence.until > since).map(overlap).sum()
    }
}

/// A heartbeat after another: the absence between the two, if they are further apart than `steady`.
pub fn absence(last: Option<i64>, now: i64, steady: i64) -> Option<Absence> {
    last.filter(|last| now - last > steady).map(|since| Absence { since, until: now })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_on_while_the_clock_on_the_wall_is_set_back_and_follows_it_forward() {
        let start = Instant::now();
        let mut anchor = Anchor { time: 100_000, at: start };
        let second = |n| start + Duration::from_secs(n);
        anchor.align(40_000, second(1));
        assert_eq!(anchor.read(second(1)), 101_000);
        assert_eq!(anchor.read(second(5)), 105_000);
        anchor.align(500_000, second(6));
        assert_eq!(anchor.read(second(7)), 501_000);
    }

    #[test]
    fn the_house_never_says_an_earlier_time() {
        let first = now();
        not_before(first + 5);
        align();
        assert!(now() >= first + 5);
    }

    #[test]
    fn only_what_was_slept_through_within_a_stretch_counts() {
        let absences = Absences::default();
        assert_eq!(absences.within(0, 1_000), 0);
        let absence = |since, until| Absence { since, until };
        absences.learn(vec![absence(100, 200), absence(400, 900)]);
        assert_eq!(absences.within(0, 1_000), 600);
        assert_eq!(absences.within(150, 500), 150);
        assert_eq!(absences.within(200, 400), 0);
        assert_eq!(absences.within(500, 600), 100);
    }

    #[test]
    fn heartbeats_far_apart_are_an_absence() {
        assert_eq!(absence(Some(1_000), 31_000, STEADY), None);
        assert_eq!(absence(Some(1_000), 31_001, STEADY), Some(Absence { since: 1_000, until: 31_001 }));
        assert_eq!(absence(None, 31_001, STEADY), None);
    }
}
