//! Movement, tested from 7.1 to 7.3 and their rulings.

use covers::covers;
use engine::{Rules, Shown};

use crate::drill::{Drill, Field, direction};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Arm, State};
use crate::unit::Party;

fn muslims(drill: Drill) -> Field {
    drill.begin(Step::Move(Party::Muslims))
}

fn empires(drill: Drill) -> Field {
    drill.begin(Step::Move(Party::Empires))
}

fn step(to: &str) -> Order {
    Order::Step { to: direction(to) }
}

#[test]
#[covers("7.1", "R65")]
fn a_stack_is_gathered_before_its_first_step_and_nobody_joins_later() {
    let mut field = muslims(
        Drill::new()
            .place("khalid", "muslim bedouin", "Medina")
            .place("town", "muslim levy", "Medina")
            .place("other", "muslim bedouin", "0302"),
    );
    field.refuses(step("N"), "7.1");
    field.take_up("khalid");
    field.refuses(Order::Join { unit: field.id("other") }, "7.1");
    field.join("town").step("NE");
    assert_eq!((field.at("khalid"), field.at("town")), ("0302".into(), "0302".into()));
    field.refuses(Order::Join { unit: field.id("other") }, "7.1");
    field.halt().roll(1);
    field.refuses(Order::Move { unit: field.id("khalid") }, "7.1");
}

#[test]
#[covers("7.2", "R68", "table.susceptibility")]
fn every_hex_costs_what_it_costs_the_worst_type() {
    let march = |what: &str| {
        let mut field =
            muslims(Drill::new().place("host", what, "0704").place("other", "muslim bedouin", "Medina"));
        field.take_up("host");
        // Fertile, then rough, then back over fertile fields into the desert.
        let mut totals = vec![];
        for way in ["N", "SE", "SW", "NW", "NW", "NW"] {
            field.step(way);
            totals.push(field.mover.points);
        }
        totals
    };
    assert_eq!(march("muslim bedouin"), [1, 3, 4, 5, 6, 6]);
    assert_eq!(march("converted persian mercenary"), [1, 3, 4, 5, 6, 10]);
    assert_eq!(march("muslim levy"), [2, 6, 8, 10, 12, 20]);
}

#[test]
#[covers("7.2", "R68", "R69", "R20")]
fn dropped_units_are_judged_at_once_and_the_rest_goes_on_lighter() {
    let mut field = muslims(
        Drill::new()
            .place("khalid", "muslim bedouin", "Medina")
            .place("town", "muslim levy", "Medina")
            .place("other", "muslim bedouin", "Mecca"),
    );
    field.take_up("khalid").join("town").step("NE");
    assert_eq!(field.mover.points, 8);
    field.leave("town");
    assert_eq!(field.prompt(), "roll for attrition in 0302 (field 0302), 8 points");
    field.roll(4);
    assert_eq!(field.at("town"), "pool");
    field.step("NE");
    assert_eq!(field.mover.points, 8, "the desert costs Bedouin nothing");
}

#[test]
#[covers("7.2", "R70", "brief.3")]
fn exactly_sixty_points_are_allowed_and_not_one_more() {
    let mut field =
        muslims(Drill::new().place("town", "muslim levy", "0404").place("other", "muslim bedouin", "0108"));
    field.take_up("town");
    for way in ["NW", "SE", "NW", "SE", "NW", "SE", "S"] {
        field.step(way);
    }
    assert_eq!(field.mover.points, 56);
    let why = field.refuses(step("S"), "7.2");
    assert!(why.contains("64") && why.contains("60"), "{why}");
    // Two fertile hexes more; then there is nothing left but to stop.
    field.step("NE").step("N");
    assert_eq!((field.at("town"), field.attrition.points), ("0504".into(), 60));
}

