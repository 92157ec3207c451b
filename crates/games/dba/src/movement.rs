//! Tactical moves of single elements and groups (1.2, 2.6, 2.8; R39 to R55, R119 to R124).
//!
//! A [`Manoeuvre`] is made once for the elements that move: it knows who stands in the way, whose zones bind them,
//! and what they may spend. Any number of ways can then be tried on it.

use std::borrow::Cow;

use engine::Side;

use crate::element::{ElementId, MOST, Units, Whereabouts};
use crate::field::Feature;
use crate::geometry::{Base, Convex, Extent, Ground, MU, breadth, gap, within};
use crate::kind::Kind;
use crate::order::Leg;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::sheet::ELEMENTS;
use crate::zones::Zone;

mod again;
mod allowance;
mod arrival;
mod column;
pub(crate) mod legs;
mod passage;
mod river;
mod taking_up;
mod zoned;

pub(crate) use arrival::{Arrival, on_the_table, wholly_behind};
pub(crate) use legs::{bounded, hinge, limited, step};

/// The most a group may slide sideways (R48).
const SLIDE: i64 = MU;
/// How near the enemy must be with whom a group lines up.
const LINE_UP: i64 = 2 * MU;
/// How far from a base anything lies that bears on it: zones and lining up reach 2 MU, the slack allowed.
const ALONGSIDE: i64 = 2 * MU + MU / 2;

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
    /// Everybody else, those first whom the movers can touch.
    others: Cow<'a, [Other]>,
    /// How many of the others those are.
    nearby: usize,
    pub(crate) camps: Cow<'a, [Walls]>,
    pub(crate) zones: Cow<'a, [Zone]>,
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
    /// Where everybody stood before the present leg.
    before: Vec<Base>,
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
        let reaches = |other: &Other| {
            from_camp.is_some()
                || starts
                    .iter()
                    .zip(units.ids())
                    .any(|(start, &mover)| position.may_meet(mover, start, other))
        };
        let (mut others, mut far) = (Vec::with_capacity(MOST), Vec::with_capacity(MOST));
        for other in position.others(side, moving) {
            let there = if reaches(&other) { &mut others } else { &mut far };
            there.push(other);
        }
        let nearby = others.len();
        others.append(&mut far);
        let camps = Side::BOTH.into_iter().filter_map(|camp| {
            let holder = position.occupant(camp).filter(|id| moving >> id.index() & 1 == 0);
            Some(Walls { camp, ground: position.camp(camp).ground()?, holder })
        });
        let camps: Vec<Walls> = camps.collect();
        let mut zones = Vec::with_capacity(16);
        position.zones_among(&others, nearby, &mut zones);
        let mut manoeuvre = Manoeuvre {
            position,
            units,
            starts,
            others: others.into(),
            nearby,
            camps: camps.into(),
            zones: zones.into(),
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

    /// Those whom the movers can touch or line up with in one move.
    #[inline]
    pub(crate) fn near(&self) -> &[Other] {
        &self.others[..self.nearby]
    }

    /// Everybody who stays where he is.
    pub(crate) fn everybody(&self) -> &[Other] {
        &self.others
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
            others: Cow::Borrowed(&*self.others),
            camps: Cow::Borrowed(&*self.camps),
            zones: Cow::Borrowed(&*self.zones),
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
            before: vec![],
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
        let Way { before, now, .. } = way;
        before.clone_from(now);
        step(now, leg)?;
        let ids = self.units.ids();
        for (i, &id) in ids.iter().enumerate() {
            self.spend(way, i, id)?;
        }
        let mut entered = 0;
        for (i, &id) in ids.iter().enumerate() {
            let (from, to) = (way.before[i], way.now[i]);
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
        way.road = way.road && self.on_the_road(&way.before[0], &way.now[0]);
        if let Leg::Slide(by) = leg {
            self.may_slide(*by, way)?;
        }
        if entered & !way.entered != 0 && way.entered == 0 {
            way.entered_in = number;
            way.before_entry.clone_from(&way.before);
        }
        way.entered |= entered;
        Ok(())
    }

    /// R48: up to a MU, to line up with an enemy near by.
    fn may_slide(&self, by: i64, way: &Way) -> Result<(), Refusal> {
        if self.is_single() {
            return Ok(());
        }
        if !within(by.abs(), SLIDE) {
            return Err(Refusal::SlideTooFar(by.abs()));
        }
        let lines_up = |i: usize| {
            self.near().iter().filter(|other| other.enemy).any(|enemy| {
                directly_opposite(&way.now[i], &enemy.base)
                    && within(gap(&way.before[i].corners, &enemy.base.corners), LINE_UP)
            })
        };
        if (0..self.units.len()).any(lines_up) { Ok(()) } else { Err(Refusal::SlideForNothing) }
    }
}

impl Position {
    /// Everybody on the table but those on the move, as a side sees them.
    pub(crate) fn others(&self, side: Side, moving: u32) -> impl Iterator<Item = Other> + '_ {
        let stays = move |id: &ElementId| moving >> id.index() & 1 == 0;
        self.standing().filter(stays).map(move |id| {
            let base = self.base(id);
            Other { id, base, extent: base.extent(), enemy: id.side() != side }
        })
    }

    /// Whether somebody stands so near that a mover can touch or line up with it, or be touched by its zone.
    ///
    /// A front midpoint goes no farther than the front corners do.
    fn may_meet(&self, mover: ElementId, start: &Base, other: &Other) -> bool {
        let charts = &self.sheet.charts;
        let road = match self.field.of_type(Feature::Road).next() {
            Some(_) => charts.road.max(charts.road_light_horse),
            None => 0,
        };
        let far = self.card(mover).allowance.max(road)
            + breadth(start.depth)
            + breadth(other.base.depth)
            + ALONGSIDE;
        let apart = other.base.pose.at - start.pose.at;
        apart.x.abs().max(apart.y.abs()) <= far && apart.squared() <= far * far
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

#[cfg(test)]
mod tests;
