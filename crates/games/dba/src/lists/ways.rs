//! Ways to those places, and what is listed of them.

use crate::element::Units;
use crate::geometry::{Base, Hand, Heading, MU, Pose, rounded_quotient};
use crate::movement::{Arrival, Manoeuvre, step};
use crate::order::{Leg, Legs, Order};
use crate::position::Position;

/// Steps of wheels and turns.
pub(super) const STEP: i32 = 15_000;

/// Orders no farther apart than this are the same (R137).
pub(super) const SAME: i64 = MU / 100;
const SAME_TURN: i32 = 100;

impl Position {
    /// Where elements in hand may go.
    pub(crate) fn list_ways(&self, units: &Units, out: &mut Vec<Order>) {
        // Whoever is in hand was allowed to be taken up, and nothing has happened since.
        let manoeuvre = match self.hand == *units {
            true => Manoeuvre::unchecked(self, *units),
            false => match Manoeuvre::new(self, *units) {
                Ok(manoeuvre) => manoeuvre,
                Err(_) => return,
            },
        };
        let mut list = List::new(*units, out);
        if manoeuvre.from_camp.is_some() {
            manoeuvre.list_sallies(&mut list);
        } else if units.len() == 1 {
            manoeuvre.list_single(&mut list);
        } else {
            if self.is_group(units) {
                manoeuvre.list_group(&mut list);
                manoeuvre.list_forming(&mut list);
            }
            let column = self.as_column(units);
            if let Some(column) = column {
                let manoeuvre = Manoeuvre::unchecked(self, column);
                let mut list = List::new(column, list.out);
                manoeuvre.list_files(&mut list);
            }
        }
    }

    /// The same elements in the order of a column, if they are one.
    pub(super) fn as_column(&self, units: &Units) -> Option<Units> {
        if self.is_column(units) {
            return Some(*units);
        }
        let heading = self.element(units.first()).pose.heading;
        let mut ids = units.ids().to_vec();
        ids.sort_by_key(|&id| -self.element(id).pose.at.dot(heading.ahead()));
        let column: Units = ids.into_iter().collect();
        self.is_column(&column).then_some(column)
    }
}

/// What is listed so far, so that nothing is listed twice.
pub(super) struct List<'a> {
    pub(super) ends: Vec<Pose>,
    units: Units,
    pub(super) out: &'a mut Vec<Order>,
}

impl<'a> List<'a> {
    pub(super) fn new(units: Units, out: &'a mut Vec<Order>) -> List<'a> {
        List { ends: vec![], units, out }
    }

    pub(super) fn has(&self, pose: Pose) -> bool {
        self.ends.iter().any(|known| {
            let apart = known.at - pose.at;
            apart.x.abs().max(apart.y.abs()) <= SAME && known.heading.turn_to(pose.heading).abs() <= SAME_TURN
        })
    }

    pub(super) fn march(&mut self, arrival: &Arrival, legs: &[Leg]) {
        if !self.has(arrival.ends[0]) {
            self.ends.push(arrival.ends[0]);
            self.out.push(Order::March { units: self.units, legs: Legs::of(legs) });
        }
    }
}

/// Whole MU, and as far as it goes.
pub(super) fn lengths_up_to(most: i64) -> Vec<i64> {
    (1..=8).map(|mu| mu * MU).filter(|&length| length < most).chain([most]).collect()
}

impl Manoeuvre<'_> {
    /// A single element: every place of interest, straight ways and turns.
    fn list_single(&self, list: &mut List) {
        let start = self.starts[0];
        let mut places = Vec::with_capacity(96);
        self.contact_places(&mut places);
        let contacts = places.len();
        self.places_of_interest(&mut places);
        self.zone_places(&start, &mut places);
        for (i, &pose) in places.iter().enumerate() {
            if pose != start.pose && !list.has(pose) {
                self.list_way_to(pose, i < contacts, list);
            }
        }
        self.list_firing(list);
        places.clear();
        self.overlap_places(&mut places);
        for &pose in &places {
            if pose != start.pose && !list.has(pose) {
                self.list_way_to(pose, false, list);
            }
        }
        for length in self.lengths_of_single() {
            for pose in [
                start.pose.ahead(length),
                start.pose.ahead(-length),
                start.pose.aside(length),
                start.pose.aside(-length),
            ] {
                self.offer(list, &[Leg::To(pose)]);
            }
        }
        for turn in 1..=6 {
            let turn = turn * STEP;
            for hand in Hand::BOTH {
                let heading = start.pose.heading.turned(turn * hand.sign() as i32);
                self.offer(list, &[Leg::Wheel(hand, heading)]);
                self.offer(list, &[Leg::To(Pose::new(start.pose.at, heading))]);
            }
        }
        self.offer(list, &[Leg::To(start.about_face().pose)]);
        for heading in self.facings_to_enemies() {
            self.offer(list, &[Leg::To(Pose::new(start.pose.at, heading))]);
        }
        if self.position.field.road_direction(start.pose.at).is_some() {
            self.list_road(list);
        }
    }

