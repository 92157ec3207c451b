//! `strategikon bench`: speed and size.

use std::io::Write;
use std::time::Duration;

use clap::{Args, Subcommand};
use lab::{Measurement, Stopwatch};
use shelf::Shelf;

use crate::bench_server::BenchServer;
use crate::common::{Failure, json};

/// What `bench` is asked.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Bench {
    #[command(subcommand)]
    of: Option<Of>,
    /// Scenarios in full; by default the first of each game
    #[arg(value_name = "SCENARIO")]
    scenarios: Vec<String>,
    /// About how many seconds each measurement of speed takes
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// The seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leave out the search for the scenario with the slowest lists of orders
    #[arg(long)]
    quick: bool,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// What else can be measured.
#[derive(Subcommand)]
enum Of {
    /// Many games and listeners on one server process
    Server(BenchServer),
}

impl Bench {
    /// Measures.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        if let Some(Of::Server(server)) = &self.of {
            return server.run(out);
        }
        let span = Duration::try_from_secs_f64(self.seconds);
        let span = span.map_err(|_| Failure::Usage(format!("--seconds cannot be {}", self.seconds)))?;
        let watch = Stopwatch { span, seed: self.seed };
        let mut figures: Vec<Measurement> = vec![];
        for scenario in self.chosen(shelf)? {
            figures.extend(watch.scenario(shelf, scenario)?);
        }
        if !self.quick {
            for edition in shelf.editions() {
                let scenarios = edition.scenarios().iter().map(|card| card.scenario.as_str());
                figures.extend(watch.slowest_lists(shelf, scenarios)?);
            }
        }
        if self.json {
            return json(out, &figures);
        }
        let width = figures.iter().map(|figure| figure.name.chars().count()).max().unwrap_or(0);
        for Measurement { name, value, unit } in figures {
            writeln!(out, "{name:<width$}  {value:>12} {unit}")?;
        }
        Ok(())
    }

    fn chosen<'a>(&'a self, shelf: &'a Shelf) -> Result<Vec<&'a str>, Failure> {
        if self.scenarios.is_empty() {
            let first = shelf.editions().filter_map(|edition| edition.scenarios().first());
            return Ok(first.map(|card| card.scenario.as_str()).collect());
        }
        self.scenarios.iter().map(|name| Ok(shelf.scenario(name)?.scenario.as_str())).collect()
    }
}
