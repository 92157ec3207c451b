//! Points and vectors of whole numbers.

use std::ops::{Add, Mul, Neg, Sub};

use serde::{Deserialize, Serialize};

use super::SLACK;

/// A point of the table, or the way from one point to another: x east, y north (R1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(from = "(i64, i64)", into = "(i64, i64)")]
pub struct Point {
    /// East of the south-west corner, in millionths of a MU.
    pub x: i64,
    /// North of the south-west corner.
    pub y: i64,
}

impl From<(i64, i64)> for Point {
    fn from((x, y): (i64, i64)) -> Point {
        Point { x, y }
    }
}

impl From<Point> for (i64, i64) {
    fn from(point: Point) -> (i64, i64) {
        (point.x, point.y)
    }
}

impl Point {
    /// The point with these coordinates.
    #[inline]
    pub const fn new(x: i64, y: i64) -> Point {
        Point { x, y }
    }

    /// The scalar product.
    #[inline]
    pub const fn dot(self, other: Point) -> i64 {
        self.x * other.x + self.y * other.y
    }

    /// The cross product: positive if `other` lies to the left.
    #[inline]
    pub const fn cross(self, other: Point) -> i64 {
        self.x * other.y - self.y * other.x
    }

    /// The square of the length.
    #[inline]
    pub const fn squared(self) -> i64 {
        self.dot(self)
    }

    /// The length, rounded.
    #[inline]
    pub fn length(self) -> i64 {
        rounded_root(self.squared())
    }

    /// The same length, turned right by a right angle.
    #[inline]
    pub const fn right(self) -> Point {
        Point { x: self.y, y: -self.x }
    }

    /// Whether two points coincide (R2).
    #[inline]
    pub fn coincides(self, other: Point) -> bool {
        let way = self - other;
        way.x.abs() <= SLACK && way.y.abs() <= SLACK && way.squared() <= SLACK * SLACK
    }

    /// So much of this vector as `part / whole` says, rounded by coordinate.
    #[inline]
    pub fn scaled(self, part: i64, whole: i64) -> Point {
        let share = |coordinate: i64| rounded_quotient(coordinate as i128 * part as i128, whole as i128);
        Point { x: share(self.x), y: share(self.y) }
    }
}

impl Add for Point {
    type Output = Point;
    #[inline]
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Point {
    type Output = Point;
    #[inline]
    fn sub(self, other: Point) -> Point {
        Point { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Neg for Point {
    type Output = Point;
    #[inline]
    fn neg(self) -> Point {
        Point { x: -self.x, y: -self.y }
    }
}

impl Mul<i64> for Point {
    type Output = Point;
    #[inline]
    fn mul(self, times: i64) -> Point {
        Point { x: self.x * times, y: self.y * times }
    }
}

/// Whether a distance or cost is within a limit, the slack allowed (R2).
#[inline]
pub const fn within(distance: i64, limit: i64) -> bool {
    distance <= limit + SLACK
}

/// The square root, rounded to the nearest whole number.
///
/// The machine's own root is only the first guess, for speed; whole numbers decide, so the answer is exact.
#[inline]
pub fn rounded_root(square: i64) -> i64 {
    let mut root = (square.max(0) as f64).sqrt() as i64;
    while root * root > square {
        root -= 1;
    }
    while (root + 1) * (root + 1) <= square {
        root += 1;
    }
    if square - root * root > root { root + 1 } else { root }
}

/// A quotient rounded to the nearest whole number, halves away from zero.
#[inline]
pub const fn rounded_quotient(part: i128, whole: i128) -> i64 {
    let (part, whole) = if whole < 0 { (-part, -whole) } else { (part, whole) };
    let doubled = 2 * part.abs() + whole;
    // The quotient of two numbers of a machine word is found much faster.
    let size = match doubled < i64::MAX as i128 && whole < i64::MAX as i128 / 2 {
        true => (doubled as i64 / (2 * whole as i64)) as i128,
        false => doubled / (2 * whole),
    };
    (if part < 0 { -size } else { size }) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_and_quotients_are_rounded_to_the_nearest() {
        assert_eq!([0, 1, 2, 3, 6, 7, 12, 13].map(rounded_root), [0, 1, 1, 2, 2, 3, 3, 4]);
        let quotients = [(5, 2), (-5, 2), (4, 3), (5, 3), (-4, 3), (4, -3), (0, 7)];
        assert_eq!(quotients.map(|(a, b)| rounded_quotient(a, b)), [3, -3, 1, 2, -1, -1, 0]);
        assert_eq!(rounded_quotient(3 << 80, 2 << 80), 2);
    }

    #[test]
    fn roots_are_exact_for_the_largest_squares_of_a_table() {
        for root in [1_i64, 3, 250_000, 53_740_115, 107_480_230, 3_000_000_000] {
            for off in -2..=2 {
                let exact = |n: i64| {
                    let floor = n.isqrt();
                    if n - floor * floor > floor { floor + 1 } else { floor }
                };
                let square = (root * root + off).max(0);
                assert_eq!(rounded_root(square), exact(square), "{square}");
                assert_eq!(rounded_root(square + root), exact(square + root), "{square}");
            }
        }
    }

    #[test]
    fn a_limit_holds_up_to_the_slack_above_it() {
        assert!(within(3_002_000, 3_000_000) && !within(3_002_001, 3_000_000));
        assert!(Point::new(0, 0).coincides(Point::new(1_200, 1_600)));
        assert!(!Point::new(0, 0).coincides(Point::new(1_201, 1_600)));
    }
}
