//! Battlefields: what a list of scenarios shows of each.

use std::collections::BTreeMap;

use board::layout::{Layout, Point};
use engine::scene::Scene;
use engine::{Objection, Viewer};
use serde_json::{Value, json};
use shelf::Shelf;

use crate::view::landscape_address;

/// The battlefield of a scenario with both armies deployed automatically, as a small picture.
pub fn sketch(shelf: &Shelf, scenario: &str) -> Result<String, Objection> {
    Ok(board::sketch_svg(&shelf.deployed(scenario)?.scene(Viewer::Referee)))
}

/// A battlefield for clients that draw it themselves: its map, and the points of it where the stacks of each side
/// stand once both armies are deployed automatically. Null for an open table.
pub fn field(shelf: &Shelf, scenario: &str) -> Result<Value, Objection> {
    let Scene { landscape, counters, .. } = shelf.deployed(scenario)?.scene(Viewer::Referee);
    if landscape.table.is_some() {
        // The ground of an open table is laid in play: its sketch shows more than its bare cloth.
        return Ok(Value::Null);
    }
    let layout = Layout::of(&landscape);
    let stacks = [0, 1].map(|side| {
        // The last counter of a place lies on top.
        let own = counters.iter().filter(|c| c.side == side).filter_map(|c| Some((c.place?, c.glyph)));
        own.collect::<BTreeMap<_, _>>()
    });
    let armies = stacks.each_ref().map(|stacks| {
        let points = stacks.keys().filter_map(|place| layout.place(*place));
        points.map(|Point { x, y }| [x.round(), y.round()]).collect::<Vec<_>>()
    });
    let faces = stacks.map(|stacks| stacks.into_values().collect::<Vec<_>>());
    let Point { x: width, y: height } = layout.size();
    let picture = landscape_address(&landscape.key);
    Ok(
        json!({"landscape": picture, "key": landscape.key, "width": width, "height": height, "armies": armies, "faces": faces}),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scenario_has_a_small_picture_with_the_armies_on_the_field() {
        let shelf = Shelf::standard().unwrap_or_else(|fault| panic!("{fault}"));
        let mut both = 0;
        for card in shelf.scenarios() {
            let picture = sketch(&shelf, &card.scenario).unwrap();
            assert!(picture.len() < 32_000, "{}: {} bytes", card.scenario, picture.len());
            let seen = ["#s0", "#s1"].iter().filter(|stack| picture.contains(**stack)).count();
            assert!(seen > 0, "{} is empty", card.scenario);
            both += usize::from(seen == 2);
        }
        // In a few battles one army is still on its way.
        assert!(both * 10 > shelf.scenarios().count() * 8, "only {both} show both armies");
    }
}
