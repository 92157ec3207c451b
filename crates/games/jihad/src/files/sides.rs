//! Hexsides of `map.toml`: what land units, ships and zones of control may cross (7.3, R12, R15, R30).

use engine::datafile::{DataFault, DataFile, Spanned, ground};
use engine::hex::{Direction, Grid, Hex};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::sheet::{Arm, Extent, Locale};

/// Hexsides that do not follow from the hexes, a hex and its sides: "1203 N NE".
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct HexsidesEntry {
    /// Shut to land units.
    #[serde(default)]
    all_sea: Vec<Spanned<String>>,
    /// Shut to ships.
    #[serde(default)]
    all_land: Vec<Spanned<String>>,
    /// Shut to both.
    #[serde(default)]
    shut: Vec<Spanned<String>>,
}

/// A mountain range.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct MountainsEntry {
    /// Its name.
    name: String,
    /// Its hexsides.
    sides: Vec<Spanned<String>>,
    /// The ways through it.
    #[serde(default)]
    passes: Vec<PassEntry>,
}

/// A way through a mountain range.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct PassEntry {
    /// Its hexside, which must be open to land units.
    side: Spanned<String>,
    /// Its name.
    name: String,
}

/// A strait hex.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct StraitEntry {
    /// Its name.
    name: String,
    /// The hex.
    hex: Spanned<String>,
    /// Its hexsides that lead to the other shore.
    sides: Vec<Spanned<String>>,
}

/// For each hex a bit for each side.
#[derive(Clone, Debug)]
pub(super) struct Hexsides {
    /// Sides open to land units and zones of control.
    pub(super) land: Vec<u8>,
    /// Sides open to ships.
    pub(super) naval: Vec<u8>,
    pub(super) mountain: Vec<u8>,
    pub(super) strait: Vec<u8>,
    /// Sides listed as all sea or shut between two hexes with land, for the picture.
    pub(super) sea: Vec<u8>,
}

/// Reads the hexsides, and marks the strait hexes.
pub(super) fn read(
    file: &DataFile,
    grid: &Grid,
    places: &mut [Locale],
    listed: &HexsidesEntry,
    ranges: &[MountainsEntry],
    straits: &[StraitEntry],
) -> Result<Hexsides, DataFault> {
    let open = |arm| grid.hexes().map(|hex| natural(grid, places, hex, arm)).collect::<Vec<u8>>();
    let none = vec![0; grid.len()];
    let (mut land, mut naval) = (open(Arm::Land), open(Arm::Naval));
    let (mut mountain, mut strait) = (none.clone(), none.clone());
    // A hexside has one nature: what is listed under two is a slip of the pen.
    let mut taken = none;
    let mut list = |entries: &[Spanned<String>], what: &str| {
        let single = |entry: &Spanned<String>, word: &str, here: Hex, there: Hex| {
            let side = grid.towards(here, there).map_or(0, |side| 1 << side.index());
            if taken[here.index()] & side == 0 {
                return Ok(());
            }
            let message = format!("the hexside {} {word} is something else already", grid.number(here));
            Err(file.fault(entry.span(), message, "every hexside under one heading"))
        };
        let bits = ground::hexsides(file, grid, entries, what, single)?;
        add(&mut taken, &bits);
        Ok(bits)
    };
    let sea = list(&listed.all_sea, "all-sea hexside")?;
    let shut = list(&listed.shut, "shut hexside")?;
    remove(&mut naval, &list(&listed.all_land, "all-land hexside")?);
    remove(&mut naval, &shut);
    remove(&mut land, &sea);
    remove(&mut land, &shut);
    for range in ranges {
        let sides = list(&range.sides, "mountain hexside")?;
        if let Some(hex) = grid.hexes().find(|hex| sides[hex.index()] & !land[hex.index()] != 0) {
            let span = range.sides.first().map_or(0..0, Spanned::span);
            let message = format!("the {} rise from the sea at {}", range.name, grid.number(hex));
            return Err(file.fault(span, message, "hexsides that land units could cross"));
        }
        add(&mut mountain, &sides);
    }
    for entry in straits {
        let hex = ground::hex(file, grid, &entry.hex, entry.hex.get_ref())?;
        if places[hex.index()].extent != Extent::Partial {
            let message = format!("the strait of {} lies in {}", entry.name, entry.hex.get_ref());
            return Err(file.fault(entry.hex.span(), message, "a hex of land and sea"));
        }
        places[hex.index()].strait = true;
        for text in &entry.sides {
            if text.get_ref().split_whitespace().next() != Some(entry.hex.get_ref()) {
                let message = format!("`{}` is no side of {}", text.get_ref(), entry.hex.get_ref());
                return Err(file.fault(text.span(), message, "sides of the strait hex"));
            }
        }
        add(&mut strait, &list(&entry.sides, "strait hexside")?);
    }
    remove(&mut land, &mountain);
    remove(&mut land, &strait);
    for range in ranges {
        for pass in &range.passes {
            let open = |_: &Spanned<String>, _: &str, here: Hex, there: Hex| {
                let side = grid.towards(here, there).map_or(0, |side| 1 << side.index());
                if land[here.index()] & side != 0 {
                    return Ok(());
                }
                let message = format!("{} does not lead through the {}", pass.name, range.name);
                Err(file.fault(pass.side.span(), message, "a hexside open to land units"))
            };
            ground::hexsides(file, grid, std::slice::from_ref(&pass.side), "pass", open)?;
        }
    }
    let mut sea = sea;
    add(&mut sea, &shut);
    Ok(Hexsides { land, naval, mountain, strait, sea })
}

fn add(bits: &mut [u8], more: &[u8]) {
    bits.iter_mut().zip(more).for_each(|(bits, more)| *bits |= more);
}

fn remove(bits: &mut [u8], fewer: &[u8]) {
    bits.iter_mut().zip(fewer).for_each(|(bits, fewer)| *bits &= !fewer);
}

/// The sides open to an arm as they follow from the hexes alone (R12): both hexes must admit it, and a hexside
/// that touches a full land hex is all land, one that touches an all-sea hex all sea.
fn natural(grid: &Grid, places: &[Locale], hex: Hex, arm: Arm) -> u8 {
    let open =
        |&(_, there): &(Direction, Hex)| places[hex.index()].admits(arm) && places[there.index()].admits(arm);
    grid.neighbours(hex).filter(open).fold(0, |bits, (side, _)| bits | 1 << side.index())
}
