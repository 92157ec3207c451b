//! Melee combat (rulebook, "Melee Combat" A–N, Combat Unit Capability Chart; rulings R25 to R42).

use engine::Side;
use engine::hex::{Direction, Hex};
use engine::odds::Quarters;

use crate::position::Position;
use crate::refusal::Refusal;
use crate::sheet::{Kind, Multiplier};
use crate::unit::{Unit, UnitId};

/// The two strengths of an attack and what shifts its column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Odds {
    pub attack: Quarters,
    pub defence: Quarters,
    pub shift: i32,
}

/// The attacker's categories on the Combat Unit Capability Chart that take part.
#[derive(Clone, Copy, Default)]
pub(crate) struct Categories([bool; 3]);

/// The row or column of the Combat Unit Capability Chart; fire units, chariots and leaders have none (R35).
pub(crate) fn category(kind: Kind) -> Option<usize> {
    match kind {
        Kind::MI | Kind::MS => Some(0),
        Kind::AX | Kind::SD => Some(1),
        Kind::MC => Some(2),
        _ => None,
    }
}

impl Categories {
    pub(crate) fn add(&mut self, kind: Kind) {
        if let Some(column) = category(kind) {
            self.0[column] = true;
        }
    }

    /// Ruling R36: of the attackers' categories the one best for the attacker counts.
    pub(crate) fn multiplier(self, defender: Kind, chart: &[Vec<Multiplier>]) -> Multiplier {
        let Some(row) = category(defender).and_then(|row| chart.get(row)) else { return Multiplier::Normal };
        let present = row.iter().zip(self.0).filter(|(_, present)| *present).map(|(&m, _)| m);
        present
            .min_by_key(|m| match m {
                Multiplier::Halved => 0,
                Multiplier::Normal => 1,
                Multiplier::Doubled => 2,
            })
            .unwrap_or(Multiplier::Normal)
    }
}

impl Multiplier {
    /// Applies the multiplier to a strength.
    pub(crate) fn of(self, strength: Quarters) -> Quarters {
        match self {
            Multiplier::Halved => strength.halved(),
            Multiplier::Normal => strength,
            Multiplier::Doubled => strength.doubled(),
        }
    }
}

impl Position {
    /// Whether a unit could attack anything in melee now (Cases A, M; Fire A; rulings R52, R64, R107).
    pub(crate) fn ready_to_melee(&self, id: UnitId) -> Result<Hex, Refusal> {
        let unit = self.unit(id);
        let hex = unit.hex().ok_or(Refusal::NotOnTheMap)?;
        if self.battle.unit_type(unit.kind).bracketed {
            return Err(Refusal::MayNotAttack);
        }
        if unit.disrupted() {
            return Err(Refusal::Disrupted);
        }
        if unit.fired == self.player_turn {
            return Err(Refusal::FiredThisTurn);
        }
        if unit.has(Unit::FELL_BACK) {
            return Err(Refusal::FellBack);
        }
        Ok(hex)
    }

