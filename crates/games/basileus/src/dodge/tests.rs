//! Unseizable units (2.2.1), tested from the rulebook and the rulings.

use covers::covers;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field, bows, chief, direction, foot, horse, number, riders, serpents, wagon};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::Terrain;

fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

/// Gold serpents in 0607 attacked by blue spears from 0606.
fn hunt() -> Drill {
    Drill::open().blue("spears", foot(4), "0606").gold("snake", serpents(2), "0607")
}

/// The attack is made; the serpents roll this.
fn slip(drill: Drill, face: u8) -> Field {
    let mut field = drill.begin(Step::Fighting);
    field.assault("0607", &["spears"]).play(Order::Dodge).roll(face);
    field
}

#[test]
#[covers("2.2.1", "R7")]
fn the_owner_chooses_to_roll_or_to_stand_before_the_combat_die() {
    let mut field = hunt().begin(Step::Fighting);
    field.assault("0607", &["spears"]);
    assert_eq!(field.turn(), Turn::Order(Side::Second));
    assert_eq!(field.orders(), [Order::Dodge, Order::Stand]);
    field.play(Order::Stand);
    // 4 against 1: D1 on 3.
    field.roll(3);
    assert!(field.is_reduced("snake"));
}

#[test]
#[covers("2.2.1", "R7", "R6")]
fn on_five_or_six_it_must_go_and_there_is_no_combat() {
    for face in [5, 6] {
        let mut field = slip(hunt(), face);
        assert_eq!(field.turn(), Turn::Order(Side::Second));
        assert!(field.orders().iter().all(|order| matches!(order, Order::Step { .. })), "it has to go");
        field.refuses(Order::Halt, "2.2.1");
        field.refuses(Order::Stand, "protocol");
        field.step("S").halt();
        assert_eq!(field.at("snake"), "0608");
        assert_eq!(field.combat.stage, Stage::Advance, "no combat die");
    }
    for face in 1..=4 {
        let mut field = slip(hunt(), face);
        assert_eq!(field.combat.stage, Stage::Roll, "one roll and no other");
        field.roll(3);
        assert!(field.is_reduced("snake"));
    }
}

#[test]
#[covers("R6")]
fn every_kind_of_attack_can_be_dodged() {
    let drill = || hunt().blue("bows", bows(3), "0609");
    for attackers in [&["spears"][..], &["bows"], &["spears", "bows"]] {
        let mut field = drill().begin(Step::Fighting);
        field.assault("0607", attackers);
        assert_eq!(field.combat.stage, Stage::Dodge, "{attackers:?}");
        field.play(Order::Dodge).roll(5).step("SE").halt();
        assert_eq!(field.at("snake"), "0708");
    }
}

#[test]
#[covers("2.2.1")]
fn others_cannot_dodge() {
    let mut field =
        Drill::open().blue("spears", foot(4), "0606").gold("men", riders(2), "0607").begin(Step::Fighting);
    field.assault("0607", &["spears"]);
    assert_eq!(field.combat.stage, Stage::Roll);
}

#[test]
#[covers("2.2.1", "R9")]
fn one_hex_or_two_in_any_direction() {
    let mut field = slip(hunt(), 6);
    assert_eq!(field.ways(), ["0507", "0508", "0608", "0707", "0708"], "zones do not matter");
    field.step("NE");
    assert!(field.offers(Order::Halt));
    // 0707 (odd): 0706, 0708, 0806, 0807 and the two hexes it may not enter.
    assert_eq!(field.ways(), ["0706", "0708", "0806", "0807"]);
    field.refuses(step("SW"), "R9");
    field.refuses(step("NW"), "6");
    field.step("N");
    assert_eq!(field.at("snake"), "0706", "beside the attacker again");
    assert_eq!(field.combat.stage, Stage::Advance, "no third hex");
}

#[test]
#[covers("R9")]
fn points_do_not_matter_but_terrain_and_the_enemy_do() {
    let drill = hunt()
        .terrain("0707", Terrain::River)
        .terrain("0708", Terrain::Marsh)
        .terrain("0507", Terrain::Fortification)
        .palisade("0607", "SW")
        .blue("chief", chief(1), "0608")
        .reduced("snake");
    let mut field = slip(drill, 5);
    field.refuses(step("N"), "6");
    field.refuses(step("S"), "R37");
    field.refuses(step("NE"), "tec.river");
    field.refuses(step("NW"), "tec.fortification");
    assert_eq!(field.ways(), ["0508", "0708"]);
    field.step("SE");
    assert_eq!(field.ways(), ["0709", "0807", "0808"]);
    field.refuses(step("SW"), "R37");
}

