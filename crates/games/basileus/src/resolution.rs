//! Combat resolution: strengths and ratio (10.5), terrain (10.6), the table.

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;
use engine::ledger::{Ledger, Unread};
use engine::odds::{Gainer, Odds, Quarters};

use crate::position::{Position, Stage};
use crate::sheet::{CombatResult, Terrain};
use crate::unit::UnitId;

impl Position {
    /// The strength a unit shoots with (10.3).
    pub(crate) fn fire_strength(&self, id: UnitId) -> u8 {
        if self.battle.unit_type(id).red_range { 1 } else { self.strength(id) }
    }

    /// The strength a unit fights with hand to hand: missile units lose 1, down to 1 (10.3, rulings R19, R64).
    pub(crate) fn close_strength(&self, id: UnitId) -> u8 {
        let unit_type = self.battle.unit_type(id);
        let hampered = unit_type.arm.shoots() && !unit_type.swords && !unit_type.red_range;
        let strength = self.strength(id);
        if hampered { strength.saturating_sub(1).max(1) } else { strength }
    }

    /// The attackers' strength (10.5).
    pub(crate) fn attack_strength(&self, ledger: &mut impl Ledger) -> u32 {
        let firers = self.firers();
        let mut total = 0;
        for id in self.combat.attackers.iter() {
            if firers.has(id) {
                let label = || format!("{}, fire", self.label(id));
                total += u32::from(ledger.count(self.fire_strength(id), "10.3", label));
                continue;
            }
            let strength = self.close_strength(id);
            let rule = if strength == self.strength(id) { "10.5" } else { "10.3" };
            total += u32::from(ledger.count(strength, rule, || self.label(id)));
            if self.combat.chargers.has(id) {
                let bonus = self.battle.unit_type(id).charge;
                total += u32::from(ledger.add(bonus, "10.2", || format!("{} charges", self.label(id))));
            }
            if let Some(commander) = self.commander_on(id) {
                total += u32::from(ledger.add(self.strength(commander), "7", || self.label(commander)));
            }
        }
        total
    }

    /// The defender's strength (10.4, 10.5).
    pub(crate) fn defence_strength(&self, ledger: &mut impl Ledger) -> u32 {
        let Some(target) = self.target() else { return 0 };
        let (defender, side) = (self.combat.defender, self.defending());
        let close = self.fights_close();
        let mut total = 0;
        if self.battle.is_fighter(defender) {
            let strength = if close { self.close_strength(defender) } else { self.strength(defender) };
            let rule = if strength == self.strength(defender) { "10.5" } else { "10.3" };
            total += u32::from(ledger.count(strength, rule, || self.label(defender)));
            if close && let Some(commander) = self.commander_of(side, target) {
                total += u32::from(ledger.add(self.strength(commander), "7", || self.label(commander)));
            }
        }
        if let Some(baggage) = self.baggage_of(side, target) {
            total += u32::from(ledger.add(self.strength(baggage), "10.4", || self.label(baggage)));
        }
        total
    }

    /// Whether anybody in the attack fights hand to hand.
    #[inline]
    pub(crate) fn fights_close(&self) -> bool {
        self.firers() != self.combat.attackers
    }

    /// The attack as it stands: strengths, columns and die (10.5, 10.6).
    pub(crate) fn odds(&self, ledger: &mut impl Ledger) -> Odds {
        let attack = self.attack_strength(ledger);
        let attack = ledger.count(Quarters::points(attack), "10.5", || "attack");
        let defence = self.defence_strength(ledger);
        let defence = ledger.count(Quarters::points(defence), "10.5", || "defence");
        Odds { attack, defence, shift: self.column_shift(ledger), die: self.die_modifier(ledger) }
    }

