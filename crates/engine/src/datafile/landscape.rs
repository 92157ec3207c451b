//! The map for scenes, as data files have it: names, hexsides, and the key it is cached by.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{DataFault, DataFile, Spanned, digest, ground};
use crate::hex::{Direction, Grid, Hex};
use crate::scene::{HexSide, Label, Landscape};

/// A name printed on the map.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct LabelEntry {
    /// Where.
    hex: Spanned<String>,
    /// The name.
    text: String,
}

/// Names of several kinds, kind by kind.
pub fn labels<'a>(
    file: &DataFile,
    grid: &Grid,
    kinds: impl IntoIterator<Item = (&'static str, &'a Vec<LabelEntry>)>,
) -> Result<Vec<Label>, DataFault> {
    let mut labels = vec![];
    for (kind, entries) in kinds {
        for entry in entries {
            let hex = ground::hex(file, grid, &entry.hex, entry.hex.get_ref())?;
            labels.push(Label { hex: grid.number(hex), text: entry.text.clone(), kind });
        }
    }
    Ok(labels)
}

/// What is drawn on hexsides, each looked at once: `kinds` says what lies between a hex and the next.
pub fn sides<I: IntoIterator<Item = &'static str>>(
    grid: &Grid,
    kinds: impl Fn(Hex, Direction, Hex) -> I,
) -> Vec<HexSide> {
    let mut sides = vec![];
    for hex in grid.hexes() {
        for (side, there) in grid.neighbours(hex).filter(|(_, there)| hex < *there) {
            let kinds = kinds(hex, side, there).into_iter();
            sides.extend(kinds.map(|kind| HexSide { hex: grid.number(hex), side, kind }));
        }
    }
    sides
}

/// Whether a side of a hex is marked in a table with a bit for each side.
#[inline]
pub fn marked(table: &[u8], hex: Hex, side: Direction) -> bool {
    table[hex.index()] >> side.index() & 1 == 1
}

/// The landscape with a key of its own: the name of the game, and a digest of all there is on it.
pub fn keyed(game: &str, mut landscape: Landscape) -> Landscape {
    let content = serde_json::to_string(&landscape).unwrap_or_default();
    landscape.key = format!("{game}-{}", &digest([content.as_str()])[..12]);
    landscape
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::Orientation;

    #[test]
    fn a_hexside_is_drawn_once_and_a_map_is_known_by_what_is_on_it() {
        let grid = Grid::new(Orientation::Flat, 2, 2, false);
        let river =
            |hex: Hex, side: Direction| marked(&[1, 0, 0, 0], hex, side) || marked(&[0, 8, 0, 0], hex, side);
        let all = sides(&grid, |hex, side, _| river(hex, side).then_some("river"));
        assert!(all.len() <= 1, "{all:?}");
        let bare = keyed("troy", Landscape::of("", &grid, "clear"));
        assert!(bare.key.starts_with("troy-"));
        assert_eq!(keyed("troy", Landscape::of("", &grid, "clear")).key, bare.key);
        assert_ne!(keyed("troy", Landscape { sides: all, ..Landscape::of("", &grid, "wood") }).key, bare.key);
    }
}
