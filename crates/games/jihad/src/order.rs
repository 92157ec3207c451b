//! What a player may say.

use std::borrow::Cow;
use std::fmt;

use engine::hex::{Direction, HexNumber};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::sheet::{Arm, State};
use crate::unit::UnitId;

/// A hex of the map or the box of Constantinople; written as its number or as `box`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Station {
    /// The Constantinople box (13.0).
    Box,
    /// A hex.
    Hex(HexNumber),
}

impl fmt::Display for Station {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Station::Box => f.write_str("box"),
            Station::Hex(number) => number.fmt(f),
        }
    }
}

impl Serialize for Station {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Station {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        match text.as_ref() {
            "box" => Ok(Station::Box),
            number => number.parse().map(Station::Hex).map_err(D::Error::custom),
        }
    }
}

/// One small step of play. Which ones are legal depends on what the position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Productivity: gives a fertile hex that several Empires States claim to one of them (5.3).
    Assign {
        /// The hex.
        hex: HexNumber,
        /// The State that counts it.
        state: State,
    },
    /// Recruits a unit, or puts down a civil-war leader.
    Place {
        /// The counter; of identical ones the first is taken.
        unit: UnitId,
        /// Where.
        at: Station,
        /// Whether Byzantium pays double for another State (6.3).
        #[serde(default, skip_serializing_if = "is_false")]
        aid: bool,
    },
    /// Constructs a naval unit: it goes to the recruitment pool (6.41).
    Build {
        /// The ship; of identical ones the first is taken.
        unit: UnitId,
    },
    /// Raises the base on the site where a Muslim unit stands by one level (6.42).
    Fortify {
        /// The unit that builds.
        unit: UnitId,
    },
    /// Takes a unit up for its move; others of its hex and arm may join.
    Move {
        /// The unit; of identical ones in a hex the first is taken.
        unit: UnitId,
    },
    /// Adds a unit of the same hex to the stack in hand, a leader too, or to the attackers of a limited attack.
    Join {
        /// The unit.
        unit: UnitId,
    },
    /// Puts a land unit aboard a ship in hand (7.4).
    Embark {
        /// The land unit.
        unit: UnitId,
        /// The ship.
        ship: UnitId,
    },
    /// The stack in hand goes one hex.
    Step {
        /// Which way.
        to: Direction,
    },
    /// The stack in hand goes from the Constantinople hex into the box and stops there.
    Enter,
    /// The stack in hand comes out of the Constantinople box into the hex.
    Exit,
    /// Names a unit of the stack in hand, or its leader, to stay in the present hex.
    Leave {
        /// The unit; a ship takes its cargo along.
        unit: UnitId,
    },
    /// Drops the units named: their attrition is judged at once.
    Drop,
    /// The stack in hand ends its move.
    Halt,
    /// Begins a combat.
    Attack {
        /// The shared hex, or the box.
        at: Station,
        /// Which arm fights.
        arm: Arm,
    },
    /// Attacks with the units named (8.4).
    Commit,
    /// Declines a naval combat and withdraws the fleet (8.5).
    Withdraw {
        /// Where to.
        hex: HexNumber,
    },
    /// Accepts a naval combat that could be declined.
    Stand,
    /// Names a unit lost: to attrition, in combat, to stacking.
    Lose {
        /// The unit, or a leader.
        unit: UnitId,
    },
    /// Names where a beaten stack goes.
    Retreat {
        /// The hex, or the box.
        at: Station,
    },
    /// Buys off a convert in revolt (10.2).
    Suppress {
        /// The convert.
        unit: UnitId,
    },
    /// Pays for an attempt to convert a unit in the Conversion Box (9.2).
    Convert {
        /// The unit.
        unit: UnitId,
    },
    /// Pays for an attempt to win back a unit just converted (9.2).
    Reconvert {
        /// The unit.
        unit: UnitId,
    },
    /// Ends the present step, or accepts the usual assignment of all hexes still claimed.
    Done,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form serde asks for")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_written_as_the_protocol_shows_them() {
        let written = |order: Order| serde_json::to_string(&order).unwrap();
        let place = Order::Place { unit: UnitId(3), at: Station::Box, aid: false };
        assert_eq!(written(place), r#"{"do":"place","unit":3,"at":"box"}"#);
        let attack = Order::Attack { at: Station::Hex(HexNumber(507)), arm: Arm::Naval };
        assert_eq!(written(attack), r#"{"do":"attack","at":"0507","arm":"naval"}"#);
        assert_eq!(serde_json::from_str::<Order>(&written(attack)).unwrap(), attack);
        assert!(serde_json::from_str::<Order>(r#"{"do":"retreat","at":"boxes"}"#).is_err());
    }
}
