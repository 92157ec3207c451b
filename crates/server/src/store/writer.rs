//! The writer: many games' deeds in one transaction, answered when it is on disk.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::{PgConnection, Row, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::transaction::{answered, is_cut};
use super::{CHANNEL, Pools, Store, StoreFault, Stored};
use crate::deed::Deed;

/// At most so many appends in one transaction.
const BATCH: usize = 256;
/// What may go better is tried again for so long.
const PATIENCE: Duration = Duration::from_secs(3);

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
    Append(Box<Pending>),
    Stop(oneshot::Sender<()>),
}

/// An append that waits for its turn.
pub(super) struct Pending {
    append: Append,
    /// The deeds as they are written.
    bodies: Vec<String>,
    asked: Instant,
    reply: oneshot::Sender<Stored<()>>,
}

impl Pending {
    fn rows(&self) -> impl Iterator<Item = (i64, i64, Option<i64>, &String)> {
        let side = |deed: &Deed| deed.side.map(|side| side.index() as i64);
        let deeds = self.append.deeds.iter().zip(&self.bodies);
        deeds.map(move |(deed, body)| (deed.number as i64, deed.at, side(deed), body))
    }

    /// What is written about the game: its name, the number before, and the rest as [`Summary`] has it.
    fn game_row(&self) -> Value {
        let Append { game, after, summary, .. } = &self.append;
        let ([first, second], [one, two]) = (&summary.players, &summary.computers);
        json!([
            game,
            after,
            self.last(),
            summary.moves,
            summary.turn,
            summary.to_act,
            summary.finished,
            first,
            second,
            summary.updated,
            one,
            two
        ])
    }

    fn deed_rows(&self) -> impl Iterator<Item = Value> {
        let kinds = self.append.deeds.iter().map(|deed| deed.act.kind());
        let game = &self.append.game;
        self.rows()
            .zip(kinds)
            .map(move |((number, at, side, body), kind)| json!([game, number, at, side, kind, body]))
    }

    fn last(&self) -> u64 {
        self.append.after + self.append.deeds.len() as u64
    }
}

