//! `map.toml`: the ground, the letters, the crests and the stream.

use std::collections::{BTreeMap, VecDeque};

use engine::datafile::ground::{self, hex};
use engine::datafile::{DataFault, DataFile, Spanned};
use engine::hex::{Direction, Edge, Grid, Hex, SightLine};
use schemars::JsonSchema;
use serde::Deserialize;

use super::charts::terrain_named;
use super::counters::LONGEST_RANGE;
use crate::sheet::{ConeHex, Ground, MOST_HEXES, Terrain};

/// `map.toml`: the map all scenarios share.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct MapFile {
    /// Whether the map is a house reconstruction.
    #[serde(default)]
    house: bool,
    /// What the reader is told about that.
    note: Option<String>,
    /// How many columns there are.
    columns: Spanned<u16>,
    /// The ground: a string for each row from the north, a letter of the legend for each column from the west.
    rows: Spanned<Vec<Spanned<String>>>,
    /// What each letter of the rows means.
    legend: BTreeMap<String, Spanned<String>>,
    /// The lettered hexes.
    places: BTreeMap<String, Spanned<String>>,
    /// Crest hexsides: a hex number, then sides: "0507 N NE".
    crests: Vec<Spanned<String>>,
    /// Watercourses.
    #[serde(default)]
    course: Vec<CourseEntry>,
}

/// A stream, hex by hex as it flows.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct CourseEntry {
    /// What flows: stream.
    kind: Spanned<String>,
    /// The hexes in order, from edge to edge.
    hexes: Vec<Spanned<String>>,
}

/// The map as printed, before any scenario changes it.
#[derive(Clone, Debug)]
pub(crate) struct PrintedMap {
    pub(crate) ground: Ground,
    /// The watercourses, in flowing order.
    pub(crate) courses: Vec<Vec<Hex>>,
    /// What the reader is told if the map is of the house.
    pub(crate) house: Option<String>,
}

/// The map as printed.
pub(crate) fn read(file: &DataFile) -> Result<PrintedMap, DataFault> {
    let parsed: MapFile = file.parse()?;
    let grid = ground::grid(file, &parsed.columns, parsed.rows.get_ref().len(), MOST_HEXES)?;
    let terrain = terrain(file, &parsed, &grid)?;
    let crests = crests(file, &parsed, &grid, &terrain)?;
    let courses = courses(file, &parsed, &grid, &terrain)?;
    let places = places(file, &parsed, &grid)?;
    let villages = grid.hexes().filter(|h| terrain[h.index()] == Terrain::Village).collect();
    let south = south_of_the_stream(&grid, &terrain);
    let cones = Direction::ALL.map(|facing| cone(&grid, facing));
    let house = ground::house_note(parsed.house, parsed.note);
    Ok(PrintedMap {
        ground: Ground { grid, terrain, crests, south, places, villages, cones },
        courses,
        house,
    })
}

fn terrain(file: &DataFile, parsed: &MapFile, grid: &Grid) -> Result<Vec<Terrain>, DataFault> {
    let legend = ground::legend(file, &parsed.legend, |word| terrain_named(file, word, word.get_ref()))?;
    ground::terrain(file, grid, parsed.rows.get_ref(), &legend)
}

fn places(file: &DataFile, parsed: &MapFile, grid: &Grid) -> Result<BTreeMap<char, Hex>, DataFault> {
    let mut places = BTreeMap::new();
    for (name, number) in &parsed.places {
        let mut letters = name.chars();
        let (Some(letter @ 'A'..='Z'), None) = (letters.next(), letters.next()) else {
            return Err(file.fault(
                number.span(),
                format!("`{name}` cannot name a hex"),
                "a single letter A to Z",
            ));
        };
        places.insert(letter, hex(file, grid, number, number.get_ref())?);
    }
    Ok(places)
}

