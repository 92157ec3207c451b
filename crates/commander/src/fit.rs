//! Fitting: which weights would have foretold the results of games played.

use crate::weights::Weights;

/// A position that occurred, and how its game ended for the first side: 1 won, 0 lost, ½ drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// The terms of its standing.
    pub terms: Vec<f32>,
    /// The result.
    pub result: f32,
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
pub fn fit(lessons: &[Lesson], start: &Weights) -> Fit {
    let mut weights = start.numbers().to_vec();
    let before = error(lessons, start);
    let mut seen = vec![1e-8f32; weights.len()];
    for _ in 0..STEPS {
        let current = Weights::from_numbers(weights.clone());
        let mut slope = vec![0.0f32; weights.len()];
        for lesson in lessons {
            let miss = current.chance(&lesson.terms) - lesson.result;
            slope.iter_mut().zip(&lesson.terms).for_each(|(s, term)| *s += miss * term);
        }
        for i in 0..weights.len() {
            let gradient = slope[i] / lessons.len().max(1) as f32 + MODESTY * weights[i];
            seen[i] += gradient * gradient;
            weights[i] -= PACE * gradient / seen[i].sqrt();
        }
    }
    let weights = Weights::from_numbers(weights);
    Fit { before, after: error(lessons, &weights), weights }
}

fn error(lessons: &[Lesson], weights: &Weights) -> f32 {
    let miss = |lesson: &Lesson| {
        let chance = weights.chance(&lesson.terms).clamp(1e-4, 1.0 - 1e-4);
        -(lesson.result * chance.ln() + (1.0 - lesson.result) * (1.0 - chance).ln())
    };
    lessons.iter().map(miss).sum::<f32>() / lessons.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_telling_term_gets_weight_and_an_idle_one_does_not() {
        let lesson = |a: f32, b: f32| Lesson { terms: vec![a, b], result: if a > 0.0 { 1.0 } else { 0.0 } };
        let lessons: Vec<Lesson> =
            (0..200).map(|n| lesson((n % 7) as f32 - 3.2, (n % 5) as f32 - 2.0)).collect();
        let fit = fit(&lessons, &Weights::from_numbers(vec![0.0, 0.0]));
        assert!(fit.after < fit.before / 2.0);
        assert!(fit.weights.numbers()[0] > 1.0);
        assert!(fit.weights.numbers()[1].abs() < 0.4);
    }
}
