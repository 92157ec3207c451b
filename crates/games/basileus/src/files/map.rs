//! `maps/NAME.toml`: a map sheet, and sheets joined side by side.

use std::collections::BTreeMap;

use engine::datafile::ground::{self, hex};
use engine::datafile::{DataFault, DataFile, Spanned};
use engine::hex::{Grid, Hex, HexNumber, Orientation};
use engine::scene::Label;
use engine::words::counted;
use schemars::JsonSchema;
use serde::Deserialize;

use super::charts::terrain_named;
use crate::sheet::{Ground, MOST_HEXES, Terrain};

/// `maps/NAME.toml`: a map sheet.
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
    /// What each letter of the rows means: a terrain of the chart, or void where there is no hex.
    legend: BTreeMap<String, Spanned<String>>,
    /// Stream hexsides: a hex number, then sides: "0507 N NE".
    #[serde(default)]
    streams: Vec<Spanned<String>>,
    /// Palisaded hexsides.
    #[serde(default)]
    palisades: Vec<Spanned<String>>,
    /// Slope hexsides.
    #[serde(default)]
    slopes: Vec<Spanned<String>>,
    /// Roads, and rivers as they flow.
    #[serde(default)]
    course: Vec<CourseEntry>,
    /// Names on the map.
    #[serde(default)]
    labels: Vec<LabelEntry>,
}

/// A road or river, hex by hex.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct CourseEntry {
    /// road, which links its hexes, or river, which is for the picture only.
    kind: Spanned<String>,
    /// The hexes in order, each touching the one before.
    hexes: Spanned<Vec<Spanned<String>>>,
}

/// A name on the map.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct LabelEntry {
    /// Where.
    hex: Spanned<String>,
    /// The name.
    text: String,
    /// city, place, region or water.
    kind: Spanned<String>,
}

const LABELS: [&str; 4] = ["city", "place", "region", "water"];

