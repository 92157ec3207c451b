//! Commanders against each other: each level beats the one below.
//!
//! `STRATEGIKON_PAIR=soldier,recruit STRATEGIKON_GAMES=200 STRATEGIKON_SEED=9101 cargo test -p dba --release --test
//! ladder -- --ignored --nocapture` plays a rung over ten pairings, each as often with the sides exchanged.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use commander::{Budget, Commander, Level, Weights, result_of};
use dba::edition::Dba;
use engine::dice::Generator;
use engine::edition::{Edition, Options};
use engine::{Side, Turn};

const PAIRINGS: [&str; 10] = [
    "kadesh",
    "delta",
    "eltekeh",
    "aricia",
    "nineveh",
    "singara",
    "qadisiyya",
    "varbitsa",
    "danube",
    "dorostolon",
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

fn play(edition: &Dba, scenario: &str, players: [&Commander; 2], seed: u64) -> Played {
    let mut table = edition.open(&format!("dba/{scenario}"), &Options::new()).unwrap().table;
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
    let [soldier, recruit] = [Level::Soldier, Level::Recruit].map(|level| Commander::new("dba", level));
    let played = play(&edition, "qadisiyya", [&soldier, &recruit], 1);
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
    let pair: Vec<Commander> =
        pair.split(',').map(|name| Commander::new("dba", name.parse().unwrap())).collect();
    let mut pair = pair;
    // Other weights for the upper, in the order of the terms.
    if let Ok(weights) = std::env::var("STRATEGIKON_WEIGHTS") {
        let numbers = weights.split(',').map(|number| number.parse().unwrap()).collect();
        pair[0] = pair[0].clone().with_weights(Weights::from_numbers(numbers));
    }
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
            let [upper, lower] = [&pair[0], &pair[1]];
            let players = if side == Side::First { [upper, lower] } else { [lower, upper] };
            let played = play(&edition, scenario, players, seed * 1_000 + game);
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
    println!(
        "{} over {}: {:.1} % of {count} games, {draws} drawn, {turns:.1} player turns",
        pair[0].level(),
        pair[1].level(),
        share * 100.0
    );
    println!(
        "seconds a game: {:.2} and {:.2}; thoughts a game: {:.0} and {:.0}",
        took[0],
        took[1],
        thoughts[0] as f32 / count,
        thoughts[1] as f32 / count
    );
    for scenario in PAIRINGS {
        let of: Vec<_> = all.iter().filter(|(name, ..)| *name == scenario).collect();
        let first: f32 = of.iter().map(|(.., played)| played.result).sum::<f32>() / of.len() as f32;
        let upper: f32 = of.iter().map(|(_, _, score, _)| score).sum::<f32>() / of.len() as f32;
        println!("  {scenario:12} upper {:5.1} %, first side {:5.1} %", upper * 100.0, first * 100.0);
    }
}

/// Changes two weights at random and keeps the change if it wins games against the weights before, twice with
/// different dice: `STRATEGIKON_MINUTES=10 cargo test -p dba --release --test ladder -- --ignored --nocapture tuned`.
#[test]
#[ignore = "a search"]
fn tuned() {
    let edition = dba::edition(None).unwrap();
    let table = edition.open("dba/kadesh", &Options::new()).unwrap().table;
    let mut best = Weights::of_game("dba", table.terms());
    let level: Level =
        std::env::var("STRATEGIKON_LEVEL").map_or(Level::Soldier, |name| name.parse().unwrap());
    let soldier = |weights: &Weights| Commander::new("dba", level).with_weights(weights.clone());
    let share = |one: &Weights, other: &Weights, pairs: u64, seed: u64| {
        let players = [soldier(one), soldier(other)];
        let mut sum = 0.0;
        for game in 0..pairs {
            let scenario = PAIRINGS[(seed + game) as usize % PAIRINGS.len()];
            sum += play(&edition, scenario, [&players[0], &players[1]], seed + game).result;
            sum += 1.0 - play(&edition, scenario, [&players[1], &players[0]], seed + game).result;
        }
        sum / (2 * pairs) as f32
    };
    let mut whims = Generator::new(number("STRATEGIKON_SEED", 1), 7);
    let until = Instant::now() + Duration::from_secs(60 * number("STRATEGIKON_MINUTES", 5));
    let mut round = 0;
    while Instant::now() < until {
        round += 1;
        let mut numbers = best.numbers().to_vec();
        for _ in 0..2 {
            let term = whims.below(numbers.len() as u32) as usize;
            numbers[term] *= [0.4, 0.65, 1.5, 2.5][whims.below(4) as usize];
        }
        let changed = Weights::from_numbers(numbers);
        let first = share(&changed, &best, 20, 1_000 * round);
        if first < 0.56 {
            continue;
        }
        let second = share(&changed, &best, 30, 1_000 * round + 500);
        println!("round {round}: {first:.3} {second:.3}");
        if second > 0.53 {
            best = changed;
            println!("{}", best.write(table.terms(), "by bouts between soldiers"));
        }
    }
    println!("{round} rounds\n{}", best.write(table.terms(), "by bouts between soldiers"));
}

/// `STRATEGIKON_PAIR=soldier,soldier STRATEGIKON_SEED=1 cargo test -p dba --release --test ladder -- --ignored told`
#[test]
#[ignore = "tells a battle in words"]
fn told() {
    use engine::record::{DiceSource, Session};
    let edition = dba::edition(None).unwrap();
    let scenario = std::env::var("STRATEGIKON_SCENARIO").unwrap_or_else(|_| "qadisiyya".into());
    let pair = std::env::var("STRATEGIKON_PAIR").unwrap_or_else(|_| "soldier,soldier".into());
    let players: Vec<Commander> =
        pair.split(',').map(|name| Commander::new("dba", name.parse().unwrap())).collect();
    let opening = edition.open(&format!("dba/{scenario}"), &Options::new()).unwrap();
    let seed = number("STRATEGIKON_SEED", 1);
    let mut session = Session::new(opening, DiceSource::open(format!("told {seed}").as_bytes()));
    let mut whims = Generator::new(seed, 2);
    while !matches!(session.table().turn(), Turn::Over(_)) {
        match session.table().turn() {
            Turn::Order(side) => {
                let whim = u64::from(whims.below(1 << 30));
                let thought = players[side.index()].think(session.table(), &Budget::usual(), whim);
                for order in &thought.orders {
                    session.play(&serde_json::to_value(order).unwrap()).unwrap();
                }
            }
            _ => drop(session.roll_derived("told").unwrap()),
        }
    }
    for entry in session.chronicle().unwrap() {
        println!("{:>5}  {}", entry.n, entry.words);
        for event in entry.events {
            println!("         {} ({})", event.text, event.rule);
        }
    }
    println!("{}", session.table().verdict());
}
