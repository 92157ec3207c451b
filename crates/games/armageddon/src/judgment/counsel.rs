//! Which orders come to mind.

use engine::hex::Hex;
use engine::ledger::Unread;
use engine::odds::Quarters;

use crate::order::Order;
use crate::position::{Gait, Position, Step};
use crate::sheet::Kind;
use crate::unit::UnitId;

use super::bearing::Bearing;
use super::survey::{Places, Survey};

/// How readily a way of retreat is taken that throws so many friends into disorder.
const CALM: [f32; 4] = [1.0, 0.1, 0.03, 0.01];
/// How readily counters are put down one by one, while they can be mustered all at once.
const BY_HAND: f32 = 1e-6;
/// How readily a side ends its moves, while a unit free to strike is taken up with 2.
const ENOUGH: f32 = 0.15;
/// How readily those at grips with the enemy are moved, and those with nothing to do.
const ENGAGED: f32 = 0.1;
const IDLE: f32 = 0.12;
/// How readily attacks are committed while there are more to make.
const TOO_SOON: f32 = 0.02;
/// How readily any attack is made, whatever comes of it.
const LUST: f32 = 0.3;
/// How much better fire is at those who will be struck next.
const OPENING: f32 = 1.6;
/// How readily one joins who adds nothing and is needed elsewhere.
const SPARE: f32 = 0.4;
/// How readily a bow joins another for a better column.
const VOLLEY: f32 = 1.5;

impl Position {
    /// Orders that need no survey of the field.
    pub(crate) fn inclination(&self, order: &Order) -> f32 {
        match *order {
            Order::Muster => 50.0,
            Order::Place { .. } | Order::Board { .. } => BY_HAND,
            // Who takes up what stands might deploy for ever.
            Order::Lift { .. } | Order::Dismount { .. } => 0.0,
            Order::Lose { unit } => {
                // Those in disorder are lost with the next disruption anyway.
                let unit = self.unit(unit);
                if unit.disrupted() { 20.0 } else { 6.0 / self.worth(unit.kind).powi(2) }
            }
            Order::Arrive { .. } => 4.0,
            Order::Delay => 0.1,
            Order::Feint => self.feint_pays(),
            Order::Dust { .. } | Order::Hide { .. } => 3.0,
            Order::Embark { unit, .. } => self.mounting(unit),
            Order::Debark { .. } => 0.02,
            _ => 1.0,
        }
    }

    /// A retreat through friends throws them into disorder too: what counts is the whole way.
    pub(crate) fn mind_a_retreat(&self, orders: &[Order], out: &mut Vec<f32>) {
        let shaken = self.shaken_by_way();
        out.extend(orders.iter().map(|order| match order {
            Order::Step { to } => CALM[shaken[to.index()]],
            _ => 1.0,
        }));
    }

    /// The fake retreat is for when the lines are about to meet.
    fn feint_pays(&self) -> f32 {
        let side = self.phasing();
        let near = |id: &UnitId| self.unit(*id).hex().is_some_and(|hex| self.nearest_enemy(hex, side) <= 3);
        let count = self.battle.units(side).filter(near).count();
        if count > 8 { 2.0 } else { 0.02 }
    }

    /// The best blades ride; the rest walk.
    fn mounting(&self, id: UnitId) -> f32 {
        let unit = self.unit(id);
        let engaged = unit.hex().is_some_and(|hex| self.nearest_enemy(hex, self.side(id)) <= 1);
        match unit.kind {
            _ if engaged => 0.05,
            Kind::SD | Kind::AX => 3.0,
            Kind::MS => 2.0,
            Kind::IB | Kind::BO => 0.3,
            _ => 0.05,
        }
    }

