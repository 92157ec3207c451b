//! Computations laid open: odds of combats, tolls of marches, and where each point of income comes from.

use engine::hex::Hex;
use engine::odds::{Chance, Gainer, Sum, Term};

use crate::position::{Mover, Position, Step};
use crate::productivity::Control;
use crate::sheet::{STATES, State};
use crate::unit::{Party, Spot, UnitId};
use crate::words::{losses_words, points_words};

impl Position {
    /// The combat being prepared.
    pub(crate) fn combat_sum(&self) -> Sum {
        let mut terms = vec![];
        let odds = self.odds(&mut terms);
        let table = &self.sheet.charts.results;
        let title = format!("Combat in {}", self.spot_words(self.combat.at));
        let column_name = |column| table.column_name(column);
        let sum = Sum::of_fight(title, terms, &odds, table, column_name, |result| self.result_words(result));
        sum.gained_by(|face| table.outcome(&odds, face).gainer())
    }

    /// What so many attrition points take of a stack that can lose so many units.
    fn losses_to(&self, points: u8, most: u8) -> Vec<Chance> {
        match points {
            0 => vec![],
            _ => Chance::of_a_die(|face| losses_words(self.toll(points, most, face))),
        }
    }

    /// The toll of so many attrition points.
    pub(crate) fn attrition_sum(&self, points: u8, most: u8) -> Sum {
        let (title, total) = ("Attrition".into(), points_words(points));
        let sum = Sum { title, terms: vec![], total, results: self.losses_to(points, most) };
        // Whoever marches can only lose by it.
        let gainer = |lost: u8| if lost > 0 { Gainer::Defender } else { Gainer::Nobody };
        sum.gained_by(|face| gainer(self.toll(points, most, face)))
    }

    /// The toll of those of the stack in hand who stop where it stands.
    pub(crate) fn halt_sum(&self, stopping: usize) -> Sum {
        self.attrition_sum(self.judged_by(self.mover.marched, self.mover.points), stopping as u8)
    }

    /// What a further hex, or the way into the box, costs, and the toll if the stack stops there.
    pub(crate) fn march_sum(&self, into: Option<Hex>) -> Sum {
        let mut terms = vec![];
        let Mover { at, begun, points, marched, .. } = self.mover;
        let travel = self.travel(UnitId::NONE);
        let mut total = self.points_on_leaving(&travel, (at, begun), points, &mut terms);
        if let Some(hex) = into {
            total += self.points_to_enter(&travel, hex, &mut terms);
        }
        let place = into.map_or_else(|| self.spot_words(Spot::BOX), |hex| self.place_words(hex));
        let toll = self.judged_by(marched || into.is_some(), total as u8);
        let results = self.losses_to(toll, self.hand().count() as u8);
        Sum { title: format!("March to {place}"), terms, total: points_words(total), results }
    }

    /// The incomes a player sees when closing a step: as the map stands.
    pub(crate) fn income_sums_at_close(&self) -> Vec<Sum> {
        match self.step {
            Step::Assign(from) => {
                let control = self.control();
                let awards = self.awards_from(&control, from, self.books.awards);
                self.income_sums_with(&State::ALL, &control, &awards)
            }
            Step::Recruit(Party::Muslims) | Step::Build(Party::Muslims) | Step::Convert => {
                self.income_sums(&[State::Muslim])
            }
            Step::Recruit(_) | Step::Build(_) | Step::Reconvert => self.income_sums(&State::EMPIRES),
            _ => vec![],
        }
    }

    /// Where each point of these States' income comes from, as the map stands; hexes that several Empires States
    /// claim go to the usual one.
    pub fn income_sums(&self, states: &[State]) -> Vec<Sum> {
        let control = self.control();
        self.income_sums_with(states, &control, &self.usual_awards(&control))
    }

    fn income_sums_with(&self, states: &[State], control: &Control, awards: &[i16; STATES]) -> Vec<Sum> {
        let mut terms: [Vec<Term>; STATES] = Default::default();
        let incomes = self.incomes(control, awards, &mut terms);
        let sum = |&state: &State| Sum {
            title: format!("Income of the {}", state.name()),
            terms: std::mem::take(&mut terms[state as usize]),
            total: points_words(incomes[state as usize]),
            results: vec![],
        };
        states.iter().map(sum).collect()
    }
}

#[cfg(test)]
mod tests;
