//! Setting up (3), tested from the scenarios and the rulings.

use covers::covers;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field, direction, number};
use crate::order::Order;
use crate::position::Step;
use crate::unit::Spot;

fn place(field: &Field, name: &str, hex: &str) -> Order {
    Order::Place { unit: field.id(name), hex: number(hex) }
}

/// Where a counter may be placed now, in order.
fn spots(field: &Field, name: &str) -> Vec<String> {
    let id = field.id(name);
    let orders = field.orders().into_iter();
    let hexes = orders.filter_map(|order| match order {
        Order::Place { unit, hex } if unit == id => Some(hex.to_string()),
        _ => None,
    });
    let mut hexes: Vec<String> = hexes.collect();
    hexes.sort();
    hexes
}

/// The hexes of a column between two rows.
fn column(column: u16, rows: std::ops::RangeInclusive<u16>) -> Vec<String> {
    rows.map(|row| format!("{column:02}{row:02}")).collect()
}

#[test]
#[covers("3", "R24", "brief.2")]
fn who_goes_first_in_the_text_deploys_first_and_the_first_player_moves_first() {
    for (battle, deploys, moves) in [
        ("dorostolon-first", Side::First, Side::First),
        ("dorostolon-sortie", Side::First, Side::Second),
        ("dorostolon-third", Side::Second, Side::Second),
        ("beroia", Side::Second, Side::First),
    ] {
        let mut field = Drill::battle(battle);
        assert_eq!(field.turn(), Turn::Order(deploys), "{battle}");
        field.play(Order::Muster);
        assert_eq!(
            (field.turn(), field.step),
            (Turn::Order(deploys.other()), Step::Deploy(deploys.other())),
            "{battle}"
        );
        field.play(Order::Muster);
        assert_eq!((field.turn(), field.step), (Turn::Order(moves), Step::Moving), "{battle}");
        assert_eq!(field.game_turn(), 1);
    }
}

#[test]
#[covers("R24")]
fn at_arcadiopolis_there_is_nothing_to_choose() {
    let field = Drill::battle("arcadiopolis");
    assert_eq!((field.turn(), field.step, field.game_turn()), (Turn::Order(Side::Second), Step::Moving, 1));
    let mut vanguard = [field.at("Kavallarioi #1"), field.at("Kavallarioi #2")];
    vanguard.sort();
    assert_eq!(vanguard, ["0608", "0709"]);
    let mut archers: Vec<String> =
        (1..=4).map(|n| field.at(&format!("Pecheneg mounted archers #{n}"))).collect();
    archers.sort();
    assert_eq!(archers, ["0514", "0614", "0714", "0814"]);
}

#[test]
#[covers("3", "R25", "R125")]
fn between_two_hexes_is_every_hex_of_the_column_with_one_unit_in_each() {
    let mut field = Drill::battle("dorostolon-first");
    // Columns of map B follow those of map C: 0905 of B is 2105.
    for name in ["Peltastoi 2 #1", "Peltastoi 3", "Skutatoi 3 #1", "Skutatoi 4 #1"] {
        assert_eq!(spots(&field, name), column(21, 5..=12), "{name}");
    }
    assert_eq!(spots(&field, "Psiloi 1 #1"), column(22, 5..=10));
    field.play(place(&field, "Peltastoi 3", "2107"));
    field.refuses(place(&field, "Skutatoi 4 #1", "2107"), "6");
    field.refuses(place(&field, "Skutatoi 4 #1", "2104"), "13.2");
    field.refuses(place(&field, "Skutatoi 4 #1", "2205"), "13.2");
    field.refuses(place(&field, "Peltastoi 3", "2108"), "3");
}

#[test]
#[covers("3", "R25", "13.2", "13.3", "13.4", "13.5")]
fn a_hex_outside_the_zone_is_refused_under_the_paragraph_of_the_battle() {
    for (battle, name, hex, paragraph) in [
        ("dorostolon-first", "Psiloi 1 #1", "2211", "13.2"),
        ("dorostolon-sortie", "Psiloi 2", "0102", "13.3"),
        ("dorostolon-third", "Druzhina", "0914", "13.4"),
        ("beroia", "Pecheneg mounted archers #1", "0111", "13.5"),
        // A battle of ours has no paragraph in the rulebook.
        ("practice", "Psiloi 2", "0101", "3"),
    ] {
        Drill::battle(battle).refuses(place(&Drill::battle(battle), name, hex), paragraph);
    }
}

