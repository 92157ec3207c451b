//! Counsel: what a commander would do, in words, and why.

use std::sync::Arc;
use std::time::Instant;

use engine::contract::{Aim, Side, Turn, Viewer};
use engine::dice::Generator;
use engine::table::{Order, Table, aims};
use serde::Serialize;

use crate::budget::Budget;
use crate::calibration::Calibration;
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
    /// The chance of the side to move to win.
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
    pub orders: Vec<Order>,
    /// What they do and point at, one by one.
    pub aims: Vec<Aim>,
    /// The chance of the side to win with the scheme that begins with it.
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
        let viewer = Viewer::Side(side);
        let (hurried, began) = (budget.a_quarter(), Instant::now());
        let first = self.chance(table, viewer, &hurried);
        let chance = if side == Side::First { first } else { 1.0 - first };
        let thought = self.think(table, &budget.less(began.elapsed()), seed);
        let guess = table.hides_from(viewer).then(|| table.surmise(side, &mut Generator::new(seed, 0)));
        let explainer = Explainer {
            table,
            known: guess.as_deref().unwrap_or(table),
            side,
            scale: Scale {
                calibration: self.calibration_for(table),
                scenario: &self.scenario,
                clock: table.clock(),
                chance,
            },
            weights: self.weights_for(table),
        };
        let mut plans: Vec<Advice> = vec![];
        for scheme in thought.alternatives {
            if plans.len() == PLANS {
                break;
            }
            let (text, reasons) = explainer.explain(&scheme);
            // Two schemes that begin alike are one plan to a reader.
            if plans.iter().all(|told| told.text != text) {
                let Alternative { mut orders, first, worth, trials } = scheme;
                orders.truncate(first);
                // The chance of a position is that of the best that can be done in it.
                let less = (judgment_of(worth) - judgment_of(thought.worth)).min(0.0);
                let chance = explainer.scale.raised(less);
                let aims = aims(table, &orders);
                plans.push(Advice { text, orders, aims, chance, trials, reasons });
            }
        }
        Counsel { chance, plans }
    }
}

/// What a plan's worth comes to on the scale of the judgment. The search is never as sure as it thinks.
fn judgment_of(worth: f32) -> f32 {
    let inside = worth.clamp(0.01, 0.99);
    (inside / (1.0 - inside)).ln()
}

/// The chance of the side to move, and what better or worse judgments make of it.
struct Scale<'a> {
    calibration: Arc<Calibration>,
    scenario: &'a str,
    clock: u32,
    chance: f32,
}

impl Scale<'_> {
    /// The chance if the judgment were better by so much for the side to move.
    fn raised(&self, rise: f32) -> f32 {
        match rise {
            0.0 => self.chance,
            _ => self.calibration.raised(self.scenario, self.clock, self.chance, rise),
        }
    }
}

/// Tells plans to the side to move.
struct Explainer<'a> {
    table: &'a dyn Table,
    /// The same as the side may take it to be.
    known: &'a dyn Table,
    side: Side,
    scale: Scale<'a>,
    weights: Weights,
}

impl Explainer<'_> {
    /// The first plan of a scheme in a sentence, and the terms of the standing that the whole scheme moves most.
    fn explain(&self, scheme: &Alternative) -> (String, Vec<Reason>) {
        let mut here = self.table.clone_box();
        let mut steps: Vec<String> = vec![];
        for order in scheme.orders.iter().take(scheme.first) {
            steps.extend(here.describe(order));
            if !here.follow(order) {
                break;
            }
        }
        let mut end = self.known.clone_box();
        let _ = scheme.orders.iter().all(|order| end.follow(order));
        let (mut before, mut after) = (vec![], vec![]);
        self.known.standing(&mut before);
        end.standing(&mut after);
        let sign = if self.side == Side::First { 1.0 } else { -1.0 };
        let changes = self.weights.numbers().iter().zip(before.iter().zip(&after));
        let mut reasons: Vec<Reason> = self
            .table
            .terms()
            .iter()
            .zip(changes)
            .map(|(term, (weight, (before, after)))| Reason {
                term: term.to_string(),
                gain: self.scale.raised(sign * weight * (after - before)) - self.scale.chance,
            })
            .filter(|reason| reason.gain.abs() >= SLIGHT)
            .collect();
        reasons.sort_by(|a, b| b.gain.abs().total_cmp(&a.gain.abs()));
        reasons.truncate(REASONS);
        (in_a_sentence(&steps), reasons)
    }
}

/// A plan as one sentence: of several like steps only the last is told, and a halt goes without saying.
pub fn in_a_sentence(steps: &[String]) -> String {
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
    fn counsel_tells_chances_from_0_to_1_and_no_plan_a_better_one_than_the_best() {
        let commander = Commander::new("skirmish", Level::Veteran);
        let mut whims = Generator::new(4, 4);
        for seed in 0..40 {
            let mut table = OpenTable::boxed(Skirmish::new(20));
            for _ in 0..whims.below(40) {
                engine::table::random_step(table.as_mut(), &mut whims).unwrap();
            }
            let counsel = commander.counsel(table.as_ref(), &Budget::nodes(20), seed);
            assert!((0.0..=1.0).contains(&counsel.chance));
            for plan in &counsel.plans {
                assert!((0.0..=counsel.chance).contains(&plan.chance), "{plan:?}");
                assert!(plan.reasons.iter().all(|reason| reason.gain.abs() <= 1.0));
            }
        }
    }

    #[test]
    fn a_march_is_told_by_its_end() {
        let steps = ["Move the Slavs in 0111", "Step SE to 0211", "Step SE to 0312", "Halt"];
        let words = in_a_sentence(&steps.map(String::from));
        assert_eq!(words, "Move the Slavs in 0111, then step SE to 0312");
        assert_eq!(in_a_sentence(&["Halt".to_string()]), "Halt");
        let attack = ["Attack the Rus", "Scholai joins", "Franks joins", "Commit the attack"];
        assert_eq!(
            in_a_sentence(&attack.map(String::from)),
            "Attack the Rus, Scholai joins, Franks joins, then commit the attack"
        );
    }
}
