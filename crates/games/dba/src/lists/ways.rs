//! Ways to those places: the direct leg, or shifted and turned apart, or round what stands in the way.

use crate::element::{ElementId, Units};
use crate::geometry::{Base, Hand, Heading, MU, Point, Pose, RIGHT_ANGLE, rounded_quotient};
use crate::movement::{Arrival, Manoeuvre, hinge, step};
use crate::order::{Leg, Legs, Order};
use crate::position::Position;
use crate::refusal::{Rate, Refusal};

/// Steps of wheels and turns.
const STEP: i32 = 15_000;

/// Orders no farther apart than this are the same (R137).
const SAME: i64 = MU / 100;
const SAME_TURN: i32 = 100;

impl Position {
    /// Where elements in hand may go.
    pub(crate) fn list_ways(&self, units: &Units, out: &mut Vec<Order>) {
        let Ok(manoeuvre) = Manoeuvre::new(self, *units) else { return };
        let mut list = List { ends: vec![], units: *units, out };
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
                let mut list = List { ends: vec![], units: column, out: list.out };
                manoeuvre.list_files(&mut list);
            }
        }
    }

    /// The same elements in the order of a column, if they are one.
    fn as_column(&self, units: &Units) -> Option<Units> {
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
struct List<'a> {
    ends: Vec<Pose>,
    units: Units,
    out: &'a mut Vec<Order>,
}

impl List<'_> {
    fn has(&self, pose: Pose) -> bool {
        self.ends.iter().any(|known| {
            let apart = known.at - pose.at;
            apart.x.abs().max(apart.y.abs()) <= SAME && known.heading.turn_to(pose.heading).abs() <= SAME_TURN
        })
    }

    fn march(&mut self, arrival: &Arrival, legs: &[Leg]) {
        if !self.has(arrival.ends[0]) {
            self.ends.push(arrival.ends[0]);
            self.out.push(Order::March { units: self.units, legs: Legs::of(legs) });
        }
    }
}

