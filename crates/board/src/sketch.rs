//! Sketches: a battlefield in a few kilobytes, for lists of scenarios.

use std::collections::BTreeMap;
use std::fmt::Write;

use engine::hex::Orientation;
use engine::place::Place;
use engine::scene::{Landscape, Scene};

use crate::layout::{INRADIUS, Layout, Point, RADIUS};
use crate::tabletop;

/// How a sort of ground is painted: a word of its name, its floor, and what stands on it.
struct Paint {
    word: &'static str,
    floor: &'static str,
    rim: &'static str,
    /// The symbol drawn in each hex; empty for none.
    growth: &'static str,
}

const fn paint(word: &'static str, floor: &'static str, rim: &'static str, growth: &'static str) -> Paint {
    Paint { word, floor, rim, growth }
}

/// The sorts of ground, those of which a name may hold two words first; what is not listed is open.
const GROUND: [Paint; 18] = [
    paint("coast-rough", "#d9c08d", "#b79a63", "rock"),
    paint("coast-desert", "#ecdcae", "#cdb583", ""),
    paint("coast", "#cfcf9a", "#aeb078", ""),
    paint("wood", "#c9cf98", "#a9b377", "tree"),
    paint("forest", "#c9cf98", "#a9b377", "tree"),
    paint("slope", "#d3b57d", "#b8935a", ""),
    paint("hill", "#d3b57d", "#b8935a", ""),
    paint("mountain", "#c9a46d", "#a37c48", "peak"),
    paint("rough", "#dcc491", "#bfa06a", "rock"),
    paint("fertile", "#cdd09c", "#adb37c", ""),
    paint("desert", "#eddfb6", "#d6c18f", ""),
    paint("marsh", "#c3cba3", "#9aa67c", "reed"),
    paint("swamp", "#c3cba3", "#9aa67c", "reed"),
    paint("sea", "#a9c3cc", "#86a5b1", ""),
    paint("lake", "#a9c3cc", "#86a5b1", ""),
    paint("nile", "#a9c3cc", "#86a5b1", ""),
    paint("village", "#dcc6a0", "#bfa277", "roof"),
    paint("city", "#dcc6a0", "#bfa277", "roof"),
];

/// What stands on the ground, each about the middle of its hex; and a stack of either side. The second side's
/// band is broken, so that colour is not all that tells them apart.
const SYMBOLS: &str = concat!(
    "<g id=\"tree\"><path d=\"M-20 12h0M2-14h0M20 10h0M-4 24h0\" stroke=\"#5d6f33\" stroke-width=\"25\" stroke-linecap=\"round\"/>",
    "<path d=\"M-23 7h0M-1-19h0M17 5h0M-7 19h0\" stroke=\"#8ba353\" stroke-width=\"15\" stroke-linecap=\"round\"/></g>",
    "<path id=\"rock\" d=\"M-22 12l8-14 9 14M4 22l10-17 11 17\" fill=\"#b2915c\"/>",
    "<path id=\"peak\" d=\"M-30 26L-4-28 26 26z\" fill=\"#8d6a3d\"/>",
    "<path id=\"reed\" d=\"M-22 12v-14M-14 12v-20M8 20v-14M16 20v-20M24 20v-12\" stroke=\"#6f7f4d\" stroke-width=\"3\"/>",
    "<path id=\"roof\" d=\"M-28 4l12-12 12 12v12h-24zM4 20l12-12 12 12v12h-24zM0-16l12-12 12 12v10h-24z\" fill=\"#b1553d\"/>",
    "<g id=\"s0\"><path d=\"M-21-16h46v46h-46z\" fill=\"#1c1206\" opacity=\".45\"/>",
    "<rect x=\"-23\" y=\"-23\" width=\"46\" height=\"46\" rx=\"5\" fill=\"#cfe0ee\" stroke=\"#1f4f7d\" stroke-width=\"4\"/>",
    "<path d=\"M-16-11h32\" stroke=\"#1f4f7d\" stroke-width=\"9\"/></g>",
    "<g id=\"s1\"><path d=\"M-21-16h46v46h-46z\" fill=\"#1c1206\" opacity=\".45\"/>",
    "<rect x=\"-23\" y=\"-23\" width=\"46\" height=\"46\" rx=\"5\" fill=\"#f6d789\" stroke=\"#a8620c\" stroke-width=\"4\"/>",
    "<path d=\"M-16-11h32\" stroke=\"#a8620c\" stroke-width=\"9\" stroke-dasharray=\"8 4\"/></g>",
    "<radialGradient id=\"lamp\" cx=\".45\" cy=\".4\" r=\".8\"><stop stop-color=\"#fff6d8\" stop-opacity=\".45\"/>",
    "<stop offset=\".55\" stop-color=\"#fff6d8\" stop-opacity=\"0\"/><stop offset=\"1\" stop-color=\"#4a2f10\" stop-opacity=\".2\"/></radialGradient>",
);
/// Hexes of open ground left about the armies.
const MARGIN: f64 = RADIUS * 3.0;
/// Hexes beyond the edge of the picture that are still drawn, for their growth reaches into it.
const BLEED: f64 = RADIUS * 1.5;

