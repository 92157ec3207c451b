//! Dice: what a position asks for, what it is given, and where seeded rolls come from.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::contract::Objection;

/// Dice a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct DiceRequest {
    /// How many dice.
    pub count: u8,
    /// Sides of each die.
    pub sides: u8,
}

impl DiceRequest {
    /// One ordinary die.
    pub const ONE_D6: DiceRequest = DiceRequest { count: 1, sides: 6 };

    /// How many different throws there are.
    pub fn ways(self) -> u32 {
        (self.sides as u32).pow(self.count as u32)
    }

    /// Every throw, each as likely as any other.
    ///
    /// ```
    /// use engine::dice::DiceRequest;
    /// assert_eq!(DiceRequest { count: 2, sides: 6 }.throws().count(), 36);
    /// ```
    pub fn throws(self) -> impl Iterator<Item = Dice> {
        (0..self.ways()).map(move |mut n| {
            let mut dice = Dice::default();
            for _ in 0..self.count {
                dice.push((n % self.sides as u32) as u8 + 1);
                n /= self.sides as u32;
            }
            dice
        })
    }

    /// Whether these faces answer the request.
    pub fn accepts(self, faces: &[u8]) -> Result<Dice, Objection> {
        let wrong = faces.len() != self.count as usize || faces.iter().any(|&f| f < 1 || f > self.sides);
        if wrong {
            return Err(Objection::new(
                "dice",
                format!(
                    "{faces:?} does not answer the roll: expected {} from 1 to {}",
                    count_of(self),
                    self.sides
                ),
            ));
        }
        Ok(Dice::from_faces(faces))
    }
}

fn count_of(request: DiceRequest) -> String {
    if request.count == 1 { "one number".into() } else { format!("{} numbers", request.count) }
}

/// The most dice thrown together in any game.
pub const MOST_DICE: usize = 7;

/// Faces of dice thrown together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dice {
    count: u8,
    faces: [u8; MOST_DICE],
}

impl Dice {
    /// A single die.
    pub fn one(face: u8) -> Self {
        Dice::from_faces(&[face])
    }

    /// These faces, at most [`MOST_DICE`].
    pub fn from_faces(faces: &[u8]) -> Self {
        let mut dice = Dice::default();
        faces.iter().take(MOST_DICE).for_each(|&face| dice.push(face));
        dice
    }

    fn push(&mut self, face: u8) {
        self.faces[self.count as usize] = face;
        self.count += 1;
    }

    /// The faces in order.
    pub fn faces(&self) -> &[u8] {
        &self.faces[..self.count as usize]
    }

    /// The first die, where only one was asked for.
    #[inline]
    pub fn first(&self) -> u8 {
        self.faces[0]
    }
}

/// A stream of random numbers: one seed, many independent streams, the same on every machine.
#[derive(Clone, Debug)]
pub struct Generator(ChaCha12Rng);

impl Generator {
    /// The stream with this number of a seed; mass play gives each game its own.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut key = [0u8; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&stream.to_le_bytes());
        Generator(ChaCha12Rng::from_seed(key))
    }

    /// The stream of a 32-byte key.
    pub fn from_key(key: [u8; 32]) -> Self {
        Generator(ChaCha12Rng::from_seed(key))
    }

    /// A number from 0 to `below` − 1, each equally likely.
    #[inline]
    pub fn below(&mut self, below: u32) -> u32 {
        // Multiply-and-reject: the high half of a product, thrown again in the few biased cases.
        let threshold = below.wrapping_neg() % below;
        loop {
            let product = self.0.next_u32() as u64 * below as u64;
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }

    /// Throws the dice asked for.
    #[inline]
    pub fn throw(&mut self, request: DiceRequest) -> Dice {
        let mut dice = Dice::default();
        for _ in 0..request.count {
            dice.push(self.below(request.sides as u32) as u8 + 1);
        }
        dice
    }
}

