//! Places worth going to (7.5, "Useful orders").

use crate::element::ElementId;
use crate::field::{Feature, Shape};
use crate::geometry::{Base, Edge, Hand, Heading, MU, Point, Pose};
use crate::kind::Kind;
use crate::movement::{Manoeuvre, Other};
use crate::position::Position;

impl Position {
    /// Along the bank of the waterway, facing inland.
    pub(super) fn landing_places(&self) -> Vec<Pose> {
        let Some(water) = self.field.of_type(Feature::Waterway).next() else { return vec![] };
        let Shape::Chain(cuts) = &water.piece.shape else { return vec![] };
        let mut places = vec![];
        for pair in cuts.windows(2) {
            let (from, to) = (pair[0][0], pair[1][0]);
            let steps = ((to - from).length() / (2 * MU)).max(1);
            // The bank runs with the water on its right: inland is to the left.
            let heading = Heading::of(-(to - from).right());
            for step in 0..=steps {
                let bank = from + (to - from).scaled(step, steps);
                for deep in [3, 4, 6, 8] {
                    places.push(Pose::new(bank + heading.ahead() * deep, heading));
                }
            }
        }
        places
    }
}

impl Manoeuvre<'_> {
    /// Places where a single element touches or passes an enemy, front, flank, rear and alongside.
    pub(super) fn contact_places(&self, out: &mut Vec<Pose>) {
        let start = self.starts[0];
        let reach = self.position.card(self.units.first()).allowance + 5 * MU;
        for other in self.near().iter().filter(|other| other.enemy) {
            let (base, apart) = (&other.base, other.base.pose.at - start.pose.at);
            if apart.x.abs().max(apart.y.abs()) > reach {
                continue;
            }
            let wagon = self.position.kind(other.id) == Kind::WarWagons;
            for edge in Edge::ALL {
                out.push(match wagon {
                    true => base.fronting(edge).front_place(),
                    false => crate::contact::full_place(base, edge),
                });
            }
            // Beside a friend that fights it: the usual overlap.
            let mut friends = self.near().iter().filter(|friend| !friend.enemy);
            if let Some(friend) = friends.find(|friend| friend.base.front_place() == base.pose) {
                out.extend(Hand::BOTH.map(|hand| friend.base.beside_place(hand)));
            }
        }
    }

    /// Places where a single element stands alongside, supports or lines up.
    pub(super) fn places_of_interest(&self, out: &mut Vec<Pose>) {
        let start = self.starts[0];
        let id = self.units.first();
        let position = self.position;
        let reach = position.card(id).allowance + 5 * MU;
        let near = |at: Point| {
            let apart = at - start.pose.at;
            apart.x.abs().max(apart.y.abs()) <= reach
        };
        for other in self.near().iter().filter(|other| near(other.base.pose.at)) {
            let base = &other.base;
            if other.enemy {
                // Alongside, opposite heading, its front level with the enemy's rear.
                for hand in Hand::BOTH {
                    let beside = base.beside_place(hand);
                    let at = beside.at - base.q * base.depth;
                    out.push(Pose::new(at, base.pose.heading.opposite()));
                    out.push(Pose::new(beside.at, base.pose.heading.opposite()));
                }
            } else {
                out.push(base.beside_place(Hand::Left));
                out.push(base.beside_place(Hand::Right));
                out.push(base.rear_place());
                out.push(base.ahead_place(start.depth));
            }
        }
        self.camp_places(out);
        self.cover_places(id, &near, out);
        self.shooting_places(id, out);
    }

    /// Corner to corner with an enemy that a friend fights in full front contact, every five degrees (2.10).
    pub(super) fn overlap_places(&self, out: &mut Vec<Pose>) {
        let start = self.starts[0];
        let reach = self.position.card(self.units.first()).allowance + 3 * MU;
        for enemy in self.near().iter().filter(|other| other.enemy) {
            let apart = enemy.base.pose.at - start.pose.at;
            if apart.x.abs().max(apart.y.abs()) > reach {
                continue;
            }
            let mut friends = self.near().iter().filter(|other| !other.enemy);
            let friend = friends.find(|friend| {
                friend.base.pose.heading == enemy.base.pose.heading.opposite()
                    && friend.base.pose.at.coincides(enemy.base.pose.at)
            });
            let Some(friend) = friend else { continue };
            for hand in Hand::BOTH {
                let corner = enemy.base.front_corner(hand);
                let turned = (0..72).map(|step| friend.base.pose.heading.turned(5_000 * step));
                for heading in turned.chain([start.pose.heading]) {
                    let at = corner - heading.ahead().right() * (4 * hand.sign());
                    out.push(Pose::new(at, heading));
                }
            }
        }
    }

    /// Square to each wall of a camp: nearest, in the middle, and at both ends.
    fn camp_places(&self, out: &mut Vec<Pose>) {
        let start = self.starts[0].pose.at;
        for walls in &*self.camps {
            for [a, b] in self.position.camp(walls.camp).walls() {
                let heading = Heading::of((b - a).right());
                let wall = b - a;
                let size = wall.length().max(1);
                let along = |part: i64| a + wall.scaled(part, size);
                let nearest = (start - a).dot(wall).clamp(0, wall.squared()) / size;
                for part in [MU, size / 2, size - MU, nearest] {
                    out.push(Pose::new(along(part), heading));
                }
            }
        }
    }

    /// Wholly inside each piece of cover near by.
    fn cover_places(&self, id: ElementId, near: &impl Fn(Point) -> bool, out: &mut Vec<Pose>) {
        let start = self.starts[0];
        for laid in self.position.field.pieces.iter().filter(|laid| laid.feature().is_area()) {
            let (Shape::Oval(span) | Shape::Rectangle(span)) = laid.piece.shape else { continue };
            if !near(span.centre) {
                continue;
            }
            let to_centre = span.centre - start.centre();
            // From the edge inward, the first place that holds the whole base.
            for step in 1..=8 {
                let way = to_centre.scaled(step, 8);
                let base =
                    Base::new(Pose::new(start.pose.at + way, start.pose.heading), self.position.depth(id));
                if laid.holds_all_of(&base.corners) {
                    out.push(base.pose);
                    break;
                }
            }
        }
    }

    /// Facing each enemy at full range and centred on it.
    fn shooting_places(&self, id: ElementId, out: &mut Vec<Pose>) {
        let Some(range) = self.position.card(id).range else { return };
        let start = self.starts[0];
        for enemy in self.near().iter().filter(|other| other.enemy) {
            let target = enemy.base.centre();
            let way = target - start.pose.at;
            let far = way.length();
            if far == 0 || far > range + self.position.card(id).allowance + 4 * MU {
                continue;
            }
            let heading = Heading::of(way);
            // Facing it from where it stands.
            out.push(Pose::new(start.pose.at, heading));
            // Straight ahead of the enemy's front, at full range.
            let front = enemy.base.front_place().ahead(-range);
            out.push(front);
            let step = (far - range - MU).max(0);
            out.push(Pose::new(start.pose.at + way.scaled(step, far), heading));
        }
    }

    /// Around where a shooter stands, every half MU, facing an enemy within range or every fifteen degrees to either
    /// side of it as far as its arc reaches.
    pub(super) fn firing_places(&self, enemy: &Other, out: &mut Vec<Pose>) {
        let id = self.units.first();
        let Some(range) = self.position.card(id).range else { return };
        let start = self.starts[0].pose;
        let most = self.most(id);
        let target = enemy.base.centre();
        // From the middle of a front to the far end of it, and from the middle of a base to its corners.
        let reach = range + MU + MU / 2 + enemy.base.depth * MU / 8;
        if (target - start.at).length() > reach + most {
            return;
        }
        let steps = 2 * most / MU;
        for x in -steps..=steps {
            for y in -steps..=steps {
                let at = start.at + Point::new(x * MU / 2, y * MU / 2);
                let way = target - at;
                if way.squared() > reach * reach || (at - start.at).length() > most {
                    continue;
                }
                let toward = Heading::of(way);
                out.push(Pose::new(at, toward));
                let square = (toward.thousandths() + 7_500) / 15_000 * 15_000;
                out.extend((-6..=6).map(|turn| Pose::new(at, Heading::new(square + 15_000 * turn))));
            }
        }
    }
}
