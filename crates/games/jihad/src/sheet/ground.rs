//! The printed map: hexes, hexsides, cities, base sites, States.

use engine::hex::{Direction, Grid, Hex};

use super::{Arm, State};

/// What the land of a hex is like (R11).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the rulebook's own names")]
pub enum Land {
    Fertile,
    Rough,
    Desert,
}

impl Land {
    /// Every kind.
    pub const ALL: [Land; 3] = [Land::Fertile, Land::Rough, Land::Desert];

    /// Its name in data files and scenes.
    pub const fn name(self) -> &'static str {
        ["fertile", "rough", "desert"][self as usize]
    }
}

/// How much of a hex is land (R11, R14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Extent {
    /// No sea in it.
    Full,
    /// Land and sea.
    Partial,
    /// All sea.
    Sea,
    /// Beyond the map: nobody enters it.
    OffMap,
}

/// What is printed in one hex; small and copied freely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Locale {
    /// How much of it is land.
    pub extent: Extent,
    /// What the land is like; [`Land::Desert`] where there is none.
    pub land: Land,
    /// The State whose printed border encloses it: every land hex has one, nothing else does (R13).
    pub state: Option<State>,
    /// Productivity points of its fertile land: 2 full, 1 partial, else 0 (5.2).
    pub fertile: u8,
    /// How many land units it holds without a city or base (7.5); 0 where no land unit can be.
    pub limit: u8,
    /// Stacking value of its city; 0 without one.
    pub value: u8,
    /// Its city, an index into [`Ground::cities`].
    pub city: Option<u8>,
    /// Its base site, an index into [`Ground::sites`].
    pub site: Option<u8>,
    /// Whether its city has a port. A base site with a port becomes one with its first level (R64).
    pub port: bool,
    /// Whether it is a strait hex (R15). Only its listed strait hexsides have an effect.
    pub strait: bool,
    /// Whether it belongs to the Black Sea (R16).
    pub black_sea: bool,
}

impl Locale {
    /// Whether land units may be in it.
    #[inline]
    pub const fn has_land(self) -> bool {
        matches!(self.extent, Extent::Full | Extent::Partial)
    }

    /// Whether naval units may be in it.
    #[inline]
    pub const fn has_sea(self) -> bool {
        matches!(self.extent, Extent::Partial | Extent::Sea)
    }

    /// Whether a unit of this arm may be in it.
    #[inline]
    pub const fn admits(self, arm: Arm) -> bool {
        match arm {
            Arm::Land => self.has_land(),
            Arm::Naval => self.has_sea(),
        }
    }

    /// Whether its land is rough.
    #[inline]
    pub const fn is_rough(self) -> bool {
        self.has_land() && matches!(self.land, Land::Rough)
    }
}

/// A city.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct City {
    /// Its name.
    pub name: String,
    /// Where.
    pub hex: Hex,
    /// Whose: the State of its hex.
    pub state: State,
    /// Its stacking value.
    pub value: u8,
    /// Whether it has a port.
    pub port: bool,
}

/// A base construction site (6.42).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// Its name.
    pub name: String,
    /// Where.
    pub hex: Hex,
    /// Whether a base there is a port.
    pub port: bool,
}

/// What is printed for a State.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Realm {
    /// The Basic Productivity value: its fertile points and its cities' values.
    pub base: u16,
    /// Its land hexes, in order of number.
    pub hexes: Vec<Hex>,
    /// Its fertile hexes, in order of number.
    pub fertile: Vec<Hex>,
    /// Its city hexes, in order of number.
    pub cities: Vec<Hex>,
    /// For every hex of the map, the steps to the nearest hex of the State; 0 inside (R93). A hex is adjacent
    /// to or within the borders (R50) if this is at most 1.
    pub distance: Vec<u8>,
}

/// The map.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The hexes.
    pub grid: Grid,
    /// What is printed in each hex.
    pub places: Vec<Locale>,
    /// For each hex, a bit for each side that land units may cross: the land moves and retreats, and the
    /// zones of control, go exactly there (7.3, R15, R30).
    pub land_sides: Vec<u8>,
    /// For each hex, a bit for each side that naval units may cross.
    pub naval_sides: Vec<u8>,
    /// For each hex, a bit for each mountain side.
    pub mountain_sides: Vec<u8>,
    /// For each hex, a bit for each strait side (R15).
    pub strait_sides: Vec<u8>,
    /// The cities, in order of hex number; at most [`MOST_CITIES`](super::MOST_CITIES).
    pub cities: Vec<City>,
    /// The base sites, in order of hex number; at most [`MOST_SITES`](super::MOST_SITES).
    pub sites: Vec<Site>,
    /// The States, by [`State::index`].
    pub realms: Vec<Realm>,
    /// The name of each hex: its city, base site, region or sea.
    pub names: Vec<String>,
    /// The hex of Constantinople, which has a box (13.0).
    pub constantinople: Hex,
    /// Where the leader of a faction without units may be placed: Medina and Mecca (12.0).
    pub refuges: [Hex; 2],
    /// The port hexes of the Black Sea, Constantinople not among them (R101).
    pub black_sea_ports: Vec<Hex>,
}

impl Ground {
    /// What is printed in a hex.
    #[inline]
    pub fn place(&self, hex: Hex) -> Locale {
        self.places[hex.index()]
    }

    /// A bit for each side of a hex that units of an arm may cross.
    #[inline]
    pub fn open_sides(&self, hex: Hex, arm: Arm) -> u8 {
        match arm {
            Arm::Land => self.land_sides[hex.index()],
            Arm::Naval => self.naval_sides[hex.index()],
        }
    }

    /// Whether units of an arm may cross this side of a hex.
    #[inline]
    pub fn may_cross(&self, hex: Hex, side: Direction, arm: Arm) -> bool {
        self.open_sides(hex, arm) >> side.index() & 1 == 1
    }

    /// The hexes that units of an arm may step into from a hex.
    #[inline]
    pub fn ways(&self, hex: Hex, arm: Arm) -> impl Iterator<Item = (Direction, Hex)> + '_ {
        let open = self.open_sides(hex, arm);
        self.grid.neighbours(hex).filter(move |(side, _)| open >> side.index() & 1 == 1)
    }

    /// What is printed for a State.
    #[inline]
    pub fn realm(&self, state: State) -> &Realm {
        &self.realms[state.index()]
    }

    /// Steps from a hex to the nearest hex of a State; 0 inside it (R93).
    #[inline]
    pub fn distance_home(&self, hex: Hex, state: State) -> u8 {
        self.realms[state.index()].distance[hex.index()]
    }

    /// The city in a hex.
    pub fn city(&self, hex: Hex) -> Option<&City> {
        self.place(hex).city.map(|city| &self.cities[city as usize])
    }

    /// The base site in a hex.
    pub fn site(&self, hex: Hex) -> Option<&Site> {
        self.place(hex).site.map(|site| &self.sites[site as usize])
    }

    /// The name of a hex for people: "Alexandria", "Thrace", "Ionian Sea".
    pub fn name(&self, hex: Hex) -> &str {
        &self.names[hex.index()]
    }

    /// The hex of a city or base site with this name.
    pub fn named(&self, name: &str) -> Option<Hex> {
        let city = self.cities.iter().find(|city| city.name == name).map(|city| city.hex);
        city.or_else(|| self.sites.iter().find(|site| site.name == name).map(|site| site.hex))
    }
}
