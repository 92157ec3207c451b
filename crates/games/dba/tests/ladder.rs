//! Commanders against each other: each level beats the one below.
//!
//! `STRATEGIKON_PAIR=soldier,recruit STRATEGIKON_GAMES=200 STRATEGIKON_SEED=9101 cargo test -p dba --release --test
//! ladder -- --ignored --nocapture` plays a rung over ten pairings, each as often with the sides exchanged.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use commander::{Budget, Commander, Level, result_of};
use dba::edition::Dba;
use engine::dice::Generator;
use engine::edition::{Edition, Options};
use engine::{Side, Turn};

const PAIRINGS: [&str; 10] = [
    "kadesh", "delta", "eltekeh", "aricia", "nineveh", "singara", "qadisiyya", "varbitsa", "danube", "dorostolon",
];

/// Orders after which a game counts as one that does not finish.
const LIMIT: u32 = 5_000;

/// A game between two levels: what it came to for the first side, its player turns, and the time each side took.
struct Played {
    result: f32,
    turns: u32,
    took: [Duration; 2],
    thoughts: [u32; 2],
}

fn play(edition: &Dba, scenario: &str, levels: [Level; 2], seed: u64) -> Played {
    let mut table = edition.open(&format!("dba/{scenario}"), &Options::new()).unwrap().table;
    let players = levels.map(|level| Commander::new("dba", level));
    let mut dice = Generator::new(seed, 1);
    let (mut took, mut thoughts) = ([Duration::ZERO; 2], [0; 2]);
    for _ in 0..LIMIT {
        match table.turn() {
            Turn::Over(outcome) => {
                return Played { result: result_of(&outcome), turns: table.clock(), took, thoughts };
            }
            Turn::Dice(request) => table.roll_silently(dice.throw(request)),
            Turn::Order(side) => {
                let begun = Instant::now();
                let whim = u64::from(dice.below(1 << 30));
                let thought = players[side.index()].think(table.as_ref(), &Budget::usual(), whim);
                took[side.index()] += begun.elapsed();
                thoughts[side.index()] += 1;
                assert!(!thought.orders.is_empty(), "{scenario}, seed {seed}: no order");
                for order in &thought.orders {
                    table.play(order).unwrap_or_else(|fault| panic!("{scenario}, seed {seed}: {fault}"));
                }
            }
        }
    }
    panic!("{scenario}, seed {seed}: not finished after {LIMIT} orders and throws");
}

#[test]
fn commanders_finish_a_battle() {
    let edition = dba::edition(None).unwrap();
    let played = play(&edition, "qadisiyya", [Level::Soldier, Level::Recruit], 1);
    assert!(played.turns > 4, "{} turns", played.turns);
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
#[ignore = "a measurement"]
fn ladder() {
    let edition = dba::edition(None).unwrap();
    let pair = std::env::var("STRATEGIKON_PAIR").unwrap_or_else(|_| "soldier,recruit".into());
    let pair: Vec<Level> = pair.split(',').map(|name| name.parse().unwrap()).collect();
    let (games, seed) = (number("STRATEGIKON_GAMES", 20), number("STRATEGIKON_SEED", 1));
    let jobs = number("STRATEGIKON_JOBS", 1);
    let each = games.div_ceil(2 * PAIRINGS.len() as u64);
    let mut tasks = vec![];
    for game in 0..each {
        for scenario in PAIRINGS {
            tasks.extend(Side::BOTH.map(|side| (scenario, side, game)));
        }
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = vec![];
        while let Some(&(scenario, side, game)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let levels = if side == Side::First { [pair[0], pair[1]] } else { [pair[1], pair[0]] };
            let played = play(&edition, scenario, levels, seed * 1_000 + game);
            let score = if side == Side::First { played.result } else { 1.0 - played.result };
            done.push((scenario, side, score, played));
        }
        done
    };
    let all: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    let count = all.len() as f32;
    let share = all.iter().map(|(_, _, score, _)| score).sum::<f32>() / count;
    let draws = all.iter().filter(|(_, _, score, _)| *score == 0.5).count();
    let turns = all.iter().map(|(.., played)| played.turns).sum::<u32>() as f32 / count;
    let mut took = [0.0; 2];
    let mut thoughts = [0; 2];
    for (_, side, _, played) in &all {
        for i in 0..2 {
            let of = if *side == Side::First { i } else { 1 - i };
            took[i] += played.took[of].as_secs_f64() / f64::from(count);
            thoughts[i] += played.thoughts[of];
        }
    }
    println!("{} over {}: {:.1} % of {count} games, {draws} drawn, {turns:.1} player turns", pair[0], pair[1], share * 100.0);
    println!("seconds a game: {:.2} and {:.2}; thoughts a game: {:.0} and {:.0}", took[0], took[1], thoughts[0] as f32 / count, thoughts[1] as f32 / count);
    for scenario in PAIRINGS {
        let of: Vec<_> = all.iter().filter(|(name, ..)| *name == scenario).collect();
        let first: f32 = of.iter().map(|(.., played)| played.result).sum::<f32>() / of.len() as f32;
        let upper: f32 = of.iter().map(|(_, _, score, _)| score).sum::<f32>() / of.len() as f32;
        println!("  {scenario:12} upper {:5.1} %, first side {:5.1} %", upper * 100.0, first * 100.0);
    }
}
