//! Watercourses and roads: smooth curves through the hexes they name.

use std::fmt::Write;

use engine::hex::{Direction, Hex};
use engine::scene::Landscape;

use crate::layout::{Layout, Point, RADIUS};
use crate::outline::class;
use crate::river::WET;
use crate::scatter::{Scatter, wobble};
use crate::svg::PathText;

/// A course as the points its curve runs through.
pub(crate) struct Curve {
    pub(crate) kind: &'static str,
    pub(crate) points: Vec<Point>,
}

/// The courses of a map: those it names, and one for each run of hexes of a flowing kind that none names.
pub(crate) fn curves(land: &Landscape, sheet: &Layout) -> Vec<Curve> {
    let mut curves = vec![];
    let mut named = vec![false; sheet.grid().len()];
    for course in &land.lines {
        let hexes: Vec<Hex> = course.hexes.iter().filter_map(|&n| sheet.grid().at(n)).collect();
        for hex in &hexes {
            named[hex.index()] = true;
        }
        // A river that fills its hexes is broad; one that merely crosses them is a line.
        let wet = hexes.iter().filter(|&&hex| WET.contains(&class(land, hex))).count();
        let kind = if course.kind == "river" && 2 * wet > hexes.len() { "broad" } else { course.kind };
        curves.push(Curve { kind, points: through(land, sheet, kind, &hexes) });
    }
    for kind in ["stream", "nile", "road"] {
        let is_kind = |h: Hex| land.terrain.get(h.index()) == Some(&kind);
        for start in sheet.grid().hexes().filter(|&h| is_kind(h)) {
            if named[start.index()] {
                continue;
            }
            let mut run = vec![start];
            named[start.index()] = true;
            for back in [false, true] {
                while let Some(next) = open_end(sheet, &run, |h| is_kind(h) && !named[h.index()]) {
                    named[next.index()] = true;
                    run.push(next);
                }
                if !back {
                    run.reverse();
                }
            }
            curves.push(Curve { kind, points: through(land, sheet, kind, &run) });
        }
    }
    curves
}

/// A neighbour of the last hex of a run that carries it on.
fn open_end(sheet: &Layout, run: &[Hex], fits: impl Fn(Hex) -> bool) -> Option<Hex> {
    let &last = run.last()?;
    sheet.grid().neighbours(last).map(|(_, n)| n).find(|&n| fits(n))
}

/// The points of a curve: middles of the hexes and of the hexsides between them, with some play.
fn through(land: &Landscape, sheet: &Layout, kind: &str, hexes: &[Hex]) -> Vec<Point> {
    let (Some(&first), Some(&last)) = (hexes.first(), hexes.last()) else { return vec![] };
    let play = match kind {
        "road" => 2.0,
        "nile" => 4.0,
        "broad" => 5.5,
        _ => 8.5,
    };
    let mut points = vec![];
    if let Some(way) = way_out(sheet, first, hexes.get(1).copied()) {
        points.push(sheet.centre(first) + way * (2.6 * RADIUS));
        points.push(sheet.centre(first) + way * (0.9 * RADIUS));
    }
    for (i, &hex) in hexes.iter().enumerate() {
        let c = sheet.centre(hex);
        // Roads and rivers meet exactly where they cross.
        let crossing = matches!(class(land, hex), "bridge" | "ford");
        points.push(c + wobble(c, if crossing { 2.0 } else { play }));
        if let Some(&next) = hexes.get(i + 1) {
            let middle = c.towards(sheet.centre(next), 0.5);
            let along = (sheet.centre(next) - c).unit().quarter();
            points.push(middle + along * wobble(middle, play).x);
        }
    }
    let before = hexes.len().checked_sub(2).map(|i| hexes[i]);
    if let Some(way) = way_out(sheet, last, before) {
        points.push(sheet.centre(last) + way * (0.9 * RADIUS));
        points.push(sheet.centre(last) + way * (2.6 * RADIUS));
    }
    points
}

/// The direction in which a course runs off the map from an end on its rim: as straight on as it can.
fn way_out(sheet: &Layout, end: Hex, before: Option<Hex>) -> Option<Point> {
    let onward = before.map_or(Point::new(1.0, 0.0), |b| (sheet.centre(end) - sheet.centre(b)).unit());
    Direction::ALL
        .into_iter()
        .filter(|&d| sheet.grid().neighbour(end, d).is_none())
        .map(|d| sheet.heading(d))
        .max_by(|a, b| a.dot(onward).total_cmp(&b.dot(onward)))
        .filter(|way| before.is_none() || way.dot(onward) > 0.1)
}

