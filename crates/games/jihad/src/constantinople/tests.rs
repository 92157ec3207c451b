//! Constantinople, tested from 13.0 and its rulings.

use covers::covers;
use engine::{Rules, Shown, Turn};

use crate::drill::Drill;
use crate::order::{Order, Station};
use crate::position::Step;
use crate::sheet::{Arm, MUSLIMS, State};
use crate::unit::Party;

#[test]
#[covers("R131", "5.2")]
fn the_box_does_not_hold_the_city() {
    let forecast = |at: &'static str| {
        Drill::new().place("guard", "byzantine levy", at).begin(Step::Assign(0)).forecast(State::Byzantine)
    };
    assert_eq!(forecast("Constantinople"), forecast("box") + 3);
}

#[test]
#[covers("13.0", "R134")]
fn after_the_ships_the_army_may_be_stormed_in_the_same_segment() {
    let mut field = Drill::new()
        .place_all(4, "army", "muslim bedouin", "Constantinople")
        .place_all(6, "dhows", "muslim naval", "Constantinople")
        .place("dromon", "byzantine naval", "box")
        .place("theme", "byzantine levy", "box")
        .begin(Step::Fight(Party::Muslims));
    let storm = |arm: Arm| Order::Attack { at: Station::Box, arm };
    field.refuses(storm(Arm::Land), "13.0");
    field.play(storm(Arm::Naval));
    assert_eq!(field.odds(), "12 against 4, 3 to 1");
    field.roll(6);
    assert_eq!(field.at("dromon"), "conversion");
    assert!(field.books.box_open, "the army is still in it");
    field.refuses(storm(Arm::Naval), "8.1");
    field.play(storm(Arm::Land)).roll(6);
    assert!(field.books.box_emptied && !field.books.box_open);
}

#[test]
#[covers("R137", "scenario.sieges-of-constantinople")]
fn where_the_scenario_says_so_the_fall_of_the_box_wins() {
    let mut field = Drill::new()
        .with(|sheet| sheet.victory.box_wins = true)
        .place_all(4, "army", "muslim bedouin", "Constantinople")
        .place("theme", "byzantine levy", "box")
        .begin(Step::Fight(Party::Muslims));
    field.play(Order::Attack { at: Station::Box, arm: Arm::Land }).roll(6);
    let Turn::Over(outcome) = field.turn() else { panic!("{}", field.prompt()) };
    assert_eq!((outcome.winner, outcome.rule), (Some(MUSLIMS), "13.0"));
}
