//! The map for scenes: what is drawn once.

use engine::datafile::landscape::{LabelEntry, keyed, labels, marked, sides};
use engine::datafile::{DataFault, DataFile};
use engine::hex::{Direction, Hex};
use engine::scene::{Course, Label, Landscape};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::sheet::{Ground, Terrain};

/// Names printed across the map.
#[derive(Deserialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct LabelsEntry {
    /// Regions.
    #[serde(default)]
    region: Vec<LabelEntry>,
    /// Seas.
    #[serde(default)]
    sea: Vec<LabelEntry>,
}

/// The map for scenes. Terrain classes are those of the legend; hexsides are `river`, the branches of the Delta among
/// them, and `strait`; courses are roads; labels are places by size, their anchors, and names of regions and seas.
/// Every hex of land goes with the place it is nearest to, as its district does (ruling 124).
pub(super) fn draw(
    file: &DataFile,
    ground: &Ground,
    courses: &[Vec<Hex>],
    printed: &LabelsEntry,
    house: Option<String>,
) -> Result<Landscape, DataFault> {
    let grid = &ground.grid;
    let number = |hex: Hex| grid.number(hex);
    let kinds = [(&ground.straits, "strait"), (&ground.rivers, "river"), (&ground.delta, "river")];
    let drawn = |hex: Hex, side: Direction, _| {
        kinds.iter().find(|(table, _)| marked(table, hex, side)).map(|(_, kind)| *kind)
    };
    let mut names = vec![];
    for place in &ground.settlements {
        let kind = ["town", "city", "capital"][place.kind as usize];
        names.push(Label { hex: number(place.hex), text: place.name.clone(), kind });
        if place.anchors > 0 {
            names.push(Label { hex: number(place.hex), text: place.anchors.to_string(), kind: "anchor" });
        }
    }
    names.extend(labels(file, grid, [("region", &printed.region), ("sea", &printed.sea)])?);
    let landscape = Landscape {
        terrain: grid.hexes().map(|hex| class(ground, hex)).collect(),
        sides: sides(grid, drawn),
        lines: courses
            .iter()
            .map(|course| Course { kind: "road", hexes: course.iter().map(|&hex| number(hex)).collect() })
            .collect(),
        labels: names,
        districts: grid.hexes().map(|hex| number(seat(ground, hex))).collect(),
        house,
        ..Landscape::of("", grid, "")
    };
    Ok(keyed("apocalypse", landscape))
}

/// The place a hex of land goes with; the sea goes with nobody.
fn seat(ground: &Ground, hex: Hex) -> Hex {
    let near = ground.settlements.iter().min_by_key(|place| ground.grid.distance(hex, place.hex));
    near.filter(|_| ground.is_land(hex)).map_or(hex, |place| place.hex)
}

/// The terrain class of a hex.
fn class(ground: &Ground, hex: Hex) -> &'static str {
    match ground.terrain[hex.index()] {
        Terrain::Clear => "clear",
        Terrain::Rough => "rough",
        Terrain::Desert => "desert",
        Terrain::Mountain => "mountain",
        Terrain::Marsh => "marsh",
        Terrain::Sea => "sea",
    }
}
