//! The contract, on positions of the real map.

use std::sync::Arc;

use covers::covers;
use engine::{Rules, Shown, Turn};

use crate::drill::Drill;
use crate::order::{Order, Station};
use crate::position::Position;
use crate::sheet::Arm;
use crate::unit::UnitId;

#[test]
#[covers("protocol", "R9")]
fn orders_that_name_what_is_not_there_are_refused_without_harm() {
    let position = Position::new(Arc::new(Drill::of("full").sheet));
    let nowhere = Station::Hex(engine::hex::HexNumber(9999));
    let orders = [
        Order::Move { unit: UnitId(250) },
        Order::Place { unit: UnitId(255), at: nowhere, aid: true },
        Order::Attack { at: nowhere, arm: Arm::Land },
        Order::Retreat { at: Station::Box },
        Order::Lose { unit: UnitId(254) },
        Order::Embark { unit: UnitId(240), ship: UnitId(3) },
        Order::Leave { unit: UnitId(230) },
    ];
    for order in orders {
        let objection = position.check(&order).unwrap_err();
        assert!(!objection.why.is_empty());
    }
}

#[test]
#[covers("3.5", "dice")]
fn a_die_that_is_due_is_one_die_of_six() {
    let mut field = Drill::new().begin(crate::position::Step::Khalif);
    assert_eq!(field.turn(), Turn::Dice(engine::dice::DiceRequest::ONE_D6));
    assert!(field.orders().is_empty());
    field.roll(1);
}

#[test]
#[covers("1.0", "2.0", "R10")]
fn every_order_can_be_told_and_aimed_and_every_scene_drawn() {
    use engine::Generator;
    use engine::contract::Viewer;
    let mut position = Position::new(Arc::new(Drill::of("full").sheet));
    let mut generator = Generator::new(7, 7);
    for _ in 0..400 {
        let mut orders = vec![];
        position.orders(&mut orders);
        for order in &orders {
            assert!(!position.describe(order).is_empty());
            position.aim(order);
            position.sums(order);
        }
        let scenes = [Viewer::Public, Viewer::Referee].map(|viewer| position.scene(viewer));
        assert_eq!(scenes[0].counters, scenes[1].counters, "nothing is hidden");
        match position.turn() {
            Turn::Order(_) => {
                let order = orders[generator.below(orders.len() as u32) as usize];
                position.play(&order, &mut engine::Silence);
            }
            Turn::Dice(request) => position.roll(generator.throw(request), &mut engine::Silence),
            Turn::Over(_) => break,
        }
    }
}
