//! Overfull hexes against a reference: every way the phasing player's units could still be moved, one after
//! another, straight from Stacking A to F, Movement A to L and rulings R73 to R76, with its own hexes, prices
//! and stacks. Slow, and meant to be obviously right.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use covers::covers;
use engine::dice::Generator;
use engine::{Rules, Side, Silence, Turn};

use crate::battle::Battle;
use crate::drill::Drill;
use crate::files::Library;
use crate::order::Order;
use crate::position::{Position, Step};
use crate::retreat::reference::{Cell, any, hex_name, neighbour, on_map, place};
use crate::sheet::{Kind, Terrain};
use crate::unit::{MarkerKind, Unit, UnitId};

/// A unit of the phasing side that moves for itself, with whoever it carries.
struct Piece {
    id: UnitId,
    /// What it brings into a hex: its own type and, for a chariot, the passenger's.
    troops: Vec<Kind>,
    /// Whether it may still move.
    free: bool,
}

/// Where a piece could end a move, and whether it could leave the map.
type Ends = (BTreeSet<Cell>, bool);

/// Everything the chapter has to do with, copied out of a position.
struct Field<'a> {
    ground: Ground<'a>,
    pieces: Vec<Piece>,
    /// Where each piece stands.
    stands: Stand,
}

/// Where each piece stands, in the order of the pieces; nothing off the map.
type Stand = Vec<Option<Cell>>;

/// The map with the enemy on it.
struct Ground<'a> {
    position: &'a Position,
    enemies: BTreeSet<Cell>,
    /// The front hexes of enemy fire units.
    covered: BTreeSet<Cell>,
    /// What was found out in this phase: friends bar no way, and the enemy stands still.
    known: &'a Known,
}

type Known = RefCell<HashMap<UnitId, Rc<Ends>>>;

impl<'a> Ground<'a> {
    fn of(position: &'a Position, side: Side, known: &'a Known) -> Ground<'a> {
        let enemies = position.battle.units(side.other());
        let (mut at, mut covered) = (BTreeSet::new(), BTreeSet::new());
        for unit in enemies.map(|id| position.unit(id)) {
            let Some(hex) = unit.hex() else { continue };
            let here = place(position.number(hex));
            at.insert(here);
            if [Kind::HA, Kind::BO, Kind::IB, Kind::SK].contains(&unit.kind) {
                covered.extend([5, 0, 1].map(|turn| neighbour(here, (unit.facing.index() + turn) % 6)));
            }
        }
        Ground { position, enemies: at, covered, known }
    }

    fn terrain(&self, at: Cell) -> Terrain {
        let hex = self.position.hex(hex_name(at).parse().unwrap()).unwrap();
        self.position.sheet().ground.terrain[hex.index()]
    }

    fn crest(&self, at: Cell, side: usize) -> bool {
        let hex = self.position.hex(hex_name(at).parse().unwrap()).unwrap();
        self.position.sheet().ground.crests[hex.index()] & 1 << side != 0
    }

    fn ends(&self, id: UnitId) -> Rc<Ends> {
        let known = self.known.borrow().get(&id).cloned();
        known.unwrap_or_else(|| {
            let ends = Rc::new(self.find_ends(id));
            self.known.borrow_mut().insert(id, ends.clone());
            ends
        })
    }

    /// Movement A to L: every hex a unit could end its move in, and whether it could leave the map.
    fn find_ends(&self, id: UnitId) -> Ends {
        let (position, unit) = (self.position, self.position.unit(id));
        let chart = &position.sheet().charts.terrain;
        let exits = &position.sheet().exits[position.side(id).index()];
        let exits: BTreeSet<Cell> = exits.iter().map(|&hex| place(position.number(hex))).collect();
        let (mut ends, mut leaves) = (BTreeSet::new(), false);
        let Some(hex) = unit.hex() else { return (ends, leaves) };
        let start = (place(position.number(hex)), unit.facing.index(), position.allowance(id));
        let mut seen = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some((at, facing, points)) = open.pop() {
            let mut next = vec![];
            if points >= 2 {
                next.extend((0..6).map(|facing| (at, facing, points - 2)));
            }
            for to in [5, 0, 1].map(|turn| (facing + turn) % 6) {
                let there = neighbour(at, to);
                if !on_map(there) {
                    leaves |= points >= 2 && exits.contains(&at);
                    continue;
                }
                let line = &chart[self.terrain(there) as usize];
                let chariot = unit.kind == Kind::CH;
                let roads = [at, there].map(|place| self.terrain(place)) == [Terrain::Road; 2];
                let price = if roads { 1 } else { line.cost };
                let barred = line.impassable || (chariot && (line.bars_chariots || self.crest(at, to)));
                if barred || self.enemies.contains(&there) || price > points {
                    continue;
                }
                ends.insert(there);
                if !(self.covered.contains(&there) || chariot && line.stops_chariots) {
                    next.push((there, to, points - price));
                }
            }
            open.extend(next.into_iter().filter(|&state| seen.insert(state)));
        }
        ends.remove(&start.0);
        (ends, leaves)
    }
}