    /// Those who can strike move first, then those who follow, archers after them and leaders last.
    pub(crate) fn mind_movers(&self, orders: &[Order], out: &mut Vec<f32>) {
        let side = self.phasing();
        let eager = self.judge().winner != Some(side);
        let leaves = self.must_leave(side) > 0;
        let foes = Places::of(self, side.other());
        for order in orders {
            out.push(match *order {
                Order::Move { unit } => self.readiness(unit, eager, leaves, &foes),
                Order::FallBack { .. } => 0.2,
                _ => ENOUGH,
            });
        }
    }

    fn readiness(&self, id: UnitId, eager: bool, leaves: bool, foes: &Places) -> f32 {
        let unit = self.unit(id);
        let Some(hex) = unit.hex() else { return if unit.kind.is_leader() { 0.3 } else { 3.0 } };
        let side = self.side(id);
        let near = foes.nearest(self.coordinates(hex));
        if unit.kind.is_leader() {
            return if near <= 12 { 0.15 } else { 0.1 };
        }
        let fights = unit.facing.front().into_iter().filter_map(|to| self.battle.neighbour(hex, to));
        if !leaves && near <= 1 && fights.into_iter().any(|h| self.holder(h) == Some(side.other())) {
            return if unit.kind.is_fire() { 0.3 } else { ENGAGED };
        }
        let reach = (self.full_allowance(id) / 2) as u16;
        match (near <= reach + 1, eager, unit.kind.is_fire()) {
            (true, _, false) => 2.0,
            (true, _, true) => 0.8,
            (false, true, false) => 1.0,
            (false, true, true) => 0.7,
            (false, false, _) => IDLE,
        }
    }

    /// The unit in hand, or one just put down.
    pub(crate) fn mind_a_move(&self, id: UnitId, orders: &[Order], out: &mut Vec<f32>) {
        if self.mover.unit == id && matches!(self.mover.gait, Gait::FallBack | Gait::RaiseDust | Gait::Pursue)
        {
            out.extend(orders.iter().map(|order| if *order == Order::Halt { 0.3 } else { 1.0 }));
            return;
        }
        let survey = Survey::of(self);
        let mut bearing = Bearing::of(self, &survey, id);
        let leader = self.unit(id).kind.is_leader();
        let start = out.len();
        let mut most = f32::MIN;
        for order in orders {
            out.push(match *order {
                Order::Step { to } => bearing.step(to),
                Order::Turn { facing } => bearing.turn(facing),
                Order::Face { facing } => bearing.look(facing),
                Order::Enter { hex } => {
                    let there = self.hex(hex).map_or(0.0, |hex| bearing.arrival(hex));
                    most = most.max(there);
                    there
                }
                Order::Exit if leader || survey.way_out(self.side(id)).is_none() => 0.1,
                Order::Exit => 200.0,
                _ => 1.0,
            });
        }
        if most > f32::MIN {
            let entries = orders.iter().zip(&mut out[start..]);
            for (_, weight) in entries.filter(|(order, _)| matches!(order, Order::Enter { .. })) {
                *weight = bearing.entry(*weight, most);
            }
        }
    }

    // ---- attacks ----

    /// Every attack is free: what counts is which, with whom, and not to stop before all have struck.
    pub(crate) fn mind_attacks(&self, orders: &[Order], out: &mut Vec<f32>) {
        let start = out.len();
        let mut best = 0.0f32;
        for order in orders {
            let weight = match *order {
                Order::Attack { hex } => self.hex(hex).map_or(0.1, |hex| self.appetite(hex)),
                Order::Join { unit } => self.use_of(unit),
                Order::Also { .. } => self.also(),
                Order::Support { .. } => 0.1,
                Order::Withdraw { hex } => self.regret(hex),
                _ => 0.003,
            };
            if matches!(order, Order::Attack { .. } | Order::Join { .. }) {
                best = best.max(weight);
            }
            out.push(weight);
        }
        if let Some(index) = orders.iter().position(|order| *order == Order::Commit) {
            out[start + index] = if self.step == Step::Window {
                self.patience(best)
            } else if best > 0.25 {
                TOO_SOON
            } else {
                2.0
            };
        }
    }

