//! The goal in words and figures, for every scenario.

use engine::goal::Figure;
use engine::{Shown, Side, Viewer};

use crate::drill::{Drill, number};
use crate::position::Step;
use crate::sheet::{Claim, Condition, Kind, Victory};

fn goal(scenario: &str) -> String {
    Drill::of(scenario).begin(Step::Moving).battle.sheet.goal_words()
}

#[test]
fn what_wins_is_said_in_a_sentence() {
    assert_eq!(goal("rome"), "At the end of Game-Turn 10: whoever controls D wins; otherwise it is a draw.");
}

#[test]
fn every_scenario_has_a_goal_that_names_its_turns_and_every_claimant() {
    let library = crate::files::Library::embedded().unwrap();
    for name in library.names() {
        let field = Drill::of(name).begin(Step::Moving);
        let sheet = &field.battle.sheet;
        let words = sheet.goal_words();
        assert!(words.contains(&format!("Game-Turn {}", sheet.turns)), "{name}: {words}");
        for claim in &sheet.victory.wins {
            let side = &sheet.sides[claim.side.index()];
            assert!(words.contains(side.as_str()) || words.contains("whoever"), "{name}: {words}");
        }
        assert!(!field.goal().standing.is_empty(), "{name}");
    }
}

#[test]
fn figures_follow_the_conditions() {
    let mut field = Drill::new()
        .with(|sheet| {
            let hex = sheet.ground.grid.at(number("1010")).unwrap();
            let when =
                vec![Condition::Controls(vec![hex]), Condition::Exited(15), Condition::OwnLossesAtMost(3)];
            sheet.objectives = vec![hex];
            sheet.victory = Victory {
                wins: vec![Claim { side: Side::First, when }],
                otherwise: Some(Side::Second),
                ..Victory::default()
            };
        })
        .blue("axe", Kind::AX, "1012", "N")
        .gold("spears", Kind::MS, "2010", "S")
        .begin(Step::Moving);
    let name = |side: Side| field.side_name(side).to_string();
    let [blue, gold] = Side::BOTH.map(name);
    let goal = field.goal();
    assert!(
        goal.text.contains(&format!(
            "{blue} win if they control 1010 and lead 15 troops or more off the map by the exit and lose 3 \
             troops at most; otherwise {gold} win."
        )),
        "{}",
        goal.text
    );
    assert_eq!(
        goal.standing,
        [
            Figure::fact("1010 held by nobody", None),
            Figure::measure(format!("{blue} left by the exit:"), Side::First, 0, 15),
            Figure::measure(format!("{blue} lost, allowed:"), Side::First, 0, 3),
            Figure::measure(format!("{blue} lost"), Side::First, 0, 1),
            Figure::measure(format!("{gold} lost"), Side::Second, 0, 1),
        ]
    );
    field.take_up("axe").step("N").step("N");
    let held = &field.scene(Viewer::Public).goal.standing[0];
    assert_eq!((held.text.as_str(), held.side), (format!("1010 held by {blue}").as_str(), Some(0)));
    let mark = &field.scene(Viewer::Public).marks[0].text;
    assert!(mark.contains("win if they control 1010"), "{mark}");
}
