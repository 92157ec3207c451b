//! Movement (8), tested from the rulebook and the rulings.

use covers::covers;

use crate::drill::{Drill, Field, bows, chief, direction, foot, horse, number, riders};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Terrain, UnitType};
use crate::unit::UnitId;

fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

fn take(field: &Field, name: &str) -> Order {
    Order::Move { unit: field.id(name) }
}

fn in_hand(field: &Field, name: &str) -> bool {
    field.mover.unit == field.id(name)
}

/// How many hexes a unit goes straight south from 0603 in one move.
fn hexes_marched(drill: Drill) -> usize {
    let mut field = drill.begin(Step::Moving);
    field.take_up("unit");
    let mut hexes = 0;
    while in_hand(&field, "unit") {
        field.step("S");
        hexes += 1;
    }
    hexes
}

#[test]
#[covers("8", "tec.plain")]
fn over_the_plain_a_unit_goes_as_many_hexes_as_it_has_points() {
    let hexes = [foot(4), bows(2), horse(3), riders(2), chief(1)]
        .map(|unit_type| hexes_marched(Drill::open().blue("unit", unit_type, "0603")));
    assert_eq!(hexes, [2, 2, 3, 4, 4]);
}

#[test]
#[covers("8")]
fn points_left_over_are_lost() {
    let mut field = Drill::open().blue("unit", foot(3), "0603").begin(Step::Moving);
    field.take_up("unit").step("S").halt();
    field.refuses(take(&field, "unit"), "8");
    // To the own next turn: nothing was saved up.
    field.done().done();
    assert_eq!(field.game_turn(), 2);
    field.take_up("unit").step("S").step("S");
    assert_eq!(field.at("unit"), "0606");
    assert!(!in_hand(&field, "unit"), "two hexes and no third");
}

#[test]
#[covers("8")]
fn a_unit_finishes_its_move_before_another_begins() {
    let mut field = Drill::open()
        .blue("one", foot(3), "0603")
        .blue("two", foot(3), "0803")
        .blue("chief", chief(1), "0803")
        .begin(Step::Moving);
    field.take_up("one").step("S");
    field.refuses(take(&field, "two"), "8");
    field.refuses(Order::Lead { unit: field.id("two") }, "8");
    field.refuses(take(&field, "one"), "8");
    field.refuses(Order::Done, "8");
    field.halt();
    assert!(field.offers(take(&field, "two")));
    assert!(field.offers(Order::Done));
}

#[test]
#[covers("8")]
fn moving_is_optional_and_its_extent_is_free() {
    let mut field = Drill::open().blue("unit", horse(3), "0607").begin(Step::Moving);
    field.take_up("unit");
    assert_eq!(field.ways(), ["0507", "0508", "0606", "0608", "0707", "0708"], "no facing");
    assert!(field.offers(Order::Halt));
    field.step("N").step("S");
    assert_eq!(field.at("unit"), "0607", "there and back is a move too");
    assert!(field.offers(Order::Halt));
    field.halt();
    field.refuses(take(&field, "unit"), "8");
    assert!(field.offers(Order::Done), "the rest stays where it is");
}

#[test]
#[covers("8")]
fn a_hex_the_unit_cannot_pay_for_is_closed() {
    let mut field =
        Drill::open().terrain("0606", Terrain::Wood).blue("unit", foot(3), "0608").begin(Step::Moving);
    field.take_up("unit").step("N");
    let why = field.refuses(step("N"), "8");
    assert!(why.contains("costs 2 ") && why.contains(" 1 is left"), "{why}");
    assert_eq!(field.ways(), ["0507", "0508", "0608", "0707", "0708"]);
}

