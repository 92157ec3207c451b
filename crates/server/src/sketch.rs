//! Sketches: a battlefield in a few kilobytes, for the lobby.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use board::layout::{Layout, RADIUS};
use engine::edition::Options;
use engine::hex::{HexNumber, Orientation};
use engine::scene::{Landscape, Scene};
use engine::table::Table;
use engine::{Objection, Turn, Viewer};
use serde_json::{Value, json};
use shelf::Shelf;

use crate::view::landscape_address;

/// The colours of the ground; what is not listed is open.
const GROUND: [(&str, &str); 9] = [
    ("woods", "#8f9d5f"),
    ("forest", "#7e9055"),
    ("slope", "#d2b47c"),
    ("hill", "#d2b47c"),
    ("rough", "#c9a878"),
    ("swamp", "#a9b48a"),
    ("lake", "#9db7c4"),
    ("river", "#9db7c4"),
    ("village", "#b98a6a"),
];
/// The sides' colours, as on the counters.
const SIDES: [&str; 2] = ["#1f4f7d", "#a8620c"];
/// Hexes of open ground left about the armies.
const MARGIN: f64 = RADIUS * 3.0;

/// The battlefield of a scenario with both armies deployed automatically.
pub fn battlefield(shelf: &Shelf, scenario: &str) -> Result<String, Objection> {
    let mut table = shelf.open(scenario, &Options::new())?.table;
    deploy(table.as_mut())?;
    Ok(draw(&table.scene(Viewer::Referee)))
}

/// A battlefield for clients that draw it themselves: its map, and where the stacks of each side stand once
/// both armies are deployed automatically.
pub fn field(shelf: &Shelf, scenario: &str) -> Result<Value, Objection> {
    let mut table = shelf.open(scenario, &Options::new())?.table;
    deploy(table.as_mut())?;
    let Scene { landscape, counters, .. } = table.scene(Viewer::Referee);
    let armies = [0, 1].map(|side| {
        let hexes = counters.iter().filter(|c| c.side == side).filter_map(|c| c.hex);
        hexes.collect::<BTreeSet<HexNumber>>()
    });
    Ok(json!({
        "landscape": landscape_address(&landscape.key),
        "key": landscape.key,
        "orientation": landscape.orientation,
        "columns": landscape.columns,
        "rows": landscape.rows,
        "even_shifted": landscape.even_shifted,
        "armies": armies,
    }))
}

/// Gives the order that deploys everything automatically, for as long as there is one.
fn deploy(table: &mut dyn Table) -> Result<(), Objection> {
    // Each side deploys once; a game where the word means something else must not hold us up.
    for _ in 0..4 {
        if !matches!(table.turn(), Turn::Order(_)) {
            break;
        }
        let Some(choice) = table.choices().into_iter().find(|choice| choice.kind == "muster") else { break };
        table.play(&choice.order)?;
    }
    Ok(())
}

fn draw(scene: &Scene) -> String {
    let land = &scene.landscape;
    let layout = Layout::of(land);
    let places: Vec<(f64, f64)> = scene
        .counters
        .iter()
        .filter_map(|counter| counter.hex.and_then(|hex| layout.place(hex)))
        .map(|at| (at.x, at.y))
        .collect();
    let size = layout.size();
    let (left, top, width, height) = frame(&places, size.x, size.y);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left:.0} {top:.0} {width:.0} {height:.0}\">\
         <rect x=\"{left:.0}\" y=\"{top:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#e8dbb4\"/>"
    );
    out.push_str(&ground(land, &layout));
    for course in &land.lines {
        let (colour, breadth) = match course.kind {
            "road" => ("#a08355", 5),
            _ => ("#7d9fb0", 9),
        };
        let _ = write!(
            out,
            "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{breadth}\" stroke-linejoin=\"round\"/>",
            way(&course.hexes, &layout)
        );
    }
    out.push_str(&armies(scene, &layout));
    out.push_str("</svg>");
    out
}

