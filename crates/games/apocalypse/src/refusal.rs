//! Why an order is refused: the rule and the sentence. Both are part of the program, so a refusal costs nothing.

use engine::Objection;

use crate::position::Position;

/// A reason to refuse an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub rule: &'static str,
    pub why: &'static str,
}

/// A refusal under a rule.
pub(crate) const fn no(rule: &'static str, why: &'static str) -> Refusal {
    Refusal { rule, why }
}

/// What chapters answer.
pub(crate) type Verdict<T = ()> = Result<T, Refusal>;

/// The order belongs to another moment of the game.
pub(crate) const NOT_NOW: Refusal = no("2.0", "this order does not fit now");
/// The counter belongs to somebody else, or is not there.
pub(crate) const NOT_YOURS: Refusal = no("2.0", "that counter is not yours to use now");
/// There is no such hex.
pub(crate) const NO_SUCH_HEX: Refusal = no("protocol", "there is no such hex on this map");

/// An error unless a condition holds.
pub(crate) fn ensure(holds: bool, refusal: Refusal) -> Verdict {
    if holds { Ok(()) } else { Err(refusal) }
}

impl Refusal {
    /// The rule and the sentence, for a player.
    pub(crate) fn objection(self, position: &Position) -> Objection {
        match self == NOT_NOW {
            true => Objection::new(self.rule, format!("{}: {}", self.why, position.prompt_words())),
            false => Objection::new(self.rule, self.why),
        }
    }
}
