//! Where a move ends: contact, lining up, conforming, camps (2.9; R53, R69 to R71, R123, R151).

use engine::Side;

use crate::contact::{Contact, contact, full_place, linked, touches_with_front, wagon_contact};
use crate::element::{ElementId, Units, Whereabouts};
use crate::geometry::{Base, Edge, Extent, Hand, MU, Point, Pose, SLACK, breadth, overlap};
use crate::kind::Kind;
use crate::position::Position;
use crate::refusal::Refusal;

use super::{Manoeuvre, Other, Way};

/// What a legal move comes to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Arrival {
    /// Where each of the movers ends, in their order.
    pub(crate) ends: Vec<Pose>,
    /// Who is in full contact with whom, in order.
    pub(crate) contacts: Vec<(ElementId, ElementId)>,
    /// Enemies met in full front contact.
    pub(crate) fronts: Vec<ElementId>,
    /// Movers whose front lies on a camp the enemy holds.
    pub(crate) at_camp: Vec<ElementId>,
    /// A mover that enters an empty camp.
    pub(crate) enters: Option<(ElementId, Side)>,
    /// A lone enemy that conforms, and where it then stands (R70).
    pub(crate) conforms: Option<(ElementId, Pose)>,
}

/// Nobody farther off than this can touch a base: both may be 4 MU deep.
const NEAR: i64 = 6 * MU;

