//! Who is in contact: who stands within reach of whom, looked over once and asked often.

use engine::Side;
use engine::hex::Hex;

use super::FAR;
use crate::position::{Position, Step};
use crate::sheet::{EndTest, MOST_UNITS};
use crate::unit::UnitId;

/// What a column of the Combat Results Table brings: steps the defender loses less those of the attacker,
/// a test counted as half a step.
const BALANCE: [f32; 7] = [-0.42, -0.25, -0.05, 0.33, 0.5, 0.67, 0.95];
/// The ratios at which the columns begin.
const RATIOS: [f32; 7] = [0.0, 0.66, 1.0, 1.5, 2.0, 3.0, 4.0];
/// How much of its strength an enemy counts who could be here next turn but is not yet.
const LOOMING: f32 = 0.3;
/// Hexes from which archers like to shoot.
const BOWSHOT: u16 = 2;

/// What an attack at such odds brings, in steps; between the columns the surplus counts a little, since more
/// may join.
pub(super) fn balance(odds: f32) -> f32 {
    let column = RATIOS.iter().rposition(|&from| odds >= from).unwrap_or(0);
    let next = (column + 1).min(6);
    let width = RATIOS[next] - RATIOS[column];
    let part = if width > 0.0 { (odds - RATIOS[column]) / width } else { 0.0 };
    BALANCE[column] + 0.35 * part * (BALANCE[next] - BALANCE[column])
}

/// What a unit adds to an attack, by its distance.
struct Arms {
    close: u8,
    fire: u8,
    range: u16,
}

impl Arms {
    #[inline]
    fn at(&self, distance: u16) -> u8 {
        match distance {
            1 => self.close,
            _ if distance <= self.range => self.fire,
            _ => 0,
        }
    }
}

/// An enemy on the map.
#[derive(Clone, Copy)]
struct Foe {
    id: UnitId,
    hex: Hex,
    /// What it strikes with hand to hand.
    close: u8,
    movement: u8,
    struck: bool,
}

/// One side's look at the field.
pub(super) struct Contact<'a> {
    position: &'a Position,
    side: Side,
    foes: [Foe; MOST_UNITS],
    count: usize,
    /// Strength of the side that can strike each enemy from where it stands.
    force: [u8; MOST_UNITS],
    /// How eagerly the side goes for the enemy.
    zeal: f32,
}

impl<'a> Contact<'a> {
    /// The field as a side sees it: what it could strike with those who have not struck yet.
    pub fn new(position: &'a Position, side: Side) -> Self {
        let nobody = Foe { id: UnitId::NONE, hex: Hex(0), close: 0, movement: 0, struck: false };
        let (mut foes, mut count) = ([nobody; MOST_UNITS], 0);
        for id in position.battle.fighters(side.other()).iter() {
            let Some(hex) = position.at(id) else { continue };
            let movement = position.battle.unit_type(id).movement;
            let close = position.close_strength(id);
            foes[count] = Foe { id, hex, close, movement, struck: position.marks.struck.has(id) };
            count += 1;
        }
        let mut force = [0u8; MOST_UNITS];
        for id in position.battle.fighters(side).iter() {
            let Some(hex) = position.at(id).filter(|_| !position.marks.attacked.has(id)) else { continue };
            let arms = position.arms(id);
            for foe in &foes[..count] {
                force[foe.id.index()] += arms.at(position.battle.distance(hex, foe.hex));
            }
        }
        Contact { position, side, foes, count, force, zeal: position.zeal(side) }
    }

    fn foes(&self) -> &[Foe] {
        &self.foes[..self.count]
    }

    /// The odds at which the side could strike an enemy now.
    fn odds(&self, enemy: UnitId, more: u8, less: u8) -> f32 {
        let force = (self.force[enemy.index()] + more).saturating_sub(less);
        force as f32 / self.position.steadfastness(enemy)
    }

    /// All that the side could do now, in points.
    pub fn prospects(&self) -> f32 {
        let fresh = self.foes().iter().filter(|foe| !foe.struck && self.force[foe.id.index()] > 0);
        let gain = |foe: &Foe| balance(self.odds(foe.id, 0, 0)).max(0.0) * self.position.step_worth(foe.id);
        fresh.map(gain).sum()
    }

    /// Steps from a hex to where an enemy can be struck: beside him, or in range.
    #[inline]
    fn way(&self, shoots: bool, hex: Hex, enemy: Hex) -> u16 {
        let battle = &self.position.battle;
        let reach = if shoots { BOWSHOT } else { 1 };
        if battle.distance(hex, enemy) <= reach {
            return 0;
        }
        battle.march(hex, enemy).saturating_sub(reach).clamp(1, FAR)
    }

