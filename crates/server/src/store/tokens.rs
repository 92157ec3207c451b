//! Tokens by which bots speak for a player.

use sqlx::Row;

use super::players::{DAY, Player};
use super::{Store, Stored, change, read};

/// Tokens last so long after they were made.
const TOKEN_DAYS: i64 = 365;
/// A player has at most so many.
pub const MOST_TOKENS: i64 = 20;

/// A token that has neither run out nor been withdrawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenToken {
    /// Its digest.
    pub token: Vec<u8>,
    /// What its owner calls it.
    pub name: String,
    /// When it was made.
    pub created: i64,
    /// When it runs out.
    pub expires: i64,
}

/// By what a token is kept among the sessions lately asked for: never what a cookie is kept by.
fn kept_by(token: &[u8]) -> Vec<u8> {
    [b"token ", token].concat()
}

impl Store {
    /// Keeps the digest of a new token, and answers when it runs out; none if its owner has too many already.
    pub async fn keep_token(&self, token: &[u8], player: i64, name: &str, now: i64) -> Stored<Option<i64>> {
        const OLD: &str = "DELETE FROM tokens WHERE player = $1 AND expires <= $2";
        const NEW: &str = "INSERT INTO tokens (token, player, name, created, expires) \
             SELECT $1, $2, $3, $4, $5 WHERE (SELECT COUNT(*) FROM tokens WHERE player = $2) < $6";
        let expires = now + TOKEN_DAYS * DAY;
        let kept = change!(self, connection => {
            sqlx::query(OLD).bind(player).bind(now).execute(&mut *connection).await?;
            let query = sqlx::query(NEW).bind(token).bind(player).bind(name).bind(now).bind(expires);
            query.bind(MOST_TOKENS).execute(&mut *connection).await?.rows_affected()
        });
        Ok((kept == 1).then_some(expires))
    }

    /// The tokens of a player, the latest first.
    pub async fn tokens_of(&self, player: i64, now: i64) -> Stored<Vec<OpenToken>> {
        const SQL: &str = "SELECT token, name, created, expires FROM tokens WHERE player = $1 AND expires > $2 \
             ORDER BY created DESC, token";
        read!(self, pool => {
            let rows = sqlx::query(SQL).bind(player).bind(now).fetch_all(pool).await?;
            let read = |row: &_| -> Stored<OpenToken> {
                Ok(OpenToken {
                    token: Row::try_get(row, 0)?,
                    name: Row::try_get(row, 1)?,
                    created: Row::try_get(row, 2)?,
                    expires: Row::try_get(row, 3)?,
                })
            };
            rows.iter().map(read).collect()
        })
    }

    /// Withdraws one token of a player, or all of them, and answers the digests of those that were.
    pub async fn withdraw_tokens(&self, player: i64, one: Option<&[u8]>) -> Stored<Vec<Vec<u8>>> {
        const ONE: &str = "DELETE FROM tokens WHERE player = $1 AND token = $2 RETURNING token";
        const ALL: &str = "DELETE FROM tokens WHERE player = $1 RETURNING token";
        let _forget = self.sessions.forget_afterwards();
        let gone: Vec<(Vec<u8>,)> = change!(self, connection => {
            match one {
                Some(token) => sqlx::query_as(ONE).bind(player).bind(token).fetch_all(connection).await?,
                None => sqlx::query_as(ALL).bind(player).fetch_all(connection).await?,
            }
        });
        Ok(gone.into_iter().map(|(token,)| token).collect())
    }

    /// The player a token speaks for.
    pub async fn spoken_for(&self, token: &[u8], now: i64) -> Stored<Option<Player>> {
        const SQL: &str = "SELECT players.id, players.name, players.guest, players.email, players.notify, \
             players.confirmed, tokens.expires FROM tokens JOIN players ON players.id = tokens.player \
             WHERE tokens.token = $1 AND tokens.expires > $2";
        let kept_by = kept_by(token);
        if let Some(player) = self.sessions.known(&kept_by, now) {
            return Ok(Some(player));
        }
        let asked = self.sessions.age();
        let found: Stored<Option<(Player, i64)>> = read!(self, pool => {
            let row = sqlx::query(SQL).bind(token).bind(now).fetch_optional(pool).await?;
            Ok(match row {
                Some(row) => Some((super::players::player!(row), row.try_get(6)?)),
                None => None,
            })
        });
        let Some((player, expires)) = found? else { return Ok(None) };
        if !self.is_shared() {
            self.sessions.keep(&kept_by, &player, expires, asked);
        }
        Ok(Some(player))
    }
}
