//! `strategikon verify`: a record's chain, every order, every roll.

use engine::words::counted;
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
    writeln!(
        out,
        "  {} in an unbroken chain, ending {}",
        counted(report.entries, "entry", "entries"),
        report.hash
    )?;
    writeln!(out, "  {}, all legal", counted(report.orders, "order", "orders"))?;
    writeln!(
        out,
        "  {}: {} computed again from the seed",
        counted(report.rolls, "roll", "rolls"),
        report.rolls_verified
    )?;
    if report.rolls_by_hand > 0 {
        writeln!(
            out,
            "  {} entered by hand, which nobody can check",
            counted(report.rolls_by_hand, "roll was", "rolls were")
        )?;
    }
    if report.rolls_sealed > 0 {
        writeln!(
            out,
            "  {} can be checked once the seed is revealed",
            counted(report.rolls_sealed, "roll", "rolls")
        )?;
    }
    let end = if report.finished { "the game is over" } else { "the game is not over" };
    Ok(writeln!(out, "  {end}: {}", report.turn)?)
}
