//! What a good player knows beside the rules: how a position stands, and which orders come to mind.

use std::cmp::Ordering;

use engine::Side;
use engine::hex::{Direction, Hex};

use crate::order::Order;
use crate::position::{Position, Stage, Step};
use crate::sheet::Condition;
use crate::unit::{NO_ATTACK, Spot, UnitId};

/// What is weighed.
pub(crate) const TERMS: &[&str] =
    &["strength", "losses", "order", "objectives", "claims", "approach", "exits", "cohesion", "flanks"];

/// Hexes beyond which an objective is simply far.
const FAR: f32 = 20.0;

impl Position {
    /// How a side stands, term by term.
    fn merits(&self, side: Side) -> [f32; 9] {
        let (mut strength, mut men, mut ordered, mut friends, mut flanked) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for id in self.battle.units(side) {
            let unit = self.unit(id);
            if !unit.is_troop() || matches!(unit.spot, Spot::LOST | Spot::EXITED) {
                continue;
            }
            let unit_type = self.battle.unit_type(unit.kind);
            strength += 1.0 + unit_type.front as f32 + unit_type.fire.len() as f32;
            let Some(hex) = unit.hex() else { continue };
            men += 1.0;
            ordered += f32::from(!unit.disrupted());
            let mut near = self.battle.sheet.ground.grid.neighbours(hex);
            friends += f32::from(near.any(|(_, beyond)| self.holder(beyond) == Some(side)));
            let behind = [2, 3, 4].map(|turn| self.battle.neighbour(hex, unit.facing.turned(turn)));
            let enemy = Some(side.other());
            flanked += behind.into_iter().flatten().filter(|&h| self.holder(h) == enemy).count() as f32;
        }
        let men = f32::max(men, 1.0);
        let total = f32::max(self.troops_left(side) as f32 + self.losses(side) as f32, 1.0);
        let (held, wanted) = self.objectives_of(side);
        let claims = &self.battle.sheet.victory.wins;
        let own = claims.iter().filter(|claim| claim.side == side);
        let met = own.filter(|claim| self.holds(claim)).count() as f32;
        [
            strength / 60.0,
            -(self.losses(side) as f32) / total,
            ordered / men,
            if wanted > 0 { held as f32 / wanted as f32 } else { 0.0 },
            met.min(1.0),
            -self.way_to_the_objective(side) / FAR,
            self.exited(side) as f32 / total,
            friends / men,
            -flanked / men,
        ]
    }

    pub(crate) fn weigh(&self, out: &mut Vec<f32>) {
        let [first, second] = Side::BOTH.map(|side| self.merits(side));
        out.extend(first.into_iter().zip(second).map(|(a, b)| a - b));
    }

    /// Objectives a side's claims name: those it controls, and all.
    fn objectives_of(&self, side: Side) -> (usize, usize) {
        let (mut held, mut wanted) = (0, 0);
        for hex in self.goals(side) {
            wanted += 1;
            let control = self.battle.objective(hex).and_then(|objective| self.control[objective]);
            held += usize::from(control == Some(side) || self.holder(hex) == Some(side));
        }
        (held, wanted)
    }

