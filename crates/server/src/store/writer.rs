//! The writer: many games' deeds in one transaction, answered when it is on disk.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use super::{CHANNEL, Pools, Store, StoreFault, Stored};
use crate::deed::Deed;

/// At most so many appends in one transaction.
const BATCH: usize = 256;
/// A transaction that lost a race inside the database is tried again so often.
const TRIES: u32 = 5;

/// Deeds to be written after those there are.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: String,
    /// The number of the last deed the writer knows of.
    pub after: u64,
    /// The deeds, numbered from there on.
    pub deeds: Vec<Deed>,
    /// What lists show of the game then.
    pub summary: Summary,
}

/// What lists show of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// Entries of the record.
    pub moves: u64,
    /// What the game waits for, as JSON.
    pub turn: String,
    /// The side to act, 0 or 1.
    pub to_act: Option<i64>,
    /// Whether it is over.
    pub finished: bool,
    /// The players in their seats.
    pub players: [Option<i64>; 2],
    /// The levels of the computers that lead them, if any.
    pub computers: [Option<String>; 2],
    /// When the last deed was done.
    pub updated: i64,
}

pub(super) enum Job {
    Append(Append, oneshot::Sender<Stored<()>>),
    Stop(oneshot::Sender<()>),
}

/// Starts the writer of a database.
pub(super) fn start(pools: Pools) -> mpsc::Sender<Job> {
    let (sender, mut jobs) = mpsc::channel(4096);
    tokio::spawn(async move {
        let mut batch = Vec::with_capacity(BATCH);
        while jobs.recv_many(&mut batch, BATCH).await > 0 {
            let mut appends = vec![];
            let mut stops = vec![];
            for job in batch.drain(..) {
                match job {
                    Job::Append(append, reply) => appends.push((append, reply)),
                    Job::Stop(reply) => stops.push(reply),
                }
            }
            write(&pools, appends).await;
            if !stops.is_empty() {
                jobs.close();
                for stop in stops {
                    let _ = stop.send(());
                }
            }
        }
    });
    sender
}

async fn write(pools: &Pools, mut appends: Vec<(Append, oneshot::Sender<Stored<()>>)>) {
    if appends.is_empty() {
        return;
    }
    // Two processes lock the rows of several games in the same order, so they never wait for each other in a ring.
    appends.sort_by(|(a, _), (b, _)| a.game.cmp(&b.game));
    let mut outcome = commit(pools, &appends).await;
    for attempt in 1..TRIES {
        match &outcome {
            Err(error) if worth_another_try(error) => {
                tokio::time::sleep(Duration::from_millis(u64::from(attempt) * 10)).await;
                outcome = commit(pools, &appends).await;
            }
            _ => break,
        }
    }
    match outcome {
        Ok(written) => {
            for ((_, reply), written) in appends.into_iter().zip(written) {
                let _ = reply.send(if written { Ok(()) } else { Err(StoreFault::Overtaken) });
            }
        }
        Err(error) => {
            tracing::error!(%error, appends = appends.len(), "writing failed");
            let why = error.to_string();
            for (_, reply) in appends {
                let _ = reply.send(Err(StoreFault::Database(sqlx::Error::Protocol(why.clone()))));
            }
        }
    }
}

/// Deadlocks, serialisation failures and busy files; nothing was written then.
fn worth_another_try(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|e| e.code());
    code.is_some_and(|code| ["40P01", "40001", "5", "517"].contains(&code.as_ref()))
}

const ADVANCE: &str = "UPDATE games SET last = $3, moves = $4, turn = $5, to_act = $6, finished = $7, \
     first_player = $8, second_player = $9, updated = $10, first_computer = $11, second_computer = $12 \
     WHERE id = $1 AND last = $2";
const INSERT: &str = "INSERT INTO deeds (game, number, at, side, kind, body) VALUES ($1, $2, $3, $4, $5, $6)";

/// One transaction on either kind of database; says for each append whether it won its numbers.
macro_rules! transaction {
    ($pool:expr, $appends:expr, $after:expr) => {{
        let mut transaction = $pool.begin().await?;
        let mut written = Vec::with_capacity($appends.len());
        for (append, _) in $appends {
            let Append { game, after, deeds, summary } = append;
            let advanced = sqlx::query(ADVANCE)
                .bind(game)
                .bind(*after as i64)
                .bind((after + deeds.len() as u64) as i64)
                .bind(summary.moves as i64)
                .bind(&summary.turn)
                .bind(summary.to_act)
                .bind(summary.finished)
                .bind(summary.players[0])
                .bind(summary.players[1])
                .bind(summary.updated)
                .bind(&summary.computers[0])
                .bind(&summary.computers[1])
                .execute(&mut *transaction)
                .await?
                .rows_affected();
            written.push(advanced == 1);
            if advanced != 1 {
                continue;
            }
            for deed in deeds {
                sqlx::query(INSERT)
                    .bind(game)
                    .bind(deed.number as i64)
                    .bind(deed.at)
                    .bind(deed.side.map(|side| side.index() as i64))
                    .bind(deed.act.kind())
                    .bind(serde_json::to_string(&deed.act).unwrap_or_default())
                    .execute(&mut *transaction)
                    .await?;
            }
        }
        $after(&mut transaction, &written).await?;
        transaction.commit().await?;
        Ok(written)
    }};
}

async fn commit(
    pools: &Pools,
    appends: &[(Append, oneshot::Sender<Stored<()>>)],
) -> Result<Vec<bool>, sqlx::Error> {
    match pools {
        Pools::Sqlite { write, .. } => {
            let nobody = async |_: &mut _, _: &[bool]| Ok::<(), sqlx::Error>(());
            transaction!(write, appends, nobody)
        }
        Pools::Postgres(pool) => {
            let tell = async |transaction: &mut sqlx::PgTransaction<'_>, written: &[bool]| {
                let news = appends.iter().zip(written).filter(|(_, written)| **written);
                let news = news.map(|((a, _), _)| format!("{}:{}", a.game, a.after + a.deeds.len() as u64));
                // A notification holds 8000 bytes; a game's news is some thirty.
                for part in news.collect::<Vec<_>>().chunks(100) {
                    sqlx::query("SELECT pg_notify($1, $2)")
                        .bind(CHANNEL)
                        .bind(part.join(","))
                        .execute(&mut **transaction)
                        .await?;
                }
                Ok::<(), sqlx::Error>(())
            };
            transaction!(pool, appends, tell)
        }
    }
}

impl Store {
    /// Appends deeds to a game; they are on disk when this answers.
    pub async fn append(&self, append: Append) -> Stored<()> {
        let (reply, answer) = oneshot::channel();
        self.appends.send(Job::Append(append, reply)).await.map_err(|_| StoreFault::Closing)?;
        answer.await.map_err(|_| StoreFault::Closing)?
    }
}
