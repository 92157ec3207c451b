//! The staff: leads the seats handed to the computer, in many games with few hands.
//!
//! A game in which it is the computer's move has an *assignment*: a task that waits its turn in the [`Roster`], has the
//! position thought about on a thread of its own under a watchdog, and plays what was decided as anybody's
//! orders are played. A thought that no longer fits the position is dropped. Whatever happens to a thought
//! (late, lost in a panic, not legal) something is played, so a game never hangs.
//!
//! Where several processes share a database, the one that wrote a game's last deed is responsible for it: when
//! deeds of another arrive, the assignment ends here. Games nobody has touched for a while, because their process
//! died, are found in the store.

mod assignment;
mod roster;
mod spending;
mod thinker;

use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use commander::{Advice, Budget, Counsel, Ready};
use engine::table::Order;
use engine::{Side, Turn, Viewer};
use tokio::sync::oneshot;

use crate::contest::Contest;
use crate::contests::Contests;
use crate::fault::Fault;
use crate::metrics::Metrics;
use crate::timekeeping::now;
use assignment::Assignment;
pub use roster::{Roster, Slot};
pub use spending::Spending;
use spending::fair_time;
pub use thinker::{Commanders, Question, Thinker};

/// So far past its time a decision is waited for.
const GRACE: Duration = Duration::from_millis(250);
/// So long a chance is thought about while somebody waits.
const GLANCE: Duration = Duration::from_millis(150);
/// So many questions of one player may wait.
const MOST_QUESTIONS: usize = 8;

/// How the computer's seats are led.
#[derive(Clone, Debug)]
pub struct Allotment {
    /// How many decisions are thought about at once; none for as many as there are cores.
    pub workers: Option<usize>,
    /// Positions looked into for a decision; none for as many as the level takes within its time.
    pub nodes: Option<u32>,
    /// While somebody watches, decisions are played at least so far apart.
    pub pace: Duration,
    /// How often to look for games that another process has left: those nothing was played in for twice as long.
    pub rounds: Duration,
    /// Who thinks.
    pub thinker: Arc<dyn Thinker>,
}

impl Default for Allotment {
    fn default() -> Self {
        Allotment {
            workers: None,
            nodes: None,
            pace: Duration::from_millis(120),
            rounds: Duration::from_secs(5),
            thinker: Arc::new(Commanders),
        }
    }
}

/// Those who lead the computer's seats.
pub struct Staff {
    /// Who thinks next.
    pub roster: Arc<Roster>,
    thinker: Arc<dyn Thinker>,
    nodes: Option<u32>,
    pace: Duration,
    rounds: Duration,
    assignments: Mutex<HashMap<String, Arc<Assignment>>>,
    /// Games that cannot be led: of other rules, or waiting for an order and taking none.
    hopeless: Mutex<HashSet<String>>,
    /// Threads that think, those included that nobody waits for any more.
    thinking: Arc<AtomicUsize>,
    closing: AtomicBool,
}

/// How long a decision may be thought about.
#[derive(Clone, Copy)]
struct Allowed {
    /// After so long only what the level looks into anyhow is.
    enough: Duration,
    /// After so long it must be there.
    time: Duration,
}

/// Why there is no answer.
enum Lapse {
    /// It took too long.
    Late,
    /// Thinking broke down.
    Lost,
}

/// One more thread that thinks, until it is dropped.
struct Thinking(Arc<AtomicUsize>);

impl Drop for Thinking {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Staff {
    /// A staff that waits for games.
    pub fn new(allotment: &Allotment) -> Arc<Staff> {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        let workers = allotment.workers.unwrap_or_else(cores).max(1);
        // What a search spreads over several threads must not take more of them either. Only the first server
        // of a process decides.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(workers).build_global();
        Arc::new(Staff {
            roster: Roster::new(workers),
            thinker: allotment.thinker.clone(),
            nodes: allotment.nodes,
            pace: allotment.pace,
            rounds: allotment.rounds,
            hopeless: Mutex::default(),
            assignments: Mutex::default(),
            thinking: Arc::default(),
            closing: AtomicBool::new(false),
        })
    }

    fn budget(&self, allowed: Allowed, stop: &Arc<AtomicBool>, ready: &Ready) -> Budget {
        let Allowed { enough, time } = allowed;
        let (stop, ready) = (Some(stop.clone()), Some(ready.clone()));
        Budget { nodes: self.nodes, stop, ready, ..Budget::at_the_table(enough, time) }
    }

