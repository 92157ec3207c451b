//! Rivers and roads (2.6; R42, R43, R51, R146).

use crate::geometry::{Base, Point};
use crate::order::Leg;
use crate::refusal::Refusal;

use super::{LINE_UP, Manoeuvre, directly_opposite};
use crate::field::Feature;
use crate::geometry::{gap, within};

/// Within 45° of a line, either way along it (item 16).
fn along(facing: Point, line: Point) -> bool {
    facing.cross(line).unsigned_abs() <= facing.dot(line).unsigned_abs()
}

impl Manoeuvre<'_> {
    /// A leg that touches the river: entered within 45° of square, and inside only straight, lining up, or squaring.
    pub(super) fn mind_the_river(&self, from: &Base, to: &Base, leg: &Leg) -> Result<(), Refusal> {
        let id = self.units.first();
        if self.is_single() && self.on_the_road(from, to) {
            return Ok(());
        }
        let field = &self.position.field;
        if field.touches(Feature::River, from) {
            let straight = from.pose.heading == to.pose.heading
                && (to.pose.at - from.pose.at).cross(from.q).abs() <= crate::geometry::SLACK_OF_FACING;
            let lines_up = || {
                self.near().iter().filter(|other| other.enemy).any(|enemy| {
                    directly_opposite(to, &enemy.base)
                        && within(gap(&from.corners, &enemy.base.corners), LINE_UP)
                })
            };
            let squares = || {
                let same_place = from.pose.at == to.pose.at;
                same_place && self.off_square(to) < self.off_square(from)
            };
            let plain = matches!(leg, Leg::Forward(_)) || straight;
            return if plain || lines_up() || squares() { Ok(()) } else { Err(Refusal::InRiver(id)) };
        }
        let bank = field.nearest_bank(to.pose.at);
        match bank {
            // Within 45° of the perpendicular: the bank runs across the facing.
            Some(bank) if !along(to.q, bank.right()) => Err(Refusal::RiverAngle(id)),
            _ => Ok(()),
        }
    }

    /// How far a facing is from square to the nearest bank: the sine, as a share of a million.
    fn off_square(&self, base: &Base) -> i64 {
        let Some(bank) = self.position.field.nearest_bank(base.pose.at) else { return 0 };
        let size = bank.length().max(1);
        crate::geometry::rounded_quotient(i128::from(base.q.dot(bank).abs()) * 4, i128::from(size))
    }

    /// R43: the front midpoint on the road from start to end, facing within 45° of its line.
    pub(super) fn on_the_road(&self, from: &Base, to: &Base) -> bool {
        let field = &self.position.field;
        if !self.has_road() {
            return false;
        }
        let faces = |base: &Base| field.road_direction(base.pose.at).is_some_and(|line| along(base.q, line));
        faces(from) && faces(to) && field.on_road(from.pose.at, to.pose.at)
    }
}
