//! What wins, in a sentence, and how it stands with that (14.2; rulings R41, R140 to R142).

use engine::goal::{Figure, Goal};

use crate::position::Position;
use crate::sheet::{Sheet, State};
use crate::unit::Party;

impl Sheet {
    /// What wins, in a sentence or two.
    pub(crate) fn goal_words(&self) -> String {
        let victory = &self.victory;
        let mut more = vec![];
        if victory.handicap != 0 {
            more.push("what is left of the handicap once Byzantium was attacked".to_string());
        }
        if victory.box_bonus != 0 {
            more.push(format!("{} for the walls of Constantinople", victory.box_bonus));
        }
        if victory.war_points != 0 {
            more.push(format!(
                "{} for each civil war the Authority won, less as much for the Rebels'",
                victory.war_points
            ));
        }
        more.extend(
            victory.prizes.iter().map(|&(hex, points)| format!("{points} for {}", self.ground.name(hex))),
        );
        let count = match more.is_empty() {
            true => "Muslim income".into(),
            false => format!("Muslim income, with {}", more.join(", ")),
        };
        let at_once = match (victory.automatic, victory.box_wins) {
            (Some(limit), true) => {
                format!(" More than {limit} earned in one turn, or Constantinople stormed, wins at once.")
            }
            (Some(limit), false) => format!(" More than {limit} earned in one turn wins at once."),
            (None, true) => " Storming Constantinople wins at once.".into(),
            (None, false) => String::new(),
        };
        format!(
            "After turn {} the count is {count}: above {} the Muslims win, below {} the Empires, between them it is \
             a draw.{at_once}",
            self.turns(),
            victory.muslims_above,
            victory.empires_below,
        )
    }
}

impl Position {
    /// What wins, and how it stands with that.
    pub(crate) fn goal(&self) -> Goal {
        let victory = &self.sheet.victory;
        let muslims = self.player(Party::Muslims);
        let reckoning = self.reckoning();
        let needed = victory.muslims_above as i32 + 1;
        let count = Figure::measure(
            "count as the map stands:",
            muslims,
            reckoning.total().max(0) as u32,
            needed.max(0) as u32,
        );
        let below = victory.empires_below as i32 - 1;
        let bound = Figure::fact(format!("the Empires need {below} or less"), muslims.other());
        let earned = victory.automatic.map(|limit| {
            let income = self.books.income[State::Muslim as usize];
            Figure::measure("earned this turn:", muslims, income.into(), u32::from(limit) + 1)
        });
        let standing = [Some(count), Some(bound), earned].into_iter().flatten().collect();
        Goal { text: self.sheet.goal_words(), standing, rule: "14.2" }
    }
}

#[cfg(test)]
mod tests {
    use engine::{Shown, Viewer};

    use crate::drill::Drill;
    use crate::files::Library;
    use crate::position::Step;

    #[test]
    fn every_scenario_says_what_wins_and_how_it_stands() {
        for name in Library::embedded().unwrap().names() {
            let field = Drill::of(name).begin(Step::Over);
            let goal = field.scene(Viewer::Public).goal;
            let victory = &field.sheet.victory;
            for figure in [victory.muslims_above, victory.empires_below] {
                assert!(goal.text.contains(&figure.to_string()), "{name}: {}", goal.text);
            }
            let needed = victory.muslims_above as u32 + 1;
            let total = field.reckoning().total().max(0) as u32;
            assert_eq!(goal.standing[0].of, Some([total, needed]), "{name}");
            assert_eq!(goal.text.contains("civil war"), victory.war_points != 0, "{name}");
        }
    }
}
