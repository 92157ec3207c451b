//! Commanders: computer players in four levels, one search for every game.
//!
//! A commander knows no rules. It asks the game for its legal orders and how readily a sensible player gives
//! them, strings them into *plans* (a unit's whole move, an attack from naming to commitment) and plans into
//! *schemes* (all it does until dice fall or the other side acts), and weighs what they come to: by what the
//! game's standing says at their end, dice averaged exactly, and by playing on from there through the
//! enemy's answer. It sees what its side may see, rolls no die of its own
//! game, and with a budget of nodes and a seed it always decides the same.
//!
//! ```
//! use commander::{Budget, Commander, Level};
//! use engine::skirmish::Skirmish;
//! use engine::table::OpenTable;
//! let table = OpenTable::boxed(Skirmish::new(20));
//! let commander = Commander::new("skirmish", Level::Soldier);
//! let thought = commander.think(table.as_ref(), &Budget::nodes(100), 7);
//! assert!(table.check(&thought.orders[0]).is_ok());
//! ```

mod book;
mod budget;
mod calibrate;
mod calibration;
mod chance;
mod counsel;
mod fit;
mod intent;
mod level;
mod manner;
mod outlook;
mod plan;
mod regression;
mod scheme;
mod script;
mod search;
mod teller;
mod weights;

pub use budget::{Budget, Ready};
pub use calibrate::{Played, calibrate};
pub use calibration::Calibration;
pub use chance::result_of;
pub use counsel::{Advice, Counsel, Reason, in_a_sentence};
pub use fit::{Fit, Lesson, fit};
pub use intent::Intent;
pub use level::{Level, UnknownLevel};
pub use manner::Manner;
pub use outlook::Outlook;
pub use script::{Script, Scripted, UnknownScript};
pub use search::{Alternative, Commander, Thought};
pub use teller::Teller;
pub use weights::{WeightFault, Weights};
