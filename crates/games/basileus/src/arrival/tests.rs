//! Reinforcements (13.1, 13.3), tested from the rulebook and the rulings.

use covers::covers;
use engine::Side;

use crate::drill::{Drill, Field, number};
use crate::order::Order;
use crate::position::{BaitTaken, Step};
use crate::sheet::UnitType;
use crate::unit::Spot;

/// The hexes a reinforcement may be placed in now, in order.
fn entries(field: &Field, name: &str) -> Vec<String> {
    let id = field.id(name);
    let orders = field.orders().into_iter();
    let hexes = orders.filter_map(|order| match order {
        Order::Place { unit, hex } if unit == id => Some(hex.to_string()),
        _ => None,
    });
    let mut hexes: Vec<String> = hexes.collect();
    hexes.sort();
    hexes
}

fn place(field: &Field, name: &str, hex: &str) -> Order {
    Order::Place { unit: field.id(name), hex: number(hex) }
}

const PECHENEGS: [&str; 4] = [
    "Pecheneg mounted archers #1",
    "Pecheneg mounted archers #2",
    "Pecheneg mounted archers #3",
    "Pecheneg mounted archers #4",
];

/// Puts the Pechenegs into these hexes one after another; "" kills.
fn ride(field: &mut Field, hexes: [&str; 4]) {
    for (name, hex) in PECHENEGS.into_iter().zip(hexes) {
        let id = field.id(name);
        match hex {
            "" => field.lift(id, Spot::LOST),
            hex => {
                let hex = field.hex(number(hex)).unwrap();
                field.shift(id, hex);
            }
        }
    }
}

/// Arcadiopolis at the end of turn 3, the Pechenegs having ridden like this.
fn skleros(rides: &[[&str; 4]]) -> Field {
    let mut field = Drill::battle("arcadiopolis");
    rides.iter().for_each(|&hexes| ride(&mut field, hexes));
    (field.player_turn, field.step) = (6, Step::Fighting);
    field
}

/// On to the Byzantine movement phase of a turn; Rus reinforcements are placed as the list has them.
fn byzantines_in(field: &mut Field, turn: u8) {
    while (field.game_turn(), field.phasing(), field.step) != (turn, Side::First, Step::Moving) {
        let order = if field.offers(Order::Done) { Order::Done } else { field.orders()[0] };
        field.play(order);
    }
}

const FAR: [&str; 4] = ["0814", "0714", "0614", "0514"];
const COME_ON: [&str; 4] = ["0503", "0603", "0703", "0802"];

#[test]
#[covers("13.1/1", "R112")]
fn if_a_pecheneg_hung_back_the_byzantines_come_on_turn_four() {
    for rides in [&[FAR][..], &[["0503", "0603", "0703", "0804"]]] {
        let mut field = skleros(rides);
        field.done();
        assert_eq!((field.game_turn(), field.phasing()), (4, Side::Second));
        byzantines_in(&mut field, 4);
        for name in ["Hikanatoi", "Skutatoi 3 #1", "Skutatoi 2 #1", "Psiloi 2 #1"] {
            assert_eq!(entries(&field, name), ["1111", "1112", "1211", "1212"], "{name}");
        }
        for name in ["Exkoubites", "Skutatoi 3 #2", "Skutatoi 2 #2", "Psiloi 2 #2"] {
            assert_eq!(entries(&field, name), ["0111", "0210", "0211", "0212"], "{name}");
        }
        for name in ["Bardas Skleros", "Scholai", "Arithmoi"] {
            assert_eq!(entries(&field, name), ["0501", "0601", "0701"], "{name}");
        }
    }
}

#[test]
#[covers("13.1/1", "R112")]
fn if_all_pechenegs_came_on_the_byzantines_come_on_turn_five_farther_north() {
    let mut field = skleros(&[COME_ON]);
    field.done();
    byzantines_in(&mut field, 4);
    let why = field.refuses(place(&field, "Hikanatoi", "1112"), "13.1");
    assert!(why.contains("before turn 5"), "{why}");
    assert!(field.offers(Order::Done), "nobody is due");
    byzantines_in(&mut field, 5);
    for name in ["Hikanatoi", "Skutatoi 3 #1", "Skutatoi 2 #1", "Psiloi 2 #1"] {
        assert_eq!(entries(&field, name), ["1110", "1111", "1209", "1210"], "{name}");
    }
    for name in ["Exkoubites", "Skutatoi 3 #2", "Skutatoi 2 #2", "Psiloi 2 #2"] {
        assert_eq!(entries(&field, name), ["0109", "0208", "0209", "0210"], "{name}");
    }
    for name in ["Bardas Skleros", "Scholai", "Arithmoi"] {
        assert_eq!(entries(&field, name), ["0501", "0601", "0701"], "{name}");
    }
}

