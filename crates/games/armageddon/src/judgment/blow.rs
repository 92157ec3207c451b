//! What an attack may be expected to do: the Combat Results Table averaged, in the worth of counters.

use engine::Side;
use engine::hex::Hex;
use engine::ledger::Unread;
use engine::odds::Quarters;

use crate::melee::{Assault, CHARGE};
use crate::position::{Position, Step};
use crate::sheet::{CombatResult, Kind};
use crate::unit::{NO_ATTACK, Unit, UnitId};

/// What a disruption costs, as a share of a unit's worth: its next turn is lost, and the next blow kills.
const DISORDER: f32 = 0.35;

/// What half an elimination takes; the owner gives the least he has.
const CHEAPER_HALF: f32 = 0.9;

/// What each result of an attack on a hex takes.
#[derive(Clone, Copy)]
pub(super) struct Stakes {
    disorder: f32,
    half: f32,
    all: f32,
    /// What is added to the die.
    bonus: i32,
}

/// What could be brought against a hex from where everybody stands.
#[derive(Clone, Copy)]
pub(super) struct Onslaught {
    pub strength: Quarters,
    assault: Assault,
    charged: bool,
    /// The part of the strength that has no other enemy before it.
    pub devoted: f32,
}

impl Position {
    /// What a counter is worth.
    #[inline]
    pub(super) fn worth(&self, kind: Kind) -> f32 {
        self.battle.lore.mettle(kind).worth
    }

    /// The worth an attack on a hex takes on average, on a column of the table; nothing without one.
    pub(super) fn harm(&self, hex: Hex, column: Option<usize>, melee: bool) -> f32 {
        if column.is_none() { 0.0 } else { self.at_stake(self.stakes(hex, melee), column) }
    }

    /// What the results of an attack on a hex take; nothing where no troops stand.
    pub(super) fn stakes(&self, hex: Hex, melee: bool) -> Option<Stakes> {
        let (mut steady, mut shaken, mut count) = (0.0, 0.0, 0u32);
        for id in self.defenders(hex) {
            let unit = self.unit(id);
            if unit.is_troop() {
                let worth = self.worth(unit.kind);
                count += 1;
                if unit.disrupted() { shaken += worth } else { steady += worth }
            }
        }
        if count == 0 {
            return None;
        }
        let disorder = if melee && self.immune_to_disruption(hex) { 0.0 } else { DISORDER * steady + shaken };
        let share = count.div_ceil(2) as f32 / count as f32;
        let half = CHEAPER_HALF * share * (steady + shaken) + (1.0 - share) * disorder;
        Some(Stakes { disorder, half, all: steady + shaken, bonus: i32::from(shaken > 0.0) })
    }

    /// What is lost of the stakes on average, on a column of the table; nothing without one.
    pub(super) fn at_stake(&self, stakes: Option<Stakes>, column: Option<usize>) -> f32 {
        let (Some(stakes), Some(column)) = (stakes, column) else { return 0.0 };
        let table = &self.battle.sheet.charts.results;
        let of_die = |die: i32| match table.result(column, die + stakes.bonus) {
            CombatResult::None => 0.0,
            CombatResult::Disrupted => stakes.disorder,
            CombatResult::Half => stakes.half,
            CombatResult::Eliminated => stakes.all,
        };
        (1..=6).map(of_die).sum::<f32>() / 6.0
    }

