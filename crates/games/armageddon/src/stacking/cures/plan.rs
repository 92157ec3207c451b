//! Looking for a cure: moves that are thought of, one unit out of one overfull hex at a time.

use engine::hex::{Direction, Hex};

use super::super::Count;
use super::Cure;
use super::reach::HexSet;
use crate::position::Position;
use crate::sheet::{Kind, MOST_UNITS};
use crate::unit::{Spot, UnitId};

/// How many beginnings are tried to carry on a plan that is kept, before one is looked for anew.
const FEW_TRIALS: u16 = 100;
/// The most moves a plan has.
const MOST_PLANNED: usize = 32;
/// How many different units of a hex are kept in mind.
const MOST_ALIKE: usize = 6;
/// Hexes with at least two units of a side.
const MOST_CROWDS: usize = MOST_UNITS / 2;
/// How many beginnings of plans are tried before a crowd is taken to be past cure. Battles need a handful; the
/// bound is for a crush of many units in a few hexes, where every order would otherwise take long.
const MOST_TRIALS: u16 = 1000;

/// A unit, with whoever rides it, and where it would end its move.
#[derive(Clone, Copy)]
pub(super) struct Planned {
    pub unit: UnitId,
    pub from: Spot,
    pub to: Spot,
}

/// Moves that are thought of, not made.
#[derive(Clone)]
pub(super) struct Plan<'a> {
    position: &'a Position,
    moves: [Planned; MOST_PLANNED],
    count: usize,
    /// Hexes to be mended.
    crowds: [Hex; MOST_CROWDS],
    crowd_count: usize,
    /// A bit for each of them that the plan does not mend.
    wrong: u128,
    /// A bit for each of them that is left as it is.
    given_up: u128,
    /// A bit for each unit that moves.
    movers: [u64; MOST_UNITS / 64],
    trials: u16,
}

