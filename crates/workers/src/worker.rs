//! A worker: takes portions of games, plays them, gives them back.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::datafile::DataFault;
use lab::{Plan, Run, Shelves};
use shelf::Shelf;

use crate::queue::{Fault, Portion, Queue};

/// It looks for portions so often while there are none.
const PAUSE: Duration = Duration::from_millis(200);
/// A database that was away for so long is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a worker works.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The database.
    pub url: String,
    /// Games played at once.
    pub jobs: usize,
    /// It leaves when there was nothing to do for so long; never by default.
    pub idle: Option<Duration>,
    /// A folder of its own for the data of variants.
    pub folder: PathBuf,
}

/// What the threads of a worker share.
struct Worker<'a> {
    shelf: &'a Shelf,
    terms: &'a Terms,
    /// The plans it knows; none for one it cannot play.
    plans: Mutex<HashMap<i64, Option<Arc<Run>>>>,
    told: &'a (dyn Fn(Told) + Sync),
}

/// What a worker tells of its work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// Games were played and given back.
    Played(u64),
    /// Something is not as it should be.
    Wrong(String),
}

/// Plays what there is to be played, until it is told to leave. `told` hears of what was done.
pub fn work(shelf: &Shelf, terms: &Terms, told: &(dyn Fn(Told) + Sync)) -> Result<(), Fault> {
    let worker = Worker { shelf, terms, plans: Mutex::default(), told };
    let ended: Result<Vec<()>, Fault> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..terms.jobs.max(1)).map(|_| scope.spawn(|| worker.stay())).collect();
        let joined = threads.into_iter().map(|thread| {
            thread.join().unwrap_or_else(|_| Err(Fault::Wrong("a thread of the worker panicked".into())))
        });
        joined.collect()
    });
    ended.map(drop)
}

impl Worker<'_> {
    /// Works, over another connection when one breaks.
    fn stay(&self) -> Result<(), Fault> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let mut since = Instant::now();
        loop {
            match runtime.block_on(self.serve(&mut since)) {
                Err(Fault::Database(fault)) if since.elapsed() < PATIENCE => {
                    (self.told)(Told::Wrong(format!("the database: {fault}; trying again")));
                    std::thread::sleep(5 * PAUSE);
                }
                ended => return ended,
            }
        }
    }

    /// Works over one connection; `since` is when it last did something.
    async fn serve(&self, since: &mut Instant) -> Result<(), Fault> {
        let mut queue = Queue::open(&self.terms.url).await?;
        loop {
            let refused = self.refused();
            match queue.take(&refused).await? {
                Some(portion) => {
                    match self.run_of(&mut queue, portion.plan).await? {
                        Some(run) => self.play(&mut queue, &run, portion).await?,
                        None => queue.leave().await?,
                    }
                    *since = Instant::now();
                }
                None if self.terms.idle.is_some_and(|idle| since.elapsed() >= idle) => return Ok(()),
                None => tokio::time::sleep(PAUSE).await,
            }
        }
    }

    async fn play(&self, queue: &mut Queue, run: &Run, portion: Portion) -> Result<(), Fault> {
        let numbers = portion.first..portion.first + portion.games;
        let games: Vec<_> = numbers.map(|number| run.play_one(portion.series, number)).collect();
        queue.give_back(portion, &games).await?;
        (self.told)(Told::Played(portion.games));
        Ok(())
    }

    fn refused(&self) -> Vec<i64> {
        let plans = self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        plans.iter().filter(|(_, run)| run.is_none()).map(|(plan, _)| *plan).collect()
    }

    /// A plan ready to be played; none if it cannot be played here as it is meant.
    async fn run_of(&self, queue: &mut Queue, id: i64) -> Result<Option<Arc<Run>>, Fault> {
        let known =
            |worker: &Self| worker.plans.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned();
        if let Some(run) = known(self) {
            return Ok(run);
        }
        let (heading, text) = queue.plan(id).await?;
        let run = match self.prepared(id, &heading, &text) {
            Ok(run) => Some(Arc::new(run)),
            Err(why) => {
                (self.told)(Told::Wrong(format!("plan {id} cannot be played here: {why}")));
                None
            }
        };
        self.plans.lock().unwrap_or_else(PoisonError::into_inner).insert(id, run.clone());
        Ok(run)
    }

    fn prepared(&self, id: i64, heading: &str, text: &str) -> Result<Run, String> {
        let plan = Plan::read(self.shelf, "plan.toml", text).map_err(|fault: DataFault| fault.report())?;
        let folder = self.terms.folder.join(format!("plan-{id}-{:?}", std::thread::current().id()));
        let shelves = Shelves::of(self.shelf, &plan, &folder).map_err(|fault| fault.to_string())?;
        let run = Run::loose(&shelves, &plan).map_err(|fault| fault.to_string())?;
        if run.heading() != heading {
            return Err(
                "its leader has other data or another version of the program; expected the same on every machine"
                    .into(),
            );
        }
        Ok(run)
    }
}
