//! What a player may say.

use std::fmt;

use engine::Side;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::element::{ElementId, Units};
use crate::field::Piece;
use crate::geometry::{Hand, Heading, Point, Pose};

/// An edge of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the four winds")]
pub enum Wind {
    North,
    East,
    South,
    West,
}

impl Wind {
    /// All four, clockwise.
    pub const ALL: [Wind; 4] = [Wind::North, Wind::East, Wind::South, Wind::West];

    /// The edge across the table.
    pub const fn opposite(self) -> Wind {
        Wind::ALL[(self as usize + 2) % 4]
    }

    /// Where somebody faces whose back is to this edge.
    pub const fn inward(self) -> Heading {
        Heading::degrees((self as i32 * 90 + 180) % 360)
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Wind::North => "north",
            Wind::East => "east",
            Wind::South => "south",
            Wind::West => "west",
        }
    }
}

/// Where an element is deployed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Station {
    /// On the table.
    Pose(Pose),
    /// In its own camp.
    Camp,
    /// Kept back for a landing.
    Kept,
}

/// One leg of a move (R39).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Leg {
    /// A single element goes straight to a pose, turning as it goes.
    To(Pose),
    /// Straight ahead, or straight back if negative.
    Forward(i64),
    /// A wheel on the outer front corner of that hand to a heading (R45).
    Wheel(Hand, Heading),
    /// To the right, or to the left if negative, to line up with an enemy (R48).
    Slide(i64),
}

/// The most legs a move may have.
pub const MOST_LEGS: usize = 4;

/// The legs of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Legs {
    count: u8,
    legs: [Leg; MOST_LEGS],
}

impl Legs {
    /// These legs; more than four are not kept.
    #[inline]
    pub fn of(legs: &[Leg]) -> Legs {
        let count = legs.len().min(MOST_LEGS);
        let mut kept = [Leg::Forward(0); MOST_LEGS];
        kept[..count].copy_from_slice(&legs[..count]);
        Legs { count: count as u8, legs: kept }
    }

    /// The legs in order.
    #[inline]
    pub fn legs(&self) -> &[Leg] {
        &self.legs[..self.count as usize]
    }
}

impl fmt::Debug for Legs {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_list().entries(self.legs()).finish()
    }
}

impl Serialize for Legs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.legs())
    }
}

impl<'de> Deserialize<'de> for Legs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let legs = Vec::<Leg>::deserialize(deserializer)?;
        if legs.is_empty() || legs.len() > MOST_LEGS {
            return Err(D::Error::custom(format!("a move has one to {MOST_LEGS} legs")));
        }
        Ok(Legs::of(&legs))
    }
}

impl Order {
    /// As many files as there are elements: all of them abreast.
    pub const ABREAST: u8 = u8::MAX;
}

fn single() -> u8 {
    1
}

fn is_single(files: &u8) -> bool {
    *files == single()
}

fn abreast() -> u8 {
    Order::ABREAST
}

fn is_abreast(files: &u8) -> bool {
    *files == abreast()
}

