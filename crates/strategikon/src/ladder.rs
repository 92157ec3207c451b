//! `strategikon ladder`: the levels of the commanders against each other.

use engine::words::counted;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use lab::{Player, Thinking};
use shelf::Shelf;

use crate::common::{Failure, duration, jobs, json, named_scenarios};

/// What `ladder` is asked.
#[derive(Args)]
pub struct Ladder {
    /// Scenarios in full (`armageddon/rome`), or a game for all of its scenarios
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<String>,
    /// How many games a pair, half of them with the sides exchanged
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// The players, the strongest last
    #[arg(long, default_value = "random,recruit,soldier,veteran,strategos", value_name = "A,B,…")]
    players: String,
    /// Positions a commander looks into for each decision; by default what its level does
    #[arg(long)]
    nodes: Option<u32>,
    /// Time a commander takes for each decision, such as 200ms
    #[arg(long, value_parser = duration)]
    think: Option<Duration>,
    /// The seed of the series
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; by default one a core
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// For programs
    #[arg(long)]
    json: bool,
}

impl Ladder {
    /// Plays every pair of neighbours.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        let scenarios = named_scenarios(shelf, &self.scenarios)?;
        let players: Result<Vec<Player>, String> = self.players.split(',').map(str::parse).collect();
        let players = players.map_err(Failure::Usage)?;
        if players.len() < 2 {
            return Err(Failure::Usage("expected at least two players, such as recruit,soldier".into()));
        }
        let jobs = jobs(self.jobs);
        let thinking = Thinking { nodes: self.nodes, time: self.think };
        let mut rungs = vec![];
        for pair in players.windows(2) {
            let rung =
                lab::ladder(shelf, &scenarios, [pair[1], pair[0]], self.games, self.seed, jobs, &thinking)?;
            if !self.json {
                writeln!(
                    out,
                    "{:>10} against {:<10} {:>5.1} % of {} games ({:.1} to {:.1}), {} drawn, {} faults",
                    rung.upper,
                    rung.lower,
                    rung.share * 100.0,
                    rung.games,
                    rung.interval.0 * 100.0,
                    rung.interval.1 * 100.0,
                    rung.draws,
                    rung.faults
                )?;
                out.flush()?;
            }
            rungs.push(rung);
        }
        if self.json {
            json(out, &rungs)?;
        }
        match rungs.iter().map(|rung| rung.faults).sum() {
            0u64 => Ok(()),
            faults => Err(Failure::Check(format!("{} wrong", counted(faults, "game went", "games went")))),
        }
    }
}
