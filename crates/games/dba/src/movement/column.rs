//! Columns: moving in file and falling into file (2.6; R46).

use std::borrow::Cow;

use crate::element::{ElementId, Units};
use crate::field::Feature;
use crate::geometry::{
    Base, Edge, Ground, Hand, Pose, SLACK, gap, overlap, part_of, run_until_touching, within,
};
use crate::order::Leg;
use crate::position::Position;
use crate::refusal::Refusal;

use super::{Arrival, Manoeuvre, Way, bounded};

impl Position {
    /// What a move of a column comes to: the lead goes the way, the others close up from the head.
    pub(crate) fn may_file(&self, units: &Units, legs: &[Leg]) -> Result<Arrival, Refusal> {
        self.may_take_up(units)?;
        if !self.is_column(units) {
            return Err(Refusal::NoColumn);
        }
        let manoeuvre = Manoeuvre::unchecked(self, *units);
        manoeuvre.try_file(&manoeuvre.lead(), legs)
    }

    /// What falling into column behind a lead comes to; into several files only where the way ahead is barred (R47).
    pub(crate) fn may_form(&self, units: &Units, to: Pose, files: u8) -> Result<Arrival, Refusal> {
        self.may_take_up(units)?;
        if !self.is_group(units) {
            return Err(Refusal::NoGroup);
        }
        let manoeuvre = Manoeuvre::unchecked(self, *units);
        match files {
            1 => manoeuvre.try_form(to, 1),
            2.. if manoeuvre.is_barred() => manoeuvre.try_form(to, files.into()),
            2.. => Err(Refusal::NothingInTheWay),
            0 => Err(Refusal::NobodyNamed),
        }
    }
}

