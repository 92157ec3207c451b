//! Odds laid open: every term of an attack with its rule, and the chance of each result.

use engine::odds::{Chance, Sum, Term};

use crate::order::Order;
use crate::pools::by_hits;
use crate::position::Position;
use crate::resolution::Account;
use crate::sheet::CombatResult;

impl Position {
    /// The computation of the attack an order begins, changes or commits.
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
            Order::Join { unit } => after.combat.attackers.add(unit),
            Order::Charge { unit } => after.charge(unit),
            Order::Leave { unit } => after.leave(unit),
            Order::Support { unit } => after.support(unit),
            Order::Commit | Order::Dodge | Order::Stand => {}
            _ => return vec![],
        }
        vec![after.sum_of_attack()]
    }

    /// The attack as it stands.
    pub(crate) fn sum_of_attack(&self) -> Sum {
        let target = self.target().map_or(String::new(), |hex| self.number(hex).to_string());
        let title = format!("Attack on {} in {target}", self.label(self.combat.defender));
        if self.combat.attackers.is_empty() {
            let mut defence = Account::default();
            self.defence_strength(&mut defence);
            return Sum { title, terms: defence.terms, total: "no attackers yet".into(), results: vec![] };
        }
        if self.choices().dice_pools { self.sum_of_pools(title) } else { self.sum_of_ratio(title) }
    }

    fn sum_of_ratio(&self, title: String) -> Sum {
        let mut attack = Account::default();
        let mut defence = Account::default();
        let mut shift = Account::default();
        let mut die = Account::default();
        self.attack_strength(&mut attack);
        self.defence_strength(&mut defence);
        self.column_shift(&mut shift);
        self.die_modifier(&mut die);
        let charts = &self.battle.sheet.charts;
        let (plain, column) = (self.plain_column(), self.final_column());
        let shifted = match plain == column {
            true => String::new(),
            false => format!(", fought at {}", charts.columns[column]),
        };
        let total = format!("{} against {}, {}{shifted}", attack.total, defence.total, charts.columns[plain]);
        let mut results: Vec<Chance> = vec![];
        for face in 1..=6 {
            let result = charts.results.result(column, face + die.total);
            count(&mut results, result.line(), 1, 6);
        }
        let mut terms = attack.terms;
        terms.push(Term::new("attack", attack.total.to_string(), "10.5"));
        terms.extend(defence.terms);
        terms.push(Term::new("defence", defence.total.to_string(), "10.5"));
        terms.extend(shift.terms);
        terms.extend(die.terms);
        Sum { title, terms, total, results }
    }

    /// 12.3: the exact chances of the two pools. Chances beyond what a ratio of small numbers can say are
    /// given in parts of ten thousand.
    fn sum_of_pools(&self, title: String) -> Sum {
        let (mut attack, mut defence, mut number) =
            (Account::default(), Account::default(), Account::default());
        self.attack_pool(&mut attack);
        self.defence_pool(&mut defence);
        self.hit_number(&mut number);
        let misses = (number.total - 1).clamp(0, 6) as f64 / 6.0;
        let attackers = binomial(attack.total.max(0) as usize, 1.0 - misses);
        let defenders = binomial(defence.total.max(0) as usize, 0.5);
        let mut shares: Vec<(String, f64)> = vec![];
        for (a, &p) in attackers.iter().enumerate() {
            for (d, &q) in defenders.iter().enumerate() {
                let words = by_hits(a as u8, d as u8).map_or("no effect", CombatResult::words).to_string();
                match shares.iter_mut().find(|(known, _)| *known == words) {
                    Some((_, share)) => *share += p * q,
                    None => shares.push((words, p * q)),
                }
            }
        }
        // Rounded as they are added up, so that the parts make up the whole.
        let (mut sum, mut given) = (0.0, 0);
        let results = shares.into_iter().map(|(result, share)| {
            sum += share * 10_000.0;
            let ways = sum.round() as u32 - given;
            given += ways;
            Chance { result, ways, of: 10_000 }
        });
        let total = format!("{} dice, {}+ hits, against {} dice", attack.total, number.total, defence.total);
        let mut terms = attack.terms;
        terms.push(Term::new("attackers' dice", attack.total.to_string(), "12.3"));
        terms.extend(defence.terms);
        terms.push(Term::new("defender's dice", defence.total.to_string(), "12.3"));
        terms.extend(number.terms);
        Sum { title, terms, total, results: results.collect() }
    }
}

fn count(results: &mut Vec<Chance>, result: String, ways: u32, of: u32) {
    match results.iter_mut().find(|chance| chance.result == result) {
        Some(chance) => chance.ways += ways,
        None => results.push(Chance { result, ways, of }),
    }
}

/// The chance of each number of hits among so many dice.
fn binomial(dice: usize, hit: f64) -> Vec<f64> {
    let mut chances = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; chances.len() + 1];
        for (hits, &chance) in chances.iter().enumerate() {
            next[hits] += chance * (1.0 - hit);
            next[hits + 1] += chance * hit;
        }
        chances = next;
    }
    chances
}

#[cfg(test)]
mod tests;
