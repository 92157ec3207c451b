//! Melee combat (rulebook, "Melee Combat" A–N, Combat Unit Capability Chart; rulings R25 to R42).

use engine::Side;
use engine::hex::{Direction, Hex};
use engine::ledger::Ledger;
use engine::odds::{Factor, Quarters};

use crate::position::Position;
use crate::refusal::Refusal;
use crate::sheet::{Kind, Multiplier};
use crate::unit::{Unit, UnitId};

/// Chariots A: columns a charge is worth.
pub(crate) const CHARGE: i32 = 2;

/// The attacker's categories on the Combat Unit Capability Chart that take part.
#[derive(Clone, Copy, Default)]
pub(crate) struct Categories([bool; 3]);

/// How a hex is attacked.
#[derive(Clone, Copy, Default)]
pub(crate) struct Assault {
    /// From which of its sides.
    pub from: [bool; 6],
    /// By which categories.
    pub categories: Categories,
    /// Whether other hexes are attacked with it, so that a line must name its hex.
    pub among_several: bool,
}

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
    /// What a strength is multiplied by, unless it stays as it is.
    fn factor(self) -> Option<Factor> {
        match self {
            Multiplier::Halved => Some(Factor::HALF),
            Multiplier::Normal => None,
            Multiplier::Doubled => Some(Factor::DOUBLE),
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
    pub(crate) fn attack_strength(&self, id: UnitId, hex: Hex, ledger: &mut impl Ledger) -> Quarters {
        let front = Quarters::points(self.battle.unit_type(self.unit(id).kind).front as u32);
        let front = ledger.count(front, "melee.B", || format!("{}, front", self.where_words(id)));
        front.times(self.attack_ground(hex, ledger))
    }

    /// Ruling R37: what the ground of their own hex makes of attackers.
    #[inline]
    pub(crate) fn attack_ground(&self, hex: Hex, ledger: &mut impl Ledger) -> Factor {
        if !self.battle.effect(hex).halves_melee {
            return Factor::ONE;
        }
        let label = || format!("attacks from {}", self.battle.terrain(hex).name());
        ledger.multiply(Factor::HALF, "tec.stream", label)
    }

    /// Leaders D, ruling R88: the bonus of the leaders in a hex, at most as much as their troops are worth.
    pub(crate) fn leaders_bonus(
        &self,
        hex: Hex,
        printed: u32,
        troops: Quarters,
        ledger: &mut impl Ledger,
    ) -> Quarters {
        match Quarters::points(printed).min(troops) {
            Quarters::ZERO => Quarters::ZERO,
            bonus => ledger.add(bonus, "leaders.D", || format!("leaders in {}", self.number(hex))),
        }
    }

    /// The strength one hex brings into an attack.
    fn hex_attack(&self, attack: u8, hex: Hex, ledger: &mut impl Ledger) -> Quarters {
        let (mut troops, mut bonus) = (Quarters::ZERO, 0);
        for id in self.stack(hex) {
            let unit = self.unit(id);
            if unit.attack == attack {
                if unit.is_troop() {
                    troops += self.attack_strength(id, hex, ledger);
                } else {
                    bonus += self.battle.unit_type(unit.kind).bonus as u32;
                }
            }
        }
        troops + self.leaders_bonus(hex, bonus, troops, ledger)
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

    /// A defender's strength by the chart, before the ground counts.
    fn defence_strength(
        &self,
        id: UnitId,
        hex: Hex,
        assault: &Assault,
        open_numbers: bool,
        ledger: &mut impl Ledger,
    ) -> Quarters {
        let kind = self.unit(id).kind;
        let flank = self.flanked(id, &assault.from);
        let (facet, rule) = match (self.battle.unit_type(kind).bracketed, flank) {
            (true, _) => ("in parentheses", "melee.M"),
            (false, true) => ("flank", "melee.K"),
            (false, false) => ("front", "melee.C"),
        };
        let printed = ledger.count(self.printed_defence(id, flank, open_numbers), rule, || {
            let place =
                if assault.among_several { format!(" in {}", self.number(hex)) } else { String::new() };
            format!("against {}{place}, {facet}", self.label(id))
        });
        if printed == Quarters::ZERO {
            return printed;
        }
        match assault.categories.multiplier(kind, &self.battle.sheet.charts.capability).factor() {
            Some(factor) => printed.times(ledger.multiply(factor, "cuc", || "against these attackers")),
            None => printed,
        }
    }

    /// Ruling R37: a village doubles those who defend in it and a stream halves them; where a hex is made to be
    /// both, both count.
    #[inline]
    pub(crate) fn defence_ground(&self, hex: Hex, named: bool, ledger: &mut impl Ledger) -> Factor {
        let effect = self.battle.effect(hex);
        let label = || {
            let number = if named { format!(" {}", self.number(hex)) } else { String::new() };
            format!("defends in {}{number}", self.battle.terrain(hex).name())
        };
        let mut ground = Factor::ONE;
        if effect.doubles_defenders {
            ground = ground.and(ledger.multiply(Factor::DOUBLE, "tec.village", label));
        }
        if effect.halves_melee {
            ground = ground.and(ledger.multiply(Factor::HALF, "tec.stream", label));
        }
        ground
    }

    /// The strength one target hex defends with.
    pub(crate) fn hex_defence(&self, hex: Hex, assault: &Assault, ledger: &mut impl Ledger) -> Quarters {
        let open_numbers = self.has_open_number(hex);
        let (mut troops, mut leaders, mut bonus) = (Quarters::ZERO, Quarters::ZERO, 0);
        for id in self.defenders(hex) {
            let strength = self.defence_strength(id, hex, assault, open_numbers, ledger);
            let unit = self.unit(id);
            if unit.is_troop() {
                troops += strength;
            } else {
                leaders += strength;
                bonus += self.battle.unit_type(unit.kind).bonus as u32;
            }
        }
        let ground = self.defence_ground(hex, assault.among_several, ledger);
        let troops = troops.times(ground);
        troops + leaders.times(ground) + self.leaders_bonus(hex, bonus, troops, ledger)
    }

    /// From which sides an attack comes at one of its targets, and with which categories.
    pub(crate) fn assault(&self, attack: u8, target: Hex) -> Assault {
        let among_several = self.attacks[attack as usize].targets().nth(1).is_some();
        let mut assault = Assault { among_several, ..Assault::default() };
        for (id, hex) in self.attackers(attack) {
            assault.categories.add(self.unit(id).kind);
            if let Some(d) = self.battle.sheet.ground.grid.towards(target, hex) {
                assault.from[d.index()] = true;
            }
        }
        assault
    }

    /// The two strengths of a melee attack as it stands (ruling R31).
    pub(crate) fn melee_strengths(&self, attack: u8, ledger: &mut impl Ledger) -> (Quarters, Quarters) {
        let targets = self.attacks[attack as usize];
        let assault = self.assault(attack, targets.first());
        let mut total = Quarters::ZERO;
        for (to, hex) in self.battle.sheet.ground.grid.neighbours(targets.first()) {
            if assault.from[to.index()] {
                total += self.hex_attack(attack, hex, ledger);
            }
        }
        let mut defence = self.hex_defence(targets.first(), &assault, ledger);
        for hex in targets.targets().skip(1) {
            defence += self.hex_defence(hex, &self.assault(attack, hex), ledger);
        }
        (total, defence)
    }

    /// Columns a melee attack is shifted.
    pub(crate) fn melee_shift(&self, attack: u8, ledger: &mut impl Ledger) -> i32 {
        self.charge_shift(attack, ledger) + self.cat_shift(ledger)
    }

    /// Chariots A, D, brief 2: two columns if a rider attacks from a chariot that charged.
    fn charge_shift(&self, attack: u8, ledger: &mut impl Ledger) -> i32 {
        let charged = self.attackers(attack).any(|(id, _)| {
            let chariot = self.unit(id).aboard;
            chariot.some().is_some_and(|c| self.unit(c).has(Unit::CHARGED))
        });
        if charged { ledger.shift(CHARGE, "chariots.A", || "chariot charge") } else { 0 }
    }

    /// Ruling R115: the cats of fan scenario 25.
    pub(crate) fn cat_shift(&self, ledger: &mut impl Ledger) -> i32 {
        let side = self.phasing();
        let first_time = self.cats_turn == 0 || self.cats_turn == self.player_turn;
        let cats = self.battle.sheet.specials.cats == Some(side) && first_time;
        if cats { ledger.shift(1, "R115", || "the cats") } else { 0 }
    }

    /// Case N, rulings R38, R39: whether a stack on a slope is immune to disruption by melee.
    pub(crate) fn immune_to_disruption(&self, hex: Hex) -> bool {
        self.battle.effect(hex).high
            && self.defenders(hex).any(|id| matches!(self.unit(id).kind, Kind::MI | Kind::MS))
    }

    /// Ruling R42: one is added to the die if any unit among the targets is disrupted.
    pub(crate) fn die_change(&self, attack: u8, ledger: &mut impl Ledger) -> i32 {
        let mut targets = self.attacks[attack as usize].targets();
        let disrupted = targets.any(|hex| self.defenders(hex).any(|id| self.unit(id).disrupted()));
        if disrupted { ledger.die(1, "disruption", || "disrupted units among the targets") } else { 0 }
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
