//! `strategikon train`: the commanders' weights of a game, fitted to games they play.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use commander::{Level, Weights};
use engine::edition::Options;
use lab::School;
use shelf::Shelf;

use crate::common::{Failure, named_scenarios};

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
    /// Times to play and fit again with what was learnt
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
        let mut told = String::new();
        for round in 0..self.rounds {
            let school = School {
                game: self.game.clone(),
                scenarios: scenarios.clone(),
                games: self.games,
                level: self.level,
                nodes: self.nodes,
                seed: self.seed + round as u64,
            };
            let fit = lab::school(shelf, &school, Some(weights))?;
            told = format!(
                "round {} of {}: {} games of each of {} scenarios by {}s; error {:.4} before, {:.4} after",
                round + 1,
                self.rounds,
                self.games,
                scenarios.len(),
                self.level,
                fit.before,
                fit.after
            );
            eprintln!("{told}");
            weights = fit.weights;
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
