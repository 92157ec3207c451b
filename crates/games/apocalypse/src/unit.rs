//! Counters in play: where they are, in which mode, what has happened to them in this segment.

use engine::hex::Hex;
use serde::{Deserialize, Serialize};

/// A counter, by its place in the counter list: land units, naval units, leaders, then the expedition counters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// No counter.
    pub(crate) const NONE: UnitId = UnitId(u8::MAX);

    /// The id as an index.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// The id, or nothing for [`UnitId::NONE`].
    #[inline]
    pub(crate) fn some(self) -> Option<UnitId> {
        (self != UnitId::NONE).then_some(self)
    }
}

/// Where a counter is: on a hex, or at one of the places beside the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Spot(u16);

impl Spot {
    /// Not of this scenario, or out of the game for good.
    pub const GONE: Spot = Spot(u16::MAX);
    /// In the Destroyed Units box; naval units not built are there too.
    pub const DESTROYED: Spot = Spot(u16::MAX - 1);
    /// Kept aside until an event brings it.
    pub const ASIDE: Spot = Spot(u16::MAX - 2);
    /// In the African box (ruling 23).
    pub const AFRICA: Spot = Spot(u16::MAX - 3);
    /// Still to be set up.
    pub const SETUP: Spot = Spot(u16::MAX - 4);

    /// On a hex.
    #[inline]
    pub fn on(hex: Hex) -> Spot {
        Spot(hex.0)
    }

    /// The hex, if it is on the map.
    #[inline]
    pub fn hex(self) -> Option<Hex> {
        (self.0 < Spot::SETUP.0).then_some(Hex(self.0))
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

/// A counter's state. Small: positions are copied often.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Unit {
    pub spot: Spot,
    pub flags: u16,
    pub mode: Mode,
    /// Its kind, by its place in the roster.
    pub kind: u8,
    /// What it is, as printed: the bits below.
    pub class: u8,
    /// The next counter down in the same hex.
    pub below: UnitId,
    /// The ship that carries it.
    pub aboard: UnitId,
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

/// What has happened to it.
impl Unit {
    /// In revolt (events 4 and 8).
    pub const REBEL: u16 = 1;
    /// Held in reserve in the present battle (6.4).
    pub const RESERVE: u16 = 2;
    /// It has changed its mode in this segment (ruling 29).
    pub const CHANGED: u16 = 4;
    /// A patrol or leader that has had its move.
    pub const MOVED: u16 = 8;
    /// To be placed by the procedure that runs: routed, disbanded, turned, arriving.
    pub const ADRIFT: u16 = 16;
    /// Placed by that procedure.
    pub const LANDED: u16 = 32;
    /// A ship sent off by that procedure: who fits may go with it.
    pub const FERRY: u16 = 64;

    /// What ends with a placing.
    pub const OF_PLACING: u16 = Unit::ADRIFT | Unit::LANDED | Unit::FERRY;

    pub(crate) const UNUSED: Unit = Unit {
        spot: Spot::GONE,
        flags: 0,
        mode: Mode::Off,
        kind: u8::MAX,
        class: 0,
        below: UnitId::NONE,
        aboard: UnitId::NONE,
    };

    #[inline]
    pub fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    #[inline]
    pub fn is(&self, class: u8) -> bool {
        self.class & class != 0
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
