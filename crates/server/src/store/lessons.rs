//! Which lessons an account has taken.

use super::{Store, Stored, change, read};

impl Store {
    /// The lessons a player has taken, each as `game/lesson`, the first one first.
    pub async fn lessons_taken(&self, player: i64) -> Stored<Vec<String>> {
        const SQL: &str = "SELECT lesson FROM lessons WHERE player = $1 ORDER BY taken, lesson";
        let all: Vec<(String,)> =
            read!(self, pool => Ok(sqlx::query_as(SQL).bind(player).fetch_all(pool).await?))?;
        Ok(all.into_iter().map(|(lesson,)| lesson).collect())
    }

    /// Adds to the lessons a player has taken; those that were known stay as they were.
    pub async fn take_lessons(&self, player: i64, lessons: &[String], now: i64) -> Stored<()> {
        const SQL: &str = "INSERT INTO lessons (player, lesson, taken) VALUES ($1, $2, $3) ON CONFLICT (player, lesson) DO NOTHING";
        change!(self, connection => {
            for lesson in lessons {
                sqlx::query(SQL).bind(player).bind(lesson).bind(now).execute(&mut *connection).await?;
            }
        });
        Ok(())
    }
}
