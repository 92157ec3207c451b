//! What must be true of every game at random: it comes to an end, keeps the contract at every position, and takes
//! no position from outside that it could not play.

use std::fmt::Debug;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::by_hand;
use crate::contract::{Game, Rules, Shown, Turn, Viewer};
use crate::dice::Generator;
use crate::edition::{Library, Publication};
use crate::event::Silence;
use crate::playout::Playout;

/// Every scenario of a game as it begins, by name.
///
/// # Panics
/// If the data files are faulty.
pub fn openings<P: Publication>() -> Vec<(String, P::Position)> {
    openings_with::<P, _>([("", P::Choices::default)])
}

/// The same with several choices before the game, each with its name for messages.
///
/// # Panics
/// If the data files are faulty.
pub fn openings_with<P: Publication, C: Fn() -> P::Choices>(
    choices: impl IntoIterator<Item = (&'static str, C)>,
) -> Vec<(String, P::Position)> {
    let library = Library::<P>::embedded().unwrap_or_else(|fault| panic!("{fault}"));
    let mut openings = vec![];
    for (chosen, choices) in choices {
        for name in library.names() {
            let sheet = library.sheet(name, choices()).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            let setting = Arc::new(P::prepare(sheet, P::RULESET));
            openings.push((format!("{name}{chosen}"), P::begin(setting)));
        }
    }
    openings
}

/// How often a test plays: as the environment says under this name, or as usual.
pub fn games(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Random games from each opening come to an end: so many, or as many as `STRATEGIKON_GAMES` says.
///
/// # Panics
/// If one does not; the message says which.
pub fn play_to_the_end<G: Game>(openings: &[(String, G)], usual: u64) {
    play_all(openings, games("STRATEGIKON_GAMES", usual), |stream| Playout::new(1, stream));
}

/// Random games from each opening keep the contract at every position: so many, or as many as
/// `STRATEGIKON_AUDITED_GAMES` says.
///
/// # Panics
/// If a promise is broken; the message says which and where.
pub fn keep_the_contract<G: Game>(openings: &[(String, G)], usual: u64) {
    let audited = games("STRATEGIKON_AUDITED_GAMES", usual);
    play_all(openings, audited, |stream| Playout::new(2, stream).audited());
}

fn play_all<G: Game>(openings: &[(String, G)], games: u64, playout: impl Fn(u64) -> Playout) {
    let mut orders = vec![];
    for (name, start) in openings {
        for stream in 0..games {
            let tally = playout(stream).run(&mut start.clone(), &mut orders);
            assert!(tally.ending.is_ok(), "{name}: {}", tally.ending.unwrap_err());
        }
    }
}

/// Positions from outside, made of those met on the way by changing a leaf or three, are refused or can be played on:
/// they never break the program. So many are made from each start; `preferred` orders are given more often.
///
/// # Panics
/// If hardly any is taken, or hardly any refused: then nothing was tried.
pub fn take_or_refuse<G: Game>(
    starts: impl IntoIterator<Item = G>,
    words: &[&str],
    times: u64,
    preferred: impl Fn(&G::Order) -> bool + Copy,
) {
    let (mut taken, mut refused) = (0, 0);
    for (stream, mut position) in (0..).zip(starts) {
        let mut generator = Generator::new(6, stream);
        for _ in 0..times {
            let mut state = serde_json::to_value(position.state()).unwrap_or_default();
            (0..=generator.below(2)).for_each(|_| spoil(&mut state, words, &mut generator));
            match serde_json::from_value(state).map(|state| position.restore(state)) {
                Ok(Ok(mut spoilt)) => {
                    taken += 1;
                    wander_by(&mut spoilt, 30, &mut generator, preferred);
                }
                _ => refused += 1,
            }
            wander_by(&mut position, 10, &mut generator, preferred);
        }
    }
    assert!(taken > 20 && refused > 20, "{taken} taken, {refused} refused");
}

/// Positions of random games written by hand are read again as they were: from each opening so many steps are gone, and
/// one in `every` is looked at. Those that are `sayable` must be among them.
///
/// # Panics
/// If one is read otherwise, a sayable one cannot be written, or fewer than so many of an opening could be.
pub fn write_and_read_again<G: Game + PartialEq + Debug>(
    openings: &[(String, G)],
    steps: usize,
    every: usize,
    at_least: usize,
    sayable: impl Fn(&G) -> bool,
) {
    for (stream, (name, opening)) in (0..).zip(openings) {
        let (mut position, mut generator, mut written) = (opening.clone(), Generator::new(15, stream), 0);
        for played in 0..steps {
            if played % every == 0 {
                let text = by_hand::write(&position);
                let again = text.as_ref().map(|text| by_hand::read(opening, text));
                let told = || json!(position.state()).to_string();
                assert!(again.is_some() || !sayable(&position), "{name}: cannot be written: {}", told());
                assert!(
                    again.as_ref().is_none_or(|read| read.as_ref() == Ok(&position)),
                    "{name}: {}",
                    told()
                );
                written += usize::from(again.is_some());
            }
            if !go_on(&mut position, &mut generator, |_| false) {
                break;
            }
        }
        assert!(written >= at_least, "{name}: {written} positions could be written");
    }
}

/// Plays on at random, and looks at what comes of it.
pub fn wander<G: Rules + Shown>(position: &mut G, steps: usize, generator: &mut Generator) {
    wander_by(position, steps, generator, |_| false);
}

/// Plays on at random and looks at what comes of it; where there are orders of a sort that is preferred, two in three
/// are of it.
pub fn wander_by<G: Rules + Shown>(
    position: &mut G,
    steps: usize,
    generator: &mut Generator,
    preferred: impl Fn(&G::Order) -> bool,
) {
    for _ in 0..steps {
        if !go_on(position, generator, &preferred) {
            return;
        }
        position.scene(Viewer::Public);
    }
}

/// One order or roll at random; answers whether there was anything to do.
fn go_on<G: Rules>(
    position: &mut G,
    generator: &mut Generator,
    preferred: impl Fn(&G::Order) -> bool,
) -> bool {
    match position.turn() {
        Turn::Order(_) => {
            let mut orders = vec![];
            position.orders(&mut orders);
            let liked: Vec<&G::Order> = orders.iter().filter(|order| preferred(order)).collect();
            let all = || orders.iter().collect();
            let from = if liked.is_empty() || generator.below(3) == 0 { all() } else { liked };
            let Some(&order) = from.get(generator.below(from.len().max(1) as u32) as usize) else {
                return false;
            };
            position.play(order, &mut Silence);
            true
        }
        Turn::Dice(request) => {
            position.roll(generator.throw(request), &mut Silence);
            true
        }
        Turn::Over(_) => false,
    }
}

/// Changes one leaf of a saved position, wherever it is, to something near, extreme, or to another of the words.
pub fn spoil(value: &mut Value, words: &[&str], generator: &mut Generator) {
    let mut word = || words[generator.below(words.len() as u32) as usize];
    match value {
        Value::Array(items) if !items.is_empty() => {
            let at = generator.below(items.len() as u32) as usize;
            spoil(&mut items[at], words, generator);
        }
        Value::Object(fields) if !fields.is_empty() => {
            let at = generator.below(fields.len() as u32) as usize;
            if let Some((_, field)) = fields.iter_mut().nth(at) {
                spoil(field, words, generator);
            }
        }
        Value::Number(number) => {
            let now = number.as_i64().unwrap_or(0);
            let near = [now.saturating_add(1), now.saturating_sub(1), now.saturating_add(2_000_000)];
            let other = [near[0], near[1], near[2], 0, 255, 65_535, -1, i64::MAX, i64::MIN];
            *value = other[generator.below(9) as usize].into();
        }
        Value::Bool(flag) => *flag = !*flag,
        Value::String(text) => *text = word().into(),
        Value::Null | Value::Array(_) | Value::Object(_) => *value = json!([word()]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skirmish::Skirmish;

    #[test]
    fn the_little_example_game_stands_on_the_proving_ground() {
        let openings = [("field".to_string(), Skirmish::new(20))];
        play_to_the_end(&openings, 20);
        keep_the_contract(&openings, 5);
        write_and_read_again(&openings, 40, 1, 20, |position| matches!(position.turn(), Turn::Order(_)));
    }

    #[test]
    #[should_panic(expected = "positions could be written")]
    fn a_test_that_tried_nothing_fails() {
        write_and_read_again(&[("field".to_string(), Skirmish::new(20))], 3, 1, 20, |_| false);
    }
}
