//! Judgment: what a good player weighs. It decides nothing; computer players think by it.

use super::{Rules, Side};
use crate::dice::Generator;

/// What a good player makes of a position.
pub trait Judgment: Rules {
    /// The position as a side may take it to be: what the other side hides is dealt out anew, by chance.
    /// Computer players think about this one.
    fn surmise(&self, _side: Side, _whims: &mut Generator) -> Self {
        self.clone()
    }

    /// The names of what a good player weighs in a position, for [`standing`](Judgment::standing).
    fn terms() -> &'static [&'static str] {
        &[]
    }

    /// How a position stands for the first side, a number for each of [`terms`](Judgment::terms): positive is
    /// good, and the same position with the sides exchanged has the opposite signs.
    fn standing(&self, _out: &mut Vec<f32>) {}

    /// How readily a sensible player gives each of the listed orders, from 0; computer players draw their
    /// plans by these weights.
    fn inclinations(&self, orders: &[Self::Order], out: &mut Vec<f32>) {
        out.extend(orders.iter().map(|_| 1.0));
    }

    /// Whether a plan may end here: no counter in hand, no attack half built.
    fn at_rest(&self) -> bool {
        true
    }

    /// Whether what a side was about to do still holds now that dice have fallen: those of a march cost it a
    /// few men, those of a combat change everything.
    fn schemes_hold(&self) -> bool {
        false
    }

    /// The position with the other side to move, as if this one had done for its Player-Turn and the dice due in it had
    /// changed nothing: an answer to what was planned is sought there. Nothing where the game does not say.
    fn handed_over(&self) -> Option<Self> {
        None
    }

    /// A count that rises with every Player-Turn.
    fn clock(&self) -> u32 {
        0
    }

    /// How well a game that is over went for the first side, from 0 to 1: finer than who won, where the game
    /// knows it. Computer players learn from it; it decides nothing.
    fn merit(&self) -> Option<f32> {
        None
    }
}