/// A map sheet as printed.
#[derive(Clone, Debug)]
pub(crate) struct PrintedMap {
    pub(crate) ground: Ground,
    /// Roads and rivers: their kind and their hexes in order.
    pub(crate) courses: Vec<(&'static str, Vec<Hex>)>,
    pub(crate) labels: Vec<Label>,
    /// What the reader is told if the map is of the house.
    pub(crate) house: Option<String>,
}

/// The map sheet of a file.
pub(crate) fn read(file: &DataFile) -> Result<PrintedMap, DataFault> {
    let parsed: MapFile = file.parse()?;
    let (grid, terrain) = terrain(file, &parsed)?;
    let sides = |entries, what| ground::hexsides(file, &grid, entries, what, |_, _, _, _| Ok(()));
    let streams = sides(&parsed.streams, "stream")?;
    let palisades = sides(&parsed.palisades, "palisade")?;
    let slopes = sides(&parsed.slopes, "slope")?;
    let mut courses = vec![];
    let mut roads = vec![0u8; grid.len()];
    for entry in &parsed.course {
        let (kind, hexes) = course(file, entry, &grid, &terrain)?;
        for pair in hexes.windows(2).filter(|_| kind == "road") {
            if let Some(side) = grid.towards(pair[0], pair[1]) {
                roads[pair[0].index()] |= 1 << side.index();
                roads[pair[1].index()] |= 1 << side.opposite().index();
            }
        }
        courses.push((kind, hexes));
    }
    let labels = parsed.labels.iter().map(|entry| label(file, entry, &grid)).collect::<Result<_, _>>()?;
    let house = ground::house_note(parsed.house, parsed.note);
    let ground = Ground { grid, terrain, roads, streams, palisades, slopes };
    Ok(PrintedMap { ground, courses, labels, house })
}

/// The hexes there are and what each is made of.
fn terrain(file: &DataFile, parsed: &MapFile) -> Result<(Grid, Vec<Terrain>), DataFault> {
    let grid = ground::grid(file, &parsed.columns, parsed.rows.get_ref().len(), MOST_HEXES)?;
    let legend = ground::legend(file, &parsed.legend, |word| match word.get_ref().as_str() {
        "void" => Ok(None),
        _ => terrain_named(file, word).map(Some),
    })?;
    let drawn = ground::terrain(file, &grid, parsed.rows.get_ref(), &legend)?;
    let void = grid.hexes().filter(|hex| drawn[hex.index()].is_none());
    let void: Vec<HexNumber> = void.map(|hex| grid.number(hex)).collect();
    // Nobody ever asks what a missing hex is made of; should anybody, nobody crosses it.
    let terrain = drawn.into_iter().map(|kind| kind.unwrap_or(Terrain::Mountain)).collect();
    if void.len() == grid.len() {
        return Err(file.fault(parsed.rows.span(), "the map has no hex at all", "some ground"));
    }
    Ok((grid.without(void), terrain))
}

fn course(
    file: &DataFile,
    entry: &CourseEntry,
    grid: &Grid,
    terrain: &[Terrain],
) -> Result<(&'static str, Vec<Hex>), DataFault> {
    let kind = match entry.kind.get_ref().as_str() {
        "road" => "road",
        "river" => "river",
        other => {
            return Err(file.fault(
                entry.kind.span(),
                format!("a course of `{other}`"),
                "\"road\" or \"river\"",
            ));
        }
    };
    let hexes = ground::course(file, grid, entry.hexes.get_ref(), kind, |number, here| {
        let under = terrain[here.index()];
        let wet = matches!(under, Terrain::River | Terrain::Bridge | Terrain::Ford);
        let barred = matches!(under, Terrain::River | Terrain::Mountain | Terrain::Fortification);
        let message = format!("the {kind} runs through {}, which is {}", number.get_ref(), under.name());
        match kind {
            "road" if barred => Err(file.fault(number.span(), message, "a hex units can enter")),
            "river" if !wet => Err(file.fault(number.span(), message, "a river, bridge or ford hex")),
            _ => Ok(()),
        }
    })?;
    if hexes.len() < 2 {
        let message = format!("a {kind} of {}", counted(hexes.len(), "hex", "hexes"));
        return Err(file.fault(entry.hexes.span(), message, "at least two"));
    }
    Ok((kind, hexes))
}

fn label(file: &DataFile, entry: &LabelEntry, grid: &Grid) -> Result<Label, DataFault> {
    let here = hex(file, grid, &entry.hex, entry.hex.get_ref())?;
    let kind = *LABELS.iter().find(|kind| **kind == entry.kind.get_ref()).ok_or_else(|| {
        let message = format!("a name of the kind `{}`", entry.kind.get_ref());
        file.fault(entry.kind.span(), message, format!("one of {}", LABELS.join(", ")))
    })?;
    Ok(Label { hex: grid.number(here), text: entry.text.clone(), kind })
}

/// Two sheets side by side, their rows in line; or in words why they do not fit.
pub(crate) fn join(west: &PrintedMap, east: &PrintedMap) -> Result<PrintedMap, String> {
    let (left, right) = (&west.ground.grid, &east.ground.grid);
    if left.rows() != right.rows() {
        return Err(format!("sheets of {} and {} rows do not fit together", left.rows(), right.rows()));
    }
    // Columns alternate; after an odd number of them the eastern sheet would lie half a hex off.
    if !left.columns().is_multiple_of(2) {
        return Err(format!("a western sheet of {} columns, an odd number", left.columns()));
    }
    if left.len() + right.len() > MOST_HEXES {
        return Err(format!("together the sheets have {} hexes", left.len() + right.len()));
    }
    let moved = |number: HexNumber| HexNumber::new(number.line() + left.columns(), number.place());
    let whole = Grid::new(Orientation::Flat, left.columns() + right.columns(), left.rows(), true);
    let local = |number: HexNumber| match number.line().checked_sub(left.columns()) {
        None | Some(0) => left.at(number),
        Some(line) => right.at(HexNumber::new(line, number.place())),
    };
    let numbers = whole.hexes().map(|hex| whole.number(hex));
    let void: Vec<HexNumber> = numbers.filter(|&number| local(number).is_none()).collect();
    // Hexes are counted column by column, so the tables of the sheets follow one another.
    let both = |a: &[u8], b: &[u8]| [a, b].concat();
    let shift = |hex: Hex| Hex(hex.0 + left.len() as u16);
    let (g, h) = (&west.ground, &east.ground);
    let eastern = east.courses.iter().map(|(kind, hexes)| (*kind, hexes.iter().map(|&h| shift(h)).collect()));
    let labels = east.labels.iter().map(|label| Label { hex: moved(label.hex), ..label.clone() });
    let house = [&west.house, &east.house].into_iter().flatten().cloned().collect::<Vec<_>>().join(" ");
    Ok(PrintedMap {
        ground: Ground {
            grid: whole.without(void),
            terrain: [&g.terrain[..], &h.terrain[..]].concat(),
            roads: both(&g.roads, &h.roads),
            streams: both(&g.streams, &h.streams),
            palisades: both(&g.palisades, &h.palisades),
            slopes: both(&g.slopes, &h.slopes),
        },
        courses: west.courses.iter().cloned().chain(eastern).collect(),
        labels: west.labels.iter().cloned().chain(labels).collect(),
        house: (!house.is_empty()).then_some(house),
    })
}

#[cfg(test)]
mod tests {
    use engine::datafile::proof::{altered, says};

