//! Schemes: plans strung together until dice fall that change everything, or the other side acts.

use std::sync::OnceLock;

use engine::contract::{Side, Turn};
use engine::table::{Order, OrderList, Table};

use crate::budget::Watch;
use crate::chance::Judge;
use crate::plan::{Drawer, KEENNESS, Plan};
use crate::script::{Arrangement, Disposition, Field, act, movers};

/// A scheme has no more plans than this.
const LONGEST: usize = 120;
/// Plans longer than this are straightened only in part.
const LONGEST_MARCH: usize = 8;
/// Orders looked through for the one that ends a march; it is among the last of the list.
const FEW: usize = 2;
/// Plans of one side, one after another; at least one. Where the game says that what was planned still holds,
/// a scheme goes on beyond dice: as they fell when it was drawn up.
#[derive(Clone)]
pub(crate) struct Scheme {
    plans: Vec<Plan>,
    /// Where it goes on after dice, with the number of the plan that does.
    anew: Vec<(usize, Box<dyn Table>)>,
}

impl Scheme {
    /// One plan alone.
    pub fn of(plan: Plan) -> Scheme {
        Scheme { plans: vec![plan], anew: vec![] }
    }

    /// What it comes to, with the dice as they fell.
    pub fn end(&self) -> &dyn Table {
        match self.anew.last() {
            Some((at, table)) if *at == self.plans.len() => table.as_ref(),
            _ => self.plans[self.plans.len() - 1].end.as_ref(),
        }
    }

    /// How many plans it has before dice fall.
    fn sure(&self) -> usize {
        self.anew.first().map_or(self.plans.len(), |(at, _)| *at)
    }

    /// What it comes to before dice fall.
    pub fn threshold(&self) -> &dyn Table {
        self.plans[self.sure() - 1].end.as_ref()
    }

    /// The orders before dice fall, all in a row.
    pub fn orders(&self) -> Vec<Order> {
        self.plans[..self.sure()].iter().flat_map(|plan| plan.orders.iter().cloned()).collect()
    }

    /// The orders of each plan after the first dice.
    pub fn later(&self) -> impl Iterator<Item = &Vec<Order>> {
        self.plans[self.sure()..].iter().map(|plan| &plan.orders)
    }

    /// The same without detours: orders that can be left out and everything comes to the same are.
    pub fn straightened(mut self, start: &dyn Table) -> Scheme {
        let mut before = start.clone_box();
        for (index, plan) in self.plans.iter_mut().enumerate() {
            if let Some((_, table)) = self.anew.iter().find(|(at, _)| *at == index) {
                before = table.clone_box();
            }
            while let Some(shorter) = shortened(before.as_ref(), plan) {
                plan.orders = shorter;
            }
            before = plan.end.clone_box();
        }
        self
    }

    /// How many orders its first plan has.
    pub fn first(&self) -> usize {
        self.plans[0].orders.len()
    }
}

/// The orders of a plan without the longest stretch that changes nothing; nothing if there is none.
fn shortened(before: &dyn Table, plan: &Plan) -> Option<Vec<Order>> {
    let (orders, goal) = (&plan.orders, plan.end.digest());
    // The first order takes up what the others move.
    let count = orders.len().min(LONGEST_MARCH);
    for length in (1..count.saturating_sub(1)).rev() {
        for at in 1..=count - length {
            let rest = || orders[..at].iter().chain(&orders[at + length..]);
            let mut table = before.clone_box();
            if !rest().all(|order| table.follow(order)) {
                continue;
            }
            // Who has not marched until he drops must be told to halt.
            let last =
                if table.digest() == goal { Some(None) } else { closing(table.as_ref(), goal).map(Some) };
            if let Some(last) = last
                && rest().count() + usize::from(last.is_some()) < orders.len()
            {
                return Some(rest().cloned().chain(last).collect());
            }
        }
    }
    None
}

/// The order that leads to a position, if there is one among few.
fn closing(table: &dyn Table, goal: u64) -> Option<Order> {
    let Turn::Order(_) = table.turn() else { return None };
    let mut orders = OrderList::default();
    table.list(&mut orders);
    (orders.len().saturating_sub(FEW)..orders.len()).find_map(|index| {
        let mut after = table.clone_box();
        after.play_listed(&orders, index);
        if after.digest() == goal { table.listed(&orders, index) } else { None }
    })
}

/// Where schemes begin, and whose they are.
#[derive(Clone, Copy)]
pub(crate) struct Schemer<'a> {
    pub start: &'a dyn Table,
    pub side: Side,
    pub watch: &'a Watch,
}

