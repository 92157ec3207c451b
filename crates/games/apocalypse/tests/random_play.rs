//! Random games in every scenario: no dead end, no broken invariant, listed and legal agree.

use std::sync::Arc;

use apocalypse::files::Library;
use apocalypse::{Order, Position};
use engine::playout::Playout;
use engine::proving::{games, spoil, wander_by};
use engine::{Generator, Rules, Turn};

fn start(library: &Library, name: &str) -> Position {
    let sheet = library.sheet(name, ()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    Position::new(Arc::new(sheet))
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

/// Armies rather march than disband.
fn keen(order: &Order) -> bool {
    matches!(order, Order::Join { .. } | Order::Raise { .. } | Order::Step { .. } | Order::Camp)
}

/// Words of saved positions, to be put in each other's place.
const WORDS: [&str; 30] = [
    "destroyed",
    "gone",
    "aside",
    "africa",
    "setup",
    "1235",
    "3916",
    "2238",
    "5634",
    "garrison",
    "patrol",
    "off",
    "byzantine",
    "syria",
    "kufa",
    "rebel",
    "adrift",
    "muslims",
    "rebels",
    "first",
    "second",
    "free",
    "rest",
    "leave",
    "exchange",
    "losses",
    "die",
    "name",
    "deploy",
    "patrols",
];

/// A position from outside is refused or can be played: it never breaks the program.
#[test]
fn spoilt_positions_are_refused_or_playable() {
    let library = Library::embedded().unwrap();
    let (mut taken, mut refused) = (0, 0);
    for stream in 0..games("STRATEGIKON_SPOILT_GAMES", 10) {
        let mut generator = Generator::new(6, stream);
        let name = &library.names()[stream as usize % library.names().len()];
        let mut position = start(&library, name);
        wander_by(&mut position, 150, &mut generator, keen);
        for _ in 0..60 {
            let mut state = serde_json::to_value(position.state()).unwrap();
            (0..=generator.below(2)).for_each(|_| spoil(&mut state, &WORDS, &mut generator));
            let restored = serde_json::from_value(state).map(|state| position.restore(state));
            match restored {
                Ok(Ok(mut spoilt)) => {
                    taken += 1;
                    wander_by(&mut spoilt, 40, &mut generator, keen);
                }
                _ => refused += 1,
            }
            wander_by(&mut position, 12, &mut generator, keen);
        }
    }
    assert!(taken > 20 && refused > 20, "{taken} taken, {refused} refused");
}

/// Armies that keep together and go on meet one another: what random games hardly ever come to.
#[test]
fn keen_players_keep_the_contract() {
    let library = Library::embedded().unwrap();
    for stream in 0..games("STRATEGIKON_KEEN_GAMES", 15) {
        let mut generator = Generator::new(8, stream);
        let name = &library.names()[stream as usize % library.names().len()];
        let mut position = start(&library, name);
        for _ in 0..4_000 {
            wander_by(&mut position, 1, &mut generator, keen);
            let mut orders = vec![];
            position.orders(&mut orders);
            for order in &orders {
                assert_eq!(position.check(order), Ok(()), "{name}, game {stream}: {order:?}");
            }
            assert_eq!(position.audit(), Ok(()), "{name}, game {stream}");
            if matches!(position.turn(), Turn::Over(_)) {
                break;
            }
        }
        assert!(matches!(position.turn(), Turn::Over(_)) || position.audit().is_ok());
    }
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
