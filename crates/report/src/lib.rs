//! What the games of a plan say: one page for people, and tables for programs.
//!
//! [`Findings::read`] goes once through the results of a run (`lab::Run`) and adds them up; [`page()`] tells them in one HTML
//! file without anything outside it, [`Table`] holds the games as columns and writes them as CSV and Parquet.

mod bars;
mod charts;
mod findings;
mod fortune;
mod page;
mod parquet;
mod places;
mod section;
mod table;

pub use findings::{Findings, ReadFault, SeriesFindings};
pub use page::page;
pub use table::Table;
