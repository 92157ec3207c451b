//! Outlines of terrain: computed once when a piece is placed.

use super::convex::{Convex, edges, outward, sinks_behind};
use super::{Extent, Point};

/// A convex outline of any number of corners.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Polygon {
    corners: Vec<Point>,
    normals: Vec<Point>,
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
        let normals = edges(&corners).map(|(a, b)| outward(a, b)).collect();
        let extent = Extent::of(&corners);
        Some(Polygon { corners, normals, extent })
    }

    /// The same outline somewhere else.
    pub fn shifted(&self, by: Point) -> Polygon {
        Polygon {
            corners: self.corners.iter().map(|&corner| corner + by).collect(),
            normals: self.normals.clone(),
            extent: self.extent.shifted(by),
        }
    }

    /// Whether some edge line keeps all of these points at least so far off: then the gap is no less, to a few units.
    pub fn keeps_off(&self, points: &[Point], by: i64) -> bool {
        self.corners.iter().zip(&self.normals).any(|(&corner, &normal)| {
            let nearest = points.iter().map(|&point| (point - corner).dot(normal)).min().unwrap_or(0);
            nearest > 0 && nearest >= by * normal.length()
        })
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
        self.corners.iter().zip(&self.normals).all(|(&corner, &normal)| sinks_behind(corner, normal, points))
    }
}
