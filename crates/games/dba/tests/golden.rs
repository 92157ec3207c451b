//! Golden games: records of whole battles, one for every kind of ending, replayed on every change and told again in
//! words.
//!
//! `STRATEGIKON_BLESS=1 cargo test -p dba --test golden` plays and writes them anew; do that only together with a new
//! ruleset version, with new data, or when a golden game is added.

use std::path::Path;
use std::sync::OnceLock;

use dba::files::Files;
use dba::{Order, Position};
use engine::contract::{Rules, Side};
use engine::proving::openings;
use engine::table::{self, Table};
use engine::{Generator, Silence};
use golden::{Gallery, Golden, outcome};
use serde_json::{Value, json};

#[test]
fn golden_games_replay_to_the_letter() {
    let edition = dba::edition(None).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
    Gallery { edition: &edition, folder, weights: &[], dawdling: &[], games: games() }.check();
}

fn ended(table: &dyn Table, grade: &str) -> bool {
    outcome(table).is_some_and(|outcome| outcome.grade == grade)
}

fn games() -> Vec<Golden> {
    vec![
        Golden::new("four-elements", "lake-regillus", "a battle won by four elements", |t| {
            ended(t, "victory")
        })
        .tells("is destroyed")
        .led_by(keen),
        Golden::new("general-lost", "qadisiyya", "a battle won by the death of a general", |t| {
            ended(t, "general")
        })
        .tells("(general) is destroyed")
        .led_by(keen),
        Golden::new("rout", "yarmuk", "four elements and the general", |t| ended(t, "rout"))
            .tells("(general) is destroyed")
            .led_by(keen),
        Golden::new("draw", "kadesh", "eighty turns in which nobody stirs", |t| ended(t, "draw"))
            .tells("Turn 80")
            .led_by(stand_still),
    ]
}

/// Both sides muster and end every step at once.
fn stand_still(_: &str, table: &dyn Table, _: Side, generator: &mut Generator) -> table::Order {
    let legal = |word: &str| table.read(&json!({"do": word})).ok().filter(|order| table.check(order).is_ok());
    let orders = table.orders();
    let any = || orders[generator.below(orders.len() as u32) as usize].clone();
    legal("muster").or_else(|| legal("done")).unwrap_or_else(any)
}

/// Chooses on the position itself, which can be played on.
fn keen(scenario: &str, table: &dyn Table, side: Side, generator: &mut Generator) -> table::Order {
    static OPENINGS: OnceLock<Vec<(String, Position)>> = OnceLock::new();
    let openings = OPENINGS.get_or_init(openings::<Files>);
    let (_, start) = openings.iter().find(|(name, _)| name == scenario).unwrap();
    let position = start.restore(serde_json::from_value(table.state()).unwrap()).unwrap();
    table.read(&serde_json::to_value(choose(&position, side, generator)).unwrap()).unwrap()
}

/// Sets up as the game suggests, then moves what comes nearest to the enemy.
fn choose(position: &Position, side: Side, generator: &mut Generator) -> Order {
    let mut orders = vec![];
    position.orders(&mut orders);
    if orders.contains(&Order::Muster) {
        return Order::Muster;
    }
    let setting_up = !matches!(
        orders[0],
        Order::Move { .. } | Order::March { .. } | Order::File { .. } | Order::Form { .. }
    );
    if orders.contains(&Order::Done) && setting_up {
        return Order::Done;
    }
    // Now and then a side has had enough; whoever finds no way puts down and would take up again for ever.
    if orders.contains(&Order::Done) && generator.below(8) == 0 {
        return Order::Done;
    }
    if orders.iter().any(|order| matches!(order, Order::Move { .. })) {
        let size = |order: &Order| match order {
            Order::Move { units } => units.len() as u32 * 4 + generator.below(12),
            _ => 0,
        };
        let mut sizes: Vec<u32> = vec![];
        sizes.extend(orders.iter().map(size));
        let best = (0..orders.len()).max_by_key(|&i| sizes[i]).unwrap_or(0);
        return orders[best].clone();
    }
    if orders.contains(&Order::Halt) {
        let mut best = (i64::MAX, Order::Halt);
        for order in orders {
            let mut after = position.clone();
            after.play(&order, &mut Silence);
            let far = remoteness(&serde_json::to_value(after.state()).unwrap(), side)
                + i64::from(generator.below(300_000));
            if far < best.0 && order != Order::Halt {
                best = (far, order);
            }
        }
        return best.1;
    }
    orders[generator.below(orders.len() as u32) as usize].clone()
}

/// How far a side's elements are from their nearest enemies, all together; contact counts for much.
fn remoteness(state: &Value, side: Side) -> i64 {
    let elements = state["elements"].as_array().unwrap();
    let places = |of: usize| -> Vec<(i64, i64)> {
        let own = elements.iter().enumerate().filter(|(id, e)| id / 13 == of && e["place"] == json!("table"));
        let at =
            |e: &Value| (e["pose"]["at"][0].as_i64().unwrap_or(0), e["pose"]["at"][1].as_i64().unwrap_or(0));
        own.map(|(_, e)| at(e)).collect()
    };
    let (ours, theirs) = (places(side.index()), places(side.other().index()));
    let distance = |a: &(i64, i64), b: &(i64, i64)| (a.0 - b.0).abs() + (a.1 - b.1).abs();
    let near = |a: &(i64, i64)| theirs.iter().map(|b| distance(a, b)).min().unwrap_or(0);
    let contacts = state["contacts"].as_array().map_or(0, Vec::len) as i64;
    ours.iter().map(near).sum::<i64>() - 5_000_000 * contacts
}
