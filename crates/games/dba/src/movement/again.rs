//! Second and later moves (2.8; R119 to R122).

use crate::element::ElementId;
use crate::geometry::{Convex, Extent, Ground, MU, Point, SLACK, gap, within};
use crate::kind::Kind;
use crate::refusal::Refusal;

use super::{Arrival, Manoeuvre, Walls, Way};

impl Manoeuvre<'_> {
    /// R121: later moves of Light Horse stay more than 2 MU away from enemies and camps they hold.
    pub(super) fn keep_off(&self, id: ElementId, ground: &Ground) -> Result<(), Refusal> {
        let around = ground.extent().grown(2 * MU + SLACK);
        let near = |figure: &[Point], extent: &Extent| {
            around.meets(extent) && within(gap(ground.corners(), figure), 2 * MU)
        };
        let enemies = self.near().iter().filter(|other| other.enemy);
        let enemy = enemies.into_iter().find(|other| near(&other.base.corners, &other.extent));
        if let Some(enemy) = enemy {
            return Err(Refusal::LaterMoveTooNear(id, enemy.id));
        }
        let held = |walls: &&Walls| walls.holder.is_some_and(|holder| holder.side() != id.side());
        match self
            .camps
            .iter()
            .filter(held)
            .find(|walls| near(walls.ground.corners(), &walls.ground.extent()))
        {
            Some(_) => Err(Refusal::LaterMoveNearCamp(id)),
            None => Ok(()),
        }
    }

    /// 2.8, R119 to R122: who has moved before may move again only in these ways.
    pub(super) fn may_move_again(&self, way: &Way, arrival: &Arrival) -> Result<(), Refusal> {
        let road = way.road && self.has_road();
        for (i, &id) in self.units.ids().iter().enumerate() {
            let moves = self.position.element(id).moves;
            if moves == 0 {
                continue;
            }
            let kind = self.position.kind(id);
            if kind == Kind::ScythedChariots {
                return Err(Refusal::NoLaterMove(id));
            }
            let by_road = road && arrival.contacts.is_empty() && arrival.enters.is_none();
            let fits = match kind {
                Kind::Psiloi => self.position.is_first_turn(),
                Kind::LightHorse => true,
                Kind::Warband => moves == 1 && self.warband_arrives(i, arrival),
                _ => false,
            };
            match (fits || by_road, kind) {
                (true, _) => {}
                (false, Kind::Warband) => return Err(Refusal::WarbandMustClose(id)),
                (false, _) => return Err(Refusal::NoLaterMove(id)),
            }
        }
        Ok(())
    }

    /// R120: in full contact, in overlap, or directly behind a Warband in front contact.
    fn warband_arrives(&self, i: usize, arrival: &Arrival) -> bool {
        let id = self.units.ids()[i];
        if arrival.contacts.iter().any(|&(by, _)| by == id) || arrival.at_camp.contains(&id) {
            return true;
        }
        let after = self.position.after_arrival(&self.units, arrival);
        let base = after.base(id);
        let behind = after.standing_of(id.side()).any(|friend| {
            after.kind(friend) == Kind::Warband
                && base.pose == after.base(friend).rear_place()
                && after.contacted_by(friend).any(|(enemy, _)| after.front_to_front(friend, enemy).is_some())
        });
        behind || after.overlaps_somebody(id)
    }
}