impl Manoeuvre<'_> {
    /// What the end of a way comes to.
    pub(crate) fn arrive(&self, way: &mut Way) -> Result<Arrival, Refusal> {
        let n = self.units.len();
        self.store_exactly(way);
        let mut arrival = Arrival::default();
        let mut partial = None;
        for i in 0..n {
            let base = way.now[i];
            for enemy in self.near().iter().filter(|other| other.enemy) {
                let apart = enemy.base.pose.at - base.pose.at;
                if apart.x.abs().max(apart.y.abs()) > breadth(enemy.base.depth) + MU + SLACK {
                    continue;
                }
                let Some(contact) = self.contact_with(&base, enemy) else { continue };
                if self.position.card(self.units.ids()[i]).wheeled {
                    return Err(Refusal::WheelsInContact(self.units.ids()[i], enemy.id));
                }
                match contact.full {
                    true => self.meet(&mut arrival, i, enemy, contact)?,
                    false => partial = partial.or(Some((i, enemy, contact))),
                }
            }
            self.reach_camps(&mut arrival, i, &base)?;
        }
        match partial {
            Some((i, enemy, contact)) => self.conform(&mut arrival, way, i, enemy, Some(contact))?,
            None if n > 1 => self.conform_to_a_corner(&mut arrival, way)?,
            None => {}
        }
        arrival.ends = way.now[..n].iter().map(|base| base.pose).collect();
        self.no_wheels_in_overlap(&arrival)?;
        Ok(arrival)
    }

    /// A contact as the rules name it: any edge of a War Wagon serves as its front.
    fn contact_with(&self, base: &Base, enemy: &Other) -> Option<Contact> {
        match (self.position.kind(enemy.id), self.position.element(enemy.id).edge) {
            (Kind::WarWagons, None) => {
                wagon_contact(base, &enemy.base).map(|contact| Contact { edge: Edge::Front, ..contact })
            }
            (Kind::WarWagons, Some(edge)) => contact(base, &enemy.base.fronting(edge)),
            _ => contact(base, &enemy.base),
        }
    }

    /// Full contact; on flank and rear only from beyond their lines (R71).
    fn meet(&self, arrival: &mut Arrival, i: usize, enemy: &Other, contact: Contact) -> Result<(), Refusal> {
        let id = self.units.ids()[i];
        let start = &self.starts[i];
        match contact.edge {
            Edge::Front => arrival.fronts.push(enemy.id),
            Edge::Left if !beyond_flank(start, &enemy.base, Hand::Left) => {
                return Err(Refusal::NotBeyondFlank(id, enemy.id));
            }
            Edge::Right if !beyond_flank(start, &enemy.base, Hand::Right) => {
                return Err(Refusal::NotBeyondFlank(id, enemy.id));
            }
            Edge::Rear if !wholly_behind(start, &enemy.base) => {
                return Err(Refusal::NotBehind(id, enemy.id));
            }
            _ => {}
        }
        arrival.contacts.push((id, enemy.id));
        Ok(())
    }

    /// A front on a camp: an enemy's is attacked, an empty one entered (R69, R123).
    fn reach_camps(&self, arrival: &mut Arrival, i: usize, base: &Base) -> Result<(), Refusal> {
        let id = self.units.ids()[i];
        let wheeled = self.position.card(id).wheeled;
        for walls in &*self.camps {
            let camp = self.position.camp(walls.camp);
            if !camp.walls().any(|wall| self.position.touches_wall(base, wall).is_some()) {
                continue;
            }
            match walls.holder {
                Some(holder) if holder.side() == id.side() => {}
                Some(_) if wheeled => return Err(Refusal::WheelsAtCamp(id)),
                Some(_) => arrival.at_camp.push(id),
                None if wheeled && walls.camp != id.side() => return Err(Refusal::WheelsAtCamp(id)),
                None => {
                    if self.start_zones() != 0 {
                        return Err(Refusal::CampFromZone(id));
                    }
                    arrival.enters = arrival.enters.or(Some((id, walls.camp)));
                }
            }
        }
        Ok(())
    }

    /// R70: a lone enemy hit by a group turns to the member that shares most edge with it.
    fn conform(
        &self,
        arrival: &mut Arrival,
        way: &Way,
        i: usize,
        enemy: &Other,
        contact: Option<Contact>,
    ) -> Result<(), Refusal> {
        let refusal = Refusal::NotInFull(self.units.ids()[i], enemy.id);
        let n = self.units.len();
        let front = contact.is_none_or(|contact| contact.edge == Edge::Front);
        if n < 2 || !front || self.position.kind(enemy.id) == Kind::WarWagons || !self.is_lone(enemy) {
            return Err(refusal);
        }
        let shared = |i: usize| contact_length(&way.now[i], &enemy.base);
        let nearness = |i: usize| -(way.now[i].pose.at - enemy.base.pose.at).squared();
        let touching = (0..n).filter(|&i| touches_with_front(&way.now[i], &enemy.base));
        let best = touching.max_by_key(|&i| (shared(i), nearness(i), std::cmp::Reverse(i))).ok_or(refusal)?;
        let turned = Base::new(way.now[best].front_place(), enemy.base.depth);
        let behind = Base::new(turned.rear_place(), turned.depth);
        if !self.free_for(enemy, &turned, way) || !self.free_for(enemy, &behind, way) {
            return Err(refusal);
        }
        arrival.conforms = Some((enemy.id, turned.pose));
        arrival.contacts.push((self.units.ids()[best], enemy.id));
        arrival.fronts.push(enemy.id);
        Ok(())
    }

    /// A bare touch at an angle conforms a lone enemy too, and is nothing otherwise.
    fn conform_to_a_corner(&self, arrival: &mut Arrival, way: &Way) -> Result<(), Refusal> {
        let n = self.units.len();
        for enemy in self.near().iter().filter(|other| other.enemy) {
            if arrival.contacts.iter().any(|&(_, met)| met == enemy.id) {
                continue;
            }
            let touched = (0..n).find(|&i| {
                let apart = enemy.base.pose.at - way.now[i].pose.at;
                apart.x.abs().max(apart.y.abs()) <= NEAR && front_meets_front(&way.now[i], &enemy.base)
            });
            if let Some(i) = touched
                && self.conform(arrival, way, i, enemy, None).is_ok()
            {
                return Ok(());
            }
        }
        Ok(())
    }

    /// In no group, in contact with nobody but the movers.
    fn is_lone(&self, enemy: &Other) -> bool {
        let friends = self.others.iter().filter(|other| other.enemy && other.id != enemy.id);
        let mut foes = self.others.iter().filter(|other| !other.enemy);
        let grouped = friends.into_iter().any(|friend| linked(&friend.base, &enemy.base));
        let fought = foes.any(|foe| {
            contact(&foe.base, &enemy.base).is_some() || contact(&enemy.base, &foe.base).is_some()
        });
        !grouped && !fought && self.position.at_camp(enemy.id).is_none()
    }

    /// A place for an enemy that turns: on the table, on nobody.
    fn free_for(&self, enemy: &Other, base: &Base, way: &Way) -> bool {
        let others = self.others.iter().filter(|other| other.id != enemy.id);
        on_the_table(base)
            && !others.into_iter().any(|other| other.base.overlaps(base))
            && !way.now[..self.units.len()].iter().any(|mover| mover.overlaps(base))
            && !self.camps.iter().any(|walls| overlap(&walls.ground, base))
            && !self.position.field.touches(crate::field::Feature::Waterway, base)
    }

    /// R53: Artillery and War Wagons may not end in overlap.
    fn no_wheels_in_overlap(&self, arrival: &Arrival) -> Result<(), Refusal> {
        let ids = self.units.ids();
        if !ids.iter().any(|&id| self.position.card(id).wheeled) {
            return Ok(());
        }
        let after = self.position.after_arrival(&self.units, arrival);
        let wheeled = ids.iter().find(|&&id| self.position.card(id).wheeled && after.overlaps_somebody(id));
        match wheeled {
            Some(&id) => Err(Refusal::WheelsInOverlap(id)),
            None => Ok(()),
        }
    }

    /// R151: a pose within the slack of a full contact, or of a place beside or in file with a friend, is that place.
    fn store_exactly(&self, way: &mut Way) {
        let n = self.units.len();
        for i in 0..n {
            let base = way.now[i];
            if let Some(by) = self.exact_place(&base).filter(|by| *by != Point::default()) {
                for mover in &mut way.now[..n] {
                    *mover = Base::new(Pose::new(mover.pose.at + by, mover.pose.heading), mover.depth);
                }
                return;
            }
        }
    }

    fn exact_place(&self, base: &Base) -> Option<Point> {
        let enemies = self.near().iter().filter(|other| other.enemy);
        let friends = self.near().iter().filter(|other| !other.enemy);
        // The exact places about a base lie no farther from the middle of its front than its depth or 2 MU.
        let near = |other: &&Other| {
            let apart = other.base.pose.at - base.pose.at;
            let far = other.base.depth.max(base.depth).max(8) * (MU / 4) + 2 * SLACK;
            apart.x.abs().max(apart.y.abs()) <= far
                && other.base.pose.heading.right_angles_to(base.pose.heading).is_some()
        };
        let by = |place: Pose| {
            let fits = place.heading == base.pose.heading && place.at.coincides(base.pose.at);
            fits.then(|| place.at - base.pose.at)
        };
        let met = enemies.filter(near).find_map(|enemy| {
            let wagon = self.position.kind(enemy.id) == Kind::WarWagons;
            Edge::ALL.into_iter().find_map(|edge| {
                by(if wagon {
                    enemy.base.fronting(edge).front_place()
                } else {
                    full_place(&enemy.base, edge)
                })
            })
        });
        met.or_else(|| {
            friends.filter(near).find_map(|friend| {
                let places = [
                    friend.base.beside_place(Hand::Left),
                    friend.base.beside_place(Hand::Right),
                    friend.base.rear_place(),
                    friend.base.ahead_place(base.depth),
                ];
                places.into_iter().find_map(by)
            })
        })
    }
}

