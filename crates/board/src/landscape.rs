//! The still layer: the map as it would be printed.

use std::fmt::Write;

use engine::hex::{Direction, Orientation};
use engine::scene::Landscape;

use crate::layout::{INRADIUS, Layout, Point, RADIUS};
use crate::relief::{self, Relief};
use crate::scatter::Scatter;
use crate::svg::{FAMILY, Num, PathText, escape, text_width};
use crate::{course, growth};

/// The map without anything that moves, as an SVG fragment that brings its own definitions.
///
/// Its coordinates are those of [`Layout`]; its ids all belong to definitions.
pub fn landscape_svg(land: &Landscape) -> String {
    let sheet = Layout::of(land);
    let size = sheet.size();
    let (w, h) = (Num(size.x), Num(size.y));
    let relief = Relief::of(land, &sheet);
    let curves = course::curves(land, &sheet);
    let mut out = String::with_capacity(400_000);
    let _ = write!(
        out,
        "<g id=\"landscape\" font-family=\"{FAMILY}\"><defs>{}{}{}<clipPath id=\"sheet\"><rect width=\"{w}\" height=\"{h}\"/></clipPath></defs>\
         <g clip-path=\"url(#sheet)\"><rect width=\"{w}\" height=\"{h}\" fill=\"#e8dbb4\"/>",
        GROUND,
        growth::SYMBOLS,
        relief::symbols()
    );
    out.push_str(&tones(&sheet));
    out.push_str(&growth::tufts(land, &sheet));
    out.push_str(&growth::floors(land, &sheet));
    out.push_str(&relief.ground());
    out.push_str(&growth::pools(land, &sheet));
    out.push_str(&course::draw(&curves));
    out.push_str(&grid_lines(&sheet));
    out.push_str(&hexsides(land, &sheet));
    out.push_str(&relief.ridges());
    out.push_str(&growth::standing(land, &sheet, course::bank_growth(&curves)));
    let _ = write!(out, "<rect width=\"{w}\" height=\"{h}\" fill=\"url(#lamp)\"/>");
    out.push_str(&numbers(&sheet));
    out.push_str(&labels(land, &sheet));
    let _ = write!(
        out,
        "</g><rect width=\"{w}\" height=\"{h}\" fill=\"none\" stroke=\"#4a3820\" stroke-width=\"2.4\"/>\
         <rect x=\"4\" y=\"4\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#4a3820\" stroke-opacity=\".6\" stroke-width=\".7\"/></g>",
        Num(size.x - 8.0),
        Num(size.y - 8.0)
    );
    out
}

const GROUND: &str = concat!(
    r##"<radialGradient id="green"><stop offset="0" stop-color="#c5cb8e" stop-opacity=".48"/><stop offset="1" stop-color="#c5cb8e" stop-opacity="0"/></radialGradient>"##,
    r##"<radialGradient id="sand"><stop offset="0" stop-color="#f5ebcd" stop-opacity=".65"/><stop offset="1" stop-color="#f5ebcd" stop-opacity="0"/></radialGradient>"##,
    r##"<radialGradient id="ochre"><stop offset="0" stop-color="#d3b67c" stop-opacity=".3"/><stop offset="1" stop-color="#d3b67c" stop-opacity="0"/></radialGradient>"##,
    r##"<radialGradient id="lamp" cx=".46" cy=".4" r=".78"><stop offset="0" stop-color="#fff6d8" stop-opacity=".16"/><stop offset=".6" stop-color="#fff6d8" stop-opacity="0"/><stop offset="1" stop-color="#4a2f10" stop-opacity=".2"/></radialGradient>"##,
);

/// Broad patches of greener, paler and drier ground.
fn tones(sheet: &Layout) -> String {
    let mut out = String::new();
    for hex in sheet.grid().hexes() {
        let mut scatter = Scatter::of(sheet.grid().number(hex).0, 5);
        if scatter.below(4) != 0 {
            continue;
        }
        let c = sheet.centre(hex) + Point::new(scatter.between(-30.0, 30.0), scatter.between(-30.0, 30.0));
        let tone = ["green", "sand", "ochre", "green", "sand"][scatter.below(5) as usize];
        let (rx, ry) = (scatter.between(60.0, 150.0), scatter.between(40.0, 95.0));
        let _ = write!(
            out,
            "<ellipse cx=\"{:.0}\" cy=\"{:.0}\" rx=\"{rx:.0}\" ry=\"{ry:.0}\" fill=\"url(#{tone})\"/>",
            c.x, c.y
        );
    }
    out
}

/// Every hexside once, faint.
fn grid_lines(sheet: &Layout) -> String {
    let mut path = PathText::default();
    for hex in sheet.grid().hexes() {
        let corners = sheet.corners(hex);
        let mut drawing = false;
        for d in Direction::ALL {
            // A hexside shared with a hex of a lower number is already there.
            if sheet.grid().neighbour(hex, d).is_some_and(|n| n < hex) {
                drawing = false;
                continue;
            }
            if !drawing {
                path.start(corners[d.index()]);
            }
            path.line(corners[(d.index() + 1) % 6]);
            drawing = true;
        }
    }
    format!(
        "<path fill=\"none\" stroke=\"#6b5430\" stroke-opacity=\".34\" stroke-width=\".8\" stroke-linejoin=\"round\" d=\"{}\"/>",
        path.into_string()
    )
}

