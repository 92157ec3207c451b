//! The map for scenes: what is drawn once.

use engine::datafile::{DataFault, DataFile, digest, ground as drawing};
use engine::hex::{Direction, Hex};
use engine::scene::{Course, HexSide, Label, Landscape};
use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

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

/// A river, hex by hex as it flows.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RiverEntry {
    /// Its name.
    name: String,
    /// The hexes in order.
    #[schemars(with = "Vec<String>")]
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
        sides: grid.hexes().flat_map(|hex| drawn(ground, sides, hex)).collect(),
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
    let labels = &parsed.labels;
    for (kind, entries) in [("state", &labels.state), ("region", &labels.region), ("sea", &labels.sea)] {
        for entry in entries {
            let hex = drawing::hex(file, grid, &entry.hex, entry.hex.get_ref())?;
            landscape.labels.push(Label { hex: number(hex), text: entry.text.clone(), kind });
        }
    }
    let content = serde_json::to_string(&landscape).unwrap_or_default();
    landscape.key = format!("jihad-{}", &digest([content.as_str()])[..12]);
    Ok(landscape)
}

/// The terrain class of a hex.
fn class(place: Locale) -> &'static str {
    let same = |&&(_, extent, land): &&(&str, Extent, _)| {
        extent == place.extent && (land == place.land || !place.has_land())
    };
    CLASSES.iter().find(same).map_or("sea", |(name, ..)| name)
}

/// What is drawn on the sides of a hex, each hexside once.
fn drawn(ground: &Ground, sides: &Hexsides, hex: Hex) -> Vec<HexSide> {
    let marked = |bits: &[u8], side: Direction| bits[hex.index()] >> side.index() & 1 == 1;
    let mut all = vec![];
    for (side, there) in ground.grid.neighbours(hex).filter(|(_, there)| hex < *there) {
        let mut draw = |kind| all.push(HexSide { hex: ground.grid.number(hex), side, kind });
        for (bits, kind) in [(&sides.mountain, "mountain"), (&sides.strait, "strait"), (&sides.sea, "sea")] {
            if marked(bits, side) {
                draw(kind);
            }
        }
        if let (Some(one), Some(two)) = (ground.place(hex).state, ground.place(there).state)
            && one != two
        {
            draw("border");
        }
    }
    all
}
