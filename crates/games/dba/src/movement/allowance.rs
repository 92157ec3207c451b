//! What a way costs and what the ground allows (1.2; R40, R42, R43, R49).

use crate::element::ElementId;
use crate::field::Feature;
use crate::geometry::{Base, Hand, within};
use crate::kind::Kind;
use crate::refusal::Refusal;
use crate::sheet::Class;

use super::{Manoeuvre, Way, on_the_table};

impl Manoeuvre<'_> {
    /// R40: the farther of the two front corners decides; nothing can cost more than the best going allows.
    pub(super) fn spend(&self, way: &mut Way, i: usize, id: ElementId) -> Result<(), Refusal> {
        let (from, to) = (&way.before[i], &way.now[i]);
        // Without a turn both corners go as far.
        let left = (to.corners[0] - from.corners[0]).length();
        let right = match from.pose.heading == to.pose.heading {
            true => left,
            false => (to.corners[1] - from.corners[1]).length(),
        };
        way.sums[i] = [way.sums[i][0] + left, way.sums[i][1] + right];
        let most = self.most(id);
        self.within_allowance(way, i, most, Refusal::too_far)?;
        if on_the_table(&way.now[i]) { Ok(()) } else { Err(Refusal::OffTable(id)) }
    }

    /// The most an element can go in the best going.
    pub(crate) fn most(&self, id: ElementId) -> i64 {
        match self.starts_on_road {
            true => self.road_allowance(id).max(self.position.card(id).allowance),
            false => self.position.card(id).allowance,
        }
    }

    /// Whether a single element could go from one base to the others in turn and end there, as far as its front
    /// corners have to go.
    pub(crate) fn could_go(&self, bases: &[&Base]) -> bool {
        let most = self.most(self.units.first());
        (0..2).all(|corner| {
            let leg = |pair: &[&Base]| (pair[1].corners[corner] - pair[0].corners[corner]).length();
            within(bases.windows(2).map(leg).sum(), most)
        })
    }

    pub(super) fn has_road(&self) -> bool {
        self.position.field.of_type(Feature::Road).next().is_some()
    }

    pub(super) fn within_allowance(
        &self,
        way: &Way,
        i: usize,
        most: i64,
        refusal: fn(ElementId, Hand, i64, i64) -> Refusal,
    ) -> Result<(), Refusal> {
        let [left, right] = way.sums[i];
        let (hand, sum) = if left >= right { (Hand::Left, left) } else { (Hand::Right, right) };
        if within(sum, most) { Ok(()) } else { Err(refusal(self.units.ids()[i], hand, sum, most)) }
    }

    /// R42, R43, R49: what the ground allows, and whether the way stays within it.
    pub(super) fn afford(&self, way: &Way) -> Result<(), Refusal> {
        let ids = self.units.ids();
        if !self.is_single() {
            let psiloi = ids.iter().all(|&id| self.position.kind(id) == Kind::Psiloi);
            if let Some(i) = (0..ids.len()).find(|&i| way.river[i] || way.bad[i] && !psiloi) {
                return Err(Refusal::GroupInBadGoing(ids[i]));
            }
        }
        for (i, &id) in ids.iter().enumerate() {
            if way.road && self.has_road() {
                let most = self.road_allowance(id);
                let ordinary = self.allowance(id, way.bad[i], way.river[i]).unwrap_or(0);
                self.within_allowance(way, i, most.max(ordinary), Refusal::too_far)?;
                continue;
            }
            let most = self.allowance(id, way.bad[i], way.river[i])?;
            let refusal = match (way.river[i], way.bad[i]) {
                (true, _) => Refusal::too_far_in_river,
                (false, true) => Refusal::too_far_in_bad_going,
                _ => Refusal::too_far,
            };
            self.within_allowance(way, i, most, refusal)?;
        }
        Ok(())
    }

    pub(crate) fn road_allowance(&self, id: ElementId) -> i64 {
        let charts = &self.position.sheet.charts;
        match self.position.kind(id) {
            Kind::LightHorse => charts.road_light_horse,
            Kind::CampFollowers => 0,
            _ => charts.road,
        }
    }

    /// 1.2: how far an element moves on such ground.
    pub(crate) fn allowance(&self, id: ElementId, bad: bool, river: bool) -> Result<i64, Refusal> {
        let card = self.position.card(id);
        let charts = &self.position.sheet.charts;
        match (river, bad) {
            (_, true) if card.wheeled => Err(Refusal::WheelsInBadGoing(id)),
            (true, _) => Ok(charts.river.min(card.allowance)),
            (false, true) if card.class == Class::Mounted => Ok(charts.mounted_in_bad_going),
            _ => Ok(card.allowance),
        }
    }
}
