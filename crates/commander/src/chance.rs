//! What a position is worth: the chance of winning, by the game's own terms and fitted weights.

use engine::contract::{Outcome, Side, Turn};
use engine::dice::Generator;
use engine::table::Table;

use crate::weights::Weights;

/// Throws of dice up to this many are averaged exactly.
const MOST_THROWS: u32 = 36;

/// What an outcome is worth to a side: a minor victory less than a major one, a draw half.
pub(crate) fn outcome_value(outcome: &Outcome, side: Side) -> f32 {
    match outcome.winner {
        Some(winner) => {
            let sure = if outcome.grade == "minor" { 0.95 } else { 1.0 };
            if winner == side { sure } else { 1.0 - sure }
        }
        None => 0.5,
    }
}

/// A judge of positions: the weights of a game, and room to work in.
pub(crate) struct Judge<'a> {
    weights: &'a Weights,
    terms: Vec<f32>,
}

impl<'a> Judge<'a> {
    pub fn new(weights: &'a Weights) -> Self {
        Judge { weights, terms: vec![] }
    }

    /// The chance of a side to win, as the position stands.
    pub fn chance(&mut self, table: &dyn Table, side: Side) -> f32 {
        if let Turn::Over(outcome) = table.turn() {
            return outcome_value(&outcome, side);
        }
        self.terms.clear();
        table.standing(&mut self.terms);
        let first = self.weights.chance(&self.terms);
        if side == Side::First { first } else { 1.0 - first }
    }

    /// The same with the dice that are due averaged: exactly where the throws are few.
    pub fn expected(&mut self, table: &dyn Table, side: Side, generator: &mut Generator) -> f32 {
        let Turn::Dice(request) = table.turn() else { return self.chance(table, side) };
        let ways = (request.sides as u64).saturating_pow(request.count as u32);
        let (mut sum, mut count) = (0.0, 0.0);
        let mut see = |judge: &mut Self, dice| {
            let mut after = table.clone_box();
            after.roll_silently(dice);
            sum += judge.after_dice(after, side, generator);
            count += 1.0;
        };
        if ways <= MOST_THROWS as u64 {
            request.throws().for_each(|dice| see(self, dice));
        } else {
            let mut dice = Generator::new(ways, 1);
            (0..12).for_each(|_| see(self, dice.throw(request)));
        }
        sum / count
    }

    /// Further dice of the same fight are thrown once, not averaged.
    fn after_dice(&mut self, mut table: Box<dyn Table>, side: Side, generator: &mut Generator) -> f32 {
        for _ in 0..8 {
            match table.turn() {
                Turn::Dice(request) => table.roll_silently(generator.throw(request)),
                _ => break,
            }
        }
        self.chance(table.as_ref(), side)
    }
}
