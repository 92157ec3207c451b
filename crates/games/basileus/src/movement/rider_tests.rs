//! Varangians on horseback (13.5/3, ruling R129).

use crate::drill::{Drill, Field, direction};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::Terrain;
use crate::unit::UnitId;
use covers::covers;

fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

/// Varangians on the open lane of map A, John II far off, and somebody of the enemy in 0607.
fn guard(at: &str, enemy: Option<&str>) -> Drill {
    let drill = Drill::of("beroia");
    let (guard, emperor) = (drill.kind("Varangians 4"), drill.kind("John II"));
    let (archers, shields) = (drill.kind("Pecheneg mounted archers"), drill.kind("Skutatoi 2"));
    let kind = enemy.map(|name| drill.kind(name));
    let drill = drill.blue("guard", guard, at).blue("emperor", emperor, "0715");
    let drill = drill.blue("rest", shields, "1201").gold("far", archers, "0101");
    match kind {
        Some(kind) => drill.gold("enemy", kind, "0607"),
        None => drill,
    }
}

fn move_is_over(field: &Field) -> bool {
    field.mover.unit == UnitId::NONE && field.marks.moved.has(field.id("guard"))
}

#[test]
#[covers("13.5/3", "R129")]
fn far_from_the_enemy_varangians_ride_three_hexes() {
    let mut field = guard("0613", None).begin(Step::Moving);
    field.take_up("guard").step("N").step("N").step("N");
    assert_eq!(field.at("guard"), "0610");
    assert!(move_is_over(&field), "three and no fourth");
}

#[test]
#[covers("13.5/3")]
fn nobody_else_rides_and_nowhere_else() {
    let drill = guard("0613", None);
    let others = [drill.kind("Skutatoi 3"), drill.kind("Peltastoi 3"), drill.kind("Psiloi 2")];
    for other in others {
        let mut field = guard("0613", None).blue("foot", other, "0810").begin(Step::Moving);
        field.take_up("foot").step("N").step("N");
        assert!(field.marks.moved.has(field.id("foot")), "two hexes");
    }
    let practice = Drill::of("practice");
    let axes = practice.kind("Varangians 3");
    let rest = practice.kind("Kavallarioi");
    let mut field = practice.blue("guard", axes, "0613").blue("rest", rest, "1201").begin_in(2, Step::Moving);
    // Two halves by road and a whole point beside it.
    field.take_up("guard").step("N").step("N").step("NE");
    assert!(move_is_over(&field));
}

#[test]
#[covers("13.5/3", "R129")]
fn the_third_point_does_not_lead_beside_the_enemy() {
    let mut field = guard("0611", Some("Wagons")).begin(Step::Moving);
    field.take_up("guard").step("N").step("N");
    field.refuses(step("N"), "13.5/3");
    assert_eq!(field.ways(), ["0509", "0510", "0610", "0709", "0710"]);
    // With two points they may come as close as they like.
    let mut field = guard("0610", Some("Wagons")).begin(Step::Moving);
    field.take_up("guard").step("N").step("N");
    assert_eq!(field.at("guard"), "0608");
    assert!(move_is_over(&field), "beside the enemy there is no third hex");
}

#[test]
#[covers("R129")]
fn a_hex_beside_the_enemy_earlier_in_the_move_bars_the_third_point_too() {
    let there_and_back = |enemy| {
        let mut field = guard("0609", enemy).begin(Step::Moving);
        field.take_up("guard").step("N").step("S");
        assert_eq!(field.at("guard"), "0609");
        field
    };
    assert!(move_is_over(&there_and_back(Some("Wagons"))));
    assert_eq!(there_and_back(None).ways().len(), 6);
}

#[test]
#[covers("R129")]
fn beginning_beside_the_enemy_does_not_matter() {
    let mut field = guard("0608", Some("Wagons")).begin(Step::Moving);
    field.take_up("guard").step("S").step("S").step("S");
    assert_eq!(field.at("guard"), "0611");
}

#[test]
#[covers("R129")]
fn lone_commanders_and_plundered_wagons_do_not_count() {
    let mut field = guard("0611", Some("Tzelgu")).begin(Step::Moving);
    field.take_up("guard").step("N").step("N").step("N");
    assert_eq!(field.at("guard"), "0608");
    let mut field = guard("0611", Some("Wagons")).begin(Step::Moving);
    let wagon = field.id("enemy");
    field.plunder(wagon);
    field.take_up("guard").step("N").step("N").step("N");
    assert_eq!(field.at("guard"), "0608");
}

#[test]
#[covers("R129")]
fn it_is_the_sum_above_two_that_counts_not_the_third_hex() {
    // 1 for the plain and 2 for the wood beside the wagon.
    let wooded = |at: &str| guard(at, Some("Wagons")).terrain("0608", Terrain::Wood);
    let mut field = wooded("0610").begin(Step::Moving);
    field.take_up("guard").step("N");
    field.refuses(step("N"), "13.5/3");
    let mut field = wooded("0609").begin(Step::Moving);
    field.take_up("guard").step("N");
    assert_eq!(field.at("guard"), "0608", "2 points are normal movement");
    // A wood away from everybody is reached with 1 and 2.
    let mut field = guard("0613", None).terrain("0611", Terrain::Wood).begin(Step::Moving);
    field.take_up("guard").step("N").step("N");
    assert_eq!(field.at("guard"), "0611");
}

#[test]
#[covers("R129", "R42")]
fn the_minimum_move_may_end_beside_the_enemy() {
    let drill = guard("0609", Some("Wagons")).terrain("0608", Terrain::Wood).palisade("0609", "N");
    let mut field = drill.begin(Step::Moving);
    field.take_up("guard").step("N");
    assert_eq!(field.at("guard"), "0608");
    assert!(move_is_over(&field));
}

#[test]
#[covers("13.5/3", "R38")]
fn the_emperor_rides_with_his_guard() {
    let mut field = guard("0715", None).begin(Step::Moving);
    field.lead("guard").step("N").step("N").step("N");
    assert_eq!((field.at("guard"), field.at("emperor")), ("0712".into(), "0712".into()));
    assert!(move_is_over(&field));
}
