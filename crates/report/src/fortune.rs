//! How the chances of followed games went, and what the dice had to do with it.

use std::collections::BTreeMap;

use lab::{Fortunes, intervals};
use serde::Serialize;

/// A place counts as fought for if it was held longer by either side in so many games.
const FOUGHT_FOR: u64 = 8;

/// How the chances of the games went that were followed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FortuneFindings {
    /// Games followed.
    pub games: u64,
    /// The chance of the first side by Player-Turn: of ten games the second, the middle and the ninth, and how many games
    /// were still going on.
    pub course: Vec<Moment>,
    /// The share of the first side in these games.
    pub share: f64,
    /// The interval it lies in with a chance of 95 %.
    pub share_interval: (f64, f64),
    /// The share with the luck of the dice taken out.
    pub without_luck: f64,
    /// The interval that lies in.
    pub without_luck_interval: (f64, f64),
    /// By how much the dice helped one side or the other in a game, on average, in chances to win.
    pub luck: f64,
    /// The share of the decided games that went to the side the dice helped.
    pub luckier_won: f64,
    /// How many games had so much luck for the first side, in tenths of a win.
    pub luck_spread: BTreeMap<i32, u64>,
    /// By how much the chances changed at a place in an average game.
    pub swings: BTreeMap<String, f64>,
    /// The places whose holders win, the most telling first.
    pub keys: Vec<Key>,
    #[serde(skip)]
    chances: BTreeMap<u32, Vec<f32>>,
    #[serde(skip)]
    results: Vec<(f64, f64)>,
    #[serde(skip)]
    held: BTreeMap<String, [Held; 2]>,
}

/// The chances of the first side in a Player-Turn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Moment {
    /// The Player-Turn.
    pub turn: u32,
    /// Of ten games the lowest but one.
    pub low: f32,
    /// The middle.
    pub middle: f32,
    /// The highest but one.
    pub high: f32,
    /// Games that were going on.
    pub games: usize,
}

/// A place whose holder wins.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Key {
    /// The place.
    pub place: String,
    /// Games in which each side held it longer.
    pub games: [u64; 2],
    /// The share of the first side in them.
    pub share: [f64; 2],
    /// By how much the two shares differ, and the interval the difference lies in with a chance of 95 %.
    pub difference: f64,
    /// That interval.
    pub interval: (f64, f64),
}

#[derive(Clone, Copy, Debug, Default)]
struct Held {
    games: u64,
    score: f64,
}

impl FortuneFindings {
    /// Takes in a game that ended so for the first side.
    pub(crate) fn take(&mut self, fortunes: Fortunes, result: f64) {
        self.games += 1;
        for (turn, chance) in fortunes.chances.iter().rev().skip(1) {
            self.chances.entry(*turn).or_default().push(*chance);
        }
        self.results.push((result, f64::from(fortunes.luck)));
        for (place, swing) in fortunes.places {
            *self.swings.entry(place).or_default() += f64::from(swing);
        }
        for (place, longer) in fortunes.held {
            let held = &mut self.held.entry(place).or_default()[usize::from(longer < 0)];
            held.games += 1;
            held.score += result;
        }
    }

    /// Adds up what was taken in.
    pub(crate) fn add_up(&mut self) {
        let games = self.games.max(1) as f64;
        for (&turn, chances) in &mut self.chances {
            chances.sort_by(f32::total_cmp);
            let at = |share: f64| chances[((chances.len() - 1) as f64 * share).round() as usize];
            let games = chances.len();
            self.course.push(Moment { turn, low: at(0.1), middle: at(0.5), high: at(0.9), games });
        }
        let plain: Vec<f64> = self.results.iter().map(|(result, _)| *result).collect();
        let cleared: Vec<f64> = self.results.iter().map(|(result, luck)| result - luck).collect();
        (self.share, self.share_interval) = intervals::mean(&plain);
        (self.without_luck, self.without_luck_interval) = intervals::mean(&cleared);
        self.luck = self.results.iter().map(|(_, luck)| luck.abs()).sum::<f64>() / games;
        let decided: Vec<_> =
            self.results.iter().filter(|(result, luck)| *result != 0.5 && *luck != 0.0).collect();
        let luckier = decided.iter().filter(|(result, luck)| (*result > 0.5) == (*luck > 0.0)).count();
        self.luckier_won = luckier as f64 / decided.len().max(1) as f64;
        for (_, luck) in &self.results {
            *self.luck_spread.entry((luck * 10.0).round() as i32).or_default() += 1;
        }
        self.swings.values_mut().for_each(|swing| *swing /= games);
        self.keys = keys(&self.held);
    }
}

/// The places whose holders win: where it is surest that holding and winning go together come first.
fn keys(held: &BTreeMap<String, [Held; 2]>) -> Vec<Key> {
    let mut keys = vec![];
    for (place, sides) in held {
        let games = sides.map(|side| side.games);
        if games.iter().any(|&games| games < FOUGHT_FOR) {
            continue;
        }
        let share = sides.map(|side| side.score / side.games as f64);
        let (difference, interval) = intervals::difference((share[0], games[0]), (share[1], games[1]));
        keys.push(Key { place: place.clone(), games, share, difference, interval });
    }
    keys.sort_by(|a, b| b.interval.0.total_cmp(&a.interval.0));
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game: its result, its luck, and how much longer the winner held which place.
    type Followed<'a> = (f64, f32, &'a [(&'a str, i32)]);

    fn followed(games: &[Followed]) -> FortuneFindings {
        let mut findings = FortuneFindings::default();
        for (result, luck, held) in games {
            let held = held.iter().map(|(place, longer)| (place.to_string(), *longer)).collect();
            let chances = vec![(0, 0.5), (1, 0.5 + luck / 2.0), (2, *result as f32)];
            findings.take(Fortunes { chances, luck: *luck, held, ..Fortunes::default() }, *result);
        }
        findings.add_up();
        findings
    }

    #[test]
    fn luck_is_taken_out_of_the_share() {
        // The dice gave the first side both of its wins.
        let told = followed(&[(1.0, 0.5, &[]), (1.0, 0.5, &[]), (0.0, 0.0, &[]), (0.0, -0.2, &[])]);
        assert_eq!((told.games, told.share), (4, 0.5));
        assert!((told.without_luck - 0.3).abs() < 1e-6, "{}", told.without_luck);
        let width = |(low, high): (f64, f64)| high - low;
        assert!(width(told.without_luck_interval) < width(told.share_interval));
        assert_eq!(told.luckier_won, 1.0);
    }

    #[test]
    fn the_course_ends_before_the_result() {
        let told = followed(&[(1.0, 0.2, &[]), (0.0, -0.2, &[]), (0.0, 0.0, &[])]);
        let turns: Vec<u32> = told.course.iter().map(|moment| moment.turn).collect();
        assert_eq!(turns, [0, 1]);
        assert_eq!((told.course[1].middle, told.course[1].games), (0.5, 3));
    }

    #[test]
    fn a_place_whose_holder_wins_is_a_key_and_one_that_one_side_never_held_is_not() {
        let held: &[(&str, i32)] = &[("D", 3), ("camp", 5)];
        let lost: &[(&str, i32)] = &[("D", -2), ("camp", 5)];
        let games: Vec<_> =
            (0..20).map(|n| if n % 2 == 0 { (1.0, 0.0, held) } else { (0.0, 0.0, lost) }).collect();
        let told = followed(&games);
        assert_eq!(told.keys.len(), 1);
        assert_eq!((told.keys[0].place.as_str(), told.keys[0].difference), ("D", 1.0));
        assert!(told.keys[0].interval.0 > 0.5);
    }
}