fn crests(file: &DataFile, parsed: &MapFile, grid: &Grid, terrain: &[Terrain]) -> Result<Vec<u8>, DataFault> {
    let sloping = |hex: Hex| terrain[hex.index()] == Terrain::Slope;
    ground::hexsides(file, grid, &parsed.crests, "crest", |entry, side, here, there| {
        if sloping(here) || sloping(there) {
            return Ok(());
        }
        let number = grid.number(here);
        let message = format!("the crest {number} {side} lies between hexes that are no slopes");
        Err(file.fault(entry.span(), message, "a slope on at least one side of a crest"))
    })
}

fn courses(
    file: &DataFile,
    parsed: &MapFile,
    grid: &Grid,
    terrain: &[Terrain],
) -> Result<Vec<Vec<Hex>>, DataFault> {
    let mut courses = vec![];
    let mut wet = vec![false; grid.len()];
    for entry in &parsed.course {
        if entry.kind.get_ref() != Terrain::Stream.name() {
            let message = format!("a course of `{}`", entry.kind.get_ref());
            return Err(file.fault(entry.kind.span(), message, "\"stream\""));
        }
        courses.push(course(file, entry, grid, terrain, &mut wet)?);
    }
    if let Some(dry) = grid.hexes().find(|h| terrain[h.index()] == Terrain::Stream && !wet[h.index()]) {
        let row = &parsed.rows.get_ref()[grid.row(dry) as usize - 1];
        let message = format!("the stream hex {} is on no course", grid.number(dry));
        return Err(file.fault(row.span(), message, "every stream hex on the course of a stream"));
    }
    Ok(courses)
}

fn course(
    file: &DataFile,
    entry: &CourseEntry,
    grid: &Grid,
    terrain: &[Terrain],
    wet: &mut [bool],
) -> Result<Vec<Hex>, DataFault> {
    let course = ground::course(file, grid, &entry.hexes, "stream", |number, here| {
        let kind = terrain[here.index()];
        if kind != Terrain::Stream {
            let message = format!("the stream flows through {}, which is {}", number.get_ref(), kind.name());
            return Err(file.fault(number.span(), message, "a stream hex"));
        }
        if std::mem::replace(&mut wet[here.index()], true) {
            let message = format!("the stream comes to {} twice", number.get_ref());
            return Err(file.fault(number.span(), message, "every hex once"));
        }
        Ok(())
    })?;
    let on_rim =
        |h: Hex| [Edge::North, Edge::South, Edge::West, Edge::East].iter().any(|&e| grid.on_edge(h, e));
    for (end, number) in [(course.first(), entry.hexes.first()), (course.last(), entry.hexes.last())] {
        if !end.is_some_and(|&h| on_rim(h)) {
            let span = number.map_or(entry.kind.span(), Spanned::span);
            return Err(file.fault(span, "the stream ends inside the map", "a course from edge to edge"));
        }
    }
    Ok(course)
}

/// Ruling R5: what a flood from the south edge reaches without entering a stream hex.
fn south_of_the_stream(grid: &Grid, terrain: &[Terrain]) -> Vec<bool> {
    let mut south = vec![false; grid.len()];
    let dry = |h: Hex| terrain[h.index()] != Terrain::Stream;
    let mut shore: VecDeque<Hex> = grid.hexes().filter(|&h| grid.on_edge(h, Edge::South) && dry(h)).collect();
    while let Some(hex) = shore.pop_front() {
        if !std::mem::replace(&mut south[hex.index()], true) {
            shore.extend(grid.neighbours(hex).map(|(_, next)| next).filter(|&next| dry(next)));
        }
    }
    south
}

fn cone(grid: &Grid, facing: Direction) -> Vec<ConeHex> {
    let farthest = LONGEST_RANGE as u16 + 1;
    let aimed = |offset| ConeHex { offset, range: offset.length(), line: SightLine::to(offset) };
    grid.cone(facing, farthest).into_iter().map(aimed).collect()
}

#[cfg(test)]
mod tests {
    use engine::datafile::proof::{altered, says};

    use super::*;

    const TEXT: &str = include_str!("../../data/map.toml");

    fn fault(from: &str, to: &str) -> (DataFault, usize) {
        let (file, line) = altered("map.toml", TEXT, from, to);
        (read(&file).unwrap_err(), line)
    }

