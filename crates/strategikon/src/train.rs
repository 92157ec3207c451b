//! `strategikon train`: the commanders' weights of a game, fitted to games they play.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use commander::{Level, Weights};
use engine::edition::Options;
use lab::School;
use shelf::Shelf;

use crate::common::{Failure, named_scenarios};

/// How weights are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Method {
    /// Those that would have foretold best how games ended
    Results,
    /// Those that win games against the ones before
    Bouts,
}

/// What `train` is asked.
#[derive(Args)]
pub struct Train {
    /// The game
    game: String,
    /// Its scenarios to learn from; by default all
    #[arg(long, value_name = "SCENARIO")]
    scenario: Vec<String>,
    /// Games of each scenario
    #[arg(long, default_value_t = 50)]
    games: u64,
    /// Who plays them
    #[arg(long, default_value = "soldier")]
    level: Level,
    /// Positions the players look into for each decision
    #[arg(long)]
    nodes: Option<u32>,
    /// How to learn: from how games end, or by trying other weights in games against the present ones
    #[arg(long, value_enum, default_value_t = Method::Results)]
    by: Method,
    /// Times to play and learn again
    #[arg(long, default_value_t = 1)]
    rounds: u32,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Begin with the weights of this file instead of those compiled in
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Write the weights to this file instead of the screen
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Train {
    /// Plays, fits, and writes the weights.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        let wanted = if self.scenario.is_empty() { vec![self.game.clone()] } else { self.scenario.clone() };
        let scenarios = named_scenarios(shelf, &wanted)?;
        let first = scenarios.first().ok_or_else(|| Failure::Usage("the game has no scenario".into()))?;
        let terms = shelf.open(first, &Options::new())?.table.terms();
        let mut weights = match &self.from {
            None => Weights::of_game(&self.game, terms),
            Some(file) => {
                let text = std::fs::read_to_string(file)
                    .map_err(|e| Failure::Usage(format!("{}: {e}", file.display())))?;
                Weights::read(&text, terms).map_err(|e| Failure::Usage(format!("{}: {e}", file.display())))?
            }
        };
        let (mut told, mut kept) = (String::new(), 0);
        for round in 0..self.rounds {
            let school = School {
                game: self.game.clone(),
                scenarios: scenarios.clone(),
                games: self.games,
                level: self.level,
                nodes: self.nodes,
                seed: self.seed + round as u64,
            };
            told = match self.by {
                Method::Results => {
                    let fit = lab::school(shelf, &school, Some(weights))?;
                    weights = fit.weights;
                    format!("error {:.4} before, {:.4} after", fit.before, fit.after)
                }
                Method::Bouts => {
                    let trial = lab::by_bouts(shelf, &school, &mut weights)?;
                    kept += u32::from(trial.kept);
                    let changed = trial.changed.iter().map(|(term, weight)| format!("{term} {weight:.3}"));
                    let changed = changed.collect::<Vec<String>>().join(", ");
                    let verdict = if trial.kept { "kept" } else { "dropped" };
                    eprintln!("{changed}: {:.1} % of the games, {verdict}", 100.0 * trial.share);
                    format!("{kept} of {} changes kept", round + 1)
                }
            };
            told = format!(
                "round {} of {}: {} games of each scenario ({}) by {}s; {told}",
                round + 1,
                self.rounds,
                self.games,
                scenarios.len(),
                self.level,
            );
            eprintln!("{told}");
        }
        let text = weights.write(terms, &told);
        match &self.output {
            None => Ok(write!(out, "{text}")?),
            Some(file) => {
                std::fs::write(file, text).map_err(|e| Failure::Usage(format!("{}: {e}", file.display())))
            }
        }
    }
}
