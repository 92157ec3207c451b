//! Apocalypse in the East: campaigns for Constantinople, 646 to 656, between Muslims and Byzantines.
//!
//! The modules are the chapters of the rulebook: `events`, `replacements` and `fleets`; `modes` and `muster`;
//! `attrition`; `movement`, `naval` and `walk`; `stacking`; `battle`, `siege` and `sea_battle`; `placing` for whoever
//! routs or disbands; `setup`, `victory`; `sequence` strings them together. `sheet` is what is printed, `files` reads
//! it, `position` is what changes.
//!
//! ```
//! use std::sync::Arc;
//!
//! use apocalypse::{Position, files::Library};
//! use engine::{Rules, Shown, Turn};
//!
//! let library = Library::embedded().unwrap();
//! let position = Position::new(Arc::new(library.sheet("campaign", ()).unwrap()));
//! assert_eq!(position.turn(), Turn::Order(apocalypse::sheet::BYZANTINES));
//! assert_eq!(position.prompt(), "Byzantines: name the noble who commands the Armeniae");
//! ```

pub mod edition;
pub mod files;
pub mod order;
pub mod position;
pub mod rulebook;
pub mod sheet;

mod attrition;
mod audit;
mod battle;
mod by_hand;
mod distance;
#[cfg(test)]
mod drill;
mod events;
mod fleets;
mod goal;
mod identical;
mod judgment;
mod modes;
mod movement;
mod muster;
mod naval;
mod placing;
mod profile;
#[cfg(test)]
mod reference;
mod refusal;
mod replacements;
mod routes;
mod rules;
mod saved;
mod sea_battle;
mod sequence;
mod setup;
mod shown;
mod siege;
mod stacking;
mod stages;
mod sums;
mod threats;
mod unit;
mod victory;
mod view;
mod walk;
mod words;

pub use edition::edition;
pub use order::Order;
pub use position::Position;
pub use unit::{Expedition, UnitId};