#[test]
#[covers("8", "R42", "brief.7")]
fn one_hex_can_always_be_entered_whatever_it_costs() {
    let dear = |unit_type: UnitType| {
        let drill = Drill::open().terrain("0606", Terrain::Ford).palisade("0607", "N");
        let mut field = drill.blue("unit", unit_type, "0607").begin(Step::Moving);
        field.take_up("unit").step("N");
        assert_eq!(field.at("unit"), "0606");
        field
    };
    // 3 points: too much for foot, whose move is over, but horse has just enough.
    assert!(!in_hand(&dear(foot(3)), "unit"));
    assert!(!in_hand(&dear(horse(3)), "unit"));
    let field = dear(riders(2));
    assert!(in_hand(&field, "unit"));
    assert_eq!(field.mover.points, 2);
    let slow = UnitType { movement: 1, ..foot(3) };
    assert!(!in_hand(&dear(slow), "unit"));
}

#[test]
#[covers("R42")]
fn the_minimum_move_is_the_first_and_only_step() {
    let mut field = Drill::open()
        .terrain("0606", Terrain::Ford)
        .palisade("0607", "N")
        .blue("unit", foot(3), "0608")
        .begin(Step::Moving);
    field.take_up("unit").step("N");
    field.refuses(step("N"), "8");
}

#[test]
#[covers("R42")]
fn who_has_no_movement_points_has_no_minimum_move() {
    let rooted = UnitType { movement: 0, ..foot(3) };
    let field = Drill::open().blue("unit", rooted, "0607").begin(Step::Moving);
    field.refuses(take(&field, "unit"), "8");
}

#[test]
#[covers("R42")]
fn the_minimum_move_overrides_neither_terrain_nor_stacking_nor_zones() {
    let dear = |terrain| {
        let drill = Drill::open().terrain("0606", terrain).palisade("0607", "N");
        drill.blue("unit", foot(3), "0607")
    };
    let tries = |drill: Drill| {
        let mut field = drill.begin(Step::Moving);
        field.take_up("unit");
        field
    };
    assert!(tries(dear(Terrain::Wood)).offers(step("N")));
    tries(dear(Terrain::Mountain)).refuses(step("N"), "tec.mountain");
    tries(dear(Terrain::Wood).blue("friend", foot(3), "0606")).refuses(step("N"), "R31");
    let between = dear(Terrain::Wood).gold("near", foot(3), "0708").gold("far", foot(3), "0605");
    tries(between).refuses(step("N"), "9");
}

#[test]
#[covers("8", "brief.7", "tec.road")]
fn halves_are_counted_exactly() {
    let road = |drill: Drill| (5..10).fold(drill, |drill, row| drill.road(&format!("06{row:02}"), "S"));
    let mut field = road(Drill::open()).blue("unit", foot(3), "0610").begin(Step::Moving);
    field.take_up("unit").step("N").step("N").step("N").step("N");
    assert_eq!(field.at("unit"), "0606");
    assert!(!in_hand(&field, "unit"), "four halves are two points");

    // ½ and 1: the half that is left buys a step along a road and nothing else.
    let mut field = road(Drill::open()).blue("unit", foot(3), "0610").begin(Step::Moving);
    field.take_up("unit").step("N").step("NE");
    assert_eq!(field.at("unit"), "0709");
    assert!(!in_hand(&field, "unit"));
    let fork = road(Drill::open()).road("0709", "N");
    let mut field = fork.blue("unit", foot(3), "0610").begin(Step::Moving);
    field.take_up("unit").step("N").step("NE");
    assert_eq!(field.ways(), ["0708"]);
    let why = field.refuses(step("S"), "8");
    assert!(why.contains("costs 1 ") && why.contains(" ½ is left"), "{why}");
    field.step("N");
    assert_eq!(field.at("unit"), "0708");
}

#[test]
#[covers("R44")]
fn nobody_walks_off_the_map() {
    for (corner, off) in [
        ("0101", &["N", "NE", "NW", "SW"][..]),
        ("0601", &["N"]),
        ("0614", &["S"]),
        ("0115", &["S", "SE", "SW", "NW"]),
        ("1208", &["NE", "SE"]),
    ] {
        let mut field = Drill::open().blue("unit", horse(3), corner).begin(Step::Moving);
        field.take_up("unit");
        for to in ["N", "NE", "SE", "S", "SW", "NW"] {
            match off.contains(&to) {
                true => drop(field.refuses(step(to), "R44")),
                false => assert!(field.offers(step(to)), "{to} of {corner}"),
            }
        }
    }
}