    use super::*;

    const TEXT: &str = include_str!("../../data/maps/practice.toml");

    fn fault(from: &str, to: &str) -> (DataFault, usize) {
        let (file, line) = altered("practice.toml", TEXT, from, to);
        (read(&file).unwrap_err(), line)
    }

    fn practice() -> PrintedMap {
        read(&DataFile::new("practice.toml", TEXT)).unwrap()
    }

    #[test]
    fn hexsides_and_road_links_are_known_from_both_of_their_hexes() {
        let Ground { grid, roads, streams, palisades, slopes, .. } = practice().ground;
        for table in [&roads, &streams, &palisades, &slopes] {
            assert!(table.iter().any(|bits| *bits != 0));
            for hex in grid.hexes() {
                for (side, there) in grid.neighbours(hex) {
                    let here = table[hex.index()] >> side.index() & 1;
                    assert_eq!(here, table[there.index()] >> side.opposite().index() & 1);
                }
            }
        }
    }

    #[test]
    fn joined_sheets_keep_their_ground_and_touch_at_the_seam() {
        let map = practice();
        let both = join(&map, &map).unwrap();
        let (one, two) = (&map.ground, &both.ground);
        assert_eq!((two.grid.columns(), two.grid.rows(), two.terrain.len()), (24, 15, 360));
        for hex in one.grid.hexes() {
            let number = one.grid.number(hex);
            let east = two.grid.at(HexNumber::new(number.line() + 12, number.place())).unwrap();
            for (table, joined) in [(&one.roads, &two.roads), (&one.palisades, &two.palisades)] {
                assert_eq!(
                    (table[hex.index()], table[hex.index()]),
                    (joined[hex.index()], joined[east.index()])
                );
            }
            assert_eq!(one.terrain[hex.index()], two.terrain[east.index()]);
        }
        assert_eq!(two.grid.hexes().count(), 2 * one.grid.hexes().count());
        let at = |line, place| two.grid.at(HexNumber::new(line, place)).unwrap();
        assert!(two.grid.towards(at(12, 14), at(13, 14)).is_some(), "1214 of C touches 0114 of B");
        assert_eq!(two.grid.at(HexNumber::new(14, 15)), None);
        let camp = both.labels.iter().filter(|label| label.text == "Camp");
        assert!(camp.map(|label| label.hex).eq([HexNumber::new(9, 13), HexNumber::new(21, 13)]));
        let river = &both.courses.last().unwrap().1;
        assert_eq!(two.grid.number(river[0]), HexNumber::new(13, 8));
    }