impl Manoeuvre<'_> {
    /// A single element: every place of interest, straight ways and turns.
    fn list_single(&self, list: &mut List) {
        let start = self.starts[0];
        let id = self.units.first();
        let most = self.position.card(id).allowance;
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
        let mut lengths: Vec<i64> = (1..=8).map(|mu| mu * MU).filter(|&length| length < most).collect();
        lengths.push(most);
        for &length in &lengths {
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

    /// For each enemy that cannot be shot at from here the nearest place from which it can.
    fn list_firing(&self, list: &mut List) {
        let id = self.units.first();
        let start = self.starts[0];
        if self.position.card(id).range.is_none() {
            return;
        }
        let mut places = vec![];
        for enemy in self.everybody().iter().filter(|other| other.enemy) {
            if self.position.is_engaged(enemy.id) || self.shoots_from(start.pose, enemy.id) {
                continue;
            }
            places.clear();
            self.firing_places(enemy, &mut places);
            places.retain(|&pose| {
                let end = Base::new(pose, start.depth);
                self.could_go(&[&start, &end]) && self.zones_admit(&end)
            });
            places.sort_by_key(|pose| (pose.at - start.pose.at).squared());
            let fires = |pose: &&Pose| {
                self.stand_free(0, &Base::new(**pose, start.depth)).is_ok()
                    && self.shoots_from(**pose, enemy.id)
                    && self.try_way(&[Leg::To(**pose)]).is_ok()
            };
            if let Some(&pose) = places.iter().find(fires) {
                self.offer(list, &[Leg::To(pose)]);
            }
        }
    }

    /// Whether an element could shoot at an enemy from a place.
    fn shoots_from(&self, pose: Pose, target: ElementId) -> bool {
        let id = self.units.first();
        let mut after = self.position.clone();
        after.element_mut(id).pose = pose;
        after.shot(id, target).is_some() && !after.is_engaged(id) && !after.is_engaged(target)
    }

    fn offer(&self, list: &mut List, legs: &[Leg]) -> bool {
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
    fn is_hopeless(&self, legs: &[Leg]) -> bool {
        if self.from_camp.is_some() {
            return false;
        }
        if let (true, &Some(&Leg::To(pose))) = (self.is_single(), &legs.last()) {
            let end = Base::new(pose, self.starts[0].depth);
            return !self.could_go(&[&self.starts[0], &end]) || !self.zones_admit(&end);
        }
        if self.is_single() || self.start_zones() == 0 {
            return false;
        }
        let mut ends = self.starts.clone();
        legs.iter().all(|leg| step(&mut ends, leg).is_ok()) && !self.zones_admit_group(&ends, legs)
    }

    /// The direct leg; failing that shifted first and turned last, turned first, or round the obstacle.
    fn list_way_to(&self, pose: Pose, thorough: bool, list: &mut List) {
        let start = self.starts[0];
        let straight = (pose.at - start.pose.at).length();
        let most = self.most(self.units.first());
        if straight > most + MU {
            return;
        }
        let end = Base::new(pose, start.depth);
        if !self.could_go(&[&start, &end]) || !self.zones_admit(&end) || self.stand_free(0, &end).is_err() {
            return;
        }
        let refusal = match self.try_way(&[Leg::To(pose)]) {
            Ok(arrival) => return list.march(&arrival, &[Leg::To(pose)]),
            Err(refusal) => refusal,
        };
        let round = match refusal {
            Refusal::EnemyInTheWay(_, other) | Refusal::FriendInTheWay(_, other) => Some(other),
            // Straight on it would cost more than there is, or a zone holds it fast whichever way it goes.
            Refusal::TooFar { rate: Rate::Ordinary, .. } | Refusal::HeldByZone(..) => return,
            _ => None,
        };
        let shifted = Pose::new(pose.at, start.pose.heading);
        let turned = Pose::new(start.pose.at, pose.heading);
        if self.offer(list, &[Leg::To(shifted), Leg::To(pose)])
            || self.offer(list, &[Leg::To(turned), Leg::To(pose)])
        {
            return;
        }
        for hand in Hand::BOTH {
            if self.offer(list, &[Leg::Wheel(hand, pose.heading), Leg::To(pose)]) {
                return;
            }
        }
        if let Some(round) = round
            && self.list_way_round(round, pose, list)
        {
            return;
        }
        if thorough {
            self.search_way_to(pose, most, list);
        }
    }

    /// Any two legs over a grid of a MU; only for places that matter, and that can be held once reached.
    fn search_way_to(&self, pose: Pose, most: i64, list: &mut List) {
        let start = self.starts[0];
        let mut there = self.begin();
        let end = Base::new(pose, start.depth);
        there.now[0] = end;
        if self.arrive(&mut there).is_err() {
            return;
        }
        let steps = 2 * most / MU;
        for heading in [start.pose.heading, pose.heading] {
            for x in -steps..=steps {
                for y in -steps..=steps {
                    let at = start.pose.at + Point::new(x * MU / 2, y * MU / 2);
                    let by = Base::new(Pose::new(at, heading), start.depth);
                    if self.could_go(&[&start, &by, &end])
                        && self.stand_free(0, &by).is_ok()
                        && self.offer(list, &[Leg::To(by.pose), Leg::To(pose)])
                    {
                        return;
                    }
                }
            }
        }
    }

    /// Round an obstacle by each of its corners, clear of it by a hair.
    fn list_way_round(&self, round: ElementId, pose: Pose, list: &mut List) -> bool {
        let start = self.starts[0];
        let Some(other) = self.near().iter().find(|other| other.id == round) else { return false };
        for heading in [start.pose.heading, pose.heading] {
            for corner in other.base.corners {
                let out = corner - other.base.centre();
                let size = out.length().max(1);
                for clear in [MU + MU / 100, MU + MU / 2] {
                    let by = Pose::new(corner + out.scaled(clear, size), heading);
                    if self.offer(list, &[Leg::To(by), Leg::To(pose)]) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// In a zone: square on the spot, square and centred, as far as its line.
    fn zone_places(&self, start: &Base, out: &mut Vec<Pose>) {
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

    fn facings_to_enemies(&self) -> Vec<Heading> {
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

    /// A group: straight on, wheels, and the solutions that bring a member into contact.
    fn list_group(&self, list: &mut List) {
        let ids = self.units.ids();
        let most = ids.iter().map(|&id| self.position.card(id).allowance).min().unwrap_or(0);
        let heading = self.starts[0].pose.heading;
        let mut lengths: Vec<i64> = (1..=8).map(|mu| mu * MU).filter(|&length| length < most).collect();
        lengths.push(most);
        if self.start_zones() != 0 {
            for &length in &lengths {
                self.offer(list, &[Leg::Forward(-length)]);
            }
        }
        for length in self.lengths_of_interest(most) {
            self.offer(list, &[Leg::Forward(length)]);
            for slide in self.slides(length) {
                self.offer(list, &[Leg::Forward(length), Leg::Slide(slide)]);
            }
        }
        for &length in &lengths {
            self.offer(list, &[Leg::Forward(length)]);
        }
        for hand in Hand::BOTH {
            for step in 1..=6 {
                let to = heading.turned(step * STEP * hand.sign() as i32);
                if !self.offer(list, &[Leg::Wheel(hand, to)]) && self.too_wide(hand, to) {
                    break;
                }
                self.offer(list, &[Leg::Forward(MU), Leg::Wheel(hand, to)]);
            }
            for to in self.facings_to_enemies() {
                let turn = i64::from(heading.turn_to(to)) * hand.sign();
                if (1..=i64::from(RIGHT_ANGLE)).contains(&turn) {
                    self.offer(list, &[Leg::Wheel(hand, to)]);
                }
            }
        }
        self.list_contacts(list, most);
    }

    /// Whether a wheel by so much already exceeds what anybody may move.
    fn too_wide(&self, hand: Hand, to: Heading) -> bool {
        matches!(self.try_way(&[Leg::Wheel(hand, to)]), Err(Refusal::TooFar { .. }))
    }

    /// How far straight on to touch an enemy, or to the edge of a zone.
    fn lengths_of_interest(&self, most: i64) -> Vec<i64> {
        let mut lengths: Vec<i64> = vec![];
        for base in &self.starts {
            for enemy in self.near().iter().filter(|other| other.enemy) {
                let apart = enemy.base.pose.at - base.pose.at;
                if apart.x.abs().max(apart.y.abs()) > most + 5 * MU {
                    continue;
                }
                let quarter = base.q.squared();
                let run = crate::geometry::run_until_touching(&base.corners, base.q, &enemy.base.corners);
                if let Some((part, whole)) = run {
                    let length = (part * i128::from(MU / 4) / whole) as i64;
                    lengths.push(length);
                    lengths.push(length - 2 * MU);
                }
                let ahead =
                    rounded_quotient(i128::from(apart.dot(base.q)) * i128::from(MU / 4), i128::from(quarter));
                lengths.push(ahead);
                lengths.push(ahead - 2 * MU);
            }
        }
        lengths.retain(|length| (1..=most + crate::geometry::SLACK).contains(length));
        lengths.sort_unstable();
        lengths.dedup_by(|a, b| (*a - *b).abs() <= SAME);
        lengths
    }

    /// Slides that line a member up with an enemy after so long an advance.
    fn slides(&self, length: i64) -> Vec<i64> {
        let mut slides: Vec<i64> = vec![];
        for base in &self.starts {
            let pose = base.pose.ahead(length);
            for enemy in self.near().iter().filter(|other| other.enemy) {
                if enemy.base.pose.heading.opposite() != pose.heading {
                    continue;
                }
                let apart = enemy.base.pose.at - pose.at;
                if apart.x.abs().max(apart.y.abs()) > 6 * MU {
                    continue;
                }
                let aside = rounded_quotient(
                    i128::from(apart.dot(base.r)) * i128::from(MU / 4),
                    i128::from(base.q.squared()),
                );
                if (1..=MU).contains(&aside.abs()) && !slides.contains(&aside) {
                    slides.push(aside);
                }
            }
        }
        slides
    }

    /// "Group to contact": member meets enemy by an advance, a wheel and an advance.
    fn list_contacts(&self, list: &mut List, most: i64) {
        let heading = self.starts[0].pose.heading;
        for enemy in self.near().iter().filter(|other| other.enemy) {
            let apart = enemy.base.pose.at - self.starts[0].pose.at;
            if apart.x.abs().max(apart.y.abs()) > most + 2 * MU + 2 * MU * self.units.len() as i64 {
                continue;
            }
            let to = enemy.base.pose.heading.opposite();
            let turn = heading.turn_to(to);
            for member in 0..self.units.len() {
                if turn == 0 {
                    self.meet_straight(list, member, &enemy.base);
                    continue;
                }
                if turn.abs() > RIGHT_ANGLE {
                    continue;
                }
                let hand = if turn > 0 { Hand::Right } else { Hand::Left };
                if let Some(legs) = self.solve_contact(member, &enemy.base, hand, to) {
                    self.offer(list, &legs);
                }
            }
        }
    }

    /// Facing exactly: forward, with a slide if it is a little off.
    fn meet_straight(&self, list: &mut List, member: usize, enemy: &Base) {
        let base = &self.starts[member];
        let apart = enemy.pose.at - base.pose.at;
        let quarter = i128::from(base.q.squared());
        let share = |dot: i64| rounded_quotient(i128::from(dot) * i128::from(MU / 4), quarter);
        let (ahead, aside) = (share(apart.dot(base.q)), share(apart.dot(base.r)));
        if ahead < 0 || aside.abs() > MU {
            return;
        }
        match aside {
            0 => {
                self.offer(list, &[Leg::Forward(ahead)]);
            }
            _ => {
                self.offer(list, &[Leg::Forward(ahead), Leg::Slide(aside)]);
            }
        }
    }

    /// Advance, wheel, advance, so that a member stands in full front contact.
    fn solve_contact(&self, member: usize, enemy: &Base, hand: Hand, to: Heading) -> Option<[Leg; 3]> {
        let base = &self.starts[member];
        let corner = hinge(&self.starts, hand);
        let (q, r) = (to.ahead(), to.ahead().right());
        let offset = base.pose.at - corner;
        let quarter = i128::from(base.q.squared());
        let steps = |along: Point| rounded_quotient(i128::from(offset.dot(along)), quarter);
        let place = corner + r * steps(base.r) + q * steps(base.q);
        let way = enemy.pose.at - place;
        let (aside, lean) = (way.dot(r), base.q.dot(r));
        let first = match lean {
            0 => return None,
            _ => rounded_quotient(i128::from(aside) * i128::from(MU / 4), i128::from(lean)),
        };
        let rest = way - base.q.scaled(first, MU / 4);
        let last = rounded_quotient(i128::from(rest.dot(q)) * i128::from(MU / 4), i128::from(q.squared()));
        let fits = first >= 0 && last >= 0 && first <= 9 * MU && last <= 9 * MU;
        fits.then_some([Leg::Forward(first), Leg::Wheel(hand, to), Leg::Forward(last)])
    }

    /// Falling into column behind each member of the front.
    fn list_forming(&self, list: &mut List) {
        if self.start_zones() != 0 {
            return;
        }
        let ids = self.units.ids().to_vec();
        for (i, &lead) in ids.iter().enumerate() {
            let base = self.starts[i];
            // Nearest first, so that nobody is in anybody's way.
            let mut rest: Vec<_> = ids.iter().copied().filter(|&id| id != lead).collect();
            rest.sort_by_key(|&id| (self.position.element(id).pose.at - base.pose.at).squared());
            let mut column = Units::one(lead);
            rest.into_iter().for_each(|id| column.push(id));
            let most = self.position.card(lead).allowance;
            let manoeuvre = Manoeuvre::unchecked(self.position, column);
            for length in [most, most / 2] {
                let to = base.pose.ahead(length);
                if manoeuvre.try_form(to, 1).is_ok() {
                    list.out.push(Order::Form { units: column, to, files: 1 });
                }
            }
        }
        if self.is_barred() {
            self.list_narrowing(list);
        }
    }

    /// R47: the front on two files or more, the excess falling in behind.
    fn list_narrowing(&self, list: &mut List) {
        let lead = self.starts[0];
        let ahead = |i: usize| (self.starts[i].pose.at - lead.pose.at).dot(lead.q);
        let front = (0..self.starts.len()).map(ahead).max().unwrap_or(0) - crate::geometry::SLACK_OF_FACING;
        let mut rank: Vec<usize> = (0..self.starts.len()).filter(|&i| ahead(i) >= front).collect();
        rank.sort_by_key(|&i| (self.starts[i].pose.at - lead.pose.at).dot(lead.r));
        let ids = self.units.ids();
        for files in 2..rank.len() {
            for kept in rank.windows(files) {
                let base = self.starts[kept[0]];
                let mut rest: Vec<usize> = (0..ids.len()).filter(|i| !kept.contains(i)).collect();
                rest.sort_by_key(|&i| (self.starts[i].pose.at - base.pose.at).squared());
                let units: Units = kept.iter().chain(&rest).map(|&i| ids[i]).collect();
                let manoeuvre = Manoeuvre::unchecked(self.position, units);
                let most = self.position.card(units.first()).allowance;
                for length in [most, most / 2] {
                    let to = base.pose.ahead(length);
                    if manoeuvre.try_form(to, files).is_ok() {
                        list.out.push(Order::Form { units, to, files: files as u8 });
                    }
                }
            }
        }
    }

    /// A column: straight on and wheeling on either corner.
    fn list_files(&self, list: &mut List) {
        let heading = self.starts[0].pose.heading;
        let most = self.units.ids().iter().map(|&id| self.road_allowance(id)).min().unwrap_or(0);
        let lead = self.lead();
        let mut offer = |legs: &[Leg]| match self.try_file(&lead, legs) {
            Ok(arrival) => {
                if !list.has(arrival.ends[0]) {
                    list.ends.push(arrival.ends[0]);
                    list.out.push(Order::File { units: self.units, legs: Legs::of(legs) });
                }
                true
            }
            Err(refusal) => !matches!(refusal, Refusal::TooFar { .. }),
        };
        for mu in 1..=most / MU {
            offer(&[Leg::Forward(mu * MU)]);
        }
        for hand in Hand::BOTH {
            for step in 1..=6 {
                let to = heading.turned(step * STEP * hand.sign() as i32);
                // Whoever cannot wheel so far can neither wheel farther nor go on from there.
                if !offer(&[Leg::Wheel(hand, to)]) {
                    break;
                }
                if offer(&[Leg::Wheel(hand, to), Leg::Forward(MU)]) {
                    offer(&[Leg::Wheel(hand, to), Leg::Forward(2 * MU)]);
                }
            }
        }
        for length in self.lengths_of_interest(most) {
            offer(&[Leg::Forward(length)]);
        }
    }
}