impl<'a> Schemer<'a> {
    /// Whether a scheme goes on from here.
    fn lasts(&self, table: &dyn Table) -> bool {
        table.turn() == Turn::Order(self.side) && table.clock() == self.start.clock()
    }

    /// A scheme to be drawn up.
    fn draft(&self) -> Draft<'a> {
        Draft { schemer: *self, scheme: Scheme { plans: vec![], anew: vec![] } }
    }

    /// The scheme that comes of taking the best of so many plans at every step. If time is up it is cut
    /// short; nothing if there was no time for one plan.
    pub fn step_by_step(&self, width: u32, judge: &mut Judge, drawer: &mut Drawer) -> Option<Scheme> {
        let mut draft = self.draft();
        while draft.lasts() {
            match drawer.best(draft.here(), self.side, width, judge, self.watch) {
                Some(plan) => draft.add(plan, drawer),
                None => break,
            }
        }
        draft.done()
    }

    /// The scheme in which everybody marches as he is told, and the best of a few plans is taken wherever nobody marches.
    pub fn arranged(
        &self,
        arrangement: Arrangement,
        field: &OnceLock<Option<Field>>,
        width: u32,
        judge: &mut Judge,
        drawer: &mut Drawer,
    ) -> Option<Scheme> {
        let mut draft = self.draft();
        let mut marched = false;
        while draft.lasts() {
            if !marched && draft.here().at_rest() && !movers(draft.here()).is_empty() {
                marched = true;
                // Nobody has marched yet, so the field is that of the start.
                let field = field.get_or_init(|| Field::of(self.start, self.side)).as_ref()?;
                let mut marches = vec![];
                Disposition::of(field, arrangement)
                    .carry_out(draft.here(), self.side, &mut |march| marches.push(march));
                marches.into_iter().for_each(|march| draft.add(march, drawer));
                if draft.lasts()
                    && let Some(done) = act(draft.here(), "done")
                    && let Some(end) = Plan::again(draft.here(), &[done])
                {
                    draft.add(end, drawer);
                }
                continue;
            }
            match drawer.best(draft.here(), self.side, width, judge, self.watch) {
                Some(plan) => draft.add(plan, drawer),
                None => break,
            }
        }
        draft.done()
    }

    /// A scheme with one plan put in, left out or in another's place; what no longer fits is dropped, and
    /// what breaks off is carried on.
    pub fn varied(&self, scheme: &Scheme, drawer: &mut Drawer) -> Option<Scheme> {
        let at = drawer.generator().below(scheme.plans.len() as u32) as usize;
        let whim = drawer.generator().below(4);
        let (puts_in, leaves_out) = (whim < 3, whim > 0);
        let mut draft = self.draft();
        for (index, old) in scheme.plans.iter().enumerate() {
            if index == at && puts_in && self.lasts(draft.here()) {
                let keenness = KEENNESS[drawer.generator().below(4) as usize];
                draft.add(drawer.plan(draft.here(), self.side, keenness), drawer);
            }
            if (index != at || !leaves_out)
                && self.lasts(draft.here())
                && let Some(plan) = Plan::again(draft.here(), &old.orders)
            {
                draft.add(plan, drawer);
            }
        }
        while draft.lasts() {
            let plan = drawer.plan(draft.here(), self.side, KEENNESS[0]);
            if plan.orders.is_empty() {
                break;
            }
            draft.add(plan, drawer);
        }
        draft.done()
    }

    /// The chance of the side once its Player-Turn is carried on from a position by the best of so many plans at every
    /// step, and the enemy has answered likewise; nothing where the game does not say what the enemy would find, or if
    /// time is up.
    pub fn answered(
        &self,
        from: &dyn Table,
        width: u32,
        judge: &mut Judge,
        drawer: &mut Drawer,
    ) -> Option<f32> {
        let mut table = from.clone_box();
        drawer.carry_on(&mut table, self.side, width, judge, self.watch);
        let mut table = table.handed_over()?;
        drawer.carry_on(&mut table, self.side.other(), width, judge, self.watch);
        (!self.watch.is_up()).then(|| judge.chance(table.as_ref(), self.side))
    }

    /// What a scheme comes to with other dice: plans that can no longer be carried out are left out.
    pub fn rehearsed(&self, scheme: &Scheme, drawer: &mut Drawer) -> Box<dyn Table> {
        let mut here = scheme.threshold().clone_box();
        for orders in scheme.later() {
            drawer.settle(here.as_mut());
            if !self.lasts(here.as_ref()) || !here.schemes_hold() {
                break;
            }
            if let Some(plan) = Plan::again(here.as_ref(), orders) {
                here = plan.end;
            }
        }
        here
    }
}