#[test]
#[covers("R112")]
fn nobody_comes_before_turn_four() {
    let mut field = Drill::battle("arcadiopolis");
    for turn in 1..=3 {
        byzantines_in(&mut field, turn);
        field.refuses(place(&field, "Scholai", "0601"), "13.1");
        assert!(field.offers(Order::Done));
        field.done();
    }
}

/// Whether the Pechenegs have taken the bait when turn 4 begins.
fn taken(rides: &[[&str; 4]]) -> bool {
    let mut field = skleros(rides);
    assert_eq!(field.bait, BaitTaken::Untested);
    field.done();
    field.bait == BaitTaken::Yes
}

#[test]
#[covers("R112")]
fn having_been_in_row_three_at_any_moment_is_enough() {
    assert!(taken(&[COME_ON, FAR]));
    assert!(taken(&[["0503", "0614", "0714", "0814"], ["0514", "0601", "0703", "0803"]]));
    assert!(!taken(&[["0504", "0604", "0704", "0804"]]), "row 4 is not enough");
    assert!(!taken(&[["0503", "0603", "0703", "0804"], FAR]));
}

#[test]
#[covers("R112")]
fn only_living_pechenegs_are_asked() {
    assert!(taken(&[["0503", "0614", "0703", "0803"], ["0503", "", "0703", "0803"]]));
    assert!(!taken(&[["0503", "0614", "0703", "0803"], ["", "0614", "", ""]]));
    assert!(!taken(&[COME_ON, ["", "", "", ""]]), "the dead cross nothing");
}

#[test]
#[covers("R112")]
fn it_is_tested_once_at_the_start_of_turn_four() {
    let mut field = skleros(&[FAR]);
    field.done();
    ride(&mut field, COME_ON);
    byzantines_in(&mut field, 4);
    assert_eq!(entries(&field, "Hikanatoi").len(), 4, "too late to delay them");
    byzantines_in(&mut field, 5);
    assert_eq!(field.bait, BaitTaken::No, "nor is it tested again");
    let mut field = Drill::battle("arcadiopolis");
    ride(&mut field, COME_ON);
    byzantines_in(&mut field, 3);
    assert_eq!(field.bait, BaitTaken::Untested);
}

#[test]
#[covers("13.1/1", "R112")]
fn a_pecheneg_that_rides_there_and_back_counts() {
    let drill = Drill::of("arcadiopolis");
    let archers = drill.kind("Pecheneg mounted archers");
    let rest = drill.kind("Kavallarioi");
    let mut field = drill.gold("scout", archers, "0605").blue("rest", rest, "0612").begin_in(5, Step::Moving);
    assert!(!field.marks.drawn_on.has(field.id("scout")));
    field.take_up("scout").step("N").step("N").step("S").step("S");
    assert_eq!(field.at("scout"), "0605");
    assert!(field.marks.drawn_on.has(field.id("scout")));
}

#[test]
#[covers("13.1/2")]
fn the_rus_reinforcements_come_on_turns_six_and_seven_by_their_own_hexes() {
    let mut field = Drill::battle("arcadiopolis");
    let rus_in = |field: &mut Field, turn: u8| {
        while (field.game_turn(), field.phasing(), field.step) != (turn, Side::Second, Step::Moving) {
            let order = if field.offers(Order::Done) { Order::Done } else { field.orders()[0] };
            field.play(order);
        }
    };
    rus_in(&mut field, 5);
    field.refuses(place(&field, "Rus pikemen 4 #1", "0414"), "13.1");
    rus_in(&mut field, 6);
    assert_eq!(entries(&field, "Bulgarian mounted archers #1"), ["0315", "1014"]);
    for name in ["Sveinald", "Rus pikemen 4 #1", "Rus pikemen 3 #1", "Rus pikemen 2 #1"] {
        assert_eq!(entries(&field, name), ["0414", "0915"], "{name}");
    }
    field.refuses(place(&field, "Bulgarian mounted archers #1", "0414"), "R111");
    field.refuses(place(&field, "Rus pikemen 4 #1", "0315"), "R111");
    field.refuses(place(&field, "Slavs #1", "0315"), "13.1");
    let mut field = Drill::battle("arcadiopolis");
    (field.player_turn, field.step) = (12, Step::Fighting);
    field.done();
    assert_eq!(entries(&field, "Slavs #1"), ["0315", "1014"]);
    for name in ["Rus archers #1", "Rus pikemen 4 #2", "Rus pikemen 3 #2"] {
        assert_eq!(entries(&field, name), ["0414", "0915"], "{name}");
    }
}

