//! Impetuosity (2.2.2), tested from the rulebook and the rulings.

use covers::covers;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field, bows, chief, direction, foot, horse, number, wagon};
use crate::order::Order;
use crate::position::{Gait, Stage, Step};
use crate::sheet::{Choices, Terrain, UnitType};
use crate::unit::UnitId;

fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

/// Impetuous cavalry of strength 4.
fn knights() -> UnitType {
    UnitType { name: "Knights".into(), lightning: true, ..horse(4) }
}

fn rash() -> Drill {
    Drill::open().option(|choices| choices.impetuosity = true)
}

fn die_due(field: &Field) -> bool {
    matches!(field.turn(), Turn::Dice(_))
}

fn idle(field: &Field) -> bool {
    field.mover.unit == UnitId::NONE
}

#[test]
#[covers("R5")]
fn both_symbols_are_off_unless_chosen() {
    let none = Choices::default();
    assert!(!none.impetuosity && !none.feigned_flight);
    let mut field =
        Drill::open().blue("knights", knights(), "0609").gold("men", foot(2), "0606").begin(Step::Moving);
    field.take_up("knights").step("N").step("N");
    assert_eq!(field.at("knights"), "0607", "no die anywhere");
    // Nor after fire.
    let mut field =
        Drill::open().blue("bows", bows(2), "0609").gold("knights", knights(), "0607").begin(Step::Fighting);
    field.assault("0607", &["bows"]).roll(6).finish();
    assert!(idle(&field) && !die_due(&field));
}

#[test]
#[covers("2.2.2", "R15")]
fn the_die_comes_before_the_first_step_within_two_hexes() {
    let mut field =
        rash().blue("knights", knights(), "0610").gold("men", foot(2), "0606").begin(Step::Moving);
    field.take_up("knights").step("N");
    assert!(!die_due(&field), "three hexes off");
    field.step("N");
    assert!(die_due(&field));
    assert_eq!(field.at("knights"), "0609", "before the step");
    field.roll(4);
    assert_eq!(field.at("knights"), "0608", "1 to 4: the step is made");
    field.step("N");
    assert!(!die_due(&field) && idle(&field), "one roll a move");
    assert_eq!(field.at("knights"), "0607");
}

#[test]
#[covers("2.2.2")]
fn only_five_and_six_make_it_rush() {
    for face in 1..=6 {
        let mut field =
            rash().blue("knights", knights(), "0609").gold("men", foot(2), "0606").begin(Step::Moving);
        field.take_up("knights").step("N").roll(face);
        let rushes = field.mover.gait == Gait::Rush;
        assert_eq!(rushes, face >= 5, "{face}");
        assert_eq!(field.at("knights"), if rushes { "0609" } else { "0608" });
    }
}

#[test]
#[covers("R15")]
fn others_do_not_roll_and_nobody_rolls_beside_the_enemy() {
    let mut field = rash().blue("horse", horse(4), "0609").gold("men", foot(2), "0606").begin(Step::Moving);
    field.take_up("horse").step("N");
    assert!(!die_due(&field));
    // It stands beside the enemy and goes off: no die, although it stays near.
    let mut field =
        rash().blue("knights", knights(), "0607").gold("men", foot(2), "0606").begin(Step::Moving);
    field.take_up("knights").step("S");
    assert!(!die_due(&field));
    assert_eq!(field.at("knights"), "0608");
}

#[test]
#[covers("R15")]
fn baggage_excites_it_and_a_lone_commander_does_not() {
    let mut field =
        rash().blue("knights", knights(), "0609").gold("cart", wagon(), "0606").begin(Step::Moving);
    field.take_up("knights").step("N");
    assert!(die_due(&field));
    let mut field =
        rash().blue("knights", knights(), "0609").gold("boss", chief(1), "0606").begin(Step::Moving);
    field.take_up("knights").step("N");
    assert!(!die_due(&field));
}

#[test]
#[covers("2.2.2", "R17")]
fn it_rushes_with_what_is_left_until_it_is_beside_the_enemy() {
    let mut field =
        rash().blue("knights", knights(), "0610").gold("men", foot(2), "0606").begin(Step::Moving);
    field.take_up("knights").step("N").step("N").roll(5);
    assert_eq!(field.mover.points, 4);
    assert_eq!(field.turn(), Turn::Order(Side::First), "the owner picks the steps");
    field.refuses(Order::Halt, "2.2.2");
    field.refuses(Order::Done, "2.2.2");
    field.refuses(step("S"), "2.2.2");
    field.refuses(step("SE"), "2.2.2");
    assert_eq!(field.ways(), ["0608"]);
    field.step("N");
    assert!(!idle(&field));
    field.step("N");
    assert_eq!(field.at("knights"), "0607");
    assert!(idle(&field));
}