    /// How good an attack on a hex can become with everybody at hand.
    fn appetite(&self, hex: Hex) -> f32 {
        let harm = if self.is_melee() {
            let onslaught = self.onslaught(self.phasing(), hex, |id| self.is_free(id));
            self.harm(hex, self.onslaught_column(hex, &onslaught, Quarters::ZERO), true)
        } else {
            let firers = self.battle.fire_units(self.phasing()).iter();
            let ready = firers.filter(|&&id| self.is_free(id) && self.may_fire_at(id, hex).is_ok());
            let column = self.volley_column(ready.copied(), hex);
            let harm = self.harm(hex, column, false);
            // Fire opens the way for those who will strike the same stack.
            if self.friends_beside(hex) { OPENING * harm } else { harm }
        };
        if harm == 0.0 { 0.001 } else { LUST + harm * harm }
    }

    fn friends_beside(&self, hex: Hex) -> bool {
        let side = Some(self.phasing());
        let mut near = self.battle.sheet.ground.grid.neighbours(hex);
        near.any(|(_, beyond)| self.holder(beyond) == side)
    }

    /// What a unit adds to the open attack, and whether it is needed elsewhere.
    fn use_of(&self, id: UnitId) -> f32 {
        let open = self.open;
        let target = self.attacks[open as usize].first();
        let table = &self.battle.sheet.charts.results;
        if !self.is_melee() {
            let (now, protection) = self.fire_strengths(open, &mut Unread);
            let then = now + self.fire_strength(id, target, &mut Unread);
            let (before, after) = (table.column(now, protection), table.column(then, protection));
            if self.step == Step::Window {
                return if after > before { 3.0 } else { 0.2 };
            }
            return match (before, after > before) {
                (None, _) => 5.0,
                (_, true) => VOLLEY,
                (_, false) => 0.1,
            };
        }
        let (attack, defence) = self.melee_strengths(open, &mut Unread);
        let Some(hex) = self.unit(id).hex() else { return 0.1 };
        let more = self.attack_strength(id, hex, &mut Unread);
        let column = table.column(attack, defence);
        if attack == Quarters::ZERO || column.is_none() {
            return 6.0;
        }
        let elsewhere = self.melee_targets(id).any(|other| self.attack_on(other).is_none());
        let raised = table.column(attack + more, defence) > column;
        let shaken = !self.flanked_now(open, target);
        match (elsewhere, raised || shaken) {
            (true, true) => 1.5,
            (true, false) => SPARE,
            (false, true) => 5.0,
            (false, false) => 3.0,
        }
    }

    /// Whether the open attack already comes from a flank.
    fn flanked_now(&self, attack: u8, target: Hex) -> bool {
        let from = self.assault(attack, target).from;
        self.defenders(target).any(|id| self.flanked(id, &from))
    }

    /// A second target for those who have strength to spare.
    fn also(&self) -> f32 {
        match self.final_column(self.open) {
            Some(column) if column >= 5 => 0.3,
            _ => 0.01,
        }
    }

    /// An attack that cannot reach the lowest odds is called off.
    fn regret(&self, hex: engine::hex::HexNumber) -> f32 {
        let attack = self.hex(hex).and_then(|hex| self.attack_on(hex));
        let hopeless = attack.is_some_and(|attack| self.unshifted_column(attack).is_err());
        if hopeless { 0.01 } else { 0.002 }
    }

    /// Defensive fire: worth it at even odds, for it stops the mover; a long shot is kept for later.
    fn patience(&self, best: f32) -> f32 {
        match self.unshifted_column(self.open) {
            Ok(column) if column >= 1 && best < 1.0 => 3.0,
            Ok(_) => 0.5,
            Err(_) => {
                let hex = self.attacks[self.open as usize].first();
                let column = self.volley_column(self.defensive_firers(hex), hex);
                if column.is_some_and(|column| column >= 1) { 0.3 } else { 4.0 }
            }
        }
    }
}
