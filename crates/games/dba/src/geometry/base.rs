//! Bases: where an element stands and the exact rectangle it covers.

use serde::{Deserialize, Serialize};

use super::{Extent, Heading, MU, Point, QUARTER, RIGHT_ANGLE};

/// The midpoint of a front edge and the facing (R1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pose {
    /// The midpoint of the front edge.
    pub at: Point,
    /// The facing.
    pub heading: Heading,
}

impl Pose {
    /// A front midpoint and a facing.
    #[inline]
    pub const fn new(at: Point, heading: Heading) -> Pose {
        Pose { at, heading }
    }

    /// So far straight ahead, or back if negative: exact for whole quarters of a MU.
    #[inline]
    pub fn ahead(self, distance: i64) -> Pose {
        Pose { at: self.at + along(self.heading.ahead(), distance), ..self }
    }

    /// So far to its right, or to its left if negative.
    #[inline]
    pub fn aside(self, distance: i64) -> Pose {
        Pose { at: self.at + along(self.heading.ahead().right(), distance), ..self }
    }
}

/// A way of this length along a facing vector.
#[inline]
fn along(facing: Point, distance: i64) -> Point {
    let quarter = MU / 4;
    match distance % quarter {
        0 => facing * (distance / quarter),
        _ => facing.scaled(distance, quarter),
    }
}

/// An edge of a base.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// Where it faces.
    Front,
    /// Its right side.
    Right,
    /// Behind.
    Rear,
    /// Its left side.
    Left,
}

impl Edge {
    /// All four, clockwise.
    pub const ALL: [Edge; 4] = [Edge::Front, Edge::Right, Edge::Rear, Edge::Left];
}

/// Left or right, as the element sees it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Hand {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Hand {
    /// Both.
    pub const BOTH: [Hand; 2] = [Hand::Left, Hand::Right];

    /// −1 for left, 1 for right.
    #[inline]
    pub const fn sign(self) -> i64 {
        match self {
            Hand::Left => -1,
            Hand::Right => 1,
        }
    }

    /// The other one.
    pub const fn other(self) -> Hand {
        match self {
            Hand::Left => Hand::Right,
            Hand::Right => Hand::Left,
        }
    }
}

/// The rectangle an element covers: two MU wide, a whole number of quarters deep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Base {
    /// Where it stands.
    pub pose: Pose,
    /// Its depth in quarters of a MU.
    pub depth: i64,
    /// The facing vector, a quarter of a MU long.
    pub q: Point,
    /// The same to the right.
    pub r: Point,
    /// Left front, right front, right rear, left rear: clockwise.
    pub corners: [Point; 4],
}

/// No corner of a base so many quarters deep is farther than this from the middle of its front.
#[inline]
pub(crate) const fn breadth(depth: i64) -> i64 {
    // A MU aside and three quarters or more back: at most the way back and half a MU.
    MU / 2 + depth * MU / 4
}

impl Base {
    /// The base at a pose, so many quarters of a MU deep.
    #[inline]
    pub fn new(pose: Pose, depth: i64) -> Base {
        let q = pose.heading.ahead();
        let r = q.right();
        let (left, right, back) = (pose.at - r * 4, pose.at + r * 4, q * depth);
        Base { pose, depth, q, r, corners: [left, right, right - back, left - back] }
    }

    /// The same base, moved without turning.
    #[inline]
    pub fn shifted(&self, by: Point) -> Base {
        let pose = Pose::new(self.pose.at + by, self.pose.heading);
        Base { pose, corners: self.corners.map(|corner| corner + by), ..*self }
    }

    /// The left front corner.
    #[inline]
    pub fn front_left(&self) -> Point {
        self.corners[0]
    }

    /// The right front corner.
    #[inline]
    pub fn front_right(&self) -> Point {
        self.corners[1]
    }

    /// A front corner.
    #[inline]
    pub fn front_corner(&self, hand: Hand) -> Point {
        match hand {
            Hand::Left => self.corners[0],
            Hand::Right => self.corners[1],
        }
    }

    /// The two ends of an edge, clockwise.
    #[inline]
    pub fn edge(&self, edge: Edge) -> [Point; 2] {
        let first = edge as usize;
        [self.corners[first], self.corners[(first + 1) % 4]]
    }

    /// The middle of the base; half a unit off for odd sums.
    #[inline]
    pub fn centre(&self) -> Point {
        let sum = self.corners[0] + self.corners[2];
        Point::new(sum.x.div_euclid(2), sum.y.div_euclid(2))
    }

