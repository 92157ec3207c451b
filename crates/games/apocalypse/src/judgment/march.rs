//! On the march: the way to the aim, what to try before its walls, who stays behind, camp or disband.

use engine::Side;
use engine::hex::Hex;

use super::atlas::FAR;
use super::estimate::Estimate;
use super::force::Force;
use super::prospect::{Aim, Way};
use crate::order::Order;
use crate::position::{Pace, Position, Step};
use crate::sheet::{BYZANTINES, MUSLIMS};
use crate::unit::{Expedition, Mode};

/// With fewer than this Muawiya turns back.
const HANDFUL: u8 = 8;
/// Ends of a march that are thought of at once.
const LEGS: usize = 4;

/// A march a player has in mind: to one of a few ends, the best first; the share says how readily each is thought of.
struct Errand {
    expedition: Expedition,
    legs: [Option<(f32, Leg)>; LEGS],
}

/// Where this year's move could end.
#[derive(Clone, Copy)]
struct Leg {
    hex: Hex,
    /// Years until its aim is reached; nothing for the way home.
    years: Option<u16>,
}

impl Errand {
    fn legs(&self) -> impl Iterator<Item = (f32, Leg)> {
        self.legs.iter().flatten().copied()
    }

    /// How readily the march ends in a hex.
    fn ends_in(&self, hex: Hex) -> f32 {
        self.legs().find(|(_, leg)| leg.hex == hex).map_or(0.0, |(share, _)| share)
    }

    /// Years until its best aim is reached.
    fn years(&self) -> Option<u16> {
        self.legs().next().and_then(|(_, leg)| leg.years)
    }
}

