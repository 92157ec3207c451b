//! Records: a game as the list of its orders and rolls, one JSON line each, chained by SHA-256.
//!
//! ```text
//! {"strategikon":"record","version":2,"game":"skirmish","ruleset":1,"scenario":"skirmish/field",…}
//! {"n":0,"seat":{"side":"first","name":"Ann"},"hash":"77c0…"}
//! {"n":1,"order":{"order":"attack","with":0},"nonce":"0d4f…","hash":"5d3c…"}
//! {"n":2,"roll":[4],"throw":1,"hash":"90ab…"}
//! {"n":0,"back":true,"hash":"1be2…"}
//! {"n":0,"end":{"how":"resigned","by":"first","winner":"second",…},"hash":"c3d1…","signed":{…}}
//! ```
//!
//! The hash of a line is the SHA-256 of the hash before it, a line feed, and the line as compact JSON without its
//! hash and signature. The chain starts from the SHA-256 of the header as compact JSON without the seed of committed
//! dice, so that it can be revealed when the game is over without breaking the chain, and without signature. `n` is
//! how many entries (orders and rolls) stand after the line. A record without an `end` is not finished.
//!
//! Where the dice are committed, a roll follows from the seed, its number among all throws, and the nonces the two
//! sides gave last with orders that stand ([`crate::dice::committed_throw`]); none is entered by hand. A nonce is
//! *bound* if it is the one whose digest, in hexadecimal, was the side's nonce before: its player could not choose it
//! any more when the enemy's last one became known.
//!
//! Version 1 had orders and rolls only; it is still read, replayed and continued as what it is.

mod line;
mod reading;
mod scribe;
mod session;
mod verify;
mod written;

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::edition::Options;
use crate::table::hex_digits;

use line::chain;
pub use line::{End, How, Line, Said, Seated, Signed};
pub use scribe::Scribe;
pub use session::{Session, Told};
pub use verify::{Nonces, Verification, verify};
pub use written::Written;

/// The version of the format this program writes.
pub const VERSION: u32 = 2;

/// The first version, still read.
pub const FIRST_VERSION: u32 = 1;

/// The first line of a record.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Always `record`.
    pub strategikon: String,
    /// The version of the format.
    pub version: u32,
    /// The game's short name.
    pub game: String,
    /// The version of its rules.
    pub ruleset: u32,
    /// The scenario's full name.
    pub scenario: String,
    /// Every option of the scenario.
    pub options: Options,
    /// The digest of the data the scenario was made from.
    pub fingerprint: String,
    /// Where the dice come from.
    pub dice: DiceSource,
    /// The position the record starts from, if it is not the start of the scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Value>,
    /// The record this one branched from, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<Branch>,
    /// The signature of the server it is played at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<Box<Signed>>,
}

/// Where a record left another one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The number of the last entry both have.
    pub at: usize,
    /// Its hash.
    pub hash: String,
}

/// Where the dice of a record come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DiceSource {
    /// Rolls are derived from a seed; its digest is known from the start.
    Seeded(Seeded),
    /// Rolls are derived from a seed that is no secret, or entered by hand.
    Open(Open),
    /// Rolls are entered by hand.
    Physical(Physical),
}

/// A seed whose digest is known from the start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seeded {
    /// SHA-256 of the seed.
    pub commitment: String,
    /// The seed in hexadecimal, once it is revealed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

/// A seed that is no secret: whoever plays can compute the dice beforehand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// The seed in hexadecimal.
    pub open: String,
}

/// The one word `physical`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Physical {
    /// Dice on a real table.
    Physical,
}

impl DiceSource {
    /// Dice on a real table.
    pub const PHYSICAL: DiceSource = DiceSource::Physical(Physical::Physical);

    /// A seed that is no secret.
    pub fn open(seed: &[u8]) -> Self {
        DiceSource::Open(Open { open: hex_digits(seed) })
    }

    /// A seed that is kept secret for now.
    pub fn committed(seed: &[u8]) -> Self {
        DiceSource::Seeded(Seeded { commitment: hex_digits(&Sha256::digest(seed)), seed: None })
    }

    /// The seed, if there is one and it is no secret.
    pub fn seed(&self) -> Option<Vec<u8>> {
        let seed = match self {
            DiceSource::Seeded(Seeded { seed, .. }) => seed.as_ref()?,
            DiceSource::Open(Open { open }) => open,
            DiceSource::Physical(_) => return None,
        };
        let digit = |byte: u8| b"0123456789abcdef".iter().position(|&d| d == byte).map(|d| d as u8);
        seed.as_bytes().chunks(2).map(|pair| Some(digit(pair[0])? * 16 + digit(*pair.get(1)?)?)).collect()
    }
}

impl Header {
    /// The hash the chain starts from.
    pub fn hash(&self) -> String {
        let mut header = self.clone();
        header.signed = None;
        if let DiceSource::Seeded(seeded) = &mut header.dice {
            seeded.seed = None;
        }
        chain(None, &header)
    }

    /// Whether every roll follows from a seed committed to before the game, and none is entered by hand. Version 1 did
    /// not hold to that.
    pub fn is_committed(&self) -> bool {
        self.version > FIRST_VERSION && matches!(self.dice, DiceSource::Seeded(_))
    }
}

/// A record as read: its form and its chain are right, its orders not yet replayed.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The first line.
    pub header: Header,
    /// The lines after it, in order.
    pub lines: Vec<Line>,
}

/// Why a record is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordFault {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl RecordFault {
    /// What is wrong with a line.
    pub fn new(line: usize, what: impl Into<String>) -> Self {
        RecordFault { line, what: what.into() }
    }
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for RecordFault {}

impl Record {
    /// The hash at the end of the chain.
    pub fn hash(&self) -> String {
        self.lines.last().map_or_else(|| self.header.hash(), |line| line.hash.clone())
    }

    /// How it ended; none if it is not finished, or of version 1, which did not say.
    pub fn end(&self) -> Option<&End> {
        self.lines.last().and_then(|line| line.end.as_deref())
    }

    /// Who sat where last.
    pub fn seats(&self) -> [Option<&Seated>; 2] {
        let mut seats = [None, None];
        for seat in self.lines.iter().filter_map(|line| line.seat.as_deref()) {
            seats[seat.side.index()] = Some(seat);
        }
        seats
    }

    /// The text a server signs of its header.
    pub fn signed_header(&self) -> String {
        format!("strategikon record header\n{}", self.header.hash())
    }

    /// The text a server signs of the whole record, once it has an end.
    pub fn signed_end(&self) -> Option<String> {
        self.end().map(|_| format!("strategikon record end\n{}", self.hash()))
    }
}

/// The record as text, one line for the header and one for each after it.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}", serde_json::to_string(&self.header).map_err(|_| fmt::Error)?)?;
        for line in &self.lines {
            writeln!(f, "{}", serde_json::to_string(line).map_err(|_| fmt::Error)?)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod evidence_tests;
#[cfg(test)]
mod tests;
