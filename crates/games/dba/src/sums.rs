//! A fight laid open before its dice: both factors term by term, and the chance of each result.

use engine::odds::{Chance, Gainer, Sum, Term};

use crate::position::Position;
use crate::sheet::Combat;

impl Position {
    /// The fight as it stands.
    pub(crate) fn sum_of_fight(&self) -> Sum {
        let (one, other) = (self.fight.one, self.fight.other);
        let mut terms: Vec<Term> = vec![];
        let factors = self.factors(&mut terms);
        let mut results: Vec<Chance> = vec![];
        for throw in 0..36_u8 {
            let verdict = self.verdict_of(factors, [throw % 6 + 1, throw / 6 + 1]);
            let result = self.verdict_words(&verdict);
            match results.iter_mut().find(|chance| chance.result == result) {
                Some(chance) => chance.ways += 1,
                None => {
                    let [one, other] = verdict.fates;
                    results.push(Chance::new(result, 1, 36).gained_by(Gainer::by_harm(one, other)));
                }
            }
        }
        let how = match self.fight.combat {
            Combat::Close => "fights",
            Combat::Shooting if self.fight.mutual => "exchanges shots with",
            Combat::Shooting => "shoots at",
        };
        Sum {
            title: format!("{} {how} {}", self.full_label(one), self.full_label(other)),
            terms,
            total: format!("{} against {}", factors.one, factors.other),
            results,
        }
    }
}
