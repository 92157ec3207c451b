//! Odds laid open: every term of an attack with its rule, and the chance of each result.

use engine::odds::{Chance, Quarters, Sum, Term};

use crate::order::Order;
use crate::position::Position;
use crate::refusal::Refusal;
use crate::sheet::{CombatResult, Multiplier};
use crate::unit::{NO_ATTACK, Unit};

impl Position {
    /// The computations of the attacks an order begins, changes, commits or resolves.
    pub(crate) fn sums_of(&self, order: &Order) -> Vec<Sum> {
        if self.legal(order).is_err() {
            return vec![];
        }
        let mut after = self.clone();
        match *order {
            Order::Attack { hex } => {
                let Some(hex) = self.hex(hex) else { return vec![] };
                after.begin_attack(hex);
            }
            Order::Also { hex } => {
                let Some(hex) = self.hex(hex) else { return vec![] };
                after.attacks[self.open as usize].add(hex);
            }
            Order::Join { unit } => after.join(unit),
            Order::Leave { unit } => after.leave(unit),
            Order::Support { leader, hex } => {
                let Some(attack) = self.hex(hex).and_then(|hex| self.attack_on(hex)) else { return vec![] };
                after.unit_mut(leader).attack = attack;
                return (0..after.attack_count).map(|i| after.sum_of(i)).collect();
            }
            Order::Commit => return (0..self.attack_count).map(|i| self.sum_of(i)).collect(),
            Order::Resolve { hex } => {
                let Some(attack) = self.hex(hex).and_then(|hex| self.attack_on(hex)) else { return vec![] };
                return vec![self.sum_of(attack)];
            }
            _ => return vec![],
        }
        if after.open == NO_ATTACK { vec![] } else { vec![after.sum_of(after.open)] }
    }

    /// One attack as it stands.
    pub(crate) fn sum_of(&self, attack: u8) -> Sum {
        let melee = self.is_melee();
        let targets: Vec<String> =
            self.attacks[attack as usize].targets().map(|h| self.target_words(self.number(h))).collect();
        let how = if melee { "Attack on" } else { "Fire at" };
        if melee && self.hides_defenders(attack) {
            // Ruling R109: what is hidden shows only once the attack is committed.
            let term = Term::new("hidden units among the targets", "not known", "R109");
            let title = format!("{how} {}", targets.join(" and "));
            return Sum {
                title,
                terms: vec![term],
                total: "the odds show when the attack is committed".into(),
                results: vec![],
            };
        }
        let mut terms = if melee { self.melee_terms(attack) } else { self.fire_terms(attack) };
        if self.disrupted_among(attack) {
            terms.push(Term::new("disrupted units among the targets", "die + 1", "disruption"));
        }
        let (strength, defence) = self.strengths(attack);
        let table = &self.battle.sheet.charts.results;
        let (total, results) = match (self.unshifted_column(attack), self.final_column(attack)) {
            (Ok(plain), Some(column)) => {
                let shifted = match plain == column {
                    true => String::new(),
                    false => format!(", fought at {}", table.column_name(column)),
                };
                (
                    format!("{strength} against {defence}, {}{shifted}", table.column_name(plain)),
                    self.chances(attack, column),
                )
            }
            (Err(Refusal::NoAttackers), _) => ("no attackers yet".to_string(), vec![]),
            _ => (format!("{strength} against {defence}, below 1 to 2"), vec![]),
        };
        Sum { title: format!("{how} {}", targets.join(" and ")), terms, total, results }
    }

    /// Whether hidden units stand among the targets of an attack.
    pub(crate) fn hides_defenders(&self, attack: u8) -> bool {
        let targets = self.attacks[attack as usize].targets();
        targets.into_iter().any(|hex| self.defenders(hex).any(|id| self.unit(id).has(Unit::HIDDEN)))
    }

    fn strengths(&self, attack: u8) -> (Quarters, Quarters) {
        if self.is_melee() {
            let odds = self.melee_odds(attack);
            return (odds.attack, odds.defence);
        }
        let target = self.attacks[attack as usize].first();
        (self.fire_total(self.attacking_side(), attack), self.protection(target))
    }

    /// How often each result comes up on the column.
    fn chances(&self, attack: u8, column: usize) -> Vec<Chance> {
        let bonus = i32::from(self.disrupted_among(attack));
        let all = [CombatResult::None, CombatResult::Disrupted, CombatResult::Half, CombatResult::Eliminated];
        let table = &self.battle.sheet.charts.results;
        let ways = |wanted| (1..=6).filter(|&die| table.result(column, die + bonus) == wanted).count() as u32;
        all.into_iter().map(|r| Chance { result: r.words().into(), ways: ways(r), of: 6 }).collect()
    }

