//! The ladder: each level against the one below, sides exchanged, with confidence intervals.

use engine::Objection;
use engine::Side;
use engine::edition::Options;
use serde::Serialize;
use shelf::Shelf;

use crate::intervals::wilson;
use crate::{Player, Series, Thinking, simulate};

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
            let series = Series {
                options: Options::new(),
                games: each,
                players,
                seed: seed + side.index() as u64,
                thinking: thinking.clone(),
                ..Series::new(scenario)
            };
            let summary = simulate(shelf, &series, jobs, &|| {})?;
            let name = shelf.open(scenario, &Options::new())?.card.sides[side.index()].clone();
            let won = summary.wins.get(&name).and_then(serde_json::Value::as_u64).unwrap_or(0);
            score += won as f64 + summary.draws as f64 / 2.0;
            draws += summary.draws;
            played += summary.finished;
            faults += summary.faults;
        }
    }
    let share = if played > 0 { score / played as f64 } else { 0.5 };
    let (upper, lower) = (upper.to_string(), lower.to_string());
    Ok(Rung { upper, lower, games: played, score, draws, share, interval: wilson(share, played), faults })
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
}
