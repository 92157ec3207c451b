//! Letters and names on the map, and the marks of cities, ports and sites.

use std::fmt::Write;

use engine::hex::Orientation;
use engine::scene::{Label, Landscape};

use crate::layout::{INRADIUS, Layout, Point, RADIUS};
use crate::svg::{Num, escape, text_width};

/// Where the letter of a hex stands: in the corner a counter leaves free.
pub(crate) fn letter_spot(orientation: Orientation) -> Point {
    match orientation {
        Orientation::Flat => Point::new(-0.66 * RADIUS, 0.0),
        Orientation::Pointy => Point::new(0.0, 0.72 * RADIUS),
    }
}

/// How a kind of name is set.
#[derive(Clone, Copy)]
struct Face {
    size: f64,
    spacing: f64,
    /// How much wider the face runs than the regular one.
    stretch: f64,
    ink: &'static str,
    halo: &'static str,
    look: &'static str,
    /// Whether names stand in capitals.
    capitals: bool,
}

const PLAIN: Face = Face {
    size: 13.0,
    spacing: 0.0,
    stretch: 0.95,
    ink: "#3d2b16",
    halo: "#f6ecd0\" stroke-opacity=\".88",
    look: "font-style=\"italic\"",
    capitals: false,
};

impl Face {
    /// How wide a line of it runs.
    fn width(&self, line: &str) -> f64 {
        text_width(line, self.size) * self.stretch.max(1.0) + self.spacing * line.chars().count() as f64
    }

    /// The same, or for a map that is looked at from afar.
    fn enlarged(self, yes: bool) -> Face {
        let times = if yes { 1.24 } else { 1.0 };
        Face { size: self.size * times, spacing: self.spacing * times * times, ..self }
    }
}

/// A map with more hexes than this is looked at from afar.
const LARGE: usize = 1800;

/// `small` on the map of a country, where there are many names.
fn face(kind: &str, small: bool) -> Face {
    match kind {
        "letter" => Face { size: 25.0, look: "font-weight=\"700\" font-style=\"italic\"", ..PLAIN },
        "city" | "port" => Face {
            size: if small { 12.5 } else { 15.0 },
            stretch: 1.06,
            look: "font-weight=\"700\"",
            ..PLAIN
        },
        "capital" => Face { size: 16.5, stretch: 1.06, look: "font-weight=\"700\"", ..PLAIN },
        "town" if small => Face { size: 11.5, ..PLAIN },
        "region" => Face {
            size: if small { 11.5 } else { 17.0 },
            spacing: if small { 3.2 } else { 6.0 },
            stretch: 1.3,
            halo: "#f6ecd0\" stroke-opacity=\".5",
            look: "fill-opacity=\".7\" font-style=\"italic\"",
            capitals: true,
            ..PLAIN
        },
        "state" => Face {
            size: 27.0,
            spacing: 11.0,
            stretch: 1.36,
            ink: "#6b2a1c",
            halo: "#f6ecd0\" stroke-opacity=\".5",
            look: "fill-opacity=\".62\" font-weight=\"700\"",
            capitals: true,
        },
        "water" => {
            Face { size: 16.0, spacing: 2.5, ink: "#1d4a63", halo: "#dcebea\" stroke-opacity=\".5", ..PLAIN }
        }
        "sea" => Face {
            size: 18.0,
            spacing: 5.0,
            stretch: 1.25,
            ink: "#1f4f6a",
            halo: "#a9cbd6\" stroke-opacity=\".45",
            look: "font-style=\"italic\" fill-opacity=\".85\"",
            capitals: true,
        },
        _ => PLAIN,
    }
}

/// Every letter and name, each with a halo of paper so that it reads over anything.
pub(crate) fn labels(land: &Landscape, sheet: &Layout) -> String {
    let mut names = placed(land, sheet);
    // Broad names lie under the narrow ones.
    names.sort_by_key(|name| std::cmp::Reverse(rank(name.label)));
    names.iter().map(|name| name.svg()).collect()
}

