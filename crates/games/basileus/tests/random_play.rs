//! Random games in every battle and with every optional rule: no dead end, no broken invariant, listed and
//! legal agree.

use std::sync::Arc;

use basileus::files::Library;
use basileus::sheet::Choices;
use basileus::{Battle, Position};
use engine::playout::Playout;
use engine::proving::games;

fn start(library: &Library, name: &str, choices: Choices) -> Position {
    let sheet = library.sheet(name, choices).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    Position::new(Arc::new(Battle::new(sheet)))
}

/// No option, each option, and all of them together.
fn sets_of_options() -> [Choices; 7] {
    let none = Choices::default();
    [
        none,
        Choices { zoc_to_zoc: true, ..none },
        Choices { counter_charge: true, ..none },
        Choices { dice_pools: true, ..none },
        Choices { impetuosity: true, ..none },
        Choices { feigned_flight: true, ..none },
        Choices {
            zoc_to_zoc: true,
            counter_charge: true,
            dice_pools: true,
            impetuosity: true,
            feigned_flight: true,
        },
    ]
}

#[test]
fn every_battle_plays_to_its_end() {
    let library = Library::embedded().unwrap();
    let mut orders = vec![];
    for name in library.names() {
        for choices in sets_of_options() {
            let start = start(&library, name, choices);
            for stream in 0..games("STRATEGIKON_GAMES", 20) {
                let tally = Playout::new(1, stream).run(&mut start.clone(), &mut orders);
                assert!(tally.ending.is_ok(), "{name}, {choices:?}: {}", tally.ending.unwrap_err());
            }
        }
    }
}

#[test]
fn every_position_keeps_the_contract() {
    let library = Library::embedded().unwrap();
    let mut orders = vec![];
    let [plain, .., all] = sets_of_options();
    for name in library.names() {
        for choices in [plain, all] {
            let start = start(&library, name, choices);
            for stream in 0..games("STRATEGIKON_AUDITED_GAMES", 1) {
                let tally = Playout::new(2, stream).audited().run(&mut start.clone(), &mut orders);
                assert!(tally.ending.is_ok(), "{name}, {choices:?}: {}", tally.ending.unwrap_err());
            }
        }
    }
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Position>() <= 2048, "{} bytes", size_of::<Position>());
}