impl<'a> Plan<'a> {
    /// Nothing is planned yet, and all overfull hexes are to be mended.
    pub fn new(position: &'a Position) -> Plan<'a> {
        let mut plan = Plan::blank(position);
        for hex in position.overfull() {
            plan.crowds[plan.crowd_count] = hex;
            plan.wrong |= 1 << plan.crowd_count;
            plan.crowd_count += 1;
        }
        plan
    }

    fn blank(position: &'a Position) -> Plan<'a> {
        let nobody = Planned { unit: UnitId::NONE, from: Spot::RESERVE, to: Spot::RESERVE };
        Plan {
            position,
            moves: [nobody; MOST_PLANNED],
            count: 0,
            crowds: [Hex(0); MOST_CROWDS],
            crowd_count: 0,
            wrong: 0,
            given_up: 0,
            movers: [0; MOST_UNITS / 64],
            trials: 0,
        }
    }

    /// The plan in which a unit rests in a hex and nothing else is settled.
    pub fn with(position: &'a Position, id: UnitId, hex: Hex) -> Plan<'a> {
        let mut plan = if position.crowds.any() { Plan::new(position) } else { Plan::blank(position) };
        // Not from the hex it stands in: others there may be sent away whatever their ids.
        plan.push(Planned { unit: id, from: Spot::RESERVE, to: Spot::on(hex) });
        plan
    }

    /// The plan that is kept, without the part of a unit that is in hand; what it does not mend is given up.
    pub fn kept(position: &'a Position, cure: Option<&Cure>, in_hand: UnitId) -> Plan<'a> {
        let mut plan = Plan::new(position);
        let mut its_end = Spot::EXITED;
        let moves = cure.into_iter().flat_map(|cure| cure.moves());
        for (unit, to) in moves.filter(|(id, _)| position.free_to_move(*id)) {
            if unit == in_hand {
                its_end = to;
            } else {
                plan.push(Planned { unit, from: position.unit(unit).spot, to });
            }
        }
        if in_hand != UnitId::NONE {
            // It is only passing where it is.
            plan.push(Planned { unit: in_hand, from: position.unit(in_hand).spot, to: its_end });
            plan.given_up = plan.wrong;
            plan.pop();
        }
        plan
    }

    /// The hexes that were overfull before any move of the plan.
    pub fn crowds(&self) -> &[Hex] {
        &self.crowds[..self.crowd_count]
    }

    /// How many of them are given up.
    pub fn left(&self) -> u32 {
        self.given_up.count_ones()
    }

    pub fn is_given_up(&self, to: Spot) -> bool {
        (0..self.crowd_count).any(|i| self.given_up & 1 << i != 0 && to == Spot::on(self.crowds[i]))
    }

    /// Whether the plan can be carried on without much ado.
    pub fn mend_quickly(&mut self, spare: u8) -> bool {
        self.trials = MOST_TRIALS - FEW_TRIALS;
        self.mend(spare)
    }

    pub fn push(&mut self, planned: Planned) {
        self.moves[self.count] = planned;
        self.count += 1;
        self.movers[planned.unit.index() / 64] |= 1 << (planned.unit.index() % 64);
        self.note_wrong(&planned);
    }

    fn pop(&mut self) {
        self.count -= 1;
        let planned = self.moves[self.count];
        self.movers[planned.unit.index() / 64] &= !(1 << (planned.unit.index() % 64));
        self.note_wrong(&planned);
    }

    /// Looks again at the overfull hexes that a move touches.
    fn note_wrong(&mut self, planned: &Planned) {
        let stands = self.position.unit(planned.unit).spot;
        for i in 0..self.crowd_count {
            let spot = Spot::on(self.crowds[i]);
            if spot == stands || spot == planned.to {
                let wrong = !self.legal(self.crowds[i]);
                self.wrong = self.wrong & !(1 << i) | u128::from(wrong) << i;
            }
        }
    }

    pub fn moves(&self) -> &[Planned] {
        &self.moves[..self.count]
    }

    /// Whether the plan moves a unit, or the chariot it rides.
    fn moves_unit(&self, id: UnitId) -> bool {
        let piece = self.position.unit(id).aboard.some().unwrap_or(id);
        self.movers[piece.index() / 64] & 1 << (piece.index() % 64) != 0
    }

    fn arrives(&self, hex: Hex) -> bool {
        self.moves().iter().any(|planned| planned.to == Spot::on(hex))
    }

    /// What a hex would hold after the plan, without those already there whom `left_out` names.
    fn tally(&self, hex: Hex, left_out: impl Fn(UnitId) -> bool) -> Count {
        let mut tally = Count::default();
        for id in self.position.troops(hex) {
            if !self.moves_unit(id) && !left_out(id) {
                tally.add(self.position.unit(id));
            }
        }
        for planned in self.moves().iter().filter(|planned| planned.to == Spot::on(hex)) {
            self.position.tally_piece(planned.unit, &mut tally);
        }
        tally
    }

    pub fn legal(&self, hex: Hex) -> bool {
        self.tally(hex, |_| false).legal()
    }

    /// Whether a hex would be overfull even if everybody left it who has not yet moved.
    pub fn hopeless(&self, hex: Hex) -> bool {
        let position = self.position;
        let free = |id: UnitId| position.free_to_move(position.unit(id).aboard.some().unwrap_or(id));
        !self.tally(hex, free).legal()
    }

    /// Whether an overfull hex can be made legal if the others need not be.
    pub fn mends_alone(&self, hex: Hex) -> bool {
        let wrong = u128::from(!self.legal(hex));
        let mut alone = Plan { crowd_count: 1, wrong, given_up: 0, trials: 0, ..self.clone() };
        alone.crowds[0] = hex;
        alone.mend(0)
    }

    /// The plan carried on until at most `spare` of the overfull hexes are left, if it can be.
    pub fn succeeds(mut self, mut spare: u8) -> Option<Plan<'a>> {
        let ends = |plan: &Plan<'a>, wrong: fn(&Plan<'a>, Hex) -> bool| {
            plan.moves().iter().any(|planned| planned.to.hex().is_some_and(|hex| wrong(plan, hex)))
        };
        if ends(&self, |plan, hex| plan.hopeless(hex)) {
            return None;
        }
        // A single crowd is mended alone or not at all.
        let single = self.count == 1 && self.crowd_count == 0;
        if !single && ends(&self, |plan, hex| !plan.legal(hex) && !plan.mends_alone(hex)) {
            return None;
        }
        // One that cannot be mended alone cannot be mended with others; told first, it costs no trials.
        if self.crowd_count > 1 || spare > 0 {
            for i in 0..self.crowd_count {
                let hex = self.crowds[i];
                if self.legal(hex) || self.mends_alone(hex) {
                    continue;
                }
                if spare == 0 || self.arrives(hex) {
                    return None;
                }
                spare -= 1;
                self.given_up |= 1 << i;
            }
        }
        self.mend(spare).then_some(self)
    }

    /// The next hex to be mended, of those the plan itself has filled and those overfull before: the one with
    /// the fewest units that could still leave it.
    fn next_crowd(&self) -> Option<Hex> {
        let filled = self.moves().iter().filter_map(|planned| planned.to.hex());
        let filled = filled.filter(|&hex| !self.legal(hex));
        let mut wrong = self.wrong & !self.given_up;
        let crowds = std::iter::from_fn(|| {
            let first = self.crowds.get(wrong.trailing_zeros() as usize).copied()?;
            wrong &= wrong - 1;
            Some(first)
        });
        filled.chain(crowds).min_by_key(|&hex| self.free_in(hex).count())
    }

    /// The units in a hex that may still be sent away; the one in hand may be among them.
    fn free_in(&self, hex: Hex) -> impl Iterator<Item = UnitId> + use<'a> {
        // Whoever leaves a hex is chosen in the order of the counters, so that no set is tried twice.
        let sent = self.moves().iter().filter(|planned| planned.from == Spot::on(hex));
        let last = sent.map(|planned| planned.unit).max();
        let position = self.position;
        position.troops(hex).filter(move |&id| {
            position.unit(id).aboard == UnitId::NONE && position.free_to_move(id) && last < Some(id)
        })
    }

    /// Carries the plan on, one unit out of one overfull hex at a time; if it cannot be, it is as before.
    fn mend(&mut self, spare: u8) -> bool {
        let Some(crowd) = self.next_crowd() else { return true };
        self.trials += 1;
        if self.trials > MOST_TRIALS || self.count == MOST_PLANNED {
            return false;
        }
        if !self.hopeless(crowd) {
            let sent = match self.must_leave(crowd) {
                Some(piece) => self.send(piece, crowd, Spot::RESERVE, spare),
                None => self.send_any(crowd, spare),
            };
            if sent {
                return true;
            }
        }
        let before = self.crowds[..self.crowd_count].iter().position(|&hex| hex == crowd);
        match before {
            Some(i) if spare > 0 && !self.arrives(crowd) => {
                self.given_up |= 1 << i;
                let mended = self.mend(spare - 1);
                if !mended {
                    self.given_up &= !(1 << i);
                }
                mended
            }
            _ => false,
        }
    }

    /// A unit that leaves an overfull hex in every plan, because the hex would not be legal with it even if all the
    /// others left who can: the one with the fewest places to go to.
    fn must_leave(&self, crowd: Hex) -> Option<UnitId> {
        let position = self.position;
        let free = |id: UnitId| position.unit(id).aboard == UnitId::NONE && position.free_to_move(id);
        let bound = |&piece: &UnitId| {
            let leaves = |id: UnitId| {
                let other = position.unit(id).aboard.some().unwrap_or(id);
                other != piece && position.free_to_move(other)
            };
            free(piece) && !self.moves_unit(piece) && !self.tally(crowd, leaves).legal()
        };
        // Few can go far; whom the ground holds back most is the hardest to place.
        let places = |&piece: &UnitId| {
            let ends = position.ends_of(piece);
            if ends.leaves { usize::MAX } else { ends.hexes.len() }
        };
        let mut bound = position.troops(crowd).filter(bound);
        let first = bound.next()?;
        match bound.next() {
            Some(second) => bound.chain([first, second]).min_by_key(places),
            None => Some(first),
        }
    }

    /// Whether the plan can be carried on with any of the units of an overfull hex sent out of it.
    fn send_any(&mut self, crowd: Hex, spare: u8) -> bool {
        let mut tried = [UnitId::NONE; MOST_ALIKE];
        for piece in self.free_in(crowd) {
            if self.moves_unit(piece) || tried.iter().any(|&other| self.alike(piece, other)) {
                continue;
            }
            if self.send(piece, crowd, Spot::on(crowd), spare) {
                return true;
            }
            if let Some(room) = tried.iter_mut().find(|other| **other == UnitId::NONE) {
                *room = piece;
            }
        }
        false
    }

    /// Whether two units of a hex could take each other's part in any plan.
    fn alike(&self, one: UnitId, other: UnitId) -> bool {
        other != UnitId::NONE
            && self.position.unit(one).kind == self.position.unit(other).kind
            && self.position.unit(one).kind != Kind::CH
            && self.position.ends_of(one) == self.position.ends_of(other)
    }

    /// Whether the plan can be carried on with a unit sent out of its hex: next door or off the map if that
    /// will do, else anywhere it fits, else where others would have to make room. `noted` is where it is noted to come from.
    fn send(&mut self, piece: UnitId, from: Hex, noted: Spot, spare: u8) -> bool {
        let position = self.position;
        let facing = position.unit(piece).facing;
        let mut tried = HexSet::default();
        tried.insert(from);
        for gait in position.gaits(piece) {
            let points = position.allowance_for(piece, gait);
            for to in Direction::ALL {
                let Ok(stride) = position.stride(piece, gait, from, facing, points, to) else { continue };
                if self.fits(piece, stride.to) {
                    if !tried.insert(stride.to) {
                        continue;
                    }
                    if self.go(piece, noted, Spot::on(stride.to), spare) {
                        return true;
                    }
                }
            }
        }
        let ends = position.ends_of(piece);
        if ends.leaves {
            // Off the map it is in nobody's way: if that does not help, nothing does.
            return self.go(piece, noted, Spot::EXITED, spare);
        }
        for makes_room in [false, true] {
            for end in ends.hexes.iter().filter(|&end| !tried.contains(end)) {
                let fits = self.fits(piece, end);
                if fits != makes_room && self.go(piece, noted, Spot::on(end), spare) {
                    return true;
                }
            }
        }
        false
    }

    fn fits(&self, piece: UnitId, hex: Hex) -> bool {
        let mut tally = self.tally(hex, |_| false);
        self.position.tally_piece(piece, &mut tally);
        tally.legal()
    }

    /// Whether the plan can be carried on after one more move.
    fn go(&mut self, unit: UnitId, from: Spot, to: Spot, spare: u8) -> bool {
        if self.is_given_up(to) {
            return false;
        }
        self.push(Planned { unit, from, to });
        let mended = to.hex().is_none_or(|hex| !self.hopeless(hex)) && self.mend(spare);
        if !mended {
            self.pop();
        }
        mended
    }
}