/// Greater places choose first where their names stand; broad names, which may stand anywhere in their country, last.
fn rank(label: &Label) -> u8 {
    match label.kind {
        "letter" => 0,
        "capital" => 1,
        "city" | "port" => 2,
        "state" => 4,
        "region" | "sea" | "water" => 5,
        _ => 3,
    }
}

/// The room a name takes: its middle and half of its size.
#[derive(Clone, Copy)]
struct Room {
    middle: Point,
    half: Point,
}

impl Room {
    /// How much of it another covers.
    fn shared(&self, other: &Room) -> f64 {
        let apart = self.middle - other.middle;
        let wide = self.half.x + other.half.x - apart.x.abs();
        let high = self.half.y + other.half.y - apart.y.abs();
        wide.max(0.0) * high.max(0.0)
    }
}

/// Where the name of a place may stand, seen from its usual spot below: as near to that as there is room.
fn spots(broad: bool) -> Vec<Point> {
    let (across, rows): (&[f64], &[f64]) = match broad {
        true => (
            &[
                0.0, 20.0, -20.0, 40.0, -40.0, 60.0, -60.0, 85.0, -85.0, 115.0, -115.0, 150.0, -150.0, 200.0,
                -200.0, 260.0, -260.0, 340.0, -340.0,
            ],
            &[
                0.0, 16.0, -16.0, 32.0, -32.0, 48.0, -48.0, 66.0, -66.0, 88.0, -88.0, 112.0, -112.0, 150.0,
                -150.0, 200.0, -200.0,
            ],
        ),
        false => (
            &[0.0, 14.0, -14.0, 28.0, -28.0, 42.0, -42.0, 56.0, -56.0],
            &[0.0, -57.0, 12.0, -69.0, -28.0, 24.0, -81.0],
        ),
    };
    let mut spots: Vec<Point> =
        rows.iter().flat_map(|&y| across.iter().map(move |&x| Point::new(x, y))).collect();
    // Below is where a name is looked for; above is nearer than it is far.
    let far = |spot: &Point| {
        let rise = if !broad && spot.y <= -57.0 { (spot.y + 57.0).abs() + 10.0 } else { spot.y.abs() };
        let beside = if !broad && spot.y == -28.0 { 40.0 } else { 0.0 };
        spot.x.abs() + rise * 1.4 + beside
    };
    spots.sort_by(|a, b| far(a).total_cmp(&far(b)));
    spots
}

/// The parts of a broad name that are looked under, from its middle to its ends.
const PARTS: [f64; 5] = [0.0, -0.45, 0.45, -0.9, 0.9];

/// So far a broad name may move for one more part of it that stands on its own ground.
const FAR: f64 = 38.0;

/// Room for each anchor behind a port's name.
const ANCHOR: f64 = 9.5;

/// What it costs to set the words of a sea one under the other, beside a part of it on dry land.
const STACKED: f64 = 0.7;

/// A name with its place on the sheet.
struct Placed<'a> {
    label: &'a Label,
    face: Face,
    /// One under the other where the water is narrower than the name.
    lines: Vec<String>,
    /// The middle of its hex.
    hex: Point,
    /// Where its line stands.
    at: Point,
    wide: f64,
    mark: &'static str,
    anchors: u8,
    room: Room,
}

/// Every name where it has room. Letters stand where they are printed: the rules speak of their hexes.
fn placed<'a>(land: &'a Landscape, sheet: &Layout) -> Vec<Placed<'a>> {
    let mut labels: Vec<&Label> = land.labels.iter().filter(|label| label.kind != "anchor").collect();
    labels.sort_by_key(|label| rank(label));
    let mut names: Vec<Placed> = vec![];
    for label in labels {
        if let Some(hex) = sheet.place(label.hex) {
            let taken: Vec<Room> = names.iter().map(|name| name.room).collect();
            names.push(Placed::new(land, sheet, label, hex, &taken));
        }
    }
    names
}

