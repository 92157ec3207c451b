//! One game between players: the only loop of the lab that plays one, whoever watches.

use std::time::{Duration, Instant};

use commander::{Budget, Intent};
use engine::contract::Turn;
use engine::dice::{DiceRequest, Generator};
use engine::event::Event;
use engine::playout::{Fault, Playout, Tally};
use engine::table::{Order, OrderList, Table};

use crate::player::Mind;

/// How long commanders think about each decision.
#[derive(Clone, Debug, Default)]
pub struct Thinking {
    /// Positions to look into; each level's own number if not said.
    pub nodes: Option<u32>,
    /// Time to take.
    pub time: Option<Duration>,
}

impl Thinking {
    fn budget(&self) -> Budget {
        Budget { nodes: self.nodes, time: self.time, ..Budget::default() }
    }
}

/// How long the decisions of commanders took.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    /// Decisions made.
    pub decisions: u64,
    /// The longest, in milliseconds.
    pub slowest: f64,
    /// By how many milliseconds decisions ran past their limit; those within it are not listed.
    pub late: Vec<f32>,
}

impl Pace {
    fn note(&mut self, took: Duration, limit: Option<Duration>) {
        self.decisions += 1;
        self.slowest = self.slowest.max(took.as_secs_f64() * 1000.0);
        if let Some(over) = limit.and_then(|limit| took.checked_sub(limit)) {
            self.late.push(over.as_secs_f32() * 1000.0);
        }
    }

    /// Takes in the pace of another game.
    pub(crate) fn add(&mut self, other: Pace) {
        self.decisions += other.decisions;
        self.slowest = self.slowest.max(other.slowest);
        self.late.extend(other.late);
    }

    /// The milliseconds past the limit that all but one decision in a thousand stay within.
    pub(crate) fn late_at_most(&mut self) -> f64 {
        self.late.sort_by(f32::total_cmp);
        let beyond = (self.decisions / 1000) as usize;
        let place = self.late.len().checked_sub(beyond + 1);
        place.map_or(0.0, |place| self.late[place] as f64)
    }
}

/// How far a decision may run past its limit before it counts as a fault.
const GRACE: Duration = Duration::from_secs(2);

/// Somebody who watches a game. Watching changes nothing in it.
pub(crate) trait Witness {
    /// Whether what happens is told; if not, nobody puts it into words.
    fn listens(&self) -> bool {
        false
    }

    /// The position waits for an order. What is drawn from the whims here is drawn before the player draws.
    fn order_due(&mut self, _table: &dyn Table, _whims: &mut Generator) {}

    /// The position waits for dice.
    fn dice_due(&mut self, _table: &dyn Table, _request: DiceRequest) {}

    /// What came of an order or a roll, and how the game stands after it.
    fn happened(&mut self, _table: &dyn Table, _events: &[Event], _rolled: bool) {}
}

/// Nobody watches.
pub(crate) struct Nobody;

impl Witness for Nobody {}

/// A game to be played.
pub(crate) struct Match<'a> {
    /// Where it begins.
    pub start: &'a dyn Table,
    /// Who leads each side; nobody who thinks where orders are drawn at random.
    pub minds: [Option<&'a Mind>; 2],
    /// How long they think.
    pub thinking: &'a Thinking,
    /// Which game of which series, and how long at most.
    pub playout: Playout,
}

/// Where a game ended and what it took.
pub(crate) struct Ended {
    /// The table at the end, or where it went wrong.
    pub table: Box<dyn Table>,
    /// What it came to.
    pub tally: Tally,
    /// How long its decisions took.
    pub pace: Pace,
}

/// A game under way.
struct Course<'a> {
    game: &'a Match<'a>,
    table: Box<dyn Table>,
    tally: Tally,
    pace: Pace,
    orders: OrderList,
    intents: [Intent; 2],
}

impl Match<'_> {
    /// Plays it to its end. A commander's order that the rules refuse is a fault. A game of random orders is the
    /// one that the engine plays at full speed, order for order, whether anybody watches or not.
    pub fn play(&self, witness: &mut dyn Witness) -> Ended {
        let Playout { seed, stream, limit, .. } = self.playout;
        let mut course = Course {
            game: self,
            table: self.start.clone_box(),
            tally: Tally { orders: 0, rolls: 0, choices: 0, ending: Err(self.fault(0, "unfinished")) },
            pace: Pace::default(),
            orders: OrderList::default(),
            intents: Default::default(),
        };
        let by_chance = self.minds.iter().all(Option::is_none);
        let mut dice = Generator::new(seed, stream);
        let mut whims = Generator::new(!seed, stream);
        loop {
            match course.table.turn() {
                Turn::Over(outcome) => {
                    course.tally.ending = Ok(outcome);
                    return course.ended();
                }
                Turn::Dice(request) => {
                    witness.dice_due(course.table.as_ref(), request);
                    let faces = dice.throw(request);
                    course.tally.rolls += 1;
                    if witness.listens() {
                        let events = course.table.roll(faces.faces()).unwrap_or_default();
                        witness.happened(course.table.as_ref(), &events, true);
                    } else {
                        course.table.roll_silently(faces);
                    }
                }
                Turn::Order(side) => {
                    witness.order_due(course.table.as_ref(), &mut whims);
                    let given = if course.tally.orders >= limit {
                        Err(format!("did not finish within {limit} orders"))
                    } else {
                        match self.minds[side.index()] {
                            None if by_chance => course.draw(&mut dice, witness),
                            None => course.draw_listed(&mut whims, witness),
                            Some(mind) => {
                                let seed = whims.below(u32::MAX) as u64;
                                course.decide(mind, side.index(), seed, witness)
                            }
                        }
                    };
                    if let Err(what) = given {
                        course.tally.ending = Err(self.fault(course.tally.orders, &what));
                        return course.ended();
                    }
                }
            }
        }
    }

    fn fault(&self, order: u64, what: &str) -> Fault {
        let Playout { seed, stream, .. } = self.playout;
        Fault { what: what.into(), seed, stream, order: Some(order) }
    }
}

