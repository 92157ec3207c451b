//! Victory, tested from 14.2 and its rulings.

use covers::covers;
use engine::{Rules, Shown, Turn};

use crate::drill::{Drill, Field};
use crate::position::Step;
use crate::sheet::{EMPIRES, MUSLIMS, State};

fn last_turn(drill: Drill) -> Field {
    let mut field = drill.turn(20).begin(Step::Reconvert);
    field.settle();
    field
}

#[test]
#[covers("14.2", "R140")]
fn the_handicap_shrinks_by_two_for_every_turn_of_peace_with_byzantium() {
    let handicap = |turn: u8| {
        Drill::new().note(move |p| p.books.first_attack = turn).begin(Step::Reconvert).reckoning().handicap
    };
    assert_eq!([handicap(1), handicap(2), handicap(20), handicap(0)], [40, 38, 2, 0]);
}

#[test]
#[covers("14.2", "R141", "R142", "brief.7")]
fn the_final_count_decides_after_the_last_turn() {
    let ending = |first_attack: u8, emptied: bool, prize: i16| {
        let drill = Drill::new()
            .place("garrison", "muslim bedouin", "Medina")
            .with(|sheet| sheet.victory.prizes = vec![(engine::hex::Hex(0), 0)])
            .note(move |p| {
                p.books.first_attack = first_attack;
                p.books.box_emptied = emptied;
                p.books.box_open = !emptied;
            });
        let drill = drill.with(move |sheet| sheet.victory.handicap += prize);
        let field = last_turn(drill);
        let Turn::Over(outcome) = field.turn() else { panic!("{}", field.prompt()) };
        (field.reckoning().total(), outcome.winner)
    };
    // Medina earns 1.
    assert_eq!(ending(1, false, 0), (41, Some(EMPIRES)));
    assert_eq!(ending(1, true, 58), (109, Some(EMPIRES)));
    assert_eq!(ending(1, true, 59), (110, None));
    assert_eq!(ending(1, true, 79), (130, None));
    assert_eq!(ending(1, true, 80), (131, Some(MUSLIMS)));
}

#[test]
#[covers("14.2", "R41", "brief.7")]
fn more_than_a_hundred_and_thirty_in_a_phase_a_win_at_once() {
    let ends = |limit: u16| {
        let mut field = Drill::new()
            .with(move |sheet| sheet.victory.automatic = Some(limit))
            .place("governor", "muslim bedouin", "Ctesiphon")
            .begin(Step::Assign(0));
        field.settle();
        (field.books.income[State::Muslim as usize], field.turn())
    };
    assert!(matches!(ends(17), (17, Turn::Order(_))));
    let (_, Turn::Over(outcome)) = ends(16) else { panic!("no end") };
    assert_eq!((outcome.winner, outcome.grade), (Some(MUSLIMS), "automatic"));
}

#[test]
#[covers("R25", "R142")]
fn with_seats_exchanged_the_person_who_holds_the_side_wins() {
    let field = last_turn(Drill::new().exchange().note(|p| p.swapped = true));
    let Turn::Over(outcome) = field.turn() else { panic!("{}", field.prompt()) };
    assert_eq!(outcome.winner, Some(MUSLIMS), "the Empires win, and the first player runs them");
    assert!(field.verdict().starts_with(&field.sheet.sides[1]), "{}", field.verdict());
}
