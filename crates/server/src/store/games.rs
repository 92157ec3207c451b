//! Games and their deeds.

use engine::Side;
use sqlx::Row;

use super::writer::Summary;
use super::{Store, StoreFault, Stored, change, read};
use crate::deed::Deed;

/// A game as it was set up.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRow {
    /// Its name in addresses.
    pub id: String,
    /// The scenario's full name.
    pub scenario: String,
    /// The header of its record, as JSON, without the seed.
    pub header: String,
    /// The secret seed of its dice; none with physical dice.
    pub seed: Option<Vec<u8>>,
    /// `hotseat`, `computer`, `invite`, `open`, or `lesson/` and its name.
    pub seating: String,
    /// Its clock, as JSON.
    pub clock: Option<String>,
    /// The secret part of the invitation.
    pub invite: Option<String>,
    /// When it was set up.
    pub created: i64,
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug)]
pub struct Listed {
    /// Its name in addresses.
    pub id: String,
    /// The scenario's full name.
    pub scenario: String,
    /// Its summary.
    pub summary: Summary,
    /// The names of the players.
    pub names: [Option<String>; 2],
    /// How it is seated.
    pub seating: String,
    /// Its clock, as JSON.
    pub clock: Option<String>,
}

/// Which games to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Those of a player.
    Mine(i64),
    /// Challenges anybody may take up.
    Open,
    /// Games between two players, to watch.
    Watch,
}

/// At most so many in a list.
const LONGEST_LIST: i64 = 200;

/// At most so many games are taken up again at once; the rest are found the next time.
const MOST_RESUMED: i64 = 500;

macro_rules! listing {
    ($which:literal) => {
        concat!(
            "SELECT games.id, games.scenario, games.moves, games.turn, games.to_act, games.finished, ",
            "games.first_player, games.second_player, games.updated, one.name, two.name, games.seating, games.clock, ",
            "games.first_computer, games.second_computer ",
            "FROM games LEFT JOIN players one ON one.id = games.first_player ",
            "LEFT JOIN players two ON two.id = games.second_player WHERE ",
            $which,
            " ORDER BY games.finished, games.updated DESC LIMIT $2"
        )
    };
}
const MINE: &str =
    listing!("(games.first_player = $1 OR games.second_player = $1) AND games.seating NOT LIKE 'lesson/%'");
const OPEN: &str = listing!(
    "$1 = 0 AND games.seating = 'open' AND NOT games.finished \
     AND (games.first_player IS NULL OR games.second_player IS NULL)"
);
const WATCH: &str = listing!(
    "$1 = 0 AND games.seating NOT IN ('hotseat', 'computer') AND games.seating NOT LIKE 'lesson/%' AND games.first_player IS NOT NULL \
     AND games.second_player IS NOT NULL"
);

impl Store {
    /// Sets a game up.
    pub async fn create(&self, game: &GameRow, summary: &Summary) -> Stored<()> {
        const SQL: &str = "INSERT INTO games (id, scenario, header, seed, seating, clock, invite, created, \
             updated, last, moves, turn, to_act, finished, first_player, second_player, first_computer, \
             second_computer) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $10, $11, $12, $13, $14, $15, $16, $17)";
        change!(self, connection => {
            sqlx::query(SQL)
                .bind(&game.id)
                .bind(&game.scenario)
                .bind(&game.header)
                .bind(&game.seed)
                .bind(&game.seating)
                .bind(&game.clock)
                .bind(&game.invite)
                .bind(game.created)
                .bind(summary.updated)
                .bind(summary.moves as i64)
                .bind(&summary.turn)
                .bind(summary.to_act)
                .bind(summary.finished)
                .bind(summary.players[0])
                .bind(summary.players[1])
                .bind(&summary.computers[0])
                .bind(&summary.computers[1])
                .execute(connection)
                .await?;
        });
        Ok(())
    }

    /// A game as it was set up.
    pub async fn game(&self, id: &str) -> Stored<Option<GameRow>> {
        const SQL: &str = "SELECT id, scenario, header, seed, seating, clock, invite, created \
             FROM games WHERE id = $1";
        read!(self, pool => {
            let Some(row) = sqlx::query(SQL).bind(id).fetch_optional(pool).await? else { return Ok(None) };
            Ok(Some(GameRow {
                id: row.try_get(0)?,
                scenario: row.try_get(1)?,
                header: row.try_get(2)?,
                seed: row.try_get(3)?,
                seating: row.try_get(4)?,
                clock: row.try_get(5)?,
                invite: row.try_get(6)?,
                created: row.try_get(7)?,
            }))
        })
    }

    /// The number of a game's last deed.
    pub async fn last(&self, id: &str) -> Stored<Option<u64>> {
        const SQL: &str = "SELECT last FROM games WHERE id = $1";
        read!(self, pool => {
            let row = sqlx::query(SQL).bind(id).fetch_optional(pool).await?;
            Ok(match row {
                Some(row) => Some(row.try_get::<i64, _>(0)? as u64),
                None => None,
            })
        })
    }

    /// The deeds of a game after a number, in order.
    pub async fn deeds(&self, id: &str, after: u64) -> Stored<Vec<Deed>> {
        self.some_deeds(id, after, i64::MAX).await
    }

