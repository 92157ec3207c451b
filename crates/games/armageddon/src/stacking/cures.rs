//! Overfull hexes and their cures (rulings R75, R76), looked ahead for all of them together.
//!
//! A way is never barred by friends (Movement K), so where a unit could end its move depends on ground and
//! enemy alone; friends decide only whether it fits there. A [`Plan`] says who would end where. If some plan
//! makes every overfull hex legal, each of its moves is legal in turn, because the rest of the plan still does
//! after it: so there is no dead end. Hexes that no plan mends (disruption, R76) are counted when a move
//! begins, and no order may add to them.

mod plan;
mod reach;

use engine::hex::{Direction, Hex};

use self::plan::{Plan, Planned};
use self::reach::Reach;
use super::Count;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::unit::{Spot, UnitId};

/// What is known of the overfull hexes of the phasing side since its last move ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Crowds {
    /// How many there are; while there is none, nothing needs to be looked ahead.
    count: u8,
    /// How many of them no moves could make legal then.
    pub incurable: u8,
    /// The plan that leaves no more than these, if it is short: most stops are not in its way, and nothing has to
    /// be looked for then.
    cure: Option<Cure>,
    reach: Reach,
}

/// Who would go where.
#[derive(Clone, Copy, Debug)]
struct Cure {
    count: u8,
    units: [UnitId; MOST_KEPT],
    ends: [Spot; MOST_KEPT],
}

/// The most moves of a plan that is kept.
const MOST_KEPT: usize = 24;

impl Crowds {
    #[inline]
    pub(super) fn any(&self) -> bool {
        self.count > 0
    }

    /// Whether moves still open could make an overfull hex legal.
    #[inline]
    pub(super) fn curable(&self) -> bool {
        self.count > self.incurable
    }

    /// What was past cure when the unit in hand was taken up, as it was saved; no cure is known for that moment.
    pub(crate) fn recall(&mut self, incurable: u8) {
        self.incurable = incurable;
        self.cure = None;
    }
}

/// What is kept saves time and decides nothing.
impl PartialEq for Crowds {
    fn eq(&self, other: &Crowds) -> bool {
        (self.count, self.incurable) == (other.count, other.incurable)
    }
}

impl Position {
    /// Counts the overfull hexes; nobody is in hand.
    pub(crate) fn note_crowds(&mut self) {
        if !self.battle.second_rules() {
            return;
        }
        if !self.crowds.reach.is_measured() {
            self.crowds.reach = Reach::unknown(self.battle.count());
        }
        let count = self.overfull().count() as u8;
        let before = std::mem::replace(&mut self.crowds.count, count);
        if count == 0 {
            self.crowds = Crowds { cure: Some(Cure::NONE), ..self.crowds.knowing(0) };
        } else if before == 0 || !self.keep_cure() {
            self.crowds = self.look_for_cure();
        }
    }

    /// Dice have fallen: where units could end their moves and how they could mend a crowd is not known any more.
    pub(crate) fn forget_reach(&mut self) {
        self.crowds.reach = Reach::unknown(self.battle.count());
        self.crowds.cure = None;
    }

    /// Whether the cure kept before is still open or can be carried on: a move leaves no plan that was not there
    /// before it, so no better one has come up.
    fn keep_cure(&mut self) -> bool {
        if let Some(cure) = &self.crowds.cure {
            let cure = cure.still_to_move(self);
            let left =
                self.overfull().filter(|&hex| !self.after_cure(&cure, hex, UnitId::NONE, UnitId::NONE));
            let left = left.count();
            let fits =
                |to: Spot| to.hex().is_none_or(|hex| self.after_cure(&cure, hex, UnitId::NONE, UnitId::NONE));
            if left <= self.crowds.incurable as usize && cure.moves().all(|(_, to)| fits(to)) {
                self.crowds.cure = Some(cure);
                return true;
            }
        }
        let mut plan = Plan::kept(self, self.crowds.cure.as_ref(), UnitId::NONE);
        if !plan.mend_quickly(self.crowds.incurable) {
            return false;
        }
        self.crowds.cure = Cure::of(&plan);
        true
    }

    /// The fewest overfull hexes that some plan leaves, and the plan.
    fn look_for_cure(&self) -> Crowds {
        let plan = Plan::new(self);
        let found = (0..self.crowds.count).find_map(|spare| Some((spare, plan.clone().succeeds(spare)?)));
        let (incurable, cure) =
            found.map_or((self.crowds.count, Some(Cure::NONE)), |(spare, plan)| (spare, Cure::of(&plan)));
        Crowds { cure, ..self.crowds.knowing(incurable) }
    }

    /// Whether the cure that is known does when a unit rests in a hex.
    #[inline]
    pub(super) fn cure_stands(&self, id: UnitId, hex: Hex) -> bool {
        self.crowds.cure.as_ref().is_some_and(|cure| self.after_cure(cure, hex, id, UnitId::NONE))
    }

