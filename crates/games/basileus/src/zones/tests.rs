//! Zones of control (9), tested from the rulebook and the rulings.

use covers::covers;
use engine::Side;

use crate::drill::{Drill, Field, bows, chief, direction, foot, horse, mangonel, number, riders, wagon};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Terrain, UnitType};
use crate::unit::UnitId;

const AROUND_0606: [&str; 6] = ["0605", "0607", "0706", "0707", "0506", "0507"];

fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

/// Whether a hex is in gold's zone of control.
fn zone(field: &Field, hex: &str) -> bool {
    field.in_zone(Side::Second, field.hex(number(hex)).expect("a hex of the map"))
}

fn stopped(field: &Field) -> bool {
    field.mover.unit == UnitId::NONE
}

#[test]
#[covers("9", "2.1")]
fn a_unit_controls_the_six_hexes_around_it_and_no_other() {
    let field = Drill::open().gold("enemy", foot(3), "0606").begin(Step::Moving);
    let around = |hex: &str| AROUND_0606.contains(&hex);
    for column in 4..=8 {
        for row in 3..=9 {
            let hex = format!("{column:02}{row:02}");
            assert_eq!(zone(&field, &hex), around(&hex), "{hex}");
        }
    }
}

#[test]
#[covers("9", "R45")]
fn combat_units_have_zones_and_commanders_and_baggage_have_none() {
    let controls = |unit_type: UnitType| {
        let field = Drill::open().gold("enemy", unit_type, "0606").begin(Step::Moving);
        let hexes = AROUND_0606.into_iter().filter(|hex| zone(&field, hex)).count();
        assert!(hexes == 0 || hexes == 6);
        hexes == 6
    };
    assert!([foot(1), bows(1), horse(3), riders(2)].into_iter().all(controls));
    assert!(![chief(2), wagon(), mangonel()].into_iter().any(controls));
}

#[test]
#[covers("R45")]
fn reduced_units_and_units_on_baggage_control_too() {
    let field = Drill::open().gold("enemy", foot(1), "0606").reduced("enemy").begin(Step::Moving);
    assert!(zone(&field, "0605"));
    let field =
        Drill::open().gold("cart", wagon(), "0606").gold("enemy", bows(1), "0606").begin(Step::Moving);
    assert!(zone(&field, "0605"));
    let field =
        Drill::open().gold("cart", wagon(), "0606").gold("chief", chief(1), "0604").begin(Step::Moving);
    assert!(!zone(&field, "0605"));
}

#[test]
#[covers("9")]
fn entering_a_zone_costs_nothing_more_and_ends_the_move() {
    let mut field =
        Drill::open().gold("enemy", foot(3), "0604").blue("unit", riders(2), "0607").begin(Step::Moving);
    field.take_up("unit").step("N");
    assert_eq!(field.mover.spent, 2);
    field.step("N");
    assert_eq!(field.at("unit"), "0605");
    assert!(stopped(&field) && field.marks.moved.has(field.id("unit")));
    // The price is that of the hex: with one point left the last step can be paid.
    let mut field =
        Drill::open().gold("enemy", foot(3), "0604").blue("unit", foot(2), "0607").begin(Step::Moving);
    field.take_up("unit").step("N").step("N");
    assert_eq!(field.at("unit"), "0605");
}

#[test]
#[covers("9", "R47")]
fn no_step_leads_from_zone_to_zone() {
    // Between two enemies, and along one and the same.
    let mut field = Drill::open()
        .gold("one", foot(3), "0606")
        .gold("two", foot(3), "0808")
        .blue("unit", horse(3), "0607")
        .begin(Step::Moving);
    field.take_up("unit");
    field.refuses(step("NE"), "9");
    field.refuses(step("NW"), "9");
    field.refuses(step("SE"), "9");
    assert_eq!(field.ways(), ["0508", "0608"], "0708 is in the zone of the other enemy");
}

