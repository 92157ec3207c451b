//! What a good player knows beside the rules: how a position stands, and which orders come to mind.
//!
//! A year is a plan: the situation is estimated once (`estimate`: garrisons, forces, what a place is worth and how
//! exposed it is), then where each expedition could strike (`prospect`), with what `chances`, what to raise for it
//! (`levy`), the march and what follows it (`march`), who guards what meanwhile (`posts`), and what is done in a fight
//! (`in_battle`). Each expedition thinks of a few aims at once (`ranking`), so that plans differ in where they lead.

mod atlas;
mod chances;
mod city;
mod estimate;
mod force;
mod in_battle;
mod levy;
mod march;
mod posts;
mod prospect;
mod ranking;

use engine::Side;
use engine::contract::Judgment;

use crate::order::Order;
use crate::position::{Cause, Fight, Position, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::{Expedition, Mode, Spot, Unit, UnitId};

pub(crate) use atlas::Atlas;
use estimate::Estimate;
use force::Force;

/// What is weighed; all from the Muslims' point of view.
const TERMS: &[&str] =
    &["places", "army", "fleet", "objective", "time", "prospects", "menace", "posts", "walls", "muawiya"];

/// What an expedition can have before it at most.
const GREAT: f32 = 25.0;

impl Judgment for Position {
    fn terms() -> &'static [&'static str] {
        TERMS
    }

    fn standing(&self, out: &mut Vec<f32>) {
        self.estimate().standing(out);
    }

    fn inclinations(&self, orders: &[Order], out: &mut Vec<f32>) {
        if orders.len() == 1 {
            out.push(1.0);
        } else if self.placing.cause != Cause::None {
            let estimate = self.estimate();
            out.extend(orders.iter().map(|order| estimate.mind_refuge(order)));
        } else if self.battle.kind != Fight::None {
            out.extend(orders.iter().map(|order| self.mind_fight(order)));
        } else if self.march.expedition.is_some() {
            self.estimate().mind_march(orders, out);
        } else {
            let estimate = self.estimate();
            match self.step {
                Step::Gather(expedition) => estimate.mind_gathering(expedition, orders, out),
                Step::Muster(expedition) => estimate.mind_muster(expedition, orders, out),
                Step::Mode(_) => estimate.mind_modes(orders, out),
                _ => out.extend(orders.iter().map(|order| estimate.mind(order))),
            }
        }
    }

    fn at_rest(&self) -> bool {
        self.march.expedition.is_none()
            && self.hand.some().is_none()
            && self.battle.kind == Fight::None
            && self.placing.cause == Cause::None
            && !matches!(
                self.step,
                Step::Deploy | Step::Gather(_) | Step::Muster(_) | Step::Replace(..) | Step::Levy(..)
            )
    }

    fn schemes_hold(&self) -> bool {
        matches!(self.step, Step::Sea(_) | Step::Land(_))
    }

    /// Two to a year: what is raised, and what is done with it.
    fn clock(&self) -> u32 {
        let moving = matches!(
            self.step,
            Step::Sea(_) | Step::Patrols | Step::Land(_) | Step::Rest(_) | Step::Stacking(..) | Step::Over
        );
        u32::from(self.year - self.sheet.first_year) * 2 + u32::from(moving)
    }
}

