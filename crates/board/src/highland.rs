//! Hills with slopes on their hexsides, and mountains: massifs over hexes and ranges along hexsides.

use std::fmt::Write;

use engine::hex::Hex;
use engine::scene::Landscape;

use crate::growth::Standing;
use crate::layout::{Layout, Point, RADIUS};
use crate::outline::{class, hexes_of, hexsides, overrunning_outline};
use crate::scatter::{Crowd, Scatter, wobble};
use crate::svg::{Num, PathText};

/// The floors of hills and mountains, and short strokes down from the rim of every hill.
pub(crate) fn floors(land: &Landscape, sheet: &Layout) -> String {
    let mut out = String::new();
    let hills = hexes_of(land, sheet, &["hill"]);
    if !hills.is_empty() {
        let is_hill = |hex: Hex| class(land, hex) == "hill";
        let outline = overrunning_outline(sheet, is_hill, 2.6);
        let _ = write!(
            out,
            "<defs><path id=\"knolls\" d=\"{outline}\"/></defs><use href=\"#knolls\" x=\"2\" y=\"4\" fill=\"none\" stroke=\"#6f4e28\" stroke-opacity=\".22\" stroke-width=\"9\"/>\
             <use href=\"#knolls\" fill=\"#dcc48f\" stroke=\"#b8935a\" stroke-opacity=\".6\" stroke-width=\"3\"/>\
             <g>"
        );
        for &hex in &hills {
            let c = sheet.centre(hex);
            let _ = write!(
                out,
                "<use href=\"#lit\" x=\"{}\" y=\"{}\" opacity=\".5\"/>",
                Num(c.x - 4.0),
                Num(c.y - 5.0)
            );
        }
        let mut rim = PathText::default();
        for (hex, d) in sheet.outlines(is_hill).into_iter().flatten() {
            if sheet.grid().neighbour(hex, d).is_none() {
                continue;
            }
            let ((a, b), down) = (sheet.side(hex, d), sheet.heading(d));
            for k in 0..8 {
                let foot = a.towards(b, (f64::from(k) + 0.5) / 8.0);
                rim.stroke(foot + down * 1.5, down * (4.0 + wobble(foot, 1.6).x));
            }
        }
        let _ = write!(
            out,
            "<path d=\"{}\" fill=\"none\" stroke=\"#8a6a3e\" stroke-opacity=\".38\" stroke-width=\".9\" stroke-linecap=\"round\"/></g>",
            rim.into_string()
        );
    }
    let rock = overrunning_outline(sheet, |hex| class(land, hex) == "mountain", 3.6);
    if !rock.is_empty() {
        let _ = write!(
            out,
            "<path d=\"{rock}\" fill=\"#c6ab7c\" fill-opacity=\".9\" stroke=\"#a3824f\" stroke-opacity=\".55\" stroke-width=\"5\"/>"
        );
    }
    out
}

/// Slopes on hexsides: an edge with wedges that run down from the higher hex.
pub(crate) fn slopes(land: &Landscape, sheet: &Layout) -> String {
    let height = |hex: Hex| match class(land, hex) {
        "mountain" => 2,
        "hill" => 1,
        _ => 0,
    };
    let (mut edge, mut wedges, mut shade) = (PathText::default(), PathText::default(), PathText::default());
    for (hex, d) in hexsides(land, sheet, "slope") {
        let (a, b) = sheet.side(hex, d);
        let other = sheet.grid().neighbour(hex, d);
        let down = sheet.heading(d) * if other.is_some_and(|o| height(o) > height(hex)) { -1.0 } else { 1.0 };
        let along = (b - a).unit();
        edge.start(a);
        edge.line(b);
        shade.start(a + down * 5.0);
        shade.line(b + down * 5.0);
        for k in 0..9 {
            let foot = a.towards(b, (f64::from(k) + 0.5) / 9.0);
            let reach = 11.0 + wobble(foot, 2.0).x - if k % 2 == 1 { 3.5 } else { 0.0 };
            wedges.polygon(&[foot - along * 1.35, foot + along * 1.35, foot + down * reach]);
        }
    }
    if edge.is_empty() {
        return String::new();
    }
    format!(
        "<g id=\"slopes\" fill=\"none\" stroke-linecap=\"round\"><path d=\"{}\" stroke=\"#6f4e28\" stroke-opacity=\".2\" stroke-width=\"11\"/>\
         <path d=\"{}\" fill=\"#54371a\" fill-opacity=\".88\"/><path d=\"{}\" stroke=\"#54371a\" stroke-opacity=\".8\" stroke-width=\"1.5\"/></g>",
        shade.into_string(),
        wedges.into_string(),
        edge.into_string()
    )
}

/// Knolls on hills, peaks on mountains and along mountain hexsides.
pub(crate) fn heights(land: &Landscape, sheet: &Layout, all: &mut Vec<Standing>) {
    let mut crowd = Crowd::new(17.0);
    for hex in hexes_of(land, sheet, &["hill"]) {
        let c = sheet.centre(hex);
        let mut scatter = Scatter::of(sheet.grid().number(hex).0, 91);
        for _ in 0..24 {
            let p = c + Point::new(scatter.between(-RADIUS, RADIUS), scatter.between(-RADIUS, RADIUS));
            if sheet.holds(hex, p, -10.0) && crowd.admit(p) {
                all.push((p, if scatter.below(3) == 0 { "tuft" } else { "knoll" }));
            }
        }
    }
    let mut crowd = Crowd::new(12.5);
    for hex in hexes_of(land, sheet, &["mountain"]) {
        let c = sheet.centre(hex);
        let mut scatter = Scatter::of(sheet.grid().number(hex).0, 93);
        for _ in 0..110 {
            let p = c + Point::new(scatter.between(-RADIUS, RADIUS), scatter.between(-RADIUS, RADIUS + 4.0));
            if sheet.holds(hex, p, -3.0) && crowd.admit(p) {
                all.push((p, ["peak", "peak", "horn", "crag"][scatter.below(4) as usize]));
            }
        }
    }
    for (hex, d) in hexsides(land, sheet, "mountain") {
        let (a, b) = sheet.side(hex, d);
        for (t, kind) in [(0.12, "crag"), (0.4, "peak"), (0.66, "horn"), (0.92, "crag")] {
            let p = a.towards(b, t);
            all.push((p + wobble(p, 2.6) + Point::new(0.0, 7.0), kind));
        }
        for t in [0.25, 0.8] {
            let p = a.towards(b, t);
            all.push((p + wobble(p, 5.0) + Point::new(0.0, 9.5), "crag"));
        }
    }
}

