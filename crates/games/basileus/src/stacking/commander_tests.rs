//! Commanders (7), tested from the rulebook and the rulings.

use covers::covers;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field, bows, chief, direction, foot, horse, number, wagon};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::unit::UnitId;

fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

/// The odds of an attack on 0606 by these units.
fn odds(drill: Drill, attackers: &[&str]) -> String {
    let mut field = drill.begin(Step::Fighting);
    field.attack("0606");
    for name in attackers {
        field.join(name);
    }
    field.odds()
}

#[test]
#[covers("7", "R34")]
fn a_commander_adds_his_strength_hand_to_hand_in_attack_and_defence() {
    let drill = || Drill::open().blue("unit", foot(4), "0607").gold("men", foot(3), "0606");
    assert_eq!(odds(drill(), &["unit"]), "4 against 3, 1/1");
    assert_eq!(odds(drill().blue("chief", chief(2), "0607"), &["unit"]), "6 against 3, 2/1");
    assert_eq!(odds(drill().gold("boss", chief(1), "0606"), &["unit"]), "4 against 4, 1/1");
    // Beside the stack he adds nothing.
    assert_eq!(odds(drill().blue("chief", chief(2), "0608"), &["unit"]), "4 against 3, 1/1");
    assert_eq!(odds(drill().gold("boss", chief(2), "0605"), &["unit"]), "4 against 3, 1/1");
}

#[test]
#[covers("R34")]
fn a_commander_counts_only_if_his_own_stack_fights() {
    let drill = Drill::open()
        .blue("unit", foot(4), "0607")
        .blue("other", foot(3), "0707")
        .blue("chief", chief(2), "0707")
        .gold("men", foot(3), "0606");
    assert_eq!(odds(drill.clone(), &["unit"]), "4 against 3, 1/1");
    assert_eq!(odds(drill, &["unit", "other"]), "9 against 3, 3/1");
}

#[test]
#[covers("R34")]
fn fire_is_made_and_borne_without_commanders() {
    let drill = || Drill::open().blue("bows", bows(4), "0608").gold("men", foot(2), "0606");
    assert_eq!(odds(drill(), &["bows"]), "4 against 2, 2/1");
    let led = drill().blue("chief", chief(2), "0608").gold("boss", chief(2), "0606");
    assert_eq!(odds(led.clone(), &["bows"]), "4 against 2, 2/1");
    // One hand-to-hand attacker, and the defender's commander fights, the archers' still does not.
    assert_eq!(odds(led.blue("unit", foot(4), "0607"), &["bows", "unit"]), "8 against 4, 2/1");
}

/// A gold unit of morale 3 in 0606 has to test; what becomes of it after a roll: "stands", "retreats", "suffers".
fn tested(drill: Drill, face: u8) -> &'static str {
    let mut field = drill.blue("unit", foot(3), "0607").gold("men", foot(3), "0606").begin(Step::Fighting);
    field.assault("0606", &["unit"]).roll(2).roll(face);
    let must_retreat = field.combat.stage == Stage::Retreating;
    match (must_retreat, field.is_reduced("men")) {
        (true, _) => "retreats",
        (_, true) => "suffers",
        _ => "stands",
    }
}

#[test]
#[covers("7", "R35")]
fn a_commander_steadies_his_hex_and_the_six_around_it_by_one() {
    // His strength must not enter the ratio, so he stands beside the men or behind them.
    let with = |hex: &'static str, face| tested(Drill::open().gold("boss", chief(2), hex), face);
    for hex in ["0605", "0706", "0506", "0707", "0507"] {
        assert_eq!(
            [2, 3, 4, 5].map(|face| with(hex, face)),
            ["stands", "stands", "retreats", "suffers"],
            "{hex}"
        );
    }
    for hex in ["0604", "0704", "0406"] {
        assert_eq!([2, 3, 4].map(|face| with(hex, face)), ["stands", "retreats", "suffers"], "{hex}");
    }
}

#[test]
#[covers("7", "R35")]
fn the_stacked_commander_steadies_too() {
    // 4 against 3 and 1: still 1/1, and DT on 2.
    let mut field = Drill::open()
        .blue("unit", foot(4), "0607")
        .gold("men", foot(3), "0606")
        .gold("boss", chief(1), "0606")
        .begin(Step::Fighting);
    field.assault("0606", &["unit"]).roll(2).roll(4);
    assert_eq!(field.combat.stage, Stage::Retreating, "4 is equal to 3 and 1");
    field.finish();
    assert_ne!(field.at("men"), "0606");
    assert_eq!(field.at("boss"), field.at("men"), "he shares the retreat");
}

