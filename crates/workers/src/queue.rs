//! The queue: plans, portions of games to be played, games that were played.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use lab::{RunFault, Upshot};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Executor, Row};

/// A database that does not take a connection for so long is away.
const AWAY: Duration = Duration::from_secs(10);

/// Why games cannot be handed out or taken.
#[derive(Debug)]
pub enum Fault {
    /// The database.
    Database(sqlx::Error),
    /// Something else, in a sentence.
    Wrong(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::Database(error) => write!(f, "the database: {error}"),
            Fault::Wrong(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Fault {}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Fault {
        Fault::Database(error)
    }
}

impl From<RunFault> for Fault {
    fn from(fault: RunFault) -> Fault {
        Fault::Wrong(fault.to_string())
    }
}

impl From<std::io::Error> for Fault {
    fn from(fault: std::io::Error) -> Fault {
        Fault::Wrong(fault.to_string())
    }
}

/// The tables, made where they are not there yet. The lock keeps two who come at once from making them both.
const TABLES: &str = "
    select pg_advisory_xact_lock(7355020);
    create table if not exists lab_plan (
        id bigint generated always as identity primary key,
        heading text not null,
        heading_digest text generated always as (md5(heading)) stored unique,
        plan text not null
    );
    create table if not exists lab_portion (
        plan bigint not null references lab_plan on delete cascade,
        series integer not null,
        first bigint not null,
        games bigint not null,
        primary key (plan, series, first)
    );
    create table if not exists lab_game (
        plan bigint not null references lab_plan on delete cascade,
        series integer not null,
        number bigint not null,
        line text not null,
        primary key (plan, series, number)
    );
";

/// A connection to the queue.
pub(crate) struct Queue {
    pub connection: PgConnection,
}

/// A portion of games to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Portion {
    pub plan: i64,
    pub series: usize,
    pub first: u64,
    pub games: u64,
}

impl Queue {
    /// Connects, and makes the tables where they are not there yet.
    pub async fn open(url: &str) -> Result<Queue, Fault> {
        let options = PgConnectOptions::from_str(url).map_err(|fault| {
            Fault::Wrong(format!(
                "this is no address of a database: {fault}; expected postgres://USER@HOST/NAME"
            ))
        })?;
        let connected = tokio::time::timeout(AWAY, PgConnection::connect_with(&options)).await;
        let mut connection = connected.map_err(|_| Fault::Wrong("the database does not answer".into()))??;
        // A machine that was switched off is noticed within a minute, and its portion is free again.
        connection.execute("set tcp_keepalives_idle = 30").await?;
        connection.execute("set tcp_keepalives_interval = 10").await?;
        connection.execute("set tcp_keepalives_count = 3").await?;
        connection.execute("set client_min_messages = warning").await?;
        let mut making = connection.begin().await?;
        sqlx::raw_sql(TABLES).execute(&mut *making).await?;
        making.commit().await?;
        Ok(Queue { connection })
    }

    /// Writes down a plan, or finds it.
    pub async fn post_plan(&mut self, heading: &str, plan: &str) -> Result<i64, Fault> {
        let posted = sqlx::query(
            "insert into lab_plan (heading, plan) values ($1, $2)
             on conflict (heading_digest) do update set plan = excluded.plan returning id",
        );
        Ok(posted.bind(heading).bind(plan).fetch_one(&mut self.connection).await?.try_get(0)?)
    }

    /// The heading and the text of a plan.
    pub async fn plan(&mut self, id: i64) -> Result<(String, String), Fault> {
        let row = sqlx::query("select heading, plan from lab_plan where id = $1");
        let row = row.bind(id).fetch_one(&mut self.connection).await?;
        Ok((row.try_get(0)?, row.try_get(1)?))
    }

