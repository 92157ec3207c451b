//! Headings: whole thousandths of a degree, and the vectors that go with them.

use serde::{Deserialize, Serialize};

use super::{Point, QUARTER};

/// A right angle in thousandths of a degree.
pub const RIGHT_ANGLE: i32 = 90_000;

/// All the way round.
pub const FULL_CIRCLE: i32 = 360_000;

/// Where something faces: thousandths of a degree clockwise from north (R1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(from = "i32", into = "i32")]
pub struct Heading(i32);

impl From<i32> for Heading {
    fn from(thousandths: i32) -> Heading {
        Heading::new(thousandths)
    }
}

impl From<Heading> for i32 {
    fn from(heading: Heading) -> i32 {
        heading.0
    }
}

impl Heading {
    /// To the north.
    pub const NORTH: Heading = Heading(0);

    /// So many thousandths of a degree clockwise from north; full turns make no difference.
    #[inline]
    pub const fn new(thousandths: i32) -> Heading {
        Heading(thousandths.rem_euclid(FULL_CIRCLE))
    }

    /// So many degrees clockwise from north.
    pub const fn degrees(degrees: i32) -> Heading {
        Heading::new(degrees * 1_000)
    }

    /// Thousandths of a degree from 0 to 359,999.
    #[inline]
    pub const fn thousandths(self) -> i32 {
        self.0
    }

    /// Turned clockwise by so many thousandths of a degree, or the other way if negative.
    #[inline]
    pub const fn turned(self, by: i32) -> Heading {
        Heading::new(self.0 + by % FULL_CIRCLE)
    }

    /// The other way.
    #[inline]
    pub const fn opposite(self) -> Heading {
        self.turned(2 * RIGHT_ANGLE)
    }

    /// How far to turn from here to there, clockwise, from −179,999 to 180,000.
    #[inline]
    pub const fn turn_to(self, other: Heading) -> i32 {
        let turn = (other.0 - self.0).rem_euclid(FULL_CIRCLE);
        if turn > 2 * RIGHT_ANGLE { turn - FULL_CIRCLE } else { turn }
    }

    /// How many right angles clockwise lead from here to there, if whole ones do.
    #[inline]
    pub const fn right_angles_to(self, other: Heading) -> Option<i32> {
        let turn = (other.0 - self.0).rem_euclid(FULL_CIRCLE);
        if turn % RIGHT_ANGLE == 0 { Some(turn / RIGHT_ANGLE) } else { None }
    }

    /// The facing: a vector a quarter of a MU long.
    #[inline]
    pub fn ahead(self) -> Point {
        let turns = self.0 / RIGHT_ANGLE;
        let rest = self.0 % RIGHT_ANGLE;
        let (sine, cosine) = match rest <= RIGHT_ANGLE / 2 {
            true => TABLE[rest as usize],
            false => {
                let (sine, cosine) = TABLE[(RIGHT_ANGLE - rest) as usize];
                (cosine, sine)
            }
        };
        let (sine, cosine) = (i64::from(sine), i64::from(cosine));
        match turns {
            0 => Point::new(sine, cosine),
            1 => Point::new(cosine, -sine),
            2 => Point::new(-sine, -cosine),
            _ => Point::new(-cosine, sine),
        }
    }

