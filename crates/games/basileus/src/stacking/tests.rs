//! Stacking (6), tested from the rulebook and the rulings.

use covers::covers;
use engine::{Rules, Side};

use crate::drill::{Drill, Field, bows, chief, direction, foot, horse, mangonel, number, riders, wagon};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Terrain, UnitType};
use crate::unit::{Spot, UnitId};

fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

/// The blue "unit" moves from 0607 to 0606; the rule that forbids it to end its move there.
fn barred(drill: Drill) -> Option<String> {
    let mut field = drill.begin(Step::Moving);
    field.take_up("unit").step("N");
    assert_eq!(field.at("unit"), "0606");
    let ends = field.offers(Order::Halt);
    (!ends).then(|| field.check(&Order::Halt).unwrap_err().rule.into())
}

/// Whether it may; if not, for stacking.
fn ends_there(drill: Drill) -> bool {
    let rule = barred(drill);
    assert!(rule.is_none() || rule.as_deref() == Some("6"), "{rule:?}");
    rule.is_none()
}

fn swift(unit_type: UnitType) -> UnitType {
    UnitType { movement: 4, ..unit_type }
}

#[test]
#[covers("6", "R29")]
fn one_combat_unit_to_a_hex() {
    let onto = |there: UnitType| {
        ends_there(Drill::open().blue("unit", swift(foot(3)), "0607").blue("there", there, "0606"))
    };
    for there in [foot(2), bows(2), horse(3), riders(2)] {
        assert!(!onto(there));
    }
    assert!(onto(chief(1)) && onto(wagon()));
}

#[test]
#[covers("6", "R29")]
fn one_commander_and_one_baggage_may_stand_with_a_unit() {
    let drill = || Drill::open().blue("unit", chief(1), "0607");
    assert!(ends_there(drill()), "alone");
    for there in [foot(2), bows(2), horse(3), riders(2)] {
        assert!(ends_there(drill().blue("there", there, "0606")));
    }
    let loaded = || drill().blue("there", foot(2), "0606").blue("cart", wagon(), "0606");
    assert!(ends_there(loaded()), "unit, baggage and commander");
    assert!(!ends_there(drill().blue("cart", wagon(), "0606")), "commander and baggage alone");
    assert!(!ends_there(drill().blue("other", chief(2), "0606")), "two commanders");
    let led = || drill().blue("there", foot(2), "0606").blue("other", chief(2), "0606");
    assert!(!ends_there(led()), "two commanders on one unit");
}

#[test]
#[covers("R29", "R38")]
fn a_led_unit_brings_no_second_commander() {
    let mut field = Drill::open()
        .blue("unit", horse(3), "0607")
        .blue("chief", chief(1), "0607")
        .blue("other", chief(1), "0606")
        .begin(Step::Moving);
    field.lead("unit").step("N");
    field.refuses(Order::Halt, "6");
    field.step("N");
    assert_eq!((field.at("unit"), field.at("chief")), ("0605".into(), "0605".into()));
    assert_eq!(field.at("other"), "0606", "who is passed is not picked up");
    assert!(field.offers(Order::Halt));
}

#[test]
#[covers("6", "R33")]
fn enemy_units_and_intact_baggage_close_their_hex() {
    for unit_type in [foot(1), bows(1), horse(1), riders(1)] {
        let drill = Drill::open().blue("unit", horse(4), "0607").gold("enemy", unit_type, "0606");
        let mut field = drill.begin(Step::Moving);
        field.take_up("unit");
        field.refuses(step("N"), "6");
    }
    for baggage in [wagon(), mangonel()] {
        let drill = Drill::open().blue("unit", horse(4), "0607").gold("cart", baggage, "0606");
        let mut field = drill.begin(Step::Moving);
        field.take_up("unit");
        field.refuses(step("N"), "R33");
    }
}

#[test]
#[covers("R33", "10.4")]
fn plundered_baggage_stands_in_nobodys_way() {
    let mut field =
        Drill::open().blue("unit", horse(4), "0607").gold("cart", wagon(), "0606").begin(Step::Moving);
    let cart = field.id("cart");
    field.plunder(cart);
    field.take_up("unit").step("N");
    assert_eq!(field.at("unit"), "0606");
    assert!(field.offers(Order::Halt));
}

#[test]
#[covers("R33", "R29")]
fn own_plundered_baggage_counts_for_nothing() {
    let mut field =
        Drill::open().blue("unit", chief(1), "0607").blue("cart", wagon(), "0606").begin(Step::Moving);
    let cart = field.id("cart");
    field.plunder(cart);
    field.take_up("unit").step("N");
    assert!(field.offers(Order::Halt), "the commander is not alone with baggage");
}

