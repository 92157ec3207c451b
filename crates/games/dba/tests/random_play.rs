//! Random battles in every scenario: no dead end, no broken invariant, listed orders are legal.

use dba::files::{Files, Library};
use dba::{Order, Position};
use engine::playout::Playout;
use engine::proving::{games, keep_the_contract, openings, play_to_the_end, take_or_refuse};
use engine::{Generator, Rules, Silence, Turn};
use serde_json::{Value, json};

#[test]
fn every_scenario_plays_to_its_end() {
    play_to_the_end(&openings::<Files>(), 3);
}

#[test]
fn every_position_keeps_the_contract() {
    keep_the_contract(&openings::<Files>(), 1);
}

/// Every list meets another, in turn.
#[test]
fn every_army_plays() {
    let library = Library::embedded().unwrap();
    let codes = library.sheet("open", None).unwrap().lists;
    let mut orders = vec![];
    for (i, first) in codes.iter().enumerate() {
        let second = &codes[(i * 7 + 3) % codes.len()];
        let lists = Some([first.clone(), second.clone()]);
        let mut position = Position::new(library.sheet("open", lists).unwrap().into());
        let tally = Playout::new(3, i as u64).run(&mut position, &mut orders);
        assert!(tally.ending.is_ok(), "{first} against {second}: {}", tally.ending.unwrap_err());
    }
}

/// Two armies face to face in the middle of a table laid by chance, some elements askew: what random battles from the
/// set-up hardly ever come to.
fn face_to_face(start: &Position, stream: u64) -> Option<Position> {
    let mut generator = Generator::new(5, stream);
    let mut position = start.clone();
    let mut orders = vec![];
    loop {
        match position.turn() {
            Turn::Dice(request) => {
                position.roll(generator.throw(request), &mut Silence);
                if position.state_value()["step"] == json!("move") {
                    break;
                }
            }
            Turn::Order(_) => {
                orders.clear();
                position.orders(&mut orders);
                let muster = orders.contains(&Order::Muster).then_some(Order::Muster);
                let order =
                    muster.unwrap_or_else(|| orders[generator.below(orders.len() as u32) as usize].clone());
                position.play(&order, &mut Silence);
            }
            Turn::Over(_) => return None,
        }
    }
    let mut state = position.state_value();
    let mut near = |spread: u32| i64::from(generator.below(2 * spread + 1)) - i64::from(spread);
    let gap = 500_000 * (1 + near(2).abs());
    for (id, element) in state["elements"].as_array_mut()?.iter_mut().enumerate() {
        let (side, slot) = (id / 13, (id % 13) as i64);
        if slot == 12 || element["place"] != json!("table") {
            continue;
        }
        let (file, rank) = (slot % 8, slot / 8);
        let askew = near(3) == 3;
        let x = 12_000_000 + 2_000_000 * file + if askew { near(20_000) } else { 0 };
        let back = 6_000_000 * rank + if askew { 2_500_000 } else { 0 };
        let (y, heading) = match side {
            0 => (18_500_000 - gap / 2 - back, 0),
            _ => (18_500_000 + gap / 2 + back, 180_000),
        };
        element["pose"] = json!({"at": [x, y], "heading": heading + if askew { near(8_000) } else { 0 }});
    }
    state["pips"] = json!(6);
    position.restore(serde_json::from_value(state).ok()?).ok()
}

trait StateValue {
    fn state_value(&self) -> Value;
}

impl StateValue for Position {
    fn state_value(&self) -> Value {
        serde_json::to_value(self.state()).unwrap()
    }
}

#[test]
fn armies_face_to_face_fight_it_out() {
    let mut orders = vec![];
    let (mut begun, mut decided) = (0, 0);
    for (i, (name, start)) in (0..).zip(openings::<Files>()) {
        for game in 0..games("STRATEGIKON_CLOSE_GAMES", 3) {
            let Some(mut position) = face_to_face(&start, 100 * game + i) else { continue };
            begun += 1;
            let tally = Playout::new(6, 100 * game + i).audited().run(&mut position, &mut orders);
            match tally.ending {
                Ok(outcome) => decided += u32::from(outcome.winner.is_some()),
                Err(fault) => panic!("{name}, game {game}: {fault}"),
            }
        }
    }
    println!("{begun} begun, {decided} decided");
    assert!(begun > 20 && decided > begun / 3, "{begun} begun, {decided} decided");
}

/// Words of saved positions, to be put in each other's place.
const WORDS: [&str; 12] =
    ["table", "lost", "kept", "hand", "out", "first", "second", "move", "pips", "fight", "terrain", "swap"];

#[test]
fn spoilt_positions_are_refused_or_playable() {
    let starts = (0..).zip(openings::<Files>()).filter_map(|(i, (_, start))| face_to_face(&start, i));
    take_or_refuse(starts, &WORDS, games("STRATEGIKON_SPOILT", 12), |_| false);
}

/// Every single element, group and column of a whole army with all its ways, and a check of each of them.
#[test]
#[ignore = "a measurement"]
fn speed_of_lists_and_checks() {
    let (mut lists, mut orders_listed, mut spent, mut worst) = (0_u32, 0_usize, 0.0, 0.0_f64);
    let (mut checks, mut checking) = (0_u32, 0.0);
    for (i, (_, start)) in (0..).zip(openings::<Files>()) {
        let Some(position) = face_to_face(&start, i) else { continue };
        let mut movers = vec![];
        position.orders(&mut movers);
        let mut all = vec![];
        let listing = || {
            let begun = std::time::Instant::now();
            all.clear();
            for mover in movers.iter().filter(|order| matches!(order, Order::Move { .. })) {
                let mut taken = position.clone();
                taken.play(mover, &mut Silence);
                taken.orders(&mut all);
            }
            begun.elapsed().as_secs_f64()
        };
        // The quickest of several counts: the rest is the machine's other business.
        let seconds = std::iter::repeat_with(listing).take(20).fold(f64::MAX, f64::min);
        (lists, orders_listed, spent, worst) =
            (lists + 1, orders_listed + all.len(), spent + seconds, worst.max(seconds));
        let begun = std::time::Instant::now();
        for order in all.iter().filter(|order| matches!(order, Order::March { .. })) {
            assert!(position.check(order).is_ok());
            checks += 1;
        }
        checking += begun.elapsed().as_secs_f64();
    }
    let count = f64::from(lists);
    println!(
        "{lists} armies: {:.0} orders, {:.2} ms each, at most {:.2} ms",
        orders_listed as f64 / count,
        spent / count * 1e3,
        worst * 1e3
    );
    println!("{checks} checks: {:.1} us each", checking / f64::from(checks) * 1e6);
}

/// `cargo test -p dba --test random_play --release -- --ignored --nocapture speed`
#[test]
#[ignore = "a measurement"]
fn speed_of_random_play() {
    let mut orders = vec![];
    let (mut played, mut rolls, mut choices, mut endings) = (0, 0, 0, std::collections::BTreeMap::new());
    let begun = std::time::Instant::now();
    for (_, start) in openings::<Files>() {
        for stream in 0..games("STRATEGIKON_GAMES", 20) {
            let tally = Playout::new(9, stream).run(&mut start.clone(), &mut orders);
            played += tally.orders;
            rolls += tally.rolls;
            choices += tally.choices;
            *endings.entry(format!("{:?}", tally.ending.map(|o| o.grade))).or_insert(0) += 1;
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{played} orders, {rolls} rolls, {choices} choices in {seconds:.2} s: {:.0} orders/s",
        played as f64 / seconds
    );
    println!("{endings:?}");
}
