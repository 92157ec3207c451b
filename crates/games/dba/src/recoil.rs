//! Recoil: straight back, through friends, pushing them, or to disaster (1.8, 2.13; R104 to R110, R148, R149).

use engine::event::{Chronicle, Event, EventKind};

use crate::element::{ElementId, Whereabouts};
use crate::field::Feature;
use crate::geometry::{
    Base, Edge, Ground, MU, Pose, SLACK, distance_to_segment, gap, overlap, part_of, run_until_touching,
};
use crate::kind::Kind;
use crate::movement::on_the_table;
use crate::position::Position;

/// The farthest anybody recoils or pursues.
const MOST: i64 = 2 * MU;

/// How a recoil goes.
enum Back {
    /// To this pose, with friends pushed to theirs.
    To(Pose, Vec<(ElementId, Pose)>),
    /// Elephants tread friends down on the way to this pose.
    Trample(Pose, Vec<ElementId>),
    /// Death, and with it enemies struck from behind; the reason for the log.
    Death(Vec<ElementId>, &'static str),
}

impl Position {
    /// An element recoils; answers whether it lives.
    pub(crate) fn recoil(&mut self, id: ElementId, chronicle: &mut impl Chronicle) -> bool {
        let back = self.way_back(id);
        match back {
            Back::To(pose, pushed) => {
                for (friend, pose) in pushed {
                    self.element_mut(friend).pose = pose;
                    self.tell(chronicle, EventKind::Retreated, "R107", friend, "is pushed back");
                }
                self.element_mut(id).pose = pose;
                self.tell(chronicle, EventKind::Retreated, "2.13", id, "recoils");
                self.fight.recoiled |= 1 << id.index();
                true
            }
            Back::Trample(pose, friends) => {
                let mut mutual = false;
                for friend in friends {
                    // Two Elephants that recoil from one combat into each other both die (R108).
                    mutual |= self.kind(friend) == Kind::Elephants
                        && self.fight.recoiled >> friend.index() & 1 != 0;
                    self.destroy(friend, "R108", chronicle);
                }
                self.element_mut(id).pose = pose;
                self.fight.recoiled |= 1 << id.index();
                if mutual {
                    self.destroy(id, "R108", chronicle);
                    return false;
                }
                self.tell(chronicle, EventKind::Retreated, "2.13", id, "recoils over its friends");
                true
            }
            Back::Death(struck, rule) => {
                for enemy in struck {
                    self.destroy(enemy, "R148", chronicle);
                }
                self.destroy(id, rule, chronicle);
                false
            }
        }
    }

    fn tell(
        &self,
        chronicle: &mut impl Chronicle,
        kind: EventKind,
        rule: &'static str,
        id: ElementId,
        what: &str,
    ) {
        chronicle.note(|| {
            Event::new(kind, rule, format!("{} {what}", self.full_label(id))).counters([u16::from(id.0)])
        });
    }

    /// Takes an element off the table for good.
    pub(crate) fn destroy(&mut self, id: ElementId, rule: &'static str, chronicle: &mut impl Chronicle) {
        let element = self.element_mut(id);
        if element.place == Whereabouts::Lost {
            return;
        }
        element.place = Whereabouts::Lost;
        element.edge = None;
        self.tell(chronicle, EventKind::Removed, rule, id, "is destroyed");
    }

    /// Whether an element beaten by a foe has nowhere to recoil to and is lost; one whom the foe has taken in the flank
    /// turns to it first.
    pub(crate) fn is_cornered(&self, id: ElementId, foe: ElementId) -> bool {
        let mut turns = false;
        for (by, contact) in self.contacters(id).filter(|(_, contact)| contact.edge != Edge::Front) {
            turns |= by == foe;
            if by != foe && contact.full {
                return true;
            }
        }
        !turns && matches!(self.way_back(id), Back::Death(..))
    }

    fn way_back(&self, id: ElementId) -> Back {
        if !self.on_table(id) {
            return Back::Death(vec![], "2.14");
        }
        let base = self.fighting_base(id);
        // R109: full flank or rear contact kills; a loose one does not.
        let held = self.contacters(id).any(|(_, contact)| contact.full && contact.edge != Edge::Front);
        if held {
            return Back::Death(vec![], "R109");
        }
        let distance = (base.depth * MU / 4).min(MOST);
        let end = Base::new(base.pose.ahead(-distance), base.depth);
        let ground = Ground::between(&base, &end);
        if let Some(rule) = self.struck_ground(&end, &ground) {
            return Back::Death(vec![], rule);
        }
        let enemies =
            self.standing_of(id.side().other()).filter(|&enemy| overlap(&ground, &self.base(enemy)));
        let enemies: Vec<ElementId> = enemies.collect();
        if !enemies.is_empty() {
            let struck = enemies.into_iter().filter(|&enemy| self.strikes_rear(&base, enemy)).collect();
            return Back::Death(struck, "2.13");
        }
        let friends = self.standing_of(id.side()).filter(|&friend| friend != id);
        let friends: Vec<ElementId> =
            friends.filter(|&friend| overlap(&ground, &self.base(friend))).collect();
        let pose = self.unfronted(id, end.pose);
        if friends.is_empty() {
            return Back::To(pose, vec![]);
        }
        if self.kind(id) == Kind::Elephants {
            return Back::Trample(pose, friends);
        }
        if let Some(pose) = self.pass_back(id, &base, &friends) {
            return Back::To(pose, vec![]);
        }
        match self.push_back(id, &base, distance) {
            Some(pushed) => Back::To(pose, pushed),
            None => Back::Death(vec![], "R106"),
        }
    }

