//! Turning to face, and the edge a War Wagon fights with (2.9; R73 to R75).

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};

use crate::element::{Element, ElementId};
use crate::field::Feature;
use crate::geometry::{Base, Convex, Edge, Ground, MU, Pose, overlap, part_of, run_until_touching};
use crate::kind::Kind;
use crate::movement::on_the_table;
use crate::position::Position;

/// Far enough back that no friend shifted out of the way still overlaps.
const FAR_BACK: i64 = 12 * MU;

impl Position {
    /// The first edge touched serves as a War Wagon's front, until the contact ends (R75).
    pub(crate) fn engage_wagons(&mut self) {
        for id in ElementId::all() {
            if !self.on_table(id) || self.kind(id) != Kind::WarWagons {
                continue;
            }
            let base = self.base(id);
            let on_edge = |enemy: ElementId| self.base(enemy).front_on(&base).map(|(edge, _)| edge);
            let enemies = || self.standing_of(id.side().other());
            let kept =
                self.element(id).edge.filter(|&edge| enemies().any(|enemy| on_edge(enemy) == Some(edge)));
            let first = self.contacts.iter().filter(|pair| pair[1] == id).map(|pair| pair[0]);
            let first = first.filter(|&by| self.on_table(by)).chain(enemies()).find_map(on_edge);
            self.element_mut(id).edge = kept.or(first);
        }
    }

    /// T3: everybody contacted only on flank or rear turns to the first who made contact.
    pub(crate) fn turn_to_face(&mut self, chronicle: &mut impl Chronicle) {
        let made: Vec<ElementId> = self.contacts.iter().map(|pair| pair[1]).collect();
        let rest: Vec<ElementId> = self.standing().collect();
        for id in made.into_iter().chain(rest) {
            if self.on_table(id) && !self.element(id).has(Element::TURNED) {
                self.face(id, chronicle);
            }
        }
    }

    fn face(&mut self, id: ElementId, chronicle: &mut impl Chronicle) {
        if self.kind(id) == Kind::WarWagons {
            return;
        }
        let on_front = self.contacters(id).any(|(_, contact)| contact.edge == Edge::Front);
        if on_front {
            return;
        }
        let made = self.contacts.iter().filter(|pair| pair[1] == id).map(|pair| pair[0]);
        let made: Vec<ElementId> = made.filter(|&by| self.on_table(by)).collect();
        let rest: Vec<ElementId> = self.contacters(id).map(|(by, _)| by).collect();
        let still = |by: &ElementId| self.contact(*by, id).is_some();
        let Some(by) = made.into_iter().chain(rest).find(still) else { return };
        self.element_mut(id).marks |= Element::TURNED;
        let turned = Base::new(self.fighting_base(by).front_place(), self.depth(id));
        match self.room_to_turn(id, &turned) {
            Some(shifted) => {
                for (friend, pose) in shifted {
                    self.element_mut(friend).pose = pose;
                }
                self.element_mut(id).pose = turned.pose;
                chronicle.note(|| {
                    let text = format!("{} turns to face {}", self.full_label(id), self.full_label(by));
                    Event::new(EventKind::Turned, "R73", text).counters([u16::from(id.0)])
                });
            }
            None => {
                self.element_mut(id).faced = by;
                chronicle.note(|| {
                    let text = format!("{} has no room to turn and fights as it stands", self.full_label(id));
                    Event::new(EventKind::Turned, "R74", text).counters([u16::from(id.0)])
                });
            }
        }
    }

    /// Where friends in the way are shifted to; none if somebody cannot make room (R74).
    fn room_to_turn(&self, id: ElementId, turned: &Base) -> Option<Vec<(ElementId, Pose)>> {
        let side = id.side();
        let mut shifted: Vec<(ElementId, Pose)> = vec![];
        if !self.ground_is_free(turned) {
            return None;
        }
        if self.standing_of(side.other()).any(|enemy| self.base(enemy).overlaps(turned)) {
            return None;
        }
        for friend in self.standing_of(side).filter(|&friend| friend != id) {
            let base = self.base(friend);
            if !base.overlaps(turned) {
                continue;
            }
            if self.is_contacted(friend) {
                return None;
            }
            let far = Base::new(base.pose.ahead(-FAR_BACK), base.depth);
            let part = run_until_touching(&far.corners, far.q, &turned.corners)?;
            let pose = Pose::new(far.pose.at + part_of(far.q, part), base.pose.heading);
            shifted.push((friend, pose));
        }
        // Nobody stands on anybody afterwards, and nobody is pushed through anybody.
        for &(friend, pose) in &shifted {
            let place = Base::new(pose, self.depth(friend));
            let ground = Ground::between(&self.base(friend), &place);
            let in_the_way = self.standing().any(|other| {
                other != friend && other != id && {
                    let now = shifted.iter().find(|(moved, _)| *moved == other);
                    let base =
                        now.map_or_else(|| self.base(other), |&(_, pose)| Base::new(pose, self.depth(other)));
                    match now {
                        Some(_) => base.overlaps(&place),
                        None => overlap(&ground, &base),
                    }
                }
            });
            if in_the_way || place.overlaps(turned) || !self.ground_is_free(&place) {
                return None;
            }
        }
        Some(shifted)
    }

    /// On the table, in no camp, out of the water.
    pub(crate) fn ground_is_free(&self, base: &Base) -> bool {
        on_the_table(base) && self.camp_under(base).is_none() && !self.field.touches(Feature::Waterway, base)
    }

    /// The camp a figure would stand in.
    pub(crate) fn camp_under(&self, figure: &impl Convex) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&camp| self.camp(camp).ground().is_some_and(|ground| overlap(&ground, figure)))
    }
}

#[cfg(test)]
mod tests;
