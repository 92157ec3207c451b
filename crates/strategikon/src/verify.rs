//! `strategikon verify`: a record's chain, every order, every roll, its end, and who signed it.

use engine::words::counted;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use engine::Side;
use engine::record::{FIRST_VERSION, How, Record, RecordFault, Verification};
use serde_json::json;
use server::seal;
use shelf::Shelf;

use crate::common::{self, Failure, in_file, read, seat_words};

/// What `verify` is asked.
#[derive(Args)]
pub struct Verify {
    /// The record
    record: PathBuf,
    /// The key of the server that must have signed it, as its /api shows it under info
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// For programs
    #[arg(long)]
    json: bool,
}

impl Verify {
    /// Verifies; a record that is not in order is a failed check.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        if self.key.as_ref().is_some_and(|key| key.len() != 64 || !key.bytes().all(|b| b.is_ascii_hexdigit()))
        {
            return Err(Failure::Usage("a key has 64 hexadecimal digits".into()));
        }
        let text = read(&self.record)?;
        match self.verified(shelf, &text) {
            Ok((report, signed)) if self.json => {
                let mut report = json!(report);
                report["signed_by"] = json!(signed);
                report["key_checked"] = json!(self.key.is_some());
                common::json(out, &report)
            }
            Ok((report, signed)) => self.print(&report, signed.as_deref(), out),
            Err(fault) => {
                if self.json {
                    common::json(out, &json!({ "fault": { "line": fault.line, "what": fault.what } }))?;
                    out.flush()?;
                }
                Err(in_file(&self.record, fault))
            }
        }
    }

    fn verified(&self, shelf: &Shelf, text: &str) -> Result<(Verification, Option<String>), RecordFault> {
        let record = Record::read(text)?;
        let report = shelf.verify(&record)?;
        let signed = seal::check(&record, self.key.as_deref())?;
        Ok((report, signed))
    }

    fn print(
        &self,
        report: &Verification,
        signed: Option<&str>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        writeln!(out, "{}: the record is in order", report.scenario)?;
        if report.version == FIRST_VERSION {
            writeln!(
                out,
                "  It is of version 1: it does not say who played, what was taken back, nor an end by agreement, \
                 resignation or time, and nobody has signed it."
            )?;
        }
        for (side, seat) in Side::BOTH.into_iter().zip(&report.seats) {
            if let Some(seat) = seat {
                writeln!(
                    out,
                    "  {} side: {}",
                    if side == Side::First { "first" } else { "second" },
                    seat_words(seat)
                )?;
            }
        }
        writeln!(
            out,
            "  {} in an unbroken chain, ending {}",
            counted(report.entries, "entry", "entries"),
            report.hash
        )?;
        writeln!(out, "  {}, all legal", counted(report.orders, "order", "orders"))?;
        rolls(report, out)?;
        end(report, out)?;
        let signed = match (signed, &self.key) {
            (Some(_), Some(_)) => "signed with the key you gave".to_string(),
            (Some(key), None) => format!("signed with the key {key}; --key checks that it is the server's"),
            (None, _) => "not signed: nothing says who kept it".to_string(),
        };
        Ok(writeln!(out, "  {signed}")?)
    }
}

fn rolls(report: &Verification, out: &mut impl Write) -> Result<(), Failure> {
    let all = report.rolls + report.rolls_taken_back;
    writeln!(
        out,
        "  {}: {} computed again from the seed",
        counted(all, "roll", "rolls"),
        report.rolls_verified
    )?;
    if report.rolls_taken_back > 0 {
        writeln!(
            out,
            "  {} taken back after the dice had fallen",
            counted(report.rolls_taken_back, "of them was", "of them were")
        )?;
    }
    if report.rolls_by_hand > 0 {
        let were = counted(report.rolls_by_hand, "roll was", "rolls were");
        writeln!(out, "  {were} entered by hand, which nobody can check")?;
    }
    if report.rolls_sealed > 0 {
        let rolls = counted(report.rolls_sealed, "roll", "rolls");
        writeln!(out, "  {rolls} can be checked once the seed is revealed")?;
    }
    if report.open_seed && all > 0 {
        writeln!(out, "  the seed was no secret: whoever played could compute the dice beforehand")?;
    }
    if report.committed && all > 0 {
        let [neither, one, both] = report.rolls_by_nonces;
        writeln!(
            out,
            "  into {both} of them both sides had given a nonce, into {one} only one, into {neither} none"
        )?;
        for (side, nonces) in ["first", "second"].into_iter().zip(report.nonces) {
            writeln!(
                out,
                "  the {side} side gave {} with {}; {} bound by the one before",
                counted(nonces.given, "nonce", "nonces"),
                counted(nonces.orders, "order", "orders"),
                counted(nonces.bound, "was", "were")
            )?;
        }
    }
    Ok(())
}

fn end(report: &Verification, out: &mut impl Write) -> Result<(), Failure> {
    let how = |how: How| match how {
        How::Rules => "by its rules",
        How::Resigned => "by resignation",
        How::Agreed => "by agreement",
        How::Time => "on time",
    };
    match &report.end {
        Some(end) => Ok(writeln!(out, "  the game is over {}: {} ({})", how(end.how), end.why, end.rule)?),
        None if report.finished => Ok(writeln!(out, "  the game is over: {}", report.turn)?),
        None if report.version > FIRST_VERSION => {
            let why = "UNFINISHED: the record has no end; the game goes on, or the record was cut short";
            Ok(writeln!(out, "  {why}: {}", report.turn)?)
        }
        None => Ok(writeln!(out, "  the game is not over, or the record was cut short: {}", report.turn)?),
    }
}