/// Stacking, general rule and cases A to F.
fn lawful(stack: &[&Piece]) -> bool {
    let kinds: Vec<Kind> = stack.iter().flat_map(|piece| piece.troops.iter().copied()).collect();
    if kinds.contains(&Kind::CH) {
        return stack.len() == 1;
    }
    let fire = [Kind::HA, Kind::BO, Kind::IB, Kind::SK];
    let others: HashSet<Kind> = kinds.iter().copied().filter(|kind| !fire.contains(kind)).collect();
    kinds.len() <= 3 && others.len() <= 1
}

impl<'a> Field<'a> {
    /// A side as it stands; `moved` has made its move.
    fn of(position: &'a Position, side: Side, moved: Option<UnitId>, known: &'a Known) -> Field<'a> {
        let (mut pieces, mut stands) = (vec![], vec![]);
        for id in position.battle.units(side) {
            let unit = position.unit(id);
            if unit.kind >= Kind::A
                || unit.aboard != UnitId::NONE
                || (unit.hex().is_none() && moved != Some(id))
            {
                continue;
            }
            let aboard = position.battle.units(side).filter(|&rider| {
                let rider = position.unit(rider);
                rider.aboard == id && rider.kind < Kind::A
            });
            let troops =
                std::iter::once(unit.kind).chain(aboard.map(|rider| position.unit(rider).kind)).collect();
            let done =
                moved == Some(id) || unit.has(Unit::MOVED) || unit.has(Unit::REFUSES) || unit.disrupted();
            pieces.push(Piece { id, troops, free: !done });
            stands.push(unit.hex().map(|hex| place(position.number(hex))));
        }
        Field { ground: Ground::of(position, side, known), pieces, stands }
    }

    /// The same with one piece put down elsewhere.
    fn with(mut self, id: UnitId, at: Cell) -> Field<'a> {
        let i = self.pieces.iter().position(|piece| piece.id == id).unwrap();
        self.stands[i] = Some(at);
        self
    }

    fn unlawful(&self, stands: &Stand) -> BTreeSet<Cell> {
        let mut stacks: BTreeMap<Cell, Vec<&Piece>> = BTreeMap::new();
        for (piece, at) in self.pieces.iter().zip(stands) {
            if let Some(at) = at {
                stacks.entry(*at).or_default().push(piece);
            }
        }
        stacks.into_iter().filter(|(_, stack)| !lawful(stack)).map(|(at, _)| at).collect()
    }

    /// Whether moves could make every hex lawful but those left as they are, where nobody may come either.
    /// No answer if there are too many ways to try.
    fn mendable(&self, left: &BTreeSet<Cell>) -> Option<bool> {
        let mut seen = HashSet::from([self.stands.clone()]);
        let mut open = vec![self.stands.clone()];
        while let Some(stands) = open.pop() {
            let mut unlawful = self.unlawful(&stands);
            unlawful.retain(|at| !left.contains(at));
            // Any of them must lose somebody who has not moved yet; it does not matter which is looked at.
            let movers = |at: &Cell| -> Vec<usize> {
                let here = |&i: &usize| stands[i] == Some(*at) && stands[i] == self.stands[i];
                let free = |&i: &usize| self.pieces[i].free;
                (0..self.pieces.len()).filter(here).filter(free).collect()
            };
            // Whoever cannot leave such a hex stays in it; if they are too many, this way leads nowhere.
            let stay = |at: &Cell| -> Vec<&Piece> {
                let here = (0..self.pieces.len()).filter(|&i| stands[i] == Some(*at));
                here.filter(|i| !movers(at).contains(i)).map(|i| &self.pieces[i]).collect()
            };
            if unlawful.iter().any(|at| !lawful(&stay(at))) {
                continue;
            }
            let Some(crowd) = unlawful.iter().min_by_key(|at| movers(at).len()) else { return Some(true) };
            for i in movers(crowd) {
                let reach = self.ground.ends(self.pieces[i].id);
                let off = reach.1.then_some(None);
                let ends = reach.0.iter().filter(|at| !left.contains(at)).map(|&at| Some(at));
                let mut ways: Vec<(usize, Stand)> = vec![];
                for to in off.into_iter().chain(ends) {
                    let mut next = stands.clone();
                    next[i] = to;
                    let crowds = self.unlawful(&next).difference(left).count();
                    if crowds == 0 {
                        return Some(true);
                    }
                    ways.push((crowds, next));
                }
                // Those that make the fewest new crowds are looked at first.
                ways.sort_by_key(|(crowds, _)| std::cmp::Reverse(*crowds));
                open.extend(ways.into_iter().map(|(_, next)| next).filter(|next| seen.insert(next.clone())));
            }
            if seen.len() > 60_000 {
                return None;
            }
        }
        Some(false)
    }

    /// Ruling R76: the fewest overfull hexes that must be left as they are; `never` may not be among them.
    fn fewest_left(&self, never: Option<Cell>) -> Option<usize> {
        let crowds: Vec<Cell> =
            self.unlawful(&self.stands).into_iter().filter(|&at| Some(at) != never).collect();
        let mut sets: Vec<u32> = (0..1u32 << crowds.len()).collect();
        sets.sort_by_key(|set| set.count_ones());
        for set in sets {
            let left =
                crowds.iter().enumerate().filter(|(i, _)| set & 1 << i != 0).map(|(_, &at)| at).collect();
            if self.mendable(&left)? {
                return Some(set.count_ones() as usize);
            }
        }
        Some(usize::MAX)
    }
}