impl Manoeuvre<'_> {
    /// The lead of the column as if it moved alone among strangers.
    pub(crate) fn lead(&self) -> Manoeuvre<'_> {
        let mut lead = self.among_the_same(Units::one(self.units.first()), vec![self.starts[0]]);
        lead.begin_from_starts();
        lead
    }

    /// The same elements in another order.
    pub(crate) fn reordered(&self, units: Units) -> Manoeuvre<'_> {
        let places: Vec<usize> =
            units.ids().iter().filter_map(|id| self.units.ids().iter().position(|own| own == id)).collect();
        let mut other = self.among_the_same(units, places.iter().map(|&i| self.starts[i]).collect());
        other.held_by = places.iter().map(|&i| self.held_by[i]).collect();
        other.started = places.iter().map(|&i| self.started[i]).collect();
        other.starts_on_road = self.position.field.road_direction(other.starts[0].pose.at).is_some();
        other
    }

    /// Others on the move among the same strangers, camps and zones; not yet begun.
    fn among_the_same(&self, units: Units, starts: Vec<Base>) -> Manoeuvre<'_> {
        Manoeuvre {
            position: self.position,
            units,
            starts,
            others: Cow::Borrowed(&*self.others),
            nearby: self.nearby,
            camps: Cow::Borrowed(&*self.camps),
            zones: Cow::Borrowed(&*self.zones),
            held_by: vec![],
            from_camp: None,
            started: vec![],
            starts_on_road: false,
        }
    }

    /// A column follows its lead along a way.
    pub(crate) fn try_file(&self, lead: &Manoeuvre, legs: &[Leg]) -> Result<Arrival, Refusal> {
        let mut led = lead.begin();
        for (number, leg) in legs.iter().enumerate() {
            match leg {
                Leg::Forward(by) if *by >= 0 => {}
                Leg::Wheel(..) => {}
                _ => return Err(Refusal::GroupsGoForward),
            }
            lead.go(&mut led, number, leg)?;
        }
        self.keep_pace(&led)?;
        let mut way = self.with_lead(&led);
        for i in 1..self.units.len() {
            way.now[i] = self.close_up(&mut way, i)?;
        }
        self.finish(way, legs)
    }

    /// R47: whether somebody's way straight ahead is obstructed within the move.
    pub(crate) fn is_barred(&self) -> bool {
        self.starts.iter().zip(self.units.ids()).enumerate().any(|(i, (start, &id))| {
            let ahead = Base::new(start.pose.ahead(self.position.card(id).allowance), start.depth);
            let ground = Ground::between(start, &ahead);
            let field = &self.position.field;
            self.pass(i, start, &ahead, &ground).is_err()
                || field.bad_under(&ground, self.position.camels(id))
                || field.touches(Feature::River, &ground)
        })
    }

    /// Falls in behind a lead that goes to a pose, so many abreast: the front rank beside it from left to right, the
    /// others in exact file behind.
    pub(crate) fn try_form(&self, to: Pose, files: usize) -> Result<Arrival, Refusal> {
        let lead = self.lead();
        let mut led = lead.begin();
        let legs = [Leg::To(bounded(to)?)];
        lead.go(&mut led, 0, &legs[0])?;
        let mut way = self.with_lead(&led);
        not_backward(self.units.first(), &self.starts[0], &way.now[0])?;
        for i in 1..self.units.len() {
            let place = match i < files {
                true => way.now[i - 1].beside_place(Hand::Right),
                false => way.now[i - files].rear_place(),
            };
            let place = Base::new(place, self.starts[i].depth);
            not_backward(self.units.ids()[i], &self.starts[i], &place)?;
            self.reach(&mut way, i, &place)?;
            way.now[i] = place;
        }
        self.finish(way, &legs)
    }

    /// Nobody can keep up with a lead that goes farther than the slowest may.
    fn keep_pace(&self, led: &Way) -> Result<(), Refusal> {
        let [left, right] = led.sums[0];
        let (hand, cost) = if left >= right { (Hand::Left, left) } else { (Hand::Right, right) };
        let most = |&id: &ElementId| match led.road {
            true => self.road_allowance(id),
            false => self.position.card(id).allowance,
        };
        let slowest = self.units.ids().iter().copied().min_by_key(most).unwrap_or(self.units.first());
        match within(cost, most(&slowest)) {
            true => Ok(()),
            false => Err(Refusal::too_far(slowest, hand, cost, most(&slowest))),
        }
    }

    /// The way of the whole column with what its lead has done.
    fn with_lead(&self, led: &Way) -> Way {
        let mut way = self.begin();
        way.now[0] = led.now[0];
        way.sums[0] = led.sums[0];
        (way.bad[0], way.river[0], way.road) = (led.bad[0], led.river[0], led.road);
        (way.entered, way.entered_in) = (led.entered, led.entered_in);
        way.before_entry.clone_from(&led.before_entry);
        way
    }

    /// Into exact file behind the one ahead if straight lines lead there; else straight ahead until it touches.
    fn close_up(&self, way: &mut Way, i: usize) -> Result<Base, Refusal> {
        let (start, ahead) = (self.starts[i], way.now[i - 1]);
        let place = Base::new(ahead.rear_place(), start.depth);
        let ground = (way.bad[i], way.river[i]);
        if self.reach(way, i, &place).is_ok() {
            return Ok(place);
        }
        (way.bad[i], way.river[i]) = ground;
        let id = self.units.ids()[i];
        let most = self.position.card(id).allowance;
        let far = Base::new(start.pose.ahead(most), start.depth);
        let ground = Ground::between(&start, &far);
        let runs = way.now[..i].iter().filter(|member| overlap(&ground, *member));
        let runs = runs.filter_map(|member| run_until_touching(&start.corners, start.q, &member.corners));
        let stop = runs.min_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
        let at = match stop {
            Some(part) => start.pose.at + part_of(start.q, part),
            None => start.pose.at,
        };
        let place = Base::new(Pose::new(at, start.pose.heading), start.depth);
        if gap(&place.edge(Edge::Front), &ahead.corners) > SLACK {
            return Err(Refusal::ColumnBreaks(id));
        }
        self.reach(way, i, &place)?;
        Ok(place)
    }

    /// A follower goes straight to its place over free ground, onto nobody already placed, within its allowance.
    fn reach(&self, way: &mut Way, i: usize, place: &Base) -> Result<(), Refusal> {
        let (id, start) = (self.units.ids()[i], self.starts[i]);
        for corner in 0..2 {
            way.sums[i][corner] = (place.corners[corner] - start.corners[corner]).length();
        }
        self.stand_free(i, place)?;
        let ground = Ground::between(&start, place);
        self.pass(i, &start, place, &ground)?;
        if way.now[..i].iter().any(|member| member.overlaps(place)) {
            return Err(Refusal::ColumnBreaks(id));
        }
        way.bad[i] |= self.position.field.bad_under(&ground, self.position.camels(id));
        way.river[i] |= self.position.field.touches(Feature::River, &ground);
        let road = way.road && self.on_the_road(&start, place);
        let most = match road {
            true => self.road_allowance(id),
            false => self.allowance(id, way.bad[i], way.river[i])?,
        };
        let [left, right] = way.sums[i];
        let (hand, sum) = if left >= right { (Hand::Left, left) } else { (Hand::Right, right) };
        match within(sum, most) {
            true => Ok(()),
            false => Err(Refusal::too_far(id, hand, sum, most)),
        }
    }

    /// The lead's cost counts against the smallest allowance; then the end is judged as for any group.
    fn finish(&self, mut way: Way, legs: &[Leg]) -> Result<Arrival, Refusal> {
        let ids = self.units.ids();
        let cost = way.sums[0][0].max(way.sums[0][1]);
        let hand = if way.sums[0][0] >= way.sums[0][1] { Hand::Left } else { Hand::Right };
        way.road &= self.starts.iter().zip(&way.now).all(|(from, to)| self.on_the_road(from, to));
        for (i, &id) in ids.iter().enumerate() {
            let most = match way.road {
                true => self.road_allowance(id),
                false => self.allowance(id, way.bad[i], way.river[i])?,
            };
            if !within(cost, most) {
                return Err(Refusal::too_far(ids[0], hand, cost, most));
            }
        }
        for (i, &id) in ids.iter().enumerate() {
            if way.now[..i].iter().any(|member| member.overlaps(&way.now[i])) {
                return Err(Refusal::ColumnBreaks(id));
            }
        }
        let arrival = self.arrive(&mut way)?;
        self.obey_zones(&way, legs, &arrival)?;
        self.may_move_again(&way, &arrival)?;
        Ok(arrival)
    }
}

/// Nobody falls into column by going backward.
fn not_backward(id: ElementId, start: &Base, end: &Base) -> Result<(), Refusal> {
    let along = (end.pose.at - start.pose.at).dot(start.q);
    if along >= -crate::geometry::SLACK_OF_FACING { Ok(()) } else { Err(Refusal::Backward(id)) }
}
