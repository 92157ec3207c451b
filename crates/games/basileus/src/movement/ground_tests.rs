//! The movement costs of the Terrain Effects Chart, row by row.

use covers::covers;
use engine::Side;

use crate::drill::{Drill, direction, foot, riders};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Terrain, UnitType};

fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

/// A unit with six points.
fn tireless() -> UnitType {
    UnitType { movement: 6, ..riders(2) }
}

/// What the last of these steps from 0607 takes, in halves of a point.
fn cost(ground: impl FnOnce(Drill) -> Drill, steps: &[&str]) -> u8 {
    let mut field = ground(Drill::open()).blue("unit", tireless(), "0607").begin(Step::Moving);
    field.take_up("unit");
    let mut before = 0;
    for to in steps {
        before = field.mover.spent;
        field.step(to);
    }
    assert_eq!(field.mover.spent + field.mover.points, 12, "every half is spent or left");
    field.mover.spent - before
}

#[test]
#[covers(
    "tec",
    "R39",
    "tec.plain",
    "tec.village",
    "tec.wood",
    "tec.hill",
    "tec.vineyard",
    "tec.marsh",
    "tec.bridge",
    "tec.ford"
)]
fn hexes_cost_what_the_chart_says() {
    for (terrain, points) in [
        (Terrain::Plain, 1),
        (Terrain::Village, 1),
        (Terrain::Wood, 2),
        (Terrain::Hill, 2),
        (Terrain::Vineyard, 2),
        (Terrain::Marsh, 2),
        (Terrain::Bridge, 1),
        (Terrain::Ford, 2),
    ] {
        assert_eq!(cost(|d| d.terrain("0606", terrain), &["N"]), points * 2, "{}", terrain.name());
        // The hex left behind costs nothing.
        assert_eq!(cost(|d| d.terrain("0607", terrain), &["N"]), 2, "out of {}", terrain.name());
    }
}

#[test]
#[covers("tec", "tec.river", "tec.mountain", "tec.fortification", "R39", "R40")]
fn rivers_mountains_and_walls_are_entered_by_nobody() {
    for (terrain, rule) in [
        (Terrain::River, "tec.river"),
        (Terrain::Mountain, "tec.mountain"),
        (Terrain::Fortification, "tec.fortification"),
    ] {
        // Not even along a road.
        let drill = Drill::open().terrain("0606", terrain).road("0607", "N");
        let mut field = drill.blue("unit", tireless(), "0607").begin(Step::Moving);
        field.take_up("unit");
        field.refuses(step("N"), rule);
        assert_eq!(field.ways(), ["0507", "0508", "0608", "0707", "0708"]);
    }
}

#[test]
#[covers("R40")]
fn the_gates_of_dorostolon_are_open_ground_in_the_wall() {
    let drill = Drill::of("dorostolon-sortie");
    let pikes = drill.kind("Rus pikemen 3");
    for (gate, from, wall) in [("0104", "0103", "0105"), ("0110", "0109", "0111")] {
        let mut field = drill
            .clone()
            .off_map("prince", Side::Second, pikes.clone())
            .gold("pikes", pikes.clone(), gate)
            .begin_in(1, Step::Moving);
        field.take_up("pikes");
        assert_eq!(field.ways().iter().filter(|hex| [from, wall].contains(&hex.as_str())).count(), 0);
        field.refuses(step("N"), "tec.fortification");
        field.refuses(step("S"), "tec.fortification");
        field.step("SE").step("NW");
        assert_eq!(field.at("pikes"), gate, "out and in again for two points");
    }
}

#[test]
#[covers("tec", "tec.stream", "tec.palisade", "tec.slope", "R39")]
fn hexsides_add_to_the_cost_of_the_hex_behind() {
    assert_eq!(cost(|d| d.stream("0607", "N"), &["N"]), 4);
    assert_eq!(cost(|d| d.palisade("0607", "N"), &["N"]), 4);
    assert_eq!(cost(|d| d.slope("0607", "N"), &["N"]), 4);
    let all = |d: Drill| d.stream("0607", "N").palisade("0607", "N").slope("0607", "N");
    assert_eq!(cost(all, &["N"]), 8);
    assert_eq!(cost(|d| all(d).terrain("0606", Terrain::Wood), &["N"]), 10);
    // Other sides of the two hexes do not matter.
    assert_eq!(cost(all, &["NE"]), 2);
}

