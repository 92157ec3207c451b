//! The ready-made deployment (brief.8).

use covers::covers;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field};
use crate::files::Library;
use crate::order::Order;
use crate::position::Step;
use crate::sheet::Coming;
use crate::unit::UnitId;

fn mustered(name: &str) -> Field {
    let mut field = Drill::battle(name);
    while matches!(field.step, Step::Deploy(_)) {
        field.play(Order::Muster);
    }
    field
}

#[test]
#[covers("brief.8", "3")]
fn everybody_stands_in_a_hex_of_his_group_and_the_battle_begins() {
    for name in Library::embedded().unwrap().names() {
        let field = mustered(name);
        assert_eq!(field.audit(), Ok(()), "{name}");
        assert_eq!((field.game_turn(), field.turn()), (1, Turn::Order(field.sheet().moves_first)), "{name}");
        for (i, unit) in field.sheet().units.iter().enumerate() {
            let at = field.units[i].hex();
            match &field.sheet().groups[unit.group as usize].coming {
                Coming::Deploys { hexes, .. } => {
                    assert!(
                        at.is_some_and(|hex| hexes.contains(&hex)),
                        "{name}, {}",
                        field.label(UnitId(i as u8))
                    );
                }
                _ => assert_eq!(at, None, "{name}"),
            }
        }
    }
}

#[test]
#[covers("brief.8", "R126")]
fn the_screen_at_beroia_keeps_its_distances() {
    let field = mustered("beroia");
    let archers: Vec<_> = (0..field.battle.count() as u8)
        .map(UnitId)
        .filter(|&id| field.battle.unit_type(id).name == "Pecheneg mounted archers")
        .collect();
    assert_eq!(archers.len(), 14);
    for &id in &archers {
        let hex = field.units[id.index()].hex().unwrap();
        assert!(field.battle.row(hex) <= 10);
        assert!(!field.beside(Side::Second, hex), "{} in {}", field.label(id), field.number(hex));
    }
}

#[test]
#[covers("brief.8")]
fn commanders_stand_with_a_unit() {
    for name in Library::embedded().unwrap().names() {
        let field = mustered(name);
        for side in Side::BOTH {
            let here = field.battle.commanders(side).iter().filter_map(|id| field.units[id.index()].hex());
            assert!(here.into_iter().all(|hex| field.fighter_of(side, hex).is_some()), "{name}");
        }
    }
}

#[test]
#[covers("brief.8")]
fn it_may_be_called_for_after_some_units_were_placed_by_hand() {
    let mut field = Drill::battle("dorostolon-third");
    let (unit, hex) = (field.id("Druzhina"), crate::drill::number("0904"));
    field.play(Order::Place { unit, hex }).play(Order::Muster);
    let fresh = {
        let mut field = Drill::battle("dorostolon-third");
        field.play(Order::Muster);
        field
    };
    assert!(*field == *fresh, "the same deployment as from the start");
}
