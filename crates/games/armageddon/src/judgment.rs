//! What a good player knows beside the rules: how a position stands, and which orders come to mind.
//!
//! Nobody is ever hurt by attacking in this game; only the attacked suffer. So the art is to strike first and
//! together, to fall on those already in disorder, to stand where few can strike back, and to keep in mind
//! what wins the battle.

mod bearing;
mod blow;
mod counsel;
mod lore;
mod prospects;
mod survey;
mod way_out;

use engine::{Generator, Judgment, Side};

use crate::order::Order;
use crate::position::{Position, Stage, Step};
use crate::unit::{NO_ATTACK, Spot, Unit, UnitId};

pub(crate) use lore::Lore;
use survey::{Host, MOST_BODIES, Marks, Survey};

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
/// How far those are who wait off the map: farther than anybody on it.
const OFF_THE_MAP: f32 = 1.5 * FAR;
/// Hexes by which some may be ahead of the main body; farther ahead is no nearer to the enemy, for a van that
/// comes alone is lost alone.
const LEAD: f32 = 3.0;

impl Judgment for Position {
    fn surmise(&self, side: Side, whims: &mut Generator) -> Self {
        let mut position = self.clone();
        let secret = |id: &UnitId| {
            let unit = self.unit(*id);
            unit.has(Unit::HIDDEN) && unit.is_troop() && unit.aboard.some().is_none()
        };
        let hidden: Vec<UnitId> = self.battle.units(side.other()).filter(secret).collect();
        for last in (1..hidden.len()).rev() {
            let (one, other) = (hidden[last], hidden[whims.below(last as u32 + 1) as usize]);
            let (a, b) = (*position.unit(one), *position.unit(other));
            for (id, from) in [(one, b), (other, a)] {
                let unit = position.unit_mut(id);
                (unit.kind, unit.facing, unit.marker) = (from.kind, from.facing, from.marker);
            }
        }
        position
    }

    fn terms() -> &'static [&'static str] {
        TERMS
    }

    fn standing(&self, out: &mut Vec<f32>) {
        let survey = Survey::of(self);
        let best = self.best_claims(&survey);
        let winner = self.judge().winner;
        let [first, second] = Side::BOTH.map(|side| self.merits(&survey, side, winner != Some(side), &best));
        out.extend(first.into_iter().zip(second).map(|(a, b)| a - b));
    }

    fn inclinations(&self, orders: &[Order], out: &mut Vec<f32>) {
        if let Some(id) = self.facing_due.some() {
            return self.mind_a_move(id, orders, out);
        }
        match (self.combat.stage, self.step) {
            (Stage::Idle, Step::Aim | Step::Array | Step::Window) => self.mind_attacks(orders, out),
            (Stage::Idle, Step::Moving) => match self.mover.unit.some() {
                Some(id) => self.mind_a_move(id, orders, out),
                None => self.mind_movers(orders, out),
            },
            (Stage::Retreating, _) => self.mind_a_retreat(orders, out),
            _ => out.extend(orders.iter().map(|order| self.inclination(order))),
        }
    }

    fn at_rest(&self) -> bool {
        self.mover.unit == UnitId::NONE
            && self.facing_due == UnitId::NONE
            && self.combat.stage == Stage::Idle
            && self.step != Step::Window
            && (self.open == NO_ATTACK || self.attacks.is_empty())
    }

    fn clock(&self) -> u32 {
        self.player_turn as u32
    }
}

impl Position {
    /// How a side stands, term by term; `best` is how near each side's claims are.
    fn merits(&self, survey: &Survey, side: Side, eager: bool, best: &[Option<f32>; 2]) -> [f32; 12] {
        let enemy = side.other();
        let (mut strength, mut whole, mut lost, mut all) = (0.0, 0.0, 0.0, 0.0);
        let (mut disorder, mut flanked, mut archers, mut bare, mut led, mut bonus) =
            (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        let (mut waiting, mut gone) = (0.0, 0.0);
        for id in self.battle.units(side) {
            let unit = self.unit(id);
            if unit.kind.is_leader() {
                if unit.hex().is_some() {
                    bonus += 1.0 + self.battle.unit_type(unit.kind).bonus as f32;
                }
                continue;
            }
            if unit.spot == Spot::ABSENT {
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
            if unit.hex().is_none() {
                *(if unit.spot == Spot::EXITED { &mut gone } else { &mut waiting }) += worth;
                continue;
            }
            if unit.disrupted() {
                disorder += worth;
            }
            archers += f32::from(unit.kind.is_fire());
        }
        let (mut danger, mut stacks) = (0.0, 0.0);
        let mut ways = [0.0; MOST_BODIES];
        let foes = survey.host(enemy);
        let own = survey.host(side);
        let heard = self.heard(own, side);
        for (index, hex) in self.stacks(side).enumerate() {
            let ring = self.ring(hex);
            let enemies = ring.held_by(enemy);
            if enemies != 0 {
                let exposed = !self.has_open_number(hex);
                for unit in self.troops(hex).map(|id| self.unit(id)) {
                    flanked += (enemies & !survey::front(unit.facing)).count_ones() as f32;
                    bare += f32::from(exposed && unit.kind.is_fire());
                }
            }
            let Some(body) = own.bodies().get(index) else { continue };
            let distances = foes.places.distances(self.coordinates(body.hex));
            let threat = ring.admits(side, foes.threat(&distances));
            danger += body.worth * Position::toll(threat, body.defence);
            ways[index] = match survey.way_out(side) {
                Some(out) => f32::from(out.from(hex)),
                None => foes.places.least(&distances).map_or(FAR, f32::from).min(FAR),
            };
            stacks += body.worth;
            led += if heard[index] { body.worth } else { 0.0 };
        }
        let ahead = if survey.way_out(side).is_some() { f32::MAX } else { LEAD };
        let way = own.march(&ways, ahead) + waiting * OFF_THE_MAP;
        let marchers = f32::max(stacks + waiting + gone, 1.0);
        let (all, whole) = (f32::max(all, 1.0), f32::max(whole, 1.0));
        let stacks = f32::max(stacks, 1.0);
        let progress = self.progress(best, side);
        let late = self.elapsed();
        let blows = if side == self.phasing() { self.blows_in_hand() } else { 0.0 };
        [
            strength / whole,
            -lost / all,
            -disorder / whole,
            progress,
            late * late * (progress + f32::from(!eager)),
            blows / whole,
            -danger / whole,
            if eager { -way / marchers / FAR } else { -0.5 },
            -flanked / all,
            if archers > 0.0 { -bare / archers } else { 0.0 },
            if self.battle.sheet.leaders { led / stacks } else { 0.0 },
            bonus / 20.0,
        ]
    }

    /// Which stacks of a side are in reach of a leader's voice.
    fn heard(&self, own: &Host, side: Side) -> Marks {
        let mut heard = [false; MOST_BODIES];
        for &leader in self.battle.leaders(side) {
            let unit = self.unit(leader);
            if let Some(hex) = unit.hex() {
                let distances = own.places.distances(self.coordinates(hex));
                own.mark_within(self.battle.unit_type(unit.kind).radius, &distances, &mut heard);
            }
        }
        heard
    }
}

#[cfg(test)]
mod tests;