#[test]
#[covers("R35")]
fn the_bonus_is_one_however_many_commanders_and_only_for_the_own_side() {
    let two = || Drill::open().gold("boss", chief(2), "0605").gold("deputy", chief(2), "0706");
    assert_eq!(tested(two(), 4), "retreats");
    let enemy = || Drill::open().blue("chief", chief(2), "0707");
    assert_eq!(tested(enemy(), 3), "retreats");
    // With a unit of his own he steadies the neighbours all the same.
    let led = || Drill::open().gold("boss", chief(2), "0605").gold("guard", foot(2), "0605");
    assert_eq!(tested(led(), 3), "stands");
}

#[test]
#[covers("7", "R36")]
fn a_commander_dies_with_his_unit_however_it_dies() {
    let drill = || {
        let drill = Drill::open().gold("men", foot(1), "0606").gold("boss", chief(1), "0606");
        drill.blue("unit", foot(4), "0607").reduced("men")
    };
    // A step lost in combat: 4 against 2, D1 on 2.
    let mut field = drill().begin(Step::Fighting);
    field.assault("0606", &["unit"]).roll(2);
    assert!(field.lost("men") && field.lost("boss"));
    // A failed test: DT on 3, morale 1 and 1.
    let mut field = drill().begin(Step::Fighting);
    field.assault("0606", &["unit"]).roll(3).roll(3);
    assert!(field.lost("men") && field.lost("boss"));
    // As attackers: 1 and 1 against 4 is 1/2, A1 on 5.
    let mut field = drill().begin_in(2, Step::Fighting);
    field.assault("0607", &["men"]).roll(5);
    assert!(field.lost("men") && field.lost("boss"));
}

#[test]
#[covers("7", "R36")]
fn a_commander_takes_no_losses_and_no_tests() {
    let drill = || {
        let drill = Drill::open().blue("one", foot(2), "0607").blue("chief", chief(1), "0607");
        drill.blue("two", foot(2), "0707").gold("men", foot(6), "0606")
    };
    // 5 against 6 is 1/1.5: A1 on 6.
    let mut field = drill().begin(Step::Fighting);
    field.assault("0606", &["one", "two"]).roll(6);
    field.refuses(Order::Lose { unit: field.id("chief") }, "R90");
    assert_eq!(field.orders().len(), 2);
    field.play(Order::Lose { unit: field.id("two") });
    assert!(field.is_reduced("two") && !field.lost("chief"));
    // AT on 4: two dice, for the two units.
    let mut field = drill().begin(Step::Fighting);
    field.assault("0606", &["one", "two"]).roll(4).roll(1).roll(1);
    assert_eq!(field.combat.stage, Stage::Idle);
}

#[test]
#[covers("7", "R36")]
fn alone_he_neither_attacks_nor_is_attacked() {
    let mut field = Drill::open()
        .blue("chief", chief(2), "0607")
        .blue("unit", foot(3), "0706")
        .gold("men", foot(3), "0606")
        .begin(Step::Fighting);
    field.attack("0606");
    field.refuses(Order::Join { unit: field.id("chief") }, "7");
    field.refuses(Order::Charge { unit: field.id("chief") }, "7");

    let field = Drill::open()
        .blue("unit", horse(4), "0607")
        .blue("bows", bows(4), "0604")
        .gold("boss", chief(1), "0606")
        .gold("men", foot(3), "0707")
        .begin(Step::Fighting);
    field.refuses(Order::Attack { hex: number("0606") }, "R36");
    assert!(!field.offers(Order::Attack { hex: number("0606") }));
    assert!(field.offers(Order::Attack { hex: number("0707") }));
}

#[test]
#[covers("7", "R37")]
fn a_lone_commander_is_caught_by_whoever_rides_through_his_hex() {
    let drill = || Drill::open().gold("boss", chief(2), "0606");
    let mut field = drill().blue("unit", horse(3), "0607").begin(Step::Moving);
    field.take_up("unit").step("N");
    assert!(field.lost("boss"));
    assert_eq!(field.mover.points, 4, "the ordinary cost, and it may go on");
    field.step("N").halt();
    assert_eq!(field.at("unit"), "0605");
    // Passing beside him does nothing.
    let mut field = drill().blue("unit", horse(3), "0607").begin(Step::Moving);
    field.take_up("unit").step("NE").step("N").step("NW");
    assert_eq!(field.at("unit"), "0605");
    assert_eq!(field.at("boss"), "0606");
}

#[test]
#[covers("R37", "9")]
fn who_catches_a_commander_obeys_the_zones() {
    let mut field = Drill::open()
        .gold("boss", chief(2), "0606")
        .gold("guard", foot(3), "0605")
        .blue("unit", horse(3), "0607")
        .blue("other", horse(3), "0706")
        .begin(Step::Moving);
    field.take_up("other");
    field.refuses(step("SW"), "9");
    field.play(Order::Halt);
    field.take_up("unit").step("N");
    assert!(field.lost("boss"));
    assert_eq!(field.mover.unit, UnitId::NONE, "the guard's zone ends the move");
}

