//! The contests at hand, each with its audience; orders come in, are written down, and are told.

mod live;
mod replay;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::table::{Order, Table};
use engine::{Objection, Side};
use shelf::Shelf;
use tokio::sync::{OwnedMutexGuard, Semaphore};

use crate::audience::News;
use crate::contest::{Contest, Held};
use crate::deed::{Act, Deed};
use crate::fault::Fault;
use crate::mail::Post;
use crate::metrics::Metrics;
use crate::seal::Seal;
use crate::secret;
use crate::staff::Staff;
use crate::store::{Append, Store, StoreFault};
use crate::timekeeping::{self, Absences, HEARTBEAT, now};
use crate::view::Boards;

pub use live::{LiveContest, QUIET, Told};
pub use replay::SNAPSHOT_EVERY;

/// So many contests are read from the store at a time.
const READINGS: usize = 4;

/// All contests of this process.
pub struct Contests {
    /// The games there are.
    pub shelf: Arc<Shelf>,
    /// Where everything is written.
    pub store: Store,
    /// Figures about the work done.
    pub metrics: Metrics,
    /// Writes to absent players.
    pub post: Post,
    /// Leads the computer's seats.
    pub staff: Arc<Staff>,
    /// When nobody served.
    pub absences: Absences,
    /// Signs records.
    pub seal: Seal,
    live: Mutex<HashMap<String, Arc<LiveContest>>>,
    capacity: usize,
    beat: AtomicU64,
    round: AtomicU64,
    /// Turns to read a contest again from the store, which takes memory and time.
    readings: Semaphore,
}

/// A contest in hand: nobody else changes it meanwhile.
pub struct InHand {
    /// The contest as it is kept in memory, with those who listen.
    pub live: Arc<LiveContest>,
    /// The contest.
    pub contest: OwnedMutexGuard<Contest>,
}

impl InHand {
    /// Which seats are here.
    pub fn online(&self) -> [bool; 2] {
        self.live.audience.online(&self.contest)
    }

    /// The boards of now.
    pub fn boards(&self) -> Boards {
        Boards::new(&self.contest, self.online(), now())
    }

    /// Tells everybody who listens.
    fn tell(&self, news: &[News]) -> Boards {
        self.live.known.fetch_max(self.contest.number, Ordering::Relaxed);
        let boards = self.boards();
        // Whoever sat down or gave up a seat sees with other eyes than before.
        let boards = if news.iter().all(News::is_play_or_talk) { boards } else { boards.told_whole() };
        self.live.audience.tell(&self.contest, news, &boards);
        boards
    }
}

/// A plan carried out.
pub struct Done<T> {
    /// What the plan answered.
    pub answer: T,
    /// The contest after it.
    pub hand: InHand,
    /// What came of it.
    pub news: Vec<News>,
    /// The boards then.
    pub boards: Boards,
}

/// Deeds carried out but not yet written down.
pub struct Draft<'a> {
    /// The contest as it stands after them.
    pub contest: &'a mut Contest,
    /// The time they are done at.
    pub now: i64,
    wanted: [bool; 4],
    deeds: Vec<Deed>,
    news: Vec<News>,
}

/// How an order is read, if it comes from outside.
pub type Reader<T> = fn(&dyn Table, &T) -> Result<Order, Objection>;

/// How far a list of orders came.
pub struct Progress {
    /// How many were played.
    pub played: usize,
    /// Why the next one was not.
    pub refused: Option<Objection>,
}

impl Draft<'_> {
    /// Carries out a deed.
    pub fn act(&mut self, side: Option<Side>, act: Act) -> Result<(), Objection> {
        self.carry_out(side, act, None)
    }

    /// Carries out a deed whose order was read already.
    pub(crate) fn carry_out(
        &mut self,
        side: Option<Side>,
        act: Act,
        order: Option<&Order>,
    ) -> Result<(), Objection> {
        let deed = Deed { number: self.contest.number + 1, at: self.now, side, act };
        let heading = self.contest.heading(&deed);
        let happened = self.contest.perform(&deed, order)?;
        self.news.push(News::of(self.contest, &deed, happened, heading, self.wanted));
        self.deeds.push(deed);
        Ok(())
    }

    /// Plays orders until one is refused, dice fall, or it is no longer this side's move. Each is read when its turn
    /// comes. The nonce is their player's part in the dice, if they give one.
    pub fn play<T>(&mut self, side: Side, orders: &[T], nonce: Option<&str>, read: Reader<T>) -> Progress {
        let mut played = 0;
        let mut given = nonce.filter(|_| self.contest.session.header().is_committed());
        for order in orders {
            let order = read(self.contest.session.table(), order);
            let give = |order: Order| {
                let act = Act::Order { order: order.data().clone(), nonce: given.map(str::to_string) };
                self.carry_out(Some(side), act, Some(&order))
            };
            if let Err(objection) = order.and_then(give) {
                return Progress { played, refused: Some(objection) };
            }
            played += 1;
            given = None;
            let mut rolled = false;
            while let Some(roll) = self.contest.due_roll(nonce.unwrap_or_default()) {
                if let Err(objection) = self.act(None, roll) {
                    return Progress { played, refused: Some(objection) };
                }
                rolled = true;
            }
            if rolled || self.contest.to_act() != Some(side) {
                break;
            }
        }
        Progress { played, refused: None }
    }
}