/// How often each kind of thing happened, so that the test is known to have tested it.
#[derive(Default, Debug)]
struct Seen {
    crowds: usize,
    several: usize,
    past_cure: usize,
    allowed: usize,
    refused: usize,
    closing: usize,
    untold: usize,
}

/// Plays on at random and compares, until the Movement Phase of this Player-Turn is over.
fn compare_phase(position: &mut Position, dice: &mut Generator, seen: &mut Seen, what: &str) {
    let (turn, side, known) = (position.player_turn, position.phasing(), Known::default());
    let mut orders = vec![];
    // What no moves could mend when the last move had ended, and whether dice fell since.
    let (mut left, mut rolled) = (0, false);
    while position.player_turn == turn && !matches!(position.step, Step::Array | Step::Over) {
        if let (Step::Moving, Turn::Order(_)) = (position.step, position.turn()) {
            left = compare(position, left, &known, dice, seen, what);
            rolled &= position.mover.unit.some().is_some();
        }
        orders.clear();
        position.orders(&mut orders);
        match position.turn() {
            Turn::Dice(request) => {
                rolled = true;
                position.roll(dice.throw(request), &mut Silence);
            }
            Turn::Over(_) => return,
            Turn::Order(_) => {
                // Few finish a phase early, so that there are crowds.
                let order = loop {
                    let order = any(dice, &orders);
                    if order != Order::Done || orders.len() == 1 || dice.below(12) == 0 {
                        break order;
                    }
                };
                position.play(&order, &mut Silence);
            }
        }
    }
    let field = Field::of(position, side, None, &known);
    let unlawful = field.unlawful(&field.stands);
    assert!(rolled || unlawful.len() <= left, "{what}: {unlawful:?} could have been mended");
}

