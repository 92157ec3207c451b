//! Passwords: digested slowly on purpose, a few at a time, with a short queue.
//!
//! One digest takes 19 MiB and some tens of milliseconds. Hundreds at once would take the memory of everybody else,
//! so few are made at a time, few more may wait, and the rest are asked to come again.

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};

use crate::fault::Fault;
use crate::queue::Queue;

/// So many digests are made at a time.
const AT_ONCE: usize = 2;
/// So many more may wait for their turn.
const WAITING: usize = 16;

/// The digest of a password nobody has, for the time it takes.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5$U2rGzKnOcy1RxkRJtQ3uqsRVfeHfnzbYqtFpWsZc1zE";

/// Where passwords are digested.
pub struct Passwords(Queue);

impl Default for Passwords {
    fn default() -> Self {
        Passwords(Queue::new(AT_ONCE, WAITING))
    }
}

impl Passwords {
    /// What is kept of a password.
    pub async fn digest(&self, password: String) -> Result<String, Fault> {
        let work = move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string());
        self.0.in_turn(work).await?.map_err(|error| {
            tracing::error!(%error, "a password could not be digested");
            Fault::trouble()
        })
    }

    /// Whether a password goes with a digest; with none it takes as long, and does not.
    pub async fn verified(&self, password: String, digest: Option<String>) -> Result<bool, Fault> {
        let work = move || {
            let known = digest.as_deref().unwrap_or(NOBODY);
            let Ok(hash) = PasswordHash::new(known) else { return false };
            Argon2::default().verify_password(password.as_bytes(), &hash).is_ok() && digest.is_some()
        };
        self.0.in_turn(work).await
    }
}

/// A password somebody may choose.
pub fn proper(password: &str) -> Result<(), Fault> {
    if password.chars().count() < 8 || password.len() > 1_000 {
        return Err(Fault::malformed("a password has at least 8 characters, and at most 1000"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_again_and_no_other() {
        let passwords = Passwords::default();
        let kept = passwords.digest("correct horse".into()).await.unwrap();
        assert!(kept.starts_with("$argon2id$"));
        assert!(passwords.verified("correct horse".into(), Some(kept.clone())).await.unwrap());
        assert!(!passwords.verified("correct house".into(), Some(kept)).await.unwrap());
        assert!(PasswordHash::new(NOBODY).is_ok());
        assert!(!passwords.verified("anything".into(), None).await.unwrap());
    }
}
