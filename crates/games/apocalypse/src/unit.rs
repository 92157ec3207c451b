//! Counters in play: where they are, in which mode, what has happened to them in this segment.

use serde::{Deserialize, Serialize};

engine::counter_ids! {
    /// A counter, by its number in the counter list: land units, naval units, leaders, then the expedition counters.
    pub struct UnitId(u8);
}

engine::spots! {
    /// Where a counter is: on a hex, or in one of the boxes beside the map.
    pub(crate) struct Spot {
        /// Out of the game for good, or not of this scenario.
        GONE = "gone",
        /// In the Destroyed Units box; naval units not built are there too.
        DESTROYED = "destroyed",
        /// Kept aside until an event brings it.
        ASIDE = "aside",
        /// In the African box.
        AFRICA = "africa",
        /// Still to be set up.
        SETUP = "setup",
    }
}

/// One of the four expedition counters (3.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Expedition {
    /// The one of the Byzantines.
    Byzantine,
    /// The army of Syria's.
    Syria,
    /// The army of Egypt's, Quraysh included.
    Egypt,
    /// The army of Kufa's.
    Kufa,
}

impl Expedition {
    /// All four.
    pub const ALL: [Expedition; 4] =
        [Expedition::Byzantine, Expedition::Syria, Expedition::Egypt, Expedition::Kufa];

    /// Its place among the four.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        ["Byzantine expedition", "expedition of Syria", "expedition of Egypt", "expedition of Kufa"]
            [self.index()]
    }
}

/// What a counter on the map is doing (3.0). Leaders have no mode but may be with an expedition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    /// None: off the map, or a leader by himself.
    Off,
    /// In garrison, shield or anchor up (3.1).
    Garrison,
    /// On patrol (3.2).
    Patrol,
    /// With an expedition (3.3).
    #[serde(untagged)]
    Field(Expedition),
}

engine::kept_as_is!(Expedition, Mode);

engine::kept! {
    /// A counter's state. Small: positions are copied often.
    pub(crate) struct Unit, saved as SavedUnit, usually UNUSED {
        pub spot: Spot as "at" = Spot::GONE,
        pub flags: Flags = Flags::NONE,
        pub mode: Mode = Mode::Off,
        /// The ship that carries it.
        pub aboard: UnitId = UnitId::NONE,
    }
    not saved {
        /// Its kind, by its place in the roster.
        pub kind: u8 = u8::MAX,
        /// What it is, as printed: the bits below.
        pub class: u8 = 0,
    }
}

engine::flags! {
    impl Unit as Flags {
        REBEL = 1, "rebel": "In revolt.";
        RESERVE = 2, "reserve", passing: "Held in reserve in the present battle (6.4).";
        CHANGED = 4, "changed": "It has changed its mode in this segment.";
        MOVED = 8, "moved": "A patrol or leader that has had its move.";
        ADRIFT = 16, "adrift", passing: "To be placed by the procedure that runs: routed, disbanded, turned, arriving.";
        LANDED = 32, "landed", passing: "Placed by that procedure.";
        FERRY = 64, "ferry", passing: "A ship sent off by that procedure: who fits may go with it.";
    }
}

/// What a counter is, as printed.
impl Unit {
    /// Of the Muslim side.
    pub const MUSLIM: u8 = 1;
    /// A naval unit.
    pub const SHIP: u8 = 2;
    /// A leader.
    pub const LEADER: u8 = 4;
    /// A Byzantine mounted unit.
    pub const MOUNTED: u8 = 8;
    /// A picked unit.
    pub const PICKED: u8 = 16;
}

impl Unit {
    /// What ends with a placing.
    pub const OF_PLACING: u16 = Unit::ADRIFT | Unit::LANDED | Unit::FERRY;

    #[inline]
    pub fn is(&self, class: u8) -> bool {
        self.class & class != 0
    }

    /// Whose counter it is, rebels included.
    #[inline]
    pub fn side(&self) -> engine::Side {
        if self.is(Unit::MUSLIM) { crate::sheet::MUSLIMS } else { crate::sheet::BYZANTINES }
    }

    /// A land unit of either side or of rebels.
    #[inline]
    pub fn is_land(&self) -> bool {
        !self.is(Unit::SHIP | Unit::LEADER)
    }

    #[inline]
    pub fn is_ship(&self) -> bool {
        self.is(Unit::SHIP)
    }

    #[inline]
    pub fn is_leader(&self) -> bool {
        self.is(Unit::LEADER)
    }

    #[inline]
    pub fn is_mounted(&self) -> bool {
        self.is(Unit::MOUNTED)
    }

    #[inline]
    pub fn is_picked(&self) -> bool {
        self.is(Unit::PICKED)
    }

    #[inline]
    pub fn is_rebel(&self) -> bool {
        self.has(Unit::REBEL)
    }

    /// A counter of a side, and no rebel.
    #[inline]
    pub fn serves(&self, side: engine::Side) -> bool {
        !self.is_rebel() && self.is(Unit::MUSLIM) == (side == crate::sheet::MUSLIMS)
    }

    /// A counter that a side has to fight: its enemy's, or a rebel.
    #[inline]
    pub fn opposes(&self, side: engine::Side) -> bool {
        !self.serves(side)
    }

    /// With which expedition it is.
    #[inline]
    pub fn expedition(&self) -> Option<Expedition> {
        match self.mode {
            Mode::Field(expedition) => Some(expedition),
            _ => None,
        }
    }

    /// Stacking points (ruling 58).
    #[inline]
    pub fn points(&self) -> u8 {
        if self.is_picked() { 2 } else { 1 }
    }
}