impl<'a> Placed<'a> {
    fn new(land: &Landscape, sheet: &Layout, label: &'a Label, hex: Point, taken: &[Room]) -> Placed<'a> {
        let country = settled(land);
        let face = face(label.kind, country).enlarged(country && land.terrain.len() > LARGE);
        let text = if face.capitals { label.text.to_uppercase() } else { label.text.clone() };
        let (offset, mark) = match label.kind {
            "letter" => (letter_spot(land.orientation) + Point::new(1.0, 8.4), ""),
            // Low enough to be read under a counter, and under a stack where there is more to read.
            "city" | "town" | "capital" if country => {
                let stacks = if land.terrain.len() > LARGE { 5.5 } else { 0.0 };
                let mark = match label.kind {
                    "city" => "city",
                    "town" => "town",
                    _ => "capital",
                };
                (Point::new(0.0, INRADIUS + 1.5 + stacks), mark)
            }
            "port" => (Point::new(0.0, INRADIUS + 1.5), "port"),
            "base" => (Point::new(0.0, INRADIUS + 1.5), "site"),
            "city" => (Point::new(0.0, INRADIUS - 4.0), ""),
            "region" | "state" | "sea" | "water" => (Point::new(0.0, 6.0), ""),
            _ => (Point::new(0.0, INRADIUS - 5.0), ""),
        };
        let anchors = land.labels.iter().find(|other| other.hex == label.hex && other.kind == "anchor");
        let anchors =
            anchors.filter(|_| !mark.is_empty()).and_then(|label| label.text.parse().ok()).unwrap_or(0u8);
        if label.kind == "sea" {
            return Placed::on_water(land, sheet, label, hex + offset, (face, text), taken);
        }
        let wide = face.width(&text);
        let half = (wide + f64::from(anchors) * ANCHOR) / 2.0 + 6.0;
        // Names near the rim are moved in rather than cut.
        let within = |at: Point| match label.kind {
            "letter" => at,
            _ => Point::new(
                at.x.clamp(half, (sheet.size().x - half).max(half)),
                at.y.clamp(face.size + 2.0, (sheet.size().y - 4.0).max(face.size + 2.0)),
            ),
        };
        let room = |at: Point| Room {
            middle: at - Point::new(0.0, face.size * 0.36),
            half: Point::new(half - 3.0, face.size * 0.5),
        };
        let crowd = |at: Point| taken.iter().map(|other| room(at).shared(other)).sum::<f64>();
        let mut at = within(hex + offset);
        if label.kind != "letter" && crowd(at) > 0.0 {
            let all: Vec<Point> =
                spots(rank(label) > 3).into_iter().map(|by| within(hex + offset + by)).collect();
            let open = || all.iter().copied().filter(|&spot| crowd(spot) == 0.0);
            // A country keeps its name on the land, as much of it as can be.
            let broad = rank(label) > 3 && label.kind != "water";
            let apt = |spot: Point| {
                let on_land = |part: f64| {
                    let under = spot + Point::new(part * (half - 6.0), -face.size * 0.36);
                    ground(land, sheet, under).is_some_and(|class| class != "sea")
                };
                PARTS.iter().filter(|&&part| on_land(part)).count() as f64
            };
            // Near is worth more than apt: on another sea a name would be wrong.
            let mut best: Option<(f64, Point)> = None;
            for spot in open().take(if broad { usize::MAX } else { 1 }) {
                let far = (spot - at).length() / FAR;
                if best.is_none_or(|(least, _)| far < least) {
                    let unfit = if broad { unfit(apt(spot)) } else { 0.0 };
                    if best.is_none_or(|(least, _)| far + unfit < least) {
                        best = Some((far + unfit, spot));
                    }
                }
            }
            let least = || all.iter().copied().min_by(|&a, &b| crowd(a).total_cmp(&crowd(b)));
            at = best.map(|(_, spot)| spot).or_else(least).unwrap_or(at);
        }
        Placed { label, lines: vec![text], hex, at, wide, mark, anchors, room: room(at), face }
    }

    /// A sea keeps its name on the water, in one line or word under word, as much of it as can be.
    fn on_water(
        land: &Landscape,
        sheet: &Layout,
        label: &'a Label,
        home: Point,
        (face, text): (Face, String),
        taken: &[Room],
    ) -> Placed<'a> {
        let words: Vec<String> = text.split(' ').map(str::to_string).collect();
        let mut ways = vec![vec![text]];
        if words.len() > 1 {
            ways.push(words);
        }
        let mut best: Option<(f64, Placed)> = None;
        for lines in ways {
            let wide = lines.iter().map(|line| face.width(line)).fold(0.0, f64::max);
            let (half, below) = (wide / 2.0 + 6.0, (lines.len() - 1) as f64 * face.size);
            let stacked = if lines.len() > 1 { STACKED } else { 0.0 };
            for by in spots(true) {
                // Stacked, the name stands about its hex as a single line would.
                let spot = home + by - Point::new(0.0, below / 2.0);
                let (size, low) = (sheet.size(), face.size + 2.0);
                let at = Point::new(
                    spot.x.clamp(half, (size.x - half).max(half)),
                    spot.y.clamp(low, (size.y - 4.0 - below).max(low)),
                );
                let middle = at + Point::new(0.0, below / 2.0 - face.size * 0.36);
                let room = Room { middle, half: Point::new(half - 3.0, face.size * 0.5 + below / 2.0) };
                let crowd: f64 = taken.iter().map(|other| room.shared(other)).sum();
                // No other name is covered while there is any room.
                let dear = (at - home).length() / FAR + stacked + crowd * 10.0;
                if best.as_ref().is_some_and(|(least, _)| dear >= *least) {
                    continue;
                }
                let apt = lines.iter().enumerate().map(|(i, line)| {
                    let line_at = at + Point::new(0.0, i as f64 * face.size - face.size * 0.36);
                    let reach = face.width(line) / 2.0;
                    let wet =
                        |part: &f64| wetness(ground(land, sheet, line_at + Point::new(part * reach, 0.0)));
                    PARTS.iter().map(wet).sum::<f64>()
                });
                let apt = apt.sum::<f64>() / lines.len() as f64;
                let cost = dear + unfit(apt);
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    let lines = lines.clone();
                    let placed =
                        Placed { label, lines, hex: home, at, wide, mark: "", anchors: 0, room, face };
                    best = Some((cost, placed));
                }
            }
        }
        best.expect("a name has a spot").1
    }

    fn svg(&self) -> String {
        let Placed { face, hex, at, wide, mark, anchors, .. } = self;
        let mut out = String::new();
        if !mark.is_empty() {
            let _ = write!(out, "<use href=\"#{mark}\" x=\"{}\" y=\"{}\"/>", Num(hex.x), Num(hex.y));
        }
        let x = at.x - f64::from(*anchors) * ANCHOR / 2.0;
        let spacing = match face.spacing {
            0.0 => String::new(),
            space => format!(" letter-spacing=\"{}\"", Num(space)),
        };
        for (i, line) in self.lines.iter().enumerate() {
            let _ = write!(
                out,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"{}\"{spacing} {} fill=\"{}\" stroke=\"{}\" stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>",
                Num(x),
                Num(at.y + i as f64 * face.size),
                Num(face.size),
                face.look,
                face.ink,
                face.halo,
                escape(line)
            );
        }
        for n in 0..*anchors {
            let right = x + wide / 2.0 + (f64::from(n) + 0.75) * ANCHOR;
            let _ = write!(
                out,
                "<use href=\"#anchor\" transform=\"translate({} {}) scale(.86)\"/>",
                Num(right),
                Num(at.y - 4.5)
            );
        }
        out
    }
}