/// A lane north of 0607: 0606 and 0605 between mountains, open at 0604.
fn lane() -> Drill {
    ["0706", "0707", "0506", "0507", "0705", "0505"]
        .into_iter()
        .fold(Drill::open(), |drill, hex| drill.terrain(hex, Terrain::Mountain))
}

#[test]
#[covers("6", "R31")]
fn friends_are_passed_but_not_stopped_on() {
    let mut field = lane().blue("unit", foot(3), "0607").blue("friend", bows(2), "0606").begin(Step::Moving);
    field.take_up("unit").step("N");
    assert_eq!((field.at("unit"), field.at("friend")), ("0606".into(), "0606".into()));
    field.refuses(Order::Halt, "6");
    field.step("N");
    assert_eq!(field.at("unit"), "0605");
    assert_eq!(field.at("friend"), "0606");
    assert_eq!(field.hex(number("0606")).and_then(|hex| field.fighter(hex)), Some(field.id("friend")));
}

#[test]
#[covers("R31")]
fn a_friends_hex_without_a_way_on_is_closed() {
    // With one point there is neither a way on nor a way back.
    let slow = UnitType { movement: 1, ..foot(3) };
    let mut field = lane().blue("unit", slow, "0607").blue("friend", foot(2), "0606").begin(Step::Moving);
    field.take_up("unit");
    field.refuses(step("N"), "R31");
    assert!(field.offers(step("S")));
    // Two friends deep: foot must come back from the first, horse gets through.
    let two = |unit_type: UnitType| {
        let drill = lane().blue("one", foot(2), "0606").blue("two", foot(2), "0605");
        drill.blue("unit", unit_type, "0607").begin(Step::Moving)
    };
    let mut field = two(foot(3));
    field.take_up("unit").step("N");
    field.refuses(step("N"), "R31");
    assert_eq!(field.ways(), ["0607"]);
    let mut field = two(horse(3));
    field.take_up("unit").step("N").step("N").step("N");
    assert_eq!(field.at("unit"), "0604");
}

#[test]
#[covers("R31")]
fn the_way_on_must_be_payable() {
    // Through the friend into a wood: 1 and 2 points, one too many for foot.
    let drill = || lane().terrain("0605", Terrain::Wood).blue("friend", foot(2), "0606");
    let enter = |unit_type: UnitType| {
        let mut field = drill().blue("unit", unit_type, "0607").begin(Step::Moving);
        field.take_up("unit").step("N");
        field
    };
    let field = enter(foot(3));
    field.refuses(step("N"), "8");
    assert_eq!(field.ways(), ["0607"]);
    let mut field = enter(horse(3));
    field.step("N");
    assert_eq!(field.at("unit"), "0605");
}

#[test]
#[covers("6", "R32")]
fn a_friend_in_an_enemy_zone_is_not_passed() {
    let drill = || {
        let drill = Drill::open().blue("friend", foot(3), "0605").gold("enemy", foot(3), "0604");
        drill.blue("unit", horse(3), "0607").blue("chief", chief(1), "0707")
    };
    let mut field = drill().begin(Step::Moving);
    field.take_up("unit").step("N");
    field.refuses(step("N"), "R32");
    // A commander may stop there, and must.
    let mut field = drill().begin(Step::Moving);
    field.take_up("chief").step("NW").step("N");
    assert_eq!(field.at("chief"), "0605");
    assert_eq!(field.mover.unit, UnitId::NONE);
}

#[test]
#[covers("R32")]
fn a_hex_with_only_a_commander_can_be_stopped_in() {
    let mut field = Drill::open()
        .blue("chief", chief(1), "0605")
        .gold("enemy", foot(3), "0604")
        .blue("unit", horse(3), "0607")
        .begin(Step::Moving);
    field.take_up("unit").step("N").step("N");
    assert_eq!((field.at("unit"), field.at("chief")), ("0605".into(), "0605".into()));
    assert!(!in_hand(&field, "unit"));
}
