//! The six directions, and what the compass calls them.

use serde::{Deserialize, Serialize};

/// One of the six hexsides of a hex, clockwise from 0.
///
/// On a flat-topped grid 0 is north, then north-east and so on; on a pointy-topped grid 0 is north-east.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Direction(u8);

impl Direction {
    /// All six, clockwise.
    pub const ALL: [Direction; 6] =
        [Direction(0), Direction(1), Direction(2), Direction(3), Direction(4), Direction(5)];

    /// The direction with this index; only the remainder by six counts.
    #[inline]
    pub const fn new(index: u8) -> Self {
        Direction(index % 6)
    }

    /// The index, 0 to 5.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Turned clockwise by this many hexsides.
    #[inline]
    pub const fn turned(self, sides: u8) -> Self {
        Direction::new(self.0 + sides % 6)
    }

    /// The hexside straight behind.
    #[inline]
    pub const fn opposite(self) -> Self {
        self.turned(3)
    }

    /// The three front hexsides of a unit that faces this way: left, centre, right.
    #[inline]
    pub const fn front(self) -> [Direction; 3] {
        [self.turned(5), self, self.turned(1)]
    }

    /// Whether `other` is one of the three front hexsides of a unit that faces this way.
    #[inline]
    pub const fn fronts(self, other: Direction) -> bool {
        let apart = (6 + other.0 - self.0) % 6;
        apart <= 1 || apart == 5
    }
}

impl TryFrom<u8> for Direction {
    type Error = String;
    fn try_from(index: u8) -> Result<Self, String> {
        if index < 6 {
            Ok(Direction(index))
        } else {
            Err(format!("{index} is not a direction; expected 0 to 5, clockwise"))
        }
    }
}

impl From<Direction> for u8 {
    fn from(direction: Direction) -> u8 {
        direction.0
    }
}

/// How the hexes of a map lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Orientation {
    /// Flat-topped hexes in columns; numbers give the column first.
    Flat,
    /// Pointy-topped hexes in rows; numbers give the row first.
    Pointy,
}

impl Orientation {
    /// The compass name of a direction.
    pub fn compass(self, direction: Direction) -> &'static str {
        match self {
            Orientation::Flat => ["N", "NE", "SE", "S", "SW", "NW"][direction.index()],
            Orientation::Pointy => ["NE", "E", "SE", "SW", "W", "NW"][direction.index()],
        }
    }

    /// The direction of a compass name, whatever its case.
    pub fn direction(self, name: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&d| self.compass(d).eq_ignore_ascii_case(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_is_three_hexsides() {
        for d in Direction::ALL {
            let fronts: Vec<_> = Direction::ALL.into_iter().filter(|&o| d.fronts(o)).collect();
            assert_eq!(fronts.len(), 3);
            for f in d.front() {
                assert!(fronts.contains(&f));
            }
        }
    }
}
