//! The legs of a move: where they lead, whether or not the rules allow it (R39, R45, R48).

use crate::geometry::{
    Base, Hand, Heading, Point, Pose, RIGHT_ANGLE, SLACK_OF_FACING, TABLE, rounded_quotient,
};
use crate::order::Leg;
use crate::refusal::Refusal;

/// Moves everybody along a leg.
pub(crate) fn step(bases: &mut [Base], leg: &Leg) -> Result<(), Refusal> {
    let heading = bases[0].pose.heading;
    let toward = |heading: Heading| Pose::new(Point::default(), heading);
    match *leg {
        Leg::To(pose) if bases.len() == 1 => bases[0] = Base::new(bounded(pose)?, bases[0].depth),
        Leg::To(_) => return Err(Refusal::GroupsGoForward),
        Leg::Forward(distance) => shift(bases, toward(heading).ahead(limited(distance)?).at),
        Leg::Slide(distance) => shift(bases, toward(heading).aside(limited(distance)?).at),
        Leg::Wheel(hand, to) => wheel(bases, hand, to)?,
    }
    Ok(())
}

fn shift(bases: &mut [Base], by: Point) {
    bases.iter_mut().for_each(|base| *base = base.shifted(by));
}

/// R45: everybody turns about the outer front corner of the front rank, in whole steps of the facing vectors.
fn wheel(bases: &mut [Base], hand: Hand, to: Heading) -> Result<(), Refusal> {
    let turn = bases[0].pose.heading.turn_to(to);
    let toward = i64::from(turn) * hand.sign();
    if turn.abs() > RIGHT_ANGLE || toward < 0 {
        return Err(Refusal::WheelTooFar);
    }
    let corner = hinge(bases, hand);
    let (q, r) = (to.ahead(), to.ahead().right());
    for base in bases {
        let quarter = base.q.squared();
        let offset = base.pose.at - corner;
        let steps = |along: Point| rounded_quotient(i128::from(offset.dot(along)), i128::from(quarter));
        let at = corner + r * steps(base.r) + q * steps(base.q);
        *base = Base::new(Pose::new(at, to), base.depth);
    }
    Ok(())
}

/// The corner a group wheels on.
pub(crate) fn hinge(bases: &[Base], hand: Hand) -> Point {
    let lead = &bases[0];
    let ahead = |base: &Base| (base.pose.at - lead.pose.at).dot(lead.q);
    let front = bases.iter().map(ahead).max().unwrap_or(0) - SLACK_OF_FACING;
    let rank = bases.iter().filter(|base| ahead(base) >= front);
    let outer = rank.max_by_key(|base| (base.pose.at - lead.pose.at).dot(lead.r) * hand.sign());
    outer.unwrap_or(lead).front_corner(hand)
}

/// A pose from outside that cannot make a sum overflow.
pub(crate) fn bounded(pose: Pose) -> Result<Pose, Refusal> {
    let near = |c: i64| (-TABLE..=2 * TABLE).contains(&c);
    if near(pose.at.x) && near(pose.at.y) { Ok(pose) } else { Err(Refusal::FarOffTable) }
}

/// A distance from outside that cannot make a sum overflow.
pub(crate) fn limited(distance: i64) -> Result<i64, Refusal> {
    if (-TABLE..=TABLE).contains(&distance) { Ok(distance) } else { Err(Refusal::FarOffTable) }
}