    /// The enemy-occupied front hexes of a unit that may attack.
    pub(crate) fn melee_targets(&self, id: UnitId) -> impl Iterator<Item = Hex> + '_ {
        let enemy = self.side(id).other();
        let front = self.ready_to_melee(id).ok().map(|hex| {
            self.unit(id).facing.front().into_iter().filter_map(move |to| self.battle.neighbour(hex, to))
        });
        front.into_iter().flatten().filter(move |&target| self.holder(target) == Some(enemy))
    }

    /// Whether a unit fronts on a hex.
    pub(crate) fn fronts(&self, id: UnitId, target: Hex) -> bool {
        let unit = self.unit(id);
        let towards = unit.hex().and_then(|hex| self.battle.sheet.ground.grid.towards(hex, target));
        towards.is_some_and(|to| unit.facing.fronts(to))
    }

    /// The attacking troops of a melee attack, with their hexes.
    pub(crate) fn attackers(&self, attack: u8) -> impl Iterator<Item = (UnitId, Hex)> + '_ {
        let target = self.attacks[attack as usize].first();
        let around = self.battle.sheet.ground.grid.neighbours(target);
        around.flat_map(move |(_, hex)| {
            let own = self.stack(hex).filter(move |&id| {
                let unit = self.unit(id);
                unit.attack == attack && unit.is_troop()
            });
            own.map(move |id| (id, hex))
        })
    }

    /// The units of a target hex that an attack is against; those that retreated there are left out (R29).
    pub(crate) fn defenders(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        self.stack(hex).filter(|&id| !self.unit(id).has(Unit::RETREATED))
    }

    /// The strength of one attacking troop: front value by the terrain of its own hex (ruling R31).
    pub(crate) fn attack_strength(&self, id: UnitId, hex: Hex) -> Quarters {
        let front = Quarters::points(self.battle.unit_type(self.unit(id).kind).front as u32);
        if self.battle.effect(hex).halves_melee { front.halved() } else { front }
    }

    /// The strength one hex brings into an attack, and how much of it is leaders' bonus (ruling R88).
    pub(crate) fn hex_attack(&self, attack: u8, hex: Hex) -> (Quarters, Quarters) {
        let (mut troops, mut bonus) = (Quarters::ZERO, 0);
        for id in self.stack(hex) {
            let unit = self.unit(id);
            if unit.attack == attack {
                if unit.is_troop() {
                    troops += self.attack_strength(id, hex);
                } else {
                    bonus += self.battle.unit_type(unit.kind).bonus as u32;
                }
            }
        }
        (troops, Quarters::points(bonus).min(troops))
    }

    /// Case M, ruling R33: the printed strength a defender counts with, before any multiplier.
    pub(crate) fn printed_defence(&self, id: UnitId, flank: bool, open_numbers: bool) -> Quarters {
        let unit_type = self.battle.unit_type(self.unit(id).kind);
        match (unit_type.bracketed, open_numbers) {
            (true, true) => Quarters::ZERO,
            (true, false) => Quarters::points(1),
            (false, _) => Quarters::points(if flank { unit_type.flank } else { unit_type.front } as u32),
        }
    }

    /// Case K, ruling R32: a defender uses its flank value if any attacking hex lies outside its front.
    pub(crate) fn flanked(&self, id: UnitId, from: &[bool; 6]) -> bool {
        let facing = self.unit(id).facing;
        Direction::ALL.into_iter().any(|d| from[d.index()] && !facing.fronts(d))
    }

    /// Whether a hex holds a defender with an open (unbracketed) number.
    pub(crate) fn has_open_number(&self, hex: Hex) -> bool {
        self.defenders(hex).any(|id| !self.battle.unit_type(self.unit(id).kind).bracketed)
    }

    /// A defender's strength after chart and terrain.
    pub(crate) fn defence_strength(
        &self,
        id: UnitId,
        hex: Hex,
        from: &[bool; 6],
        categories: Categories,
        open_numbers: bool,
    ) -> Quarters {
        let printed = self.printed_defence(id, self.flanked(id, from), open_numbers);
        let chart = &self.battle.sheet.charts.capability;
        let strength = categories.multiplier(self.unit(id).kind, chart).of(printed);
        let effect = self.battle.effect(hex);
        match (effect.doubles_defenders, effect.halves_melee) {
            (true, _) => strength.doubled(),
            (_, true) => strength.halved(),
            _ => strength,
        }
    }

    /// The strength one target hex defends with, and how much of it is leaders' bonus.
    pub(crate) fn hex_defence(
        &self,
        hex: Hex,
        from: &[bool; 6],
        categories: Categories,
    ) -> (Quarters, Quarters) {
        let open_numbers = self.has_open_number(hex);
        let (mut total, mut troops, mut bonus) = (Quarters::ZERO, Quarters::ZERO, 0);
        for id in self.defenders(hex) {
            let strength = self.defence_strength(id, hex, from, categories, open_numbers);
            total += strength;
            let unit = self.unit(id);
            if unit.is_troop() {
                troops += strength;
            } else {
                bonus += self.battle.unit_type(unit.kind).bonus as u32;
            }
        }
        (total, Quarters::points(bonus).min(troops))
    }

    /// From which sides of a target hex an attack comes, and with which categories.
    pub(crate) fn assault(&self, attack: u8, target: Hex) -> ([bool; 6], Categories) {
        let mut from = [false; 6];
        let mut categories = Categories::default();
        for (id, hex) in self.attackers(attack) {
            categories.add(self.unit(id).kind);
            if let Some(d) = self.battle.sheet.ground.grid.towards(target, hex) {
                from[d.index()] = true;
            }
        }
        (from, categories)
    }

    /// Strengths and shift of a melee attack as it stands (ruling R31).
    pub(crate) fn melee_odds(&self, attack: u8) -> Odds {
        let target = self.attacks[attack as usize];
        let mut total = Quarters::ZERO;
        let (from, _) = self.assault(attack, target.first());
        for d in Direction::ALL {
            if from[d.index()]
                && let Some(hex) = self.battle.neighbour(target.first(), d)
            {
                let (troops, bonus) = self.hex_attack(attack, hex);
                total += troops + bonus;
            }
        }
        let mut defence = Quarters::ZERO;
        for hex in target.targets() {
            let (from, categories) = self.assault(attack, hex);
            let (strength, bonus) = self.hex_defence(hex, &from, categories);
            defence += strength + bonus;
        }
        Odds { attack: total, defence, shift: self.charge_shift(attack) + self.cat_shift() }
    }

    /// Chariots A, D, brief 2: two columns if a rider attacks from a chariot that charged.
    pub(crate) fn charge_shift(&self, attack: u8) -> i32 {
        let charged = self.attackers(attack).any(|(id, _)| {
            let chariot = self.unit(id).aboard;
            chariot.some().is_some_and(|c| self.unit(c).has(Unit::CHARGED))
        });
        if charged { 2 } else { 0 }
    }

    /// Ruling R115: the cats of fan scenario 25.
    pub(crate) fn cat_shift(&self) -> i32 {
        let side = self.phasing();
        let first_time = self.cats_turn == 0 || self.cats_turn == self.player_turn;
        i32::from(self.battle.sheet.specials.cats == Some(side) && first_time)
    }

    /// Case N, rulings R38, R39: whether a stack on a slope is immune to disruption by melee.
    pub(crate) fn immune_to_disruption(&self, hex: Hex) -> bool {
        self.battle.effect(hex).high
            && self.defenders(hex).any(|id| matches!(self.unit(id).kind, Kind::MI | Kind::MS))
    }

    /// Ruling R42: one is added to the die if any unit among the targets is disrupted.
    pub(crate) fn disrupted_among(&self, attack: u8) -> bool {
        let targets = self.attacks[attack as usize].targets();
        targets.into_iter().any(|hex| self.defenders(hex).any(|id| self.unit(id).disrupted()))
    }

    /// The side that attacks in the combat or the step at hand.
    pub(crate) fn attacking_side(&self) -> Side {
        use crate::position::{CombatKind, Stage, Step};
        let defensive = self.step == Step::Window
            || (self.combat.stage != Stage::Idle && self.combat.kind == CombatKind::DefensiveFire);
        if defensive { self.phasing().other() } else { self.phasing() }
    }
}

#[cfg(test)]
mod strength_tests;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests;
