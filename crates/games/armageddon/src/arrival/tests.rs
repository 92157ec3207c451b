//! Groups that arrive at a lettered hex (rulings R22, R103), tested from the rulings.

use covers::covers;
use engine::Side;

use crate::drill::{Drill, Field, direction, number};
use crate::movement::tests::{enter, face, hex, idle_until, points, take};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Coming, Kind, Terrain};

/// Blue is one group that arrives at 1010 or 2020 from Game-Turn 2 on. The leader rules are in force.
fn relief() -> Drill {
    Drill::new().gold("foe", Kind::MI, "3828", "N").with(|s| {
        let hexes = vec![hex(s, "1010"), hex(s, "2020")];
        s.groups[0].coming = Coming::Arrives { hexes, turn: 2 };
    })
}

fn arrive(hex: &str) -> Order {
    Order::Arrive { hex: number(hex) }
}

/// Three Axemen and Bowmen, without a leader.
fn company() -> Drill {
    let drill = relief().off_map("a", Side::First, Kind::AX).off_map("b", Side::First, Kind::AX);
    drill.off_map("c", Side::First, Kind::AX).off_map("bo", Side::First, Kind::BO)
}

fn face_all(field: &mut Field, facings: &[&str]) {
    for facing in facings {
        field.play(face(facing));
    }
}

#[test]
#[covers("R22", "R14")]
fn a_group_arrives_whole_on_one_hex_each_counter_facing_as_it_likes() {
    let mut field = company().begin_in(3, Step::Arrive(0));
    assert!(field.offers(arrive("1010")) && field.offers(arrive("2020")));
    field.refuses(arrive("1011"), "R21");
    field.refuses(enter("1010"), "protocol");
    field.play(arrive("1010"));
    assert_eq!(["a", "b", "c", "bo"].map(|name| field.at(name)), ["1010"; 4]);
    for to in ["N", "NE", "SE", "S", "SW", "NW"] {
        assert!(field.offers(face(to)));
    }
    face_all(&mut field, &["N", "SE", "S", "NW"]);
    assert_eq!(
        ["a", "b", "c", "bo"].map(|name| field.see(name).facing),
        ["N", "SE", "S", "NW"].map(direction)
    );
    assert_eq!(field.step, Step::Moving);
}

#[test]
#[covers("R22")]
fn a_group_that_arrived_moves_with_full_allowance_and_has_paid_nothing() {
    let mut field = company().terrain("1010", Terrain::Woods).begin_in(3, Step::Arrive(0));
    field.play(arrive("1010"));
    face_all(&mut field, &["N"; 4]);
    for (name, allowance) in [("a", 4), ("bo", 5)] {
        field.take_up(name);
        assert_eq!(points(&field), allowance, "{name}, though no leader is near");
        field.step("N").play(Order::Halt);
    }
    field.play(Order::Done);
    idle_until(&mut field, 5, Step::Moving);
    field.take_up("a");
    assert_eq!(points(&field), 2, "in later turns control counts again");
}

#[test]
#[covers("R22", "R75", "R74")]
fn a_group_too_large_for_one_stack_must_spread_out() {
    let mut field = company().begin_in(3, Step::Arrive(0));
    field.play(arrive("1010"));
    face_all(&mut field, &["N"; 4]);
    field.refuses(Order::Done, "stacking");
    field.take_up("b").step("N").play(Order::Halt);
    assert!(field.offers(Order::Done), "three are left");
}

#[test]
#[covers("R22")]
fn nobody_fires_at_a_group_for_being_placed() {
    let mut field = company().gold("bows", Kind::BO, "1011", "N").begin_in(3, Step::Arrive(0));
    field.play(arrive("1010"));
    face_all(&mut field, &["N"; 4]);
    assert_eq!(field.step, Step::Moving);
    // Nor is it stopped: it begins its move there.
    field.take_up("a").step("N");
    assert_eq!((field.at("a"), points(&field)), ("1009".into(), 3));
}

#[test]
#[covers("R22")]
fn a_group_does_not_arrive_on_an_enemy() {
    let mut field = company().gold("king", Kind::A, "1010", "N").begin_in(3, Step::Arrive(0));
    field.refuses(arrive("1010"), "movement.F");
    assert!(field.offers(arrive("2020")));
    field.play(arrive("2020"));
    assert_eq!(field.at("c"), "2020");
}

#[test]
#[covers("R22", "R23")]
fn a_group_with_every_hex_shut_waits_for_a_later_turn() {
    let mut field =
        company().gold("x", Kind::MI, "1010", "N").gold("y", Kind::MI, "2020", "N").begin_in(2, Step::Moving);
    field.play(Order::Done);
    assert_eq!((field.player_turn, field.step), (4, Step::Moving), "blue had no choice in Player-Turn 3");
    field.take_up("x").step("N").play(Order::Done);
    assert_eq!((field.player_turn, field.step), (5, Step::Arrive(0)));
}

#[test]
#[covers("R22", "R23")]
fn a_group_comes_at_the_start_of_the_movement_phase_from_its_turn_on_or_is_delayed_without_limit() {
    let mut field = company().begin_in(1, Step::Aim);
    field.refuses(arrive("1010"), "protocol");
    // Nothing is due in Game-Turn 1, so blue's first choice comes in Player-Turn 3.
    field.play(Order::Commit);
    assert_eq!((field.player_turn, field.step), (2, Step::Moving));
    field.play(Order::Done);
    for player_turn in [3, 5, 7] {
        assert_eq!((field.player_turn, field.step), (player_turn, Step::Arrive(0)));
        field.play(Order::Delay);
        assert_eq!(field.at("a"), "");
        field.play(Order::Done);
    }
    field.play(arrive("2020"));
    assert_eq!(field.at("a"), "2020");
}

#[test]
#[covers("R22")]
fn no_part_of_a_group_comes_alone() {
    let mut field = company().begin_in(3, Step::Arrive(0));
    field.refuses(take(&field, "a"), "protocol");
    field.play(Order::Delay);
    assert_ne!(field.step, Step::Arrive(0));
    assert!(["a", "b", "c", "bo"].iter().all(|name| field.at(name).is_empty()));
}

#[test]
#[covers("R93", "R22")]
fn arriving_takes_control() {
    let mut field = company().with(|s| s.objectives = vec![hex(s, "1010")]).begin_in(3, Step::Arrive(0));
    field.control[0] = Some(Side::Second);
    field.play(arrive("1010"));
    assert_eq!(field.control[0], Some(Side::First));
}
