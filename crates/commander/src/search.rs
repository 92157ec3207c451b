//! The search: plans drawn up, judged where they end, and the best thought through to the enemy's answer.

use std::collections::HashSet;

use engine::contract::{Side, Turn, Viewer};
use engine::table::Table;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;

use crate::budget::{Budget, Watch};
use crate::chance::Judge;
use crate::level::{Level, Manner};
use crate::plan::{Course, Drawer, Plan};
use crate::weights::Weights;

/// How sharply plans follow the game's inclinations; the first plan is the sharpest.
const KEENNESS: [f32; 4] = [6.0, 2.0, 1.0, 0.7];

/// Plans drawn up beyond the usual number while none has led anywhere.
const FURTHER_TRIES: u32 = 64;

/// Nodes of the first pass when only time bounds the thinking; each further pass has twice as many.
const FIRST_PASS: u32 = 48;

/// A computer player of a game.
#[derive(Clone, Debug)]
pub struct Commander {
    level: Level,
    manner: Manner,
    game: String,
    weights: Option<Weights>,
}

/// What a commander decided.
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
    prior: f32,
    sum: f32,
    trials: u32,
}

impl Candidate {
    fn chance(&self) -> f32 {
        (self.standing * self.prior + self.sum) / (self.prior + self.trials as f32)
    }
}

impl Commander {
    /// A commander of a game, by the weights compiled in.
    pub fn new(game: &str, level: Level) -> Commander {
        Commander { level, manner: level.manner(), game: game.into(), weights: None }
    }

    /// The same with other weights.
    pub fn with_weights(self, weights: Weights) -> Commander {
        Commander { weights: Some(weights), ..self }
    }

    /// The same with a manner of its own.
    pub fn with_manner(self, manner: Manner) -> Commander {
        Commander { manner, ..self }
    }

    /// Its level.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The estimated chance of the first side to win, as the position stands.
    pub fn estimate(&self, table: &dyn Table) -> f32 {
        let weights = self.weights_for(table);
        Judge::new(&weights).settled(table, Side::First, &mut Drawer::new(1, 0))
    }

    pub(crate) fn weights_for(&self, table: &dyn Table) -> Weights {
        self.weights.clone().unwrap_or_else(|| Weights::of_game(&self.game, table.terms()))
    }

    /// The first sensible orders that come to mind; empty if no order is due.
    pub fn at_once(&self, table: &dyn Table, seed: u64) -> Vec<Value> {
        let Turn::Order(side) = table.turn() else { return vec![] };
        Drawer::new(seed, 0).plan(table, side, KEENNESS[0]).orders
    }

    /// Decides what to do. The position must wait for an order; otherwise the answer has no orders.
    pub fn think(&self, real: &dyn Table, budget: &Budget, seed: u64) -> Thought {
        let watch = budget.start();
        let Turn::Order(side) = real.turn() else {
            return Thought { orders: vec![], chance: 0.5, alternatives: vec![], nodes: 0 };
        };
        let weights = self.weights_for(real);
        let mut drawer = Drawer::new(seed, 0);
        // What the other side hides, a commander can only guess.
        let guess = real.hides_from(Viewer::Side(side)).then(|| real.surmise(side, drawer.generator()));
        let table = guess.as_deref().unwrap_or(real);
        if drawer.generator().below(1000) as f32 / 1000.0 < self.manner.blunders {
            let thought = blunder(table, side, &mut drawer, &weights);
            watch.lay_down(&thought.orders);
            return thought;
        }
        let usual = if watch.is_timed() && self.manner.shortlist > 1 { u32::MAX } else { self.manner.nodes };
        let search = Search {
            side,
            weights: &weights,
            watch: &watch,
            manner: self.manner,
            seed,
            nodes: 0,
            most: budget.nodes.unwrap_or(usual),
            until: table.clock() + self.manner.horizon.max(1),
            candidates: vec![],
            seen: HashSet::from([table.digest()]),
            drawn: 0,
        };
        let thought = search.run(table);
        if guess.is_some() { self.ascertained(thought, real, seed) } else { thought }
    }

    /// A thought about a guess, made to fit what is: the first plan that can be begun, as far as it goes.
    fn ascertained(&self, mut thought: Thought, real: &dyn Table, seed: u64) -> Thought {
        let possible = |plan: &Alternative| {
            let mut table = real.clone_box();
            let turn = real.turn();
            let legal = |order: &&Value| table.turn() == turn && table.play(order).is_ok();
            plan.orders.iter().take_while(legal).cloned().collect::<Vec<Value>>()
        };
        let mut fitting = vec![];
        for plan in &thought.alternatives {
            let orders = possible(plan);
            if !orders.is_empty() {
                fitting.push(Alternative { orders, ..plan.clone() });
            }
        }
        if fitting.is_empty() {
            let orders = self.at_once(real, seed);
            fitting.push(Alternative { orders, chance: thought.chance, trials: 0 });
        }
        thought.orders = fitting[0].orders.clone();
        thought.chance = fitting[0].chance;
        thought.alternatives = fitting;
        thought
    }
}

/// Any order at all.
fn blunder(table: &dyn Table, side: Side, drawer: &mut Drawer, weights: &Weights) -> Thought {
    let mut end = table.clone_box();
    let index = drawer.blunder(end.as_mut()).unwrap_or(0);
    let orders = vec![end.listed(index)];
    end.play_listed(index);
    let chance = Judge::new(weights).chance(end.as_ref(), side);
    let alternative = Alternative { orders: orders.clone(), chance, trials: 0 };
    Thought { orders, chance, alternatives: vec![alternative], nodes: 1 }
}

