//! Boarding, riding and getting off.

use covers::covers;
use engine::Side;

use crate::drill::{Drill, Field, direction, number};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Coming, Kind, Terrain};
use crate::unit::{MarkerKind, UnitId};

fn embark(field: &Field, unit: &str, chariot: &str) -> Order {
    Order::Embark { unit: field.id(unit), chariot: field.id(chariot) }
}

fn debark(field: &Field, unit: &str, hex: &str) -> Order {
    Order::Debark { unit: field.id(unit), hex: number(hex) }
}

#[test]
#[covers("R77", "chariots")]
fn foot_troops_and_leaders_ride_and_nobody_else() {
    use Kind::*;
    for kind in [MI, MS, AX, SD, BO, IB, SK, A, B, C, D, E, F] {
        let field =
            Drill::new().blue("car", CH, "1010", "N").blue("rider", kind, "1011", "S").begin(Step::Embark);
        assert!(field.offers(embark(&field, "rider", "car")), "{kind:?}");
    }
    for kind in [MC, HA, CH] {
        let field =
            Drill::new().blue("car", CH, "1010", "N").blue("rider", kind, "1011", "S").begin(Step::Embark);
        field.refuses(embark(&field, "rider", "car"), "R77");
        assert!(!field.offers(embark(&field, "rider", "car")), "{kind:?}");
    }
}

#[test]
#[covers("chariots.C", "R77")]
fn one_troop_and_any_number_of_leaders_aboard() {
    let mut field = Drill::new()
        .blue("car", Kind::CH, "1010", "N")
        .blue("axes", Kind::AX, "1011", "S")
        .blue("bows", Kind::BO, "1011", "S")
        .blue("a", Kind::A, "1011", "S")
        .blue("d", Kind::D, "1009", "S")
        .blue("f", Kind::F, "1010", "S")
        .begin(Step::Embark);
    let order = embark(&field, "axes", "car");
    field.play(order);
    field.refuses(embark(&field, "bows", "car"), "chariots.C");
    for leader in ["a", "d", "f"] {
        field.refuses(embark(&field, "axes", "car"), "R80");
        let order = embark(&field, leader, "car");
        field.play(order);
        assert_eq!((field.at(leader).as_str(), field.see(leader).aboard), ("1010", field.id("car")));
    }
    // Leaders first do not keep a troop from boarding.
    let mut field = Drill::new()
        .blue("car", Kind::CH, "1010", "N")
        .blue("a", Kind::A, "1010", "S")
        .blue("axes", Kind::AX, "1011", "S")
        .begin(Step::Embark);
    let order = embark(&field, "a", "car");
    field.play(order);
    assert!(field.offers(embark(&field, "axes", "car")));
}

#[test]
#[covers("chariots", "R78", "R7")]
fn boarding_is_from_the_same_or_an_adjacent_hex_and_the_rider_takes_the_chariots_facing() {
    for (hex, reaches) in [("1010", true), ("1009", true), ("0911", true), ("1012", false), ("1209", false)] {
        let mut field = Drill::new()
            .blue("car", Kind::CH, "1010", "NE")
            .blue("axes", Kind::AX, hex, "S")
            .blue("other", Kind::MI, "1010", "S")
            .begin(Step::Embark);
        let order = embark(&field, "axes", "car");
        assert_eq!(field.offers(order), reaches, "{hex}");
        if reaches {
            field.play(order);
            assert_eq!((field.at("axes").as_str(), field.see("axes").facing), ("1010", direction("NE")));
        } else {
            field.refuses(order, "chariots");
        }
    }
}

#[test]
#[covers("R78", "R2")]
fn neither_crests_nor_costly_ground_stand_in_the_way_of_boarding() {
    let field = Drill::new()
        .terrain("1010", Terrain::Woods)
        .crest("1010", "S")
        .blue("car", Kind::CH, "1010", "N")
        .blue("levy", Kind::MI, "1011", "S")
        .begin(Step::Embark);
    assert!(field.offers(embark(&field, "levy", "car")));
}

