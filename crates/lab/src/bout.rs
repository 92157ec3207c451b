//! One game between players, commanders among them.

use std::time::{Duration, Instant};

use commander::{Budget, Commander, Intent};
use engine::contract::Turn;
use engine::dice::Generator;
use engine::playout::{Fault, Playout, Tally};
use engine::table::{Order, OrderList, Table};

use crate::Player;

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

/// Plays a game to its end. A commander's order that the rules refuse is a fault.
pub fn bout(
    start: &dyn Table,
    game: &str,
    players: [Player; 2],
    thinking: &Thinking,
    playout: Playout,
    pace: &mut Pace,
) -> Tally {
    let mut table = start.clone_box();
    let mut dice = Generator::new(playout.seed, playout.stream);
    let mut whims = Generator::new(!playout.seed, playout.stream);
    let mut tally = Tally { orders: 0, rolls: 0, choices: 0, ending: Err(fault(&playout, 0, "unfinished")) };
    let commanders = players.map(|player| match player {
        Player::Random => None,
        Player::Commander(level) => Some(Commander::new(game, level)),
    });
    let mut intents = [Intent::default(), Intent::default()];
    let mut orders = OrderList::default();
    loop {
        match table.turn() {
            Turn::Over(outcome) => {
                tally.ending = Ok(outcome);
                return tally;
            }
            Turn::Dice(request) => {
                tally.rolls += 1;
                table.roll_silently(dice.throw(request));
            }
            Turn::Order(side) => {
                table.list(&mut orders);
                tally.choices += orders.len() as u64;
                let wrong = match &commanders[side.index()] {
                    None => play_random(table.as_mut(), &orders, &mut whims, &mut tally),
                    Some(commander) => {
                        let started = Instant::now();
                        let (budget, seed) = (thinking.budget(), whims.below(u32::MAX) as u64);
                        let intent = &mut intents[side.index()];
                        let thought = commander.decide(table.as_ref(), &budget, seed, intent);
                        pace.note(started.elapsed(), thinking.time);
                        play_thought(
                            table.as_mut(),
                            commander,
                            &thought.orders,
                            started,
                            thinking,
                            &mut tally,
                        )
                    }
                };
                if let Err(what) = wrong {
                    tally.ending = Err(fault(&playout, tally.orders, &what));
                    return tally;
                }
                if tally.orders > playout.limit {
                    tally.ending = Err(fault(&playout, tally.orders, "the game does not finish"));
                    return tally;
                }
            }
        }
    }
}

fn fault(playout: &Playout, order: u64, what: &str) -> Fault {
    Fault { what: what.into(), seed: playout.seed, stream: playout.stream, order: Some(order) }
}

fn play_random(
    table: &mut dyn Table,
    orders: &OrderList,
    whims: &mut Generator,
    tally: &mut Tally,
) -> Result<(), String> {
    if orders.is_empty() {
        return Err("dead end: an order is due and none is legal".into());
    }
    table.play_listed(orders, whims.below(orders.len() as u32) as usize);
    tally.orders += 1;
    Ok(())
}

fn play_thought(
    table: &mut dyn Table,
    commander: &Commander,
    orders: &[Order],
    started: Instant,
    thinking: &Thinking,
    tally: &mut Tally,
) -> Result<(), String> {
    if thinking.time.is_some_and(|time| started.elapsed() > time + GRACE) {
        return Err(format!("{} thought for {:?}", commander.level(), started.elapsed()));
    }
    if orders.is_empty() {
        return Err(format!("{} has no order to give", commander.level()));
    }
    for order in orders {
        table
            .play(order)
            .map_err(|objection| format!("{} ordered {order}: {objection}", commander.level()))?;
        tally.orders += 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
