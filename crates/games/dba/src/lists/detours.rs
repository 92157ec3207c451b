//! The way of a single element to a place: direct, shifted and turned apart, or round what stands in the way.

use crate::element::ElementId;
use crate::geometry::{Base, Hand, MU, Point, Pose, SLACK};
use crate::movement::Manoeuvre;
use crate::order::Leg;
use crate::refusal::{Rate, Refusal};

use super::ways::List;

impl Manoeuvre<'_> {
    /// The direct leg; failing that shifted first and turned last, turned first, or round the obstacle.
    pub(super) fn list_way_to(&self, pose: Pose, thorough: bool, list: &mut List) {
        let start = self.starts[0];
        let straight = (pose.at - start.pose.at).length();
        let most = self.most(self.units.first());
        if straight > most + MU {
            return;
        }
        let end = Base::new(pose, start.depth);
        if !self.could_go(&[&start, &end]) || !self.zones_admit(&end) || self.stand_free(0, &end).is_err() {
            return;
        }
        let refusal = match self.try_way(&[Leg::To(pose)]) {
            Ok(arrival) => return list.march(&arrival, &[Leg::To(pose)]),
            Err(refusal) => refusal,
        };
        let round = match refusal {
            Refusal::EnemyInTheWay(_, other) | Refusal::FriendInTheWay(_, other) => Some(other),
            // Straight on it would cost more than there is, or a zone holds it fast whichever way it goes.
            Refusal::TooFar { rate: Rate::Ordinary, .. } | Refusal::HeldByZone(..) => return,
            _ => None,
        };
        let shifted = Pose::new(pose.at, start.pose.heading);
        let turned = Pose::new(start.pose.at, pose.heading);
        if self.offer(list, &[Leg::To(shifted), Leg::To(pose)])
            || self.offer(list, &[Leg::To(turned), Leg::To(pose)])
        {
            return;
        }
        for hand in Hand::BOTH {
            if self.offer(list, &[Leg::Wheel(hand, pose.heading), Leg::To(pose)]) {
                return;
            }
        }
        if let Some(round) = round
            && self.list_way_round(round, pose, list)
        {
            return;
        }
        if thorough {
            self.search_way_to(pose, most, list);
        }
    }

    /// Any two legs over a grid of a MU; only for places that matter, and that can be held once reached.
    fn search_way_to(&self, pose: Pose, most: i64, list: &mut List) {
        let start = self.starts[0];
        let mut there = self.begin();
        let end = Base::new(pose, start.depth);
        there.now[0] = end;
        if self.arrive(&mut there).is_err() {
            return;
        }
        // The middle of a front goes no farther than the corners do, so it turns off within an ellipse about both ends,
        // and no point of that is farther from the middle between them than half the way.
        let way = pose.at - start.pose.at;
        let in_reach = |by: Point| by.length() + (way - by).length() <= most + 2 * SLACK;
        let (steps, half) = (2 * most / MU, most / 2 + SLACK);
        let across = |middle: i64| {
            let (least, most) = ((middle - half).div_euclid(MU / 2), (middle + half).div_euclid(MU / 2) + 1);
            least.max(-steps)..=most.min(steps)
        };
        for heading in [start.pose.heading, pose.heading] {
            let turned = Base::new(Pose::new(start.pose.at, heading), start.depth);
            for x in across(way.x / 2) {
                for y in across(way.y / 2) {
                    let by = Point::new(x * MU / 2, y * MU / 2);
                    if !in_reach(by) {
                        continue;
                    }
                    let by = turned.shifted(by);
                    if self.could_go(&[&start, &by, &end])
                        && self.stand_free(0, &by).is_ok()
                        && self.offer(list, &[Leg::To(by.pose), Leg::To(pose)])
                    {
                        return;
                    }
                }
            }
        }
    }

    /// Round an obstacle by each of its corners, clear of it by a hair.
    fn list_way_round(&self, round: ElementId, pose: Pose, list: &mut List) -> bool {
        let start = self.starts[0];
        let Some(other) = self.near().iter().find(|other| other.id == round) else { return false };
        for heading in [start.pose.heading, pose.heading] {
            for corner in other.base.corners {
                let out = corner - other.base.centre();
                let size = out.length().max(1);
                for clear in [MU + MU / 100, MU + MU / 2] {
                    let by = Pose::new(corner + out.scaled(clear, size), heading);
                    if self.offer(list, &[Leg::To(by), Leg::To(pose)]) {
                        return true;
                    }
                }
            }
        }
        false
    }
}
