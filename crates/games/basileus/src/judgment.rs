//! What a good player knows beside the rules: how a position stands, and which orders come to mind.

use engine::Side;
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{Gait, Position, Stage, Step};
use crate::sheet::EndTest;
use crate::unit::{Spot, UnitId};

/// What is weighed.
pub(crate) const TERMS: &[&str] =
    &["losses", "strength", "cohesion", "pressure", "exposed archers", "commanders", "plunder", "approach"];

/// Points that break an army, where the battle names none.
const USUAL_THRESHOLD: f32 = 20.0;

impl Position {
    /// How a side stands, term by term.
    fn merits(&self, side: Side) -> [f32; 8] {
        let threshold = self.battle.sheet.thresholds[side.index()].map_or(USUAL_THRESHOLD, f32::from);
        let (mut strength, mut men, mut friends, mut pressure, mut exposed) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for id in self.battle.fighters(side).iter() {
            if self.unit(id).spot == Spot::LOST {
                continue;
            }
            strength += self.strength(id) as f32 + 0.5 * (self.steps(id) as f32 - 1.0);
            let Some(hex) = self.at(id) else { continue };
            men += 1.0;
            friends += f32::from(self.has_comrade(side, hex));
            pressure += self.odds_against(side.other(), hex);
            if self.battle.unit_type(id).arm.shoots() && self.beside(side.other(), hex) {
                exposed += 1.0;
            }
        }
        let men = f32::max(men, 1.0);
        let dead = self.battle.commanders(side).iter().filter(|&c| self.unit(c).spot == Spot::LOST).count();
        let baggage = self.battle.baggage(side);
        let plundered = baggage.and(self.plundered).len() as f32 / (baggage.len() as f32).max(1.0);
        [
            -(self.points_lost(side) as f32) / threshold,
            strength / 50.0,
            friends / men,
            -pressure / men,
            -exposed / men,
            -(dead as f32),
            -plundered,
            -self.way_to_the_prize(side) / 10.0,
        ]
    }

    pub(crate) fn weigh(&self, out: &mut Vec<f32>) {
        let [first, second] = Side::BOTH.map(|side| self.merits(side));
        out.extend(first.into_iter().zip(second).map(|(a, b)| a - b));
    }

    fn has_comrade(&self, side: Side, hex: Hex) -> bool {
        let mut near = self.battle.sheet.ground.grid.neighbours(hex);
        near.any(|(_, beyond)| self.fighter_of(side, beyond).is_some())
    }

    /// Enemy strength next to a unit, as odds against it, up to three.
    fn odds_against(&self, enemy: Side, hex: Hex) -> f32 {
        let near = self.battle.sheet.ground.grid.neighbours(hex);
        let force: u32 = near
            .filter_map(|(_, beyond)| self.fighter_of(enemy, beyond))
            .map(|id| self.close_strength(id) as u32)
            .sum();
        let own = self.fighter(hex).map_or(1, |id| self.strength(id)) as f32;
        (force as f32 / own).min(3.0)
    }

    /// Where the baggage decides: how far the nearest men of the attacker are from what is left of it.
    fn way_to_the_prize(&self, side: Side) -> f32 {
        let defender = match self.battle.sheet.end {
            EndTest::Engines { defender } | EndTest::Wagons { defender } if defender != side => defender,
            _ => return 0.0,
        };
        let prizes = self.battle.baggage(defender).without(self.plundered);
        let (mut sum, mut count) = (0.0, 0.0);
        for prize in prizes.iter().filter_map(|id| self.at(id)) {
            let men = self.battle.fighters(side).iter().filter_map(|id| self.at(id));
            let near = men.map(|hex| self.battle.distance(hex, prize)).min();
            sum += near.map_or(15.0, f32::from);
            count += 1.0;
        }
        if count == 0.0 { 0.0 } else { sum / count }
    }

    /// How far a hex is from the nearest thing worth going for: the enemy, or the prize.
    fn way_to_the_enemy(&self, side: Side, hex: Hex) -> u16 {
        let enemy = side.other();
        let prized = matches!(self.battle.sheet.end, EndTest::Engines { defender } | EndTest::Wagons { defender } if defender == enemy);
        let all = if prized {
            self.battle.fighters(enemy).or(self.battle.baggage(enemy).without(self.plundered))
        } else {
            self.battle.fighters(enemy)
        };
        all.iter()
            .filter_map(|id| self.at(id))
            .map(|there| self.battle.distance(hex, there))
            .min()
            .unwrap_or(0)
    }

