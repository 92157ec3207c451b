//! Orders that do not fit what the game waits for.

use covers::covers;
use engine::proving::hears_nothing;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field, direction, number};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::Kind;
use crate::unit::UnitId;

/// One order of every kind that names counter 0 and hex 1010.
fn every_order() -> Vec<Order> {
    let (unit, chariot, leader, hex) = (UnitId(0), UnitId(0), UnitId(0), number("1010"));
    let (to, facing) = (direction("N"), direction("S"));
    vec![
        Order::Place { unit, hex },
        Order::Board { unit, chariot },
        Order::Lift { unit },
        Order::Muster,
        Order::Face { facing },
        Order::Attack { hex },
        Order::Also { hex },
        Order::Join { unit },
        Order::Leave { unit },
        Order::Withdraw { hex },
        Order::Support { leader, hex },
        Order::Commit,
        Order::Resolve { hex },
        Order::Lose { unit },
        Order::Retreat { unit },
        Order::Arrive { hex },
        Order::Delay,
        Order::Feint,
        Order::Dust { unit },
        Order::Hide { unit },
        Order::Embark { unit, chariot },
        Order::Debark { unit, hex },
        Order::Dismount { unit },
        Order::Move { unit },
        Order::FallBack { unit },
        Order::Step { to },
        Order::Turn { facing },
        Order::Enter { hex },
        Order::Exit,
        Order::Halt,
        Order::Done,
    ]
}

fn skirmish() -> Drill {
    Drill::new().with(|s| s.leaders = false).blue("axe", Kind::AX, "1011", "N").gold(
        "foe",
        Kind::AX,
        "1010",
        "S",
    )
}

#[test]
#[covers("protocol")]
fn while_a_die_is_due_no_order_is_heard() {
    let mut field = skirmish().begin(Step::Array);
    field.assault("1010", &["axe"]);
    assert!(matches!(field.turn(), Turn::Dice(_)));
    hears_nothing(&*field, every_order(), "protocol");
}

#[test]
#[covers("protocol")]
fn after_the_end_no_order_is_heard() {
    let mut field = skirmish().begin_in(20, Step::Array);
    field.player_turn = 20;
    field.commit();
    assert!(matches!(field.turn(), Turn::Over(_)));
    hears_nothing(&*field, every_order(), "protocol");
}

#[test]
#[covers("protocol")]
fn only_a_facing_is_heard_while_a_counter_waits_for_its_facing() {
    let mut field = Drill::new().off_map("axe", Side::First, Kind::AX).begin_in(0, Step::Deploy(Side::First));
    field.play(Order::Place { unit: field.id("axe"), hex: number("1010") });
    for order in every_order() {
        if !matches!(order, Order::Face { .. }) {
            field.refuses(order, "protocol");
        }
    }
    assert_eq!(field.orders().len(), 6);
}

/// Which kinds of orders a step never hears, whatever the position.
fn deaf_to(field: &Field, orders: &[Order]) {
    for order in orders {
        let why = field.refuses(*order, "protocol");
        assert!(!why.is_empty());
    }
}

#[test]
#[covers("protocol")]
fn every_step_hears_its_own_orders_only() {
    let (unit, hex, facing) = (UnitId(0), number("1010"), direction("N"));
    let moving =
        [Order::Move { unit }, Order::Step { to: facing }, Order::Turn { facing }, Order::Halt, Order::Exit];
    let fighting = [Order::Attack { hex }, Order::Commit, Order::Join { unit }, Order::Resolve { hex }];
    let special =
        [Order::Feint, Order::Delay, Order::Arrive { hex }, Order::Dust { unit }, Order::Hide { unit }];
    let results = [Order::Lose { unit }, Order::Retreat { unit }];
    let before = [Order::Place { unit, hex }, Order::Muster, Order::Lift { unit }];
    let in_array = skirmish().begin(Step::Array);
    for orders in [&moving[..], &special, &results, &before, &[Order::Done]] {
        deaf_to(&in_array, orders);
    }
    let in_moving = skirmish().begin(Step::Moving);
    for orders in [&fighting[..], &special, &results, &before] {
        deaf_to(&in_moving, orders);
    }
    let in_deployment =
        Drill::new().off_map("axe", Side::First, Kind::AX).begin_in(0, Step::Deploy(Side::First));
    for orders in [&fighting[..], &moving, &special, &results] {
        deaf_to(&in_deployment, orders);
    }
}

#[test]
#[covers("protocol")]
fn an_order_names_counters_and_hexes_that_are_there_and_ones_own() {
    let field = skirmish().begin(Step::Moving);
    for unit in [UnitId(2), UnitId(191), UnitId(255)] {
        field.refuses(Order::Move { unit }, "protocol");
    }
    field.refuses(Order::Move { unit: field.id("foe") }, "movement.D");
    let field = skirmish().begin(Step::Array);
    for hex in ["0031", "4101", "0131", "9999"] {
        field.refuses(Order::Attack { hex: number(hex) }, "protocol");
    }
    assert_eq!(field.turn(), Turn::Order(Side::First), "it is the other side's turn to wait");
}

#[test]
#[covers("protocol")]
fn a_refusal_says_what_the_game_waits_for() {
    let field = skirmish().begin(Step::Array);
    let why = field.refuses(Order::Halt, "protocol");
    assert!(why.contains("does not fit now"), "{why}");
    assert!(why.len() > "this order does not fit now: ".len(), "{why}");
}
