//! Sea transport.

use covers::covers;

use crate::drill::{Drill, Field, direction};
use crate::order::Order;
use crate::position::Step;
use crate::unit::Party;

/// From Tyre over the sea to Constantinople.
const TO_THE_CITY: [&str; 7] = ["NE", "NE", "NE", "N", "N", "N", "NE"];

fn muslims(drill: Drill) -> Field {
    drill.place("other", "muslim bedouin", "0108").begin(Step::Move(Party::Muslims))
}

fn embark(field: &Field, unit: &str, ship: &str) -> Order {
    Order::Embark { unit: field.id(unit), ship: field.id(ship) }
}

fn sail(field: &mut Field, ways: &[&str]) {
    for way in ways {
        field.step(way);
    }
}

#[test]
#[covers("7.4", "R80")]
fn one_land_unit_a_ship_and_only_from_the_port_where_both_began() {
    let mut field = muslims(
        Drill::new()
            .place("dhow", "muslim naval", "Tyre")
            .place("host", "muslim bedouin", "Tyre")
            .place("town", "muslim levy", "Tyre")
            .place("north", "muslim levy", "1307")
            .place("foe", "byzantine levy", "Tyre"),
    );
    field.refuses(embark(&field, "host", "dhow"), "7.1");
    // A unit that marched into the port in this segment has had its move.
    field.take_up("north").step("S").halt().roll(1);
    field.take_up("dhow");
    field.refuses(embark(&field, "north", "dhow"), "7.1");
    let why = field.refuses(embark(&field, "other", "dhow"), "7.4");
    assert!(why.contains("same hex"), "{why}");
    field.refuses(embark(&field, "foe", "dhow"), "4.2");
    field.refuses(embark(&field, "dhow", "dhow"), "7.4");
    field.refuses(embark(&field, "host", "town"), "7.4");
    field.play(embark(&field, "host", "dhow"));
    let why = field.refuses(embark(&field, "town", "dhow"), "7.4");
    assert!(why.contains("carries"), "{why}");
    field.step("NE");
    field.refuses(embark(&field, "town", "dhow"), "7.1");
}

#[test]
#[covers("7.4", "R80", "R81")]
fn cargo_is_not_landed_where_it_came_from_nor_at_sea_nor_on_an_open_beach() {
    let mut field =
        muslims(Drill::new().place("dhow", "muslim naval", "Tyre").place("host", "muslim bedouin", "Tyre"));
    field.take_up("dhow");
    field.play(embark(&field, "host", "dhow")).step("NE");
    assert!(field.refuses(Order::Halt, "7.4").contains("port"));
    field.step("NW");
    assert!(field.refuses(Order::Halt, "7.4").contains("port"), "1307 is a beach");
    field.step("S");
    assert!(field.refuses(Order::Halt, "7.4").contains("another port"));
}

#[test]
#[covers("7.4", "R80", "R81")]
fn empty_ships_sail_with_the_carriers_and_may_stay_at_sea_carriers_may_not() {
    let mut field = muslims(
        Drill::new().place("carrier", "muslim naval", "Tyre").place("escort", "muslim naval", "Tyre").place(
            "host",
            "muslim bedouin",
            "Tyre",
        ),
    );
    field.take_up("carrier").join("escort");
    field.play(embark(&field, "host", "carrier")).step("NE").step("NE");
    field.refuses(Order::Leave { unit: field.id("carrier") }, "7.4");
    field.leave("escort").roll(1);
    assert_eq!((field.at("escort"), field.mover.count), ("1507".into(), 1));
    sail(&mut field, &["SE", "SE"]);
    field.halt().roll(1);
    assert_eq!((field.at("carrier"), field.at("host")), ("1708".into(), "1708".into()));
}

/// Two laden ships come from Tyre to Seville with seven points and a four: one ship is lost.
fn storm() -> Field {
    let mut field = muslims(
        Drill::new()
            .place("one", "muslim naval", "Tyre")
            .place("two", "muslim naval", "Tyre")
            .place("host", "muslim bedouin", "Tyre")
            .place("town", "muslim levy", "Tyre"),
    );
    field.take_up("one").join("two");
    field.play(embark(&field, "host", "one"));
    field.play(embark(&field, "town", "two"));
    sail(&mut field, &["NE", "NE", "SE", "SE"]);
    field.halt();
    field
}

#[test]
#[covers("7.4", "R82", "brief.6")]
fn the_owner_picks_the_ship_that_is_lost_and_its_cargo_does_not_count() {
    let mut field = storm();
    // Three hexes of sea and the coast of Seville.
    assert_eq!((field.attrition.points, field.judged().count()), (7, 2));
    field.roll(4);
    assert_eq!(field.attrition.losses, 1);
    let why = field.refuses(Order::Lose { unit: field.id("town") }, "7.4");
    assert!(why.contains("only ships"), "{why}");
    assert!(field.offers(Order::Lose { unit: field.id("one") }));
    field.lose("two");
    let places = ["one", "two", "host", "town"].map(|name| field.at(name));
    assert_eq!(places, ["1708", "pool", "1708", "pool"]);
}