/// Compares what the game and the reference say of the unit in hand, or of ending the phase.
fn compare(
    position: &Position,
    left: usize,
    known: &Known,
    dice: &mut Generator,
    seen: &mut Seen,
    what: &str,
) -> usize {
    let side = position.phasing();
    let Some(id) = position.mover.unit.some() else {
        if position.overfull().next().is_none() {
            return 0;
        }
        let field = Field::of(position, side, None, known);
        let crowds = field.unlawful(&field.stands).len();
        seen.crowds += 1;
        seen.several += usize::from(crowds > 1);
        let Some(fewest) = field.fewest_left(None) else {
            seen.untold += 1;
            return position.crowds.incurable as usize;
        };
        seen.past_cure += usize::from(fewest > 0);
        assert_eq!(position.crowds.incurable as usize, fewest, "{what}: past cure");
        assert_eq!(position.must_disperse(), crowds > fewest, "{what}: a cure is open");
        return fewest;
    };
    if position.unit(id).kind >= Kind::A || position.facing_due.some().is_some() {
        return left;
    }
    // In a battle there are many units, and one position is much like the next.
    if position.battle.count() > 24 && dice.below(5) > 0 {
        return left;
    }
    let here = position.unit(id).hex();
    let others: Vec<_> = position.battle.units(side).filter_map(|u| position.unit(u).hex()).collect();
    let somewhere = (0..2).filter(|_| !others.is_empty()).map(|_| any(dice, &others));
    let asked: Vec<_> = here.into_iter().chain(somewhere).collect();
    let around =
        here.into_iter().flat_map(|hex| position.sheet().ground.grid.neighbours(hex)).map(|(_, hex)| hex);
    for hex in asked.into_iter().chain(around).filter(|&hex| position.holder(hex) != Some(side.other())) {
        let number = position.number(hex);
        let field = Field::of(position, side, Some(id), known).with(id, place(number));
        if field.unlawful(&field.stands).is_empty() {
            assert!(position.may_rest(id, hex), "{what}: {} may stop in {number}", position.label(id));
            continue;
        }
        let Some(fewest) = field.fewest_left(Some(place(number))) else {
            seen.untold += 1;
            continue;
        };
        let allowed = fewest <= left;
        let told = format!("{what}: {} in {number}, {fewest} left of {left}", position.label(id));
        assert_eq!(position.may_rest(id, hex), allowed, "{told}");
        if Some(hex) == here {
            let halt = position.legal(&Order::Halt).is_ok();
            assert_eq!(halt, allowed, "{told}: halt");
        }
        seen.allowed += usize::from(allowed);
        seen.refused += usize::from(!allowed);
        seen.closing += usize::from(!allowed && position.fits(id, hex));
    }
    left
}

