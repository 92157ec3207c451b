//! `strategikon simulate`: many games, and what came of them.

use engine::words::counted;
use std::io::Write;
use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use lab::{Player, Series, Summary, Thinking};
use shelf::Shelf;

use crate::common::{Failure, duration, games_bar, jobs, json, named_scenarios, options};

/// What `simulate` is asked.
#[derive(Args)]
pub struct Simulate {
    /// Scenarios in full (`armageddon/rome`), or a game for all of its scenarios (`armageddon`)
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<String>,
    /// How many games of each
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Who plays the two sides: random, recruit, soldier, veteran, strategos, or a script:
    /// close-up, exit-column, rush, turtle, raid
    #[arg(long, default_value = "random,random", value_name = "A,B")]
    players: String,
    /// Positions a commander looks into for each decision; by default what its level does
    #[arg(long)]
    nodes: Option<u32>,
    /// Time a commander takes for each decision, such as 200ms or 2s
    #[arg(long, value_parser = duration)]
    think: Option<Duration>,
    /// The seed of the series: the same seed, the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at once; by default one a core
    #[arg(long)]
    jobs: Option<NonZeroUsize>,
    /// The number of the first game, to play one of a series again
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Orders after which a game counts as one that does not finish
    #[arg(long, default_value_t = engine::playout::USUAL_LIMIT)]
    limit: u64,
    /// Check every promise of the rules at every position: slow
    #[arg(long)]
    audit: bool,
    /// An option of the scenario, such as turns=18; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// For programs
    #[arg(long)]
    json: bool,
}

impl Simulate {
    /// Plays; a fault in any game is a failed check.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        let plan = self.plan(shelf)?;
        let bar = games_bar(plan.len() as u64 * self.games);
        let mut summaries = vec![];
        for series in &plan {
            bar.set_message(series.scenario.clone());
            let summary = lab::simulate(shelf, series, jobs(self.jobs), &|| bar.inc(1))?;
            if !self.json {
                bar.suspend(|| print(&summary, out).and_then(|()| Ok(out.flush()?)))?;
            }
            summaries.push(summary);
        }
        bar.finish_and_clear();
        if self.json {
            json(out, &summaries)?;
        }
        match summaries.iter().map(|summary| summary.faults).sum() {
            0u64 => Ok(()),
            faults => Err(Failure::Check(format!("{} wrong", counted(faults, "game went", "games went")))),
        }
    }

    fn plan(&self, shelf: &Shelf) -> Result<Vec<Series>, Failure> {
        let scenarios = named_scenarios(shelf, &self.scenarios)?;
        let series = Series {
            options: options(&self.options)?,
            games: self.games,
            first: self.first,
            players: self.players()?,
            seed: self.seed,
            limit: self.limit,
            audit: self.audit,
            thinking: Thinking { nodes: self.nodes, time: self.think },
            ..Series::new("")
        };
        Ok(scenarios.into_iter().map(|scenario| Series { scenario, ..series.clone() }).collect())
    }

    fn players(&self) -> Result<[Player; 2], Failure> {
        let players: Result<Vec<Player>, String> = self.players.split(',').map(str::parse).collect();
        match players.map_err(Failure::Usage)?[..] {
            [both] => Ok([both, both]),
            [first, second] => Ok([first, second]),
            _ => Err(Failure::Usage("expected two players, such as random,random".into())),
        }
    }
}

fn print(summary: &Summary, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{}", summary.scenario)?;
    let share = |n: u64| if summary.games > 0 { n as f64 * 100.0 / summary.games as f64 } else { 0.0 };
    for (side, won) in &summary.wins {
        let won = won.as_u64().unwrap_or(0);
        writeln!(out, "  {side:<24} {won:>8}  {:>5.1} %", share(won))?;
    }
    writeln!(out, "  {:<24} {:>8}  {:>5.1} %", "draws", summary.draws, share(summary.draws))?;
    for (ending, games) in &summary.endings {
        writeln!(out, "    {games:>6} × {ending}")?;
    }
    let Summary { games, finished, mean_length, shortest, longest, choices_per_order, .. } = summary;
    writeln!(
        out,
        "  {finished} of {games} games finished; {mean_length:.0} orders each ({shortest} to {longest})"
    )?;
    let speed = summary.orders_per_second;
    writeln!(out, "  {choices_per_order:.1} legal choices an order; {speed:.0} orders a second")?;
    if summary.decisions > 0 {
        let Summary { decisions, slowest_decision, late_at_most, .. } = summary;
        writeln!(
            out,
            "  {decisions} decisions, the longest {slowest_decision:.1} ms; {late_at_most:.1} ms past the limit at most in 99.9 % of them"
        )?;
    }
    for fault in &summary.fault_list {
        writeln!(out, "  FAULT {fault}")?;
    }
    if let Some(fault) = summary.fault_list.first() {
        let again = format!("--seed {} --first {} --games 1 --audit", fault.seed, fault.stream);
        writeln!(out, "  again with: strategikon simulate {} {again}", summary.scenario)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::tests::{example_shelf, written};
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        simulate: Simulate,
    }

    fn simulate(line: &str) -> Result<String, Failure> {
        let line = Line::try_parse_from(["simulate"].into_iter().chain(line.split(' '))).unwrap();
        written(|out| line.simulate.run(&example_shelf(), out))
    }

    #[test]
    fn a_game_name_means_all_of_its_scenarios() {
        let reports: serde_json::Value =
            serde_json::from_str(&simulate("skirmish --games 20 --json").unwrap()).unwrap();
        assert_eq!(reports.as_array().map(Vec::len), Some(1));
        for field in
            ["games", "finished", "faults", "draws", "orders", "orders_per_second", "choices_per_order"]
        {
            assert!(reports[0][field].is_number(), "{field}");
        }
        assert!(reports[0]["wins"]["Reds"].is_u64() && reports[0]["mean_length"].is_number());
    }

    #[test]
    fn faults_fail_the_check() {
        assert!(matches!(simulate("skirmish/field --games 20 --limit 2"), Err(Failure::Check(_))));
    }

    #[test]
    fn wrong_use_is_told() {
        let why = |line| match simulate(line) {
            Err(Failure::Usage(why)) => why,
            _ => panic!("{line} was not refused"),
        };
        assert!(why("skirmish/fjeld").contains("did you mean `skirmish/field`"));
        assert!(why("skirmish/field --players alexander,random").contains("no player `alexander`"));
        assert!(why("skirmish/field --option turns=3").contains("allowed are 10, 20, 40"));
    }
}
