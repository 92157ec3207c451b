//! Plans: orders strung together by the game's own inclinations until something is done.

use engine::contract::{Side, Turn};
use engine::dice::Generator;
use engine::table::{Order, Table};

use crate::book::{Book, Page};
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
    page: Page,
}

impl Drawer {
    pub fn new(seed: u64, stream: u64) -> Self {
        Drawer { generator: Generator::new(seed, stream), page: Page::default() }
    }

    pub fn generator(&mut self) -> &mut Generator {
        &mut self.generator
    }

    /// Gives an order drawn last.
    pub fn give(&self, table: &mut dyn Table, index: usize) {
        table.play_listed(&self.page.orders, index);
    }

    /// An order drawn last.
    pub fn drawn(&self, table: &dyn Table, index: usize) -> Option<Order> {
        table.listed(&self.page.orders, index)
    }

    /// One of the legal orders: by inclination, the sharper the larger `keenness`.
    pub fn draw(&mut self, table: &dyn Table, keenness: f32) -> Option<usize> {
        self.page.turn_to(table);
        self.page.draw(keenness, &mut self.generator)
    }

    /// Any of the legal orders.
    pub fn blunder(&mut self, table: &dyn Table) -> Option<usize> {
        table.list(&mut self.page.orders);
        let count = self.page.orders.len() as u32;
        (count > 0).then(|| self.generator.below(count) as usize)
    }

    /// Draws up a plan of a side from a position.
    pub fn plan(&mut self, from: &dyn Table, side: Side, keenness: f32) -> Plan {
        let mut end = from.clone_box();
        let mut orders = vec![];
        while goes_on(end.as_ref(), side, orders.len()) {
            let Some(index) = self.draw(end.as_ref(), keenness) else { break };
            orders.extend(self.drawn(end.as_ref(), index));
            self.give(end.as_mut(), index);
        }
        Plan { orders, end }
    }

    /// The same by a book of that position; nothing if that plan was drawn before.
    pub fn another(&mut self, book: &mut Book, from: &dyn Table, side: Side, keenness: f32) -> Option<Plan> {
        let mut end = from.clone_box();
        let (mut path, mut orders) = (vec![], vec![]);
        while goes_on(end.as_ref(), side, path.len()) {
            let page = book.page(&path, end.as_ref());
            let Some(index) = page.draw(keenness, &mut self.generator) else { break };
            orders.extend(end.listed(&page.orders, index));
            end.play_listed(&page.orders, index);
            path.push(index as u32);
        }
        book.strike_out(&path);
        (!orders.is_empty() && book.is_new(path)).then_some(Plan { orders, end })
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
        let mut book = Book::default();
        // Nothing is judged until there is something to choose.
        let mut best: Option<(Option<f32>, Plan)> = None;
        for draw in 0..width as usize {
            if best.is_some() && watch.is_up() {
                break;
            }
            let plan = self.another(&mut book, from, side, KEENNESS[draw % KEENNESS.len()]);
            let Some(plan) = plan.filter(|plan| plan.end.digest() != digest) else { continue };
            best = Some(match best {
                None => (None, plan),
                Some((most, champion)) => {
                    let mut value = |plan: &Plan| judge.settled(plan.end.as_ref(), side, self);
                    let most = most.unwrap_or_else(|| value(&champion));
                    let this = value(&plan);
                    if this > most { (Some(this), plan) } else { (Some(most), champion) }
                }
            });
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

/// Whether a plan of a side with so many orders is not done yet.
fn goes_on(table: &dyn Table, side: Side, orders: usize) -> bool {
    orders < LONGEST && table.turn() == Turn::Order(side) && (orders == 0 || !table.at_rest())
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

#[cfg(test)]
mod tests {
    use engine::skirmish::Skirmish;
    use engine::table::OpenTable;

    use super::*;

    #[test]
    fn a_book_changes_no_plan_and_shows_none_twice() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let (mut book, mut seen) = (Book::default(), vec![]);
        for stream in 0..200 {
            let plan = Drawer::new(7, stream).plan(table.as_ref(), Side::First, 1.0);
            match Drawer::new(7, stream).another(&mut book, table.as_ref(), Side::First, 1.0) {
                Some(other) => {
                    assert_eq!(other.orders, plan.orders);
                    assert!(!seen.contains(&plan.orders));
                    seen.push(plan.orders);
                }
                None => assert!(seen.contains(&plan.orders)),
            }
        }
        assert!(seen.len() < 200, "all differ");
    }

    #[test]
    fn a_book_that_tires_shows_every_plan_once_and_then_no_more() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let mut book = Book::tiring(0.6);
        let mut drawer = Drawer::new(7, 1);
        let mut seen = vec![];
        while let Some(plan) = drawer.another(&mut book, table.as_ref(), Side::First, 1.0) {
            assert!(!seen.contains(&plan.orders));
            seen.push(plan.orders);
        }
        // Whoever draws at random for long finds nothing that is not among them.
        for stream in 0..200 {
            assert!(seen.contains(&Drawer::new(7, stream).plan(table.as_ref(), Side::First, 1.0).orders));
        }
    }
}
