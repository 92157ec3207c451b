//! Losses and retreats.

use covers::covers;

use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::{Clash, Step};
use crate::sheet::Arm;
use crate::unit::{Party, Unit};

fn elsewhere(drill: Drill) -> Drill {
    ["0502", "0508"]
        .into_iter()
        .fold(drill, |drill, at| drill.place("x", "muslim bedouin", at).place("y", "persian levy", at))
}

/// A combat decided without losses: one side must go.
fn beaten(drill: Drill, party: Party, at: &'static str, arm: Arm, attacker: bool) -> Field {
    let mut field = elsewhere(drill).begin(Step::Fight(party));
    let order = Order::Attack { at: field.station(at), arm };
    field.play(order);
    field.combat.stage = Clash::Retreat;
    field.combat.attacker_retreats = attacker;
    field
}

/// The Muslims attack on land and the defender must go.
fn driven(drill: Drill, at: &'static str) -> Field {
    beaten(drill, Party::Muslims, at, Arm::Land, false)
}

fn ways(field: &Field) -> Vec<String> {
    let at = |order: &Order| match order {
        Order::Retreat { at } => Some(at.to_string()),
        _ => None,
    };
    let mut hexes: Vec<String> = field.orders().iter().filter_map(at).collect();
    hexes.sort();
    hexes
}

fn to(field: &Field, at: &str) -> Order {
    Order::Retreat { at: field.station(at) }
}

#[test]
#[covers("8.3", "9.1", "R98")]
fn the_fallen_of_every_nation_and_type_go_to_their_place() {
    let fate = |what: &str| {
        let muslim = what.starts_with("muslim") || what.starts_with("converted");
        let naval = what.ends_with("naval");
        let at = if naval { "1305" } else { "0704" };
        let foe = match (muslim, naval) {
            (true, false) => "persian mercenary",
            (true, true) => "byzantine naval",
            (false, false) => "muslim bedouin",
            (false, true) => "muslim naval",
        };
        let drill = Drill::new().place("victim", what, at).place_all(7, "foes", foe, at);
        let party = if muslim { Party::Empires } else { Party::Muslims };
        let mut field = elsewhere(drill).begin(Step::Fight(party));
        let arm = if naval { Arm::Naval } else { Arm::Land };
        let order = Order::Attack { at: field.station(at), arm };
        field.play(order).roll(6);
        (field.at("victim"), field.see("victim").has(Unit::CONVERTED))
    };
    for nation in ["berber", "byzantine", "goth", "khazar", "persian", "sindhi", "turk"] {
        assert_eq!(fate(&format!("{nation} levy")), ("conversion".into(), false), "{nation}");
        assert_eq!(fate(&format!("converted {nation} levy")), ("pool".into(), true), "{nation}");
    }
    for nation in ["byzantine", "persian"] {
        for kind in ["mercenary", "naval"] {
            assert_eq!(fate(&format!("{nation} {kind}")), ("conversion".into(), false));
        }
        assert_eq!(fate(&format!("converted {nation} mercenary")), ("pool".into(), true));
        assert_eq!(fate(&format!("converted {nation} naval")), ("unbuilt".into(), true));
    }
    assert_eq!(fate("frank levy"), ("pool".into(), false));
    assert_eq!(fate("muslim bedouin").0, "lost");
    assert_eq!(fate("muslim levy").0, "pool");
    assert_eq!(fate("muslim naval").0, "unbuilt");
}

#[test]
#[covers("8.2", "8.3", "R98")]
fn attackers_that_fall_go_the_same_ways() {
    let mut field = elsewhere(
        Drill::new()
            .place("tribe", "muslim bedouin", "0704")
            .place("town", "muslim levy", "0704")
            .place("renegade", "converted turk levy", "0704")
            .place_all(5, "hired", "persian mercenary", "0704"),
    )
    .begin(Step::Fight(Party::Muslims));
    // Five against fifteen; a one takes three of the attackers.
    field.attack("0704").roll(1);
    let places = ["tribe", "town", "renegade"].map(|name| field.at(name));
    assert_eq!(places, ["lost", "pool", "pool"]);
    assert_eq!(field.combat.stage, Clash::None);
}

#[test]
#[covers("8.2", "R92")]
fn the_attacker_marked_r_retreats_though_nobody_is_left_to_retreat_from() {
    let mut field = elsewhere(Drill::new().place_all(2, "tribes", "muslim bedouin", "0704").place(
        "levy",
        "persian levy",
        "0704",
    ))
    .begin(Step::Fight(Party::Muslims));
    // Four to one and a one: one each, and the attacker goes.
    field.attack("0704").roll(1);
    assert_eq!((field.at("levy"), field.how_many("tribes", "lost")), ("conversion".into(), 1));
    field.refuses(Order::Done, "4.2");
    field.retreat("0703");
    assert_eq!(field.how_many("tribes", "0703"), 1);
}

