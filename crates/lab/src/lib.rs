//! The lab: many games played at once, and what they say about a scenario.
//!
//! ```
//! use engine::skirmish::SkirmishEdition;
//! use lab::{Plan, simulate};
//! let shelf = shelf::Shelf::of([Box::new(SkirmishEdition) as Box<_>]);
//! let report = simulate(&shelf, &Plan { games: 50, ..Plan::new("skirmish/field") }, &|| {})?;
//! assert_eq!((report.finished, report.faults), (50, 0));
//! # Ok::<(), engine::Objection>(())
//! ```

mod bench;
mod bout;
mod calibration;
mod ladder;
mod notebook;
mod perft;
mod reliability;
mod school;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::time::Instant;

use commander::Level;
use engine::edition::Options;
use engine::playout::{Fault, Playout, Tally, USUAL_LIMIT};
use engine::table::Table;
use engine::{Objection, Side};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value};
use shelf::Shelf;

pub use bench::{Measurement, Stopwatch};
pub use bout::{Pace, Thinking, bout};
pub use calibration::{PLAYOUTS, calibration, foretold};
pub use ladder::{Rung, ladder, wilson};
pub use notebook::{Note, Notebook};
pub use perft::{Count, Probe, probe};
pub use reliability::{FAIR, Foretold, Reliability, Tenth, reliability};
pub use school::{School, Trial, by_bouts, school};

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Any legal order, each equally likely.
    Random,
    /// A commander.
    Commander(Level),
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Player::Random => f.write_str("random"),
            Player::Commander(level) => level.fmt(f),
        }
    }
}

impl FromStr for Player {
    type Err = String;
    fn from_str(name: &str) -> Result<Player, String> {
        match name.trim() {
            "random" => Ok(Player::Random),
            other => other.parse().map(Player::Commander).map_err(|_| {
                let levels = Level::ALL.map(Level::name).join("`, `");
                format!("there is no player `{other}`; there are `random`, `{levels}`")
            }),
        }
    }
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The scenario's full name.
    pub scenario: String,
    /// Its options.
    pub options: Options,
    /// How many games.
    pub games: u64,
    /// The number of the first game; each number is a game of its own, the same whenever it is played.
    pub first: u64,
    /// Who plays each side.
    pub players: [Player; 2],
    /// The seed of the series.
    pub seed: u64,
    /// How many games at once.
    pub jobs: usize,
    /// Orders after which a game counts as one that does not finish.
    pub limit: u64,
    /// Whether every promise of the contract is checked at every position.
    pub audit: bool,
    /// How long commanders think.
    pub thinking: Thinking,
}

impl Plan {
    /// A thousand random games, one at a time.
    pub fn new(scenario: &str) -> Plan {
        Plan {
            scenario: scenario.into(),
            options: Options::new(),
            games: 1000,
            first: 0,
            players: [Player::Random; 2],
            seed: 1,
            jobs: 1,
            limit: USUAL_LIMIT,
            audit: false,
            thinking: Thinking::default(),
        }
    }
}

/// What came of it. Only the figures of time depend on the machine and the number of jobs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
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

/// How many faults a report tells in full.
const FAULTS_TOLD: usize = 20;

/// Plays the games of a plan; `done` is called after each.
///
/// Each game has a stream of random numbers of its own, and results are put together in order of games:
/// the number of jobs changes nothing but the time.
pub fn simulate(shelf: &Shelf, plan: &Plan, done: &(dyn Fn() + Sync)) -> Result<Report, Objection> {
    let opening = shelf.open(&plan.scenario, &plan.options)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(plan.jobs.max(1)).build();
    let pool = pool
        .map_err(|e| Objection::new("protocol", format!("cannot play {} games at once: {e}", plan.jobs)))?;
    let table = opening.table.as_ref();
    let started = Instant::now();
    let played: Vec<(Tally, Pace)> = pool.install(|| {
        // Games differ in length; small portions keep every thread busy to the end.
        let games = (0..plan.games as usize).into_par_iter().with_max_len(4);
        games.map(|game| one_game(table, plan, plan.first + game as u64, done)).collect()
    });
    let seconds = started.elapsed().as_secs_f64();
    let (mut tallies, mut pace) = (vec![], Pace::default());
    for (tally, own) in played {
        tallies.push(tally);
        pace.add(own);
    }
    Ok(report(table, plan, &tallies, &mut pace, seconds))
}

fn one_game(start: &dyn Table, plan: &Plan, stream: u64, done: &(dyn Fn() + Sync)) -> (Tally, Pace) {
    let playout = Playout { limit: plan.limit, audit: plan.audit, ..Playout::new(plan.seed, stream) };
    let game = plan.scenario.split('/').next().unwrap_or_default();
    let mut pace = Pace::default();
    let tally = catch_unwind(AssertUnwindSafe(|| match plan.players {
        [Player::Random, Player::Random] => start.clone_box().random_game(playout),
        players => bout(start, game, players, &plan.thinking, playout, &mut pace),
    }));
    done();
    let tally = tally.unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().map(String::as_str);
        let words = words.or(panic.downcast_ref::<&str>().copied()).unwrap_or("without a word");
        let fault = Fault { what: format!("panicked: {words}"), seed: plan.seed, stream, order: None };
        Tally { orders: 0, rolls: 0, choices: 0, ending: Err(fault) }
    });
    (tally, pace)
}