#[test]
#[covers("7.4", "R73", "R82")]
fn a_result_of_two_takes_both_ships_and_all_they_carry() {
    let mut field = storm();
    field.roll(6);
    let places = ["one", "two", "host", "town"].map(|name| field.at(name));
    assert_eq!(places, ["pool", "pool", "pool", "pool"]);
}

#[test]
#[covers("7.4", "R82")]
fn the_landed_and_their_ships_have_moved_and_are_not_judged_again() {
    let mut field = storm();
    field.roll(1);
    for name in ["one", "host", "town"] {
        field.refuses(Order::Move { unit: field.id(name) }, "7.1");
    }
    field.done();
    assert_eq!(field.attrition.points, 0, "nobody sat still but the Bedouin in the desert");
    assert_eq!(field.how_many("town", "Seville"), 1);
}

#[test]
#[covers("7.4", "R66")]
fn sea_transport_may_bring_together_what_left_one_port_apart() {
    let mut field = muslims(
        Drill::new()
            .place("dhow", "muslim naval", "Tyre")
            .place("host", "muslim bedouin", "Tyre")
            .place("amr", "muslim levy", "Tyre")
            .place("slow", "converted goth levy", "Tyre"),
    );
    field.take_up("host").steps("N", 5).halt().roll(1);
    field.take_up("slow").steps("N", 5);
    field.refuses(Order::Halt, "7.1");
    field.step("N").halt().roll(1);
    field.take_up("dhow");
    field.play(embark(&field, "amr", "dhow")).steps("N", 5).halt().roll(1);
    assert_eq!((field.at("host"), field.at("amr")), ("1303".into(), "1303".into()));
}

#[test]
#[covers("7.4", "R71", "R81")]
fn a_convoy_pays_for_the_ships_it_passes() {
    let mut field = muslims(
        Drill::new().place("dhow", "muslim naval", "Tyre").place("host", "muslim bedouin", "Tyre").place(
            "dromon",
            "byzantine naval",
            "1407",
        ),
    );
    field.take_up("dhow");
    field.play(embark(&field, "host", "dhow"));
    sail(&mut field, &["NE", "NE"]);
    assert_eq!(field.mover.points, 2 + 2 + 2);
}

fn byzantine_convoy(drill: Drill) -> Field {
    let mut field = drill
        .place("dromon", "byzantine naval", "Tyre")
        .place("theme", "byzantine mercenary", "Tyre")
        .place("home", "byzantine levy", "Homs")
        .begin(Step::Move(Party::Empires));
    field.take_up("dromon");
    field.play(embark(&field, "theme", "dromon"));
    field
}

#[test]
#[covers("7.4", "13.0", "R81")]
fn byzantine_cargo_may_be_landed_in_the_box() {
    let mut field = byzantine_convoy(Drill::new().place("siege", "muslim bedouin", "Constantinople"));
    sail(&mut field, &TO_THE_CITY);
    assert!(field.offers(Order::Halt), "an army in the port is no bar");
    field.play(Order::Enter);
    // Six hexes of sea and a coast; the besiegers are of the other arm.
    assert_eq!(field.attrition.points, 6 * 2 + 1);
    field.roll(1);
    assert_eq!((field.at("dromon"), field.at("theme")), ("box".into(), "box".into()));
}

#[test]
#[covers("7.4", "R81", "R67")]
fn enemy_ships_before_the_city_keep_a_convoy_out_of_hex_and_box() {
    let mut field = byzantine_convoy(Drill::new().place("blockade", "muslim naval", "Constantinople"));
    sail(&mut field, &TO_THE_CITY);
    field.refuses(Order::Halt, "7.4");
    field.refuses(Order::Enter, "7.4");
    assert!(field.offers(Order::Step { to: direction("S") }), "it can still turn back to a port");
}

#[test]
#[covers("7.4", "7.3", "R77")]
fn a_byzantine_convoy_does_not_land_in_a_neutral_port() {
    let mut field = byzantine_convoy(Drill::new());
    sail(&mut field, &["NE", "NE", "SE"]);
    field.refuses(Order::Step { to: direction("SE") }, "7.3");
    let mut invited = byzantine_convoy(Drill::new().place("raider", "muslim bedouin", "2007"));
    sail(&mut invited, &["NE", "NE", "SE", "SE"]);
    assert!(invited.offers(Order::Halt));
}

#[test]
#[covers("7.4", "R64", "R80")]
fn basra_ships_an_army_only_once_its_base_is_built() {
    let may_embark = |level: u8| {
        let mut field = Drill::of("full")
            .place("dhow", "muslim naval", "2709")
            .place("host", "muslim bedouin", "2709")
            .note(move |p| {
                let site = p.sheet.ground.sites.iter().position(|site| site.name == "Basra").unwrap();
                p.books.bases[site] = level;
            })
            .begin(Step::Move(Party::Muslims));
        field.take_up("dhow");
        let order = embark(&field, "host", "dhow");
        field.offers(order)
    };
    assert_eq!([may_embark(0), may_embark(1)], [false, true]);
}
