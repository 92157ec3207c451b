//! Random games in every scenario: no dead end, no broken invariant, listed and legal agree.

use std::sync::Arc;

use apocalypse::files::Library;
use apocalypse::{Order, Position};
use engine::contract::Viewer;
use engine::playout::Playout;
use engine::{Generator, Rules, Shown, Silence, Turn};
use serde_json::{Value, json};

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

/// Changes one leaf of a saved position, wherever it is.
fn spoil(value: &mut Value, generator: &mut Generator) {
    match value {
        Value::Array(items) if !items.is_empty() => {
            let at = generator.below(items.len() as u32) as usize;
            spoil(&mut items[at], generator);
        }
        Value::Object(fields) if !fields.is_empty() => {
            let at = generator.below(fields.len() as u32) as usize;
            if let Some((_, field)) = fields.iter_mut().nth(at) {
                spoil(field, generator);
            }
        }
        Value::Number(number) => {
            let now = number.as_u64().unwrap_or(0);
            *value = [now + 1, now.saturating_sub(1), 0, 255, 65_535][generator.below(5) as usize].into();
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::String(text) => {
            let words = [
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
            *text = words[generator.below(words.len() as u32) as usize].into();
        }
        _ => *value = json!(["rebel"]),
    }
}

/// Plays on at random; armies rather march than disband.
fn wander(position: &mut Position, steps: usize, generator: &mut Generator) {
    let mut orders = vec![];
    for _ in 0..steps {
        orders.clear();
        position.orders(&mut orders);
        match position.turn() {
            Turn::Order(_) if orders.is_empty() => return,
            Turn::Order(_) => {
                let keen = |order: &&Order| {
                    matches!(
                        order,
                        Order::Join { .. } | Order::Raise { .. } | Order::Step { .. } | Order::Camp
                    )
                };
                let eager: Vec<Order> = orders.iter().filter(keen).copied().collect();
                let from = if eager.is_empty() || generator.below(3) == 0 { &orders } else { &eager };
                let order = from[generator.below(from.len() as u32) as usize];
                position.play(&order, &mut Silence);
            }
            Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
            Turn::Over(_) => return,
        }
    }
    position.scene(Viewer::Public);
}

/// A position from outside is refused or can be played: it never breaks the program.
#[test]
fn spoilt_positions_are_refused_or_playable() {
    let library = Library::embedded().unwrap();
    let (mut taken, mut refused) = (0, 0);
    for stream in 0..games("STRATEGIKON_SPOILT_GAMES", 10) {
        let mut generator = Generator::new(6, stream);
        let name = &library.names()[stream as usize % library.names().len()];
        let mut position = start(&library, name);
        wander(&mut position, 150, &mut generator);
        for _ in 0..60 {
            let mut state = serde_json::to_value(position.state()).unwrap();
            (0..=generator.below(2)).for_each(|_| spoil(&mut state, &mut generator));
            let restored = serde_json::from_value(state).map(|state| position.restore(state));
            match restored {
                Ok(Ok(mut spoilt)) => {
                    taken += 1;
                    wander(&mut spoilt, 40, &mut generator);
                }
                _ => refused += 1,
            }
            wander(&mut position, 12, &mut generator);
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
            wander(&mut position, 1, &mut generator);
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