fn report(table: &dyn Table, plan: &Plan, tallies: &[Tally], pace: &mut Pace, seconds: f64) -> Report {
    let total = |figure: fn(&Tally) -> u64| tallies.iter().map(figure).sum::<u64>();
    let (orders, choices) = (total(|t| t.orders), total(|t| t.choices));
    let outcomes = || tallies.iter().filter_map(|t| t.ending.as_ref().ok());
    let faults: Vec<&Fault> = tallies.iter().filter_map(|t| t.ending.as_ref().err()).collect();
    let mut wins = Map::new();
    for side in Side::BOTH {
        let won = outcomes().filter(|o| o.winner == Some(side)).count();
        wins.insert(table.side_name(side).to_string(), won.into());
    }
    let mut endings = Map::new();
    for outcome in outcomes() {
        let winner = outcome.winner.map_or("nobody", |side| table.side_name(side));
        let ending =
            endings.entry(format!("{winner}: {} ({})", outcome.grade, outcome.rule)).or_insert(0.into());
        *ending = (ending.as_u64().unwrap_or(0) + 1).into();
    }
    endings.sort_keys();
    Report {
        scenario: plan.scenario.clone(),
        games: tallies.len() as u64,
        finished: outcomes().count() as u64,
        faults: faults.len() as u64,
        wins,
        draws: outcomes().filter(|o| o.winner.is_none()).count() as u64,
        endings,
        orders,
        rolls: total(|t| t.rolls),
        orders_per_second: ratio(orders as f64, seconds),
        choices_per_order: ratio(choices as f64, orders as f64),
        mean_length: ratio(orders as f64, tallies.len() as f64),
        shortest: tallies.iter().map(|t| t.orders).min().unwrap_or(0),
        longest: tallies.iter().map(|t| t.orders).max().unwrap_or(0),
        decisions: pace.decisions,
        slowest_decision: pace.slowest,
        late_at_most: pace.late_at_most(),
        seconds,
        seed: plan.seed,
        first: plan.first,
        fault_list: faults.into_iter().take(FAULTS_TOLD).cloned().collect(),
    }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::edition::Edition;
    use engine::skirmish::SkirmishEdition;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn shelf() -> Shelf {
        Shelf::of([Box::new(SkirmishEdition) as Box<dyn Edition>])
    }

    fn plan() -> Plan {
        Plan { games: 120, seed: 3, ..Plan::new("skirmish/field") }
    }

    #[test]
    fn the_number_of_jobs_changes_nothing_but_the_time() {
        let timeless = |report: Report| Report { seconds: 0.0, orders_per_second: 0.0, ..report };
        let report = |jobs| timeless(simulate(&shelf(), &Plan { jobs, ..plan() }, &|| {}).unwrap());
        let one = report(1);
        assert_eq!(one, report(2));
        assert_eq!(one, report(5));
        assert_eq!(one.wins.values().filter_map(Value::as_u64).sum::<u64>() + one.draws, 120);
        assert_eq!(one.endings.values().filter_map(Value::as_u64).sum::<u64>(), 120);
    }

    #[test]
    fn a_game_is_the_same_alone_as_in_a_series() {
        let series =
            |first, games| simulate(&shelf(), &Plan { first, games, ..plan() }, &|| {}).unwrap().orders;
        assert_eq!(series(0, 5), (0..5).map(|game| series(game, 1)).sum::<u64>());
    }

    #[test]
    fn faults_are_told_so_that_they_can_be_found_again() {
        let report = simulate(&shelf(), &Plan { limit: 4, ..plan() }, &|| {}).unwrap();
        assert!(report.faults > 100 && report.faults + report.finished == 120);
        assert_eq!(report.fault_list.len(), FAULTS_TOLD);
        assert_eq!((report.fault_list[0].seed, report.fault_list[0].order), (3, Some(4)));
    }

    #[test]
    fn audited_games_come_out_the_same() {
        let quick = simulate(&shelf(), &plan(), &|| {}).unwrap();
        let slow = simulate(&shelf(), &Plan { audit: true, ..plan() }, &|| {}).unwrap();
        assert_eq!((quick.wins, quick.orders), (slow.wins, slow.orders));
    }

    #[test]
    fn progress_is_told_once_a_game() {
        let done = AtomicU64::new(0);
        simulate(&shelf(), &plan(), &|| _ = done.fetch_add(1, Ordering::Relaxed)).unwrap();
        assert_eq!(done.into_inner(), 120);
    }

    #[test]
    fn unknown_scenarios_and_players_are_refused() {
        assert!(
            simulate(&shelf(), &Plan::new("skirmish/feld"), &|| {}).unwrap_err().why.contains("did you mean")
        );
        assert!("minimax".parse::<Player>().unwrap_err().contains("there are `random`, `recruit`"));
    }
}
