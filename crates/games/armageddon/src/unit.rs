//! Counters in play: where they are, which way they face, what state they are in.

use engine::hex::{Direction, Grid, Hex};
use engine::saved::Kept;
use serde::{Deserialize, Serialize};

use crate::sheet::Kind;

engine::counter_ids! {
    /// A counter of the scenario, by its place in the counter list.
    pub struct UnitId(u8);
}

engine::spots! {
    /// Where a counter is: on a hex, or at one of the places beside the map.
    pub(crate) struct Spot {
        /// Not yet on the map.
        RESERVE = "reserve",
        /// Removed by a rule.
        LOST = "lost",
        /// Left the map by the exit.
        EXITED = "exited",
        /// Not of this battle: nobody mentioned it where a position was written by hand.
        ABSENT = "absent",
    }
}

/// The phase whose end lifts a disruption marker (rulebook, "Effects of Disruption").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum MarkerKind {
    /// Placed by fire in a Fire Combat Phase.
    Fire,
    /// Placed by defensive fire in the owner's Movement Phase.
    Movement,
    /// Placed by melee, or by friends retreating through.
    Melee,
    /// Placed on pursuing levies (fan scenario 20); lifted like a Movement marker.
    Pursuit,
}

/// A disruption marker: its kind and the Player-Turn it was placed in; none is zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Marker(u8);

impl Marker {
    pub const NONE: Marker = Marker(0);
    /// The last Player-Turn a marker can name.
    pub const LAST_TURN: u8 = 63;

    #[inline]
    pub fn new(kind: MarkerKind, player_turn: u8) -> Marker {
        Marker((kind as u8) << 6 | player_turn)
    }

    #[inline]
    pub fn is_some(self) -> bool {
        self.0 != 0
    }

    #[inline]
    pub fn kind(self) -> MarkerKind {
        [MarkerKind::Fire, MarkerKind::Movement, MarkerKind::Melee, MarkerKind::Pursuit][self.0 as usize >> 6]
    }

    #[inline]
    pub fn player_turn(self) -> u8 {
        self.0 & 63
    }
}

impl Kept for Marker {
    type Form = (MarkerKind, u8);

    fn form(&self, _: &Grid) -> (MarkerKind, u8) {
        (self.kind(), self.player_turn())
    }

    fn kept((kind, turn): (MarkerKind, u8), _: &Grid) -> Result<Marker, String> {
        match turn {
            1..=Marker::LAST_TURN => Ok(Marker::new(kind, turn)),
            _ => Err(format!("no marker is placed in Player-Turn {turn}")),
        }
    }
}

engine::written_by_code!(Kind, "unit type", Kind::ALL);
engine::kept_as_is!(Kind);

engine::kept! {
    /// A counter's state. Small: positions are copied often.
    pub(crate) struct Unit, saved as SavedUnit, usually UNUSED {
        pub spot: Spot as "at" = Spot::RESERVE,
        pub flags: Flags = Flags::NONE,
        /// Changes only for leaders, when they lose a grade.
        pub kind: Kind = Kind::MI,
        pub facing: Direction = Direction::new(0),
        pub marker: Marker = Marker::NONE,
        /// The Player-Turn it last fired in; 0 if it never did.
        pub fired: u8 = 0,
        /// The chariot it rides.
        pub aboard: UnitId = UnitId::NONE,
        /// The attack it takes part in (for leaders: supports) in this phase.
        pub attack: u8 = NO_ATTACK,
    }
}

engine::flags! {
    impl Unit as Flags {
        MOVED = 1, "moved": "Its move in this Movement Phase is over.";
        CONTROLLED = 2, "controlled": "It began this Movement Phase under a leader's control; by hand usually measured anew.";
        CHARGED = 4, "charged": "A chariot that charged in this Movement Phase.";
        RETREATED = 8, "retreated": "It retreated in this Melee Combat Phase (ruling R29).";
        MUST_RETREAT = 16, "must_retreat", passing: "It was disrupted by the melee result being applied, and must retreat.";
        FELL_BACK = 32, "fell_back": "It fell back in the fake retreat of this Player-Turn (ruling R107).";
        REFUSES = 64, "refuses": "Its asses refuse to move in this phase (ruling R116).";
        CROSSED = 128, "crossed": "It entered the stream in an own Movement Phase (ruling R114).";
        HIDDEN = 256, "hidden": "It is hidden behind the dust cloud (ruling R109).";
    }
}

impl Unit {
    /// The flags that end with the Player-Turn.
    pub const OF_THE_TURN: u16 = Unit::MOVED
        | Unit::CONTROLLED
        | Unit::CHARGED
        | Unit::RETREATED
        | Unit::MUST_RETREAT
        | Unit::FELL_BACK
        | Unit::REFUSES;

    #[inline]
    pub fn disrupted(&self) -> bool {
        self.marker.is_some()
    }

    #[inline]
    pub fn is_troop(&self) -> bool {
        !self.kind.is_leader()
    }

    #[inline]
    pub fn hex(&self) -> Option<Hex> {
        self.spot.hex()
    }
}

/// A unit that takes part in no attack.
pub(crate) const NO_ATTACK: u8 = u8::MAX;
