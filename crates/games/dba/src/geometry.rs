//! The geometry of an open table in whole numbers: the same answer on every machine (7.1, "Geometry for
//! implementers" of the rulings).
//!
//! A length is a whole number of millionths of a MU, a heading a whole number of thousandths of a degree. There is
//! one slack for everything ([`SLACK`], R2): points that near coincide, things that near touch, areas overlap only
//! if they sink deeper.
//!
//! ```
//! use dba::geometry::{Base, Heading, MU, Point, Pose};
//!
//! let spears = Base::new(Pose::new(Point::new(19 * MU, 19 * MU), Heading::degrees(30)), 3);
//! let foe = Base::new(spears.front_place(), 6);
//! assert!(!spears.overlaps(&foe), "they touch along the whole front and share no ground");
//! assert_eq!(foe.front_place(), spears.pose, "and the place before the foe is where the Spears stand");
//! ```

mod base;
mod convex;
mod heading;
mod hull;
mod line;
mod point;
mod polygon;
mod sweep;

pub(crate) use base::breadth;
pub use base::{Base, Edge, Hand, Pose};
pub use convex::{Convex, Extent, clip_to, gap, overlap, wholly_in};
pub(crate) use convex::{distance_to_segment, interlock};
pub use heading::{FULL_CIRCLE, Heading, RIGHT_ANGLE};
pub use hull::Ground;
pub use line::{cuts, properly_cross};
pub use point::{Point, rounded_quotient, rounded_root, within};
pub use polygon::Polygon;
pub(crate) use sweep::part_of;
pub use sweep::run_until_touching;

/// One movement unit: half the width of a base.
pub const MU: i64 = 1_000_000;

/// What is nearer than this coincides, touches, or is within a limit (R2).
pub const SLACK: i64 = 2_000;

/// The length of a facing vector: a quarter of a MU.
pub const QUARTER: i64 = MU / 4;

/// The slack times the length of a facing vector. All of these are within 0.7 of [`QUARTER`] long, which changes the
/// slack by less than a hundredth of a unit.
pub(crate) const SLACK_OF_FACING: i64 = SLACK * QUARTER;

/// The table is a square of so many MU (7.1).
pub const TABLE: i64 = 38 * MU;
