//! The school: weights of a game fitted to games its commanders play against each other.

use commander::{Budget, Commander, Fit, Lesson, Level, Weights, fit};
use engine::Objection;
use engine::contract::{Outcome, Side, Turn};
use engine::dice::Generator;
use engine::edition::Options;
use engine::table::Table;
use rayon::prelude::*;
use shelf::Shelf;

/// One decision in so many is a lesson, beside the first of each Player-Turn.
const EVERY: u32 = 4;

/// What is to be learnt from.
#[derive(Clone, Debug)]
pub struct School {
    /// The game.
    pub game: String,
    /// Its scenarios to play.
    pub scenarios: Vec<String>,
    /// Games of each.
    pub games: u64,
    /// Who plays them.
    pub level: Level,
    /// Positions the players look into for each decision.
    pub nodes: Option<u32>,
    /// The seed.
    pub seed: u64,
}

/// Plays the games, keeps what stood at every change of turns and now and then between, and fits the weights to how they ended.
pub fn school(shelf: &Shelf, school: &School, start: Option<Weights>) -> Result<Fit, Objection> {
    let mut lessons: Vec<Lesson> = vec![];
    let mut terms: &[&str] = &[];
    for (number, scenario) in school.scenarios.iter().enumerate() {
        let opening = shelf.open(scenario, &Options::new())?;
        terms = opening.table.terms();
        let table = opening.table.as_ref();
        let told: Vec<Vec<Lesson>> = (0..school.games)
            .into_par_iter()
            .map(|game| attend(table, school, number, start.as_ref(), game))
            .collect();
        lessons.extend(told.into_iter().flatten());
    }
    let start = start.unwrap_or_else(|| Weights::of_game(&school.game, terms));
    Ok(fit(&lessons, &start))
}

/// One game: what stood, with its end.
fn attend(
    start: &dyn Table,
    school: &School,
    scenario: usize,
    weights: Option<&Weights>,
    game: u64,
) -> Vec<Lesson> {
    let mut table = start.clone_box();
    let mut dice = Generator::new(school.seed, game);
    let mut whims = Generator::new(!school.seed, game);
    let mut commander = Commander::new(&school.game, school.level);
    if let Some(weights) = weights {
        commander = commander.with_weights(weights.clone());
    }
    let budget = Budget { nodes: school.nodes, ..Budget::default() };
    let mut stood: Vec<Vec<f32>> = vec![];
    let mut clock = 0;
    let outcome = loop {
        match table.turn() {
            Turn::Over(outcome) => break outcome,
            Turn::Dice(request) => table.roll_silently(dice.throw(request)),
            Turn::Order(_) => {
                // Positions inside a turn are judged too, so some of them are lessons.
                if table.clock() != clock || whims.below(EVERY) == 0 {
                    clock = table.clock();
                    let mut terms = vec![];
                    table.standing(&mut terms);
                    stood.push(terms);
                }
                let thought = commander.think(table.as_ref(), &budget, whims.below(u32::MAX) as u64);
                for order in &thought.orders {
                    if table.play(order).is_err() {
                        return vec![];
                    }
                }
                if thought.orders.is_empty() {
                    return vec![];
                }
            }
        }
    };
    let result = result_of(&outcome);
    stood.into_iter().map(|terms| Lesson { terms, result, scenario }).collect()
}

fn result_of(outcome: &Outcome) -> f32 {
    match outcome.winner {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    }
}
