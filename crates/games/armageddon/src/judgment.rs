//! What a good player knows beside the rules: how a position stands, and which orders come to mind.
//!
//! Nobody is ever hurt by attacking in this game; only the attacked suffer. So the art is to strike first and
//! together, to fall on those already in disorder, to stand where few can strike back, and to keep in mind
//! what wins the battle.

mod bearing;
mod blow;
mod counsel;
mod prospects;
mod survey;

use engine::Side;

use crate::position::{Position, Stage, Step};
use crate::unit::{NO_ATTACK, Spot, UnitId};

use survey::Survey;

/// What is weighed.
pub(crate) const TERMS: &[&str] = &[
    "strength",
    "losses",
    "order",
    "prospects",
    "verdict",
    "blows",
    "danger",
    "approach",
    "flanks",
    "archers",
    "command",
    "leaders",
];

/// Hexes beyond which the enemy is simply far.
const FAR: f32 = 20.0;

impl Position {
    /// How a side stands, term by term.
    fn merits(&self, survey: &Survey, side: Side) -> [f32; 12] {
        let enemy = side.other();
        let (mut strength, mut whole, mut lost, mut all) = (0.0, 0.0, 0.0, 0.0);
        let (mut disorder, mut flanked, mut archers, mut bare, mut led, mut bonus) =
            (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        for id in self.battle.units(side) {
            let unit = self.unit(id);
            if unit.kind.is_leader() {
                if unit.hex().is_some() {
                    bonus += 1.0 + self.battle.unit_type(unit.kind).bonus as f32;
                }
                continue;
            }
            let worth = self.worth(unit.kind);
            whole += worth;
            all += 1.0;
            if unit.spot == Spot::LOST {
                lost += 1.0;
                continue;
            }
            strength += worth;
            let Some(hex) = unit.hex() else { continue };
            if unit.disrupted() {
                disorder += worth;
            }
            let around = self.battle.sheet.ground.grid.neighbours(hex);
            let (mut behind, mut beside) = (0.0, false);
            for (to, beyond) in around {
                if self.holder(beyond) == Some(enemy) {
                    beside = true;
                    behind += f32::from(!unit.facing.fronts(to));
                }
            }
            flanked += behind;
            if unit.kind.is_fire() {
                archers += 1.0;
                bare += f32::from(beside && !self.has_open_number(hex));
            }
        }
        let (mut danger, mut way, mut stacks) = (0.0, 0.0, 0.0);
        let foes = survey.host(enemy);
        let leaders = self.battle.leaders(side);
        for body in survey.host(side).bodies() {
            let threat = self.threat(foes, side, body.hex);
            danger += body.worth * Position::toll(threat, body.defence);
            let nearest = foes.bodies().iter().map(|foe| self.battle.distance(foe.hex, body.hex)).min();
            way += nearest.map_or(FAR, f32::from).min(FAR) * body.worth;
            stacks += body.worth;
            let heard = leaders.iter().any(|&leader| {
                let unit = self.unit(leader);
                let radius = self.battle.unit_type(unit.kind).radius as u16;
                unit.hex().is_some_and(|hex| self.battle.distance(hex, body.hex) <= radius)
            });
            led += if heard { body.worth } else { 0.0 };
        }
        let (all, whole) = (f32::max(all, 1.0), f32::max(whole, 1.0));
        let stacks = f32::max(stacks, 1.0);
        let mission = self.mission(side);
        let progress = self.progress(survey, side);
        let late = self.elapsed();
        let blows = if side == self.phasing() { self.blows_in_hand() } else { 0.0 };
        [
            strength / whole,
            -lost / all,
            -disorder / whole,
            progress,
            late * late * (progress + f32::from(!mission.eager)),
            blows / whole,
            -danger / whole,
            if mission.eager { -way / stacks / FAR } else { -0.5 },
            -flanked / all,
            if archers > 0.0 { -bare / archers } else { 0.0 },
            if self.battle.sheet.leaders { led / stacks } else { 0.0 },
            bonus / 20.0,
        ]
    }

    pub(crate) fn weigh(&self, out: &mut Vec<f32>) {
        let survey = Survey::of(self);
        let [first, second] = Side::BOTH.map(|side| self.merits(&survey, side));
        out.extend(first.into_iter().zip(second).map(|(a, b)| a - b));
    }

    /// A plan may end between moves and between attacks.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.mover.unit == UnitId::NONE
            && self.facing_due == UnitId::NONE
            && self.combat.stage == Stage::Idle
            && self.step != Step::Window
            && (self.open == NO_ATTACK || self.attack_count == 0)
    }
}

#[cfg(test)]
mod tests;
