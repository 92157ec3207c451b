//! Odds laid open: every term of an attack with its rule, and the chance of each result.

use engine::odds::{Sum, Term};

use crate::order::Order;
use crate::position::Position;
use crate::refusal::Refusal;
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
        let title = format!("{how} {}", targets.join(" and "));
        if melee && self.hides_defenders(attack) {
            // Ruling R109: what is hidden shows only once the attack is committed.
            let terms = vec![Term::new("hidden units among the targets", "not known", "R109")];
            let total = "the odds show when the attack is committed".into();
            return Sum { title, terms, total, results: vec![] };
        }
        let mut terms = vec![];
        let odds = self.odds(attack, &mut terms);
        let total = match self.permitted_column(odds.attack, odds.defence) {
            Ok(_) => {
                let table = &self.battle.sheet.charts.results;
                let column_name = |column| table.column_name(column);
                return Sum::of_fight(title, terms, &odds, table, column_name, |r| r.words().into());
            }
            Err(Refusal::NoAttackers) => "no attackers yet".into(),
            Err(_) => format!("{} against {}, below 1 to 2", odds.attack, odds.defence),
        };
        Sum { title, terms, total, results: vec![] }
    }

    /// Whether hidden units stand among the targets of an attack.
    pub(crate) fn hides_defenders(&self, attack: u8) -> bool {
        let targets = self.attacks[attack as usize].targets();
        targets.into_iter().any(|hex| self.defenders(hex).any(|id| self.unit(id).has(Unit::HIDDEN)))
    }
}

#[cfg(test)]
mod tests;