    /// Ruling R72: the column of the plain ratio; the lowest for anything below it.
    fn plain_column(&self) -> usize {
        let attack = Quarters::points(self.attack_strength(&mut Unread));
        let defence = Quarters::points(self.defence_strength(&mut Unread));
        self.battle.sheet.charts.results.plain_column(&Odds { attack, defence, ..Odds::default() })
    }

    /// Ruling R65: whether the plain column is better than 1 to 1.
    pub(crate) fn better_than_even(&self) -> bool {
        let table = &self.battle.sheet.charts.results;
        let even = table.column(Quarters::points(1), Quarters::points(1)).unwrap_or(0);
        self.plain_column() > even
    }

    /// Whether the ground does not matter: lone baggage (10.4, ruling R68).
    pub(crate) fn ground_counts(&self) -> bool {
        self.battle.is_fighter(self.combat.defender)
    }

    /// Columns the attack is shifted (10.6).
    fn column_shift(&self, ledger: &mut impl Ledger) -> i32 {
        let Some(target) = self.target().filter(|_| self.ground_counts()) else { return 0 };
        let mut shift = 0;
        let columns = self.battle.effect(target).columns;
        if columns != 0 {
            let label = || format!("defender in {}", self.battle.terrain(target).name());
            shift += ledger.shift(columns.into(), "10.6", label);
        }
        if self.palisade_helps() {
            let columns = self.battle.sheet.charts.palisade_columns;
            shift += ledger.shift(columns.into(), "tec.palisade", || "defender behind a palisade");
        }
        shift
    }

    /// What is added to the die (10.6, 13.5).
    fn die_modifier(&self, ledger: &mut impl Ledger) -> i32 {
        let Some(target) = self.target() else { return 0 };
        let mut modifier = 0;
        if self.ground_counts() {
            let die = self.battle.effect(target).die;
            let bridge = self.battle.terrain(target) == Terrain::Bridge;
            if die != 0 && (!bridge || self.bridge_helps(target)) {
                let label = || format!("defender in {}", self.battle.terrain(target).name());
                modifier += ledger.die(die.into(), "10.6", label);
            }
            if self.stream_helps(target) {
                let die = self.battle.sheet.charts.stream_die;
                modifier += ledger.die(die.into(), "tec.stream", || "across a stream");
            }
        }
        modifier + self.wagon_modifier(target, ledger)
    }

    /// 13.5/1 and 13.5/2, rulings R127 and R128.
    pub(crate) fn wagon_modifier(&self, target: Hex, ledger: &mut impl Ledger) -> i32 {
        let side = self.defending();
        let Some(wagon) = self.baggage_of(side, target).filter(|&b| self.battle.is_wagon(b)) else {
            return 0;
        };
        let specials = &self.battle.sheet.specials;
        let mut modifier = 0;
        if specials.laager && self.in_the_ring(wagon, target) {
            modifier += ledger.die(1, "13.5/1", || "wagon beside two others");
        }
        let axes = |id: UnitId| specials.axes.contains(&self.battle.type_of(id));
        if !specials.axes.is_empty() && self.combat.attackers.iter().all(axes) {
            modifier += ledger.die(-1, "13.5/2", || "axes against the wagons");
        }
        modifier
    }

    /// Ruling R127: whether a wagon touches at least two other intact ones.
    fn in_the_ring(&self, wagon: UnitId, hex: Hex) -> bool {
        let others = self.battle.baggage(self.side(wagon)).without(self.marks.plundered);
        let near = |&id: &UnitId| {
            self.battle.is_wagon(id) && self.at(id).is_some_and(|there| self.battle.adjacent(there, hex))
        };
        others.iter().filter(near).count() >= 2
    }

    /// Ruling R74: all hand-to-hand attackers come across a stream, and nobody shoots.
    fn stream_helps(&self, target: Hex) -> bool {
        let close = self.close_now();
        let across = |id: UnitId| {
            let side = self.at(id).and_then(|hex| self.battle.sheet.ground.grid.towards(target, hex));
            side.is_some_and(|side| self.battle.stream(target, side))
        };
        close == self.combat.attackers && close.iter().all(across) && !close.is_empty()
    }

