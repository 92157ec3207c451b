//! Feigned flight (2.2.4), tested from the rulebook and the rulings.

use covers::covers;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field, chief, direction, foot, horse, riders, wagon};
use crate::order::Order;
use crate::position::{Gait, Step};
use crate::sheet::{Terrain, UnitType};

fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

/// Mounted archers with the double arrow.
fn steppe() -> UnitType {
    UnitType { name: "Steppe riders".into(), arrows: true, ..riders(2) }
}

/// A steppe rider in 0607; the others are added by the test.
fn sly() -> Drill {
    Drill::open().option(|choices| choices.feigned_flight = true).blue("sly", steppe(), "0607")
}

fn feign(field: &Field, target: &str) -> Order {
    Order::Feign { target: field.id(target) }
}

/// The rider tempts the gold "men"; this is rolled.
fn tempt(drill: Drill, face: u8) -> Field {
    let mut field = drill.begin(Step::Moving);
    field.take_up("sly");
    field.play(feign(&field, "men"));
    assert!(matches!(field.turn(), Turn::Dice(_)));
    field.roll(face);
    field
}

fn lured(drill: Drill, face: u8) -> bool {
    tempt(drill, face).mover.gait == Gait::Lured
}

/// Whether the rider in hand may tempt the gold "men".
fn may_tempt(drill: Drill) -> bool {
    let mut field = drill.begin(Step::Moving);
    field.take_up("sly");
    let order = feign(&field, "men");
    if !field.offers(order) {
        field.refuses(order, "R20");
    }
    field.offers(order)
}

#[test]
#[covers("R5", "2.2.4")]
fn without_the_option_or_the_symbol_nobody_feigns() {
    let drill = sly().option(|choices| choices.feigned_flight = false).gold("men", foot(3), "0604");
    let mut field = drill.begin(Step::Moving);
    field.take_up("sly");
    field.refuses(feign(&field, "men"), "2.2.4");
    let mut field = sly().blue("plain", riders(2), "0807").gold("men", foot(3), "0604").begin(Step::Moving);
    field.take_up("plain");
    field.refuses(feign(&field, "men"), "2.2.4");
}

#[test]
#[covers("2.2.4", "R20")]
fn the_target_is_two_or_three_hexes_away() {
    for (hex, near) in [("0606", false), ("0605", true), ("0604", true), ("0603", false), ("0907", true)] {
        assert_eq!(may_tempt(sly().gold("men", foot(3), hex)), near, "{hex}");
    }
}

#[test]
#[covers("2.2.4", "R20")]
fn the_target_stands_alone() {
    let drill = || sly().gold("men", foot(3), "0604");
    assert!(may_tempt(drill().gold("other", foot(2), "0602")));
    assert!(!may_tempt(drill().gold("other", foot(2), "0603")));
    assert!(may_tempt(drill().gold("boss", chief(1), "0603")), "a commander is no combat unit");
    assert!(may_tempt(drill().gold("boss", chief(1), "0604")));
    assert!(may_tempt(drill().gold("cart", wagon(), "0603")), "nor is baggage");
    assert!(!may_tempt(drill().blue("near", foot(2), "0603")), "it is engaged");
    assert!(!may_tempt(drill().blue("near", wagon(), "0603")));
}

#[test]
#[covers("R20")]
fn baggage_stacks_on_it_and_lone_commanders_are_not_lured() {
    assert!(!may_tempt(sly().gold("men", foot(3), "0604").gold("cart", wagon(), "0604")));
    assert!(!may_tempt(sly().gold("men", wagon(), "0604")));
    assert!(!may_tempt(sly().gold("men", chief(1), "0604")));
    assert!(!may_tempt(sly().blue("men", foot(2), "0604")), "nor friends");
}

#[test]
#[covers("2.2.4", "R21")]
fn below_its_strength_the_target_stays_and_otherwise_it_is_lured() {
    for strength in 1..=6 {
        for face in 1..=6 {
            let drill = sly().gold("men", foot(strength), "0604");
            assert_eq!(lured(drill, face), face >= strength, "strength {strength}, die {face}");
        }
    }
}

#[test]
#[covers("R21", "R4")]
fn the_side_now_showing_counts_and_a_commander_adds_his_strength() {
    assert!(lured(sly().gold("men", foot(3), "0604").reduced("men"), 2));
    let led = || sly().gold("men", foot(3), "0604").gold("boss", chief(2), "0604");
    assert!(!lured(led(), 4));
    assert!(lured(led(), 5));
    let beside = sly().gold("men", foot(3), "0604").gold("boss", chief(2), "0603");
    assert!(lured(beside, 3), "only if stacked");
}

#[test]
#[covers("2.2.4", "R21", "R5")]
fn the_like_of_it_is_wiser_and_the_impetuous_are_easier() {
    let wise = || sly().gold("men", UnitType { arrows: true, ..foot(3) }, "0604");
    assert!(!lured(wise(), 3));
    assert!(lured(wise(), 4));
    let rash = || sly().gold("men", UnitType { lightning: true, ..foot(3) }, "0604");
    assert!(!lured(rash(), 2), "the other option is off: no effect of any kind");
    let on = || rash().option(|choices| choices.impetuosity = true);
    assert!(lured(on(), 2));
    assert!(!lured(on(), 1));
    let both = UnitType { arrows: true, lightning: true, ..foot(3) };
    let both = || sly().gold("men", both.clone(), "0604").option(|choices| choices.impetuosity = true);
    assert!(!lured(both(), 2));
    assert!(lured(both(), 3));
}

