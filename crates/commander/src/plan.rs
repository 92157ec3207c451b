//! Plans: orders strung together by the game's own inclinations until something is done.

use engine::contract::{Side, Turn};
use engine::dice::Generator;
use engine::table::{Order, OrderList, Table};

use crate::budget::Watch;
use crate::chance::{Judge, SETTLING, SETTLING_KEENNESS};

/// A plan is never longer than this.
const LONGEST: usize = 64;

/// Orders and rolls a playout may take before it is judged as it stands.
const LONGEST_PLAYOUT: u32 = 3_000;

/// How sharply plans follow the game's inclinations, one after another.
pub(crate) const KEENNESS: [f32; 4] = [6.0, 2.0, 1.0, 0.7];

/// Orders of one side, and what they lead to.
#[derive(Clone)]
pub(crate) struct Plan {
    pub orders: Vec<Order>,
    pub end: Box<dyn Table>,
}

impl Plan {
    /// The plan of giving these orders from another position, if all of them can be given.
    pub fn again(from: &dyn Table, orders: &[Order]) -> Option<Plan> {
        let (turn, clock) = (from.turn(), from.clock());
        let mut end = from.clone_box();
        let follows = |order: &Order| end.turn() == turn && end.clock() == clock && end.follow(order);
        orders.iter().all(follows).then(|| Plan { orders: orders.to_vec(), end })
    }
}

/// How orders are drawn from the game's inclinations.
pub(crate) struct Drawer {
    generator: Generator,
    orders: OrderList,
    weights: Vec<f32>,
}

impl Drawer {
    pub fn new(seed: u64, stream: u64) -> Self {
        Drawer { generator: Generator::new(seed, stream), orders: OrderList::default(), weights: vec![] }
    }

    pub fn generator(&mut self) -> &mut Generator {
        &mut self.generator
    }

    /// Gives an order drawn last.
    pub fn give(&self, table: &mut dyn Table, index: usize) {
        table.play_listed(&self.orders, index);
    }

    /// An order drawn last.
    pub fn drawn(&self, table: &dyn Table, index: usize) -> Option<Order> {
        table.listed(&self.orders, index)
    }

    /// One of the legal orders: by inclination, the sharper the larger `keenness`.
    pub fn draw(&mut self, table: &dyn Table, keenness: f32) -> Option<usize> {
        table.list(&mut self.orders);
        self.weights.clear();
        table.inclinations(&self.orders, &mut self.weights);
        if self.weights.is_empty() {
            return None;
        }
        if keenness != 1.0 {
            self.weights.iter_mut().for_each(|weight| *weight = weight.powf(keenness));
        }
        let sum: f32 = self.weights.iter().sum();
        // A number drawn from 2^24 steps: exact in the arithmetic used, the same on every machine.
        let mut pick = self.generator.below(1 << 24) as f32 / (1 << 24) as f32 * sum;
        for (index, weight) in self.weights.iter().enumerate() {
            pick -= weight;
            if pick < 0.0 {
                return Some(index);
            }
        }
        // Rounding, or nothing anybody is inclined to.
        let last = self.weights.iter().rposition(|&weight| weight > 0.0);
        Some(last.unwrap_or(self.weights.len() - 1))
    }

    /// Any of the legal orders.
    pub fn blunder(&mut self, table: &dyn Table) -> Option<usize> {
        table.list(&mut self.orders);
        let count = self.orders.len() as u32;
        (count > 0).then(|| self.generator.below(count) as usize)
    }

    /// Draws up a plan of a side from a position.
    pub fn plan(&mut self, from: &dyn Table, side: Side, keenness: f32) -> Plan {
        let mut end = from.clone_box();
        let mut orders = vec![];
        while orders.len() < LONGEST && end.turn() == Turn::Order(side) {
            if !orders.is_empty() && end.at_rest() {
                break;
            }
            let Some(index) = self.draw(end.as_ref(), keenness) else { break };
            orders.extend(self.drawn(end.as_ref(), index));
            self.give(end.as_mut(), index);
        }
        Plan { orders, end }
    }

    /// The best of so many plans, judged where what they begin is settled; one that leads back to where it
    /// began is none. If time is up, the best so far.
    pub fn best(
        &mut self,
        from: &dyn Table,
        side: Side,
        width: u32,
        judge: &mut Judge,
        watch: &Watch,
    ) -> Option<Plan> {
        let digest = from.digest();
        let mut best: Option<(f32, Plan)> = None;
        for draw in 0..width as usize {
            if best.is_some() && watch.is_up() {
                break;
            }
            let plan = self.plan(from, side, KEENNESS[draw % KEENNESS.len()]);
            if plan.orders.is_empty() || plan.end.digest() == digest {
                continue;
            }
            let value = judge.settled(plan.end.as_ref(), side, self);
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, plan));
            }
        }
        best.map(|(_, plan)| plan)
    }

    /// Carries what is under way to its end, the dice thrown once.
    pub fn settle(&mut self, table: &mut dyn Table) {
        for _ in 0..SETTLING {
            match table.turn() {
                Turn::Over(_) => return,
                Turn::Dice(request) => table.roll_silently(self.generator.throw(request)),
                Turn::Order(_) if table.at_rest() => return,
                Turn::Order(_) => match self.draw(table, SETTLING_KEENNESS) {
                    Some(index) => self.give(table, index),
                    None => return,
                },
            }
        }
    }

    /// Plays both sides on by inclination until the clock has come so far or the game is over, and answers
    /// the chance of a side there; nothing if time was up.
    pub fn play_on(&mut self, table: Box<dyn Table>, course: &Course, judge: &mut Judge) -> Option<f32> {
        let end = self.follow(table, course)?;
        Some(judge.chance(end.as_ref(), course.side))
    }

    /// Where playing both sides on by inclination leads; nothing if time was up.
    pub fn follow(&mut self, mut table: Box<dyn Table>, course: &Course) -> Option<Box<dyn Table>> {
        for step in 0..LONGEST_PLAYOUT {
            if step % 16 == 15 && course.watch.is_up() {
                return None;
            }
            match table.turn() {
                Turn::Over(_) => break,
                Turn::Dice(request) => table.roll_silently(self.generator.throw(request)),
                Turn::Order(_) => {
                    if table.clock() >= course.until && table.at_rest() {
                        break;
                    }
                    let Some(index) = self.draw(table.as_ref(), course.keenness) else { break };
                    self.give(table.as_mut(), index);
                }
            }
        }
        Some(table)
    }
}

/// How playouts go.
pub(crate) struct Course<'a> {
    /// Whose chance is asked for.
    pub side: Side,
    /// The clock at which they end.
    pub until: u32,
    pub keenness: f32,
    pub watch: &'a Watch,
}