#[test]
#[covers("8.2", "R93", "brief.4")]
fn inside_the_home_state_every_home_hex_will_do_and_no_other() {
    // On the border: 0504 is Persian, 0403 and 0404 are not.
    let field =
        driven(Drill::new().place("t", "muslim bedouin", "0504").place("p", "persian levy", "0504"), "0504");
    assert_eq!(ways(&field), ["0503", "0505", "0603", "0604"]);
    field.refuses(to(&field, "0404"), "8.2");
}

#[test]
#[covers("8.2", "R93")]
fn away_from_home_the_same_distance_is_near_enough() {
    // Muslims beaten in 0904, five hexes from column 4: north, south and west, not east.
    let field = beaten(
        Drill::new().place("t", "muslim bedouin", "0904").place("r", "byzantine levy", "0904"),
        Party::Muslims,
        "0904",
        Arm::Land,
        true,
    );
    assert_eq!(ways(&field), ["0803", "0804", "0903", "0905"]);
    field.refuses(to(&field, "1004"), "8.2");
    field.refuses(to(&field, "0902"), "8.2");
    field.refuses(to(&field, "box"), "13.0");
}

#[test]
#[covers("8.2", "R94")]
fn the_leading_nation_is_found_after_the_losses() {
    let mut field = elsewhere(
        Drill::new()
            .place_all(2, "tribes", "muslim bedouin", "0704")
            .place("renegade", "converted byzantine mercenary", "0704")
            .place_all(7, "levies", "persian levy", "0704"),
    )
    .begin(Step::Fight(Party::Muslims));
    // Seven against seven and a four: one each, the attacker retreats. 4 against 3 before, 2 against 3 after.
    field.attack("0704").roll(4);
    field.lose("tribes");
    assert_eq!(ways(&field), ["0703", "0705", "0803", "0804"], "towards Syria");
}

#[test]
#[covers("8.2", "R95", "R102")]
fn an_enemy_ship_shuts_a_beach_to_an_army_and_an_enemy_army_to_a_fleet() {
    let army = driven(
        Drill::new().place("t", "muslim bedouin", "1305").place("r", "byzantine levy", "1305").place(
            "dhow",
            "muslim naval",
            "1304",
        ),
        "1305",
    );
    assert_eq!(ways(&army), ["1204", "1205", "1306"]);
    army.refuses(to(&army, "1304"), "8.2");
    let fleet = beaten(
        Drill::new().place("dhow", "muslim naval", "1305").place("dromon", "byzantine naval", "1305").place(
            "t",
            "muslim bedouin",
            "1304",
        ),
        Party::Muslims,
        "1305",
        Arm::Naval,
        false,
    );
    assert_eq!(ways(&fleet), ["1306"], "the sea is farther from home than the coast");
    fleet.refuses(to(&fleet, "1304"), "8.2");
    fleet.refuses(to(&fleet, "1405"), "8.2");
    fleet.refuses(to(&fleet, "1205"), "8.2");
}

#[test]
#[covers("8.2", "R15", "R95")]
fn straits_and_mountains_shut_the_way_back() {
    let drill = Drill::new().place("t", "muslim bedouin", "0704").place("p", "persian levy", "0704");
    let field = driven(drill.strait("0704", "N").mountain("0704", "S"), "0704");
    assert_eq!(ways(&field), ["0603", "0604", "0803", "0804"]);
    field.refuses(to(&field, "0703"), "8.2");
}

#[test]
#[covers("8.2", "R77", "R95")]
fn beaten_byzantines_do_not_cross_into_a_neutral_state() {
    let strangers = |raider: &'static str| {
        let drill = Drill::new()
            .place("t", "muslim bedouin", "0404")
            .place("r", "byzantine levy", "0404")
            .place("raider", "muslim bedouin", raider);
        let mut field = drill.begin(Step::Fight(Party::Muslims));
        field.settle();
        field.combat.stage = Clash::Retreat;
        field.combat.attacker_retreats = false;
        ways(&field)
    };
    assert_eq!(strangers("0202"), ["0403", "0405"]);
    assert_eq!(strangers("0606"), ["0403", "0405", "0504", "0505"], "with a Muslim in Persia it is open");
}

#[test]
#[covers("8.2", "R95", "7.5")]
fn a_crowd_of_friends_is_no_obstacle_and_the_stack_goes_together() {
    let mut field = driven(
        Drill::new()
            .place("t", "muslim bedouin", "0704")
            .place_all(3, "beaten", "persian levy", "0704")
            .place("hired", "persian mercenary", "0704")
            .place_all(6, "crowd", "persian levy", "0804"),
        "0704",
    );
    field.retreat("0804");
    assert_eq!((field.how_many("beaten", "0804"), field.at("hired")), (3, "0804".into()));
}

