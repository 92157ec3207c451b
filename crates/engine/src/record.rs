//! Records: a game as the list of its orders and rolls, one JSON line each, chained by SHA-256.
//!
//! ```text
//! {"strategikon":"record","version":1,"game":"skirmish","ruleset":1,"scenario":"skirmish/field",…}
//! {"n":1,"order":{"order":"step","counter":0,"to":"0204"},"hash":"5d3c…"}
//! {"n":2,"roll":[4],"nonce":"","hash":"90ab…"}
//! ```
//!
//! The hash of an entry is the SHA-256 of the hash before it, a line feed, and the entry as compact JSON
//! without its hash. The chain starts from the SHA-256 of the header as compact JSON without the seed, so
//! that the seed can be revealed when the game is over without breaking the chain.

mod session;
mod verify;

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::edition::Options;
use crate::table::hex_digits;

pub use session::{Session, Told};
pub use verify::{Verification, verify};

/// The version of the format this program writes and reads.
pub const VERSION: u32 = 1;

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
        let commitment = hex_digits(&Sha256::digest(seed));
        DiceSource::Seeded(Seeded { commitment, seed: Some(hex_digits(seed)) })
    }

    /// A seed that is kept secret for now.
    pub fn committed(seed: &[u8]) -> Self {
        DiceSource::Seeded(Seeded { commitment: hex_digits(&Sha256::digest(seed)), seed: None })
    }

    /// The seed, if there is one and it is revealed.
    pub fn seed(&self) -> Option<Vec<u8>> {
        let DiceSource::Seeded(Seeded { seed: Some(seed), .. }) = self else { return None };
        let digit = |byte: u8| b"0123456789abcdef".iter().position(|&d| d == byte).map(|d| d as u8);
        seed.as_bytes().chunks(2).map(|pair| Some(digit(pair[0])? * 16 + digit(*pair.get(1)?)?)).collect()
    }
}

/// One order or roll.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its number, from 1.
    pub n: usize,
    /// The order, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Value>,
    /// The faces of the dice, if it is a roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<Vec<u8>>,
    /// For a roll derived from the seed, the nonce of the player who caused it; a roll without was entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// The hash of the chain up to here.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hash: String,
}

/// What an entry says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Said<'a> {
    /// An order.
    Order(&'a Value),
    /// A roll, with the nonce if it was derived.
    Roll(&'a [u8], Option<&'a str>),
}

impl Entry {
    /// What the entry says; `None` if it says nothing or two things at once.
    pub fn said(&self) -> Option<Said<'_>> {
        match (&self.order, &self.roll, &self.nonce) {
            (Some(order), None, None) => Some(Said::Order(order)),
            (None, Some(faces), nonce) => Some(Said::Roll(faces, nonce.as_deref())),
            _ => None,
        }
    }

    /// The same entry with the hash it must have after `previous`.
    fn chained(mut self, previous: &str) -> Entry {
        self.hash = String::new();
        self.hash = chain(Some(previous), &self);
        self
    }
}

/// The hash of a line of the record after the hash before it.
fn chain(previous: Option<&str>, line: &impl Serialize) -> String {
    let mut hash = Sha256::new();
    if let Some(previous) = previous {
        hash.update(previous);
        hash.update("\n");
    }
    // Header and entries are plain data with text keys: serde_json writes them without fail.
    hash.update(serde_json::to_string(line).unwrap_or_default());
    hex_digits(&hash.finalize())
}

impl Header {
    /// The hash the chain starts from.
    pub fn hash(&self) -> String {
        let mut header = self.clone();
        if let DiceSource::Seeded(seeded) = &mut header.dice {
            seeded.seed = None;
        }
        chain(None, &header)
    }
}

/// A record as read: its form and its chain are right, its orders not yet replayed.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The first line.
    pub header: Header,
    /// The entries, in order.
    pub entries: Vec<Entry>,
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
    fn new(line: usize, what: impl Into<String>) -> Self {
        RecordFault { line, what: what.into() }
    }

    /// A fault of the entry with this number, which stands one line further down.
    fn of_entry(n: usize, what: impl Into<String>) -> Self {
        RecordFault::new(n + 1, what)
    }
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for RecordFault {}

impl Record {
    /// Whether a text looks like a record at all.
    pub fn looks_like_one(text: &str) -> bool {
        text.trim_start().starts_with('{')
            && text.lines().next().is_some_and(|l| l.contains("\"strategikon\""))
    }

    /// Reads a record and checks version, numbering and chain.
    pub fn read(text: &str) -> Result<Record, RecordFault> {
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
        let (_, first) = lines.next().ok_or_else(|| RecordFault::new(1, "the record is empty"))?;
        let header = read_header(first)?;
        let mut hash = header.hash();
        let mut entries = vec![];
        for (line, text) in lines {
            let entry = read_entry(line, text)?;
            if entry.n != line - 1 {
                return Err(RecordFault::new(
                    line,
                    format!("entry {} stands where {} belongs", entry.n, line - 1),
                ));
            }
            let claimed = entry.hash.clone();
            let entry = entry.chained(&hash);
            if entry.hash != claimed {
                let what =
                    "the chain is broken: this entry or one before it was changed after it was written";
                return Err(RecordFault::new(line, what));
            }
            hash.clone_from(&entry.hash);
            entries.push(entry);
        }
        Ok(Record { header, entries })
    }

    /// The hash at the end of the chain.
    pub fn hash(&self) -> String {
        self.entries.last().map_or_else(|| self.header.hash(), |entry| entry.hash.clone())
    }
}

/// The record as text, one line for the header and one for each entry.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}", serde_json::to_string(&self.header).map_err(|_| fmt::Error)?)?;
        for entry in &self.entries {
            writeln!(f, "{}", serde_json::to_string(entry).map_err(|_| fmt::Error)?)?;
        }
        Ok(())
    }
}

fn read_header(text: &str) -> Result<Header, RecordFault> {
    let not_json = |e| RecordFault::new(1, format!("not a record: {e}"));
    let line: Value = serde_json::from_str(text).map_err(not_json)?;
    if line["strategikon"] != "record" {
        return Err(RecordFault::new(
            1,
            r#"not a record: expected a first line with "strategikon":"record""#,
        ));
    }
    if line["version"] != VERSION {
        let what =
            format!("the record is of version {}; this program reads version {VERSION}", line["version"]);
        return Err(RecordFault::new(1, what));
    }
    // From the text, not from the value: a key given twice is an error only there.
    serde_json::from_str(text).map_err(|e| RecordFault::new(1, format!("the header is wrong: {e}")))
}

fn read_entry(line: usize, text: &str) -> Result<Entry, RecordFault> {
    let entry: Entry = serde_json::from_str(text).map_err(|e| match e.classify() {
        serde_json::error::Category::Eof => RecordFault::new(line, "the line is cut short"),
        _ => RecordFault::new(line, format!("not an entry: {e}")),
    })?;
    match entry.said() {
        Some(_) => Ok(entry),
        None => Err(RecordFault::new(line, "expected either an order or a roll")),
    }
}

#[cfg(test)]
mod tests;
