//! Convex figures: whether they overlap, how far apart they are, what is left of one beyond a line.
//!
//! Corners run clockwise, so what lies outside an edge lies to its left.

use super::{Base, Point, SLACK, rounded_quotient, rounded_root};

/// The box around a figure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Extent {
    /// Its south-west corner.
    pub least: Point,
    /// Its north-east corner.
    pub most: Point,
}

impl Extent {
    /// The box around some points; empty around none.
    #[inline]
    pub fn of(points: &[Point]) -> Extent {
        let mut extent =
            Extent { least: Point::new(i64::MAX, i64::MAX), most: Point::new(i64::MIN, i64::MIN) };
        for point in points {
            extent.least = Point::new(extent.least.x.min(point.x), extent.least.y.min(point.y));
            extent.most = Point::new(extent.most.x.max(point.x), extent.most.y.max(point.y));
        }
        extent
    }

    /// Whether two boxes touch.
    #[inline]
    pub fn meets(&self, other: &Extent) -> bool {
        self.least.x <= other.most.x
            && other.least.x <= self.most.x
            && self.least.y <= other.most.y
            && other.least.y <= self.most.y
    }

    /// The box somewhere else.
    #[inline]
    pub fn shifted(&self, by: Point) -> Extent {
        Extent { least: self.least + by, most: self.most + by }
    }

    /// The box grown by a distance on every side.
    #[inline]
    pub fn grown(&self, by: i64) -> Extent {
        let by = Point::new(by, by);
        Extent { least: self.least - by, most: self.most + by }
    }
}

/// A convex figure.
pub trait Convex {
    /// Its corners, clockwise.
    fn corners(&self) -> &[Point];

    /// The box around it.
    fn extent(&self) -> Extent;

    /// Whether some of these points lie deeper than the slack behind each of its edge lines.
    fn sunk_by(&self, points: &[Point]) -> bool;
}

impl Convex for Base {
    #[inline]
    fn corners(&self) -> &[Point] {
        &self.corners
    }

    #[inline]
    fn extent(&self) -> Extent {
        Base::extent(self)
    }

    #[inline]
    fn sunk_by(&self, points: &[Point]) -> bool {
        let slack = crate::geometry::SLACK_OF_FACING;
        let quarter = self.q.squared();
        let (mut least_q, mut most_q) = (i64::MAX, i64::MIN);
        let (mut least_r, mut most_r) = (i64::MAX, i64::MIN);
        for &point in points {
            let way = point - self.pose.at;
            let (q, r) = (way.dot(self.q), way.dot(self.r));
            (least_q, most_q) = (least_q.min(q), most_q.max(q));
            (least_r, most_r) = (least_r.min(r), most_r.max(r));
        }
        -least_q > slack
            && most_q + self.depth * quarter > slack
            && 4 * quarter - least_r > slack
            && most_r + 4 * quarter > slack
    }
}

/// Whether some of these points lie deeper than the slack behind the line through `corner` with this outward normal.
///
/// A root is taken only where neither sign nor a bound of the length decides.
#[inline]
pub(crate) fn sinks_behind(corner: Point, normal: Point, points: &[Point]) -> bool {
    let deepest = points.iter().map(|&point| (corner - point).dot(normal)).max().unwrap_or(0);
    if deepest <= 0 {
        return false;
    }
    deepest > SLACK * (normal.x.abs() + normal.y.abs()) || deepest > SLACK * normal.length()
}

/// Whether two convex figures share ground deeper than the slack.
#[inline]
pub fn overlap(one: &impl Convex, other: &impl Convex) -> bool {
    one.extent().meets(&other.extent()) && interlock(one, other)
}

/// The same for figures whose boxes are known to meet.
#[inline]
pub(crate) fn interlock(one: &impl Convex, other: &impl Convex) -> bool {
    one.sunk_by(other.corners()) && other.sunk_by(one.corners())
}

/// Whether every one of these points is in or on a convex figure, the slack allowed.
pub fn wholly_in(points: &[Point], corners: &[Point]) -> bool {
    edges(corners).all(|(a, b)| {
        let out = outward(a, b);
        let slack = SLACK * out.length();
        points.iter().all(|&point| (point - a).dot(out) <= slack)
    })
}

/// The edges of a figure, each from one corner to the next.
#[inline]
pub(crate) fn edges(corners: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().copied().zip(next.copied())
}

/// The outward normal of an edge, as long as the edge.
#[inline]
pub(crate) fn outward(a: Point, b: Point) -> Point {
    -(b - a).right()
}

/// The shortest distance between two convex figures; nothing if they share ground. Either may be a segment of two
/// points.
pub fn gap(one: &[Point], other: &[Point]) -> i64 {
    if one.len() > 2 && other.len() > 2 && !apart(one, other) && !apart(other, one) {
        return 0;
    }
    let mut least = i64::MAX;
    for (figure, points) in [(one, other), (other, one)] {
        for (a, b) in edges(figure) {
            for &point in points {
                least = least.min(distance_to_segment(point, a, b));
            }
        }
    }
    // Two segments, or a segment and a figure, may cross without a corner near an edge.
    let crossing = edges(one).any(|(a, b)| edges(other).any(|(c, d)| super::properly_cross([a, b], [c, d])));
    if crossing { 0 } else { least }
}

/// Whether some edge line of the first has all of the second outside or on it.
fn apart(one: &[Point], other: &[Point]) -> bool {
    edges(one).any(|(a, b)| {
        let out = outward(a, b);
        other.iter().all(|&point| (point - a).dot(out) >= 0)
    })
}

/// The distance of a point from a segment, rounded.
pub(crate) fn distance_to_segment(point: Point, a: Point, b: Point) -> i64 {
    let (edge, way) = (b - a, point - a);
    let along = way.dot(edge);
    if along <= 0 {
        return way.length();
    }
    if along >= edge.squared() {
        return (point - b).length();
    }
    let square = (edge.cross(way) as i128).pow(2);
    rounded_root(rounded_quotient(square, edge.squared() as i128))
}

/// What is left of a convex figure on the inner side of a line: where `(point − through) · out ≤ most`. Crossings are
/// rounded.
pub fn clip_to(figure: &mut Vec<Point>, through: Point, out: Point, most: i64) {
    let beyond = |point: Point| (point - through).dot(out) - most;
    let mut left = Vec::with_capacity(figure.len() + 2);
    for (a, b) in edges(figure) {
        let (before, after) = (beyond(a), beyond(b));
        if before <= 0 {
            left.push(a);
        }
        if (before < 0 && after > 0) || (before > 0 && after < 0) {
            left.push(a + (b - a).scaled(before, before - after));
        }
    }
    left.dedup();
    if left.len() > 1 && left.first() == left.last() {
        left.pop();
    }
    *figure = left;
}