#[test]
#[covers("R78", "R64")]
fn disrupted_riders_and_disrupted_chariots_do_not_board() {
    for shaken in ["car", "axes"] {
        let field = Drill::new()
            .blue("car", Kind::CH, "1010", "N")
            .blue("axes", Kind::AX, "1011", "S")
            .blue("spare car", Kind::CH, "1110", "N")
            .blue("leader", Kind::C, "1110", "N")
            .disrupted(shaken, MarkerKind::Fire, 1)
            .begin(Step::Embark);
        field.refuses(embark(&field, "axes", "car"), "R64");
    }
}

#[test]
#[covers("R78", "movement.J", "R80")]
fn boarding_comes_before_every_move_and_then_the_rider_moves_only_with_the_chariot() {
    let mut field = Drill::new()
        .blue("car", Kind::CH, "1010", "N")
        .blue("axes", Kind::AX, "1011", "S")
        .blue("bows", Kind::BO, "1109", "S")
        .blue("spare car", Kind::CH, "1209", "S")
        .begin(Step::Embark);
    let order = embark(&field, "axes", "car");
    field.play(order);
    field.refuses(Order::Move { unit: field.id("bows") }, "protocol");
    field.end(Step::Embark);
    assert_eq!(field.step, Step::Moving);
    field.refuses(embark(&field, "bows", "spare car"), "protocol");
    field.refuses(Order::Move { unit: field.id("axes") }, "R80");
    assert!(!field.offers(Order::Move { unit: field.id("axes") }));
    field.take_up("car").step("N");
    assert_eq!((field.at("car"), field.at("axes")), ("1009".into(), "1009".into()));
    field.play(Order::Turn { facing: direction("SE") });
    assert_eq!(field.see("axes").facing, direction("SE"));
    field.play(Order::Halt);
    // Riding was its move: it has none of its own.
    field.refuses(Order::Move { unit: field.id("axes") }, "movement.G");
}

#[test]
#[covers("R78")]
fn boarding_in_front_of_enemy_archers_draws_no_fire() {
    let mut field = Drill::new()
        .blue("car", Kind::CH, "1010", "N")
        .blue("axes", Kind::AX, "1011", "S")
        .gold("bows", Kind::BO, "1009", "S")
        .begin(Step::Embark);
    let order = embark(&field, "axes", "car");
    field.play(order);
    assert_eq!((field.step, field.at("axes").as_str()), (Step::Moving, "1010"));
}

#[test]
#[covers("chariots.B")]
fn enemy_chariots_are_not_boarded() {
    let field = Drill::new()
        .blue("axes", Kind::AX, "1011", "N")
        .blue("car", Kind::CH, "1112", "N")
        .gold("their car", Kind::CH, "1010", "S")
        .begin(Step::Embark);
    field.refuses(embark(&field, "axes", "their car"), "chariots.B");
    assert!(!field.offers(embark(&field, "axes", "their car")));
    assert!(field.offers(embark(&field, "axes", "car")));
    // What is no chariot carries nobody, and nobody boards for the enemy.
    field.refuses(embark(&field, "car", "axes"), "chariots");
    field.refuses(embark(&field, "their car", "car"), "protocol");
    field.refuses(Order::Embark { unit: UnitId(99), chariot: field.id("car") }, "protocol");
}

#[test]
#[covers("R80")]
fn a_chariot_moves_empty() {
    let mut field = Drill::new()
        .blue("car", Kind::CH, "1010", "N")
        .gold("far", Kind::MI, "3010", "N")
        .begin(Step::Moving);
    field.take_up("car").step("N").step("N");
    assert_eq!(field.at("car"), "1008");
}