    /// Writes down portions; one that is there already stays.
    pub async fn post(&mut self, portions: &[Portion]) -> Result<(), Fault> {
        let column = |figure: fn(&Portion) -> i64| portions.iter().map(figure).collect::<Vec<i64>>();
        let posted = sqlx::query(
            "insert into lab_portion (plan, series, first, games)
             select * from unnest($1::bigint[], $2::bigint[]::integer[], $3::bigint[], $4::bigint[])
             on conflict do nothing",
        );
        posted
            .bind(column(|p| p.plan))
            .bind(column(|p| p.series as i64))
            .bind(column(|p| p.first as i64))
            .bind(column(|p| p.games as i64))
            .execute(&mut self.connection)
            .await?;
        Ok(())
    }

    /// Begins a transaction and takes a portion that nobody has, of a plan that is not among those refused. It is ours until
    /// the games are given back or the connection ends.
    pub async fn take(&mut self, refused: &[i64]) -> Result<Option<Portion>, Fault> {
        self.connection.execute("begin").await?;
        let taken = sqlx::query(
            "select plan, series, first, games from lab_portion where plan <> all($1)
             order by plan, first, series limit 1 for update skip locked",
        );
        let Some(row) = taken.bind(refused).fetch_optional(&mut self.connection).await? else {
            self.leave().await?;
            return Ok(None);
        };
        let (series, first, games): (i32, i64, i64) = (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?);
        let portion = Portion {
            plan: row.try_get(0)?,
            series: series as usize,
            first: first as u64,
            games: games as u64,
        };
        Ok(Some(portion))
    }

    /// Leaves the portion to others.
    pub async fn leave(&mut self) -> Result<(), Fault> {
        self.connection.execute("rollback").await?;
        Ok(())
    }

    /// Gives back the games of the portion that was taken.
    pub async fn give_back(&mut self, portion: Portion, games: &[Upshot]) -> Result<(), Fault> {
        let numbers: Vec<i64> = games.iter().map(|game| game.number as i64).collect();
        let lines: Result<Vec<String>, _> = games.iter().map(serde_json::to_string).collect();
        let lines = lines.map_err(|fault| Fault::Wrong(fault.to_string()))?;
        let (series, first) = (portion.series as i32, portion.first as i64);
        let given = sqlx::query(
            "insert into lab_game (plan, series, number, line)
             select $1, $2, * from unnest($3::bigint[], $4::text[]) on conflict do nothing",
        );
        given.bind(portion.plan).bind(series).bind(numbers).bind(lines).execute(&mut self.connection).await?;
        let done = sqlx::query("delete from lab_portion where plan = $1 and series = $2 and first = $3");
        done.bind(portion.plan).bind(series).bind(first).execute(&mut self.connection).await?;
        self.connection.execute("commit").await?;
        Ok(())
    }

    /// Fetches games that were given back, as many as there are up to a number; they are taken away once `keep` has kept
    /// them all.
    pub async fn fetch(
        &mut self,
        plan: i64,
        most: i64,
        mut keep: impl FnMut(Upshot) -> Result<(), Fault>,
    ) -> Result<usize, Fault> {
        let mut fetching = self.connection.begin().await?;
        let fetched = sqlx::query(
            "delete from lab_game where (plan, series, number) in
                 (select plan, series, number from lab_game where plan = $1 limit $2)
             returning line",
        );
        let rows = fetched.bind(plan).bind(most).fetch_all(&mut *fetching).await?;
        for row in &rows {
            let line: String = row.try_get(0)?;
            let game = serde_json::from_str(&line);
            keep(game.map_err(|fault| Fault::Wrong(format!("a game in the database is none: {fault}")))?)?;
        }
        fetching.commit().await?;
        Ok(rows.len())
    }

    /// Takes a plan that is played to its end away.
    pub async fn remove_plan(&mut self, plan: i64) -> Result<(), Fault> {
        sqlx::query("delete from lab_plan where id = $1").bind(plan).execute(&mut self.connection).await?;
        Ok(())
    }
}
