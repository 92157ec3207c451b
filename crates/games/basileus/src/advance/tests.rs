//! Advance after combat (10.11).

use covers::covers;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field, bows, chief, foot, horse, number, wagon};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::Terrain;

/// Blue's x and y beside gold's t in 0606.
fn ground() -> Drill {
    Drill::new().blue("x", foot(2), "0507").blue("y", foot(2), "0607").gold("t", foot(4), "0606")
}

fn fought(drill: Drill, with: &[&str], code: &str) -> Field {
    let mut field = drill.begin(Step::Fighting);
    field.assault("0606", with).suffer(code);
    field
}

fn advance(field: &Field, name: &str) -> Order {
    Order::Advance { unit: field.id(name) }
}

fn occupy(hex: &str) -> Order {
    Order::Occupy { hex: number(hex) }
}

#[test]
#[covers("10.11", "R94")]
fn one_hand_to_hand_attacker_of_choice_takes_the_hex_or_nobody_does() {
    let mut field = fought(ground(), &["x", "y"], "DR");
    field.refuses(advance(&field, "x"), "protocol");
    field.step_to("0605");
    assert_eq!(field.turn(), Turn::Order(Side::First));
    assert_eq!(field.orders(), [advance(&field, "x"), advance(&field, "y"), Order::Done]);
    field.play(advance(&field, "y"));
    assert_eq!((field.at("x"), field.at("y")), ("0507".into(), "0606".into()));
    assert_eq!(field.combat.stage, Stage::Idle, "a single unit");
    let mut field = fought(ground(), &["x", "y"], "DR");
    field.step_to("0605").done();
    assert_eq!((field.at("x"), field.at("y")), ("0507".into(), "0607".into()));
}

#[test]
#[covers("R94", "10.11")]
fn the_hex_may_be_empty_for_any_reason() {
    // Two steps lost, a failed test, an equal one.
    let field = fought(ground(), &["x"], "D2");
    assert!(field.lost("t") && field.offers(advance(&field, "x")));
    let mut field = fought(ground().reduced("t"), &["x"], "DT");
    field.roll(6);
    assert!(field.lost("t") && field.offers(advance(&field, "x")));
    let mut field = fought(ground(), &["x"], "DT");
    field.roll(4).step_to("0605");
    assert!(field.offers(advance(&field, "x")));
    // Not if he stands, loses a step, or cannot get away.
    for code in ["D1", "AT", "A1"] {
        let mut field = fought(ground(), &["x"], code);
        while matches!(field.turn(), Turn::Dice(_)) {
            field.roll(1);
        }
        assert!(!field.orders().contains(&advance(&field, "x")), "{code}");
    }
    let shut = ["0605", "0506", "0706", "0707"];
    let drill = shut.iter().fold(ground(), |drill, hex| drill.terrain(hex, Terrain::Mountain));
    let field = fought(drill, &["x"], "DR");
    assert_eq!((field.at("t"), field.combat.stage), ("0606".into(), Stage::Idle));
}

#[test]
#[covers("R94", "R54")]
fn only_those_who_fought_hand_to_hand_in_this_attack_may_go() {
    let drill = Drill::new()
        .blue("x", foot(2), "0607")
        .blue("shot", bows(2), "0608")
        .blue("idle", foot(2), "0707")
        .gold("t", foot(4), "0606");
    let mut field = fought(drill, &["x", "shot"], "DR");
    field.step_to("0605");
    assert_eq!(field.orders(), [advance(&field, "x"), Order::Done]);
    field.refuses(advance(&field, "shot"), "R94");
    field.refuses(advance(&field, "idle"), "R94");
    // Pure fire: the emptied hex stays empty.
    let drill = Drill::new().blue("shot", bows(2), "0608").gold("t", foot(4), "0606");
    let mut field = fought(drill, &["shot"], "DR");
    field.step_to("0605");
    assert_eq!(field.combat.stage, Stage::Idle);
}

#[test]
#[covers("R95", "10.11")]
fn after_a_retreat_of_the_attackers_the_defender_may_take_one_of_their_hexes() {
    let mut field = fought(ground(), &["x", "y"], "AR");
    field.play(Order::Retreat { unit: field.id("x") }).step_to("0407").step_to("0608");
    assert_eq!(field.turn(), Turn::Order(Side::Second));
    assert!(field.offers(occupy("0507")) && field.offers(occupy("0607")) && field.offers(Order::Done));
    for hex in ["0605", "0707", "0508"] {
        field.refuses(occupy(hex), "R95");
    }
    field.play(occupy("0507"));
    assert_eq!((field.at("t"), field.combat.stage), ("0507".into(), Stage::Idle));
    // A1R gives the same; the hex of one who died of it is as good.
    let mut field = fought(ground().reduced("x"), &["x", "y"], "A1R");
    field.play(Order::Lose { unit: field.id("x") }).step_to("0608");
    assert_eq!(field.orders(), [occupy("0607"), occupy("0507"), Order::Done]);
    field.done();
    assert_eq!(field.at("t"), "0606");
}

#[test]
#[covers("R95")]
fn the_defender_does_not_follow_after_other_results() {
    let mut field = fought(ground(), &["x"], "AT");
    field.roll(2).step_to("0407");
    assert_eq!((field.at("x"), field.combat.stage), ("0407".into(), Stage::Idle));
    let field = fought(ground().reduced("x"), &["x"], "A1");
    assert!(field.lost("x"));
    assert_eq!(field.combat.stage, Stage::Idle);
    let field = fought(ground(), &["x"], "A2");
    assert!(field.lost("x"));
    assert_eq!(field.combat.stage, Stage::Idle);
    // Baggage goes nowhere.
    let cart = Drill::new().blue("x", foot(2), "0607").gold("cart", wagon(), "0606");
    let mut field = fought(cart, &["x"], "AR");
    field.step_to("0608");
    assert_eq!((field.at("cart"), field.combat.stage), ("0606".into(), Stage::Idle));
}

