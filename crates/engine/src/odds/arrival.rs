//! Arrivals: the chance that a counter led along a way comes to its end, and whole.
//!
//! Every roll on the way is tried on a copy, and the one that judges the march where it ends. Whom the owner gives up of
//! several is his to choose: how many he loses is not.

use super::Chance;
use crate::act;
use crate::contract::{Game, Turn, Viewer};
use crate::event::Silence;
use crate::words::counted;

/// More outcomes than this are not walked: nobody reads such a table.
const MOST: usize = 4_000;

/// The exact chances of a way, the likeliest of those with the fewest losses first: "arrives whole", "loses one", "is
/// stopped in 1204". None if the way leads to no dice, or to too many.
pub fn arrivals<G: Game>(game: &G, counter: u16, orders: &[G::Order]) -> Option<Vec<Chance>> {
    let side = game.turn().side()?;
    let mut walk = Walk { counter, side: side.index() as u8, before: 0, place: None, leaves: vec![] };
    walk.before = walk.standing(game).0;
    let mut end = game.clone();
    for order in orders {
        let order = end.canonical(order.clone());
        if end.turn() != Turn::Order(side) || end.check(&order).is_err() {
            break;
        }
        end.play(&order, &mut Silence);
        let there = walk.standing(&end).1;
        walk.place = there.or(walk.place);
    }
    walk.on(game.clone(), orders, 1)?;
    walk.chances()
}

/// What became of the march: how many were lost, and where it was stopped if it was.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Fate {
    met: bool,
    stopped: Option<String>,
    lost: usize,
    all: bool,
}

struct Walk {
    counter: u16,
    side: u8,
    before: usize,
    /// Where the way would end without dice.
    place: Option<String>,
    /// What may come of it, each with one of how many throws leads there.
    leaves: Vec<(Fate, u32)>,
}

impl Walk {
    /// How many counters of the side are on the map, and where the one that is led stands.
    fn standing<G: Game>(&self, game: &G) -> (usize, Option<String>) {
        let scene = game.scene(Viewer::Referee);
        let ours = scene.counters.iter().filter(|c| c.side == self.side);
        let there = ours.clone().find(|c| c.id == self.counter).and_then(|c| c.place);
        (ours.filter(|c| c.place.is_some()).count(), there.map(|place| place.to_string()))
    }

    fn on<G: Game>(&mut self, mut game: G, orders: &[G::Order], of: u32) -> Option<()> {
        let mut rest = orders;
        let mut halted = false;
        loop {
            if self.leaves.len() > MOST {
                return None;
            }
            match game.turn() {
                Turn::Dice(request) => {
                    let of = of.checked_mul(request.ways())?;
                    for dice in request.throws() {
                        let mut after = game.clone();
                        after.roll(dice, &mut Silence);
                        self.on(after, rest, of)?;
                    }
                    return Some(());
                }
                Turn::Order(side) if side.index() as u8 == self.side => {
                    let next = match rest {
                        [first, others @ ..] if game.check(&game.canonical(first.clone())).is_ok() => {
                            rest = others;
                            Some(game.canonical(first.clone()))
                        }
                        _ => self.due(&game, &mut halted),
                    };
                    let Some(order) = next else { break };
                    game.play(&order, &mut Silence);
                }
                Turn::Order(_) => {
                    self.leaf(&game, of, true);
                    return Some(());
                }
                Turn::Over(_) => break,
            }
        }
        self.leaf(&game, of, false);
        Some(())
    }

    /// What has to be said at the end of the way: that it ends, once, and who is lost.
    fn due<G: Game>(&self, game: &G, halted: &mut bool) -> Option<G::Order> {
        let mut orders = vec![];
        game.orders(&mut orders);
        let of = |kind: &str| orders.iter().find(|order| game.aim(order).act.kind == kind).cloned();
        if let Some(lost) = of(act::LOSE.kind) {
            return Some(lost);
        }
        let halt = of(act::HALT.kind).filter(|_| !*halted);
        *halted = true;
        halt
    }

    fn leaf<G: Game>(&mut self, game: &G, of: u32, met: bool) {
        let (left, there) = self.standing(game);
        let lost = self.before.saturating_sub(left);
        let all = there.is_none();
        let stopped = there.filter(|there| self.place.as_ref().is_some_and(|place| place != there));
        self.leaves.push((Fate { met, stopped, lost, all }, of));
    }

    fn chances(self) -> Option<Vec<Chance>> {
        let of = self.leaves.iter().map(|(_, of)| *of).max()?;
        if of == 1 && !self.leaves.iter().any(|(fate, _)| fate.met) {
            return None;
        }
        let mut fates: Vec<(Fate, u32)> = vec![];
        for (fate, one_of) in self.leaves {
            // All dice have six sides: the longest line of throws has every other's number among its factors.
            let ways = of / one_of;
            match fates.iter_mut().find(|(known, _)| *known == fate) {
                Some((_, count)) => *count += ways,
                None => fates.push((fate, ways)),
            }
        }
        fates.sort();
        let named = fates.into_iter().map(|(fate, ways)| Chance::new(fate.words(), ways, of));
        // Several ways to be lost read the same.
        let mut chances: Vec<Chance> = vec![];
        for chance in named {
            match chances.iter_mut().find(|known| known.result == chance.result) {
                Some(known) => known.ways += chance.ways,
                None => chances.push(chance),
            }
        }
        Some(chances)
    }
}

impl Fate {
    fn words(&self) -> String {
        let losses = match self.lost {
            0 => None,
            1 => Some("loses one".to_string()),
            lost => Some(format!("loses {}", counted(lost, "unit", "units"))),
        };
        match (self.met, &self.stopped, losses) {
            (true, ..) => "the enemy may answer on the way".into(),
            _ if self.all => "is lost".into(),
            (_, Some(place), None) => format!("is stopped in {place}"),
            (_, Some(place), Some(losses)) => format!("is stopped in {place}, {losses}"),
            (_, None, Some(losses)) => losses,
            (_, None, None) => "arrives whole".into(),
        }
    }
}
