//! The store: players, sessions and games in SQLite or PostgreSQL, behind one type.
//!
//! A game is the list of its deeds. Deeds are appended by one writer that gathers what many games have to write
//! into one transaction and answers when it is on disk; a game's counter decides between two processes that
//! want the same number.

mod games;
mod players;
mod writer;

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgListener, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, SqlSafeStr};
use tokio::sync::mpsc;

pub use games::{GameRow, Listed, Shown};
pub use players::Player;
pub use writer::{Append, Summary};

/// The channel on which processes that share a PostgreSQL tell each other of new deeds.
const CHANNEL: &str = "strategikon";

/// Players, sessions and games.
#[derive(Clone)]
pub struct Store {
    pools: Pools,
    appends: mpsc::Sender<writer::Job>,
}

#[derive(Clone)]
enum Pools {
    Sqlite { read: SqlitePool, write: SqlitePool },
    Postgres(PgPool),
}

/// Runs a query on whichever database it is; `read` or `write` says for what.
macro_rules! on {
    ($store:expr, read, $pool:ident => $body:expr) => {
        match &$store.pools {
            $crate::store::Pools::Sqlite { read: $pool, .. } => $body,
            $crate::store::Pools::Postgres($pool) => $body,
        }
    };
    ($store:expr, write, $pool:ident => $body:expr) => {
        match &$store.pools {
            $crate::store::Pools::Sqlite { write: $pool, .. } => $body,
            $crate::store::Pools::Postgres($pool) => $body,
        }
    };
}
pub(crate) use on;

/// Why the store could not do what it was asked.
#[derive(Debug)]
pub enum StoreFault {
    /// The database refused or is not there.
    Database(sqlx::Error),
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
            StoreFault::Overtaken => write!(f, "somebody else was faster"),
            StoreFault::NameTaken => write!(f, "the name is taken"),
            StoreFault::Corrupt(what) => write!(f, "stored data cannot be read: {what}"),
            StoreFault::OtherRules(what) => write!(f, "{what}"),
            StoreFault::Closing => write!(f, "the server is about to stop"),
        }
    }
}

impl std::error::Error for StoreFault {}

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
];

const SQLITE: &[Change] = &[
    (1, "tables", include_str!("../migrations/sqlite/0001_tables.sql")),
    (2, "computers", include_str!("../migrations/sqlite/0002_computers.sql")),
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

impl Store {
    /// Opens a database: `sqlite:FILE` (made if it is not there) or `postgres://…`.
    pub async fn open(url: &str) -> Stored<Store> {
        let pools = if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            let pool = PgPoolOptions::new().max_connections(12).acquire_timeout(Duration::from_secs(20));
            let pool = pool.connect(url).await?;
            migrator(POSTGRES).run(&pool).await?;
            Pools::Postgres(pool)
        } else {
            let options = SqliteConnectOptions::from_str(url)?
                .create_if_missing(true)
                .journal_mode(SqliteJournalMode::Wal)
                // Full: an answered order survives a power cut, not only a crash of the program.
                .synchronous(SqliteSynchronous::Full)
                .busy_timeout(Duration::from_secs(20))
                // Moving the log into the file is done beside the writer, see `tidy`; this is for the case that
                // it cannot keep up.
                .pragma("wal_autocheckpoint", "20000")
                .foreign_keys(true);
            let write = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
            migrator(SQLITE).run(&write).await?;
            let read = SqlitePoolOptions::new().max_connections(4).connect_with(options).await?;
            tokio::spawn(tidy(read.clone()));
            Pools::Sqlite { read, write }
        };
        let appends = writer::start(pools.clone());
        Ok(Store { pools, appends })
    }

    /// Whether several processes may share the database.
    pub fn is_shared(&self) -> bool {
        matches!(self.pools, Pools::Postgres(_))
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Stored<()> {
        on!(self, read, pool => sqlx::query("SELECT 1").execute(pool).await.map(drop))?;
        Ok(())
    }

    /// Writes a copy of a SQLite database while it is in use.
    pub async fn backup(&self, file: &Path) -> Stored<()> {
        let Pools::Sqlite { read, .. } = &self.pools else {
            return Err(StoreFault::Corrupt("a PostgreSQL database is backed up with pg_dump".into()));
        };
        let name = file.to_string_lossy().replace('\'', "''");
        sqlx::query(AssertSqlSafe(format!("VACUUM INTO '{name}'"))).execute(read).await?;
        Ok(())
    }

    /// Hears of deeds written by other processes; `None` where there can be none.
    pub async fn listen(&self) -> Stored<Option<PgListener>> {
        let Pools::Postgres(pool) = &self.pools else { return Ok(None) };
        let mut listener = PgListener::connect_with(pool).await?;
        listener.listen(CHANNEL).await?;
        Ok(Some(listener))
    }

    /// Finishes what is being written and closes the database.
    pub async fn close(&self) {
        let (done, wait) = tokio::sync::oneshot::channel();
        if self.appends.send(writer::Job::Stop(done)).await.is_ok() {
            let _ = wait.await;
        }
        match &self.pools {
            Pools::Sqlite { read, write } => {
                read.close().await;
                write.close().await;
            }
            Pools::Postgres(pool) => pool.close().await,
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
            let Pools::Sqlite { read, .. } = &store.pools else { panic!("a file is SQLite's") };
            let names: Vec<String> =
                sqlx::query_scalar("SELECT name FROM players").fetch_all(read).await.unwrap();
            assert_eq!(names, ["Anna"]);
            sqlx::query("SELECT first_computer FROM games").fetch_all(read).await.unwrap();
            store.close().await;
            std::fs::remove_file(file).unwrap();
        }
    }
}
