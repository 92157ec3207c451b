//! Overfull hexes and their cures (rulings R75, R76), looked ahead for all of them together.
//!
//! A way is never barred by friends (Movement K), so where a unit could end its move depends on ground and
//! enemy alone; friends decide only whether it fits there. A [`Plan`] says who would end where. If some plan
//! makes every overfull hex legal, each of its moves is legal in turn, because the rest of the plan still does
//! after it: so there is no dead end. Hexes that no plan mends (disruption, R76) are counted when a move
//! begins, and no order may add to them.

use std::cell::RefCell;

use engine::hex::{Direction, Hex};

use super::Tally;
use crate::position::{Gait, Position};
use crate::refusal::Refusal;
use crate::sheet::{MOST_HEXES, MOST_UNITS};
use crate::unit::{Spot, UnitId};

/// What is known of the overfull hexes of the phasing side since its last move ended.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Crowds {
    /// Whether there is any; while there is none, nothing needs to be looked ahead.
    pub any: bool,
    /// How many of them no moves could make legal then.
    pub incurable: u8,
    /// The plan that leaves no more than these, if one so short was found: most stops do not touch it, and
    /// nothing has to be looked for then.
    cure: Cure,
}

/// Where some units would go.
#[derive(Clone, Copy, Debug)]
struct Cure {
    units: [UnitId; MOST_KEPT],
    ends: [Spot; MOST_KEPT],
}

/// The most moves of a plan that is kept.
const MOST_KEPT: usize = 24;
/// How many beginnings are tried to carry on a plan that is kept, before one is looked for anew.
const FEW_TRIALS: u16 = 100;

impl Crowds {
    /// Whether a unit that ends its move in a hex where it fits keeps out of the way of the cure that is kept.
    #[inline]
    pub(super) fn clear_of_cure(&self, id: UnitId, hex: Hex) -> bool {
        let cure = &self.cure;
        let kept = cure.units[0] != UnitId::NONE;
        kept && !cure.units.contains(&id) && !cure.ends.contains(&Spot::on(hex))
    }
}

/// A plan that is kept saves time and decides nothing.
impl PartialEq for Crowds {
    fn eq(&self, other: &Crowds) -> bool {
        (self.any, self.incurable) == (other.any, other.incurable)
    }
}

/// The most moves a plan has.
const MOST_PLANNED: usize = 32;
/// Hexes with at least two units of a side.
const MOST_CROWDS: usize = MOST_UNITS / 2;
/// How many beginnings of plans are tried before a crowd is taken to be past cure. Battles need a handful; the
/// bound is for a crush of many units in a few hexes, where every order would otherwise take long.
const MOST_TRIALS: u16 = 4000;

impl Position {
    /// Counts the overfull hexes; nobody is in hand.
    pub(crate) fn note_crowds(&mut self) {
        let any = self.battle.second_rules() && self.overfull().next().is_some();
        self.crowds = match any {
            true => self.cure_still_open().unwrap_or_else(|| self.look_for_cure()),
            false => Crowds::default(),
        };
    }

    /// What was known before, if the cure kept then is still open or can be carried on: a move leaves no plan that
    /// was not there before it, so no better one has come up.
    fn cure_still_open(&self) -> Option<Crowds> {
        let reach = Reach::default();
        let mut plan = Plan::kept(self, &self.crowds.cure, UnitId::NONE, &reach);
        plan.given_up = 0;
        let still = self.crowds.any && plan.mend_quickly(self.crowds.incurable);
        still.then(|| Crowds { cure: Cure::of(&plan), ..self.crowds })
    }

    /// The fewest overfull hexes that some plan leaves, and the plan.
    fn look_for_cure(&self) -> Crowds {
        let reach = Reach::default();
        let plan = Plan::new(self, &reach);
        let crowds = plan.crowd_count as u8;
        let found = (0..crowds).find_map(|spare| Some((spare, plan.clone().succeeds(spare)?)));
        let incurable = found.as_ref().map_or(crowds, |(spare, _)| *spare);
        let cure = found.map_or(Cure::NONE, |(_, plan)| Cure::of(&plan));
        Crowds { any: true, incurable, cure }
    }

