//! `map.toml`: labels, terrain, hexsides, roads, places.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::Side;
use engine::datafile::{DataFault, DataFile, Spanned, ground as drawing, nearest};
use engine::hex::{Grid, Hex, HexNumber, Orientation};
use engine::scene::Landscape;
use schemars::JsonSchema;
use serde::Deserialize;

use super::landscape;
use crate::sheet::{
    BYZANTINES, Ground, MOST_HEXES, MOST_SETTLEMENTS, MUSLIMS, Settlement, SettlementKind, Terrain,
};

/// `map.toml`: the map all scenarios share.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct MapFile {
    /// Whether the map is a house reconstruction.
    #[serde(default)]
    house: bool,
    /// What the reader is told about that.
    note: Option<String>,
    /// What each letter of the ground means.
    legend: BTreeMap<String, Spanned<String>>,
    /// The rows of hexes.
    ground: GroundEntry,
    /// Rivers, straits, branches of the Delta.
    hexsides: HexsidesEntry,
    /// Roads, hex by hex.
    #[serde(default)]
    road: Vec<RoadEntry>,
    /// Where armies enter.
    entries: EntriesEntry,
    /// The start line in Egypt (10.1.5).
    start_line: LineEntry,
    /// Names of regions and seas.
    #[serde(default)]
    labels: landscape::LabelsEntry,
    /// Towns and cities.
    place: Vec<Spanned<PlaceEntry>>,
}

/// The rows of hexes from the north.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct GroundEntry {
    /// Each with its label and its letters from west to east.
    rows: Vec<RowEntry>,
}

/// A row of hexes.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct RowEntry {
    /// The row in its labels.
    row: Spanned<u16>,
    /// The column of its easternmost hex in the labels; columns grow westwards.
    east: u16,
    /// A letter for each hex, west first.
    hexes: Spanned<String>,
}

/// Hexsides, each as the two hexes it lies between.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct HexsidesEntry {
    /// Rivers.
    rivers: Vec<Spanned<String>>,
    /// Straits.
    straits: Vec<Spanned<String>>,
    /// Branches of the Nile in the Delta.
    delta: Vec<Spanned<String>>,
}

/// A road.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct RoadEntry {
    /// Between which places it runs.
    route: String,
    /// Its hexes in order.
    hexes: Vec<Spanned<String>>,
}

/// Where armies enter (rulings 23, 125).
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct EntriesEntry {
    /// The town where the army of Kufa may enter.
    kufa_place: Spanned<String>,
    /// The first and last hex of the edge where it may.
    kufa_edge: [Spanned<String>; 2],
    /// The hex of the African box.
    africa: Spanned<String>,
}

/// A line from hex to hex.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct LineEntry {
    /// One end.
    from: Spanned<String>,
    /// The other.
    to: Spanned<String>,
}

/// A town or city.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct PlaceEntry {
    /// Its name.
    name: String,
    /// Its hex.
    at: Spanned<String>,
    /// `town` or `city`.
    kind: Spanned<String>,
    /// Anchors; none for an inland place.
    #[serde(default)]
    anchors: u8,
    /// Whether it arms replacements.
    #[serde(default)]
    fabrica: bool,
    /// Who holds it.
    side: Spanned<String>,
    /// Its district.
    district: String,
}

/// The map as printed.
#[derive(Clone, Debug)]
pub(crate) struct PrintedMap {
    pub(crate) ground: Arc<Ground>,
    pub(super) landscape: Arc<Landscape>,
    /// What the reader is told if the map is of the house.
    pub(super) house: Option<String>,
}

/// Reads a side's name.
pub(super) fn side(file: &DataFile, word: &Spanned<String>) -> Result<Side, DataFault> {
    match word.get_ref().as_str() {
        "byzantine" => Ok(BYZANTINES),
        "muslim" => Ok(MUSLIMS),
        other => Err(file.fault(word.span(), format!("`{other}` is no side"), "byzantine or muslim")),
    }
}

