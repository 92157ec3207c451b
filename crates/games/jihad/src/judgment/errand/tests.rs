//! Short cuts of the judgment lead to the same answers as the long way, on positions of the real map.

use std::sync::Arc;

use engine::{Generator, Judgment, Rules, Silence, Turn};

use super::*;
use crate::drill::Drill;
use crate::position::Step;

/// Plays by inclination and shows every position in which a force looks for goals.
fn watch(scenario: &str, steps: usize, mut look: impl FnMut(&Position, Party)) {
    let mut position = Position::new(Arc::new(Drill::of(scenario).sheet));
    let mut generator = Generator::new(3, 5);
    let (mut orders, mut weights) = (vec![], vec![]);
    for _ in 0..steps {
        match position.turn() {
            Turn::Over(_) => return,
            Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
            Turn::Order(_) => {
                if let Step::Move(party) | Step::Recruit(party) = position.step {
                    look(&position, party);
                }
                orders.clear();
                weights.clear();
                position.orders(&mut orders);
                position.inclinations(&orders, &mut weights);
                let mut pick =
                    generator.below(1 << 20) as f32 / (1 << 20) as f32 * weights.iter().sum::<f32>();
                let drawn = weights.iter().position(|weight| {
                    pick -= weight;
                    pick < 0.0
                });
                position.play(&orders[drawn.unwrap_or(0)], &mut Silence);
            }
        }
    }
}

#[test]
fn a_survey_that_was_kept_is_what_a_new_one_would_be() {
    for scenario in ["first-conquests", "first-civil-war"] {
        let mut kept = 0;
        watch(scenario, 1500, |position, party| {
            let (old, new) = (position.survey(party), Survey::new(position, party));
            assert!(old.dispositions == new.dispositions && old.goals == new.goals);
            assert_eq!((old.gain, old.troops, old.need), (new.gain, new.troops, new.need));
            kept += usize::from(position.mover.marched);
        });
        assert!(kept > 20, "marches were among what was seen");
    }
}

#[test]
fn goals_that_are_passed_over_have_nothing_better_to_offer() {
    for scenario in ["first-conquests", "first-civil-war"] {
        let mut seen = 0;
        watch(scenario, 1500, |position, party| {
            let outlook = position.outlook(party);
            let limit = position.attrition_limit(party);
            for id in position.ids().filter(|&id| position.unit(id).serves(party)) {
                let Some(from) = position.unit(id).hex() else { continue };
                let errand = position.errand_of(party, id);
                if errand.men == 0 {
                    continue;
                }
                let venture = outlook.venture(&errand);
                let marches = position.sheet.marches(errand.kind, from);
                let mut best = -1.0f32;
                for goal in outlook.survey.goals.iter().filter(|goal| goal.hex != from) {
                    let Some(way) = marches.points(goal.hex).filter(|&way| way <= limit) else { continue };
                    let toll = venture.toll(way);
                    let score = outlook.score(&venture, goal, toll);
                    assert!(score <= venture.ceiling(goal, toll));
                    best = best.max(score);
                    seen += 1;
                }
                assert_eq!(outlook.best(&errand, from, 0), best);
            }
        });
        assert!(seen > 10_000);
    }
}
