//! Diagrams of an open table: a position by hand, orders and dice played from it, and the ground a rule speaks of.

use std::path::Path;

use board::{Diagram, diagram, moved_between};
use engine::Viewer;
use serde::Deserialize;
use serde_json::Value;
use shelf::Shelf;

use crate::common::{Failure, read};

/// A diagram as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiagramFile {
    /// What it shows, for whoever reads the file.
    #[expect(dead_code, reason = "for people")]
    shows: String,
    /// A position by hand (docs/referee.md).
    position: Value,
    /// Orders and dice, one after another: `{"roll": [6, 1]}`.
    #[serde(default)]
    orders: Vec<Value>,
    /// Overlays of the game, and for which counters.
    #[serde(default)]
    overlays: Vec<String>,
    #[serde(default)]
    counters: Vec<u16>,
    /// The part of the table that is shown: from the left, from the far edge, width and depth, in its unit.
    #[serde(default)]
    window: [f64; 4],
}

/// The drawing of a file that holds a diagram; none if the file holds something else.
pub(super) fn of_file(shelf: &Shelf, name: &str) -> Result<Option<String>, Failure> {
    let path = Path::new(name);
    if path.extension().is_none_or(|extension| extension != "json") || !path.is_file() {
        return Ok(None);
    }
    let wrong = |why: String| Failure::Usage(format!("{name}: {why}"));
    let file: DiagramFile = serde_json::from_str(&read(path)?).map_err(|error| wrong(error.to_string()))?;
    let scenario = file.position["scenario"].as_str().unwrap_or_default();
    let mut table = shelf.open(scenario, &Default::default())?.table;
    table.set_by_hand(&file.position).map_err(|objection| wrong(objection.to_string()))?;
    let before = table.scene(Viewer::Referee);
    for (number, order) in file.orders.iter().enumerate() {
        let played = match order["roll"].as_array() {
            Some(faces) => {
                let faces: Vec<u8> = faces.iter().filter_map(Value::as_u64).map(|face| face as u8).collect();
                table.roll(&faces)
            }
            None => table.read(order).and_then(|order| table.play(&order)),
        };
        played.map_err(|objection| wrong(format!("orders[{number}]: {objection}")))?;
    }
    let after = table.scene(Viewer::Referee);
    let regions = file.overlays.iter().flat_map(|overlay| table.regions(overlay, &file.counters)).collect();
    let window = file.window.map(|length| (length * 1_000.0).round() as i32);
    let shown = Diagram { window, regions, ..moved_between(&before, &after) };
    diagram(&after, &shown).map(Some).ok_or_else(|| wrong("the game has no open table".into()))
}