pub(super) fn read(file: &DataFile) -> Result<PrintedMap, DataFault> {
    let parsed: MapFile = file.parse()?;
    let (grid, terrain) = rows(file, &parsed)?;
    let rivers = sides(file, &grid, &parsed.hexsides.rivers, "river")?;
    let straits = sides(file, &grid, &parsed.hexsides.straits, "strait")?;
    let delta = sides(file, &grid, &parsed.hexsides.delta, "branch")?;
    let (roads, courses) = roads(file, &grid, &terrain, &straits, &parsed.road)?;
    let mut ground = Ground {
        coastal: coasts(&grid, &terrain, &delta),
        place_at: vec![Ground::NO_SETTLEMENT; grid.len()],
        settlements: vec![],
        districts: vec![],
        district: vec![0; grid.len()],
        north_west: north_west(file, &grid, &parsed.start_line)?,
        constantinople: 0,
        fustat: 0,
        egypt: 0,
        kufa: vec![],
        africa: drawing::hex(file, &grid, &parsed.entries.africa, parsed.entries.africa.get_ref())?,
        grid,
        terrain,
        rivers,
        straits,
        delta,
        roads,
    };
    places(file, &parsed, &mut ground)?;
    ground.kufa = entries(file, &parsed.entries, &ground)?;
    let house =
        parsed.house.then(|| parsed.note.clone().unwrap_or_else(|| "The map is of the house.".into()));
    let landscape = Arc::new(landscape::draw(file, &ground, &courses, &parsed.labels, house.clone())?);
    Ok(PrintedMap { ground: Arc::new(ground), landscape, house })
}

/// The grid with its labels, and the terrain.
fn rows(file: &DataFile, parsed: &MapFile) -> Result<(Grid, Vec<Terrain>), DataFault> {
    let rows = &parsed.ground.rows;
    let columns = rows.first().map_or(0, |row| row.hexes.get_ref().chars().count());
    if columns == 0 || columns * rows.len() > MOST_HEXES {
        let message = format!("the map has {} hexes", columns * rows.len());
        return Err(DataFault::of_file(&file.name, message, format!("1 to {MOST_HEXES}")));
    }
    let legend = drawing::legend(file, &parsed.legend, |word| {
        let known = Terrain::ALL.into_iter().find(|terrain| terrain.name() == word.get_ref());
        known.ok_or_else(|| {
            let names = Terrain::ALL.map(Terrain::name).join(", ");
            file.fault(word.span(), format!("`{}` is no terrain", word.get_ref()), names)
        })
    })?;
    let letters: Vec<Spanned<String>> = rows.iter().map(|row| row.hexes.clone()).collect();
    let terrain: Vec<Terrain> = drawing::rows(file, &letters, columns, &legend)?.concat();
    let mut labels: Vec<HexNumber> = vec![];
    for row in rows {
        let line = *row.row.get_ref();
        for from_west in 0..columns as u16 {
            labels.push(HexNumber::new(line, row.east + columns as u16 - 1 - from_west));
        }
        let mine = &labels[labels.len() - columns..];
        let twice = labels[..labels.len() - columns].iter().any(|label| mine.contains(label));
        if twice || line > 99 || row.east + columns as u16 > 100 || row.east == 0 {
            let message = format!("the labels of row {line} are not to be had");
            return Err(file.fault(
                row.row.span(),
                message,
                "rows and columns from 1 to 99, every label once",
            ));
        }
    }
    // Even rows lie half a hex further west: seen from the left, the odd ones are pushed.
    let grid = Grid::new(Orientation::Pointy, columns as u16, rows.len() as u16, false)
        .numbered(labels)
        .map_err(|why| file.fault(0..0, why, "every label once"))?;
    Ok((grid, terrain))
}