    fn assignments(&self) -> MutexGuard<'_, HashMap<String, Arc<Assignment>>> {
        self.assignments.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn hopeless(&self) -> MutexGuard<'_, HashSet<String>> {
        self.hopeless.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Games whose computers are at work.
    pub fn games(&self) -> usize {
        self.assignments().len()
    }

    /// Looks at a game this process has just written to: begins to lead it if it is the computer's move, and
    /// breaks off a thought that no longer fits. The game must be in hand.
    pub fn attend(&self, contests: &Arc<Contests>, contest: &Contest) {
        if let Some(assignment) = self.assignments().get(&contest.row.id) {
            assignment.keep_on(contest);
            return;
        }
        if let Some((_, owner, _)) = contest.computers_move() {
            self.begin(contests, &contest.row.id, owner);
        }
    }

    /// Another process has written to a game: it leads it from now on.
    pub fn relieve(&self, id: &str) {
        if let Some(assignment) = self.assignments().get(id) {
            assignment.relieve();
        }
    }

    fn begin(&self, contests: &Arc<Contests>, id: &str, owner: i64) {
        let mut assignments = self.assignments();
        if assignments.contains_key(id) || self.closing.load(Ordering::Relaxed) {
            return;
        }
        let assignment = Arc::new(Assignment::default());
        assignments.insert(id.to_string(), assignment.clone());
        tokio::spawn(assignment::lead(contests.clone(), id.to_string(), owner, assignment));
    }

    /// The assignment for a game is over; the game must be in hand, unless there is nothing left to do for anybody.
    fn end(&self, id: &str, assignment: &Arc<Assignment>) {
        let mut assignments = self.assignments();
        if assignments.get(id).is_some_and(|current| Arc::ptr_eq(current, assignment)) {
            assignments.remove(id);
        }
    }

    /// Takes up the games that wait for a computer, at first all of them, then those another process has left.
    pub async fn find_abandoned(contests: Arc<Contests>) {
        let staff = &contests.staff;
        let mut rounds = tokio::time::interval(staff.rounds);
        let mut since = i64::MAX;
        loop {
            rounds.tick().await;
            match contests.store.computers_moves(since).await {
                Ok(games) => {
                    for (id, owner) in games {
                        let hopeless = staff.hopeless().contains(&id);
                        if !hopeless {
                            staff.begin(&contests, &id, owner);
                        }
                    }
                }
                Err(fault) => tracing::warn!(%fault, "cannot look for games of the computer"),
            }
            since = now() - 2 * staff.rounds.as_millis() as i64;
        }
    }

    /// Stops: nothing is played any more.
    pub fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        for assignment in self.assignments().values() {
            assignment.relieve();
        }
    }

    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Has something thought about on a thread of its own, and waits for it so long and a little longer.
    async fn supervised<T: Send + 'static>(
        &self,
        metrics: &Metrics,
        time: Duration,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Lapse> {
        // Threads that never came back are not to pile up.
        if self.thinking.load(Ordering::Relaxed) >= 4 * self.roster.slots() + 4 {
            metrics.late();
            return Err(Lapse::Late);
        }
        self.thinking.fetch_add(1, Ordering::Relaxed);
        let thinking = Thinking(self.thinking.clone());
        let (answer, answered) = oneshot::channel();
        let begun = std::thread::Builder::new().name("thinker".into()).spawn(move || {
            let _thinking = thinking;
            let thought = catch_unwind(AssertUnwindSafe(work));
            drop(answer.send(thought.map_err(|panic| {
                let words = panic.downcast_ref::<&str>().map(ToString::to_string);
                words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
            })));
        });
        if let Err(error) = begun {
            tracing::error!(%error, "there is no thread to think on");
            return Err(Lapse::Lost);
        }
        match tokio::time::timeout(time + GRACE, answered).await {
            Ok(Ok(Ok(thought))) => Ok(thought),
            Ok(Ok(Err(why))) => {
                tracing::error!(why, "thinking broke down");
                metrics.panicked();
                Err(Lapse::Lost)
            }
            Ok(Err(_)) => Err(Lapse::Lost),
            Err(_) => {
                metrics.late();
                Err(Lapse::Late)
            }
        }
    }

