//! When a series has played enough.

use crate::intervals::wilson;

/// How many games a series plays: a number, or until the share of the first side is known well enough.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Enough {
    /// At most so many.
    pub games: u64,
    /// The share of the first side is to be known to so much, up and down, with a chance of 95 %.
    pub precision: Option<f64>,
    /// It is looked at after every so many games.
    pub step: u64,
}

impl Enough {
    /// A number of games.
    pub fn games(games: u64) -> Enough {
        Enough { games, precision: None, step: games.max(1) }
    }

    /// So many games of a series are needed, as far as those played can tell: how the games from 0 on ended for the first
    /// side, in order of number, without a gap; nothing for one that went wrong. What is asked for depends on nothing but results, so it is the same however the games are spread
    /// over cores and machines.
    pub fn wanted(&self, played: impl Iterator<Item = Option<f64>>) -> u64 {
        let Some(precision) = self.precision else { return self.games };
        let (mut count, mut finished, mut score) = (0, 0u64, 0.0);
        for ended in played {
            count += 1;
            if let Some(result) = ended {
                finished += 1;
                score += result;
            }
            if count % self.step == 0 && count < self.games && finished > 0 {
                let (low, high) = wilson(score / finished as f64, finished);
                if (high - low) / 2.0 <= precision {
                    return count;
                }
            }
        }
        (count / self.step * self.step + self.step).min(self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of which the first side wins every second one.
    fn games(count: u32) -> impl Iterator<Item = Option<f64>> {
        (0..count).map(|number| Some(f64::from(number % 2)))
    }

    #[test]
    fn a_number_of_games_is_a_number_of_games() {
        assert_eq!(Enough::games(40).wanted(games(7)), 40);
    }

    #[test]
    fn games_are_asked_for_step_by_step_until_the_share_is_known() {
        let enough = Enough { games: 10_000, precision: Some(0.05), step: 100 };
        assert_eq!(enough.wanted(games(0)), 100);
        assert_eq!(enough.wanted(games(250)), 300);
        // 1.96 · √(¼ / 400) is 0.049.
        assert_eq!(enough.wanted(games(400)), 400);
        assert_eq!(enough.wanted(games(900)), 400, "further games change nothing");
        let hopeless = Enough { games: 250, precision: Some(0.001), step: 100 };
        assert_eq!(hopeless.wanted(games(250)), 250);
    }
}
