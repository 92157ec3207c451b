//! Stacking: every limit from both sides.

use covers::covers;

use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::Land;
use crate::unit::Party;

fn judged(drill: Drill, party: Party) -> Field {
    let mut field = drill.begin(Step::Stack(party, 0));
    field.settle();
    field
}

#[test]
#[covers("7.5", "R83", "table.stacking")]
fn every_ground_holds_its_limit_and_sends_what_is_above_it_to_the_pool() {
    let cases = [
        ("0704", Land::Fertile, 4),
        ("1305", Land::Fertile, 3),
        ("0704", Land::Rough, 2),
        ("1305", Land::Rough, 2),
        ("0704", Land::Desert, 1),
        ("1305", Land::Desert, 1),
        ("Ctesiphon", Land::Fertile, 4 + 3),
        ("Ctesiphon", Land::Rough, 2 + 3),
        ("Antioch", Land::Fertile, 3 + 2),
        ("Medina", Land::Desert, 1 + 1),
    ];
    for (at, land, limit) in cases {
        for excess in [0, 1, 3] {
            let drill = Drill::new().land(at, land);
            let field = judged(drill.place_all(limit + excess, "host", "muslim bedouin", at), Party::Muslims);
            assert_eq!(field.how_many("host", at), limit, "{at} {land:?} with {excess} too many");
            assert_eq!(field.how_many("host", "pool"), excess, "Bedouin are not lost for good here");
        }
    }
}

#[test]
#[covers("7.5", "6.42", "R36")]
fn a_base_holds_one_more_a_level() {
    for level in 0..=3u8 {
        let drill = Drill::new().base(level).place_all(9, "camp", "muslim bedouin", "0505");
        assert_eq!(judged(drill, Party::Muslims).how_many("camp", "0505"), 4 + level as usize);
    }
}

#[test]
#[covers("7.5", "R83")]
fn converts_and_muslims_stack_together_and_count_together_ships_and_enemies_do_not() {
    let mut field = judged(
        Drill::new()
            .place("native", "muslim levy", "1305")
            .place("goth", "converted goth levy", "1305")
            .place("turk", "converted turk levy", "1305")
            .place("roman", "converted byzantine mercenary", "1305")
            .place_all(4, "fleet", "muslim naval", "1305")
            .place_all(3, "foes", "byzantine levy", "1305"),
        Party::Muslims,
    );
    // Four where three may be.
    field.refuses(Order::Lose { unit: field.id("fleet") }, "7.5");
    field.refuses(Order::Lose { unit: field.id("foes") }, "4.2");
    assert!(
        ["native", "goth", "turk", "roman"].iter().all(|n| field.offers(Order::Lose { unit: field.id(n) }))
    );
    field.lose("turk");
    assert_eq!(field.how_many("fleet", "1305") + field.how_many("foes", "1305"), 7);
    assert!(!matches!(field.step, Step::Stack(..)));
}

#[test]
#[covers("7.5", "R83", "R131")]
fn the_box_is_not_judged_and_does_not_count_for_the_hex() {
    // Constantinople: a partial field of 3 and a city of 3.
    let field = judged(
        Drill::new()
            .place_all(9, "walls", "byzantine levy", "box")
            .place_all(6, "city", "byzantine levy", "Constantinople")
            .place_all(4, "field", "byzantine mercenary", "1705"),
        Party::Empires,
    );
    assert_eq!(field.how_many("walls", "box"), 9);
    assert_eq!(field.how_many("city", "Constantinople"), 6);
    assert_eq!(field.how_many("field", "1705"), 3);
    assert_eq!(field.how_many("field", "pool"), 1, "Empires units too go to their pool, not to conversion");
}

#[test]
#[covers("7.5", "R83")]
fn crowded_hexes_are_judged_one_after_another() {
    let mut field = judged(
        Drill::new()
            .place("a", "muslim bedouin", "0303")
            .place("b", "muslim levy", "0303")
            .place("c", "muslim bedouin", "0102")
            .place("d", "muslim levy", "0102"),
        Party::Muslims,
    );
    field.refuses(Order::Lose { unit: field.id("a") }, "7.5");
    field.lose("d");
    field.refuses(Order::Lose { unit: field.id("c") }, "7.5");
    field.lose("a");
    let places = ["a", "b", "c", "d"].map(|name| field.at(name));
    assert_eq!(places, ["pool", "0303", "0102", "pool"]);
}
