//! The one contract: what every game promises, and nothing more.
//!
//! It has three parts, each a trait that a game implements in a file of that name: its [`Rules`], what is [`Shown`]
//! of a position, and the [`Judgment`] of a good player. Whatever implements all three is a [`Game`].

mod judgment;
mod open_table;
mod rules;
mod shown;

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::by_hand::ByHand;
use crate::dice::DiceRequest;

pub use judgment::Judgment;
pub use open_table::{Bout, Held, Region};
pub use rules::Rules;
pub use shown::{Aim, End, Route, Shown, Way};

/// A game in progress: its rules, what is shown of it, what a good player weighs, and how people write its
/// positions.
pub trait Game: Shown + Judgment + ByHand {}

impl<G: Shown + Judgment + ByHand> Game for G {}

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side listed first in the scenario.
    First,
    /// The side listed second.
    Second,
}

impl Side {
    /// Both, in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[inline]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 or 1, for arrays with one entry a side.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Who looks at a scene.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    /// The player of a side.
    Side(Side),
    /// Somebody watching: sees what neither side hides.
    Public,
    /// The referee: sees everything.
    Referee,
}

impl Viewer {
    /// Whether this viewer may give the order that a position waits for.
    pub fn may_act(self, turn: Turn) -> bool {
        match (self, turn) {
            (Viewer::Side(viewer), Turn::Order(side)) => viewer == side,
            (Viewer::Referee, Turn::Order(_)) => true,
            _ => false,
        }
    }

    /// Whether this viewer may see what `side` hides from its enemy.
    pub fn sees_secrets_of(self, side: Side) -> bool {
        match self {
            Viewer::Side(viewer) => viewer == side,
            Viewer::Public => false,
            Viewer::Referee => true,
        }
    }
}

/// What a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// This side must give an order.
    Order(Side),
    /// The dice must be rolled.
    Dice(DiceRequest),
    /// Nothing: the game is over.
    Over(Outcome),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// How clearly, in the game's own words: `"victory"`, `"major"`, `"minor"`, `"draw"`.
    pub grade: &'static str,
    /// The rule that says so.
    pub rule: &'static str,
}

/// Why an order is refused: the rule's number and a sentence for a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Objection {
    /// The rule that forbids it.
    pub rule: Cow<'static, str>,
    /// The reason, in a sentence.
    pub why: String,
}

impl Objection {
    /// An objection under a rule.
    pub fn new(rule: impl Into<Cow<'static, str>>, why: impl Into<String>) -> Self {
        Objection { rule: rule.into(), why: why.into() }
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} ({})", self.why, self.rule)
    }
}

impl Turn {
    /// The side that must give an order; nobody while dice are due or after the end.
    pub fn side(self) -> Option<Side> {
        match self {
            Turn::Order(side) => Some(side),
            _ => None,
        }
    }
}

impl std::error::Error for Objection {}

/// What a game's list of orders promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Listing {
    /// Every legal order is listed, or comes to the same as one that is ([`Rules::as_listed`]).
    Complete,
    /// The useful orders are listed and [`Rules::check`] accepts more: on an open table nobody can list every
    /// place a unit may go to.
    Representative,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_leads_the_side_to_move_may_act_and_the_referee_for_anybody() {
        let turn = Turn::Order(Side::First);
        assert_eq!(turn.side(), Some(Side::First));
        assert!(Viewer::Side(Side::First).may_act(turn) && Viewer::Referee.may_act(turn));
        assert!(!Viewer::Side(Side::Second).may_act(turn) && !Viewer::Public.may_act(turn));
        let dice = Turn::Dice(DiceRequest::ONE_D6);
        assert!(dice.side().is_none() && !Viewer::Referee.may_act(dice));
    }
}
