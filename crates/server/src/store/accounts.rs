//! Accounts: sessions, passwords, links in mails, and how an account is closed.

use sqlx::Row;

use super::players::{DAY, folded};
use super::{CHANNEL, Pools, Store, Stored, change, read};

/// Sessions last so long after they began.
const SESSION_DAYS: i64 = 180;

/// A session that has not ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenSession {
    /// The digest of its token.
    pub token: Vec<u8>,
    /// When it began.
    pub created: i64,
    /// What the browser called itself.
    pub agent: String,
}

/// What a link in a mail is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Says that an address is theirs.
    Confirm,
    /// Sets a new password.
    Reset,
}

impl Purpose {
    fn word(self) -> &'static str {
        match self {
            Purpose::Confirm => "confirm",
            Purpose::Reset => "reset",
        }
    }

    /// How long the link opens something, in milliseconds.
    fn lasts(self) -> i64 {
        match self {
            Purpose::Confirm => 7 * DAY,
            Purpose::Reset => DAY / 24,
        }
    }
}

impl Store {
    /// Begins a session of a browser that calls itself so.
    pub async fn begin_session(&self, token: &[u8], player: i64, agent: &str, now: i64) -> Stored<()> {
        const SQL: &str =
            "INSERT INTO sessions (token, player, created, expires, agent) VALUES ($1, $2, $3, $4, $5)";
        let expires = now + SESSION_DAYS * DAY;
        change!(self, connection => {
            let query = sqlx::query(SQL).bind(token).bind(player).bind(now).bind(expires).bind(agent);
            query.execute(connection).await?;
        });
        Ok(())
    }

    /// Ends a session.
    pub async fn end_session(&self, token: &[u8]) -> Stored<()> {
        let _forget = self.sessions.forget_afterwards();
        change!(self, connection => {
            sqlx::query("DELETE FROM sessions WHERE token = $1").bind(token).execute(connection).await?;
        });
        Ok(())
    }

    /// Ends every session of a player but one, and answers the digests of those that ended.
    pub async fn end_sessions(&self, player: i64, but: Option<&[u8]>) -> Stored<Vec<Vec<u8>>> {
        const SQL: &str = "DELETE FROM sessions WHERE player = $1 AND token <> $2 RETURNING token";
        let _forget = self.sessions.forget_afterwards();
        let ended: Vec<(Vec<u8>,)> = change!(self, connection => {
            sqlx::query_as(SQL).bind(player).bind(but.unwrap_or_default()).fetch_all(connection).await?
        });
        Ok(ended.into_iter().map(|(token,)| token).collect())
    }

    /// The sessions of a player, the latest first.
    pub async fn sessions_of(&self, player: i64, now: i64) -> Stored<Vec<OpenSession>> {
        const SQL: &str = "SELECT token, created, agent FROM sessions WHERE player = $1 AND expires > $2 \
             ORDER BY created DESC, token LIMIT 100";
        read!(self, pool => {
            let rows = sqlx::query(SQL).bind(player).bind(now).fetch_all(pool).await?;
            let read = |row: &_| -> Stored<OpenSession> {
                Ok(OpenSession {
                    token: Row::try_get(row, 0)?,
                    created: Row::try_get(row, 1)?,
                    agent: Row::try_get(row, 2)?,
                })
            };
            rows.iter().map(read).collect()
        })
    }

    /// Tells other processes that sessions have ended, so that they hang up on them as well.
    pub async fn tell_ended(&self, sessions: &[Vec<u8>]) -> Stored<()> {
        let Pools::Postgres(database) = self.pools.as_ref() else { return Ok(()) };
        for session in sessions {
            let notice = format!("ended:{}", engine::table::hex_digits(session));
            sqlx::query("SELECT pg_notify($1, $2)")
                .bind(CHANNEL)
                .bind(notice)
                .execute(&database.pool)
                .await?;
        }
        Ok(())
    }