    #[test]
    fn sheets_that_do_not_fit_are_not_joined() {
        let sheet = |columns: usize, rows: usize| {
            let row = format!("\"{}\",", ".".repeat(columns));
            let text = format!(
                "columns = {columns}\nrows = [{}]\nlegend = {{ \".\" = \"plain\" }}",
                row.repeat(rows)
            );
            read(&DataFile::new("sheet.toml", text)).unwrap()
        };
        let refused = |west: (usize, usize), east: (usize, usize)| {
            join(&sheet(west.0, west.1), &sheet(east.0, east.1)).unwrap_err()
        };
        assert!(refused((4, 5), (4, 6)).contains("5 and 6 rows"));
        assert!(refused((5, 5), (4, 5)).contains("odd number"));
        assert!(refused((12, 15), (14, 15)).contains("390 hexes"));
    }

    #[test]
    fn a_row_of_the_wrong_length_is_a_fault() {
        says(fault("\"..m.........\"", "\"..m\""), &["row 10 of the map has 3 letters", "12, one for each"]);
        says(fault("\"..m.........\"", "\"..m........?\""), &["`?` in column 12 of row 10", "one of `#`"]);
    }

    #[test]
    fn a_wrong_legend_is_a_fault() {
        says(fault("\"w\" = \"wood\"", "\"w\" = \"woods\""), &["did you mean wood?", "one of plain"]);
        says(fault("\"w\" = \"wood\"", "\"ww\" = \"wood\""), &["explains `ww`", "a single letter"]);
    }

    #[test]
    fn a_wrong_hexside_is_a_fault() {
        says(fault("\"0111 S\"", "\"0111 E\""), &["`E` is no hexside", "N, NE, SE"]);
        says(fault("\"0111 S\"", "\"0111 NW\""), &["rim of the map", "between two hexes"]);
        says(fault("\"0111 S\"", "\"0214 S\""), &["rim of the map", "between two hexes"]);
        says(fault("\"0111 S\"", "\"0215 N\""), &["no hex `0215`", "0101 to 1215"]);
        says(
            fault("\"0111 S\"", "\"0111 S S\""),
            &["the stream 0111 S is listed twice", "every stream once"],
        );
        says(fault("\"0812 N SW S\"", "\"0812 N N\""), &["the palisade 0812 N is listed twice"]);
        says(fault("\"0902 NW SW\"", "\"0902\""), &["names no hexside", "such as \"0507 N NE\""]);
    }

    #[test]
    fn a_wrong_course_is_a_fault() {
        says(fault("\"0501\", \"0502\"", "\"0501\", \"0503\""), &["the road leaps from 0501 to 0503"]);
        says(fault("\"0108\", \"0208\"", "\"0107\", \"0208\""), &["0107, which is plain", "a river, bridge"]);
        says(
            fault("\"0504\", \"0604\"", "\"0504\", \"0403\""),
            &["0403, which is fortification", "can enter"],
        );
        says(fault("kind = \"road\"", "kind = \"canal\""), &["a course of `canal`", "\"road\" or \"river\""]);
    }

    #[test]
    fn a_course_of_one_hex_is_a_fault() {
        let text = "columns = 2\nrows = [\"..\", \"..\"]\nlegend = { \".\" = \"plain\" }\n\
            [[course]]\nkind = \"road\"\nhexes = [\"0101\"]\n";
        let file = DataFile::new("sheet.toml", text);
        says((read(&file).unwrap_err(), 6), &["a road of 1 hex", "at least two"]);
    }

    #[test]
    fn a_wrong_label_is_a_fault() {
        says(fault("kind = \"place\"", "kind = \"village\""), &["kind `village`", "one of city, place"]);
        says(fault("hex = \"0403\"", "hex = \"1303\""), &["no hex `1303`", "0101 to 1215"]);
    }

    #[test]
    fn a_map_of_the_wrong_size_is_a_fault() {
        says(fault("columns = 12", "columns = 99"), &["99 columns and 15 rows", "at most 360 hexes"]);
        let file =
            DataFile::new("void.toml", "columns = 2\nrows = [\"  \", \"  \"]\nlegend = { \" \" = \"void\" }");
        says((read(&file).unwrap_err(), 2), &["no hex at all", "some ground"]);
    }
}
