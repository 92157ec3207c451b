//! Many games of one scenario at once, stepped side by side without the interpreter's lock.

use std::sync::Arc;

use engine::table::{OrderList, Table};
use engine::{Generator, Turn};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::arrays::{array, whole_numbers};
use crate::game::{Game, arrays_of, options};
use crate::sight::{ORDER_COLUMNS, Seen, Sight, mover, result};
use crate::values::{refuse, senseless, viewer};

/// More games than these nobody steps at once.
const MOST_GAMES: usize = 1 << 24;
/// A thread takes at least so many games at a time: a step is short.
const PORTION: usize = 16;

/// What a game of the batch waits for, in `Batch.to_act`.
const DICE: i8 = 2;
const OVER: i8 = -1;

/// Games of one scenario played side by side. Game number `n` has the dice of game `n` of a series of the lab with the
/// same seed.
#[pyclass(module = "strategikon")]
pub struct Batch {
    seats: Vec<Seat>,
    start: Box<dyn Table>,
    scenario: String,
    sight: Arc<Sight>,
    seed: u64,
    explicit: bool,
    /// The number of the next game of the series.
    next: u64,
    /// None for a batch that steps in the caller's thread.
    pool: Option<ThreadPool>,
}

/// One of the games.
struct Seat {
    table: Box<dyn Table>,
    list: OrderList,
    chance: Generator,
    /// Its number in the series.
    number: u64,
    orders: u64,
    waits: Waits,
}

#[derive(Clone, Copy, PartialEq)]
enum Waits {
    Order { side: i8, legal: u32 },
    Dice { ways: u32 },
    Over { result: f32 },
}

impl Seat {
    fn new(start: &dyn Table, seed: u64, number: u64, explicit: bool) -> Seat {
        let (table, chance) = (start.clone_box(), Generator::new(seed, number));
        let waits = Waits::Over { result: 0.5 };
        let mut seat = Seat { table, list: OrderList::default(), chance, number, orders: 0, waits };
        seat.settle(explicit, true);
        seat
    }

    /// Goes on to where somebody must choose, and lists what may be chosen if it is wanted.
    fn settle(&mut self, explicit: bool, list: bool) {
        loop {
            self.waits = match self.table.turn() {
                Turn::Order(side) => {
                    if list {
                        self.table.list(&mut self.list);
                    }
                    Waits::Order { side: side.index() as i8, legal: self.list.len() as u32 }
                }
                Turn::Dice(request) if explicit => Waits::Dice { ways: request.ways() },
                Turn::Dice(request) => {
                    let dice = self.chance.throw(request);
                    self.table.roll_silently(dice);
                    continue;
                }
                Turn::Over(outcome) => Waits::Over { result: result(outcome.winner) },
            };
            return;
        }
    }

    /// Whether a choice may be made now; why not.
    fn objection(&self, choice: i64) -> Option<String> {
        let there = match self.waits {
            _ if choice == -1 => return None,
            Waits::Order { legal, .. } => legal,
            Waits::Dice { ways } => ways,
            Waits::Over { .. } => 0,
        };
        match there {
            _ if (0..i64::from(there)).contains(&choice) => None,
            0 => Some(format!("choice {choice} in a game that is over; -1 leaves it alone")),
            _ => Some(format!(
                "there is no choice {choice}: there are {there}, numbered from 0; -1 makes none"
            )),
        }
    }

    fn step(&mut self, choice: i64, explicit: bool) {
        let Ok(index) = usize::try_from(choice) else { return };
        match self.waits {
            Waits::Order { .. } => {
                self.table.play_listed(&self.list, index);
                self.orders += 1;
            }
            Waits::Dice { .. } => {
                if let Turn::Dice(request) = self.table.turn()
                    && let Some(dice) = request.throws().nth(index)
                {
                    self.table.roll_silently(dice);
                }
            }
            Waits::Over { .. } => return,
        }
        self.settle(explicit, true);
    }

    /// Plays on at random as the lab does: orders drawn and dice thrown from one stream.
    fn wander(&mut self, most: u64, explicit: bool) -> u64 {
        let mut played = 0;
        while played < most {
            match self.table.turn() {
                Turn::Order(_) => match self.table.draw(&mut self.chance, &mut self.list) {
                    Some(index) => {
                        self.table.play_listed(&self.list, index);
                        played += 1;
                    }
                    None => break,
                },
                Turn::Dice(request) => {
                    let dice = self.chance.throw(request);
                    self.table.roll_silently(dice);
                }
                Turn::Over(_) => break,
            }
        }
        self.orders += played;
        self.settle(explicit, true);
        played
    }
}

