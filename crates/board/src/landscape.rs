//! The still layer: the map as it would be printed.

use std::fmt::Write;

use engine::hex::{Direction, Hex, Orientation};
use engine::scene::Landscape;

use crate::coast::{self, Coast};
use crate::layout::{INRADIUS, Layout, Point, RADIUS};
use crate::outline::{class, hexsides};
use crate::relief::{self, Relief};
use crate::scatter::Scatter;
use crate::svg::{FAMILY, Num, PathText};
use crate::{course, growth, highland, label, river, tabletop, works};

/// The map without anything that moves, as an SVG fragment that brings its own definitions.
///
/// Its coordinates are those of [`Layout`]; its ids all belong to definitions.
pub fn landscape_svg(land: &Landscape) -> String {
    let sheet = Layout::of(land);
    if land.table.is_some() {
        return tabletop::cloth(&sheet);
    }
    let size = sheet.size();
    let (w, h) = (Num(size.x), Num(size.y));
    let relief = Relief::of(land, &sheet);
    let curves = course::curves(land, &sheet);
    let mut out = String::with_capacity(400_000);
    let _ = write!(
        out,
        "<g id=\"landscape\" font-family=\"{FAMILY}\"><defs>{}{}{}{}{}{}{}{}<clipPath id=\"sheet\"><rect width=\"{w}\" height=\"{h}\"/></clipPath></defs>\
         <g clip-path=\"url(#sheet)\"><rect width=\"{w}\" height=\"{h}\" fill=\"#e8dbb4\"/>",
        GROUND,
        growth::SYMBOLS,
        relief::symbols(),
        highland::SYMBOLS,
        river::SYMBOLS,
        works::SYMBOLS,
        label::SYMBOLS,
        coast::SYMBOLS
    );
    let coast = Coast::of(land, &sheet);
    match &coast {
        Some(coast) => out.push_str(&coast.ground()),
        None => out.push_str(&tones(&sheet)),
    }
    out.push_str(&growth::tufts(land, &sheet));
    out.push_str(&growth::floors(land, &sheet));
    out.push_str(&highland::floors(land, &sheet));
    out.push_str(&relief.ground());
    out.push_str(&growth::pools(land, &sheet));
    out.push_str(&river::broad_water(land, &sheet));
    out.push_str(&river::along_hexsides(land, &sheet, &curves));
    if coast.is_some() {
        out.push_str("<g clip-path=\"url(#ashore)\">");
    }
    out.push_str(&course::draw(&curves));
    if let Some(coast) = &coast {
        out.push_str("</g>");
        out.push_str(&coast.hexsides());
    }
    out.push_str(&river::fords(land, &sheet));
    out.push_str(&works::bridges(land, &sheet));
    out.push_str(&grid_lines(land, &sheet));
    out.push_str(&wall_sides(land, &sheet));
    out.push_str(&relief.ridges());
    out.push_str(&highland::slopes(land, &sheet));
    out.push_str(&growth::standing(land, &sheet, course::bank_growth(&curves)));
    out.push_str(&works::palisades(land, &sheet));
    out.push_str(&works::walls(land, &sheet));
    let _ = write!(out, "<rect width=\"{w}\" height=\"{h}\" fill=\"url(#lamp)\"/>");
    out.push_str(&numbers(land, &sheet));
    out.push_str(&label::labels(land, &sheet));
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
fn grid_lines(land: &Landscape, sheet: &Layout) -> String {
    let mut path = PathText::default();
    let shown = |hex: Hex| class(land, hex) != "offmap";
    for hex in sheet.grid().hexes().filter(|&hex| shown(hex)) {
        let corners = sheet.corners(hex);
        let mut drawing = false;
        for d in Direction::ALL {
            // A hexside shared with a hex of a lower number is already there.
            if sheet.grid().neighbour(hex, d).is_some_and(|n| n < hex && shown(n)) {
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

/// Walls on hexsides; unknown kinds are not drawn.
fn wall_sides(land: &Landscape, sheet: &Layout) -> String {
    let mut path = PathText::default();
    for (hex, d) in hexsides(land, sheet, "wall") {
        let (a, b) = sheet.side(hex, d);
        path.start(a);
        path.line(b);
    }
    if path.is_empty() {
        return String::new();
    }
    let path = path.into_string();
    format!(
        "<g fill=\"none\" stroke-linecap=\"round\"><path stroke=\"#3c3226\" stroke-width=\"6\" d=\"{path}\"/>\
         <path stroke=\"#b3a68e\" stroke-width=\"3.4\" stroke-dasharray=\"5 3\" d=\"{path}\"/></g>"
    )
}

/// The printed number of each hex at its upper rim.
fn numbers(land: &Landscape, sheet: &Layout) -> String {
    let drop = match sheet.grid().orientation() {
        Orientation::Flat => -INRADIUS + 7.2,
        Orientation::Pointy => -RADIUS + 13.5,
    };
    let mut out = String::from(
        "<g font-size=\"6.4\" text-anchor=\"middle\" fill=\"#4a3820\" fill-opacity=\".62\" letter-spacing=\".3\">",
    );
    for hex in sheet.grid().hexes().filter(|&hex| class(land, hex) != "offmap") {
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

#[cfg(test)]
mod tests {
    use engine::hex::HexNumber;
    use engine::scene::HexSide;

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
    fn each_ground_of_a_medieval_field_and_of_a_country_leaves_its_trace() {
        let bare = landscape_svg(&sample::landscape(&["ppp", "ppp", "ppp"]));
        for (letter, trace) in [
            ("t", "href=\"#oak\""),
            ("h", "href=\"#knolls\""),
            ("y", "href=\"#vine\""),
            ("r", "href=\"#water\""),
            ("b", "href=\"#bridge\""),
            ("x", "href=\"#ford\""),
            ("A", "href=\"#peak\""),
            ("#", "href=\"#wall\""),
            ("S", "id=\"sea\""),
            ("F", "href=\"#field\""),
            ("R", "href=\"#scree\""),
            ("D", "href=\"#dune\""),
            ("O", "id=\"offmap\""),
        ] {
            let row = letter.repeat(3);
            let svg = landscape_svg(&sample::landscape(&["ppp", &row, "ppp"]));
            assert!(svg.contains(trace), "{letter}");
            assert!(!bare.contains(trace), "{letter}");
        }
    }

    #[test]
    fn each_kind_of_hexside_leaves_its_trace() {
        let plain = sample::landscape(&["FFF", "FFF", "FFF"]);
        let bare = landscape_svg(&plain);
        for (kind, trace) in [
            ("stream", "id=\"side-stream\""),
            ("river", "id=\"side-river\""),
            ("palisade", "href=\"#stake\""),
            ("slope", "id=\"slopes\""),
            ("mountain", "href=\"#peak\""),
            ("strait", "href=\"#strait\""),
            ("border", "id=\"border\""),
        ] {
            let side = HexSide { hex: HexNumber(202), side: Direction::new(1), kind };
            let svg = landscape_svg(&Landscape { sides: vec![side], ..plain.clone() });
            assert!(svg.contains(trace) && !bare.contains(trace), "{kind}");
        }
    }

    #[test]
    fn where_there_is_no_hex_nothing_is_drawn() {
        let svg = landscape_svg(&sample::landscape(&["pp", "p/"]));
        assert!(svg.contains(">0201</text>") && !svg.contains(">0202</text>"));
        let sheet = Layout::of(&sample::landscape(&["pp", "p/"]));
        assert_eq!(sheet.place(HexNumber(202)), None);
        let grid = grid_lines(&sample::landscape(&["pp", "p/"]), &sheet);
        let whole = sample::landscape(&["pp", "pp"]);
        let full = grid_lines(&whole, &Layout::of(&whole));
        let sides = |svg: &str| svg.split(" d=\"").nth(1).map_or(0, |path| path.matches('l').count());
        assert_eq!((sides(&grid), sides(&full)), (15, 19), "four hexes have 19 sides, three of them 15");
    }

    #[test]
    fn off_the_map_there_is_no_grid_and_no_number() {
        let svg = landscape_svg(&sample::landscape(&["DDD", "DOD", "DDD"]));
        assert!(svg.contains(">0201</text>") && !svg.contains(">0202</text>"));
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
        let land = sample::landscape(&["....", "....", "...."]);
        let sheet = Layout::of(&land);
        let sides: usize = sheet
            .grid()
            .hexes()
            .map(|hex| 6 - sheet.grid().neighbours(hex).filter(|&(_, n)| n < hex).count())
            .sum();
        let drawn = grid_lines(&land, &sheet);
        let path = drawn.split(" d=\"").nth(1).unwrap();
        assert_eq!(path.matches('l').count(), sides);
    }
}
