//! A series: numbered games of one scenario between the same players, each with dice of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use engine::edition::{Opening, Options};
use engine::playout::{Fault, Playout, Tally, USUAL_LIMIT};
use engine::{Objection, Side};
use rayon::prelude::*;
use shelf::Shelf;

use crate::Player;
use crate::match_up::{Match, Nobody, Pace, Thinking};
use crate::observer::Observer;
use crate::player::Mind;
use crate::summary::{Summary, summary};
use crate::upshot::Upshot;

/// Games of one scenario between the same players.
#[derive(Clone, Debug)]
pub struct Series {
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
    /// Orders after which a game counts as one that does not finish.
    pub limit: u64,
    /// Whether every promise of the contract is checked at every position.
    pub audit: bool,
    /// How long commanders think.
    pub thinking: Thinking,
    /// What is noted of the games beside how they end.
    pub attention: Attention,
}

/// How closely games are watched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Attention {
    /// How they end.
    #[default]
    Ends,
    /// Losses and rules of every game, and the chances of those with a lower number than this.
    Whole {
        /// Games whose chances are followed.
        followed: u64,
    },
}

impl Series {
    /// A thousand random games.
    pub fn new(scenario: &str) -> Series {
        Series {
            scenario: scenario.into(),
            options: Options::new(),
            games: 1000,
            first: 0,
            players: [Player::Random; 2],
            seed: 1,
            limit: USUAL_LIMIT,
            audit: false,
            thinking: Thinking::default(),
            attention: Attention::Ends,
        }
    }

    /// The game of its scenario.
    pub fn game(&self) -> &str {
        self.scenario.split('/').next().unwrap_or_default()
    }
}

/// A series ready to be played: its scenario set up, its players called.
pub(crate) struct Ready {
    /// Which series of its plan.
    pub index: usize,
    /// What is played.
    pub series: Series,
    /// The scenario set up.
    pub opening: Opening,
    minds: [Option<Mind>; 2],
}

impl Ready {
    pub fn new(shelf: &Shelf, index: usize, series: Series) -> Result<Ready, Objection> {
        let opening = shelf.open(&series.scenario, &series.options)?;
        let minds = series.players.map(|player| player.mind(series.game()));
        Ok(Ready { index, series, opening, minds })
    }

    /// The names of the sides.
    pub fn sides(&self) -> [&str; 2] {
        Side::BOTH.map(|side| self.opening.table.side_name(side))
    }

    /// Plays the game with this number. Whatever goes wrong in it, a panic too, is a fault of the game.
    pub fn play(&self, number: u64) -> (Upshot, Pace) {
        let Series { seed, limit, audit, .. } = self.series;
        let playout = Playout { limit, audit, ..Playout::new(seed, number) };
        let played = catch_unwind(AssertUnwindSafe(|| self.played(number, playout)));
        played.unwrap_or_else(|panic| {
            let words = panic.downcast_ref::<String>().map(String::as_str);
            let words = words.or(panic.downcast_ref::<&str>().copied()).unwrap_or("without a word");
            let fault = Fault { what: format!("panicked: {words}"), seed, stream: number, order: None };
            let tally = Tally { orders: 0, rolls: 0, choices: 0, ending: Err(fault) };
            (Upshot::of(self.index, number, &tally), Pace::default())
        })
    }

    fn played(&self, number: u64, playout: Playout) -> (Upshot, Pace) {
        let start = self.opening.table.as_ref();
        let minds = [0, 1].map(|side| self.minds[side].as_ref());
        let game = Match { start, minds, thinking: &self.series.thinking, playout };
        match self.series.attention {
            Attention::Ends if minds.iter().all(Option::is_none) => {
                let tally = start.clone_box().random_game(playout);
                (Upshot::of(self.index, number, &tally), Pace::default())
            }
            Attention::Ends => {
                let ended = game.play(&mut Nobody);
                let turns = ended.table.clock();
                (Upshot { turns, ..Upshot::of(self.index, number, &ended.tally) }, ended.pace)
            }
            Attention::Whole { followed } => {
                let mut observer = Observer::new(&self.opening, number < followed);
                let ended = game.play(&mut observer);
                (observer.upshot(Upshot::of(self.index, number, &ended.tally), &ended), ended.pace)
            }
        }
    }
}