#[test]
#[covers("R95")]
fn a_firing_attackers_hex_is_not_to_be_taken() {
    let drill = Drill::new().blue("shot", bows(2), "0608").gold("t", bows(4), "0606");
    let mut field = fought(drill, &["shot"], "AR");
    field.step_to("0609");
    assert_eq!((field.at("t"), field.combat.stage), ("0606".into(), Stage::Idle));
}

/// Two horsemen who have ridden straight at t, and a foot soldier.
fn charge() -> Drill {
    Drill::new()
        .blue("one", horse(2), "0607")
        .ran("one", "0609", 2)
        .blue("two", horse(2), "0707")
        .ran("two", "0807", 1)
        .blue("x", foot(2), "0507")
        .gold("t", foot(4), "0606")
}

#[test]
#[covers("R96", "10.2", "10.11")]
fn a_charger_must_go_and_goes_before_all_others() {
    let mut field = charge().begin(Step::Fighting);
    field.attack("0606").charge("one").charge("two").join("x").commit().suffer("DR").step_to("0605");
    assert_eq!(field.orders(), [advance(&field, "one"), advance(&field, "two")]);
    field.refuses(Order::Done, "R96");
    field.refuses(advance(&field, "x"), "R96");
    field.play(advance(&field, "two"));
    assert_eq!((field.at("two"), field.at("one")), ("0606".into(), "0607".into()));
    assert_eq!(field.combat.stage, Stage::Idle);
}

#[test]
#[covers("R96", "R61")]
fn without_a_charge_cavalry_is_free_to_stay() {
    let mut field = charge().begin(Step::Fighting);
    field.attack("0606").join("one").join("x").commit().suffer("DR").step_to("0605");
    assert_eq!(field.orders(), [advance(&field, "one"), advance(&field, "x"), Order::Done]);
}

#[test]
#[covers("R96", "10.4")]
fn a_charger_stays_if_the_hex_is_not_emptied() {
    let mut field = charge().gold("cart", wagon(), "0606").begin(Step::Fighting);
    field.attack("0606").charge("one").commit().suffer("DR");
    assert_eq!((field.at("t"), field.at("one")), ("0606".into(), "0607".into()));
    assert_eq!(field.combat.stage, Stage::Idle);
    // The unit dies, the wagon with it, and the hex is free to enter.
    let mut field = charge().reduced("t").gold("cart", wagon(), "0606").begin(Step::Fighting);
    field.attack("0606").charge("one").commit().suffer("D1");
    assert!(field.lost("t") && field.lost("cart"));
    assert_eq!(field.orders(), [advance(&field, "one")]);
}

#[test]
#[covers("R97", "10.11")]
fn the_commander_goes_along_or_stays_as_his_player_likes() {
    for (order, at) in [(Order::Follow, "0606"), (Order::Remain, "0607")] {
        let mut field = fought(ground().blue("chief", chief(1), "0607"), &["x", "y"], "DR");
        field.step_to("0605");
        field.play(advance(&field, "y"));
        assert_eq!(
            (field.orders(), field.turn()),
            (vec![Order::Follow, Order::Remain], Turn::Order(Side::First))
        );
        field.play(order);
        assert_eq!((field.at("y"), field.at("chief")), ("0606".into(), at.into()));
    }
    for (order, at) in [(Order::Follow, "0507"), (Order::Remain, "0606")] {
        let mut field = fought(ground().gold("chief", chief(1), "0606"), &["x"], "AR");
        field.step_to("0407").play(occupy("0507"));
        assert_eq!(
            (field.orders(), field.turn()),
            (vec![Order::Follow, Order::Remain], Turn::Order(Side::Second))
        );
        field.play(order);
        assert_eq!((field.at("t"), field.at("chief")), ("0507".into(), at.into()));
    }
}

#[test]
#[covers("R97", "R30")]
fn a_commander_is_not_left_alone_with_baggage() {
    let stack = ground().blue("chief", chief(1), "0607").blue("cart", wagon(), "0607");
    let mut field = fought(stack, &["y"], "DR");
    field.step_to("0605");
    field.play(advance(&field, "y"));
    assert_eq!(
        (field.at("y"), field.at("chief"), field.at("cart")),
        ("0606".into(), "0606".into(), "0607".into())
    );
    assert_eq!(field.audit(), Ok(()));
}

#[test]
#[covers("R98", "10.11")]
fn an_advance_costs_nothing_and_asks_for_nothing() {
    // Into a marsh, out of one zone and into another's, by a unit that moved its full allowance.
    let drill =
        ground().terrain("0606", Terrain::Marsh).gold("next", foot(2), "0706").gold("near", foot(1), "0508");
    let mut field = fought(drill.ran("x", "0309", 2), &["x"], "DR");
    field.step_to("0605");
    field.play(advance(&field, "x"));
    assert_eq!(field.at("x"), "0606");
    assert!(matches!(field.turn(), Turn::Order(Side::First)), "no test");
    // It stands beside 0706 now, but has attacked in this phase, and nobody else reaches it.
    field.refuses(Order::Attack { hex: number("0706") }, "10.1");
    assert!(field.offers(Order::Attack { hex: number("0508") }), "y has not attacked yet");
    field.attack("0508");
    field.refuses(Order::Join { unit: field.id("x") }, "10.1");
}
