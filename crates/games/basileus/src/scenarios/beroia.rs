//! Beroia: the ring of wagons, the Varangians, and what wagons and emperor decide (13.5).

use covers::covers;
use engine::Side;

use super::{
    BYZANTINES, THEIR_ENEMIES, attack, counter, ended, idle, idle_out, idle_to, mustered, orders, play, send,
    strike,
};
use crate::drill::{Drill, direction, number};
use crate::order::Order;
use crate::position::{Position, Step};

const WAGONS: [&str; 6] = ["0505", "0506", "0604", "0606", "0705", "0706"];

/// Beroia in the Byzantine combat phase of a turn, with attackers put beside the wagons.
fn assault(turn: u8, posts: &[(&str, &str)]) -> Position {
    let mut position = mustered("beroia");
    idle_to(&mut position, turn * 2 - 1);
    for (label, hex) in posts {
        send(&mut position, label, hex);
    }
    play(&mut position, Order::Done);
    position
}

/// What the ring and the axes do to the die of an attack.
fn modifiers(position: &Position, hex: &str, with: &[&str]) -> Vec<(&'static str, String)> {
    let mut position = position.clone();
    play(&mut position, Order::Attack { hex: number(hex) });
    for label in with {
        let unit = counter(&position, label);
        play(&mut position, Order::Join { unit });
    }
    let terms = position.sum_of_attack().terms.into_iter();
    terms.filter(|term| term.rule.starts_with("13.5/")).map(|term| (term.rule, term.value)).collect()
}

fn wagon_in(position: &Position, hex: &str) -> String {
    let hex = position.hex(number(hex)).unwrap();
    position.label(position.baggage_of(Side::Second, hex).unwrap())
}

#[test]
#[covers("R127", "13.5/1", "13.5", "brief.1")]
fn every_wagon_of_the_ring_is_harder_to_take_while_it_touches_two_others() {
    let ring: &[(&str, String)] = &[("13.5/1", "die + 1".into())];
    let posts = [
        ("0505", "0404"),
        ("0506", "0507"),
        ("0604", "0603"),
        ("0606", "0707"),
        ("0705", "0805"),
        ("0706", "0806"),
    ];
    for (wagon, post) in posts {
        let position = assault(1, &[("Skutatoi 3 #1", post)]);
        assert_eq!(modifiers(&position, wagon, &["Skutatoi 3 #1"]), ring, "{wagon}");
    }
    // One of the ring plundered: its two neighbours touch one other only, the rest still two.
    let mut position = assault(1, &[("Skutatoi 3 #1", "0707"), ("Skutatoi 3 #2", "0404")]);
    let gone = wagon_in(&position, "0706");
    strike(&mut position, &gone);
    assert_eq!(modifiers(&position, "0606", &["Skutatoi 3 #1"]), []);
    assert_eq!(modifiers(&position, "0505", &["Skutatoi 3 #2"]), ring);
}

#[test]
#[covers("R127", "13.5/1")]
fn the_ring_helps_a_unit_on_a_wagon_and_nobody_beside_it() {
    let mut position = assault(1, &[("Skutatoi 3 #1", "0507")]);
    assert_eq!(modifiers(&position, "0607", &["Skutatoi 3 #1"]), [], "the nobles stand on no wagon");
    send(&mut position, "Tzelgu", "0606");
    send(&mut position, "Pecheneg nobles", "0606");
    assert_eq!(modifiers(&position, "0606", &["Skutatoi 3 #1"]), [("13.5/1", "die + 1".to_string())]);
}

