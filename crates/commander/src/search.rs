//! The search: plans drawn up, judged where they end, and the best thought through to the enemy's answer.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use engine::contract::{Side, Turn, Viewer};
use engine::table::{Order, Table};
use rayon::prelude::*;
use serde::Serialize;

use crate::book::Book;
use crate::budget::Budget;
use crate::calibration::Calibration;
use crate::chance::Judge;
use crate::intent::Intent;
use crate::level::Level;
use crate::manner::Manner;
use crate::plan::{Course, Drawer, KEENNESS, Plan};
use crate::scheme::{Scheme, Schemer};
use crate::script::{Arrangement, Field};
use crate::weights::Weights;

/// Plans drawn up beyond the usual number if none has led anywhere.
const FURTHER_TRIES: u32 = 64;

/// The best schemes, which later passes vary.
const LEADERS: usize = 3;

/// Schemes kept in mind from pass to pass.
const MEMORY: usize = 48;

/// How many times its own number of nodes a level looks into at most if it is given time.
const PATIENCE: u32 = 4;

/// A pass tries each scheme so many times as often, on average, as it would if all drawn up were different.
const ENOUGH: u32 = 2;

/// How far a single trial may be off; a scheme seldom tried is not trusted by that much.
const DOUBT: f32 = 0.1;

/// A computer player of a game.
#[derive(Clone, Debug)]
pub struct Commander {
    level: Level,
    manner: Manner,
    game: String,
    /// The scenario in full; empty if nobody said.
    pub(crate) scenario: String,
    weights: Option<Weights>,
    pub(crate) calibration: Option<Arc<Calibration>>,
}

/// What a commander decided.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Thought {
    /// What it orders, one after another, until dice fall or the other side acts.
    pub orders: Vec<Order>,
    /// What the search makes of it, to compare by: no chance to show to anybody, see [`Commander::chance`].
    pub worth: f32,
    /// The schemes it compared, the best first; the first is the one chosen.
    pub alternatives: Vec<Alternative>,
    /// Positions it looked into.
    pub nodes: u32,
    /// What it means to do once dice have fallen.
    pub intent: Intent,
}

/// A scheme considered.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Alternative {
    /// Its orders.
    pub orders: Vec<Order>,
    /// How many of them its first plan has.
    pub first: usize,
    /// What the search makes of it, to compare by.
    pub worth: f32,
    /// How often it was played through.
    pub trials: u32,
}

/// A scheme being weighed.
struct Candidate {
    scheme: Scheme,
    /// The chance as it stands where the scheme ends.
    standing: f32,
    sum: f32,
    trials: u32,
}

impl Commander {
    /// A commander of a game, by the weights compiled in.
    pub fn new(game: &str, level: Level) -> Commander {
        let (manner, scenario) = (Manner::of(game, level), String::new());
        Commander { level, manner, game: game.into(), scenario, weights: None, calibration: None }
    }

    /// The same with other weights.
    pub fn with_weights(self, weights: Weights) -> Commander {
        Commander { weights: Some(weights), ..self }
    }

    /// The same with a manner of its own.
    pub fn with_manner(self, manner: Manner) -> Commander {
        Commander { manner, ..self }
    }

    /// The same in a scenario, named in full: what was seen of that scenario counts when it says how
    /// likely a side is to win.
    pub fn in_scenario(self, scenario: &str) -> Commander {
        Commander { scenario: scenario.into(), ..self }
    }

    /// The same with another calibration.
    pub fn with_calibration(self, calibration: Calibration) -> Commander {
        Commander { calibration: Some(calibration.into()), ..self }
    }

    /// The time it takes for a decision when somebody waits for it.
    pub fn time(&self) -> Duration {
        self.manner.time()
    }

    /// The longest it takes for one when what its level looks into is much.
    pub fn longest(&self) -> Duration {
        self.manner.longest()
    }

    /// Its level.
    pub fn level(&self) -> Level {
        self.level
    }

    pub(crate) fn weights_for(&self, table: &dyn Table) -> Weights {
        self.weights.clone().unwrap_or_else(|| Weights::of_game(&self.game, table.terms()))
    }

    pub(crate) fn calibration_for(&self, table: &dyn Table) -> Arc<Calibration> {
        self.calibration.clone().unwrap_or_else(|| Calibration::of_game(&self.game, table.terms()))
    }