    /// Ruling R74: nobody shoots and no attacker stands in another bridge hex.
    fn bridge_helps(&self, _target: Hex) -> bool {
        let close = self.close_now();
        let on_bridge =
            |id: UnitId| self.at(id).is_some_and(|hex| self.battle.terrain(hex) == Terrain::Bridge);
        close == self.combat.attackers && !close.iter().any(on_bridge)
    }

    pub(crate) fn close_now(&self) -> crate::unit::UnitSet {
        self.combat.attackers.without(self.firers())
    }

    /// Ruling R73: a palisade helps against those outside.
    pub(crate) fn palisade_helps(&self) -> bool {
        let Some(target) = self.target().filter(|_| self.ground_counts()) else { return false };
        let grid = &self.battle.sheet.ground.grid;
        if self.battle.sheet.ground.palisades[target.index()] == 0 || self.combat.attackers.is_empty() {
            return false;
        }
        let close = self.close_now();
        if !close.is_empty() {
            let outside = |id: UnitId| {
                let side = self.at(id).and_then(|hex| grid.towards(target, hex));
                side.is_some_and(|side| self.battle.palisade(target, side))
            };
            return close.iter().all(outside);
        }
        self.combat.attackers.iter().all(|id| {
            let Some(from) = self.at(id) else { return false };
            let far = grid.distance(target, from);
            let mut facing = grid.neighbours(target).filter(|&(_, near)| grid.distance(near, from) < far);
            facing.any(|(side, _)| self.battle.palisade(target, side))
        })
    }

    /// The column fought on, after all shifts.
    pub(crate) fn final_column(&self) -> usize {
        self.battle.sheet.charts.results.fought_on(&self.odds(&mut Unread))
    }

    /// The combat die (10.5).
    pub(crate) fn resolve(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let odds = self.odds(&mut Unread);
        let result = self.battle.sheet.charts.results.outcome(&odds, face);
        chronicle.note(|| {
            let charts = &self.battle.sheet.charts;
            let name = &charts.columns[charts.results.fought_on(&odds)];
            let text = match odds.die {
                0 => format!("{name}, die {face}"),
                more => format!("{name}, die {face}{more:+}"),
            };
            Event::new(EventKind::Rolled, "crt", text).dice(&[face])
        });
        chronicle.note(|| Event::new(EventKind::Result, "10.7", result.line()).sum(self.sum_of_attack()));
        self.apply(Some(result));
    }

    /// Begins to carry a result out (ruling R76); nothing if neither side hit more.
    pub(crate) fn apply(&mut self, result: Option<CombatResult>) {
        self.combat.result = result;
        self.combat.losses = result.map_or(0, |r| r.losses);
        self.combat.stage = Stage::Losses;
    }
}

impl CombatResult {
    /// Who gains by it: whoever does not suffer it.
    pub(crate) fn gainer(self) -> Gainer {
        if self.attacker { Gainer::Defender } else { Gainer::Attacker }
    }

    /// Code and words, as announced before the die and after it.
    pub(crate) fn line(self) -> String {
        format!("{}: {}", self.code(), self.words())
    }

    /// The result in words.
    pub(crate) fn words(self) -> &'static str {
        match self.code() {
            "A2" => "attackers lose two steps",
            "A1R" => "attackers lose a step and retreat",
            "A1" => "attackers lose a step",
            "AT" => "attackers test morale",
            "AR" => "attackers retreat",
            "DR" => "defender retreats",
            "DT" => "defender tests morale",
            "D1" => "defender loses a step",
            "D1R" => "defender loses a step and retreats",
            "D2" => "defender loses two steps",
            _ => "no effect",
        }
    }
}

#[cfg(test)]
mod terrain_tests;

#[cfg(test)]
mod tests;

#[cfg(test)]
mod wagon_tests;
