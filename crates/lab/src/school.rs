//! The school: weights of a game fitted to games its commanders play against each other.

use commander::{Commander, Fit, Lesson, Level, Weights, fit, result_of};
use engine::Objection;
use engine::contract::Turn;
use engine::dice::Generator;
use engine::edition::Options;
use engine::playout::Playout;
use engine::table::Table;
use shelf::Shelf;

use crate::match_up::{Match, Nobody, Thinking, Witness};
use crate::player::Mind;
use crate::series::on_threads;

/// One decision in so many is a lesson, beside the first of each Player-Turn.
const EVERY: u32 = 4;

/// By what a weight is changed for a trial.
const FACTORS: [f32; 4] = [0.4, 0.6, 1.6, 2.5];
/// Makes other dice of a seed.
const AGAIN: u64 = 0x5eed_0000;

/// What is to be learnt from.
#[derive(Clone, Debug)]
pub struct School {
    /// The game.
    pub game: String,
    /// Its scenarios to play, at least one.
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

impl School {
    /// Who learns.
    fn pupil(&self, weights: Option<&Weights>) -> Commander {
        let commander = Commander::new(&self.game, self.level);
        match weights {
            Some(weights) => commander.with_weights(weights.clone()),
            None => commander,
        }
    }
}

/// Plays the games, keeps what stood at every change of turns and now and then between, and fits the weights to how they ended.
pub fn school(shelf: &Shelf, school: &School, start: Option<Weights>) -> Result<Fit, Objection> {
    let mut lessons: Vec<Lesson> = vec![];
    let mut terms: &[&str] = &[];
    for (number, scenario) in school.scenarios.iter().enumerate() {
        let opening = shelf.open(scenario, &Options::new())?;
        terms = opening.table.terms();
        let table = opening.table.as_ref();
        let numbers: Vec<u64> = (0..school.games).collect();
        let told = on_threads(0, &numbers, |&game| attend(table, school, number, start.as_ref(), game))?;
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
    let commander = school.pupil(weights);
    let mut pupil = Pupil { stood: vec![], clock: 0 };
    let end = play(start, school, [&commander, &commander], game, &mut pupil);
    let Some(result) = end.as_deref().and_then(merit_of) else { return vec![] };
    pupil.stood.into_iter().map(|terms| Lesson { terms, result, scenario }).collect()
}

/// Keeps what stood at every change of turns, and now and then between: positions inside a turn are judged too.
struct Pupil {
    stood: Vec<Vec<f32>>,
    clock: u32,
}

impl Witness for Pupil {
    fn order_due(&mut self, table: &dyn Table, whims: &mut Generator) {
        if table.clock() != self.clock || whims.below(EVERY) == 0 {
            self.clock = table.clock();
            let mut terms = vec![];
            table.standing(&mut terms);
            self.stood.push(terms);
        }
    }
}

/// Plays a game of a school. The answer is where it ended, nothing if it went wrong.
pub(crate) fn play(
    start: &dyn Table,
    school: &School,
    players: [&Commander; 2],
    game: u64,
    witness: &mut dyn Witness,
) -> Option<Box<dyn Table>> {
    let thinking = Thinking { nodes: school.nodes, time: None };
    let playout = Playout::new(school.seed, game);
    let minds = players.map(|commander| Mind::Commander(commander.clone()));
    let minds = [Some(&minds[0]), Some(&minds[1])];
    let ended = Match { start, minds, thinking: &thinking, playout }.play(witness);
    ended.tally.ending.is_ok().then_some(ended.table)
}

/// How a game that is over went for the first side, as finely as the game knows it.
fn merit_of(end: &dyn Table) -> Option<f32> {
    match end.turn() {
        Turn::Over(outcome) => Some(end.merit().unwrap_or_else(|| result_of(&outcome))),
        _ => None,
    }
}

/// What a trial of other weights came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The terms whose weights were changed, and to what.
    pub changed: Vec<(String, f32)>,
    /// The share of the changed weights over the former ones, with the sides exchanged.
    pub share: f64,
    /// Whether they were kept.
    pub kept: bool,
}

/// Changes two weights at random and lets the new weights play the old; they are kept if they win clearly,
/// and again with other dice.
pub fn by_bouts(shelf: &Shelf, school: &School, weights: &mut Weights) -> Result<Trial, Objection> {
    let terms = shelf.open(&school.scenarios[0], &Options::new())?.table.terms();
    let mut whims = Generator::new(school.seed, u64::MAX);
    let mut numbers = weights.numbers().to_vec();
    let mut changed = vec![];
    let count = numbers.len() as u32;
    let one = whims.below(count);
    let two = (one + 1 + whims.below(count.max(2) - 1)) % count;
    for term in [one as usize, two as usize] {
        numbers[term] *= FACTORS[whims.below(FACTORS.len() as u32) as usize];
        changed.push((terms[term].to_string(), numbers[term]));
    }
    let other = Weights::from_numbers(numbers);
    let clear = |share: f64, games: f64| share > 0.5 + 0.5 / games.sqrt();
    let games = (school.games * school.scenarios.len() as u64) as f64;
    let first = rival(shelf, school, &other, weights)?;
    let again = School { seed: school.seed ^ AGAIN, games: 2 * school.games, ..school.clone() };
    let kept = clear(first, games) && clear(rival(shelf, &again, &other, weights)?, 2.0 * games);
    if kept {
        *weights = other;
    }
    Ok(Trial { changed, share: first, kept })
}

/// The share of some weights in games against others.
fn rival(shelf: &Shelf, school: &School, upper: &Weights, lower: &Weights) -> Result<f64, Objection> {
    let [upper, lower] = [upper, lower].map(|weights| school.pupil(Some(weights)));
    let (mut sum, mut count) = (0.0, 0.0);
    for scenario in &school.scenarios {
        let opening = shelf.open(scenario, &Options::new())?;
        let numbers: Vec<u64> = (0..school.games).collect();
        let results = on_threads(0, &numbers, |&game| {
            let players = if game % 2 == 0 { [&upper, &lower] } else { [&lower, &upper] };
            let end = play(opening.table.as_ref(), school, players, game, &mut Nobody)?;
            let merit = merit_of(end.as_ref())?;
            Some(if game % 2 == 0 { merit } else { 1.0 - merit })
        })?;
        for result in results.into_iter().flatten() {
            sum += result as f64;
            count += 1.0;
        }
    }
    Ok(if count > 0.0 { sum / count } else { 0.5 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn practice(games: u64, seed: u64) -> School {
        School {
            game: "basileus".into(),
            scenarios: vec!["basileus/practice".into()],
            games,
            level: Level::Soldier,
            nodes: Some(2),
            seed,
        }
    }

    #[test]
    fn a_trial_changes_weights_only_if_they_win_and_the_same_seed_tries_the_same() {
        let shelf = Shelf::standard().unwrap();
        let terms = shelf.open("basileus/practice", &Options::new()).unwrap().table.terms();
        let before = Weights::of_game("basileus", terms);
        for seed in 0..3 {
            let (mut once, mut again) = (before.clone(), before.clone());
            let trial = by_bouts(&shelf, &practice(4, seed), &mut once).unwrap();
            assert_eq!(trial, by_bouts(&shelf, &practice(4, seed), &mut again).unwrap());
            assert_eq!(once != before, trial.kept, "{trial:?}");
            assert_eq!(once, again);
        }
    }

    #[test]
    fn the_weights_compiled_in_are_of_the_terms_the_games_have() {
        // A file that names a term the game does not have is not read at all, and every term counts alike.
        let shelf = Shelf::standard().unwrap();
        for card in shelf.scenarios() {
            let game = card.scenario.split('/').next().unwrap();
            let (_, file) = Weights::FILES.iter().find(|(name, _)| *name == game).unwrap();
            let terms = shelf.open(&card.scenario, &Options::new()).unwrap().table.terms();
            if let Err(fault) = Weights::read(file, terms) {
                panic!("{game}: {fault}");
            }
        }
    }

    #[test]
    fn weights_turned_upside_down_lose_against_the_right_ones() {
        let shelf = Shelf::standard().unwrap();
        let terms = shelf.open("basileus/practice", &Options::new()).unwrap().table.terms();
        let right = Weights::of_game("basileus", terms);
        let wrong = Weights::from_numbers(right.numbers().iter().map(|number| -number).collect());
        let mut school = practice(20, 1);
        school.nodes = Some(12);
        assert!(rival(&shelf, &school, &wrong, &right).unwrap() < 0.4);
    }
}