impl Contests {
    /// Room for so many contests in memory.
    pub fn new(
        shelf: Arc<Shelf>,
        store: Store,
        post: Post,
        staff: Arc<Staff>,
        seal: Seal,
        capacity: usize,
    ) -> Arc<Contests> {
        Arc::new(Contests {
            shelf,
            store,
            post,
            staff,
            seal,
            metrics: Metrics::default(),
            absences: Absences::default(),
            live: Mutex::default(),
            capacity: capacity.max(1),
            beat: AtomicU64::new(0),
            round: AtomicU64::new(0),
            readings: Semaphore::new(READINGS),
        })
    }

    fn all_live(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<LiveContest>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many contests are at hand, and how many listen to them.
    pub fn crowd(&self) -> (usize, usize) {
        let all = self.all_live();
        (all.len(), all.values().map(|live| live.audience.count()).sum())
    }

    /// Takes a contest in hand, as the store knows it now.
    pub async fn take(&self, id: &str) -> Result<InHand, Fault> {
        let live = self.live(id);
        let contest = match live.contest.get_or_try_init(|| self.load(id)).await {
            Ok(contest) => contest.clone(),
            Err(fault) => {
                // Guessed names must not fill the memory.
                let mut all = self.all_live();
                if all.get(id).is_some_and(|r| Arc::ptr_eq(r, &live) && r.contest.get().is_none()) {
                    all.remove(id);
                }
                return Err(fault);
            }
        };
        let mut hand = InHand { contest: contest.lock_owned().await, live };
        let unwritten = *hand.live.unwritten();
        if let Some(written) = unwritten {
            self.restore(&mut hand, written).await?;
        } else if self.store.is_shared() || hand.live.late.load(Ordering::Relaxed) {
            self.catch_up(&mut hand).await?;
        }
        Ok(hand)
    }

    /// Carries out a plan, writes its deeds down, and tells them. What is answered is on disk.
    ///
    /// Goes on to the end even if the asker, who owns these seats, hangs up meanwhile.
    pub async fn perform<T: Send + 'static>(
        self: &Arc<Self>,
        mut hand: InHand,
        asker: Held,
        plan: impl FnOnce(&mut Draft) -> Result<T, Fault> + Send + 'static,
    ) -> Result<Done<T>, Fault> {
        let contests = self.clone();
        let done = tokio::spawn(async move {
            let started = Instant::now();
            let written = hand.contest.number;
            let before = hand.contest.to_act();
            let mut wanted = hand.live.audience.wanted(&hand.contest);
            wanted[asker.index()] = true;
            // Also should the plan come to grief.
            *hand.live.unwritten() = Some(written);
            let mut draft = Draft {
                now: now().max(hand.contest.updated),
                contest: &mut hand.contest,
                wanted,
                deeds: vec![],
                news: vec![],
            };
            let outcome = plan(&mut draft);
            let Draft { deeds, news, .. } = draft;
            if deeds.is_empty() {
                *hand.live.unwritten() = None;
            }
            let answer = match outcome {
                Err(fault) => {
                    if !deeds.is_empty() {
                        contests.try_to_restore(&mut hand, written).await;
                    }
                    return Err(fault);
                }
                Ok(answer) if deeds.is_empty() => {
                    let boards = hand.boards();
                    return Ok(Done { answer, hand, news, boards });
                }
                Ok(answer) => answer,
            };
            let (game, summary) = (hand.live.id.clone(), hand.contest.summary());
            if let Err(fault) = contests.store.append(Append { game, after: written, deeds, summary }).await {
                if matches!(fault, StoreFault::Unsure(_)) {
                    hand.live.late.store(true, Ordering::Relaxed);
                }
                contests.try_to_restore(&mut hand, written).await;
                return Err(fault.into());
            }
            *hand.live.unwritten() = None;
            hand.live.late.store(false, Ordering::Relaxed);
            let boards = hand.tell(&news);
            contests.take_snapshot(&hand.contest, written);
            contests.metrics.written(news.len(), started.elapsed());
            contests.staff.attend(&contests, &hand.contest);
            if hand.contest.to_act() != before {
                contests.post.your_move(&contests.store, &hand.contest, hand.online());
            }
            Ok(Done { answer, hand, news, boards })
        });
        done.await.map_err(|_| Fault::trouble())?
    }