#[test]
#[covers("R128", "13.5/2", "13.5", "brief.1")]
fn varangians_alone_cut_into_the_ring() {
    let position = assault(
        1,
        &[
            ("Varangians 4 #1", "0507"),
            ("John II", "0507"),
            ("Varangians 3", "0707"),
            ("Skutatoi 3 #1", "0605"),
            ("Varangians 4 #2", "0608"),
        ],
    );
    let both = [("13.5/1", "die + 1".to_string()), ("13.5/2", "die − 1".to_string())];
    assert_eq!(modifiers(&position, "0606", &["Varangians 4 #1"]), both, "the emperor does not spoil it");
    assert_eq!(modifiers(&position, "0606", &["Varangians 4 #1", "Varangians 3"]), both);
    let mixed = modifiers(&position, "0606", &["Varangians 4 #1", "Skutatoi 3 #1"]);
    assert_eq!(mixed, both[..1], "with others it is gone");
    assert_eq!(modifiers(&position, "0607", &["Varangians 4 #2"]), [], "no wagon, no bonus");
}

#[test]
#[covers("R128", "R127", "brief.1")]
fn the_two_bonuses_cancel_and_a_lone_wagon_falls_more_easily() {
    // 4 against 1 is 4/1: a 3 takes the wagon, a 4 tests it, which baggage ignores.
    let fight = |ring: bool, with: &str, face| {
        let mut position = assault(1, &[(with, "0507")]);
        if !ring {
            let gone = wagon_in(&position, "0706");
            strike(&mut position, &gone);
        }
        let wagon = wagon_in(&position, "0606");
        attack(&mut position, "0606", &[with], face);
        position.marks.plundered.has(counter(&position, &wagon))
    };
    assert!(fight(true, "Varangians 4 #2", 3) && !fight(true, "Varangians 4 #2", 4), "as the die says");
    assert!(fight(false, "Varangians 4 #2", 4) && !fight(false, "Varangians 4 #2", 5), "a 4 counts as 3");
    assert!(fight(true, "Franks", 2) && !fight(true, "Franks", 3), "a 3 counts as 4");
    assert!(fight(false, "Franks", 3) && !fight(false, "Franks", 4));
}

/// Varangians on the ground of Beroia, with Pechenegs to the north.
fn riders() -> Drill {
    let drill = Drill::of("beroia").with(|sheet| sheet.moves_first = Side::First);
    let (varangians, skutatoi) = (drill.kind("Varangians 4"), drill.kind("Skutatoi 3"));
    drill.blue("v", varangians, "0713").blue("s", skutatoi, "0513")
}

#[test]
#[covers("R129", "13.5/3", "13.5")]
fn a_third_point_takes_varangians_no_nearer_than_two_hexes_to_the_enemy() {
    let nobles = riders().kind("Pecheneg nobles");
    let mut field = riders().gold("g", nobles.clone(), "0709").begin(Step::Moving);
    field.take_up("v").step("N").step("N");
    assert_eq!(field.at("v"), "0711");
    field.refuses(Order::Step { to: direction("N") }, "13.5/3");
    assert_eq!(field.ways(), ["0610", "0611", "0712", "0810", "0811"]);
    field.step("SW");
    assert_eq!((field.at("v"), field.mover.unit), ("0611".into(), crate::unit::UnitId::NONE));
    // Two points bring them up to the enemy as they bring anybody.
    let mut field = riders().gold("g", nobles.clone(), "0710").begin(Step::Moving);
    field.take_up("v").step("N").step("N");
    assert_eq!((field.at("v"), field.mover.unit), ("0711".into(), crate::unit::UnitId::NONE));
    // Others have no third point at all.
    let mut field = riders().gold("g", nobles, "0703").begin(Step::Moving);
    field.take_up("s").step("N").step("N");
    assert_eq!((field.at("s"), field.mover.unit), ("0511".into(), crate::unit::UnitId::NONE));
}