    /// Everybody of a side who fronts a hex, may fight in melee and is `free`.
    pub(super) fn onslaught(&self, side: Side, target: Hex, free: impl Fn(UnitId) -> bool) -> Onslaught {
        let mut onslaught =
            Onslaught { strength: Quarters::ZERO, assault: Assault::default(), charged: false, devoted: 0.0 };
        let held = self.ring(target).held_by(side);
        if held == 0 {
            return onslaught;
        }
        for (to, hex) in self.battle.sheet.ground.grid.neighbours(target) {
            if held & 1 << to.index() == 0 {
                continue;
            }
            let (mut troops, mut bonus, mut arm) = (Quarters::ZERO, 0, None);
            for id in self.stack(hex) {
                let unit = self.unit(id);
                // Melee J: those of one hex who attack together are of one type, Skirmishers aside.
                let strange = unit.kind != Kind::SK && arm.is_some_and(|arm| arm != unit.kind);
                if unit.kind.is_leader() {
                    bonus += if free(id) { self.battle.unit_type(unit.kind).bonus as u32 } else { 0 };
                } else if !strange
                    && unit.facing.fronts(to.opposite())
                    && free(id)
                    && self.ready_to_melee(id).is_ok()
                {
                    let strength = self.attack_strength(id, hex, &mut Unread);
                    troops += strength;
                    onslaught.assault.categories.add(unit.kind);
                    if unit.kind != Kind::SK {
                        arm = Some(unit.kind);
                    }
                    onslaught.charged |= unit.aboard.some().is_some_and(|c| self.unit(c).has(Unit::CHARGED));
                    onslaught.devoted += strength.0 as f32 / self.enemies_before(id, hex).max(1) as f32;
                }
            }
            if troops != Quarters::ZERO {
                onslaught.assault.from[to.index()] = true;
                onslaught.strength += troops + self.leaders_bonus(hex, bonus, troops, &mut Unread);
            }
        }
        onslaught.devoted /= onslaught.strength.0.max(1) as f32;
        onslaught
    }

    /// Enemy hexes before a unit that no attack aims at yet.
    fn enemies_before(&self, id: UnitId, hex: Hex) -> usize {
        let enemy = Some(self.side(id).other());
        let front = self.unit(id).facing.front().into_iter().filter_map(|to| self.battle.neighbour(hex, to));
        front.filter(|&h| self.holder(h) == enemy && self.attack_on(h).is_none()).count()
    }

    /// The column an onslaught would come to, with further strength of its kind beside it.
    pub(super) fn onslaught_column(
        &self,
        target: Hex,
        onslaught: &Onslaught,
        more: Quarters,
    ) -> Option<usize> {
        if onslaught.strength.0 + more.0 == 0 {
            return None;
        }
        let defence = self.hex_defence(target, &onslaught.assault, &mut Unread);
        let table = &self.battle.sheet.charts.results;
        let column = table.column(onslaught.strength + more, defence)?;
        let charge = if onslaught.charged { CHARGE } else { 0 };
        Some(table.shifted(column, charge + self.cat_shift(&mut Unread)))
    }

    /// The same if another unit came to fight beside them, from a side of the target.
    pub(super) fn joined_column(
        &self,
        target: Hex,
        mut onslaught: Onslaught,
        newcomer: (Kind, Quarters, bool),
        from: engine::hex::Direction,
        more: Quarters,
    ) -> Option<usize> {
        let (kind, strength, charging) = newcomer;
        onslaught.assault.categories.add(kind);
        onslaught.assault.from[from.index()] = true;
        onslaught.strength += strength;
        onslaught.charged |= charging;
        self.onslaught_column(target, &onslaught, more)
    }

    /// What the attacks named so far, and those the phasing side could still name, do on average.
    pub(super) fn blows_in_hand(&self) -> f32 {
        let side = self.phasing();
        let melee = !matches!(self.step, Step::Aim | Step::Shoot | Step::Window);
        let mut harm = 0.0;
        for (index, attack) in self.attacks.iter().enumerate() {
            let column = self.final_column(index as u8);
            harm += attack.targets().map(|hex| self.harm(hex, column, melee)).sum::<f32>();
        }
        if self.step == Step::Clash {
            return harm;
        }
        let free = |id: UnitId| self.unit(id).attack == NO_ATTACK;
        for id in self.battle.units(side.other()) {
            let Some(hex) = self.unit(id).hex() else { continue };
            if self.stacks.top(hex.index()) != id || (melee && self.attack_on(hex).is_some()) {
                continue;
            }
            let onslaught = self.onslaught(side, hex, free);
            if onslaught.strength != Quarters::ZERO {
                let column = self.onslaught_column(hex, &onslaught, Quarters::ZERO);
                harm += self.harm(hex, column, true) * onslaught.devoted;
            }
        }
        harm
    }
}
