//! Rebellion, tested from 10.0, 11.2 and their rulings.

use covers::covers;
use engine::Rules;

use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Fate, Kind, State};
use crate::unit::{Party, Unit};

/// At the opening of the Rebellion Segment.
fn unrest(drill: Drill) -> Field {
    let mut field = drill.begin(Step::Stack(Party::Muslims, 0));
    field.settle();
    field
}

#[test]
#[covers("table.rebellion", "R110")]
fn the_rebellion_table_is_as_printed() {
    let field = Drill::new().begin(Step::Khalif);
    for (state, kind, first) in [
        (State::Muslim, Kind::Bedouin, 2),
        (State::Muslim, Kind::Levy, 3),
        (State::Byzantine, Kind::Mercenary, 6),
        (State::Persian, Kind::Mercenary, 6),
        (State::Byzantine, Kind::Levy, 5),
        (State::Persian, Kind::Levy, 5),
        (State::Berber, Kind::Levy, 4),
        (State::Turk, Kind::Levy, 4),
    ] {
        for die in 1..=6 {
            assert_eq!(field.sheet.charts.rebels(state, kind, die), die >= first, "{state:?} {kind:?} {die}");
        }
    }
}

#[test]
#[covers("table.suppression", "R112")]
fn the_suppression_table_falls_and_rises_with_income() {
    let field = Drill::new().begin(Step::Khalif);
    let row =
        |kind: Kind| [0, 20, 21, 60, 80, 100, 120, 121].map(|n| field.sheet.charts.suppression(kind, n));
    assert_eq!(row(Kind::Levy), [5, 5, 4, 3, 2, 2, 3, 4]);
    assert_eq!(row(Kind::Bedouin), [4, 4, 3, 2, 1, 0, 1, 2]);
}

#[test]
#[covers("10.1", "R109", "R8")]
fn everybody_rolls_who_neither_attacked_nor_built() {
    let mut field = unrest(
        Drill::new()
            .place("late", "muslim bedouin", "0404")
            .place("early", "converted turk levy", "0303")
            .place("fought", "attacked muslim bedouin", "0504")
            .place("built", "builder muslim bedouin", "0505")
            .place("fleet", "muslim naval", "1305"),
    );
    assert_eq!(field.step, Step::Unrest(field.id("early")));
    field.roll(3);
    assert_eq!(field.step, Step::Unrest(field.id("late")));
    field.roll(1);
    assert!(["early", "late", "fought", "built"].iter().all(|unit| !field.see(unit).has(Unit::REBEL)));
    assert_eq!(field.step, Step::Khalif);
}

#[test]
#[covers("10.2", "R111")]
fn converts_are_bought_off_for_a_point_before_muslim_rebels_roll() {
    let mut field = unrest(
        Drill::new()
            .place("turks", "converted turk levy", "0303")
            .place("goths", "converted goth levy", "0305")
            .place("town", "muslim levy", "0404")
            .points(State::Muslim, 1)
            .earned(State::Muslim, 30),
    );
    field.roll(6).roll(6).roll(6);
    assert_eq!(field.step, Step::BuyOff);
    field.refuses(Order::Suppress { unit: field.id("town") }, "10.2");
    let unit = field.id("turks");
    field.play(Order::Suppress { unit });
    assert_eq!(field.track(State::Muslim), 0);
    // Nothing is left to pay the Goths: the levy rolls, on 4 or less for an income of 30.
    assert_eq!(field.step, Step::Suppress(field.id("town")));
    field.roll(4);
    assert!(!field.see("town").has(Unit::REBEL) && field.see("goths").has(Unit::REBEL));
}

#[test]
#[covers("R112", "10.2")]
fn bedouin_do_not_roll_where_the_table_prints_nothing() {
    let mut field = unrest(Drill::new().place("tribe", "muslim bedouin", "0404").earned(State::Muslim, 90));
    field.roll(6);
    assert_eq!(field.step, Step::Khalif);
    assert!(field.see("tribe").has(Unit::REBEL));
}

#[test]
#[covers("10.3", "R113", "table.khalif")]
fn the_khalif_is_rolled_every_turn() {
    let field = unrest(Drill::new());
    assert_eq!(field.step, Step::Khalif);
    let fates = field.sheet.charts.khalif;
    assert_eq!(
        fates,
        [Fate::Survives, Fate::Survives, Fate::Survives, Fate::Heir, Fate::NoHeir, Fate::NoHeir]
    );
}

#[test]
#[covers("11.1", "11.2", "R114", "R115", "R116", "table.civil-war")]
fn rebels_and_the_khalif_make_war() {
    let after = |rebels: usize, loyal: usize, khalif: u8| {
        let drill = Drill::new()
            .place_all(rebels, "rebels", "rebel muslim bedouin", "0303")
            .place_all(loyal, "fleet", "muslim naval", "1305")
            .place("convert", "converted goth levy", "1807");
        let mut field = drill.begin(Step::Khalif);
        field.roll(khalif);
        match field.step {
            Step::War(number) => number,
            _ => 0,
        }
    };
    assert_eq!([after(1, 3, 1), after(1, 3, 4), after(1, 3, 5)], [0, 0, 4]);
    assert_eq!([after(2, 3, 1), after(2, 3, 4), after(2, 3, 5)], [0, 4, 5]);
    assert_eq!([after(2, 2, 1), after(2, 2, 4), after(2, 2, 5)], [4, 5, 6]);
}

#[test]
#[covers("11.2", "R117")]
fn without_war_muslims_turn_loyal_and_converts_leave() {
    let mut field = Drill::new()
        .place("tribe", "rebel muslim bedouin", "0303")
        .place("goths", "rebel converted goth levy", "1807")
        .begin(Step::War(5));
    field.roll(6);
    assert_eq!((field.at("tribe"), field.at("goths")), ("0303".into(), "pool".into()));
    assert!(!field.see("tribe").has(Unit::REBEL) && field.see("goths").is_muslim());
    assert_eq!(field.audit(), Ok(()));
}

#[test]
#[covers("11.2")]
fn a_die_at_the_number_is_war() {
    let mut field = Drill::new()
        .place_all(2, "rebels", "rebel muslim bedouin", "0303")
        .place("other", "rebel muslim bedouin", "0304")
        .place("loyal", "muslim bedouin", "0205")
        .begin(Step::War(5));
    field.roll(5);
    assert_eq!(field.step, Step::Leader(Party::Rebels));
}

#[test]
#[covers("10.1", "10.3", "R113")]
fn a_quiet_segment_is_dice_alone() {
    let mut field = unrest(Drill::new().place_all(2, "tribes", "muslim bedouin", "Medina"));
    field.roll_all(1);
    // The Empires have nothing to recruit, move or win back: the next turn has begun.
    assert_eq!((field.step, field.turn_number()), (Step::Recruit(Party::Muslims), 4));
}