    /// Tells everybody at a contest who is here.
    pub async fn announce_presence(&self, live: &Arc<LiveContest>) {
        let Some(contest) = live.contest.get() else { return };
        let contest = contest.lock().await;
        let online = live.audience.online(&contest);
        live.audience
            .call(&format!("event: presence\ndata: {{\"online\":[{},{}]}}\n\n", online[0], online[1]));
    }

    /// Writes a heartbeat down every few seconds, and learns when nobody served.
    pub async fn keep_time(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(HEARTBEAT);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            timekeeping::align();
            if let Err(fault) = self.beat(timekeeping::STEADY).await {
                tracing::warn!(%fault, "no heartbeat");
            }
        }
    }

    /// Writes a heartbeat down; a longer pause than `steady` before it was an absence.
    pub async fn beat(&self, steady: i64) -> Result<(), StoreFault> {
        self.absences.learn(self.store.heartbeat(now(), steady).await?);
        Ok(())
    }

    /// Keeps lines open, finds those that are gone, and lets go of what nobody asks for.
    pub async fn keep_lines_open(self: Arc<Self>, every: Duration) {
        let mut ticks = tokio::time::interval(every);
        loop {
            ticks.tick().await;
            self.go_round();
        }
    }

    /// Listens to what other processes write, for ever.
    pub async fn hear_others(self: Arc<Self>) {
        loop {
            match self.store.listen().await {
                Ok(None) => return,
                Ok(Some(mut listener)) => {
                    // Whatever was said before we listened was missed.
                    self.refresh_all().await;
                    while let Ok(Some(notice)) = listener.try_recv().await {
                        self.heard(notice.payload());
                    }
                }
                Err(fault) => tracing::warn!(%fault, "cannot listen to other processes"),
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    /// Games named in a notice that are at hand and behind are brought up to date.
    fn heard(self: &Arc<Self>, notice: &str) {
        if let Some(session) = notice.strip_prefix("ended:") {
            if let Some(session) = secret::from_hex(session) {
                self.hang_up_here(&[session]);
            }
            return;
        }
        for (id, number) in notice.split(',').filter_map(|part| part.split_once(':')) {
            let Some(live) = self.all_live().get(id).cloned() else { continue };
            // Most notices are our own.
            let news = number.parse().is_ok_and(|number: u64| number > live.known.load(Ordering::Relaxed));
            if !news || live.contest.get().is_none() {
                continue;
            }
            let (contests, id) = (self.clone(), id.to_string());
            tokio::spawn(async move {
                if let Err(fault) = contests.take(&id).await.map(drop) {
                    tracing::warn!(game = id, why = fault.why, "cannot catch up");
                }
            });
        }
    }

    async fn refresh_all(self: &Arc<Self>) {
        let ids: Vec<String> = self.all_live().keys().cloned().collect();
        for id in ids {
            if let Err(fault) = self.take(&id).await.map(drop) {
                tracing::warn!(game = id, why = fault.why, "cannot catch up");
            }
        }
    }

    /// Hangs up on those who came with sessions that have ended, here and at other processes.
    pub async fn hang_up(&self, ended: &[Vec<u8>]) {
        self.hang_up_here(ended);
        if let Err(fault) = self.store.tell_ended(ended).await {
            tracing::warn!(%fault, "other processes were not told of a session's end");
        }
    }

    fn hang_up_here(&self, ended: &[Vec<u8>]) {
        for live in self.all_live().values() {
            live.audience.hang_up(ended);
        }
    }

    /// Hangs up on every listener: the server stops.
    pub fn close(&self) {
        self.staff.close();
        for live in self.all_live().values() {
            live.audience.close();
        }
    }
}
