//! Contests at hand: made when somebody asks for them, and let go when nobody has for a while.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;

use super::Contests;
use crate::analysis::Analysis;
use crate::audience::Audience;
use crate::contest::Contest;
use crate::fortunes::Fortunes;
use crate::staff::Spending;

/// What nobody has asked for in so many rounds is at rest.
pub const QUIET: u64 = 4;

/// One contest with its audience.
pub struct LiveContest {
    pub(super) id: String,
    pub(super) contest: OnceCell<Arc<tokio::sync::Mutex<Contest>>>,
    /// Those who listen.
    pub audience: Audience,
    used: AtomicU64,
    /// The round in which somebody last asked for it.
    asked: AtomicU64,
    /// The number of the last deed this process knows of.
    pub(super) known: AtomicU64,
    /// While deeds are done but not known to be written: the number of the last one that is. Nobody is shown the
    /// contest before it has been read again.
    unwritten: Mutex<Option<u64>>,
    /// Whether deeds that were given up may still turn up in the store.
    pub(super) late: AtomicBool,
    /// What the computers here have used of their time.
    spending: Mutex<Spending>,
    /// How the chances went, as last told.
    pub fortunes: Mutex<Option<Told<Fortunes>>>,
    /// Held by whoever works such an answer out: others who ask wait for it.
    pub weighing: tokio::sync::Mutex<()>,
    /// What became of them through whom, once the game is over.
    pub analysis: Mutex<Option<Told<Analysis>>>,
}

/// An answer that holds as long as the game stands where it stood.
pub struct Told<T> {
    moment: (String, bool),
    answer: Arc<T>,
}

impl<T> Told<T> {
    /// What was told, if the game still stands where it stood: after these entries, over or not.
    pub fn known(slot: &Mutex<Option<Told<T>>>, moment: &(String, bool)) -> Option<Arc<T>> {
        let told = slot.lock().unwrap_or_else(PoisonError::into_inner);
        told.as_ref().filter(|told| told.moment == *moment).map(|told| told.answer.clone())
    }

    /// Keeps an answer.
    pub fn keep(slot: &Mutex<Option<Told<T>>>, moment: (String, bool), answer: T) -> Arc<T> {
        let answer = Arc::new(answer);
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(Told { moment, answer: answer.clone() });
        answer
    }

    /// Whether there is an answer.
    fn is_there(slot: &Mutex<Option<Told<T>>>) -> bool {
        slot.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }
}

impl LiveContest {
    fn new(id: &str, used: u64, asked: u64) -> Arc<LiveContest> {
        Arc::new(LiveContest {
            id: id.to_string(),
            contest: OnceCell::new(),
            audience: Audience::default(),
            used: AtomicU64::new(used),
            asked: AtomicU64::new(asked),
            known: AtomicU64::new(0),
            unwritten: Mutex::default(),
            late: AtomicBool::new(false),
            spending: Mutex::default(),
            fortunes: Mutex::default(),
            weighing: tokio::sync::Mutex::default(),
            analysis: Mutex::default(),
        })
    }

    /// What the computers here have used of their time.
    pub fn spending(&self) -> std::sync::MutexGuard<'_, Spending> {
        self.spending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn unwritten(&self) -> std::sync::MutexGuard<'_, Option<u64>> {
        self.unwritten.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_quiet(&self, round: u64) -> bool {
        round.saturating_sub(self.asked.load(Ordering::Relaxed)) >= QUIET
    }

    /// Nobody listens, and nobody but the list holds it.
    fn is_idle(self: &Arc<Self>) -> bool {
        self.audience.count() == 0 && Arc::strong_count(self) == 1
    }

    /// Whether it is read from the store again as it is here, and as soon.
    fn is_in_the_store(&self) -> bool {
        let dear = Told::is_there(&self.fortunes) || Told::is_there(&self.analysis);
        !dear && self.unwritten().is_none() && !self.late.load(Ordering::Relaxed)
    }

    /// Lets go of what is quickly made again: the log as it was told where nobody listens, and what was shown last where
    /// nobody has asked for long.
    fn rest(&self, round: u64) {
        let (alone, quiet) = (self.audience.count() == 0, self.is_quiet(round));
        if !alone && !quiet {
            return;
        }
        if let Some(mut contest) = self.contest.get().and_then(|contest| contest.try_lock().ok()) {
            contest.told = Default::default();
            if quiet {
                contest.last_shown = Default::default();
            }
        }
    }
}

impl Contests {
    /// A contest as it is kept in memory; made if there is none, in place of those nobody has used for long.
    pub(super) fn live(&self, id: &str) -> Arc<LiveContest> {
        let mut all = self.all_live();
        let (beat, round) = (self.beat.fetch_add(1, Ordering::Relaxed), self.round.load(Ordering::Relaxed));
        if let Some(live) = all.get(id) {
            live.used.store(beat, Ordering::Relaxed);
            live.asked.store(round, Ordering::Relaxed);
            return live.clone();
        }
        if all.len() >= self.capacity {
            let mut ages: Vec<u64> =
                all.values().filter(|r| r.is_idle()).map(|r| r.used.load(Ordering::Relaxed)).collect();
            ages.sort_unstable();
            if let Some(&limit) = ages.get((self.capacity / 10).min(ages.len().saturating_sub(1))) {
                all.retain(|_, live| !live.is_idle() || live.used.load(Ordering::Relaxed) > limit);
            }
        }
        let live = LiveContest::new(id, beat, round);
        all.insert(id.to_string(), live.clone());
        live
    }

    /// A round through the contests at hand: lines are kept open, and whatever nobody has asked for in several rounds is
    /// let go. A contest that nobody listens to is read from the store again when somebody comes.
    pub fn go_round(&self) {
        let round = self.round.fetch_add(1, Ordering::Relaxed) + 1;
        let all: Vec<Arc<LiveContest>> = {
            let mut all = self.all_live();
            all.retain(|_, live| !(live.is_quiet(round) && live.is_idle() && live.is_in_the_store()));
            // What a crowd has left behind is given back too.
            if all.capacity() > 4 * all.len().max(256) {
                all.shrink_to_fit();
            }
            all.values().cloned().collect()
        };
        for live in all {
            live.audience.call(": here\n\n");
            live.rest(round);
        }
    }
}
