//! Who attacks whom (10.1): reach, order and number of attacks.

use covers::covers;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field, bows, chief, foot, horse, number, riders};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::{Terrain, UnitType};

fn strike(hex: &str) -> Order {
    Order::Attack { hex: number(hex) }
}

fn join(field: &Field, name: &str) -> Order {
    Order::Join { unit: field.id(name) }
}

/// Two more units beside one another far away, so that the phase goes on after an attack.
fn with_others(drill: Drill) -> Drill {
    drill.blue("far", foot(2), "0203").gold("idle", foot(2), "0202")
}

#[test]
#[covers("10.1")]
fn nobody_has_to_attack() {
    let mut field =
        Drill::new().blue("foot", foot(4), "0607").gold("enemy", foot(1), "0606").begin(Step::Fighting);
    assert!(field.offers(Order::Done) && field.offers(strike("0606")));
    field.done();
    assert_eq!((field.phasing(), field.step), (Side::Second, Step::Moving));
    assert!(!field.is_reduced("enemy"));
}

#[test]
#[covers("10.1")]
fn several_units_attack_one_hex_with_a_single_die() {
    let mut field = Drill::new()
        .blue("first", foot(2), "0607")
        .blue("second", horse(3), "0605")
        .blue("bows", bows(2), "0608")
        .gold("enemy", foot(3), "0606")
        .begin(Step::Fighting);
    field.attack("0606").join("first").join("second").join("bows");
    assert_eq!(field.odds(), "7 against 3, 2/1");
    field.commit();
    assert_eq!(field.turn(), Turn::Dice(engine::dice::DiceRequest::ONE_D6));
    field.roll(2);
    assert!(field.is_reduced("enemy"));
    assert!(!matches!(field.turn(), Turn::Dice(_)), "one die for all three");
    let rolled = field.events.iter().filter(|e| !e.dice.is_empty()).count();
    assert_eq!(rolled, 1);
}

#[test]
#[covers("10.1")]
fn foot_and_horse_attack_from_the_next_hex_only() {
    for unit in [foot(3), horse(3)] {
        let mut field = Drill::new()
            .blue("far", unit, "0608")
            .blue("near", foot(3), "0605")
            .gold("enemy", foot(3), "0606")
            .begin(Step::Fighting);
        field.attack("0606");
        let why = field.refuses(join(&field, "far"), "10.1");
        assert!(why.contains("not next to"), "{why}");
        assert!(field.offers(join(&field, "near")));
    }
}

#[test]
#[covers("10.1")]
fn a_hex_nobody_can_reach_cannot_be_attacked() {
    let field = Drill::new()
        .blue("foot", foot(3), "0608")
        .gold("enemy", foot(3), "0606")
        .gold("beside", foot(3), "0609")
        .begin(Step::Fighting);
    let why = field.refuses(strike("0606"), "10.1");
    assert!(why.contains("none of your units can attack 0606") && why.contains("is the nearest"), "{why}");
    field.refuses(strike("0601"), "10.1");
    assert!(field.offers(strike("0609")));
    field.refuses(strike("1301"), "protocol");
}

#[test]
#[covers("10.1", "R54")]
fn missile_units_reach_as_far_as_their_range_and_no_farther() {
    let long = UnitType { name: "Long bows".into(), range: 3, ..bows(2) };
    let mut field = Drill::new()
        .blue("foot", foot(3), "0605")
        .blue("bows", bows(2), "0609")
        .blue("riders", riders(2), "0808")
        .blue("long", long, "0509")
        .blue("two", bows(2), "0806")
        .gold("enemy", foot(3), "0606")
        .begin(Step::Fighting);
    field.attack("0606");
    assert!(field.refuses(join(&field, "bows"), "10.1").contains("3 hexes away and the unit reaches 2"));
    assert!(field.refuses(join(&field, "riders"), "10.1").contains("3 hexes away"));
    assert!(field.offers(join(&field, "long")) && field.offers(join(&field, "two")));
}

#[test]
#[covers("10.1")]
fn all_twelve_hexes_two_away_are_in_range_two() {
    for hex in
        ["0604", "0705", "0805", "0806", "0807", "0708", "0608", "0508", "0407", "0406", "0405", "0505"]
    {
        let mut field =
            Drill::new().blue("bows", bows(2), hex).gold("enemy", foot(3), "0606").begin(Step::Fighting);
        field.attack("0606");
        assert!(field.offers(join(&field, "bows")), "{hex}");
    }
}

#[test]
#[covers("R54", "10.3")]
fn distance_decides_between_fire_and_hand_to_hand() {
    for (hex, odds) in [("0607", "3 against 2, 1.5/1"), ("0608", "4 against 2, 2/1")] {
        let mut field =
            Drill::new().blue("bows", bows(4), hex).gold("enemy", foot(2), "0606").begin(Step::Fighting);
        field.attack("0606").join("bows");
        assert_eq!(field.odds(), odds, "{hex}");
        // Hand to hand it is beaten back like any other; shooting it is not.
        field.commit().roll(if hex == "0607" { 5 } else { 6 });
        assert_eq!(field.combat.stage == Stage::Retreating, hex == "0607", "{hex}");
    }
}

