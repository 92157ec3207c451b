//! The store: players, sessions and games in SQLite or PostgreSQL, behind one type.
//!
//! A game is the list of its deeds. Deeds are appended by one writer that gathers what many games have to write
//! into one transaction and answers when it is on disk; a game's counter decides between two processes that
//! want the same number.

mod accounts;
mod games;
mod lessons;
mod players;
mod sessions;
mod snapshots;
mod sqlite;
mod tokens;
mod transaction;
mod writer;

use std::fmt;
use std::future::Future;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnection, PgListener, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use sqlx::{Connection, Executor, Postgres, SqlSafeStr, Sqlite};
use tokio::sync::mpsc;

pub use accounts::{OpenSession, Purpose};
pub use games::{GameRow, Listed, Shown};
pub use players::Player;
pub use sqlite::copy;
pub use tokens::{MOST_TOKENS, OpenToken};
pub use writer::{Append, Summary};

use crate::timekeeping::{self, Absence, absence, now};
use transaction::Writable;

/// The channel on which processes that share a PostgreSQL tell each other of new deeds.
const CHANNEL: &str = "strategikon";

/// A question that is not answered for so long is given up.
const PATIENCE: Duration = Duration::from_secs(5);
/// A PostgreSQL that does not take a connection for so long is away.
const AWAY: Duration = Duration::from_secs(5);
/// Whether the database can be written to is tried at most so often.
const PULSE: Duration = Duration::from_secs(1);

/// Players, sessions and games.
#[derive(Clone)]
pub struct Store {
    pools: Arc<Pools>,
    appends: mpsc::Sender<writer::Job>,
    pulse: Arc<tokio::sync::Mutex<Pulse>>,
    sessions: Arc<sessions::Sessions>,
}

/// When it was last tried to write, and what came of it.
type Pulse = Option<(Instant, Result<(), String>)>;

enum Pools {
    Sqlite { read: SqlitePool, write: Writable<Sqlite>, lock: Mutex<Option<sqlite::Lock>> },
    Postgres(Writable<Postgres>),
}

/// Asks whichever database it is; not for ever.
macro_rules! read {
    ($store:expr, $pool:ident => $body:expr) => {
        match $store.pools.as_ref() {
            $crate::store::Pools::Sqlite { read: $pool, .. } => $crate::store::within(async { $body }).await,
            $crate::store::Pools::Postgres(database) => {
                let $pool = &database.pool;
                $crate::store::within(async { $body }).await
            }
        }
    };
}
use read;

/// Changes something in a transaction of its own on whichever database it is.
macro_rules! change {
    ($store:expr, $connection:ident => $body:expr) => {
        match $store.pools.as_ref() {
            $crate::store::Pools::Sqlite { write, .. } => change!(in write, $connection => $body),
            $crate::store::Pools::Postgres(write) => change!(in write, $connection => $body),
        }
    };
    (in $writable:ident, $connection:ident => $body:expr) => {{
        let mut transaction = $writable.begin().await?;
        let $connection = &mut *transaction.connection;
        let done = $crate::store::transaction::answered(async { Ok($body) }).await;
        let done = done.map_err($crate::store::StoreFault::NotWritten)?;
        transaction.commit().await?;
        done
    }};
}
use change;

/// An answer, or the fault that there was none for long.
async fn within<T>(asked: impl Future<Output = Stored<T>>) -> Stored<T> {
    let answer = tokio::time::timeout(PATIENCE, asked).await;
    answer.unwrap_or_else(|_| Err(StoreFault::Database(transaction::no_answer())))
}

/// Why the store could not do what it was asked.
#[derive(Debug)]
pub enum StoreFault {
    /// The database did not answer a question.
    Database(sqlx::Error),
    /// Something could not be written, and surely was not.
    NotWritten(sqlx::Error),
    /// Something was written or not: the database did not say.
    Unsure(sqlx::Error),
    /// The file cannot be used: a sentence that says why and what to do.
    Unusable(String),
    /// Somebody else has written this number: read again.
    Overtaken,
    /// The name is taken.
    NameTaken,
    /// What is stored does not read as it should.
    Corrupt(String),
    /// A game follows rules or data this program does not have.
    OtherRules(String),
    /// The server is about to stop.
    Closing,
}

