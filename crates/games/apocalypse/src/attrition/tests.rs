use covers::covers;
use engine::ledger::Unread;

use crate::drill::{Drill, sheet};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Leader, MUSLIMS, Toll};
use crate::unit::Expedition::{Byzantine, Egypt, Syria};

#[test]
#[covers("table.attrition", "3.3.3", "R4", "R53")]
fn every_row_of_the_table_costs_what_the_brief_says() {
    let charts = &sheet("campaign").charts;
    let toll = |die: i8, units: u8| {
        charts.attrition.iter().find(|(up_to, _)| die <= *up_to).map(|(_, toll)| toll.of(units)).unwrap()
    };
    for (die, expected) in [(0, 0), (2, 0), (3, 1), (4, 1), (5, 3), (6, 4), (7, 5), (9, 5)] {
        assert_eq!(toll(die, 10), expected, "die {die}, ten units");
    }
    assert_eq!([Toll::OneIn(4).of(9), Toll::OneIn(3).of(7), Toll::OneIn(2).of(1)], [3, 3, 1], "rounded up");
}

fn wear(expedition: crate::unit::Expedition, at: &str, units: &[(&str, usize)]) -> i32 {
    let mut drill = Drill::new();
    drill.host(expedition, at, units);
    drill.position.wear(expedition, &mut Unread)
}

#[test]
#[covers("R53", "table.attrition")]
fn ground_numbers_and_a_friendly_roof_change_the_die() {
    assert_eq!(wear(Syria, "3917", &[("Syrian 5-4", 8)]), 1, "mountain");
    assert_eq!(wear(Syria, "5335", &[("Syrian 5-4", 8)]), 1, "marsh");
    assert_eq!(wear(Syria, "3915", &[("Syrian 5-4", 8)]), 0, "desert is home to Muslims");
    assert_eq!(wear(Byzantine, "3915", &[("Obsequium foot", 8)]), 1, "not to Byzantines");
    assert_eq!(wear(Syria, "Damascus", &[("Syrian 5-4", 8)]), -1, "a city holds eight");
    assert_eq!(wear(Syria, "Damascus", &[("Syrian 5-4", 9)]), 0, "not nine");
    assert_eq!(wear(Syria, "Tarsus", &[("Syrian 5-4", 8)]), 0, "a besieger gets nothing");
    let many = [("Obsequium foot", 8), ("Orientales foot", 10), ("Orientales horse", 6), ("Scholae", 1)];
    assert_eq!(wear(Byzantine, "1334", &many), 1, "twenty-five units");
    assert_eq!(wear(Byzantine, "1334", &many[..3]), 0, "twenty-four");
}

#[test]
#[covers("3.3.3", "R52", "R3", "R94")]
fn camped_expeditions_are_worn_muslims_first_and_count_the_winter() {
    let mut drill = Drill::new();
    let syrians = drill.host(Syria, "4015", &[("Syrian 5-4", 4)]);
    let foot = drill.host(Byzantine, "1334", &[("Obsequium foot", 4), ("Scholae", 1)]);
    drill.host(Egypt, "Fustat", &[("Egyptian", 3)]);
    drill.camp(Syria);
    drill.camp(Byzantine);
    drill.at(Step::Attrition(0));
    assert_eq!(drill.position.step, Step::Attrition(0));
    drill.dice(&[5]);
    assert_eq!(drill.lost(&syrians), 1, "one in four, all alike");
    assert_eq!(drill.position.host(Syria).winters, 1);
    assert_eq!(drill.position.step, Step::Attrition(3), "Egypt is not camped");
    drill.dice(&[6]);
    drill.go(Order::Lose { unit: foot[4] });
    drill.lose_any();
    assert_eq!(drill.lost(&foot), 2, "one in three of five");
}

#[test]
#[covers("R52", "R57", "6.3")]
fn leaders_are_lost_with_the_last_unit_of_a_winter() {
    let mut drill = Drill::new();
    drill.host(Egypt, "4015", &[("Egyptian", 1)]);
    let amr = drill.lead_with(Leader::Amr, Egypt);
    drill.camp(Egypt);
    drill.at(Step::Attrition(0)).dice(&[3]);
    assert!(drill.is_lost(amr) && !drill.position.host(Egypt).on_map());
}

#[test]
#[covers("R52", "R67")]
fn ships_do_not_suffer_and_go_to_port_when_the_army_is_gone() {
    let mut drill = Drill::new();
    drill.host(Egypt, "Laodicea", &[("Egyptian", 1)]);
    let ships = drill.fleet(Egypt, 1);
    drill.control("Laodicea", MUSLIMS);
    drill.camp(Egypt);
    drill.position.host_mut(Egypt).camped = true;
    drill.at(Step::Attrition(0)).dice(&[5]);
    while drill.position.placing.cause != crate::position::Cause::None {
        let order = drill.orders()[0];
        drill.go(order);
    }
    assert_eq!(drill.lost(&ships), 0);
}
