//! Transactions of which it is known how they ended.
//!
//! A connection goes back among the others only when its commit was answered. After anything else (an error, no
//! answer, an asker who went away) it is thrown away with whatever it was in the middle of, so that no later
//! transaction can begin inside an earlier one.

use std::future::Future;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::{Database, Executor, Pool, Postgres, Sqlite};

use super::{StoreFault, Stored};

/// A statement that is not answered for so long is given up.
const PATIENCE: Duration = Duration::from_secs(5);

/// What differs between the databases.
pub(super) trait Kind: Database {
    /// Begins a transaction that will write. Fails if one is open already, or waits for whoever else writes.
    const BEGIN: &'static str;
    /// A commit that is not answered for so long is given up.
    const COMMIT_PATIENCE: Duration;
    /// Whether a commit that failed like this has surely left nothing behind.
    fn surely_undone(error: &sqlx::Error) -> bool;
    /// Whether somebody else keeps the whole database from being written to.
    fn is_locked(error: &sqlx::Error) -> bool;
}

impl Kind for Sqlite {
    /// Inside a transaction this is an error, so its success proves that none was open.
    const BEGIN: &'static str = "BEGIN IMMEDIATE";
    /// A slow disk is waited for: the file cannot be written to in another way.
    const COMMIT_PATIENCE: Duration = Duration::from_secs(15);

    /// Busy, locked or full: the last page of the commit, which makes it count, was not written. What failed to be
    /// written or synced in another way may be there all the same.
    fn surely_undone(error: &sqlx::Error) -> bool {
        matches!(sqlite_code(error), Some(5 | 6 | 13))
    }

    fn is_locked(error: &sqlx::Error) -> bool {
        matches!(sqlite_code(error), Some(5 | 6))
    }
}

impl Kind for Postgres {
    const BEGIN: &'static str = "BEGIN";
    const COMMIT_PATIENCE: Duration = PATIENCE;

    /// What it reports is undone, unless the report is about itself: a server that is being stopped may say so
    /// when it has just committed.
    fn surely_undone(error: &sqlx::Error) -> bool {
        let code = error.as_database_error().and_then(|error| error.code());
        code.is_some_and(|code| !["08", "57", "58", "XX"].iter().any(|class| code.starts_with(class)))
    }

    /// It locks games, never everything.
    fn is_locked(_: &sqlx::Error) -> bool {
        false
    }
}

/// The primary result code of SQLite.
pub(super) fn sqlite_code(error: &sqlx::Error) -> Option<i32> {
    let code = error.as_database_error()?.code()?;
    code.parse().ok().map(|code: i32| code & 0xff)
}

/// Whether the connection is gone, and another one may do better.
pub(super) fn is_cut(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(error) => error.kind() != io::ErrorKind::TimedOut,
        sqlx::Error::Database(error) => {
            error.code().is_some_and(|code| code.starts_with("08") || code.starts_with("57P"))
        }
        _ => false,
    }
}

/// A database to write to.
pub(super) struct Writable<DB: Database> {
    /// Its connections.
    pub pool: Pool<DB>,
    /// When somebody else was last found to keep it from being written to.
    found_locked: Mutex<Option<Instant>>,
}

/// A transaction under way.
pub(super) struct Transaction<DB: Database> {
    /// Where its statements are carried out.
    pub connection: PoolConnection<DB>,
    is_clean: bool,
}

impl<DB: Database> Drop for Transaction<DB> {
    fn drop(&mut self) {
        if !self.is_clean {
            self.connection.close_on_drop();
        }
    }
}

impl<DB: Kind> Writable<DB>
where
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
{
    pub fn new(pool: Pool<DB>) -> Self {
        Writable { pool, found_locked: Mutex::default() }
    }

    /// Begins a transaction.
    pub async fn begin(&self) -> Stored<Transaction<DB>> {
        let asked = Instant::now();
        let connection = self.pool.acquire().await.map_err(StoreFault::NotWritten)?;
        let mut transaction = Transaction { connection, is_clean: true };
        if self.locked().is_some_and(|found| found > asked) {
            // Whoever waited behind one that found it locked does not wait as long again.
            let why = "another program has locked the database".into();
            return Err(StoreFault::NotWritten(sqlx::Error::Protocol(why)));
        }
        transaction.is_clean = false;
        match answered(transaction.connection.execute(DB::BEGIN)).await {
            Ok(_) => Ok(transaction),
            Err(error) => {
                if DB::is_locked(&error) {
                    *self.locked() = Some(Instant::now());
                }
                Err(StoreFault::NotWritten(error))
            }
        }
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.found_locked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<DB: Kind> Transaction<DB>
where
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
{
    /// Commits. If that fails it may have happened all the same, unless it is said that it has not.
    pub async fn commit(mut self) -> Stored<()> {
        let commit = self.connection.execute("COMMIT");
        match tokio::time::timeout(DB::COMMIT_PATIENCE, commit).await.unwrap_or_else(|_| Err(no_answer())) {
            Ok(_) => {
                self.is_clean = true;
                Ok(())
            }
            Err(error) if DB::surely_undone(&error) => Err(StoreFault::NotWritten(error)),
            Err(error) => Err(StoreFault::Unsure(error)),
        }
    }
}

/// An answer of the database, or the error that there was none for long.
pub(super) async fn answered<T>(
    asked: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    tokio::time::timeout(PATIENCE, asked).await.unwrap_or_else(|_| Err(no_answer()))
}

/// The error of a database that says nothing.
pub(super) fn no_answer() -> sqlx::Error {
    sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "no answer in time"))
}
