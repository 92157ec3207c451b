//! Ways of groups and columns: on, wheeling, into contact, into column, through a gap.

use crate::element::Units;
use crate::geometry::{Base, Hand, Heading, MU, Point, RIGHT_ANGLE, rounded_quotient};
use crate::movement::{Manoeuvre, hinge};
use crate::order::{Leg, Legs, Order};
use crate::refusal::Refusal;

use super::ways::{List, SAME, STEP};

impl Manoeuvre<'_> {
    /// A group: straight on, wheels, and the solutions that bring a member into contact.
    pub(super) fn list_group(&self, list: &mut List) {
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
    pub(super) fn list_forming(&self, list: &mut List) {
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
    pub(super) fn list_files(&self, list: &mut List) {
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
