//! Ways of groups and columns: on, wheeling, into contact, into column, through a gap.

use crate::element::Units;
use crate::geometry::{
    Base, Hand, Heading, MU, Point, QUARTER, RIGHT_ANGLE, breadth, rounded_quotient, run_until_touching,
};
use crate::movement::{Manoeuvre, hinge, step};
use crate::order::{Leg, Legs, Order};
use crate::refusal::Refusal;

use super::ways::{List, SAME, STEP, lengths_up_to};

impl Manoeuvre<'_> {
    /// A group: straight on, wheels, and the solutions that bring a member into contact.
    pub(super) fn list_group(&self, list: &mut List) {
        let mut ways = Vec::with_capacity(64);
        self.group_ways(&mut ways);
        // Whoever cannot wheel so far can wheel no farther, and whoever runs into the enemy or tires on the way straight
        // on does so on every longer one.
        let (mut too_wide, mut barred) = ([false; 2], i64::MAX);
        let mut known: Vec<&Legs> = Vec::with_capacity(64);
        for (way, stepped) in &ways {
            let legs = way.legs();
            let on = match legs {
                [Leg::Forward(on), ..] if *on > 0 => *on,
                _ => 0,
            };
            if on >= barred || stepped.is_some_and(|hand| too_wide[hand as usize]) {
                continue;
            }
            // Several members meet several enemies by one and the same way.
            if on > 0 {
                if known.contains(&way) {
                    continue;
                }
                known.push(way);
            }
            if self.is_hopeless(legs) {
                continue;
            }
            match (self.try_way(legs), *stepped, legs) {
                (Ok(arrival), ..) => list.march(&arrival, legs),
                (Err(Refusal::TooFar { .. }), Some(hand), [_]) => too_wide[hand as usize] = true,
                (Err(Refusal::TooFar { .. } | Refusal::EnemyInTheWay(..)), _, [Leg::Forward(_)])
                    if on > 0 =>
                {
                    barred = barred.min(on);
                }
                _ => {}
            }
        }
    }

    /// The ways a group is tried on, in the order they are listed in; a wheel by steps with its hand.
    pub(super) fn group_ways(&self, out: &mut Vec<(Legs, Option<Hand>)>) {
        let ids = self.units.ids();
        let most = ids.iter().map(|&id| self.position.card(id).allowance).min().unwrap_or(0);
        let heading = self.starts[0].pose.heading;
        let lengths = lengths_up_to(most);
        let mut way = |legs: &[Leg]| out.push((Legs::of(legs), None));
        if self.start_zones() != 0 {
            lengths.iter().for_each(|&length| way(&[Leg::Forward(-length)]));
        }
        for length in self.lengths_of_interest(most) {
            way(&[Leg::Forward(length)]);
            for slide in self.slides(length) {
                way(&[Leg::Forward(length), Leg::Slide(slide)]);
            }
        }
        lengths.iter().for_each(|&length| way(&[Leg::Forward(length)]));
        for hand in Hand::BOTH {
            for step in 1..=6 {
                let wheel = Leg::Wheel(hand, heading.turned(step * STEP * hand.sign() as i32));
                out.push((Legs::of(&[wheel]), Some(hand)));
                out.push((Legs::of(&[Leg::Forward(MU), wheel]), Some(hand)));
            }
            for to in self.facings_to_enemies() {
                let turn = i64::from(heading.turn_to(to)) * hand.sign();
                if (1..=i64::from(RIGHT_ANGLE)).contains(&turn) {
                    out.push((Legs::of(&[Leg::Wheel(hand, to)]), None));
                }
            }
        }
        self.contact_ways(most, out);
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
                // Whoever stands wholly beside the way is never run into.
                let beside = apart.dot(base.r).abs() > (MU + breadth(enemy.base.depth) + MU / 8) * QUARTER;
                let run = match beside {
                    true => None,
                    false => run_until_touching(&base.corners, base.q, &enemy.base.corners),
                };
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
                let across = apart.dot(base.r);
                // No slide is longer than a MU; most that are opposite are so exactly or by a whole base.
                if across == 0
                    || across.abs() > 5 * base.q.squared()
                    || apart.x.abs().max(apart.y.abs()) > 6 * MU
                {
                    continue;
                }
                let aside =
                    rounded_quotient(i128::from(across) * i128::from(MU / 4), i128::from(base.q.squared()));
                if (1..=MU).contains(&aside.abs()) && !slides.contains(&aside) {
                    slides.push(aside);
                }
            }
        }
        slides
    }

    /// "Group to contact": member meets enemy by an advance, a wheel and an advance.
    fn contact_ways(&self, most: i64, out: &mut Vec<(Legs, Option<Hand>)>) {
        let heading = self.starts[0].pose.heading;
        for enemy in self.near().iter().filter(|other| other.enemy) {
            let apart = enemy.base.pose.at - self.starts[0].pose.at;
            if apart.x.abs().max(apart.y.abs()) > most + 2 * MU + 2 * MU * self.units.len() as i64 {
                continue;
            }
            let to = enemy.base.pose.heading.opposite();
            let turn = heading.turn_to(to);
            for member in 0..self.units.len() {
                let legs = match turn {
                    0 => self.straight_contact(member, &enemy.base),
                    _ if turn.abs() > RIGHT_ANGLE => None,
                    _ => {
                        let hand = if turn > 0 { Hand::Right } else { Hand::Left };
                        self.solve_contact(member, &enemy.base, hand, to).map(|legs| Legs::of(&legs))
                    }
                };
                out.extend(legs.map(|legs| (legs, None)));
            }
        }
    }

    /// Facing exactly: forward, with a slide if it is a little off.
    fn straight_contact(&self, member: usize, enemy: &Base) -> Option<Legs> {
        let base = &self.starts[member];
        let apart = enemy.pose.at - base.pose.at;
        let quarter = i128::from(base.q.squared());
        let share = |dot: i64| rounded_quotient(i128::from(dot) * i128::from(MU / 4), quarter);
        let (ahead, aside) = (share(apart.dot(base.q)), share(apart.dot(base.r)));
        if ahead < 0 || aside.abs() > MU {
            return None;
        }
        Some(match aside {
            0 => Legs::of(&[Leg::Forward(ahead)]),
            _ => Legs::of(&[Leg::Forward(ahead), Leg::Slide(aside)]),
        })
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
        for member in 0..self.units.len() {
            list.out.extend([false, true].into_iter().filter_map(|half| self.form_behind(member, half)));
        }
        if self.is_barred() {
            self.list_narrowing(list);
        }
    }

    /// Falling into column behind a member that goes on by its whole move or half of it.
    pub(super) fn form_behind(&self, member: usize, half: bool) -> Option<Order> {
        let (lead, base) = (self.units.ids()[member], self.starts[member]);
        // Nearest first, so that nobody is in anybody's way.
        let mut rest = self.units;
        rest.sort_by_key(|id| (id != lead, (self.position.element(id).pose.at - base.pose.at).squared()));
        let most = self.position.card(lead).allowance;
        let to = base.pose.ahead(if half { most / 2 } else { most });
        let formed = self.reordered(rest).try_form(to, 1);
        formed.is_ok().then_some(Order::Form { units: rest, to, files: 1 })
    }

    /// R47: the front on two files or more, the excess falling in behind.
    pub(super) fn list_narrowing(&self, list: &mut List) {
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
                let manoeuvre = self.reordered(units);
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
        let lead = self.lead();
        let mut ways = Vec::with_capacity(64);
        self.file_ways(&mut ways);
        // Whoever cannot wheel so far can neither wheel farther nor go on from there.
        let (mut too_wide, mut no_farther) = ([false; 2], false);
        for (legs, stepped) in ways {
            if self.start_zones() != 0 && !lead.comes_up_to_an_enemy(legs.legs()) {
                continue;
            }
            match (stepped, legs.legs().len()) {
                (Some(hand), _) if too_wide[hand as usize] => continue,
                (Some(_), 1) => no_farther = false,
                (Some(_), _) if no_farther => continue,
                _ => {}
            }
            match self.try_file(&lead, legs.legs()) {
                Ok(arrival) => {
                    if !list.has(arrival.ends[0]) {
                        list.ends.push(arrival.ends[0]);
                        list.out.push(Order::File { units: self.units, legs });
                    }
                }
                Err(Refusal::TooFar { .. }) => match (stepped, legs.legs().len()) {
                    (Some(hand), 1) => too_wide[hand as usize] = true,
                    (Some(_), _) => no_farther = true,
                    _ => {}
                },
                Err(_) => {}
            }
        }
    }

    /// R67: from inside a zone a column may only meet its owner, and it is the lead that does.
    fn comes_up_to_an_enemy(&self, legs: &[Leg]) -> bool {
        let mut end = [self.starts[0]];
        legs.iter().all(|leg| step(&mut end, leg).is_ok()) && self.touches_an_enemy(&end[0])
    }

    /// The ways a column is tried on, in the order they are listed in; a wheel by steps with its hand.
    pub(super) fn file_ways(&self, out: &mut Vec<(Legs, Option<Hand>)>) {
        let heading = self.starts[0].pose.heading;
        let most = self.units.ids().iter().map(|&id| self.road_allowance(id)).min().unwrap_or(0);
        for mu in 1..=most / MU {
            out.push((Legs::of(&[Leg::Forward(mu * MU)]), None));
        }
        for hand in Hand::BOTH {
            for step in 1..=6 {
                let wheel = Leg::Wheel(hand, heading.turned(step * STEP * hand.sign() as i32));
                out.push((Legs::of(&[wheel]), Some(hand)));
                out.push((Legs::of(&[wheel, Leg::Forward(MU)]), Some(hand)));
                out.push((Legs::of(&[wheel, Leg::Forward(2 * MU)]), Some(hand)));
            }
        }
        for length in self.lengths_of_interest(most) {
            out.push((Legs::of(&[Leg::Forward(length)]), None));
        }
    }
}
