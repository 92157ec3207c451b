//! `strategikon verify`: a record's chain, every order, every roll.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use engine::record::{Record, Verification};
use serde_json::json;
use shelf::Shelf;

use crate::common::{self, Failure, in_file, read};

/// What `verify` is asked.
#[derive(Args)]
pub struct Verify {
    /// The record
    record: PathBuf,
    /// For programs
    #[arg(long)]
    json: bool,
}

impl Verify {
    /// Verifies; a record that is not in order is a failed check.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        let text = read(&self.record)?;
        let verified = Record::read(&text).and_then(|record| shelf.verify(&record));
        match verified {
            Ok(report) if self.json => common::json(out, &report),
            Ok(report) => print(&report, out),
            Err(fault) => {
                if self.json {
                    common::json(out, &json!({ "fault": { "line": fault.line, "what": fault.what } }))?;
                    out.flush()?;
                }
                Err(in_file(&self.record, fault))
            }
        }
    }
}

fn print(report: &Verification, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{}: the record is in order", report.scenario)?;
    writeln!(out, "  {} entries in an unbroken chain, ending {}", report.entries, report.hash)?;
    writeln!(out, "  {} orders, all legal", report.orders)?;
    writeln!(out, "  {} rolls: {} computed again from the seed", report.rolls, report.rolls_verified)?;
    if report.rolls_by_hand > 0 {
        writeln!(out, "  {} rolls were entered by hand; nobody can check those", report.rolls_by_hand)?;
    }
    if report.rolls_sealed > 0 {
        writeln!(out, "  {} rolls can be checked once the seed is revealed", report.rolls_sealed)?;
    }
    let end = if report.finished { "the game is over" } else { "the game is not over" };
    Ok(writeln!(out, "  {end}: {}", report.turn)?)
}