#[test]
#[covers("3", "R26")]
fn inside_a_group_units_take_any_hex_and_outside_it_none() {
    let mut field = Drill::battle("dorostolon-sortie");
    let guard = ["0402", "0503", "0504"];
    for name in ["Skutatoi 3 #1", "Peltastoi 3", "Peltastoi 2 #1"] {
        assert_eq!(spots(&field, name), guard, "{name}");
    }
    for name in ["Skutatoi 3 #2", "Peltastoi 2 #2", "Psiloi 2"] {
        assert_eq!(spots(&field, name), ["0213", "0313", "0412"], "{name}");
    }
    field.refuses(place(&field, "Peltastoi 3", "0412"), "13.3");
    field.play(place(&field, "Peltastoi 3", "0402"));
    field.play(place(&field, "Skutatoi 3 #1", "0504"));
    assert_eq!(spots(&field, "Peltastoi 2 #1"), ["0503"]);
    // And the other way round.
    field.play(Order::Lift { unit: field.id("Peltastoi 3") });
    assert_eq!(spots(&field, "Peltastoi 2 #1"), ["0402", "0503"]);
}

#[test]
#[covers("R26")]
fn a_commander_goes_on_any_hex_of_his_group() {
    let mut field = Drill::battle("dorostolon-third");
    assert_eq!(spots(&field, "Sviatoslav"), column(9, 4..=13));
    field.play(place(&field, "Rus pikemen 2", "0908"));
    field.play(place(&field, "Sviatoslav", "0908"));
    field.play(place(&field, "Druzhina", "0904"));
    field.refuses(place(&field, "Rus archers #1", "0905"), "13.4");
    assert_eq!((field.at("Sviatoslav"), field.at("Rus pikemen 2")), ("0908".into(), "0908".into()));
}

#[test]
#[covers("R26")]
fn identical_counters_are_taken_in_order() {
    let mut field = Drill::battle("dorostolon-third");
    assert!(spots(&field, "Rus pikemen 4 #2").is_empty());
    field.refuses(place(&field, "Rus pikemen 4 #2", "0905"), "protocol");
    field.play(place(&field, "Rus pikemen 4 #1", "0905"));
    field.play(place(&field, "Rus pikemen 4 #2", "0904"));
}

#[test]
#[covers("R123")]
fn the_three_archers_of_the_third_battle_have_all_of_column_eight() {
    let mut field = Drill::battle("dorostolon-third");
    assert_eq!(spots(&field, "Rus archers #1"), column(8, 4..=12));
    for (name, hex) in [("Rus archers #1", "0804"), ("Rus archers #2", "0812"), ("Rus archers #3", "0808")] {
        field.play(place(&field, name, hex));
    }
}

#[test]
#[covers("R125")]
fn maps_c_and_b_are_one_map_of_twenty_four_columns() {
    for battle in ["dorostolon-first", "dorostolon-third"] {
        let drill = Drill::of(battle);
        let grid = &drill.sheet.ground.grid;
        assert_eq!(grid.columns(), 24);
        let hex = |number_: &str| grid.at(number(number_)).unwrap();
        assert_eq!(grid.distance(hex("1214"), hex("1314")), 1, "1214 of C touches 0114 of B");
        let kind = drill.kind("Skutatoi 3");
        let turn = if battle == "dorostolon-first" { 1 } else { 2 };
        let rest = kind.clone();
        let drill = drill.blue("unit", kind, "1207").blue("rest", rest, "2404");
        let mut field = drill.begin_in(turn, Step::Moving);
        field.take_up("unit");
        assert_eq!(field.ways(), ["1107", "1108", "1206", "1208", "1307", "1308"]);
        field.step("NE").step("SW");
        assert_eq!(field.at("unit"), "1207");
        let seam = [field.hex(number("1207")), field.hex(number("1307"))];
        assert!(seam.into_iter().flatten().all(|hex| !field.battle.on_rim(hex)), "the seam is no edge");
        let edge = [field.hex(number("0107")), field.hex(number("2407"))];
        assert!(edge.into_iter().flatten().all(|hex| field.battle.on_rim(hex)));
    }
}

#[test]
#[covers("R125")]
fn in_the_first_battle_everybody_deploys_on_b_and_in_the_third_the_rus_on_c() {
    let columns = |battle: &str, side: Side| {
        let mut field = Drill::battle(battle);
        field.play(Order::Muster).play(Order::Muster);
        let hexes = field.battle.of(side).iter().filter_map(|id| field.units[id.index()].hex());
        let columns: Vec<u16> = hexes.map(|hex| field.sheet().ground.grid.column(hex)).collect();
        (*columns.iter().min().unwrap(), *columns.iter().max().unwrap())
    };
    assert_eq!(columns("dorostolon-first", Side::First), (21, 23));
    assert_eq!(columns("dorostolon-first", Side::Second), (15, 18));
    assert_eq!(columns("dorostolon-third", Side::First), (14, 16));
    assert_eq!(columns("dorostolon-third", Side::Second), (8, 9));
}