/// How little a spot suits a broad name of which so many parts stand on its own ground; a sea named on dry land is wrong.
fn unfit(apt: f64) -> f64 {
    PARTS.len() as f64 - apt + if apt == 0.0 { 8.0 } else { 0.0 }
}

/// How well the name of a sea stands on ground; a coast is land and water.
fn wetness(class: Option<&str>) -> f64 {
    match class {
        Some("sea") => 1.0,
        Some(class) if class.starts_with("coast-") => 0.55,
        _ => 0.0,
    }
}

/// What the ground is at a point of the sheet.
fn ground<'a>(land: &'a Landscape, sheet: &Layout, at: Point) -> Option<&'a str> {
    let near = |hex: &engine::hex::Hex| {
        let apart = sheet.centre(*hex) - at;
        apart.x * apart.x + apart.y * apart.y < INRADIUS * INRADIUS * 1.15
    };
    let hex = sheet.grid().hexes().find(near)?;
    land.terrain.get(hex.index()).copied()
}

/// The names on a map that cover one another, two by two: none, if there is room for all.
pub fn colliding_names(land: &Landscape) -> Vec<(String, String)> {
    let sheet = Layout::of(land);
    let names = placed(land, &sheet);
    let mut pairs = vec![];
    for (i, one) in names.iter().enumerate() {
        for other in &names[i + 1..] {
            if one.room.shared(&other.room) > 0.0 {
                pairs.push((one.lines.join(" "), other.lines.join(" ")));
            }
        }
    }
    pairs
}