/// A blue unit with commander and baggage in 0607.
fn escort() -> Drill {
    Drill::open().blue("unit", foot(4), "0607").blue("chief", chief(1), "0607").blue("cart", wagon(), "0607")
}

#[test]
#[covers("6", "R30")]
fn a_unit_does_not_walk_off_from_commander_and_baggage() {
    let mut field = escort().begin(Step::Moving);
    field.refuses(Order::Move { unit: field.id("unit") }, "R30");
    assert!(!field.offers(Order::Move { unit: field.id("unit") }));
    assert!(field.offers(Order::Lead { unit: field.id("unit") }));
    assert!(field.offers(Order::Move { unit: field.id("chief") }));
    field.lead("unit").step("N").halt();
    assert_eq!(
        (field.at("unit"), field.at("chief"), field.at("cart")),
        ("0606".into(), "0606".into(), "0607".into())
    );
    // Once the commander has gone the unit is free.
    let mut field = escort().begin(Step::Moving);
    field.take_up("chief").step("N").halt();
    field.take_up("unit").step("S").step("S");
    assert_eq!(field.at("unit"), "0609");
}

#[test]
#[covers("R30", "R97")]
fn in_an_advance_the_commander_leaves_the_baggage_too() {
    let mut field = escort().gold("men", foot(1), "0606").reduced("men").begin(Step::Fighting);
    field.assault("0606", &["unit"]).roll(2);
    assert!(field.lost("men"));
    field.play(Order::Advance { unit: field.id("unit") });
    assert_eq!(
        (field.at("unit"), field.at("chief"), field.at("cart")),
        ("0606".into(), "0606".into(), "0607".into())
    );
    // Without baggage he is asked.
    let mut field = Drill::open()
        .blue("unit", foot(4), "0607")
        .blue("chief", chief(1), "0607")
        .gold("men", foot(1), "0606")
        .reduced("men")
        .begin(Step::Fighting);
    field.assault("0606", &["unit"]).roll(2);
    field.play(Order::Advance { unit: field.id("unit") }).play(Order::Remain);
    assert_eq!((field.at("unit"), field.at("chief")), ("0606".into(), "0607".into()));
}

