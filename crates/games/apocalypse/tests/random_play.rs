//! Random games in every scenario: no dead end, no broken invariant, listed and legal agree.

use apocalypse::files::Files;
use apocalypse::{Order, Position};
use engine::playout::Playout;
use engine::proving::{games, keep_the_contract, openings, play_to_the_end, take_or_refuse, wander_by};
use engine::{Generator, Rules, Turn};

#[test]
fn every_scenario_plays_to_its_end() {
    play_to_the_end(&openings::<Files>(), 10);
}

#[test]
fn every_position_keeps_the_contract() {
    keep_the_contract(&openings::<Files>(), 2);
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

#[test]
fn spoilt_positions_are_refused_or_playable() {
    let openings = openings::<Files>();
    let start = |stream: u64| {
        let mut position = openings[stream as usize % openings.len()].1.clone();
        wander_by(&mut position, 150, &mut Generator::new(6, stream), keen);
        position
    };
    take_or_refuse((0..games("STRATEGIKON_SPOILT_GAMES", 10)).map(start), &WORDS, 60, keen);
}

/// Armies that keep together and go on meet one another: what random games hardly ever come to.
#[test]
fn keen_players_keep_the_contract() {
    let openings = openings::<Files>();
    for stream in 0..games("STRATEGIKON_KEEN_GAMES", 15) {
        let mut generator = Generator::new(8, stream);
        let (name, mut position) = openings[stream as usize % openings.len()].clone();
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
    let mut orders = vec![];
    for (name, start) in openings::<Files>() {
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