/// Hexsides written as the two hexes they lie between.
fn sides(
    file: &DataFile,
    grid: &Grid,
    entries: &[Spanned<String>],
    what: &str,
) -> Result<Vec<u8>, DataFault> {
    let mut marked = vec![0u8; grid.len()];
    for entry in entries {
        let words: Vec<&str> = entry.get_ref().split_whitespace().collect();
        let [a, b] = words[..] else {
            let message = format!("`{}` is no hexside", entry.get_ref());
            return Err(file.fault(
                entry.span(),
                message,
                "the two hexes it lies between, such as \"1234 1235\"",
            ));
        };
        let (here, there) = (drawing::hex(file, grid, entry, a)?, drawing::hex(file, grid, entry, b)?);
        let Some(to) = grid.towards(here, there) else {
            return Err(file.fault(entry.span(), format!("{a} and {b} do not touch"), "two neighbours"));
        };
        if marked[here.index()] >> to.index() & 1 == 1 {
            let message = format!("the {what} {a} {b} is listed twice");
            return Err(file.fault(entry.span(), message, format!("every {what} once")));
        }
        marked[here.index()] |= 1 << to.index();
        marked[there.index()] |= 1 << to.opposite().index();
    }
    Ok(marked)
}

type Courses = Vec<Vec<Hex>>;

fn roads(
    file: &DataFile,
    grid: &Grid,
    terrain: &[Terrain],
    straits: &[u8],
    entries: &[RoadEntry],
) -> Result<(Vec<u8>, Courses), DataFault> {
    let mut marked = vec![0u8; grid.len()];
    let mut courses = vec![];
    for road in entries {
        let what = format!("road {}", road.route);
        let course =
            drawing::course(file, grid, &road.hexes, &what, |number, hex| match terrain[hex.index()] {
                Terrain::Sea => Err(file.fault(number.span(), "the road runs into the sea", "a land hex")),
                _ => Ok(()),
            })?;
        for (pair, number) in course.windows(2).zip(&road.hexes) {
            let Some(to) = grid.towards(pair[0], pair[1]) else { continue };
            if engine::datafile::landscape::marked(straits, pair[0], to) {
                return Err(file.fault(number.span(), "the road crosses a strait", "a road on land"));
            }
            marked[pair[0].index()] |= 1 << to.index();
            marked[pair[1].index()] |= 1 << to.opposite().index();
        }
        courses.push(course);
    }
    Ok((marked, courses))
}

/// Rulings 65 and 70: land that touches sea, and what the branches of the Delta touch.
fn coasts(grid: &Grid, terrain: &[Terrain], delta: &[u8]) -> Vec<bool> {
    let sea = |hex: Hex| terrain[hex.index()] == Terrain::Sea;
    let coastal = |hex: Hex| {
        !sea(hex) && (delta[hex.index()] != 0 || grid.neighbours(hex).any(|(_, there)| sea(there)))
    };
    grid.hexes().map(coastal).collect()
}

/// Ruling 141: on which side of the line each hex lies, in half columns from the east.
fn north_west(file: &DataFile, grid: &Grid, line: &LineEntry) -> Result<Vec<bool>, DataFault> {
    let point = |hex: Hex| {
        let from_east = 2 * (i32::from(grid.columns()) - i32::from(grid.column(hex)) + 1);
        let row = i32::from(grid.row(hex));
        (from_east + i32::from(row % 2 == 0), row)
    };
    let end = |entry: &Spanned<String>| drawing::hex(file, grid, entry, entry.get_ref()).map(point);
    let ((ax, ay), (bx, by)) = (end(&line.from)?, end(&line.to)?);
    let beyond = |hex: Hex| {
        let (x, y) = point(hex);
        (by - ay) * (x - ax) > (bx - ax) * (y - ay)
    };
    Ok(grid.hexes().map(beyond).collect())
}

