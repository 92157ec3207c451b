//! The search: plans drawn up, judged where they end, and the best thought through to the enemy's answer.

use std::collections::HashSet;

use engine::contract::{Side, Turn};
use engine::table::Table;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;

use crate::budget::{Budget, Watch};
use crate::chance::Judge;
use crate::level::Level;
use crate::plan::{Drawer, Plan};
use crate::weights::Weights;

/// Orders a playout may take before it is judged as it stands.
const PLAYOUT_LIMIT: u32 = 3_000;

/// How sharply plans follow the game's inclinations; the first plan is the sharpest.
const KEENNESS: [f32; 4] = [6.0, 2.0, 1.0, 0.7];

/// Plans drawn up beyond the usual number while none has led anywhere.
const FURTHER_TRIES: u32 = 64;

/// A computer player of a game.
#[derive(Clone, Debug)]
pub struct Commander {
    level: Level,
    game: String,
    weights: Option<Weights>,
}

/// What a commander decided, and why.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought {
    /// The orders of the plan, one after another, until dice fall or the other side acts.
    pub orders: Vec<Value>,
    /// The estimated chance of its side to win with it.
    pub chance: f32,
    /// The plans it looked at, the best first; the first is the one chosen.
    pub alternatives: Vec<Alternative>,
    /// Positions it looked into.
    pub nodes: u32,
}

/// A plan considered.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Alternative {
    /// Its orders.
    pub orders: Vec<Value>,
    /// The estimated chance of its side to win with it.
    pub chance: f32,
    /// How often it was played through.
    pub trials: u32,
}

/// A plan being weighed.
struct Candidate {
    plan: Plan,
    standing: f32,
    sum: f32,
    trials: u32,
}

impl Candidate {
    /// What stands at the plan's end counts like a few trials.
    const PRIOR: f32 = 2.0;

    fn chance(&self) -> f32 {
        (self.standing * Candidate::PRIOR + self.sum) / (Candidate::PRIOR + self.trials as f32)
    }
}

impl Commander {
    /// A commander of a game, by the weights compiled in.
    pub fn new(game: &str, level: Level) -> Commander {
        Commander { level, game: game.into(), weights: None }
    }

    /// The same with other weights.
    pub fn with_weights(self, weights: Weights) -> Commander {
        Commander { weights: Some(weights), ..self }
    }

    /// Its level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The estimated chance of the first side to win, as the position stands.
    pub fn estimate(&self, table: &dyn Table) -> f32 {
        let weights = self.weights_for(table);
        Judge::new(&weights).expected(table, Side::First, Drawer::new(1, 0).generator())
    }

    fn weights_for(&self, table: &dyn Table) -> Weights {
        self.weights.clone().unwrap_or_else(|| Weights::of_game(&self.game, table.terms()))
    }

    /// Decides what to do. The position must wait for an order; otherwise the answer has no orders.
    pub fn think(&self, table: &dyn Table, budget: &Budget, seed: u64) -> Thought {
        let Turn::Order(side) = table.turn() else {
            return Thought { orders: vec![], chance: 0.5, alternatives: vec![], nodes: 0 };
        };
        let weights = self.weights_for(table);
        let watch = budget.start();
        let manner = self.level.manner();
        let mut drawer = Drawer::new(seed, 0);
        if self.level == Level::Recruit {
            return self.follow_inclination(table, side, &mut drawer, &weights);
        }
        let mut search = Search {
            side,
            weights: &weights,
            watch: &watch,
            seed,
            nodes: 0,
            most: budget.nodes.unwrap_or(if watch.is_timed() { u32::MAX } else { manner.nodes }),
            horizon: manner.horizon,
        };
        let plans = if budget.nodes.is_some() { manner.plans.min(search.most.max(1)) } else { manner.plans };
        let mut candidates = search.draw_up(table, plans);
        candidates.sort_by(|a, b| b.standing.total_cmp(&a.standing));
        if manner.horizon > 0 && candidates.len() > 1 {
            search.think_through(table, &mut candidates, manner.shortlist);
        }
        let nodes = search.nodes;
        let alternatives: Vec<Alternative> = candidates
            .into_iter()
            .map(|c| Alternative { chance: c.chance(), trials: c.trials, orders: c.plan.orders })
            .collect();
        let best = alternatives.first().cloned();
        let (orders, chance) = best.map_or((vec![], 0.5), |best| (best.orders, best.chance));
        Thought { orders, chance, alternatives, nodes }
    }

    /// The recruit: a plan as it comes to mind, and now and then any order at all.
    fn follow_inclination(
        &self,
        table: &dyn Table,
        side: Side,
        drawer: &mut Drawer,
        weights: &Weights,
    ) -> Thought {
        let blunder = drawer.generator().below(1000) as f32 / 1000.0 < self.level.manner().blunders;
        let plan = if blunder {
            let mut end = table.clone_box();
            let index = drawer.blunder(end.as_mut()).unwrap_or(0);
            let orders = vec![end.listed(index)];
            end.play_listed(index);
            Plan { orders, end }
        } else {
            drawer.plan(table, side, 1.0)
        };
        let chance = Judge::new(weights).chance(plan.end.as_ref(), side);
        let alternative = Alternative { orders: plan.orders.clone(), chance, trials: 0 };
        Thought { orders: plan.orders, chance, alternatives: vec![alternative], nodes: 1 }
    }
}

