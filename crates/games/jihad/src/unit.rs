//! Counters in play: where they are, whose they are, what has happened to them in this segment.

use engine::hex::Hex;
use serde::{Deserialize, Serialize};

use crate::sheet::{Arm, Blueprint, Kind, State};

engine::counter_ids! {
    /// A counter of the game, by its place in the counter list; the two leaders follow the units.
    pub struct UnitId(u8);
}

engine::spots! {
    /// Where a counter is: on a hex, or at one of the places beside the map.
    pub(crate) struct Spot {
        /// Nowhere at all; also "no place to remember".
        NOWHERE = "nowhere",
        /// In the Constantinople box.
        BOX = "box",
        /// In the recruitment pool of the player who controls it.
        POOL = "pool",
        /// In the Destroyed & Un-built Naval Units box.
        UNBUILT = "unbuilt",
        /// In the Conversion Box.
        CONVERSION = "conversion",
        /// Bedouin out of the game for good.
        LOST = "lost",
    }
}

impl Spot {
    /// Whether it is a place where units stand: a hex or the Constantinople box.
    #[inline]
    pub fn in_play(self) -> bool {
        self.hex().is_some() || self == Spot::BOX
    }
}

/// A force that moves and fights: one of the two players, or a faction of a civil war.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Party {
    /// The Muslim player's units, converts among them.
    Muslims,
    /// The units of the eight States.
    Empires,
    /// The loyal land units in a civil war (R118).
    Authority,
    /// The land units in revolt, run by the Empires player (R118).
    Rebels,
}

impl Party {
    /// The other one.
    #[inline]
    pub fn foe(self) -> Party {
        match self {
            Party::Muslims => Party::Empires,
            Party::Empires => Party::Muslims,
            Party::Authority => Party::Rebels,
            Party::Rebels => Party::Authority,
        }
    }

    /// Whether it is a faction of a civil war.
    #[inline]
    pub fn at_war(self) -> bool {
        matches!(self, Party::Authority | Party::Rebels)
    }

    /// The word before a noun: "Muslim phase".
    pub fn adjective(self) -> &'static str {
        match self {
            Party::Muslims => "Muslim",
            Party::Empires => "Empires",
            Party::Authority => "Authority",
            Party::Rebels => "Rebel",
        }
    }

    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Party::Muslims => "Muslims",
            Party::Empires => "Empires",
            Party::Authority => "Authority",
            Party::Rebels => "Rebels",
        }
    }
}

engine::kept! {
    /// A counter's state. Small: positions are copied often.
    pub(crate) struct Unit, saved as SavedUnit, usually UNUSED {
        pub spot: Spot as "at" = Spot::NOWHERE,
        /// Where its move of this segment began (R66); nowhere if it has not moved, or came by sea.
        pub origin: Spot = Spot::NOWHERE,
        pub flags: Flags = Flags::NONE,
        /// The ship that carries it.
        pub aboard: UnitId = UnitId::NONE,
        /// Its place in the list of units to be tried in phase D, from 1; 0 if not declared (R8).
        pub declared: u8 = 0,
    }
    not saved {
        /// Its nationality, as printed.
        pub state: State = State::Muslim,
        /// Its type, as printed.
        pub kind: Kind = Kind::Bedouin,
        /// Its strength, as printed.
        pub strength: u8 = 0,
    }
}

engine::flags! {
    impl Unit as Flags {
        CONVERTED = 1, "converted": "An Empires nationality under Muslim control (R3); those that begin so always are.";
        REBEL = 2, "rebel": "In revolt.";
        MOVED = 4, "moved": "It has had its move in this segment.";
        MARCHED = 8, "marched": "It was judged for its march, so it is not idle in this segment (R74, R75).";
        IN_HAND = 16, "in_hand", passing: "In the stack being moved.";
        DROPPING = 32, "dropping", passing: "Named to be dropped in the present hex.";
        JUDGED = 64, "judged", passing: "In the group whose attrition is being judged.";
        ATTACKED = 128, "attacked": "It attacked in this segment (R109); in the present combat, it is an attacker.";
        BUILDER = 256, "builder": "It spent this turn building a base (R63).";
        TURNED = 512, "turned": "A die of this phase D converted it; re-conversion may still save it.";
    }
}

impl Unit {
    /// The flags that end with a Movement Segment.
    pub const OF_THE_MOVE: u16 = Unit::MOVED | Unit::MARCHED | Unit::IN_HAND | Unit::DROPPING | Unit::JUDGED;

    pub fn printed(blueprint: Blueprint) -> Unit {
        Unit { state: blueprint.state, kind: blueprint.kind, strength: blueprint.strength, ..Unit::UNUSED }
    }

    #[inline]
    pub fn arm(&self) -> Arm {
        self.kind.arm()
    }

    #[inline]
    pub fn is_land(&self) -> bool {
        !self.kind.is_naval()
    }

    /// Whether the Muslim player controls it: by nationality or by conversion.
    #[inline]
    pub fn is_muslim(&self) -> bool {
        self.state == State::Muslim || self.has(Unit::CONVERTED)
    }

    /// Whether it is of Muslim nationality.
    #[inline]
    pub fn is_native(&self) -> bool {
        self.state == State::Muslim
    }

    /// The State it counts for in control, occupation and production (R3).
    #[inline]
    pub fn allegiance(&self) -> State {
        if self.has(Unit::CONVERTED) { State::Muslim } else { self.state }
    }

    #[inline]
    pub fn hex(&self) -> Option<Hex> {
        self.spot.hex()
    }

    /// Whether it belongs to a force.
    #[inline]
    pub fn serves(&self, party: Party) -> bool {
        match party {
            Party::Muslims => self.is_muslim(),
            Party::Empires => !self.is_muslim(),
            Party::Authority => self.is_muslim() && self.is_land() && !self.has(Unit::REBEL),
            Party::Rebels => self.is_muslim() && self.is_land() && self.has(Unit::REBEL),
        }
    }
}