impl Estimate<'_> {
    /// How readily an expedition is taken up now.
    pub(super) fn mind_setting_out(&self, expedition: Expedition) -> f32 {
        if self.turns_back(expedition) {
            return 6.0;
        }
        match (self.aim_of(expedition), self.step) {
            (Some(aim), Step::Sea(_)) if aim.way == Way::Sea => 2.0 + aim.value.min(10.0),
            (_, Step::Sea(_)) => 0.03,
            (Some(aim), _) => 1.0 + aim.value.min(10.0),
            // Nothing to be won: the way home, or waiting.
            (None, _) => 0.5,
        }
    }

    /// Muawiya does not go on with a handful, and does not winter with one: his loss is the war's (2.1.2).
    fn turns_back(&self, expedition: Expedition) -> bool {
        let force = self.force_of(expedition);
        let hope = |hex| {
            self.sheet.ground.settlement_in(hex).is_some_and(|place| {
                self.is_decisive(place) && !self.holds(MUSLIMS, place) && force.stormers > self.watch(place).1
            })
        };
        force.muawiya && force.units < HANDFUL && !self.host(expedition).spot.hex().is_some_and(hope)
    }

    /// Whether a place wins the game for who takes it.
    fn is_decisive(&self, place: u8) -> bool {
        place == self.sheet.ground.constantinople || self.is_prize(place)
    }

    fn errand(&self) -> Option<Errand> {
        let expedition = self.march.expedition?;
        let side = Position::side_of(expedition);
        let from = self.host(expedition).spot.hex()?;
        let mut legs = [None; LEGS];
        let mut count = 0;
        if !self.turns_back(expedition) {
            for (share, aim) in self.aims_of(expedition).shares() {
                // Beside the best only what can be had this year.
                if count > 0 && aim.years > 1 || share < 0.1 {
                    continue;
                }
                if let Some(hex) = self.leg_to(expedition, from, aim) {
                    legs[count] = Some((share, Leg { hex, years: Some(aim.years) }));
                    count += 1;
                }
            }
        }
        if count == 0 {
            let hex = self.shelter(side, from, self.host(expedition).at_sea);
            legs[0] = hex.map(|hex| (1.0, Leg { hex, years: None }));
        }
        self.hold_to(expedition, from, &mut legs);
        Some(Errand { expedition, legs })
    }

    /// Who has begun to march for one of several ends goes on with it: to waver between two costs the MPs that a siege is
    /// paid with. An end is thought of half as readily for each MP by which it has come less near than another.
    fn hold_to(&self, expedition: Expedition, from: Hex, legs: &mut [Option<(f32, Leg)>; LEGS]) {
        let Some(start) = self.set_out.filter(|&start| start != from && legs[1].is_some()) else { return };
        let nearer = |leg: &Leg| {
            let before = self.rest_of(expedition, leg.hex, start)?;
            Some(i32::from(before) - i32::from(self.rest_of(expedition, leg.hex, from)?))
        };
        let Some(most) = legs.iter().flatten().filter_map(|(_, leg)| nearer(leg)).max() else { return };
        for (share, leg) in legs.iter_mut().flatten() {
            let behind = nearer(leg).map_or(most.max(0), |nearer| most - nearer);
            *share *= 0.5f32.powi(behind.min(20));
        }
        legs.sort_by(|one, other| {
            let share = |leg: &Option<(f32, Leg)>| leg.map_or(-1.0, |(share, _)| share);
            share(other).total_cmp(&share(one))
        });
        let best = legs[0].map_or(1.0, |(share, _)| share);
        legs.iter_mut().flatten().for_each(|(share, _)| *share /= best);
    }

    /// Where this year's move towards an aim ends: there, or in a harbour on the way.
    fn leg_to(&self, expedition: Expedition, from: Hex, aim: &Aim) -> Option<Hex> {
        if aim.way == Way::Land {
            return Some(aim.hex);
        }
        let place = self.sheet.ground.settlement_in(aim.hex)?;
        let points = self.host(expedition).sea;
        if self.map.sea(place, from) <= points {
            return Some(aim.hex);
        }
        let port = self.harbour(Position::side_of(expedition), Some(from), place, points)?;
        Some(self.sheet.ground.settlement(port).hex)
    }

    /// The nearest place of a side: where an expedition without an aim goes.
    fn shelter(&self, side: Side, from: Hex, at_sea: bool) -> Option<Hex> {
        let far = self.map;
        let cost = |place: u8| if at_sea { far.sea(place, from) } else { far.land(side, place, from) };
        let own = self.settlements().filter(|&place| self.holds(side, place) && cost(place) < FAR);
        own.min_by_key(|&place| cost(place)).map(|place| self.sheet.ground.settlement(place).hex)
    }

    /// How far a hex is from where a march leads, at sea or on land.
    fn rest_of(&self, expedition: Expedition, goal: Hex, hex: Hex) -> Option<u8> {
        let side = Position::side_of(expedition);
        if !self.host(expedition).at_sea {
            return self.distance_to(side, goal, hex);
        }
        match self.sheet.ground.settlement_in(goal) {
            Some(place) => Some(self.map.sea(place, hex)).filter(|&far| far < FAR),
            None => Some(self.sheet.ground.grid.distance(hex, goal) as u8),
        }
    }

    /// The orders of an expedition in hand.
    pub(super) fn mind_march(&self, orders: &[Order], out: &mut Vec<f32>) {
        let Some(errand) = self.errand() else {
            out.extend(orders.iter().map(|_| 1.0));
            return;
        };
        match self.march.pace {
            Pace::Leave => out.extend(orders.iter().map(|order| self.mind_leaving(order, &errand))),
            Pace::Rest => out.extend(orders.iter().map(|order| self.mind_rest(order, &errand))),
            Pace::Loading => out.extend(orders.iter().map(|order| match order {
                Order::Done => 3.0,
                _ => 0.001,
            })),
            Pace::Skirmish => out.extend(orders.iter().map(|order| self.mind_loss(order))),
            _ => out.extend(orders.iter().map(|order| self.mind_way(order, &errand))),
        }
    }

    fn mind_way(&self, order: &Order, errand: &Errand) -> f32 {
        let expedition = errand.expedition;
        let (side, host) = (Position::side_of(expedition), self.host(expedition));
        let Some(hex) = host.spot.hex() else { return 1.0 };
        let there = errand.ends_in(hex);
        match order {
            Order::Step { to } => {
                let Ok((next, cost)) = self.may_step(*to) else { return 0.0 };
                let toward =
                    |(share, leg): (f32, Leg)| share * self.mind_nearing(expedition, leg.hex, next, cost);
                let mut weight = errand.legs().map(toward).fold(0.0, f32::max);
                if there == 1.0 {
                    weight *= 0.05;
                }
                weight * self.danger(expedition, next) + self.windfall(side, expedition, next)
            }
            Order::Disembark if there == 1.0 => 12.0,
            Order::Disembark => 3.0 * there + 0.005,
            Order::Embark => 0.02,
            Order::Siege => {
                let place = self.sheet.ground.settlement_in(hex);
                12.0 * place.map_or(0.0, |place| self.siege_chance(place, self.watch(place).0, host.land))
                    + 0.1 * there
            }
            Order::Assault => self.sheet.ground.settlement_in(hex).map_or(0.0, |place| {
                let force = self.force_of(expedition);
                let (_, foot) = self.watch(place);
                let bill = f32::from(foot) * 0.2;
                let enough =
                    force.stormers > foot || force.stormers + self.support(expedition, place) > foot + 2;
                match enough {
                    true => {
                        (10.0 * self.breach_chance(place, host.winters) * (1.0 + self.worth(place) / 10.0)
                            - bill)
                            .max(0.05 + 0.35 * there)
                    }
                    false => 0.001,
                }
            }),
            Order::Halt if host.at_sea && !self.sheet.ground.is_land(hex) => 0.000_01,
            Order::Halt if host.at_sea => 3.0 * there + 0.01,
            Order::Halt if there > 0.0 => there,
            Order::Halt => match errand.years() {
                None => 0.2,
                // A friendly roof is better than a camp under the enemy's eyes, if there is no getting there.
                Some(years) if years > 1 => {
                    let own =
                        self.sheet.ground.settlement_in(hex).is_some_and(|place| self.holds(side, place));
                    if own { 1.0 } else { 0.1 }
                }
                Some(_) => 0.02,
            },
            _ => 0.05,
        }
    }

    /// How readily a step is taken on the way to where a march may end.
    fn mind_nearing(&self, expedition: Expedition, goal: Hex, next: Hex, cost: u8) -> f32 {
        let host = self.host(expedition);
        let Some(hex) = host.spot.hex() else { return 0.05 };
        let (Some(far), Some(near)) =
            (self.rest_of(expedition, goal, hex), self.rest_of(expedition, goal, next))
        else {
            return 0.05;
        };
        let weight = match i32::from(far) - i32::from(near) {
            ..=-1 => 0.001,
            0 => 0.02,
            gain if gain >= i32::from(cost) => 6.0,
            gain => 2.0 * gain as f32 / f32::from(cost),
        };
        // Whoever cannot make the coast any more is lost (5.1.3).
        if host.at_sea && near > host.sea.saturating_sub(cost) { weight * 0.001 } else { weight }
    }

    /// What a hex holds against a march: armies, fleets, patrols.
    fn danger(&self, expedition: Expedition, hex: Hex) -> f32 {
        let side = Position::side_of(expedition);
        if self.host(expedition).at_sea {
            if !self.enemy_fleet(side, hex) {
                return 1.0;
            }
            let aboard = |who: Side| {
                let fleet = self.stack(hex).filter(|&id| {
                    let unit = self.unit(id);
                    unit.is_land() && unit.serves(who) && matches!(unit.mode, Mode::Field(_))
                });
                fleet
                    .map(|id| u16::from(self.sheet.roster.kinds[self.unit(id).kind as usize].rough))
                    .sum::<u16>()
            };
            let ours = self.force_of(expedition).rough;
            return if ours > aboard(side.other()) * 3 / 2 { 1.5 } else { 0.02 };
        }
        let army = self.encamped_force(side.other(), hex);
        let mut weight = 1.0;
        if army.units > 0 {
            let force = self.force_of(expedition);
            let (net, _) = self.clash(side, &force, &army, hex);
            let stake = if force.muawiya { 0.05 + 0.2 * self.his_share() } else { 0.05 };
            weight *= if net > stake { 1.0 + net } else { 0.002 };
        }
        let rebels = self.number(hex, |unit| unit.is_land() && unit.is_rebel());
        if rebels > 0 {
            weight *= if self.strength_of(expedition) > 2 * rebels { 0.5 } else { 0.005 };
        }
        if side == MUSLIMS && self.is_watched(hex) {
            weight *= 0.6;
        }
        weight
    }

    /// A place that falls without a blow is worth a step aside.
    fn windfall(&self, side: Side, expedition: Expedition, hex: Hex) -> f32 {
        let place = self.sheet.ground.settlement_in(hex).filter(|&place| !self.holds(side, place));
        match place {
            Some(place)
                if !self.host(expedition).at_sea
                    && self.watch(place).0 == 0
                    && self.encamped_force(side.other(), hex).units == 0
                    && !self.opposed(side, hex) =>
            {
                self.worth(place).min(6.0)
            }
            _ => 0.0,
        }
    }

    /// Who stays in a place just taken.
    fn mind_leaving(&self, order: &Order, errand: &Errand) -> f32 {
        let expedition = errand.expedition;
        let side = Position::side_of(expedition);
        let Some(place) =
            self.host(expedition).spot.hex().and_then(|hex| self.sheet.ground.settlement_in(hex))
        else {
            return 1.0;
        };
        let (all, _) = self.watch(place);
        let left = self.strength_of(expedition);
        let prize = self.is_prize(place);
        let busy = self.is_port(place) || self.sheet.fabricae.contains(&place) || prize;
        // The army that stays at hand guards the place as well; one that goes on leaves somebody.
        let wanted = match (busy, left) {
            (_, 0..=2) => 0,
            (true, 3..=6) => 1,
            (true, 7..=10) => 2,
            (true, _) => {
                if prize {
                    4
                } else {
                    2
                }
            }
            (false, 3..=9) => 0,
            (false, _) => u8::from(self.exposure(side, place) > 0.5),
        };
        match order {
            Order::Garrison { unit } if all < wanted => 6.0 / (1.0 + self.value(*unit)),
            Order::Garrison { .. } => 0.002,
            _ if all < wanted => 0.05,
            _ => 4.0,
        }
    }

    /// Room for those who disband here: friendly places within ten MPs (3.3.4).
    fn room_near(&self, side: Side, hex: Hex) -> u8 {
        let far = self.map;
        let within = self.sheet.charts.within;
        self.settlements()
            .filter(|&place| self.holds(side, place) && far.land(side, place, hex) <= within)
            .map(|place| self.limit(place).saturating_sub(self.crowd(place)))
            .fold(0, u8::saturating_add)
    }

    /// Camp, for what can be tried from here next year; disband, to be called up anew at home.
    fn mind_rest(&self, order: &Order, errand: &Errand) -> f32 {
        let expedition = errand.expedition;
        let side = Position::side_of(expedition);
        let Some(hex) = self.host(expedition).spot.hex() else { return 1.0 };
        let force = self.force_of(expedition);
        let room = self.room_near(side, hex);
        let here = self.aim_of(expedition).map_or(0.0, |aim| aim.value);
        let wear = 0.13 * f32::from(force.units) * 0.5;
        let home = self.best_from_home(expedition, &force);
        // A handful that wastes away in the winter takes its leaders along (6.3).
        let last = if force.units < 4 { 4.0 } else { 0.0 }
            + if force.muawiya && force.units < 7 { 15.0 * self.his_share() } else { 0.0 };
        // Where Muawiya is left, with his army or without it.
        let (mut stays, mut leaves) = (0.0, 0.0);
        if force.muawiya {
            let near = self.sheet.ground.settlement_in(hex).or_else(|| self.nearest(hex));
            stays = self.his_life() * near.map_or(0.0, |place| self.peril(&force, &Force::default(), place));
            leaves = self.his_life() * self.refuge_peril(hex, force.units);
        }
        let camp = here - wear - last - stays;
        let lost = f32::from(force.units.saturating_sub(room)) * 1.0;
        let guarded = self.encamped_worth(side, hex);
        let disband = home - lost - leaves;
        let edge = match self.turns_back(expedition) && room > 0 {
            true => -8.0,
            false => (camp + guarded - disband).clamp(-6.0, 6.0),
        };
        match order {
            Order::Camp => edge.exp2().sqrt(),
            _ => (-edge).exp2().sqrt(),
        }
    }

    /// What the same men could do next year if they were called up anew.
    fn best_from_home(&self, expedition: Expedition, force: &Force) -> f32 {
        let side = Position::side_of(expedition);
        let mut best: f32 = 0.0;
        for place in self.settlements().filter(|&place| !self.holds(side, place)) {
            for way in [Way::Land, Way::Sea] {
                let fleet = match way {
                    Way::Sea => Force { ships: self.ships_due(side), ..*force },
                    Way::Land => *force,
                };
                if let Some(aim) = self.appeal(expedition, None, &fleet, (place, way), best) {
                    best = aim.value;
                }
            }
        }
        best
    }

    /// What an army is worth where it stands: it screens a place of its own side that the enemy wants.
    fn encamped_worth(&self, side: Side, hex: Hex) -> f32 {
        let place = self.sheet.ground.settlement_in(hex).filter(|&place| self.holds(side, place));
        let Some(place) = place else { return 0.0 };
        let (_, foot) = self.watch(place);
        let risk = self.sheet.ground.settlement(place).kind.risk(foot);
        let last = if self.years_left() == 1 && side == BYZANTINES { 1.0 } else { 0.3 };
        self.worth(place) * self.exposure(side, place) * risk * last
    }
}
