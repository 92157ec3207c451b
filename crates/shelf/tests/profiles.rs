//! Every counter of every game says what is printed on it, and every rule it cites can be read.

use std::collections::BTreeSet;

use engine::dice::Generator;
use engine::edition::Options;
use engine::profile::Printed;
use engine::scene::Counter;
use engine::table::{Table, deployment};
use engine::{Side, Turn, Viewer};
use shelf::Shelf;

/// How many decisions of each scenario are played, and after how many of them the counters are looked at.
const DECISIONS: usize = 240;
const EVERY: usize = 24;

/// Plays a random game of every scenario and shows some positions of it.
fn stroll(mut look: impl FnMut(&str, &BTreeSet<String>, &dyn Table)) {
    let shelf = Shelf::standard().unwrap_or_else(|fault| panic!("{fault}"));
    for card in shelf.scenarios() {
        let game = card.scenario.split('/').next().unwrap_or_default();
        let rulebook = shelf.edition(game).unwrap().rulebook();
        let rules: BTreeSet<String> = rulebook.rules.iter().map(|rule| rule.rule.clone()).collect();
        let mut table = shelf.open(&card.scenario, &Options::new()).unwrap().table;
        let mut chance = Generator::new(11, 0);
        for n in 0..DECISIONS {
            if n % EVERY == 0 {
                look(&card.scenario, &rules, table.as_ref());
            }
            match table.turn() {
                Turn::Over(_) => break,
                Turn::Dice(request) => table.roll_silently(chance.throw(request)),
                Turn::Order(_) => {
                    let order = table.random_order(&mut chance).expect("an order is due");
                    table.play(&order).unwrap();
                }
            }
        }
    }
}

#[test]
fn every_figure_symbol_and_seal_is_named_and_every_rule_can_be_read() {
    let mut seals: BTreeSet<&str> = BTreeSet::new();
    stroll(|scenario, rules, table| {
        let scene = table.scene(Viewer::Referee);
        for counter in &scene.counters {
            let Counter { id, name, .. } = counter;
            let profile = table.profile(*id, Viewer::Referee);
            let profile = profile.unwrap_or_else(|| panic!("{scenario}: {name} says nothing"));
            let unnamed = profile.unnamed(counter);
            assert!(unnamed.is_empty(), "{scenario}: {name} does not say what {unnamed:?} means");
            let cited = profile.inscriptions.iter().map(|i| i.rule).filter(|rule| !rule.is_empty());
            for rule in cited.chain(profile.rules.iter().copied()) {
                assert!(rules.contains(rule), "{scenario}: {name} cites {rule}, which cannot be read");
            }
            assert!(!profile.rules.is_empty(), "{scenario}: no rule speaks of {name}");
            for sealed in profile.inscriptions.iter().filter(|i| i.at == Printed::Seal) {
                assert_ne!(sealed.shows, sealed.means, "{scenario}: the seal {} is not told", sealed.shows);
            }
            seals.extend(counter.seals.iter());
        }
    });
    assert!(seals.len() > 8, "few seals were seen: {seals:?}");
}

#[test]
fn whoever_may_not_know_a_counter_is_told_nothing_of_it() {
    let mut hidden = 0;
    stroll(|scenario, _, table| {
        for viewer in [Viewer::Side(Side::First), Viewer::Side(Side::Second), Viewer::Public] {
            for counter in table.scene(Viewer::Referee).counters {
                if table.conceals(counter.id, viewer) {
                    hidden += 1;
                    assert_eq!(table.profile(counter.id, viewer), None, "{scenario}: {}", counter.name);
                }
            }
        }
    });
    assert!(hidden > 0, "somebody was hidden");
}

