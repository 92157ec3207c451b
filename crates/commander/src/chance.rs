//! What a position is worth to those who compare plans: by the game's own terms and fitted weights.

use engine::contract::{Outcome, Side, Turn};
use engine::dice::{DiceRequest, Generator};
use engine::table::Table;

use crate::plan::Drawer;
use crate::weights::Weights;

/// Throws of dice up to this many are averaged exactly.
pub(crate) const MOST_THROWS: u64 = 36;
/// Of more throws so many are tried.
pub(crate) const SAMPLE: u32 = 12;
/// Orders and rolls within which a fight settles.
pub(crate) const SETTLING: u32 = 40;
/// How sharply both sides follow their inclinations while it does.
pub(crate) const SETTLING_KEENNESS: f32 = 6.0;

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

/// How a game ended for the first side: 1 won, 0 lost, ½ drawn.
pub fn result_of(outcome: &Outcome) -> f32 {
    match outcome.winner {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    }
}

/// A judge of positions: the weights of a game, and room to work in. What it answers serves to compare plans;
/// what people are shown is the calibrated chance of [`crate::Commander::chance`].
pub(crate) struct Judge<'a> {
    weights: &'a Weights,
    terms: Vec<f32>,
}

impl<'a> Judge<'a> {
    pub fn new(weights: &'a Weights) -> Self {
        Judge { weights, terms: vec![] }
    }

    /// The weights it judges by.
    pub fn weights(&self) -> &'a Weights {
        self.weights
    }

    /// What the position comes to by the weights, and its terms.
    pub fn terms(&mut self, table: &dyn Table) -> (f32, Vec<f32>) {
        self.terms.clear();
        table.standing(&mut self.terms);
        (self.weights.sum(&self.terms), self.terms.clone())
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

    /// The same once what is under way is settled.
    pub fn settled(&mut self, table: &dyn Table, side: Side, drawer: &mut Drawer) -> f32 {
        settled(table, drawer, &mut |table| self.chance(table, side))
    }
}

/// What is said of a position once what is under way is settled: a fight to its end with its dice averaged,
/// exactly where the throws are few, its choices made as they come to mind.
pub(crate) fn settled(table: &dyn Table, drawer: &mut Drawer, say: &mut dyn FnMut(&dyn Table) -> f32) -> f32 {
    let mut after = table.clone_box();
    for _ in 0..SETTLING {
        match after.turn() {
            Turn::Over(_) => break,
            Turn::Order(_) if after.at_rest() => break,
            Turn::Order(_) => match drawer.draw(after.as_ref(), SETTLING_KEENNESS) {
                Some(index) => drawer.give(after.as_mut(), index),
                None => break,
            },
            Turn::Dice(request) => return mean(after.as_ref(), request, drawer, say),
        }
    }
    say(after.as_ref())
}

/// The mean over the throws of dice that are due, each followed to where the fight settles.
fn mean(
    table: &dyn Table,
    request: DiceRequest,
    drawer: &mut Drawer,
    say: &mut dyn FnMut(&dyn Table) -> f32,
) -> f32 {
    let (mut sum, mut count) = (0.0, 0.0);
    let mut see = |dice| {
        let mut after = table.clone_box();
        after.roll_silently(dice);
        drawer.settle(after.as_mut());
        sum += say(after.as_ref());
        count += 1.0;
    };
    let ways = (request.sides as u64).saturating_pow(request.count as u32);
    if ways <= MOST_THROWS {
        request.throws().for_each(see);
    } else {
        let mut dice = Generator::new(ways, 1);
        (0..SAMPLE).for_each(|_| see(dice.throw(request)));
    }
    sum / count
}
