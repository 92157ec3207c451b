//! What a hand over the table means: an element goes where it is held, a line goes straight ahead or wheels, a column
//! follows its lead; and which places are worth snapping to.

use engine::Rules;
use engine::contract::{End, Held, Way};
use engine::event::Silence;
use engine::place;

use super::table::{from_scene, on_scene, thousandths};
use crate::element::{ElementId, Units, Whereabouts};
use crate::geometry::{Hand, MU, Pose, QUARTER, TABLE, rounded_quotient};
use crate::movement::{Arrival, Manoeuvre, legs};
use crate::order::{Leg, Legs, Order, Station};
use crate::position::{Position, Step};
use crate::sheet::ELEMENTS;

/// A line that is turned by less than this is not meant to wheel.
const LEAST_WHEEL: i32 = 500;
/// A line that is carried on by less than this after its wheel only wheels.
const LEAST_STEP: i64 = MU / 20;

impl Position {
    /// The elements of a list of counters: of the side to act, each once.
    fn held(&self, counters: &[u16]) -> Option<Units> {
        let side = self.turn().side()?;
        let mut units = Units::NONE;
        for &counter in counters {
            let id = ElementId(u8::try_from(counter).ok()?);
            if !self.exists(id) || id.side() != side || units.has(id) || units.len() == ELEMENTS {
                return None;
            }
            units.push(id);
        }
        (!units.is_empty()).then_some(units)
    }

    /// The legal ways worth offering for elements that are led together.
    pub(super) fn ways_of(&self, counters: &[u16]) -> Vec<Way<Order>> {
        let Some(units) = self.held(counters) else { return vec![] };
        let (lone, first) = (units.len() == 1, units.first());
        let mut orders: Vec<Vec<Order>> = vec![];
        let mut listed = vec![];
        match self.step {
            Step::Deploy if lone => return self.stations_of(first),
            Step::Move if self.element(first).place == Whereabouts::Kept => {
                self.orders(&mut listed);
                listed
                    .retain(|order| matches!(order, Order::Land { units: landing, .. } if *landing == units));
            }
            Step::Move => {
                self.list_ways(&units, &mut listed);
                let back = (3..=8).map(|length| Order::Withdraw { unit: first, back: length * MU });
                listed.extend(back.filter(|order| lone && self.legal(order).is_ok()));
            }
            _ => {}
        }
        orders.extend(listed.into_iter().map(|order| vec![order]));
        orders.into_iter().filter_map(|orders| self.way(orders)).collect()
    }

    /// Where an element may be deployed, or put after all.
    fn stations_of(&self, unit: ElementId) -> Vec<Way<Order>> {
        let lift = (self.element(unit).place != Whereabouts::Hand).then_some(Order::Lift { unit });
        let mut free = self.clone();
        if let Some(lift) = &lift {
            if free.legal(lift).is_err() {
                return vec![];
            }
            free.play(lift, &mut Silence);
        }
        let mut listed = vec![];
        free.list_deployment(&mut listed);
        let troop = free.element(unit).troop;
        let stations = listed.into_iter().filter_map(|order| match order {
            // Of elements that are alike only the first is listed.
            Order::Place { unit: like, at, dismount } if free.element(like).troop == troop => {
                Some(Order::Place { unit, at, dismount })
            }
            _ => None,
        });
        let stations = stations.filter(|order| free.legal(order).is_ok());
        stations.filter_map(|order| self.way(lift.iter().cloned().chain([order]).collect())).collect()
    }

    /// What is meant by holding elements so that the first of them stands at a pose, or a piece with its middle there.
    pub(super) fn posed_at(&self, held: Held, to: place::Pose) -> Option<Way<Order>> {
        let near = |length: i32| (-thousandths(TABLE)..=2 * thousandths(TABLE)).contains(&length);
        if !near(to.x) || !near(to.y) {
            return None;
        }
        let (counters, abreast) = match held {
            Held::Piece(piece) => {
                let orders = self.piece_posed(piece, to)?;
                let text = orders.last().map(|order| self.described(order)).unwrap_or_default();
                return Some(Way { orders, ends: vec![], reach: None, text });
            }
            Held::Counters { ids, abreast } => (ids, abreast),
        };
        let (units, to) = (self.held(counters)?, from_scene(to));
        let first = units.first();
        let orders = match self.step {
            Step::Deploy if units.len() == 1 => {
                let lift =
                    (self.element(first).place != Whereabouts::Hand).then_some(Order::Lift { unit: first });
                let place = Order::Place { unit: first, at: Station::Pose(to), dismount: false };
                lift.into_iter().chain([place]).collect()
            }
            Step::Move if self.element(first).place == Whereabouts::Kept => {
                vec![Order::Land { units, to, files: Order::ABREAST }]
            }
            Step::Move => match abreast.filter(|_| units.len() > 1) {
                Some(files) => vec![Order::Form { units: self.behind(&units), to, files }],
                None => vec![self.led_to(units, to)],
            },
            _ => return None,
        };
        self.way(orders)
    }

    /// The first of them and the others as they fall in behind it: the nearest first.
    fn behind(&self, units: &Units) -> Units {
        let lead = self.element(units.first()).pose.at;
        let mut others = units.ids()[1..].to_vec();
        others.sort_by_key(|&id| (self.element(id).pose.at - lead).squared());
        [units.first()].into_iter().chain(others).collect()
    }