impl fmt::Display for StoreFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            StoreFault::Database(error) => write!(f, "the database: {error}"),
            StoreFault::NotWritten(error) => write!(f, "not written: {error}"),
            StoreFault::Unsure(error) => write!(f, "written or not, nobody knows: {error}"),
            StoreFault::Unusable(why) => write!(f, "{why}"),
            StoreFault::Overtaken => write!(f, "somebody else was faster"),
            StoreFault::NameTaken => write!(f, "the name is taken"),
            StoreFault::Corrupt(what) => write!(f, "stored data cannot be read: {what}"),
            StoreFault::OtherRules(what) => write!(f, "{what}"),
            StoreFault::Closing => write!(f, "the server is about to stop"),
        }
    }
}

impl std::error::Error for StoreFault {}

impl StoreFault {
    /// The same for somebody else it befell.
    fn again(&self) -> StoreFault {
        let error = |error: &sqlx::Error| sqlx::Error::Protocol(error.to_string());
        match self {
            StoreFault::Database(e) => StoreFault::Database(error(e)),
            StoreFault::NotWritten(e) => StoreFault::NotWritten(error(e)),
            StoreFault::Unsure(e) => StoreFault::Unsure(error(e)),
            StoreFault::Unusable(why) => StoreFault::Unusable(why.clone()),
            StoreFault::Overtaken => StoreFault::Overtaken,
            StoreFault::NameTaken => StoreFault::NameTaken,
            StoreFault::Corrupt(what) => StoreFault::Corrupt(what.clone()),
            StoreFault::OtherRules(what) => StoreFault::OtherRules(what.clone()),
            StoreFault::Closing => StoreFault::Closing,
        }
    }
}

impl From<sqlx::Error> for StoreFault {
    fn from(error: sqlx::Error) -> Self {
        StoreFault::Database(error)
    }
}

impl From<sqlx::migrate::MigrateError> for StoreFault {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        StoreFault::Database(error.into())
    }
}

impl From<serde_json::Error> for StoreFault {
    fn from(error: serde_json::Error) -> Self {
        StoreFault::Corrupt(error.to_string())
    }
}

/// What the store answers.
pub type Stored<T> = Result<T, StoreFault>;

/// A change of the tables: its number, its name and what it says to the database.
type Change = (i64, &'static str, &'static str);

const POSTGRES: &[Change] = &[
    (1, "tables", include_str!("../migrations/postgres/0001_tables.sql")),
    (2, "computers", include_str!("../migrations/postgres/0002_computers.sql")),
    (3, "pulse", include_str!("../migrations/postgres/0003_pulse.sql")),
    (4, "absences", include_str!("../migrations/postgres/0004_absences.sql")),
    (5, "accounts", include_str!("../migrations/postgres/0005_accounts.sql")),
    (6, "snapshots", include_str!("../migrations/postgres/0006_snapshots.sql")),
    (7, "keys", include_str!("../migrations/postgres/0007_keys.sql")),
    (8, "tokens", include_str!("../migrations/postgres/0008_tokens.sql")),
    (9, "lessons", include_str!("../migrations/postgres/0009_lessons.sql")),
];

const SQLITE: &[Change] = &[
    (1, "tables", include_str!("../migrations/sqlite/0001_tables.sql")),
    (2, "computers", include_str!("../migrations/sqlite/0002_computers.sql")),
    (3, "pulse", include_str!("../migrations/sqlite/0003_pulse.sql")),
    (4, "absences", include_str!("../migrations/sqlite/0004_absences.sql")),
    (5, "accounts", include_str!("../migrations/sqlite/0005_accounts.sql")),
    (6, "snapshots", include_str!("../migrations/sqlite/0006_snapshots.sql")),
    (7, "keys", include_str!("../migrations/sqlite/0007_keys.sql")),
    (8, "tokens", include_str!("../migrations/sqlite/0008_tokens.sql")),
    (9, "lessons", include_str!("../migrations/sqlite/0009_lessons.sql")),
];

fn migrator(all: &[Change]) -> Migrator {
    let migration = |&(version, name, sql): &Change| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(all.iter().map(migration).collect())
}

