//! Random battles in every scenario: no dead end, no broken invariant, listed orders are legal.

use std::sync::Arc;

use dba::Position;
use dba::files::Library;
use engine::playout::Playout;

fn start(library: &Library, name: &str, lists: Option<[&str; 2]>) -> Position {
    let sheet = library.sheet(name, lists).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    Position::new(Arc::new(sheet))
}

fn games(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn every_scenario_plays_to_its_end() {
    let library = Library::embedded().unwrap();
    let mut orders = vec![];
    for name in library.names() {
        let start = start(&library, name, None);
        for stream in 0..games("STRATEGIKON_GAMES", 3) {
            let tally = Playout::new(1, stream).run(&mut start.clone(), &mut orders);
            assert!(tally.ending.is_ok(), "{name}: {}", tally.ending.unwrap_err());
        }
    }
}

#[test]
fn every_position_keeps_the_contract() {
    let library = Library::embedded().unwrap();
    let mut orders = vec![];
    for name in library.names() {
        let start = start(&library, name, None);
        for stream in 0..games("STRATEGIKON_AUDITED_GAMES", 1) {
            let tally = Playout::new(2, stream).audited().run(&mut start.clone(), &mut orders);
            assert!(tally.ending.is_ok(), "{name}: {}", tally.ending.unwrap_err());
        }
    }
}

/// Every list meets another, in turn.
#[test]
fn every_army_plays() {
    let library = Library::embedded().unwrap();
    let codes: Vec<&str> = library.armies().iter().map(|army| army.code.as_str()).collect();
    let mut orders = vec![];
    for (i, first) in codes.iter().enumerate() {
        let second = codes[(i * 7 + 3) % codes.len()];
        let start = start(&library, "open", Some([first, second]));
        let tally = Playout::new(3, i as u64).run(&mut start.clone(), &mut orders);
        assert!(tally.ending.is_ok(), "{first} against {second}: {}", tally.ending.unwrap_err());
    }
}

/// `cargo test -p dba --test random_play --release -- --ignored --nocapture speed`
#[test]
#[ignore = "a measurement"]
fn speed_of_random_play() {
    let library = Library::embedded().unwrap();
    let mut orders = vec![];
    let (mut played, mut rolls, mut choices, mut endings) = (0, 0, 0, std::collections::BTreeMap::new());
    let begun = std::time::Instant::now();
    for name in library.names() {
        let start = start(&library, name, None);
        for stream in 0..games("STRATEGIKON_GAMES", 20) {
            let tally = Playout::new(9, stream).run(&mut start.clone(), &mut orders);
            played += tally.orders;
            rolls += tally.rolls;
            choices += tally.choices;
            *endings.entry(format!("{:?}", tally.ending.map(|o| o.grade))).or_insert(0) += 1;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("{played} orders, {rolls} rolls, {choices} choices in {seconds:.2} s: {:.0} orders/s", played as f64 / seconds);
    println!("{endings:?}");
}