#[test]
#[covers("R37")]
fn a_withdrawal_catches_nobody() {
    let mut field = slip(hunt().blue("chief", chief(1), "0609"), 5);
    field.step("S");
    field.refuses(step("S"), "R37");
    field.halt();
    assert_eq!(field.at("chief"), "0609");
}

#[test]
#[covers("R8")]
fn on_baggage_there_is_no_roll() {
    let mut field = hunt().gold("cart", wagon(), "0607").begin(Step::Fighting);
    field.assault("0607", &["spears"]);
    assert_eq!(field.combat.stage, Stage::Roll);
    // Plundered baggage binds nobody.
    let mut field = hunt().gold("cart", wagon(), "0607").begin(Step::Fighting);
    let cart = field.id("cart");
    field.plunder(cart);
    field.assault("0607", &["spears"]);
    assert_eq!(field.combat.stage, Stage::Dodge);
}

/// Mountains on these hexes.
fn walled(drill: Drill, hexes: &[&str]) -> Drill {
    hexes.iter().fold(drill, |drill, hex| drill.terrain(hex, Terrain::Mountain))
}

#[test]
#[covers("2.2.1", "R8")]
fn without_a_way_out_there_is_no_roll() {
    let mut field =
        walled(hunt(), &["0507", "0508", "0707", "0708"]).blue("trap", foot(1), "0608").begin(Step::Fighting);
    field.assault("0607", &["spears"]);
    assert_eq!(field.combat.stage, Stage::Roll);
    // A friend in the only open hex with nothing behind him is no way out either.
    let drill = walled(hunt(), &["0507", "0508", "0707", "0708", "0609", "0709", "0509"]);
    let mut field = drill.gold("friend", foot(2), "0608").begin(Step::Fighting);
    field.assault("0607", &["spears"]);
    assert_eq!(field.combat.stage, Stage::Roll);
    // With a hex behind him he is.
    let drill = walled(hunt(), &["0507", "0508", "0707", "0708", "0609", "0709"]);
    let mut field = drill.gold("friend", foot(2), "0608").begin(Step::Fighting);
    field.assault("0607", &["spears"]);
    assert_eq!(field.combat.stage, Stage::Dodge);
}

#[test]
#[covers("R11", "2.2.1")]
fn the_map_edge_is_no_way_out() {
    let corner = || Drill::open().blue("spears", foot(4), "0102").gold("snake", serpents(2), "0101");
    let mut field = corner().begin(Step::Fighting);
    field.assault("0101", &["spears"]).play(Order::Dodge).roll(5);
    field.refuses(step("N"), "R11");
    assert_eq!(field.ways(), ["0201"]);
    let mut field = corner().terrain("0201", Terrain::Mountain).begin(Step::Fighting);
    field.assault("0101", &["spears"]);
    assert_eq!(field.combat.stage, Stage::Roll, "off the map is nowhere");
}

#[test]
#[covers("2.2.1", "R10")]
fn a_friend_ridden_through_stays_and_tests_and_nobody_else_does() {
    let drill = || hunt().gold("friend", foot(2), "0608").gold("bystander", foot(2), "0508");
    let mut field = slip(drill(), 5);
    field.step("S");
    field.refuses(Order::Halt, "6");
    assert_eq!(field.ways(), ["0509", "0609", "0708", "0709"], "not onto the bystander, not back");
    field.step("S");
    assert_eq!((field.at("snake"), field.at("friend")), ("0609".into(), "0608".into()));
    assert_eq!(field.combat.stage, Stage::Tests);
    field.roll(1);
    assert!(field.result().contains("morale 2"), "{}", field.result());
    assert_eq!(field.combat.stage, Stage::Advance, "one test");
    assert!(!field.is_reduced("friend"));
    // Equal: he retreats. Above: he loses a step.
    let mut field = slip(drill(), 5);
    field.step("S").step("S").roll(2);
    assert_eq!(field.turn(), Turn::Order(Side::Second));
    field.step("SE");
    assert_eq!(field.at("friend"), "0709");
    let mut field = slip(drill(), 5);
    field.step("S").step("S").roll(3);
    assert!(field.is_reduced("friend") && !field.is_reduced("snake"));
}

