//! Lines that cut figures and one another.

use super::convex::{edges, outward};
use super::{Point, SLACK};

/// Whether the segment from `start` to `end` cuts a convex figure: something of it lies deeper inside than the slack.
pub fn cuts(start: Point, end: Point, corners: &[Point]) -> bool {
    let way = end - start;
    // What is left of the segment, from `low` to `high` of its length, as fractions.
    let (mut low, mut high) = ((0_i128, 1_i128), (1_i128, 1_i128));
    for (a, b) in edges(corners) {
        let out = outward(a, b);
        let room = (-SLACK * out.length() - (start - a).dot(out)) as i128;
        let rise = way.dot(out) as i128;
        match rise {
            0 if room < 0 => return false,
            0 => {}
            _ if rise > 0 => {
                if room * high.1 < high.0 * rise {
                    high = (room, rise);
                }
            }
            _ => {
                if -room * low.1 > low.0 * -rise {
                    low = (-room, -rise);
                }
            }
        }
    }
    low.0 * high.1 < high.0 * low.1
}

/// Whether two segments cross one another within both.
#[inline]
pub fn properly_cross(one: [Point; 2], other: [Point; 2]) -> bool {
    let parted = |[a, b]: [Point; 2], [c, d]: [Point; 2]| {
        let way = b - a;
        let (left, right) = (way.cross(c - a), way.cross(d - a));
        (left > 0 && right < 0) || (left < 0 && right > 0)
    };
    parted(one, other) && parted(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Point; 4] = [
        Point::new(0, 1_000_000),
        Point::new(1_000_000, 1_000_000),
        Point::new(1_000_000, 0),
        Point::new(0, 0),
    ];

    #[test]
    fn a_line_through_a_corner_or_along_an_edge_does_not_cut() {
        let point = Point::new;
        assert!(cuts(point(-1, 500_000), point(2_000_000, 500_000), &SQUARE));
        assert!(cuts(point(500_000, 500_000), point(500_001, 600_000), &SQUARE), "inside all the way");
        assert!(!cuts(point(-500_000, 500_000), point(500_000, -500_000), &SQUARE));
        assert!(!cuts(point(0, -100), point(0, 2_000_000), &SQUARE));
        assert!(!cuts(point(-500_000, 500_000), point(1_000, 500_000), &SQUARE), "it ends in the slack");
        assert!(cuts(point(-500_000, 500_000), point(3_000, 500_000), &SQUARE));
    }

    #[test]
    fn segments_that_touch_do_not_cross() {
        let p = Point::new;
        assert!(properly_cross([p(0, 0), p(10, 10)], [p(0, 10), p(10, 0)]));
        assert!(!properly_cross([p(0, 0), p(10, 10)], [p(5, 5), p(10, 0)]));
        assert!(!properly_cross([p(0, 0), p(10, 10)], [p(20, 10), p(10, 20)]));
    }
}
