//! Places to shoot from.

use crate::element::ElementId;
use crate::geometry::{Base, Pose};
use crate::movement::{Manoeuvre, Other};
use crate::order::Leg;

use super::ways::List;

impl Manoeuvre<'_> {
    /// For each enemy that cannot be shot at from here the nearest place from which it can.
    pub(super) fn list_firing(&self, list: &mut List) {
        if self.position.card(self.units.first()).range.is_none() {
            return;
        }
        let mut places = vec![];
        for enemy in self.everybody().iter().filter(|other| other.enemy) {
            self.list_firing_at(enemy, &mut places, list);
        }
    }

    /// The same for one enemy; `places` is room to look in.
    pub(super) fn list_firing_at(&self, enemy: &Other, places: &mut Vec<Pose>, list: &mut List) {
        let start = self.starts[0];
        if self.position.is_engaged(enemy.id) || self.shoots_from(start.pose, enemy.id) {
            return;
        }
        places.clear();
        self.firing_places(enemy, places);
        places.retain(|&pose| {
            let end = Base::new(pose, start.depth);
            self.could_go(&[&start, &end]) && self.zones_admit(&end)
        });
        places.sort_by_key(|pose| (pose.at - start.pose.at).squared());
        let fires = |pose: &&Pose| {
            self.stand_free(0, &Base::new(**pose, start.depth)).is_ok()
                && self.shoots_from(**pose, enemy.id)
                && self.try_way(&[Leg::To(**pose)]).is_ok()
        };
        if let Some(&pose) = places.iter().find(fires) {
            self.offer(list, &[Leg::To(pose)]);
        }
    }

    /// Whether an element could shoot at an enemy from a place.
    fn shoots_from(&self, pose: Pose, target: ElementId) -> bool {
        let id = self.units.first();
        let mut after = self.position.clone();
        after.element_mut(id).pose = pose;
        after.shot(id, target).is_some() && !after.is_engaged(id) && !after.is_engaged(target)
    }
}