#[test]
#[covers("R80")]
fn a_chariot_is_deployed_loaded() {
    let mut field = Drill::new()
        .off_map("axes", Side::First, Kind::AX)
        .off_map("bows", Side::First, Kind::BO)
        .off_map("horse", Side::First, Kind::MC)
        .off_map("car", Side::First, Kind::CH)
        .off_map("levy", Side::Second, Kind::MI)
        .begin_in(0, Step::Deploy(Side::First));
    let (axes, bows, horse, car) = (field.id("axes"), field.id("bows"), field.id("horse"), field.id("car"));
    field.play(Order::Place { unit: car, hex: number("1010") }).play(Order::Face { facing: direction("SE") });
    field.refuses(Order::Board { unit: horse, chariot: car }, "R77");
    field.play(Order::Board { unit: axes, chariot: car });
    assert_eq!((field.at("axes").as_str(), field.see("axes").facing), ("1010", direction("SE")));
    assert_eq!(field.see("axes").aboard, car);
    field.refuses(Order::Board { unit: bows, chariot: car }, "chariots.C");
}

/// A chariot in 1010 with Axemen and a leader aboard, after the last move.
fn parked(drill: Drill) -> Field {
    drill
        .blue("car", Kind::CH, "1010", "N")
        .blue("axes", Kind::AX, "1010", "N")
        .blue("leader", Kind::C, "1010", "N")
        .aboard("axes", "car")
        .aboard("leader", "car")
        .begin(Step::Debark)
}

#[test]
#[covers("chariots", "R79", "R14")]
fn a_rider_gets_off_into_any_adjacent_hex_and_faces_as_it_likes() {
    for hex in ["1009", "1110", "1111", "1011", "0911", "0910"] {
        let mut field = parked(Drill::new());
        let order = debark(&field, "axes", hex);
        assert!(field.offers(order), "{hex}");
        field.play(order).play(Order::Face { facing: direction("SW") });
        assert_eq!((field.at("axes").as_str(), field.see("axes").facing), (hex, direction("SW")));
        assert_eq!(field.see("axes").aboard, UnitId::NONE);
    }
    let field = parked(Drill::new());
    field.refuses(debark(&field, "axes", "1008"), "chariots");
    field.refuses(debark(&field, "axes", "1010"), "chariots");
}

#[test]
#[covers("R79")]
fn neither_terrain_nor_crests_nor_archers_hinder_a_rider_who_gets_off() {
    let mut field = parked(
        Drill::new()
            .terrain("1009", Terrain::Slope)
            .crest("1010", "N")
            .terrain("1011", Terrain::Stream)
            .gold("bows", Kind::BO, "1008", "S"),
    );
    assert!(field.offers(debark(&field, "axes", "1011")));
    let order = debark(&field, "axes", "1009");
    field.play(order).play(Order::Face { facing: direction("N") });
    // No window opens for the Bowmen in whose front it now stands.
    assert_eq!((field.step, field.at("axes").as_str()), (Step::Debark, "1009"));
}

#[test]
#[covers("R79", "movement.F", "stacking.C", "R73")]
fn nobody_gets_off_among_enemies_or_into_a_forbidden_stack() {
    let field = parked(
        Drill::new()
            .gold("enemy", Kind::C, "1009", "S")
            .blue("swords", Kind::SD, "1011", "N")
            .blue("x1", Kind::AX, "1110", "N")
            .blue("x2", Kind::AX, "1110", "N")
            .blue("x3", Kind::AX, "1110", "N")
            .blue("y1", Kind::AX, "1111", "N")
            .blue("y2", Kind::BO, "1111", "N")
            .blue("other car", Kind::CH, "0911", "N"),
    );
    field.refuses(debark(&field, "axes", "1009"), "movement.F");
    field.refuses(debark(&field, "axes", "1011"), "R73");
    field.refuses(debark(&field, "axes", "1110"), "R73");
    field.refuses(debark(&field, "axes", "0911"), "R73");
    assert!(field.offers(debark(&field, "axes", "1111")));
    // Leaders do not count in stacks and go to any of them, but not among enemies.
    for hex in ["1011", "1110", "0911"] {
        assert!(field.offers(debark(&field, "leader", hex)), "{hex}");
    }
    field.refuses(debark(&field, "leader", "1009"), "movement.F");
}

