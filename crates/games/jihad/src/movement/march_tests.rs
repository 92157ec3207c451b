//! Movement: gathering, dropping, marching past, borders.

use covers::covers;
use engine::{Rules, Turn};

use crate::drill::{Drill, Field, direction};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Land, State};
use crate::unit::Party;

fn muslims(drill: Drill) -> Field {
    drill.place("other", "muslim bedouin", "0108").begin(Step::Move(Party::Muslims))
}

fn empires(drill: Drill) -> Field {
    drill.begin(Step::Move(Party::Empires))
}

fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

/// The rule under which the stack in hand may not go one way.
fn refused(field: &Field, to: &str) -> Option<String> {
    field.check(&step(to)).err().map(|objection| objection.rule.into_owned())
}

#[test]
#[covers("7.1", "R65", "R9")]
fn a_stack_is_of_one_hex_and_one_arm_and_of_ones_own_units() {
    let mut field = muslims(
        Drill::new()
            .place("host", "muslim bedouin", "Tyre")
            .place("dhow", "muslim naval", "Tyre")
            .place("beside", "muslim levy", "1307")
            .place("foe", "byzantine levy", "Tyre")
            .place("raw", "muslim levy", "pool"),
    );
    field.refuses(Order::Move { unit: field.id("foe") }, "4.2");
    field.refuses(Order::Move { unit: field.id("raw") }, "7.1");
    field.refuses(Order::Halt, "7.1");
    field.take_up("host");
    field.refuses(Order::Move { unit: field.id("beside") }, "7.1");
    field.refuses(Order::Join { unit: field.id("dhow") }, "7.1");
    field.refuses(Order::Join { unit: field.id("beside") }, "7.1");
    field.refuses(Order::Join { unit: field.id("host") }, "7.1");
    field.refuses(Order::Join { unit: field.id("foe") }, "4.2");
    field.refuses(Order::Halt, "7.1");
    field.refuses(Order::Done, "7.1");
}

#[test]
#[covers("7.1", "7.2", "R72")]
fn bedouin_cross_the_desert_without_limit_and_without_a_die() {
    let mut field = muslims(Drill::new().place("khalid", "muslim bedouin", "0101"));
    field.take_up("khalid");
    for _ in 0..20 {
        field.steps("S", 8).steps("N", 8);
    }
    field.step("S").halt();
    assert_eq!((field.at("khalid"), field.turn()), ("0102".into(), Turn::Order(crate::sheet::MUSLIMS)));
}

#[test]
#[covers("7.2", "R68", "table.susceptibility")]
fn the_worst_type_of_a_mixed_stack_counts_on_every_ground() {
    let march = |with: &[&str]| {
        let drill = Drill::new().place("first", "muslim bedouin", "0503");
        let names = ["second", "third"];
        let drill = with.iter().zip(names).fold(drill, |d, (what, name)| d.place(name, what, "0503"));
        let mut field = muslims(drill.land("0504", Land::Rough));
        field.take_up("first");
        for name in &names[..with.len()] {
            field.join(name);
        }
        // Rough, fertile, desert.
        ["S", "S", "NW"].map(|way| {
            field.step(way);
            field.mover.points
        })
    };
    assert_eq!(march(&[]), [2, 3, 3]);
    assert_eq!(march(&["converted persian mercenary"]), [2, 3, 7]);
    assert_eq!(march(&["muslim levy"]), [4, 6, 14]);
    assert_eq!(march(&["converted persian mercenary", "muslim levy"]), [4, 6, 14]);
}

#[test]
#[covers("7.2", "R69", "R73")]
fn a_group_dropped_together_is_judged_by_one_die_on_the_whole_total() {
    let mut field = muslims(
        Drill::new().place("khalid", "muslim bedouin", "0303").place("town", "muslim levy", "0303").place(
            "hired",
            "converted persian mercenary",
            "0303",
        ),
    );
    field.take_up("khalid").join("town").join("hired").steps("N", 2);
    assert_eq!(field.mover.points, 16);
    field.refuses(Order::Drop, "7.2");
    field.leave("town");
    field.refuses(step("N"), "7.2");
    field.refuses(Order::Halt, "7.2");
    field.leave("hired");
    assert_eq!((field.attrition.points, field.judged().count()), (16, 2));
    field.roll(3);
    assert_eq!(field.attrition.losses, 1);
    field.refuses(Order::Lose { unit: field.id("khalid") }, "7.2");
    field.lose("hired");
    assert_eq!((field.at("hired"), field.at("town"), field.mover.count), ("pool".into(), "0301".into(), 1));
    // The rest marches on with what it has gathered and now pays as Bedouin.
    field.step("SE");
    assert_eq!(field.mover.points, 16);
    field.halt().roll(1);
    field.refuses(Order::Move { unit: field.id("town") }, "7.1");
}

