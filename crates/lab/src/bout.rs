//! One game between players, commanders among them.

use std::time::{Duration, Instant};

use commander::{Budget, Commander};
use engine::contract::Turn;
use engine::dice::Generator;
use engine::playout::{Fault, Playout, Tally};
use engine::table::Table;

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
        Budget { nodes: self.nodes, time: self.time, stop: None }
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
) -> Tally {
    let mut table = start.clone_box();
    let mut dice = Generator::new(playout.seed, playout.stream);
    let mut whims = Generator::new(!playout.seed, playout.stream);
    let mut tally = Tally { orders: 0, rolls: 0, choices: 0, ending: Err(fault(&playout, 0, "unfinished")) };
    let commanders = players.map(|player| match player {
        Player::Random => None,
        Player::Commander(level) => Some(Commander::new(game, level)),
    });
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
                let choices = table.count_orders() as u64;
                tally.choices += choices;
                let wrong = match &commanders[side.index()] {
                    None => play_random(table.as_mut(), &mut whims, &mut tally),
                    Some(commander) => {
                        play_thought(table.as_mut(), commander, thinking, &mut whims, &mut tally)
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

fn play_random(table: &mut dyn Table, whims: &mut Generator, tally: &mut Tally) -> Result<(), String> {
    let count = table.count_orders() as u32;
    if count == 0 {
        return Err("dead end: an order is due and none is legal".into());
    }
    table.play_listed(whims.below(count) as usize);
    tally.orders += 1;
    Ok(())
}

fn play_thought(
    table: &mut dyn Table,
    commander: &Commander,
    thinking: &Thinking,
    whims: &mut Generator,
    tally: &mut Tally,
) -> Result<(), String> {
    let started = Instant::now();
    let thought = commander.think(table, &thinking.budget(), whims.below(u32::MAX) as u64);
    if thinking.time.is_some_and(|time| started.elapsed() > time + GRACE) {
        return Err(format!("{} thought for {:?}", commander.level(), started.elapsed()));
    }
    if thought.orders.is_empty() {
        return Err(format!("{} has no order to give", commander.level()));
    }
    for order in &thought.orders {
        table
            .play(order)
            .map_err(|objection| format!("{} ordered {order}: {objection}", commander.level()))?;
        tally.orders += 1;
    }
    Ok(())
}