#[test]
#[covers("R43", "tec.slope", "tec.stream", "tec.palisade")]
fn hexsides_cost_the_same_both_ways() {
    assert_eq!(cost(|d| d.slope("0607", "N"), &["N", "S"]), 4);
    assert_eq!(cost(|d| d.stream("0607", "N"), &["N", "S"]), 4);
    assert_eq!(cost(|d| d.palisade("0607", "N"), &["N", "S"]), 4);
}

#[test]
#[covers("8", "R41", "tec.road")]
fn the_road_rate_is_for_those_who_began_on_the_road() {
    let road = |d: Drill| d.road("0607", "N").road("0606", "N");
    assert_eq!(cost(road, &["N"]), 1);
    assert_eq!(cost(road, &["N", "N"]), 1);
    // Beginning beside the road: the full price, on it and along it.
    let beside = |d: Drill| d.road("0606", "N").road("0605", "N");
    assert_eq!(cost(beside, &["N"]), 2);
    assert_eq!(cost(beside, &["N", "N"]), 2);
    // Beginning on the road, leaving it and coming back: the rate holds again.
    let round = |d: Drill| d.road("0607", "N").road("0606", "N").road("0605", "N");
    assert_eq!(cost(round, &["NE"]), 2);
    assert_eq!(cost(round, &["NE", "NW"]), 2, "onto the road, not along it");
    assert_eq!(cost(round, &["NE", "NW", "N"]), 1);
}

#[test]
#[covers("R41", "tec.road")]
fn two_road_hexes_side_by_side_without_a_link_are_no_road() {
    let parallel = |d: Drill| d.road("0607", "S").road("0606", "N");
    assert_eq!(cost(parallel, &["N"]), 2);
}

#[test]
#[covers("R41", "tec.road", "tec.bridge")]
fn the_ground_under_the_road_counts_only_off_it() {
    for terrain in [Terrain::Wood, Terrain::Hill, Terrain::Marsh, Terrain::Village, Terrain::Bridge] {
        let road = |d: Drill| d.terrain("0606", terrain).road("0607", "N");
        assert_eq!(cost(road, &["N"]), 1, "{}", terrain.name());
    }
    let off = |d: Drill| d.terrain("0606", Terrain::Bridge).road("0606", "N");
    assert_eq!(cost(off, &["N"]), 2);
    let off = |d: Drill| d.terrain("0606", Terrain::Wood).road("0606", "N");
    assert_eq!(cost(off, &["N"]), 4);
}

#[test]
#[covers("R41", "tec.road", "tec.stream", "tec.slope", "tec.palisade")]
fn along_a_road_streams_and_slopes_are_free_and_palisades_are_not() {
    let road = |d: Drill| d.road("0607", "N");
    assert_eq!(cost(|d| road(d).stream("0607", "N"), &["N"]), 1);
    assert_eq!(cost(|d| road(d).slope("0607", "N"), &["N"]), 1);
    assert_eq!(cost(|d| road(d).palisade("0607", "N"), &["N"]), 3);
    assert_eq!(cost(|d| road(d).stream("0607", "N").slope("0607", "N"), &["N"]), 1);
    // Across the same stream beside the road.
    assert_eq!(cost(|d| road(d).stream("0607", "NE"), &["NE"]), 4);
}

#[test]
#[covers("R41", "tec.stream", "tec.slope")]
fn who_did_not_begin_on_the_road_has_none_of_its_bonuses() {
    let road = |d: Drill| d.road("0606", "N");
    assert_eq!(cost(|d| road(d).stream("0606", "N"), &["N", "N"]), 4);
    assert_eq!(cost(|d| road(d).slope("0606", "N"), &["N", "N"]), 4);
}

#[test]
#[covers("R39")]
fn the_road_of_the_practice_map_leads_over_bridge_and_brook() {
    // Foot of two points from the bank: bridge, bank, field, and the stream is free.
    let mut field = Drill::of("practice").blue("unit", foot(3), "0606").begin_in(2, Step::Moving);
    field.take_up("unit").step("S").step("S").step("S").step("S");
    assert_eq!(field.at("unit"), "0610");
    let mut field = Drill::of("practice").blue("unit", foot(3), "0610").begin_in(2, Step::Moving);
    field.take_up("unit").step("S");
    assert_eq!(field.mover.spent, 1, "over the brook by road");
}
