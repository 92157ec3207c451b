//! Maps in data files: rows of letters with a legend, hex numbers, lists of hexsides.

use std::collections::BTreeMap;

use super::{DataFault, DataFile, Spanned};
use crate::hex::{Direction, Grid, Hex, HexNumber, Orientation};
use crate::words::counted;

/// A flat-topped grid of so many columns and rows, with room for at most so many hexes.
pub fn grid(file: &DataFile, columns: &Spanned<u16>, rows: usize, most: usize) -> Result<Grid, DataFault> {
    let wide = *columns.get_ref();
    if !(2..=99).contains(&wide) || !(2..=99).contains(&rows) || usize::from(wide) * rows > most {
        let message =
            format!("a map of {} and {}", counted(wide, "column", "columns"), counted(rows, "row", "rows"));
        let expected = format!("2 to 99 of each, and at most {most} hexes");
        return Err(file.fault(columns.span(), message, expected));
    }
    Ok(Grid::new(Orientation::Flat, wide, rows as u16, true))
}

/// The hex with a printed number, or a fault at the entry the number stands in.
pub fn hex<T>(file: &DataFile, grid: &Grid, entry: &Spanned<T>, number: &str) -> Result<Hex, DataFault> {
    let parsed: Result<HexNumber, String> = number.parse();
    parsed.ok().and_then(|number| grid.at(number)).ok_or_else(|| {
        let (first, last) = (HexNumber::new(1, 1), HexNumber::new(grid.columns(), grid.rows()));
        let message = format!("there is no hex `{number}` on the map");
        file.fault(entry.span(), message, format!("a number from {first} to {last}"))
    })
}

/// What each letter of a legend means; `read` knows the words.
pub fn legend<T>(
    file: &DataFile,
    entries: &BTreeMap<String, Spanned<String>>,
    read: impl Fn(&Spanned<String>) -> Result<T, DataFault>,
) -> Result<BTreeMap<char, T>, DataFault> {
    let mut legend = BTreeMap::new();
    for (sign, word) in entries {
        let mut letters = sign.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            let message = format!("the legend explains `{sign}`");
            return Err(file.fault(word.span(), message, "a single letter or sign"));
        };
        legend.insert(letter, read(word)?);
    }
    Ok(legend)
}

/// The rows of a map in the words of its legend, row by row from the north, every row as long as there are columns.
pub fn rows<T: Copy>(
    file: &DataFile,
    rows: &[Spanned<String>],
    columns: usize,
    legend: &BTreeMap<char, T>,
) -> Result<Vec<Vec<T>>, DataFault> {
    let mut ground = vec![];
    for (number, row) in (1..).zip(rows) {
        let letters = row.get_ref().chars().count();
        if letters != columns {
            let message = format!("row {number} of the map has {letters} letters");
            return Err(file.fault(row.span(), message, format!("{columns}, one for each column")));
        }
        let mut words = vec![];
        for (column, letter) in (1..).zip(row.get_ref().chars()) {
            words.push(*legend.get(&letter).ok_or_else(|| {
                let message = format!("`{letter}` in column {column} of row {number} is not in the legend");
                let known: Vec<_> = legend.keys().map(|l| format!("`{l}`")).collect();
                file.fault(row.span(), message, format!("one of {}", known.join(" ")))
            })?);
        }
        ground.push(words);
    }
    Ok(ground)
}

/// The rows of a map in the words of its legend, in the order of the hexes.
pub fn terrain<T: Copy>(
    file: &DataFile,
    grid: &Grid,
    letters: &[Spanned<String>],
    legend: &BTreeMap<char, T>,
) -> Result<Vec<T>, DataFault> {
    let drawn = rows(file, letters, grid.columns() as usize, legend)?;
    let word = |hex: Hex| drawn[grid.row(hex) as usize - 1][grid.column(hex) as usize - 1];
    Ok(grid.hexes().map(word).collect())
}

/// What the reader is told of a map that is a reconstruction of the house.
pub fn house_note(house: bool, note: Option<String>) -> Option<String> {
    house.then(|| note.unwrap_or_else(|| "The map is a reconstruction.".into()))
}

