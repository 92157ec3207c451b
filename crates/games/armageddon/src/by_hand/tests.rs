//! Positions by hand of Armageddon.

use std::sync::Arc;

use engine::by_hand::read;
use engine::proving::{openings, write_and_read_again};
use engine::{Rules, Shown, Viewer};
use serde_json::{Value, json};

use crate::battle::Battle;
use crate::files::{Files, Library};
use crate::position::{Position, Stage, Step};
use crate::unit::{Spot, Unit};

fn start(scenario: &str) -> Position {
    let library = Library::embedded().unwrap();
    Position::new(Arc::new(Battle::new(library.sheet(scenario, None).unwrap())))
}

fn face_to_face(more: Value) -> Value {
    let mut text = json!({"phase": "movement", "counters": [
        {"name": "Skirmishers 1", "side": "Romans", "at": "2423"},
        {"name": "Axemen", "side": "Sabines", "at": "2224", "facing": "SE", "count": 2},
    ]});
    text.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    text
}

fn refused(text: Value) -> (String, String) {
    let wrong = read(&start("rome"), &text).unwrap_err();
    (wrong.path, wrong.why)
}

#[test]
fn two_units_face_to_face_take_a_few_lines() {
    let position = read(&start("rome"), &face_to_face(json!({}))).unwrap();
    assert_eq!((position.game_turn(), position.step), (1, Step::Moving));
    let on_map: Vec<String> = position.units[..position.battle.count()]
        .iter()
        .filter(|unit| unit.hex().is_some())
        .map(|unit| unit.kind.code().into())
        .collect();
    assert_eq!(on_map, ["SK", "AX", "AX"]);
    assert!(position.units[..position.battle.count()].iter().all(|unit| unit.spot != Spot::RESERVE));
    let mut orders = vec![];
    position.orders(&mut orders);
    let words: Vec<String> = orders.iter().map(|order| position.describe(order)).collect();
    assert_eq!(words, ["Move Skirmishers 1 in 2423", "End moving"]);
}

#[test]
fn only_what_was_there_is_lost() {
    let figures = |text: Value| -> Vec<String> {
        let position = read(&start("rome"), &text).unwrap();
        let scene = position.scene(Viewer::Public);
        let lost: Vec<&String> = scene.boxes.iter().map(|tray| &tray.name).collect();
        assert_eq!(lost.is_empty(), text["counters"].as_array().unwrap().len() == 2, "{lost:?}");
        scene.goal.standing.iter().map(engine::goal::Figure::words).collect()
    };
    let written = face_to_face(json!({}));
    assert_eq!(figures(written.clone()), ["D held by nobody", "Romans lost 0 of 1", "Sabines lost 0 of 2"]);
    let mut beaten = written;
    let counters = beaten["counters"].as_array_mut().unwrap();
    counters.push(json!({"name": "Axemen", "side": "Romans", "at": "lost", "count": 3}));
    assert_eq!(figures(beaten), ["D held by nobody", "Romans lost 3 of 4", "Sabines lost 0 of 2"]);
}

#[test]
fn what_is_left_out_is_usual() {
    let position = read(&start("rome"), &face_to_face(json!({}))).unwrap();
    let skirmishers =
        position.units.iter().find(|unit| unit.kind.code() == "SK" && unit.hex().is_some()).unwrap();
    assert_eq!(position.compass(skirmishers.facing), "SW", "towards the enemy");
    assert!(skirmishers.has(Unit::CONTROLLED), "without leaders' rules everybody is");
    let text = face_to_face(json!({"side": "Sabines", "turn": 3}));
    let later = read(&start("rome"), &text).unwrap();
    assert_eq!(later.player_turn, 6);
}

