//! The map for scenes: what is drawn once.

use engine::datafile::landscape::{LabelEntry, keyed, labels, marked, sides};
use engine::datafile::{DataFault, DataFile, Spanned, ground as drawing};
use engine::hex::Hex;
use engine::scene::{Course, HexSide, Label, Landscape};
use schemars::JsonSchema;
use serde::Deserialize;

use super::map::{CLASSES, MapFile};
use super::sides::Hexsides;
use crate::sheet::{Extent, Ground, Locale};

/// Names printed across the map.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct LabelsEntry {
    /// States.
    #[serde(default)]
    state: Vec<LabelEntry>,
    /// Regions.
    #[serde(default)]
    region: Vec<LabelEntry>,
    /// Seas.
    #[serde(default)]
    sea: Vec<LabelEntry>,
}

/// A river, hex by hex as it flows.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RiverEntry {
    /// Its name.
    name: String,
    /// The hexes in order.
    hexes: Vec<Spanned<String>>,
}

/// The map for scenes.
///
/// Terrain classes are those of the map file's legend. Hexsides: `mountain`, `strait`, `sea` (open water
/// between two coasts, which land units cannot cross) and `border`, the printed borders of States.
pub(super) fn read(
    file: &DataFile,
    ground: &Ground,
    sides: &Hexsides,
    parsed: &MapFile,
    house: Option<String>,
) -> Result<Landscape, DataFault> {
    let grid = &ground.grid;
    let number = |hex: Hex| grid.number(hex);
    let mut landscape = Landscape {
        terrain: ground.places.iter().map(|place| class(*place)).collect(),
        sides: drawn(ground, sides),
        house,
        ..Landscape::of("", grid, "")
    };
    for river in &parsed.river {
        let hexes = drawing::course(file, grid, &river.hexes, &river.name, |_, _| Ok(()))?;
        landscape.lines.push(Course { kind: "river", hexes: hexes.into_iter().map(number).collect() });
    }
    for city in &ground.cities {
        let kind = if city.port { "port" } else { "city" };
        landscape.labels.push(Label { hex: number(city.hex), text: city.name.clone(), kind });
    }
    for site in &ground.sites {
        landscape.labels.push(Label { hex: number(site.hex), text: site.name.clone(), kind: "base" });
    }
    let LabelsEntry { state, region, sea } = &parsed.labels;
    landscape.labels.extend(labels(file, grid, [("state", state), ("region", region), ("sea", sea)])?);
    Ok(keyed("jihad", landscape))
}

/// The terrain class of a hex.
fn class(place: Locale) -> &'static str {
    let same = |&&(_, extent, land): &&(&str, Extent, _)| {
        extent == place.extent && (land == place.land || !place.has_land())
    };
    CLASSES.iter().find(same).map_or("sea", |(name, ..)| name)
}

/// What is drawn on hexsides: mountains, straits and open water, and the borders of States.
fn drawn(ground: &Ground, marks: &Hexsides) -> Vec<HexSide> {
    let borders = |hex: Hex, there: Hex| {
        let states = ground.place(hex).state.zip(ground.place(there).state);
        states.is_some_and(|(one, two)| one != two)
    };
    sides(&ground.grid, |hex, side, there| {
        [
            marked(&marks.mountain, hex, side).then_some("mountain"),
            marked(&marks.strait, hex, side).then_some("strait"),
            marked(&marks.sea, hex, side).then_some("sea"),
            borders(hex, there).then_some("border"),
        ]
        .into_iter()
        .flatten()
    })
}