    #[test]
    fn fields_of_fire_reach_one_hex_beyond_the_longest_range() {
        let map = read(&DataFile::new("map.toml", TEXT)).unwrap();
        for cone in &map.ground.cones {
            let at = |range| cone.iter().filter(|c| c.range == range).count();
            assert_eq!([at(1), at(2), at(3), at(4), at(5), at(6)], [3, 5, 7, 9, 11, 0]);
        }
    }

    #[test]
    fn crests_are_known_from_both_of_their_hexes() {
        let ground = read(&DataFile::new("map.toml", TEXT)).unwrap().ground;
        for hex in ground.grid.hexes() {
            for (side, there) in ground.grid.neighbours(hex) {
                let here = ground.crests[hex.index()] >> side.index() & 1;
                assert_eq!(here, ground.crests[there.index()] >> side.opposite().index() & 1);
            }
        }
    }

    #[test]
    fn a_row_of_the_wrong_length_is_a_fault() {
        let row = "\"....~..^^....ww........www..............\"";
        says(
            fault(row, "\"....~..^^....ww\""),
            &["row 18 of the map has 15 letters", "40, one for each column"],
        );
    }

    #[test]
    fn a_letter_outside_the_legend_is_a_fault() {
        says(fault("~.~~.~~......www", "~.~~.~~..?...www"), &["`?` in column 10 of row 17", "one of `.`"]);
        says(fault("\"w\" = \"woods\"", "\"w\" = \"trees\""), &["no terrain `trees`", "one of clear"]);
        says(fault("\"w\" = \"woods\"", "\"ww\" = \"woods\""), &["explains `ww`", "a single letter"]);
    }

    #[test]
    fn a_place_off_the_map_is_a_fault() {
        says(fault("A = \"3017\"", "A = \"4117\""), &["no hex `4117`", "0101 to 4030"]);
        says(fault("A = \"3017\"", "A = \"here\""), &["no hex `here`", "0101 to 4030"]);
        says(fault("A = \"3017\"", "Aleppo = \"3017\""), &["`Aleppo` cannot name a hex", "a single letter"]);
    }

    #[test]
    fn a_wrong_crest_is_a_fault() {
        says(fault("\"0109 SE\"", "\"0109 SE SE\""), &["listed twice", "every crest once"]);
        says(
            fault("\"0109 SE\"", "\"0109 SE\", \"0209 NW\""),
            &["0209 NW is listed twice", "every crest once"],
        );
        says(fault("\"0109 SE\"", "\"0109 E\""), &["`E` is no hexside", "N, NE, SE"]);
        says(fault("\"0109 SE\"", "\"0109 NW\""), &["rim of the map", "between two hexes"]);
        says(fault("\"0109 SE\"", "\"2005 N\""), &["no slopes", "a slope on at least one side"]);
        says(fault("\"0109 SE\"", "\"0109\""), &["names no hexside", "such as \"0507 N NE\""]);
        says(fault("\"0109 SE\"", "\"9909 SE\""), &["no hex `9909`", "0101 to 4030"]);
    }

    #[test]
    fn a_broken_stream_course_is_a_fault() {
        says(fault("\"0216\", \"0317\"", "\"0317\""), &["leaps from 0117 to 0317", "touches the one before"]);
        says(fault("\"0216\", ", "\"0217\", "), &["which is clear", "a stream hex"]);
        says(fault("\"0216\", ", "\"0216\", \"0117\", "), &["comes to 0117 twice", "every hex once"]);
        says(fault("\"0117\", \"0216\"", "\"0216\""), &["ends inside the map", "from edge to edge"]);
        says(fault("kind = \"stream\"", "kind = \"canal\""), &["a course of `canal`", "\"stream\""]);
    }

    #[test]
    fn a_stream_hex_off_the_course_is_a_fault() {
        let row = "........................................\",\n]";
        says(
            fault(row, &row.replacen('.', "~", 1)),
            &["0130 is on no course", "every stream hex on the course"],
        );
    }

    #[test]
    fn a_map_too_large_is_a_fault() {
        says(fault("columns = 40", "columns = 400"), &["400 columns and 30 rows", "at most 1200 hexes"]);
    }
}
