//! The analysis of a game that is over: what the dice gave and took, what each side's decisions were worth, and which of
//! them mattered most.
//!
//! The chance of the first side is told on both sides of every throw and wherever the move passes on. Whatever it changed
//! by belongs to whoever made it change. Luck is the chance after a throw less the expectation before it, which averages
//! over all throws; a decision is the chance after its orders less the one before, which is that of the best a commander
//! saw. So the parts add up: the chance at the start, the dice and the decisions of both sides make the result.
//!
//! Moments between two Player-Turns are told at a glance. What only the longer look at the ends of a Player-Turn shows is
//! put down to the decisions in between, never to the dice.

mod account;

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use commander::{Budget, Calibration, Level, in_a_sentence};
use engine::event::EventKind;
use engine::record::{Session, Told};
use engine::scene::Track;
use engine::table::{Order, Table};
use engine::{Objection, Side, Turn, Viewer};
use serde::Serialize;

use crate::contest::Ending;
use crate::fortunes::Fortunes;
use crate::staff::{Question, Thinker};
use account::{Account, Step};
pub use account::{Hand, TurnAccount};

/// So long the glances take together; what comes later is told by Player-Turns alone.
const PATIENCE: Duration = Duration::from_secs(6);
/// So long the decisions that mattered are thought over again, all of them together.
const AFTERTHOUGHT: Duration = Duration::from_secs(5);
/// The best and the worst of each side that are looked into.
const CANDIDATES: usize = 3;
/// What changes the chance by less is not worth telling.
const SLIGHT: f64 = 0.015;
/// So many throws are told of.
const THROWS: usize = 4;

/// What became of the chances, and through whom.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    /// The names of the sides.
    pub sides: [String; 2],
    /// Whether the chances were fitted to games that were played; if not they are a rough judgment.
    pub fitted: bool,
    /// The chance of the first side at the start.
    pub start: f64,
    /// What the game came to for it.
    pub end: f64,
    /// What the dice were worth to the first side.
    pub dice: f64,
    /// What the decisions of each side were worth to the first side.
    pub decided: [f64; 2],
    /// The same turn by turn.
    pub turns: Vec<TurnAccount>,
    /// The decisions that mattered most, in the order they were taken.
    pub decisions: Vec<Decision>,
    /// The throws that mattered most, in the order they fell.
    pub throws: Vec<Throw>,
    /// Counters each side lost.
    pub lost: [usize; 2],
    /// Of how many it had in the course of the game.
    pub fielded: [usize; 2],
    /// Up to which entry dice and decisions were told apart; later ones count as decisions of whoever moved.
    pub told_to: usize,
}

/// A decision worth telling.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decision {
    /// The entry before its first order.
    pub from: usize,
    /// That of its last.
    pub entry: usize,
    /// Whose it was.
    pub side: Side,
    /// The turn it was taken in.
    pub turn: String,
    /// By how much it raised the chance of that side; less than nothing if it cost some.
    pub gain: f64,
    /// What was done.
    pub text: String,
    /// What a commander would have done instead; nothing if the same.
    pub instead: Option<Instead>,
}

/// What a commander would have done.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Instead {
    /// In words.
    pub text: String,
    /// By how much what was done is better than this for the side that did it.
    pub margin: f64,
}

/// A throw worth telling.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Throw {
    /// Its entry.
    pub entry: usize,
    /// The turn it fell in.
    pub turn: String,
    /// What it was worth to the first side.
    pub gain: f64,
    /// What came of it.
    pub text: String,
}

/// Who is asked, and about which game.
struct Reviewer<'a> {
    session: &'a Session,
    thinker: &'a dyn Thinker,
}

impl Reviewer<'_> {
    fn question(&self, table: Box<dyn Table>) -> Question {
        Question::new(self.session.header(), Level::Veteran, table, 1)
    }

    /// The chance of the first side at a glance.
    fn glance(&self, table: &dyn Table) -> f64 {
        let question = self.question(table.clone_box());
        let chance = self.thinker.estimate(&question, Viewer::Referee, &Budget::nodes(0));
        if chance.is_nan() { 0.5 } else { f64::from(chance.clamp(0.0, 1.0)) }
    }
}

/// Weighs a game that is over and whose fortunes were told. `nodes` bounds the afterthoughts where a server is told to
/// think little.
pub fn weigh(
    session: &Session,
    fortunes: &Fortunes,
    ending: Option<Ending>,
    thinker: &dyn Thinker,
    nodes: Option<u32>,
) -> Result<Analysis, Objection> {
    let reviewer = Reviewer { session, thinker };
    let walk = walk(&reviewer)?;
    let result = fortunes.points.last().map_or(0.5, |point| f64::from(point.first));
    let anchors: HashMap<usize, f64> =
        fortunes.points.iter().map(|point| (point.entry, f64::from(point.first))).collect();
    let account = Account::new(&walk.marks, &walk.steps, &anchors, result, ending);
    let fitted = Calibration::file_of(&session.header().game).is_some();
    let mut analysis = Analysis {
        sides: fortunes.sides.clone(),
        fitted,
        start: account.start(),
        end: result,
        dice: account.of(Hand::Dice),
        decided: Side::BOTH.map(|side| account.of(Hand::Side(side))),
        turns: account.turns(&walk.labels),
        decisions: vec![],
        throws: throws(&walk, &account),
        lost: walk.lost,
        fielded: walk.fielded,
        told_to: walk.told_to,
    };
    analysis.decisions = decisions(&reviewer, &walk, &account, nodes)?;
    Ok(analysis)
}