#[test]
#[covers("R129", "13.5/3")]
fn wagons_count_as_the_enemy_for_the_third_point_and_lone_commanders_do_not() {
    let (wagon, tzelgu) = (riders().kind("Wagons"), riders().kind("Tzelgu"));
    // Having come beside a wagon with the second point, which no zone of control forbids, there is no third.
    let mut field = riders().gold("g", wagon.clone(), "0710").begin(Step::Moving);
    field.take_up("v").step("N").step("N");
    for to in ["NE", "SE", "SW", "NW", "S"] {
        assert!(!field.orders().contains(&Order::Step { to: direction(to) }), "{to}");
    }
    // Starting beside one does not matter.
    let mut field = riders().gold("g", wagon, "0712").begin(Step::Moving);
    field.take_up("v").step("SW");
    assert_eq!(field.at("v"), "0613");
    let mut field = riders().gold("g", tzelgu, "0709").begin(Step::Moving);
    field.take_up("v").step("N").step("N").step("N");
    assert_eq!(field.at("v"), "0710");
}

/// Plunders all wagons but those named.
fn spare(position: &mut Position, kept: &[&str]) {
    for hex in WAGONS.iter().filter(|hex| !kept.contains(hex)) {
        let label = wagon_in(position, hex);
        strike(position, &label);
    }
}

#[test]
#[covers("R130", "13.5")]
fn the_last_wagon_lost_ends_the_battle_at_once_ahead_of_any_threshold() {
    let mut position = assault(3, &[("Varangians 4 #2", "0507")]);
    spare(&mut position, &["0606"]);
    assert_eq!(ended(&position), None, "five are not six");
    // The Byzantines have lost far more than they may.
    for label in
        ["Franks", "Kavallarioi #1", "Kavallarioi #2", "Skutatoi 3 #1", "Skutatoi 3 #2", "Psiloi 2 #1"]
    {
        strike(&mut position, label);
    }
    strike(&mut position, "Peltastoi 3");
    assert!(position.points_lost(Side::First) >= 20);
    attack(&mut position, "0606", &["Varangians 4 #2"], 1);
    assert_eq!(ended(&position), None, "the advance comes first");
    play(&mut position, Order::Done);
    assert_eq!(ended(&position), Some((BYZANTINES, "major", "R130")));
    assert_eq!((position.player_turn, orders(&position)), (5, vec![]));
}

#[test]
#[covers("R131", "13.5", "brief.3")]
fn after_turn_seven_a_plundered_wagon_and_a_living_emperor_decide() {
    let judged = |wagons: usize, emperor: bool| {
        let mut position = mustered("beroia");
        idle_to(&mut position, 13);
        for hex in &WAGONS[..wagons] {
            let label = wagon_in(&position, hex);
            strike(&mut position, &label);
        }
        if !emperor {
            strike(&mut position, "John II");
        }
        idle_out(&mut position);
        assert_eq!(position.game_turn(), 7);
        ended(&position)
    };
    assert_eq!(judged(0, true), Some((THEIR_ENEMIES, "minor", "R131")));
    assert_eq!(judged(0, false), Some((THEIR_ENEMIES, "minor", "R131")));
    assert_eq!(judged(1, true), Some((BYZANTINES, "minor", "R131")));
    assert_eq!(judged(5, true), Some((BYZANTINES, "minor", "R131")));
    assert_eq!(judged(1, false), Some((THEIR_ENEMIES, "minor", "R131")));
}

#[test]
#[covers("brief.3", "13.5", "R131")]
fn nothing_is_judged_at_the_end_of_turn_six() {
    let mut position = mustered("beroia");
    idle_to(&mut position, 12);
    strike(&mut position, "John II");
    while position.player_turn == 12 {
        idle(&mut position);
    }
    assert_eq!((position.game_turn(), ended(&position)), (7, None));
}

#[test]
#[covers("R131", "R104", "13.5")]
fn a_broken_army_loses_whatever_the_wagons_say() {
    let mut position = mustered("beroia");
    idle_to(&mut position, 13);
    let first = wagon_in(&position, "0604");
    strike(&mut position, &first);
    for label in
        ["Franks", "Kavallarioi #1", "Kavallarioi #2", "Kavallarioi #3", "Varangians 4 #2", "Skutatoi 3 #1"]
    {
        strike(&mut position, label);
    }
    idle_out(&mut position);
    assert_eq!(ended(&position), Some((THEIR_ENEMIES, "major", "11")));
}
