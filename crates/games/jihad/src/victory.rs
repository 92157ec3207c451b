//! Victory (14.2; rulings R41, R140 to R142).

use engine::event::{Chronicle, Event, EventKind};
use engine::{Outcome, Shown, Side};

use crate::position::{Position, Step};
use crate::sheet::{Arm, State};
use crate::unit::{Party, Spot};

/// Points beyond the middle that make a result three quarters sure.
const CLEAR: f32 = 8.0;

/// The final count, term by term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reckoning {
    /// Muslim income on the position.
    pub income: i32,
    /// For the walls of Constantinople.
    pub walls: i32,
    /// What is left of the handicap (R140).
    pub handicap: i32,
    /// For civil wars, where the scenario counts them.
    pub wars: i32,
    /// For cities held, where the scenario counts them.
    pub prizes: i32,
}

impl Reckoning {
    /// What it comes to.
    pub fn total(&self) -> i32 {
        self.income + self.walls + self.handicap + self.wars + self.prizes
    }
}

impl Position {
    /// R41: more than 130 points earned in a phase A win at once.
    pub(crate) fn automatic_victory(&mut self, chronicle: &mut impl Chronicle) -> bool {
        let earned = self.books.income[State::Muslim as usize];
        let won = self.sheet.victory.automatic.is_some_and(|limit| earned > limit);
        if won {
            self.close(Some(Party::Muslims), "automatic", chronicle);
        }
        won
    }

    /// The final count as the position stands (R141).
    pub(crate) fn reckoning(&self) -> Reckoning {
        let victory = &self.sheet.victory;
        let control = self.control();
        let incomes = self.usual_incomes(&control);
        let prize = |&(hex, points): &(engine::hex::Hex, i16)| {
            let spot = Spot::on(hex);
            let held =
                self.stands(spot, Party::Muslims, Arm::Land) && !self.stands(spot, Party::Empires, Arm::Land);
            if held { points as i32 } else { 0 }
        };
        let [authority, rebels] = self.war.won.map(i32::from);
        Reckoning {
            income: incomes[State::Muslim as usize] as i32,
            walls: if self.books.box_emptied { victory.box_bonus as i32 } else { 0 },
            handicap: self.handicap(),
            wars: victory.war_points as i32 * (authority - rebels),
            prizes: victory.prizes.iter().map(prize).sum(),
        }
    }

    /// How the final count compares with the middle of a draw, from 0 to 1.
    pub(crate) fn clearness(&self) -> f32 {
        let victory = &self.sheet.victory;
        let middle = (victory.muslims_above + victory.empires_below) as f32 / 2.0;
        let muslims = 1.0 / (1.0 + (-(self.reckoning().total() as f32 - middle) / CLEAR).exp());
        if self.player(Party::Muslims) == Side::First { muslims } else { 1.0 - muslims }
    }

    /// R140: 40 points, two less for every turn before the first attack on Byzantium; nothing without one.
    fn handicap(&self) -> i32 {
        let victory = &self.sheet.victory;
        match self.books.first_attack {
            0 => 0,
            turn => victory.handicap as i32 - victory.handicap_step as i32 * (turn as i32 - 1),
        }
    }

    /// The count after the last turn (R142), as in one more phase A (R141).
    pub(crate) fn end_game(&mut self, chronicle: &mut impl Chronicle) {
        self.review_inactive();
        let total = self.reckoning().total();
        let victory = &self.sheet.victory;
        let winner = if total > victory.muslims_above as i32 {
            Some(Party::Muslims)
        } else if total < victory.empires_below as i32 {
            Some(Party::Empires)
        } else {
            None
        };
        let grade = if winner.is_some() { "victory" } else { "draw" };
        self.close(winner, grade, chronicle);
    }

    fn close(&mut self, winner: Option<Party>, grade: &'static str, chronicle: &mut impl Chronicle) {
        let winner = winner.map(|party| self.player(party));
        self.outcome = Some(Outcome { winner, grade, rule: "14.2" });
        self.step = Step::Over;
        chronicle.note(|| Event::new(EventKind::Ended, "14.2", self.verdict()));
    }
}

#[cfg(test)]
mod ending_tests;
#[cfg(test)]
mod tests;
