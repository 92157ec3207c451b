//! Snapshots: how a game stood after a number of deeds, so that it opens without doing all of them again.
//!
//! They are a convenience: a game is still the sum of its deeds, and whatever a snapshot says follows from them. Two of
//! each game are kept, so that whoever has missed a little can be told it from the earlier one.

use sqlx::Row;

use super::{Store, Stored, change, read};

impl Store {
    /// The latest snapshot of a game that is not later than a deed: the number of its last deed, and what it says.
    pub async fn snapshot(&self, game: &str, not_after: u64) -> Stored<Option<(u64, String)>> {
        const SQL: &str = "SELECT number, body FROM snapshots WHERE game = $1 AND number <= $2 \
             ORDER BY number DESC LIMIT 1";
        let not_after = i64::try_from(not_after).unwrap_or(i64::MAX);
        read!(self, pool => {
            let row = sqlx::query(SQL).bind(game).bind(not_after).fetch_optional(pool).await?;
            Ok(match row {
                Some(row) => Some((row.try_get::<i64, _>(0)? as u64, row.try_get(1)?)),
                None => None,
            })
        })
    }

    /// Keeps how a game stood after a deed, and of the earlier snapshots only the last.
    pub async fn keep_snapshot(&self, game: &str, number: u64, body: &str) -> Stored<()> {
        const KEEP: &str = "INSERT INTO snapshots (game, number, body) VALUES ($1, $2, $3) \
             ON CONFLICT (game, number) DO NOTHING";
        const FORGET: &str = "DELETE FROM snapshots WHERE game = $1 AND number < \
             (SELECT MAX(number) FROM snapshots WHERE game = $1 AND number < $2)";
        change!(self, connection => {
            sqlx::query(KEEP).bind(game).bind(number as i64).bind(body).execute(&mut *connection).await?;
            sqlx::query(FORGET).bind(game).bind(number as i64).execute(&mut *connection).await?;
        });
        Ok(())
    }

    /// Forgets the snapshots of a game: one of them is not what its deeds say.
    pub async fn forget_snapshots(&self, game: &str) -> Stored<()> {
        change!(self, connection => {
            sqlx::query("DELETE FROM snapshots WHERE game = $1").bind(game).execute(connection).await?;
        });
        Ok(())
    }
}
