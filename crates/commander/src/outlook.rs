//! The outlook: what is seen of a position before its chance is said.

use engine::contract::{Side, Turn, Viewer};
use engine::dice::Generator;
use engine::table::Table;
use rayon::prelude::*;

use crate::budget::{Budget, Watch};
use crate::chance::{Judge, result_of, settled};
use crate::plan::{Course, Drawer};
use crate::regression::log_odds_of;
use crate::search::Commander;

/// How sharply both sides follow their inclinations in playouts.
const KEENNESS: f32 = 6.0;
/// Playouts have dice of their own, and every position the same ones: what changes from one to the next is then
/// the position.
const SEED: u64 = 0x0107_1004;
/// So many guesses at what is hidden are averaged.
const GUESSES: u64 = 4;

/// What is seen of a position.
#[derive(Clone, PartialEq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Outlook {
    /// The judgment of the commanders: log odds of the first side, true or not.
    pub judgment: f32,
    /// The terms of its standing.
    pub terms: Vec<f32>,
    /// Its Player-Turn.
    pub clock: u32,
    /// Who is to give orders; nobody while dice are due.
    pub mover: Option<Side>,
    /// The log odds of the first side in a few playouts.
    pub playouts: f32,
}

/// How far a game has come: 0 at its start, 1 at its usual end and beyond.
pub(crate) fn stage(clock: u32, length: f64) -> f64 {
    (f64::from(clock) / length.max(1.0)).min(1.0)
}

impl Outlook {
    /// The figures that a calibration weighs: one for a head start, who is to move, the judgment, the playouts
    /// and each term; then all of them again, growing from nothing at the start of a game to themselves at its
    /// end. Figures nobody has counted with are nothing.
    pub(crate) fn figures(&self, length: f64) -> Vec<f64> {
        let mover = self.mover.map_or(0.0, |side| if side == Side::First { 1.0 } else { -1.0 });
        let mut figures = vec![1.0, mover, f64::from(self.judgment), f64::from(self.playouts)];
        figures.extend(self.terms.iter().map(|&term| f64::from(term)));
        figures.iter_mut().filter(|figure| !figure.is_finite()).for_each(|figure| *figure = 0.0);
        let stage = stage(self.clock, length);
        let late: Vec<f64> = figures.iter().map(|figure| stage * figure).collect();
        figures.extend(late);
        figures
    }
}

impl Commander {
    /// The chance of the first side to win, a draw counted half, as far as a viewer may know. Every chance that
    /// people are shown comes from here: of positions said to be won seven times in ten, seven in ten are, if
    /// soldiers play on. The nodes of a budget bound the playouts, its time what they may take.
    pub fn chance(&self, table: &dyn Table, viewer: Viewer, budget: &Budget) -> f32 {
        let bound = Bound { playouts: budget.nodes.unwrap_or(u32::MAX), watch: budget.start() };
        match viewer {
            Viewer::Side(side) if table.hides_from(viewer) => {
                let guess = |n| table.surmise(side, &mut Generator::new(SEED, n));
                let sum: f32 = (0..GUESSES).map(|n| self.known_chance(guess(n).as_ref(), &bound)).sum();
                sum / GUESSES as f32
            }
            _ => self.known_chance(table, &bound),
        }
    }

    /// The chance where nothing is hidden: once what is under way is settled, dice averaged.
    fn known_chance(&self, table: &dyn Table, bound: &Bound) -> f32 {
        if let Turn::Over(outcome) = table.turn() {
            return result_of(&outcome);
        }
        let (weights, calibration) = (self.weights_for(table), self.calibration_for(table));
        let mut judge = Judge::new(&weights);
        let playouts = playouts(table, calibration.playouts.min(bound.playouts), &judge, &bound.watch);
        let chance = |judge: &mut Judge, table: &dyn Table| match table.turn() {
            Turn::Over(outcome) => result_of(&outcome),
            _ => calibration.chance(&self.scenario, &seen(table, playouts, judge)),
        };
        settled(table, &mut Drawer::new(1, 0), &mut |table| chance(&mut judge, table))
    }

    /// What is seen of a position in which a side must give an order; nothing otherwise.
    pub fn outlook(&self, table: &dyn Table, count: u32) -> Option<Outlook> {
        let Turn::Order(_) = table.turn() else { return None };
        let weights = self.weights_for(table);
        let mut judge = Judge::new(&weights);
        let playouts = playouts(table, count, &judge, &Budget::usual().start());
        Some(seen(table, playouts, &mut judge))
    }
}

/// How much a chance may cost.
struct Bound {
    playouts: u32,
    watch: Watch,
}

/// What is seen of a position, with what its playouts came to.
pub(crate) fn seen(table: &dyn Table, playouts: f32, judge: &mut Judge) -> Outlook {
    let mover = match table.turn() {
        Turn::Order(side) => Some(side),
        _ => None,
    };
    let (judgment, terms) = judge.terms(table);
    Outlook { judgment, terms, clock: table.clock(), mover, playouts }
}

/// The log odds of the first side in so many playouts by inclination, or as many as there is time for; one win
/// and one loss are added, so that a few playouts are never sure.
pub(crate) fn playouts(table: &dyn Table, count: u32, judge: &Judge, watch: &Watch) -> f32 {
    let course = Course { side: Side::First, until: u32::MAX, keenness: KEENNESS, watch };
    let weights = judge.weights();
    let ends: Vec<Option<f32>> = (0..count)
        .into_par_iter()
        .map(|n| {
            let end = Drawer::new(SEED, n.into()).follow(table.clone_box(), &course)?;
            // How clearly a game ended says more than who won it.
            let merit = end.merit();
            Some(merit.unwrap_or_else(|| Judge::new(weights).chance(end.as_ref(), Side::First)))
        })
        .collect();
    let (mut won, mut all) = (1.0, 2.0);
    for end in ends.into_iter().flatten() {
        won += f64::from(end);
        all += 1.0;
    }
    log_odds_of(won / all) as f32
}
