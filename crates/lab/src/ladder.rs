//! The ladder: each level against the one below, sides exchanged, with confidence intervals.

use engine::Objection;
use engine::Side;
use engine::edition::Options;
use serde::Serialize;
use shelf::Shelf;

use crate::{Plan, Player, Thinking, simulate};

/// A pair of players on the ladder and what came of their games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rung {
    /// The one that should win.
    pub upper: String,
    /// The one below.
    pub lower: String,
    /// Games, half of them with the sides exchanged.
    pub games: u64,
    /// Won by the upper; a draw counts half.
    pub score: f64,
    /// Drawn.
    pub draws: u64,
    /// The share of the upper, from 0 to 1.
    pub share: f64,
    /// The interval the share lies in with a chance of 95 %.
    pub interval: (f64, f64),
    /// Games that went wrong.
    pub faults: u64,
}

/// Plays a pair over scenarios, as many games with either side: at least as many as asked for.
pub fn ladder(
    shelf: &Shelf,
    scenarios: &[String],
    pair: [Player; 2],
    games: u64,
    seed: u64,
    jobs: usize,
    thinking: &Thinking,
) -> Result<Rung, Objection> {
    let [upper, lower] = pair;
    let each = games.div_ceil(2 * scenarios.len().max(1) as u64);
    let (mut score, mut draws, mut played, mut faults) = (0.0, 0, 0, 0);
    for scenario in scenarios {
        for side in Side::BOTH {
            let players = if side == Side::First { [upper, lower] } else { [lower, upper] };
            let plan = Plan {
                options: Options::new(),
                games: each,
                players,
                seed: seed + side.index() as u64,
                jobs,
                thinking: thinking.clone(),
                ..Plan::new(scenario)
            };
            let report = simulate(shelf, &plan, &|| {})?;
            let name = shelf.open(scenario, &Options::new())?.card.sides[side.index()].clone();
            let won = report.wins.get(&name).and_then(serde_json::Value::as_u64).unwrap_or(0);
            score += won as f64 + report.draws as f64 / 2.0;
            draws += report.draws;
            played += report.finished;
            faults += report.faults;
        }
    }
    let share = if played > 0 { score / played as f64 } else { 0.5 };
    let (upper, lower) = (upper.to_string(), lower.to_string());
    Ok(Rung { upper, lower, games: played, score, draws, share, interval: wilson(share, played), faults })
}

/// Wilson's interval for a share of so many games.
pub fn wilson(share: f64, games: u64) -> (f64, f64) {
    let (n, z) = (games.max(1) as f64, 1.96);
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let reach = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    (middle - reach, middle + reach)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_fewer_games_are_played_than_asked_for_and_as_many_with_either_side() {
        let shelf = Shelf::standard().unwrap();
        let scenarios = ["basileus/practice", "armageddon/rome", "basileus/beroia"].map(String::from);
        let pair = [Player::Random; 2];
        for (asked, played) in [(1, 6), (6, 6), (8, 12)] {
            let rung = ladder(&shelf, &scenarios, pair, asked, 1, 1, &Thinking::default()).unwrap();
            assert_eq!(rung.games, played, "{asked} asked for");
        }
    }

    #[test]
    fn intervals_narrow_with_games() {
        let (low, high) = wilson(0.65, 200);
        assert!((0.58..0.59).contains(&low) && (0.71..0.72).contains(&high), "{low} {high}");
        let (wide, _) = wilson(0.65, 20);
        assert!(wide < low);
    }
}