/// Whether the map is of a country, where a city is a dot, rather than of a battlefield, where it is the ground.
fn settled(land: &Landscape) -> bool {
    land.terrain.iter().any(|class| matches!(*class, "sea" | "fertile" | "rough" | "desert"))
}

/// Marks of places, about the middle of their hex.
pub(crate) const SYMBOLS: &str = concat!(
    r##"<g id="city"><path d="M-7 5v-8h2.6v2h2v-2h1.4v-4h2v-1.6h2V-7h2v4h1.4v2h2v-2H8v8z" transform="translate(-.5 0)" fill="#f9efd6" stroke="#7d1c1c" stroke-width="1.5" stroke-linejoin="round"/><path d="M-1.2 5V1.800a1.2 1.2 0 0 1 2.4 0V5z" fill="#7d1c1c"/></g>"##,
    r##"<g id="town"><circle r="3.4" fill="#f9efd6" stroke="#7d1c1c" stroke-width="1.6"/></g>"##,
    r##"<g id="capital"><circle r="14" fill="#f9efd6" fill-opacity=".7"/><use href="#city" transform="scale(1.55)"/><path d="M0-16l1.300 2.700 3 .400-2.200 2.100.500 3-2.600-1.400-2.600 1.400.500-3-2.200-2.100 3-.400z" fill="#7d1c1c"/></g>"##,
    r##"<g id="anchor" fill="none" stroke="#173f57" stroke-width="1.3" stroke-linecap="round"><circle cy="-4.6" r="1.5"/><path d="M0-3v8.5M-2.5-1.2h5M-4.5 2c.4 2.4 2 3.5 4.5 3.5S4.100 4.4 4.5 2"/></g>"##,
    r##"<g id="port"><use href="#city"/><use href="#anchor" x="14"/></g>"##,
    r##"<g id="site"><circle r="6.2" fill="#f9efd6" fill-opacity=".85" stroke="#2f6b46" stroke-width="1.3" stroke-dasharray="2.4 1.7"/><path d="M-3.800 3L0-4l3.800 7zM0 3V-.4" fill="none" stroke="#2f6b46" stroke-width="1.2" stroke-linejoin="round"/></g>"##,
);