/// The roll with this number under a secret seed and the acting player's nonce.
///
/// Neither the one who knows the seed nor the one who picks the nonce can foresee it, and whoever has both
/// can compute it again.
pub fn derived_roll(seed: &[u8], number: u64, nonce: &[u8], request: DiceRequest) -> Dice {
    let mut hash = Sha256::new();
    hash.update(b"strategikon roll 1\0");
    hash.update((seed.len() as u64).to_le_bytes());
    hash.update(seed);
    hash.update(number.to_le_bytes());
    hash.update(nonce);
    Generator::from_key(hash.finalize().into()).throw(request)
}

/// The throw with this number, from 1, under a secret seed and the nonce each side gave last, the first side's first.
///
/// Nobody can foresee it without the seed, and whoever has the seed cannot choose it without the nonces of both. The
/// number counts throws that were taken back too, so the same dice never fall twice.
pub fn committed_throw(seed: &[u8], number: u64, nonces: [Option<&str>; 2], request: DiceRequest) -> Dice {
    let mut hash = Sha256::new();
    hash.update(b"strategikon roll 2\0");
    hash.update((seed.len() as u64).to_le_bytes());
    hash.update(seed);
    hash.update(number.to_le_bytes());
    for nonce in nonces {
        // A nonce that was not given is another thing than an empty one.
        hash.update([nonce.is_some() as u8]);
        let nonce = nonce.unwrap_or_default();
        hash.update((nonce.len() as u64).to_le_bytes());
        hash.update(nonce);
    }
    Generator::from_key(hash.finalize().into()).throw(request)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_never_changes() {
        // Golden: old records were rolled with these numbers.
        let mut generator = Generator::new(1, 2);
        let rolls: Vec<u8> = (0..12).map(|_| generator.throw(DiceRequest::ONE_D6).first()).collect();
        assert_eq!(rolls, GOLDEN_STREAM);
        let derived: Vec<u8> =
            (0..12).map(|n| derived_roll(b"seed", n, b"nonce", DiceRequest::ONE_D6).first()).collect();
        assert_eq!(derived, GOLDEN_DERIVED);
        let throw = |n| committed_throw(b"seed", n, [Some("one"), None], DiceRequest::ONE_D6).first();
        assert_eq!((1..13).map(throw).collect::<Vec<u8>>(), GOLDEN_COMMITTED);
    }

    #[test]
    fn a_throw_depends_on_seed_number_and_both_nonces() {
        let many = DiceRequest { count: 7, sides: 6 };
        let throw = |seed: &str, n, one, two| committed_throw(seed.as_bytes(), n, [one, two], many);
        let all = [
            throw("seed", 1, Some("a"), Some("b")),
            throw("deed", 1, Some("a"), Some("b")),
            throw("seed", 2, Some("a"), Some("b")),
            throw("seed", 1, Some("c"), Some("b")),
            throw("seed", 1, Some("a"), Some("c")),
            throw("seed", 1, Some("b"), Some("a")),
            throw("seed", 1, Some("ab"), Some("")),
            throw("seed", 1, Some("ab"), None),
        ];
        for (i, one) in all.iter().enumerate() {
            assert!(!all[..i].contains(one), "{i}: {one:?}");
        }
    }

    const GOLDEN_STREAM: [u8; 12] = [1, 2, 3, 1, 2, 1, 5, 3, 1, 3, 2, 3];
    const GOLDEN_DERIVED: [u8; 12] = [6, 2, 1, 3, 6, 5, 4, 6, 3, 2, 4, 2];
    const GOLDEN_COMMITTED: [u8; 12] = [1, 4, 6, 1, 5, 5, 2, 2, 4, 6, 3, 1];

    #[test]
    fn faces_are_fair() {
        let mut generator = Generator::new(7, 0);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[generator.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
    }

    #[test]
    fn wrong_dice_are_refused_with_what_was_expected() {
        let why = DiceRequest::ONE_D6.accepts(&[7]).unwrap_err().why;
        assert!(why.contains("one number from 1 to 6"), "{why}");
        assert!(DiceRequest::ONE_D6.accepts(&[1, 2]).is_err());
        assert_eq!(DiceRequest::ONE_D6.accepts(&[6]), Ok(Dice::one(6)));
    }
}
