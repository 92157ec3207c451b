//! Random games in every scenario: no dead end, no broken invariant, listed and legal agree.

use std::sync::Arc;

use apocalypse::Position;
use apocalypse::files::Library;
use engine::playout::Playout;

fn start(library: &Library, name: &str) -> Position {
    let sheet = library.sheet(name).unwrap_or_else(|fault| panic!("{name}: {fault}"));
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
        let start = start(&library, name);
        for stream in 0..games("STRATEGIKON_GAMES", 10) {
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
        let start = start(&library, name);
        for stream in 0..games("STRATEGIKON_AUDITED_GAMES", 2) {
            let tally = Playout::new(2, stream).audited().run(&mut start.clone(), &mut orders);
            assert!(tally.ending.is_ok(), "{name}: {}", tally.ending.unwrap_err());
        }
    }
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Position>() <= 8 * 1024, "{} bytes", size_of::<Position>());
}

/// `cargo test -p apocalypse --release --test random_play -- --ignored --nocapture`
#[test]
#[ignore = "a measurement"]
fn orders_a_second() {
    let library = Library::embedded().unwrap();
    let mut orders = vec![];
    for name in library.names() {
        let start = start(&library, name);
        let began = std::time::Instant::now();
        let (mut count, mut rolls, mut wins) = (0, 0, [0; 2]);
        for stream in 0..games("STRATEGIKON_GAMES", 200) {
            let tally = Playout::new(5, stream).run(&mut start.clone(), &mut orders);
            count += tally.orders;
            rolls += tally.rolls;
            let winner = tally.ending.ok().and_then(|outcome| outcome.winner);
            wins[winner.map_or(0, |side| side.index())] += 1;
        }
        let rate = count as f64 / began.elapsed().as_secs_f64();
        println!("{name}: {rate:.0} orders a second, {count} orders, {rolls} rolls, wins {wins:?}");
    }
}