    /// The hexes a side must hold, by its claims.
    fn goals(&self, side: Side) -> impl Iterator<Item = Hex> + '_ {
        let claims = self.battle.sheet.victory.wins.iter().filter(move |claim| claim.side == side);
        claims
            .flat_map(|claim| &claim.when)
            .flat_map(|condition| match condition {
                Condition::Controls(hexes) => hexes.as_slice(),
                Condition::Occupies(hex) => std::slice::from_ref(hex),
                _ => &[],
            })
            .copied()
    }

    /// How far the nearest men are from the objectives not held, on average.
    fn way_to_the_objective(&self, side: Side) -> f32 {
        let (mut sum, mut count) = (0.0, 0.0);
        for goal in self.goals(side) {
            let control = self.battle.objective(goal).and_then(|objective| self.control[objective]);
            count += 1.0;
            if control == Some(side) {
                continue;
            }
            let men = self.battle.units(side).filter_map(|id| self.unit(id).hex());
            let near = men.map(|hex| self.battle.distance(hex, goal)).min();
            sum += near.map_or(FAR, f32::from).min(FAR);
        }
        if count == 0.0 { 0.0 } else { sum / count }
    }

    pub(crate) fn come_to_mind(&self, orders: &[Order], out: &mut Vec<f32>) {
        out.extend(orders.iter().map(|order| self.inclination(order)));
    }

    fn inclination(&self, order: &Order) -> f32 {
        match *order {
            Order::Muster => 50.0,
            Order::Place { .. } | Order::Board { .. } => 0.05,
            Order::Lift { .. } | Order::Leave { .. } | Order::Dismount { .. } => 0.01,
            Order::Face { facing } => self.look(self.facing_due, facing),
            Order::Attack { hex } => self.hex(hex).map_or(1.0, |hex| self.appetite(hex)),
            Order::Also { .. } => 0.05,
            Order::Join { .. } => 4.0,
            Order::Withdraw { .. } => 0.04,
            Order::Support { .. } => 1.0,
            Order::Commit if self.step == Step::Window => 1.0,
            Order::Commit if self.attack_count == 0 => 0.7,
            Order::Commit => {
                let worst = (0..self.attack_count).filter_map(|attack| self.final_column(attack)).min();
                [0.05, 0.4, 1.5, 3.0, 5.0].get(worst.unwrap_or(0)).copied().unwrap_or(8.0)
            }
            Order::Resolve { .. } | Order::Retreat { .. } => 1.0,
            Order::Lose { unit } => {
                let unit_type = self.battle.unit_type(self.unit(unit).kind);
                6.0 / (1.0 + unit_type.front as f32)
            }
            Order::Arrive { .. } | Order::Enter { .. } => 4.0,
            Order::Delay => 0.2,
            Order::Feint | Order::Dust { .. } | Order::Hide { .. } => 1.0,
            Order::Embark { .. } => 0.03,
            Order::Debark { .. } => 0.3,
            Order::FallBack { .. } => 0.2,
            Order::Move { unit } => self.readiness(unit),
            Order::Step { .. } if self.combat.stage == Stage::Retreating => 1.0,
            Order::Step { to } => self.lure_of(to),
            Order::Turn { facing } => 0.25 * self.look(self.mover.unit, facing),
            Order::Exit => 20.0,
            Order::Halt => 1.0,
            Order::Done => match self.step {
                Step::Moving => 0.4,
                _ => 1.0,
            },
        }
    }

    /// Whether an enemy stands next to a hex.
    fn touched(&self, side: Side, hex: Hex) -> bool {
        let mut near = self.battle.sheet.ground.grid.neighbours(hex);
        near.any(|(_, beyond)| self.holder(beyond) == Some(side.other()))
    }

    /// Those who are not in the fight yet move first.
    fn readiness(&self, id: UnitId) -> f32 {
        let engaged = self.unit(id).hex().is_some_and(|hex| self.touched(self.side(id), hex));
        if engaged { 0.3 } else { 1.0 }
    }

    /// The way to whatever is worth going for: an objective not held, or else the nearest enemy.
    fn way_to_the_enemy(&self, side: Side, hex: Hex) -> u16 {
        let enemies = self.battle.units(side.other()).filter_map(|id| self.unit(id).hex());
        let nearest = enemies.map(|there| self.battle.distance(hex, there)).min().unwrap_or(0);
        let open = |goal: &Hex| {
            self.battle.objective(*goal).is_none_or(|objective| self.control[objective] != Some(side))
        };
        let goals = self.goals(side).filter(open).map(|goal| self.battle.distance(hex, goal));
        goals.min().unwrap_or(nearest)
    }

    /// Archers want the enemy a few hexes away, everybody else wants to be at him.
    fn lure_of(&self, to: Direction) -> f32 {
        let id = self.mover.unit;
        let Some(from) = self.unit(id).hex() else { return 1.0 };
        let Some(hex) = self.battle.neighbour(from, to) else { return 1.0 };
        let side = self.side(id);
        let (now, then) = (self.way_to_the_enemy(side, from), self.way_to_the_enemy(side, hex));
        let wanted = if self.unit(id).kind.is_fire() { 2 } else { 0 };
        match then.abs_diff(wanted).cmp(&now.abs_diff(wanted)) {
            Ordering::Less => 6.0,
            Ordering::Equal => 1.0,
            Ordering::Greater => 0.3,
        }
    }

    /// Units look at the enemy.
    fn look(&self, id: UnitId, facing: Direction) -> f32 {
        let Some(hex) = self.unit(id).hex() else { return 1.0 };
        let ahead = self.battle.neighbour(hex, facing);
        let side = self.side(id);
        let Some(ahead) = ahead else { return 0.2 };
        match self.way_to_the_enemy(side, ahead).cmp(&self.way_to_the_enemy(side, hex)) {
            Ordering::Less => 4.0,
            Ordering::Equal => 1.0,
            Ordering::Greater => 0.3,
        }
    }

    /// How good an attack on a hex could become: what is at hand against what stands there.
    fn appetite(&self, hex: Hex) -> f32 {
        let side = self.attacking_side();
        if !self.is_melee() {
            return 2.0;
        }
        let near = self.battle.sheet.ground.grid.neighbours(hex);
        let force: f32 = near
            .flat_map(|(_, beyond)| self.stack(beyond))
            .filter(|&id| self.side(id) == side && self.unit(id).attack == NO_ATTACK && self.fronts(id, hex))
            .map(|id| self.battle.unit_type(self.unit(id).kind).front as f32)
            .sum();
        let defence: f32 =
            self.stack(hex).map(|id| self.battle.unit_type(self.unit(id).kind).front as f32).sum();
        let odds = (force / f32::max(defence, 1.0)).min(4.0);
        0.4 * odds * odds
    }

    /// A plan may end between moves and between attacks.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.mover.unit == UnitId::NONE
            && self.facing_due == UnitId::NONE
            && self.combat.stage == Stage::Idle
            && (self.open == NO_ATTACK || self.attack_count == 0)
    }
}
