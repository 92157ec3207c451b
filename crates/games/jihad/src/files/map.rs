//! `map.toml`: terrain, borders, hexsides, places, names.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::datafile::{DataFault, DataFile, Spanned, ground, nearest};
use engine::hex::{Grid, Hex};
use engine::scene::Landscape;
use schemars::JsonSchema;
use serde::Deserialize;

use super::sides::{self, Hexsides, HexsidesEntry, MountainsEntry, StraitEntry};
use super::{landscape, places};
use crate::sheet::{Extent, Ground, Land, Locale, MOST_HEXES, Realm, State};

/// `map.toml`: the map all scenarios share.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct MapFile {
    /// Whether the map is a house reconstruction.
    #[serde(default)]
    pub(crate) house: bool,
    /// What the reader is told about that.
    pub(crate) note: Option<String>,
    /// How many columns there are.
    columns: Spanned<u16>,
    /// Terrain: a string for each row from the north, a letter of the legend for each column from the west.
    terrain: Spanned<Vec<Spanned<String>>>,
    /// What each letter of the terrain means.
    legend: BTreeMap<String, Spanned<String>>,
    /// The State each land hex belongs to.
    borders: BordersEntry,
    /// Hexsides that do not follow from the hexes.
    hexsides: HexsidesEntry,
    /// Mountain ranges.
    #[serde(default)]
    mountains: Vec<MountainsEntry>,
    /// Strait hexes.
    #[serde(default)]
    strait: Vec<StraitEntry>,
    /// Cities, base sites, the Black Sea.
    pub(crate) places: places::PlacesEntry,
    /// The name of every land hex: hexes by region.
    pub(crate) regions: BTreeMap<String, Spanned<String>>,
    /// The name of every all-sea hex: hexes by sea.
    pub(crate) seas: BTreeMap<String, Spanned<String>>,
    /// Names printed across the map.
    pub(crate) labels: landscape::LabelsEntry,
    /// Rivers, for orientation only.
    #[serde(default)]
    pub(crate) river: Vec<landscape::RiverEntry>,
}

/// The State each land hex belongs to.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct BordersEntry {
    /// A string for each row, a letter for each column; a dot where there is no land.
    rows: Spanned<Vec<Spanned<String>>>,
    /// The State of each letter.
    letters: BTreeMap<String, Spanned<String>>,
}

/// The map as printed.
#[derive(Clone, Debug)]
pub(crate) struct PrintedMap {
    pub(crate) ground: Arc<Ground>,
    pub(crate) landscape: Arc<Landscape>,
    /// What the reader is told if the map is of the house.
    pub(crate) house: Option<String>,
}

/// What a letter of the terrain stands for, by the class a scene shows.
pub(crate) const CLASSES: [(&str, Extent, Land); 8] = [
    ("fertile", Extent::Full, Land::Fertile),
    ("rough", Extent::Full, Land::Rough),
    ("desert", Extent::Full, Land::Desert),
    ("coast-fertile", Extent::Partial, Land::Fertile),
    ("coast-rough", Extent::Partial, Land::Rough),
    ("coast-desert", Extent::Partial, Land::Desert),
    ("sea", Extent::Sea, Land::Desert),
    ("offmap", Extent::OffMap, Land::Desert),
];

/// The map as printed, with the stacking limits of the charts.
pub(crate) fn read(file: &DataFile, stacking: &[[u8; 2]; 3]) -> Result<PrintedMap, DataFault> {
    let parsed: MapFile = file.parse()?;
    let grid = ground::grid(file, &parsed.columns, parsed.terrain.get_ref().len(), MOST_HEXES)?;
    let mut ground_places = terrain(file, &parsed, &grid, stacking)?;
    borders(file, &parsed.borders, &grid, &mut ground_places)?;
    let sides =
        sides::read(file, &grid, &mut ground_places, &parsed.hexsides, &parsed.mountains, &parsed.strait)?;
    let printed = places::read(file, &grid, &mut ground_places, &parsed)?;
    let realms = State::ALL.map(|state| realm(&grid, &ground_places, state));
    if let Some(state) = State::ALL.into_iter().find(|state| realms[state.index()].hexes.is_empty()) {
        let message = format!("the {} have no land", state.name());
        return Err(file.fault(parsed.borders.rows.span(), message, "at least one hex for every State"));
    }
    let Hexsides { land, naval, mountain, strait, .. } = &sides;
    let black_sea_port = |city: &&crate::sheet::City| city.port && place(&ground_places, city.hex).black_sea;
    let black_sea_ports = printed.cities.iter().filter(black_sea_port).map(|city| city.hex).collect();
    let ground = Ground {
        land_sides: land.clone(),
        naval_sides: naval.clone(),
        mountain_sides: mountain.clone(),
        strait_sides: strait.clone(),
        cities: printed.cities,
        sites: printed.sites,
        realms: realms.into(),
        names: printed.names,
        constantinople: printed.constantinople,
        refuges: printed.refuges,
        black_sea_ports,
        places: ground_places,
        grid,
    };
    let house = ground::house_note(parsed.house, parsed.note.clone());
    let landscape = Arc::new(landscape::read(file, &ground, &sides, &parsed, house.clone())?);
    Ok(PrintedMap { ground: Arc::new(ground), landscape, house })
}