#[test]
#[covers("R17")]
fn the_rush_ends_when_the_points_do_or_the_way_is_blocked() {
    // The last of three points brings it no farther than two hexes off.
    let mut field =
        rash().blue("knights", knights(), "0611").gold("men", foot(2), "0606").begin(Step::Moving);
    field.take_up("knights").step("N").step("N").step("N").roll(6);
    assert_eq!(field.mover.points, 2);
    field.step("N");
    assert_eq!(field.at("knights"), "0608");
    assert!(idle(&field));
    // A mountain in the only nearer hex.
    let drill = rash().terrain("0607", Terrain::Mountain);
    let mut field = drill.blue("knights", knights(), "0608").gold("men", foot(2), "0606").begin(Step::Moving);
    field.take_up("knights").step("NE").roll(6);
    assert_eq!(field.at("knights"), "0608", "blocked at once");
    assert!(idle(&field) && field.marks.moved.has(field.id("knights")));
    // Through a friend to a wood it can just pay for.
    let drill = rash().blue("friend", foot(2), "0607").terrain("0606", Terrain::Wood);
    let mut field = drill.blue("knights", knights(), "0608").gold("men", foot(2), "0605").begin(Step::Moving);
    field.take_up("knights").step("N").roll(6);
    assert_eq!(field.ways(), ["0607"]);
    field.step("N").step("N");
    assert_eq!(field.at("knights"), "0606");
}

#[test]
#[covers("2.2.2", "R17")]
fn the_adversary_picks_among_equally_near_enemies() {
    let mut field = rash()
        .blue("knights", knights(), "0609")
        .gold("north", foot(2), "0606")
        .gold("south", foot(2), "0612")
        .gold("far", foot(2), "0602")
        .begin(Step::Moving);
    field.take_up("knights").step("N").roll(5);
    assert_eq!(field.turn(), Turn::Order(Side::Second));
    field.refuses(Order::Provoke { unit: field.id("far") }, "2.2.2");
    assert_eq!(field.orders().len(), 2);
    field.play(Order::Provoke { unit: field.id("south") });
    assert_eq!(field.turn(), Turn::Order(Side::First));
    assert_eq!(field.ways(), ["0610"], "away from the hex it meant to enter");
    field.step("S").step("S");
    assert_eq!(field.at("knights"), "0611");
}

#[test]
#[covers("R17", "R31")]
fn blocked_in_a_friends_hex_it_still_finds_a_place_of_its_own() {
    let mut field = rash()
        .terrain("0608", Terrain::Mountain)
        .blue("knights", knights(), "0610")
        .blue("friend", foot(2), "0609")
        .gold("north", foot(2), "0606")
        .gold("south", foot(2), "0712")
        .begin(Step::Moving);
    field.take_up("knights").step("N").step("SE").roll(5);
    field.play(Order::Provoke { unit: field.id("north") });
    // The mountain stops the rush before it begins, but nobody stays on a friend.
    assert_eq!((field.at("knights"), field.turn()), ("0609".into(), Turn::Order(Side::First)));
    field.refuses(Order::Halt, "6");
    field.step("NE");
    assert_eq!(field.at("knights"), "0709");
    assert!(field.offers(Order::Halt) && !die_due(&field));
}

#[test]
#[covers("R18")]
fn in_its_own_turn_the_rush_is_its_move_and_may_be_a_charge() {
    let mut field =
        rash().blue("knights", knights(), "0609").gold("men", foot(2), "0606").begin(Step::Moving);
    field.take_up("knights").step("N").roll(5).step("N").step("N");
    assert!(field.marks.moved.has(field.id("knights")));
    field.refuses(Order::Move { unit: field.id("knights") }, "8");
    field.done();
    assert!(field.offers(Order::Done), "no duty to attack");
    field.attack("0606").charge("knights");
    assert_eq!(field.odds(), "5 against 2, 2/1");
}

#[test]
#[covers("R37", "R17")]
fn a_rush_rides_a_lone_commander_down() {
    let mut field = rash()
        .blue("knights", knights(), "0609")
        .gold("boss", chief(1), "0608")
        .gold("men", foot(2), "0606")
        .begin(Step::Moving);
    field.take_up("knights").step("N").roll(6).step("N");
    assert!(field.lost("boss"));
    field.step("N");
    assert_eq!(field.at("knights"), "0607");
}

