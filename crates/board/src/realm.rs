//! Who holds what: a tint over each hex, and a line along the hexsides where the holder changes.

use std::collections::BTreeMap;
use std::fmt::Write;

use engine::hex::{Direction, Hex};
use engine::scene::{Mark, Scene};

use crate::counter::{nation_colour, side_colour};
use crate::layout::{Layout, Point};
use crate::outline::class;
use crate::svg::{Ids, Num, PathText};

/// The marks of the kind `control` as tints with ids such as `m2107-control`, and the frontiers `frontier0` and
/// `frontier1`, each drawn on its own side's hexes; the second side's is broken, as its band is. Where hexes go with
/// others, as the country about a town does, each side's land is one tint, `realm0` and `realm1`.
pub(crate) fn draw(scene: &Scene, sheet: &Layout, ids: &mut Ids) -> String {
    let mut out = String::from("<g id=\"realm\">");
    let mut holders = held(scene, sheet);
    let land = &scene.landscape;
    if land.districts.is_empty() {
        out.push_str(&hex_by_hex(scene, sheet, &holders, ids));
    } else {
        holders = with_their_districts(scene, sheet, &holders);
        for side in 0..2u8 {
            let outline = drawn_outline(sheet, |hex| holders.get(&hex) == Some(&side));
            if !outline.is_empty() {
                let id = ids.take(format!("realm{side}"));
                let _ = write!(
                    out,
                    "<path id=\"{id}\" class=\"mark control\" d=\"{outline}\" fill=\"{}\" fill-opacity=\".17\"/>",
                    side_colour(side)
                );
            }
        }
    }
    for side in 0..2u8 {
        let mut path = PathText::default();
        for (&hex, _) in holders.iter().filter(|(_, holder)| **holder == side) {
            for d in Direction::ALL {
                let other = sheet.grid().neighbour(hex, d).and_then(|n| holders.get(&n));
                if other.is_some_and(|holder| *holder != side) {
                    let ((a, b), inset) = (sheet.side(hex, d), sheet.heading(d) * -1.9);
                    path.start(a + inset);
                    path.line(b + inset);
                }
            }
        }
        if !path.is_empty() {
            let id = ids.take(format!("frontier{side}"));
            let _ = write!(
                out,
                "<path id=\"{id}\" class=\"frontier\" d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\".9\" stroke-width=\"3\" stroke-linecap=\"{}\"/>",
                path.into_string(),
                side_colour(side),
                if side == 0 { "round" } else { "butt\" stroke-dasharray=\"6.4 2.7" }
            );
        }
    }
    out.push_str("</g>");
    out
}

/// Who holds the hexes that are marked.
fn held(scene: &Scene, sheet: &Layout) -> BTreeMap<Hex, u8> {
    let marks = scene.marks.iter().filter(|mark| mark.kind == "control");
    let hex = |mark: &Mark| mark.place.hex().and_then(|number| sheet.grid().at(number));
    marks.filter_map(|mark| Some((hex(mark)?, mark.side?.min(1)))).collect()
}

/// The same with every hex that goes with one of them.
fn with_their_districts(scene: &Scene, sheet: &Layout, held: &BTreeMap<Hex, u8>) -> BTreeMap<Hex, u8> {
    let seats = sheet.grid().hexes().zip(&scene.landscape.districts);
    seats.filter_map(|(hex, &seat)| Some((hex, *held.get(&sheet.grid().at(seat)?)?))).collect()
}

/// The outline of some hexes, every stretch of it closed.
fn drawn_outline(sheet: &Layout, inside: impl Fn(Hex) -> bool) -> String {
    let mut path = PathText::default();
    for ring in sheet.outlines(inside) {
        let corners: Vec<Point> = ring.into_iter().map(|(hex, d)| sheet.side(hex, d).0).collect();
        path.polygon(&corners);
    }
    path.into_string()
}

/// The colour of each hex that is marked as a nation's.
fn nations(scene: &Scene, sheet: &Layout) -> BTreeMap<Hex, &'static str> {
    let marks = scene.marks.iter().filter(|mark| mark.kind == "control");
    let hex = |mark: &Mark| mark.place.hex().and_then(|number| sheet.grid().at(number));
    marks.filter_map(|mark| Some((hex(mark)?, nation_colour(mark.nation)?))).collect()
}

fn hex_by_hex(scene: &Scene, sheet: &Layout, holders: &BTreeMap<Hex, u8>, ids: &mut Ids) -> String {
    let mut out = String::new();
    let nations = nations(scene, sheet);
    for (&hex, side) in holders {
        let c = sheet.centre(hex);
        let id = ids.take(format!("m{}-control", sheet.grid().number(hex)));
        // A coast is tinted faintly, so as not to dye the sea.
        let coast = class(&scene.landscape, hex).starts_with("coast-");
        if let Some(colour) = nations.get(&hex) {
            let _ = write!(
                out,
                "<use id=\"{id}\" class=\"mark control\" href=\"#nation\" x=\"{}\" y=\"{}\" fill=\"{colour}\" fill-opacity=\"{}\"/>",
                Num(c.x),
                Num(c.y),
                if coast { ".08" } else { ".2" }
            );
            continue;
        }
        let look = if coast { "shore" } else { "control" };
        let _ = write!(
            out,
            "<use id=\"{id}\" class=\"mark control\" href=\"#{look}{side}\" x=\"{}\" y=\"{}\"/>",
            Num(c.x),
            Num(c.y)
        );
    }
    out
}

/// The tints of either side, over a whole hex and for a coast.
pub(crate) fn symbols(hex: &str) -> String {
    let mut out = format!("<path id=\"nation\" d=\"{hex}\"/>");
    for side in 0..2 {
        let colour = side_colour(side);
        let _ = write!(
            out,
            "<path id=\"control{side}\" d=\"{hex}\" fill=\"{colour}\" fill-opacity=\".15\"/>\
             <path id=\"shore{side}\" d=\"{hex}\" fill=\"{colour}\" fill-opacity=\".06\"/>"
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use engine::hex::HexNumber;
    use engine::scene::Mark;

    use super::*;
    use crate::sample;

    #[test]
    fn frontiers_run_only_between_holders() {
        let mut scene = sample::skirmish();
        let sheet = Layout::of(&scene.landscape);
        let mark = |hex: u16, side: u8| Mark {
            place: HexNumber(hex).into(),
            kind: "control",
            side: Some(side),
            nation: "",
            text: String::new(),
        };
        scene.marks = vec![mark(303, 0), mark(302, 0), mark(304, 1)];
        let svg = draw(&scene, &sheet, &mut Ids::default());
        for id in ["m0303-control", "m0302-control", "m0304-control", "frontier0", "frontier1"] {
            assert!(svg.contains(&format!("id=\"{id}\"")), "{id}");
        }
        let path = |id: &str| {
            svg.split(&format!("id=\"{id}\"")).nth(1).unwrap().split(" d=\"").nth(1).unwrap().to_string()
        };
        assert_eq!(path("frontier0").split('"').next().unwrap().matches('M').count(), 1);
        scene.marks.pop();
        assert!(
            !draw(&scene, &sheet, &mut Ids::default()).contains("frontier"),
            "open ground is no frontier"
        );
    }
}