/// Everything that flows or runs, banks first.
pub(crate) fn draw(curves: &[Curve]) -> String {
    let mut out = String::new();
    // Water first, so that a road crosses it.
    let (roads, waters): (Vec<_>, Vec<_>) = curves.iter().enumerate().partition(|(_, c)| c.kind == "road");
    for (i, curve) in waters.into_iter().chain(roads) {
        let mut path = PathText::default();
        path.smooth(&curve.points, false);
        if path.is_empty() {
            continue;
        }
        let layers: &[(&str, &str, f64, &str)] = match curve.kind {
            "road" => &ROAD,
            "nile" => &NILE,
            "broad" => &BROAD,
            "river" => &RIVER,
            _ => &STREAM,
        };
        let _ = write!(
            out,
            "<g fill=\"none\" stroke-linecap=\"{}\" stroke-linejoin=\"round\"><defs><path id=\"way{i}\" d=\"{}\"/></defs>",
            // A river that begins on the map begins round.
            if matches!(curve.kind, "broad" | "river") { "round" } else { "butt" },
            path.into_string()
        );
        for (colour, opacity, width, dashes) in layers {
            let _ = write!(
                out,
                "<use href=\"#way{i}\" stroke=\"{colour}\" stroke-opacity=\"{opacity}\" stroke-width=\"{width}\""
            );
            if !dashes.is_empty() {
                let _ = write!(out, " stroke-dasharray=\"{dashes}\"");
            }
            out.push_str("/>");
        }
        out.push_str("</g>");
    }
    out
}

const STREAM: [(&str, &str, f64, &str); 7] = [
    ("#b9b07a", ".35", 30.0, ""),
    ("#a9a266", ".45", 21.0, ""),
    ("#3f6f86", ".85", 13.4, ""),
    ("#5d93ab", "1", 11.4, ""),
    ("#7fb2c4", "1", 7.4, ""),
    ("#a7cfd9", ".8", 3.2, "26 9 14 17"),
    ("#f1f8f4", ".9", 1.1, "9 31 16 43"),
];
const NILE: [(&str, &str, f64, &str); 7] = [
    ("#a9ad62", ".4", 66.0, ""),
    ("#95a052", ".45", 56.0, ""),
    ("#35627a", ".9", 47.0, ""),
    ("#4d839d", "1", 43.0, ""),
    ("#6a9fb5", "1", 32.0, ""),
    ("#7fb0c2", ".6", 17.0, ""),
    ("#e6f1ee", ".75", 1.5, "14 40 24 52"),
];
const BROAD: [(&str, &str, f64, &str); 7] = [
    ("#b3ae74", ".36", 56.0, ""),
    ("#a39d62", ".45", 47.0, ""),
    ("#35627a", ".9", 39.5, ""),
    ("#4d839d", "1", 36.0, ""),
    ("#6a9fb5", "1", 26.0, ""),
    ("#7fb0c2", ".6", 13.0, ""),
    ("#e6f1ee", ".75", 1.3, "14 40 24 52"),
];
const RIVER: [(&str, &str, f64, &str); 4] = [
    ("#f2ead0", ".55", 7.4, ""),
    ("#3a6b85", ".95", 4.4, ""),
    ("#6fa5bb", "1", 2.8, ""),
    ("#d7e9ea", ".8", 0.7, "7 9"),
];
const ROAD: [(&str, &str, f64, &str); 4] = [
    ("#6e5230", ".22", 11.0, ""),
    ("#74562f", ".95", 7.4, "11 4"),
    ("#f0e2bb", "1", 4.8, ""),
    ("#c9b07c", ".7", 0.9, "3 6"),
];

/// Bushes along the banks: places and which kind.
pub(crate) fn bank_growth(curves: &[Curve]) -> Vec<(Point, &'static str)> {
    let mut growth = vec![];
    for (i, curve) in curves.iter().enumerate().filter(|(_, c)| !matches!(c.kind, "road" | "river")) {
        let away = match curve.kind {
            "nile" => 29.0,
            "broad" => 25.0,
            _ => 11.5,
        };
        let mut scatter = Scatter::of(i as u16, 23);
        for pair in curve.points.windows(2) {
            let along = (pair[1] - pair[0]).unit();
            for _ in 0..3 {
                if scatter.below(5) < 2 {
                    let side = if scatter.below(2) == 0 { 1.0 } else { -1.0 };
                    let at = pair[0].towards(pair[1], scatter.between(0.0, 1.0));
                    let place = at + along.quarter() * (side * scatter.between(away, away + 6.0));
                    growth.push((place, if scatter.below(3) == 0 { "bush" } else { "reed" }));
                }
            }
        }
    }
    growth
}

#[cfg(test)]
mod tests {
    use engine::hex::HexNumber;
    use engine::scene::Course;

    use super::*;
    use crate::sample;

    #[test]
    fn a_stream_stays_in_its_hexes_and_runs_off_both_rims() {
        let mut land = sample::landscape(&["....", "~~~~", "...."]);
        let hexes: Vec<HexNumber> = [102, 202, 302, 402].map(HexNumber).to_vec();
        land.lines = vec![Course { kind: "stream", hexes: hexes.clone() }];
        let sheet = Layout::of(&land);
        let curves = curves(&land, &sheet);
        assert_eq!(curves.len(), 1, "hexes that a course names make no second one");
        let points = &curves[0].points;
        assert!(points[0].x < 0.0 && points[points.len() - 1].x > sheet.size().x);
        for p in &points[2..points.len() - 2] {
            assert!(hexes.iter().any(|&n| sheet.holds(sheet.grid().at(n).unwrap(), *p, 0.5)), "{p:?}");
        }
    }

    #[test]
    fn stream_hexes_that_no_course_names_are_joined_into_one() {
        let land = sample::landscape(&["....", "~~~~", "...."]);
        let sheet = Layout::of(&land);
        let curves = curves(&land, &sheet);
        assert_eq!(curves.len(), 1);
        assert!(curves[0].points.len() >= 7);
    }
}
