//! `strategikon balance`: how often each side of a scenario wins between equal players.

use engine::words::counted;
use std::io::Write;
use std::num::NonZeroUsize;

use clap::Args;
use engine::edition::Options;
use lab::{Player, Series, Thinking, wilson};
use serde::Serialize;
use shelf::Shelf;

use crate::common::{Failure, jobs, json, named_scenarios};

/// What `balance` is asked.
#[derive(Args)]
pub struct Balance {
    /// Scenarios in full (`armageddon/rome`), or a game for all of its scenarios
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<String>,
    /// How many games of each
    #[arg(long, default_value_t = 40)]
    games: u64,
    /// Who plays both sides: random, recruit, soldier, veteran, strategos, or a script:
    /// close-up, exit-column, rush, turtle, raid
    #[arg(long, default_value = "veteran")]
    player: Player,
    /// Positions a commander looks into for each decision; by default what its level does
    #[arg(long)]
    nodes: Option<u32>,
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

/// A line of the balance sheet.
#[derive(Serialize)]
struct Line {
    scenario: String,
    sides: [String; 2],
    games: u64,
    won: [u64; 2],
    draws: u64,
    /// The share of the first side, a draw counted half, and the interval it lies in with a chance of 95 %.
    first: f64,
    interval: (f64, f64),
    faults: u64,
}

impl Balance {
    /// Plays, and writes a table in Markdown.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        let scenarios = named_scenarios(shelf, &self.scenarios)?;
        if !self.json {
            writeln!(
                out,
                "| scenario | first side | second side | games | first wins | drawn | 95 % interval |"
            )?;
            writeln!(out, "|---|---|---|---|---|---|---|")?;
        }
        let mut lines = vec![];
        for scenario in scenarios {
            let line = self.line(shelf, &scenario)?;
            if !self.json {
                let [first, second] = &line.sides;
                let percent = |share: f64| (share * 100.0).round();
                let (low, high) = line.interval;
                let Line { games, draws, .. } = line;
                writeln!(
                    out,
                    "| {scenario} | {first} | {second} | {games} | {} % | {draws} | {}–{} % |",
                    percent(line.first),
                    percent(low),
                    percent(high)
                )?;
                out.flush()?;
            }
            lines.push(line);
        }
        if self.json {
            json(out, &lines)?;
        }
        match lines.iter().map(|line| line.faults).sum() {
            0u64 => Ok(()),
            faults => Err(Failure::Check(format!("{} wrong", counted(faults, "game went", "games went")))),
        }
    }

    fn line(&self, shelf: &Shelf, scenario: &str) -> Result<Line, Failure> {
        let series = Series {
            games: self.games,
            players: [self.player; 2],
            seed: self.seed,
            thinking: Thinking { nodes: self.nodes, time: None },
            ..Series::new(scenario)
        };
        let summary = lab::simulate(shelf, &series, jobs(self.jobs), &|| {})?;
        let sides = shelf.open(scenario, &Options::new())?.card.sides;
        let won =
            [0, 1].map(|i| summary.wins.get(&sides[i]).and_then(serde_json::Value::as_u64).unwrap_or(0));
        let score = won[0] as f64 + summary.draws as f64 / 2.0;
        let first = if summary.finished > 0 { score / summary.finished as f64 } else { 0.5 };
        Ok(Line {
            scenario: scenario.into(),
            games: summary.finished,
            won,
            draws: summary.draws,
            first,
            interval: wilson(first, summary.finished),
            faults: summary.faults,
            sides,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::tests::{example_shelf, written};
    use clap::Parser;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        balance: Balance,
    }

    #[test]
    fn every_scenario_has_a_line_with_its_interval() {
        let words = ["balance", "skirmish", "--games", "30", "--player", "recruit"];
        let table = written(|out| Words::parse_from(words).balance.run(&example_shelf(), out)).unwrap();
        assert_eq!(table.lines().count(), 3);
        assert!(table.lines().nth(2).unwrap().starts_with("| skirmish/field | Reds |"), "{table}");
    }
}
