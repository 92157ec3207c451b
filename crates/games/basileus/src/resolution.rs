//! Combat resolution: strengths and ratio (10.5), terrain (10.6), the table.

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;
use engine::odds::{Quarters, Term};

use crate::position::{Position, Stage};
use crate::sheet::{CombatResult, Terrain};
use crate::unit::UnitId;

/// Where a strength or modifier goes while it is counted: a plain sum, or the lines of a breakdown.
pub(crate) trait Ledger {
    /// Takes a line; `words` are made only if somebody reads them.
    fn line(&mut self, value: i32, rule: &'static str, words: impl FnOnce() -> (String, String));
}

/// Only the total.
#[derive(Default)]
pub(crate) struct Total(pub i32);

impl Ledger for Total {
    #[inline]
    fn line(&mut self, value: i32, _: &'static str, _: impl FnOnce() -> (String, String)) {
        self.0 += value;
    }
}

/// The total and every line of it.
#[derive(Default)]
pub(crate) struct Account {
    pub total: i32,
    pub terms: Vec<Term>,
}

impl Ledger for Account {
    fn line(&mut self, value: i32, rule: &'static str, words: impl FnOnce() -> (String, String)) {
        self.total += value;
        let (label, value) = words();
        self.terms.push(Term::new(label, value, rule));
    }
}

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

    /// The attackers' strength (10.5), line by line.
    pub(crate) fn attack_strength(&self, ledger: &mut impl Ledger) {
        let firers = self.firers();
        for id in self.combat.attackers.iter() {
            if firers.has(id) {
                let strength = self.fire_strength(id);
                let words = || (format!("{}, fire", self.label(id)), strength.to_string());
                ledger.line(strength as i32, "10.3", words);
                continue;
            }
            let strength = self.close_strength(id);
            let rule = if strength == self.strength(id) { "10.5" } else { "10.3" };
            ledger.line(strength as i32, rule, || (self.label(id), strength.to_string()));
            if self.combat.chargers.has(id) {
                let bonus = self.battle.unit_type(id).charge;
                ledger.line(bonus as i32, "10.2", || {
                    (format!("{} charges", self.label(id)), format!("+{bonus}"))
                });
            }
            if let Some(commander) = self.commander_on(id) {
                let bonus = self.strength(commander);
                ledger.line(bonus as i32, "7", || (self.label(commander), format!("+{bonus}")));
            }
        }
    }

    /// The defender's strength (10.4, 10.5), line by line.
    pub(crate) fn defence_strength(&self, ledger: &mut impl Ledger) {
        let Some(target) = self.target() else { return };
        let (defender, side) = (self.combat.defender, self.defending());
        let close = self.fights_close();
        if self.battle.is_fighter(defender) {
            let strength = if close { self.close_strength(defender) } else { self.strength(defender) };
            let rule = if strength == self.strength(defender) { "10.5" } else { "10.3" };
            ledger.line(strength as i32, rule, || (self.label(defender), strength.to_string()));
            if close && let Some(commander) = self.commander_of(side, target) {
                let bonus = self.strength(commander);
                ledger.line(bonus as i32, "7", || (self.label(commander), format!("+{bonus}")));
            }
        }
        if let Some(baggage) = self.baggage_of(side, target) {
            let strength = self.strength(baggage);
            ledger.line(strength as i32, "10.4", || (self.label(baggage), format!("+{strength}")));
        }
    }

    /// Whether anybody in the attack fights hand to hand.
    #[inline]
    pub(crate) fn fights_close(&self) -> bool {
        self.firers() != self.combat.attackers
    }

    /// Attacker's and defender's strength.
    pub(crate) fn strengths(&self) -> (u8, u8) {
        let (mut attack, mut defence) = (Total::default(), Total::default());
        self.attack_strength(&mut attack);
        self.defence_strength(&mut defence);
        (attack.0 as u8, defence.0 as u8)
    }

    /// Ruling R72: the column of the plain ratio; the lowest for anything below it.
    pub(crate) fn plain_column(&self) -> usize {
        let (attack, defence) = self.strengths();
        let table = &self.battle.sheet.charts.results;
        table.column(Quarters::points(attack as u32), Quarters::points(defence as u32)).unwrap_or(0)
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

    /// Columns the attack is shifted (10.6), line by line.
    pub(crate) fn column_shift(&self, ledger: &mut impl Ledger) {
        let Some(target) = self.target().filter(|_| self.ground_counts()) else { return };
        let shift = self.battle.effect(target).columns;
        if shift != 0 {
            let terrain = self.battle.terrain(target);
            ledger.line(shift as i32, "10.6", || (format!("defender in {}", terrain.name()), columns(shift)));
        }
        if self.palisade_helps() {
            let shift = self.battle.sheet.charts.palisade_columns;
            ledger
                .line(shift as i32, "tec.palisade", || ("defender behind a palisade".into(), columns(shift)));
        }
    }

    /// What is added to the die (10.6, 13.5), line by line.
    pub(crate) fn die_modifier(&self, ledger: &mut impl Ledger) {
        let Some(target) = self.target() else { return };
        if self.ground_counts() {
            let die = self.battle.effect(target).die;
            let bridge = self.battle.terrain(target) == Terrain::Bridge;
            if die != 0 && (!bridge || self.bridge_helps(target)) {
                let terrain = self.battle.terrain(target);
                ledger.line(die as i32, "10.6", || (format!("defender in {}", terrain.name()), signed(die)));
            }
            if self.stream_helps(target) {
                let die = self.battle.sheet.charts.stream_die;
                ledger.line(die as i32, "tec.stream", || ("across a stream".into(), signed(die)));
            }
        }
        self.wagon_modifier(target, ledger);
    }

    /// 13.5/1 and 13.5/2, rulings R127 and R128.
    pub(crate) fn wagon_modifier(&self, target: Hex, ledger: &mut impl Ledger) {
        let side = self.defending();
        let Some(wagon) = self.baggage_of(side, target).filter(|&b| self.battle.is_wagon(b)) else { return };
        let specials = &self.battle.sheet.specials;
        if specials.laager && self.in_the_ring(wagon, target) {
            ledger.line(1, "13.5/1", || ("wagon beside two others".into(), signed(1)));
        }
        let axes = |id: UnitId| specials.axes.contains(&self.battle.type_of(id));
        if !specials.axes.is_empty() && self.combat.attackers.iter().all(axes) {
            ledger.line(-1, "13.5/2", || ("axes against the wagons".into(), signed(-1)));
        }
    }

    /// Ruling R127: whether a wagon touches at least two other intact ones.
    fn in_the_ring(&self, wagon: UnitId, hex: Hex) -> bool {
        let others = self.battle.baggage(self.side(wagon)).without(self.plundered);
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
        let mut shift = Total::default();
        self.column_shift(&mut shift);
        self.battle.sheet.charts.results.shifted(self.plain_column(), shift.0)
    }

    /// The combat die (10.5).
    pub(crate) fn resolve(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let column = self.final_column();
        let mut modifier = Total::default();
        self.die_modifier(&mut modifier);
        let result = self.battle.sheet.charts.results.result(column, face as i32 + modifier.0);
        chronicle.note(|| {
            let name = &self.battle.sheet.charts.columns[column];
            let text = match modifier.0 {
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

fn columns(shift: i8) -> String {
    match shift {
        -1 => "one column left".into(),
        1 => "one column right".into(),
        n if n < 0 => format!("{} columns left", -n),
        n => format!("{n} columns right"),
    }
}

fn signed(die: i8) -> String {
    format!("die {die:+}")
}

impl CombatResult {
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