/// How much edge a base's front shares with another's front.
fn contact_length(base: &Base, enemy: &Base) -> i64 {
    contact(base, enemy).filter(|contact| contact.edge == Edge::Front).map_or(0, |contact| contact.length)
}

/// A front that touches another's front edge or front corner, at any angle.
fn front_meets_front(base: &Base, enemy: &Base) -> bool {
    crate::geometry::gap(&base.edge(Edge::Front), &enemy.edge(Edge::Front)) <= SLACK
}

/// On the table, the slack allowed.
pub(crate) fn on_the_table(base: &Base) -> bool {
    let table =
        Extent { least: Point::default(), most: Point::new(crate::geometry::TABLE, crate::geometry::TABLE) };
    let table = table.grown(SLACK);
    let extent = base.extent();
    extent.least.x >= table.least.x
        && extent.least.y >= table.least.y
        && extent.most.x <= table.most.x
        && extent.most.y <= table.most.y
}

/// R71, item 15: wholly beyond the side line, or partly beyond it and partly behind the rear line.
pub(crate) fn beyond_flank(start: &Base, enemy: &Base, side: Hand) -> bool {
    let quarter = enemy.q.squared();
    let slack = crate::geometry::SLACK_OF_FACING;
    let out = |corner: &Point| (*corner - enemy.pose.at).dot(enemy.r) * side.sign() - 4 * quarter;
    let back = |corner: &Point| -(*corner - enemy.pose.at).dot(enemy.q) - enemy.depth * quarter;
    let wholly = start.corners.iter().all(|corner| out(corner) >= -slack);
    let partly = start.corners.iter().any(|corner| out(corner) > slack)
        && start.corners.iter().any(|corner| back(corner) > slack);
    wholly || partly
}

/// Wholly behind the prolonged rear line.
pub(crate) fn wholly_behind(start: &Base, enemy: &Base) -> bool {
    let slack = crate::geometry::SLACK_OF_FACING;
    let back = |corner: &Point| -(*corner - enemy.pose.at).dot(enemy.q) - enemy.depth * enemy.q.squared();
    start.corners.iter().all(|corner| back(corner) >= -slack)
}

impl Position {
    /// The position with the movers where they end, for questions about what they would do there.
    pub(crate) fn after_arrival(&self, units: &Units, arrival: &Arrival) -> Position {
        let mut after = self.clone();
        after.set_down(units, arrival);
        after
    }

    /// Puts the movers where they end, and a conforming enemy where it turns to.
    pub(crate) fn set_down(&mut self, units: &Units, arrival: &Arrival) {
        for (&id, &pose) in units.ids().iter().zip(&arrival.ends) {
            let element = self.element_mut(id);
            element.place = Whereabouts::Table;
            element.pose = pose;
            element.edge = None;
        }
        if let Some((enemy, pose)) = arrival.conforms {
            self.element_mut(enemy).pose = pose;
        }
        if let Some((id, camp)) = arrival.enters {
            self.element_mut(id).place = Whereabouts::Camp(camp);
        }
    }
}
