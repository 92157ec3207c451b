//! Intents: what a commander means to do once dice have fallen.

use std::collections::VecDeque;

use engine::contract::{Side, Turn};
use engine::table::{Order, Table};
use serde::Serialize;

use crate::budget::Budget;
use crate::chance::Judge;
use crate::level::Level;
use crate::plan::{Drawer, Plan};
use crate::search::{Commander, Thought};

/// Answers compared to what dice bring: who is lost, who retreats where.
const ANSWERS: u32 = 8;

/// The rest of a scheme that dice have not upset.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Intent {
    /// Whose it is, and of which level.
    owner: Option<(Side, Level)>,
    clock: u32,
    plans: VecDeque<Vec<Order>>,
    worth: f32,
}

impl Intent {
    pub(crate) fn new(owner: (Side, Level), clock: u32, plans: VecDeque<Vec<Order>>, worth: f32) -> Intent {
        Intent { owner: Some(owner), clock, plans, worth }
    }

    /// Whether it is about this Player-Turn, and has anything left in it.
    fn is_for(&self, table: &dyn Table) -> bool {
        let turn = self.owner.map(|(side, _)| Turn::Order(side));
        !self.plans.is_empty() && turn == Some(table.turn()) && self.clock == table.clock()
    }

    /// The next plans that can be carried out, until dice fall again.
    fn take(&mut self, table: &dyn Table) -> Vec<Order> {
        let mut here = table.clone_box();
        let mut orders = vec![];
        while self.is_for(here.as_ref()) {
            let Some(next) = self.plans.pop_front() else { break };
            if let Some(plan) = Plan::again(here.as_ref(), &next) {
                orders.extend(plan.orders);
                here = plan.end;
            }
        }
        orders
    }
}

impl Commander {
    /// Decides what to do: what it had meant to do if that still holds, and else what it thinks of now.
    pub fn decide(&self, table: &dyn Table, budget: &Budget, seed: u64, intent: &mut Intent) -> Thought {
        if let Some(thought) = self.carry_on(table, budget, seed, intent) {
            return thought;
        }
        let thought = self.think(table, budget, seed);
        *intent = thought.intent.clone();
        thought
    }

    /// The next step of what it had meant to do; nothing if there is none, or if it no longer holds.
    fn carry_on(
        &self,
        table: &dyn Table,
        budget: &Budget,
        seed: u64,
        intent: &mut Intent,
    ) -> Option<Thought> {
        let is_mine = intent.owner.is_some_and(|(_, level)| level == self.level());
        if !is_mine || !intent.is_for(table) {
            *intent = Intent::default();
            return None;
        }
        let orders = match table.at_rest() {
            false => self.answer(table, budget, seed)?,
            true if table.schemes_hold() => intent.take(table),
            true => vec![],
        };
        if orders.is_empty() {
            *intent = Intent::default();
            return None;
        }
        Some(Thought { orders, worth: intent.worth, intent: intent.clone(), ..Thought::default() })
    }

    /// The best of a few answers to what dice have brought, judged where they end.
    fn answer(&self, table: &dyn Table, budget: &Budget, seed: u64) -> Option<Vec<Order>> {
        let Turn::Order(side) = table.turn() else { return None };
        let weights = self.weights_for(table);
        let mut drawer = Drawer::new(seed, 0);
        let best = drawer.best(table, side, ANSWERS, &mut Judge::new(&weights), &budget.start())?;
        Some(best.orders)
    }
}
