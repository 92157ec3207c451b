//! The map for scenes: what is drawn once.

use engine::datafile::{DataFault, DataFile, digest, ground as drawing};
use engine::hex::Hex;
use engine::scene::{Course, HexSide, Label, Landscape};
use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

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

/// A name printed on the map.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct LabelEntry {
    /// Where.
    #[schemars(with = "String")]
    hex: Spanned<String>,
    /// The name.
    text: String,
}

/// The map for scenes. Terrain classes are those of the legend; hexsides are `river`, the branches of the Delta among
/// them, and `strait`; courses are roads; labels are places by size, their anchors, and names of regions and seas.
/// Every hex of land goes with the place it is nearest to, as its district does (ruling 124).
pub(super) fn draw(
    file: &DataFile,
    ground: &Ground,
    courses: &[Vec<Hex>],
    names: &LabelsEntry,
    house: Option<String>,
) -> Result<Landscape, DataFault> {
    let grid = &ground.grid;
    let number = |hex: Hex| grid.number(hex);
    let mut sides = vec![];
    for hex in grid.hexes() {
        for (side, _) in grid.neighbours(hex).filter(|(_, there)| hex < *there) {
            let marked = |bits: &[u8]| Ground::marked(bits, hex, side);
            let kinds = [(&ground.straits, "strait"), (&ground.rivers, "river"), (&ground.delta, "river")];
            if let Some((_, kind)) = kinds.into_iter().find(|(bits, _)| marked(bits)) {
                sides.push(HexSide { hex: number(hex), side, kind });
            }
        }
    }
    let mut labels = vec![];
    for place in &ground.places {
        let kind = ["town", "city", "capital"][place.kind as usize];
        labels.push(Label { hex: number(place.hex), text: place.name.clone(), kind });
        if place.anchors > 0 {
            labels.push(Label { hex: number(place.hex), text: place.anchors.to_string(), kind: "anchor" });
        }
    }
    for (kind, entries) in [("region", &names.region), ("sea", &names.sea)] {
        for entry in entries {
            let hex = drawing::hex(file, grid, &entry.hex, entry.hex.get_ref())?;
            labels.push(Label { hex: number(hex), text: entry.text.clone(), kind });
        }
    }
    let mut landscape = Landscape {
        terrain: grid.hexes().map(|hex| class(ground, hex)).collect(),
        sides,
        lines: courses
            .iter()
            .map(|course| Course { kind: "road", hexes: course.iter().map(|&hex| number(hex)).collect() })
            .collect(),
        labels,
        districts: grid.hexes().map(|hex| number(seat(ground, hex))).collect(),
        house,
        ..Landscape::of("", grid, "")
    };
    let content = serde_json::to_string(&landscape).unwrap_or_default();
    landscape.key = format!("apocalypse-{}", &digest([content.as_str()])[..12]);
    Ok(landscape)
}

/// The place a hex of land goes with; the sea goes with nobody.
fn seat(ground: &Ground, hex: Hex) -> Hex {
    let near = ground.places.iter().min_by_key(|place| ground.grid.distance(hex, place.hex));
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