    /// The move that brings the first of these elements as near to a pose as such a move can.
    fn led_to(&self, units: Units, to: Pose) -> Order {
        if units.len() == 1 {
            return Order::March { units, legs: Legs::of(&[Leg::To(to)]) };
        }
        let column = !self.is_group(&units) && self.is_column(&units);
        let moving = if column { Units::one(units.first()) } else { units };
        let from = self.element(units.first()).pose;
        let turn = from.heading.turn_to(to.heading);
        let ahead = |from: Pose| {
            let along = (to.at - from.at).dot(from.heading.ahead());
            rounded_quotient(along.into(), QUARTER.into())
        };
        let legs = match turn.abs() < LEAST_WHEEL {
            true => vec![Leg::Forward(ahead(from))],
            false => {
                let wheel = Leg::Wheel(if turn > 0 { Hand::Right } else { Hand::Left }, to.heading);
                let wheeled = self.trace(&moving, &[wheel]).map_or(from, |(ends, _)| ends[0]);
                let on = ahead(wheeled);
                [wheel].into_iter().chain((on > LEAST_STEP).then_some(Leg::Forward(on))).collect()
            }
        };
        let legs = Legs::of(&legs);
        if column { Order::File { units, legs } } else { Order::March { units, legs } }
    }

    /// Orders with where everybody would stand after them.
    fn way(&self, orders: Vec<Order>) -> Option<Way<Order>> {
        let last = orders.last()?;
        let (units, ends, reach) = match last {
            Order::Place { unit, at: Station::Pose(pose), .. } => (Units::one(*unit), vec![*pose], None),
            Order::Place { unit, .. } => (Units::one(*unit), vec![], None),
            Order::Land { units, to, files } => {
                (*units, self.may_land(units, *to, *files).unwrap_or_else(|_| vec![*to]), None)
            }
            Order::Withdraw { unit, back } => {
                let pose = self.may_break_off(*unit, *back).ok()?.0;
                (Units::one(*unit), vec![pose], None)
            }
            Order::March { units, legs } => {
                let (held, reach) = self.trace(units, legs.legs())?;
                let arrival = self.may_march(units, legs.legs());
                let ends = arrival.map_or(held, |arrival| arrival.ends);
                (*units, ends, Some(reach))
            }
            Order::File { units, legs } => {
                let (held, reach) = self.trace(&Units::one(units.first()), legs.legs())?;
                let ends = self.may_file(units, legs.legs()).map_or(held, |arrival| arrival.ends);
                (*units, ends, Some(reach))
            }
            Order::Form { units, to, files } => {
                let (_, reach) = self.trace(&Units::one(units.first()), &[Leg::To(*to)])?;
                let ends = self.may_form(units, *to, *files).map_or_else(|_| vec![*to], |a| a.ends);
                (*units, ends, Some(reach))
            }
            _ => return None,
        };
        let ends = units.ids().iter().zip(ends);
        let ends = ends.map(|(id, pose)| End { counter: u16::from(id.0), place: on_scene(pose) }).collect();
        Some(Way { text: self.way_told(last), ends, reach, orders })
    }

    /// Where elements come to along a way whatever stands in it, and how far the one that has least to spare is led
    /// against how far it may be (R40).
    fn trace(&self, units: &Units, legs: &[Leg]) -> Option<(Vec<Pose>, [i32; 2])> {
        let manoeuvre = Manoeuvre::unchecked(self, *units);
        let mut way = manoeuvre.begin();
        let mut led = [[0_i64; 2]; ELEMENTS];
        for leg in legs {
            let before = way.now.clone();
            legs::step(&mut way.now, leg).ok()?;
            for (sums, (from, to)) in led.iter_mut().zip(before.iter().zip(&way.now)) {
                for (corner, sum) in sums.iter_mut().enumerate() {
                    *sum += (to.corners[corner] - from.corners[corner]).length();
                }
            }
        }
        let in_camp = manoeuvre.from_camp.is_some();
        let farthest = |i: usize| led[i][0].max(led[i][1]);
        let most = |i: usize| self.card(units.ids()[i]).allowance;
        let i = (0..units.len()).max_by_key(|&i| farthest(i) - most(i))?;
        let moved = if in_camp { 0 } else { farthest(i) };
        let most = most(i);
        let ends = way.now.iter().map(|base| base.pose).collect();
        Some((ends, [thousandths(moved), thousandths(most)]))
    }

    /// A way in words: whom it meets, or how it goes.
    fn way_told(&self, order: &Order) -> String {
        let met = |arrival: Arrival| {
            let (by, on) = arrival.contacts.first().copied()?;
            let others = arrival.contacts.len() - 1;
            let more = if others > 0 { format!(" and {others} more") } else { String::new() };
            Some(format!("{} meets {}{more}", self.full_label(by), self.full_label(on)))
        };
        let arrival = match order {
            Order::March { units, legs } => self.may_march(units, legs.legs()).ok(),
            Order::File { units, legs } => self.may_file(units, legs.legs()).ok(),
            _ => None,
        };
        arrival.and_then(met).unwrap_or_else(|| self.described(order))
    }
}
