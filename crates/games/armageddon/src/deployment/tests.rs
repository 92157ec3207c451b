//! Deployment, tested from the rulebook's set-up chapter and rulings R92, R106 and R113.

use covers::covers;
use engine::event::EventKind;
use engine::{Rules, Shown, Side, Turn, Viewer};

use crate::drill::{Drill, Field, direction, number};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Coming, Kind};
use crate::unit::Unit;

/// Blue deploys first within three hexes of 2005, gold within three hexes of 2025.
fn camps() -> Drill {
    Drill::new().with(|sheet| {
        for (group, centre) in ["2005", "2025"].into_iter().enumerate() {
            let centre = sheet.ground.grid.at(number(centre)).unwrap();
            let hexes = sheet.ground.grid.within(centre, 3);
            sheet.groups[group].coming = Coming::Deploys { hexes, fill: false };
        }
    })
}

fn small_war() -> Field {
    camps()
        .off_map("axe", Side::First, Kind::AX)
        .off_map("twin", Side::First, Kind::AX)
        .off_map("bows", Side::First, Kind::BO)
        .off_map("car", Side::First, Kind::CH)
        .off_map("horse", Side::First, Kind::MC)
        .off_map("king", Side::First, Kind::E)
        .off_map("foe", Side::Second, Kind::MS)
        .begin_in(0, Step::Deploy(Side::First))
}

fn place(field: &Field, name: &str, hex: &str) -> Order {
    Order::Place { unit: field.id(name), hex: number(hex) }
}

fn put(field: &mut Field, name: &str, hex: &str) {
    let order = place(field, name, hex);
    field.play(order).play(Order::Face { facing: direction("S") });
}

#[test]
#[covers("setup.deploy", "R92", "setup")]
fn the_first_deployer_places_everything_and_then_the_other_does_in_full_view_of_it() {
    let mut field = small_war();
    assert_eq!(field.turn(), Turn::Order(Side::First));
    field.refuses(place(&field, "foe", "2025"), "protocol");
    for (name, hex) in
        [("axe", "2005"), ("twin", "2005"), ("bows", "2005"), ("car", "1905"), ("king", "2005")]
    {
        field.refuses(Order::Done, "R92");
        put(&mut field, name, hex);
    }
    let why = field.refuses(Order::Done, "R92");
    assert!(why.contains("Medium Cavalry"), "{why}");
    put(&mut field, "horse", "2105");
    field.play(Order::Done);
    assert_eq!((field.step, field.turn()), (Step::Deploy(Side::Second), Turn::Order(Side::Second)));
    let seen = field.scene(Viewer::Side(Side::Second));
    let mut known = seen.counters.iter().filter(|counter| counter.side == 0);
    assert!(known.all(|counter| counter.place.is_some() && counter.glyph != "hidden"));
    field.refuses(Order::Lift { unit: field.id("axe") }, "protocol");
    put(&mut field, "foe", "2025");
    field.play(Order::Done);
    assert_eq!(field.player_turn, 1, "play begins when both have deployed");
    field.refuses(place(&field, "foe", "2024"), "protocol");
}

#[test]
#[covers("setup.deploy", "R92")]
fn units_go_within_the_radius_by_plain_distance() {
    let field = small_war();
    let grid = field.sheet().ground.grid.clone();
    let centre = grid.at(number("2005")).unwrap();
    for hex in grid.hexes() {
        let order = Order::Place { unit: field.id("axe"), hex: grid.number(hex) };
        assert_eq!(field.offers(order), grid.distance(centre, hex) <= 3, "{}", grid.number(hex));
    }
    field.refuses(place(&field, "axe", "2009"), "R92");
}

#[test]
#[covers("R92")]
fn a_zone_reaches_across_the_stream_and_over_crests() {
    let field = camps()
        .terrain("2007", crate::sheet::Terrain::Stream)
        .crest("2006", "S")
        .off_map("axe", Side::First, Kind::AX)
        .off_map("car", Side::First, Kind::CH)
        .begin_in(0, Step::Deploy(Side::First));
    for name in ["axe", "car"] {
        for hex in ["2007", "2008"] {
            assert!(field.offers(place(&field, name, hex)), "{name} at {hex}");
        }
    }
}