#[test]
#[covers("R10")]
fn riding_past_friends_or_through_commanders_tests_nobody() {
    let mut field = slip(hunt().gold("friend", foot(2), "0608").gold("boss", chief(1), "0708"), 5);
    field.step("SE");
    assert!(field.offers(Order::Halt), "he may join the commander");
    field.step("S");
    assert_eq!(field.at("snake"), "0709");
    assert_eq!(field.combat.stage, Stage::Advance);
    assert_eq!(field.at("boss"), "0708", "who stays where he is");
}

#[test]
#[covers("R14")]
fn the_commander_goes_along() {
    let mut field = slip(hunt().gold("boss", chief(1), "0607"), 5);
    field.step("S").step("S");
    assert_eq!((field.at("snake"), field.at("boss")), ("0609".into(), "0609".into()));
    // To a hex where another commander stands he cannot.
    let mut field = slip(hunt().gold("boss", chief(1), "0607").gold("deputy", chief(1), "0608"), 5);
    field.step("S");
    field.refuses(Order::Halt, "6");
    field.step("S");
    assert_eq!((field.at("boss"), field.at("deputy")), ("0609".into(), "0608".into()));
}

#[test]
#[covers("R10", "R14")]
fn the_commander_of_a_friend_ridden_through_stays_with_his_unit() {
    let drill = || hunt().gold("friend", foot(2), "0608").gold("boss", chief(1), "0608");
    let mut field = slip(drill(), 5);
    field.step("S").step("S");
    assert_eq!(
        (field.at("snake"), field.at("friend"), field.at("boss")),
        ("0609".into(), "0608".into(), "0608".into())
    );
    // Each with his own.
    let mut field = slip(drill().gold("khan", chief(2), "0607"), 5);
    field.step("S");
    field.audit().unwrap();
    field.step("S");
    assert_eq!((field.at("khan"), field.at("boss")), ("0609".into(), "0608".into()));
    field.audit().unwrap();
}

#[test]
#[covers("2.2.1", "R12")]
fn an_adjacent_attacker_may_take_the_hex_and_a_firing_one_may_not() {
    let mut field = hunt().blue("bows", bows(2), "0609").begin(Step::Fighting);
    field.assault("0607", &["spears", "bows"]).play(Order::Dodge).roll(5).step("SE").halt();
    let advance = |field: &Field, name: &str| Order::Advance { unit: field.id(name) };
    assert!(field.offers(advance(&field, "spears")) && field.offers(Order::Done));
    field.refuses(advance(&field, "bows"), "R94");
    field.play(advance(&field, "spears"));
    assert_eq!(field.at("spears"), "0607");
    // Fire alone: nobody advances.
    let mut field = hunt().blue("bows", bows(2), "0609").begin(Step::Fighting);
    field.assault("0607", &["bows"]).play(Order::Dodge).roll(5).step("SE").halt();
    assert_eq!(field.combat.stage, Stage::Idle);
}

#[test]
#[covers("R12")]
fn a_charger_must_take_the_hex() {
    let mut field = Drill::open()
        .blue("knights", horse(4), "0606")
        .ran("knights", "0604", 2)
        .gold("snake", serpents(2), "0607")
        .begin(Step::Fighting);
    field.attack("0607").charge("knights").commit().play(Order::Dodge).roll(6).step("S").step("S");
    field.refuses(Order::Done, "R96");
    field.play(Order::Advance { unit: field.id("knights") });
    assert_eq!(field.at("knights"), "0607");
}

#[test]
#[covers("R13")]
fn the_attack_is_used_up() {
    let mut field = hunt()
        .blue("others", foot(4), "0709")
        .gold("men", foot(2), "0605")
        .gold("prey", foot(2), "0710")
        .begin(Step::Fighting);
    field.assault("0607", &["spears"]).play(Order::Dodge).roll(5).step("S").halt().done();
    assert_eq!(field.at("snake"), "0608");
    // Beside the others now, but attacked already; and the spears have attacked.
    field.refuses(Order::Attack { hex: number("0608") }, "R53");
    field.refuses(Order::Attack { hex: number("0605") }, "10.1");
    assert!(field.offers(Order::Attack { hex: number("0710") }));
}

#[test]
#[covers("R2", "2.2.1")]
fn a_reduced_serpent_dodges_too() {
    let mut field = hunt().reduced("snake").begin(Step::Fighting);
    field.assault("0607", &["spears"]);
    assert_eq!(field.orders(), [Order::Dodge, Order::Stand]);
}
