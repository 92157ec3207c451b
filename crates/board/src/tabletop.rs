//! The open table: a cloth on wood, terrain laid on it, and bases with figures seen from above.

mod base;
mod diagram;
mod figures;
mod pieces;

use std::fmt::Write;

use engine::place::Pose;
use engine::scene::{Landscape, Scene};

use crate::counter;
use crate::layout::{Layout, Point};
use crate::scatter::Scatter;
use crate::svg::{FAMILY, Num};

pub(crate) use base::{draw_base, ghost};
pub use diagram::{Diagram, diagram, moved_between};
pub(crate) use figures::is_stood;
pub(crate) use pieces::draw_pieces;

/// Units of the drawing to one of the table's.
pub const UNIT: f64 = 40.0;
/// The strip of wood around the cloth.
pub const RIM: f64 = 34.0;

/// A point of the table, in thousandths of its unit, on the sheet.
pub(crate) fn spot([x, y]: [i32; 2]) -> Point {
    Point::new(f64::from(x), f64::from(y)) * (UNIT / 1_000.0) + Point::new(RIM, RIM)
}

/// The vector of length 1 in the direction of a heading.
pub(crate) fn ahead(pose: Pose) -> Point {
    let turn = f64::from(pose.heading) / 180_000.0 * std::f64::consts::PI;
    Point::new(turn.sin(), -turn.cos())
}

/// The cloth on its table, without anything that lies on it.
pub(crate) fn cloth(sheet: &Layout) -> String {
    let size = sheet.size();
    let (w, h) = (Num(size.x), Num(size.y));
    let (cw, ch) = (Num(size.x - 2.0 * RIM), Num(size.y - 2.0 * RIM));
    let rim = Num(RIM);
    let mut out = format!(
        "<g id=\"landscape\" font-family=\"{FAMILY}\"><defs>{CLOTH}<clipPath id=\"edge\"><rect x=\"{rim}\" y=\"{rim}\" width=\"{cw}\" height=\"{ch}\"/></clipPath><clipPath id=\"wood\"><rect width=\"{w}\" height=\"{h}\"/></clipPath></defs>\
         <rect width=\"{w}\" height=\"{h}\" fill=\"url(#planks)\"/>{}",
        planks(size)
    );
    // The cloth hangs a little over its own shadow.
    for (by, shade) in [(9.0, ".18"), (6.0, ".22"), (3.0, ".3")] {
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{cw}\" height=\"{ch}\" rx=\"3\" fill=\"#0d0502\" fill-opacity=\"{shade}\"/>",
            Num(RIM + by * 0.4),
            Num(RIM + by)
        );
    }
    let _ = write!(
        out,
        "<rect x=\"{rim}\" y=\"{rim}\" width=\"{cw}\" height=\"{ch}\" fill=\"url(#cloth)\"/><g clip-path=\"url(#edge)\">{}{}</g>\
         <rect x=\"{rim}\" y=\"{rim}\" width=\"{cw}\" height=\"{ch}\" fill=\"url(#lampcloth)\"/>\
         <rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#d8cf9a\" stroke-opacity=\".5\" stroke-width=\"1.6\" stroke-dasharray=\"7 5\"/></g>",
        tones(size),
        nap(size),
        Num(RIM + 7.0),
        Num(RIM + 7.0),
        Num(size.x - 2.0 * RIM - 14.0),
        Num(size.y - 2.0 * RIM - 14.0)
    );
    out
}

const CLOTH: &str = concat!(
    r##"<linearGradient id="planks" x2="0" y2="1"><stop offset="0" stop-color="#5b3a20"/><stop offset=".5" stop-color="#6b4627"/><stop offset="1" stop-color="#472c17"/></linearGradient>"##,
    r##"<radialGradient id="cloth" cx=".48" cy=".45" r=".8"><stop offset="0" stop-color="#9aa25e"/><stop offset=".6" stop-color="#868f51"/><stop offset="1" stop-color="#6e7a44"/></radialGradient>"##,
    r##"<radialGradient id="lampcloth" cx=".5" cy=".42" r=".7"><stop offset="0" stop-color="#fff3c4" stop-opacity=".2"/><stop offset=".6" stop-color="#ffe9b0" stop-opacity=".04"/><stop offset="1" stop-color="#1a0d04" stop-opacity=".34"/></radialGradient>"##,
    r##"<radialGradient id="toneA"><stop offset="0" stop-color="#67783f" stop-opacity=".5"/><stop offset="1" stop-color="#67783f" stop-opacity="0"/></radialGradient>"##,
    r##"<radialGradient id="toneB"><stop offset="0" stop-color="#b3ad6c" stop-opacity=".45"/><stop offset="1" stop-color="#b3ad6c" stop-opacity="0"/></radialGradient>"##,
);

/// Boards with their grain.
fn planks(size: Point) -> String {
    let mut out = String::from("<g fill=\"none\" clip-path=\"url(#wood)\">");
    let mut scatter = Scatter::of(7, 11);
    let mut y = 0.0;
    while y < size.y {
        y += scatter.between(120.0, 190.0);
        let _ = write!(
            out,
            "<path d=\"M0 {0}h{1}\" stroke=\"#24140a\" stroke-width=\"2.4\"/><path d=\"M0 {2}h{1}\" stroke=\"#8a6138\" stroke-opacity=\".4\"/>",
            Num(y),
            Num(size.x),
            Num(y + 2.0)
        );
    }
    for _ in 0..170 {
        let (x, y) = (scatter.between(-60.0, size.x), scatter.between(0.0, size.y));
        let long = scatter.between(60.0, 300.0);
        let _ = write!(
            out,
            "<path d=\"M{:.0} {:.0}q{:.0} {:.0} {long:.0} 0\" stroke=\"#2c190b\" stroke-opacity=\".3\" stroke-width=\"1.2\"/>",
            x,
            y,
            long / 2.0,
            scatter.between(-5.0, 5.0)
        );
    }
    out + "</g>"
}

