//! Places: where a counter stands, an order leads or a thing happens, on any sort of board.

use std::fmt;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::hex::HexNumber;

/// A place of a board: a hex by its printed number, a pose on an open table, or a box beside the map.
///
/// In JSON a hex is its number, `"0507"`, a pose `{"x": 12500, "y": 3000, "heading": 90000}`, a box
/// `{"box": "Constantinople"}`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// A hex.
    Hex(HexNumber),
    /// Somewhere on an open table.
    Pose(Pose),
    /// A box beside the map, by its name.
    Box(&'static str),
}

/// Where something stands on an open table and which way it fronts, in exact thousandths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Pose {
    /// Thousandths of the table's unit from its left edge.
    pub x: i32,
    /// Thousandths of the unit from its far edge.
    pub y: i32,
    /// Thousandths of a degree clockwise from the far edge, 0 to 359,999.
    pub heading: i32,
}

impl Place {
    /// The hex, if it is one.
    pub fn hex(self) -> Option<HexNumber> {
        match self {
            Place::Hex(number) => Some(number),
            Place::Pose(_) | Place::Box(_) => None,
        }
    }
}

impl From<HexNumber> for Place {
    fn from(number: HexNumber) -> Place {
        Place::Hex(number)
    }
}

impl From<Pose> for Place {
    fn from(pose: Pose) -> Place {
        Place::Pose(pose)
    }
}

impl PartialEq<HexNumber> for Place {
    fn eq(&self, number: &HexNumber) -> bool {
        self.hex() == Some(*number)
    }
}

impl PartialEq<Place> for HexNumber {
    fn eq(&self, place: &Place) -> bool {
        place == self
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Place::Hex(number) => number.fmt(f),
            Place::Pose(Pose { x, y, heading }) => {
                let [x, y, heading] = [x, y, heading].map(|&part| f64::from(part) / 1000.0);
                write!(f, "{x:.2}, {y:.2} fronting {heading:.0}°")
            }
            Place::Box(name) => f.write_str(name),
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Place::Hex(number) => number.serialize(serializer),
            Place::Pose(pose) => pose.serialize(serializer),
            Place::Box(name) => {
                let mut fields = serializer.serialize_map(Some(1))?;
                fields.serialize_entry("box", name)?;
                fields.end()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sort_of_place_is_written_as_its_board_names_it() {
        let pose = Pose { x: 12_500, y: 3_000, heading: 90_000 };
        let all = [Place::from(HexNumber::new(5, 7)), pose.into(), Place::Box("Constantinople")];
        let written = all.map(|place| serde_json::to_string(&place).unwrap());
        assert_eq!(
            written,
            ["\"0507\"", "{\"x\":12500,\"y\":3000,\"heading\":90000}", "{\"box\":\"Constantinople\"}"]
        );
        assert_eq!(all.map(|p| p.to_string()), ["0507", "12.50, 3.00 fronting 90°", "Constantinople"]);
        assert!(all[0] == HexNumber::new(5, 7) && all[1] != HexNumber::new(5, 7));
    }
}
