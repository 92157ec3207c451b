//! Odds laid open: every term of an attack with its rule, and the chance of each result.

use engine::odds::{Sum, Term};

use crate::position::Position;
use crate::refusal::Refusal;
use crate::unit::Unit;

impl Position {
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
                let sum = Sum::of_fight(title, terms, &odds, table, column_name, |r| r.words().into());
                return sum.gained_by(|face| table.outcome(&odds, face).gainer());
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
