//! Players and their wishes about mail.

use sqlx::Row;

use super::{Store, StoreFault, Stored, change, read};
use crate::secret;

/// Somebody who plays: an account or a guest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// Number in the store.
    pub id: i64,
    /// Name shown to others.
    pub name: String,
    /// Whether there is no account yet.
    pub guest: bool,
    /// Where to write to.
    pub email: Option<String>,
    /// Whether to write when it is their move.
    pub notify: bool,
    /// Whether its owner has said that the address is theirs.
    pub confirmed: bool,
}

pub(super) const DAY: i64 = 24 * 60 * 60 * 1000;

const PLAYER: &str = "SELECT players.id, players.name, players.guest, players.email, players.notify, players.confirmed, sessions.expires \
     FROM sessions JOIN players ON players.id = sessions.player \
     WHERE sessions.token = $1 AND sessions.expires > $2";

/// Names are one if they differ only in case.
pub(super) fn folded(name: &str) -> String {
    name.to_lowercase()
}

macro_rules! player {
    ($row:expr) => {
        Player {
            id: $row.try_get(0)?,
            name: $row.try_get(1)?,
            guest: $row.try_get(2)?,
            email: $row.try_get(3)?,
            notify: $row.try_get(4)?,
            confirmed: $row.try_get(5)?,
        }
    };
}
pub(super) use player;

impl Store {
    /// The player of a session.
    pub async fn player(&self, token: &[u8], now: i64) -> Stored<Option<Player>> {
        if let Some(player) = self.sessions.known(token, now) {
            return Ok(Some(player));
        }
        let asked = self.sessions.age();
        let found: Stored<Option<(Player, i64)>> = read!(self, pool => {
            let row = sqlx::query(PLAYER).bind(token).bind(now).fetch_optional(pool).await?;
            Ok(match row {
                Some(row) => Some((player!(row), row.try_get(6)?)),
                None => None,
            })
        });
        let Some((player, expires)) = found? else { return Ok(None) };
        // Where other processes write, too, nothing is sure for longer than it takes to read it.
        if !self.is_shared() {
            self.sessions.keep(token, &player, expires, asked);
        }
        Ok(Some(player))
    }

    /// A new guest.
    pub async fn new_guest(&self, now: i64) -> Stored<Player> {
        const SQL: &str = "INSERT INTO players (name, folded, guest, stop_token, created) \
             VALUES ($1, $2, TRUE, $3, $4) ON CONFLICT (folded) DO NOTHING RETURNING id";
        for digits in [10_000, 100_000, 1_000_000, 100_000_000, 4_000_000_000] {
            let name = format!("Guest {}", 1 + secret::number() % (digits - 1));
            let (folded, stop) = (folded(&name), secret::token());
            let id = change!(self, connection => {
                let row = sqlx::query(SQL).bind(&name).bind(&folded).bind(&stop).bind(now);
                row.fetch_optional(connection).await?.map(|row| row.try_get::<i64, _>(0)).transpose()?
            });
            if let Some(id) = id {
                return Ok(Player { id, name, guest: true, email: None, notify: false, confirmed: false });
            }
        }
        Err(StoreFault::NameTaken)
    }

    /// Makes a guest an account. The name must not be taken.
    pub async fn register(&self, player: i64, name: &str, password: &str, email: Option<&str>) -> Stored<()> {
        const SQL: &str = "UPDATE players SET name = $2, folded = $3, guest = FALSE, password = $4, email = $5 \
             WHERE id = $1 AND guest AND NOT EXISTS (SELECT 1 FROM players WHERE folded = $3 AND id <> $1)";
        let folded = folded(name);
        let register = async || {
            Ok(change!(self, connection => {
                let query = sqlx::query(SQL).bind(player).bind(name).bind(&folded).bind(password).bind(email);
                query.execute(connection).await?.rows_affected()
            }))
        };
        let _forget = self.sessions.forget_afterwards();
        match register().await {
            Ok(1) => Ok(()),
            Ok(_) => Err(StoreFault::NameTaken),
            // Two who want the same name at the same moment.
            Err(StoreFault::NotWritten(error))
                if error.as_database_error().is_some_and(|e| e.is_unique_violation()) =>
            {
                Err(StoreFault::NameTaken)
            }
            Err(fault) => Err(fault),
        }
    }