#[test]
#[covers("7.2", "7.3", "R70")]
fn the_strength_of_those_passed_counts_towards_sixty() {
    let from = |points: u8| {
        let mut field = muslims(Drill::new().place("khalid", "muslim bedouin", "0505").place(
            "guard",
            "persian mercenary",
            "0604",
        ));
        field.take_up("khalid").step("NE");
        field.mover.points = points;
        refused(&field, "NE")
    };
    assert_eq!([from(56), from(57)], [None, Some("7.2".into())]);
}

#[test]
#[covers("7.3", "R71")]
fn every_exit_is_paid_for_even_from_the_first_hex_once_it_is_entered_again() {
    let mut field = muslims(
        Drill::new().place("khalid", "muslim bedouin", "0505").place("watch", "persian levy", "0505").place(
            "guard",
            "persian mercenary",
            "0604",
        ),
    );
    field.take_up("khalid");
    let totals = ["NE", "NE", "SW", "SW", "N"].map(|way| {
        field.step(way);
        field.mover.points
    });
    assert_eq!(totals, [1, 5, 6, 10, 12]);
}

#[test]
#[covers("7.3", "R69", "R71")]
fn those_dropped_among_the_enemy_pay_nothing_for_that_hex() {
    let mut field = muslims(
        Drill::new().place("khalid", "muslim bedouin", "0505").place("town", "muslim levy", "0505").place(
            "guard",
            "persian mercenary",
            "0604",
        ),
    );
    field.take_up("khalid").join("town").step("NE").leave("town");
    assert_eq!(field.attrition.points, 2);
    field.roll(1).step("NE");
    assert_eq!(field.mover.points, 2 + 3 + 1);
}

#[test]
#[covers("7.3", "R71", "R131")]
fn ships_pay_for_ships_and_nobody_for_the_box_or_the_other_arm() {
    let mut sea = muslims(
        Drill::new()
            .place("dhow", "muslim naval", "1405")
            .place_all(2, "dromons", "byzantine naval", "1404")
            .place("theme", "byzantine levy", "1303"),
    );
    sea.take_up("dhow").step("N");
    assert_eq!(sea.mover.points, 2);
    sea.step("NW").step("N");
    // 1404 with two ships of 2, then the coast of 1304 and Antioch.
    assert_eq!(sea.mover.points, 2 + 4 + 1 + 1);
    sea.step("N");
    assert_eq!(sea.mover.points, 2 + 4 + 1 + 1 + 1, "the army on shore is no matter");
    let mut walls = muslims(Drill::new().place("khalid", "muslim bedouin", "1704").place_all(
        5,
        "garrison",
        "byzantine mercenary",
        "box",
    ));
    walls.take_up("khalid").step("N").step("N");
    assert_eq!(walls.mover.points, 2);
}

#[test]
#[covers("7.1", "R66")]
fn nobody_of_the_same_hex_stops_where_another_was_dropped_but_all_may_pass() {
    let mut field = muslims(
        Drill::new().place("khalid", "muslim bedouin", "0303").place("amr", "muslim bedouin", "0303").place(
            "late",
            "muslim bedouin",
            "0303",
        ),
    );
    let [khalid, amr] = ["khalid", "amr"].map(|name| field.id(name));
    field.play(Order::Move { unit: khalid }).play(Order::Join { unit: amr }).step("N");
    field.play(Order::Leave { unit: khalid }).step("N").halt();
    field.take_up("late").step("N");
    field.refuses(Order::Halt, "7.1");
    field.step("N");
    field.refuses(Order::Halt, "7.1");
    // Back to where it came from is open.
    field.steps("S", 2).halt();
    assert_eq!(field.at("late"), "0303");
}

#[test]
#[covers("R65", "R79")]
fn box_and_hex_of_constantinople_are_two_stacks() {
    let mut field = empires(Drill::new().place("hex", "byzantine levy", "Constantinople").place(
        "box",
        "byzantine levy",
        "box",
    ));
    field.take_up("hex");
    field.refuses(Order::Join { unit: field.id("box") }, "7.1");
    // Another nation may stop in the hex while Byzantines are in the box, not while they are in the hex.
    let goths = |at: &'static str| {
        let drill = Drill::new().place("goths", "goth levy", "1704").place("romans", "byzantine levy", at);
        let mut field = empires(drill);
        field.take_up("goths").step("N");
        field.check(&Order::Halt).err().map(|objection| objection.rule.into_owned())
    };
    assert_eq!([goths("box"), goths("Constantinople")], [None, Some("7.5".into())]);
}

#[test]
#[covers("7.5", "R79")]
fn not_even_the_ships_of_two_nations_lie_in_one_hex() {
    let mut field = empires(
        Drill::new().place("dromon", "byzantine naval", "1405").place("dhow", "persian naval", "1404").place(
            "army",
            "persian levy",
            "1304",
        ),
    );
    field.take_up("dromon").step("N");
    field.refuses(Order::Halt, "7.5");
    field.step("NW");
    field.refuses(Order::Halt, "7.5");
    field.step("N");
    assert!(field.offers(Order::Halt));
}

