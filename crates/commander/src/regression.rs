//! Logistic regression with a ridge, by Newton's method.

/// Steps of Newton's method at most; a handful usually do.
const STEPS: usize = 40;
/// A step smaller than this is the last.
const ENOUGH: f64 = 1e-7;
/// No coefficient goes farther in one step: where all cases agree, the first would leap.
const LONGEST_STEP: f64 = 4.0;
/// A linear sum beyond this says nothing more.
const FARTHEST: f64 = 30.0;

/// What was seen once, and what came of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Case<'a> {
    /// The figures to learn from.
    pub figures: &'a [f64],
    /// What is known already, on the scale of log odds.
    pub known: f64,
    /// What came of it, from 0 to 1.
    pub result: f64,
}

/// The chance that belongs to log odds: always from 0 to 1.
pub(crate) fn chance_of(log_odds: f64) -> f64 {
    let bounded = if log_odds.is_nan() { 0.0 } else { log_odds.clamp(-FARTHEST, FARTHEST) };
    1.0 / (1.0 + (-bounded).exp())
}

/// The log odds of a chance; those of 0 and 1 are large, not infinite.
pub(crate) fn log_odds_of(chance: f64) -> f64 {
    let inside = chance.clamp(1e-6, 1.0 - 1e-6);
    (inside / (1.0 - inside)).ln()
}

/// The coefficients that make what came of the cases most likely, each held to zero by a ridge of its own: a
/// ridge counts like that many squared units of evidence that the coefficient is nil. `start` is where to look
/// first; what is found does not depend on it.
pub(crate) fn regress(cases: &[Case], ridges: &[f64], start: Vec<f64>) -> Vec<f64> {
    let size = ridges.len();
    let mut found = start;
    for _ in 0..STEPS {
        let mut slope: Vec<f64> = found.iter().zip(ridges).map(|(b, ridge)| -ridge * b).collect();
        let mut bend = vec![vec![0.0; size]; size];
        for (row, ridge) in ridges.iter().enumerate() {
            bend[row][row] = ridge.max(1e-9);
        }
        for Case { figures, known, result } in cases {
            let chance = chance_of(known + product(&found, figures));
            let (miss, steep) = (result - chance, chance * (1.0 - chance));
            for row in 0..size {
                slope[row] += miss * figures[row];
                let lever = steep * figures[row];
                // Symmetric: the half below the diagonal is enough.
                for column in 0..=row {
                    bend[row][column] += lever * figures[column];
                }
            }
        }
        let step = solved(bend, slope);
        let longest = step.iter().fold(LONGEST_STEP, |most, step| most.max(step.abs()));
        found.iter_mut().zip(&step).for_each(|(b, step)| *b += step * LONGEST_STEP / longest);
        if step.iter().all(|step| step.abs() < ENOUGH) {
            break;
        }
    }
    found
}

/// The sum of products.
pub(crate) fn product(coefficients: &[f64], figures: &[f64]) -> f64 {
    coefficients.iter().zip(figures).map(|(b, x)| b * x).sum()
}

/// Solves a symmetric positive system, of which the lower half is given (Cholesky).
fn solved(mut system: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for row in 0..size {
        for column in 0..=row {
            let (above, here) = system.split_at_mut(row);
            let other = if column == row { &here[0] } else { &above[column] };
            let sum: f64 = here[0][..column].iter().zip(other).map(|(a, b)| a * b).sum();
            let rest = here[0][column] - sum;
            here[0][column] =
                if row == column { rest.max(1e-12).sqrt() } else { rest / above[column][column] };
        }
    }
    for row in 0..size {
        let sum = product(&system[row][..row], &right);
        right[row] = (right[row] - sum) / system[row][row];
    }
    for row in (0..size).rev() {
        let sum: f64 = (row + 1..size).map(|below| system[below][row] * right[below]).sum();
        right[row] = (right[row] - sum) / system[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(figures: &[f64], result: f64) -> Case<'_> {
        Case { figures, known: 0.0, result }
    }

    #[test]
    fn a_share_of_three_quarters_has_the_log_odds_of_three() {
        let cases: Vec<Case> = (0..400).map(|n| case(&[1.0], f64::from(n % 4 > 0))).collect();
        let found = regress(&cases, &[0.0], vec![0.0]);
        assert!((found[0] - 3f64.ln()).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn coefficients_that_made_the_results_are_found_again_from_anywhere() {
        let quarters = || (-8..=8).map(|n| f64::from(n) / 4.0);
        let figures: Vec<[f64; 3]> = quarters().flat_map(|a| quarters().map(move |b| [1.0, a, b])).collect();
        let truth = [0.5, -1.5, 0.75];
        let cases: Vec<Case> =
            figures.iter().map(|figures| case(figures, chance_of(product(&truth, figures)))).collect();
        for start in [vec![0.0; 3], vec![2.0, 2.0, -2.0]] {
            let found = regress(&cases, &[0.0; 3], start);
            assert!(found.iter().zip(truth).all(|(found, truth)| (found - truth).abs() < 1e-6), "{found:?}");
        }
    }

    #[test]
    fn a_ridge_holds_a_coefficient_of_little_evidence_near_nothing() {
        let cases = [case(&[1.0], 1.0), case(&[1.0], 1.0)];
        let [loose, held] = [0.1, 20.0].map(|ridge| regress(&cases, &[ridge], vec![0.0])[0]);
        assert!(held > 0.0 && held < 0.1 && loose > 1.0, "{loose} and {held}");
    }

    #[test]
    fn what_is_known_already_is_not_learnt_again() {
        let figures: Vec<[f64; 2]> = (0..90).map(|n| [1.0, f64::from(n % 9) / 2.0 - 2.0]).collect();
        let cases: Vec<Case> = figures
            .iter()
            .map(|figures| Case { known: figures[1], ..case(figures, chance_of(figures[1])) })
            .collect();
        assert!(regress(&cases, &[0.1; 2], vec![0.0; 2]).iter().all(|found| found.abs() < 1e-6));
    }
}
