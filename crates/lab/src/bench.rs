//! How fast a game is: random play, the list of orders, the ways of a counter, the size of a position.

use std::time::{Duration, Instant};

use engine::contract::Listing;
use engine::edition::Options;
use engine::table::{OrderList, Table, random_step};
use engine::{Generator, Objection, Side, Turn, Viewer};
use serde::Serialize;
use shelf::Shelf;

use crate::{Series, Summary, simulate};

/// One figure.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measurement {
    /// What was measured.
    pub name: String,
    /// The figure.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
}

impl Measurement {
    fn new(name: impl Into<String>, value: f64, unit: &'static str) -> Self {
        Measurement { name: name.into(), value, unit }
    }
}

/// Measures games for about so long a figure.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    /// About how long each measurement of speed takes.
    pub span: Duration,
    /// The seed of the games.
    pub seed: u64,
}

/// How often speed is measured.
const ROUNDS: u32 = 3;
/// Positions sampled for the time of a list of orders.
const SAMPLES: usize = 400;
/// Each list is made so often, and the quickest counts: the rest is the machine's other business.
const REPEATS: usize = 5;

impl Stopwatch {
    /// Random play of a scenario: speed on one core, speed-up on two, size, lists and ways of positions.
    pub fn scenario(&self, shelf: &Shelf, scenario: &str) -> Result<Vec<Measurement>, Objection> {
        let table = shelf.open(scenario, &Options::new())?.table;
        let series =
            Series { seed: self.seed, games: self.enough_games(shelf, scenario)?, ..Series::new(scenario) };
        // In turns, and the best of each: the machine's other business falls on both alike.
        let (mut one, mut two) = (simulate(shelf, &series, 1, &|| {})?, None::<Summary>);
        for _ in 0..ROUNDS {
            one = quicker(Some(one), simulate(shelf, &series, 1, &|| {})?);
            two = Some(quicker(two, simulate(shelf, &series, 2, &|| {})?));
        }
        let two = two.unwrap_or_else(|| one.clone());
        let (median, slowest) = self.lists(table.as_ref())?;
        let Areas { led, threatened } = self.widest_areas(table.as_ref())?;
        let named = |what: &str| format!("{scenario}: {what}");
        let mut figures = vec![
            Measurement::new(named("random play, one core"), one.orders_per_second.round(), "orders/s"),
            Measurement::new(named("random play, two cores"), two.orders_per_second.round(), "orders/s"),
            Measurement::new(named("two cores against one"), speed_up(one.seconds, two.seconds), "times"),
            Measurement::new(named("legal choices"), hundredths(one.choices_per_order), "per order"),
            Measurement::new(named("length of a random game"), one.mean_length.round(), "orders"),
            Measurement::new(named("size of a position"), table.size() as f64, "bytes"),
            Measurement::new(named("list of orders, median"), median, "ns"),
            Measurement::new(named("list of orders, slowest sampled"), slowest, "ns"),
        ];
        if led.places > 0 {
            let places = led.places as f64;
            figures.push(Measurement::new(named("widest area of a counter sampled"), places, "places"));
            figures.push(Measurement::new(named("all ways to them, written out"), led.time, "ns"));
        }
        if threatened.places > 0 {
            let places = threatened.places as f64;
            figures.push(Measurement::new(named("widest area a side threatens"), places, "places"));
            figures.push(Measurement::new(named("the search for it"), threatened.time, "ns"));
        }
        if table.listing() == Listing::Representative
            && let Some((median, slowest)) = self.armies(table.as_ref())?
        {
            figures.push(Measurement::new(named("everybody with all ways, median"), median, "ns"));
            figures.push(Measurement::new(named("everybody with all ways, slowest sampled"), slowest, "ns"));
        }
        Ok(figures)
    }