#[test]
#[covers("7.3")]
fn mountains_straits_and_the_sea_stop_land_units() {
    let mut field = muslims(
        Drill::new()
            .place("host", "muslim bedouin", "1305")
            .place("other", "muslim bedouin", "Medina")
            .mountain("1305", "N")
            .strait("1305", "NW"),
    );
    field.take_up("host");
    assert!(field.refuses(step("N"), "7.3").contains("mountain"));
    assert!(field.refuses(step("NW"), "7.3").contains("strait"));
    assert!(field.refuses(step("NE"), "7.3").contains("all-sea"));
    assert!(field.offers(step("SW")));
}

#[test]
#[covers("7.3", "R14")]
fn ships_keep_to_the_water_and_everybody_to_the_map() {
    let mut field = muslims(Drill::new().place("fleet", "muslim naval", "1310").place(
        "other",
        "muslim bedouin",
        "Medina",
    ));
    field.take_up("fleet");
    assert!(field.refuses(step("NW"), "7.3").contains("all-land"));
    assert!(field.refuses(step("S"), "7.3").contains("map ends"));
    field.step("NE").steps("N", 3);
    assert_eq!(field.mover.points, 8);
}

#[test]
#[covers("7.3", "R71")]
fn marching_past_costs_the_strength_of_the_same_arm_on_leaving() {
    let mut field = muslims(
        Drill::new()
            .place("khalid", "muslim bedouin", "1205")
            .place("home", "byzantine levy", "1205")
            .place("guard", "byzantine mercenary", "1305")
            .place("fleet", "byzantine naval", "1305")
            .place("other", "muslim bedouin", "Medina"),
    );
    // Nothing for those in the hex where it began.
    field.take_up("khalid").step("NE");
    assert_eq!((field.at("khalid"), field.mover.points), ("1305".into(), 1));
    // The mercenary's three, not the ship's two.
    field.step("S");
    assert_eq!(field.mover.points, 1 + 3 + 1);
}

#[test]
#[covers("R71")]
fn stopping_among_the_enemy_costs_nothing_passing_on_does() {
    let start = || {
        let drill = Drill::new().place("khalid", "muslim bedouin", "0505").place(
            "guard",
            "persian mercenary",
            "0604",
        );
        let mut field = muslims(drill.place("other", "muslim bedouin", "Medina"));
        field.take_up("khalid").step("NE");
        field
    };
    let mut stays = start();
    assert_eq!(stays.mover.points, 1);
    stays.halt();
    assert_eq!(stays.attrition.points, 1);
    let mut passes = start();
    passes.step("NE");
    assert_eq!(passes.mover.points, 1 + 3 + 1);
}

#[test]
#[covers("7.1", "R66")]
fn units_of_one_hex_do_not_meet_again_by_separate_moves() {
    let mut field = muslims(Drill::new().place_all(2, "tribes", "muslim bedouin", "Medina").place(
        "other",
        "muslim bedouin",
        "0303",
    ));
    let ids = field.ids("tribes");
    field.take_up("tribes").step("NE").halt();
    field.play(Order::Move { unit: ids[1] }).step("NE");
    let why = field.refuses(Order::Halt, "7.1");
    assert!(why.contains("together"), "{why}");
    field.step("N").halt();
    // One from elsewhere may stop there.
    field.take_up("other").step("N").halt();
    assert_eq!(field.at("other"), "0302");
}

#[test]
#[covers("7.5", "R79", "R67")]
fn empires_nations_pass_through_each_other_but_do_not_stop() {
    let mut field = empires(
        Drill::new()
            .place("romans", "byzantine levy", "0906")
            .place("persians", "persian levy", "0806")
            .place("raider", "muslim bedouin", "0606"),
    );
    field.take_up("romans").step("NW");
    assert_eq!(field.at("romans"), "0805");
    field.step("S");
    field.refuses(Order::Halt, "7.5");
    field.step("SW").halt();
    assert_eq!(field.at("romans"), "0707");
}