/// A scheme being drawn up.
struct Draft<'a> {
    schemer: Schemer<'a>,
    /// Without plans at first.
    scheme: Scheme,
}

impl Draft<'_> {
    /// Where it has come to.
    fn here(&self) -> &dyn Table {
        if self.scheme.plans.is_empty() { self.schemer.start } else { self.scheme.end() }
    }

    /// Whether there is more to plan, and time for it.
    fn lasts(&self) -> bool {
        self.scheme.plans.len() < LONGEST && self.schemer.lasts(self.here()) && !self.schemer.watch.is_up()
    }

    /// A further plan; and if dice fall that leave the scheme standing, beyond them.
    fn add(&mut self, plan: Plan, drawer: &mut Drawer) {
        if plan.orders.is_empty() {
            return;
        }
        let beyond = matches!(plan.end.turn(), Turn::Dice(_)).then(|| {
            let mut table = plan.end.clone_box();
            drawer.settle(table.as_mut());
            table
        });
        let Scheme { plans, anew } = &mut self.scheme;
        plans.push(plan);
        if let Some(table) = beyond.filter(|table| self.schemer.lasts(table.as_ref()) && table.schemes_hold())
        {
            anew.push((plans.len(), table));
        }
    }

    /// Nothing if it has no plans.
    fn done(self) -> Option<Scheme> {
        (!self.scheme.plans.is_empty()).then_some(self.scheme)
    }
}

#[cfg(test)]
mod tests {
    use engine::skirmish::Skirmish;
    use engine::table::OpenTable;

    use super::*;
    use crate::budget::Budget;
    use crate::weights::Weights;

    /// Plays the orders of a scheme from the start, and answers where they lead.
    fn played(start: &dyn Table, scheme: &Scheme) -> Box<dyn Table> {
        let mut table = start.clone_box();
        scheme.orders().iter().for_each(|order| assert!(table.follow(order), "{order}"));
        table
    }

    #[test]
    fn a_scheme_goes_on_until_dice_fall_or_the_other_side_acts() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let (watch, weights) = (Budget::usual().start(), Weights::of_game("skirmish", table.terms()));
        let schemer = Schemer { start: table.as_ref(), side: Side::First, watch: &watch };
        for seed in 0..20 {
            let mut drawer = Drawer::new(seed, 0);
            let scheme = schemer.step_by_step(4, &mut Judge::new(&weights), &mut drawer).unwrap();
            let end = played(table.as_ref(), &scheme);
            assert!(!schemer.lasts(end.as_ref()));
            assert_eq!(end.digest(), scheme.end().digest());
        }
    }

    #[test]
    fn variations_of_a_scheme_are_legal_and_whole_and_some_differ() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let (watch, weights) = (Budget::usual().start(), Weights::of_game("skirmish", table.terms()));
        let schemer = Schemer { start: table.as_ref(), side: Side::First, watch: &watch };
        let mut drawer = Drawer::new(3, 0);
        let scheme = schemer.step_by_step(4, &mut Judge::new(&weights), &mut drawer).unwrap();
        let mut others = 0;
        for _ in 0..50 {
            let varied = schemer.varied(&scheme, &mut drawer).unwrap();
            let end = played(table.as_ref(), &varied);
            assert!(!schemer.lasts(end.as_ref()));
            assert_eq!(end.digest(), varied.end().digest());
            others += u32::from(end.digest() != scheme.end().digest());
        }
        assert!(others > 5, "{others} of 50 differ");
    }

    #[test]
    fn schemes_by_script_are_legal_and_whole() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let (watch, weights) = (Budget::usual().start(), Weights::of_game("skirmish", table.terms()));
        let schemer = Schemer { start: table.as_ref(), side: Side::First, watch: &watch };
        let field = OnceLock::new();
        for arrangement in Arrangement::ALL {
            let (mut judge, mut drawer) = (Judge::new(&weights), Drawer::new(3, 0));
            let scheme = schemer.arranged(arrangement, &field, 4, &mut judge, &mut drawer).unwrap();
            let end = played(table.as_ref(), &scheme);
            assert!(!schemer.lasts(end.as_ref()), "{arrangement:?}");
            assert_eq!(end.digest(), scheme.end().digest());
        }
    }

    #[test]
    fn without_time_there_is_no_scheme() {
        let table = OpenTable::boxed(Skirmish::new(20));
        let (watch, weights) =
            (Budget::time(std::time::Duration::ZERO).start(), Weights::of_game("skirmish", table.terms()));
        let schemer = Schemer { start: table.as_ref(), side: Side::First, watch: &watch };
        assert!(schemer.step_by_step(4, &mut Judge::new(&weights), &mut Drawer::new(1, 0)).is_none());
    }
}
