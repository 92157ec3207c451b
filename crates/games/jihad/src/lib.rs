//! Jihad! The rise of Islam, 632 to 732: grand strategy between the Muslims and eight States.
//!
//! The modules are the chapters of the rulebook: `productivity`, `recruitment` and `construction`, `movement`
//! with `attrition` and `transport`, `stacking`, `combat` and `retreat`, `conversion`, `rebellion`,
//! `civil_war`, `constantinople`, `setup`, `victory`; `sequence` strings them together. `sheet` is what is
//! printed, `files` reads it, `position` is what changes.
//!
//! ```
//! use std::sync::Arc;
//!
//! use engine::{Rules, Shown, Silence, Turn};
//! use jihad::{Order, Position, files::Library, sheet::Variant};
//!
//! let library = Library::embedded().unwrap();
//! let mut position = Position::new(Arc::new(library.sheet("full", Variant::default()).unwrap()));
//! // Several Empires States claim the same fields: their player accepts the usual assignment.
//! position.play(&Order::Done, &mut Silence);
//! assert_eq!(position.turn(), Turn::Order(jihad::sheet::MUSLIMS));
//! assert_eq!(position.prompt(), "Muslims: recruit units, or go on to construction");
//! ```

pub mod edition;
pub mod files;
pub mod order;
pub mod position;
pub mod rulebook;
pub mod sheet;

mod aim;
mod attrition;
mod audit;
mod by_hand;
mod civil_war;
mod codes;
mod combat;
mod constantinople;
mod construction;
mod conversion;
#[cfg(test)]
mod drill;
mod goal;
mod identical;
mod judgment;
mod movement;
mod productivity;
mod profile;
mod rebellion;
mod recruitment;
mod refusal;
mod retreat;
mod routes;
mod rules;
mod saved;
mod sequence;
mod setup;
mod shown;
mod stacking;
mod stages;
mod sums;
mod transport;
mod unit;
mod victory;
mod view;
mod words;

pub use edition::edition;
pub use order::{Order, Station};
pub use position::Position;
pub use unit::UnitId;