/// A blue group that deploys in 0606 and 0607.
fn camp(counters: &[(&'static str, UnitType)]) -> Field {
    let mut drill = Drill::new().gold("foe", foot(2), "1214");
    for (name, unit_type) in counters {
        drill = drill.off_map(name, Side::First, unit_type.clone());
    }
    drill.begin_in(0, Step::Deploy(Side::First))
}

fn place(field: &Field, name: &str, hex: &str) -> Order {
    Order::Place { unit: field.id(name), hex: number(hex) }
}

#[test]
#[covers("6", "R29", "R30")]
fn baggage_may_be_placed_under_a_unit_or_a_unit_on_baggage() {
    let mut field = camp(&[("unit", foot(3)), ("cart", wagon()), ("chief", chief(1)), ("other", wagon())]);
    field.play(place(&field, "unit", "0606"));
    assert!(field.offers(place(&field, "cart", "0606")));
    field.play(place(&field, "cart", "0606"));
    field.play(place(&field, "chief", "0606"));
    field.refuses(place(&field, "other", "0606"), "6");
    let mut field = camp(&[("unit", foot(3)), ("cart", wagon()), ("chief", chief(1)), ("more", foot(2))]);
    field.play(place(&field, "cart", "0606"));
    field.refuses(place(&field, "chief", "0606"), "6");
    field.play(place(&field, "unit", "0606"));
    field.refuses(place(&field, "more", "0606"), "6");
    field.play(place(&field, "chief", "0606"));
    // And not under a commander alone.
    let mut field = camp(&[("chief", chief(1)), ("cart", wagon())]);
    field.play(place(&field, "chief", "0606"));
    field.refuses(place(&field, "cart", "0606"), "6");
}

#[test]
#[covers("R30", "R29")]
fn taking_a_unit_back_leaves_no_commander_alone_with_baggage() {
    let mut field = camp(&[("unit", foot(3)), ("cart", wagon()), ("chief", chief(1))]);
    for name in ["unit", "cart", "chief"] {
        field.play(place(&field, name, "0606"));
    }
    field.refuses(Order::Lift { unit: field.id("unit") }, "R30");
    assert!(!field.offers(Order::Lift { unit: field.id("unit") }));
    field.play(Order::Lift { unit: field.id("cart") });
    field.play(Order::Lift { unit: field.id("unit") });
    assert_eq!(field.at("chief"), "0606");
}

#[test]
#[covers("6", "tec.mountain")]
fn nothing_is_placed_on_the_enemy_or_where_nobody_may_stand() {
    let drill = Drill::new()
        .gold("foe", foot(2), "0606")
        .gold("cart", wagon(), "0605")
        .terrain("0607", Terrain::Mountain);
    let field = drill.off_map("unit", Side::First, foot(3)).begin_in(0, Step::Deploy(Side::First));
    field.refuses(place(&field, "unit", "0606"), "6");
    field.refuses(place(&field, "unit", "0605"), "6");
    field.refuses(place(&field, "unit", "0607"), "tec.mountain");
}

#[test]
#[covers("13.3/1", "R120")]
fn only_infantry_stands_on_a_mangonel() {
    let onto = |unit_type: UnitType| {
        barred(Drill::open().blue("unit", swift(unit_type), "0607").blue("engine", mangonel(), "0606"))
    };
    assert_eq!(onto(foot(3)), None);
    for other in [bows(2), horse(3), riders(2)] {
        assert_eq!(onto(other).as_deref(), Some("R120"));
    }
    assert_eq!(onto(chief(1)).as_deref(), Some("6"));
    let two = Drill::open().blue("unit", swift(foot(3)), "0607").blue("engine", mangonel(), "0606").blue(
        "there",
        foot(2),
        "0606",
    );
    assert!(!ends_there(two), "one infantry unit");
}

#[test]
#[covers("13.3/1", "R120")]
fn who_would_stop_on_a_mangonel_hears_of_it() {
    let mut field =
        Drill::open().blue("horse", horse(3), "0607").blue("engine", mangonel(), "0606").begin(Step::Moving);
    field.take_up("horse").step("N");
    assert!(field.refuses(Order::Halt, "R120").contains("mangonel"));
    field.step("N").halt();
    let mut field = camp(&[("bows", bows(2)), ("foot", foot(2)), ("engine", mangonel())]);
    field.play(place(&field, "engine", "0606"));
    field.refuses(place(&field, "bows", "0606"), "R120");
    field.play(place(&field, "foot", "0606"));
    field.refuses(place(&field, "bows", "0606"), "6");
}

#[test]
#[covers("13.3/1", "R120")]
fn of_the_sorties_troops_skutatoi_and_peltastoi_stand_on_the_mangonels() {
    let drill = Drill::of("dorostolon-sortie");
    let mangonel = drill.kind("Mangonels");
    for (name, stands) in [
        ("Skutatoi 3", true),
        ("Skutatoi 2", true),
        ("Peltastoi 3", true),
        ("Peltastoi 2", true),
        ("Psiloi 2", false),
        ("Arithmoi", false),
        ("Hikanatoi", false),
        ("Exkoubites", false),
    ] {
        let field = drill
            .clone()
            .blue("unit", drill.kind(name), "0607")
            .blue("engine", mangonel.clone(), "0608")
            .begin_in(4, Step::Moving);
        let hex = field.hex(number("0608")).unwrap();
        assert_eq!(field.may_rest(field.id("unit"), UnitId::NONE, hex), stands, "{name}");
    }
}

#[test]
#[covers("R120", "13.3/1")]
fn who_may_not_stand_on_a_mangonel_does_not_retreat_there() {
    // The only way out of 0607 is 0608, where the mangonel is.
    let beaten = |unit_type: UnitType| {
        let walls = ["0507", "0508", "0707", "0708"];
        let drill = walls.into_iter().fold(Drill::open(), |d, hex| d.terrain(hex, Terrain::Mountain));
        let mut field = drill
            .blue("spears", foot(4), "0606")
            .gold("men", unit_type, "0607")
            .gold("engine", mangonel(), "0608")
            .begin(Step::Fighting);
        field.assault("0607", &["spears"]).roll(5).finish();
        field
    };
    let field = beaten(foot(1));
    assert_eq!(field.at("men"), "0608");
    assert!(!field.is_reduced("men"));
    let field = beaten(bows(1));
    assert_eq!(field.at("men"), "0607");
    assert!(field.is_reduced("men"), "no way out is a loss");
}

#[test]
#[covers("R120", "13.3/1")]
fn a_mangonel_is_not_put_under_archers() {
    let mut field = camp(&[("bows", bows(2)), ("foot", foot(2)), ("engine", mangonel())]);
    field.play(place(&field, "bows", "0606"));
    field.play(place(&field, "foot", "0607"));
    field.refuses(place(&field, "engine", "0606"), "R120");
    assert!(field.offers(place(&field, "engine", "0607")));
    assert_eq!(field.see("engine").spot, Spot::RESERVE);
}