/// The first placing of a side, where it has a choice.
fn by_hand(table: &mut dyn Table) -> Option<Counter> {
    let Turn::Order(side) = table.turn() else { return None };
    let choice = table.choices().into_iter().rev().find(|c| c.aim.act.kind == "place")?;
    table.play(&choice.order).ok()?;
    let facing = table.choices().into_iter().find(|c| c.aim.act.kind == "face");
    if let Some(facing) = facing {
        table.play(&facing.order).ok()?;
    }
    assert_eq!(table.turn(), Turn::Order(side));
    let id = choice.aim.counter?;
    table.scene(Viewer::Referee).counters.into_iter().find(|c| c.id == id)
}

#[test]
fn deploying_the_rest_leaves_what_was_placed_by_hand_where_it_stands() {
    let shelf = Shelf::standard().unwrap_or_else(|fault| panic!("{fault}"));
    let mut tried = 0;
    for card in shelf
        .scenarios()
        .filter(|card| ["armageddon", "basileus"].iter().any(|g| card.scenario.starts_with(g)))
    {
        let mut table = shelf.open(&card.scenario, &Options::new()).unwrap().table;
        let Some(placed) = by_hand(table.as_mut()) else { continue };
        let Turn::Order(side) = table.turn() else { continue };
        let orders = deployment(table.as_ref());
        for order in &orders {
            assert!(table.follow(order), "{}: {order} is legal", card.scenario);
        }
        let scene = table.scene(Viewer::Referee);
        let now = scene.counters.iter().find(|c| c.id == placed.id).unwrap();
        assert_eq!((now.place, now.facing), (placed.place, placed.facing), "{}", card.scenario);
        assert_ne!(table.turn(), Turn::Order(side), "{}: the side is deployed", card.scenario);
        tried += 1;
    }
    assert!(tried > 30, "{tried} deployments were tried");
}

#[test]
fn the_chance_to_arrive_whole_is_that_of_the_toll_where_the_march_ends() {
    let shelf = Shelf::standard().unwrap_or_else(|fault| panic!("{fault}"));
    let (mut table, mut chance) =
        (shelf.open("jihad/first-conquests", &Options::new()).unwrap().table, Generator::new(5, 0));
    let (mut marches, mut risky) = (0, 0);
    for _ in 0..160 {
        match table.turn() {
            Turn::Over(_) => break,
            Turn::Dice(request) => table.roll_silently(chance.throw(request)),
            Turn::Order(_) => {
                let movers = table.choices().into_iter().filter(|c| c.aim.act.kind == "move");
                for mover in movers.filter_map(|c| c.aim.counter).take(2) {
                    for route in table.routes(mover).iter().step_by(9).take(6) {
                        let mut end = table.clone_box();
                        assert!(route.orders.iter().all(|order| end.follow(order)));
                        let Some(halt) = end.choices().into_iter().find(|c| c.aim.act.kind == "halt") else {
                            continue;
                        };
                        let Some(sum) = end.sums(&halt.order).unwrap().into_iter().next() else { continue };
                        let spared = sum.results.iter().filter(|c| c.result.starts_with("No losses"));
                        let spared: u32 = spared.map(|c| c.ways).sum();
                        let all: u32 = sum.results.iter().map(|c| c.ways).sum();
                        marches += 1;
                        let Some(arrives) = table.arrivals(mover, &route.orders) else {
                            assert_eq!(spared, all, "where nothing is left to dice nobody is lost");
                            continue;
                        };
                        let of = arrives[0].of;
                        assert_eq!(arrives.iter().map(|c| c.ways).sum::<u32>(), of, "{arrives:?}");
                        let whole = arrives.iter().find(|c| c.result == "arrives whole");
                        assert_eq!(whole.map_or(0, |c| c.ways) * all, spared * of, "{arrives:?} {sum:?}");
                        risky += usize::from(spared < all);
                    }
                }
                let order = table.random_order(&mut chance).expect("an order is due");
                table.play(&order).unwrap();
            }
        }
    }
    assert!(marches > 40 && risky > 10, "{marches} marches, {risky} with a risk");
}
