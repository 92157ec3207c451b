//! `strategikon replay`: the game of a record told again.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use engine::{Side, Viewer};
use shelf::Shelf;

use crate::common::{Failure, json, resume, seat_words};

/// What `replay` is asked.
#[derive(Args)]
pub struct Replay {
    /// The record
    record: PathBuf,
    /// Only as far as this entry
    #[arg(long, value_name = "N")]
    to: Option<usize>,
    /// Show the board at the end
    #[arg(long)]
    board: bool,
    /// For programs: entries with their events
    #[arg(long)]
    json: bool,
}

impl Replay {
    /// Tells the game.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        let (record, mut session) = resume(shelf, &self.record)?;
        if let Some(n) = self.to {
            session.go(n)?;
        }
        let told = session.chronicle()?;
        if self.json {
            return json(out, &told);
        }
        let card = shelf.scenario(&session.header().scenario)?;
        writeln!(out, "{}, {}: {} against {}", card.title, card.date, card.sides[0], card.sides[1])?;
        for side in Side::BOTH {
            if let Some(seat) = record.seats()[side.index()] {
                writeln!(out, "{}: {}", card.sides[side.index()], seat_words(seat))?;
            }
        }
        for entry in told {
            writeln!(out, "{:>5}  {}", entry.n, entry.words)?;
            for event in entry.events {
                writeln!(out, "         {} ({})", event.text, event.rule)?;
            }
        }
        if self.board {
            writeln!(out, "\n{}", board::text_board(&session.table().scene(Viewer::Referee)))?;
        }
        match record.end().filter(|_| self.to.is_none()) {
            Some(end) => Ok(writeln!(out, "\n{} ({})", end.why, end.rule)?),
            None => Ok(writeln!(out, "\n{}", session.table().prompt())?),
        }
    }
}
