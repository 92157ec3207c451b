//! The practice ground: a small world in which every State has a corner.
//!
//! Twenty columns and ten rows. From west to east: the Muslims' desert (1 to 4), Persia, fertile with a rough
//! eastern column (5 to 8), Roman Syria likewise (9 to 12) and its coast (13), a sea (14 to 16), and a far shore
//! with Constantinople in the north and the Goths in the south. The smaller States hold strips at the rims.
//!
//! ```text
//! Muslims    Medina 0202 (1)  Mecca 0205 (1)  Aden 0409 (1)
//! Persians   Ctesiphon 0603 (3)  Nineveh 0608 (1)  base site Kufa 0505
//! Byzantines Damascus 1003 (2)  Homs 1008 (1)  ports Trebizond 1301 (1), Antioch 1303 (2), Tyre 1308 (1),
//!            Constantinople 1703 (3); Adrianople 1904 (1)
//! Goths      port Seville 1708 (1)  Toledo 1908 (2)
//! Turks Balkh 0601   Sindhis Daybul 0610   Khazars Itil 1001   Berbers Tahert 1010   Franks Tours 1910
//! ```
//!
//! The Black Sea is the two northern rows of the sea with Trebizond's coast. Hexsides follow from the hexes.

use engine::hex::{Direction, Grid, Hex, HexNumber, Orientation};

use crate::sheet::{Arm, City, Extent, Ground, Land, Locale, Realm, Site, State};

/// Terrain as in map.toml: capitals are full hexes, small letters coasts.
const TERRAIN: [&str; 10] = [
    "DDDDFFFFFFFFf~~~fFFF",
    "DDDDFFFRFFFRf~~~fFFF",
    "DDDDFFFRFFFRf~~~fFFF",
    "DDDDFFFRFFFRf~~~fFFF",
    "DDDDFFFRFFFRf~~~fFFF",
    "DDDDFFFRFFFRf~~~fFFF",
    "DDDDFFFRFFFRf~~~fFFF",
    "DDDDFFFRFFFRf~~~fFFF",
    "DDDDFFFRFFFRf~~~fFFF",
    "DDDDFFFFFFFFf~~~fFFF",
];

const BORDERS: [&str; 10] = [
    "MMMMTTTTKKKKZ...ZZZZ",
    "MMMMPPPPZZZZZ...ZZZZ",
    "MMMMPPPPZZZZZ...ZZZZ",
    "MMMMPPPPZZZZZ...ZZZZ",
    "MMMMPPPPZZZZZ...ZZZZ",
    "MMMMPPPPZZZZZ...GGGG",
    "MMMMPPPPZZZZZ...GGGG",
    "MMMMPPPPZZZZZ...GGGG",
    "MMMMPPPPZZZZZ...GGGG",
    "MMMMSSSSBBBBB...FFFF",
];

const CITIES: [(&str, &str, u8, bool); 19] = [
    ("Medina", "0202", 1, false),
    ("Mecca", "0205", 1, false),
    ("Aden", "0409", 1, false),
    ("Ctesiphon", "0603", 3, false),
    ("Nineveh", "0608", 1, false),
    ("Balkh", "0601", 1, false),
    ("Daybul", "0610", 1, false),
    ("Itil", "1001", 1, false),
    ("Tahert", "1010", 1, false),
    ("Damascus", "1003", 2, false),
    ("Homs", "1008", 1, false),
    ("Trebizond", "1301", 1, true),
    ("Antioch", "1303", 2, true),
    ("Tyre", "1308", 1, true),
    ("Constantinople", "1703", 3, true),
    ("Seville", "1708", 1, true),
    ("Adrianople", "1904", 1, false),
    ("Toledo", "1908", 2, false),
    ("Tours", "1910", 1, false),
];

/// A map being drawn.
pub(crate) struct Sketch {
    pub grid: Grid,
    pub places: Vec<Locale>,
    cities: Vec<City>,
    sites: Vec<Site>,
    names: Vec<String>,
    mountains: Vec<u8>,
    straits: Vec<u8>,
    /// Sides shut on the real map, which follow from lists there; empty on the practice ground.
    printed: Option<Ground>,
}

impl Sketch {
    /// The practice ground.
    pub fn practice() -> Sketch {
        let grid = Grid::new(Orientation::Flat, 20, 10, true);
        let letter = |rows: [&'static str; 10], hex: Hex| {
            rows[grid.row(hex) as usize - 1].as_bytes()[grid.column(hex) as usize - 1] as char
        };
        let places: Vec<Locale> =
            grid.hexes().map(|hex| place(letter(TERRAIN, hex), letter(BORDERS, hex))).collect();
        let names = grid.hexes().map(|hex| format!("field {}", grid.number(hex))).collect();
        let blank = vec![0; grid.len()];
        let mut sketch = Sketch {
            places,
            cities: vec![],
            sites: vec![],
            names,
            mountains: blank.clone(),
            straits: blank,
            printed: None,
            grid,
        };
        for (name, hex, value, port) in CITIES {
            let hex = sketch.hex(hex);
            let state = sketch.places[hex.index()].state.expect("cities stand on land");
            sketch.cities.push(City { name: name.into(), hex, state, value, port });
        }
        let kufa = sketch.hex("0505");
        sketch.sites.push(Site { name: "Kufa".into(), hex: kufa, port: false });
        for hex in sketch.grid.hexes() {
            let northern = sketch.grid.row(hex) <= 2 && (13..=16).contains(&sketch.grid.column(hex));
            sketch.places[hex.index()].black_sea = northern;
        }
        sketch
    }

