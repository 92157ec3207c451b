//! `strategikon reliability`: whether what is said to be won seven times in ten is.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use commander::{Calibration, Level};
use engine::edition::Options;
use lab::{School, Tenth};
use shelf::Shelf;

use crate::common::{Failure, by_game, json, named_scenarios, read};

/// What `reliability` is asked.
#[derive(Args)]
pub struct Reliability {
    /// Scenarios in full (`armageddon/rome`), or a game for all of its scenarios
    #[arg(required = true, value_name = "SCENARIO")]
    scenarios: Vec<String>,
    /// Fresh games of each
    #[arg(long, default_value_t = 300)]
    games: u64,
    /// Who plays both sides
    #[arg(long, default_value = "soldier")]
    level: Level,
    /// Positions the players look into for each decision; by default what their level does
    #[arg(long)]
    nodes: Option<u32>,
    /// The seed of the series; that of the fit would show the games it was fitted to
    #[arg(long, default_value_t = 1001)]
    seed: u64,
    /// The chances of this calibration instead of those compiled in; for scenarios of one game
    #[arg(long, value_name = "FILE")]
    calibration: Option<PathBuf>,
    /// For programs
    #[arg(long)]
    json: bool,
}

impl Reliability {
    /// Plays, and writes tables in Markdown.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        if self.games == 0 {
            return Err(Failure::Usage("expected at least one game of each scenario".into()));
        }
        let games = by_game(named_scenarios(shelf, &self.scenarios)?);
        if self.calibration.is_some() && games.len() > 1 {
            return Err(Failure::Usage("a calibration is of one game; name scenarios of one game".into()));
        }
        let mut all = vec![];
        for (game, scenarios) in games {
            let terms = shelf.open(&scenarios[0], &Options::new())?.table.terms();
            let calibration = match &self.calibration {
                None => Calibration::of_game(&game, terms).as_ref().clone(),
                Some(file) => Calibration::read(&read(file)?, terms)
                    .map_err(|fault| Failure::Usage(format!("{}: {fault}", file.display())))?,
            };
            if calibration.seed == self.seed {
                eprintln!(
                    "{game} was fitted to games of seed {}: choose another to see fresh ones",
                    self.seed
                );
            }
            let school = School {
                game: game.clone(),
                scenarios: scenarios.clone(),
                games: self.games,
                level: self.level,
                nodes: self.nodes,
                seed: self.seed,
            };
            let foretold = lab::foretold(shelf, &school, &calibration)?;
            for (scenario, games) in scenarios.iter().zip(&foretold) {
                all.push(lab::reliability(scenario, std::slice::from_ref(games), self.seed));
            }
            if scenarios.len() > 1 {
                all.push(lab::reliability(&format!("{game}, together"), &foretold, self.seed));
            }
        }
        if self.json { json(out, &all) } else { tables(&all, out) }
    }
}

/// The measures, a line each, and then the tenths of the scale.
fn tables(all: &[lab::Reliability], out: &mut impl Write) -> Result<(), Failure> {
    writeln!(
        out,
        "| scenario | games | positions | first wins | Brier | plain share | better by (95 %) | worst tenth |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|---|")?;
    for told in all {
        let lab::Reliability { name, games, positions, share, brier, plain, better, interval, worst, .. } =
            told;
        let [share, better, low, high, worst] =
            [*share, *better, interval.0, interval.1, *worst].map(|part| part * 100.0);
        let fair = told.tenths.iter().any(Tenth::is_fair);
        let worst = if fair { format!("{worst:.1}") } else { "too few".into() };
        writeln!(
            out,
            "| {name} | {games} | {positions} | {share:.0} % | {brier:.4} | {plain:.4} | \
             {better:.0} % ({low:.0} to {high:.0}) | {worst} |"
        )?;
    }
    writeln!(
        out,
        "\nSaid → came true in percent (games), by tenths of the scale; in brackets where fewer than {} games \
         say little.\n",
        lab::FAIR
    )?;
    let tenths = (0..10).map(|n| format!("{}–{}", 10 * n, 10 * n + 10)).collect::<Vec<_>>().join(" | ");
    writeln!(out, "| scenario | {tenths} |\n|---{}|", "|---".repeat(10))?;
    for told in all {
        let cells: Vec<String> = told.tenths.iter().map(cell).collect();
        writeln!(out, "| {} | {} |", told.name, cells.join(" | "))?;
    }
    Ok(())
}

fn cell(tenth: &Tenth) -> String {
    let told = format!("{:.0} → {:.0} ({})", 100.0 * tenth.said, 100.0 * tenth.came, tenth.games);
    match tenth.games {
        0 => String::new(),
        _ if tenth.is_fair() => told,
        _ => format!("[{told}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::tests::{example_shelf, written};
    use clap::Parser;
    use serde_json::Value;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        reliability: Reliability,
    }

    fn told(words: &[&str]) -> Result<String, Failure> {
        let all = ["reliability", "skirmish", "--games", "25", "--level", "recruit"];
        let words = Words::parse_from(all.iter().chain(words));
        written(|out| words.reliability.run(&example_shelf(), out))
    }

    #[test]
    fn every_scenario_has_its_measures_and_its_tenths() {
        let text = told(&[]).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("| skirmish/field | ")).collect();
        assert_eq!(lines.len(), 2, "{text}");
        assert!(lines[0].starts_with("| skirmish/field | 25 | ") && lines[1].contains(" → "), "{text}");
    }

    #[test]
    fn programs_read_the_same() {
        let all: Value = serde_json::from_str(&told(&["--json"]).unwrap()).unwrap();
        assert_eq!((&all[0]["name"], &all[0]["games"]), (&"skirmish/field".into(), &25.into()));
        let tenths = all[0]["tenths"].as_array().unwrap();
        let positions: u64 = tenths.iter().filter_map(|tenth| tenth["positions"].as_u64()).sum();
        assert_eq!((tenths.len(), Some(positions)), (10, all[0]["positions"].as_u64()));
    }

    #[test]
    fn the_same_seed_tells_the_same() {
        assert_eq!(told(&["--json"]).unwrap(), told(&["--json"]).unwrap());
        assert_ne!(told(&["--json"]).unwrap(), told(&["--json", "--seed", "5"]).unwrap());
    }
}