    /// An account and the digest of its password, by name.
    pub async fn account(&self, name: &str) -> Stored<Option<(Player, String)>> {
        const SQL: &str = "SELECT id, name, guest, email, notify, confirmed, password FROM players \
             WHERE folded = $1 AND password IS NOT NULL";
        let folded = folded(name);
        read!(self, pool => {
            let row = sqlx::query(SQL).bind(&folded).fetch_optional(pool).await?;
            Ok(match row {
                Some(row) => Some((player!(row), row.try_get(6)?)),
                None => None,
            })
        })
    }

    /// Sets where to write to, and whether.
    pub async fn set_mail(&self, player: i64, email: Option<&str>, notify: bool) -> Stored<()> {
        const SQL: &str = "UPDATE players SET email = $2, notify = $3, \
             confirmed = CASE WHEN email = $2 THEN confirmed ELSE FALSE END WHERE id = $1";
        let _forget = self.sessions.forget_afterwards();
        change!(self, connection => {
            sqlx::query(SQL).bind(player).bind(email).bind(notify).execute(connection).await?;
        });
        Ok(())
    }

    /// Stops mail by the token every mail carries; false if there is no such token.
    pub async fn stop_mail(&self, token: &str) -> Stored<bool> {
        const SQL: &str = "UPDATE players SET notify = FALSE WHERE stop_token = $1";
        let _forget = self.sessions.forget_afterwards();
        let rows = change!(self, connection => {
            sqlx::query(SQL).bind(token).execute(connection).await?.rows_affected()
        });
        Ok(rows == 1)
    }

    /// Takes the right to write to a player now, at most once in `span`: the address and the stop token.
    pub async fn take_mail_turn(&self, player: i64, now: i64, span: i64) -> Stored<Option<(String, String)>> {
        // The update decides between two processes that notice the same move.
        const SQL: &str = "UPDATE players SET mailed = $2 \
             WHERE id = $1 AND notify AND confirmed AND email IS NOT NULL AND mailed <= $3 RETURNING email, stop_token";
        let row: Option<(String, String)> = change!(self, connection => {
            sqlx::query_as(SQL).bind(player).bind(now).bind(now - span).fetch_optional(connection).await?
        });
        Ok(row)
    }

    /// Forgets sessions that have run out, and guests that have neither session nor game.
    pub async fn sweep(&self, now: i64) -> Stored<u64> {
        // A few at a time, so that nobody's order waits for long.
        const SESSIONS: &str = "DELETE FROM sessions WHERE token IN \
             (SELECT token FROM sessions WHERE expires < $1 LIMIT 500)";
        const LINKS: &str =
            "DELETE FROM links WHERE token IN (SELECT token FROM links WHERE expires < $1 LIMIT 500)";
        const TOKENS: &str =
            "DELETE FROM tokens WHERE token IN (SELECT token FROM tokens WHERE expires < $1 LIMIT 500)";
        const GUESTS: &str = "DELETE FROM players WHERE id IN (SELECT id FROM players WHERE guest AND created < $1 \
             AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.player = players.id) \
             AND NOT EXISTS (SELECT 1 FROM tokens WHERE tokens.player = players.id) \
             AND NOT EXISTS (SELECT 1 FROM games WHERE games.first_player = players.id) \
             AND NOT EXISTS (SELECT 1 FROM games WHERE games.second_player = players.id) LIMIT 500)";
        let mut guests = 0;
        let _forget = self.sessions.forget_afterwards();
        for (sql, before) in [(SESSIONS, now), (LINKS, now), (TOKENS, now), (GUESTS, now - DAY)] {
            loop {
                let gone = change!(self, connection => {
                    sqlx::query(sql).bind(before).execute(connection).await?.rows_affected()
                });
                guests += if sql == GUESTS { gone } else { 0 };
                if gone == 0 {
                    break;
                }
            }
        }
        Ok(guests)
    }
}