/// The second Rus reinforcements, due on turn 7 in 0414 and 0915.
fn second_rus(extra: impl FnOnce(Drill) -> Drill) -> Field {
    let drill = Drill::of("arcadiopolis");
    let (archers, pikes) = (drill.kind("Rus archers"), drill.kind("Rus pikemen 3"));
    let rest = drill.kind("Kavallarioi");
    let drill = drill
        .blue("rest", rest.clone(), "0601")
        .gold("others", rest, "0801")
        .off_map("archers", Side::Second, archers.clone())
        .off_map("more archers", Side::Second, archers)
        .off_map("pikes", Side::Second, pikes);
    let drill = ["archers", "more archers", "pikes"].into_iter().fold(drill, |d, name| d.of_group(name, 8));
    extra(drill).begin_in(13, Step::Moving)
}

#[test]
#[covers("R111", "R28")]
fn placing_is_a_duty_while_a_listed_hex_is_free() {
    let mut field = second_rus(|d| d);
    field.refuses(Order::Done, "R111");
    assert!(field.offers(Order::Move { unit: field.id("others") }), "others may move first");
    field.play(place(&field, "archers", "0414"));
    field.refuses(Order::Done, "R111");
    field.refuses(place(&field, "pikes", "0414"), "6");
    field.play(place(&field, "pikes", "0915"));
    // Both hexes are taken: the second archers may wait.
    assert!(entries(&field, "more archers").is_empty());
    assert!(field.offers(Order::Done));
    // A hex that was left can be used again, and then must be.
    field.take_up("pikes").step("N").halt();
    assert_eq!(entries(&field, "more archers"), ["0915"]);
    field.refuses(Order::Done, "R111");
    field.play(place(&field, "more archers", "0915"));
    field.done();
}

#[test]
#[covers("R111")]
fn placing_costs_nothing_and_the_unit_moves_in_full() {
    let mut field = second_rus(|d| d);
    field.play(place(&field, "pikes", "0915"));
    field.refuses(place(&field, "pikes", "0414"), "3");
    field.take_up("pikes").step("N").step("N");
    assert_eq!(field.at("pikes"), "0913");
    // Placing is not moving: no other unit is in hand before or after.
    field.play(place(&field, "archers", "0915"));
    field.take_up("archers");
    field.refuses(place(&field, "more archers", "0414"), "8");
}

#[test]
#[covers("R111")]
fn zones_do_not_bar_placing_and_enemy_units_do() {
    let skutatoi = |d: &Drill| -> UnitType { d.kind("Skutatoi 3") };
    let mut field = second_rus(|d| {
        let kind = skutatoi(&d);
        d.blue("watch", kind.clone(), "0814").blue("block", kind, "0414")
    });
    assert_eq!(entries(&field, "pikes"), ["0915"]);
    field.refuses(place(&field, "pikes", "0414"), "6");
    field.play(place(&field, "pikes", "0915"));
    assert!(field.offers(Order::Done));
    assert!(field.offers(Order::Move { unit: field.id("pikes") }), "out of the zone it may go");
}

#[test]
#[covers("R111", "13.1")]
fn without_a_free_hex_they_come_next_turn_by_the_same_hexes() {
    let mut field = second_rus(|d| {
        let kind = d.kind("Skutatoi 3");
        d.blue("one", kind.clone(), "0915").blue("two", kind, "0414")
    });
    assert!(entries(&field, "pikes").is_empty());
    assert!(field.offers(Order::Done));
    field.done();
    field.take_up("one").step("N").halt();
    while field.phasing() == Side::First {
        field.done();
    }
    assert_eq!(field.game_turn(), 8);
    assert_eq!(entries(&field, "pikes"), ["0915"]);
    field.refuses(Order::Done, "R111");
}

#[test]
#[covers("R113", "13.1/1")]
fn held_up_units_keep_the_hexes_of_their_turn() {
    let drill = Drill::of("arcadiopolis");
    let (horse, pikes) = (drill.kind("Hikanatoi"), drill.kind("Rus pikemen 3"));
    let rest = drill.kind("Kavallarioi");
    let drill = drill.off_map("horse", Side::First, horse).of_group("horse", 1).blue("rest", rest, "0601");
    let blocks = [("a", "1112"), ("b", "1111"), ("c", "1212"), ("d", "1211")];
    let drill = blocks.into_iter().fold(drill, |d, (name, hex)| d.gold(name, pikes.clone(), hex));
    let mut field = drill.begin_in(8, Step::Moving);
    field.bait = BaitTaken::No;
    assert!(entries(&field, "horse").is_empty());
    assert!(field.offers(Order::Done));
    while (field.game_turn(), field.step) != (5, Step::Moving) {
        field.done();
    }
    field.take_up("a").step("S");
    byzantines_in(&mut field, 5);
    assert_eq!(entries(&field, "horse"), ["1112"], "not 1110, 1210 or 1209");
}

