//! Attrition, tested from 7.2, 7.3 and their rulings.

use covers::covers;

use crate::drill::{Drill, Field};
use crate::position::Step;
use crate::sheet::{Arm, State};
use crate::unit::Party;

fn idle(drill: Drill, party: Party) -> Field {
    let mut field = drill.begin(Step::Idle(party, 0));
    field.settle();
    field
}

#[test]
#[covers("table.attrition", "R72")]
fn the_resolution_table_is_as_printed() {
    let field = Drill::new().begin(Step::Move(Party::Muslims));
    let losses =
        |points: u8| (1..=6).map(|die| field.sheet.charts.attrition_losses(points, die)).collect::<Vec<_>>();
    assert_eq!(losses(0), [0; 6]);
    for (points, expected) in [
        (1, [0, 0, 0, 1, 1, 2]),
        (10, [0, 0, 0, 1, 1, 2]),
        (11, [0, 0, 1, 1, 2, 2]),
        (30, [0, 1, 1, 2, 2, 3]),
        (31, [1, 1, 2, 2, 3, 3]),
        (50, [1, 2, 2, 3, 3, 4]),
        (60, [2, 2, 3, 3, 4, 4]),
    ] {
        assert_eq!(losses(points), expected, "{points} points");
    }
}

#[test]
#[covers("7.2", "R74")]
fn an_idle_stack_counts_three_times_its_hex_less_the_city() {
    let points = |what: &str, at: &'static str| {
        let field = Drill::new().place("host", what, at).begin(Step::Idle(Party::Muslims, 0));
        field.idle_points(Party::Muslims, field.see("host").spot, field.see("host").arm())
    };
    assert_eq!(points("muslim bedouin", "0303"), 0);
    assert_eq!(points("muslim levy", "0303"), 24);
    assert_eq!(points("muslim levy", "Medina"), 23);
    assert_eq!(points("muslim bedouin", "0804"), 6);
    assert_eq!(points("converted persian mercenary", "Ctesiphon"), 0);
    assert_eq!(points("muslim naval", "1405"), 6);
    assert_eq!(points("muslim naval", "Antioch"), 1);
}

#[test]
#[covers("7.2", "R8", "R74")]
fn idle_groups_are_judged_by_hex_land_before_naval() {
    let mut field = idle(
        Drill::new()
            .place("fleet", "muslim naval", "1305")
            .place("host", "muslim bedouin", "1305")
            .place("early", "muslim levy", "0303")
            .place("safe", "muslim bedouin", "0404"),
        Party::Muslims,
    );
    let mut seen = vec![];
    while field.attrition.points > 0 {
        let judged: Vec<_> = field.judged().collect();
        seen.push((judged[0], field.attrition.points));
        field.roll(1);
    }
    assert_eq!(seen, [(field.id("early"), 24), (field.id("host"), 3), (field.id("fleet"), 3)]);
}

#[test]
#[covers("7.2", "R73", "brief.6")]
fn the_owner_names_the_losses_and_no_more_are_lost_than_there_are() {
    let stack = |face: u8| {
        let drill = Drill::new().place("town", "muslim levy", "0303").place_all(
            2,
            "tribes",
            "muslim bedouin",
            "0303",
        );
        let mut field = idle(drill, Party::Muslims);
        assert_eq!(field.attrition.points, 24);
        field.roll(face);
        field
    };
    let mut some = stack(3);
    assert_eq!(some.attrition.losses, 1);
    some.lose("tribes");
    assert_eq!((some.how_many("tribes", "0303"), some.at("town")), (1, "0303".into()));
    let all = stack(6);
    assert_eq!((all.how_many("tribes", "pool"), all.at("town")), (2, "pool".into()));
}

#[test]
#[covers("7.3", "R76")]
fn a_state_that_did_not_recruit_suffers_nothing_and_the_last_in_a_city_is_safe() {
    let host = |recruited: bool| {
        let drill = Drill::new().place_all(2, "romans", "byzantine levy", "Homs").place(
            "field",
            "byzantine levy",
            "1206",
        );
        let drill = if recruited { drill.recruited(&[State::Byzantine]) } else { drill };
        drill.begin(Step::Idle(Party::Empires, 0))
    };
    let spot = |field: &Field| field.see("romans").spot;
    let safe = host(false);
    assert_eq!(safe.idle_points(Party::Empires, spot(&safe), Arm::Land), 0);
    let mut judged = host(true);
    judged.settle();
    // Homs: three times 2 less 1; a six would take both.
    assert_eq!(judged.attrition.points, 5);
    judged.roll(6);
    assert_eq!(judged.how_many("romans", "Homs"), 1);
    // Nobody is spared in the open: rough ground, three times 4.
    assert_eq!(judged.attrition.points, 12);
    judged.roll(6);
    assert_eq!(judged.at("field"), "pool");
}
