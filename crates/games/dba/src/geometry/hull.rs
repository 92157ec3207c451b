//! The ground a base covers while it moves: the convex hull of where it was and where it is (R39).

use super::convex::{Convex, outward, sinks_behind};
use super::{Base, Extent, Point};

/// The most corners a ground has: those of two bases.
const MOST: usize = 8;

/// A small convex figure kept in place: ground covered, a zone, a camp, a line of fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ground {
    count: usize,
    corners: [Point; MOST],
    /// The outward normal of the edge that begins at each corner.
    normals: [Point; MOST],
    extent: Extent,
}

impl Ground {
    /// What a base covers on its way from one place to another.
    pub fn between(before: &Base, after: &Base) -> Ground {
        if before.pose.heading == after.pose.heading && before.depth == after.depth {
            return Ground::of_shift(before, after);
        }
        let mut points = [Point::default(); MOST];
        points[..4].copy_from_slice(&before.corners);
        points[4..].copy_from_slice(&after.corners);
        Ground::around(&mut points)
    }

    /// The same without a turn: a rectangle or a hexagon, known by where the shift leads as the base sees it.
    fn of_shift(before: &Base, after: &Base) -> Ground {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let way = after.pose.at - before.pose.at;
        let (a, b) = (&after.corners, &before.corners);
        match (way.dot(before.q).cmp(&0), way.dot(before.r).cmp(&0)) {
            (Greater, Greater) => Ground::convex(&[a[0], a[1], a[2], b[2], b[3], b[0]]),
            (Greater, Less) => Ground::convex(&[a[3], a[0], a[1], b[1], b[2], b[3]]),
            (Less, Greater) => Ground::convex(&[b[0], b[1], a[1], a[2], a[3], b[3]]),
            (Less, Less) => Ground::convex(&[b[0], b[1], b[2], a[2], a[3], a[0]]),
            (Greater, Equal) => Ground::convex(&[a[0], a[1], b[2], b[3]]),
            (Less, Equal) => Ground::convex(&[b[0], b[1], a[2], a[3]]),
            (Equal, Greater) => Ground::convex(&[b[0], a[1], a[2], b[3]]),
            (Equal, Less) => Ground::convex(&[a[0], b[1], b[2], a[3]]),
            (Equal, Equal) => Ground::convex(b),
        }
    }

    /// The hull of at most eight points.
    pub fn around(points: &mut [Point]) -> Ground {
        points.sort_unstable();
        let (mut hull, mut count) = ([Point::default(); 2 * MOST], 0);
        // The upper chain from west to east, then the lower one back: clockwise.
        let mut floor = 0;
        for pass in 0..2 {
            for i in 0..points.len() {
                let point = if pass == 0 { points[i] } else { points[points.len() - 1 - i] };
                while count >= floor + 2
                    && (hull[count - 1] - hull[count - 2]).cross(point - hull[count - 1]) >= 0
                {
                    count -= 1;
                }
                if count == 0 || hull[count - 1] != point {
                    hull[count] = point;
                    count += 1;
                }
            }
            floor = count - 1;
        }
        // The first point closes the lower chain.
        if count > 1 && hull[count - 1] == hull[0] {
            count -= 1;
        }
        Ground::convex(&hull[..count.min(MOST)])
    }

    /// A convex figure whose corners run clockwise, at most eight.
    pub fn convex(corners: &[Point]) -> Ground {
        let count = corners.len().min(MOST);
        let mut ground = Ground {
            count,
            corners: [Point::default(); MOST],
            normals: [Point::default(); MOST],
            extent: Extent::of(&corners[..count]),
        };
        ground.corners[..count].copy_from_slice(&corners[..count]);
        for i in 0..count {
            let next = if i + 1 == count { 0 } else { i + 1 };
            ground.normals[i] = outward(corners[i], corners[next]);
        }
        ground
    }

    /// A box square to the table.
    pub fn of_box(least: Point, most: Point) -> Ground {
        Ground::convex(&[Point::new(least.x, most.y), most, Point::new(most.x, least.y), least])
    }
}

impl Convex for Ground {
    #[inline]
    fn corners(&self) -> &[Point] {
        &self.corners[..self.count]
    }

    #[inline]
    fn extent(&self) -> Extent {
        self.extent
    }

    #[inline]
    fn sunk_by(&self, points: &[Point]) -> bool {
        (0..self.count).all(|i| sinks_behind(self.corners[i], self.normals[i], points))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Heading, MU, Pose, overlap};
    use super::*;

    fn base(x: i64, y: i64, degrees: i32) -> Base {
        Base::new(Pose::new(Point::new(x * MU, y * MU), Heading::degrees(degrees)), 4)
    }

    #[test]
    fn the_ground_of_a_straight_advance_is_a_longer_rectangle() {
        let (before, after) = (base(10, 10, 0), base(10, 14, 0));
        let ground = Ground::between(&before, &after);
        assert_eq!(ground.corners().len(), 4);
        assert!(overlap(&ground, &base(10, 12, 90)));
        assert!(!overlap(&ground, &base(12, 12, 0)), "touching its side is not in it");
        assert!(!overlap(&ground, &base(10, 15, 0)), "touching its front is not in it");
    }

    #[test]
    fn the_ground_of_any_shift_is_the_hull_of_both_ends() {
        for degrees in [0, 17, 45, 90, 133, 270] {
            let before = base(10, 10, degrees);
            for x in -3..=3 {
                for y in -3..=3 {
                    let by =
                        [Point::new(x * MU / 3, y * MU / 3), before.q * x + before.r * y][(x & 1) as usize];
                    let after = before.shifted(by);
                    assert_eq!(after, Base::new(Pose::new(before.pose.at + by, before.pose.heading), 4));
                    let mut points: Vec<Point> = before.corners.into_iter().chain(after.corners).collect();
                    let hull = Ground::around(&mut points);
                    let quick = Ground::between(&before, &after);
                    let sorted = |ground: &Ground| {
                        let mut corners = ground.corners().to_vec();
                        corners.sort_unstable();
                        corners
                    };
                    assert_eq!(sorted(&quick), sorted(&hull), "{degrees} degrees, {by:?}");
                    assert_eq!(quick.extent(), hull.extent());
                }
            }
        }
    }

    #[test]
    fn the_ground_of_a_wheel_holds_both_ends() {
        let ground = Ground::between(&base(10, 10, 0), &base(12, 12, 45));
        assert!(ground.corners().len() > 4 && ground.corners().len() <= 8);
        let clockwise = |i: usize| {
            let at = |k: usize| ground.corners()[(i + k) % ground.corners().len()];
            (at(1) - at(0)).cross(at(2) - at(1)) < 0
        };
        assert!((0..ground.corners().len()).all(clockwise));
    }
}
