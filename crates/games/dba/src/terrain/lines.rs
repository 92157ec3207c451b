//! Rivers, roads and waterways: how they run (2.3; R23, R144).

use crate::field::{Feature, Laid, Shape, middle};
use crate::geometry::{MU, Point, SLACK, TABLE, distance_to_segment, wholly_in, within};
use crate::order::Wind;
use crate::position::Position;
use crate::refusal::Refusal;

/// How far along an edge of the table a point lies: from west to east, or from south to north.
pub(crate) fn along(edge: Wind, point: Point) -> i64 {
    match edge {
        Wind::North | Wind::South => point.x,
        Wind::East | Wind::West => point.y,
    }
}

/// How far from an edge of the table a point lies, square to it.
pub(crate) fn depth(edge: Wind, point: Point) -> i64 {
    match edge {
        Wind::South => point.y,
        Wind::West => point.x,
        Wind::North => TABLE - point.y,
        Wind::East => TABLE - point.x,
    }
}

/// The point so far along an edge and so far from it.
pub(crate) fn point_on(edge: Wind, along: i64, depth: i64) -> Point {
    match edge {
        Wind::South => Point::new(along, depth),
        Wind::West => Point::new(depth, along),
        Wind::North => Point::new(along, TABLE - depth),
        Wind::East => Point::new(TABLE - depth, along),
    }
}

/// The edge of the table a waterway lies on: that of the right ends of all its cuts.
pub(super) fn edge_of(cuts: &[[Point; 2]]) -> Option<Wind> {
    Wind::ALL.into_iter().find(|&edge| cuts.iter().all(|cut| depth(edge, cut[1]).abs() <= SLACK))
}

fn on_edge(edge: Wind, cut: &[Point; 2]) -> bool {
    cut.iter().all(|&point| depth(edge, point).abs() <= SLACK)
}

fn edge_under(cut: &[Point; 2]) -> Option<Wind> {
    Wind::ALL.into_iter().find(|&edge| on_edge(edge, cut))
}

impl Position {
    /// Whether a chain runs as its type must.
    pub(super) fn may_run(&self, feature: Feature, cuts: &[[Point; 2]]) -> Result<(), Refusal> {
        if !(2..=13).contains(&cuts.len()) {
            return Err(Refusal::LineWidth);
        }
        match feature {
            Feature::Waterway => may_be_waterway(cuts),
            Feature::River => {
                may_be_line(cuts)?;
                self.may_be_river(cuts)
            }
            _ => {
                may_be_line(cuts)?;
                self.may_be_road(cuts)
            }
        }
    }

    /// A river joins opposite edges, or the bank of a waterway and the edge across (R23).
    fn may_be_river(&self, cuts: &[[Point; 2]]) -> Result<(), Refusal> {
        let bank = |cut: &[Point; 2]| {
            let water = self.field.of_type(Feature::Waterway).next()?;
            let Shape::Chain(shore) = &water.piece.shape else { return None };
            // A sloping bank is met by the middle of the cut at least.
            at_bank(water, middle(cut[0], cut[1])).then(|| edge_of(shore)).flatten()
        };
        let end =
            |cut: &[Point; 2]| edge_under(cut).filter(|&edge| !self.waterway_on(edge)).or_else(|| bank(cut));
        let (Some(first), Some(last)) = (end(&cuts[0]), end(&cuts[cuts.len() - 1])) else {
            return Err(Refusal::LineEnds);
        };
        if first != last.opposite() {
            return Err(Refusal::LineEnds);
        }
        let sides = Wind::ALL.into_iter().filter(|&edge| edge != first && edge != last);
        let near =
            sides.into_iter().any(|edge| cuts.iter().flatten().any(|&p| depth(edge, p) + SLACK < 8 * MU));
        if near { Err(Refusal::RiverAtEdge) } else { Ok(()) }
    }

    /// A road joins two edges, or an edge and another road.
    fn may_be_road(&self, cuts: &[[Point; 2]]) -> Result<(), Refusal> {
        let on_road = |cut: &[Point; 2]| {
            let quads = self.field.of_type(Feature::Road).flat_map(|road| &road.outlines);
            let point = middle(cut[0], cut[1]);
            quads.into_iter().any(|quad| wholly_in(&[point], crate::geometry::Convex::corners(quad)))
        };
        let (first, last) = (&cuts[0], &cuts[cuts.len() - 1]);
        match (edge_under(first), edge_under(last)) {
            (Some(one), Some(other)) if one != other => Ok(()),
            (Some(_), None) if on_road(last) => Ok(()),
            (None, Some(_)) if on_road(first) => Ok(()),
            _ => Err(Refusal::LineEnds),
        }
    }
}

fn at_bank(water: &Laid, point: Point) -> bool {
    water.banks().any(|[a, b]| distance_to_segment(point, a, b) <= MU / 10)
}

/// 1 to 2 MU wide at every cut, and not more than half as long again as the straight way.
fn may_be_line(cuts: &[[Point; 2]]) -> Result<(), Refusal> {
    let wide = |cut: &[Point; 2]| (cut[1] - cut[0]).length();
    if cuts.iter().any(|cut| wide(cut) + SLACK < MU || !within(wide(cut), 2 * MU)) {
        return Err(Refusal::LineWidth);
    }
    let line: Vec<Point> = cuts.iter().map(|cut| middle(cut[0], cut[1])).collect();
    let length: i64 = line.windows(2).map(|pair| (pair[1] - pair[0]).length()).sum();
    let straight = (line[line.len() - 1] - line[0]).length();
    if within(2 * length, 3 * straight) { Ok(()) } else { Err(Refusal::LineTooWinding) }
}

/// Along a whole edge, cut square to it, 1 to 6 MU deep, not more than half of it deeper than 3.
fn may_be_waterway(cuts: &[[Point; 2]]) -> Result<(), Refusal> {
    let edge = edge_of(cuts).ok_or(Refusal::WaterwayShape)?;
    let ends = [along(edge, cuts[0][1]), along(edge, cuts[cuts.len() - 1][1])];
    let whole = ends.iter().min().is_some_and(|&low| low.abs() <= SLACK)
        && ends.iter().max().is_some_and(|&high| (high - TABLE).abs() <= SLACK);
    let square = cuts.iter().all(|cut| (along(edge, cut[0]) - along(edge, cut[1])).abs() <= SLACK);
    let deep = |cut: &[Point; 2]| depth(edge, cut[0]);
    let depths = cuts.iter().all(|cut| deep(cut) + SLACK >= MU && within(deep(cut), 6 * MU));
    let limit = 3 * MU;
    let deeper: i64 = cuts
        .windows(2)
        .map(|pair| {
            let length = (along(edge, pair[1][1]) - along(edge, pair[0][1])).abs();
            let (a, b) = (deep(&pair[0]) - limit, deep(&pair[1]) - limit);
            match (a > SLACK, b > SLACK) {
                (true, true) => length,
                (false, false) => 0,
                _ => {
                    let (over, under) = (a.max(b), a.min(b));
                    crate::geometry::rounded_quotient(
                        i128::from(length) * i128::from(over),
                        i128::from((over - under).max(1)),
                    )
                }
            }
        })
        .sum();
    if whole && square && depths && within(deeper, TABLE / 2) { Ok(()) } else { Err(Refusal::WaterwayShape) }
}
