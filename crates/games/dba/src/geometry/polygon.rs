//! Outlines of terrain: computed once when a piece is placed.

use super::convex::{Convex, edges, outward};
use super::{Extent, Point, SLACK};

/// A convex outline of any number of corners.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Polygon {
    corners: Vec<Point>,
    normals: Vec<(Point, i64)>,
    extent: Extent,
}

impl Polygon {
    /// The outline with these corners, clockwise; none unless it is strictly convex.
    pub fn new(corners: Vec<Point>) -> Option<Polygon> {
        let n = corners.len();
        let turns_right = |i: usize| {
            let (a, b, c) = (corners[i], corners[(i + 1) % n], corners[(i + 2) % n]);
            (b - a).cross(c - b) < 0
        };
        if n < 3 || !(0..n).all(turns_right) {
            return None;
        }
        let normal = |(a, b)| {
            let out = outward(a, b);
            (out, SLACK * out.length())
        };
        let normals = edges(&corners).map(normal).collect();
        let extent = Extent::of(&corners);
        Some(Polygon { corners, normals, extent })
    }

    /// Twice the area.
    pub fn double_area(&self) -> i64 {
        -edges(&self.corners).map(|(a, b)| a.cross(b)).sum::<i64>()
    }
}

impl Convex for Polygon {
    #[inline]
    fn corners(&self) -> &[Point] {
        &self.corners
    }

    #[inline]
    fn extent(&self) -> Extent {
        self.extent
    }

    #[inline]
    fn sunk_by(&self, points: &[Point]) -> bool {
        self.corners.iter().zip(&self.normals).all(|(&corner, &(normal, slack))| {
            points.iter().any(|&point| (corner - point).dot(normal) > slack)
        })
    }
}