    /// The slowest lists of orders of any scenario: by median, and of any position sampled.
    pub fn slowest_lists<'a>(
        &self,
        shelf: &Shelf,
        scenarios: impl Iterator<Item = &'a str>,
    ) -> Result<Vec<Measurement>, Objection> {
        let mut medians = vec![];
        let mut extremes = vec![];
        for scenario in scenarios {
            let (median, slowest) = self.lists(shelf.open(scenario, &Options::new())?.table.as_ref())?;
            medians.push((median, scenario));
            extremes.push((slowest, scenario));
        }
        let worst = |what: &str, all: Vec<(f64, &str)>| {
            let worst = all.into_iter().reduce(|a, b| if b.0 > a.0 { b } else { a });
            worst.map(|(time, scenario)| Measurement::new(format!("{what} ({scenario})"), time, "ns"))
        };
        let median = worst("list of orders, median of the slowest scenario", medians);
        Ok(median.into_iter().chain(worst("list of orders, slowest of all sampled", extremes)).collect())
    }

    /// Games that take about the span, found with a short trial.
    fn enough_games(&self, shelf: &Shelf, scenario: &str) -> Result<u64, Objection> {
        let mut games = 1;
        loop {
            let trial =
                simulate(shelf, &Series { seed: self.seed, games, ..Series::new(scenario) }, 1, &|| {})?;
            if trial.seconds * 8.0 >= self.span.as_secs_f64() {
                let games = games as f64 * self.span.as_secs_f64() / trial.seconds / ROUNDS as f64;
                return Ok((games as u64).max(2));
            }
            games *= 2;
        }
    }

    /// The most places a counter can be led to, with the time to write out the ways to all of them, and the most a side
    /// threatens, with the time of that search alone, over positions spread across random games.
    fn widest_areas(&self, start: &dyn Table) -> Result<Areas, Objection> {
        let mut generator = Generator::new(self.seed, u64::MAX - 1);
        let mut table = start.clone_box();
        let mut areas = Areas::default();
        for _ in 0..SAMPLES {
            for _ in 0..generator.below(40) {
                if !random_step(table.as_mut(), &mut generator)? {
                    table = start.clone_box();
                }
            }
            let mut counters: Vec<u16> =
                table.choices().iter().filter_map(|choice| choice.aim.counter).collect();
            counters.sort_unstable();
            counters.dedup();
            for counter in counters {
                areas.led.widen(&|| table.routes(counter).len());
            }
            for side in Side::BOTH {
                areas.threatened.widen(&|| table.menace(side, Viewer::Referee).len());
            }
        }
        Ok(areas)
    }

    /// Median and slowest time to list whoever may be moved and where each of them may go, over positions spread across
    /// random games: on an open table that is the list a player chooses from. None if nobody ever moves.
    fn armies(&self, start: &dyn Table) -> Result<Option<(f64, f64)>, Objection> {
        let mut generator = Generator::new(self.seed, u64::MAX - 2);
        let mut table = start.clone_box();
        let mut nanoseconds = vec![];
        for _ in 0..SAMPLES {
            for _ in 0..generator.below(40) {
                if !random_step(table.as_mut(), &mut generator)? {
                    table = start.clone_box();
                }
            }
            nanoseconds.extend(time_of_army(table.as_ref()));
        }
        nanoseconds.sort_unstable();
        let figures = nanoseconds.last().map(|slowest| (nanoseconds[nanoseconds.len() / 2], *slowest));
        Ok(figures.map(|(median, slowest)| (median as f64, slowest as f64)))
    }

    /// Median and slowest time to list the orders of a position, over positions spread across random games.
    fn lists(&self, start: &dyn Table) -> Result<(f64, f64), Objection> {
        let mut generator = Generator::new(self.seed, u64::MAX);
        let mut table = start.clone_box();
        let mut nanoseconds = vec![];
        while nanoseconds.len() < SAMPLES {
            // A random stretch between samples, so that no phase of the turn is favoured.
            for _ in 0..generator.below(40) {
                if !random_step(table.as_mut(), &mut generator)? {
                    table = start.clone_box();
                }
            }
            if matches!(table.turn(), Turn::Order(_)) {
                nanoseconds.push(time_of_list(table.as_ref()));
            }
        }
        nanoseconds.sort_unstable();
        Ok((nanoseconds[SAMPLES / 2] as f64, nanoseconds[SAMPLES - 1] as f64))
    }
}

fn quicker(before: Option<Summary>, now: Summary) -> Summary {
    before.filter(|before| before.seconds <= now.seconds).unwrap_or(now)
}

fn time_of_list(table: &dyn Table) -> u128 {
    let mut orders = OrderList::default();
    let once = |_| {
        let started = Instant::now();
        table.list(&mut orders);
        std::hint::black_box(orders.len());
        started.elapsed().as_nanos()
    };
    (0..REPEATS).map(once).min().unwrap_or(0)
}

/// The time to list all movers and, each of them taken up, all their ways; none where nobody is taken up.
fn time_of_army(table: &dyn Table) -> Option<u128> {
    let mut list = OrderList::default();
    table.list(&mut list);
    let choices = table.choices();
    let movers = choices.iter().enumerate().filter(|(_, choice)| choice.aim.act.marches);
    let taken: Vec<Box<dyn Table>> = movers
        .map(|(index, _)| {
            let mut taken = table.clone_box();
            taken.play_listed(&list, index);
            taken
        })
        .collect();
    let once = |_| {
        let started = Instant::now();
        table.list(&mut list);
        for taken in &taken {
            taken.list(&mut list);
            std::hint::black_box(list.len());
        }
        started.elapsed().as_nanos()
    };
    if taken.is_empty() { None } else { (0..REPEATS).map(once).min() }
}

/// The widest areas found so far.
#[derive(Clone, Copy, Debug, Default)]
struct Areas {
    led: Area,
    threatened: Area,
}

/// How many places, and the nanoseconds it takes to find them.
#[derive(Clone, Copy, Debug, Default)]
struct Area {
    places: usize,
    time: f64,
}

impl Area {
    /// Another area, timed if it is wider.
    fn widen(&mut self, find: &dyn Fn() -> usize) {
        let places = find();
        if places > self.places {
            let once = |_| {
                let started = Instant::now();
                std::hint::black_box(find());
                started.elapsed().as_nanos()
            };
            let time = (0..REPEATS).map(once).min().unwrap_or(0) as f64;
            *self = Area { places, time };
        }
    }
}

fn speed_up(one: f64, two: f64) -> f64 {
    if two > 0.0 { hundredths(one / two) } else { 0.0 }
}

fn hundredths(figure: f64) -> f64 {
    (figure * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::edition::Edition;
    use engine::skirmish::SkirmishEdition;

    #[test]
    fn every_figure_is_measured() {
        let shelf = Shelf::of([Box::new(SkirmishEdition) as Box<dyn Edition>]);
        let watch = Stopwatch { span: Duration::from_millis(20), seed: 1 };
        let figures = watch.scenario(&shelf, "skirmish/field").unwrap();
        assert!(figures.iter().all(|figure| figure.value > 0.0), "{figures:?}");
        let worst = watch.slowest_lists(&shelf, ["skirmish/field"].into_iter()).unwrap();
        assert_eq!(worst.len(), 2);
        assert!(worst.iter().all(|figure| figure.name.contains("skirmish/field") && figure.value > 0.0));
    }
}