/// How a position stands.
impl Estimate<'_> {
    fn standing(&self, out: &mut Vec<f32>) {
        let both = |worth: &dyn Fn(Side) -> f32| worth(MUSLIMS) - worth(BYZANTINES);
        out.push(self.gains() / 20.0);
        out.push(self.survivors() / 20.0);
        out.push(both(&|side| self.flotilla(side)));
        out.push(self.objective());
        out.push(self.time());
        out.push(self.prospects(MUSLIMS) / 10.0);
        out.push(-self.prospects(BYZANTINES) / 10.0 * self.sure());
        let (ours, theirs) = (self.open_posts(MUSLIMS) * self.sure(), self.open_posts(BYZANTINES));
        out.push((theirs - ours) / 20.0);
        out.push(self.walls());
        out.push(self.muawiyas_guard() * self.his_share());
    }

    /// What the Muslims have won since the game began, less what they have lost.
    fn gains(&self) -> f32 {
        let control = &self.sheet.opening.control;
        let gain = |place: u8| match (control[place as usize], self.holder(place).side()) {
            (BYZANTINES, Some(MUSLIMS)) => 2.0 * self.worth(place),
            (MUSLIMS, Some(BYZANTINES)) => -2.0 * self.worth(place),
            (MUSLIMS, None) => -self.worth(place),
            (BYZANTINES, None) => self.worth(place),
            _ => 0.0,
        };
        self.settlements().map(gain).sum()
    }

    /// What has become of the armies since the game began: the Byzantine dead less the Muslim ones, those who came
    /// later as a gain.
    fn survivors(&self) -> f32 {
        let opening = &self.sheet.opening.spots;
        let mut sum = 0.0;
        for id in self.land_ids() {
            let unit = self.unit(id);
            let spot = opening[id.index()];
            let began = f32::from(u8::from(spot.hex().is_some() || spot == Spot::SETUP));
            // Whoever winters in the field is fewer in the spring (3.3.3).
            let camps = unit.expedition().is_some_and(|expedition| self.host(expedition).camped);
            let now = match unit.spot {
                Spot::SETUP => 1.0,
                spot if spot.hex().is_none() || unit.is_rebel() => 0.0,
                _ if camps => 0.9,
                _ => 1.0,
            };
            let sign = if unit.is(Unit::MUSLIM) { 1.0 } else { -1.0 };
            sum += sign * self.value(id) * (now - began);
        }
        sum
    }

    /// Ships, and the anchors that bring them; where there is no maintenance only those there are.
    fn flotilla(&self, side: Side) -> f32 {
        let ours = |place: &u8| self.sheet.opening.control[*place as usize] == side;
        let anchors =
            self.settlements().filter(ours).map(|place| self.sheet.ground.settlement(place).anchors);
        let usual = f32::from(anchors.sum::<u8>());
        match self.sheet.maintenance {
            true => {
                (f32::from(self.fleet_size(side)) + 3.0 * f32::from(self.ships_due(side))) / 8.0 - usual / 2.0
            }
            false => f32::from(self.fleet_size(side)) / 8.0,
        }
    }

    /// How far the places that decide a scenario are from being enough, the more the later it is.
    fn objective(&self) -> f32 {
        let victory = &self.sheet.victory;
        if victory.at_least == 0 {
            return 0.0;
        }
        let held = victory.muslim_holds.iter().filter(|&&place| self.holds(MUSLIMS, place)).count() as f32;
        let late = 1.0 - f32::from(self.years_left() - 1) / f32::from(self.sheet.turns());
        (held - f32::from(victory.at_least) + 0.5) * (0.5 + late)
    }

    /// Time is with those who only have to last: how much of it is gone where Constantinople alone decides.
    fn time(&self) -> f32 {
        match self.sheet.victory.at_least {
            0 => -1.0 + f32::from(self.years_left() - 1) / f32::from(self.sheet.turns()),
            _ => 0.0,
        }
    }

    /// How sure it is that the Muslim garrisons stay as they are: while modes change others may still come.
    fn sure(&self) -> f32 {
        if matches!(self.step, Step::Mode(_) | Step::Gather(_) | Step::Muster(_)) { 0.5 } else { 1.0 }
    }

    /// What a side's expeditions can make for, those it could raise as well.
    fn prospects(&self, side: Side) -> f32 {
        let mut sum = 0.0;
        for &expedition in Position::expeditions(side) {
            let best = match self.host(expedition).on_map() {
                true => self.aim_of(expedition).map_or(0.0, |aim| aim.value),
                false => {
                    let roll = self.muster_roll(expedition);
                    0.8 * self.design(expedition, &roll).map_or(0.0, |design| design.aim.value)
                }
            };
            // One army wins one war: more than a great prize is not to be had.
            sum += GREAT * (1.0 - (-best / GREAT).exp());
        }
        sum
    }

    /// The garrison of Constantinople: who storms it needs more than its foot.
    fn walls(&self) -> f32 {
        let city = self.sheet.ground.constantinople;
        if !self.is_open(city) || self.sheet.victory.at_least > 0 {
            return 0.0;
        }
        (9.0 - f32::from(self.watch(city).1.min(12))) / 6.0
    }

    /// Muawiya is safe among many, and in danger where enemies are near.
    fn muawiyas_guard(&self) -> f32 {
        let unit = self.unit(self.leader(Leader::Muawiya));
        let Some(hex) = unit.spot.hex() else { return 0.0 };
        if let Some(expedition) = unit.expedition() {
            let host = self.host(expedition);
            if host.at_sea && self.march.expedition != Some(expedition) {
                // Whoever is at sea at the end of the year is lost (5.1.3).
                return -20.0;
            }
            let force = self.force_of(expedition);
            let few = (10.0 - f32::from(force.units)).max(0.0);
            let enemy = self.host(Expedition::Byzantine).spot.hex();
            let near = enemy.map_or(0.0, |enemy| {
                let far = f32::from(self.sheet.ground.grid.distance(hex, enemy));
                (1.0 - far / 25.0).max(0.0)
            });
            let place = self.sheet.ground.settlement_in(hex).or_else(|| self.nearest(hex));
            let none = Force::default();
            let peril = place.map_or(0.0, |place| self.peril(&force, &none, place));
            return -few * few / 32.0 - near * 0.3 - 3.0 * peril;
        }
        match self.sheet.ground.settlement_in(hex) {
            Some(place) if self.holds(MUSLIMS, place) => {
                let risk = self.sheet.ground.settlement(place).kind.risk(self.watch(place).0);
                -3.0 * risk * self.exposure(MUSLIMS, place)
            }
            _ => -3.0,
        }
    }
}