/// Does a piece of work for each of a list on so many threads, one a core for none; answers in the order of the list.
pub(crate) fn on_threads<W: Sync, T: Send>(
    jobs: usize,
    work: &[W],
    play: impl Fn(&W) -> T + Sync + Send,
) -> Result<Vec<T>, Objection> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool =
        pool.map_err(|e| Objection::new("protocol", format!("cannot play {jobs} games at once: {e}")))?;
    // Games differ in length; one by one they keep every thread busy to the end.
    Ok(pool.install(|| work.par_iter().with_max_len(1).map(play).collect()))
}

/// Plays the games of a series, so many at once; `done` is called after each.
///
/// Each game has a stream of random numbers of its own, and results are put together in order of games:
/// the number of jobs changes nothing but the time.
pub fn simulate(
    shelf: &Shelf,
    series: &Series,
    jobs: usize,
    done: &(dyn Fn() + Sync),
) -> Result<Summary, Objection> {
    let ready = Ready::new(shelf, 0, series.clone())?;
    let started = Instant::now();
    let numbers: Vec<u64> = (series.first..series.first + series.games).collect();
    let played = on_threads(jobs.max(1), &numbers, |&number| {
        let played = ready.play(number);
        done();
        played
    })?;
    let seconds = started.elapsed().as_secs_f64();
    let (mut upshots, mut pace) = (vec![], Pace::default());
    for (upshot, own) in played {
        upshots.push(upshot);
        pace.add(own);
    }
    Ok(summary(series, ready.sides(), &upshots, &mut pace, seconds))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::edition::Edition;
    use engine::skirmish::SkirmishEdition;
    use serde_json::Value;
    use std::sync::atomic::{AtomicU64, Ordering};

    fn shelf() -> Shelf {
        Shelf::of([Box::new(SkirmishEdition) as Box<dyn Edition>])
    }

    fn series() -> Series {
        Series { games: 120, seed: 3, ..Series::new("skirmish/field") }
    }

    fn summed_up(series: &Series) -> Summary {
        simulate(&shelf(), series, 1, &|| {}).unwrap()
    }

    #[test]
    fn the_number_of_jobs_changes_nothing_but_the_time() {
        let timeless = |summary: Summary| Summary { seconds: 0.0, orders_per_second: 0.0, ..summary };
        let played = |jobs| timeless(simulate(&shelf(), &series(), jobs, &|| {}).unwrap());
        let one = played(1);
        assert_eq!(one, played(2));
        assert_eq!(one, played(5));
        assert_eq!(one.wins.values().filter_map(Value::as_u64).sum::<u64>() + one.draws, 120);
        assert_eq!(one.endings.values().filter_map(Value::as_u64).sum::<u64>(), 120);
    }

    #[test]
    fn a_game_is_the_same_alone_as_in_a_series() {
        let orders = |first, games| summed_up(&Series { first, games, ..series() }).orders;
        assert_eq!(orders(0, 5), (0..5).map(|game| orders(game, 1)).sum::<u64>());
    }

    #[test]
    fn faults_are_told_so_that_they_can_be_found_again() {
        let summary = summed_up(&Series { limit: 4, ..series() });
        assert!(summary.faults > 100 && summary.faults + summary.finished == 120);
        assert_eq!(summary.fault_list.len(), crate::summary::FAULTS_TOLD);
        assert_eq!((summary.fault_list[0].seed, summary.fault_list[0].order), (3, Some(4)));
    }

    #[test]
    fn audited_and_observed_games_come_out_the_same() {
        let quick = summed_up(&series());
        for other in [
            Series { audit: true, ..series() },
            Series { attention: Attention::Whole { followed: 30 }, ..series() },
        ] {
            let slow = summed_up(&other);
            assert_eq!((&quick.wins, quick.orders, quick.rolls), (&slow.wins, slow.orders, slow.rolls));
        }
    }

    #[test]
    fn progress_is_told_once_a_game() {
        let done = AtomicU64::new(0);
        simulate(&shelf(), &series(), 2, &|| _ = done.fetch_add(1, Ordering::Relaxed)).unwrap();
        assert_eq!(done.into_inner(), 120);
    }

    #[test]
    fn unknown_scenarios_are_refused() {
        let refused = simulate(&shelf(), &Series::new("skirmish/feld"), 1, &|| {}).unwrap_err();
        assert!(refused.why.contains("did you mean"), "{refused}");
    }
}