fn place(places: &[Locale], hex: Hex) -> Locale {
    places[hex.index()]
}

fn terrain(
    file: &DataFile,
    parsed: &MapFile,
    grid: &Grid,
    stacking: &[[u8; 2]; 3],
) -> Result<Vec<Locale>, DataFault> {
    let class = |word: &Spanned<String>| {
        let known = CLASSES.iter().find(|(name, ..)| name == word.get_ref());
        known.map(|&(_, extent, land)| (extent, land)).ok_or_else(|| {
            let names = CLASSES.map(|(name, ..)| name);
            let near = nearest(word.get_ref(), names).map(|near| format!("; did you mean {near}?"));
            let message = format!("there is no terrain `{}`{}", word.get_ref(), near.unwrap_or_default());
            file.fault(word.span(), message, format!("one of {}", names.join(", ")))
        })
    };
    let legend = ground::legend(file, &parsed.legend, class)?;
    let drawn = ground::terrain(file, grid, parsed.terrain.get_ref(), &legend)?;
    Ok(drawn.into_iter().map(|(extent, land)| blank(extent, land, stacking)).collect())
}

/// A hex with nothing in it but its ground.
fn blank(extent: Extent, land: Land, stacking: &[[u8; 2]; 3]) -> Locale {
    let column = match extent {
        Extent::Full => Some(0),
        Extent::Partial => Some(1),
        Extent::Sea | Extent::OffMap => None,
    };
    Locale {
        extent,
        land,
        state: None,
        fertile: match (land, extent) {
            (Land::Fertile, Extent::Full) => 2,
            (Land::Fertile, Extent::Partial) => 1,
            _ => 0,
        },
        limit: column.map_or(0, |column: usize| stacking[land as usize][column]),
        value: 0,
        city: None,
        site: None,
        port: false,
        strait: false,
        black_sea: false,
    }
}

fn borders(
    file: &DataFile,
    entry: &BordersEntry,
    grid: &Grid,
    places: &mut [Locale],
) -> Result<(), DataFault> {
    let lines = entry.rows.get_ref();
    if lines.len() != grid.rows() as usize {
        let message = format!("the borders have {} rows", lines.len());
        return Err(file.fault(entry.rows.span(), message, format!("{}, as the terrain has", grid.rows())));
    }
    let mut legend = ground::legend(file, &entry.letters, |code| state(file, code).map(Some))?;
    legend.insert('.', None);
    let states = ground::terrain(file, grid, lines, &legend)?;
    for (hex, state) in grid.hexes().zip(states) {
        let place = &mut places[hex.index()];
        place.state = state;
        if place.state.is_some() != place.has_land() {
            let number = grid.number(hex);
            let (message, expected) = if place.has_land() {
                (format!("the land of {number} belongs to nobody"), "every land hex in one State")
            } else {
                (format!("there is no land to own in {number}"), "a dot where there is no land")
            };
            return Err(file.fault(lines[grid.row(hex) as usize - 1].span(), message, expected));
        }
    }
    Ok(())
}

/// The State with a code, or a fault at the word.
pub(crate) fn state(file: &DataFile, code: &Spanned<String>) -> Result<State, DataFault> {
    named_state(file, code.span(), code.get_ref())
}

/// The State with a code, or a fault at the span.
pub(crate) fn named_state(
    file: &DataFile,
    span: std::ops::Range<usize>,
    code: &str,
) -> Result<State, DataFault> {
    State::from_code(code).ok_or_else(|| {
        let codes = State::ALL.map(State::code);
        let near = nearest(code, codes).map(|near| format!("; did you mean {near}?"));
        let message = format!("there is no State `{code}`{}", near.unwrap_or_default());
        file.fault(span, message, format!("one of {}", codes.join(", ")))
    })
}

/// What is printed for a State: its base productivity is that of its hexes and cities (brief).
fn realm(grid: &Grid, places: &[Locale], state: State) -> Realm {
    let own = |hex: &Hex| places[hex.index()].state == Some(state);
    let hexes: Vec<Hex> = grid.hexes().filter(own).collect();
    let points = |&hex: &Hex| (places[hex.index()].fertile + places[hex.index()].value) as u16;
    Realm {
        base: hexes.iter().map(points).sum(),
        fertile: hexes.iter().copied().filter(|hex| places[hex.index()].fertile > 0).collect(),
        cities: hexes.iter().copied().filter(|hex| places[hex.index()].city.is_some()).collect(),
        distance: distances(grid, &hexes),
        hexes,
    }
}

/// Steps from every hex to the nearest of some hexes, ignoring terrain (R93).
fn distances(grid: &Grid, home: &[Hex]) -> Vec<u8> {
    let nearest = |hex: Hex| home.iter().map(|&there| grid.distance(hex, there)).min().unwrap_or(u16::MAX);
    grid.hexes().map(|hex| nearest(hex).min(u8::MAX as u16) as u8).collect()
}
