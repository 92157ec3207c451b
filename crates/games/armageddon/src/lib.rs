//! Armageddon: tactical combat, 3000 to 500 BC.
//!
//! The modules are the chapters of the rulebook: `movement`, `melee`, `fire`, `results`,
//! `retreat`, `stacking`, `chariots`, `leaders`, `deployment`, `victory`; `sequence` strings
//! them together, `chengpu` holds the special rules of one scenario. `sheet` is what is printed,
//! `files` reads it, `position` is what changes.

pub mod battle;
pub mod edition;
pub mod files;
pub mod order;
pub mod position;
pub mod rulebook;
pub mod sheet;

mod aim;
mod arrival;
mod attack;
mod audit;
mod by_hand;
mod chariots;
mod chengpu;
mod deployment;
#[cfg(test)]
mod drill;
mod fire;
mod goal;
mod judgment;
mod leaders;
mod melee;
mod movement;
mod muster;
mod profile;
mod refusal;
mod results;
mod retreat;
mod routes;
mod rules;
mod saved;
#[cfg(test)]
mod scenarios;
mod sequence;
mod shown;
mod stacking;
mod stages;
mod sums;
mod unit;
mod victory;
mod view;
mod words;

pub use battle::Battle;
pub use edition::edition;
pub use order::Order;
pub use position::Position;
pub use unit::UnitId;