struct Search<'a> {
    side: Side,
    weights: &'a Weights,
    watch: &'a Watch,
    seed: u64,
    nodes: u32,
    most: u32,
    horizon: u32,
}

impl Search<'_> {
    /// Draws up plans that come to different things, each judged where it ends.
    fn draw_up(&mut self, table: &dyn Table, plans: u32) -> Vec<Candidate> {
        // A plan that leads back to where it began is none: nobody dithers for ever.
        let mut seen: HashSet<u64> = HashSet::from([table.digest()]);
        let mut candidates = vec![];
        let mut judge = Judge::new(self.weights);
        for stream in 0..plans.max(1) + FURTHER_TRIES {
            let enough = stream >= plans || self.watch.is_up();
            if !candidates.is_empty() && enough {
                break;
            }
            let mut drawer = Drawer::new(self.seed, stream as u64 + 1);
            let keenness = KEENNESS[stream as usize % KEENNESS.len()];
            let plan = drawer.plan(table, self.side, keenness);
            self.nodes += 1;
            let last_try = candidates.is_empty() && stream + 1 == plans.max(1) + FURTHER_TRIES;
            if plan.orders.is_empty() || (!seen.insert(plan.end.digest()) && !last_try) {
                continue;
            }
            let standing = judge.expected(plan.end.as_ref(), self.side, drawer.generator());
            candidates.push(Candidate { plan, standing, sum: 0.0, trials: 0 });
        }
        candidates
    }

    /// Sequential halving: the best plans are played on through the enemy's answer, the worse half dropped,
    /// and so on while the budget lasts. The same dice and whims meet every plan, so that they are compared
    /// fairly.
    fn think_through(&mut self, table: &dyn Table, candidates: &mut [Candidate], shortlist: usize) {
        let until = table.clock() + self.horizon;
        let mut field = candidates.len().min(shortlist);
        let mut round = 0u64;
        while field > 1 && self.nodes < self.most && !self.watch.is_up() {
            let rounds = (usize::BITS - (field - 1).leading_zeros()).max(1);
            let share = (self.most - self.nodes).min(4096) / (rounds * field as u32).max(1);
            let trials = share.clamp(1, 32);
            let (seed, side, weights, watch) = (self.seed, self.side, self.weights, self.watch);
            candidates[..field].par_iter_mut().for_each(|candidate| {
                let mut judge = Judge::new(weights);
                for trial in 0..trials {
                    if candidate.trials > 0 && watch.is_up() {
                        break;
                    }
                    let stream = (round << 32 | trial as u64) + 1_000_000;
                    let mut drawer = Drawer::new(seed, stream);
                    let mut end = candidate.plan.end.clone_box();
                    drawer.play_on(end.as_mut(), until, 2.0, PLAYOUT_LIMIT);
                    candidate.sum += judge.expected(end.as_ref(), side, drawer.generator());
                    candidate.trials += 1;
                }
            });
            self.nodes += trials * field as u32;
            candidates[..field].sort_by(|a, b| b.chance().total_cmp(&a.chance()));
            field = field.div_ceil(2).max(if self.nodes >= self.most { 1 } else { 2 });
            if field == 2 && rounds == 1 {
                break;
            }
            round += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::dice::Generator;
    use engine::skirmish::Skirmish;
    use engine::table::OpenTable;

    use super::*;

    fn game(first: Level, second: Level, seed: u64) -> Option<Side> {
        let mut table = OpenTable::boxed(Skirmish::new(20));
        let players = [Commander::new("skirmish", first), Commander::new("skirmish", second)];
        let mut dice = Generator::new(seed, 1);
        loop {
            match table.turn() {
                Turn::Over(outcome) => return outcome.winner,
                Turn::Dice(request) => table.roll_silently(dice.throw(request)),
                Turn::Order(side) => {
                    let thought = players[side.index()].think(
                        table.as_ref(),
                        &Budget::usual(),
                        dice.below(1 << 30) as u64,
                    );
                    for order in &thought.orders {
                        table.play(order).unwrap();
                    }
                    assert!(!thought.orders.is_empty());
                }
            }
        }
    }

    #[test]
    fn every_level_plays_a_game_to_its_end() {
        for level in Level::ALL {
            game(level, level, 3);
        }
    }

    #[test]
    fn the_same_seed_and_nodes_decide_the_same() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let commander = Commander::new("skirmish", Level::Strategos);
        let once = commander.think(table.as_ref(), &Budget::nodes(200), 5);
        assert_eq!(once, commander.think(table.as_ref(), &Budget::nodes(200), 5));
        assert_eq!(table.digest(), OpenTable::boxed(Skirmish::new(20)).digest(), "thinking changes nothing");
    }

    #[test]
    fn an_answer_is_ready_even_without_time() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let none = Budget::time(std::time::Duration::ZERO);
        for level in Level::ALL {
            let thought = Commander::new("skirmish", level).think(table.as_ref(), &none, 1);
            assert!(table.check(&thought.orders[0]).is_ok(), "{level}");
        }
    }
}
