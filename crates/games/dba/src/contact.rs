//! Contact, overlap and groups (2.9, 2.10; R69 to R79, R145).

use engine::Side;

use crate::element::{ElementId, Units};
use crate::geometry::{Base, Edge, Extent, Hand, Pose};
use crate::kind::Kind;
use crate::position::Position;

/// A front edge that shares length with an enemy base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Contact {
    /// Which edge of the enemy it lies on.
    pub(crate) edge: Edge,
    /// How much length they share.
    pub(crate) length: i64,
    /// Whether corners match as 2.9 asks.
    pub(crate) full: bool,
}

/// Fronts farther apart than this cannot touch the other's base: the deepest is 4 MU.
const REACH: i64 = 6 * crate::geometry::MU;

/// What presses on a fighter beside its foe (1.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pressure {
    pub(crate) left: Option<ElementId>,
    pub(crate) right: Option<ElementId>,
    pub(crate) rear: Option<ElementId>,
}

/// Where one's front lies on another base, judged from the two bases alone.
pub(crate) fn contact(one: &Base, other: &Base) -> Option<Contact> {
    let (edge, length) = one.front_on(other)?;
    let place = full_place(other, edge);
    Some(Contact { edge, length, full: one.pose.at.coincides(place.at) })
}

/// The pose of full contact with an edge.
pub(crate) fn full_place(base: &Base, edge: Edge) -> Pose {
    match edge {
        Edge::Front => base.front_place(),
        Edge::Left => base.flank_place(Hand::Left),
        Edge::Right => base.flank_place(Hand::Right),
        Edge::Rear => base.rear_place(),
    }
}

/// The same on a War Wagon that nobody has engaged: any edge serves as its front (R75).
pub(crate) fn wagon_contact(one: &Base, wagon: &Base) -> Option<Contact> {
    let (edge, length) = one.front_on(wagon)?;
    let place = wagon.fronting(edge).front_place();
    Some(Contact { edge, length, full: one.pose.at.coincides(place.at) })
}

impl Position {
    /// How the front of one element lies on an enemy; both stand on the table.
    pub(crate) fn contact(&self, one: ElementId, other: ElementId) -> Option<Contact> {
        if !self.may_touch(one, other) {
            return None;
        }
        let (mine, theirs) = (self.fighting_base(one), self.fighting_base(other));
        match self.kind(other) == Kind::WarWagons && self.element(other).edge.is_none() {
            true => wagon_contact(&mine, &theirs).map(|contact| Contact { edge: Edge::Front, ..contact }),
            false => contact(&mine, &theirs),
        }
    }

    /// Most pairs are far apart or at an angle, and cannot touch along an edge: that is seen without their bases.
    #[inline]
    fn may_touch(&self, one: ElementId, other: ElementId) -> bool {
        let (a, b) = (&self.element(one).pose, &self.element(other).pose);
        let apart = a.at - b.at;
        apart.x.abs().max(apart.y.abs()) <= REACH && a.heading.right_angles_to(b.heading).is_some()
    }

    /// Whether two stand front to front, corners matched or not.
    pub(crate) fn front_to_front(&self, one: ElementId, other: ElementId) -> Option<Contact> {
        self.contact(one, other).filter(|contact| contact.edge == Edge::Front)
    }