#[test]
#[covers("7.3", "R77", "R78")]
fn byzantines_enter_another_state_only_if_muslims_are_in_it() {
    let persia = |raider: &'static str| {
        let drill =
            Drill::new().place("romans", "byzantine levy", "0906").place("guard", "persian levy", "0807");
        let mut field = empires(drill.place("raider", "muslim bedouin", raider));
        field.take_up("romans");
        field.check(&step("NW")).map_err(|objection| objection.rule.into_owned())
    };
    assert_eq!(persia("0606"), Ok(()));
    assert_eq!(persia("0404"), Err("7.3".into()), "next to Persia is not in it");
    let mut other = empires(Drill::new().place("persians", "persian levy", "0806"));
    other.take_up("persians");
    assert!(other.offers(step("NE")), "other States go where they like");
}

#[test]
#[covers("brief.1", "R23")]
fn under_the_errata_a_state_that_did_not_recruit_stays_where_it_is() {
    let mut field = empires(
        Drill::new()
            .errata()
            .place("persians", "persian levy", "Nineveh")
            .place("romans", "byzantine levy", "Homs")
            .recruited(&[State::Byzantine]),
    );
    field.refuses(Order::Move { unit: field.id("persians") }, "R23");
    field.take_up("romans");
}

#[test]
#[covers("R67", "7.1")]
fn somebody_must_go_on_and_be_able_to() {
    let mut field = muslims(Drill::new().place_all(2, "tribes", "muslim bedouin", "Medina").place(
        "other",
        "muslim bedouin",
        "Mecca",
    ));
    let ids = field.ids("tribes");
    field.take_up("tribes");
    field.play(Order::Join { unit: ids[1] }).step("NE").play(Order::Leave { unit: ids[0] });
    // The first stayed without a die: the desert is home to Bedouin.
    assert_eq!(field.mover.count, 1);
    field.refuses(Order::Leave { unit: ids[1] }, "7.2");
    field.refuses(Order::Halt, "7.1");
}

#[test]
#[covers("7.6", "R84")]
fn army_group_markers_change_nothing() {
    let host = |markers: u8| {
        let field = muslims(
            Drill::new()
                .with(move |sheet| std::sync::Arc::make_mut(&mut sheet.roster).army_groups = [markers; 9])
                .place_all(6, "host", "muslim bedouin", "0704"),
        );
        (field.orders(), field.stacking_limit(field.hex(field.hex_number("0704")).unwrap()))
    };
    assert_eq!(host(0), host(6));
}

#[test]
#[covers("13.0", "R75", "R132")]
fn going_between_box_and_hex_is_free_and_no_march() {
    let mut field = empires(
        Drill::new()
            .place("guard", "byzantine levy", "box")
            .place("romans", "byzantine levy", "1705")
            .recruited(&[State::Byzantine]),
    );
    field.take_up("guard");
    // Coming out is the only thing to do.
    assert_eq!(field.at("guard"), "1703");
    field.refuses(Order::Enter, "13.0");
    field.halt();
    assert_eq!(field.at("guard"), "1703");
    // Idle in Constantinople: three times 2, less the value of the city.
    assert_eq!(field.idle_points(Party::Empires, field.see("guard").spot, Arm::Land), 3);
    field.take_up("romans").step("N").step("N").play(Order::Enter);
    assert_eq!((field.at("romans"), field.attrition.points), ("box".into(), 4));
}

#[test]
#[covers("R75", "R71")]
fn passing_through_the_hex_of_constantinople_pays_for_the_enemy_in_it() {
    let mut field = empires(
        Drill::new()
            .place("guard", "byzantine levy", "box")
            .place("siege", "muslim bedouin", "Constantinople")
            .place("romans", "byzantine levy", "Homs"),
    );
    field.take_up("guard");
    field.step("S");
    assert_eq!(field.mover.points, 2 + 2, "the Bedouin's strength and a fertile coast");
}
