//! Random games of a scenario, timed; with `lengths`, what the orders are.
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use armageddon::files::Library;
use armageddon::{Battle, Position};
use engine::{Game, Generator, Silence, Turn};

fn main() {
    let name = std::env::args().nth(1).unwrap_or("rome".into());
    let games: u64 = std::env::args().nth(2).and_then(|n| n.parse().ok()).unwrap_or(200);
    let library = Library::embedded().unwrap();
    let start = Position::new(Arc::new(Battle::new(library.sheet(&name, None).unwrap())));
    println!("position {} bytes", std::mem::size_of::<Position>());
    let mut kinds: BTreeMap<String, (u64, u64, u128)> = BTreeMap::new();
    let (mut orders, mut total, mut choices) = (vec![], 0u64, 0u64);
    let mut results: BTreeMap<String, u64> = BTreeMap::new();
    let clock = Instant::now();
    for game in 0..games {
        let mut generator = Generator::new(1, game);
        let mut position = start.clone();
        loop {
            match position.turn() {
                Turn::Order(_) => {
                    orders.clear();
                    let before = Instant::now();
                    position.orders(&mut orders);
                    let order = orders[generator.below(orders.len() as u32) as usize];
                    total += 1;
                    choices += orders.len() as u64;
                    position.play(&order, &mut Silence);
                    let took = before.elapsed().as_nanos();
                    let kind = format!("{order:?}");
                    let kind = kind.split([' ', '{']).next().unwrap().to_string();
                    let entry = kinds.entry(kind).or_default();
                    entry.0 += 1;
                    entry.1 += orders.len() as u64;
                    entry.2 += took;
                }
                Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
                Turn::Over(outcome) => {
                    *results.entry(format!("{:?} {}", outcome.winner, position.verdict().len() / 1000)).or_default() += 1;
                    break;
                }
            }
        }
    }
    println!("{:.0} orders/s, {} orders a game, {:.1} choices", total as f64 / clock.elapsed().as_secs_f64(), total / games, choices as f64 / total as f64);
    for (kind, (n, c, t)) in kinds {
        println!("{kind:10} {:8.1} a game, {:7.1} choices, {:8} ns", n as f64 / games as f64, c as f64 / n as f64, t / n as u128);
    }
    println!("{results:?}");
}