#[test]
#[covers("9", "R47")]
fn a_unit_pinned_by_zones_is_not_taken_up_and_hears_why() {
    let field = Drill::open()
        .gold("north", foot(3), "0606")
        .gold("south", foot(3), "0608")
        .blue("unit", horse(3), "0607")
        .begin(Step::Moving);
    field.refuses(Order::Move { unit: field.id("unit") }, "9");
}

#[test]
#[covers("9", "R48")]
fn out_of_a_zone_across_a_free_hex_and_into_a_zone() {
    let mut field =
        Drill::open().gold("enemy", foot(3), "0606").blue("unit", horse(3), "0607").begin(Step::Moving);
    field.take_up("unit").step("SE").step("N");
    assert_eq!(field.at("unit"), "0707");
    assert!(stopped(&field));
}

#[test]
#[covers("9", "R48")]
fn a_unit_may_leave_a_zone_freely() {
    let mut field =
        Drill::open().gold("enemy", foot(3), "0606").blue("unit", foot(3), "0607").begin(Step::Moving);
    field.take_up("unit").step("S").step("S");
    assert_eq!(field.at("unit"), "0609");
}

#[test]
#[covers("R46", "9")]
fn commanders_are_bound_alone_and_with_their_unit() {
    let drill = || Drill::open().gold("enemy", foot(3), "0604").blue("chief", chief(1), "0606");
    let mut field = drill().begin(Step::Moving);
    field.take_up("chief").step("N");
    assert!(stopped(&field), "he stops in the zone");
    let mut field = drill().blue("guard", horse(3), "0606").begin(Step::Moving);
    field.lead("guard").step("N");
    assert!(stopped(&field));
    // And he does not slip along the line.
    let mut field =
        Drill::open().gold("enemy", foot(3), "0604").blue("chief", chief(1), "0605").begin(Step::Moving);
    field.take_up("chief");
    field.refuses(step("NE"), "9");
    field.refuses(step("NW"), "9");
    assert_eq!(field.ways(), ["0506", "0606", "0706"]);
}

#[test]
#[covers("R49")]
fn a_friend_in_the_hex_does_not_lift_the_zone() {
    let drill = || {
        Drill::open()
            .gold("enemy", foot(3), "0604")
            .blue("friend", foot(3), "0605")
            .blue("chief", chief(1), "0606")
            .blue("unit", horse(3), "0706")
    };
    assert!(zone(&drill().begin(Step::Moving), "0605"));
    // 0605 would be the way round: the zone under the friend closes it for the unit and stops the commander.
    let mut field = drill().begin(Step::Moving);
    field.take_up("unit");
    field.refuses(step("NW"), "R32");
    let mut field = drill().begin(Step::Moving);
    field.take_up("chief").step("N");
    assert!(stopped(&field));
    // Nor is the step from friend to friend under two zones free.
    let mut field = drill().blue("next", foot(2), "0505").begin(Step::Moving);
    field.take_up("friend");
    field.refuses(step("NW"), "9");
}

#[test]
#[covers("9", "R50", "tec.ford")]
fn zones_reach_neither_into_a_ford_nor_out_of_it() {
    let field =
        Drill::open().terrain("0605", Terrain::Ford).gold("enemy", foot(3), "0606").begin(Step::Moving);
    assert!(!zone(&field, "0605"));
    assert!(zone(&field, "0607"), "the other sides are as ever");
    let field =
        Drill::open().terrain("0606", Terrain::Ford).gold("enemy", foot(3), "0606").begin(Step::Moving);
    assert!(!AROUND_0606.into_iter().any(|hex| zone(&field, hex)));
    // Nor from ford to ford.
    let drill = Drill::open().terrain("0606", Terrain::Ford).terrain("0605", Terrain::Ford);
    assert!(!zone(&drill.gold("enemy", foot(3), "0606").begin(Step::Moving), "0605"));
}

#[test]
#[covers("R50", "tec.ford")]
fn a_unit_wades_past_an_enemy_on_the_bank() {
    let mut field = Drill::open()
        .terrain("0605", Terrain::Ford)
        .gold("enemy", foot(3), "0705")
        .blue("unit", riders(2), "0506")
        .begin(Step::Moving);
    assert!(!zone(&field, "0605"));
    field.take_up("unit").step("NE");
    assert_eq!((field.at("unit"), field.mover.points), ("0605".into(), 4));
    field.step("N");
    assert!(stopped(&field), "0604 is dry and in the zone");
}