fn places(file: &DataFile, parsed: &MapFile, ground: &mut Ground) -> Result<(), DataFault> {
    if parsed.place.len() > MOST_SETTLEMENTS {
        let message = format!("the map has {} towns and cities", parsed.place.len());
        return Err(DataFault::of_file(&file.name, message, format!("at most {MOST_SETTLEMENTS}")));
    }
    for spanned in &parsed.place {
        let entry = spanned.get_ref();
        let hex = drawing::hex(file, &ground.grid, &entry.at, entry.at.get_ref())?;
        let fault = |message: &str, expected: &str| {
            file.fault(entry.at.span(), format!("{} {message}", entry.name), expected)
        };
        if !ground.is_land(hex) {
            return Err(fault("lies in the sea", "a land hex"));
        }
        if ground.settlement_in(hex).is_some() || ground.named(&entry.name).is_some() {
            return Err(fault("shares its hex or its name with another place", "one place in a hex"));
        }
        if entry.anchors > 0 && !ground.coastal[hex.index()] {
            return Err(fault("has anchors but no coast", "a coastal hex, or no anchors"));
        }
        let kind = match entry.kind.get_ref().as_str() {
            "town" => SettlementKind::Town,
            "city" if entry.name == "Constantinople" => SettlementKind::Constantinople,
            "city" => SettlementKind::City,
            other => {
                return Err(file.fault(
                    entry.kind.span(),
                    format!("`{other}` is no kind of place"),
                    "town or city",
                ));
            }
        };
        let district = ground.district_named(&entry.district).unwrap_or_else(|| {
            ground.districts.push(entry.district.clone());
            ground.districts.len() as u8 - 1
        });
        ground.place_at[hex.index()] = ground.settlements.len() as u8;
        ground.settlements.push(Settlement {
            name: entry.name.clone(),
            hex,
            kind,
            anchors: entry.anchors,
            fabrica: entry.fabrica,
            side: side(file, &entry.side)?,
            district,
        });
    }
    let needed = |name: &str| {
        ground.named(name).ok_or_else(|| {
            let near = nearest(name, ground.settlements.iter().map(|place| place.name.as_str()));
            let expected =
                near.map_or_else(|| format!("a place {name}"), |near| format!("{name}, not {near}"));
            DataFault::of_file(&file.name, format!("there is no {name}"), expected)
        })
    };
    (ground.constantinople, ground.fustat) = (needed("Constantinople")?, needed("Fustat")?);
    ground.egypt = ground.settlement(ground.fustat).district;
    // Ruling 124: the district of the place fewest hexes away, the earlier of several.
    ground.district = ground
        .grid
        .hexes()
        .map(|hex| {
            let near = ground.settlements.iter().min_by_key(|place| ground.grid.distance(hex, place.hex));
            near.map_or(0, |place| place.district)
        })
        .collect();
    Ok(())
}

/// Ruling 125: Mosul, and the land hexes of the edge between two.
fn entries(file: &DataFile, entry: &EntriesEntry, ground: &Ground) -> Result<Vec<Hex>, DataFault> {
    let name = entry.kufa_place.get_ref();
    let town = ground.named(name).ok_or_else(|| {
        file.fault(entry.kufa_place.span(), format!("there is no place {name}"), "a town of the list below")
    })?;
    let [first, last] = &entry.kufa_edge;
    let first = drawing::hex(file, &ground.grid, first, first.get_ref())?;
    let last_hex = drawing::hex(file, &ground.grid, last, last.get_ref())?;
    let grid = &ground.grid;
    if grid.column(first) != grid.column(last_hex) || grid.row(first) > grid.row(last_hex) {
        return Err(file.fault(last.span(), "the edge does not run south", "two hexes of one column"));
    }
    let edge = grid.hexes().filter(|&hex| {
        grid.column(hex) == grid.column(first)
            && (grid.row(first)..=grid.row(last_hex)).contains(&grid.row(hex))
            && ground.is_land(hex)
    });
    Ok([ground.settlement(town).hex].into_iter().chain(edge).collect())
}