/// The part of the map with the armies on it, three by two.
fn frame(places: &[(f64, f64)], width: f64, height: f64) -> (f64, f64, f64, f64) {
    if places.is_empty() {
        return (0.0, 0.0, width, height);
    }
    let span = |pick: fn(&(f64, f64)) -> f64, most: f64| {
        let low = places.iter().map(pick).fold(f64::MAX, f64::min) - MARGIN;
        let high = places.iter().map(pick).fold(f64::MIN, f64::max) + MARGIN;
        (low.max(0.0), high.min(most))
    };
    let (x, y) = (span(|p| p.0, width), span(|p| p.1, height));
    let wide = (x.1 - x.0).max((y.1 - y.0) * 1.5);
    let high = wide / 1.5;
    let centred =
        |low: f64, high: f64, want: f64, most: f64| ((low + high - want) / 2.0).min(most - want).max(0.0);
    // Never past the edge of the map, even if that means a little less than three by two.
    let (wide, high) = (wide.min(width), high.min(height));
    (centred(x.0, x.1, wide, width), centred(y.0, y.1, high, height), wide, high)
}

/// Ground that is not open, a blot for each hex, one path for each colour.
fn ground(land: &Landscape, layout: &Layout) -> String {
    let mut blots: BTreeMap<&str, String> = BTreeMap::new();
    for (number, at) in numbers(land).filter_map(|(i, number)| Some((i, layout.place(number)?))) {
        let Some(terrain) = land.terrain.get(number) else { continue };
        let Some((_, colour)) = GROUND.iter().find(|(name, _)| terrain.contains(name)) else { continue };
        let _ = write!(blots.entry(colour).or_default(), "M{:.0} {:.0}h0", at.x, at.y);
    }
    let mut out = String::new();
    for (colour, path) in blots {
        let breadth = RADIUS * 1.86;
        let _ = write!(
            out,
            "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{breadth:.0}\" stroke-linecap=\"round\"/>"
        );
    }
    out
}

/// The numbers of a map's hexes, in the order its terrain is listed.
fn numbers(land: &Landscape) -> impl Iterator<Item = (usize, HexNumber)> + '_ {
    let (outer, inner) = match land.orientation {
        Orientation::Flat => (land.columns, land.rows),
        Orientation::Pointy => (land.rows, land.columns),
    };
    (1..=outer)
        .flat_map(move |a| (1..=inner).map(move |b| (a, b)))
        .enumerate()
        .map(|(i, (a, b))| (i, HexNumber::new(a, b)))
}

fn way(hexes: &[HexNumber], layout: &Layout) -> String {
    let mut path = String::new();
    for at in hexes.iter().filter_map(|&hex| layout.place(hex)) {
        let _ = write!(path, "{}{:.0} {:.0}", if path.is_empty() { 'M' } else { 'L' }, at.x, at.y);
    }
    path
}

/// A square for each stack; the second side's stand on their corner, so that colour is not all that tells them apart.
fn armies(scene: &Scene, layout: &Layout) -> String {
    let mut stacks: BTreeMap<HexNumber, u8> = BTreeMap::new();
    for counter in &scene.counters {
        if let Some(hex) = counter.hex {
            stacks.insert(hex, counter.side);
        }
    }
    let mut out = String::new();
    for side in [0u8, 1] {
        let mut path = String::new();
        for at in stacks.iter().filter(|(_, s)| **s == side).filter_map(|(&hex, _)| layout.place(hex)) {
            let square =
                if side == 0 { (-21.0, -21.0, "h42v42h-42z") } else { (0.0, -27.0, "l27 27-27 27-27-27z") };
            let _ = write!(path, "M{:.0} {:.0}{}", at.x + square.0, at.y + square.1, square.2);
        }
        if path.is_empty() {
            continue;
        }
        let colour = SIDES[side as usize];
        let _ = write!(out, "<path d=\"{path}\" fill=\"{colour}\" stroke=\"#f6ecd2\" stroke-width=\"4\"/>");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scenario_has_a_small_picture_with_the_armies_on_the_field() {
        let shelf = Shelf::standard().unwrap_or_else(|fault| panic!("{fault}"));
        let mut both = 0;
        for card in shelf.scenarios() {
            let picture = battlefield(&shelf, &card.scenario).unwrap();
            assert!(picture.len() < 16_000, "{}: {} bytes", card.scenario, picture.len());
            let seen =
                SIDES.iter().filter(|colour| picture.contains(&format!("z\" fill=\"{colour}\""))).count();
            assert!(seen > 0, "{} is empty", card.scenario);
            both += usize::from(seen == 2);
        }
        // In a few battles one army is still on its way.
        assert!(both * 10 > shelf.scenarios().count() * 8, "only {both} show both armies");
    }
}