#[test]
#[covers("9", "R50", "tec.river")]
fn zones_do_not_reach_into_a_river() {
    let field =
        Drill::open().terrain("0605", Terrain::River).gold("enemy", foot(3), "0606").begin(Step::Moving);
    assert!(!zone(&field, "0605"));
    assert!(zone(&field, "0706"));
}

#[test]
#[covers("9", "R50", "tec.bridge")]
fn a_bridge_passes_zones_both_ways() {
    let field =
        Drill::open().terrain("0605", Terrain::Bridge).gold("enemy", foot(3), "0606").begin(Step::Moving);
    assert!(zone(&field, "0605"));
    let field =
        Drill::open().terrain("0606", Terrain::Bridge).gold("enemy", foot(3), "0606").begin(Step::Moving);
    assert!(AROUND_0606.into_iter().all(|hex| zone(&field, hex)));
}

#[test]
#[covers("9", "R50")]
fn no_other_terrain_and_no_hexside_hinders_a_zone() {
    for terrain in Terrain::ALL {
        let wet = matches!(terrain, Terrain::River | Terrain::Ford);
        let field = Drill::open().terrain("0605", terrain).gold("enemy", foot(3), "0606").begin(Step::Moving);
        assert_eq!(zone(&field, "0605"), !wet, "into {}", terrain.name());
    }
    let sides: [fn(Drill) -> Drill; 3] =
        [|d| d.stream("0606", "N"), |d| d.palisade("0606", "N"), |d| d.slope("0606", "N")];
    for side in sides {
        assert!(zone(&side(Drill::open()).gold("enemy", foot(3), "0606").begin(Step::Moving), "0605"));
    }
}

#[test]
#[covers("R47", "tec.stream")]
fn enemies_across_a_stream_pin_each_other() {
    let mut field = Drill::open()
        .stream("0606", "S")
        .gold("enemy", foot(3), "0606")
        .blue("unit", horse(3), "0607")
        .begin(Step::Moving);
    field.take_up("unit");
    field.refuses(step("NE"), "9");
}

/// Gold men of strength 2 in 0607 with one way out, 0608, beaten with DR from 0606.
fn beaten(drill: Drill) -> Field {
    let walls = ["0507", "0508", "0707", "0708"];
    let drill = walls.into_iter().fold(drill, |drill, hex| drill.terrain(hex, Terrain::Mountain));
    let mut field = drill.blue("spears", foot(4), "0606").gold("men", foot(2), "0607").begin(Step::Fighting);
    field.assault("0607", &["spears"]).roll(5);
    field
}

#[test]
#[covers("9", "R51")]
fn a_retreat_into_a_zone_is_made_and_paid_for() {
    let mut field = beaten(Drill::open());
    field.step("S");
    assert_eq!(field.at("men"), "0608");
    assert!(!field.is_reduced("men"), "a free hex costs nothing");
    let mut field = beaten(Drill::open().blue("trap", foot(2), "0609"));
    field.step("S");
    assert_eq!(field.at("men"), "0608");
    assert!(field.is_reduced("men"));
}

#[test]
#[covers("R51", "R49")]
fn a_retreat_onto_a_friend_in_a_zone_is_made_and_tested_for() {
    let mut field = beaten(Drill::open().blue("trap", foot(2), "0709").gold("friend", foot(3), "0608"));
    field.step("S");
    assert_eq!(field.ways(), ["0509"], "the friend goes where no zone is");
    field.step("SW");
    assert_eq!((field.at("men"), field.at("friend")), ("0608".into(), "0509".into()));
    assert!(!field.is_reduced("men") && !field.is_reduced("friend"));
    // Both test, the men in 0608 at 1 less: 1 is equal to their morale.
    field.roll(1);
    assert!(!field.is_reduced("friend"));
    field.roll(1);
    assert!(field.result().contains("morale 1"), "{}", field.result());
}
