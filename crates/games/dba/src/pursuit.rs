//! Pursuit (1.7; R115 to R118).

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};

use crate::element::{ElementId, Whereabouts};
use crate::field::Feature;
use crate::geometry::{
    Base, Convex, Ground, MU, Point, Pose, SLACK, TABLE, overlap, part_of, run_until_touching,
};
use crate::kind::Kind;
use crate::position::Position;
use crate::sheet::Pursues;

/// The farthest anybody pursues.
const MOST: i64 = 2 * MU;

/// Where Knights and Scythed Chariots do not follow.
const BARRED: [Feature; 4] = [Feature::Woods, Feature::SteepHill, Feature::Dunes, Feature::Oasis];

impl Position {
    /// The winner of a close combat goes straight after the loser, if it is of those who do.
    pub(crate) fn pursue(&mut self, id: ElementId, chronicle: &mut impl Chronicle) {
        let pursues = self.card(id).pursues;
        if !self.on_table(id) || pursues == Pursues::Never {
            return;
        }
        let base = self.base(id);
        let careful = pursues == Pursues::MarshAndRough;
        let barred = || self.field.pieces.iter().filter(|laid| BARRED.contains(&laid.feature()));
        if careful && barred().any(|laid| laid.holds_some_of(&base)) {
            return;
        }
        let distance = (base.depth * MU / 4).min(MOST);
        let end = Base::new(base.pose.ahead(distance), base.depth);
        let ground = Ground::between(&base, &end);
        let mut stop = Stop::new(&base, distance);
        for other in self.standing().filter(|&other| other != id) {
            let theirs = self.base(other);
            if overlap(&ground, &theirs) {
                stop.at(&theirs.corners);
            }
        }
        let mut entered = None;
        for camp in Side::BOTH {
            let Some(walls) = self.camp(camp).ground() else { continue };
            if overlap(&ground, &walls) && stop.at(walls.corners()) {
                entered = Some(camp).filter(|&camp| self.occupant(camp).is_none());
            }
        }
        for laid in &self.field.pieces {
            let bars = laid.feature() == Feature::Waterway || careful && BARRED.contains(&laid.feature());
            if bars {
                for outline in laid.outlines.iter().filter(|outline| overlap(&ground, *outline)) {
                    if stop.at(outline.corners()) {
                        entered = None;
                    }
                }
            }
        }
        if stop.at_edge(&base) {
            entered = None;
        }
        let way = stop.way;
        if way != Point::default() {
            self.advance(id, way, chronicle);
            // R118: a Warband directly behind follows as far.
            let second = self.standing_of(id.side()).find(|&friend| {
                friend != id
                    && self.kind(friend) == Kind::Warband
                    && self.element(friend).pose == base.rear_place()
            });
            if let Some(second) = second.filter(|_| self.kind(id) == Kind::Warband) {
                self.advance(second, way, chronicle);
            }
        }
        if let Some(camp) = entered {
            self.occupy(id, camp, chronicle);
        }
        self.engage_wagons();
    }

    fn advance(&mut self, id: ElementId, way: Point, chronicle: &mut impl Chronicle) {
        let pose = self.element(id).pose;
        self.element_mut(id).pose = Pose::new(pose.at + way, pose.heading);
        chronicle.note(|| {
            let text = format!("{} pursues {} MU", self.full_label(id), crate::refusal::mu(way.length()));
            Event::new(EventKind::Moved, "1.7", text).counters([u16::from(id.0)])
        });
    }

    /// An element goes into a camp and holds it (R123, R126, R127).
    pub(crate) fn occupy(&mut self, id: ElementId, camp: Side, chronicle: &mut impl Chronicle) {
        self.element_mut(id).place = Whereabouts::Camp(camp);
        self.element_mut(id).edge = None;
        self.camps[camp.index()].captured = id.side() != camp;
        chronicle.note(|| {
            let text = format!("{} occupies the camp of the {}", self.full_label(id), self.side_words(camp));
            Event::new(EventKind::Control, "2.14", text).counters([u16::from(id.0)])
        });
    }
}

/// How far a straight run goes before it touches something.
pub(crate) struct Stop {
    corners: [Point; 4],
    facing: Point,
    /// The way so far free, and it as a fraction of the facing.
    pub(crate) way: Point,
    part: (i128, i128),
}

impl Stop {
    /// A run of this length from a base straight ahead.
    pub(crate) fn new(base: &Base, distance: i64) -> Stop {
        let way = base.pose.ahead(distance).at - base.pose.at;
        Stop { corners: base.corners, facing: base.q, way, part: (i128::from(distance), i128::from(MU / 4)) }
    }

    /// Something that the run enters; answers whether it is the first.
    pub(crate) fn at(&mut self, obstacle: &[Point]) -> bool {
        let Some(part) = run_until_touching(&self.corners, self.facing, obstacle) else { return false };
        self.at_part(part)
    }

    fn at_part(&mut self, part: (i128, i128)) -> bool {
        if part.0 * self.part.1 >= self.part.0 * part.1 {
            return false;
        }
        self.part = part;
        self.way = part_of(self.facing, part);
        true
    }

    /// The edge of the table; answers whether it comes first.
    pub(crate) fn at_edge(&mut self, base: &Base) -> bool {
        let mut first = false;
        for corner in base.corners {
            for (at, step) in [(corner.x, base.q.x), (corner.y, base.q.y)] {
                let room = if step > 0 { TABLE - at } else { at };
                if step != 0 {
                    first |= self.at_part((i128::from(room.max(0)), i128::from(step.abs())));
                }
            }
        }
        first
    }

    /// Whether the run comes to touch an edge of the table that it goes towards.
    pub(crate) fn reaches_edge(&self) -> bool {
        let reaches = |at: i64, by: i64| by > 0 && at + by >= TABLE - SLACK || by < 0 && at + by <= SLACK;
        self.corners.iter().any(|corner| reaches(corner.x, self.way.x) || reaches(corner.y, self.way.y))
    }

    /// How long the run is.
    pub(crate) fn length(&self) -> i64 {
        self.way.length()
    }
}

#[cfg(test)]
mod tests;