/// A pocket of a few hexes between waters, full of troops, some of whom have moved or are disrupted.
fn pocket(plain: &Drill, dice: &mut Generator) -> Position {
    const NAMES: [&str; 18] =
        ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r"];
    let mut open = vec![(20, 15)];
    while open.len() < 4 + dice.below(8) as usize {
        let next = neighbour(any(dice, &open), dice.below(6) as usize);
        if !open.contains(&next) {
            open.push(next);
        }
    }
    let mut drill = plain.clone();
    for &at in &open {
        let ground = [Terrain::Clear, Terrain::Clear, Terrain::Woods, Terrain::Stream, Terrain::Village];
        drill = drill.terrain(&hex_name(at), any(dice, &ground));
    }
    let compass = ["N", "NE", "SE", "S", "SW", "NW"];
    let kinds = [Kind::MI, Kind::MI, Kind::MS, Kind::AX, Kind::BO, Kind::SK, Kind::CH];
    let wild = dice.below(3) == 0;
    for name in &NAMES[..4 + dice.below(open.len() as u32 + 4) as usize] {
        let kind = if wild { any(dice, &kinds) } else { any(dice, &kinds[..3]) };
        drill = drill.blue(name, kind, &hex_name(any(dice, &open)), any(dice, &compass));
        drill = match dice.below(5) {
            0 => drill.flagged(name, Unit::MOVED),
            1 => drill.disrupted(name, MarkerKind::Melee, 2),
            _ => drill,
        };
    }
    drill.begin_in(3, Step::Moving).position().clone()
}

#[test]
#[covers("R73", "R74", "R75", "R76", "stacking", "stacking.C", "stacking.D", "stacking.E")]
fn overfull_hexes_in_a_crush_are_mended_as_the_reference_says() {
    let plain = Drill::new().with(|sheet| {
        sheet.leaders = false;
        sheet.ground.terrain.fill(Terrain::Nile);
    });
    // Far off, so that neither side is without a unit to move.
    let plain = plain.terrain("3803", Terrain::Clear).terrain("3828", Terrain::Clear);
    let plain = plain.blue("rest", Kind::MI, "3803", "N").gold("foe", Kind::MI, "3828", "N");
    let mut seen = Seen::default();
    for round in 0..rounds(400) {
        let mut dice = Generator::new(75, round);
        let mut position = pocket(&plain, &mut dice);
        compare_phase(&mut position, &mut dice, &mut seen, &format!("round {round}"));
    }
    let enough = seen.several > 100 && seen.past_cure > 80 && seen.refused > 1000 && seen.closing > 40;
    assert!(enough && seen.untold * 50 < seen.crowds + seen.allowed, "{seen:?}");
}

#[test]
#[covers("R73", "R74", "R75", "R76", "stacking", "movement.K")]
fn overfull_hexes_in_random_battles_are_mended_as_the_reference_says() {
    let library = Library::embedded().unwrap();
    let mut seen = Seen::default();
    for name in ["rome", "sinai", "megiddo", "kadesh", "armageddon-609", "fan-12-king-david"] {
        let battle = Arc::new(Battle::new(library.sheet(name, None).unwrap()));
        for stream in 0..rounds(1) {
            let mut dice = Generator::new(76, stream);
            let mut position = Position::new(battle.clone());
            let mut orders = vec![];
            while position.player_turn <= 4 && position.outcome.is_none() {
                let what = format!("{name}, game {stream}, Player-Turn {}", position.player_turn);
                if matches!(position.step, Step::Embark | Step::Moving) {
                    compare_phase(&mut position, &mut dice, &mut seen, &what);
                    continue;
                }
                orders.clear();
                position.orders(&mut orders);
                match position.turn() {
                    Turn::Dice(request) => position.roll(dice.throw(request), &mut Silence),
                    Turn::Over(_) => break,
                    Turn::Order(_) => {
                        let order = if orders.contains(&Order::Muster) {
                            Order::Muster
                        } else {
                            any(&mut dice, &orders)
                        };
                        position.play(&order, &mut Silence);
                    }
                }
            }
        }
    }
    assert!(
        seen.crowds > 100 && seen.allowed > 100 && seen.untold * 50 < seen.crowds + seen.allowed,
        "{seen:?}"
    );
}

fn rounds(usual: u64) -> u64 {
    std::env::var("STRATEGIKON_CRUSHES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}