#[test]
#[covers("R79", "R106")]
fn nobody_gets_off_where_the_unit_may_not_be() {
    let field = parked(Drill::new().terrain("1009", Terrain::Nile));
    field.refuses(debark(&field, "axes", "1009"), "R106");
    field.refuses(debark(&field, "leader", "1009"), "R106");
}

#[test]
#[covers("R79", "chariots")]
fn a_leader_may_just_stop_riding_but_a_troop_may_not() {
    let mut field = parked(Drill::new());
    let (leader, axes, car) = (field.id("leader"), field.id("axes"), field.id("car"));
    field.refuses(Order::Dismount { unit: axes }, "leaders");
    field.refuses(Order::Dismount { unit: car }, "chariots");
    field.refuses(debark(&field, "car", "1009"), "chariots");
    field.play(Order::Dismount { unit: leader });
    assert_eq!((field.at("leader").as_str(), field.see("leader").aboard), ("1010", UnitId::NONE));
    field.refuses(debark(&field, "leader", "1009"), "chariots");
}

#[test]
#[covers("R64", "R79")]
fn a_disrupted_rider_stays_aboard() {
    let field = Drill::new()
        .blue("car", Kind::CH, "1010", "N")
        .blue("axes", Kind::AX, "1010", "N")
        .blue("leader", Kind::C, "1010", "N")
        .aboard("axes", "car")
        .aboard("leader", "car")
        .disrupted("car", MarkerKind::Movement, 1)
        .disrupted("axes", MarkerKind::Movement, 1)
        .begin(Step::Debark);
    field.refuses(debark(&field, "axes", "1009"), "R64");
    assert!(!field.offers(debark(&field, "axes", "1009")));
    assert!(field.offers(debark(&field, "leader", "1009")));
}

#[test]
#[covers("chariots", "R78", "R79")]
fn a_unit_may_board_ride_and_get_off_in_one_phase() {
    let mut field = Drill::new()
        .blue("leader", Kind::C, "1020", "N")
        .blue("car", Kind::CH, "1020", "N")
        .blue("levy", Kind::MI, "1021", "S")
        .gold("far", Kind::MI, "3010", "N")
        .begin(Step::Embark);
    let order = embark(&field, "levy", "car");
    field.play(order).end(Step::Embark);
    field.take_up("car");
    field.steps("N", 10);
    field.end(Step::Moving);
    let order = debark(&field, "levy", "1009");
    field.play(order).play(Order::Face { facing: direction("N") });
    // Twelve hexes in one phase for a unit that walks three.
    assert_eq!((field.at("levy").as_str(), field.at("car").as_str()), ("1009", "1010"));
}

#[test]
#[covers("R84")]
fn when_the_chariot_dies_its_rider_stays_on_foot_with_its_facing() {
    let mut field = Drill::new()
        .blue("s1", Kind::SD, "1011", "N")
        .blue("s2", Kind::SD, "1011", "N")
        .blue("s3", Kind::SD, "1011", "N")
        .gold("car", Kind::CH, "1010", "SE")
        .gold("axes", Kind::AX, "1010", "SE")
        .gold("leader", Kind::B, "1010", "SE")
        .aboard("axes", "car")
        .aboard("leader", "car")
        .begin(Step::Array);
    field.assault("1010", &["s1", "s2", "s3"]);
    assert_eq!(field.declared(), "12 against 3, 4 to 1");
    // Half of two: the owner gives up the chariot.
    field.roll(4);
    field.play(Order::Lose { unit: field.id("car") });
    field.finish();
    assert!(field.lost("car") && field.is_disrupted("axes"));
    assert_eq!((field.see("axes").aboard, field.see("axes").facing), (UnitId::NONE, direction("SE")));
    // It flees on its own feet, four hexes; the leader stands where he stood.
    let (from, to) = (field.hex(number("1010")).unwrap(), field.see("axes").hex().unwrap());
    assert_eq!(field.battle.distance(from, to), 4);
    assert_eq!((field.at("leader").as_str(), field.see("leader").aboard), ("1010", UnitId::NONE));
}