impl Batch {
    /// Does something with every game, by as many threads as the batch has, without the interpreter's lock.
    fn each<T: Send>(&mut self, py: Python<'_>, work: impl Fn(usize, &mut Seat) -> T + Sync) -> Vec<T> {
        let (pool, seats) = (&self.pool, &mut self.seats);
        py.detach(|| match pool {
            None => seats.iter_mut().enumerate().map(|(n, seat)| work(n, seat)).collect(),
            Some(pool) => pool.install(|| {
                let games = seats.par_iter_mut().with_min_len(PORTION).enumerate();
                games.map(|(n, seat)| work(n, seat)).collect()
            }),
        })
    }

    /// A game that should be at a choice and has none would break a promise of the contract.
    fn sound(&self) -> PyResult<()> {
        let stuck = |seat: &&Seat| matches!(seat.waits, Waits::Order { legal: 0, .. });
        match self.seats.iter().find(stuck) {
            None => Ok(()),
            Some(seat) => Err(senseless(format!(
                "dead end: an order is due and none is legal (seed {}, game {})",
                self.seed, seat.number
            ))),
        }
    }

    fn gathered<'py>(
        &self,
        py: Python<'py>,
        sort: &str,
        of: impl Fn(&Seat) -> f32,
    ) -> PyResult<Bound<'py, PyAny>> {
        array(py, &[self.seats.len()], sort, &self.seats.iter().map(of).collect::<Vec<f32>>())
    }
}

