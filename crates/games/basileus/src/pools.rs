//! Without a strength ratio (12.3, rulings R108 to R110): pools of dice instead of the table.

use engine::dice::{Dice, DiceRequest};
use engine::event::{Chronicle, Event, EventKind};
use engine::ledger::{Ledger, Unread};
use engine::odds::Term;
use engine::words::counted;

use crate::order::Order;
use crate::position::{Position, Stage};
use crate::refusal::Refusal;
use crate::sheet::{CombatResult, Terrain};
use crate::unit::UnitId;

/// So many dice are thrown at a time.
const HANDFUL: u8 = 5;

/// Dice of this number or more hit (12.3).
pub(crate) const HIT: i32 = 4;

/// Whether a die hits that must reach a number.
#[inline]
pub(crate) fn hits(face: u8, number: i32) -> bool {
    face as i32 >= number
}

impl Position {
    /// The dice due from a pool: a handful at a time.
    pub(crate) fn handful(&self) -> DiceRequest {
        DiceRequest { count: self.combat.pool.min(HANDFUL), sides: 6 }
    }

    /// Ruling R109: a missile unit in range of a hand-to-hand attacker, with no enemy beside it.
    pub(crate) fn may_support(&self, id: UnitId) -> Result<(), Refusal> {
        let side = self.defending();
        if !self.exists(id) || self.side(id) != side {
            return Err(Refusal::NotYours);
        }
        let range = self.battle.unit_type(id).range;
        let Some(hex) = self.at(id) else { return Err(Refusal::NotOnTheMap(id)) };
        if range == 0 {
            return Err(Refusal::CannotShoot);
        }
        if self.marks.supported.has(id) || self.combat.supports.has(id) {
            return Err(Refusal::SupportedAlready);
        }
        if self.beside(side.other(), hex) {
            return Err(Refusal::EnemyBesideFirer);
        }
        let mut attackers = self.combat.close.iter().filter_map(|a| self.at(a));
        let reaches = attackers.any(|there| self.battle.distance(hex, there) <= range as u16);
        if reaches { Ok(()) } else { Err(Refusal::NoAttackerInRange) }
    }

    pub(crate) fn list_support(&self, out: &mut Vec<Order>) {
        let missiles = self.battle.missiles(self.defending());
        out.extend(
            missiles.iter().filter(|&id| self.may_support(id).is_ok()).map(|unit| Order::Support { unit }),
        );
        out.push(Order::Commit);
    }

    pub(crate) fn any_support_possible(&self) -> bool {
        let missiles = self.battle.missiles(self.defending());
        self.choices().dice_pools && missiles.iter().any(|id| self.may_support(id).is_ok())
    }

    pub(crate) fn support(&mut self, id: UnitId) {
        self.combat.supports.add(id);
        self.marks.supported.add(id);
    }

    /// Ruling R108: whether a hand-to-hand attacker loses a die to water.
    fn hampered_by_water(&self, id: UnitId) -> bool {
        let (Some(target), Some(from)) = (self.target(), self.at(id)) else { return false };
        let wet = |hex| matches!(self.battle.terrain(hex), Terrain::Ford | Terrain::Bridge);
        let side = self.battle.sheet.ground.grid.towards(target, from);
        wet(target) || wet(from) || side.is_some_and(|side| self.battle.stream(target, side))
    }

    /// The attacker's dice.
    pub(crate) fn attack_pool(&self, ledger: &mut impl Ledger) -> u8 {
        let mut dice = self.attack_strength(ledger) as i32;
        if self.ground_counts() {
            for id in self.close_now().iter().filter(|&id| self.hampered_by_water(id)) {
                dice += ledger.add(-1, "12.3", || format!("{} through water", self.label(id)));
            }
        }
        ledger.count(dice.max(0) as u8, "12.3", || "attackers' dice")
    }

    /// The defender's dice.
    pub(crate) fn defence_pool(&self, ledger: &mut impl Ledger) -> u8 {
        let mut dice = self.defence_strength(ledger) as u8;
        for id in self.combat.supports.iter() {
            dice += ledger.add(self.fire_strength(id), "12.3", || format!("{}, support", self.label(id)));
        }
        ledger.count(dice, "12.3", || "defender's dice")
    }

    /// The number the attacker's dice must reach (ruling R108).
    pub(crate) fn hit_number(&self, ledger: &mut impl Ledger) -> i32 {
        let mut number = HIT;
        ledger.line(|| Term::new("attackers hit on", format!("{HIT}+"), "12.3"));
        let Some(target) = self.target() else { return number };
        if self.ground_counts() {
            let effect = self.battle.effect(target);
            let bridge = self.battle.terrain(target) == Terrain::Bridge;
            if effect.columns < 0 || (effect.die > 0 && !bridge) || self.palisade_helps() {
                number += ledger.add(1, "12.3", || "the ground helps the defender");
            }
        }
        number + self.wagon_modifier(target, ledger)
    }

    pub(crate) fn begin_pools(&mut self) {
        self.combat.pool = self.attack_pool(&mut Unread);
        self.combat.stage = Stage::AttackPool;
    }

    /// A handful of dice of either pool.
    pub(crate) fn throw_pool(&mut self, dice: Dice, chronicle: &mut impl Chronicle) {
        let attacking = self.combat.stage == Stage::AttackPool;
        let number = if attacking { self.hit_number(&mut Unread) } else { HIT };
        let hits = dice.faces().iter().filter(|&&face| hits(face, number)).count() as u8;
        self.combat.hits[usize::from(!attacking)] += hits;
        self.combat.pool = self.combat.pool.saturating_sub(dice.faces().len() as u8);
        chronicle.note(|| {
            let who = if attacking { "Attackers" } else { "Defender" };
            let kind = EventKind::Rolled;
            Event::new(kind, "12.3", format!("{who}: {}", counted(hits, "hit", "hits"))).dice(dice.faces())
        });
    }

    /// Carries the pools on once one is empty.
    pub(crate) fn carry_on_pools(&mut self, chronicle: &mut impl Chronicle) {
        if self.combat.stage == Stage::AttackPool {
            self.combat.pool = self.defence_pool(&mut Unread);
            self.combat.stage = Stage::DefencePool;
            return;
        }
        let [attack, defence] = self.combat.hits;
        let result = by_hits(attack, defence);
        chronicle.note(|| {
            let words = result.map_or("no effect", CombatResult::words);
            let text = format!("{} against {defence}: {words}", counted(attack, "hit", "hits"));
            Event::new(EventKind::Result, "12.3", text)
        });
        self.apply(result);
    }
}

/// Ruling R110: fewer hits loses, and the difference says what.
pub(crate) fn by_hits(attack: u8, defence: u8) -> Option<CombatResult> {
    let attacker = attack < defence;
    let (losses, retreat, test) = match attack.abs_diff(defence) {
        0 => return None,
        1 => (0, true, false),
        2 => (0, false, true),
        3 => (1, false, false),
        _ => (2, false, false),
    };
    Some(CombatResult { attacker, losses, retreat, test })
}

#[cfg(test)]
mod tests;
