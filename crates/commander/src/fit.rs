//! Fitting: which weights would have foretold the results of games played.

use crate::weights::Weights;

/// A position that occurred, and how its game ended for the first side: 1 won, 0 lost, ½ drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// The terms of its standing.
    pub terms: Vec<f32>,
    /// The result.
    pub result: f32,
    /// The scenario it is from, by any number: one side of a scenario may have the better of it from the
    /// start, which is nobody's merit and must not be put down to the terms.
    pub scenario: usize,
}

/// Weights found, and how well they foretell.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The weights.
    pub weights: Weights,
    /// The mean error before, as cross-entropy.
    pub before: f32,
    /// The mean error after.
    pub after: f32,
}

/// Steps of descent.
const STEPS: usize = 400;
/// How far each goes.
const PACE: f32 = 0.5;
/// How strongly large weights are held down: nothing is certain.
const MODESTY: f32 = 1e-4;

/// Logistic regression by gradient descent with a pace of its own for every weight.
///
/// No weight falls below 0. Every term is positive where a side stands well, so a weight below 0 would reward a
/// side for its own losses; where games seem to say so, they say how those who played them came to lose.
pub fn fit(lessons: &[Lesson], start: &Weights) -> Fit {
    let scenarios = lessons.iter().map(|lesson| lesson.scenario + 1).max().unwrap_or(0);
    let terms = start.numbers().len();
    // The weights, and after them the head start of each scenario.
    let mut numbers = start.numbers().to_vec();
    numbers.resize(terms + scenarios, 0.0);
    let before = error(lessons, &numbers);
    let mut seen = vec![1e-8f32; numbers.len()];
    for _ in 0..STEPS {
        let mut slope = vec![0.0f32; numbers.len()];
        for lesson in lessons {
            let miss = foretold(&numbers, lesson) - lesson.result;
            slope.iter_mut().zip(&lesson.terms).for_each(|(s, term)| *s += miss * term);
            slope[terms + lesson.scenario] += miss;
        }
        for i in 0..numbers.len() {
            let gradient = slope[i] / lessons.len().max(1) as f32 + MODESTY * numbers[i];
            seen[i] += gradient * gradient;
            numbers[i] -= PACE * gradient / seen[i].sqrt();
            // A scenario may favour either side.
            if i < terms {
                numbers[i] = numbers[i].max(0.0);
            }
        }
    }
    let after = error(lessons, &numbers);
    numbers.truncate(terms);
    Fit { before, after, weights: Weights::from_numbers(numbers) }
}

fn foretold(numbers: &[f32], lesson: &Lesson) -> f32 {
    let known: f32 = numbers.iter().zip(&lesson.terms).map(|(weight, term)| weight * term).sum();
    let sum = known + numbers[lesson.terms.len() + lesson.scenario];
    1.0 / (1.0 + (-sum).exp())
}

fn error(lessons: &[Lesson], numbers: &[f32]) -> f32 {
    let miss = |lesson: &Lesson| {
        let chance = foretold(numbers, lesson).clamp(1e-4, 1.0 - 1e-4);
        -(lesson.result * chance.ln() + (1.0 - lesson.result) * (1.0 - chance).ln())
    };
    lessons.iter().map(miss).sum::<f32>() / lessons.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_telling_term_gets_weight_and_an_idle_one_does_not() {
        let lesson = |a: f32, b: f32| Lesson {
            terms: vec![a, b],
            result: if a > 0.0 { 1.0 } else { 0.0 },
            scenario: 0,
        };
        let lessons: Vec<Lesson> =
            (0..200).map(|n| lesson((n % 7) as f32 - 3.2, (n % 5) as f32 - 2.0)).collect();
        let fit = fit(&lessons, &Weights::from_numbers(vec![0.0, 0.0]));
        assert!(fit.after < fit.before / 2.0);
        assert!(fit.weights.numbers()[0] > 1.0);
        assert!(fit.weights.numbers()[1].abs() < 0.4);
    }

    #[test]
    fn a_term_that_goes_with_losing_is_left_out_and_never_turned_round() {
        // Who wins has marched and bled more than who sits still.
        let lesson = |n: usize| {
            let won = n.is_multiple_of(2);
            let (lead, losses) = if won { (1.0, -0.8) } else { (-1.0, 0.6) };
            let noise = (n % 7) as f32 * 0.2 - 0.6;
            Lesson { terms: vec![lead + noise, losses - noise], result: f32::from(won), scenario: 0 }
        };
        let lessons: Vec<Lesson> = (0..200).map(lesson).collect();
        for start in [0.0, -0.3, 1.0] {
            let fit = fit(&lessons, &Weights::from_numbers(vec![start, start]));
            assert!(fit.weights.numbers()[0] > 0.5, "{:?}", fit.weights);
            assert_eq!(fit.weights.numbers()[1], 0.0);
        }
    }

    #[test]
    fn no_weight_of_a_game_rewards_a_side_for_what_it_loses() {
        for (_, text) in Weights::FILES {
            let file: toml::Table = toml::from_str(text).unwrap();
            for (term, weight) in file["weights"].as_table().unwrap() {
                assert!(weight.as_float().unwrap() >= 0.0, "{term} {weight}");
            }
        }
    }

    #[test]
    fn the_head_start_of_a_scenario_is_not_put_down_to_the_terms() {
        // In scenario 1 the first side nearly always wins and happens to show more of an idle term.
        let lesson = |n: usize| {
            let scenario = n % 2;
            let won = if scenario == 1 { n % 20 != 1 } else { n.is_multiple_of(20) };
            Lesson { terms: vec![scenario as f32 + (n % 3) as f32 * 0.1], result: f32::from(won), scenario }
        };
        let lessons: Vec<Lesson> = (0..300).map(lesson).collect();
        let fit = fit(&lessons, &Weights::from_numbers(vec![0.0]));
        assert!(fit.weights.numbers()[0].abs() < 2.0, "{:?}", fit.weights);
        assert!(fit.after < 0.35);
    }
}
