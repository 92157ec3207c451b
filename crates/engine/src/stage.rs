//! A stage of a sequence of play in one row.
//!
//! A game that waits for many different things (a step of a unit in hand, a loss to be named, a die) writes a row for
//! each, and its position says which row it stands in, the innermost procedure first. What the contract asks follows
//! from the row: whose turn it is, the list of orders, whether an order is legal, the prompt.

use crate::contract::{Rules, Turn};

/// What a stage waits for, and from whom.
pub struct Row<P: Rules, R, List = fn(&P, &mut Vec<<P as Rules>::Order>)> {
    /// Who acts: a side with an order, or the dice.
    pub acts: fn(&P) -> Turn,
    /// Lists the legal orders, none where dice are due: adds them to a list, unless the game lists in its own way.
    pub orders: List,
    /// Whether an order is legal, and if not, why.
    pub check: fn(&P, &P::Order) -> Result<(), R>,
    /// What must be done here and cannot be declined, told to whoever orders something else.
    pub duty: Option<R>,
    /// What is expected, in a sentence without the name of whoever acts.
    pub prompt: fn(&P) -> String,
}