/// The heights themselves, each about the middle of its foot, lit from the north-west.
pub(crate) const SYMBOLS: &str = concat!(
    r##"<g id="knoll" fill="none" stroke-linecap="round"><path d="M-9 1.5c2.4-5.4 5.4-8 9-8s6.6 2.6 9 8" stroke="#8a6a3e" stroke-opacity=".75" stroke-width="1.1"/><path d="M2.4-5l2.2 3M4.8-3.2l2 3M6.8-.6l1.6 2.6M.2-5.6l1 2.4" stroke="#6f4e28" stroke-opacity=".75" stroke-width="1"/></g>"##,
    r##"<g id="peak"><path d="M-12 2.5c6 2 22 2 29 0l-5-4h-18z" fill="#2e2212" fill-opacity=".22"/><path d="M-13.5 2L-7-7.5l1.8.8L0-19l3.4 6.6 2-1.4L14 2c-7 1.4-20 1.4-27.5 0z" fill="#d8c49a" stroke="#4d3a22" stroke-width=".9" stroke-linejoin="round"/><path d="M0-19l3.4 6.6 2-1.4L14 2c-3.4.8-7.5 1-11.4 1L.5-3l1.3-4.4-2.6-4z" fill="#8b7049"/><path d="M0-19l3.4 6.6-1.6.4-1.4-1.2-1.6 2.4-1.6-2z" fill="#f7efdc"/><path d="M4.5-8l4 7M3-3l2.4 4.6M8.8-5.4l2.6 5.4" stroke="#5d4526" stroke-width=".8" fill="none" stroke-linecap="round"/><path d="M-4.5-6l-2.5 5.5M-2-3.5l-1.4 4" stroke="#a78a58" stroke-width=".8" fill="none" stroke-linecap="round"/></g>"##,
    r##"<g id="horn"><path d="M-9 2.2c5 1.6 17 1.6 22 0l-4-3.4h-14z" fill="#2e2212" fill-opacity=".22"/><path d="M-10 1.8L-4.4-7l1.4.6L1-15.5 5-8l1.4-.8L11 1.8c-5.5 1.2-15.6 1.2-21 0z" fill="#d3bd90" stroke="#4d3a22" stroke-width=".9" stroke-linejoin="round"/><path d="M1-15.5L5-8l1.4-.8L11 1.8c-2.6.6-5.6.9-8.6.9L1-2.6l1.2-4-2-3z" fill="#866b45"/><path d="M4.6-5.6l2.6 5M2.8-1.4l1.4 3" stroke="#5d4526" stroke-width=".8" fill="none" stroke-linecap="round"/></g>"##,
    r##"<g id="crag"><path d="M-6.5 1.4L-2-6l1.4.6L1-8.5 4-4l1-.4L7.5 1.4c-4 .9-10 .9-14 0z" fill="#cdb687" stroke="#4d3a22" stroke-width=".8" stroke-linejoin="round"/><path d="M1-8.5L4-4l1-.4L7.5 1.4c-1.8.5-4 .7-6 .7L.6-1.6l.8-2.6z" fill="#84693f"/></g>"##,
);

#[cfg(test)]
mod tests {
    use engine::hex::{Direction, HexNumber};
    use engine::scene::HexSide;

    use super::*;
    use crate::sample;

    #[test]
    fn wedges_run_down_from_the_hill_whichever_hex_names_the_slope() {
        let mut land = sample::landscape(&["...", ".h.", "...", "..."]);
        let side = |hex: u16, side: u8| {
            vec![HexSide { hex: HexNumber(hex), side: Direction::new(side), kind: "slope" }]
        };
        land.sides = side(202, 3);
        let from_above = slopes(&land, &Layout::of(&land));
        land.sides = side(203, 0);
        let from_below = slopes(&land, &Layout::of(&land));
        let points = |svg: &str| {
            let wedges = svg.split(" d=\"").nth(2).unwrap();
            wedges.matches('M').count()
        };
        assert_eq!(points(&from_above), 9);
        assert_eq!(points(&from_below), 9);
        // The shade lies five units below the edge in both.
        for svg in [from_above, from_below] {
            let y = |n: usize| -> f64 {
                let d = svg.split(" d=\"M").nth(n).unwrap();
                d.split([' ', 'l']).nth(1).unwrap().parse().unwrap()
            };
            assert!((y(1) - y(3) - 5.0).abs() < 0.2, "{} {}", y(1), y(3));
        }
    }

    #[test]
    fn a_mountain_hexside_carries_a_range() {
        let mut land = sample::landscape(&["...", "...", "..."]);
        land.sides = vec![HexSide { hex: HexNumber(202), side: Direction::new(1), kind: "mountain" }];
        let mut all = vec![];
        heights(&land, &Layout::of(&land), &mut all);
        assert!(all.iter().any(|(_, kind)| *kind == "peak"));
        assert_eq!(all.len(), 6);
    }
}
