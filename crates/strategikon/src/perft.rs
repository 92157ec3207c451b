//! `strategikon perft`: lines of play counted by depth.

use std::io::Write;

use clap::Args;
use lab::{Count, Probe, probe};
use shelf::Shelf;

use crate::common::{Failure, json, named_scenarios, options};

/// What `perft` is asked.
#[derive(Args)]
pub struct Perft {
    /// Scenarios in full (`armageddon/rome`), or a game for all of its scenarios (`armageddon`)
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<String>,
    /// How deep: so many orders and throws
    #[arg(long, default_value_t = 3)]
    depth: u32,
    /// Count from later moments of a random game, after so many orders and rolls: 0,200,600
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "0")]
    after: Vec<u64>,
    /// The seed of that game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Go no deeper than to the first count above this
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    limit: u64,
    /// An option of the scenario, such as turns=18; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// For programs
    #[arg(long)]
    json: bool,
}

impl Perft {
    /// Counts.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        let options = options(&self.options)?;
        let mut counts: Vec<Count> = vec![];
        for scenario in named_scenarios(shelf, &self.scenarios)? {
            for &after in &self.after {
                let (scenario, options) = (scenario.clone(), options.clone());
                let (seed, depth, limit) = (self.seed, self.depth, self.limit);
                let count = probe(shelf, &Probe { scenario, options, after, seed, depth, limit })?;
                if !self.json {
                    print(&count, out)?;
                }
                counts.push(count);
            }
        }
        if self.json { json(out, &counts) } else { Ok(()) }
    }
}

fn print(count: &Count, out: &mut impl Write) -> Result<(), Failure> {
    write!(out, "{}", count.scenario)?;
    if count.after > 0 {
        write!(out, ", after {} orders and rolls of seed {}", count.after, count.seed)?;
    }
    writeln!(out)?;
    for (depth, lines) in (1..).zip(&count.lines) {
        writeln!(out, "{depth:>4} {lines:>14}")?;
    }
    Ok(out.flush()?)
}