    /// The enemies whose front lies on an element, with where.
    pub(crate) fn contacters(&self, id: ElementId) -> impl Iterator<Item = (ElementId, Contact)> + '_ {
        let enemies = self.standing_of(id.side().other());
        enemies.filter_map(move |enemy| self.contact(enemy, id).map(|contact| (enemy, contact)))
    }

    /// Whether an enemy's front touches an element anywhere.
    pub(crate) fn is_contacted(&self, id: ElementId) -> bool {
        self.contacters(id).next().is_some()
    }

    /// The enemies an element's front lies on, with where.
    pub(crate) fn contacted_by(&self, id: ElementId) -> impl Iterator<Item = (ElementId, Contact)> + '_ {
        let enemies = self.standing_of(id.side().other());
        enemies.filter_map(move |enemy| self.contact(id, enemy).map(|contact| (enemy, contact)))
    }

    /// Whether an element's front lies on a camp the enemy holds.
    pub(crate) fn at_camp(&self, id: ElementId) -> Option<Side> {
        if self.element(id).pose.heading.thousandths() % crate::geometry::RIGHT_ANGLE != 0 {
            return None;
        }
        let at = Extent::of(&[self.element(id).pose.at]).grown(crate::geometry::SLACK);
        Side::BOTH.into_iter().find(|&camp| {
            // The middle of a front that lies on a wall is no farther than a MU from the camp; few are so near.
            let near = self
                .camp(camp)
                .area
                .is_some_and(|[least, most]| Extent { least, most }.grown(crate::geometry::MU).meets(&at));
            near && {
                let base = self.base(id);
                self.occupant(camp).is_some_and(|occupant| occupant.side() != id.side())
                    && self.camp(camp).walls().any(|wall| self.touches_wall(&base, wall).is_some())
            }
        })
    }

    /// How much of a front lies on a wall of a camp from outside.
    pub(crate) fn touches_wall(&self, base: &Base, wall: [crate::geometry::Point; 2]) -> Option<i64> {
        // Walls run clockwise, so the outside is to the left of each; a front that faces it looks the other way.
        let out = -(wall[1] - wall[0]).right();
        let square = base.pose.heading.thousandths() % crate::geometry::RIGHT_ANGLE == 0;
        if !square || out.dot(base.q) >= 0 {
            return None;
        }
        base.shared(wall)
    }

    /// Fighting pins: an enemy front touches it or its own front touches an enemy (R54).
    pub(crate) fn is_pinned(&self, id: ElementId) -> bool {
        let touches =
            |enemy: ElementId| self.contact(enemy, id).is_some() || self.contact(id, enemy).is_some();
        self.standing_of(id.side().other()).any(|enemy| self.may_touch(enemy, id) && touches(enemy))
            || self.at_camp(id).is_some()
    }

    /// Whether anybody is in contact with it in the sense that bars shooting (R89).
    pub(crate) fn is_engaged(&self, id: ElementId) -> bool {
        match self.element(id).place {
            crate::element::Whereabouts::Camp(camp) => self.attackers_of(camp).next().is_some(),
            _ => self.is_pinned(id),
        }
    }

    /// Those whose front lies on the camp of a side that they do not hold.
    pub(crate) fn attackers_of(&self, camp: Side) -> impl Iterator<Item = ElementId> + '_ {
        let holder = self.occupant(camp).map(ElementId::side);
        let attackers = holder.into_iter().flat_map(|holder| self.standing_of(holder.other()));
        attackers.filter(move |&id| {
            let base = self.base(id);
            self.camp(camp).walls().any(|wall| self.touches_wall(&base, wall).is_some())
        })
    }

    /// What presses on a fighter besides its foe: flank and rear contacts and overlaps, one for each side at most
    /// (R78). Corner overlaps do not trouble Scythed Chariots (R79).
    pub(crate) fn pressure(&self, id: ElementId, foe: ElementId) -> Pressure {
        let mut pressure = Pressure::default();
        if !self.on_table(id) {
            return pressure;
        }
        let base = self.fighting_base(id);
        let met_in_full = self.on_table(foe)
            && self.contact(foe, id).is_some_and(|contact| contact.full && contact.edge == Edge::Front);
        for enemy in self.standing_of(id.side().other()).filter(|&enemy| enemy != foe) {
            let theirs = self.fighting_base(enemy);
            let apart = theirs.pose.at - base.pose.at;
            if apart.x.abs().max(apart.y.abs()) > 8 * crate::geometry::MU {
                continue;
            }
            match self.contact(enemy, id).map(|contact| contact.edge) {
                Some(Edge::Left) => pressure.left = Some(enemy),
                Some(Edge::Right) => pressure.right = Some(enemy),
                Some(Edge::Rear) => pressure.rear = Some(enemy),
                Some(Edge::Front) => {}
                None => {
                    let side = base.side_by_side(&theirs).or_else(|| {
                        let corner = met_in_full && self.kind(id) != Kind::ScythedChariots;
                        corner.then(|| self.corner_overlap(&base, enemy, &theirs)).flatten()
                    });
                    match side {
                        Some(Hand::Left) => pressure.left = pressure.left.or(Some(enemy)),
                        Some(Hand::Right) => pressure.right = pressure.right.or(Some(enemy)),
                        None => {}
                    }
                }
            }
        }
        pressure
    }

    /// Same-hand front corners that coincide, the overlapper not itself in full front contact (2.10).
    fn corner_overlap(&self, base: &Base, enemy: ElementId, theirs: &Base) -> Option<Hand> {
        let touching = |hand: &Hand| base.front_corner(*hand).coincides(theirs.front_corner(*hand));
        let hand = Hand::BOTH.into_iter().find(touching)?;
        let busy = self.contacted_by(enemy).any(|(_, contact)| contact.full && contact.edge == Edge::Front);
        (!busy).then_some(hand)
    }

    /// Whether an element stands in overlap on some enemy, as 2.8 and R53 ask.
    pub(crate) fn overlaps_somebody(&self, id: ElementId) -> bool {
        self.standing_of(id.side().other()).any(|enemy| {
            let fought =
                self.contacters(enemy).any(|(friend, contact)| friend != id && contact.edge == Edge::Front);
            fought && {
                let foe = self.contacters(enemy).find(|(friend, c)| *friend != id && c.edge == Edge::Front);
                foe.is_some_and(|(friend, _)| {
                    let pressure = self.pressure(enemy, friend);
                    [pressure.left, pressure.right].contains(&Some(id)) && self.contact(id, enemy).is_none()
                })
            }
        })
    }

    /// Whether two elements of a side stand edge to edge, side by side or in file (R44).
    pub(crate) fn linked(&self, one: ElementId, other: ElementId) -> bool {
        let (a, b) = (&self.element(one).pose, &self.element(other).pose);
        a.heading == b.heading && linked(&self.base(one), &self.base(other))
    }

    /// Whether elements are a group: one facing, all linked (R44).
    pub(crate) fn is_group(&self, units: &Units) -> bool {
        let ids = units.ids();
        let Some(&first) = ids.first() else { return false };
        let heading = self.element(first).pose.heading;
        if ids.len() < 2 || ids.iter().any(|&id| self.element(id).pose.heading != heading) {
            return false;
        }
        let mut reached = 1_u32;
        loop {
            let before = reached;
            for (i, &one) in ids.iter().enumerate() {
                let near = ids.iter().enumerate();
                let near = near.filter(|&(j, _)| reached >> j & 1 != 0);
                if reached >> i & 1 == 0 && near.into_iter().any(|(_, &other)| self.linked(one, other)) {
                    reached |= 1 << i;
                }
            }
            if reached == before {
                return reached.count_ones() as usize == ids.len();
            }
        }
    }

    /// Whether elements are a column: each touches the one ahead with its front edge, facings within a right angle
    /// (R46).
    pub(crate) fn is_column(&self, units: &Units) -> bool {
        units.len() >= 2
            && units.ids().windows(2).all(|pair| {
                let apart = self.element(pair[0]).pose.at - self.element(pair[1]).pose.at;
                if apart.x.abs().max(apart.y.abs()) > REACH {
                    return false;
                }
                let (ahead, behind) = (self.base(pair[0]), self.base(pair[1]));
                let turn = ahead.pose.heading.turn_to(behind.pose.heading).abs();
                turn <= crate::geometry::RIGHT_ANGLE && touches_with_front(&behind, &ahead)
            })
    }
}

/// Whether two bases of equal heading stand side by side or in file.
pub(crate) fn linked(one: &Base, other: &Base) -> bool {
    one.pose.heading == other.pose.heading
        && (one.pose.at.coincides(other.beside_place(Hand::Left).at)
            || one.pose.at.coincides(other.beside_place(Hand::Right).at)
            || one.pose.at.coincides(other.rear_place().at)
            || other.pose.at.coincides(one.rear_place().at))
}

/// Whether a front edge touches a base anywhere, at whatever angle.
pub(crate) fn touches_with_front(base: &Base, other: &Base) -> bool {
    let front = Extent::of(&base.edge(Edge::Front)).grown(crate::geometry::SLACK);
    front.meets(&other.extent())
        && crate::geometry::gap(&base.edge(Edge::Front), &other.corners) <= crate::geometry::SLACK
}

#[cfg(test)]
mod tests;