#[test]
#[covers("2.2.4", "R22")]
fn its_owner_leads_it_two_hexes_towards_the_tempter() {
    let mut field = tempt(sly().gold("men", foot(3), "0604"), 6);
    assert_eq!(field.turn(), Turn::Order(Side::Second));
    field.refuses(step("N"), "R22");
    field.refuses(step("NE"), "R22");
    field.refuses(Order::Halt, "2.2.4");
    assert_eq!(field.ways(), ["0605"]);
    field.step("S");
    assert_eq!(field.turn(), Turn::Order(Side::Second));
    field.step("S");
    assert_eq!(field.at("men"), "0606");
    assert_eq!(field.turn(), Turn::Order(Side::First), "and the tempter goes on");
}

#[test]
#[covers("R22")]
fn where_two_ways_lead_nearer_the_owner_chooses() {
    // 0808 is two hexes from 0607, and both 0707 and 0708 lead there.
    let field = tempt(sly().gold("men", foot(3), "0907"), 6);
    assert_eq!(field.ways(), ["0806", "0807"]);
}

#[test]
#[covers("R22")]
fn it_stops_in_an_enemy_zone() {
    // Two hexes off: the first step already brings it beside the tempter.
    let mut field = tempt(sly().gold("men", foot(3), "0605"), 6);
    field.step("S");
    assert_eq!(field.at("men"), "0606");
    assert_eq!(field.mover.gait, Gait::March);
    // Another unit's zone does as well.
    let mut field = tempt(sly().gold("men", foot(3), "0604").blue("watch", foot(2), "0706"), 6);
    field.step("S");
    assert_eq!(field.at("men"), "0605");
    assert_eq!(field.turn(), Turn::Order(Side::First));
}

#[test]
#[covers("R22")]
fn points_do_not_matter_to_the_lured_and_uncrossable_or_occupied_hexes_do() {
    let slow = UnitType { movement: 1, ..foot(3) };
    let drill = sly().terrain("0605", Terrain::Marsh).palisade("0605", "S").terrain("0606", Terrain::Wood);
    let mut field = tempt(drill.gold("men", slow, "0604"), 6);
    field.step("S").step("S");
    assert_eq!(field.at("men"), "0606");
    for terrain in [Terrain::River, Terrain::Mountain, Terrain::Fortification] {
        let field = tempt(sly().terrain("0605", terrain).gold("men", foot(3), "0604"), 6);
        assert_eq!(field.at("men"), "0604", "blocked");
        assert_eq!(field.turn(), Turn::Order(Side::First));
    }
    // Friends' counters stand in its way, and after one hex it may be blocked as well.
    let field = tempt(sly().gold("men", foot(3), "0604").gold("cart", wagon(), "0605"), 6);
    assert_eq!((field.at("men"), field.mover.gait), ("0604".into(), Gait::March));
    let mut field = tempt(sly().terrain("0606", Terrain::River).gold("men", foot(3), "0604"), 6);
    field.step("S");
    assert_eq!((field.at("men"), field.mover.gait), ("0605".into(), Gait::March));
}

#[test]
#[covers("R22", "R37")]
fn the_lured_do_not_ride_over_a_lone_commander() {
    let field = tempt(sly().gold("men", foot(3), "0604").blue("chief", chief(1), "0605"), 6);
    assert_eq!((field.at("men"), field.at("chief")), ("0604".into(), "0605".into()));
    assert_eq!(field.turn(), Turn::Order(Side::First));
}

#[test]
#[covers("R22")]
fn its_commander_goes_along() {
    let mut field = tempt(sly().gold("men", foot(1), "0604").gold("boss", chief(1), "0604"), 6);
    field.step("S").step("S");
    assert_eq!((field.at("men"), field.at("boss")), ("0606".into(), "0606".into()));
}

#[test]
#[covers("2.2.4", "R23")]
fn the_tempter_then_moves_as_usual() {
    for face in [1, 6] {
        let mut field = tempt(sly().gold("men", foot(3), "0604"), face);
        while field.mover.gait == Gait::Lured {
            field.step("S");
        }
        assert_eq!(field.mover.points, 8, "all its points");
        // Out of the zone it may have drawn upon itself, and on.
        field.step("S").step("S").step("S").step("S");
        assert_eq!(field.at("sly"), "0611");
    }
}

#[test]
#[covers("R23")]
fn it_is_declared_before_the_first_step_and_once() {
    let drill = || sly().gold("men", foot(3), "0604");
    let mut field = drill().begin(Step::Moving);
    field.take_up("sly").step("S").step("N");
    field.refuses(feign(&field, "men"), "R23");
    let mut field = tempt(drill(), 1);
    field.refuses(feign(&field, "men"), "R23");
    field.halt();
    field.refuses(Order::Move { unit: field.id("sly") }, "8");
}

#[test]
#[covers("R23")]
fn several_units_may_try_the_same_target() {
    let mut field = tempt(sly().blue("slier", steppe(), "0706").gold("men", foot(3), "0604"), 1);
    field.halt();
    field.take_up("slier");
    field.play(feign(&field, "men")).roll(3);
    assert_eq!(field.mover.gait, Gait::Lured);
}

#[test]
#[covers("R23")]
fn next_turn_it_may_try_again() {
    let mut field = tempt(sly().gold("men", foot(3), "0604"), 1);
    field.halt().done().done();
    assert_eq!(field.game_turn(), 2);
    field.take_up("sly");
    assert!(field.offers(feign(&field, "men")));
}

#[test]
#[covers("R2", "2.2.4")]
fn reduced_riders_feign_too_and_horse_is_lured_like_foot() {
    assert!(may_tempt(sly().reduced("sly").gold("men", horse(3), "0604")));
}