    /// The box around it.
    #[inline]
    pub fn extent(&self) -> Extent {
        Extent::of(&self.corners)
    }

    /// Whether two bases share ground deeper than the slack.
    pub fn overlaps(&self, other: &Base) -> bool {
        let apart = self.pose.at - other.pose.at;
        // No two bases whose fronts are this far apart can meet: the deepest is 4 MU.
        if apart.x.abs() > 12 * MU || apart.y.abs() > 12 * MU {
            return false;
        }
        self.sinks_into(other) && other.sinks_into(self)
    }

    /// Whether the other base lies deeper than the slack behind each edge line of this one.
    #[inline]
    fn sinks_into(&self, other: &Base) -> bool {
        let quarter = self.q.squared();
        let slack = crate::geometry::SLACK_OF_FACING;
        let (mut least_q, mut most_q) = (i64::MAX, i64::MIN);
        let (mut least_r, mut most_r) = (i64::MAX, i64::MIN);
        for corner in other.corners {
            let way = corner - self.pose.at;
            let (q, r) = (way.dot(self.q), way.dot(self.r));
            (least_q, most_q) = (least_q.min(q), most_q.max(q));
            (least_r, most_r) = (least_r.min(r), most_r.max(r));
        }
        -least_q > slack
            && most_q + self.depth * quarter > slack
            && 4 * quarter - least_r > slack
            && most_r + 4 * quarter > slack
    }

    /// The pose in full front contact with this base.
    #[inline]
    pub fn front_place(&self) -> Pose {
        Pose::new(self.pose.at, self.pose.heading.opposite())
    }

    /// The pose in full flank contact on a side.
    #[inline]
    pub fn flank_place(&self, side: Hand) -> Pose {
        let at = self.pose.at + self.r * (4 * side.sign()) - self.q * 4;
        Pose::new(at, self.pose.heading.turned(-RIGHT_ANGLE * side.sign() as i32))
    }

    /// The pose in full rear contact, which is also the place directly behind a friend.
    #[inline]
    pub fn rear_place(&self) -> Pose {
        Pose::new(self.pose.at - self.q * self.depth, self.pose.heading)
    }

    /// The pose beside this base, fronts level.
    #[inline]
    pub fn beside_place(&self, side: Hand) -> Pose {
        Pose::new(self.pose.at + self.r * (8 * side.sign()), self.pose.heading)
    }

    /// The pose directly ahead of this base for one so many quarters deep.
    #[inline]
    pub fn ahead_place(&self, depth: i64) -> Pose {
        Pose::new(self.pose.at + self.q * depth, self.pose.heading)
    }

    /// The same square base with another edge as its front (R75); only War Wagons have use of it.
    pub fn fronting(&self, edge: Edge) -> Base {
        let (middle, turn) = match edge {
            Edge::Front => (self.pose.at, 0),
            Edge::Right => (self.pose.at + self.r * 4 - self.q * (self.depth / 2), 1),
            Edge::Rear => (self.pose.at - self.q * self.depth, 2),
            Edge::Left => (self.pose.at - self.r * 4 - self.q * (self.depth / 2), 3),
        };
        Base::new(Pose::new(middle, self.pose.heading.turned(turn * RIGHT_ANGLE)), 8)
    }

    /// Turned about in its own footprint.
    pub fn about_face(&self) -> Base {
        let at = self.pose.at - self.q * self.depth;
        Base::new(Pose::new(at, self.pose.heading.opposite()), self.depth)
    }

    /// Which edge of the other base this front shares length with, and how much (R145).
    pub fn front_on(&self, other: &Base) -> Option<(Edge, i64)> {
        let turns = self.pose.heading.right_angles_to(other.pose.heading)?;
        let edge = match turns {
            0 => Edge::Rear,
            1 => Edge::Right,
            2 => Edge::Front,
            _ => Edge::Left,
        };
        let shared = self.shared(other.edge(edge))?;
        Some((edge, shared))
    }

    /// How much length this front shares with an edge that runs across it.
    pub fn shared(&self, edge: [Point; 2]) -> Option<i64> {
        shared_length(self.pose.at, self.q, 4, edge)
    }