#[test]
#[covers("R67", "R79")]
fn a_step_into_a_hex_where_one_can_neither_stop_nor_go_on_is_refused_for_that_reason() {
    let from = |points: u8| {
        let mut field = empires(Drill::new().place("goths", "goth levy", "1805").place(
            "romans",
            "byzantine levy",
            "1803",
        ));
        field.take_up("goths").step("N");
        field.mover.points = points;
        refused(&field, "N")
    };
    // Two points to enter 1803 and two more to leave it again.
    assert_eq!([from(56), from(57), from(58)], [None, Some("7.5".into()), Some("7.5".into())]);
    assert_eq!(from(59), Some("7.2".into()));
}

#[test]
#[covers("7.3", "R77")]
fn a_convert_or_a_ship_inside_a_state_opens_it_to_byzantines_and_so_does_its_defeat() {
    let persia = |what: &str, at: &'static str, defeated: bool| {
        let drill = Drill::new().place("romans", "byzantine levy", "0906").place("guest", what, at);
        let mut field = empires(drill);
        if defeated {
            field.books.defeated.add(State::Persian);
        }
        field.take_up("romans");
        refused(&field, "NW")
    };
    let closed = Some("7.3".to_string());
    assert_eq!(persia("converted byzantine levy", "0606", false), None);
    assert_eq!(persia("muslim bedouin", "0404", false), closed);
    assert_eq!(persia("turk levy", "0606", false), closed);
    assert_eq!(persia("muslim bedouin", "0404", true), None);
    // On the coast of the Goths.
    let goths = |what: &str, at: &'static str| {
        let mut field =
            empires(Drill::new().place("dromon", "byzantine naval", "1606").place("guest", what, at));
        field.take_up("dromon");
        refused(&field, "NE")
    };
    assert_eq!(goths("muslim naval", "1708"), None);
    assert_eq!(goths("muslim naval", "1607"), closed, "the open sea is nobody's");
}

#[test]
#[covers("7.3", "R77", "R78")]
fn inside_a_neutral_state_byzantines_move_freely_and_elsewhere_nothing_holds_them() {
    let mut field = empires(Drill::new().place("romans", "byzantine levy", "0504"));
    field.take_up("romans");
    assert_eq!(refused(&field, "S"), None, "nobody is expelled");
    assert_eq!(refused(&field, "SW"), None, "the Muslim State is no Empires State");
    field.step("SW");
    assert_eq!(refused(&field, "NE"), Some("7.3".into()), "but once out, out");
    let mut home = empires(Drill::new().place("romans", "byzantine levy", "0805"));
    home.take_up("romans");
    assert_eq!(refused(&home, "NE"), None, "home is always open");
    let mut goths = empires(Drill::new().place("goths", "goth levy", "0906"));
    goths.take_up("goths");
    assert_eq!(refused(&goths, "NW"), None);
}

#[test]
#[covers("7.3", "R12", "R15")]
fn coasts_are_open_to_both_arms_and_straits_to_ships() {
    let mut army = muslims(Drill::new().place("host", "muslim bedouin", "1305").strait("1305", "S"));
    army.take_up("host");
    assert_eq!((refused(&army, "N"), refused(&army, "S")), (None, Some("7.3".into())));
    let mut fleet =
        muslims(Drill::new().place("dhow", "muslim naval", "1305").strait("1305", "S").mountain("1305", "N"));
    fleet.take_up("dhow");
    assert_eq!([refused(&fleet, "N"), refused(&fleet, "S"), refused(&fleet, "NE")], [None, None, None]);
    assert_eq!(refused(&fleet, "SW"), Some("7.3".into()));
}

#[test]
#[covers("7.1", "R71")]
fn a_stack_may_stop_among_the_enemy_on_land_and_at_sea() {
    let mut field = muslims(
        Drill::new()
            .place("khalid", "muslim bedouin", "0505")
            .place_all(3, "guard", "persian mercenary", "0604")
            .place("dhow", "muslim naval", "1405")
            .place("dromon", "byzantine naval", "1404"),
    );
    field.take_up("khalid").step("NE").halt().roll(1);
    field.take_up("dhow").step("N").halt().roll(1);
    assert_eq!((field.at("khalid"), field.at("dhow")), ("0604".into(), "1404".into()));
}

#[test]
#[covers("brief.1", "R23")]
fn under_the_errata_ships_and_the_box_of_an_idle_byzantium_stay_too() {
    let field = empires(
        Drill::new()
            .errata()
            .place("garrison", "byzantine levy", "box")
            .place("dromon", "byzantine naval", "1405")
            .place("persians", "persian levy", "Nineveh")
            .recruited(&[State::Persian]),
    );
    for name in ["garrison", "dromon"] {
        field.refuses(Order::Move { unit: field.id(name) }, "R23");
    }
    assert!(field.offers(Order::Move { unit: field.id("persians") }));
}