    /// The digest of a player's password.
    pub async fn password(&self, player: i64) -> Stored<Option<String>> {
        const SQL: &str = "SELECT password FROM players WHERE id = $1";
        read!(self, pool => {
            let row = sqlx::query(SQL).bind(player).fetch_optional(pool).await?;
            Ok(match row {
                Some(row) => row.try_get(0)?,
                None => None,
            })
        })
    }

    /// Sets the digest of an account's password.
    pub async fn set_password(&self, player: i64, digest: &str) -> Stored<()> {
        const SQL: &str = "UPDATE players SET password = $2 WHERE id = $1 AND password IS NOT NULL";
        change!(self, connection => {
            sqlx::query(SQL).bind(player).bind(digest).execute(connection).await?;
        });
        Ok(())
    }

    /// Keeps the digest of a link sent to an address; earlier ones for the same purpose open nothing any more.
    pub async fn keep_link(
        &self,
        token: &[u8],
        player: i64,
        purpose: Purpose,
        email: &str,
        now: i64,
    ) -> Stored<()> {
        const OLD: &str = "DELETE FROM links WHERE player = $1 AND purpose = $2";
        const NEW: &str =
            "INSERT INTO links (token, player, purpose, email, expires) VALUES ($1, $2, $3, $4, $5)";
        let expires = now + purpose.lasts();
        change!(self, connection => {
            sqlx::query(OLD).bind(player).bind(purpose.word()).execute(&mut *connection).await?;
            let query = sqlx::query(NEW).bind(token).bind(player).bind(purpose.word()).bind(email);
            query.bind(expires).execute(&mut *connection).await?;
        });
        Ok(())
    }

    /// Opens a link, once: whose it is and the address it was sent to, which must still be theirs.
    pub async fn open_link(&self, token: &[u8], purpose: Purpose, now: i64) -> Stored<Option<(i64, String)>> {
        const TAKE: &str = "DELETE FROM links WHERE token = $1 AND purpose = $2 AND expires > $3 \
             AND email = (SELECT email FROM players WHERE id = links.player) RETURNING player, email";
        Ok(change!(self, connection => {
            let query = sqlx::query_as(TAKE).bind(token).bind(purpose.word()).bind(now);
            query.fetch_optional(connection).await?
        }))
    }

    /// Whoever reads mail sent to an address has said that it is theirs.
    pub async fn confirm_mail(&self, player: i64, email: &str) -> Stored<()> {
        const SQL: &str = "UPDATE players SET confirmed = TRUE WHERE id = $1 AND email = $2";
        let _forget = self.sessions.forget_afterwards();
        change!(self, connection => {
            sqlx::query(SQL).bind(player).bind(email).execute(connection).await?;
        });
        Ok(())
    }

    /// Closes an account: what was known of its owner is gone, the games stay, and the name is free. Answers the
    /// digests of the sessions that ended.
    pub async fn close_account(&self, player: i64) -> Stored<Vec<Vec<u8>>> {
        const SQL: &str = "UPDATE players SET name = $2, folded = $3, password = NULL, email = NULL, notify = FALSE, \
             confirmed = FALSE WHERE id = $1";
        let name = format!("Former player {player}");
        let folded = folded(&name);
        let _forget = self.sessions.forget_afterwards();
        let ended: Vec<(Vec<u8>,)> = change!(self, connection => {
            sqlx::query(SQL).bind(player).bind(&name).bind(&folded).execute(&mut *connection).await?;
            for known in ["DELETE FROM links WHERE player = $1", "DELETE FROM lessons WHERE player = $1"] {
                sqlx::query(known).bind(player).execute(&mut *connection).await?;
            }
            let tokens = "DELETE FROM tokens WHERE player = $1 RETURNING token";
            let mut ended: Vec<(Vec<u8>,)> = sqlx::query_as(tokens).bind(player).fetch_all(&mut *connection).await?;
            let sessions = "DELETE FROM sessions WHERE player = $1 RETURNING token";
            ended.extend(sqlx::query_as(sessions).bind(player).fetch_all(&mut *connection).await?);
            ended
        });
        Ok(ended.into_iter().map(|(token,)| token).collect())
    }
}
