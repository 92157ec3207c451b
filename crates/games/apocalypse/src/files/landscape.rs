//! The map for scenes: what is drawn once.

use engine::datafile::digest;
use engine::hex::Hex;
use engine::scene::{Course, HexSide, Label, Landscape};

use crate::sheet::{Ground, PlaceKind, Terrain};

/// The map for scenes. Terrain classes are those of the legend, coasts apart; hexsides are `river`, the branches of the Delta among them, and
/// `strait`; courses are roads; labels are places by size, ports with their anchors.
pub(super) fn draw(ground: &Ground, courses: &[Vec<Hex>], house: Option<String>) -> Landscape {
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
    let labels = ground.places.iter().map(|place| Label {
        hex: number(place.hex),
        text: match place.anchors {
            0 => place.name.clone(),
            anchors => format!("{} {}", place.name, "⚓".repeat(anchors as usize)),
        },
        kind: match (place.kind, place.anchors) {
            (PlaceKind::Town, 0) => "town",
            (_, 0) => "city",
            _ => "port",
        },
    });
    let mut landscape = Landscape {
        terrain: grid.hexes().map(|hex| class(ground, hex)).collect(),
        sides,
        lines: courses
            .iter()
            .map(|course| Course { kind: "road", hexes: course.iter().map(|&hex| number(hex)).collect() })
            .collect(),
        labels: labels.collect(),
        house,
        ..Landscape::of("", grid, "")
    };
    let content = serde_json::to_string(&landscape).unwrap_or_default();
    landscape.key = format!("apocalypse-{}", &digest([content.as_str()])[..12]);
    landscape
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
