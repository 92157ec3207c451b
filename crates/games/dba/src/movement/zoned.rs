//! How zones of control bind a move (R63 to R67).

use crate::element::ElementId;
use crate::geometry::{Base, Edge};
use crate::kind::Kind;
use crate::order::Leg;
use crate::refusal::Refusal;

use super::{Arrival, Manoeuvre, Other, Way};

impl Manoeuvre<'_> {
    /// A move that starts in a zone or comes into one ends as the zone allows.
    pub(super) fn obey_zones(&self, way: &Way, legs: &[Leg], arrival: &Arrival) -> Result<(), Refusal> {
        let starts = self.start_zones();
        if !self.is_single() {
            return self.obey_as_group(way, legs, arrival, starts);
        }
        let start = self.starts[0];
        let end = Base::new(arrival.ends[0], start.depth);
        let owners = starts | way.entered;
        let meets = self.meets_controller(arrival, owners);
        if starts != 0 && !meets {
            let squares = self
                .zones_of(starts)
                .any(|zone| zone.holds(&end) && zone.bearing(&end).squares_up(&zone.bearing(&start)));
            if !squares && !goes_straight_back(&start, &end, legs) {
                return Err(Refusal::HeldByZone(self.units.first(), self.owner_of(starts)));
            }
            // R66: no other contact, no overlap, no camp from inside a zone.
            let touches = arrival.contacts.first().map(|&(_, enemy)| enemy);
            if let Some(enemy) = touches {
                return Err(Refusal::ContactFromZone(self.units.first(), enemy));
            }
            if !arrival.at_camp.is_empty() || arrival.enters.is_some() {
                return Err(Refusal::CampFromZone(self.units.first()));
            }
            if squares {
                return Ok(());
            }
        }
        if way.entered == 0 || meets {
            return match way.entered != 0 && way.entered_in + 1 < legs.len() {
                true => Err(Refusal::StopsInZone(self.units.first(), self.owner_of(way.entered))),
                false => Ok(()),
            };
        }
        let before = way.before_entry[0];
        let stops = way.entered_in + 1 == legs.len()
            && self
                .zones_of(way.entered)
                .any(|zone| zone.holds(&end) && zone.bearing(&end).no_worse_than(&zone.bearing(&before)));
        match stops {
            true if arrival.enters.is_some() => Err(Refusal::CampFromZone(self.units.first())),
            true => Ok(()),
            false => Err(Refusal::StopsInZone(self.units.first(), self.owner_of(way.entered))),
        }
    }

    /// Whether the zones a single element starts in let it end there, whichever way it goes: asked before a way is tried.
    pub(crate) fn zones_admit(&self, end: &Base) -> bool {
        let starts = self.start_zones();
        let start = &self.starts[0];
        starts == 0
            || goes_straight_back(start, end, &[Leg::To(end.pose)])
            || self.near().iter().any(|other| other.enemy && self.fronts(end, other))
            || self
                .zones_of(starts)
                .any(|zone| zone.bearing(end).squares_up(&zone.bearing(start)) && zone.holds(end))
    }

    /// The same for a group: it goes back, or some member's front comes up to an enemy.
    pub(crate) fn zones_admit_group(&self, ends: &[Base], legs: &[Leg]) -> bool {
        self.start_zones() == 0
            || legs.iter().all(|leg| matches!(leg, Leg::Forward(by) if *by <= 0))
            || ends.iter().any(|end| self.touches_an_enemy(end))
    }

    /// Whether a base may touch an enemy, as far as the boxes around them tell.
    pub(crate) fn touches_an_enemy(&self, base: &Base) -> bool {
        let around = base.extent().grown(crate::geometry::SLACK);
        self.near().iter().any(|other| other.enemy && around.meets(&other.extent))
    }

    /// Whether a base stands in full front contact with an enemy.
    fn fronts(&self, base: &Base, enemy: &Other) -> bool {
        if self.position.kind(enemy.id) == Kind::WarWagons {
            return Edge::ALL.iter().any(|&edge| enemy.base.fronting(edge).pose.at.coincides(base.pose.at));
        }
        enemy.base.pose.at.coincides(base.pose.at) && enemy.base.pose.heading.opposite() == base.pose.heading
    }

    /// R67.
    fn obey_as_group(&self, way: &Way, legs: &[Leg], arrival: &Arrival, starts: u64) -> Result<(), Refusal> {
        let lead = self.units.first();
        let back = legs.iter().all(|leg| matches!(leg, Leg::Forward(by) if *by <= 0));
        let meets = self.meets_controller(arrival, starts | way.entered);
        if starts != 0 && !meets && !back {
            return Err(Refusal::HeldByZone(lead, self.owner_of(starts)));
        }
        if starts == 0 && legs.iter().any(|leg| matches!(leg, Leg::Forward(by) if *by < 0)) {
            return Err(Refusal::GroupsGoForward);
        }
        if way.entered == 0 {
            return Ok(());
        }
        let last = legs[way.entered_in + 1..].iter().all(|leg| matches!(leg, Leg::Slide(_)));
        let straight = matches!(legs[way.entered_in], Leg::Forward(_) | Leg::Slide(_));
        if last && (straight || meets) {
            Ok(())
        } else {
            Err(Refusal::StopsInZone(lead, self.owner_of(way.entered)))
        }
    }

    fn zones_of(&self, bits: u64) -> impl Iterator<Item = &crate::zones::Zone> {
        self.zones.iter().enumerate().filter(move |(i, _)| bits >> i & 1 != 0).map(|(_, zone)| zone)
    }

    fn owner_of(&self, bits: u64) -> ElementId {
        self.zones_of(bits).next().map_or(ElementId::NONE, |zone| zone.owner)
    }

    /// Full front contact with an enemy whose zone it is.
    fn meets_controller(&self, arrival: &Arrival, owners: u64) -> bool {
        self.zones_of(owners).any(|zone| {
            let met = arrival.contacts.iter().any(|&(_, enemy)| enemy == zone.owner);
            met && arrival.fronts.contains(&zone.owner)
        })
    }
}

/// No turn, and straight back along the facing.
fn goes_straight_back(start: &Base, end: &Base, legs: &[Leg]) -> bool {
    let way = end.pose.at - start.pose.at;
    let slack = crate::geometry::SLACK_OF_FACING;
    let turns = legs.iter().any(|leg| match leg {
        Leg::To(pose) => pose.heading != start.pose.heading,
        Leg::Wheel(_, to) => *to != start.pose.heading,
        Leg::Forward(_) | Leg::Slide(_) => false,
    });
    !turns && way.dot(start.r).abs() <= slack && way.dot(start.q) <= 0
}