#[pymethods]
impl Batch {
    /// So many games of a scenario. `threads` is how many step them (0: one a core); `explicit_chance` leaves throws
    /// to the caller, as choices like orders.
    #[new]
    #[pyo3(signature = (scenario, games, *, seed = 0, options = None, threads = 0, explicit_chance = false))]
    fn new(
        py: Python<'_>,
        scenario: &str,
        games: usize,
        seed: u64,
        options: Option<&Bound<'_, PyAny>>,
        threads: usize,
        explicit_chance: bool,
    ) -> PyResult<Batch> {
        if games == 0 || games > MOST_GAMES {
            return Err(senseless(format!("a batch has from 1 to {MOST_GAMES} games, not {games}")));
        }
        let opening = crate::shelf()?.open(scenario, &self::options(options)?).map_err(refuse)?;
        let threads = match threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            some => some,
        };
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build()).transpose();
        let pool = pool.map_err(|fault| senseless(format!("{threads} threads cannot be had: {fault}")))?;
        let sight = Arc::new(Sight::of(opening.table.as_ref()));
        let (start, explicit, next) = (opening.table, explicit_chance, games as u64);
        let seats: Vec<Seat> =
            py.detach(|| (0..next).map(|number| Seat::new(start.as_ref(), seed, number, explicit)).collect());
        let scenario = scenario.to_string();
        let batch = Batch { seats, start, scenario, sight, seed, explicit, next, pool };
        batch.sound()?;
        Ok(batch)
    }

    fn __len__(&self) -> usize {
        self.seats.len()
    }

    /// What each game waits for: 0 or 1, that side; 2, dice (with `explicit_chance`); -1, nothing, it is over.
    #[getter]
    fn to_act<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let waits = |seat: &Seat| match seat.waits {
            Waits::Order { side, .. } => side,
            Waits::Dice { .. } => DICE,
            Waits::Over { .. } => OVER,
        };
        array(py, &[self.seats.len()], "int8", &self.seats.iter().map(waits).collect::<Vec<i8>>())
    }

    /// How many choices each game has: legal orders, or throws; 0 when it is over.
    #[getter]
    fn choices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let choices = |seat: &Seat| match seat.waits {
            Waits::Order { legal, .. } => i64::from(legal),
            Waits::Dice { ways } => i64::from(ways),
            Waits::Over { .. } => 0,
        };
        array(py, &[self.seats.len()], "int64", &self.seats.iter().map(choices).collect::<Vec<i64>>())
    }

    /// What each game was worth to the first side: 1, 0 or 0.5; not a number while it goes on.
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.gathered(py, "float32", |seat| match seat.waits {
            Waits::Over { result } => result,
            _ => f32::NAN,
        })
    }

    /// The number of each game in the series of its seed.
    #[getter]
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let numbers: Vec<i64> = self.seats.iter().map(|seat| seat.number as i64).collect();
        array(py, &[numbers.len()], "int64", &numbers)
    }

    /// How many orders were played in each game.
    #[getter]
    fn orders_played<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let played: Vec<i64> = self.seats.iter().map(|seat| seat.orders as i64).collect();
        array(py, &[played.len()], "int64", &played)
    }

    /// Makes one choice in each game, by the number of the order or throw; -1 leaves a game alone. If one of them cannot
    /// be made none is.
    fn step(&mut self, py: Python<'_>, choices: &Bound<'_, PyAny>) -> PyResult<()> {
        let choices = whole_numbers(choices, self.seats.len(), "choices")?;
        for (n, (seat, &choice)) in self.seats.iter().zip(&choices).enumerate() {
            if let Some(why) = seat.objection(choice) {
                return Err(senseless(format!("game {n} of the batch: {why}")));
            }
        }
        let explicit = self.explicit;
        self.each(py, |n, seat| seat.step(choices[n], explicit));
        self.sound()
    }

    /// Plays every game on at random, by at most so many orders, as the lab does: from a fresh batch come the games of
    /// `strategikon simulate` with the same seed. Answers how many orders were played.
    #[pyo3(signature = (orders = u64::MAX))]
    fn wander(&mut self, py: Python<'_>, orders: u64) -> PyResult<u64> {
        let explicit = self.explicit;
        let played = self.each(py, |_, seat| seat.wander(orders, explicit));
        self.sound()?;
        Ok(played.into_iter().sum())
    }

    /// Begins the next games of the series in place of those that are over. Answers how many there were.
    fn renew(&mut self, py: Python<'_>) -> PyResult<usize> {
        // Numbers are given in the order of the batch, whatever thread begins the game.
        let mut next = self.next;
        let fresh: Vec<Option<u64>> = (self.seats.iter())
            .map(|seat| {
                matches!(seat.waits, Waits::Over { .. }).then(|| {
                    next += 1;
                    next - 1
                })
            })
            .collect();
        let begun = (next - self.next) as usize;
        if begun == 0 {
            return Ok(0);
        }
        self.next = next;
        let (start, seed, explicit) = (self.start.clone(), self.seed, self.explicit);
        self.each(py, |n, seat| {
            if let Some(number) = fresh[n] {
                *seat = Seat::new(start.as_ref(), seed, number, explicit);
            }
        });
        self.sound()?;
        Ok(begun)
    }

    /// What a viewer sees of each game, as arrays with the games in front. Without one, what the side to move sees.
    #[pyo3(signature = (viewer = None))]
    fn observation<'py>(
        &mut self,
        py: Python<'py>,
        viewer: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let sides = engine::Side::BOTH.map(|side| self.start.side_name(side));
        let viewer = viewer.map(|name| self::viewer(name, sides)).transpose()?;
        let sight = self.sight.clone();
        let each = self.each(py, |_, seat| {
            let mut seen = Seen::default();
            sight.see(seat.table.as_ref(), viewer.unwrap_or_else(|| mover(seat.table.as_ref())), &mut seen);
            seen
        });
        let mut all = Seen::default();
        for seen in each {
            all.counters.extend(seen.counters);
            all.places.extend(seen.places);
            all.situation.extend(seen.situation);
        }
        arrays_of(py, &self.sight, Some(self.seats.len()), &all)
    }

    /// A row of `ORDER_COLUMNS` for each legal order of each game, filled up with -1 to the longest list.
    fn order_features<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let sight = self.sight.clone();
        let rows = self.each(py, |_, seat| match seat.waits {
            Waits::Order { .. } => sight.orders(seat.table.as_ref(), &seat.list),
            _ => Ok(vec![]),
        });
        let rows: Vec<Vec<i32>> = rows.into_iter().collect::<Result<_, _>>().map_err(refuse)?;
        let width = ORDER_COLUMNS.len();
        let longest = rows.iter().map(|row| row.len() / width).max().unwrap_or(0);
        let mut all = Vec::with_capacity(rows.len() * longest * width);
        for (n, row) in rows.into_iter().enumerate() {
            all.extend(row);
            all.resize((n + 1) * longest * width, -1);
        }
        array(py, &[self.seats.len(), longest, width], "int32", &all)
    }

    /// A copy of one of the games, to look at or to think with.
    #[pyo3(signature = (n, seed = 0))]
    fn game(&self, n: usize, seed: u64) -> PyResult<Game> {
        let seat = self.seats.get(n).ok_or_else(|| {
            PyIndexError::new_err(format!("the batch has no game {n}; it has {}", self.seats.len()))
        })?;
        let (table, sight) = (seat.table.clone_box(), self.sight.clone());
        Ok(Game::copy_of(table, self.scenario.clone(), sight, Generator::new(seed, 0)))
    }

    fn __repr__(&self) -> String {
        let over = self.seats.iter().filter(|seat| matches!(seat.waits, Waits::Over { .. })).count();
        format!("<Batch of {} games of {}, {over} over>", self.seats.len(), self.scenario)
    }
}
