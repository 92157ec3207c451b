//! Passwords: digested slowly on purpose, a few at a time, with a short queue.
//!
//! One digest takes 19 MiB and some tens of milliseconds. Hundreds at once would take the memory of everybody else,
//! so few are made at a time, few more may wait, and the rest are asked to come again. What they are worked out on is
//! kept: given back and taken anew on whatever thread has its turn, it would stay with every one of these threads.

use std::sync::{Arc, Mutex, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, Version};

use crate::fault::Fault;
use crate::queue::Queue;
use crate::secret;

/// So many digests are made at a time.
const AT_ONCE: usize = 2;
/// So many more may wait for their turn.
const WAITING: usize = 16;

/// The digest of a password nobody has, for the time it takes.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5$U2rGzKnOcy1RxkRJtQ3uqsRVfeHfnzbYqtFpWsZc1zE";

/// Where passwords are digested.
pub struct Passwords {
    queue: Queue,
    slates: Slates,
}

impl Default for Passwords {
    fn default() -> Self {
        Passwords { queue: Queue::new(AT_ONCE, WAITING), slates: Slates::default() }
    }
}

impl Passwords {
    /// What is kept of a password.
    pub async fn digest(&self, password: String) -> Result<String, Fault> {
        let slates = self.slates.clone();
        let work = move || {
            let salt = secret::bytes::<16>();
            let params = Params::default();
            let output = slates.worked_out(&params, &password, &salt, Params::DEFAULT_OUTPUT_LEN)?;
            let hash = PasswordHash {
                algorithm: ARGON2ID_IDENT,
                version: Some(Version::V0x13.into()),
                params: ParamsString::try_from(&params).ok()?,
                salt: Some(Salt::new(&salt).ok()?),
                hash: Some(output),
            };
            Some(hash.to_string())
        };
        self.queue.in_turn(work).await?.ok_or_else(|| {
            tracing::error!("a password could not be digested");
            Fault::trouble()
        })
    }

    /// Whether a password goes with a digest; with none it takes as long, and does not.
    pub async fn verified(&self, password: String, digest: Option<String>) -> Result<bool, Fault> {
        let slates = self.slates.clone();
        let work = move || {
            let known = digest.as_deref().unwrap_or(NOBODY);
            slates.fits(&password, known).unwrap_or(false) && digest.is_some()
        };
        self.queue.in_turn(work).await
    }
}

/// What digests are worked out on; as many as were needed at once.
#[derive(Clone, Default)]
struct Slates(Arc<Mutex<Vec<Vec<Block>>>>);

impl Slates {
    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Vec<Block>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The digest of a password; none if it cannot be had with these parameters.
    fn worked_out(&self, params: &Params, password: &str, salt: &[u8], length: usize) -> Option<Output> {
        let mut slate = self.lock().pop().unwrap_or_default();
        if slate.len() < params.block_count() {
            slate.resize(params.block_count(), Block::new());
        }
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
        let mut output = [0; Output::MAX_LENGTH];
        let done = output.get_mut(..length).and_then(|output| {
            argon2.hash_password_into_with_memory(password.as_bytes(), salt, output, &mut slate[..]).ok()?;
            Output::new(output).ok()
        });
        // From what stands there a password would be guessed much faster than from its digest.
        slate.fill(Block::new());
        self.lock().push(slate);
        done
    }

    /// Whether a password goes with a digest; none if that is not one of ours.
    fn fits(&self, password: &str, digest: &str) -> Option<bool> {
        let kept = PasswordHash::new(digest).ok()?;
        let ours = kept.algorithm == ARGON2ID_IDENT && kept.version == Some(Version::V0x13.into());
        let (salt, output) = (kept.salt.filter(|_| ours)?, kept.hash?);
        let params = Params::try_from(&kept).ok()?;
        // Compared in the same time wherever they differ.
        Some(self.worked_out(&params, password, &salt, output.len())? == output)
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
    use argon2::password_hash::{PasswordHasher, PasswordVerifier};

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

    #[tokio::test]
    async fn digests_kept_by_earlier_programs_are_known() {
        // Of "correct horse", made by the library alone; the second with less work.
        let usual = Argon2::default().hash_password(b"correct horse").unwrap().to_string();
        let lesser = Params::new(8 * 1024, 1, 1, None).unwrap();
        let lesser = Argon2::from(lesser).hash_password(b"correct horse").unwrap().to_string();
        let passwords = Passwords::default();
        for kept in [usual, lesser] {
            assert!(passwords.verified("correct horse".into(), Some(kept.clone())).await.unwrap(), "{kept}");
            assert!(!passwords.verified("correct house".into(), Some(kept.clone())).await.unwrap(), "{kept}");
        }
        for wrong in [
            "",
            "$argon2id$",
            "$argon2d$v=19$m=19456,t=2,p=1$bm9ib2R5bm9ib2R5$U2rGzKnOcy1RxkRJtQ3uqsRVfeHfnzbYqtFpWsZc1zE",
        ] {
            assert!(
                !passwords.verified("correct horse".into(), Some(wrong.into())).await.unwrap(),
                "{wrong}"
            );
        }
        // And the library knows ours.
        let ours = passwords.digest("correct horse".into()).await.unwrap();
        let ours = PasswordHash::new(&ours).unwrap();
        assert!(Argon2::default().verify_password(b"correct horse", &ours).is_ok());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn however_many_try_there_are_two_slates_and_nothing_stays_on_them() {
        let passwords = Arc::new(Passwords::default());
        let tries: Vec<_> = (0..40)
            .map(|n| {
                let passwords = passwords.clone();
                tokio::spawn(async move { passwords.verified(format!("guess {n}"), None).await })
            })
            .collect();
        for tried in tries {
            let _ = tried.await.unwrap();
        }
        let slates = passwords.slates.lock();
        assert!((1..=AT_ONCE).contains(&slates.len()), "{}", slates.len());
        for slate in slates.iter() {
            assert_eq!(slate.len(), Params::DEFAULT.block_count());
            assert!(slate.iter().all(|block| block.as_ref().iter().all(|&word| word == 0)));
        }
    }
}