/// Broad patches, lighter and darker.
fn tones(size: Point) -> String {
    let mut out = String::new();
    let mut scatter = Scatter::of(3, 12);
    for i in 0..44 {
        let _ = write!(
            out,
            "<ellipse cx=\"{:.0}\" cy=\"{:.0}\" rx=\"{:.0}\" ry=\"{:.0}\" fill=\"url(#tone{})\"/>",
            scatter.between(0.0, size.x),
            scatter.between(0.0, size.y),
            scatter.between(80.0, 210.0),
            scatter.between(60.0, 150.0),
            if i % 2 == 0 { 'A' } else { 'B' }
        );
    }
    out
}

/// The nap of the cloth: tufts of grass, three strokes each, in two inks.
fn nap(size: Point) -> String {
    let mut scatter = Scatter::of(5, 13);
    let mut strokes = [String::new(), String::new()];
    for i in 0..1_100 {
        let (x, y) = (scatter.between(RIM, size.x - RIM), scatter.between(RIM, size.y - RIM));
        let _ = write!(strokes[i % 2], "M{x:.0} {y:.0}l-2-5m3 5v-6m2 6l3-4");
    }
    format!(
        "<path d=\"{}\" stroke=\"#55632f\" stroke-opacity=\".42\" fill=\"none\"/><path d=\"{}\" stroke=\"#c6c182\" stroke-opacity=\".34\" fill=\"none\"/>",
        strokes[0], strokes[1]
    )
}

/// The definitions that bases and pieces of terrain refer to; once in a document is enough.
pub fn table_symbols_svg() -> String {
    format!(
        "<defs>{}{}{}{}{}</defs>",
        counter::symbols(),
        crate::glyph::symbols(),
        pieces::SYMBOLS,
        figures::symbols(),
        base::ready_made()
    )
}

/// A table as a sketch for lists of scenarios: flat ground, a block for each base.
pub(crate) fn sketch(scene: &Scene, land: &Landscape, sheet: &Layout) -> String {
    // Three by two: a little is cut off behind either camp.
    sketched(land, sheet, sheet.size().x / 1.5, &bases(scene))
}

/// A table as a sketch, so much of its depth, with something on it.
pub(crate) fn sketched(land: &Landscape, sheet: &Layout, high: f64, upon: &str) -> String {
    let size = sheet.size();
    let top = (size.y - high) / 2.0;
    let whole = format!("x=\"0\" y=\"{top:.0}\" width=\"{:.0}\" height=\"{high:.0}\"", size.x);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 {top:.0} {:.0} {high:.0}\"><defs>{SKETCHED}</defs><rect {whole} fill=\"#8c9656\"/>",
        size.x
    );
    for piece in land.table.iter().flat_map(|table| &table.pieces) {
        out.push_str(&pieces::sketched(piece));
    }
    let _ = write!(out, "<rect {whole} fill=\"url(#lamp)\"/>{upon}</svg>");
    out
}

/// A block for each base.
fn bases(scene: &Scene) -> String {
    let mut out = String::new();
    for counter in &scene.counters {
        let (Some(engine::place::Place::Pose(pose)), Some(base)) = (counter.place, counter.base) else {
            continue;
        };
        let at = spot([pose.x, pose.y]);
        let _ = write!(
            out,
            "<use href=\"#s{}\" transform=\"translate({:.0} {:.0}) rotate({:.0}) scale(1 {:.2})\"/>",
            counter.side.min(1),
            at.x,
            at.y,
            f64::from(pose.heading) / 1_000.0,
            f64::from(base.depth) / 1_000.0
        );
    }
    out
}

/// A base of either side, one unit deep; the second side's band is broken.
const SKETCHED: &str = concat!(
    "<g id=\"s0\"><path d=\"M-37 3h78v40h-78z\" fill=\"#1c1206\" opacity=\".45\"/><path d=\"M-39 0h78v40h-78z\" fill=\"#cfe0ee\" stroke=\"#1f4f7d\" stroke-width=\"4\"/><path d=\"M-36 31h72\" stroke=\"#1f4f7d\" stroke-width=\"11\"/></g>",
    "<g id=\"s1\"><path d=\"M-37 3h78v40h-78z\" fill=\"#1c1206\" opacity=\".45\"/><path d=\"M-39 0h78v40h-78z\" fill=\"#f6d789\" stroke=\"#a8620c\" stroke-width=\"4\"/><path d=\"M-36 31h72\" stroke=\"#a8620c\" stroke-width=\"11\" stroke-dasharray=\"14 7\"/></g>",
    "<radialGradient id=\"lamp\" cx=\".45\" cy=\".4\" r=\".8\"><stop stop-color=\"#fff6d8\" stop-opacity=\".4\"/><stop offset=\".55\" stop-color=\"#fff6d8\" stop-opacity=\"0\"/><stop offset=\"1\" stop-color=\"#2a1a08\" stop-opacity=\".3\"/></radialGradient>",
);

#[cfg(test)]
mod tests;