#[test]
#[covers("R54")]
fn one_attack_may_mix_both() {
    let mut field = Drill::new()
        .blue("near", bows(4), "0607")
        .blue("far", bows(4), "0604")
        .gold("enemy", foot(2), "0606")
        .begin(Step::Fighting);
    field.attack("0606").join("near").join("far");
    assert_eq!(field.odds(), "7 against 2, 3/1", "3 hand to hand and 4 by fire");
}

#[test]
#[covers("R53", "10.1")]
fn a_unit_attacks_once_in_a_phase() {
    let mut field = Drill::new()
        .blue("foot", foot(3), "0607")
        .blue("mate", foot(3), "0508")
        .gold("one", foot(3), "0606")
        .gold("two", foot(3), "0507")
        .begin(Step::Fighting);
    // A test that is stood leaves everybody where he was.
    field.assault("0606", &["foot"]).roll(2).roll(1);
    field.attack("0507");
    let why = field.refuses(join(&field, "foot"), "10.1");
    assert!(why.contains("has attacked"), "{why}");
    assert!(field.offers(join(&field, "mate")));
}

#[test]
#[covers("R53", "10.1")]
fn a_unit_is_attacked_once_in_a_phase() {
    let mut field = with_others(Drill::new())
        .blue("foot", foot(3), "0607")
        .blue("fresh", foot(3), "0605")
        .gold("enemy", foot(3), "0606")
        .begin(Step::Fighting);
    field.assault("0606", &["foot"]).roll(2).roll(1);
    field.refuses(strike("0606"), "R53");
    assert!(field.offers(strike("0202")));
}

#[test]
#[covers("R53")]
fn a_beaten_unit_keeps_the_mark_where_it_has_gone() {
    let mut field = with_others(Drill::new())
        .blue("foot", foot(3), "0607")
        .blue("bows", bows(3), "0603")
        .gold("enemy", foot(3), "0606")
        .begin(Step::Fighting);
    field.assault("0606", &["foot"]).roll(3).step_to("0605").done();
    assert_eq!(field.at("enemy"), "0605");
    field.refuses(strike("0605"), "R53");
}

#[test]
#[covers("R53")]
fn being_pushed_back_is_no_attack() {
    let mut field = with_others(Drill::new())
        .terrain("0506", Terrain::Mountain)
        .terrain("0507", Terrain::Mountain)
        .terrain("0706", Terrain::Mountain)
        .terrain("0707", Terrain::Mountain)
        .blue("foot", foot(3), "0607")
        .blue("bows", bows(3), "0602")
        .gold("enemy", foot(3), "0606")
        .gold("pushed", foot(3), "0605")
        .begin(Step::Fighting);
    field.assault("0606", &["foot"]).roll(3).step_to("0605").step_to("0604").roll(1).done();
    assert_eq!((field.at("enemy"), field.at("pushed")), ("0605".into(), "0604".into()));
    assert!(field.offers(strike("0604")));
    field.assault("0604", &["bows"]).roll(1);
    assert!(field.is_reduced("pushed"));
}

#[test]
#[covers("R53")]
fn the_marks_are_gone_in_the_next_turn() {
    let mut field =
        Drill::new().blue("foot", foot(3), "0607").gold("enemy", foot(3), "0606").begin(Step::Fighting);
    field.assault("0606", &["foot"]).roll(2).roll(1);
    // The phase is over by itself: gold moves, then fights.
    field.done().assault("0607", &["enemy"]).roll(2).roll(1);
    field.done().assault("0606", &["foot"]).roll(1);
    assert!(field.is_reduced("enemy"));
}

#[test]
#[covers("R52", "10.1")]
fn one_attack_is_carried_out_before_the_next() {
    let mut field = with_others(Drill::new())
        .blue("foot", foot(3), "0607")
        .gold("enemy", foot(3), "0606")
        .begin(Step::Fighting);
    field.refuses(join(&field, "foot"), "R52");
    field.refuses(Order::Commit, "R52");
    field.refuses(Order::Withdraw { hex: number("0606") }, "R52");
    field.attack("0606");
    field.refuses(strike("0202"), "R52");
    field.refuses(strike("0606"), "R52");
    field.refuses(Order::Done, "R52");
    field.refuses(Order::Withdraw { hex: number("0202") }, "R52");
    field.refuses(Order::Commit, "10.1");
    field.join("foot").commit().roll(3);
    // The result is applied before anything else is declared.
    field.refuses(strike("0202"), "protocol");
    field.step_to("0605").done();
    assert!(field.offers(strike("0202")));
}

