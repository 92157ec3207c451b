//! Outlines of regions, chains of hexsides, and which ground a hex is.

use engine::hex::{Direction, Hex};
use engine::scene::Landscape;

use crate::layout::{BLEED, INRADIUS, Layout, Point};
use crate::scatter::wobble;
use crate::svg::PathText;

/// The class of a hex; one the map says nothing about is clear.
pub(crate) fn class(land: &Landscape, hex: Hex) -> &'static str {
    land.terrain.get(hex.index()).copied().unwrap_or("clear")
}

/// The hexes of some classes, in order.
pub(crate) fn hexes_of(land: &Landscape, sheet: &Layout, kinds: &[&str]) -> Vec<Hex> {
    sheet.grid().hexes().filter(|&hex| kinds.contains(&class(land, hex))).collect()
}

/// The outline of a region as a soft closed curve: corners rounded, edges a little uneven.
pub(crate) fn soft_outline(sheet: &Layout, inside: impl Fn(Hex) -> bool, uneven: f64) -> String {
    outline(sheet, inside, &[0.27, 0.73], uneven, 0.0)
}

/// The same, but running off the sheet where the region reaches its rim.
pub(crate) fn overrunning_outline(sheet: &Layout, inside: impl Fn(Hex) -> bool, uneven: f64) -> String {
    outline(sheet, inside, &[0.27, 0.73], uneven, 2.0 * BLEED + 2.0 * INRADIUS)
}

/// The outline along the hexsides themselves, running off the sheet at its rim.
pub(crate) fn exact_outline(sheet: &Layout, inside: impl Fn(Hex) -> bool) -> String {
    outline(sheet, inside, &[0.0, 1.0], 0.0, 2.0 * BLEED + 2.0 * INRADIUS)
}

/// An outline through points at these fractions of each hexside, pushed off the sheet by `overrun` at its rim.
fn outline(
    sheet: &Layout,
    inside: impl Fn(Hex) -> bool,
    fractions: &[f64],
    uneven: f64,
    overrun: f64,
) -> String {
    let mut path = PathText::default();
    for outline in sheet.outlines(inside) {
        let mut points = Vec::with_capacity(outline.len() * 2);
        for (hex, side) in outline {
            let (a, b) = sheet.side(hex, side);
            let rim = sheet.grid().neighbour(hex, side).is_none();
            let push = if rim { outward(sheet, a.towards(b, 0.5)) * overrun } else { Point::new(0.0, 0.0) };
            for &t in fractions {
                let p = a.towards(b, t);
                points.push(p + wobble(p, uneven) + push);
            }
        }
        match fractions {
            [0.0, ..] => path.polygon(&points),
            _ => path.smooth(&points, true),
        }
    }
    path.into_string()
}

/// The way from a point near the rim of the sheet straight off it.
fn outward(sheet: &Layout, p: Point) -> Point {
    let size = sheet.size();
    let ways = [
        (p.x, Point::new(-1.0, 0.0)),
        (size.x - p.x, Point::new(1.0, 0.0)),
        (p.y, Point::new(0.0, -1.0)),
        (size.y - p.y, Point::new(0.0, 1.0)),
    ];
    ways.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map_or(Point::new(0.0, 0.0), |(_, way)| way)
}

/// Every hexside of a kind once, as the hex and the side by which the map names it first.
pub(crate) fn hexsides(land: &Landscape, sheet: &Layout, kind: &str) -> Vec<(Hex, Direction)> {
    let mut sides: Vec<(Hex, Direction)> = vec![];
    let mut seen = vec![0u8; sheet.grid().len()];
    for side in land.sides.iter().filter(|s| s.kind == kind) {
        let Some(hex) = sheet.grid().at(side.hex) else { continue };
        if seen[hex.index()] >> side.side.index() & 1 == 1 {
            continue;
        }
        seen[hex.index()] |= 1 << side.side.index();
        if let Some(other) = sheet.grid().neighbour(hex, side.side) {
            seen[other.index()] |= 1 << side.side.opposite().index();
        }
        sides.push((hex, side.side));
    }
    sides
}

