//! Breaking off from close combat (1.10; R56 to R59).

use std::cmp::Reverse;

use engine::event::{Chronicle, Event, EventKind};

use crate::element::{ElementId, Units};
use crate::field::Feature;
use crate::geometry::{Base, Convex, Edge, Ground, MU, Point, Pose, SLACK, gap, overlap, within};
use crate::movement::on_the_table;
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::Class;

/// The least way back.
const LEAST: i64 = 3 * MU;

impl Position {
    /// Where an element that breaks off ends, and whom it leaves.
    pub(crate) fn may_break_off(
        &self,
        id: ElementId,
        back: i64,
    ) -> Result<(Pose, Option<ElementId>), Refusal> {
        if self.step != Step::Move || !self.hand.is_empty() && self.hand != Units::one(id) {
            return Err(Refusal::NotNow);
        }
        if !self.exists(id) || id.side() != self.active {
            return Err(Refusal::NotYours);
        }
        if !self.on_table(id) {
            return Err(Refusal::NotOnTable(id));
        }
        if self.element(id).moves > 0 {
            return Err(Refusal::NoLaterMove(id));
        }
        let camp = self.at_camp(id);
        let foe = self.left_behind(id);
        let Some(opponent) = foe.or_else(|| camp.and_then(|camp| self.occupant(camp))) else {
            return Err(Refusal::NotFighting(id));
        };
        let behind = self.contacters(id).any(|(_, contact)| contact.edge != Edge::Front);
        if behind {
            return Err(Refusal::HeldFromBehind(id));
        }
        let price = self.price(&Units::one(id));
        if price.pips() > self.pips {
            return Err(Refusal::TooFewPips(price, self.pips));
        }
        let back = crate::movement::limited(back)?;
        if back + SLACK < LEAST {
            return Err(Refusal::TooShort(back));
        }
        let pose = self.free_way_back(id, back)?;
        let end = Base::new(pose, self.depth(id));
        // Both taken for the ground where the leaver ends (R56).
        let speed = |who: ElementId| {
            let bad = self.field.bad_under(&end, self.camels(who));
            match bad && self.class(who) == Class::Mounted {
                true => self.sheet.charts.mounted_in_bad_going.min(self.card(who).allowance),
                false => self.card(who).allowance,
            }
        };
        let (mine, theirs) = (speed(id), speed(opponent));
        if mine <= theirs {
            return Err(Refusal::NoFaster { unit: id, mine, theirs });
        }
        let crossed_bad = self.field.bad_under(&Ground::between(&self.base(id), &end), self.camels(id));
        let most = match crossed_bad && self.class(id) == Class::Mounted {
            true => self.sheet.charts.mounted_in_bad_going,
            false => mine,
        };
        if !within(back, most) {
            return Err(Refusal::too_far(id, crate::geometry::Hand::Left, back, most));
        }
        Ok((pose, foe))
    }

    /// Straight back over free ground, to a place that touches no enemy and no friend it cannot pass (R58).
    fn free_way_back(&self, id: ElementId, back: i64) -> Result<Pose, Refusal> {
        let base = self.base(id);
        let pose = base.pose.ahead(-back);
        let end = Base::new(pose, base.depth);
        let ground = Ground::between(&base, &end);
        if !on_the_table(&end) {
            return Err(Refusal::OffTable(id));
        }
        let through = self.sheet.charts.passes[self.kind(id) as usize];
        for other in self.standing().filter(|&other| other != id) {
            let theirs = self.base(other);
            let enemy = other.side() != id.side();
            let passable = !enemy
                && through.has(self.kind(other))
                && matches!(base.pose.heading.right_angles_to(theirs.pose.heading), Some(0 | 2));
            if overlap(&ground, &theirs) && !passable {
                return Err(match enemy {
                    true => Refusal::EnemyInTheWay(id, other),
                    false => Refusal::FriendInTheWay(id, other),
                });
            }
            let touches = near(end.pose.at, theirs.pose.at) && gap(&end.corners, &theirs.corners) <= SLACK;
            if touches && (!passable || end.overlaps(&theirs)) {
                return Err(Refusal::EndsTouching(other));
            }
        }
        if let Some(camp) = self.camp_under(&ground) {
            return Err(Refusal::CampInTheWay(id, camp));
        }
        let at_wall = engine::Side::BOTH.into_iter().find(|&camp| {
            let held = self.occupant(camp).is_some_and(|holder| holder.side() != id.side());
            held && self.camp(camp).ground().is_some_and(|walls| gap(&end.corners, walls.corners()) <= SLACK)
        });
        if let Some(camp) = at_wall {
            return Err(Refusal::CampInTheWay(id, camp));
        }
        if self.field.touches(Feature::Waterway, &ground) {
            return Err(Refusal::WaterInTheWay(id));
        }
        if self.field.touches(Feature::River, &end) {
            return Err(Refusal::EndsInRiver(id));
        }
        if self.card(id).wheeled && self.field.bad_under(&ground, false) {
            return Err(Refusal::WheelsInBadGoing(id));
        }
        Ok(pose)
    }

    /// Whom a leaver is compared with: of those its front touches the one it would fight (R56, R57, R76). The first rules
    /// had the first by number.
    fn left_behind(&self, id: ElementId) -> Option<ElementId> {
        let mut touched = self.contacted_by(id).map(|(enemy, _)| enemy);
        match self.sheet.first_rules() {
            true => touched.next(),
            false => touched.max_by_key(|&enemy| (self.frontal(id, enemy), Reverse(enemy))),
        }
    }

    /// The leaver goes; an impetuous opponent pursues at once (R59).
    pub(crate) fn break_off(&mut self, id: ElementId, back: i64, chronicle: &mut impl Chronicle) {
        let Ok((pose, foe)) = self.may_break_off(id, back) else { return };
        let pips = self.price(&Units::one(id)).pips();
        self.pips = self.pips.saturating_sub(pips);
        self.hand = Units::NONE;
        let frontal =
            foe.filter(|&foe| self.contact(foe, id).is_some_and(|contact| contact.edge == Edge::Front));
        let element = self.element_mut(id);
        element.pose = pose;
        element.moves += 1;
        chronicle.note(|| {
            let text =
                format!("{} breaks off, {} MU back ({pips} PIP)", self.label(id), crate::refusal::mu(back));
            Event::new(EventKind::Retreated, "1.10", text).counters([u16::from(id.0)])
        });
        self.engage_wagons();
        if let Some(foe) = frontal {
            self.pursue(foe, chronicle);
            let met: Vec<ElementId> = self.contacted_by(foe).map(|(enemy, _)| enemy).collect();
            met.into_iter().for_each(|enemy| self.note_contact(foe, enemy));
        }
    }
}

/// Near enough to touch.
fn near(one: Point, other: Point) -> bool {
    let apart = one - other;
    apart.x.abs().max(apart.y.abs()) <= 8 * MU
}

#[cfg(test)]
mod tests;