#[test]
#[covers("R52", "10.1")]
fn an_attack_is_built_up_and_taken_back_freely() {
    let mut field = with_others(Drill::new())
        .blue("foot", foot(3), "0607")
        .blue("mate", foot(2), "0605")
        .gold("enemy", foot(3), "0606")
        .begin(Step::Fighting);
    field.attack("0606").join("foot").join("mate");
    let (foot, mate) = (field.id("foot"), field.id("mate"));
    field.refuses(Order::Join { unit: foot }, "10.1");
    field.play(Order::Leave { unit: foot });
    field.refuses(Order::Leave { unit: foot }, "10.1");
    assert_eq!(field.odds(), "2 against 3, 1/1.5");
    field.play(Order::Withdraw { hex: number("0606") });
    // Nobody has attacked and nobody was attacked.
    field.attack("0202").play(Order::Withdraw { hex: number("0202") });
    field.assault("0606", &["foot", "mate"]).roll(1);
    assert!(field.is_reduced("enemy"));
    assert!(field.marks.attacked.has(mate));
}

#[test]
#[covers("R52")]
fn the_order_of_the_attacks_is_free() {
    for hexes in [["0606", "0202"], ["0202", "0606"]] {
        let mut field = with_others(Drill::new())
            .blue("foot", foot(2), "0607")
            .gold("enemy", foot(2), "0606")
            .begin(Step::Fighting);
        for hex in hexes {
            let with = if hex == "0606" { "foot" } else { "far" };
            field.assault(hex, &[with]).roll(1);
        }
        assert!(field.is_reduced("enemy") && field.is_reduced("idle"));
    }
}

#[test]
#[covers("R55")]
fn hand_to_hand_goes_over_any_side_between_hexes_one_can_stand_in() {
    let grounds: [fn(Drill) -> Drill; 9] = [
        |d| d.palisade("0606", "S"),
        |d| d.stream("0606", "S"),
        |d| d.slope("0606", "S"),
        |d| d.terrain("0606", Terrain::Ford),
        |d| d.terrain("0607", Terrain::Ford),
        |d| d.terrain("0606", Terrain::Bridge),
        |d| d.terrain("0607", Terrain::Bridge),
        |d| d.terrain("0606", Terrain::Wood).stream("0606", "S").palisade("0606", "S").slope("0606", "S"),
        |d| d.terrain("0606", Terrain::Marsh).terrain("0607", Terrain::Village),
    ];
    for (i, ground) in grounds.into_iter().enumerate() {
        let mut field = ground(Drill::new())
            .blue("foot", foot(4), "0607")
            .gold("enemy", foot(1), "0606")
            .begin(Step::Fighting);
        field.assault("0606", &["foot"]).roll(1);
        assert!(field.is_reduced("enemy") || field.lost("enemy"), "ground {i}");
    }
}

#[test]
#[covers("R56")]
fn a_unit_moved_by_a_result_may_attack_afterwards() {
    let mut field = Drill::new()
        .terrain("0507", Terrain::Mountain)
        .terrain("0508", Terrain::Mountain)
        .terrain("0707", Terrain::Mountain)
        .terrain("0708", Terrain::Mountain)
        .blue("foot", foot(3), "0607")
        .blue("pushed", bows(3), "0608")
        .gold("enemy", foot(3), "0606")
        .gold("other", foot(3), "0611")
        .begin(Step::Fighting);
    field.assault("0606", &["foot"]).roll(4).step_to("0608").step_to("0609").roll(1);
    // The defender stays where he is.
    field.done();
    assert_eq!(field.at("pushed"), "0609");
    field.assault("0611", &["pushed"]).roll(1);
    assert!(field.is_reduced("other"));
}

#[test]
#[covers("10.1")]
fn only_own_combat_units_on_the_map_take_part() {
    let mut field = Drill::new()
        .blue("foot", foot(3), "0607")
        .blue("chief", chief(1), "0507")
        .off_map("reserve", Side::First, foot(3))
        .gold("enemy", foot(3), "0606")
        .gold("mate", foot(3), "0605")
        .begin(Step::Fighting);
    field.attack("0606");
    field.refuses(join(&field, "chief"), "7");
    field.refuses(join(&field, "mate"), "protocol");
    field.refuses(join(&field, "reserve"), "R111");
    field.refuses(Order::Join { unit: crate::unit::UnitId(200) }, "protocol");
    field.refuses(Order::Leave { unit: crate::unit::UnitId(200) }, "10.1");
    assert!(field.offers(join(&field, "foot")));
}

#[test]
#[covers("R36")]
fn a_lone_commander_is_no_target() {
    let field = Drill::new()
        .blue("foot", foot(3), "0607")
        .blue("bows", bows(3), "0604")
        .gold("chief", chief(1), "0606")
        .begin(Step::Fighting);
    field.refuses(strike("0606"), "R36");
}
