//! What is wrong is said with its place, and what is written is read again.

use serde_json::{Value, json};

use super::*;
use crate::contract::Rules;
use crate::dice::Generator;
use crate::event::Silence;
use crate::skirmish::Skirmish;

fn refused(text: Value) -> (String, String) {
    let wrong = read(&Skirmish::new(20), &text).unwrap_err();
    (wrong.path, wrong.why)
}

fn duel(counters: Value) -> Value {
    json!({"phase": "turn", "counters": counters})
}

#[test]
fn every_fault_is_told_with_its_place_and_what_was_expected() {
    let red = |more: Value| {
        let mut line = json!({"name": "Red 1", "at": "0303"});
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        duel(json!([line]))
    };
    let cases = [
        (json!([]), "", "expected an object; there is []"),
        (json!({}), "", "it needs a `phase`: turn"),
        (json!({"phase": "trun"}), "phase", "no phase `trun` (did you mean `turn`?); expected turn"),
        (json!({"phase": 7}), "phase", "expected a text; there is 7"),
        (json!({"phase": "turn", "sidde": 1}), "", "no field `sidde` (did you mean `side`?"),
        (json!({"phase": "turn", "side": "Reads"}), "side", "no side `Reads` (did you mean `Reds`?"),
        (json!({"phase": "turn", "turn": 0}), "turn", "a whole number from 1 to 255; there is 0"),
        (json!({"phase": "turn", "orders_left": 3}), "orders_left", "from 1 to 2; there is 3"),
        (duel(json!({})), "counters", "expected a list; there is {}"),
        (duel(json!(["Red 1"])), "counters[0]", "expected an object"),
        (duel(json!([{"at": "0303"}])), "counters[0]", "needs a `name`"),
        (duel(json!([{"name": "Red 1"}])), "counters[0]", "needs a place: `at`"),
        (duel(json!([{"name": "Rde 2", "at": "0303"}])), "counters[0].name", "nearest are `Red 2`, `Red 1`"),
        (red(json!({"at": "0909"})), "counters[0].at", "no place `0909`; expected a hex of the map"),
        (red(json!({"at": 303})), "counters[0].at", "\"0101\" to \"0505\"; there is 303"),
        (red(json!({"facing": "N"})), "counters[0].facing", "face nowhere"),
        (red(json!({"aboard": "Red 2"})), "counters[0].aboard", "no counter carries another"),
        (red(json!({"marks": ["tired"]})), "counters[0].marks[0]", "no mark `tired`"),
        (red(json!({"count": 2})), "counters[0].count", "names one counter"),
        (red(json!({"colour": 1})), "counters[0]", "no field `colour`"),
    ];
    for (text, path, why) in cases {
        let told = refused(text.clone());
        assert_eq!(told.0, path, "{text}: {}", told.1);
        assert!(told.1.contains(why), "{text}: {}", told.1);
    }
}

#[test]
fn the_fields_of_a_note_are_found_by_name_whatever_its_case() {
    let said = json!({"reds": 1, "BLUES": 2});
    let named = Field::new("points".into(), &said).named("side", ["Reds", "Blues"]).unwrap();
    let mut points: Vec<_> = named.iter().map(|(side, points)| (*side, points.number(0..=9))).collect();
    points.sort_by_key(|(side, _)| *side);
    assert_eq!(points, [(0, Ok(1)), (1, Ok(2))]);
    let said = json!({"Redds": 1});
    let wrong = Field::new("points".into(), &said).named("side", ["Reds", "Blues"]).unwrap_err();
    assert_eq!(wrong.path, "points.Redds");
    assert!(
        wrong.why.contains("no side `Redds` (did you mean `Reds`?); expected Reds, Blues"),
        "{}",
        wrong.why
    );
}

#[test]
fn a_counter_is_named_once() {
    let twice = duel(json!([{"name": "Red 1", "at": "0303"}, {"name": "red 1", "at": "0304"}]));
    let (path, why) = refused(twice);
    assert_eq!(path, "counters[1].name");
    assert!(why.contains("`Red 1` is named already, in counters[0]"), "{why}");
    let (path, why) = refused(duel(json!([{"name": "Red", "count": 3, "at": "0303"}])));
    assert_eq!(path, "counters[0].name");
    assert!(why.contains("there are 2 counters `Red`, and all are named"), "{why}");
}

#[test]
fn a_kind_of_counter_is_the_next_one_nobody_has_named() {
    let text = duel(json!([
        {"name": "Red", "at": "0303"},
        {"name": "Red 1", "at": "0304"},
        {"name": "Blue", "at": "0302"},
    ]));
    let hand = read(&Skirmish::new(20), &text).unwrap().hand().unwrap();
    let at: Vec<usize> = hand.counters.iter().map(|piece| piece.counter).collect();
    assert_eq!(at, [0, 1, 2], "Red 1, Red 2 and Blue 1");
    let numbered = duel(json!([
        {"name": "Red 2", "at": "0303"}, {"name": "Red 1", "at": "0304"}, {"name": "Blue 1", "at": "0302"},
    ]));
    assert_eq!(read(&Skirmish::new(20), &text), read(&Skirmish::new(20), &numbered));
}

#[test]
fn a_position_that_cannot_be_is_refused_as_a_whole() {
    let shared = duel(json!([{"name": "Red 1", "at": "0303"}, {"name": "Blue 1", "at": "0303"}]));
    assert_eq!(refused(shared), (String::new(), "counter 2 shares its hex".into()));
}

#[test]
fn what_random_play_comes_to_is_written_and_read_again() {
    let mut generator = Generator::new(8, 8);
    let mut written = 0;
    for _ in 0..30 {
        let mut game = Skirmish::new(20);
        let mut orders = vec![];
        loop {
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Dice(request) => {
                    assert_eq!(write(&game), None, "an attack waits for its die");
                    game.roll(generator.throw(request), &mut Silence);
                }
                Turn::Order(_) => {
                    let text = write(&game).expect("nothing is in hand");
                    assert_eq!(read(&Skirmish::new(10), &text), Ok(game.clone()), "{text}");
                    written += 1;
                    orders.clear();
                    game.orders(&mut orders);
                    game.play(&orders[generator.below(orders.len() as u32) as usize], &mut Silence);
                }
            }
        }
    }
    assert!(written > 100, "{written}");
}

#[test]
fn the_schema_names_every_word() {
    let game = Skirmish::new(20);
    let schema = schema(&game.primer().unwrap());
    let fields = schema["properties"].as_object().unwrap();
    for name in reading::FIELDS.into_iter().chain(["orders_left", "turns_left"]) {
        assert!(fields.contains_key(name), "{name}");
    }
    assert_eq!(schema["properties"]["phase"]["oneOf"][0]["const"], "turn");
}
