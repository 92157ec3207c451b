//! Sessions lately asked for, so that not every request asks the database who it is from.
//!
//! Only for a database that no other process writes to. Whatever changes a session or what it says of its player
//! forgets all of them when it is done, whether it succeeded or not.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::players::Player;

/// At most so many are kept; then they are learnt anew.
const MOST: usize = 20_000;

/// Sessions by the digest of their token.
#[derive(Default)]
pub(super) struct Sessions(Mutex<Known>);

#[derive(Default)]
struct Known {
    players: HashMap<Vec<u8>, (Player, i64)>,
    /// How often all of them were forgotten.
    age: u64,
}

/// Forgets when it is dropped.
pub(super) struct Forget<'a>(&'a Sessions);

impl Drop for Forget<'_> {
    fn drop(&mut self) {
        let mut known = self.0.lock();
        known.players.clear();
        known.age += 1;
    }
}

impl Sessions {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The player of a session that has not run out.
    pub(super) fn known(&self, token: &[u8], now: i64) -> Option<Player> {
        let known = self.lock();
        known.players.get(token).filter(|(_, expires)| *expires > now).map(|(player, _)| player.clone())
    }

    /// Before the database is asked: how often all was forgotten.
    pub(super) fn age(&self) -> u64 {
        self.lock().age
    }

    /// Keeps what the database said, unless something was changed since it was asked.
    pub(super) fn keep(&self, token: &[u8], player: &Player, expires: i64, asked: u64) {
        let mut known = self.lock();
        if known.age != asked {
            return;
        }
        if known.players.len() >= MOST {
            known.players.clear();
        }
        known.players.insert(token.to_vec(), (player.clone(), expires));
    }

    /// Held while sessions or players are changed.
    pub(super) fn forget_afterwards(&self) -> Forget<'_> {
        Forget(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(name: &str) -> Player {
        Player { id: 1, name: name.into(), guest: true, email: None, notify: false, confirmed: false }
    }

    #[test]
    fn a_session_is_known_until_it_runs_out_or_something_changes() {
        let sessions = Sessions::default();
        let asked = sessions.age();
        sessions.keep(b"token", &player("Ann"), 100, asked);
        assert_eq!(sessions.known(b"token", 99), Some(player("Ann")));
        assert_eq!((sessions.known(b"token", 100), sessions.known(b"other", 1)), (None, None));
        drop(sessions.forget_afterwards());
        assert_eq!(sessions.known(b"token", 1), None);
    }

    #[test]
    fn what_was_asked_before_a_change_is_not_kept_after_it() {
        let sessions = Sessions::default();
        let asked = sessions.age();
        drop(sessions.forget_afterwards());
        sessions.keep(b"token", &player("Ann"), 100, asked);
        assert_eq!(sessions.known(b"token", 1), None);
    }
}
