//! DBA 2.2+: two armies of twelve elements on an open table without hexes.
//!
//! [`geometry`] is the open table in whole numbers. The other modules are chapters: `options`, `terrain` and
//! `deployment` before the battle; `pips`, `movement` with `zones` and `contact`, `breaking_off` and `landing`;
//! `facing`; `shooting`; `close_combat` with `factors` and `results`; `recoil`, `flight` and `pursuit`; `victory`.
//! `sequence` strings them together, `lists` holds what is worth doing. `sheet` is what is printed, `files` reads it,
//! `position` is what changes.
//!
//! ```
//! use std::sync::Arc;
//!
//! use dba::{Order, Position, files::Library};
//! use engine::{Rules, Shown, Silence};
//!
//! let library = Library::embedded().unwrap();
//! let mut position = Position::new(Arc::new(library.sheet("kadesh", None).unwrap()));
//! assert_eq!(position.prompt(), "Egyptians: choose the options of your list, or be ready");
//! position.play(&Order::Done, &mut Silence);
//! assert_eq!(position.prompt(), "Hittites: choose the options of your list, or be ready");
//! ```

pub mod edition;
pub mod field;
pub mod files;
pub mod geometry;
pub mod kind;
pub mod order;
pub mod position;
pub mod rulebook;
pub mod sheet;

mod audit;
mod breaking_off;
mod by_hand;
mod close_combat;
mod contact;
mod deployment;
#[cfg(test)]
mod drill;
mod element;
mod facing;
mod factors;
mod flight;
mod goal;
mod judgment;
mod landing;
mod lists;
mod movement;
#[cfg(test)]
mod odd_cases;
mod options;
mod pips;
mod profile;
mod pursuit;
mod recoil;
mod refusal;
mod results;
mod rules;
mod saved;
mod sequence;
mod shooting;
mod shown;
mod stages;
mod sums;
mod terrain;
mod victory;
mod words;
mod zones;

pub use edition::edition;
pub use element::{ElementId, Units, Whereabouts};
pub use order::{Leg, Legs, Order, Station, Wind};
pub use position::Position;