    /// The heading nearest to the direction of a vector; north for none.
    pub fn of(way: Point) -> Heading {
        if way == Point::default() {
            return Heading::NORTH;
        }
        // Turned into the first eighth, then found in the table by halving.
        let (mut x, mut y, mut turns) = (way.x, way.y, 0);
        while !(x >= 0 && y > 0) {
            (x, y) = (-y, x);
            turns += 1;
        }
        let mirrored = x > y;
        let (across, along) = if mirrored { (y, x) } else { (x, y) };
        // The last entry that does not lie clockwise of the way.
        let (mut low, mut high) = (0, RIGHT_ANGLE / 2);
        while low < high {
            let middle = (low + high + 1) / 2;
            let (sine, cosine) = TABLE[middle as usize];
            match i128::from(sine) * i128::from(along) <= i128::from(cosine) * i128::from(across) {
                true => low = middle,
                false => high = middle - 1,
            }
        }
        let beside = |k: i32| {
            let (sine, cosine) = TABLE[k as usize];
            (i128::from(sine) * i128::from(along) - i128::from(cosine) * i128::from(across)).abs()
        };
        if low < RIGHT_ANGLE / 2 && beside(low + 1) < beside(low) {
            low += 1;
        }
        let rest = if mirrored { RIGHT_ANGLE - low } else { low };
        Heading::new(turns * RIGHT_ANGLE + rest)
    }
}

/// Sines and cosines of 0° to 45° in thousandths of a degree, times [`QUARTER`], rounded.
static TABLE: [(i32, i32); 45_001] = table();

/// The table is built by turning a vector by a thousandth of a degree at a time, in 62 binary places.
const fn table() -> [(i32, i32); 45_001] {
    const ONE: i128 = 1 << 62;
    let (sine, cosine) = small_turn(ONE);
    let mut table = [(0, 0); 45_001];
    let (mut s, mut c) = (0, ONE);
    let mut k = 0;
    while k <= 45_000 {
        table[k] = (quarters(s, ONE), quarters(c, ONE));
        (s, c) = ((s * cosine + c * sine) / ONE, (c * cosine - s * sine) / ONE);
        k += 1;
    }
    table
}

/// Sine and cosine of a thousandth of a degree, by their series.
const fn small_turn(one: i128) -> (i128, i128) {
    // π to 18 places; the angle in radians is π / 180,000.
    const PI: i128 = 3_141_592_653_589_793_238;
    const PLACES: i128 = 1_000_000_000_000_000_000;
    let angle = PI * one / (180_000 * PLACES);
    let square = angle * angle / one;
    let cubed = square * angle / one;
    let sine = angle - cubed / 6 + cubed * square / one / 120;
    let cosine = one - square / 2 + square * square / one / 24;
    (sine, cosine)
}

const fn quarters(value: i128, one: i128) -> i32 {
    ((value * QUARTER as i128 * 2 + one) / (2 * one)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_the_sums_of_the_rulings() {
        let sum = |of: fn(&(i32, i32)) -> i32| TABLE.iter().map(|entry| i64::from(of(entry))).sum::<i64>();
        assert_eq!((sum(|entry| entry.0), sum(|entry| entry.1)), (4_195_474_677, 10_128_771_983));
        assert_eq!((TABLE[0], TABLE[30_000]), ((0, 250_000), (125_000, 216_506)));
        assert_eq!(TABLE[45_000], (176_777, 176_777));
    }

    #[test]
    fn right_angles_are_exact_and_lengths_nearly_so() {
        for thousandths in (0..FULL_CIRCLE).step_by(7) {
            let heading = Heading::new(thousandths);
            assert_eq!(heading.turned(RIGHT_ANGLE).ahead(), heading.ahead().right());
            assert!((heading.ahead().length() - QUARTER).abs() <= 1);
        }
    }

    #[test]
    fn the_heading_of_a_vector_is_found_again() {
        for thousandths in 0..FULL_CIRCLE {
            let heading = Heading::new(thousandths);
            assert_eq!(Heading::of(heading.ahead() * 100), heading);
        }
    }

    #[test]
    fn turns_go_the_short_way_round() {
        let turn = |from: i32, to: i32| Heading::degrees(from).turn_to(Heading::degrees(to));
        assert_eq!([turn(350, 10), turn(10, 350), turn(0, 180)], [20_000, -20_000, 180_000]);
        assert_eq!(Heading::degrees(350).right_angles_to(Heading::degrees(80)), Some(1));
        assert_eq!(Heading::degrees(350).right_angles_to(Heading::degrees(81)), None);
    }
}
