//! Who does the thinking: commanders, or somebody a test puts in their place.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fmt, mem};

use commander::{Budget, Commander, Counsel, Intent, Level};
use engine::Viewer;
use engine::record::Header;
use engine::table::{Order, Table};

/// A position somebody is to think about.
pub struct Question {
    /// The game's name.
    pub game: String,
    /// The scenario, in full.
    pub scenario: String,
    /// How well to play.
    pub level: Level,
    /// The position.
    pub table: Box<dyn Table>,
    /// What chance there is in thinking.
    pub seed: u64,
    /// What was meant to be done before dice fell, and, once decided, what is meant to be done after they do.
    pub intent: Mutex<Intent>,
}

/// Whoever decides for the computer.
pub trait Thinker: Send + Sync + fmt::Debug {
    /// The orders for the side to move, within a budget.
    fn think(&self, question: &Question, budget: &Budget) -> Vec<Order>;
    /// The first sensible orders that come to mind.
    fn at_once(&self, question: &Question) -> Vec<Order>;
    /// What to do, the alternatives, and why.
    fn counsel(&self, question: &Question, budget: &Budget) -> Counsel;
    /// The chance of the first side to win, as far as a viewer may know; with fewer playouts if there is little
    /// time.
    fn estimate(&self, question: &Question, viewer: Viewer, budget: &Budget) -> f32;
}

/// The commanders of the games.
#[derive(Clone, Copy, Debug, Default)]
pub struct Commanders;

impl Question {
    /// A position nobody has thought about yet.
    pub fn new(header: &Header, level: Level, table: Box<dyn Table>, seed: u64) -> Question {
        let (game, scenario) = (header.game.clone(), header.scenario.clone());
        Question { game, scenario, level, table, seed, intent: Mutex::default() }
    }

    /// Who is asked.
    pub fn commander(&self) -> Commander {
        Commander::new(&self.game, self.level).in_scenario(&self.scenario)
    }

    fn kept(&self) -> MutexGuard<'_, Intent> {
        self.intent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes out what is meant to be done.
    pub fn take_intent(&self) -> Intent {
        mem::take(&mut self.kept())
    }
}

impl Thinker for Commanders {
    fn think(&self, question: &Question, budget: &Budget) -> Vec<Order> {
        // If the answer comes too late, nothing is meant any more.
        let mut intent = question.take_intent();
        let thought =
            question.commander().decide(question.table.as_ref(), budget, question.seed, &mut intent);
        *question.kept() = intent;
        thought.orders
    }

    fn at_once(&self, question: &Question) -> Vec<Order> {
        question.commander().at_once(question.table.as_ref(), question.seed)
    }

    fn counsel(&self, question: &Question, budget: &Budget) -> Counsel {
        question.commander().counsel(question.table.as_ref(), budget, question.seed)
    }

    fn estimate(&self, question: &Question, viewer: Viewer, budget: &Budget) -> f32 {
        question.commander().chance(question.table.as_ref(), viewer, budget)
    }
}
