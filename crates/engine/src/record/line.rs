//! The lines of a record after its header: orders and rolls, what was taken back, who sat where, and the end.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Written;
use crate::contract::{Outcome, Side, Turn};
use crate::table::{Table, hex_digits};

/// One line: an order or roll (an *entry*), or what happened between them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// How many entries stand after it; the number of an entry, from 1.
    pub n: usize,
    /// The order, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Written>,
    /// The faces of the dice, if it is a roll.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<Vec<u8>>,
    /// With an order, what its player gives towards dice that follow from a committed seed. With a roll from an open
    /// seed, what goes into it; a roll without was entered by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// For a roll from a committed seed, its number among all there were, those taken back included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throw: Option<u64>,
    /// Whether the entries after the `n`th are taken back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub back: bool,
    /// Who sits where from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Box<Seated>>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<Box<End>>,
    /// The hash of the chain up to here.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hash: String,
    /// The server's signature of the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<Box<Signed>>,
}

/// What a line says.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Said<'a> {
    /// An order.
    Order(&'a Written),
    /// A roll.
    Roll(&'a [u8]),
    /// Entries are taken back.
    Back,
    /// Somebody takes a seat.
    Seat(&'a Seated),
    /// It is over.
    End(&'a End),
}

/// Somebody in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seated {
    /// Where.
    pub side: Side,
    /// The name at the table.
    pub name: String,
    /// The level of the computer, if it leads the seat for them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<String>,
}

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// By the rules of the game.
    Rules,
    /// A side gave up.
    Resigned,
    /// Both agreed to a draw.
    Agreed,
    /// The time of a side was up, and the other claimed the victory.
    Time,
}

/// The end of a game with its result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// How it came.
    pub how: How,
    /// Who gave up, or whose time was up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Side>,
    /// Who has won; nobody if it was drawn.
    pub winner: Option<Side>,
    /// How well.
    pub grade: String,
    /// The rule that ends the game.
    pub rule: String,
    /// The verdict in a sentence.
    pub why: String,
    /// Who played, the first side first; not said where nobody was seated by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<[String; 2]>,
}

impl End {
    /// The end of a game by its rules, if it is over.
    pub fn by_rules(table: &dyn Table) -> Option<End> {
        let Turn::Over(Outcome { winner, grade, rule }) = table.turn() else { return None };
        let why = table.verdict();
        Some(End {
            how: How::Rules,
            by: None,
            winner,
            grade: grade.to_string(),
            rule: rule.to_string(),
            why,
            players: None,
        })
    }

    /// Why this cannot be the end of a game that stands so; the words are the table's own.
    pub fn wrong(&self, table: &dyn Table) -> Option<String> {
        let told = (self.how, self.by, self.winner);
        match (End::by_rules(table), told) {
            (Some(end), (How::Rules, None, winner)) => {
                let same = end.winner == winner
                    && (&end.grade, &end.rule, &end.why) == (&self.grade, &self.rule, &self.why);
                (!same).then(|| format!("by the rules the result is another: {}", end.why))
            }
            (Some(end), _) => Some(format!("the game was over by its rules before that: {}", end.why)),
            (None, (How::Agreed, None, None)) => None,
            (None, (How::Resigned | How::Time, Some(loser), winner)) if winner == Some(loser.other()) => None,
            (None, (How::Rules, ..)) => Some("by the rules the game is not over".into()),
            _ => Some("the result does not follow from how it ended".into()),
        }
    }
}

/// An ed25519 signature and the key it can be checked with, both in hexadecimal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signed {
    /// The public key.
    pub key: String,
    /// The signature.
    pub signature: String,
}

impl Line {
    /// An order, with the nonce given with it.
    pub fn order(order: impl Into<Written>, nonce: Option<&str>) -> Line {
        Line { order: Some(order.into()), nonce: nonce.map(str::to_string), ..Line::default() }
    }

    /// A roll entered by hand, or from an open seed with a nonce.
    pub fn roll(faces: &[u8], nonce: Option<&str>) -> Line {
        Line { roll: Some(faces.to_vec()), nonce: nonce.map(str::to_string), ..Line::default() }
    }

    /// A roll from a committed seed.
    pub fn throw(faces: &[u8], number: u64) -> Line {
        Line { roll: Some(faces.to_vec()), throw: Some(number), ..Line::default() }
    }

    /// What the line says; `None` if it says nothing or two things at once.
    pub fn said(&self) -> Option<Said<'_>> {
        let Line { order, roll, nonce, throw, back, seat, end, signed, .. } = self;
        let said = match (order, roll, back, seat, end) {
            (Some(order), None, false, None, None) => Said::Order(order),
            (None, Some(faces), false, None, None) => Said::Roll(faces),
            (None, None, true, None, None) => Said::Back,
            (None, None, false, Some(seat), None) => Said::Seat(seat),
            (None, None, false, None, Some(end)) => Said::End(end),
            _ => return None,
        };
        let fits = match said {
            Said::Order(_) => throw.is_none() && signed.is_none(),
            Said::Roll(_) => (nonce.is_none() || throw.is_none()) && signed.is_none(),
            Said::Back | Said::Seat(_) => nonce.is_none() && throw.is_none() && signed.is_none(),
            Said::End(_) => nonce.is_none() && throw.is_none(),
        };
        fits.then_some(said)
    }

    /// The same line with the hash it must have after `previous`.
    pub(super) fn chained(mut self, previous: &str) -> Line {
        let signed = self.signed.take();
        self.hash = String::new();
        self.hash = chain(Some(previous), &self);
        self.signed = signed;
        self
    }
}

/// The hash of a line of the record after the hash before it.
pub(super) fn chain(previous: Option<&str>, line: &impl Serialize) -> String {
    let mut hash = Sha256::new();
    if let Some(previous) = previous {
        hash.update(previous);
        hash.update("\n");
    }
    // Header and lines are plain data with text keys: serde_json writes them without fail.
    hash.update(serde_json::to_string(line).unwrap_or_default());
    hex_digits(&hash.finalize())
}