/// The six neighbours of a hex by the brief: even columns lie half a hex lower.
fn around(hex: &str) -> Vec<String> {
    let (c, r): (i32, i32) = (hex[..2].parse().unwrap(), hex[2..].parse().unwrap());
    let down = if c % 2 == 0 { 0 } else { -1 };
    [(0, -1), (0, 1), (-1, down), (1, down), (-1, down + 1), (1, down + 1)]
        .map(|(dc, dr)| format!("{:02}{:02}", c + dc, r + dr))
        .into()
}

#[test]
#[covers("R126")]
fn the_archers_at_beroia_deploy_north_of_row_eleven_away_from_nobles_and_wagons() {
    let field = Drill::battle("beroia");
    let fixed = ["0604", "0705", "0706", "0606", "0506", "0505", "0607"];
    let open = |hex: &String| {
        let clear = |near: &String| !fixed.contains(&near.as_str());
        clear(hex) && around(hex).iter().all(clear)
    };
    let expected: Vec<String> = (1..=12).flat_map(|c| column(c, 1..=10)).filter(open).collect();
    assert_eq!(spots(&field, "Pecheneg mounted archers #1"), expected);
    for hex in ["0605", "0504", "0608"] {
        field.refuses(place(&field, "Pecheneg mounted archers #1", hex), "R126");
    }
    field.refuses(place(&field, "Pecheneg mounted archers #1", "0111"), "13.5");
    // The fixed counters stand beside each other all the same.
    assert_eq!((field.at("Pecheneg nobles"), field.at("Tzelgu")), ("0607".into(), "0607".into()));
}

#[test]
#[covers("R126")]
fn a_free_hex_lies_between_any_two_archers() {
    let mut field = Drill::battle("beroia");
    field.play(place(&field, "Pecheneg mounted archers #1", "0402"));
    let mut near = around("0402");
    near.push("0402".into());
    for hex in &near[..6] {
        field.refuses(place(&field, "Pecheneg mounted archers #2", hex), "R126");
    }
    field.refuses(place(&field, "Pecheneg mounted archers #2", "0402"), "6");
    let spots = spots(&field, "Pecheneg mounted archers #2");
    assert!(near.iter().all(|hex| !spots.contains(hex)));
    assert!(["0202", "0203", "0602"].iter().all(|hex| spots.contains(&hex.to_string())), "two hexes off");
}

#[test]
#[covers("R132")]
fn the_psiloi_at_beroia_stand_in_0311_and_0812() {
    let mut field = Drill::battle("beroia");
    field.play(Order::Muster);
    assert_eq!(spots(&field, "Psiloi 2 #1"), ["0311", "0812", "1013"]);
    assert_eq!(spots(&field, "Psiloi 1"), ["0311", "0812", "1013"]);
}

#[test]
#[covers("3", "brief.8")]
fn deployment_ends_when_everybody_is_placed() {
    let mut field = Drill::battle("dorostolon-sortie");
    let plan = [
        ("Skutatoi 3 #1", "0504"),
        ("Peltastoi 3", "0503"),
        ("Peltastoi 2 #1", "0402"),
        ("Skutatoi 3 #2", "0213"),
        ("Peltastoi 2 #2", "0412"),
        ("Psiloi 2", "0313"),
        ("Peltastoi 2 #3", "0608"),
        ("Skutatoi 2", "0607"),
    ];
    for (name, hex) in plan {
        field.refuses(Order::Done, "3");
        field.play(place(&field, name, hex));
    }
    field.play(Order::Lift { unit: field.id("Psiloi 2") });
    assert_eq!(field.see("Psiloi 2").spot, Spot::RESERVE);
    field.refuses(Order::Done, "3");
    field.refuses(Order::Lift { unit: field.id("Psiloi 2") }, "3");
    field.play(place(&field, "Psiloi 2", "0313"));
    assert!(field.offers(Order::Done));
    field.done();
    assert_eq!(field.step, Step::Deploy(Side::Second));
    assert_eq!(field.at("Psiloi 2"), "0313");
}

#[test]
#[covers("3", "brief.8")]
fn fixed_counters_and_reinforcements_are_not_deployed() {
    let field = Drill::battle("dorostolon-sortie");
    let fixed = ["Mangonels #1", "Mangonels #2", "Arithmoi"].map(|name| field.at(name));
    assert_eq!(std::collections::BTreeSet::from(fixed), ["0314", "0602", "0908"].map(String::from).into());
    field.refuses(Order::Lift { unit: field.id("Mangonels #1") }, "13.3");
    field.refuses(place(&field, "Arithmoi", "0908"), "3");
    field.refuses(place(&field, "Hikanatoi", "0301"), "13.3");
    field.refuses(place(&field, "Mounted Rus #1", "0104"), "protocol");
    field.refuses(Order::Lift { unit: field.id("Mounted Rus #1") }, "protocol");
    field.refuses(Order::Move { unit: field.id("Arithmoi") }, "protocol");
    field.refuses(Order::Step { to: direction("N") }, "protocol");
}
