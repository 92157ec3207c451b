//! Tactical moves of single elements and groups (1.2, 2.6, 2.8; R39 to R55, R119 to R124).
//!
//! A [`Manoeuvre`] is made once for the elements that move: it knows who stands in the way, whose zones bind them,
//! and what they may spend. Any number of ways can then be tried on it.

use engine::Side;

use crate::element::{ElementId, Units, Whereabouts};
use crate::field::Feature;
use crate::geometry::{
    Base, Convex, Extent, Ground, Hand, Heading, MU, Point, Pose, RIGHT_ANGLE, SLACK, TABLE, cuts, gap,
    overlap, within,
};
use crate::kind::Kind;
use crate::order::Leg;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::sheet::{Class, ELEMENTS};
use crate::zones::Zone;

mod arrival;
mod column;
mod river;
mod taking_up;
mod zoned;

pub(crate) use arrival::{Arrival, on_the_table, wholly_behind};

/// The most a group may slide sideways (R48).
const SLIDE: i64 = MU;
/// How near the enemy must be with whom a group lines up.
const LINE_UP: i64 = 2 * MU;

/// Somebody who does not move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Other {
    pub(crate) id: ElementId,
    pub(crate) base: Base,
    pub(crate) extent: Extent,
    pub(crate) enemy: bool,
}

/// A camp that stands in the way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walls {
    pub(crate) camp: Side,
    pub(crate) ground: Ground,
    pub(crate) holder: Option<ElementId>,
}

/// Elements about to move, and all that bears on it.
pub(crate) struct Manoeuvre<'a> {
    pub(crate) position: &'a Position,
    pub(crate) units: Units,
    pub(crate) starts: Vec<Base>,
    pub(crate) others: Vec<Other>,
    pub(crate) camps: Vec<Walls>,
    pub(crate) zones: Vec<Zone>,
    /// Which zones each of the movers starts in, as bits.
    pub(crate) held_by: Vec<u64>,
    /// The camp the mover comes out of.
    pub(crate) from_camp: Option<Side>,
    /// Whether a single mover starts on a road.
    starts_on_road: bool,
    /// The ground under the start: bad going and river, element by element.
    started: Vec<(bool, bool)>,
}

/// What is known of a way while it is gone.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) now: Vec<Base>,
    pub(crate) sums: [[i64; 2]; ELEMENTS],
    bad: [bool; ELEMENTS],
    river: [bool; ELEMENTS],
    road: bool,
    /// Zones entered, the leg in which the first was, and how the movers stood then.
    pub(crate) entered: u64,
    pub(crate) entered_in: usize,
    pub(crate) before_entry: Vec<Base>,
}

