//! How near a side is to what wins this battle, and what it must go for.

use engine::Side;
use engine::hex::Hex;

use crate::position::Position;
use crate::sheet::{Claim, Condition};
use crate::unit::{Spot, Unit};

use super::survey::Survey;
use super::way_out::FARTHEST;

/// A hex that decides the battle, and how strongly a side is drawn there.
#[derive(Clone, Copy)]
pub(super) struct Goal {
    pub hex: Hex,
    pub pull: f32,
    /// As near as this is as good as there.
    pub ring: u16,
}

/// How strongly a side is drawn to a hex it must take, to one it has and does not stand in, and to those
/// around one it stands in.
const TAKE: f32 = 7.0;
const GARRISON: f32 = 3.5;
const GUARD: f32 = 2.5;
/// How near guards keep.
const RING: f32 = 2.0;

/// The most hexes kept in mind at once.
const MOST_GOALS: usize = 16;

/// What a side is about.
pub(super) struct Mission {
    /// It would not win if the battle ended now, so it must do something.
    pub eager: bool,
    goals: [Goal; MOST_GOALS],
    count: usize,
}

impl Mission {
    /// Nothing to go for.
    pub const NONE: Mission =
        Mission { eager: false, goals: [Goal { hex: Hex(0), pull: 0.0, ring: 0 }; MOST_GOALS], count: 0 };

    pub fn goals(&self) -> &[Goal] {
        &self.goals[..self.count]
    }

    fn add(&mut self, goal: Goal) {
        if let Some(known) = self.goals[..self.count].iter_mut().find(|known| known.hex == goal.hex) {
            if goal.pull > known.pull {
                *known = goal;
            }
        } else if self.count < MOST_GOALS {
            self.goals[self.count] = goal;
            self.count += 1;
        }
    }
}

impl Position {
    /// How much of the battle is over, from 0 to 1.
    pub(super) fn elapsed(&self) -> f32 {
        (self.player_turn as f32 / (2.0 * self.battle.sheet.turns.max(1) as f32)).min(1.0)
    }

    /// What a side is about, by its own claims and those it must deny the enemy.
    pub(super) fn mission(&self, side: Side) -> Mission {
        let mut mission = Mission { eager: self.judge().winner != Some(side), ..Mission::NONE };
        let urgency = 1.0 + self.elapsed();
        for claim in &self.battle.sheet.victory.wins {
            let own = claim.side == side;
            for condition in &claim.when {
                let hexes = match condition {
                    Condition::Controls(hexes) => hexes.as_slice(),
                    Condition::Occupies(hex) => std::slice::from_ref(hex),
                    _ => continue,
                };
                let must_stand = matches!(condition, Condition::Occupies(_));
                for &hex in hexes {
                    let control = if must_stand { self.holder(hex) } else { self.controller(hex) };
                    let lost = if own { control != Some(side) } else { control == Some(side.other()) };
                    let garrisoned = self.holder(hex) == Some(side);
                    mission.add(match (lost, garrisoned) {
                        (true, _) => Goal { hex, pull: TAKE * urgency, ring: 0 },
                        (false, false) => Goal { hex, pull: GARRISON * urgency, ring: 0 },
                        (false, true) => Goal { hex, pull: GUARD, ring: RING as u16 },
                    });
                }
            }
        }
        mission
    }

    /// Who controls an objective.
    fn controller(&self, hex: Hex) -> Option<Side> {
        self.battle.objective(hex).and_then(|objective| self.control[objective])
    }

    /// How near each side is to victory by its best claim, from 0 to 1; nothing without a claim.
    pub(super) fn best_claims(&self, survey: &Survey) -> [Option<f32>; 2] {
        Side::BOTH.map(|side| {
            let claims = self.battle.sheet.victory.wins.iter().filter(|claim| claim.side == side);
            claims.map(|claim| self.claim_progress(survey, claim)).reduce(f32::max)
        })
    }

    /// How near a side is to victory, from 0 to 1; one that wins unless the enemy's claims hold is as near as
    /// they are far.
    pub(super) fn progress(&self, best: &[Option<f32>; 2], side: Side) -> f32 {
        let denial = 1.0 - best[side.other().index()].unwrap_or(0.5);
        match best[side.index()] {
            Some(progress) if self.battle.sheet.victory.otherwise == Some(side) => progress.max(denial),
            Some(progress) => progress,
            None => denial,
        }
    }

    /// The mean of the conditions, and little if the worst of them is far off.
    fn claim_progress(&self, survey: &Survey, claim: &Claim) -> f32 {
        let (mut sum, mut least, mut count) = (0.0, 1.0f32, 0.0);
        for condition in &claim.when {
            let degree = self.degree(survey, claim.side, condition).clamp(0.0, 1.0);
            sum += degree;
            least = least.min(degree);
            count += 1.0;
        }
        if count == 0.0 { 0.5 } else { 0.5 * sum / count + 0.5 * least }
    }