    /// The first sensible orders that come to mind; empty if no order is due.
    pub fn at_once(&self, table: &dyn Table, seed: u64) -> Vec<Order> {
        let Turn::Order(side) = table.turn() else { return vec![] };
        Drawer::new(seed, 0).plan(table, side, KEENNESS[0]).orders
    }

    /// Decides what to do. The position must wait for an order; otherwise the answer has no orders.
    pub fn think(&self, real: &dyn Table, budget: &Budget, seed: u64) -> Thought {
        let watch = budget.start();
        let Turn::Order(side) = real.turn() else {
            return Thought::default();
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
        let search = Search {
            level: self.level,
            schemer: Schemer { start: table, side, watch: &watch },
            weights: &weights,
            manner: self.manner,
            seed,
            nodes: 0,
            most: self.most(budget),
            candidates: vec![],
            seen: HashSet::from([table.digest()]),
            drawn: 0,
            field: OnceLock::new(),
        };
        let thought = search.run();
        if guess.is_some() { self.ascertained(thought, real, seed) } else { thought }
    }

    /// Nodes it may look into: the level's own number; those who play on look into more if they are given time.
    fn most(&self, budget: &Budget) -> u32 {
        let patience = if budget.time.is_some() && self.manner.width > 0 { PATIENCE } else { 1 };
        budget.nodes.unwrap_or(self.manner.nodes * patience)
    }

    /// A thought about a guess, made to fit what is: the first plan that can be begun, as far as it goes.
    fn ascertained(&self, mut thought: Thought, real: &dyn Table, seed: u64) -> Thought {
        let possible = |plan: &Alternative| {
            let mut table = real.clone_box();
            let turn = real.turn();
            let legal = |order: &&Order| table.turn() == turn && table.play(order).is_ok();
            plan.orders.iter().take_while(legal).cloned().collect::<Vec<Order>>()
        };
        let mut fitting = vec![];
        for plan in &thought.alternatives {
            let orders = possible(plan);
            if !orders.is_empty() {
                let first = plan.first.min(orders.len());
                fitting.push(Alternative { orders, first, ..plan.clone() });
            }
        }
        if fitting.is_empty() {
            let orders = self.at_once(real, seed);
            fitting.push(Alternative { first: orders.len(), orders, worth: thought.worth, trials: 0 });
        }
        thought.orders = fitting[0].orders.clone();
        thought.worth = fitting[0].worth;
        thought.alternatives = fitting;
        thought.intent = Intent::default();
        thought
    }
}

/// Any order at all.
fn blunder(table: &dyn Table, side: Side, drawer: &mut Drawer, weights: &Weights) -> Thought {
    let mut end = table.clone_box();
    let index = drawer.blunder(table).unwrap_or(0);
    let orders: Vec<Order> = drawer.drawn(table, index).into_iter().collect();
    drawer.give(end.as_mut(), index);
    let worth = Judge::new(weights).chance(end.as_ref(), side);
    let alternative = Alternative { orders: orders.clone(), first: 1, worth, trials: 0 };
    Thought { orders, worth, alternatives: vec![alternative], nodes: 1, intent: Intent::default() }
}

struct Search<'a> {
    level: Level,
    schemer: Schemer<'a>,
    weights: &'a Weights,
    manner: Manner,
    seed: u64,
    nodes: u32,
    most: u32,
    candidates: Vec<Candidate>,
    /// What schemes have come to. One that leads back to where it began is none: nobody dithers for ever.
    seen: HashSet<u64>,
    drawn: u32,
    /// The field as scripts see it, once one asks; nothing where there are no hexes.
    field: OnceLock<Option<Field>>,
}

impl<'a> Search<'a> {
    /// Draws up schemes and compares them.
    fn run(mut self) -> Thought {
        if self.manner.width == 0 {
            self.draw_up(self.most.max(1));
            if self.manner.answers > 0 {
                self.hear_answers();
            }
        } else {
            self.think_in_passes();
        }
        self.make_do();
        self.rank(self.candidates.len(), DOUBT);
        if !self.candidates.is_empty() {
            let best = self.candidates.remove(0);
            let scheme = best.scheme.straightened(self.schemer.start);
            self.schemer.watch.lay_down(&scheme.orders());
            self.candidates.insert(0, Candidate { scheme, ..best });
        }
        let drift = self.drift();
        let alternative = |candidate: &Candidate| Alternative {
            worth: self.worth(candidate, drift),
            trials: candidate.trials,
            orders: candidate.scheme.orders(),
            first: candidate.scheme.first(),
        };
        let alternatives: Vec<Alternative> = self.candidates.iter().map(alternative).collect();
        let best = alternatives.first().cloned();
        let (orders, worth) = best.map_or((vec![], 0.5), |best| (best.orders, best.worth));
        let intent = self.candidates.first().map(|best| {
            let plans = best.scheme.later().cloned().collect();
            Intent::new((self.schemer.side, self.level), self.schemer.start.clock(), plans, worth)
        });
        Thought { orders, worth, alternatives, nodes: self.nodes, intent: intent.unwrap_or_default() }
    }

