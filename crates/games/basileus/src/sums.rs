//! Odds laid open: every term of an attack with its rule, and the chance of each result.

use engine::odds::{Chance, Sum, Term};

use crate::dodge::{SLIPS_AWAY, slips_away};
use crate::pools::{HIT, by_hits, hits};
use crate::position::Position;
use crate::sheet::CombatResult;

impl Position {
    /// 2.2.1: the attempt to slip away.
    pub(crate) fn sum_of_dodge(&self) -> Sum {
        let label = self.label(self.combat.defender);
        Sum {
            title: format!("{label} tries to slip away"),
            terms: vec![Term::new("slips away on", format!("{SLIPS_AWAY}+"), "2.2.1")],
            total: "one die".into(),
            results: Chance::of_a_die(|face| self.dodge_words(slips_away(face))),
        }
    }

    /// The attack as it stands.
    pub(crate) fn sum_of_attack(&self) -> Sum {
        let target = self.target().map_or(String::new(), |hex| self.number(hex).to_string());
        let title = format!("Attack on {} in {target}", self.label(self.combat.defender));
        if self.combat.attackers.is_empty() {
            let mut terms = vec![];
            self.defence_strength(&mut terms);
            return Sum { title, terms, total: "no attackers yet".into(), results: vec![] };
        }
        if self.choices().dice_pools { self.sum_of_pools(title) } else { self.sum_of_ratio(title) }
    }

    fn sum_of_ratio(&self, title: String) -> Sum {
        let mut terms = vec![];
        let odds = self.odds(&mut terms);
        let charts = &self.battle.sheet.charts;
        let column_name = |column: usize| charts.columns[column].clone();
        let sum = Sum::of_fight(title, terms, &odds, &charts.results, column_name, CombatResult::line);
        sum.gained_by(|face| charts.results.outcome(&odds, face).gainer())
    }

    /// 12.3: the exact chances of the two pools. Chances beyond what a ratio of small numbers can say are
    /// given in parts of ten thousand.
    fn sum_of_pools(&self, title: String) -> Sum {
        let mut terms = vec![];
        let attack = self.attack_pool(&mut terms);
        let defence = self.defence_pool(&mut terms);
        let number = self.hit_number(&mut terms);
        let attackers = binomial(attack, number);
        let defenders = binomial(defence, HIT);
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
            Chance::new(result, ways, 10_000)
        });
        let total = format!("{attack} dice, {number}+ hits, against {defence} dice");
        Sum { title, terms, total, results: results.collect() }
    }
}

/// The chance of each number of hits among so many dice that must reach a number.
fn binomial(dice: u8, number: i32) -> Vec<f64> {
    let hit = (1..=6).filter(|&face| hits(face, number)).count() as f64 / 6.0;
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