    /// How far a condition is fulfilled, from 0 to 1.
    fn degree(&self, survey: &Survey, side: Side, condition: &Condition) -> f32 {
        let enemy = side.other();
        let lost = |side: Side| self.losses(side) as f32;
        let lead = |own: f32, his: f32| 0.5 + 2.0 * (own - his) / (own + his + 10.0);
        match *condition {
            Condition::Controls(ref hexes) => {
                let held = |&hex: &Hex| self.hold_on(survey, side, hex, self.controller(hex));
                hexes.iter().map(held).sum::<f32>() / hexes.len().max(1) as f32
            }
            Condition::Occupies(hex) => self.hold_on(survey, side, hex, self.holder(hex)),
            Condition::NoEnemySouth => {
                let south = &self.battle.sheet.ground.south;
                let there = |unit: &Unit| unit.hex().is_some_and(|hex| south[hex.index()]);
                1.0 - self.share(enemy, there).sqrt()
            }
            Condition::EnemyLosses(n) => lost(enemy) / n.max(1) as f32,
            Condition::EnemyLossesTimesOwn(n) => {
                let (own, his) = (1.0 + lost(side), 1.0 + lost(enemy));
                his / (his + n as f32 * own) * 1.5
            }
            Condition::OwnLossesAtMost(n) if self.losses(side) > n => 0.0,
            Condition::OwnLossesAtMost(n) => 1.0 - 0.7 * lost(side) / (n as f32 + 1.0),
            Condition::FewerLossesThanEnemy => lead(lost(enemy), lost(side)),
            Condition::Exited(n) => {
                let out = self.exited(side) as f32 / n.max(1) as f32;
                let left = n.saturating_sub(self.exited(side));
                out + (1.0 - out).max(0.0) * 0.5 * self.nearly_out(survey, side, left)
            }
            Condition::TroopsTimesEnemy(n) => {
                let (own, his) = (self.troops_left(side) as f32, self.troops_left(enemy) as f32);
                own / (n as f32 * his).max(1.0)
            }
            Condition::MoreUndisrupted => {
                let steady = |unit: &Unit| unit.hex().is_some() && !unit.disrupted();
                let count = |side: Side| {
                    let units = self.battle.units(side).map(|id| self.unit(id));
                    units.filter(|unit| unit.is_troop() && steady(unit)).count() as f32
                };
                lead(count(side), count(enemy))
            }
            Condition::MoreStrengthDestroyed => {
                lead(self.strength_lost(enemy) as f32, self.strength_lost(side) as f32)
            }
            Condition::EnemyBroken(n) => self.broken_about(enemy) / n.max(1) as f32,
            Condition::OwnBrokenAtMost(n) => 1.0 - 0.7 * self.broken_about(side) / (n as f32 + 1.0),
            Condition::EnemyCrossedFewerThan(n) => {
                let crossed = self.share(enemy, |unit| unit.has(Unit::CROSSED));
                1.0 - crossed * self.all_troops(enemy) as f32 / n.max(1) as f32
            }
        }
    }

    /// Losses, and half of those in disorder: they may rally before the end.
    fn broken_about(&self, side: Side) -> f32 {
        let troops = self.battle.units(side).map(|id| self.unit(id)).filter(|unit| unit.is_troop());
        let counted = troops.map(|unit| match unit.spot {
            Spot::LOST => 1.0,
            _ if unit.disrupted() => 0.5,
            _ => 0.0,
        });
        counted.sum()
    }

    /// The share of a side's troops of which something is true.
    fn share(&self, side: Side, wanted: impl Fn(&Unit) -> bool) -> f32 {
        let (mut some, mut all) = (0.0, 0.0);
        for id in self.battle.units(side) {
            let unit = self.unit(id);
            if unit.is_troop() && unit.spot != Spot::ABSENT {
                all += 1.0;
                some += f32::from(wanted(unit));
            }
        }
        some / f32::max(all, 1.0)
    }

    /// How firmly a side has a hex: whether it is its own, and whose men are at hand.
    fn hold_on(&self, survey: &Survey, side: Side, hex: Hex, control: Option<Side>) -> f32 {
        let place = self.coordinates(hex);
        let near = |side: Side| -> f32 {
            let host = survey.host(side);
            let bodies = host.bodies().iter().zip(host.places.distances(place));
            bodies.map(|(body, far)| body.worth * self.battle.lore.nearness(far as u16)).sum()
        };
        let (own, his) = (near(side), near(side.other()));
        let balance = (own + 0.2) / (own + his + 0.4);
        let owned = match control {
            Some(holder) if holder == side => 1.0,
            Some(_) => 0.0,
            None => 0.3,
        };
        let stands = f32::from(self.holder(hex) == Some(side));
        0.5 * owned + 0.4 * balance + 0.1 * stands
    }

    /// How near the troops that must still leave are to leaving, from 0 to 1: the nearest so many of them.
    fn nearly_out(&self, survey: &Survey, side: Side, left: u16) -> f32 {
        let Some(out) = survey.way_out(side) else { return 0.0 };
        let mut at = [0u16; FARTHEST as usize + 1];
        for id in self.battle.units(side) {
            let unit = self.unit(id);
            if unit.is_troop()
                && let Some(hex) = unit.hex()
            {
                at[out.from(hex) as usize] += 1;
            }
        }
        let (mut sum, mut others) = (0.0, left);
        for (far, &troops) in at.iter().enumerate() {
            let some = troops.min(others);
            sum += f32::from(some) * (1.0 - far as f32 / f32::from(FARTHEST));
            others -= some;
        }
        sum / f32::from(left.max(1))
    }
}