/// A moment at which a chance is told.
pub(crate) struct Mark {
    /// After which entry.
    pub entry: usize,
    /// The chance of the first side at a glance; none once there was no time left.
    pub glance: Option<f64>,
    /// The number of its turn among the labels.
    pub turn: usize,
}

/// A game walked through.
struct Walk {
    marks: Vec<Mark>,
    /// What led from each mark to the next.
    steps: Vec<Step>,
    /// The turns: what each is called, and whether it belongs to the game proper.
    labels: Vec<(String, bool)>,
    told: Vec<Told>,
    lost: [usize; 2],
    fielded: [usize; 2],
    told_to: usize,
}

fn turn_label(table: &dyn Table) -> (String, bool) {
    let scene = table.scene(Viewer::Public);
    let space = |track: &Track| track.spaces.get(track.at?).cloned();
    match scene.tracks.first().and_then(space) {
        Some(turn) => (turn, true),
        None => ("set-up".into(), false),
    }
}

fn walk(reviewer: &Reviewer) -> Result<Walk, Objection> {
    let session = reviewer.session;
    let start = session.position(0)?;
    let began = Instant::now();
    let mut labels = vec![turn_label(start.as_ref())];
    let mut marks = vec![Mark { entry: 0, glance: Some(reviewer.glance(start.as_ref())), turn: 0 }];
    let mut steps = vec![];
    let (mut clock, mut told_to) = (start.clock(), 0);
    let mut owners: HashMap<u16, u8> = HashMap::new();
    let mut lost: [HashSet<u16>; 2] = Default::default();
    let meet = |table: &dyn Table, owners: &mut HashMap<u16, u8>| {
        let counters = table.scene(Viewer::Referee).counters;
        owners.extend(counters.iter().map(|counter| (counter.id, counter.side)));
    };
    meet(start.as_ref(), &mut owners);
    let told = session.chronicle_from(0, |told, table| {
        let giver = session.giver(told.n);
        let passed = std::mem::replace(&mut clock, table.clock()) != clock;
        if passed {
            meet(table, &mut owners);
        }
        let removed = told.events.iter().filter(|event| event.kind == EventKind::Removed);
        for counter in removed.flat_map(|event| &event.counters) {
            if let Some(&side) = owners.get(counter) {
                lost[usize::from(side.min(1))].insert(*counter);
            }
        }
        let passes = match table.turn() {
            Turn::Order(side) => giver != Some(side),
            Turn::Dice(_) | Turn::Over(_) => true,
        };
        if !(passed || passes || told.n == session.cursor()) {
            return;
        }
        let in_time = began.elapsed() < PATIENCE;
        if in_time {
            told_to = told.n;
        }
        if passed {
            let label = turn_label(table);
            if labels.last() != Some(&label) {
                labels.push(label);
            }
        }
        let from = marks.len() - 1;
        steps.push(Step { from, by: giver.map_or(Hand::Dice, Hand::Side) });
        let glance = (in_time || passed).then(|| reviewer.glance(table));
        marks.push(Mark { entry: told.n, glance, turn: labels.len() - 1 });
    })?;
    let fielded = [0, 1].map(|side| owners.values().filter(|&&owner| owner == side).count());
    Ok(Walk { marks, steps, labels, told, lost: lost.map(|all| all.len()), fielded, told_to })
}

/// What happened in some entries, in the words of the log.
fn happened(told: &[Told]) -> String {
    const KEPT: usize = 3;
    let events = told.iter().flat_map(|told| &told.events);
    let texts: Vec<&str> = events.map(|event| event.text.as_str()).filter(|text| !text.is_empty()).collect();
    texts.iter().take(KEPT).map(|text| text.trim_end_matches('.')).collect::<Vec<_>>().join("; ")
}

/// The throws that mattered most.
fn throws(walk: &Walk, account: &Account) -> Vec<Throw> {
    let mut throws: Vec<Throw> = vec![];
    for (step, gain) in account.steps().filter(|(step, _)| step.by == Hand::Dice) {
        let [from, to] = [&walk.marks[step.from], &walk.marks[step.from + 1]];
        if gain.abs() >= SLIGHT && to.entry > from.entry {
            let text = happened(&walk.told[from.entry..to.entry]);
            throws.push(Throw { entry: to.entry, turn: walk.labels[from.turn].0.clone(), gain, text });
        }
    }
    throws.sort_by(|a, b| b.gain.abs().total_cmp(&a.gain.abs()));
    throws.truncate(THROWS);
    throws.sort_by_key(|throw| throw.entry);
    throws
}

