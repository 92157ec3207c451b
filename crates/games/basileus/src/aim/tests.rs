//! What orders point at.

use covers::covers;
use engine::Shown;
use engine::place::Place;

use crate::drill::{Drill, foot, number};
use crate::order::Order;
use crate::position::Step;
use crate::words::tests::stroll;

#[test]
#[covers("protocol")]
fn every_order_about_a_counter_or_hex_points_at_it() {
    stroll(1, |position, orders| {
        for order in orders {
            let aim = position.aim(order);
            let hex = aim
                .place
                .and_then(Place::hex)
                .map(|hex| position.hex(hex).unwrap_or_else(|| panic!("{order:?} off the map")));
            match *order {
                Order::Step { .. } => {
                    let id = aim.counter.unwrap_or_else(|| panic!("{order:?}: {}", position.prompt()));
                    let from = position.at(crate::unit::UnitId(id as u8)).unwrap();
                    assert!(position.battle.adjacent(from, hex.unwrap()), "{order:?}");
                }
                Order::Attack { hex: wanted }
                | Order::Withdraw { hex: wanted }
                | Order::Occupy { hex: wanted } => {
                    assert_eq!((aim.counter, aim.place), (None, Some(wanted.into())));
                }
                Order::Place { unit, hex: wanted } => {
                    assert_eq!((aim.counter, aim.place), (Some(unit.0 as u16), Some(wanted.into())));
                }
                Order::Advance { unit }
                | Order::Lift { unit }
                | Order::Move { unit }
                | Order::Lead { unit }
                | Order::Provoke { unit }
                | Order::Join { unit }
                | Order::Charge { unit }
                | Order::Leave { unit }
                | Order::Support { unit }
                | Order::Lose { unit }
                | Order::Retreat { unit }
                | Order::Feign { target: unit } => {
                    assert_eq!((aim.counter, aim.place), (Some(unit.0 as u16), None));
                }
                _ => assert_eq!((aim.counter, aim.place), (None, None), "{order:?}"),
            }
        }
    });
}

#[test]
#[covers("10.8")]
fn a_push_points_at_the_unit_pushed() {
    let mut field = Drill::new()
        .blue("foe", foot(4), "0607")
        .gold("A", foot(4), "0606")
        .gold("B", foot(3), "0605")
        .terrain("0506", crate::sheet::Terrain::Mountain)
        .terrain("0706", crate::sheet::Terrain::Mountain)
        .begin(Step::Fighting);
    field.assault("0606", &["foe"]).roll(3);
    let aim = |field: &crate::drill::Field| field.aim(&field.orders()[0]);
    assert_eq!(
        (aim(&field).counter, aim(&field).place),
        (Some(field.id("A").0 as u16), Some(number("0605").into()))
    );
    field.step_to("0605");
    assert_eq!(
        (aim(&field).counter, aim(&field).place),
        (Some(field.id("B").0 as u16), Some(number("0604").into()))
    );
}
