//! Secrets: tokens nobody guesses, and what is kept of them.

use engine::table::hex_digits;
use sha2::{Digest, Sha256};

/// Random bytes from the operating system.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Without randomness there are no sessions and no dice: nothing sensible is left to do.
    getrandom::fill(&mut bytes).unwrap_or_else(|error| {
        tracing::error!(%error, "the operating system gives no random numbers");
        std::process::abort()
    });
    bytes
}

/// A token of 256 bits, in hexadecimal.
pub fn token() -> String {
    hex_digits(&bytes::<32>())
}

/// A name of a game in addresses: 80 bits in letters and digits that are not taken for one another.
pub fn name() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    bytes::<16>().iter().map(|byte| LETTERS[(byte & 31) as usize] as char).collect()
}

/// A random number.
pub fn number() -> u64 {
    u64::from_le_bytes(bytes())
}

/// Bytes from hexadecimal digits, two for each.
pub fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// What is kept of a token: whoever reads the database cannot use it.
pub fn digest(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_differ() {
        assert_eq!(token().len(), 64);
        assert_ne!(token(), token());
        assert_eq!(name().len(), 16);
        assert_ne!(name(), name());
    }

    #[test]
    fn bytes_are_read_from_hexadecimal() {
        assert_eq!(from_hex("00ff10"), Some(vec![0, 255, 16]));
        assert_eq!(from_hex("0g"), None);
    }
}