    /// Decides: by thinking for a time, or else at once. No orders only if everything fails.
    async fn decide(
        &self,
        metrics: &Metrics,
        question: Arc<Question>,
        allowed: Option<Allowed>,
        stop: &Arc<AtomicBool>,
    ) -> Vec<Order> {
        if let Some(allowed) = allowed {
            let ready = Ready::default();
            let budget = self.budget(allowed, stop, &ready);
            let (thinker, asked) = (self.thinker.clone(), question.clone());
            match self.supervised(metrics, allowed.time, move || thinker.think(&asked, &budget)).await {
                Ok(orders) if !orders.is_empty() => return orders,
                Ok(_) | Err(Lapse::Lost) => {}
                Err(Lapse::Late) => {
                    stop.store(true, Ordering::Relaxed);
                    tracing::warn!(game = question.game, level = %question.level, "a decision is late");
                    let orders = ready.orders();
                    if !orders.is_empty() {
                        return orders;
                    }
                }
            }
        }
        self.at_once(metrics, question).await
    }

    async fn at_once(&self, metrics: &Metrics, question: Arc<Question>) -> Vec<Order> {
        let thinker = self.thinker.clone();
        let orders = self.supervised(metrics, Duration::ZERO, move || thinker.at_once(&question)).await;
        orders.unwrap_or_default()
    }

    /// A slot to think at for somebody who asks, in turn; not if too many questions of theirs wait already.
    pub async fn slot_for(&self, asker: i64) -> Result<Slot, Fault> {
        if self.roster.waiting_of(asker) >= MOST_QUESTIONS {
            return Err(Fault::too_many());
        }
        Ok(self.roster.slot(asker).await)
    }

    /// What a commander would do in a position, for its player.
    pub async fn counsel(&self, metrics: &Metrics, question: Question, owner: i64) -> Result<Counsel, Fault> {
        let slot = self.slot_for(owner).await?;
        let time = fair_time(question.commander().time() * 2, self.roster.slots(), self.roster.waiting());
        let (stop, question, began) = (Arc::default(), Arc::new(question), Instant::now());
        let budget = self.budget(Allowed { enough: time, time }, &stop, &Ready::default());
        let (thinker, asked) = (self.thinker.clone(), question.clone());
        let counsel = self.supervised(metrics, time, move || thinker.counsel(&asked, &budget)).await;
        stop.store(true, Ordering::Relaxed);
        metrics.thought(began.elapsed());
        let counsel = match counsel {
            Ok(counsel) if !counsel.plans.is_empty() => counsel,
            _ => self.first_thought(metrics, question).await,
        };
        drop(slot);
        Ok(counsel)
    }

    /// Counsel when there is no better: what comes to mind first.
    async fn first_thought(&self, metrics: &Metrics, question: Arc<Question>) -> Counsel {
        let Turn::Order(side) = question.table.turn() else { return Counsel { chance: 0.5, plans: vec![] } };
        let first = self.estimate(metrics, question.clone(), Viewer::Side(side)).await.unwrap_or(0.5);
        let chance = if side == Side::First { first } else { 1.0 - first };
        let mut orders = self.at_once(metrics, question.clone()).await;
        if orders.is_empty() {
            orders = question.table.orders().into_iter().take(1).collect();
        }
        let mut table = question.table.clone_box();
        let mut words = vec![];
        for order in &orders {
            words.extend(table.describe(order));
            if table.play(order).is_err() {
                break;
            }
        }
        let text = words.join(", then ");
        Counsel {
            chance,
            plans: vec![Advice { text, orders, aims: vec![], chance, trials: 0, reasons: vec![] }],
        }
    }

    /// The chance of the first side to win, as far as a viewer may know, if anybody can say.
    pub async fn estimate(&self, metrics: &Metrics, question: Arc<Question>, viewer: Viewer) -> Option<f32> {
        let (thinker, budget) = (self.thinker.clone(), Budget::time(GLANCE));
        self.supervised(metrics, GLANCE, move || thinker.estimate(&question, viewer, &budget)).await.ok()
    }

    /// Whoever does the thinking.
    pub fn thinker(&self) -> &Arc<dyn Thinker> {
        &self.thinker
    }

    /// How many positions are looked into for a decision, if that is bounded.
    pub fn nodes(&self) -> Option<u32> {
        self.nodes
    }
}