/// Starts the writer of a database.
pub(super) fn start(pools: Arc<Pools>) -> mpsc::Sender<Job> {
    let (sender, mut jobs) = mpsc::channel(4096);
    tokio::spawn(async move {
        let mut batch = Vec::with_capacity(BATCH);
        while jobs.recv_many(&mut batch, BATCH).await > 0 {
            let mut appends = vec![];
            let mut stops = vec![];
            for job in batch.drain(..) {
                match job {
                    Job::Append(pending) => appends.push(*pending),
                    Job::Stop(reply) => stops.push(reply),
                }
            }
            // Of two appends to one game the second sees what came of the first.
            while !appends.is_empty() {
                let mut games = HashSet::new();
                let (now, later): (Vec<_>, Vec<_>) =
                    appends.into_iter().partition(|pending| games.insert(pending.append.game.clone()));
                write(&pools, now).await;
                appends = later;
            }
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

/// Writes appends and answers them.
async fn write(pools: &Pools, appends: Vec<Pending>) {
    // Those who have waited long already, behind others that failed, are not kept waiting for another failure.
    let (late, mut appends): (Vec<_>, Vec<_>) =
        appends.into_iter().partition(|pending| pending.asked.elapsed() > 2 * PATIENCE);
    for pending in late {
        let why = sqlx::Error::Protocol("the database is too slow".into());
        let _ = pending.reply.send(Err(StoreFault::NotWritten(why)));
    }
    if appends.is_empty() {
        return;
    }
    // Two processes lock the rows of several games in the same order, so they never wait for each other in a ring.
    appends.sort_by(|a, b| a.append.game.cmp(&b.append.game));
    match insist(pools, &appends).await {
        Ok(written) => {
            for (pending, written) in appends.into_iter().zip(written) {
                let _ = pending.reply.send(if written { Ok(()) } else { Err(StoreFault::Overtaken) });
            }
        }
        Err(fault) => {
            tracing::error!(%fault, appends = appends.len(), "writing failed");
            for pending in appends {
                let _ = pending.reply.send(Err(fault.again()));
            }
        }
    }
}

/// Tries until it is known whether the appends are in the database, or for as long as seems fair.
///
/// A commit of which nobody knows how it ended is looked up by trying again: whoever begins to write the same
/// games waits until the earlier transaction is over, and then finds its deeds there or writes them.
async fn insist(pools: &Pools, appends: &[Pending]) -> Stored<Vec<bool>> {
    let started = Instant::now();
    let mut unsure = None;
    let mut pause = Duration::from_millis(10);
    loop {
        let fault = match commit(pools, appends, unsure.is_some()).await {
            Ok(written) => return Ok(written),
            Err(fault) => fault,
        };
        // What may be there is looked up at least once, however long it has taken.
        let doubt = matches!(fault, StoreFault::Unsure(_));
        let look_up = doubt && unsure.is_none();
        if !look_up && (!worth_another_try(&fault) || started.elapsed() > PATIENCE) {
            return Err(unsure.unwrap_or(fault));
        }
        if doubt {
            unsure = Some(fault);
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(Duration::from_millis(200));
    }
}

/// Deadlocks, serialisation failures and connections that were cut.
fn worth_another_try(fault: &StoreFault) -> bool {
    let (StoreFault::NotWritten(error) | StoreFault::Unsure(error)) = fault else { return false };
    let code = error.as_database_error().and_then(|e| e.code());
    code.is_some_and(|code| ["40P01", "40001"].contains(&code.as_ref())) || is_cut(error)
}

const WRITTEN: &str = "SELECT number, at, side, body FROM deeds \
     WHERE game = $1 AND number > $2 AND number <= $3 ORDER BY number";

/// Whether the deeds of an append are there although its numbers were taken: an earlier transaction, of which nobody
/// knew how it ended, has written them.
macro_rules! is_written {
    ($connection:expr, $pending:expr) => {{
        let Append { game, after, deeds, .. } = &$pending.append;
        let there = sqlx::query(WRITTEN).bind(game).bind(*after as i64).bind($pending.last() as i64);
        let there = answered(there.fetch_all(&mut *$connection)).await?;
        let mut ours = there.len() == deeds.len();
        for (row, expected) in there.iter().zip($pending.rows()) {
            let body: String = row.try_get(3)?;
            ours &= (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?, &body) == expected;
        }
        ours
    }};
}

/// One transaction; says for each append whether it won its numbers. `again` if an earlier transaction may have
/// written the same: then what lost its numbers to itself has won them.
async fn commit(pools: &Pools, appends: &[Pending], again: bool) -> Stored<Vec<bool>> {
    match pools {
        Pools::Sqlite { write, .. } => {
            let mut transaction = write.begin().await?;
            let written = write_at_once(&mut transaction.connection, appends, again).await;
            let written = written.map_err(StoreFault::NotWritten)?;
            transaction.commit().await?;
            Ok(written)
        }
        Pools::Postgres(writable) => {
            let mut transaction = writable.begin().await?;
            let written = write_in_turn(&mut transaction.connection, appends, again).await;
            let written = written.map_err(StoreFault::NotWritten)?;
            transaction.commit().await?;
            Ok(written)
        }
    }
}

/// On SQLite two statements write all the appends, however many there are: each statement wakes a thread and waits
/// for it.
async fn write_at_once(
    connection: &mut SqliteConnection,
    appends: &[Pending],
    again: bool,
) -> Result<Vec<bool>, sqlx::Error> {
    const ADVANCE: &str = "UPDATE games SET last = e.value ->> 2, moves = e.value ->> 3, turn = e.value ->> 4, \
         to_act = e.value ->> 5, finished = e.value ->> 6, first_player = e.value ->> 7, \
         second_player = e.value ->> 8, updated = e.value ->> 9, first_computer = e.value ->> 10, \
         second_computer = e.value ->> 11 \
         FROM json_each($1) AS e WHERE games.id = e.value ->> 0 AND games.last = e.value ->> 1 RETURNING games.id";
    const INSERT: &str = "INSERT INTO deeds (game, number, at, side, kind, body) SELECT value ->> 0, value ->> 1, \
         value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each($1)";
    let text = |rows: &[Value]| Value::from(rows).to_string();
    let games: Vec<Value> = appends.iter().map(Pending::game_row).collect();
    let advance = sqlx::query_scalar(ADVANCE).bind(text(&games)).fetch_all(&mut *connection);
    let won: HashSet<String> = answered(advance).await?.into_iter().collect();
    let winners = || appends.iter().filter(|pending| won.contains(&pending.append.game));
    let deeds: Vec<Value> = winners().flat_map(Pending::deed_rows).collect();
    if !deeds.is_empty() {
        answered(sqlx::query(INSERT).bind(text(&deeds)).execute(&mut *connection)).await?;
    }
    let mut written = Vec::with_capacity(appends.len());
    for pending in appends {
        written.push(won.contains(&pending.append.game) || again && is_written!(connection, pending));
    }
    Ok(written)
}

/// On PostgreSQL each game is locked in turn, and other processes are told.
async fn write_in_turn(
    connection: &mut PgConnection,
    appends: &[Pending],
    again: bool,
) -> Result<Vec<bool>, sqlx::Error> {
    const ADVANCE: &str = "UPDATE games SET last = $3, moves = $4, turn = $5, to_act = $6, finished = $7, \
         first_player = $8, second_player = $9, updated = $10, first_computer = $11, second_computer = $12 \
         WHERE id = $1 AND last = $2";
    const INSERT: &str =
        "INSERT INTO deeds (game, number, at, side, kind, body) VALUES ($1, $2, $3, $4, $5, $6)";
    let mut written = Vec::with_capacity(appends.len());
    for pending in appends {
        let Append { game, after, deeds, summary } = &pending.append;
        let advance = sqlx::query(ADVANCE)
            .bind(game)
            .bind(*after as i64)
            .bind(pending.last() as i64)
            .bind(summary.moves as i64)
            .bind(&summary.turn)
            .bind(summary.to_act)
            .bind(summary.finished)
            .bind(summary.players[0])
            .bind(summary.players[1])
            .bind(summary.updated)
            .bind(&summary.computers[0])
            .bind(&summary.computers[1])
            .execute(&mut *connection);
        let won = answered(advance).await?.rows_affected() == 1;
        if won {
            for ((number, at, side, body), deed) in pending.rows().zip(deeds) {
                let insert = sqlx::query(INSERT).bind(game).bind(number).bind(at).bind(side);
                let insert = insert.bind(deed.act.kind()).bind(body);
                answered(insert.execute(&mut *connection)).await?;
            }
        }
        written.push(won || again && is_written!(connection, pending));
    }
    let news = appends.iter().zip(&written).filter(|(_, written)| **written);
    let news = news.map(|(pending, _)| format!("{}:{}", pending.append.game, pending.last()));
    // A notification holds 8000 bytes; a game's news is some thirty.
    for part in news.collect::<Vec<_>>().chunks(100) {
        let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(part.join(","));
        answered(notify.execute(&mut *connection)).await?;
    }
    Ok(written)
}

impl Store {
    /// Appends deeds to a game; they are on disk when this answers.
    pub async fn append(&self, append: Append) -> Stored<()> {
        let bodies =
            append.deeds.iter().map(|deed| serde_json::to_string(&deed.act)).collect::<Result<_, _>>()?;
        let (reply, answer) = oneshot::channel();
        let pending = Pending { append, bodies, asked: Instant::now(), reply };
        self.appends.send(Job::Append(Box::new(pending))).await.map_err(|_| StoreFault::Closing)?;
        answer.await.map_err(|_| StoreFault::Unsure(sqlx::Error::WorkerCrashed))?
    }
}