impl<'a> Manoeuvre<'a> {
    /// Elements that may move now, with everything they have to mind.
    pub(crate) fn new(position: &'a Position, units: Units) -> Result<Manoeuvre<'a>, Refusal> {
        position.may_take_up(&units)?;
        Ok(Manoeuvre::unchecked(position, units))
    }

    /// The same for elements known to be free to move.
    pub(crate) fn unchecked(position: &'a Position, units: Units) -> Manoeuvre<'a> {
        let side = units.first().side();
        let moving = Position::mask(units.ids().iter().copied());
        let from_camp = match position.element(units.first()).place {
            Whereabouts::Camp(camp) => Some(camp),
            _ => None,
        };
        let starts: Vec<Base> = units.ids().iter().map(|&id| position.base(id)).collect();
        let stays = |id: &ElementId| moving >> id.index() & 1 == 0;
        let other = |id: ElementId| {
            let base = position.base(id);
            Other { id, base, extent: base.extent(), enemy: id.side() != side }
        };
        let others = position.standing().filter(stays).map(other).collect();
        let camps = Side::BOTH.into_iter().filter_map(|camp| {
            let holder = position.occupant(camp).filter(|id| stays(id));
            Some(Walls { camp, ground: position.camp(camp).ground()?, holder })
        });
        let camps = camps.collect();
        let mut zones = Vec::with_capacity(16);
        position.zones_against(side, moving, &mut zones);
        let mut manoeuvre = Manoeuvre {
            position,
            units,
            starts,
            others,
            camps,
            zones,
            held_by: vec![],
            from_camp,
            started: vec![],
            starts_on_road: false,
        };
        manoeuvre.begin_from_starts();
        manoeuvre
    }

    /// Takes stock of where the movers start.
    fn begin_from_starts(&mut self) {
        let field = &self.position.field;
        let ids = self.units.ids();
        self.held_by = self.starts.iter().map(|base| self.zones_holding(base)).collect();
        let under = |(base, &id): (&Base, &ElementId)| {
            let bad = field.bad_under(base, self.position.camels(id));
            (bad, field.touches(Feature::River, base))
        };
        self.started = self.starts.iter().zip(ids).map(under).collect();
        self.starts_on_road = field.road_direction(self.starts[0].pose.at).is_some();
        if self.from_camp.is_some() {
            self.held_by[0] = 0;
            self.started[0] = (false, false);
        }
    }

    pub(crate) fn zones_holding(&self, figure: &impl Convex) -> u64 {
        let holds = self.zones.iter().enumerate().filter(|(_, zone)| zone.holds(figure));
        holds.fold(0, |bits, (i, _)| bits | 1 << i)
    }

    #[inline]
    pub(crate) fn is_single(&self) -> bool {
        self.units.len() == 1
    }

    /// Zones any of the movers starts in.
    #[inline]
    pub(crate) fn start_zones(&self) -> u64 {
        self.held_by.iter().fold(0, |bits, held| bits | held)
    }

    /// Tries a way and answers where everybody ends up, or which rule forbids it.
    pub(crate) fn try_way(&self, legs: &[Leg]) -> Result<Arrival, Refusal> {
        if legs.is_empty() {
            return Err(Refusal::NoWay);
        }
        if let Some(camp) = self.from_camp {
            return self.try_out_of_camp(camp, legs);
        }
        let mut way = self.begin();
        for (number, leg) in legs.iter().enumerate() {
            self.go(&mut way, number, leg)?;
        }
        self.afford(&way)?;
        let arrival = self.arrive(&mut way)?;
        self.obey_zones(&way, legs, &arrival)?;
        self.may_move_again(&way, &arrival)?;
        Ok(arrival)
    }

    /// R124: out of the camp, its rear edge on the outside, then as usual.
    fn try_out_of_camp(&self, camp: Side, legs: &[Leg]) -> Result<Arrival, Refusal> {
        let Leg::To(pose) = legs[0] else { return Err(Refusal::LeaveCampFirst) };
        let base = Base::new(bounded(pose)?, self.position.depth(self.units.first()));
        let about = base.about_face();
        let outside =
            self.position.camp(camp).walls().any(|wall| self.position.touches_wall(&about, wall).is_some());
        if !outside {
            return Err(Refusal::LeaveCampFirst);
        }
        let mut outside = Manoeuvre {
            starts: vec![base],
            others: self.others.clone(),
            camps: self.camps.clone(),
            zones: self.zones.clone(),
            held_by: vec![],
            from_camp: None,
            started: vec![],
            ..*self
        };
        outside.begin_from_starts();
        outside.stand_free(0, &base)?;
        match legs.len() {
            1 => {
                let mut way = outside.begin();
                outside.afford(&way)?;
                let arrival = outside.arrive(&mut way)?;
                outside.may_move_again(&way, &arrival)?;
                Ok(arrival)
            }
            _ => outside.try_way(&legs[1..]),
        }
    }

    pub(crate) fn begin(&self) -> Way {
        let mut way = Way {
            now: self.starts.clone(),
            sums: [[0; 2]; ELEMENTS],
            bad: [false; ELEMENTS],
            river: [false; ELEMENTS],
            road: self.is_single() && self.starts_on_road,
            entered: 0,
            entered_in: 0,
            before_entry: vec![],
        };
        for (i, &under) in self.started.iter().enumerate() {
            (way.bad[i], way.river[i]) = under;
        }
        way
    }

    /// One leg: everybody's ground is free, and what it costs is added.
    fn go(&self, way: &mut Way, number: usize, leg: &Leg) -> Result<(), Refusal> {
        let before = way.now.clone();
        self.step(way, leg)?;
        let ids = self.units.ids();
        for (i, &id) in ids.iter().enumerate() {
            let (from, to) = (before[i], way.now[i]);
            self.spend(way, i, id, &from, &to)?;
        }
        let mut entered = 0;
        for (i, &id) in ids.iter().enumerate() {
            let (from, to) = (before[i], way.now[i]);
            let ground = Ground::between(&from, &to);
            self.pass(i, &from, &to, &ground)?;
            let camels = self.position.camels(id);
            way.bad[i] |= self.position.field.bad_under(&ground, camels);
            let wet = self.position.field.touches(Feature::River, &ground);
            if wet {
                self.mind_the_river(&from, &to, leg)?;
            }
            way.river[i] |= wet;
            for (bit, zone) in self.zones.iter().enumerate() {
                if zone.holds(&ground) && !zone.holds(&from) {
                    entered |= 1 << bit;
                }
            }
            if self.position.element(id).moves > 0 && self.position.kind(id) == Kind::LightHorse {
                self.keep_off(id, &ground)?;
            }
        }
        way.road = way.road && self.on_the_road(&before[0], &way.now[0]);
        if let Leg::Slide(by) = leg {
            self.may_slide(*by, &before, way)?;
        }
        if entered & !way.entered != 0 && way.entered == 0 {
            way.entered_in = number;
            way.before_entry = before;
        }
        way.entered |= entered;
        Ok(())
    }

    /// Moves everybody along a leg.
    pub(crate) fn step(&self, way: &mut Way, leg: &Leg) -> Result<(), Refusal> {
        let n = self.units.len();
        match *leg {
            Leg::To(pose) if n == 1 => {
                way.now[0] = Base::new(bounded(pose)?, way.now[0].depth);
            }
            Leg::To(_) => return Err(Refusal::GroupsGoForward),
            Leg::Forward(distance) => {
                let heading = way.now[0].pose.heading;
                let by = Pose::new(Point::default(), heading).ahead(limited(distance)?).at;
                self.shift(way, by);
            }
            Leg::Slide(distance) => {
                let heading = way.now[0].pose.heading;
                let by = Pose::new(Point::default(), heading).aside(limited(distance)?).at;
                self.shift(way, by);
            }
            Leg::Wheel(hinge, to) => self.wheel(way, hinge, to)?,
        }
        Ok(())
    }

    fn shift(&self, way: &mut Way, by: Point) {
        for base in &mut way.now[..self.units.len()] {
            *base = Base::new(Pose::new(base.pose.at + by, base.pose.heading), base.depth);
        }
    }

    /// R45: everybody turns about the outer front corner of the front rank, in whole steps of the facing vectors.
    fn wheel(&self, way: &mut Way, hinge: Hand, to: Heading) -> Result<(), Refusal> {
        let n = self.units.len();
        let turn = way.now[0].pose.heading.turn_to(to);
        let toward = i64::from(turn) * hinge.sign();
        if turn.abs() > RIGHT_ANGLE || toward < 0 {
            return Err(Refusal::WheelTooFar);
        }
        let corner = self.hinge(&way.now[..n], hinge);
        let (q, r) = (to.ahead(), to.ahead().right());
        for base in &mut way.now[..n] {
            let quarter = base.q.squared();
            let offset = base.pose.at - corner;
            let steps = |along: Point| {
                crate::geometry::rounded_quotient(i128::from(offset.dot(along)), i128::from(quarter))
            };
            let at = corner + r * steps(base.r) + q * steps(base.q);
            *base = Base::new(Pose::new(at, to), base.depth);
        }
        Ok(())
    }

    /// The corner a group wheels on.
    pub(crate) fn hinge(&self, bases: &[Base], hinge: Hand) -> Point {
        let lead = &bases[0];
        let ahead = |base: &Base| (base.pose.at - lead.pose.at).dot(lead.q);
        let front = bases.iter().map(ahead).max().unwrap_or(0) - crate::geometry::SLACK_OF_FACING;
        let rank = bases.iter().filter(|base| ahead(base) >= front);
        let outer = rank.max_by_key(|base| (base.pose.at - lead.pose.at).dot(lead.r) * hinge.sign());
        outer.unwrap_or(lead).front_corner(hinge)
    }

    /// R40: the farther of the two front corners decides; nothing can cost more than the best going allows.
    fn spend(&self, way: &mut Way, i: usize, id: ElementId, from: &Base, to: &Base) -> Result<(), Refusal> {
        for corner in 0..2 {
            way.sums[i][corner] += (to.corners[corner] - from.corners[corner]).length();
        }
        let most = match self.starts_on_road {
            true => self.road_allowance(id).max(self.position.card(id).allowance),
            false => self.position.card(id).allowance,
        };
        self.within_allowance(way, i, most, Refusal::too_far)?;
        let on_table = to.corners.iter().all(|corner| {
            let inside = |c: i64| (-SLACK..=TABLE + SLACK).contains(&c);
            inside(corner.x) && inside(corner.y)
        });
        if on_table { Ok(()) } else { Err(Refusal::OffTable(id)) }
    }

    fn has_road(&self) -> bool {
        self.position.field.of_type(Feature::Road).next().is_some()
    }

    fn within_allowance(
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

    /// R39: the ground covered is free of everybody who cannot be passed.
    fn pass(&self, i: usize, from: &Base, to: &Base, ground: &Ground) -> Result<(), Refusal> {
        let id = self.units.ids()[i];
        let extent = ground.extent();
        for other in &self.others {
            if !other.extent.meets(&extent) || !overlap(ground, &other.base) {
                continue;
            }
            if other.enemy {
                return Err(Refusal::EnemyInTheWay(id, other.id));
            }
            if overlap(to, &other.base) || !(self.passes(id, from, to, other) || clips(from, to, &other.base))
            {
                return Err(Refusal::FriendInTheWay(id, other.id));
            }
        }
        self.avoid_camps_and_water(id, ground)
    }

    fn avoid_camps_and_water(&self, id: ElementId, ground: &Ground) -> Result<(), Refusal> {
        if let Some(walls) = self.camps.iter().find(|walls| overlap(&walls.ground, ground)) {
            return Err(Refusal::CampInTheWay(id, walls.camp));
        }
        match self.position.field.touches(Feature::Waterway, ground) {
            true => Err(Refusal::WaterInTheWay(id)),
            false => Ok(()),
        }
    }

    /// R52: friends of 1.8, facing the same or the opposite way, with no turn in the leg.
    fn passes(&self, id: ElementId, from: &Base, to: &Base, friend: &Other) -> bool {
        let charts = &self.position.sheet.charts;
        let through = charts.passes[self.position.kind(id) as usize];
        let facing = from.pose.heading.right_angles_to(friend.base.pose.heading);
        through.has(self.position.kind(friend.id))
            && from.pose.heading == to.pose.heading
            && matches!(facing, Some(0 | 2))
    }

    /// A base stands free: on the table, on nobody, in no camp, out of the water.
    pub(crate) fn stand_free(&self, i: usize, base: &Base) -> Result<(), Refusal> {
        let id = self.units.ids()[i];
        let inside = |c: i64| (-SLACK..=TABLE + SLACK).contains(&c);
        if !base.corners.iter().all(|corner| inside(corner.x) && inside(corner.y)) {
            return Err(Refusal::OffTable(id));
        }
        let extent = base.extent();
        let mut near = self.others.iter().filter(|other| other.extent.meets(&extent));
        if let Some(other) = near.find(|other| base.overlaps(&other.base)) {
            return Err(match other.enemy {
                true => Refusal::EnemyInTheWay(id, other.id),
                false => Refusal::FriendInTheWay(id, other.id),
            });
        }
        self.avoid_camps_and_water(id, &Ground::convex(&base.corners))
    }

    /// R42, R43, R49: what the ground allows, and whether the way stays within it.
    fn afford(&self, way: &Way) -> Result<(), Refusal> {
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

    /// R48: up to a MU, to line up with an enemy near by.
    fn may_slide(&self, by: i64, before: &[Base], way: &Way) -> Result<(), Refusal> {
        if self.is_single() {
            return Ok(());
        }
        if !within(by.abs(), SLIDE) {
            return Err(Refusal::SlideTooFar(by.abs()));
        }
        let lines_up = |i: usize| {
            self.others.iter().filter(|other| other.enemy).any(|enemy| {
                directly_opposite(&way.now[i], &enemy.base)
                    && within(gap(&before[i].corners, &enemy.base.corners), LINE_UP)
            })
        };
        if (0..self.units.len()).any(lines_up) { Ok(()) } else { Err(Refusal::SlideForNothing) }
    }

    /// R121: later moves of Light Horse stay more than 2 MU away from enemies and camps they hold.
    fn keep_off(&self, id: ElementId, ground: &Ground) -> Result<(), Refusal> {
        let around = ground.extent().grown(2 * MU + SLACK);
        let near = |figure: &[Point], extent: &Extent| {
            around.meets(extent) && within(gap(ground.corners(), figure), 2 * MU)
        };
        let enemies = self.others.iter().filter(|other| other.enemy);
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
    fn may_move_again(&self, way: &Way, arrival: &Arrival) -> Result<(), Refusal> {
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

/// Exactly opposite an enemy, anywhere ahead of its front, or in full contact with it (R147).
pub(crate) fn directly_opposite(base: &Base, enemy: &Base) -> bool {
    let way = base.pose.at - enemy.pose.at;
    let slack = crate::geometry::SLACK_OF_FACING;
    base.pose.heading == enemy.pose.heading.opposite()
        && way.dot(enemy.r).abs() <= slack
        && way.dot(enemy.q) >= -slack
}

/// R41: exactly one of the four corner paths crosses the friend.
fn clips(from: &Base, to: &Base, friend: &Base) -> bool {
    let crossed = |corner: &usize| cuts(from.corners[*corner], to.corners[*corner], &friend.corners);
    (0..4).filter(crossed).count() == 1
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

#[cfg(test)]
mod tests;