struct Search<'a> {
    side: Side,
    weights: &'a Weights,
    watch: &'a Watch,
    manner: Manner,
    seed: u64,
    nodes: u32,
    most: u32,
    until: u32,
    candidates: Vec<Candidate>,
    /// What plans have come to. A plan that leads back to where it began is none: nobody dithers for ever.
    seen: HashSet<u64>,
    drawn: u32,
}

impl<'a> Search<'a> {
    /// Passes of drawing up plans and thinking them through: one if nodes bound the thinking, and if time
    /// does, one after another with ever more plans and trials.
    fn run(mut self, table: &dyn Table) -> Thought {
        let timed = self.most == u32::MAX;
        let mut pass = if timed { FIRST_PASS } else { self.most };
        loop {
            let plans = self.manner.plans.max(pass / 8).min(pass.max(1));
            self.draw_up(table, plans);
            self.rank(self.candidates.len());
            if self.manner.shortlist > 1 && self.candidates.len() > 1 {
                let end = self.nodes.saturating_add(pass.saturating_sub(plans));
                self.think_through(end.min(self.most));
            }
            let settled = self.manner.shortlist < 2 || self.candidates.len() < 2;
            if !timed || settled || self.watch.is_up() {
                break;
            }
            pass = pass.saturating_mul(2).min(1 << 14);
        }
        let alternatives: Vec<Alternative> = self
            .candidates
            .into_iter()
            .map(|c| Alternative { chance: c.chance(), trials: c.trials, orders: c.plan.orders })
            .collect();
        let best = alternatives.first().cloned();
        let (orders, chance) = best.map_or((vec![], 0.5), |best| (best.orders, best.chance));
        Thought { orders, chance, alternatives, nodes: self.nodes }
    }

    /// Puts the first so many candidates in order, the best first.
    fn rank(&mut self, field: usize) {
        self.candidates[..field].sort_by(|a, b| b.chance().total_cmp(&a.chance()));
        if let Some(best) = self.candidates.first() {
            self.watch.lay_down(&best.plan.orders);
        }
    }

    /// Draws up further plans that come to different things, each judged where it ends.
    fn draw_up(&mut self, table: &dyn Table, plans: u32) {
        let mut judge = Judge::new(self.weights);
        let last = self.drawn + plans.max(1);
        while self.drawn < last + FURTHER_TRIES {
            let enough = self.drawn >= last || self.watch.is_up();
            if !self.candidates.is_empty() && enough {
                break;
            }
            let mut drawer = Drawer::new(self.seed, self.drawn as u64 + 1);
            let keenness = KEENNESS[self.drawn as usize % KEENNESS.len()];
            let plan = drawer.plan(table, self.side, keenness);
            self.nodes += 1;
            self.drawn += 1;
            let last_try = self.candidates.is_empty() && self.drawn == last + FURTHER_TRIES;
            if plan.orders.is_empty() || (!self.seen.insert(plan.end.digest()) && !last_try) {
                continue;
            }
            if self.candidates.is_empty() {
                self.watch.lay_down(&plan.orders);
            }
            let standing = judge.settled(plan.end.as_ref(), self.side, &mut drawer);
            let prior = self.manner.prior;
            self.candidates.push(Candidate { plan, standing, prior, sum: 0.0, trials: 0 });
        }
    }

    /// Sequential halving: the best plans are played on through the enemy's answer, the worse half dropped,
    /// and so on while the budget lasts. The same dice and whims meet every plan, so that they are compared
    /// fairly.
    fn think_through(&mut self, end: u32) {
        let mut field = self.candidates.len().min(self.manner.shortlist);
        while field > 1 && self.nodes < end && !self.watch.is_up() {
            let rounds = (usize::BITS - (field - 1).leading_zeros()).max(1);
            let share = (end - self.nodes) / (rounds * field as u32);
            let trials = share.clamp(1, 64);
            self.try_out(field, trials);
            self.rank(field);
            field = field.div_ceil(2);
            if field == 1 && end - self.nodes >= 2 {
                field = 2;
            }
            if field == 2 && rounds == 1 {
                break;
            }
        }
    }

    fn course(&self) -> Course<'a> {
        Course {
            side: self.side,
            until: self.until,
            to_the_dice: self.manner.horizon == 0,
            keenness: self.manner.keenness,
            watch: self.watch,
        }
    }

    /// Plays the first so many candidates on, each so often.
    fn try_out(&mut self, field: usize, trials: u32) {
        let (seed, weights) = (self.seed, self.weights);
        let course = self.course();
        self.candidates[..field].par_iter_mut().for_each(|candidate| {
            let mut judge = Judge::new(weights);
            for _ in 0..trials {
                // The stream is the trial's: every plan's first trial meets the same dice.
                let mut drawer = Drawer::new(seed, candidate.trials as u64 + 1_000_000);
                let Some(chance) = drawer.play_on(candidate.plan.end.clone_box(), &course, &mut judge) else {
                    break;
                };
                candidate.sum += chance;
                candidate.trials += 1;
            }
        });
        self.nodes += trials * field as u32;
    }
}

#[cfg(test)]
mod tests {
    use engine::dice::Generator;
    use engine::skirmish::Skirmish;
    use engine::table::OpenTable;

    use super::*;
    use crate::budget::Ready;

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
    fn the_best_orders_so_far_lie_ready_blunders_too() {
        let table = OpenTable::boxed(Skirmish::new(20));
        for level in Level::ALL {
            for seed in 0..20 {
                let ready = Ready::default();
                let budget = Budget { ready: Some(ready.clone()), ..Budget::nodes(20) };
                let thought = Commander::new("skirmish", level).think(table.as_ref(), &budget, seed);
                assert_eq!(ready.orders(), thought.orders, "{level}");
            }
        }
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