/// A picture under the pencil: the map, and the part of it that is drawn.
pub(crate) struct Sketch<'a> {
    land: &'a Landscape,
    pub(crate) layout: Layout,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

/// A scene as a sketch: the part of the map where the armies stand, the ground in flat colours, a block for each
/// stack.
pub fn sketch_svg(scene: &Scene) -> String {
    let land = &scene.landscape;
    let layout = Layout::of(land);
    if land.table.is_some() {
        return tabletop::sketch(scene, land, &layout);
    }
    let places = scene.counters.iter().filter_map(|counter| counter.place);
    let sketch = Sketch::about(land, layout, places);
    sketch.drawn(&sketch.armies(scene))
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

impl<'a> Sketch<'a> {
    /// The part of a map with these places on it.
    pub(crate) fn about(
        land: &'a Landscape,
        layout: Layout,
        places: impl Iterator<Item = Place>,
    ) -> Sketch<'a> {
        let places: Vec<(f64, f64)> =
            places.filter_map(|place| layout.place(place)).map(|at| (at.x, at.y)).collect();
        let size = layout.size();
        let (left, top, width, height) = frame(&places, size.x, size.y);
        Sketch { land, layout, left, top, width, height }
    }

    /// The picture, with something on the ground.
    pub(crate) fn drawn(&self, upon: &str) -> String {
        let Sketch { left, top, width, height, .. } = self;
        let whole = format!("x=\"{left:.0}\" y=\"{top:.0}\" width=\"{width:.0}\" height=\"{height:.0}\"");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left:.0} {top:.0} {width:.0} {height:.0}\"><defs>{SYMBOLS}</defs>\
             <rect {whole} fill=\"#e8dbb4\"/>{}{}{}<rect {whole} fill=\"url(#lamp)\"/>{}{upon}</svg>",
            self.ground(),
            self.courses(),
            self.crests(),
            self.growth(),
        )
    }

    /// Every hex of the picture that is not open ground: where it is, its paint, its place in the list.
    fn painted(&self) -> impl Iterator<Item = (Point, &'static Paint)> + '_ {
        self.layout.grid().hexes().filter_map(|hex| {
            let at = Some(self.layout.centre(hex)).filter(|&at| self.holds(at))?;
            let terrain = self.land.terrain.get(hex.index())?;
            Some((at, GROUND.iter().find(|paint| terrain.contains(paint.word))?))
        })
    }

    /// Whether so much country is in the picture that roads and stones would be too small to see.
    fn is_broad(&self) -> bool {
        self.width > RADIUS * 36.0
    }

    /// How wide the part of the map is that is drawn.
    pub(crate) fn width(&self) -> f64 {
        self.width
    }

    pub(crate) fn holds(&self, at: Point) -> bool {
        let beside = |x: f64, low: f64, long: f64| x > low - BLEED && x < low + long + BLEED;
        beside(at.x, self.left, self.width) && beside(at.y, self.top, self.height)
    }

    /// Floors: broad dots that run together, a darker rim under each sort.
    fn ground(&self) -> String {
        let mut floors: BTreeMap<&str, (String, &Paint)> = BTreeMap::new();
        // Neighbours of one sort in a line of the grid are one stroke: large maps have few sorts and long lines.
        let mut last: Option<(Point, &str)> = None;
        for (at, paint) in self.painted() {
            let (path, _) = floors.entry(paint.word).or_insert_with(|| (String::new(), paint));
            let next =
                last.filter(|(before, word)| *word == paint.word && (at - *before).length() < 2.1 * INRADIUS);
            match next.map(|(before, _)| at - before) {
                Some(step) if step.y.abs() < 0.5 => path.truncate(path.rfind('H').unwrap_or(path.len())),
                Some(step) if step.x.abs() < 0.5 => path.truncate(path.rfind('V').unwrap_or(path.len())),
                _ => {
                    let _ = write!(path, "M{:.0} {:.0}", at.x, at.y);
                }
            }
            let _ = match self.layout.grid().orientation() {
                Orientation::Pointy => write!(path, "H{:.0}", at.x),
                Orientation::Flat => write!(path, "V{:.0}", at.y),
            };
            last = Some((at, paint.word));
        }
        let mut out = String::from("<g fill=\"none\" stroke-linecap=\"round\">");
        // Each way is written once, as a rim, and painted over by the floor.
        for (n, (path, Paint { floor, rim, .. })) in floors.values().enumerate() {
            let (broad, narrow) = (RADIUS * 2.05, RADIUS * 1.9);
            let _ = write!(
                out,
                "<g stroke=\"{rim}\" stroke-width=\"{broad:.0}\"><path id=\"f{n}\" d=\"{path}\"/></g>\
                 <use href=\"#f{n}\" stroke=\"{floor}\" stroke-width=\"{narrow:.0}\"/>"
            );
        }
        out + "</g>"
    }

    /// Streams and roads, as curves from the middle of one side to the next.
    fn courses(&self) -> String {
        let mut out = String::from("<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\">");
        for course in &self.land.lines {
            let points: Vec<Point> = course.hexes.iter().filter_map(|&hex| self.layout.place(hex)).collect();
            let unseen = self.is_broad() && course.kind == "road";
            if unseen || !points.iter().any(|&at| self.holds(at)) {
                continue;
            }
            let (bank, water) = match course.kind {
                "road" => (("#b49a6a", 9), ("#dcc99c", 5)),
                _ => (("#5f8497", 17), ("#9cbccb", 11)),
            };
            let way = curve(&points);
            for (colour, breadth) in [bank, water] {
                let _ = write!(out, "<path d=\"{way}\" stroke=\"{colour}\" stroke-width=\"{breadth}\"/>");
            }
        }
        out + "</g>"
    }

    /// Crests, walls and river sides.
    fn crests(&self) -> String {
        let mut paths: BTreeMap<&str, String> = BTreeMap::new();
        let grid = self.layout.grid();
        for side in &self.land.sides {
            let Some(hex) = grid.at(side.hex) else { continue };
            if !self.holds(self.layout.centre(hex)) {
                continue;
            }
            let (a, b) = self.layout.side(hex, side.side);
            let colour = match side.kind {
                kind if kind.contains("river") || kind.contains("strait") => "#5f8497",
                kind if kind.contains("border") => continue,
                kind if kind.contains("wall") => "#4d4438",
                _ => "#7a5730",
            };
            let _ = write!(paths.entry(colour).or_default(), "M{:.0} {:.0}L{:.0} {:.0}", a.x, a.y, b.x, b.y);
        }
        let mut out = String::new();
        for (colour, path) in paths {
            let _ = write!(
                out,
                "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"9\" stroke-linecap=\"round\"/>"
            );
        }
        out
    }

    fn growth(&self) -> String {
        let mut out = String::new();
        for (at, paint) in self
            .painted()
            .filter(|(_, paint)| !(self.is_broad() && paint.growth == "rock"))
            .filter(|(_, paint)| !paint.growth.is_empty())
        {
            let _ = write!(out, "<use href=\"#{}\" x=\"{:.0}\" y=\"{:.0}\"/>", paint.growth, at.x, at.y);
        }
        out
    }

    /// A counter for each stack.
    fn armies(&self, scene: &Scene) -> String {
        let mut stacks: BTreeMap<Place, u8> = BTreeMap::new();
        for counter in &scene.counters {
            if let Some(place) = counter.place {
                stacks.insert(place, counter.side.min(1));
            }
        }
        let mut out = String::new();
        for (place, side) in stacks {
            let Some(at) = self.layout.place(place) else { continue };
            let _ = write!(out, "<use href=\"#s{side}\" x=\"{:.0}\" y=\"{:.0}\"/>", at.x, at.y);
        }
        out
    }
}

/// A smooth way through points: it bends at each, and passes the middles between them.
fn curve(points: &[Point]) -> String {
    let mut way = String::new();
    for (i, at) in points.iter().enumerate() {
        let _ = match (i, points.get(i + 1)) {
            (0, _) => write!(way, "M{:.0} {:.0}", at.x, at.y),
            (_, Some(next)) => {
                let (x, y) = ((at.x + next.x) / 2.0, (at.y + next.y) / 2.0);
                write!(way, "Q{:.0} {:.0} {x:.0} {y:.0}", at.x, at.y)
            }
            (_, None) => write!(way, "L{:.0} {:.0}", at.x, at.y),
        };
    }
    way
}