#[test]
#[covers("R37")]
fn only_a_combat_unit_catches_a_commander() {
    let mut field =
        Drill::open().gold("boss", chief(1), "0606").blue("chief", chief(2), "0607").begin(Step::Moving);
    field.take_up("chief");
    field.refuses(step("N"), "R37");
    // With his unit he may go.
    let mut field = Drill::open()
        .gold("boss", chief(1), "0606")
        .blue("chief", chief(2), "0607")
        .blue("unit", foot(2), "0607")
        .begin(Step::Moving);
    field.lead("unit").step("N");
    assert!(field.lost("boss"));
}

#[test]
#[covers("R37", "7")]
fn a_commander_with_his_unit_is_not_caught() {
    let mut field = Drill::open()
        .gold("boss", chief(1), "0606")
        .gold("guard", foot(1), "0606")
        .blue("unit", horse(4), "0607")
        .begin(Step::Moving);
    field.take_up("unit");
    field.refuses(step("N"), "6");
}

#[test]
#[covers("R37")]
fn a_retreat_does_not_lead_through_a_lone_enemy_commander() {
    let mut field = Drill::open()
        .blue("unit", foot(4), "0607")
        .blue("chief", chief(1), "0605")
        .gold("men", foot(2), "0606")
        .begin(Step::Fighting);
    field.assault("0606", &["unit"]).roll(5);
    field.refuses(step("N"), "R37");
    assert_eq!(field.ways(), ["0506", "0706"]);
    assert_eq!(field.turn(), Turn::Order(Side::Second));
}

fn pair() -> Drill {
    Drill::open().blue("unit", foot(3), "0607").blue("chief", chief(1), "0607")
}

fn stack(field: &Field) -> (String, String) {
    (field.at("unit"), field.at("chief"))
}

#[test]
#[covers("R38")]
fn together_they_move_as_one_at_the_lower_allowance() {
    let mut field = pair().begin(Step::Moving);
    field.lead("unit").step("N").step("N");
    assert_eq!(stack(&field), ("0605".into(), "0605".into()));
    assert_eq!(field.mover.unit, UnitId::NONE, "two points of the foot, not four of the commander");
    field.refuses(Order::Move { unit: field.id("unit") }, "8");
    field.refuses(Order::Move { unit: field.id("chief") }, "8");
    // The slower of the two sets the pace, also if it is he.
    let slow = crate::sheet::UnitType { movement: 1, ..chief(2) };
    let mut field =
        Drill::open().blue("unit", horse(3), "0607").blue("chief", slow, "0607").begin(Step::Moving);
    field.lead("unit").step("N");
    assert_eq!(field.mover.unit, UnitId::NONE);
}

#[test]
#[covers("R38")]
fn each_may_move_without_the_other() {
    let mut field = pair().begin(Step::Moving);
    field.take_up("unit").step("N").halt();
    assert_eq!(stack(&field), ("0606".into(), "0607".into()));
    field.take_up("chief").step("S").step("S").step("S").step("S");
    assert_eq!(field.at("chief"), "0611");
    let mut field = pair().begin(Step::Moving);
    field.take_up("chief").step("N").halt();
    assert!(field.offers(Order::Move { unit: field.id("unit") }), "the unit may still move");
    field.refuses(Order::Lead { unit: field.id("unit") }, "R38");
}

#[test]
#[covers("R38")]
fn nobody_is_picked_up_or_led_twice() {
    let mut field = pair().blue("other", foot(3), "0606").begin(Step::Moving);
    field.take_up("chief").step("N").halt();
    // He has moved: the unit he joined goes without him.
    field.refuses(Order::Lead { unit: field.id("other") }, "8");
    field.take_up("other").step("N").halt();
    assert_eq!((field.at("other"), field.at("chief")), ("0605".into(), "0606".into()));
    // A unit that has moved is not led on.
    let mut field = pair().begin(Step::Moving);
    field.take_up("unit").step("N").halt();
    field.take_up("chief").step("N").halt();
    field.refuses(Order::Lead { unit: field.id("unit") }, "8");
}

#[test]
#[covers("R38", "10.4")]
fn a_commander_leads_neither_baggage_nor_himself() {
    let field = Drill::open()
        .blue("unit", foot(3), "0607")
        .blue("cart", wagon(), "0607")
        .blue("chief", chief(1), "0607")
        .begin(Step::Moving);
    field.refuses(Order::Lead { unit: field.id("cart") }, "R38");
    field.refuses(Order::Lead { unit: field.id("chief") }, "R38");
    field.refuses(Order::Move { unit: field.id("cart") }, "8");
}