/// Which orders come to mind.
impl Estimate<'_> {
    fn mind(&self, order: &Order) -> f32 {
        match *order {
            Order::Place { unit, at, patrol } => self.mind_placing(unit, at, patrol),
            Order::Levy => 4.0,
            Order::Arrive { at } => self.mind_arrival(at),
            Order::Lose { .. } | Order::Defect { .. } => self.mind_loss(order),
            Order::Move { unit } => match self.sheet.roster.as_expedition(unit) {
                Some(expedition) => self.mind_setting_out(expedition),
                None => self.mind_taking_up(unit),
            },
            Order::Step { to } => {
                let from = self.unit(self.hand).spot.hex();
                self.mind_walk(from.and_then(|from| self.sheet.ground.grid.neighbour(from, to)))
            }
            Order::Halt => self.mind_walk(None),
            Order::Done => match self.step {
                Step::Replace(..) | Step::Levy(..) => 0.02,
                _ => 1.0,
            },
            _ => 1.0,
        }
    }

    /// Whoever has to find a place.
    fn mind_refuge(&self, order: &Order) -> f32 {
        match *order {
            Order::Place { unit, at, .. } | Order::Retreat { unit, at } => {
                0.1 + self.mind_placing(unit, at, false)
            }
            Order::Done => 0.2,
            _ => 1.0,
        }
    }

    /// The Mode Segment: expeditions first, then garrisons.
    fn mind_modes(&self, orders: &[Order], out: &mut Vec<f32>) {
        if self.hand.some().is_some() {
            out.extend(orders.iter().map(|order| match *order {
                Order::Place { unit, at, .. } => self.mind_placing(unit, at, false),
                _ => 0.3,
            }));
            return;
        }
        let start = out.len();
        out.extend(orders.iter().map(|order| match *order {
            Order::Raise { expedition } => self.mind_raising(expedition),
            Order::Move { unit } => self.mind_resiting(unit),
            Order::Patrol { unit } => self.mind_patrolling(unit),
            Order::Done => 0.8,
            _ => 0.0,
        }));
        // Who joins an expedition that is on the map already.
        let mut joins = vec![];
        for expedition in Expedition::ALL {
            let concerns = |order: &Order| matches!(order, Order::Join { expedition: which, .. } if *which == expedition);
            if orders.iter().any(concerns) {
                joins.clear();
                self.mind_muster(expedition, orders, &mut joins);
                for (weight, join) in out[start..].iter_mut().zip(&joins) {
                    *weight += join;
                }
            }
        }
    }

    /// A patrol rides where it bars a way, a leader where he is safe.
    fn mind_taking_up(&self, id: UnitId) -> f32 {
        let unit = self.unit(id);
        if unit.mode == Mode::Patrol {
            return if Position::expeditions(MUSLIMS).iter().any(|&e| self.host(e).on_map()) {
                0.6
            } else {
                0.02
            };
        }
        let side = self.acting_side();
        let alone =
            unit.spot.hex().is_some_and(|hex| self.number(hex, |u| u.is_land() && u.serves(side)) < 3);
        if alone { 1.5 } else { 0.01 }
    }

    /// Kufa enters where its aim is nearest.
    fn mind_arrival(&self, at: engine::hex::HexNumber) -> f32 {
        let Some(hex) = self.hex(at) else { return 0.0 };
        let far = self.map;
        let enemy = self.settlements().filter(|&place| !self.holds(MUSLIMS, place));
        let best = enemy.map(|place| self.worth(place) / (4.0 + f32::from(far.land(MUSLIMS, place, hex))));
        best.fold(0.0, f32::max).powi(2) + 0.001
    }
}

#[cfg(test)]
mod tests;