/// One step of play. Which ones are legal depends on what the position waits for.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Before play: chooses what an element of the list is (R13); of a block, all of it.
    Choose {
        /// The element.
        unit: ElementId,
        /// Which of its alternatives, from 0.
        choice: u8,
    },
    /// Before play: whether Camp Followers come along (R16).
    Followers {
        /// They do.
        come: bool,
    },
    /// Before play: whether there is a camp at all; only two War Wagons make one needless.
    Baggage {
        /// There is.
        camp: bool,
    },
    /// Lays a piece of terrain: the defender's choice, or the one that fills the centre.
    Lay {
        /// The piece.
        piece: Piece,
    },
    /// Takes a piece of terrain back by its number, or a deployed element.
    Lift {
        /// Its number.
        unit: ElementId,
    },
    /// The invader shifts or turns a piece of terrain.
    Shift {
        /// Its number.
        piece: u8,
        /// Its new centre.
        to: Point,
        /// Its new heading.
        heading: Heading,
    },
    /// The invader numbers the edges: those of 1, 2 and 3, and the one of 4, 5 and 6.
    Number {
        /// The edges in that order.
        edges: [Wind; 4],
    },
    /// Sets up the camp (R25).
    Encamp {
        /// Its south-west corner.
        least: Point,
        /// Its north-east corner.
        most: Point,
    },
    /// Deploys an element.
    Place {
        /// The element.
        unit: ElementId,
        /// Where.
        at: Station,
        /// Whether it dismounts for the whole battle.
        #[serde(default, skip_serializing_if = "engine::saved::is_false")]
        dismount: bool,
    },
    /// Does the present step of the set-up as the game suggests (R138).
    Muster,
    /// The defender exchanges two of his elements (R29).
    Swap {
        /// One.
        unit: ElementId,
        /// The other.
        with: ElementId,
    },
    /// Takes elements up for a move: one, a group, or a column with its lead first.
    Move {
        /// The elements.
        units: Units,
    },
    /// Moves an element or a group.
    March {
        /// The elements.
        units: Units,
        /// The way.
        legs: Legs,
    },
    /// Moves a column: its lead goes the way and the others close up (R46).
    File {
        /// The elements, the lead first.
        units: Units,
        /// The way of the lead.
        legs: Legs,
    },
    /// Elements of a group fall into column behind one that moves to a pose (R46), or narrow at a gap (R47).
    Form {
        /// The elements in the order of the column; of several files rank by rank, from left to right.
        units: Units,
        /// Where the lead ends.
        to: Pose,
        /// How many then stand abreast: usually one.
        #[serde(default = "single", skip_serializing_if = "is_single")]
        files: u8,
    },
    /// Breaks off from close combat, straight back (1.10).
    Withdraw {
        /// The element.
        unit: ElementId,
        /// How far.
        back: i64,
    },
    /// Lands elements that were kept back (2.15).
    Land {
        /// The elements, rank by rank, from left to right.
        units: Units,
        /// Where the first of them stands.
        to: Pose,
        /// How many stand abreast: usually all.
        #[serde(default = "abreast", skip_serializing_if = "is_abreast")]
        files: u8,
    },
    /// Puts down again what was taken up.
    Halt,
    /// Says which side shoots next.
    Volley {
        /// The side.
        side: Side,
    },
    /// Shoots: the first is the main shooter.
    Shoot {
        /// The shooters.
        units: Units,
        /// At whom.
        target: ElementId,
    },
    /// Names the aides of the target that shoots back, up to two (R86).
    Support {
        /// The aides.
        units: Units,
    },
    /// Fights a close combat.
    Attack {
        /// Who fights for the side that gives the order.
        unit: ElementId,
        /// Against whom.
        target: ElementId,
    },
    /// Has the camp fight for which several attackers stand ready: their owner names one (R125).
    Stand {
        /// Who holds the camp.
        unit: ElementId,
    },
    /// Which way a fleeing element bends.
    Bend {
        /// Left or right.
        hand: Hand,
    },
    /// Names the friend of the loser that recoils next.
    Retreat {
        /// The element.
        unit: ElementId,
    },
    /// Ends the present step.
    Done,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::MU;

    #[test]
    fn orders_are_written_as_the_protocol_shows_them() {
        let written = |order: &Order| serde_json::to_string(order).unwrap();
        let pose = Pose::new(Point::new(19 * MU, 12 * MU), Heading::degrees(90));
        let march = Order::March { units: Units::one(ElementId(3)), legs: Legs::of(&[Leg::To(pose)]) };
        assert_eq!(
            written(&march),
            r#"{"do":"march","units":[3],"legs":[{"to":{"at":[19000000,12000000],"heading":90000}}]}"#
        );
        let wheel = Leg::Wheel(Hand::Left, Heading::degrees(15));
        let group = Order::March {
            units: [3, 4].map(ElementId).into_iter().collect(),
            legs: Legs::of(&[wheel, Leg::Forward(2 * MU)]),
        };
        assert_eq!(
            written(&group),
            r#"{"do":"march","units":[3,4],"legs":[{"wheel":["left",15000]},{"forward":2000000}]}"#
        );
        for order in [march, group, Order::Done] {
            assert_eq!(serde_json::from_str::<Order>(&written(&order)).unwrap(), order);
        }
        let crowd = r#"{"do":"move","units":[0,1,2,3,4,5,6,7,8,9,10,11,12]}"#;
        assert!(serde_json::from_str::<Order>(crowd).is_err());
        assert!(serde_json::from_str::<Order>(r#"{"do":"march","units":[1],"legs":[]}"#).is_err());
    }
}