    pub(crate) fn come_to_mind(&self, orders: &[Order], out: &mut Vec<f32>) {
        out.extend(orders.iter().map(|order| self.inclination(order)));
    }

    fn inclination(&self, order: &Order) -> f32 {
        match *order {
            Order::Muster => 50.0,
            Order::Place { .. } if self.step == Step::Moving => 4.0,
            Order::Place { .. } => 0.05,
            Order::Lift { .. } => 0.01,
            Order::Move { unit } => self.readiness(unit),
            Order::Lead { unit } => 1.5 * self.readiness(unit),
            Order::Feign { .. } => 3.0,
            Order::Provoke { .. } | Order::Retreat { .. } => 1.0,
            Order::Step { .. } if self.mover.unit == UnitId::NONE || self.mover.gait != Gait::March => 1.0,
            Order::Step { to } => {
                let Some(from) = self.at(self.mover.unit) else { return 1.0 };
                self.battle.neighbour(from, to).map_or(1.0, |hex| self.lure_of(from, hex))
            }
            Order::Halt => 1.0,
            Order::Attack { hex } => self.hex(hex).map_or(1.0, |hex| self.appetite(hex)),
            Order::Join { .. } => 4.0,
            Order::Charge { .. } => 8.0,
            Order::Leave { .. } => 0.01,
            Order::Withdraw { .. } => 0.05,
            Order::Commit if self.combat.stage == Stage::Building => {
                let column = self.final_column();
                [0.02, 0.05, 0.3, 1.5, 4.0, 8.0, 12.0].get(column).copied().unwrap_or(12.0)
            }
            Order::Commit => 1.0,
            Order::Dodge => 2.0,
            Order::Stand => 1.0,
            Order::Support { .. } => 5.0,
            Order::Lose { unit } => {
                if self.steps(unit) > 1 {
                    5.0
                } else {
                    1.0
                }
            }
            Order::Advance { .. } | Order::Occupy { .. } => 1.5,
            Order::Follow => 2.0,
            Order::Remain => 1.0,
            Order::Done => match self.step {
                Step::Moving => 0.4,
                Step::Fighting => 0.6,
                _ => 1.0,
            },
        }
    }

    /// Those who are not in the fight yet move first; commanders seldom go alone.
    fn readiness(&self, unit: UnitId) -> f32 {
        let engaged = self.at(unit).is_some_and(|hex| self.beside(self.side(unit).other(), hex));
        match (self.battle.is_commander(unit), engaged) {
            (true, _) => 0.25,
            (false, true) => 0.3,
            (false, false) => 1.0,
        }
    }

    /// Archers want the enemy two hexes away, everybody else wants to be at him.
    fn lure_of(&self, from: Hex, to: Hex) -> f32 {
        let unit = self.mover.unit;
        let side = self.side(unit);
        let (now, then) = (self.way_to_the_enemy(side, from), self.way_to_the_enemy(side, to));
        if self.battle.unit_type(unit).arm.shoots() {
            let miss = |far: u16| far.abs_diff(2);
            return match miss(then).cmp(&miss(now)) {
                std::cmp::Ordering::Less => 5.0,
                std::cmp::Ordering::Equal => 1.0,
                std::cmp::Ordering::Greater => 0.3,
            };
        }
        match then.cmp(&now) {
            std::cmp::Ordering::Less => 6.0,
            std::cmp::Ordering::Equal => 1.0,
            std::cmp::Ordering::Greater => 0.3,
        }
    }

    /// How good an attack on a hex could become: what is at hand against what stands there.
    fn appetite(&self, hex: Hex) -> f32 {
        let own = self.battle.fighters(self.phasing());
        let ready = own.iter().filter(|&id| self.may_strike(id, hex).is_ok());
        let force: u32 = ready.map(|id| self.strength(id) as u32).sum();
        let defence = self.defender_in(hex).map_or(1, |id| self.strength(id)) as f32;
        let odds = (force as f32 / defence).min(5.0);
        0.3 * odds * odds
    }

    /// A plan may end between moves and between attacks.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.mover.unit == UnitId::NONE && self.combat.stage == Stage::Idle
    }
}