/// Rivers and walls on hexsides; crests belong to the relief, unknown kinds are not drawn.
fn hexsides(land: &Landscape, sheet: &Layout) -> String {
    let mut out = String::new();
    for (kind, looks) in [
        ("river", &[("#3f6f86", 7.0, ""), ("#6fa5bb", 4.6, "")][..]),
        ("wall", &[("#3c3226", 6.0, ""), ("#b3a68e", 3.4, "5 3")][..]),
    ] {
        let mut path = PathText::default();
        for side in land.sides.iter().filter(|s| s.kind == kind) {
            if let Some(hex) = sheet.grid().at(side.hex) {
                let (a, b) = sheet.side(hex, side.side);
                path.start(a);
                path.line(b);
            }
        }
        let path = path.into_string();
        for (colour, width, dashes) in looks.iter().filter(|_| !path.is_empty()) {
            let _ = write!(
                out,
                "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-dasharray=\"{}\" d=\"{path}\"/>",
                if dashes.is_empty() { "none" } else { dashes }
            );
        }
    }
    out
}

/// The printed number of each hex at its upper rim.
fn numbers(sheet: &Layout) -> String {
    let drop = match sheet.grid().orientation() {
        Orientation::Flat => -INRADIUS + 7.2,
        Orientation::Pointy => -RADIUS + 13.5,
    };
    let mut out = String::from(
        "<g font-size=\"6.4\" text-anchor=\"middle\" fill=\"#4a3820\" fill-opacity=\".62\" letter-spacing=\".3\">",
    );
    for hex in sheet.grid().hexes() {
        let c = sheet.centre(hex);
        let _ = write!(
            out,
            "<text x=\"{}\" y=\"{}\">{}</text>",
            Num(c.x),
            Num(c.y + drop),
            sheet.grid().number(hex)
        );
    }
    out.push_str("</g>");
    out
}

/// Where the letter of a hex stands: in the corner a counter leaves free.
pub(crate) fn letter_spot(orientation: Orientation) -> Point {
    match orientation {
        Orientation::Flat => Point::new(-0.66 * RADIUS, 0.0),
        Orientation::Pointy => Point::new(0.0, 0.72 * RADIUS),
    }
}

/// Letters and names, each with a halo of paper so that it reads over anything.
fn labels(land: &Landscape, sheet: &Layout) -> String {
    let spot = letter_spot(land.orientation);
    let mut out = String::new();
    for label in &land.labels {
        let Some(c) = sheet.place(label.hex) else { continue };
        let text = escape(&label.text);
        let (at, look) = match label.kind {
            "letter" => (
                c + spot + Point::new(1.0, 8.4),
                "font-size=\"25\" font-weight=\"700\" font-style=\"italic\"",
            ),
            "city" => (c + Point::new(0.0, INRADIUS - 4.0), "font-size=\"15\" font-weight=\"700\""),
            "region" => {
                (c + Point::new(0.0, 6.0), "font-size=\"22\" letter-spacing=\"7\" fill-opacity=\".7\"")
            }
            _ => (c + Point::new(0.0, INRADIUS - 5.0), "font-size=\"13\" font-style=\"italic\""),
        };
        // Names near the rim are moved in rather than cut.
        let half = text_width(&label.text, 11.0);
        let x =
            if label.kind == "letter" { at.x } else { at.x.clamp(half, (sheet.size().x - half).max(half)) };
        let _ = write!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" {look} fill=\"#3d2b16\" stroke=\"#f6ecd0\" stroke-width=\"4\" stroke-opacity=\".88\" stroke-linejoin=\"round\" paint-order=\"stroke\">{text}</text>",
            Num(x),
            Num(at.y)
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn terrain_nobody_knows_is_drawn_as_clear() {
        let clear = sample::landscape(&["....", "...."]);
        let mut strange = clear.clone();
        strange.terrain[2] = "lava";
        assert_eq!(landscape_svg(&clear), landscape_svg(&strange));
    }

    #[test]
    fn each_kind_of_ground_leaves_its_trace() {
        for (letter, trace) in [
            ("w", "href=\"#oak\""),
            ("v", "href=\"#house\""),
            ("m", "href=\"#reed\""),
            ("~", "href=\"#way0\""),
            ("=", "href=\"#way0\""),
            ("N", "href=\"#way0\""),
            ("^", "id=\"hills\""),
        ] {
            let row = letter.repeat(3);
            let svg = landscape_svg(&sample::landscape(&["...", &row, "..."]));
            assert!(svg.contains(trace), "{letter}");
            assert!(!landscape_svg(&sample::landscape(&["...", "...", "..."])).contains(trace));
        }
    }

    #[test]
    fn every_hex_carries_its_number() {
        let svg = landscape_svg(&sample::landscape(&["..", "..", ".."]));
        for number in ["0101", "0102", "0103", "0201", "0202", "0203"] {
            assert!(svg.contains(&format!(">{number}</text>")));
        }
    }

    #[test]
    fn every_hexside_is_drawn_once() {
        let sheet = Layout::of(&sample::landscape(&["....", "....", "...."]));
        let sides: usize = sheet
            .grid()
            .hexes()
            .map(|hex| 6 - sheet.grid().neighbours(hex).filter(|&(_, n)| n < hex).count())
            .sum();
        let drawn = grid_lines(&sheet);
        let path = drawn.split(" d=\"").nth(1).unwrap();
        assert_eq!(path.matches('l').count(), sides);
    }
}
