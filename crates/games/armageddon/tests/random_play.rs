//! Random games in every scenario: no dead end, no broken invariant, listed and legal agree.

use std::sync::Arc;

use armageddon::files::Library;
use armageddon::{Battle, Position};
use engine::playout::Playout;
use engine::proving::games;

fn start(library: &Library, name: &str) -> Position {
    let sheet = library.sheet(name, None).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    Position::new(Arc::new(Battle::new(sheet)))
}

#[test]
fn every_scenario_plays_to_its_end() {
    let library = Library::embedded().unwrap();
    let mut orders = vec![];
    for name in library.names() {
        let start = start(&library, name);
        for stream in 0..games("STRATEGIKON_GAMES", 20) {
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
        for stream in 0..games("STRATEGIKON_AUDITED_GAMES", 1) {
            let tally = Playout::new(2, stream).audited().run(&mut start.clone(), &mut orders);
            assert!(tally.ending.is_ok(), "{name}: {}", tally.ending.unwrap_err());
        }
    }
}
