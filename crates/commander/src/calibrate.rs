//! Fitting a calibration to games played, cross-validated game by game.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::calibration::{Calibration, FIGURES, Local, leading};
use crate::outlook::Outlook;
use crate::regression::{Case, product, regress};

/// A game that was played to its end.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Played {
    /// The scenario, in full.
    pub scenario: String,
    /// What was seen of its positions.
    pub outlooks: Vec<Outlook>,
    /// Its last Player-Turn.
    pub end: u32,
    /// How it ended for the first side: 1 won, 0 lost, ½ drawn.
    pub result: f32,
}

/// How strongly coefficients are held to nothing, in units of their figure's variance times positions: for the
/// whole game the four figures, the terms, and what scenarios differ by.
#[derive(Clone, Copy, Debug)]
struct Ridges {
    figures: f64,
    terms: f64,
    local: f64,
}

/// Tried against each other by cross-validation.
const TERMS: [f64; 4] = [30.0, 150.0, 700.0, 5000.0];
const LOCAL: [f64; 3] = [8.0, 40.0, 200.0];
/// Always the same: there are always enough positions for four figures.
const OWN: f64 = 2.0;

/// Games are dealt out to so many parts; each is foretold by what is fitted to the others.
const PARTS: usize = 5;
/// The whole and the scenarios are fitted in turn, so often.
const SWEEPS: usize = 6;
/// Scenarios with fewer games are left to the whole.
const FEWEST_GAMES: usize = 5;
/// The share of games a scenario's length covers.
const WITHIN: f64 = 0.9;

/// A calibration fitted to games, with so many playouts to each position.
pub fn calibrate(games: &[Played], playouts: u32) -> Calibration {
    let all: Vec<&Played> = games.iter().collect();
    let choices: Vec<Ridges> = TERMS
        .iter()
        .flat_map(|&terms| LOCAL.iter().map(move |&local| Ridges { figures: OWN, terms, local }))
        .collect();
    let errors: Vec<f64> = choices.par_iter().map(|ridges| held_out(&all, playouts, *ridges)).collect();
    let best = (0..choices.len()).min_by(|&a, &b| errors[a].total_cmp(&errors[b])).unwrap_or(0);
    fitted(&all, playouts, choices[best])
}

/// The mean squared miss over games that were left out of the fit.
fn held_out(games: &[&Played], playouts: u32, ridges: Ridges) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for part in 0..PARTS {
        let (mut out, mut kept) = (vec![], vec![]);
        for (n, game) in games.iter().enumerate() {
            if n % PARTS == part { out.push(*game) } else { kept.push(*game) }
        }
        let calibration = fitted(&kept, playouts, ridges);
        for game in out {
            for outlook in &game.outlooks {
                let miss = f64::from(calibration.chance(&game.scenario, outlook) - game.result);
                sum += miss * miss;
                count += 1.0;
            }
        }
    }
    sum / f64::max(count, 1.0)
}

fn fitted(games: &[&Played], playouts: u32, ridges: Ridges) -> Calibration {
    let mut by_scenario: BTreeMap<&str, Vec<&Played>> = BTreeMap::new();
    games.iter().for_each(|game| by_scenario.entry(&game.scenario).or_default().push(game));
    let lengths: BTreeMap<&str, f64> =
        by_scenario.iter().map(|(name, games)| (*name, length(games.iter().copied()))).collect();
    let mut rows: Vec<Row> = vec![];
    for game in games {
        let scenario = game.scenario.as_str();
        for outlook in &game.outlooks {
            let figures = outlook.figures(lengths[scenario]);
            rows.push(Row { scenario, leading: leading(&figures), figures, result: game.result.into() });
        }
    }
    let size = rows.first().map_or(2 * FIGURES.len(), |row| row.figures.len());
    let spread = spreads(&rows, size);
    let is_term = |i: usize| i % (size / 2) >= FIGURES.len();
    let whole: Vec<f64> =
        (0..size).map(|i| spread[i] * if is_term(i) { ridges.terms } else { ridges.figures }).collect();
    let local: Vec<f64> = leading(&spread).iter().map(|spread| spread * ridges.local).collect();
    let mut coefficients = vec![0.0; size];
    let with_enough = by_scenario.iter().filter(|(_, games)| games.len() >= FEWEST_GAMES);
    let mut differences: BTreeMap<&str, Vec<f64>> =
        with_enough.map(|(name, _)| (*name, vec![0.0; local.len()])).collect();
    for _ in 0..SWEEPS {
        let known = |row: &Row| product(&coefficients, &row.figures);
        for (scenario, own) in &mut differences {
            let cases = rows.iter().filter(|row| row.scenario == *scenario);
            let cases: Vec<Case> = cases.map(|row| row.case(&row.leading, known(row))).collect();
            *own = regress(&cases, &local, std::mem::take(own));
        }
        let known = |row: &Row| differences.get(row.scenario).map_or(0.0, |own| product(own, &row.leading));
        let cases: Vec<Case> = rows.iter().map(|row| row.case(&row.figures, known(row))).collect();
        coefficients = regress(&cases, &whole, coefficients);
    }
    let scenarios = differences.into_iter().map(|(name, differences)| {
        let played = &by_scenario[name];
        let share = played.iter().map(|game| f64::from(game.result)).sum::<f64>() / played.len() as f64;
        let local = Local { games: played.len() as u64, share, length: lengths[name], differences };
        (name.to_string(), local)
    });
    Calibration {
        fitted: String::new(),
        seed: 0,
        playouts,
        length: length(games.iter().copied()),
        coefficients,
        scenarios: scenarios.collect(),
    }
}

