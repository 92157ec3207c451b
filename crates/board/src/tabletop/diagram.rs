//! Diagrams for guides: part of an open table on plain cloth, a line for each of its units, with the ground a rule speaks of
//! and where everybody stood before.

use std::fmt::Write;

use engine::contract::Region;
use engine::place::{Place, Pose};
use engine::scene::{Footprint, Scene};

use super::{UNIT, draw_pieces, ghost, spot, table_symbols_svg};
use crate::counter::side_colour;
use crate::layer::Layer;
use crate::layout::{Layout, Point};
use crate::svg::{FAMILY, Num, PathText, escape, in_use};

/// What a diagram shows besides the scene.
#[derive(Clone, Debug, Default)]
pub struct Diagram {
    /// The part of the table that is shown: its left upper corner, width and depth, in thousandths of the unit. All of
    /// it if it has no size.
    pub window: [i32; 4],
    /// Ground that a rule speaks of.
    pub regions: Vec<Region>,
    /// Where counters stood before, with what they cover.
    pub before: Vec<(Pose, Footprint)>,
    /// The tracks of their front corners, and other lines.
    pub ways: Vec<[[i32; 2]; 2]>,
}

/// A complete SVG document of part of an open table; nothing where there is none.
pub fn diagram(scene: &Scene, shown: &Diagram) -> Option<String> {
    let table = scene.landscape.table.as_ref()?;
    let [x, y, wide, deep] = match shown.window {
        [_, _, 0, _] | [_, _, _, 0] => [0, 0, table.width, table.depth],
        window => window,
    };
    let (at, size) = (spot([x, y]), Point::new(f64::from(wide), f64::from(deep)) * (UNIT / 1_000.0));
    let (w, h) = (Num(size.x), Num(size.y));
    let mut drawn = draw_pieces(scene).to_string();
    let lost = |region: &&Region| region.look == "lost";
    shown.regions.iter().filter(|r| !lost(r)).for_each(|region| drawn.push_str(&ground(region)));
    for &(pose, base) in &shown.before {
        let _ = write!(drawn, "<path {} stroke-dasharray=\"7 5\"/>", ghost(base, pose, "before"));
    }
    let layer = Layer::of(scene, &Layout::of(&scene.landscape));
    drawn.extend(layer.counters.iter().map(|piece| piece.svg.as_str()));
    // What marks a counter lies on it.
    shown.regions.iter().filter(lost).for_each(|region| drawn.push_str(&ground(region)));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" font-family=\"{FAMILY}\"><desc>{}</desc>{}\
         <rect x=\"{}\" y=\"{}\" width=\"{w}\" height=\"{h}\" fill=\"#98a163\"/>{}",
        Num(at.x),
        Num(at.y),
        escape(&scene.description),
        in_use(&table_symbols_svg(), &drawn),
        Num(at.x),
        Num(at.y),
        units([x, y, wide, deep])
    );
    out.push_str(&drawn);
    for way in &shown.ways {
        let [from, to] = way.map(spot);
        let _ = write!(
            out,
            "<path d=\"M{} {}L{} {}\" stroke=\"#6a1f4d\" stroke-width=\"4\" stroke-dasharray=\"1 7\" stroke-linecap=\"round\"/><circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"#fffaf0\" stroke=\"#6a1f4d\" stroke-width=\"3\"/>",
            Num(from.x),
            Num(from.y),
            Num(to.x),
            Num(to.y),
            Num(to.x),
            Num(to.y)
        );
    }
    Some(out + "</svg>")
}

/// The counters of a scene that stand elsewhere than in an earlier one: where they stood, and the tracks of both corners of
/// their fronts.
pub fn moved_between(before: &Scene, after: &Scene) -> Diagram {
    let mut diagram = Diagram::default();
    for counter in &before.counters {
        let (Some(Place::Pose(from)), Some(base)) = (counter.place, counter.base) else { continue };
        let now = after.counters.iter().find(|other| other.id == counter.id);
        let to = match now.and_then(|counter| counter.place) {
            Some(Place::Pose(to)) if to == from => continue,
            to => to,
        };
        diagram.before.push((from, base));
        if let Some(Place::Pose(to)) = to {
            let corner = |pose: Pose, hand: f64| {
                let turn = f64::from(pose.heading) / 180_000.0 * std::f64::consts::PI;
                let half = hand * f64::from(base.width) / 2.0;
                [pose.x + (turn.cos() * half).round() as i32, pose.y + (turn.sin() * half).round() as i32]
            };
            diagram.ways.extend([-1.0, 1.0].map(|hand| [corner(from, hand), corner(to, hand)]));
        }
    }
    diagram
}

/// A thin line for every unit of the table.
fn units([x, y, wide, deep]: [i32; 4]) -> String {
    let mut path = String::new();
    let whole = |from: i32, long: i32| {
        ((from + 999).div_euclid(1_000)..=(from + long).div_euclid(1_000)).map(|n| n * 1_000)
    };
    for across in whole(x, wide) {
        let (a, b) = (spot([across, y]), spot([across, y + deep]));
        let _ = write!(path, "M{} {}V{}", Num(a.x), Num(a.y), Num(b.y));
    }
    for along in whole(y, deep) {
        let (a, b) = (spot([x, along]), spot([x + wide, along]));
        let _ = write!(path, "M{} {}H{}", Num(a.x), Num(a.y), Num(b.x));
    }
    format!("<path d=\"{path}\" stroke=\"#5d6838\" stroke-opacity=\".35\" stroke-width=\"1\"/>")
}

fn ground(region: &Region) -> String {
    let mut path = PathText::default();
    path.polygon(&region.outline.iter().map(|&corner| spot(corner)).collect::<Vec<_>>());
    let ink = match (region.look, region.side) {
        ("strong" | "lost", _) => "#a3261c",
        (_, Some(side)) => side_colour(side),
        _ => "#7a3b10",
    };
    let (thin, line) = match region.look {
        "faint" => (".05", "stroke-width=\"2\" stroke-dasharray=\"2 5\""),
        "lost" => (".2", "stroke-width=\"6\""),
        _ => (".16", "stroke-width=\"2\" stroke-dasharray=\"5 4\""),
    };
    format!(
        "<path d=\"{}\" fill=\"{ink}\" fill-opacity=\"{thin}\" stroke=\"{ink}\" {line}/>",
        path.into_string()
    )
}
