//! Scatter: trees, tufts and wobbles that look accidental and are the same on every machine.

use std::collections::HashMap;

use crate::layout::Point;

/// A short stream of accidents, seeded by what it decorates.
pub(crate) struct Scatter(u64);

impl Scatter {
    /// The stream of a hex (or whatever has a number) for one purpose.
    pub(crate) fn of(number: u16, purpose: u64) -> Self {
        Scatter(
            u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15)
                ^ purpose.wrapping_mul(0xd1b5_4a32_d192_ed03),
        )
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `low` up to `high`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A whole number below `count`.
    pub(crate) fn below(&mut self, count: u64) -> u64 {
        (self.next() >> 16) % count.max(1)
    }
}

/// A displacement of up to `reach` that depends on the place alone, so that shapes which meet move together.
pub(crate) fn wobble(at: Point, reach: f64) -> Point {
    let key = ((at.x * 4.0).round() as i64 as u64) << 32 ^ ((at.y * 4.0).round() as i64 as u64 & 0xffff_ffff);
    let mut scatter = Scatter(key);
    Point::new(scatter.between(-reach, reach), scatter.between(-reach, reach))
}

/// Points taken so far, none nearer to another than a given distance.
pub(crate) struct Crowd {
    apart: f64,
    taken: HashMap<(i32, i32), Vec<Point>>,
}

impl Crowd {
    pub(crate) fn new(apart: f64) -> Self {
        Crowd { apart, taken: HashMap::new() }
    }

    /// Takes the place unless another is too near.
    pub(crate) fn admit(&mut self, p: Point) -> bool {
        let cell = ((p.x / self.apart).floor() as i32, (p.y / self.apart).floor() as i32);
        for dx in -1..=1 {
            for dy in -1..=1 {
                let near = self.taken.get(&(cell.0 + dx, cell.1 + dy));
                if near.is_some_and(|points| points.iter().any(|&q| (p - q).length() < self.apart)) {
                    return false;
                }
            }
        }
        self.taken.entry(cell).or_default().push(p);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_scatters_alike_and_another_does_not() {
        let draw = |n, p| {
            let mut s = Scatter::of(n, p);
            [s.between(0.0, 1.0), s.between(0.0, 1.0)]
        };
        assert_eq!(draw(507, 1), draw(507, 1));
        assert_ne!(draw(507, 1), draw(507, 2));
        assert_ne!(draw(507, 1), draw(508, 1));
    }

    #[test]
    fn a_crowd_keeps_its_distance() {
        let mut crowd = Crowd::new(5.0);
        assert!(crowd.admit(Point::new(0.0, 0.0)));
        assert!(!crowd.admit(Point::new(-3.0, 3.0)));
        assert!(crowd.admit(Point::new(-4.0, 4.0)));
    }
}