    /// The real map, which is not drawn anew.
    pub fn of(ground: &Ground) -> Sketch {
        Sketch {
            grid: ground.grid.clone(),
            places: ground.places.clone(),
            cities: ground.cities.clone(),
            sites: ground.sites.clone(),
            names: ground.names.clone(),
            mountains: vec![0; ground.grid.len()],
            straits: vec![0; ground.grid.len()],
            printed: Some(ground.clone()),
        }
    }

    /// A hex by its number or its city's name.
    pub fn hex(&self, at: &str) -> Hex {
        let city = self.cities.iter().find(|city| city.name == at).map(|city| city.hex);
        let number = || at.parse().ok().and_then(|number: HexNumber| self.grid.at(number));
        city.or_else(number).unwrap_or_else(|| panic!("`{at}` is neither a hex nor a city"))
    }

    pub fn mountain(&mut self, hex: &str, side: Direction) {
        let hex = self.hex(hex);
        mark(&self.grid, &mut self.mountains, hex, side);
    }

    pub fn strait(&mut self, hex: &str, side: Direction) {
        let hex = self.hex(hex);
        mark(&self.grid, &mut self.straits, hex, side);
    }

    /// The finished map, with all that follows from the drawing.
    pub fn finish(mut self, stacking: &[[u8; 2]; 3]) -> Ground {
        self.cities.sort_by_key(|city| city.hex);
        for place in &mut self.places {
            let partial = place.extent == Extent::Partial;
            place.limit =
                if place.has_land() { stacking[place.land as usize][usize::from(partial)] } else { 0 };
            let points = if partial { 1 } else { 2 };
            place.fertile = if place.has_land() && place.land == Land::Fertile { points } else { 0 };
        }
        for (i, city) in self.cities.iter().enumerate() {
            let place = &mut self.places[city.hex.index()];
            (place.city, place.value, place.port) = (Some(i as u8), city.value, city.port);
        }
        for (i, site) in self.sites.iter().enumerate() {
            self.places[site.hex.index()].site = Some(i as u8);
        }
        let open = |arm: Arm| -> Vec<u8> {
            let sides = |hex: Hex| {
                let ways = self.grid.neighbours(hex).filter(|(_, there)| {
                    self.places[hex.index()].admits(arm) && self.places[there.index()].admits(arm)
                });
                ways.fold(0u8, |bits, (side, _)| bits | 1 << side.index())
            };
            self.grid.hexes().map(sides).collect()
        };
        let (mut land_sides, naval_sides) = match &self.printed {
            Some(ground) => (ground.land_sides.clone(), ground.naval_sides.clone()),
            None => (open(Arm::Land), open(Arm::Naval)),
        };
        for (hex, open) in land_sides.iter_mut().enumerate() {
            *open &= !(self.mountains[hex] | self.straits[hex]);
        }
        let mut ground = Ground {
            realms: State::ALL.map(|state| self.realm(state)).into(),
            constantinople: self.hex("Constantinople"),
            refuges: [self.hex("Medina"), self.hex("Mecca")],
            black_sea_ports: self
                .cities
                .iter()
                .filter(|city| city.port && self.places[city.hex.index()].black_sea)
                .map(|city| city.hex)
                .collect(),
            land_sides,
            naval_sides,
            mountain_sides: self.mountains,
            strait_sides: self.straits,
            cities: self.cities,
            sites: self.sites,
            names: self.names,
            places: self.places,
            grid: self.grid,
        };
        if let Some(printed) = self.printed {
            let join =
                |mine: &mut Vec<u8>, theirs: &[u8]| mine.iter_mut().zip(theirs).for_each(|(a, b)| *a |= b);
            join(&mut ground.mountain_sides, &printed.mountain_sides);
            join(&mut ground.strait_sides, &printed.strait_sides);
        }
        ground
    }

    fn realm(&self, state: State) -> Realm {
        let own = |hex: &Hex| self.places[hex.index()].state == Some(state);
        let hexes: Vec<Hex> = self.grid.hexes().filter(own).collect();
        let worth = |hex: &Hex| (self.places[hex.index()].fertile + self.places[hex.index()].value) as u16;
        let far =
            |hex: Hex| hexes.iter().map(|&home| self.grid.distance(hex, home)).min().unwrap_or(255) as u8;
        Realm {
            base: hexes.iter().map(worth).sum(),
            fertile: hexes.iter().copied().filter(|h| self.places[h.index()].fertile > 0).collect(),
            cities: hexes.iter().copied().filter(|h| self.places[h.index()].city.is_some()).collect(),
            distance: self.grid.hexes().map(far).collect(),
            hexes,
        }
    }
}

fn mark(grid: &Grid, sides: &mut [u8], hex: Hex, side: Direction) {
    sides[hex.index()] |= 1 << side.index();
    if let Some(beyond) = grid.neighbour(hex, side) {
        sides[beyond.index()] |= 1 << side.opposite().index();
    }
}

fn place(terrain: char, owner: char) -> Locale {
    let extent = match terrain {
        '~' => Extent::Sea,
        letter if letter.is_lowercase() => Extent::Partial,
        _ => Extent::Full,
    };
    let land = match terrain.to_ascii_uppercase() {
        'F' => Land::Fertile,
        'R' => Land::Rough,
        _ => Land::Desert,
    };
    let state = "MBZFGKPST".find(owner).map(State::new);
    Locale {
        extent,
        land,
        state,
        fertile: 0,
        limit: 0,
        value: 0,
        city: None,
        site: None,
        port: false,
        strait: false,
        black_sea: false,
    }
}