/// A position, ready for the regression.
struct Row<'a> {
    scenario: &'a str,
    figures: Vec<f64>,
    /// Those of them a scenario may differ in.
    leading: Vec<f64>,
    result: f64,
}

impl Row<'_> {
    fn case<'b>(&self, figures: &'b [f64], known: f64) -> Case<'b> {
        Case { figures, known, result: self.result }
    }
}

/// The Player-Turns that most games end within.
fn length<'a>(games: impl Iterator<Item = &'a Played>) -> f64 {
    let mut ends: Vec<u32> = games.map(|game| game.end).collect();
    ends.sort_unstable();
    let place = (ends.len() as f64 * WITHIN) as usize;
    ends.get(place.min(ends.len().saturating_sub(1))).copied().unwrap_or(1).max(1).into()
}

/// The mean square of each figure: a ridge is as strong for a figure counted in hundreds as for one in tenths.
fn spreads(rows: &[Row], size: usize) -> Vec<f64> {
    let mut spread = vec![0.0; size];
    for row in rows {
        spread.iter_mut().zip(&row.figures).for_each(|(spread, figure)| *spread += figure * figure);
    }
    // A figure that is always nothing gets a ridge all the same.
    spread.iter().map(|spread| (spread / rows.len().max(1) as f64).max(1e-6)).collect()
}

#[cfg(test)]
mod tests {
    use engine::contract::Side;
    use engine::dice::Generator;

    use super::*;
    use crate::regression::chance_of;

    /// Games in which a judgment four times too sure is all that counts, beside a head start in one scenario.
    fn games(count: u64, seed: u64) -> Vec<Played> {
        let mut dice = Generator::new(seed, 1);
        let mut game = |n: u64| {
            let scenario = ["g/even", "g/uneven"][n as usize % 2];
            let head_start = if n.is_multiple_of(2) { 0.0 } else { 1.5 };
            let judgment = dice.below(1000) as f32 / 100.0 - 5.0;
            let chance = chance_of(f64::from(judgment) / 4.0 + head_start);
            let result = f32::from((dice.below(10_000) as f64) < 10_000.0 * chance);
            let outlook = |clock| Outlook {
                judgment,
                terms: vec![dice_free(judgment, clock)],
                clock,
                mover: Some(Side::BOTH[clock as usize % 2]),
                playouts: 0.0,
            };
            Played { scenario: scenario.into(), outlooks: (0..4).map(outlook).collect(), end: 4, result }
        };
        (0..count).map(&mut game).collect()
    }

    /// A term that says nothing.
    fn dice_free(judgment: f32, clock: u32) -> f32 {
        (judgment * 37.0 + clock as f32).sin()
    }

    #[test]
    fn a_judgment_four_times_too_sure_is_made_true() {
        let calibration = calibrate(&games(800, 1), 0);
        let (mut said, mut came, mut count) = ([0.0; 10], [0.0; 10], [0.0; 10]);
        for game in games(3000, 2) {
            let chance = calibration.chance(&game.scenario, &game.outlooks[0]);
            let tenth = ((chance * 10.0) as usize).min(9);
            said[tenth] += chance;
            came[tenth] += game.result;
            count[tenth] += 1.0;
        }
        for tenth in (0..10).filter(|&tenth| count[tenth] > 150.0) {
            let miss = (said[tenth] - came[tenth]) / count[tenth];
            assert!(miss.abs() < 0.1, "tenth {tenth}: {miss}");
        }
    }

    #[test]
    fn a_head_start_is_the_scenarios_own_and_a_strange_scenario_gets_the_games() {
        let calibration = calibrate(&games(800, 3), 0);
        let outlook = Outlook { judgment: 0.0, terms: vec![0.0], clock: 1, mover: None, playouts: 0.0 };
        let [even, uneven, strange] =
            ["g/even", "g/uneven", "g/strange"].map(|name| calibration.chance(name, &outlook));
        assert!((even - 0.5).abs() < 0.08 && (uneven - 0.82).abs() < 0.08, "{even} and {uneven}");
        assert!(even < strange && strange < uneven, "{strange}");
    }

    #[test]
    fn the_same_games_give_the_same_calibration_and_it_survives_its_file() {
        let games = games(100, 4);
        let calibration = calibrate(&games, 6);
        assert_eq!(calibration, calibrate(&games, 6));
        let again = Calibration::read(&calibration.write(&["idle"]), &["idle"]).unwrap();
        for outlook in games.iter().flat_map(|game| &game.outlooks) {
            let [once, twice] = [&calibration, &again].map(|c| c.chance("g/uneven", outlook));
            assert!((once - twice).abs() < 0.002, "{once} and {twice}");
        }
    }

    #[test]
    fn no_games_leave_everything_at_one_half() {
        let outlook = Outlook { judgment: 9.0, terms: vec![], clock: 1, mover: None, playouts: 0.0 };
        assert_eq!(calibrate(&[], 0).chance("g/even", &outlook), 0.5);
    }
}
