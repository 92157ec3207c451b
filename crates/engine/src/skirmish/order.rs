//! What a player may say.

use serde::{Deserialize, Serialize};

use crate::hex::HexNumber;

/// What a player says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "lowercase", deny_unknown_fields)]
pub enum Order {
    /// Move a counter to an adjacent empty hex.
    Step {
        /// Which counter, 0 to 3.
        counter: u8,
        /// Where to.
        to: HexNumber,
    },
    /// Attack an adjacent enemy.
    Attack {
        /// Which counter attacks.
        counter: u8,
        /// Which one it attacks.
        target: u8,
    },
}