#[test]
#[covers("R84")]
fn when_the_rider_dies_the_chariot_stays_in_play() {
    let mut field = Drill::new()
        .blue("b1", Kind::IB, "1011", "N")
        .blue("b2", Kind::IB, "1011", "N")
        .blue("b3", Kind::IB, "1011", "N")
        .blue("b4", Kind::IB, "0911", "NE")
        .gold("car", Kind::CH, "1010", "SE")
        .gold("axes", Kind::AX, "1010", "SE")
        .aboard("axes", "car")
        .begin(Step::Aim);
    field.assault("1010", &["b1", "b2", "b3", "b4"]);
    assert_eq!(field.declared(), "8 against 2, 4 to 1");
    field.roll(4);
    field.play(Order::Lose { unit: field.id("axes") });
    assert!(field.lost("axes") && field.is_disrupted("car"));
    assert_eq!((field.at("car").as_str(), field.see("car").facing), ("1010", direction("SE")));
    assert_eq!(field.see("axes").aboard, UnitId::NONE);
}

#[test]
#[covers("R84", "disruption.second")]
fn a_second_disruption_of_the_chariot_alone_puts_its_rider_on_foot() {
    let mut field = Drill::new()
        .blue("swords", Kind::SD, "1011", "N")
        .gold("car", Kind::CH, "1010", "S")
        .gold("axes", Kind::AX, "1010", "S")
        .aboard("axes", "car")
        .disrupted("car", MarkerKind::Fire, 1)
        .begin(Step::Array);
    field.assault("1010", &["swords"]).roll(3);
    field.finish();
    assert_eq!(field.result(), "disrupted");
    assert!(field.lost("car") && !field.lost("axes") && field.is_disrupted("axes"));
    let (from, to) = (field.hex(number("1010")).unwrap(), field.see("axes").hex().unwrap());
    assert_eq!((field.battle.distance(from, to), field.see("axes").aboard), (4, UnitId::NONE));
}

#[test]
#[covers("R21", "R78")]
fn units_off_the_map_board_together_and_enter_as_one() {
    let mut field = Drill::new()
        .with(|sheet| {
            let hexes = sheet.ground.grid.hexes().filter(|&h| sheet.ground.grid.row(h) == 30).collect();
            sheet.groups[0].coming = Coming::Enters { hexes, turn: 1, optional: true };
        })
        .off_map("axes", Side::First, Kind::AX)
        .off_map("car", Side::First, Kind::CH)
        .gold("far", Kind::MI, "3010", "N")
        .begin(Step::Embark);
    let order = embark(&field, "axes", "car");
    field.play(order).end(Step::Embark);
    field.take_up("car").play(Order::Enter { hex: number("1030") });
    field.play(Order::Face { facing: direction("N") });
    assert_eq!((field.at("axes").as_str(), field.see("axes").facing), ("1030", direction("N")));
}

#[test]
#[covers("chariots.E")]
fn a_chariot_that_must_stop_in_a_stream_is_told_of() {
    let drill = || open_stream().blue("car", Kind::CH, "1008", "S").blue("axes", Kind::AX, "1208", "S");
    let told = |field: &Field| -> Vec<(String, Vec<String>)> {
        let stops = field.events.iter().filter(|e| e.rule == "chariots.E");
        stops.map(|e| (e.text.clone(), e.places.iter().map(ToString::to_string).collect())).collect()
    };
    let mut field = drill().begin(Step::Moving);
    field.take_up("axes").step("S").play(Order::Halt);
    assert!(told(&field).is_empty(), "foot is not stopped");
    field.take_up("car").step("S");
    assert_eq!(told(&field), [("Chariot 1 must stop in the stream".into(), vec!["1009".into()])]);
    // Games begun under version 1 are told as they always were.
    let mut first = drill().under(1).begin(Step::Moving);
    first.take_up("car").step("S");
    assert!(told(&first).is_empty());
}

/// A stream from 0909 to 1309.
fn open_stream() -> Drill {
    ["0909", "1009", "1109", "1209", "1309"]
        .into_iter()
        .fold(crate::movement::tests::open(), |drill, hex| drill.terrain(hex, Terrain::Stream))
}
