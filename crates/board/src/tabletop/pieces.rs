//! What lies on the cloth: terrain, camps, zones. Shapes keep to their outlines, for players measure by them.

use std::fmt::Write;
use std::sync::Arc;

use engine::scene::{Handle, Scene, TablePiece};

use super::{UNIT, spot};
use crate::counter::side_colour;
use crate::layout::Point;
use crate::scatter::{Crowd, Scatter};
use crate::svg::{Num, PathText, escape};

/// Trees, rocks, reeds, tents.
pub(super) const SYMBOLS: &str = concat!(
    r##"<radialGradient id="leafA" cx=".34" cy=".3" r=".9"><stop offset="0" stop-color="#b4c47a"/><stop offset=".5" stop-color="#728b49"/><stop offset="1" stop-color="#3d5529"/></radialGradient>"##,
    r##"<radialGradient id="leafB" cx=".34" cy=".3" r=".9"><stop offset="0" stop-color="#a3b87a"/><stop offset=".5" stop-color="#5f8050"/><stop offset="1" stop-color="#2f4a2c"/></radialGradient>"##,
    r##"<linearGradient id="hillit" x2="1" y2="1"><stop offset="0" stop-color="#fff6c9" stop-opacity=".42"/><stop offset=".55" stop-color="#fff6c9" stop-opacity="0"/><stop offset="1" stop-color="#2c2a10" stop-opacity=".3"/></linearGradient>"##,
    r##"<linearGradient id="stretch" x2="0" y2="1"><stop offset="0" stop-color="#7fb0bd"/><stop offset="1" stop-color="#5f93a6"/></linearGradient>"##,
    r##"<g id="treeA"><ellipse cx="5" cy="7" rx="17" ry="15" fill="#1c1606" fill-opacity=".4"/><circle r="16" fill="url(#leafA)" stroke="#2f4420" stroke-width="1"/><path d="M-8-3q4-7 10-4M-3 5q6-6 11-2M-10 6q3-4 7-3" fill="none" stroke="#dfe7ac" stroke-opacity=".5" stroke-width="1.6"/></g>"##,
    r##"<g id="treeB"><ellipse cx="4" cy="6" rx="14" ry="12" fill="#1c1606" fill-opacity=".4"/><circle r="13" fill="url(#leafB)" stroke="#22381f" stroke-width="1"/><path d="M-6-3q4-5 8-3M-3 4q5-4 8-1" fill="none" stroke="#cfe0a8" stroke-opacity=".45" stroke-width="1.4"/></g>"##,
    r##"<g id="palm"><ellipse cx="4" cy="6" rx="13" ry="11" fill="#1c1606" fill-opacity=".35"/><path d="M0 0q-8-9-15-6 6 1 9 7-9-2-12 5 7-4 12-2-5 5-2 11 2-7 8-9 1 7 8 9-2-7-4-9 7 1 11-2-6-1-9-4 6-3 7-9-7 1-9 6-1-7-4-12-1 7-0 15z" fill="#6f8f45" stroke="#33491f" stroke-width=".9"/></g>"##,
    r##"<g id="boulder"><ellipse cx="3" cy="4" rx="9" ry="6" fill="#1c1606" fill-opacity=".4"/><path d="M-8 4l2-8 7-4 7 5 1 6-9 3z" fill="#9b8f78" stroke="#4f4533" stroke-width="1"/><path d="M-6-4l7-3 3 5-5 3z" fill="#c0b498"/></g>"##,
    r##"<path id="reeds" d="M-6 5l-2-11M-2 6v-15M2 6l1-13M6 5l3-10" stroke="#4d5f33" stroke-width="1.8" fill="none" stroke-linecap="round"/>"##,
    r##"<g id="pool"><ellipse rx="15" ry="6" fill="#7fb0bd" stroke="#4f7f90" stroke-width="1"/><path d="M-8-1h8M1 2h7" stroke="#dcecef" stroke-width="1"/></g>"##,
    r##"<g id="tent"><ellipse cx="6" cy="8" rx="22" ry="15" fill="#1c1606" fill-opacity=".4"/><path d="M-20-15H20V15H-20z" fill="#efe2c0" stroke="#7c6334" stroke-width="1.4"/><path d="M-20 0H20V15H-20z" fill="#cdb98a"/><path d="M-20 0H20" stroke="#7c6334" stroke-width="2.2"/><path d="M-20-15v30M20-15v30" stroke="currentColor" stroke-width="4.4"/></g>"##,
);