    /// Passes of drawing up schemes and playing them on, the later ones with variations of the best: as many
    /// as the nodes allow. Where there is little to choose, little is tried.
    fn think_in_passes(&mut self) {
        let passes = self.manner.passes.max(1);
        let (schemes, nodes) = (self.manner.plans.div_ceil(passes), self.manner.nodes.div_ceil(passes));
        for pass in 0..passes * self.most.div_ceil(self.manner.nodes) {
            let enough = pass >= passes && self.schemer.watch.has_enough();
            if self.nodes >= self.most || enough || self.schemer.watch.is_up() {
                return;
            }
            let end = (self.nodes + nodes).min(self.most);
            self.draw_up(schemes.min(end - self.nodes));
            self.rank(self.candidates.len(), 0.0);
            if self.candidates.len() < 2 {
                return;
            }
            let trials = ENOUGH * self.candidates.len() as u32 * nodes / schemes;
            self.think_through(schemes as usize + LEADERS, end.min(self.nodes + trials));
            self.rank(self.candidates.len(), 0.0);
            self.candidates.truncate(MEMORY);
        }
    }

    /// By how much the standing at the end of a scheme flatters, as the trials so far show: it is judged
    /// before the enemy has answered.
    fn drift(&self) -> f32 {
        let (mut sum, mut count) = (0.0, 0.0);
        for candidate in self.candidates.iter().filter(|candidate| candidate.trials > 0) {
            sum += candidate.standing - candidate.sum / candidate.trials as f32;
            count += 1.0;
        }
        if count == 0.0 { 0.0 } else { sum / count }
    }

    /// What a scheme is worth: what stands at its end, less what that flatters, and its trials.
    fn worth(&self, candidate: &Candidate, drift: f32) -> f32 {
        let (prior, trials) = (self.manner.prior, candidate.trials as f32);
        ((candidate.standing - drift) * prior + candidate.sum) / (prior + trials)
    }

    /// Puts the first so many candidates in order, the best first; those seldom tried are doubted.
    fn rank(&mut self, field: usize, doubt: f32) {
        let (drift, prior) = (self.drift(), self.manner.prior);
        let mut ranked: Vec<(f32, Candidate)> = vec![];
        for candidate in self.candidates.drain(..field).collect::<Vec<Candidate>>() {
            let doubt = doubt / (prior + candidate.trials as f32).sqrt();
            ranked.push((self.worth(&candidate, drift) - doubt, candidate));
        }
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        self.candidates.splice(0..0, ranked.into_iter().map(|(_, candidate)| candidate));
        if let Some(best) = self.candidates.first() {
            self.schemer.watch.lay_down(&best.scheme.orders());
        }
    }

    /// A further scheme.
    fn draft(
        &self,
        schemer: &Schemer,
        number: usize,
        judge: &mut Judge,
        drawer: &mut Drawer,
    ) -> Option<Scheme> {
        let width = self.manner.width;
        if let Some(arrangement) = self.arrangement(number) {
            let width = (width / 2).max(2);
            let scheme = schemer.arranged(arrangement, &self.field, width, judge, drawer);
            return scheme.or_else(|| schemer.step_by_step(width, judge, drawer));
        }
        let leaders = self.candidates.len().min(LEADERS);
        if leaders > 0 && !number.is_multiple_of(4) {
            return schemer.varied(&self.candidates[number % leaders].scheme, drawer);
        }
        let width = [width, width / 2, width / 3, width / 2][number % 4].max(2);
        schemer.step_by_step(width, judge, drawer)
    }

    /// The disposition of the whole army that a scheme is drawn up by, if it is one of those.
    fn arrangement(&self, number: usize) -> Option<Arrangement> {
        let place = number.checked_sub(1).filter(|&place| place < self.manner.scripts as usize)?;
        Arrangement::ALL.get(place).copied()
    }