#[test]
#[covers("R116", "R25")]
fn the_sorties_cavalry_comes_by_the_edges_of_map_c() {
    let mut field = Drill::battle("dorostolon-sortie");
    field.play(Order::Muster).play(Order::Muster);
    (field.player_turn, field.step) = (5, Step::Fighting);
    field.done();
    assert_eq!((field.game_turn(), field.phasing(), field.step), (3, Side::First, Step::Moving));
    assert_eq!(entries(&field, "Exkoubites"), ["0214", "0315", "0414", "0515", "0614", "0715", "0814"]);
    assert_eq!(entries(&field, "Hikanatoi"), ["0301", "0401", "0501", "0601", "0701", "0801"]);
    field.refuses(place(&field, "Hikanatoi", "0214"), "R111");
    field.refuses(Order::Done, "R111");
    // And not before.
    let mut field = Drill::battle("dorostolon-sortie");
    field.play(Order::Muster).play(Order::Muster);
    (field.player_turn, field.step) = (4, Step::Moving);
    field.refuses(place(&field, "Hikanatoi", "0301"), "13.3");
}

/// Two mangonels, Rus pikes beside the first, Sviatoslav's men waiting; Rus combats of a turn.
fn siege(turn: u8) -> Field {
    let drill = Drill::of("dorostolon-sortie");
    let (engine, pikes) = (drill.kind("Mangonels"), drill.kind("Rus pikemen 4"));
    let (prince, third) = (drill.kind("Sviatoslav"), drill.kind("Rus pikemen 3"));
    let guard = drill.kind("Skutatoi 2");
    let drill = drill
        .blue("north", engine.clone(), "0602")
        .blue("south", engine, "0314")
        .blue("guard", guard, "1010")
        .gold("storm", pikes.clone(), "0603")
        .off_map("prince", Side::Second, prince)
        .off_map("fourth", Side::Second, pikes)
        .off_map("third", Side::Second, third);
    let drill = ["prince", "fourth", "third"].into_iter().fold(drill, |d, name| d.of_group(name, 9));
    drill.begin_in(turn * 2 - 1, Step::Fighting)
}

/// The first mangonel falls; on to the next Rus movement phase, or the end.
fn burn(field: &mut Field) {
    // 4 against 1: D1 on 3.
    field.assault("0602", &["storm"]).roll(3).finish();
    assert!(field.lost("north"));
    while field.outcome.is_none() && (field.phasing(), field.step) != (Side::Second, Step::Moving) {
        field.done();
    }
}

#[test]
#[covers("13.3/3", "R121")]
fn a_mangonel_lost_before_turn_six_brings_sviatoslav_out_next_turn() {
    for turn in 1..=5 {
        let mut field = siege(turn);
        assert_eq!(field.last_turn(), 6);
        burn(&mut field);
        assert_eq!((field.game_turn(), field.last_turn()), (turn + 1, 8));
        let gates = ["0104", "0110", "0204", "0209", "0305", "0309"];
        for name in ["prince", "fourth", "third"] {
            assert_eq!(entries(&field, name), gates, "{name} on turn {}", turn + 1);
        }
        field.refuses(Order::Done, "R111");
        for (name, hex) in [("prince", "0305"), ("third", "0104"), ("fourth", "0309")] {
            field.refuses(Order::Done, "R111");
            field.play(place(&field, name, hex));
        }
        assert!(field.offers(Order::Done));
    }
}

#[test]
#[covers("13.3/3", "R121")]
fn a_mangonel_lost_in_turn_six_brings_nobody() {
    let mut field = siege(6);
    burn(&mut field);
    assert!(field.outcome.is_some(), "the battle ends after turn 6");
    assert_eq!((field.game_turn(), field.last_turn()), (6, 6));
}

#[test]
#[covers("13.3/3", "R121")]
fn while_both_mangonels_stand_sviatoslav_stays_in_town() {
    let mut field = siege(2);
    // 4 against 1: DR on 5 moves no baggage.
    field.assault("0602", &["storm"]).roll(5).finish();
    while (field.game_turn(), field.phasing(), field.step) != (3, Side::Second, Step::Moving) {
        field.done();
    }
    field.refuses(place(&field, "prince", "0104"), "13.3/3");
    assert!(field.offers(Order::Done));
    assert_eq!(field.last_turn(), 6);
}