/// Everything that lies on the table as one group; nothing if nothing does.
pub(crate) fn draw_pieces(scene: &Scene) -> Arc<str> {
    let pieces = scene.landscape.table.as_ref().map_or(&[][..], |table| &table.pieces);
    if pieces.is_empty() {
        return "".into();
    }
    let mut out = String::from("<g id=\"laid\">");
    for (number, piece) in pieces.iter().enumerate() {
        // What may be taken up says so: by which number, and where its middle is.
        let handle = piece.handle.map_or_else(String::new, |Handle { id, at }| {
            format!(" data-piece=\"{id}\" data-at=\"{} {} {}\"", at.x, at.y, at.heading)
        });
        let _ = write!(
            out,
            "<g id=\"p{number}\" class=\"piece {}\"{handle}><title>{}</title>{}</g>",
            piece.kind,
            escape(&piece.name),
            drawn(piece)
        );
    }
    out.push_str("</g>");
    out.into()
}

/// A piece under the pencil.
struct Shape {
    corners: Vec<Point>,
    ridge: Vec<Point>,
    middle: Point,
    least: Point,
    most: Point,
}

impl Shape {
    fn of(piece: &TablePiece) -> Shape {
        let corners: Vec<Point> = piece.outline.iter().map(|&corner| spot(corner)).collect();
        let fold = |pick: fn(&Point) -> f64, best: fn(f64, f64) -> f64, from: f64| {
            corners.iter().map(pick).fold(from, best)
        };
        let least = Point::new(fold(|p| p.x, f64::min, f64::MAX), fold(|p| p.y, f64::min, f64::MAX));
        let most = Point::new(fold(|p| p.x, f64::max, f64::MIN), fold(|p| p.y, f64::max, f64::MIN));
        let ridge = piece.ridge.iter().map(|&point| spot(point)).collect();
        Shape { middle: (least + most) * 0.5, corners, ridge, least, most }
    }

    /// The outline, rounded or with its corners.
    fn path(&self, round: bool) -> String {
        self.shrunk(1.0, round)
    }

    /// The outline drawn in towards the ridge, or towards the middle.
    fn shrunk(&self, share: f64, round: bool) -> String {
        let core = |p: Point| match self.ridge.as_slice() {
            [a, b] => {
                let along = *b - *a;
                let t = ((p - *a).dot(along) / along.dot(along).max(1.0)).clamp(0.0, 1.0);
                a.towards(*b, t)
            }
            _ => self.middle,
        };
        let points: Vec<Point> = self.corners.iter().map(|&p| core(p).towards(p, share)).collect();
        let mut path = PathText::default();
        if round {
            path.smooth(&points, true)
        } else {
            path.polygon(&points)
        }
        path.into_string()
    }