    fn fire_terms(&self, attack: u8) -> Vec<Term> {
        let target = self.attacks[attack as usize].first();
        let mut terms = vec![];
        for &id in self.battle.fire_units(self.attacking_side()) {
            let unit = self.unit(id);
            let Some(from) = unit.hex() else { continue };
            if unit.attack != attack {
                continue;
            }
            let range = self.battle.distance(from, target);
            let by_range = &self.battle.unit_type(unit.kind).fire;
            let printed = by_range[(range as usize).clamp(1, by_range.len()) - 1];
            terms.push(Term::new(
                format!("{}, range {range}", self.where_words(id)),
                printed.to_string(),
                "rec",
            ));
            if self.uphill(from, target) {
                terms.push(Term::new("uphill", "× ½", "fire.H"));
            }
        }
        let terrain = self.battle.terrain(target).name();
        terms.push(Term::new(format!("protection of {terrain}"), self.protection(target).to_string(), "tec"));
        terms
    }

    fn melee_terms(&self, attack: u8) -> Vec<Term> {
        let mut terms = vec![];
        let mut hexes = vec![];
        for (id, hex) in self.attackers(attack) {
            let front = self.battle.unit_type(self.unit(id).kind).front;
            terms.push(Term::new(format!("{}, front", self.where_words(id)), front.to_string(), "melee.B"));
            if self.battle.effect(hex).halves_melee {
                let terrain = self.battle.terrain(hex).name();
                terms.push(Term::new(format!("attacks from {terrain}"), "× ½", "tec.stream"));
            }
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        for &hex in &hexes {
            let (_, bonus) = self.hex_attack(attack, hex);
            if bonus > Quarters::ZERO {
                let label = format!("leaders in {}", self.number(hex));
                terms.push(Term::new(label, format!("+ {bonus}"), "leaders.D"));
            }
        }
        for hex in self.attacks[attack as usize].targets() {
            self.defence_terms(attack, hex, &mut terms);
        }
        match self.charge_shift(attack) {
            0 => {}
            _ => terms.push(Term::new("chariot charge", "two columns right", "chariots.A")),
        }
        if self.cat_shift() != 0 {
            terms.push(Term::new("the cats", "one column right", "R115"));
        }
        terms
    }

    fn defence_terms(&self, attack: u8, hex: engine::hex::Hex, terms: &mut Vec<Term>) {
        let (from, categories) = self.assault(attack, hex);
        let open_numbers = self.has_open_number(hex);
        // With several targets every line says which of them it is about.
        let several = self.attacks[attack as usize].targets().nth(1).is_some();
        let place = if several { format!(" in {}", self.number(hex)) } else { String::new() };
        for id in self.defenders(hex) {
            let flank = self.flanked(id, &from);
            let printed = self.printed_defence(id, flank, open_numbers);
            let bracketed = self.battle.unit_type(self.unit(id).kind).bracketed;
            let (facet, rule) = match (bracketed, flank) {
                (true, _) => ("in parentheses", "melee.M"),
                (false, true) => ("flank", "melee.K"),
                (false, false) => ("front", "melee.C"),
            };
            let label = format!("against {}{place}, {facet}", self.label(id));
            terms.push(Term::new(label, printed.to_string(), rule));
            if printed == Quarters::ZERO {
                continue;
            }
            match categories.multiplier(self.unit(id).kind, &self.battle.sheet.charts.capability) {
                Multiplier::Halved => terms.push(Term::new("against these attackers", "× ½", "cuc")),
                Multiplier::Doubled => terms.push(Term::new("against these attackers", "× 2", "cuc")),
                Multiplier::Normal => {}
            }
        }
        let effect = self.battle.effect(hex);
        let ground = if several { format!(" {}", self.number(hex)) } else { String::new() };
        let label = format!("defends in {}{ground}", self.battle.terrain(hex).name());
        if effect.doubles_defenders {
            terms.push(Term::new(label.clone(), "× 2", "tec.village"));
        }
        if effect.halves_melee {
            terms.push(Term::new(label, "× ½", "tec.stream"));
        }
        let (_, bonus) = self.hex_defence(hex, &from, categories);
        if bonus > Quarters::ZERO {
            terms.push(Term::new(
                format!("leaders in {}", self.number(hex)),
                format!("+ {bonus}"),
                "leaders.D",
            ));
        }
    }
}

#[cfg(test)]
mod tests;