/// Moves what SQLite has logged into the file, every few seconds, without holding up the writer.
async fn tidy(pool: SqlitePool) {
    while !pool.is_closed() {
        tokio::time::sleep(Duration::from_secs(3)).await;
        if let Err(error) = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&pool).await
            && !pool.is_closed()
        {
            tracing::warn!(%error, "the log could not be moved into the file");
        }
    }
}

/// Whether an address is PostgreSQL's.
fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres:") || url.starts_with("postgresql:")
}

async fn open_postgres(url: &str) -> Stored<Pools> {
    let connected = tokio::time::timeout(AWAY, PgConnection::connect(url)).await;
    let mut first = connected.unwrap_or_else(|_| Err(transaction::no_answer()))?;
    migrator(POSTGRES).run(&mut first).await?;
    first.close().await?;
    let pool =
        PgPoolOptions::new().max_connections(12).acquire_timeout(AWAY).after_connect(|connection, _| {
            // Whoever holds a game for long is not waited for; a transaction of ours that lost its connection holds
            // none for long.
            let settings = "SET lock_timeout = '3s'; SET idle_in_transaction_session_timeout = '10s'";
            Box::pin(async move { connection.execute(settings).await.map(drop) })
        });
    Ok(Pools::Postgres(Writable::new(pool.connect(url).await?)))
}

async fn open_sqlite(url: &str) -> Stored<Pools> {
    let asked = SqliteConnectOptions::from_str(url)?;
    let file = asked.get_filename().to_path_buf();
    if url.contains(":memory:") || url.contains("mode=memory") {
        return Err(StoreFault::Unusable("games are kept in a file: --database sqlite:FILE".into()));
    }
    let lock = sqlite::prepare(&file)?;
    let unusable = |error| sqlite::unusable(&file, error);
    let options = sqlite::options(asked);
    // A file needs no asking whether it is still there: a connection that failed is thrown away.
    let write = SqlitePoolOptions::new().max_connections(1).test_before_acquire(false);
    let write = write.acquire_timeout(Duration::from_secs(20));
    let write = write.connect_with(options.clone()).await.map_err(unusable)?;
    sqlite::check(&file, &write).await?;
    migrator(SQLITE).run(&write).await?;
    let read = SqlitePoolOptions::new().max_connections(4).test_before_acquire(false);
    let read = read.connect_with(options).await.map_err(unusable)?;
    tokio::spawn(tidy(read.clone()));
    Ok(Pools::Sqlite { read, write: Writable::new(write), lock: Mutex::new(Some(lock)) })
}

impl Store {
    /// Opens a database: `sqlite:FILE` (made if it is not there) or `postgres://…`.
    pub async fn open(url: &str) -> Stored<Store> {
        let pools = if is_postgres(url) { open_postgres(url).await? } else { open_sqlite(url).await? };
        let pools = Arc::new(pools);
        let appends = writer::start(pools.clone());
        Ok(Store { pools, appends, pulse: Arc::default(), sessions: Arc::default() })
    }

    /// Whether several processes may share the database.
    pub fn is_shared(&self) -> bool {
        matches!(*self.pools, Pools::Postgres(_))
    }

    /// Whether the database can be written to: tries, at most once in a second.
    pub async fn ping(&self) -> Stored<()> {
        let mut pulse = self.pulse.lock().await;
        let outcome = match pulse.take() {
            Some((at, outcome)) if at.elapsed() < PULSE => {
                *pulse = Some((at, outcome.clone()));
                outcome
            }
            _ => {
                let outcome = self.beat().await.map_err(|fault| fault.to_string());
                *pulse = Some((Instant::now(), outcome.clone()));
                outcome
            }
        };
        outcome.map_err(|why| StoreFault::Database(sqlx::Error::Protocol(why)))
    }

    async fn beat(&self) -> Stored<()> {
        const SQL: &str = "INSERT INTO pulse (id, at) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET at = $1";
        change!(self, connection => { sqlx::query(SQL).bind(now()).execute(connection).await?; });
        Ok(())
    }