#[test]
#[covers("R92", "R73", "setup.deploy")]
fn stacks_must_be_lawful_from_the_start() {
    let mut field = small_war();
    put(&mut field, "axe", "2005");
    field.refuses(place(&field, "horse", "2005"), "R73");
    field.refuses(place(&field, "car", "2005"), "R73");
    put(&mut field, "twin", "2005");
    put(&mut field, "bows", "2005");
    assert!(field.offers(place(&field, "king", "2005")), "leaders are not counted");
    put(&mut field, "car", "2006");
    field.refuses(place(&field, "horse", "2006"), "R73");
}

#[test]
#[covers("setup.deploy", "R14")]
fn every_facing_is_open_at_deployment() {
    for to in ["N", "NE", "SE", "S", "SW", "NW"] {
        let mut field = small_war();
        field.play(place(&field, "axe", "2005"));
        field.refuses(place(&field, "twin", "2005"), "protocol");
        let facing = Order::Face { facing: direction(to) };
        assert!(field.offers(facing));
        field.play(facing);
        assert_eq!(field.see("axe").facing, direction(to));
    }
}

#[test]
#[covers("setup.deploy", "R80")]
fn a_chariot_may_be_deployed_loaded() {
    let mut field = small_war();
    let (car, axe, bows) = (field.id("car"), field.id("axe"), field.id("bows"));
    field.refuses(Order::Board { unit: axe, chariot: car }, "R1");
    put(&mut field, "car", "2008");
    field.refuses(Order::Board { unit: field.id("horse"), chariot: car }, "R77");
    field.play(Order::Board { unit: axe, chariot: car });
    assert_eq!((field.at("axe"), field.see("axe").aboard), ("2008".into(), car));
    assert_eq!(field.see("axe").facing, field.see("car").facing);
    field.refuses(Order::Board { unit: bows, chariot: car }, "chariots.C");
    assert!(field.offers(Order::Board { unit: field.id("king"), chariot: car }), "leaders ride besides");
    field.play(Order::Lift { unit: car });
    assert_eq!((field.at("car"), field.at("axe")), (String::new(), String::new()), "both come off");
}

#[test]
#[covers("setup.deploy")]
fn a_counter_may_be_taken_back_and_identical_ones_are_taken_in_order() {
    let mut field = small_war();
    let why = field.refuses(place(&field, "twin", "2005"), "setup.deploy");
    assert!(why.contains("Axemen 1"), "{why}");
    put(&mut field, "axe", "2005");
    field.refuses(place(&field, "axe", "2006"), "R1");
    put(&mut field, "twin", "2006");
    field.play(Order::Lift { unit: field.id("axe") });
    assert_eq!((field.at("axe"), field.at("twin")), (String::new(), "2006".into()));
    field.refuses(Order::Lift { unit: field.id("axe") }, "R1");
    put(&mut field, "axe", "2006");
}

#[test]
#[covers("R92", "setup.deploy")]
fn lettered_groups_keep_to_their_own_zones_and_later_ones_are_not_placed() {
    let mut drill = camps();
    let sheet = &mut drill.sheet;
    let east: Vec<_> = sheet.ground.grid.within(sheet.ground.grid.at(number("3005")).unwrap(), 2);
    let mut second = sheet.groups[0].clone();
    second.coming = Coming::Deploys { hexes: east, fill: false };
    let mut third = sheet.groups[0].clone();
    third.coming = Coming::Enters {
        hexes: vec![sheet.ground.grid.at(number("2001")).unwrap()],
        turn: 2,
        optional: false,
    };
    sheet.groups.extend([second, third]);
    let mut field = drill
        .off_map("axe", Side::First, Kind::AX)
        .off_map("wing", Side::First, Kind::SD)
        .off_map("late", Side::First, Kind::MS)
        .begin_in(0, Step::Deploy(Side::First));
    let mut sheet = field.sheet().clone();
    (sheet.units[1].group, sheet.units[2].group) = (2, 3);
    field.battle = std::sync::Arc::new(crate::battle::Battle::new(sheet));
    field.refuses(place(&field, "axe", "3005"), "R92");
    field.refuses(place(&field, "wing", "2005"), "R92");
    field.refuses(place(&field, "late", "2001"), "setup.deploy");
    put(&mut field, "axe", "2005");
    put(&mut field, "wing", "3005");
    assert!(field.offers(Order::Done), "those who come later are not waited for");
}