    /// Whether the overfull hexes can all be mended, but for those past cure, when a unit rests in a hex that has no
    /// room for it as the cure stands.
    pub(super) fn mends_with(&self, id: UnitId, hex: Hex) -> bool {
        let free = |id: UnitId| self.free_to_move(self.unit(id).aboard.some().unwrap_or(id));
        self.legal_stack(hex, id, free)
            && (self.crowds.cure.as_ref().is_some_and(|cure| self.next_door_helps(cure, id, hex))
                || (self.crowds.any() && self.kept_cure_serves(id, hex))
                || Plan::with(self, id, hex).succeeds(self.crowds.incurable).is_some())
    }

    /// Whether a hex would be legal after a cure if one unit rested there, instead of where the cure would have it,
    /// and another had left.
    fn after_cure(&self, cure: &Cure, hex: Hex, rests: UnitId, leaves: UnitId) -> bool {
        let mut tally = Count::default();
        for id in self.troops(hex) {
            let piece = self.unit(id).aboard.some().unwrap_or(id);
            if piece != rests && piece != leaves && !cure.moves_unit(piece) {
                tally.add(self.unit(id));
            }
        }
        for (unit, to) in cure.moves() {
            if to == Spot::on(hex) && unit != rests {
                self.tally_piece(unit, &mut tally);
            }
        }
        if rests != UnitId::NONE {
            self.tally_piece(rests, &mut tally);
        }
        tally.legal()
    }

    /// Whether a cure does when a unit rests in a hex and another makes room for it by a step.
    fn next_door_helps(&self, cure: &Cure, id: UnitId, hex: Hex) -> bool {
        self.troops(hex).any(|other| {
            let unit = self.unit(other);
            let gait = self.usual_gait(other);
            let points = self.allowance_for(other, gait);
            let steps_to = |to: Direction| {
                let stride = self.stride(other, gait, hex, unit.facing, points, to);
                stride.is_ok_and(|stride| self.after_cure(cure, stride.to, other, id))
            };
            other != id
                && unit.aboard == UnitId::NONE
                && self.free_to_move(other)
                && !cure.moves_unit(other)
                && self.after_cure(cure, hex, id, other)
                && Direction::ALL.into_iter().any(steps_to)
        })
    }

    /// Whether the plan that is kept can be carried on so that it does when a unit rests in a hex.
    fn kept_cure_serves(&self, id: UnitId, hex: Hex) -> bool {
        let mut plan = Plan::kept(self, self.crowds.cure.as_ref(), id);
        if plan.left() > u32::from(self.crowds.incurable) || plan.is_given_up(Spot::on(hex)) {
            return false;
        }
        plan.push(Planned { unit: id, from: Spot::RESERVE, to: Spot::on(hex) });
        !plan.hopeless(hex) && plan.mend_quickly(0)
    }

    /// An overfull hex that moves still open could make legal, if any can; nobody is in hand.
    pub(crate) fn open_cure(&self) -> Option<Hex> {
        let plan = Plan::new(self);
        let open = plan.crowds().iter().copied().find(|&hex| plan.mends_alone(hex));
        open.or(plan.crowds().first().copied())
    }

    /// Why a unit may not end its move in a hex: the stack itself, or the cure it would close.
    pub(crate) fn why_no_rest(&self, id: UnitId, hex: Hex) -> Refusal {
        if !self.battle.second_rules() {
            return Refusal::IllegalStack;
        }
        let plan = Plan::with(self, id, hex);
        if !plan.legal(hex) && !plan.mends_alone(hex) {
            return Refusal::IllegalStack;
        }
        let crowds = || plan.crowds().iter().copied().filter(|&crowd| !plan.legal(crowd));
        let closed = crowds().find(|&crowd| !plan.mends_alone(crowd)).or_else(|| crowds().next());
        closed.map_or(Refusal::IllegalStack, Refusal::ClosesLastCure)
    }
}

impl Crowds {
    /// The same crowds, of which some are known to be past cure.
    fn knowing(&self, incurable: u8) -> Crowds {
        Crowds { count: self.count, incurable, cure: None, reach: self.reach.clone() }
    }
}

impl Cure {
    const NONE: Cure = Cure { count: 0, units: [UnitId::NONE; MOST_KEPT], ends: [Spot::RESERVE; MOST_KEPT] };

    /// The moves of a plan, if they are few enough to keep.
    fn of(plan: &Plan) -> Option<Cure> {
        let moves = plan.moves();
        (moves.len() <= MOST_KEPT)
            .then(|| Cure::from_moves(moves.iter().map(|planned| (planned.unit, planned.to))))
    }

    fn from_moves(moves: impl Iterator<Item = (UnitId, Spot)>) -> Cure {
        let mut cure = Cure::NONE;
        for (i, (unit, end)) in moves.enumerate() {
            (cure.units[i], cure.ends[i]) = (unit, end);
            cure.count += 1;
        }
        cure
    }

    fn moves(&self) -> impl Iterator<Item = (UnitId, Spot)> + '_ {
        let count = self.count as usize;
        self.units[..count].iter().copied().zip(self.ends[..count].iter().copied())
    }

    fn moves_unit(&self, id: UnitId) -> bool {
        self.units[..self.count as usize].contains(&id)
    }

    /// The part of those who have not moved yet.
    fn still_to_move(&self, position: &Position) -> Cure {
        Cure::from_moves(self.moves().filter(|(id, _)| position.free_to_move(*id)))
    }
}
