//! What a player says: one small step at a time.

use engine::hex::{Direction, HexNumber};
use serde::{Deserialize, Serialize};

use crate::position::Position;
use crate::unit::{Spot, UnitId};

/// An order.
///
/// ```
/// use basileus::{Order, UnitId};
/// let order: Order = serde_json::from_str(r#"{"do":"lead","unit":4}"#).unwrap();
/// assert_eq!(order, Order::Lead { unit: UnitId(4) });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Puts a counter on a hex: before play, or as a reinforcement.
    Place {
        /// The counter.
        unit: UnitId,
        /// Where.
        hex: HexNumber,
    },
    /// Takes a counter placed before play back into the hand.
    Lift {
        /// The counter.
        unit: UnitId,
    },
    /// Deploys everything as the game suggests.
    Muster,
    /// Takes up a counter to move it alone.
    Move {
        /// The counter.
        unit: UnitId,
    },
    /// Takes up a combat unit with the commander stacked on it; they move as one.
    Lead {
        /// The combat unit.
        unit: UnitId,
    },
    /// The counter in hand tries to draw an enemy unit on by feigned flight.
    Feign {
        /// The enemy unit.
        target: UnitId,
    },
    /// Names which of the nearest units an impetuous enemy rushes at.
    Provoke {
        /// The unit rushed at.
        unit: UnitId,
    },
    /// The counter in hand goes one hex: moving, rushing, drawn on, withdrawing or retreating.
    Step {
        /// Which way.
        to: Direction,
    },
    /// The counter in hand ends its move, or its withdrawal.
    Halt,
    /// Begins an attack on a hex.
    Attack {
        /// The target.
        hex: HexNumber,
    },
    /// A unit joins the attack being built.
    Join {
        /// The unit.
        unit: UnitId,
    },
    /// A cavalry unit joins the attack being built, or goes on in it, at the charge.
    Charge {
        /// The unit.
        unit: UnitId,
    },
    /// A unit leaves the attack being built.
    Leave {
        /// The unit.
        unit: UnitId,
    },
    /// Calls the attack being built off.
    Withdraw {
        /// Its target.
        hex: HexNumber,
    },
    /// Commits to the attack; of the defender of 12.3: to the support named.
    Commit,
    /// The attacked unit tries to slip away.
    Dodge,
    /// The attacked unit stands.
    Stand,
    /// A missile unit supports the defence (12.3).
    Support {
        /// The unit.
        unit: UnitId,
    },
    /// A unit takes a step loss.
    Lose {
        /// The unit.
        unit: UnitId,
    },
    /// Names the unit that retreats next.
    Retreat {
        /// The unit.
        unit: UnitId,
    },
    /// An attacker advances into the hex the defender left.
    Advance {
        /// The unit.
        unit: UnitId,
    },
    /// The defender advances into a hex an attacker left.
    Occupy {
        /// The hex.
        hex: HexNumber,
    },
    /// The commander goes along with the unit that advances.
    Follow,
    /// The commander stays behind.
    Remain,
    /// Ends deployment, moving or fighting; declines what is offered.
    Done,
}

impl Order {
    /// Whether it names, changes or calls off an attack that is not committed yet.
    pub(crate) fn builds_an_attack(&self) -> bool {
        matches!(
            self,
            Order::Attack { .. }
                | Order::Join { .. }
                | Order::Charge { .. }
                | Order::Leave { .. }
                | Order::Withdraw { .. }
                | Order::Support { .. }
        )
    }
}

impl Position {
    /// An order as the game lists it: a hex by its one number (ruling R116), and of identical counters that wait
    /// the one that is taken first.
    pub(crate) fn meant(&self, order: Order) -> Order {
        let number = |hex| self.sheet().ground.meant(hex).map_or(hex, |meant| self.number(meant));
        let waits = |unit| self.exists(unit) && self.unit(unit).spot == Spot::RESERVE;
        match order {
            Order::Place { unit, hex } => {
                let first = if waits(unit) { self.first_alike(unit) } else { None };
                Order::Place { unit: first.unwrap_or(unit), hex: number(hex) }
            }
            Order::Attack { hex } => Order::Attack { hex: number(hex) },
            Order::Withdraw { hex } => Order::Withdraw { hex: number(hex) },
            Order::Occupy { hex } => Order::Occupy { hex: number(hex) },
            other => other,
        }
    }
}

#[cfg(test)]
mod tests;