#[test]
#[covers("R106")]
fn a_garrison_must_occupy_every_hex_of_its_zone() {
    let mut field = Drill::of("fan-15-herakleopolis")
        .with(|sheet| {
            sheet.groups[0].coming = Coming::Deploys { hexes: sheet.ground.villages.clone(), fill: true };
        })
        .off_map("one", Side::First, Kind::MS)
        .off_map("two", Side::First, Kind::MS)
        .off_map("king", Side::First, Kind::D)
        .begin_in(0, Step::Deploy(Side::First));
    field.refuses(place(&field, "one", "3018"), "R92");
    put(&mut field, "one", "3017");
    put(&mut field, "two", "3017");
    put(&mut field, "king", "3117");
    field.refuses(Order::Done, "R106");
    field.play(Order::Lift { unit: field.id("two") });
    put(&mut field, "two", "3117");
    assert!(field.offers(Order::Done));
}

/// Chu at Yanling with Spearmen in column 20 and 21 and two Militia Infantry where a test puts them.
fn wings(west: &str, east: &str) -> Drill {
    Drill::of("fan-24-yanling")
        .gold("spears", Kind::MS, "2005", "S")
        .gold("more", Kind::MS, "2105", "S")
        .gold("one", Kind::MI, west, "S")
        .gold("two", Kind::MI, east, "S")
}

fn deploying(drill: Drill) -> Field {
    drill.begin_in(0, Step::Deploy(Side::Second))
}

#[test]
#[covers("R113", "scenario.fan-24")]
fn the_militia_of_chu_stands_on_both_wings() {
    assert!(deploying(wings("1905", "2205")).offers(Order::Done));
    assert!(deploying(wings("2205", "1901")).offers(Order::Done), "rows do not matter");
    deploying(wings("1805", "1905")).refuses(Order::Done, "R113"); // both west
    deploying(wings("2305", "2205")).refuses(Order::Done, "R113"); // both east
    deploying(wings("2001", "2205")).refuses(Order::Done, "R113"); // in a column of the centre
    deploying(wings("1905", "2109")).refuses(Order::Done, "R113");
    // Another militia in the gap, or other troops outside the wing.
    deploying(wings("1905", "2205").gold("third", Kind::MI, "2009", "S")).refuses(Order::Done, "R113");
    deploying(wings("1905", "2205").gold("bows", Kind::BO, "1805", "S")).refuses(Order::Done, "R113");
    deploying(wings("1905", "2205").gold("bows", Kind::BO, "1905", "S")).refuses(Order::Done, "R113");
    assert!(deploying(wings("1905", "2205").gold("king", Kind::D, "1805", "S")).offers(Order::Done));
    assert!(deploying(wings("1905", "2205").blue("foe", Kind::MS, "1805", "S")).offers(Order::Done));
}

#[test]
#[covers("R113")]
fn militia_on_a_chariot_is_in_the_chariots_column() {
    let riding = wings("1905", "2205")
        .gold("car", Kind::CH, "1705", "S")
        .gold("rider", Kind::MI, "1705", "S")
        .aboard("rider", "car");
    deploying(riding).refuses(Order::Done, "R113");
}

#[test]
#[covers("R113")]
fn the_jin_deploy_their_militia_where_they_like() {
    let field = Drill::of("fan-24-yanling")
        .blue("levy", Kind::MI, "2016", "N")
        .blue("spears", Kind::MS, "1916", "N")
        .begin_in(0, Step::Deploy(Side::First));
    assert!(field.offers(Order::Done));
}

#[test]
#[covers("setup.deploy")]
fn deployment_is_told_in_events_and_leaves_no_flags() {
    let mut field = small_war();
    put(&mut field, "axe", "2005");
    assert!(field.events.iter().any(|e| e.kind == EventKind::Placed && e.text.contains("2005")));
    assert_eq!(field.see("axe").flags.0 & Unit::OF_THE_TURN, 0);
}
