//! What is printed: map, counters, charts, the scenario. Shared by every position and never changed.

use std::sync::Arc;

use engine::Side;
use engine::edition::TitlePage;
use engine::hex::Hex;
use engine::scene::Landscape;
use serde::{Deserialize, Serialize};

use crate::unit::{Expedition, Spot, UnitId};

mod charts;
mod first;
mod ground;
mod ways;

pub use charts::{Charts, Toll, Verdict, YearEvent};
pub(crate) use first::FirstValues;
pub use ground::{Ground, Settlement, SettlementKind, Terrain};
pub use ways::Ways;

/// The Muslim player.
pub const MUSLIMS: Side = Side::First;
/// The Byzantine player.
pub const BYZANTINES: Side = Side::Second;

/// The most counters a scenario may have.
pub const MOST_UNITS: usize = 168;
/// The most hexes the map may have.
pub const MOST_HEXES: usize = 2352;
/// The most towns and cities.
pub const MOST_SETTLEMENTS: usize = 96;

/// An army (1.3.2).
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Army {
    /// Of the capital and Bithynia.
    Obsequium,
    /// Of the centre and the east.
    Orientales,
    /// Of Armenia and the Pontus.
    Armeniae,
    /// Of the coasts and islands.
    Carabisianis,
    /// Of Africa.
    African,
    /// Of Syria.
    Syria,
    /// Of Egypt, the Quraysh included.
    Egypt,
    /// Of Kufa.
    Kufa,
}

impl Army {
    /// All of them.
    pub const ALL: [Army; 8] = [
        Army::Obsequium,
        Army::Orientales,
        Army::Armeniae,
        Army::Carabisianis,
        Army::African,
        Army::Syria,
        Army::Egypt,
        Army::Kufa,
    ];

    /// Whose it is.
    #[inline]
    pub fn side(self) -> Side {
        if self >= Army::Syria { MUSLIMS } else { BYZANTINES }
    }

    /// The expedition its units go with (3.3; ruling 127).
    #[inline]
    pub fn expedition(self) -> Expedition {
        match self {
            Army::Syria => Expedition::Syria,
            Army::Egypt => Expedition::Egypt,
            Army::Kufa => Expedition::Kufa,
            _ => Expedition::Byzantine,
        }
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        [
            "Obsequium",
            "Orientales",
            "Armeniae",
            "Carabisianis",
            "African army",
            "army of Syria",
            "army of Egypt",
            "army of Kufa",
        ][self as usize]
    }
}

/// A leader with a counter of his own.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Leader {
    /// Muawiya ibn Abi Sufyan.
    Muawiya,
    /// Junada, "Uunada" in the rulebook.
    Junada,
    /// Amr ibn al-As.
    Amr,
    /// Abdallah ibn Sad.
    Abdallah,
    /// Constans II.
    Constans,
    /// The empress Fausta.
    Fausta,
    /// Komes Theodore.
    Theodore,
    /// Manuel.
    Manuel,
    /// Musel Mamikonian or Theodore Rshtuni.
    Noble,
}

/// How many leaders there are.
pub const LEADERS: usize = 9;

impl Leader {
    /// All of them.
    pub const ALL: [Leader; LEADERS] = [
        Leader::Muawiya,
        Leader::Junada,
        Leader::Amr,
        Leader::Abdallah,
        Leader::Constans,
        Leader::Fausta,
        Leader::Theodore,
        Leader::Manuel,
        Leader::Noble,
    ];

    /// Whose he is.
    #[inline]
    pub fn side(self) -> Side {
        if self <= Leader::Abdallah { MUSLIMS } else { BYZANTINES }
    }
}

/// A kind of land unit: all counters of a kind are alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kind {
    /// Its name: "Scholae".
    pub name: String,
    /// Its army.
    pub army: Army,
    /// Factor in clear and desert (1.3.4).
    pub clear: u8,
    /// Factor in rough, mountain and marsh, and on ships.
    pub rough: u8,
    /// Byzantine mounted class.
    pub mounted: bool,
    /// Picked class.
    pub picked: bool,
    /// The clan unit of the Armenian noble.
    pub clan: bool,
    /// The Quraysh of event 5.
    pub quraysh: bool,
}

/// A leader's card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaderCard {
    /// Who.
    pub leader: Leader,
    /// His name.
    pub name: String,
    /// The army he leads, if any.
    pub army: Option<Army>,
    /// Columns in the field.
    pub field: i8,
    /// Columns at sea.
    pub sea: i8,
}

/// The counters of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roster {
    /// The kinds of land units.
    pub kinds: Vec<Kind>,
    /// The kind of each land unit, in order of id.
    pub units: Vec<u8>,
    /// Naval units of the Muslims and of the Byzantines, by side.
    pub fleets: [u8; 2],
    /// The leaders in order of [`Leader`].
    pub leaders: Vec<LeaderCard>,
    /// What is of the house, in sentences.
    pub house: Vec<String>,
}

impl Roster {
    /// How many land units there are.
    #[inline]
    pub fn land(&self) -> usize {
        self.units.len()
    }

