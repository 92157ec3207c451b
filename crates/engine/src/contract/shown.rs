//! What is shown: the scene, words, the sums behind fights, ways and threats.

use serde::Serialize;

use super::{Rules, Side, Viewer};
use crate::hex::HexNumber;
use crate::odds::Sum;
use crate::scene::{Scene, Threat};

/// A way for a counter to a hex.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Route<O> {
    /// Where it ends.
    pub hex: HexNumber,
    /// What it costs, as the rulebook counts: "3", "2½".
    pub cost: String,
    /// Whether the counter must stop there.
    pub stops: bool,
    /// The orders, one after another; the move is not ended yet unless the rules end it.
    pub orders: Vec<O>,
}

/// What an order points at on the board, so that a click can find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Aim {
    /// The counter that would act, or be acted on.
    pub counter: Option<u16>,
    /// The hex it speaks of or leads to.
    pub hex: Option<HexNumber>,
}

/// What people see and read of a position.
pub trait Shown: Rules {
    /// What a viewer may see, ready to draw.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// The name of a side in this scenario.
    fn side_name(&self, side: Side) -> &str;

    /// What is expected now, in a sentence.
    fn prompt(&self) -> String;

    /// An order in words: "Axemen 3 step north-east to 2107".
    fn describe(&self, order: &Self::Order) -> String;

    /// How the game ended, in a sentence; empty while it goes on.
    fn verdict(&self) -> String;

    /// The computations behind the fights an order begins, changes or commits, before any die is rolled.
    fn sums(&self, _order: &Self::Order) -> Vec<Sum> {
        Vec::new()
    }

    /// Where a counter that may be moved now can get to, with the orders that take it there.
    fn routes(&self, _counter: u16) -> Vec<Route<Self::Order>> {
        Vec::new()
    }

    /// What a side could reach, shoot at or attack in its next turn, as far as `viewer` may know.
    fn menace(&self, _side: Side, _viewer: Viewer) -> Vec<Threat> {
        Vec::new()
    }

    /// The hexes a counter could hit from where it stands.
    fn field_of_fire(&self, _counter: u16) -> Vec<HexNumber> {
        Vec::new()
    }

    /// What an order points at on the board.
    fn aim(&self, _order: &Self::Order) -> Aim {
        Aim::default()
    }

    /// Whether there is any counter a viewer may not know.
    fn hides_from(&self, _viewer: Viewer) -> bool {
        false
    }

    /// Whether a viewer may not know which counter this is.
    fn conceals(&self, _counter: u16, _viewer: Viewer) -> bool {
        false
    }
}