    /// The plan of leaving it at that, for those who hold every plan against it.
    fn leaving_off(&self) -> Option<Plan> {
        let holds = self.manner.width == 0 && self.manner.restless < 1.0;
        holds.then(|| Plan::leaving_off(self.schemer.start, self.schemer.side)).flatten()
    }

    /// The best plans are carried on to the end of the Player-Turn, and on through what the enemy would do then.
    fn hear_answers(&mut self) {
        self.rank(self.candidates.len(), 0.0);
        let few = self.candidates.len().min(self.manner.answers as usize);
        if few < 2 || self.schemer.start.handed_over().is_none() {
            return;
        }
        let (seed, weights, schemer, width) =
            (self.seed, self.weights, self.schemer, self.manner.reply.max(1));
        self.candidates[..few].par_iter_mut().for_each(|candidate| {
            let mut judge = Judge::new(weights);
            // The same whims for all.
            let mut drawer = Drawer::new(seed, 2_000_000);
            if let Some(chance) = schemer.answered(candidate.scheme.end(), width, &mut judge, &mut drawer) {
                candidate.sum += chance;
                candidate.trials += 1;
            }
        });
        self.nodes += few as u32;
    }

    /// Draws up further schemes that come to different things, each judged where it ends.
    fn draw_up(&mut self, schemes: u32) {
        let (start, side) = (self.schemer.start, self.schemer.side);
        // Half of the time that is left is for trials.
        let watch = self.schemer.watch.half();
        let numbers = self.drawn..self.drawn + schemes;
        let drafts: Vec<Option<(Scheme, Drawer)>> = if self.manner.width == 0 {
            let mut book = Book::tiring(self.manner.tiring);
            let mut draft = |number: u32| {
                if number > 0 && watch.is_up() {
                    return None;
                }
                let mut drawer = Drawer::new(self.seed, number as u64 + 1);
                let keenness = KEENNESS[number as usize % KEENNESS.len()];
                let plan = drawer.another(&mut book, start, side, keenness)?;
                if number == 0 {
                    self.schemer.watch.lay_down(&plan.orders);
                }
                Some((Scheme::of(plan), drawer))
            };
            numbers.map(&mut draft).collect()
        } else {
            if self.drawn == 0 {
                let first = Drawer::new(self.seed, 0).plan(start, side, KEENNESS[0]);
                self.schemer.watch.lay_down(&first.orders);
            }
            let schemer = Schemer { watch: &watch, ..self.schemer };
            let draft = |number: u32| {
                if number > 0 && watch.is_up() {
                    return None;
                }
                let (mut judge, mut drawer) =
                    (Judge::new(self.weights), Drawer::new(self.seed, number as u64 + 1));
                let scheme = self.draft(&schemer, number as usize, &mut judge, &mut drawer)?;
                Some((scheme, drawer))
            };
            numbers.into_par_iter().map(draft).collect()
        };
        self.drawn += schemes;
        self.nodes += schemes;
        let mut fresh: Vec<(Scheme, Drawer)> = drafts.into_iter().flatten().collect();
        let leaving_off = self.leaving_off();
        let idle = leaving_off.as_ref().map(|plan| plan.end.digest());
        if let Some(plan) = leaving_off {
            fresh.insert(0, (Scheme::of(plan), Drawer::new(self.seed, 0)));
        }
        fresh.retain(|(scheme, _)| self.seen.insert(scheme.end().digest()));
        // Where there is nothing to choose, nothing is followed to its end.
        let alone = fresh.len() + self.candidates.len() == 1;
        let judged = |(scheme, mut drawer): (Scheme, Drawer)| {
            let mut judge = Judge::new(self.weights);
            let standing = match alone {
                true => judge.chance(scheme.end(), side),
                false => judge.settled(scheme.end(), side, &mut drawer),
            };
            let idles = idle.is_some_and(|idle| scheme.end().digest() == idle);
            let standing = if idles { standing - self.manner.restless } else { standing };
            Candidate { scheme, standing, sum: 0.0, trials: 0 }
        };
        let mut judged: Vec<Candidate> = match self.manner.width {
            // Single plans are judged faster than they are handed out to other threads.
            0 => fresh.into_iter().map(judged).collect(),
            _ => fresh.into_par_iter().map(judged).collect(),
        };
        self.candidates.append(&mut judged);
    }