    /// The ids of a side's naval units: the Byzantine ones come first.
    pub fn ships(&self, side: Side) -> std::ops::Range<u8> {
        let first = self.land() as u8;
        let byzantine = self.fleets[BYZANTINES.index()];
        match side {
            BYZANTINES => first..first + byzantine,
            MUSLIMS => first + byzantine..first + byzantine + self.fleets[MUSLIMS.index()],
        }
    }

    /// The id of a leader.
    #[inline]
    pub fn leader(&self, leader: Leader) -> UnitId {
        UnitId(self.land() as u8 + self.fleets[0] + self.fleets[1] + leader as u8)
    }

    /// The leader an id names.
    #[inline]
    pub fn as_leader(&self, id: UnitId) -> Option<Leader> {
        let past = id.index().checked_sub(self.leader(Leader::Muawiya).index())?;
        Leader::ALL.get(past).copied()
    }

    /// How many counters there are, the expedition counters not among them.
    #[inline]
    pub fn count(&self) -> usize {
        self.leader(Leader::Noble).index() + 1
    }

    /// The id of an expedition counter.
    #[inline]
    pub fn expedition(&self, expedition: Expedition) -> UnitId {
        UnitId(self.count() as u8 + expedition as u8)
    }

    /// The expedition an id names.
    #[inline]
    pub fn as_expedition(&self, id: UnitId) -> Option<Expedition> {
        let past = id.index().checked_sub(self.count())?;
        Expedition::ALL.get(past).copied()
    }
}

/// Where a group of units may be set up.
#[derive(Clone, PartialEq, Debug)]
pub struct Deployment {
    /// The units, in order of id.
    pub units: Vec<UnitId>,
    /// The places.
    pub places: Vec<u8>,
    /// Where mounted units may patrol, in order of id.
    pub patrol: Vec<Hex>,
    /// At most so many of them in the Egyptian district (10.1.5); 255 for any number.
    pub most_in_egypt: u8,
}

/// An expedition that stands on the map at the start.
#[derive(Clone, PartialEq, Debug)]
pub struct StandingExpedition {
    /// Which.
    pub expedition: Expedition,
    /// Where.
    pub hex: Hex,
}

/// How a scenario begins.
#[derive(Clone, PartialEq, Debug)]
pub struct Opening {
    /// Where every counter is: a hex or a place beside the map, in order of id.
    pub(crate) spots: Vec<Spot>,
    /// The expedition each counter is with.
    pub with: Vec<Option<Expedition>>,
    /// Groups to be set up, Byzantine ones first.
    pub deployments: Vec<Deployment>,
    /// Expeditions on the map.
    pub expeditions: Vec<StandingExpedition>,
    /// Who controls each place.
    pub control: Vec<Side>,
    /// Whether the noble is to be named.
    pub names_noble: bool,
    /// Whether the noble goes where the clan unit is put.
    pub noble_with_clan: bool,
    /// Whether Paul sits in the Patriarchal chair.
    pub patriarch: bool,
}

/// What wins besides Muawiya and Constantinople.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Victory {
    /// The Muslims win by holding so many of these places at the end.
    pub muslim_holds: Vec<u8>,
    /// So many.
    pub at_least: u8,
    /// The Byzantines win at once by taking this place.
    pub byzantine_takes: Option<u8>,
}

/// Everything printed for a scenario.
#[derive(Debug)]
pub struct Sheet {
    /// What stands at its head; the sheet stands for it where its words are asked for.
    pub page: TitlePage,
    /// Its first year.
    pub first_year: u16,
    /// Its last year.
    pub last_year: u16,
    /// The map.
    pub ground: Arc<Ground>,
    /// What movement costs, with the closed area left out.
    pub ways: Ways,
    /// The counters.
    pub roster: Arc<Roster>,
    /// The charts.
    pub charts: Arc<Charts>,
    /// The opening.
    pub opening: Opening,
    /// Whether there is an Events Segment, and which throws count (bit 2 to 12).
    pub events: Option<u16>,
    /// Events that happen in a year of their own, by their throw.
    pub fixed_events: Vec<(u16, u8)>,
    /// The places that bring replacements.
    pub fabricae: Vec<u8>,
    /// Whether fleets are maintained.
    pub maintenance: bool,
    /// The first year of Muslim maintenance.
    pub muslim_fleets_from: u16,
    /// The year by which Kufa comes.
    pub kufa_by: Option<u16>,
    /// The gathering cities, by side.
    pub gathering: [Vec<u8>; 2],
    /// The victory conditions of the scenario.
    pub victory: Victory,
    /// The map for scenes.
    pub landscape: Arc<Landscape>,
    /// Distances of places while nobody stands in the way.
    pub(crate) vicinity: crate::distance::Vicinity,
    /// Distances for planners.
    pub(crate) atlas: crate::judgment::Atlas,
}

impl std::ops::Deref for Sheet {
    type Target = TitlePage;

    fn deref(&self) -> &TitlePage {
        &self.page
    }
}

impl Sheet {
    /// How many turns the scenario has.
    pub fn turns(&self) -> u16 {
        self.last_year - self.first_year + 1
    }
}