    /// The pose of the base itself, where the fighting one has another edge as its front.
    fn unfronted(&self, id: ElementId, fighting: Pose) -> Pose {
        let way = fighting.at - self.fighting_base(id).pose.at;
        let pose = self.element(id).pose;
        Pose::new(pose.at + way, pose.heading)
    }

    /// Edge of the table, camp or water in the way (R104).
    fn struck_ground(&self, end: &Base, ground: &Ground) -> Option<&'static str> {
        if !on_the_table(end)
            || self.camp_under(ground).is_some()
            || self.field.touches(Feature::Waterway, ground)
        {
            return Some("2.13");
        }
        None
    }

    /// R148: whether the recoiler strikes an enemy so that it dies too.
    fn strikes_rear(&self, base: &Base, enemy: ElementId) -> bool {
        let theirs = self.base(enemy);
        let way = -base.q;
        let part = run_until_touching(&base.corners, way, &theirs.corners).unwrap_or((0, 1));
        let at = base.pose.at + part_of(way, part);
        let touching = Base::new(Pose::new(at, base.pose.heading), base.depth);
        if gap(&theirs.edge(Edge::Rear), &touching.corners) <= SLACK {
            return true;
        }
        let on_side = |corner: crate::geometry::Point| {
            let sides = [theirs.edge(Edge::Left), theirs.edge(Edge::Right)];
            let on = sides.iter().any(|[a, b]| distance_to_segment(corner, *a, *b) <= SLACK);
            let at_front = theirs.corners[..2].iter().any(|front| front.coincides(corner));
            on && !at_front
        };
        let corners =
            [touching.corners[2], touching.corners[3]].into_iter().filter(|&corner| on_side(corner));
        corners.count() == 1
    }

    /// R106, R149: through every friend in the way, to the place directly beyond the last.
    fn pass_back(&self, id: ElementId, base: &Base, friends: &[ElementId]) -> Option<Pose> {
        let through = self.sheet.charts.recoils_through[self.kind(id) as usize];
        let mut passed: Vec<ElementId> = friends.to_vec();
        loop {
            let passable = |&friend: &ElementId| {
                through.has(self.kind(friend)) && self.element(friend).pose.heading == base.pose.heading
            };
            if !passed.iter().all(passable) {
                return None;
            }
            // How far back the rear edge of the last of them lies, in quarters times their square.
            let quarter = base.q.squared();
            let behind = |&friend: &ElementId| {
                let other = self.base(friend);
                (base.pose.at - other.pose.at).dot(base.q) + other.depth * quarter
            };
            let farthest = passed.iter().map(behind).max()?;
            let distance = crate::geometry::rounded_quotient(
                i128::from(farthest) * i128::from(MU / 4),
                i128::from(quarter),
            );
            let end = Base::new(base.pose.ahead(-distance), base.depth);
            let met = self.standing().filter(|&other| other != id && end.overlaps(&self.base(other)));
            let met: Vec<ElementId> = met.collect();
            if met.is_empty() {
                let free = self.ground_is_free(&end);
                return free.then(|| self.unfronted(id, end.pose));
            }
            if met.iter().any(|other| other.side() != id.side() || passed.contains(other)) {
                return None;
            }
            passed.extend(met);
        }
    }

    /// R107: pushes friends straight back as far as needed, and those behind them.
    fn push_back(&self, id: ElementId, base: &Base, distance: i64) -> Option<Vec<(ElementId, Pose)>> {
        let mut pushed: Vec<(ElementId, i64)> = vec![];
        let mut pending = vec![(id, *base, distance)];
        while let Some((mover, from, distance)) = pending.pop() {
            let to = Base::new(from.pose.ahead(-distance), from.depth);
            let ground = Ground::between(&from, &to);
            let blocked = !on_the_table(&to)
                || self.camp_under(&ground).is_some()
                || self.field.touches(Feature::Waterway, &ground)
                || self.standing_of(id.side().other()).any(|enemy| overlap(&ground, &self.base(enemy)));
            if blocked {
                return None;
            }
            for friend in self.standing_of(id.side()).filter(|&friend| friend != mover && friend != id) {
                let theirs = self.base(friend);
                if !overlap(&ground, &theirs) {
                    continue;
                }
                let yields = theirs.pose.heading == from.pose.heading
                    && !matches!(self.kind(friend), Kind::Elephants | Kind::WarWagons)
                    && !self.is_contacted(friend);
                if !yields {
                    return None;
                }
                // From the mover's rear edge to the friend's front, square back.
                let rear = from.pose.at - from.q * from.depth;
                let room = (rear - theirs.pose.at).dot(from.q).max(0);
                let room = crate::geometry::rounded_quotient(
                    i128::from(room) * i128::from(MU / 4),
                    i128::from(from.q.squared()),
                );
                let by = distance - room;
                match pushed.iter_mut().find(|(known, _)| *known == friend) {
                    Some((_, known)) if *known >= by => continue,
                    Some((_, known)) => *known = by,
                    None => pushed.push((friend, by)),
                }
                pending.push((friend, theirs, by));
            }
        }
        let poses: Vec<(ElementId, Pose)> =
            pushed.iter().map(|&(friend, by)| (friend, self.element(friend).pose.ahead(-by))).collect();
        let end = Base::new(base.pose.ahead(-distance), base.depth);
        let places: Vec<Base> =
            poses.iter().map(|&(friend, pose)| Base::new(pose, self.depth(friend))).collect();
        let sound = places.iter().enumerate().all(|(i, place)| {
            !place.overlaps(&end)
                && places[..i].iter().all(|other| !other.overlaps(place))
                && self.standing().all(|other| {
                    other == id
                        || poses.iter().any(|(moved, _)| *moved == other)
                        || !self.base(other).overlaps(place)
                })
        });
        sound.then_some(poses)
    }
}

#[cfg(test)]
mod tests;