    /// If all plans led back to where they began or there was no time for any, the first that leads on will
    /// do, or any at all.
    fn make_do(&mut self) {
        let mut tries = 0;
        while self.candidates.is_empty() && tries < FURTHER_TRIES {
            tries += 1;
            let mut drawer = Drawer::new(self.seed, self.drawn as u64 + 1);
            self.drawn += 1;
            let plan = drawer.plan(self.schemer.start, self.schemer.side, 1.0);
            let leads_on = self.seen.insert(plan.end.digest()) || tries == FURTHER_TRIES;
            if !plan.orders.is_empty() && leads_on {
                let standing = Judge::new(self.weights).chance(plan.end.as_ref(), self.schemer.side);
                self.candidates.push(Candidate { scheme: Scheme::of(plan), standing, sum: 0.0, trials: 0 });
            }
        }
    }

    /// Sequential halving: the best schemes are played on through the enemy's answer, the worse half dropped,
    /// and so on while the budget lasts. The same dice and whims meet every scheme, so that they are compared
    /// fairly.
    fn think_through(&mut self, field: usize, end: u32) {
        let mut field = self.candidates.len().min(field);
        while field > 1 && self.nodes < end && !self.schemer.watch.is_up() {
            let rounds = usize::BITS - (field - 1).leading_zeros();
            let share = (end - self.nodes) / (rounds * field as u32);
            self.try_out(field, share.clamp(1, 64));
            self.rank(field, 0.0);
            field /= 2;
        }
    }

    /// Plays the first so many candidates on, each so often.
    fn try_out(&mut self, field: usize, trials: u32) {
        let (seed, weights, schemer) = (self.seed, self.weights, self.schemer);
        let course = Course {
            side: self.schemer.side,
            until: self.schemer.start.clock() + self.manner.horizon.max(1),
            keenness: self.manner.keenness,
            watch: self.schemer.watch,
        };
        self.candidates[..field].par_iter_mut().for_each(|candidate| {
            let mut judge = Judge::new(weights);
            for _ in 0..trials {
                // The stream is the trial's: every scheme's first trial meets the same dice.
                let mut drawer = Drawer::new(seed, candidate.trials as u64 + 1_000_000);
                let end = schemer.rehearsed(&candidate.scheme, &mut drawer);
                let Some(chance) = drawer.play_on(end, &course, &mut judge) else { break };
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
    use engine::table::{OpenTable, OrderList};

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
    fn after_enough_time_only_the_usual_positions_are_looked_into() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let commander = Commander::new("skirmish", Level::Veteran);
        let hurried = Budget::at_the_table(Duration::ZERO, Duration::from_secs(600));
        let usual = commander.think(table.as_ref(), &Budget::usual(), 5);
        let thought = commander.think(table.as_ref(), &hurried, 5);
        assert_eq!((thought.nodes, thought.orders), (usual.nodes, usual.orders));
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
    fn whoever_is_not_restless_holds_every_plan_against_leaving_it_at_that() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let mut orders = OrderList::default();
        table.list(&mut orders);
        let last = table.listed(&orders, orders.len() - 1).unwrap();
        let soldier = Commander::new("skirmish", Level::Soldier);
        let manner = Manner { blunders: 0.0, restless: 0.0, ..Manner::of("skirmish", Level::Soldier) };
        let patient = soldier.with_manner(manner);
        for seed in 0..20 {
            let thought = patient.think(table.as_ref(), &Budget::nodes(2), seed);
            assert!(thought.alternatives.iter().any(|one| one.orders == [last.clone()]));
        }
    }

    #[test]
    fn where_the_game_does_not_say_what_the_enemy_finds_no_answer_is_heard() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let soldier = Commander::new("skirmish", Level::Soldier);
        let manner = Manner { blunders: 0.0, ..Manner::of("skirmish", Level::Soldier) };
        let eager = Manner { answers: 5, reply: 4, ..manner };
        for seed in 0..10 {
            let think = |manner: Manner| {
                soldier.clone().with_manner(manner).think(table.as_ref(), &Budget::nodes(12), seed)
            };
            assert_eq!(think(manner), think(eager));
        }
    }

    #[test]
    fn an_answer_is_ready_even_without_time() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let none = Budget::time(Duration::ZERO);
        for level in Level::ALL {
            let thought = Commander::new("skirmish", level).think(table.as_ref(), &none, 1);
            assert!(table.check(&thought.orders[0]).is_ok(), "{level}");
        }
    }
}
