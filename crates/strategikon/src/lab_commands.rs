//! `strategikon lab`: plans of games, played alone or with many machines, and reports of what they say.

mod report;
mod run;
mod worker;

use std::io::Write;

use clap::{Args, Subcommand};
use shelf::Shelf;

use crate::common::Failure;

/// What `lab` is asked.
#[derive(Args)]
pub struct Lab {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Subcommand)]
enum LabCommand {
    /// Play the games of a plan; a run that was cut off is carried on
    Run(run::LabRun),
    /// Play games for a run elsewhere that hands them out over a database
    Worker(worker::LabWorker),
    /// Tell what the games of a run say: a page, and tables for programs
    Report(report::LabReport),
}

impl Lab {
    /// Does it.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        match &self.command {
            LabCommand::Run(run) => run.run(shelf, out),
            LabCommand::Worker(worker) => worker.run(shelf, out),
            LabCommand::Report(report) => report.run(shelf, out),
        }
    }
}