/// Marks hexsides in a table with a bit for each side of each hex, seen from both hexes. Entries are a hex number
/// and sides, such as "0507 N NE"; `what` names the thing; `fits` may object to a side between two hexes.
pub fn hexsides(
    file: &DataFile,
    grid: &Grid,
    entries: &[Spanned<String>],
    what: &str,
    fits: impl Fn(&Spanned<String>, &str, Hex, Hex) -> Result<(), DataFault>,
) -> Result<Vec<u8>, DataFault> {
    let mut marked = vec![0u8; grid.len()];
    let names = Direction::ALL.map(|side| grid.orientation().compass(side));
    for entry in entries {
        let mut words = entry.get_ref().split_whitespace();
        let number = words.next().unwrap_or_default();
        let here = hex(file, grid, entry, number)?;
        let sides: Vec<&str> = words.collect();
        if sides.is_empty() {
            let message = format!("`{}` names no hexside", entry.get_ref());
            let expected = format!("a hex number and its sides, such as \"0507 {} {}\"", names[0], names[1]);
            return Err(file.fault(entry.span(), message, expected));
        }
        for word in sides {
            let Some(side) = grid.orientation().direction(word) else {
                let expected = format!("{} or {}", names[..5].join(", "), names[5]);
                return Err(file.fault(entry.span(), format!("`{word}` is no hexside"), expected));
            };
            let Some(there) = grid.neighbour(here, side) else {
                let message = format!("the side {word} of {number} is the rim of the map");
                return Err(file.fault(entry.span(), message, "a hexside between two hexes"));
            };
            fits(entry, word, here, there)?;
            if marked[here.index()] & 1 << side.index() != 0 {
                let message = format!("the {what} {number} {word} is listed twice");
                let expected = format!("every {what} once, from one of its two hexes");
                return Err(file.fault(entry.span(), message, expected));
            }
            marked[here.index()] |= 1 << side.index();
            marked[there.index()] |= 1 << side.opposite().index();
        }
    }
    Ok(marked)
}

/// The hexes of a road or river in order, each touching the one before; `fits` may object to a hex.
pub fn course(
    file: &DataFile,
    grid: &Grid,
    numbers: &[Spanned<String>],
    what: &str,
    mut fits: impl FnMut(&Spanned<String>, Hex) -> Result<(), DataFault>,
) -> Result<Vec<Hex>, DataFault> {
    let mut course: Vec<Hex> = vec![];
    for number in numbers {
        let here = hex(file, grid, number, number.get_ref())?;
        if let Some(&before) = course.last().filter(|&&before| grid.towards(before, here).is_none()) {
            let message = format!("the {what} leaps from {} to {}", grid.number(before), number.get_ref());
            return Err(file.fault(number.span(), message, "a hex that touches the one before"));
        }
        fits(number, here)?;
        course.push(here);
    }
    Ok(course)
}

#[cfg(test)]
mod tests {
    use super::super::proof::says;
    use super::*;
    use crate::hex::Orientation;

    #[derive(serde::Deserialize)]
    struct Map {
        rows: Vec<Spanned<String>>,
        legend: BTreeMap<String, Spanned<String>>,
        walls: Vec<Spanned<String>>,
        road: Vec<Spanned<String>>,
    }

    const TEXT: &str = "rows = [\n\".w\",\n\"..\",\n]\nwalls = [\"0101 S\"]\nroad = [\"0101\", \"0201\"]\n[legend]\n\".\" = \"c\"\n\"w\" = \"w\"\n";

    type Drawn = (Vec<bool>, Vec<u8>, Vec<Hex>);

    fn read(file: &DataFile) -> Result<Drawn, DataFault> {
        let map: Map = file.parse()?;
        let grid = Grid::new(Orientation::Flat, 2, 2, true);
        let legend = legend(file, &map.legend, |word| Ok(word.get_ref() == "w"))?;
        let ground = terrain(file, &grid, &map.rows, &legend)?;
        let walls = hexsides(file, &grid, &map.walls, "wall", |_, _, _, _| Ok(()))?;
        let dry = |number: &Spanned<String>, hex: Hex| match hex {
            Hex(3) => Err(file.fault(number.span(), "the road drowns", "dry ground")),
            _ => Ok(()),
        };
        Ok((ground, walls, course(file, &grid, &map.road, "road", dry)?))
    }

    #[test]
    fn rows_sides_and_courses_are_read() {
        let (ground, walls, road) = read(&DataFile::new("map.toml", TEXT)).unwrap();
        assert_eq!(ground, [false, false, true, false], "column by column");
        assert_eq!(walls, [1 << 3, 1 << 0, 0, 0]);
        assert_eq!(road, [Hex(0), Hex(2)]);
    }

    #[test]
    fn faults_say_where_and_what_was_expected() {
        let fault = |from: &str, to: &str| {
            let (file, line) = super::super::proof::altered("map.toml", TEXT, from, to);
            (read(&file).unwrap_err(), line)
        };
        says(fault("\".w\"", "\".ww\""), &["row 1 of the map has 3 letters", "2, one for each column"]);
        says(fault("\".w\"", "\".x\""), &["`x` in column 2 of row 1", "one of `.` `w`"]);
        says(fault("\"w\" =", "\"ww\" ="), &["explains `ww`", "a single letter"]);
        says(fault("0101 S", "0103 S"), &["no hex `0103`", "0101 to 0202"]);
        says(fault("0101 S", "0101 S S"), &["the wall 0101 S is listed twice", "every wall once"]);
        says(fault("0101 S", "0101 E"), &["`E` is no hexside", "N, NE, SE, S, SW or NW"]);
        says(fault("0101 S", "0101 N"), &["rim of the map", "between two hexes"]);
        says(fault("0101 S", "0101"), &["names no hexside", "\"0507 N NE\""]);
        says(fault("\"0201\"", "\"0202\""), &["the road leaps from 0101 to 0202", "touches the one before"]);
        says(fault("\"0201\"", "\"0201\", \"0202\""), &["the road drowns", "dry ground"]);
    }
}
