//! Every legal order of every game says what it does and points at, in words a client can trust.

use std::collections::{BTreeMap, BTreeSet};

use engine::act::{self, Act, Look};
use engine::contract::Held;
use engine::dice::Generator;
use engine::edition::Options;
use engine::place::Pose;
use engine::scene::heading;
use engine::table::{Posed, Table, meant};
use engine::{Side, Turn, Viewer};
use shelf::Shelf;

/// How many decisions of each scenario are looked at.
const DECISIONS: usize = 300;
/// The same on an open table, whose lists are long.
const DECISIONS_ON_A_TABLE: usize = 120;

/// Plays a random game of every scenario and shows every position with an order due.
fn stroll(mut look: impl FnMut(&str, &dyn Table)) {
    let shelf = Shelf::standard().unwrap_or_else(|fault| panic!("{fault}"));
    for card in shelf.scenarios() {
        let mut table = shelf.open(&card.scenario, &Options::new()).unwrap().table;
        let mut chance = Generator::new(7, 0);
        let open = table.scene(Viewer::Public).landscape.table.is_some();
        for _ in 0..if open { DECISIONS_ON_A_TABLE } else { DECISIONS } {
            match table.turn() {
                Turn::Over(_) => break,
                Turn::Dice(request) => table.roll_silently(chance.throw(request)),
                Turn::Order(_) => {
                    look(&card.scenario, table.as_ref());
                    let order = table.random_order(&mut chance).expect("an order is due");
                    table.play(&order).unwrap();
                }
            }
        }
    }
}

#[test]
fn an_order_names_its_act_and_points_at_what_is_there() {
    stroll(|scenario, table| {
        let scene = table.scene(Viewer::Referee);
        let numbers: BTreeSet<String> = scene.landscape.numbers.iter().map(ToString::to_string).collect();
        for choice in table.choices() {
            let (aim, order) = (&choice.aim, &choice.order);
            assert_eq!(order["do"].as_str(), Some(aim.act.kind), "{scenario}: {order}");
            let place = aim.place.and_then(|place| place.hex()).map(|hex| hex.to_string());
            assert!(
                place.is_none_or(|place| numbers.contains(&place)),
                "{scenario}: {order} leads off the map"
            );
            let lit = aim.act.look != Look::Dark;
            let pointed = aim.counter.is_some() || aim.place.is_some();
            assert!(!lit || pointed, "{scenario}: {order} is lit and points nowhere");
            assert!(
                aim.act.begins.is_empty() || !aim.act.continues,
                "{scenario}: {order} begins and goes on"
            );
        }
    });
}

#[test]
fn whoever_nothing_is_hidden_from_sees_the_same_as_the_referee() {
    let mut looked = 0;
    stroll(|scenario, table| {
        // Four scenes take their time.
        looked += 1;
        if looked % 5 != 0 {
            return;
        }
        let whole = table.scene(Viewer::Referee);
        for viewer in [Viewer::Side(Side::First), Viewer::Side(Side::Second), Viewer::Public] {
            if !table.hides_from(viewer) {
                assert_eq!(table.scene(viewer), whole, "{scenario}: {viewer:?}");
            }
        }
    });
}

#[test]
fn a_log_is_headed_by_the_turn_and_the_phase_that_the_scene_shows() {
    stroll(|scenario, table| {
        let scene = table.scene(Viewer::Public);
        assert_eq!(table.heading(), heading(scene.tracks.first(), &scene.phase), "{scenario}");
    });
}

#[test]
fn one_word_means_one_thing_in_every_game() {
    let mut known: BTreeMap<&str, (bool, &str, bool)> = BTreeMap::new();
    stroll(|scenario, table| {
        for Act { kind, continues, begins, marches, .. } in
            table.choices().iter().map(|choice| choice.aim.act)
        {
            let said = *known.entry(kind).or_insert((continues, begins, marches));
            assert_eq!(said, (continues, begins, marches), "{scenario}: {kind}");
            let shared = act::named(kind);
            assert!(shared.is_none_or(|act| act.continues == continues && act.begins == begins), "{kind}");
        }
    });
}

#[test]
fn pointing_elsewhere_is_answered_with_orders_or_a_reason_and_changes_nothing() {
    let mut refused = BTreeSet::new();
    let mut chance = Generator::new(11, 0);
    stroll(|scenario, table| {
        // A few places of a few positions: the answer plays the game ahead.
        if chance.below(12) > 0 {
            return;
        }
        let scene = table.scene(Viewer::Referee);
        let hash = table.hash();
        assert_eq!(meant(table, None, None), None, "{scenario}: pointing at nothing gives no order");
        if let Some(cloth) = &scene.landscape.table {
            let counter = scene.counters[chance.below(scene.counters.len() as u32) as usize].id;
            let near = Pose {
                x: chance.below(cloth.width as u32) as i32,
                y: chance.below(cloth.depth as u32) as i32,
                heading: chance.below(360) as i32 * 1_000,
            };
            match table.posed(Held::counters(&[counter]), near) {
                Some(Posed { way, objection: None, .. }) => {
                    let mut after = table.clone_box();
                    for order in &way.orders {
                        assert!(after.follow(order), "{scenario}: {order} was said to be legal");
                    }
                }
                Some(Posed { objection: Some(objection), .. }) => {
                    assert!(!objection.why.is_empty(), "{scenario}: {counter} at {near:?}");
                    refused.insert(scenario.split('/').next().unwrap_or_default().to_string());
                }
                None => {}
            }
            assert_eq!(table.hash(), hash);
            return;
        }
        let number = scene.landscape.numbers[chance.below(scene.landscape.numbers.len() as u32) as usize];
        let counter =
            scene.counters.get(chance.below(scene.counters.len().max(1) as u32) as usize).map(|c| c.id);
        for (counter, place) in [(counter, Some(number)), (counter, None), (None, Some(number))] {
            let place = place.map(|number| number.to_string());
            let Some(meant) = meant(table, counter, place.as_deref()) else { continue };
            match meant.objection {
                Some(objection) => {
                    assert!(!objection.why.is_empty(), "{scenario}: {counter:?} to {place:?}");
                    refused.insert(scenario.split('/').next().unwrap_or_default().to_string());
                }
                None => {
                    let mut after = table.clone_box();
                    for order in &meant.orders {
                        assert!(after.follow(order), "{scenario}: {order} was said to be legal");
                    }
                }
            }
            assert_eq!(table.hash(), hash);
        }
    });
    assert_eq!(refused.len(), 5, "{refused:?}");
}