/// The decisions that mattered most, each looked into once more.
fn decisions(
    reviewer: &Reviewer,
    walk: &Walk,
    account: &Account,
    nodes: Option<u32>,
) -> Result<Vec<Decision>, Objection> {
    let mut chosen: Vec<(&Step, Side)> = vec![];
    for side in Side::BOTH {
        let sign = if side == Side::First { 1.0 } else { -1.0 };
        let mut all: Vec<(&Step, f64)> = account
            .steps()
            .filter(|(step, _)| step.by == Hand::Side(side) && walk.labels[walk.marks[step.from].turn].1)
            .map(|(step, gain)| (step, sign * gain))
            .filter(|(_, gain)| gain.abs() >= SLIGHT)
            .collect();
        all.sort_by(|a, b| a.1.total_cmp(&b.1));
        let worst = all.iter().take(CANDIDATES).filter(|(_, gain)| *gain < 0.0);
        let best = all.iter().rev().take(CANDIDATES).filter(|(_, gain)| *gain > 0.0);
        chosen.extend(worst.chain(best).map(|(step, _)| (*step, side)));
    }
    let time = AFTERTHOUGHT / chosen.len().max(1) as u32;
    let mut decisions = vec![];
    for (step, side) in chosen {
        let began = Instant::now();
        let (from, to, gain) = kernel(reviewer, walk, account, step, side, time / 3)?;
        let budget = Budget { nodes, time: Some(time.saturating_sub(began.elapsed())), ..Budget::default() };
        let orders = given(reviewer, from, to);
        let asked = reviewer.question(reviewer.session.position(from)?);
        let counsel = reviewer.thinker.counsel(&asked, &budget);
        let as_done = |plan: &[Order]| !plan.is_empty() && orders.iter().zip(plan).all(|(a, b)| a == b);
        let other = counsel.plans.iter().find(|plan| !as_done(&plan.orders));
        let saw_it_best = counsel.plans.first().is_some_and(|plan| as_done(&plan.orders));
        if gain < 0.0 && saw_it_best {
            continue;
        }
        let instead = other.map(|plan| Instead {
            text: plan.text.clone(),
            margin: gain + f64::from((counsel.chance - plan.chance).max(0.0)),
        });
        let words: Vec<String> = walk.told[from..to].iter().map(|told| told.words.clone()).collect();
        let turn = walk.labels[walk.marks[step.from].turn].0.clone();
        decisions.push(Decision { from, entry: to, side, turn, gain, text: in_a_sentence(&words), instead });
    }
    decisions.sort_by_key(|decision| decision.entry);
    decisions.dedup_by_key(|decision| decision.entry);
    Ok(decisions)
}

/// The orders of some entries, as they were given.
fn given(reviewer: &Reviewer, from: usize, to: usize) -> Vec<Order> {
    let Ok(mut table) = reviewer.session.position(from) else { return vec![] };
    let mut orders = vec![];
    for line in &reviewer.session.entries()[from..to] {
        let Some(engine::record::Said::Order(order)) = line.said() else { break };
        let Ok(order) = table.read(&order.value()) else { break };
        if table.play(&order).is_err() {
            break;
        }
        orders.push(order);
    }
    orders
}

/// Of a run of orders the plan that did most of what the run did: where it began and ended, and what it was worth to
/// its side.
fn kernel(
    reviewer: &Reviewer,
    walk: &Walk,
    account: &Account,
    step: &Step,
    side: Side,
    time: Duration,
) -> Result<(usize, usize, f64), Objection> {
    let (first, last) = (walk.marks[step.from].entry, walk.marks[step.from + 1].entry);
    let sign = if side == Side::First { 1.0 } else { -1.0 };
    let whole = sign * account.gain(step);
    let mut moments = vec![(first, account.value(step.from))];
    let began = Instant::now();
    for entry in first + 1..last {
        if began.elapsed() >= time {
            return Ok((first, last, whole));
        }
        let table = reviewer.session.position(entry)?;
        if table.at_rest() && matches!(table.turn(), Turn::Order(_)) {
            moments.push((entry, account.lifted(step.from, reviewer.glance(table.as_ref()))));
        }
    }
    moments.push((last, account.value(step.from + 1)));
    let gains = moments.windows(2).map(|pair| (pair[0].0, pair[1].0, sign * (pair[1].1 - pair[0].1)));
    let most = gains.max_by(|a, b| (a.2 * whole.signum()).total_cmp(&(b.2 * whole.signum())));
    Ok(most.unwrap_or((first, last, whole)))
}
