//! What stands in the way, and whom one may pass through (1.8; R39, R41, R52).

use crate::element::ElementId;
use crate::field::Feature;
use crate::geometry::{Base, Convex, Ground, cuts, interlock, overlap};
use crate::refusal::Refusal;

use super::{Manoeuvre, Other, on_the_table};

impl Manoeuvre<'_> {
    /// R39: the ground covered is free of everybody who cannot be passed.
    pub(super) fn pass(&self, i: usize, from: &Base, to: &Base, ground: &Ground) -> Result<(), Refusal> {
        let id = self.units.ids()[i];
        let extent = ground.extent();
        for other in self.near() {
            if !other.extent.meets(&extent) || !interlock(ground, &other.base) {
                continue;
            }
            if other.enemy {
                return Err(Refusal::EnemyInTheWay(id, other.id));
            }
            if overlap(to, &other.base) || !(self.passes(id, from, to, other) || clips(from, to, &other.base))
            {
                return Err(Refusal::FriendInTheWay(id, other.id));
            }
        }
        self.avoid_camps_and_water(id, ground)
    }

    fn avoid_camps_and_water(&self, id: ElementId, ground: &Ground) -> Result<(), Refusal> {
        if let Some(walls) = self.camps.iter().find(|walls| overlap(&walls.ground, ground)) {
            return Err(Refusal::CampInTheWay(id, walls.camp));
        }
        match self.position.field.touches(Feature::Waterway, ground) {
            true => Err(Refusal::WaterInTheWay(id)),
            false => Ok(()),
        }
    }

    /// R52: friends of 1.8, facing the same or the opposite way, with no turn in the leg.
    fn passes(&self, id: ElementId, from: &Base, to: &Base, friend: &Other) -> bool {
        let charts = &self.position.sheet.charts;
        let through = charts.passes[self.position.kind(id) as usize];
        let facing = from.pose.heading.right_angles_to(friend.base.pose.heading);
        through.has(self.position.kind(friend.id))
            && from.pose.heading == to.pose.heading
            && matches!(facing, Some(0 | 2))
    }

    /// A base stands free: on the table, on nobody, in no camp, out of the water.
    pub(crate) fn stand_free(&self, i: usize, base: &Base) -> Result<(), Refusal> {
        let id = self.units.ids()[i];
        if !on_the_table(base) {
            return Err(Refusal::OffTable(id));
        }
        let extent = base.extent();
        let mut near = self.near().iter().filter(|other| other.extent.meets(&extent));
        if let Some(other) = near.find(|other| interlock(base, &other.base)) {
            return Err(match other.enemy {
                true => Refusal::EnemyInTheWay(id, other.id),
                false => Refusal::FriendInTheWay(id, other.id),
            });
        }
        self.avoid_camps_and_water(id, &Ground::convex(&base.corners))
    }
}

/// R41: exactly one of the four corner paths crosses the friend.
fn clips(from: &Base, to: &Base, friend: &Base) -> bool {
    let crossed = |corner: &usize| cuts(from.corners[*corner], to.corners[*corner], &friend.corners);
    (0..4).filter(crossed).count() == 1
}