    /// Writes down that somebody serves now. A longer pause than `steady` since somebody last did was an absence;
    /// answers all absences, in order.
    pub async fn heartbeat(&self, now: i64, steady: i64) -> Stored<Vec<Absence>> {
        const LAST: &str = "SELECT at FROM heartbeat WHERE id = 1";
        const AWAY: &str =
            "INSERT INTO absences (since, until) VALUES ($1, $2) ON CONFLICT (since) DO NOTHING";
        const BEAT: &str = "INSERT INTO heartbeat (id, at) VALUES (1, $1) \
             ON CONFLICT (id) DO UPDATE SET at = CASE WHEN heartbeat.at > $1 THEN heartbeat.at ELSE $1 END";
        const ALL: &str = "SELECT since, until FROM absences ORDER BY since";
        let (last, all) = change!(self, connection => {
            let last: Option<(i64,)> = sqlx::query_as(LAST).fetch_optional(&mut *connection).await?;
            if let Some(away) = absence(last.map(|(at,)| at), now, steady) {
                sqlx::query(AWAY).bind(away.since).bind(away.until).execute(&mut *connection).await?;
            }
            sqlx::query(BEAT).bind(now).execute(&mut *connection).await?;
            let all: Vec<(i64, i64)> = sqlx::query_as(ALL).fetch_all(&mut *connection).await?;
            (last, all)
        });
        timekeeping::not_before(last.map_or(now, |(at,)| at));
        Ok(all.into_iter().map(|(since, until)| Absence { since, until }).collect())
    }

    /// The secret this server's records are signed with: `fresh`, unless one is kept already.
    pub async fn signing_secret(&self, fresh: [u8; 32]) -> Stored<Vec<u8>> {
        const KEEP: &str = "INSERT INTO keys (id, secret) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";
        Ok(change!(self, connection => {
            sqlx::query(KEEP).bind(fresh.to_vec()).execute(&mut *connection).await?;
            sqlx::query_scalar("SELECT secret FROM keys WHERE id = 1").fetch_one(&mut *connection).await?
        }))
    }

    /// Hears of deeds written by other processes; `None` where there can be none.
    pub async fn listen(&self) -> Stored<Option<PgListener>> {
        let Pools::Postgres(database) = self.pools.as_ref() else { return Ok(None) };
        let mut listener = PgListener::connect_with(&database.pool).await?;
        listener.listen(CHANNEL).await?;
        Ok(Some(listener))
    }

    /// Finishes what is being written and closes the database.
    pub async fn close(&self) {
        let (done, wait) = tokio::sync::oneshot::channel();
        if self.appends.send(writer::Job::Stop(done)).await.is_ok() {
            let _ = wait.await;
        }
        match self.pools.as_ref() {
            Pools::Sqlite { read, write, lock } => {
                read.close().await;
                write.pool.close().await;
                drop(lock.lock().unwrap_or_else(PoisonError::into_inner).take());
            }
            Pools::Postgres(database) => database.pool.close().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_database_of_each_earlier_program_is_opened_and_keeps_its_players() {
        for age in 1..SQLITE.len() {
            let file = std::env::temp_dir().join(format!("strategikon-age-{age}-{}.db", std::process::id()));
            let url = format!("sqlite:{}", file.display());
            let options = SqliteConnectOptions::from_str(&url).unwrap().create_if_missing(true);
            let before = SqlitePool::connect_with(options).await.unwrap();
            migrator(&SQLITE[..age]).run(&before).await.unwrap();
            let player = "INSERT INTO players (name, folded, guest, stop_token, created) VALUES ('Anna', 'anna', 0, 's', 1)";
            sqlx::query(player).execute(&before).await.unwrap();
            before.close().await;

            let store = Store::open(&url).await.unwrap();
            let Pools::Sqlite { read, .. } = store.pools.as_ref() else { panic!("a file is SQLite's") };
            let names: Vec<String> =
                sqlx::query_scalar("SELECT name FROM players").fetch_all(read).await.unwrap();
            assert_eq!(names, ["Anna"]);
            sqlx::query("SELECT first_computer FROM games").fetch_all(read).await.unwrap();
            store.close().await;
            std::fs::remove_file(file).unwrap();
        }
    }
}
