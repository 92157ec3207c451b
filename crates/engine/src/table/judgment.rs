//! What a good player makes of a game, whichever it is.

use std::hash::Hasher;

use super::{OpenTable, OrderList, Table};
use crate::contract::{Game, Side};
use crate::dice::Generator;

/// What a good player weighs: [`Judgment`](crate::contract::Judgment) of whichever game.
pub trait TableJudgment: Send + Sync {
    /// How readily a sensible player gives each order of the list of this position.
    fn inclinations(&self, list: &OrderList, out: &mut Vec<f32>);
    /// The table as a side may take it to be, without the other side's secrets.
    fn surmise(&self, side: Side, whims: &mut Generator) -> Box<dyn Table>;
    /// The names of what the game weighs in a position.
    fn terms(&self) -> &'static [&'static str];
    /// How the position stands for the first side, term by term.
    fn standing(&self, out: &mut Vec<f32>);
    /// How well a game that is over went for the first side, finer than who won, if the game knows it.
    fn merit(&self) -> Option<f32>;
    /// Whether a plan may end here.
    fn at_rest(&self) -> bool;
    /// Whether what was planned before dice fell still holds.
    fn schemes_hold(&self) -> bool;
    /// The table with the other side to move, as if the dice still due had changed nothing, where the game says.
    fn handed_over(&self) -> Option<Box<dyn Table>>;
    /// A count that rises with every Player-Turn.
    fn clock(&self) -> u32;
    /// A quick digest of the position, for telling plans apart that come to the same.
    fn digest(&self) -> u64;
}

impl<G: Game> TableJudgment for OpenTable<G> {
    fn inclinations(&self, list: &OrderList, out: &mut Vec<f32>) {
        self.position.inclinations(list.all::<G>(), out);
    }

    fn surmise(&self, side: Side, whims: &mut Generator) -> Box<dyn Table> {
        OpenTable::boxed(self.position.surmise(side, whims))
    }

    fn terms(&self) -> &'static [&'static str] {
        G::terms()
    }

    fn standing(&self, out: &mut Vec<f32>) {
        self.position.standing(out);
    }

    fn merit(&self) -> Option<f32> {
        self.position.merit()
    }

    fn at_rest(&self) -> bool {
        self.position.at_rest()
    }

    fn schemes_hold(&self) -> bool {
        self.position.schemes_hold()
    }

    fn handed_over(&self) -> Option<Box<dyn Table>> {
        self.position.handed_over().map(OpenTable::boxed)
    }

    fn clock(&self) -> u32 {
        self.position.clock()
    }

    fn digest(&self) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.position.hash(&mut hasher);
        hasher.finish()
    }
}
