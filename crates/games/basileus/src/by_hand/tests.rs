//! Positions by hand of Basileus.

use std::sync::Arc;

use engine::by_hand::{Diagram, read};
use engine::proving::{openings, write_and_read_again};
use engine::{Rules, Shown, Side, Silence, Viewer};
use serde_json::{Value, json};

use crate::battle::Battle;
use crate::files::{Files, Library};
use crate::position::{Position, Step};
use crate::sheet::Choices;
use crate::unit::Spot;

fn start(scenario: &str) -> Position {
    let library = Library::embedded().unwrap();
    Position::new(Arc::new(Battle::new(library.sheet(scenario, Choices::default()).unwrap())))
}

/// Pecheneg horse before Roman infantry.
fn duel(more: Value) -> Value {
    let mut text = json!({"phase": "combat", "side": "Rus", "counters": [
        {"name": "Skutatoi 3", "at": "1010"},
        {"name": "Pecheneg mounted archers", "at": "1009"},
    ]});
    text.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    text
}

fn words(position: &Position) -> Vec<String> {
    let mut orders = vec![];
    position.orders(&mut orders);
    orders.iter().map(|order| position.describe(order)).collect()
}

#[test]
fn two_units_face_to_face_take_a_few_lines() {
    let position = read(&start("arcadiopolis"), &duel(json!({}))).unwrap();
    assert_eq!(words(&position), ["Attack Skutatoi 3 #1, 1010", "End the combats"]);
    let placed = position.units[..position.battle.count()].iter().filter(|unit| unit.hex().is_some()).count();
    assert_eq!(placed, 2);
}

#[test]
fn counters_nobody_mentions_are_absent_or_wait() {
    let library = Library::embedded().unwrap();
    for name in library.names() {
        let usual = start(name).unmentioned("combat");
        for id in usual.battle.ids() {
            let expected = if usual.battle.deploys(id) { Spot::ABSENT } else { Spot::RESERVE };
            assert_eq!(usual.unit(id).spot, expected, "{name}");
        }
        assert_eq!(Side::BOTH.map(|side| usual.points_lost(side)), [0, 0], "{name}");
        assert_eq!(usual.audit(), Ok(()), "{name}");
    }
}

#[test]
fn only_what_was_there_is_lost_in_a_battle_by_hand() {
    let figures = |position: &Position| -> Vec<String> {
        position.goal().standing.iter().map(engine::goal::Figure::words).collect()
    };
    let position = read(&start("arcadiopolis"), &duel(json!({}))).unwrap();
    assert_eq!(figures(&position), ["Byzantines lost 0 of 20", "Rus lost 0 of 18"]);
    let scene = position.scene(Viewer::Public);
    assert!(scene.boxes.iter().all(|tray| !tray.name.ends_with("lost")), "nobody lies among the lost");
    let text = duel(json!({"counters": [
        {"name": "Skutatoi 3", "at": "1010"},
        {"name": "Pecheneg mounted archers", "at": "1009"},
        {"name": "Skutatoi 3", "at": "lost"},
    ]}));
    let position = read(&start("arcadiopolis"), &text).unwrap();
    assert_eq!(figures(&position), ["Byzantines lost 3 of 20", "Rus lost 0 of 18"]);
}

#[test]
fn a_battle_for_baggage_goes_on_where_nobody_wrote_any_down() {
    let text = json!({"phase": "combat", "side": "Byzantines", "counters": [
        {"name": "Franks", "at": "0808"},
        {"name": "Pecheneg nobles", "at": "0807"},
    ]});
    let mut position = read(&start("beroia"), &text).unwrap();
    assert!(!position.end_at_once(&mut Silence), "no wagon was plundered");
    let wagon = position.battle.ids().find(|&id| position.battle.is_wagon(id)).unwrap();
    position.put(wagon, position.hex("0505".parse().unwrap()).unwrap());
    assert_eq!(position.goal().standing[0].of, Some([0, 1]));
    position.plunder(wagon);
    assert!(position.end_at_once(&mut Silence), "the only wagon there was is plundered");
}

#[test]
fn a_fault_is_found_by_its_path() {
    let start = start("arcadiopolis");
    let counters = |list: Value| duel(json!({"counters": list}));
    let on = |marks: Value| counters(json!([{"name": "Skutatoi 3", "at": "1010", "marks": marks}]));
    let cases = [
        (duel(json!({"phase": "fight"})), "phase", "expected deployment, movement, combat"),
        (duel(json!({"side": "Russians"})), "side", "did you mean `Rus`?"),
        (duel(json!({"turn": 99})), "turn", "a whole number from 1 to"),
        (duel(json!({"phase": "deployment", "turn": 1})), "turn", "leave it out"),
        (duel(json!({"bait": "maybe"})), "bait", "expected untested, yes, no"),
        (duel(json!({"sortie": 9})), "sortie", "from 0 to 1"),
        (duel(json!({"extra": {"Goths": 1}})), "extra.Goths", "expected "),
        (duel(json!({"counters": []})), "phase", "nobody has a choice in it"),
        (counters(json!([{"name": "Skutatoi", "at": "1010"}])), "counters[0].name", "`Skutatoi 3 #1`"),
        (counters(json!([{"name": "Skutatoi 3", "at": "9999"}])), "counters[0].at", "no place `9999`"),
        (
            counters(json!([{"name": "Skutatoi 3", "at": "1010"}, {"name": "Slavs", "at": "1010"}])),
            "counters[1].at",
            "the other side stands in 1010",
        ),
        (
            counters(json!([{"name": "Skutatoi 3", "at": "1010"}, {"name": "Scholai", "at": "1010"}])),
            "counters[1].at",
            "a counter of this sort in 1010 already",
        ),
        (
            counters(json!([{"name": "Skutatoi 3", "at": "1010", "facing": "N"}])),
            "counters[0].facing",
            "nowhere",
        ),
        (on(json!(["plundered"])), "counters[0].marks", "is no baggage to plunder"),
        (on(json!(["tired"])), "counters[0].marks[0]", "no mark `tired`"),
        (on(json!([{"moved": 1}])), "counters[0].marks[0].moved", "`moved` is said alone"),
        (on(json!(["from"])), "counters[0].marks[0]", "with a place"),
        (on(json!([{"from": 7}])), "counters[0].marks[0].from", "there is 7"),
        (on(json!([{"steps": 1, "from": "1010"}])), "counters[0].marks[0]", "one mark"),
        (on(json!(["moved"])), "", "moves outside the phase"),
    ];
    for (text, path, why) in cases {
        let told = read(&start, &text).unwrap_err();
        assert_eq!(told.path, path, "{text}: {told}");
        assert!(told.why.contains(why), "{text}: {told}");
    }
}

/// Whether nothing is half done: the positions that can be written.
fn at_peace(position: &Position) -> bool {
    let step = matches!(position.step, Step::Deploy(_) | Step::Moving | Step::Fighting);
    step && position.mover.unit.some().is_none() && !position.fighting()
}

#[test]
fn what_random_play_comes_to_is_written_and_read_again() {
    write_and_read_again(&openings::<Files>(), 3_000, 1, 80, at_peace);
}
