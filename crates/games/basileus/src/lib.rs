//! Basileus (À la charge! V): five battles of Byzantium, 970 to 1122.
//!
//! The modules are the chapters of the rulebook: `characteristics` and `dodge` (2.2), `deployment` (3),
//! `sequence` (5), `stacking` (6), `movement` (8), `zones` (9), `attack`, `charge`, `resolution`, `results`,
//! `retreat`, `morale`, `advance` (10), `victory` (11), `pools` (12.3), `arrival` (13). `sheet` is what is
//! printed, `files` reads it, `position` is what changes.

pub mod battle;
pub mod edition;
pub mod files;
pub mod order;
pub mod position;
pub mod rulebook;
pub mod sheet;

mod advance;
mod aim;
mod arrival;
mod attack;
mod audit;
mod by_hand;
mod characteristics;
mod charge;
mod deployment;
mod dodge;
#[cfg(test)]
mod drill;
mod goal;
mod judgment;
mod morale;
mod movement;
mod muster;
mod pools;
mod profile;
mod refusal;
mod resolution;
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
mod zones;

pub use battle::Battle;
pub use edition::edition;
pub use order::Order;
pub use position::Position;
pub use unit::UnitId;
