//! Marches: how one counter comes to where its script wants it.

use engine::contract::{Aim, Turn};
use engine::hex::{Direction, Hex};
use engine::table::{Order, Table};

use super::field::Field;
use super::wish::Wish;

/// Orders within which a march ends.
const LONGEST: usize = 24;
/// A place must be better by so much to be worth the way.
const LEAST_GAIN: f32 = 0.01;

/// The counters that may be taken up to march.
pub(crate) fn movers(table: &dyn Table) -> Vec<u16> {
    let mut movers = vec![];
    for order in table.orders() {
        let Ok(aim) = table.aim(&order) else { continue };
        if let Some(counter) = aim.counter.filter(|id| aim.act.marches && !movers.contains(id)) {
            movers.push(counter);
        }
    }
    movers
}

/// The legal order of an act, if there is one.
pub(crate) fn act(table: &dyn Table, kind: &str) -> Option<Order> {
    let is = |order: &Order| table.aim(order).is_ok_and(|aim| aim.act.kind == kind);
    table.orders().into_iter().find(is)
}

/// The march of one counter.
pub(super) struct March {
    pub orders: Vec<Order>,
    pub end: Box<dyn Table>,
    /// Where it ends; nowhere if it leaves the map.
    pub to: Option<Hex>,
    /// Which way the counter then looks, if it looks any way.
    facing: Option<Direction>,
}

impl March {
    /// The best march of a counter; nothing if it does best to stay.
    pub fn of(table: &dyn Table, field: &Field, wish: &Wish, id: u16) -> Option<March> {
        let piece = field.piece(id)?;
        let mut march = March { orders: vec![], end: table.clone_box(), to: piece.hex, facing: piece.facing };
        match piece.hex {
            Some(hex) => march.go(table, field, wish, id, hex)?,
            None if wish.stays() => return None,
            None => march.enter(field, wish, id)?,
        }
        march.halt(field, wish);
        Some(march)
    }

    /// Goes where the wish is best, off the map, or turns to an enemy beside it; nothing if there is nothing to do.
    fn go(&mut self, table: &dyn Table, field: &Field, wish: &Wish, id: u16, hex: Hex) -> Option<()> {
        let mut best = (wish.worth(field, id, hex) + LEAST_GAIN, None);
        for route in table.routes(id) {
            let Some(to) = route.place.hex().and_then(|number| field.grid.at(number)) else { continue };
            let worth = wish.worth(field, id, to);
            if worth > best.0 {
                best = (worth, Some((to, route)));
            }
        }
        let goes = best.1.is_some();
        let beset = field.nearest(hex).is_some_and(|(far, _)| far == 1);
        let facing = self.facing;
        let turns = || facing.zip(wish.front(field, hex)).is_some_and(|(now, front)| !now.fronts(front));
        match best.1 {
            Some((to, route)) => {
                for order in route.orders {
                    self.give(order).then_some(())?;
                }
                let before = route.path.iter().rev().nth(1).and_then(|place| field.grid.at(place.hex()?));
                let last = field.grid.towards(before.unwrap_or(hex), to);
                (self.to, self.facing) = (Some(to), self.facing.and(last));
            }
            None if wish.leaves() || beset && turns() => self.take_up(id)?,
            None => return None,
        }
        if wish.leaves()
            && let Some(exit) = act(self.end.as_ref(), "exit")
        {
            self.to = None;
            return self.give(exit).then_some(());
        }
        (goes || beset && turns()).then_some(())
    }

    fn take_up(&mut self, id: u16) -> Option<()> {
        let takes = |aim: Aim| aim.act.marches && aim.counter == Some(id);
        let order = self.end.orders().into_iter().find(|order| self.end.aim(order).is_ok_and(takes))?;
        self.give(order).then_some(())
    }

    /// Comes onto the map where the wish is best.
    fn enter(&mut self, field: &Field, wish: &Wish, id: u16) -> Option<()> {
        self.take_up(id)?;
        let mut best: Option<(f32, Hex, Order)> = None;
        for order in self.end.orders() {
            let Ok(aim) = self.end.aim(&order) else { continue };
            let to = aim.place.and_then(|place| place.hex()).and_then(|number| field.grid.at(number));
            let Some(to) = to.filter(|_| aim.act.kind == "enter") else { continue };
            let worth = wish.worth(field, id, to);
            if best.as_ref().is_none_or(|(most, ..)| worth > *most) {
                best = Some((worth, to, order));
            }
        }
        let (_, to, order) = best?;
        self.to = Some(to);
        self.give(order).then_some(())
    }

    fn turn(&self, front: Direction) -> Option<Order> {
        let turns = |aim: Aim| aim.act.kind == "turn" && aim.facing == Some(front);
        self.end.orders().into_iter().find(|order| self.end.aim(order).is_ok_and(turns))
    }

    fn give(&mut self, order: Order) -> bool {
        let given = self.end.follow(&order);
        if given {
            self.orders.push(order);
        }
        given
    }

    /// Ends the march, with the face to the enemy where counters have one.
    fn halt(&mut self, field: &Field, wish: &Wish) {
        let Turn::Order(side) = self.end.turn() else { return };
        let front = self.to.and_then(|hex| wish.front(field, hex));
        if let (Some(facing), Some(front)) = (self.facing, front)
            && !facing.fronts(front)
            && let Some(turn) = self.turn(front)
        {
            self.give(turn);
        }
        for _ in 0..LONGEST {
            if self.end.turn() != Turn::Order(side) || self.end.at_rest() {
                return;
            }
            let Some(order) = closing(self.end.as_ref(), front) else { return };
            if !self.give(order) {
                return;
            }
        }
    }
}

/// What ends a march: facing the front if that is asked for, or halting.
fn closing(table: &dyn Table, front: Option<Direction>) -> Option<Order> {
    let off = |facing: Direction| {
        let turned = (6 + facing.index() - front.map_or(0, Direction::index)) % 6;
        turned.min(6 - turned)
    };
    let mut best: Option<(usize, Order)> = None;
    for order in table.orders() {
        let Ok(aim) = table.aim(&order) else { continue };
        let rank = match (aim.act.kind, aim.facing) {
            ("face", Some(facing)) => 10 + off(facing),
            ("halt" | "done", _) => 20,
            _ if aim.act.begins.is_empty() => 30,
            _ => 40,
        };
        if best.as_ref().is_none_or(|(least, _)| rank < *least) {
            best = Some((rank, order));
        }
    }
    best.map(|(_, order)| order)
}
