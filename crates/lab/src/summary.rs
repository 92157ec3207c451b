//! A series in figures.

use engine::Side;
use engine::playout::Fault;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::match_up::Pace;
use crate::series::Series;
use crate::upshot::Upshot;

/// What came of a series. Only the figures of time depend on the machine and the number of jobs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The scenario's full name.
    pub scenario: String,
    /// Games played.
    pub games: u64,
    /// Games that came to an end.
    pub finished: u64,
    /// Games that did not, or broke a promise.
    pub faults: u64,
    /// Games won by each side, by name.
    pub wins: Map<String, Value>,
    /// Drawn games.
    pub draws: u64,
    /// How the games ended: rule and grade, with the number of games.
    pub endings: Map<String, Value>,
    /// Orders played in all games.
    pub orders: u64,
    /// Rolls in all games.
    pub rolls: u64,
    /// Orders played in a second of wall-clock time.
    pub orders_per_second: f64,
    /// Legal orders there were to choose from, on average.
    pub choices_per_order: f64,
    /// Orders of an average game.
    pub mean_length: f64,
    /// Orders of the shortest game.
    pub shortest: u64,
    /// Orders of the longest game.
    pub longest: u64,
    /// Decisions of commanders.
    pub decisions: u64,
    /// The longest of them, in milliseconds.
    pub slowest_decision: f64,
    /// By how many milliseconds all but one decision in a thousand ran past their limit at most.
    pub late_at_most: f64,
    /// Wall-clock time.
    pub seconds: f64,
    /// The seed of the series.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// The first faults, in order of games.
    pub fault_list: Vec<Fault>,
}

/// How many faults a summary tells in full.
pub(crate) const FAULTS_TOLD: usize = 20;

/// The figures of a series played between sides of these names.
pub(crate) fn summary(
    series: &Series,
    sides: [&str; 2],
    upshots: &[Upshot],
    pace: &mut Pace,
    seconds: f64,
) -> Summary {
    let total = |figure: fn(&Upshot) -> u64| upshots.iter().map(figure).sum::<u64>();
    let (orders, choices) = (total(|u| u.orders), total(|u| u.choices));
    let finished = || upshots.iter().filter(|upshot| upshot.fault.is_none());
    let won = |side: Side| finished().filter(|upshot| upshot.winner == Some(side)).count();
    let mut wins = Map::new();
    for side in Side::BOTH {
        wins.insert(sides[side.index()].to_string(), won(side).into());
    }
    let mut endings = Map::new();
    for Upshot { winner, grade, rule, .. } in finished() {
        let winner = winner.map_or("nobody", |side| sides[side.index()]);
        let ending = endings.entry(format!("{winner}: {grade} ({rule})")).or_insert(0.into());
        *ending = (ending.as_u64().unwrap_or(0) + 1).into();
    }
    endings.sort_keys();
    let faults = upshots.iter().filter_map(|upshot| upshot.fault(series.seed));
    Summary {
        scenario: series.scenario.clone(),
        games: upshots.len() as u64,
        finished: finished().count() as u64,
        faults: upshots.len() as u64 - finished().count() as u64,
        wins,
        draws: finished().filter(|upshot| upshot.winner.is_none()).count() as u64,
        endings,
        orders,
        rolls: total(|u| u.rolls),
        orders_per_second: ratio(orders as f64, seconds),
        choices_per_order: ratio(choices as f64, orders as f64),
        mean_length: ratio(orders as f64, upshots.len() as f64),
        shortest: upshots.iter().map(|u| u.orders).min().unwrap_or(0),
        longest: upshots.iter().map(|u| u.orders).max().unwrap_or(0),
        decisions: pace.decisions,
        slowest_decision: pace.slowest,
        late_at_most: pace.late_at_most(),
        seconds,
        seed: series.seed,
        first: series.first,
        fault_list: faults.take(FAULTS_TOLD).collect(),
    }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