#[test]
#[covers("8.2", "8.3", "R96")]
fn muslims_without_a_way_out_are_lost_each_to_its_place() {
    let ring = ["0603", "0604", "0703", "0705", "0803", "0804"];
    let drill = Drill::new()
        .place("tribe", "muslim bedouin", "0704")
        .place("town", "muslim levy", "0704")
        .place("spare", "muslim levy", "0704")
        .place_all(4, "levies", "persian levy", "0704");
    let drill = ring.into_iter().fold(drill, |drill, at| drill.place("ring", "persian levy", at));
    let mut field = elsewhere(drill).begin(Step::Fight(Party::Muslims));
    // Four against four and a four: one each; then nobody can leave.
    field.attack("0704").roll(4);
    field.lose("town");
    assert_eq!(["tribe", "town", "spare"].map(|name| field.at(name)), ["lost", "pool", "pool"]);
}

#[test]
#[covers("8.2", "R96", "R98")]
fn a_fleet_without_a_way_out_is_lost_and_an_army_ashore_is_not_its_concern() {
    let mut field = elsewhere(
        Drill::new()
            .place_all(5, "dhows", "muslim naval", "1305")
            .place_all(5, "dromons", "byzantine naval", "1305")
            .place("theme", "byzantine levy", "1305")
            .place("n", "muslim bedouin", "1304")
            .place("s", "muslim bedouin", "1306"),
    )
    .begin(Step::Fight(Party::Muslims));
    let order = Order::Attack { at: field.station("1305"), arm: Arm::Naval };
    // One to one and a five: one each, the defender retreats, and both coasts are shut.
    field.play(order).roll(5);
    assert_eq!(field.how_many("dromons", "conversion"), 5);
    assert_eq!(field.at("theme"), "1305");
}

#[test]
#[covers("8.1", "R97")]
fn ships_stay_when_the_army_beside_them_is_driven_out() {
    let mut field = driven(
        Drill::new()
            .place_all(2, "t", "muslim bedouin", "1305")
            .place("theme", "byzantine levy", "1305")
            .place("dromon", "byzantine naval", "1305"),
        "1305",
    );
    field.retreat("1306");
    assert_eq!((field.at("theme"), field.at("dromon")), ("1306".into(), "1305".into()));
    field.refuses(Order::Attack { at: field.station("1305"), arm: Arm::Land }, "8.1");
}

#[test]
#[covers("13.0", "R101")]
fn the_black_sea_opens_with_a_free_port_at_home_or_a_friendly_garrison() {
    // A fleet beaten in 1503; 1502 is of the Black Sea and no farther from any home than 1503.
    let open = |fleet: &str, foe: &str, post: Option<&str>| {
        let drill = Drill::new().place("fleet", fleet, "1503").place_all(2, "foes", foe, "1503");
        let drill = match post {
            Some(post) => drill.place("post", post, "Trebizond"),
            None => drill,
        };
        let party = if foe.starts_with("muslim") { Party::Muslims } else { Party::Empires };
        let field = beaten(drill, party, "1503", Arm::Naval, false);
        match field.orders().contains(&to(&field, "1502")) {
            true => true,
            false => {
                field.refuses(to(&field, "1502"), "13.0");
                false
            }
        }
    };
    assert!(open("byzantine naval", "muslim naval", None), "an empty port of its own State");
    assert!(open("byzantine naval", "muslim naval", Some("persian levy")), "friends hold it");
    assert!(!open("byzantine naval", "muslim naval", Some("converted turk levy")));
    assert!(open("byzantine naval", "muslim naval", Some("muslim naval")), "ships do not hold a port");
    assert!(!open("muslim naval", "byzantine naval", None), "not the Muslims' own State");
    assert!(!open("muslim naval", "byzantine naval", Some("byzantine levy")));
    assert!(open("muslim naval", "byzantine naval", Some("muslim levy")));
    assert!(!open("persian naval", "muslim naval", None));
    assert!(open("persian naval", "muslim naval", Some("byzantine levy")));
}

#[test]
#[covers("8.2", "R6", "R9")]
fn losses_are_named_among_those_who_fought_by_their_own_side() {
    let mut field = elsewhere(
        Drill::new()
            .place("tribe", "muslim bedouin", "1305")
            .place("town", "muslim levy", "1305")
            .place("dhow", "muslim naval", "1305")
            .place_all(3, "themes", "byzantine levy", "1305"),
    )
    .begin(Step::Fight(Party::Muslims));
    // Three against three and a four: one each.
    field.attack("1305").roll(4);
    for name in ["dhow", "themes", "x"] {
        field.refuses(Order::Lose { unit: field.id(name) }, "8.2");
    }
    field.refuses(to(&field, "1306"), "4.2");
    field.lose("town");
    // The defender's three are alike: the referee takes one.
    assert_eq!((field.how_many("themes", "conversion"), field.combat.stage), (1, Clash::Retreat));
}