#[test]
fn a_fault_is_found_by_its_path() {
    let counter = |line: Value| face_to_face(json!({"counters": [line]}));
    let on = |marks: Value| {
        counter(json!({"name": "Skirmishers 1", "side": "Romans", "at": "2423", "marks": marks}))
    };
    let cases = [
        (
            counter(json!({"name": "Axemen 1", "at": "2423"})),
            "counters[0].name",
            "both sides have such a counter",
        ),
        (counter(json!({"name": "Elephants", "at": "2423"})), "counters[0].name", "nearest are"),
        (
            counter(json!({"name": "Skirmishers 1", "side": "Romans", "at": "2423", "facing": "E"})),
            "counters[0].facing",
            "expected N, NE, SE, S, SW, NW",
        ),
        (
            counter(json!({"name": "Skirmishers 1", "side": "Romans", "at": "home"})),
            "counters[0].at",
            "`reserve`",
        ),
        (
            counter(json!({"name": "Skirmishers 1", "side": "Romans", "aboard": "Skirmishers 2"})),
            "counters[0].aboard",
            "Skirmishers 2 is no chariot",
        ),
        (on(json!(["tired"])), "counters[0].marks[0]", "no mark `tired` (did you mean `fired`?"),
        (on(json!(["moved", {"fired": 3}])), "counters[0].marks[1]", "from 1 to the present one, 1"),
        (on(json!(["grades_lost"])), "counters[0].marks[0]", "so many grades"),
        (on(json!(["disrupted_by_fire", "disrupted_by_melee"])), "counters[0].marks[1]", "already"),
        (face_to_face(json!({"turn": 11})), "turn", "from 1 to 10; there is 11"),
        (face_to_face(json!({"control": {"0101": "Romans"}})), "control.0101", "no objective `0101`"),
        (face_to_face(json!({"cats": 2})), "cats", "from 0 to 1"),
        (face_to_face(json!({"dust": ["9999"]})), "dust[0]", "no place `9999`"),
        (face_to_face(json!({"phase": "deployment", "turn": 1})), "turn", "leave it out"),
        (face_to_face(json!({"phase": "fire", "counters": []})), "phase", "nobody has a choice in it"),
        (
            face_to_face(json!({"phase": "deployment", "side": "Sabines"})),
            "counters",
            "the Romans deployed first",
        ),
    ];
    for (text, path, why) in cases {
        let told = refused(text.clone());
        assert_eq!(told.0, path, "{text}: {}", told.1);
        assert!(told.1.contains(why), "{text}: {}", told.1);
    }
    let together = json!({"phase": "movement", "counters": [
        {"name": "Skirmishers 1", "side": "Romans", "at": "2423"},
        {"name": "Axemen 1", "side": "Sabines", "at": "2423"},
    ]});
    assert_eq!(refused(together), ("counters[1].at".into(), "the other side stands in 2423".into()));
}

#[test]
fn nobody_waits_aboard_a_chariot_that_is_not_deployed() {
    let text = json!({"phase": "deployment", "counters": [{"name": "Axemen 1", "side": "Sumerians", "aboard": "Chariot 1"}]});
    let sumer = start("fan-01-first-iran-iraq-war");
    let told = read(&sumer, &text).unwrap_err();
    assert!(told.why.contains("Axemen 1): it rides a chariot that is not deployed"), "{told}");
}

/// Whether nothing is half done: the positions that can be written.
fn at_peace(position: &Position) -> bool {
    let dice =
        matches!(position.step, Step::Eclipse | Step::Asses(_) | Step::Shoot | Step::Clash | Step::Window);
    position.mover.unit.some().is_none()
        && position.facing_due.some().is_none()
        && position.attacks.is_empty()
        && position.combat.stage == Stage::Idle
        && !dice
        && position.outcome.is_none()
}

#[test]
fn what_random_play_comes_to_is_written_and_read_again() {
    // A group whose predecessor was delayed is the one thing that cannot be said.
    let delayed = |position: &Position| matches!(position.step, Step::Arrive(group) if group > 0);
    write_and_read_again(&openings::<Files>(), 1_500, 7, 20, |position| {
        at_peace(position) && !delayed(position)
    });
}
