//! What commanders mean to do beyond the dice of a march.

use commander::{Budget, Commander, Intent, Level};
use engine::contract::Turn;
use engine::dice::Generator;
use engine::edition::Options;
use shelf::Shelf;

/// Decisions of a Muslim Player-Turn of Jihad!: those thought about, and those carried on.
fn decisions(level: Level, keeps: bool) -> (u32, u32) {
    let mut table = Shelf::standard().unwrap().open("jihad/first-conquests", &Options::new()).unwrap().table;
    let commander = Commander::new("jihad", level);
    let (mut dice, mut intent) = (Generator::new(3, 0), Intent::default());
    let (clock, mut thought_about, mut carried_on) = (table.clock(), 0, 0);
    while table.clock() == clock {
        match table.turn() {
            Turn::Over(_) => break,
            Turn::Dice(request) => table.roll_silently(dice.throw(request)),
            Turn::Order(_) => {
                if !keeps {
                    intent = Intent::default();
                }
                let thought = commander.decide(table.as_ref(), &Budget::nodes(12), 7, &mut intent);
                assert!(!thought.orders.is_empty());
                for order in &thought.orders {
                    assert!(table.follow(order), "{order}");
                }
                *(if thought.nodes > 0 { &mut thought_about } else { &mut carried_on }) += 1;
            }
        }
    }
    (thought_about, carried_on)
}

#[test]
fn a_veteran_carries_on_with_its_marches_when_attrition_has_taken_its_toll() {
    let (anew, none) = decisions(Level::Veteran, false);
    assert_eq!(none, 0, "without an intent everything is thought about");
    let (thought_about, carried_on) = decisions(Level::Veteran, true);
    assert!(carried_on > 3 && thought_about < anew, "{thought_about} and {carried_on} for {anew}");
}

#[test]
fn a_soldier_goes_plan_by_plan() {
    assert_eq!(decisions(Level::Soldier, true).1, 0);
}

#[test]
fn an_intent_is_not_followed_by_another_level_or_in_another_turn() {
    let table = Shelf::standard().unwrap().open("jihad/first-conquests", &Options::new()).unwrap().table;
    let mut intent = Intent::default();
    Commander::new("jihad", Level::Veteran).decide(table.as_ref(), &Budget::nodes(12), 7, &mut intent);
    assert_ne!(intent, Intent::default());
    let soldier = Commander::new("jihad", Level::Soldier);
    assert!(soldier.decide(table.as_ref(), &Budget::nodes(12), 7, &mut intent.clone()).nodes > 0);
    let mut later = table.clone_box();
    let mut dice = Generator::new(3, 0);
    while later.clock() == table.clock() || later.turn() != table.turn() {
        match later.turn() {
            Turn::Over(_) => panic!("the game is over before the next turn"),
            Turn::Dice(request) => later.roll_silently(dice.throw(request)),
            Turn::Order(_) => {
                let orders = soldier.think(later.as_ref(), &Budget::usual(), 7).orders;
                orders.iter().for_each(|order| assert!(later.follow(order), "{order}"));
            }
        }
    }
    let veteran = Commander::new("jihad", Level::Veteran);
    assert!(veteran.decide(later.as_ref(), &Budget::nodes(12), 7, &mut intent).nodes > 0);
}
