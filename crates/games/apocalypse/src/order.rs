//! What a player may say.

use engine::hex::{Direction, HexNumber};
use serde::{Deserialize, Serialize};

use crate::unit::{Expedition, UnitId};

/// The Armenian nobles (10.1.7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Noble {
    /// Musel Mamikonian.
    Mamikonian,
    /// Theodore Rshtuni.
    Rshtuni,
}

impl Noble {
    /// Both.
    pub const BOTH: [Noble; 2] = [Noble::Mamikonian, Noble::Rshtuni];

    /// The name of the man.
    pub fn name(self) -> &'static str {
        ["Musel Mamikonian", "Theodore Rshtuni"][self as usize]
    }

    /// The name of his clan.
    pub fn clan(self) -> &'static str {
        ["Mamikonian", "Rshtuni"][self as usize]
    }
}

/// What a Byzantine reserve does when the battle goes against it (6.4.3; ruling 83).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Losses of an attrition result may be drawn from it.
    Feed,
    /// It stays out of an attrition result.
    Hold,
    /// The battle is fought again by it alone.
    Counterattack,
    /// It covers the rout.
    Cover,
    /// Nothing.
    Idle,
}

/// One small step of play. Which ones are legal depends on what the position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Set-up: names the noble who commands the Armeniae (10.1.7).
    Name {
        /// Which.
        noble: Noble,
    },
    /// Puts a counter down: set-up, arrivals, replacements, new ships, garrisons, disbanding.
    Place {
        /// The counter; of identical ones the first is taken.
        unit: UnitId,
        /// Where.
        at: HexNumber,
        /// Whether it goes on patrol there, in the set-up.
        #[serde(default, skip_serializing_if = "engine::saved::is_false")]
        patrol: bool,
    },
    /// Event 4: names a unit that turns rebel.
    Defect {
        /// The unit.
        unit: UnitId,
    },
    /// Event 6: names the hex where the army of Kufa appears.
    Arrive {
        /// The hex.
        at: HexNumber,
    },
    /// Replacements: asks for foot instead of a picked or mounted unit (2.3).
    Levy,
    /// Takes up a unit to change its garrison, or a patrol, leader or expedition to move it.
    Move {
        /// The counter.
        unit: UnitId,
    },
    /// Puts a mounted unit on patrol where it is (3.2.1).
    Patrol {
        /// The unit.
        unit: UnitId,
    },
    /// Begins to gather an expedition (3.3).
    Raise {
        /// Which.
        expedition: Expedition,
    },
    /// Names the hex where it gathers.
    Gather {
        /// The hex.
        at: HexNumber,
    },
    /// Adds a unit, ship or leader to an expedition.
    Join {
        /// The counter.
        unit: UnitId,
        /// The expedition.
        expedition: Expedition,
    },
    /// Constans rides in place of a leader who would have to go (3.3).
    Substitute {
        /// The leader who stays.
        leader: UnitId,
    },
    /// The expedition in hand goes aboard its ships (5.1.7).
    Embark,
    /// Puts a land unit aboard a ship: when embarking, or before a naval battle.
    Load {
        /// The unit.
        unit: UnitId,
        /// The ship.
        ship: UnitId,
    },
    /// The expedition in hand lands.
    Disembark,
    /// Whoever is in hand goes one hex.
    Step {
        /// Which way.
        to: Direction,
    },
    /// Ends the move of whoever is in hand, or leaves a unit in the mode it has.
    Halt,
    /// The expedition camps (3.3.3).
    Camp,
    /// The expedition disbands (3.3.4).
    Disband,
    /// Lays siege to the place in the hex (7.1).
    Siege,
    /// Assaults the place in the hex (7.2).
    Assault,
    /// Leaves a unit in garrison in a place just taken (7.1.2).
    Garrison {
        /// The unit.
        unit: UnitId,
    },
    /// Holds a unit or leader in reserve (6.4).
    Reserve {
        /// The counter.
        unit: UnitId,
    },
    /// Says what the reserve does (6.4.3).
    Role {
        /// What.
        role: Role,
    },
    /// Joins battle: the reserve is named, or everybody is aboard.
    Commit,
    /// Names how many ships use Greek fire (8.3).
    Fire {
        /// How many; 0 for none.
        ships: u8,
    },
    /// Names a unit or ship lost.
    Lose {
        /// The counter.
        unit: UnitId,
    },
    /// Breaks off and routs.
    Rout,
    /// Names where a routed or evacuated counter goes.
    Retreat {
        /// The counter.
        unit: UnitId,
        /// The place.
        at: HexNumber,
    },
    /// Ends the present step.
    Done,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_written_as_the_protocol_shows_them() {
        let written = |order: Order| serde_json::to_string(&order).unwrap();
        let place = Order::Place { unit: UnitId(3), at: HexNumber(1235), patrol: false };
        assert_eq!(written(place), r#"{"do":"place","unit":3,"at":"1235"}"#);
        let join = Order::Join { unit: UnitId(9), expedition: Expedition::Byzantine };
        assert_eq!(written(join), r#"{"do":"join","unit":9,"expedition":"byzantine"}"#);
        assert_eq!(serde_json::from_str::<Order>(&written(join)).unwrap(), join);
        assert_eq!(
            written(Order::Role { role: Role::Counterattack }),
            r#"{"do":"role","role":"counterattack"}"#
        );
    }
}