impl Course<'_> {
    fn ended(self) -> Ended {
        Ended { table: self.table, tally: self.tally, pace: self.pace }
    }

    /// A random order as the game draws it.
    fn draw(&mut self, dice: &mut Generator, witness: &mut dyn Witness) -> Result<(), String> {
        let pick = self.table.draw(dice, &mut self.orders);
        self.tally.choices += self.orders.len() as u64;
        self.give(pick, witness)
    }

    /// A random order of the list.
    fn draw_listed(&mut self, whims: &mut Generator, witness: &mut dyn Witness) -> Result<(), String> {
        self.list();
        let count = self.orders.len() as u32;
        self.give((count > 0).then(|| whims.below(count) as usize), witness)
    }

    fn list(&mut self) {
        self.table.list(&mut self.orders);
        self.tally.choices += self.orders.len() as u64;
    }

    fn give(&mut self, pick: Option<usize>, witness: &mut dyn Witness) -> Result<(), String> {
        let Some(pick) = pick else {
            return Err("dead end: an order is due and none is legal".into());
        };
        self.tally.orders += 1;
        if !witness.listens() {
            self.table.play_listed(&self.orders, pick);
            return Ok(());
        }
        match self.table.listed(&self.orders, pick) {
            Some(order) => self.play("a listed order", &order, witness),
            None => Err("dead end: an order is due and none is legal".into()),
        }
    }

    fn play(&mut self, who: &str, order: &Order, witness: &mut dyn Witness) -> Result<(), String> {
        if !witness.listens() {
            return match self.table.follow(order) {
                true => Ok(()),
                false => Err(self.refused(who, order)),
            };
        }
        let events = self.table.play(order).map_err(|_| self.refused(who, order))?;
        witness.happened(self.table.as_ref(), &events, false);
        Ok(())
    }

    fn refused(&self, who: &str, order: &Order) -> String {
        match self.table.check(order) {
            Err(objection) => format!("{who} ordered {order}: {objection}"),
            Ok(()) => format!("{who} ordered {order}, which was refused"),
        }
    }

    fn decide(
        &mut self,
        mind: &Mind,
        side: usize,
        seed: u64,
        witness: &mut dyn Witness,
    ) -> Result<(), String> {
        self.list();
        let thinking = self.game.thinking;
        let started = Instant::now();
        let thought = mind.decide(self.table.as_ref(), &thinking.budget(), seed, &mut self.intents[side]);
        let took = started.elapsed();
        self.pace.note(took, thinking.time);
        let name = mind.name();
        if thinking.time.is_some_and(|time| took > time + GRACE) {
            return Err(format!("{name} thought for {took:?}"));
        }
        if thought.orders.is_empty() {
            return Err(format!("{name} has no order to give"));
        }
        for order in &thought.orders {
            self.play(name, order, witness)?;
            self.tally.orders += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::edition::Options;
    use shelf::Shelf;

    /// Listens, and does nothing else.
    struct Listener(u64);

    impl Witness for Listener {
        fn listens(&self) -> bool {
            true
        }
        fn happened(&mut self, _: &dyn Table, events: &[Event], _: bool) {
            self.0 += events.len() as u64;
        }
    }

    #[test]
    fn one_decision_in_a_thousand_may_be_later_than_told() {
        let mut pace = Pace::default();
        let limit = Some(Duration::from_millis(10));
        (0..1998).for_each(|_| pace.note(Duration::from_millis(9), limit));
        assert_eq!(pace.late_at_most(), 0.0);
        for took in [12, 15, 90, 700] {
            pace.note(Duration::from_millis(took), limit);
        }
        assert_eq!(pace.late_at_most().round(), 5.0);
        assert_eq!(pace.slowest.round(), 700.0);
    }

    #[test]
    fn a_random_game_is_the_same_at_full_speed_and_watched_in_every_game_of_the_shelf() {
        let shelf = Shelf::standard().unwrap();
        for edition in shelf.editions() {
            let scenario = &edition.scenarios()[0].scenario;
            let start = shelf.open(scenario, &Options::new()).unwrap().table;
            for stream in 0..3 {
                let playout = Playout::new(11, stream);
                let quick = start.clone_box().random_game(playout);
                let thinking = Thinking::default();
                let game = Match { start: start.as_ref(), minds: [None; 2], thinking: &thinking, playout };
                let mut listener = Listener(0);
                assert_eq!(game.play(&mut listener).tally, quick, "{scenario}, game {stream}");
                assert_eq!(game.play(&mut Nobody).tally, quick, "{scenario}, game {stream}");
                assert!(listener.0 > 0);
            }
        }
    }

    #[test]
    fn watching_changes_nothing_between_commanders() {
        let shelf = Shelf::standard().unwrap();
        let start = shelf.open("basileus/practice", &Options::new()).unwrap().table;
        let recruit = crate::Player::Commander(commander::Level::Recruit).mind("basileus");
        let (thinking, playout) = (Thinking::default(), Playout::new(3, 4));
        let minds = [recruit.as_ref(), None];
        let game = Match { start: start.as_ref(), minds, thinking: &thinking, playout };
        let (alone, watched) = (game.play(&mut Nobody), game.play(&mut Listener(0)));
        assert_eq!(alone.tally, watched.tally);
        assert_eq!(alone.table.hash(), watched.table.hash());
    }
}
