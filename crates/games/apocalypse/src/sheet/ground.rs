//! The printed map.

use engine::Side;
use engine::hex::{Grid, Hex};
use serde::{Deserialize, Serialize};

/// The terrain of a hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    /// Clear.
    Clear,
    /// Rough.
    Rough,
    /// Desert.
    Desert,
    /// Mountain.
    Mountain,
    /// Marsh.
    Marsh,
    /// Sea.
    Sea,
}

impl Terrain {
    /// All of them.
    pub const ALL: [Terrain; 6] =
        [Terrain::Clear, Terrain::Rough, Terrain::Desert, Terrain::Mountain, Terrain::Marsh, Terrain::Sea];

    /// Its name.
    pub fn name(self) -> &'static str {
        ["clear", "rough", "desert", "mountain", "marsh", "sea"][self as usize]
    }

    /// Whether the left-hand factor counts (1.3.4).
    #[inline]
    pub fn is_open(self) -> bool {
        matches!(self, Terrain::Clear | Terrain::Desert)
    }
}

/// Sizes of places.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum SettlementKind {
    /// A town.
    Town,
    /// A city.
    City,
    /// Constantinople.
    Constantinople,
}

/// A town or city.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settlement {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub hex: Hex,
    /// Its size.
    pub kind: SettlementKind,
    /// Its anchors; a port has at least one.
    pub anchors: u8,
    /// Whether it is a Fabrica (2.3).
    pub fabrica: bool,
    /// Who holds it in the gazetteer.
    pub side: Side,
    /// Its district.
    pub district: u8,
}

impl Settlement {
    /// Whether it is a city for sieges and events (ruling 92).
    #[inline]
    pub fn is_city(&self) -> bool {
        self.kind != SettlementKind::Town
    }
}

/// The map.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The hexes, with their printed labels.
    pub grid: Grid,
    /// The terrain of each hex.
    pub terrain: Vec<Terrain>,
    /// River hexsides, a bit for each direction.
    pub rivers: Vec<u8>,
    /// Strait hexsides.
    pub straits: Vec<u8>,
    /// Delta branches.
    pub delta: Vec<u8>,
    /// Road hexsides.
    pub roads: Vec<u8>,
    /// Whether ships may lie in a land hex (rulings 65, 70).
    pub coastal: Vec<bool>,
    /// The place of each hex, or [`Ground::NO_SETTLEMENT`].
    pub place_at: Vec<u8>,
    /// The towns and cities, in the order of the gazetteer.
    pub settlements: Vec<Settlement>,
    /// The names of the districts.
    pub districts: Vec<String>,
    /// The district of each hex (ruling 124).
    pub district: Vec<u8>,
    /// Whether a hex lies on the Byzantine side of the start line (ruling 141).
    pub north_west: Vec<bool>,
    /// Constantinople.
    pub constantinople: u8,
    /// Fustat.
    pub fustat: u8,
    /// The Egyptian district (10.1.5).
    pub egypt: u8,
    /// Where the army of Kufa may enter (ruling 125).
    pub kufa: Vec<Hex>,
    /// Where Africa begins.
    pub africa: Hex,
}

impl Ground {
    /// No place in the hex.
    pub const NO_SETTLEMENT: u8 = u8::MAX;

    /// Whether a hex is land.
    #[inline]
    pub fn is_land(&self, hex: Hex) -> bool {
        self.terrain[hex.index()] != Terrain::Sea
    }

    /// The place in a hex.
    #[inline]
    pub fn settlement_in(&self, hex: Hex) -> Option<u8> {
        Some(self.place_at[hex.index()]).filter(|&place| place != Ground::NO_SETTLEMENT)
    }

    /// A place.
    #[inline]
    pub fn settlement(&self, place: u8) -> &Settlement {
        &self.settlements[place as usize]
    }

    /// The place of this name.
    pub fn named(&self, name: &str) -> Option<u8> {
        self.settlements.iter().position(|place| place.name == name).map(|i| i as u8)
    }

    /// The district of this name.
    pub fn district_named(&self, name: &str) -> Option<u8> {
        self.districts.iter().position(|district| district == name).map(|i| i as u8)
    }
}