    /// How far a single element is listed to go straight on, back or aside.
    pub(super) fn lengths_of_single(&self) -> Vec<i64> {
        lengths_up_to(self.position.card(self.units.first()).allowance)
    }

    pub(super) fn offer(&self, list: &mut List, legs: &[Leg]) -> bool {
        if let [Leg::To(pose)] = legs
            && list.has(*pose)
        {
            return true;
        }
        if self.is_hopeless(legs) {
            return false;
        }
        match self.try_way(legs) {
            Ok(arrival) => {
                list.march(&arrival, legs);
                true
            }
            Err(_) => false,
        }
    }

    /// Whether distance or a zone already rules a way out, so that it need not be tried.
    pub(super) fn is_hopeless(&self, legs: &[Leg]) -> bool {
        if self.from_camp.is_some() {
            return false;
        }
        if let (true, &Some(&Leg::To(pose))) = (self.is_single(), &legs.last()) {
            let start = &self.starts[0];
            let end = Base::new(pose, start.depth);
            let in_reach = match legs {
                [Leg::To(by), _] => self.could_go(&[start, &Base::new(*by, start.depth), &end]),
                _ => self.could_go(&[start, &end]),
            };
            return !in_reach || !self.zones_admit(&end);
        }
        if self.is_single() || self.start_zones() == 0 {
            return false;
        }
        let mut ends = self.starts.clone();
        legs.iter().all(|leg| step(&mut ends, leg).is_ok()) && !self.zones_admit_group(&ends, legs)
    }

    /// In a zone: square on the spot, square and centred, as far as its line.
    pub(super) fn zone_places(&self, start: &Base, out: &mut Vec<Pose>) {
        let near = self.start_zones();
        for (bit, zone) in self.zones.iter().enumerate() {
            let front = &zone.front;
            let apart = start.pose.at - front.pose.at;
            if apart.x.abs().max(apart.y.abs()) > 12 * MU {
                continue;
            }
            let opposite = front.pose.heading.opposite();
            let ahead = apart.dot(front.q);
            let gap = rounded_quotient(i128::from(ahead) * i128::from(MU / 4), i128::from(front.q.squared()));
            if near >> bit & 1 != 0 {
                out.push(Pose::new(start.pose.at, opposite));
                if gap > 0 {
                    out.push(Pose::new(front.pose.ahead(gap).at, opposite));
                    out.push(Pose::new(front.pose.ahead(gap).at, start.pose.heading));
                }
                let offset = rounded_quotient(
                    i128::from(apart.dot(front.r)) * i128::from(MU / 4),
                    i128::from(front.q.squared()),
                );
                if gap > 0 {
                    out.push(Pose::new(front.pose.ahead(gap / 2).aside(offset).at, opposite));
                }
            } else if gap > 0 {
                // Straight ahead of it, at the edge of its zone and just beyond.
                for far in [2 * MU, 2 * MU + MU / 100, 3 * MU] {
                    out.push(Pose::new(front.pose.ahead(far).at, opposite));
                }
            }
        }
    }

    pub(super) fn facings_to_enemies(&self) -> Vec<Heading> {
        let start = self.starts[0].pose;
        let mut facings: Vec<Heading> = vec![];
        for enemy in self.near().iter().filter(|other| other.enemy) {
            let apart = enemy.base.pose.at - start.at;
            let opposite = enemy.base.pose.heading.opposite();
            if apart.squared() <= (8 * MU).pow(2) && !facings.contains(&opposite) {
                facings.push(opposite);
            }
        }
        facings
    }

    /// Along the road by whole MU, both ways.
    fn list_road(&self, list: &mut List) {
        let start = self.starts[0];
        let field = &self.position.field;
        let Some(line) = field.road_direction(start.pose.at) else { return };
        let most = self.road_allowance(self.units.first());
        let way = if line.dot(start.q) >= 0 { line } else { -line };
        let (size, heading) = (way.length().max(1), Heading::of(way));
        for mu in 1..=most / MU {
            for distance in [mu * MU, -mu * MU] {
                let at = start.pose.at + way.scaled(distance, size);
                self.offer(list, &[Leg::To(Pose::new(at, heading))]);
            }
        }
    }

    /// Out of a camp: beside each wall, and from there straight on.
    fn list_sallies(&self, list: &mut List) {
        let Some(camp) = self.from_camp else { return };
        let id = self.units.first();
        let depth = self.position.depth(id);
        let most = self.position.card(id).allowance;
        for [a, b] in self.position.camp(camp).walls() {
            let heading = Heading::of(-(b - a).right());
            let middle = crate::field::middle(a, b);
            let pose = Pose::new(middle + heading.ahead() * depth, heading);
            self.offer(list, &[Leg::To(pose)]);
            for length in [MU, 2 * MU, most] {
                self.offer(list, &[Leg::To(pose), Leg::Forward(length.min(most))]);
            }
        }
    }
}