    /// Whether a side of this base shares length with a side of the other (2.10).
    pub fn side_by_side(&self, other: &Base) -> Option<Hand> {
        let turns = self.pose.heading.right_angles_to(other.pose.heading)?;
        if turns % 2 == 1 {
            return None;
        }
        Hand::BOTH.into_iter().find(|&hand| {
            let opposite = if turns == 0 { hand.other() } else { hand };
            let theirs = match opposite {
                Hand::Left => Edge::Left,
                Hand::Right => Edge::Right,
            };
            let outward = self.r * hand.sign();
            let ends = other.edge(theirs);
            // The side edge runs from the front back by the depth.
            let ours = self.front_corner(hand);
            let slack = crate::geometry::SLACK_OF_FACING;
            let quarter = self.q.squared();
            let level = ends.iter().all(|end| (*end - ours).dot(outward).abs() <= slack);
            let [a, b] = ends.map(|end| (end - ours).dot(self.q));
            let (low, high) = (a.min(b).max(-self.depth * quarter), a.max(b).min(0));
            level && high - low > slack
        })
    }
}

/// The length an edge has in common with the one through `middle` across `outward`, `half` quarters to each side.
fn shared_length(middle: Point, outward: Point, half: i64, edge: [Point; 2]) -> Option<i64> {
    let slack = crate::geometry::SLACK_OF_FACING;
    let across = outward.right();
    let [a, b] = edge.map(|end| end - middle);
    if a.dot(outward).abs() > slack || b.dot(outward).abs() > slack {
        return None;
    }
    let (a, b) = (a.dot(across), b.dot(across));
    let reach = half * outward.squared();
    let shared = a.max(b).min(reach) - a.min(b).max(-reach);
    (shared > slack).then_some(shared / QUARTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base(x: i64, y: i64, degrees: i32, depth: i64) -> Base {
        Base::new(Pose::new(Point::new(x * MU, y * MU), Heading::degrees(degrees)), depth)
    }

    #[test]
    fn the_exact_places_touch_along_the_right_edges() {
        let foe = base(19, 19, 37, 6);
        let at = |pose: Pose| Base::new(pose, 3).front_on(&foe);
        let edge = |pose: Pose| at(pose).map(|(edge, _)| edge);
        assert_eq!(edge(foe.front_place()), Some(Edge::Front));
        assert_eq!(edge(foe.rear_place()), Some(Edge::Rear));
        assert_eq!(edge(foe.flank_place(Hand::Left)), Some(Edge::Left));
        assert_eq!(edge(foe.flank_place(Hand::Right)), Some(Edge::Right));
        assert_eq!(edge(foe.beside_place(Hand::Right)), None);
        let (_, shared) = at(foe.flank_place(Hand::Left)).unwrap();
        assert!((shared - 1_500_000).abs() < 10, "the flank is as long as the foe is deep: {shared}");
    }

    #[test]
    fn a_flank_contacter_has_its_own_corner_on_the_corner_of_the_same_hand() {
        let foe = base(19, 19, 200, 6);
        for hand in Hand::BOTH {
            let mine = Base::new(foe.flank_place(hand), 3);
            assert_eq!(mine.front_corner(hand.other()), foe.front_corner(hand) - foe.q * 8);
            assert_eq!(mine.front_corner(hand), foe.front_corner(hand));
        }
    }

    #[test]
    fn bases_in_exact_contact_do_not_overlap() {
        for degrees in 0..360 {
            let foe = base(19, 19, degrees, 6);
            for pose in [foe.front_place(), foe.rear_place(), foe.flank_place(Hand::Left)] {
                assert!(!Base::new(pose, 8).overlaps(&foe), "{degrees}");
                assert!(Base::new(pose.ahead(3_000), 8).overlaps(&foe), "{degrees}");
            }
            assert!(!Base::new(foe.beside_place(Hand::Left), 3).overlaps(&foe));
        }
    }

    #[test]
    fn sides_touch_side_by_side() {
        let friend = base(19, 19, 15, 3);
        assert_eq!(friend.side_by_side(&Base::new(friend.beside_place(Hand::Left), 6)), Some(Hand::Left));
        let passing = Base::new(friend.beside_place(Hand::Right), 3).about_face();
        assert_eq!(friend.side_by_side(&passing), Some(Hand::Right));
        assert_eq!(friend.side_by_side(&Base::new(friend.front_place(), 3)), None);
    }

    #[test]
    fn every_edge_of_a_square_wagon_can_be_its_front() {
        let wagon = base(10, 10, 45, 8);
        for edge in Edge::ALL {
            let fronting = wagon.fronting(edge);
            assert!(!fronting.overlaps(&Base::new(fronting.front_place(), 3)));
            let mut corners = (wagon.corners, fronting.corners);
            corners.0.sort();
            corners.1.sort();
            assert_eq!(corners.0, corners.1, "{edge:?}");
        }
    }
}
