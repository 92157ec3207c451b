//! Commanders against each other: each level beats the one below.
//!
//! `STRATEGIKON_PAIR=soldier,recruit STRATEGIKON_GAMES=200 STRATEGIKON_SEED=9101 cargo test -p dba --release --test
//! ladder -- --ignored --nocapture` plays a rung over ten pairings, each as often with the sides exchanged.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use commander::{Budget, Commander, Level, Manner, Weights, result_of};
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

trait Changed {
    fn changed(self, name: &str) -> Self;
}

/// Other weights, in the order of the terms, and another manner: `STRATEGIKON_WEIGHTS_UPPER=1.2,2.5,…`,
/// `STRATEGIKON_MANNER_LOWER="nodes = 40"`.
impl Changed for Commander {
    fn changed(self, name: &str) -> Commander {
        let mut changed = self;
        if let Ok(weights) = std::env::var(format!("STRATEGIKON_WEIGHTS_{name}")) {
            let numbers = weights.split(',').map(|number| number.parse().unwrap()).collect();
            changed = changed.with_weights(Weights::from_numbers(numbers));
        }
        if let Ok(said) = std::env::var(format!("STRATEGIKON_MANNER_{name}")) {
            let mut manner = Manner::of("dba", changed.level());
            for part in said.split(',') {
                let (figure, value) = part.split_once('=').unwrap();
                let value: f32 = value.trim().parse().unwrap();
                match figure.trim() {
                    "blunders" => manner.blunders = value,
                    "width" => manner.width = value as u32,
                    "plans" => manner.plans = value as u32,
                    "nodes" => manner.nodes = value as u32,
                    "passes" => manner.passes = value as u32,
                    "horizon" => manner.horizon = value as u32,
                    "keenness" => manner.keenness = value,
                    "prior" => manner.prior = value,
                    "answers" => manner.answers = value as u32,
                    "reply" => manner.reply = value as u32,
                    "tiring" => manner.tiring = value,
                    "restless" => manner.restless = value,
                    other => panic!("no figure {other}"),
                }
            }
            changed = changed.with_manner(manner);
        }
        changed
    }
}

#[test]
#[ignore = "a measurement"]
fn ladder() {
    let edition = dba::edition(None).unwrap();
    let pair = std::env::var("STRATEGIKON_PAIR").unwrap_or_else(|_| "soldier,recruit".into());
    let pair: Vec<Commander> =
        pair.split(',').map(|name| Commander::new("dba", name.parse().unwrap())).collect();
    let mut pair = pair;
    for (commander, name) in pair.iter_mut().zip(["UPPER", "LOWER"]) {
        *commander = commander.clone().changed(name);
    }
    let (games, seed) = (number("STRATEGIKON_GAMES", 20), number("STRATEGIKON_SEED", 1));
    let jobs = number("STRATEGIKON_JOBS", 1);
    let said = std::env::var("STRATEGIKON_SCENARIOS").unwrap_or_else(|_| PAIRINGS.join(","));
    let pairings: Vec<&str> = said.split(',').collect();
    let each = games.div_ceil(2 * pairings.len() as u64);
    let mut tasks = vec![];
    for game in 0..each {
        for &scenario in &pairings {
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
    for &scenario in &pairings {
        let of: Vec<_> = all.iter().filter(|(name, ..)| *name == scenario).collect();
        let first: f32 = of.iter().map(|(.., played)| played.result).sum::<f32>() / of.len() as f32;
        let upper: f32 = of.iter().map(|(_, _, score, _)| score).sum::<f32>() / of.len() as f32;
        println!("  {scenario:12} upper {:5.1} %, first side {:5.1} %", upper * 100.0, first * 100.0);
    }
}

/// `STRATEGIKON_PAIR=soldier,soldier STRATEGIKON_SEED=1 cargo test -p dba --release --test ladder -- --ignored told`
#[test]
#[ignore = "tells a battle in words"]
fn told() {
    use engine::record::{DiceSource, Session};
    let edition = dba::edition(None).unwrap();
    let scenario = std::env::var("STRATEGIKON_SCENARIO").unwrap_or_else(|_| "qadisiyya".into());
    let pair = std::env::var("STRATEGIKON_PAIR").unwrap_or_else(|_| "soldier,soldier".into());
    let players: Vec<Commander> = pair
        .split(',')
        .zip(["UPPER", "LOWER"])
        .map(|(level, name)| Commander::new("dba", level.parse().unwrap()).changed(name))
        .collect();
    let opening = edition.open(&format!("dba/{scenario}"), &Options::new()).unwrap();
    let seed = number("STRATEGIKON_SEED", 1);
    let mut session = Session::new(opening, DiceSource::open(format!("told {seed}").as_bytes()));
    let mut whims = Generator::new(seed, 2);
    let mut drawn = 0;
    while !matches!(session.table().turn(), Turn::Over(_)) {
        if session.table().clock() > drawn {
            drawn = session.table().clock();
            draw(&session.table().state());
        }
        match session.table().turn() {
            Turn::Order(side) => {
                let whim = u64::from(whims.below(1 << 30));
                let thought = players[side.index()].think(session.table(), &Budget::usual(), whim);
                if std::env::var("STRATEGIKON_WHY").is_ok() {
                    why(session.table(), &thought);
                }
                for order in &thought.orders {
                    println!("   {}", session.table().describe(order).unwrap());
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

/// What the first thoughts stand for, term by term.
fn why(table: &dyn engine::table::Table, thought: &commander::Thought) {
    let weights = Weights::of_game("dba", table.terms());
    for alternative in thought.alternatives.iter().take(4) {
        let mut after = table.clone_box();
        if !alternative.orders.iter().all(|order| after.follow(order)) {
            continue;
        }
        let words: Vec<String> = alternative.orders.iter().take(2).map(|order| order.to_string()).collect();
        println!("      {:.4} {}", alternative.worth, words.join(" "));
        let [mut before, mut then] = [vec![], vec![]];
        table.standing(&mut before);
        after.standing(&mut then);
        let parts = table.terms().iter().zip(weights.numbers()).zip(before.iter().zip(&then));
        for ((term, weight), (before, then)) in parts.filter(|(_, (before, then))| before != then) {
            print!(" {term} {:+.3}", weight * (then - before));
        }
        println!();
    }
}

/// The table from above, a letter for each element: the first side's small, the second's large.
fn draw(state: &serde_json::Value) {
    let mut grid = vec![vec![' '; 38]; 38];
    for (i, element) in state["elements"].as_array().unwrap().iter().enumerate() {
        if element["place"] != serde_json::json!("table") {
            continue;
        }
        let at = |k: usize| element["pose"]["at"][k].as_i64().unwrap() / 1_000_000;
        let letter = char::from(b'a' + (i % 13) as u8);
        let letter = if i < 13 { letter } else { letter.to_ascii_uppercase() };
        let (x, y) = (at(0).clamp(0, 37) as usize, at(1).clamp(0, 37) as usize);
        let cell = &mut grid[37 - y][x];
        *cell = if *cell == ' ' { letter } else { '+' };
    }
    println!("turn {} ---", state["turns"]);
    for row in grid {
        let line: String = row.into_iter().collect();
        if !line.trim().is_empty() {
            println!("|{line}|");
        }
    }
}
