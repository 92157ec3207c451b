//! The teller: the chances of one game as it goes on, at little cost.

use std::sync::Arc;

use engine::contract::Turn;
use engine::dice::{DiceRequest, Generator};
use engine::table::Table;

use crate::budget::Budget;
use crate::calibration::Calibration;
use crate::chance::{Judge, MOST_THROWS, SAMPLE, result_of};
use crate::outlook::{playouts, seen};
use crate::regression::log_odds_of;
use crate::search::Commander;
use crate::weights::Weights;

/// Tells the chance of the first side in position after position of a game. Playouts are made where somebody asks it to
/// [look](Teller::look); from there on chances follow from how the game stands, until it looks again. Nothing is
/// hidden from it, and what is under way is not settled first: it is for comparing, again and again.
///
/// ```
/// use commander::{Commander, Level, Teller};
/// use engine::skirmish::Skirmish;
/// use engine::table::OpenTable;
/// let table = OpenTable::boxed(Skirmish::new(20));
/// let mut teller = Teller::new(&Commander::new("skirmish", Level::Soldier), table.as_ref());
/// teller.look(table.as_ref());
/// assert!((0.0..=1.0).contains(&teller.chance(table.as_ref())));
/// ```
pub struct Teller {
    scenario: String,
    weights: Weights,
    calibration: Arc<Calibration>,
    /// The log odds of the first side in the playouts of the last look.
    playouts: f32,
}

impl Teller {
    /// One who judges as a commander does.
    pub fn new(commander: &Commander, table: &dyn Table) -> Teller {
        Teller {
            scenario: commander.scenario.clone(),
            weights: commander.weights_for(table),
            calibration: commander.calibration_for(table),
            playouts: log_odds_of(0.5) as f32,
        }
    }

    /// Plays out a position a few times.
    pub fn look(&mut self, table: &dyn Table) {
        let judge = Judge::new(&self.weights);
        self.playouts = playouts(table, self.calibration.playouts, &judge, &Budget::default().start());
    }

    /// The chance of the first side to win, a draw counted half.
    pub fn chance(&self, table: &dyn Table) -> f32 {
        match table.turn() {
            Turn::Over(outcome) => result_of(&outcome),
            _ => {
                let mut judge = Judge::new(&self.weights);
                self.calibration.chance(&self.scenario, &seen(table, self.playouts, &mut judge))
            }
        }
    }

    /// Its mean once the dice that are due have fallen, whichever way: over all throws where they are few, else over some
    /// that have nothing to do with those of the game.
    pub fn expected(&self, table: &dyn Table, request: DiceRequest) -> f32 {
        let (mut sum, mut count) = (0.0, 0.0);
        let mut see = |dice| {
            let mut after = table.clone_box();
            after.roll_silently(dice);
            sum += f64::from(self.chance(after.as_ref()));
            count += 1.0;
        };
        if (request.sides as u64).saturating_pow(request.count as u32) <= MOST_THROWS {
            request.throws().for_each(see);
        } else {
            let mut dice = Generator::new(u64::from(request.sides), u64::MAX);
            (0..SAMPLE).for_each(|_| see(dice.throw(request)));
        }
        (sum / count) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;
    use engine::skirmish::Skirmish;
    use engine::table::{OpenTable, random_step};

    #[test]
    fn dice_are_expected_to_be_what_they_are_on_average() {
        let mut table = OpenTable::boxed(Skirmish::new(20));
        let teller = Teller::new(&Commander::new("skirmish", Level::Soldier), table.as_ref());
        let mut chance = Generator::new(3, 3);
        let mut seen = 0;
        for _ in 0..500 {
            if let Turn::Dice(request) = table.turn() {
                let mean = request.throws().map(|dice| {
                    let mut after = table.clone_box();
                    after.roll_silently(dice);
                    f64::from(teller.chance(after.as_ref()))
                });
                let mean = mean.sum::<f64>() / f64::from(request.ways());
                assert!((f64::from(teller.expected(table.as_ref(), request)) - mean).abs() < 1e-6);
                seen += 1;
            }
            if !random_step(table.as_mut(), &mut chance).unwrap() {
                table = OpenTable::boxed(Skirmish::new(20));
            }
        }
        assert!(seen > 5);
    }
}