/// Hexsides joined end to end into runs of corners. A run that ends on the rim of the map goes on beyond it.
pub(crate) fn chains(sheet: &Layout, sides: &[(Hex, Direction)]) -> Vec<Vec<Point>> {
    let near = |a: Point, b: Point| (a - b).length() < 1.0;
    let mut left: Vec<(Point, Point)> = sides.iter().map(|&(hex, d)| sheet.side(hex, d)).collect();
    let mut chains = vec![];
    while let Some((from, to)) = left.pop() {
        let mut chain = vec![from, to];
        for _ in 0..2 {
            while let Some(&end) = chain.last()
                && let Some(i) = left.iter().position(|&(a, b)| near(a, end) || near(b, end))
            {
                let (a, b) = left.remove(i);
                chain.push(if near(a, end) { b } else { a });
            }
            chain.reverse();
        }
        if chain.len() < 3 || !near(chain[0], chain[chain.len() - 1]) {
            for _ in 0..2 {
                if let Some(beyond) = chain.last().and_then(|&end| off_the_rim(sheet, end)) {
                    chain.push(beyond);
                }
                chain.reverse();
            }
        }
        chains.push(chain);
    }
    chains
}

/// A point off the sheet, seen from a corner on the rim of the hexes.
fn off_the_rim(sheet: &Layout, corner: Point) -> Option<Point> {
    let touching = |hex: &Hex| sheet.corners(*hex).iter().any(|&c| (c - corner).length() < 1.0);
    let around: Vec<Point> = sheet.grid().hexes().filter(touching).map(|hex| sheet.centre(hex)).collect();
    if around.is_empty() || around.len() > 2 {
        return None;
    }
    let sum = around.iter().fold(Point::new(0.0, 0.0), |sum, &c| sum + (corner - c));
    Some(corner + sum.unit() * (2.2 * BLEED))
}

/// A run of corners as points of a soft curve, its corners cut and its course a little uneven.
pub(crate) fn softened(chain: &[Point], uneven: f64) -> Vec<Point> {
    let mut points: Vec<Point> = chain.first().into_iter().copied().collect();
    for pair in chain.windows(2) {
        for t in [0.28, 0.72] {
            let p = pair[0].towards(pair[1], t);
            points.push(p + wobble(p, uneven));
        }
    }
    points.extend(chain.last());
    points
}

#[cfg(test)]
mod tests {
    use engine::hex::HexNumber;
    use engine::scene::HexSide;

    use super::*;
    use crate::sample;

    #[test]
    fn hexsides_that_touch_make_one_chain_however_they_are_listed() {
        let mut land = sample::landscape(&[".....", ".....", ".....", ".....", "....."]);
        let side =
            |hex: u16, side: u8| HexSide { hex: HexNumber(hex), side: Direction::new(side), kind: "stream" };
        land.sides = vec![side(303, 2), side(303, 0), side(303, 1), side(302, 3), side(101, 3)];
        let sheet = Layout::of(&land);
        let sides = hexsides(&land, &sheet, "stream");
        assert_eq!(sides.len(), 4, "0303 N and 0302 S are one hexside");
        let mut lengths: Vec<usize> = chains(&sheet, &sides).iter().map(Vec::len).collect();
        lengths.sort_unstable();
        assert_eq!(lengths, [3, 4], "the one on the rim runs off it");
    }

    #[test]
    fn an_overrunning_outline_leaves_the_sheet_and_a_soft_one_does_not() {
        let land = sample::landscape(&["~.", "..", ".."]);
        let sheet = Layout::of(&land);
        let corner = sheet.grid().at(HexNumber(101));
        let start = |path: String| path.split('c').next().map(str::to_string);
        assert_eq!(
            start(overrunning_outline(&sheet, |h| Some(h) == corner, 0.0)),
            Some("M43.7 -78.4".into())
        );
        assert_eq!(start(soft_outline(&sheet, |h| Some(h) == corner, 0.0)), Some("M43.7 16".into()));
    }
}