#[test]
#[covers("R17", "R38")]
fn a_commander_led_along_rushes_too() {
    let mut field = rash()
        .blue("knights", knights(), "0609")
        .blue("chief", chief(1), "0609")
        .gold("men", foot(2), "0606")
        .begin(Step::Moving);
    field.lead("knights").step("N").roll(6).step("N").step("N");
    assert_eq!((field.at("knights"), field.at("chief")), ("0607".into(), "0607".into()));
}

/// Gold knights in 0607, shot at by blue archers in 0609 without effect that matters (4/1 and a DT passed).
fn shot_at(drill: Drill) -> Field {
    let mut field =
        drill.blue("bows", bows(6), "0609").gold("knights", knights(), "0607").begin(Step::Fighting);
    // 6 against 4 is 1.5/1: DT on 3, and a test passed.
    field.assault("0607", &["bows"]).roll(3).roll(1);
    field
}

#[test]
#[covers("2.2.2", "R16", "R17")]
fn after_fire_it_rolls_and_rushes_with_all_its_points() {
    let mut field = shot_at(rash());
    assert_eq!(field.combat.stage, Stage::Idle, "the attack is over");
    assert!(die_due(&field));
    field.roll(5);
    assert_eq!(field.turn(), Turn::Order(Side::Second), "the owner of the knights");
    assert_eq!(field.mover.points, 6);
    field.refuses(step("N"), "2.2.2");
    field.step("S");
    assert_eq!(field.at("knights"), "0608");
    assert!(idle(&field), "beside the archers");
    let mut field = shot_at(rash());
    field.roll(4);
    assert!(idle(&field));
    assert_eq!(field.at("knights"), "0607");
}

#[test]
#[covers("R16")]
fn beside_an_enemy_it_bears_the_fire() {
    let field = shot_at(rash().blue("watch", foot(2), "0606"));
    assert!(!die_due(&field) && idle(&field));
    let field = shot_at(rash().blue("cart", wagon(), "0606"));
    assert!(!die_due(&field) && idle(&field), "baggage is a unit to be adjacent to");
    let field = shot_at(rash().blue("chief", chief(1), "0606"));
    assert!(die_due(&field), "a lone commander is not");
}

#[test]
#[covers("R16")]
fn an_attack_with_anybody_hand_to_hand_is_no_fire() {
    let mut field = rash()
        .blue("bows", bows(2), "0609")
        .blue("spears", foot(4), "0606")
        .gold("knights", knights(), "0607")
        .begin(Step::Fighting);
    // 6 against 4: DR on 4; it retreats out of reach of everybody.
    field.assault("0607", &["bows", "spears"]).roll(4);
    field.step_to("0708").play(Order::Done);
    assert!(!die_due(&field) && idle(&field));
}

#[test]
#[covers("R16")]
fn the_dead_do_not_rush_and_the_living_do_after_their_retreat() {
    let drill = || rash().blue("bows", bows(6), "0609").gold("knights", knights(), "0607");
    let mut field = drill().reduced("knights").begin(Step::Fighting);
    // 6 against 3: D1 on 2.
    field.assault("0607", &["bows"]).roll(2);
    assert!(field.lost("knights") && !die_due(&field));
    let mut field = drill().begin(Step::Fighting);
    // DR on 4, and only then the temper.
    field.assault("0607", &["bows"]).roll(4);
    assert!(!die_due(&field));
    field.step_to("0606");
    assert!(die_due(&field));
    field.roll(5).step("S").step("S");
    assert_eq!(field.at("knights"), "0608");
}

#[test]
#[covers("R18")]
fn after_fire_the_rush_is_neither_its_move_nor_a_run_up() {
    let mut field = shot_at(rash());
    field.roll(5).step("S");
    assert_eq!((field.phasing(), field.step), (Side::Second, Step::Moving));
    assert!(field.offers(Order::Move { unit: field.id("knights") }), "its own move is still to come");
    field.done();
    field.attack("0609");
    field.refuses(Order::Charge { unit: field.id("knights") }, "R58");
}

#[test]
#[covers("R16", "R17")]
fn after_fire_the_shooters_side_picks_the_enemy_it_rushes_at() {
    let mut field = shot_at(rash().blue("other", foot(2), "0605"));
    field.roll(6);
    assert_eq!(field.turn(), Turn::Order(Side::First));
    field.play(Order::Provoke { unit: field.id("other") });
    assert_eq!(field.turn(), Turn::Order(Side::Second));
    assert_eq!(field.ways(), ["0606"]);
    assert_eq!(field.hex(number("0607")).and_then(|hex| field.fighter(hex)), Some(field.id("knights")));
}
