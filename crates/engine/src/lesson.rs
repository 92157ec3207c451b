//! Lessons: guided play inside the real game. A data file has a position by hand and a list of steps; a step says one
//! thing, rings what it speaks of, and may wait for an order of the pupil.
//!
//! ```toml
//! lesson = "The march"
//! order = 1
//! about = "How counters move."
//! minutes = 2
//! scenario = "skirmish/field"
//! side = "Reds"
//! close = "You can march."
//! position = { phase = "turn", side = "Reds", counters = [{ name = "Red 1", at = "0303" }] }
//!
//! [[step]]
//! say = "This is your man. Lead him to **0302**."
//! ring = [{ counter = "Red 1" }, { place = "0302" }]
//! play = [{ do = "step", counter = "Red 1", place = "0302" }]
//! ```
//!
//! Where a pupil stands in a lesson follows from the orders and rolls of the game ([`Guide`]), so it is kept nowhere.
//! [`Lesson::prove`] plays a lesson by its own orders to its end: a rule that changes cannot break one silently.

mod course;
mod file;
mod guide;
mod proof;
#[cfg(test)]
mod tests;
mod wanted;

pub use course::Course;
pub use file::{Lesson, Part, Ring, Step, Until};
pub use guide::{Guide, Next, Standing};
pub use wanted::{Names, Spot, Wanted};