    fn holds(&self, p: Point) -> bool {
        let n = self.corners.len();
        let crosses = |i: &usize| {
            let (a, b) = (self.corners[*i], self.corners[(i + 1) % n]);
            (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x
        };
        (0..n).filter(crosses).count() % 2 == 1
    }

    /// Spots within the outline, `apart` from one another and their symbols not past the edge, back to front.
    fn spots(&self, apart: f64, inset: f64, tries: usize) -> Vec<Point> {
        let seed = (self.middle.x * 3.0 + self.middle.y * 7.0) as i64 as u16;
        let mut scatter = Scatter::of(seed, 91);
        let mut crowd = Crowd::new(apart);
        let mut spots = vec![];
        for _ in 0..tries {
            let p = Point::new(
                scatter.between(self.least.x, self.most.x),
                scatter.between(self.least.y, self.most.y),
            );
            let out = (p - self.middle).unit() * inset;
            if self.holds(p) && self.holds(p + out) && crowd.admit(p) {
                spots.push(p);
            }
        }
        spots.sort_by(|a, b| a.y.total_cmp(&b.y));
        spots
    }

    fn name(&self, words: &str) -> String {
        let y = (self.most.y + 19.0).min(self.most.y.max(self.middle.y));
        format!(
            "<text class=\"ground\" x=\"{}\" y=\"{}\" font-size=\"17\" font-style=\"italic\" text-anchor=\"middle\" fill=\"#f6efd6\" fill-opacity=\".86\" stroke=\"#3c431f\" stroke-opacity=\".75\" stroke-width=\"3\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>",
            Num(self.middle.x),
            Num(y - 5.0),
            escape(words)
        )
    }
}

fn uses(spots: &[Point], symbols: &[&str]) -> String {
    let mut out = String::new();
    for (i, p) in spots.iter().enumerate() {
        let symbol = symbols[(i * 7 + i / 3) % symbols.len()];
        let _ = write!(out, "<use href=\"#{symbol}\" x=\"{}\" y=\"{}\"/>", Num(p.x), Num(p.y));
    }
    out
}

fn drawn(piece: &TablePiece) -> String {
    let shape = Shape::of(piece);
    let name = || shape.name(&piece.name);
    match piece.kind {
        "woods" => format!(
            "<path d=\"{}\" fill=\"#4d5a2c\" fill-opacity=\".62\" stroke=\"#34401d\" stroke-width=\"1.6\" stroke-dasharray=\"2 5\" stroke-linecap=\"round\"/>{}{}",
            shape.path(true),
            uses(&shape.spots(27.0, 13.0, 900), &["treeA", "treeB", "treeA"]),
            name()
        ),
        "gentle-hill" | "steep-hill" => hill(piece, &shape),
        "marsh" => {
            let spots = shape.spots(26.0, 12.0, 500);
            let (pools, reeds): (Vec<_>, Vec<_>) = spots.iter().enumerate().partition(|(i, _)| i % 3 == 0);
            let points = |list: Vec<(usize, &Point)>| list.into_iter().map(|(_, p)| *p).collect::<Vec<_>>();
            format!(
                "<path d=\"{}\" fill=\"#6f8a5c\" fill-opacity=\".75\" stroke=\"#3f6048\" stroke-width=\"1.8\" stroke-dasharray=\"9 6\"/>{}{}{}",
                shape.path(true),
                uses(&points(pools), &["pool"]),
                uses(&points(reeds), &["reeds"]),
                name()
            )
        }
        "rough" => format!(
            "<path d=\"{}\" fill=\"#8f8250\" fill-opacity=\".8\" stroke=\"#5c5230\" stroke-width=\"1.6\" stroke-dasharray=\"4 4\"/>{}{}",
            shape.path(piece.outline.len() > 4),
            uses(&shape.spots(30.0, 12.0, 400), &["boulder", "reeds", "boulder"]),
            name()
        ),
        "dunes" => {
            let mut waves = String::new();
            for p in shape.spots(34.0, 20.0, 400) {
                let _ = write!(waves, "M{} {}q14-14 30-2q-12-3-17 6", Num(p.x - 15.0), Num(p.y));
            }
            format!(
                "<path d=\"{}\" fill=\"#d9c184\" fill-opacity=\".9\" stroke=\"#a98b4e\" stroke-width=\"1.4\"/><path d=\"{waves}\" fill=\"#c4a564\" stroke=\"#a5854a\" stroke-width=\"1\"/>{}",
                shape.path(true),
                name()
            )
        }
        "oasis" => format!(
            "<path d=\"{}\" fill=\"#d9c184\" fill-opacity=\".9\" stroke=\"#a98b4e\" stroke-width=\"1.4\"/><path d=\"{}\" fill=\"#8fa458\"/><path d=\"{}\" fill=\"#7fb0bd\" stroke=\"#4f7f90\" stroke-width=\"1.2\"/>{}{}",
            shape.path(true),
            shape.shrunk(0.72, true),
            shape.shrunk(0.3, true),
            uses(&shape.spots(34.0, 16.0, 200), &["palm"]),
            name()
        ),
        "river" => water(&shape, "#6fa3b4", "#3d7387"),
        "waterway" => water(&shape, "url(#stretch)", "#3d7387"),
        "road" => format!(
            "<path d=\"{0}\" fill=\"#c9b183\" stroke=\"#8d7445\" stroke-width=\"2\" stroke-linejoin=\"round\"/><path d=\"{1}\" fill=\"none\" stroke=\"#a58c5c\" stroke-width=\"2\" stroke-dasharray=\"12 10\"/>",
            shape.path(false),
            line(&shape.ridge)
        ),
        "camp" => camp(piece, &shape),
        "zone" => {
            let colour = piece.side.map_or("#f6efd6", side_colour);
            format!(
                "<path d=\"{}\" fill=\"{colour}\" fill-opacity=\".07\" stroke=\"{colour}\" stroke-opacity=\".7\" stroke-width=\"2\" stroke-dasharray=\"{}\"/>",
                shape.path(false),
                if piece.side == Some(1) { "4 7" } else { "14 7" }
            )
        }
        _ => format!(
            "<path d=\"{}\" fill=\"#8f8250\" fill-opacity=\".6\" stroke=\"#5c5230\" stroke-width=\"1.6\"/>{}",
            shape.path(true),
            name()
        ),
    }
}

/// An open curve through points.
fn line(points: &[Point]) -> String {
    let mut path = PathText::default();
    path.smooth(points, false);
    path.into_string()
}

fn hill(piece: &TablePiece, shape: &Shape) -> String {
    let steep = piece.kind == "steep-hill";
    let (floors, edge) = match steep {
        true => (["#9b8d55", "#a89a60", "#b5a76c", "#c2b57c"], "#5d5228"),
        false => (["#a3a55e", "#b0b069", "#bcba75", "#c7c483"], "#6f7038"),
    };
    let mut out = format!(
        "<path d=\"{}\" transform=\"translate(5 9)\" fill=\"#1c1606\" fill-opacity=\".28\"/>",
        shape.path(true)
    );
    for (i, floor) in floors.iter().enumerate() {
        let share = 1.0 - 0.23 * i as f64;
        let _ = write!(
            out,
            "<path d=\"{0}\" fill=\"{floor}\" stroke=\"{edge}\" stroke-opacity=\".55\" stroke-width=\"1.4\"/><path d=\"{0}\" fill=\"url(#hillit)\"/>",
            shape.shrunk(share, true)
        );
    }
    if steep {
        out.push_str(&hachures(shape, edge));
    }
    out + &shape.name(&piece.name)
}

/// Short strokes downhill between the contours.
fn hachures(shape: &Shape, ink: &str) -> String {
    let mut strokes = String::new();
    let n = shape.corners.len();
    for i in 0..n {
        let (a, b) = (shape.corners[i], shape.corners[(i + 1) % n]);
        let count = ((b - a).length() / 13.0).ceil().max(1.0) as usize;
        for step in 0..count {
            let p = a.towards(b, step as f64 / count as f64);
            for share in [0.97, 0.74, 0.51] {
                let (from, to) = (shape.middle.towards(p, share), shape.middle.towards(p, share - 0.09));
                let _ = write!(strokes, "M{} {}L{} {}", Num(from.x), Num(from.y), Num(to.x), Num(to.y));
            }
        }
    }
    format!("<path d=\"{strokes}\" stroke=\"{ink}\" stroke-opacity=\".6\" stroke-width=\"1.3\"/>")
}

fn water(shape: &Shape, fill: &str, bank: &str) -> String {
    format!(
        "<path d=\"{0}\" fill=\"none\" stroke=\"#c9b988\" stroke-opacity=\".75\" stroke-width=\"7\" stroke-linejoin=\"round\"/><path d=\"{0}\" fill=\"{fill}\" stroke=\"{bank}\" stroke-width=\"2\" stroke-linejoin=\"round\"/><path d=\"{1}\" fill=\"none\" stroke=\"#e3f0f2\" stroke-opacity=\".7\" stroke-width=\"1.8\" stroke-dasharray=\"26 18 9 22\" stroke-linecap=\"round\"/>",
        shape.path(false),
        line(&shape.ridge)
    )
}

fn camp(piece: &TablePiece, shape: &Shape) -> String {
    let colour = piece.side.map_or("#6b4a22", side_colour);
    let (w, h) = (shape.most.x - shape.least.x, shape.most.y - shape.least.y);
    let mut out = format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"4\" fill=\"#1c1606\" fill-opacity=\".35\"/>\
         <rect x=\"{}\" y=\"{}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"4\" fill=\"#a3935c\" stroke=\"#57401f\" stroke-width=\"2.4\"/>\
         <rect x=\"{}\" y=\"{}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"2\" fill=\"none\" stroke=\"#6b4a22\" stroke-width=\"7\" stroke-dasharray=\"5 2.6\"/>",
        Num(shape.least.x + 4.0),
        Num(shape.least.y + 6.0),
        Num(shape.least.x),
        Num(shape.least.y),
        Num(shape.least.x + 6.0),
        Num(shape.least.y + 6.0),
        w - 12.0,
        h - 12.0
    );
    let across = w >= h;
    let long = w.max(h);
    let tents = ((long / UNIT) as usize).clamp(2, 5);
    for i in 0..tents {
        let off = (i as f64 - (tents as f64 - 1.0) / 2.0) * (long - 26.0) / tents as f64;
        let at = shape.middle + if across { Point::new(off, 0.0) } else { Point::new(0.0, off) };
        let _ = write!(
            out,
            "<use href=\"#tent\" color=\"{colour}\" transform=\"translate({} {}) scale({:.2})\"/>",
            Num(at.x),
            Num(at.y),
            ((long - 26.0) / tents as f64 / 46.0).min(1.0)
        );
    }
    out
}