    /// Whether the overfull hexes can all be mended, but for those past cure, when a unit rests in a hex.
    pub(super) fn mends_with(&self, id: UnitId, hex: Hex) -> bool {
        let reach = Reach::default();
        (self.crowds.any && self.kept_cure_serves(id, hex, &reach))
            || Plan::with(self, id, hex, &reach).succeeds(self.crowds.incurable).is_some()
    }

    /// Whether the plan that is kept still does when a unit rests in a hex, or can be carried on so that it does.
    fn kept_cure_serves(&self, id: UnitId, hex: Hex, reach: &Reach) -> bool {
        let mut plan = Plan::kept(self, &self.crowds.cure, id, reach);
        if plan.given_up.count_ones() > u32::from(self.crowds.incurable) || plan.is_given_up(Spot::on(hex)) {
            return false;
        }
        plan.push(Planned { unit: id, from: Spot::RESERVE, to: Spot::on(hex) });
        !plan.hopeless(hex) && plan.mend_quickly(0)
    }

    /// An overfull hex that moves still open could make legal; nobody is in hand.
    pub(super) fn open_cure(&self) -> Option<Hex> {
        let reach = Reach::default();
        let plan = Plan::new(self, &reach);
        let crowds = &plan.crowds[..plan.crowd_count];
        let open = crowds.len() > self.crowds.incurable as usize;
        open.then(|| crowds.iter().copied().find(|&hex| plan.mends_alone(hex)).or(crowds.first().copied()))?
    }

    /// Why a unit may not end its move in a hex: the stack itself, or the cure it would close.
    pub(crate) fn why_no_rest(&self, id: UnitId, hex: Hex) -> Refusal {
        if !self.battle.second_rules() {
            return Refusal::IllegalStack;
        }
        let reach = Reach::default();
        let plan = Plan::with(self, id, hex, &reach);
        if !plan.legal(hex) && !plan.mends_alone(hex) {
            return Refusal::IllegalStack;
        }
        let crowds = || plan.crowds[..plan.crowd_count].iter().copied().filter(|&crowd| !plan.legal(crowd));
        let closed = crowds().find(|&crowd| !plan.mends_alone(crowd)).or_else(|| crowds().next());
        closed.map_or(Refusal::IllegalStack, Refusal::ClosesLastCure)
    }
}

impl Cure {
    const NONE: Cure = Cure { units: [UnitId::NONE; MOST_KEPT], ends: [Spot::RESERVE; MOST_KEPT] };

    /// The moves of a plan, if they are few enough to keep.
    fn of(plan: &Plan) -> Cure {
        let mut cure = Cure::NONE;
        if plan.count <= MOST_KEPT {
            for (i, planned) in plan.moves().iter().enumerate() {
                (cure.units[i], cure.ends[i]) = (planned.unit, planned.to);
            }
        }
        cure
    }

    /// Those who would move, as far as they still can, and where to.
    fn moves(&self, position: &Position) -> impl Iterator<Item = (UnitId, Spot)> {
        let moves = self.units.into_iter().zip(self.ends);
        moves.take_while(|(id, _)| *id != UnitId::NONE).filter(|(id, _)| position.free_to_move(*id))
    }
}

impl Default for Cure {
    fn default() -> Cure {
        Cure::NONE
    }
}

/// A unit, with whoever rides it, and where it would end its move.
#[derive(Clone, Copy)]
struct Planned {
    unit: UnitId,
    from: Spot,
    to: Spot,
}

/// Where units could end a move, as far as it was asked: the hexes, and whether they could leave the map. It
/// holds for every plan of a position, because no plan changes it.
type Reach = RefCell<Vec<(UnitId, HexSet, bool)>>;

/// Moves that are thought of, not made.
#[derive(Clone)]
struct Plan<'a> {
    position: &'a Position,
    moves: [Planned; MOST_PLANNED],
    count: usize,
    /// The hexes that were overfull before any move of the plan.
    crowds: [Hex; MOST_CROWDS],
    crowd_count: usize,
    /// A bit for each of them that is left as it is.
    given_up: u128,
    trials: u16,
    reach: &'a Reach,
}

