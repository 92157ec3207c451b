//! Counsel: what a commander would do, in words, and why.

use engine::contract::{Side, Turn};
use engine::table::Table;
use serde::Serialize;
use serde_json::Value;

use crate::budget::Budget;
use crate::search::{Alternative, Commander};
use crate::weights::Weights;

/// Plans told.
const PLANS: usize = 5;
/// Reasons given for each.
const REASONS: usize = 3;
/// A reason that changes the chance by less is none.
const SLIGHT: f32 = 0.004;

/// What a commander would do.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Counsel {
    /// The estimated chance of the side to move to win.
    pub chance: f32,
    /// What it would begin with, the best first.
    pub plans: Vec<Advice>,
}

/// A plan in words.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Advice {
    /// What is to be done first.
    pub text: String,
    /// The orders of that.
    pub orders: Vec<Value>,
    /// The estimated chance of the side to win with the scheme that begins with it.
    pub chance: f32,
    /// How often that was played through to the enemy's answer.
    pub trials: u32,
    /// What speaks for that scheme and against it, the weightiest first.
    pub reasons: Vec<Reason>,
}

/// What a plan changes in the standing.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Reason {
    /// The term of the game's standing.
    pub term: String,
    /// By how much it raises the chance of winning.
    pub gain: f32,
}

impl Commander {
    /// What it would do here for the side to move, the alternatives, and what speaks for them.
    pub fn counsel(&self, table: &dyn Table, budget: &Budget, seed: u64) -> Counsel {
        let Turn::Order(side) = table.turn() else { return Counsel { chance: 0.5, plans: vec![] } };
        let thought = self.think(table, budget, seed);
        let weights = self.weights_for(table);
        let mut plans: Vec<Advice> = vec![];
        for scheme in thought.alternatives {
            if plans.len() == PLANS {
                break;
            }
            let (text, reasons) = explain(table, &scheme, side, &weights);
            // Two schemes that begin alike are one plan to a reader.
            if plans.iter().all(|told| told.text != text) {
                let Alternative { mut orders, first, chance, trials } = scheme;
                orders.truncate(first);
                plans.push(Advice { text, orders, chance, trials, reasons });
            }
        }
        Counsel { chance: thought.chance, plans }
    }
}

/// The first plan of a scheme in a sentence, and the terms of the standing that the whole scheme moves most.
fn explain(table: &dyn Table, scheme: &Alternative, side: Side, weights: &Weights) -> (String, Vec<Reason>) {
    let mut end = table.clone_box();
    let mut steps: Vec<String> = vec![];
    for (i, order) in scheme.orders.iter().enumerate() {
        if i < scheme.first {
            steps.extend(end.describe(order));
        }
        if !end.follow(order) {
            break;
        }
    }
    let (mut before, mut after) = (vec![], vec![]);
    table.standing(&mut before);
    end.standing(&mut after);
    let sign = if side == Side::First { 1.0 } else { -1.0 };
    let middle = weights.chance(&before);
    // Near the present chance, a term's part in it is as steep as the curve there.
    let slope = (middle * (1.0 - middle)).max(0.02);
    let changes = weights.numbers().iter().zip(before.iter().zip(&after));
    let mut reasons: Vec<Reason> = table
        .terms()
        .iter()
        .zip(changes)
        .map(|(term, (weight, (before, after)))| Reason {
            term: term.to_string(),
            gain: sign * weight * (after - before) * slope,
        })
        .filter(|reason| reason.gain.abs() >= SLIGHT)
        .collect();
    reasons.sort_by(|a, b| b.gain.abs().total_cmp(&a.gain.abs()));
    reasons.truncate(REASONS);
    (sentence(&steps), reasons)
}

/// A plan as one sentence: of several like steps only the last is told, and a halt goes without saying.
fn sentence(steps: &[String]) -> String {
    let kind = |step: &str| step.split(' ').next().unwrap_or_default().to_string();
    let mut told: Vec<&str> = vec![];
    for (i, step) in steps.iter().enumerate() {
        let again = steps.get(i + 1).is_some_and(|next| kind(next) == kind(step));
        let halts = i > 0 && step.split(' ').count() == 1;
        if !again && !halts {
            told.push(step);
        }
    }
    let mut words = String::new();
    for (i, step) in told.iter().enumerate() {
        match i {
            0 => words.push_str(step),
            _ => {
                words.push_str(if i + 1 == told.len() { ", then " } else { ", " });
                // "Step", "Commit": the words of an order; a unit's name keeps its capital.
                let verb = ["Step", "Turn", "Commit", "Charge", "End", "Attack", "Move", "Place"]
                    .contains(&kind(step).as_str());
                let first = step.chars().take(1).flat_map(char::to_lowercase).collect::<String>();
                if verb {
                    words.push_str(&first)
                } else {
                    words.extend(step.chars().take(1))
                }
                words.extend(step.chars().skip(1));
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use engine::skirmish::Skirmish;
    use engine::table::OpenTable;

    use super::*;
    use crate::level::Level;

    #[test]
    fn counsel_names_its_plans_in_words_with_the_best_first() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let counsel = Commander::new("skirmish", Level::Veteran).counsel(table.as_ref(), &Budget::usual(), 1);
        assert!(!counsel.plans.is_empty() && counsel.plans.len() <= PLANS);
        assert!(counsel.plans.iter().all(|plan| !plan.text.is_empty() && !plan.orders.is_empty()));
        assert!((counsel.plans[0].chance - counsel.chance).abs() < 1e-6);
    }

    #[test]
    fn a_march_is_told_by_its_end() {
        let steps = ["Move the Slavs in 0111", "Step SE to 0211", "Step SE to 0312", "Halt"];
        let words = sentence(&steps.map(String::from));
        assert_eq!(words, "Move the Slavs in 0111, then step SE to 0312");
        assert_eq!(sentence(&["Halt".to_string()]), "Halt");
        let attack = ["Attack the Rus", "Scholai joins", "Franks joins", "Commit the attack"];
        assert_eq!(
            sentence(&attack.map(String::from)),
            "Attack the Rus, Scholai joins, Franks joins, then commit the attack"
        );
    }
}
