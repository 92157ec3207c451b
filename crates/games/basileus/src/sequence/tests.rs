//! The sequence of play (5) and its length (4), tested from the rulebook and the rulings.

use covers::covers;
use engine::event::EventKind;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field, foot, horse};
use crate::order::Order;
use crate::position::Step;

/// Two lines that stand beside each other, so that there is always somebody to move and to fight.
fn lines() -> Drill {
    Drill::open().blue("blue", foot(4), "0607").gold("gold", foot(4), "0606")
}

fn now(field: &Field) -> (u8, Side, Step) {
    (field.game_turn(), field.phasing(), field.step)
}

#[test]
#[covers("5")]
fn a_turn_is_movement_and_combats_of_one_side_and_then_of_the_other() {
    let mut field = lines().begin(Step::Moving);
    let mut seen = vec![];
    for _ in 0..5 {
        seen.push(now(&field));
        field.done();
    }
    let (blue, gold) = (Side::First, Side::Second);
    let turn = [
        (1, blue, Step::Moving),
        (1, blue, Step::Fighting),
        (1, gold, Step::Moving),
        (1, gold, Step::Fighting),
    ];
    assert_eq!(seen[..4], turn);
    assert_eq!(seen[4], (2, blue, Step::Moving));
    let phases = field.events.iter().filter(|event| event.kind == EventKind::Phase);
    let phases: Vec<&str> = phases.map(|event| event.text.as_str()).collect();
    let printed = ["Combats of Blue", "Turn 1: Gold", "Combats of Gold", "Turn 2: Blue", "Combats of Blue"];
    assert_eq!(phases, printed);
}

#[test]
#[covers("5")]
fn moving_and_fighting_are_done_in_their_own_phases_only() {
    let mut field = lines().begin(Step::Moving);
    let attack = Order::Attack { hex: crate::drill::number("0606") };
    let blue = Order::Move { unit: field.id("blue") };
    assert!(field.offers(blue));
    field.refuses(attack, "protocol");
    field.done();
    assert!(field.offers(attack));
    field.refuses(blue, "protocol");
    field.done();
    // Gold's turn: only gold's counters move.
    field.refuses(blue, "protocol");
    assert!(field.offers(Order::Move { unit: field.id("gold") }));
}

#[test]
#[covers("R28", "5")]
fn a_phase_may_end_with_everything_undone() {
    let mut field = lines().blue("horse", horse(3), "0301").begin(Step::Moving);
    field.take_up("horse").step("S").halt();
    assert!(field.offers(Order::Done), "others have not moved");
    field.done();
    assert!(field.offers(Order::Done), "nobody has attacked");
    field.done();
    assert_eq!(now(&field), (1, Side::Second, Step::Moving));
}

#[test]
#[covers("8", "5")]
fn marks_of_a_phase_do_not_outlast_it() {
    let mut field = lines().blue("horse", horse(3), "0301").begin(Step::Moving);
    field.take_up("horse").step("S").halt();
    field.done();
    field.assault("0606", &["blue"]).roll(3).finish();
    while now(&field) != (2, Side::First, Step::Moving) {
        field.done();
    }
    assert!(field.marks.moved.is_empty() && field.marks.attacked.is_empty() && field.marks.struck.is_empty());
    assert!(field.offers(Order::Move { unit: field.id("horse") }));
    assert_eq!(field.see("horse").steps, 0, "the run-up was last turn's");
}

#[test]
#[covers("4", "R27")]
fn after_the_last_turn_the_battle_ends_by_itself() {
    let mut field = lines().begin_in(19, Step::Moving);
    assert_eq!(field.game_turn(), 10);
    for _ in 0..4 {
        assert!(matches!(field.turn(), Turn::Order(_)));
        field.done();
    }
    let Turn::Over(outcome) = field.turn() else { panic!("turn 11: {:?}", now(&field)) };
    assert_eq!((outcome.winner, outcome.grade), (None, "draw"), "nobody lost anything");
    assert_eq!(field.game_turn(), 10);
}

#[test]
#[covers("R27", "4")]
fn victory_check_and_turn_marker_ask_nobody() {
    let mut field = lines().begin_in(2, Step::Fighting);
    field.done();
    assert_eq!(now(&field), (2, Side::First, Step::Moving), "straight on");
    assert_eq!(field.turn(), Turn::Order(Side::First));
    // A threshold reached ends it there and then, in the middle of the battle.
    let mut field = lines().with(|sheet| sheet.thresholds = [None, Some(2)]).begin_in(2, Step::Fighting);
    let foe = field.id("foe");
    field.lift(foe, crate::unit::Spot::LOST);
    assert!(matches!(field.turn(), Turn::Order(_)), "not before phase 5");
    field.done();
    assert!(matches!(field.turn(), Turn::Over(outcome) if outcome.winner == Some(Side::First)));
}

/// Plays a battle without attacking anybody; answers who moved first and the number of turns.
fn sit_out(name: &str) -> (Side, u8) {
    let mut field = Drill::battle(name);
    let mut first = None;
    loop {
        match field.turn() {
            Turn::Over(_) => break,
            Turn::Dice(request) => drop(field.rolls(&vec![1; request.count as usize])),
            Turn::Order(side) => {
                let deploying = matches!(field.step, Step::Deploy(_));
                if !deploying {
                    first.get_or_insert(side);
                }
                let order = match () {
                    _ if deploying => Order::Muster,
                    _ if field.check(&Order::Done).is_ok() => Order::Done,
                    _ => field.orders()[0],
                };
                field.play(order);
            }
        }
    }
    (first.unwrap(), field.game_turn())
}

#[test]
#[covers("3", "4", "brief.2")]
fn every_battle_has_its_first_player_and_its_length() {
    assert_eq!(sit_out("arcadiopolis"), (Side::Second, 10));
    assert_eq!(sit_out("dorostolon-first"), (Side::First, 10));
    assert_eq!(sit_out("dorostolon-sortie"), (Side::Second, 6));
    assert_eq!(sit_out("dorostolon-third"), (Side::Second, 7));
    assert_eq!(sit_out("beroia"), (Side::First, 7));
}