impl<'a> Plan<'a> {
    /// Nothing is planned yet, and all overfull hexes are to be mended.
    fn new(position: &'a Position, reach: &'a Reach) -> Plan<'a> {
        let mut plan = Plan::blank(position, reach);
        for hex in position.overfull() {
            plan.crowds[plan.crowd_count] = hex;
            plan.crowd_count += 1;
        }
        plan
    }

    fn blank(position: &'a Position, reach: &'a Reach) -> Plan<'a> {
        let nobody = Planned { unit: UnitId::NONE, from: Spot::RESERVE, to: Spot::RESERVE };
        Plan {
            position,
            moves: [nobody; MOST_PLANNED],
            count: 0,
            crowds: [Hex(0); MOST_CROWDS],
            crowd_count: 0,
            given_up: 0,
            trials: 0,
            reach,
        }
    }

    /// The plan in which a unit rests in a hex and nothing else is settled.
    fn with(position: &'a Position, id: UnitId, hex: Hex, reach: &'a Reach) -> Plan<'a> {
        let mut plan =
            if position.crowds.any { Plan::new(position, reach) } else { Plan::blank(position, reach) };
        // Not from the hex it stands in: others there may be sent away whatever their ids.
        plan.push(Planned { unit: id, from: Spot::RESERVE, to: Spot::on(hex) });
        plan
    }

    /// The plan that is kept, without the part of a unit that is in hand; what it does not mend is given up.
    fn kept(position: &'a Position, cure: &Cure, in_hand: UnitId, reach: &'a Reach) -> Plan<'a> {
        let mut plan = Plan::new(position, reach);
        let mut its_end = Spot::EXITED;
        for (unit, to) in cure.moves(position) {
            if unit == in_hand {
                its_end = to;
            } else {
                plan.push(Planned { unit, from: position.unit(unit).spot, to });
            }
        }
        // In hand it is only passing where it is.
        plan.push(Planned { unit: in_hand, from: Spot::RESERVE, to: its_end });
        for i in 0..plan.crowd_count {
            if !plan.legal(plan.crowds[i]) {
                plan.given_up |= 1 << i;
            }
        }
        plan.count -= 1;
        plan
    }

    fn is_given_up(&self, to: Spot) -> bool {
        (0..self.crowd_count).any(|i| self.given_up & 1 << i != 0 && to == Spot::on(self.crowds[i]))
    }

    /// Whether the plan can be carried on without much ado.
    fn mend_quickly(&mut self, spare: u8) -> bool {
        self.trials = MOST_TRIALS - FEW_TRIALS;
        self.mend(spare)
    }

    fn push(&mut self, planned: Planned) {
        self.moves[self.count] = planned;
        self.count += 1;
    }

    fn moves(&self) -> &[Planned] {
        &self.moves[..self.count]
    }

    /// Whether the plan moves a unit, or the chariot it rides.
    fn moves_unit(&self, id: UnitId) -> bool {
        let piece = self.position.unit(id).aboard.some().unwrap_or(id);
        self.moves().iter().any(|planned| planned.unit == piece)
    }

    fn arrives(&self, hex: Hex) -> bool {
        self.moves().iter().any(|planned| planned.to == Spot::on(hex))
    }

    /// What a hex would hold after the plan, without those already there whom `left_out` names.
    fn tally(&self, hex: Hex, left_out: impl Fn(UnitId) -> bool) -> Tally {
        let mut tally = Tally::default();
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

    fn legal(&self, hex: Hex) -> bool {
        self.tally(hex, |_| false).legal()
    }

    /// Whether a hex would be overfull even if everybody left it who has not yet moved.
    fn hopeless(&self, hex: Hex) -> bool {
        let position = self.position;
        let free = |id: UnitId| position.free_to_move(position.unit(id).aboard.some().unwrap_or(id));
        !self.tally(hex, free).legal()
    }

    /// Whether an overfull hex can be made legal if the others need not be.
    fn mends_alone(&self, hex: Hex) -> bool {
        let mut alone = Plan { crowd_count: 1, given_up: 0, trials: 0, ..self.clone() };
        alone.crowds[0] = hex;
        alone.mend(0)
    }

    /// The plan carried on until at most `spare` of the overfull hexes are left, if it can be.
    fn succeeds(mut self, mut spare: u8) -> Option<Plan<'a>> {
        let ends = |plan: &Plan<'a>, wrong: fn(&Plan<'a>, Hex) -> bool| {
            plan.moves().iter().any(|planned| planned.to.hex().is_some_and(|hex| wrong(plan, hex)))
        };
        if ends(&self, |plan, hex| plan.hopeless(hex))
            || ends(&self, |plan, hex| !plan.legal(hex) && !plan.mends_alone(hex))
        {
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
        let crowds = self.crowds[..self.crowd_count].iter().enumerate();
        let crowds = crowds.filter(|(i, _)| self.given_up & 1 << i == 0).map(|(_, &hex)| hex);
        let overfull = filled.chain(crowds).filter(|&hex| !self.legal(hex));
        overfull.min_by_key(|&hex| self.free_in(hex).count())
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
            for piece in self.free_in(crowd) {
                if !self.moves_unit(piece) && self.send(piece, crowd, spare) {
                    return true;
                }
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

    /// Whether the plan can be carried on with a unit sent out of its hex: next door or off the map if that
    /// will do, else anywhere it fits, else where others would have to make room.
    fn send(&mut self, piece: UnitId, from: Hex, spare: u8) -> bool {
        let position = self.position;
        let facing = position.unit(piece).facing;
        let mut tried = HexSet::default();
        tried.insert(from);
        for gait in self.gaits(piece) {
            let points = position.allowance_for(piece, gait);
            for to in Direction::ALL {
                let Ok(stride) = position.stride(piece, gait, from, facing, points, to) else { continue };
                if self.fits(piece, stride.to) {
                    if !tried.insert(stride.to) {
                        continue;
                    }
                    if self.go(piece, from, Spot::on(stride.to), spare) {
                        return true;
                    }
                }
            }
        }
        let (ends, leaves) = self.reach_of(piece);
        if leaves {
            // Off the map it is in nobody's way: if that does not help, nothing does.
            return self.go(piece, from, Spot::EXITED, spare);
        }
        for makes_room in [false, true] {
            for end in ends.iter().filter(|&end| !tried.contains(end)) {
                let fits = self.fits(piece, end);
                if fits != makes_room && self.go(piece, from, Spot::on(end), spare) {
                    return true;
                }
            }
        }
        false
    }

    /// Where a unit could end its move, and whether it could leave the map.
    fn reach_of(&self, piece: UnitId) -> (HexSet, bool) {
        if let Some(&(_, ends, leaves)) = self.reach.borrow().iter().find(|known| known.0 == piece) {
            return (ends, leaves);
        }
        let mut ends = HexSet::default();
        let mut leaves = false;
        for gait in self.gaits(piece) {
            leaves |= self.position.note_ends(piece, gait, &mut |end| ends.insert(end));
        }
        self.reach.borrow_mut().push((piece, ends, leaves));
        (ends, leaves)
    }

    /// The ways an undisrupted unit may move now (R107: in the fake retreat it may fall back instead).
    fn gaits(&self, piece: UnitId) -> impl Iterator<Item = Gait> + use<> {
        let feigning = self.position.feigning().then_some(Gait::FallBack);
        [self.position.usual_gait(piece)].into_iter().chain(feigning)
    }

    fn fits(&self, piece: UnitId, hex: Hex) -> bool {
        let mut tally = self.tally(hex, |_| false);
        self.position.tally_piece(piece, &mut tally);
        tally.legal()
    }

    /// Whether the plan can be carried on after one more move.
    fn go(&mut self, unit: UnitId, from: Hex, to: Spot, spare: u8) -> bool {
        if self.is_given_up(to) {
            return false;
        }
        self.push(Planned { unit, from: Spot::on(from), to });
        let before = self.count;
        let mended = self.mend(spare);
        if !mended {
            self.count = before - 1;
        }
        mended
    }
}

/// A set of hexes.
#[derive(Clone, Copy)]
struct HexSet([u64; MOST_HEXES.div_ceil(64)]);

impl Default for HexSet {
    fn default() -> HexSet {
        HexSet([0; MOST_HEXES.div_ceil(64)])
    }
}

impl HexSet {
    /// Adds a hex; answers whether it was not there.
    fn insert(&mut self, hex: Hex) -> bool {
        let fresh = !self.contains(hex);
        self.0[hex.index() / 64] |= 1 << (hex.index() % 64);
        fresh
    }

    fn contains(&self, hex: Hex) -> bool {
        self.0[hex.index() / 64] & 1 << (hex.index() % 64) != 0
    }

    fn iter(&self) -> impl Iterator<Item = Hex> + '_ {
        (0..MOST_HEXES as u16).map(Hex).filter(|&hex| self.contains(hex))
    }
}
