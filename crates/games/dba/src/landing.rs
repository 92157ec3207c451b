//! Littoral landings (2.15; R30, R128).

use engine::event::{Chronicle, Event, EventKind};

use crate::element::{ElementId, Units, Whereabouts};
use crate::field::Feature;
use crate::geometry::{Base, Hand, Pose, SLACK, gap};
use crate::kind::Kind;
use crate::movement::bounded;
use crate::position::{Position, Step};
use crate::refusal::Refusal;

impl Position {
    /// Whether a side has elements kept back that may still land.
    pub(crate) fn may_land_now(&self) -> bool {
        self.step == Step::Move
            && self.is_first_turn()
            && self.pips >= 1
            && !self.sides[self.active.index()].landed
            && ElementId::troops_of(self.active).any(|id| self.element(id).place == Whereabouts::Kept)
    }

    /// Where elements that land would stand: so many abreast from left to right, the others in file behind them.
    pub(crate) fn may_land(&self, units: &Units, to: Pose, files: u8) -> Result<Vec<Pose>, Refusal> {
        if self.step != Step::Move || !self.hand.is_empty() {
            return Err(Refusal::NotNow);
        }
        if !self.is_first_turn() || self.sides[self.active.index()].landed {
            return Err(Refusal::LandsOnce);
        }
        if self.pips < 1 {
            return Err(Refusal::TooFewPips(crate::pips::Price::default(), self.pips));
        }
        if units.is_empty() || !units.are_distinct() || files == 0 {
            return Err(Refusal::NobodyNamed);
        }
        let mut poses: Vec<Pose> = vec![];
        let mut at_bank = 0;
        for &id in units.ids() {
            if !self.exists(id) || id.side() != self.active || self.element(id).place != Whereabouts::Kept {
                return Err(if self.exists(id) { Refusal::NotKept(id) } else { Refusal::NotYours });
            }
            let pose = match (poses.len().checked_sub(usize::from(files)), poses.last()) {
                (Some(ahead), _) => Base::new(poses[ahead], self.depth(units.ids()[ahead])).rear_place(),
                (None, Some(&left)) => Base::new(left, self.depth(id)).beside_place(Hand::Right),
                (None, None) => bounded(to)?,
            };
            let base = Base::new(pose, self.depth(id));
            self.may_stand_ashore(id, &base)?;
            let bank = self.field.of_type(Feature::Waterway).flat_map(|laid| &laid.outlines);
            let mut bank = bank.map(crate::geometry::Convex::corners);
            at_bank += usize::from(bank.any(|quad| gap(&base.corners, quad) <= SLACK));
            poses.push(pose);
        }
        let alone = units.len() == 1;
        let psiloi = units.ids().iter().all(|&id| self.kind(id) == Kind::Psiloi);
        for (&id, &pose) in units.ids().iter().zip(&poses) {
            let base = Base::new(pose, self.depth(id));
            let bad = self.field.bad_under(&base, self.camels(id));
            if !alone && (bad && !psiloi || self.field.touches(Feature::River, &base)) {
                return Err(Refusal::GroupInBadGoing(id));
            }
            if bad && self.card(id).wheeled {
                return Err(Refusal::WheelsInBadGoing(id));
            }
        }
        if !(at_bank >= 2 || alone && at_bank == 1) {
            return Err(Refusal::NotAtTheBank);
        }
        let mut ashore = self.clone();
        ashore.put_ashore(units, &poses);
        if alone || ashore.is_group(units) { Ok(poses) } else { Err(Refusal::NoGroup) }
    }

    /// On nobody, in contact with no enemy and no camp he holds.
    fn may_stand_ashore(&self, id: ElementId, base: &Base) -> Result<(), Refusal> {
        if !self.ground_is_free(base) {
            return Err(Refusal::OffTable(id));
        }
        if self.standing().any(|other| self.base(other).overlaps(base)) {
            return Err(Refusal::OnSomebody);
        }
        let touching = self.standing_of(id.side().other()).any(|enemy| {
            let theirs = self.base(enemy);
            base.front_on(&theirs).is_some() || theirs.front_on(base).is_some()
        });
        let at_camp = engine::Side::BOTH.into_iter().any(|camp| {
            let held = self.occupant(camp).is_some_and(|holder| holder.side() != id.side());
            held && self.camp(camp).walls().any(|wall| self.touches_wall(base, wall).is_some())
        });
        if touching || at_camp { Err(Refusal::LandsInContact(id)) } else { Ok(()) }
    }

    /// Puts them ashore; it is their move for the turn.
    pub(crate) fn land(&mut self, units: &Units, to: Pose, files: u8, chronicle: &mut impl Chronicle) {
        let Ok(poses) = self.may_land(units, to, files) else { return };
        self.pips -= 1;
        self.muster_mut(self.active).landed = true;
        self.put_ashore(units, &poses);
        chronicle.note(|| {
            Event::new(EventKind::Placed, "2.15", format!("{} land (1 PIP)", self.names(units)))
                .counters(units.ids().iter().map(|id| u16::from(id.0)))
        });
    }

    fn put_ashore(&mut self, units: &Units, poses: &[Pose]) {
        for (&id, &pose) in units.ids().iter().zip(poses) {
            let element = self.element_mut(id);
            element.place = Whereabouts::Table;
            element.pose = pose;
            element.moves = 1;
        }
    }

    /// After the first turn those not landed are out of the game, and not lost.
    pub(crate) fn give_up_landing(&mut self) {
        if self.is_first_turn() {
            for id in ElementId::troops_of(self.active) {
                if self.element(id).place == Whereabouts::Kept {
                    self.element_mut(id).place = Whereabouts::Out;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
