//! Zones of control (2.7; R60 to R68).

use engine::Side;

use crate::element::ElementId;
use crate::geometry::{
    Base, Convex, Edge, Ground, MU, Point, QUARTER, RIGHT_ANGLE, SLACK, clip_to, interlock, overlap,
};
use crate::kind::Kind;
use crate::movement::Other;
use crate::position::Position;

/// The ground an enemy controls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Zone {
    pub(crate) owner: ElementId,
    /// The owner with the edge the zone lies ahead of as its front.
    pub(crate) front: Base,
    pub(crate) ground: Ground,
}

/// How deep a zone is.
const REACH: i64 = 2 * MU;

/// How a base stands to the owner of a zone: angle to exact opposition and sideways offset (R63, item 16).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bearing {
    pub(crate) angle: i32,
    /// Times the length of a facing vector.
    pub(crate) offset: i64,
    pub(crate) gap: i64,
}

impl Zone {
    /// Whether some of a figure is in it.
    #[inline]
    pub(crate) fn holds(&self, figure: &impl Convex) -> bool {
        overlap(&self.ground, figure)
    }

    /// How a base stands to its owner.
    pub(crate) fn bearing(&self, base: &Base) -> Bearing {
        let way = base.pose.at - self.front.pose.at;
        let turn = self.front.pose.heading.opposite().turn_to(base.pose.heading);
        Bearing { angle: turn.abs(), offset: way.dot(self.front.r).abs(), gap: way.dot(self.front.q) }
    }
}

impl Bearing {
    /// Neither angle nor offset is larger than before.
    pub(crate) fn no_worse_than(&self, before: &Bearing) -> bool {
        self.angle <= before.angle && self.offset <= before.offset + SLACK * QUARTER
    }

    /// Squared up: nothing worse, something better, and no farther off (R63).
    pub(crate) fn squares_up(&self, before: &Bearing) -> bool {
        let better = self.angle < before.angle || self.offset < before.offset - SLACK * QUARTER;
        self.no_worse_than(before) && better && self.gap <= before.gap + SLACK * QUARTER
    }
}

impl Position {
    /// The zones that bind a side's elements while those of `moving` are off the table (R61).
    pub(crate) fn zones_against(&self, side: Side, moving: u32) -> Vec<Zone> {
        let mut zones = vec![];
        let others: Vec<Other> = self.others(side, moving).collect();
        self.zones_among(&others, others.len(), &mut zones);
        zones
    }

    /// The zones of the enemies among the first few of those who stay where they are.
    pub(crate) fn zones_among(&self, others: &[Other], few: usize, out: &mut Vec<Zone>) {
        for enemy in others[..few].iter().filter(|other| other.enemy) {
            if self.kind(enemy.id) != Kind::WarWagons {
                out.extend(self.zone(enemy.id, enemy.base, others));
                continue;
            }
            let met = self.contacters(enemy.id).any(|(_, contact)| contact.full);
            if !met {
                let fronts = Edge::ALL.into_iter().map(|edge| enemy.base.fronting(edge));
                out.extend(fronts.filter_map(|front| self.zone(enemy.id, front, others)));
            }
        }
    }

    /// The zone ahead of a front, cut off where it first meets somebody (R61, item 13).
    fn zone(&self, owner: ElementId, front: Base, others: &[Other]) -> Option<Zone> {
        let full = zone_ground(&front, REACH + 2 * SLACK);
        let near = full.extent();
        let mut least = i64::MAX;
        for other in others.iter().filter(|other| other.id != owner && other.extent.meets(&near)) {
            if interlock(&full, &other.base) {
                least = least.min(nearest_in_strip(&front, &other.base.corners));
            }
        }
        for camp in Side::BOTH {
            if let Some(ground) = self.camp(camp).ground()
                && overlap(&full, &ground)
                && self.occupant(camp).is_some()
            {
                least = least.min(nearest_in_strip(&front, ground.corners()));
            }
        }
        if least == i64::MAX {
            return Some(Zone { owner, front, ground: full });
        }
        let size = front.q.length();
        if least <= SLACK * size {
            return None;
        }
        Some(Zone { owner, front, ground: zone_ground(&front, least / size) })
    }
}

/// The rectangle ahead of a front edge, so deep.
fn zone_ground(front: &Base, depth: i64) -> Ground {
    let far = front.q.scaled(depth, QUARTER);
    let (left, right) = (front.front_left(), front.front_right());
    Ground::convex(&[left + far, right + far, right, left])
}

/// How far ahead the nearest point of a figure lies between the side lines, times the length of the facing.
fn nearest_in_strip(front: &Base, corners: &[Point]) -> i64 {
    let reach = 4 * front.q.squared();
    let ahead = |point: &Point| (*point - front.pose.at).dot(front.q);
    // Most that stand in a zone face its owner squarely, and nothing of them lies beside the strip.
    if corners.iter().all(|&corner| (corner - front.pose.at).dot(front.r).abs() <= reach) {
        return corners.iter().map(ahead).min().unwrap_or(i64::MAX);
    }
    let mut figure = corners.to_vec();
    clip_to(&mut figure, front.pose.at, front.r, reach);
    clip_to(&mut figure, front.pose.at, -front.r, reach);
    figure.iter().map(ahead).min().unwrap_or(i64::MAX)
}

const _: () = assert!(RIGHT_ANGLE == 90_000);

#[cfg(test)]
mod tests;
