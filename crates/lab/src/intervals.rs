//! How sure a figure is.

/// Wilson's interval for a share of so many games, with a chance of 95 %.
pub fn wilson(share: f64, games: u64) -> (f64, f64) {
    let (n, z) = (games.max(1) as f64, 1.96);
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let reach = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    (middle - reach, middle + reach)
}

/// The mean of figures and the interval it lies in with a chance of 95 %.
pub fn mean(figures: &[f64]) -> (f64, (f64, f64)) {
    let n = figures.len().max(1) as f64;
    let mean = figures.iter().sum::<f64>() / n;
    let spread = figures.iter().map(|figure| (figure - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    let reach = 1.96 * (spread / n).sqrt();
    (mean, (mean - reach, mean + reach))
}

/// The difference of two shares, each of so many games, and the interval it lies in with a chance of 95 % (Newcombe's, from
/// Wilson's of each).
pub fn difference(one: (f64, u64), other: (f64, u64)) -> (f64, (f64, f64)) {
    let ((a, n), (b, m)) = (one, other);
    let ((low_a, high_a), (low_b, high_b)) = (wilson(a, n), wilson(b, m));
    let down = ((a - low_a).powi(2) + (high_b - b).powi(2)).sqrt();
    let up = ((high_a - a).powi(2) + (b - low_b).powi(2)).sqrt();
    (a - b, (a - b - down, a - b + up))
}

/// Cohen's h of two shares: how far apart they are on a scale where a step means the same everywhere. 0.2 is small, 0.5
/// is to be seen, 0.8 is large.
pub fn effect(one: f64, other: f64) -> f64 {
    let angle = |share: f64| 2.0 * share.clamp(0.0, 1.0).sqrt().asin();
    angle(one) - angle(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_narrow_with_games() {
        let (low, high) = wilson(0.65, 200);
        assert!((0.58..0.59).contains(&low) && (0.71..0.72).contains(&high), "{low} {high}");
        let (wide, _) = wilson(0.65, 20);
        assert!(wide < low);
    }

    #[test]
    fn a_mean_lies_in_its_interval() {
        let (middle, (low, high)) = mean(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(middle, 2.5);
        // The spread is 5/3, so the reach is 1.96 · √(5/12).
        assert!((low - 1.235).abs() < 0.001 && (high - 3.765).abs() < 0.001, "{low} {high}");
    }

    #[test]
    fn differences_are_as_newcombe_has_them() {
        // His own example: 56 of 70 against 48 of 80.
        let (difference, (low, high)) = difference((0.8, 70), (0.6, 80));
        assert!((difference - 0.2).abs() < 1e-9);
        assert!((low - 0.0524).abs() < 0.0002 && (high - 0.3339).abs() < 0.0002, "{low} {high}");
    }

    #[test]
    fn effects_grow_towards_the_ends_of_the_scale() {
        assert!((effect(0.6, 0.5) - 0.201).abs() < 0.001);
        assert!(effect(0.99, 0.89) > effect(0.6, 0.5));
        assert_eq!(effect(0.5, 0.5), 0.0);
    }
}