    /// The same, at most so many.
    pub async fn some_deeds(&self, id: &str, after: u64, most: i64) -> Stored<Vec<Deed>> {
        const SQL: &str = "SELECT number, at, side, body FROM deeds WHERE game = $1 AND number > $2 ORDER BY number LIMIT $3";
        let deeds: Vec<Deed> = read!(self, pool => {
            let rows = sqlx::query(SQL).bind(id).bind(after as i64).bind(most).fetch_all(pool).await?;
            let read = |row: &_| -> Stored<Deed> {
                let body: String = Row::try_get(row, 3)?;
                let side: Option<i64> = Row::try_get(row, 2)?;
                Ok(Deed {
                    number: Row::try_get::<i64, _>(row, 0)? as u64,
                    at: Row::try_get(row, 1)?,
                    side: side.map(|side| Side::BOTH[(side & 1) as usize]),
                    act: serde_json::from_str(&body)?,
                })
            };
            rows.iter().map(read).collect::<Stored<_>>()
        })?;
        let gap = deeds.iter().zip(after + 1..).find(|(deed, expected)| deed.number != *expected);
        match gap {
            Some((deed, expected)) => {
                let what = format!("deed {} of game {id} stands where {expected} belongs", deed.number);
                Err(StoreFault::Corrupt(what))
            }
            None => Ok(deeds),
        }
    }

    /// The game an invitation is for.
    pub async fn invited(&self, invite: &str) -> Stored<Option<String>> {
        const SQL: &str = "SELECT id FROM games WHERE invite = $1";
        read!(self, pool => {
            let row = sqlx::query(SQL).bind(invite).fetch_optional(pool).await?;
            Ok(match row {
                Some(row) => Some(row.try_get(0)?),
                None => None,
            })
        })
    }

    /// A list of games, those going on first, the latest first.
    pub async fn list(&self, shown: Shown) -> Stored<Vec<Listed>> {
        let (sql, player) = match shown {
            Shown::Mine(player) => (MINE, player),
            Shown::Open => (OPEN, 0),
            Shown::Watch => (WATCH, 0),
        };
        read!(self, pool => {
            let rows = sqlx::query(sql).bind(player).bind(LONGEST_LIST).fetch_all(pool).await?;
            let read = |row: &_| -> Stored<Listed> {
                Ok(Listed {
                    id: Row::try_get(row, 0)?,
                    scenario: Row::try_get(row, 1)?,
                    summary: Summary {
                        moves: Row::try_get::<i64, _>(row, 2)? as u64,
                        turn: Row::try_get(row, 3)?,
                        to_act: Row::try_get(row, 4)?,
                        finished: Row::try_get(row, 5)?,
                        players: [Row::try_get(row, 6)?, Row::try_get(row, 7)?],
                        computers: [Row::try_get(row, 13)?, Row::try_get(row, 14)?],
                        updated: Row::try_get(row, 8)?,
                    },
                    names: [Row::try_get(row, 9)?, Row::try_get(row, 10)?],
                    seating: Row::try_get(row, 11)?,
                    clock: Row::try_get(row, 12)?,
                })
            };
            rows.iter().map(read).collect()
        })
    }

    /// Games in which it is the computer's move, untouched since a time, with the owner of the seat to move;
    /// those that have waited longest first.
    pub async fn computers_moves(&self, untouched_since: i64) -> Stored<Vec<(String, i64)>> {
        // The first condition is that of the index.
        const SQL: &str = "SELECT id, CASE to_act WHEN 0 THEN first_player ELSE second_player END FROM games \
             WHERE (first_computer IS NOT NULL OR second_computer IS NOT NULL) AND NOT finished \
             AND ((to_act = 0 AND first_computer IS NOT NULL) OR (to_act = 1 AND second_computer IS NOT NULL)) \
             AND first_player IS NOT NULL AND second_player IS NOT NULL AND updated <= $1 \
             ORDER BY updated LIMIT $2";
        read!(self, pool => {
            let rows = sqlx::query(SQL).bind(untouched_since).bind(MOST_RESUMED).fetch_all(pool).await?;
            let read = |row: &_| -> Stored<(String, i64)> { Ok((Row::try_get(row, 0)?, Row::try_get(row, 1)?)) };
            rows.iter().map(read).collect()
        })
    }

    /// Whom a player does not want to read in a game.
    pub async fn muted(&self, game: &str, player: i64) -> Stored<Vec<String>> {
        const SQL: &str = "SELECT muted FROM mutes WHERE game = $1 AND player = $2 ORDER BY muted";
        read!(self, pool => {
            let rows = sqlx::query(SQL).bind(game).bind(player).fetch_all(pool).await?;
            Ok(rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?)
        })
    }

    /// Mutes somebody in a game, or hears them again.
    pub async fn mute(&self, game: &str, player: i64, muted: &str, mute: bool) -> Stored<()> {
        const MUTE: &str = "INSERT INTO mutes (game, player, muted) VALUES ($1, $2, $3) \
             ON CONFLICT (game, player, muted) DO NOTHING";
        const HEAR: &str = "DELETE FROM mutes WHERE game = $1 AND player = $2 AND muted = $3";
        let sql = if mute { MUTE } else { HEAR };
        change!(self, connection => {
            sqlx::query(sql).bind(game).bind(player).bind(muted).execute(connection).await?;
        });
        Ok(())
    }
}