/// A piece in flat colours.
pub(super) fn sketched(piece: &TablePiece) -> String {
    let shape = Shape::of(piece);
    let (fill, line) = match piece.kind {
        "woods" => ("#56662f", "#3a471f"),
        "gentle-hill" => ("#b0b069", "#7d7d3e"),
        "steep-hill" => ("#a89a60", "#5d5228"),
        "marsh" => ("#6f8a5c", "#3f6048"),
        "river" | "waterway" => ("#6fa3b4", "#3d7387"),
        "road" => ("#c9b183", "#8d7445"),
        "dunes" | "oasis" => ("#d9c184", "#a98b4e"),
        "camp" => ("#a3935c", "#57401f"),
        "zone" => return String::new(),
        _ => ("#8f8250", "#5c5230"),
    };
    let round = piece.outline.len() > 8 && piece.ridge.len() < 3;
    let trees = match piece.kind {
        "woods" => {
            let mut dots = String::new();
            for p in shape.spots(40.0, 14.0, 120) {
                let _ = write!(dots, "M{:.0} {:.0}h0", p.x, p.y);
            }
            format!("<path d=\"{dots}\" stroke=\"#7f9650\" stroke-width=\"26\" stroke-linecap=\"round\"/>")
        }
        _ => String::new(),
    };
    format!("<path d=\"{}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"5\"/>{trees}", shape.path(round))
}
