//! What wins a battle, in a sentence, and how it stands with that (11, 13; rulings R100 to R104).

use engine::Side;
use engine::goal::{Figure, Goal};

use crate::position::Position;
use crate::sheet::{EndTest, Sheet};
use crate::unit::Spot;

impl Sheet {
    /// What wins, in a sentence or two.
    pub(crate) fn goal_words(&self) -> String {
        let name = |side: Side| &self.sides[side.index()];
        let breaking: Vec<String> = Side::BOTH
            .into_iter()
            .filter_map(|side| {
                self.thresholds[side.index()].map(|points| format!("the {} break at {points}", name(side)))
            })
            .collect();
        let threshold = match breaking.is_empty() {
            true => String::new(),
            false => format!(
                "An army that has lost points up to its morale threshold is beaten: {}. ",
                breaking.join(", ")
            ),
        };
        let turns = self.turns;
        let end = match self.end {
            EndTest::FewerPoints { tie } => {
                let tie = match tie {
                    Some(side) => format!("equal losses go to the {}", name(side)),
                    None => "equal losses are a draw".into(),
                };
                format!("After turn {turns} whoever has lost fewer points wins; {tie}.")
            }
            EndTest::Engines { defender } => format!(
                "The {} win at once by destroying every engine, and after turn {turns} by having destroyed one \
                 without a sortie; otherwise the {} win.",
                name(defender.other()),
                name(defender)
            ),
            EndTest::Wagons { defender } => format!(
                "The {attacker} win at once by plundering every wagon, and after turn {turns} by having plundered \
                 one without losing a leader; otherwise the {} win.",
                name(defender),
                attacker = name(defender.other()),
            ),
        };
        format!("{threshold}{end}")
    }
}

impl Position {
    /// What wins, and how it stands with that.
    pub(crate) fn goal(&self) -> Goal {
        let sheet = &self.battle.sheet;
        let name = |side: Side| &sheet.sides[side.index()];
        let spoils = |defender: Side, what: &str| {
            let all = self.battle.baggage(defender);
            let taken = all.and(self.marks.plundered).len();
            let there = all.iter().filter(|&id| self.unit(id).spot != Spot::ABSENT).count();
            Figure::measure(what, defender.other(), taken, there as u32)
        };
        let special = match sheet.end {
            EndTest::FewerPoints { .. } => None,
            EndTest::Engines { defender } => Some(spoils(defender, "engines destroyed")),
            EndTest::Wagons { defender } => Some(spoils(defender, "wagons plundered")),
        };
        let points = Side::BOTH.map(|side| {
            let text = format!("{} lost", name(side));
            match sheet.thresholds[side.index()] {
                Some(threshold) => {
                    Figure::measure(text, side, self.points_lost(side).into(), threshold.into())
                }
                None => Figure::fact(format!("{text} {}", self.points_lost(side)), side),
            }
        });
        let standing = special.into_iter().chain(points).collect();
        Goal { text: sheet.goal_words(), standing, rule: "11" }
    }
}

#[cfg(test)]
mod tests {
    use engine::{Shown, Viewer};

    use super::*;
    use crate::scenarios::mustered;

    #[test]
    fn the_goal_names_the_thresholds_and_the_last_turn() {
        let position = mustered("arcadiopolis");
        let goal = position.scene(Viewer::Public).goal;
        for side in Side::BOTH {
            let threshold = position.battle.sheet.thresholds[side.index()].unwrap();
            assert!(goal.text.contains(&format!("break at {threshold}")), "{}", goal.text);
        }
        assert!(goal.text.contains("After turn 10 whoever has lost fewer points wins"), "{}", goal.text);
        assert_eq!(
            goal.standing.iter().map(|figure| figure.of.map(|of| of[0])).collect::<Vec<_>>(),
            [Some(0), Some(0)]
        );
    }

    #[test]
    fn every_battle_has_a_goal() {
        let library = crate::files::Library::embedded().unwrap();
        for name in library.names() {
            let position = mustered(name);
            let goal = position.goal();
            assert!(
                goal.text.contains(&format!("turn {}", position.battle.sheet.turns)),
                "{name}: {}",
                goal.text
            );
            assert!(goal.standing.len() >= 2, "{name}");
        }
    }
}
