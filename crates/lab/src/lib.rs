//! The lab: many games played at once, and what they say about a scenario.
//!
//! A [`Series`] is numbered games of one scenario between the same players; a [`Plan`] is many of them, read from a file;
//! a [`Run`] plays a plan, keeps every game as it ends and can be carried on. [`simulate`] plays one series and answers in
//! figures. One loop plays every game (`match_up`).
//!
//! ```
//! use engine::skirmish::SkirmishEdition;
//! use lab::{Series, simulate};
//! let shelf = shelf::Shelf::of([Box::new(SkirmishEdition) as Box<_>]);
//! let summary = simulate(&shelf, &Series { games: 50, ..Series::new("skirmish/field") }, 1, &|| {})?;
//! assert_eq!((summary.finished, summary.faults), (50, 0));
//! # Ok::<(), engine::Objection>(())
//! ```

mod bench;
mod calibration;
pub mod intervals;
mod ladder;
mod match_up;
mod notebook;
mod observer;
mod perft;
mod plan;
mod player;
mod reliability;
mod run;
mod school;
mod series;
mod stopping;
mod summary;
mod upshot;
mod variant;

pub use bench::{Measurement, Stopwatch};
pub use calibration::{Looked, PLAYOUTS, calibration, foretold, looked_at};
pub use intervals::wilson;
pub use ladder::{Rung, ladder};
pub use match_up::{Pace, Thinking};
pub use notebook::{Note, Notebook};
pub use observer::spot;
pub use perft::{Count, Probe, probe};
pub use plan::{AS_PRINTED, Plan, Planned, Variant};
pub use player::{Mind, Player};
pub use reliability::{FAIR, Foretold, Reliability, Tenth, reliability};
pub use run::{Heading, Run, RunFault, SeriesHeading, Shelves};
pub use school::{School, Trial, by_bouts, school};
pub use series::{Attention, Series, simulate};
pub use stopping::Enough;
pub use summary::Summary;
pub use upshot::{Fortunes, Loss, Upshot, WentWrong};
pub use variant::Change;