    /// How readily an enemy is attacked.
    pub fn appetite(&self, enemy: UnitId) -> f32 {
        let gain = balance(self.odds(enemy, 0, 0)) * self.position.step_worth(enemy);
        (1.6 * gain).exp().min(40.0)
    }

    /// Whether a unit does well to stay where it is.
    pub fn contentment(&self, id: UnitId) -> f32 {
        let Some(hex) = self.position.at(id) else { return 0.0 };
        self.site(id, hex)
    }

    /// What a hex is worth to a unit: the blow it helps to strike from there, less the danger, less the way
    /// to the enemy.
    pub fn site(&self, id: UnitId, hex: Hex) -> f32 {
        let position = self.position;
        let battle = &position.battle;
        let here = position.at(id);
        let commander = battle.is_commander(id);
        let shoots = battle.unit_type(id).arm.shoots();
        let arms = position.arms(id);
        let spent = position.marks.attacked.has(id);
        let (mut blow, mut threat, mut beset) = (None::<f32>, 0.0f32, false);
        let (mut near, mut way) = (FAR, FAR);
        for foe in self.foes() {
            let distance = battle.distance(hex, foe.hex);
            near = near.min(distance);
            way = way.min(self.way(shoots, hex, foe.hex));
            if distance == 1 {
                threat += foe.close as f32;
                beset = true;
            } else if distance <= foe.movement as u16 + 1 {
                threat += LOOMING * foe.close as f32;
            }
            let mine = if commander { 0 } else { arms.at(distance) };
            if mine > 0 && !foe.struck {
                let counted =
                    if spent { 0 } else { here.map_or(0, |here| arms.at(battle.distance(here, foe.hex))) };
                let gain = balance(self.odds(foe.id, mine, counted)) * position.step_worth(foe.id);
                blow = Some(blow.map_or(gain, |best| best.max(gain)));
            }
        }
        let mut blow = blow.unwrap_or(0.0);
        if shoots && beset {
            blow -= 0.8;
        }
        let ground = battle.effect(hex);
        let cover = 1.0 + 0.35 * f32::from(ground.columns < 0) + 0.3 * f32::from(ground.die > 0);
        let own = position.strength(id) as f32 * cover;
        let risk = (threat / own.max(1.0) - 1.0).clamp(0.0, 3.0) * position.step_worth(id);
        match commander {
            true => {
                -2.0 * f32::from(beset && position.fighter_of(self.side, hex).is_none())
                    - 0.2 * f32::from(near.abs_diff(2))
            }
            false => blow - 0.22 * risk - self.zeal * way as f32 - self.errand(hex),
        }
    }

    /// Where baggage decides, its owner stays by it and the enemy makes for it.
    fn errand(&self, hex: Hex) -> f32 {
        let position = self.position;
        let (EndTest::Engines { defender } | EndTest::Wagons { defender }) = position.battle.sheet.end else {
            return 0.0;
        };
        let prizes = position.battle.baggage(defender).without(position.marks.plundered);
        let ways = prizes.iter().filter_map(|id| position.at(id)).map(|p| position.battle.distance(hex, p));
        let way = ways.min().unwrap_or(0) as f32;
        if defender == self.side { 0.15 * (way - 1.0).max(0.0) } else { 0.4 * way }
    }
}

impl Position {
    fn arms(&self, id: UnitId) -> Arms {
        let range = self.battle.unit_type(id).range as u16;
        Arms {
            close: self.close_strength(id),
            fire: if range > 0 { self.fire_strength(id) } else { 0 },
            range,
        }
    }

    /// What a unit defends with, its ground counted as strength.
    fn steadfastness(&self, id: UnitId) -> f32 {
        let Some(hex) = self.at(id) else { return 1.0 };
        let ground = self.battle.effect(hex);
        let cover = 1.0 + 0.35 * f32::from(ground.columns < 0) + 0.3 * f32::from(ground.die > 0);
        let chief = self.commander_on(id).map_or(0, |chief| self.strength(chief));
        f32::max((self.strength(id) + chief) as f32 * cover, 1.0)
    }

    /// The points a step of a unit stands for.
    pub(super) fn step_worth(&self, id: UnitId) -> f32 {
        self.battle.unit_type(id).strength as f32 / f32::from(self.steps(id).max(1))
    }

    /// How eagerly a side goes for the enemy: less when the clock works for it.
    fn zeal(&self, side: Side) -> f32 {
        match self.step {
            Step::Moving if self.may_wait(side) => 0.1,
            _ => 0.35,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn better_odds_bring_more_and_even_odds_nothing() {
        assert!(balance(0.5) < balance(1.0) && balance(1.0) < 0.0 + 0.05);
        assert!(balance(1.5) < balance(2.0) && balance(2.0) < balance(3.0) && balance(3.0) < balance(4.0));
        assert_eq!(balance(9.0), balance(4.0));
    }
}
