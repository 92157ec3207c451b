//! Positions saved and taken back; what cannot be is refused with a reason.

use covers::covers;
use engine::dice::Generator;
use engine::{Objection, Rules, Shown, Silence, Turn};
use serde_json::{Value, json};

use crate::Position;
use crate::position::SavedState;
use crate::scenarios::{counter, mustered};
use crate::words::tests::stroll;

fn state(position: &Position) -> Value {
    serde_json::to_value(position.state()).unwrap()
}

/// As a table takes a state back: first its form, then its sense.
fn take(position: &Position, state: Value) -> Result<Position, Objection> {
    let saved: SavedState =
        serde_json::from_value(state).map_err(|e| Objection::new("protocol", format!("no state: {e}")))?;
    position.restore(saved)
}

#[test]
#[covers("protocol")]
fn every_position_of_a_game_comes_back_as_it_was() {
    let mut looks = 0;
    stroll(1, |position, orders| {
        looks += 1;
        // Questions inside an attack or a move are the intricate ones.
        let busy = position.fighting() || position.mover.unit.some().is_some();
        if looks % if busy { 5 } else { 40 } != 0 {
            return;
        }
        let back = take(position, state(position));
        let back = back.unwrap_or_else(|objection| panic!("{objection}; {}", position.prompt()));
        assert!(back == *position, "{}", position.prompt());
        let mut again = vec![];
        back.orders(&mut again);
        assert_eq!(again, orders);
    });
    assert!(looks > 5000, "{looks}");
}

/// Changes the saved Beroia after set-up, and answers why it is refused.
#[track_caller]
fn refused(change: impl FnOnce(&mut Value, &dyn Fn(&str) -> usize)) -> String {
    refused_in("beroia", change)
}

#[track_caller]
fn refused_in(battle: &str, change: impl FnOnce(&mut Value, &dyn Fn(&str) -> usize)) -> String {
    let position = mustered(battle);
    let mut changed = state(&position);
    change(&mut changed, &|label| counter(&position, label).index());
    match take(&position, changed) {
        Ok(taken) => panic!("an impossible state was taken: {}", taken.prompt()),
        Err(objection) => {
            assert_eq!(objection.rule, "protocol");
            objection.why
        }
    }
}

#[test]
#[covers("protocol", "6", "R29")]
fn counters_that_cannot_stand_where_they_are_said_to_are_refused() {
    let why = refused(|s, of| {
        s["units"][of("Skutatoi 3 #1")]["at"] = s["units"][of("Skutatoi 3 #2")]["at"].clone()
    });
    assert!(why.contains("too many counters in a hex"), "{why}");
    let why = refused(|s, of| s["units"][of("Franks")]["at"] = json!("0607"));
    assert!(why.contains("both sides share a hex"), "{why}");
    let why = refused(|s, of| s["units"][of("Tzelgu")]["at"] = json!("0606"));
    assert!(why.contains("a commander alone with baggage"), "{why}");
    let why = refused(|s, of| s["units"][of("Franks")]["at"] = json!("0215"));
    assert!(why.contains("no hex 0215"), "{why}");
    let why = refused(|s, of| s["units"][of("Franks")]["at"] = json!("elsewhere"));
    assert!(why.contains("`elsewhere` is no place"), "{why}");
    let why = refused(|s, of| s["units"][of("Franks")]["at"] = json!("reserve"));
    assert!(why.contains("never deployed"), "{why}");
    let why = refused(|s, of| s["units"][of("Wagons #1")]["at"] = json!("lost"));
    assert!(why.contains("lost instead of plundered"), "{why}");
    let why = refused(|s, _| {
        s["units"].as_array_mut().unwrap().pop();
    });
    assert!(why.contains("counters, expected"), "{why}");
    let why = refused_in("dorostolon-sortie", |s, of| s["units"][of("Arithmoi")]["at"] = json!("0105"));
    assert!(why.contains("where nobody may"), "{why}");
}

#[test]
#[covers("protocol", "2.1", "10.4")]
fn marks_on_counters_that_cannot_bear_them_are_refused() {
    let why = refused(|s, of| s["sets"]["reduced"] = json!([of("John II")]));
    assert!(why.contains("one step is reduced"), "{why}");
    let why = refused(|s, of| s["sets"]["plundered"] = json!([of("Franks")]));
    assert!(why.contains("something but baggage"), "{why}");
    let why = refused(|s, _| s["sets"]["moved"] = json!([63]));
    assert!(why.contains("does not exist"), "{why}");
    let why = refused(|s, _| s["sets"]["moved"] = json!([64]));
    assert!(why.contains("there is no counter 64"), "{why}");
    let why = refused(|s, of| s["sets"]["attacked"] = json!([of("Franks")]));
    assert!(why.contains("attacks outside the phase"), "{why}");
    let why = refused(|s, _| s["sets"]["honoured"] = json!([]));
    assert!(why.contains("honoured"), "{why}");
    let why = refused_in("dorostolon-sortie", |s, _| s["sets"]["reduced"] = json!([]));
    assert!(why.contains("a surprised unit at full strength"), "{why}");
}

#[test]
#[covers("protocol", "4", "5", "11")]
fn times_and_ends_that_cannot_be_are_refused() {
    let why = refused(|s, _| s["player_turn"] = json!(15));
    assert!(why.contains("too long"), "{why}");
    let why = refused(|s, _| s["player_turn"] = json!(0));
    assert!(why.contains("does not fit the step"), "{why}");
    let why = refused(|s, _| s["step"] = json!("over"));
    assert!(why.contains("an end without an outcome"), "{why}");
    let why = refused(|s, _| s["outcome"] = json!({"winner": 0, "grade": "major", "rule": "11"}));
    assert!(why.contains("an end without") || why.contains("no state"), "{why}");
    let why = refused(|s, _| {
        s["step"] = json!("over");
        s["outcome"] = json!({"winner": null, "grade": "glorious", "rule": "11"});
    });
    assert!(why.contains("no way to end"), "{why}");
    let why = refused(|s, _| s["sortie"] = json!(1));
    assert!(why.contains("a sortie in a battle without one"), "{why}");
    let why = refused(|s, _| s["extra"] = json!([1, 0]));
    assert!(why.contains("points from nowhere"), "{why}");
    let why = refused_in("dorostolon-third", |s, _| s["step"] = json!("fighting"));
    assert!(why.contains("would go on by itself"), "{why}");
    let why = refused(|s, _| s["step"] = json!({"rally": 200}));
    assert!(why.contains("not surprised"), "{why}");
}

#[test]
#[covers("protocol")]
fn a_hand_or_an_attack_out_of_nothing_is_refused() {
    let hand = |unit: Value| {
        json!({"unit": unit, "with": 255, "gait": "march", "points": 4, "spent": 0, "steps": 0, "by_road": false,
            "beside": false, "tried": false, "pending": 0, "other": 255, "lure": 0})
    };
    for id in [63, 64, 128, 200, 254] {
        let why = refused(|s, _| s["mover"] = hand(json!(id)));
        assert!(why.contains("does not exist"), "{id}: {why}");
    }
    let why = refused(|s, of| s["mover"] = hand(json!(of("Pecheneg nobles"))));
    assert!(why.contains("not its owner's"), "{why}");
    let why = refused(|s, of| s["mover"] = hand(json!(of("Wagons #1"))));
    assert!(why.contains("nowhere"), "{why}");
    let why = refused(|s, _| s["target"] = json!("0607"));
    assert!(why.contains("traces of an attack"), "{why}");
}

/// Every place in a state where a plain value stands.
fn leaves(value: &Value, path: &mut Vec<String>, out: &mut Vec<Vec<String>>) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                path.push(key.clone());
                leaves(inner, path, out);
                path.pop();
            }
        }
        Value::Array(list) => {
            out.push(path.clone());
            for (i, inner) in list.iter().enumerate() {
                path.push(i.to_string());
                leaves(inner, path, out);
                path.pop();
            }
        }
        _ => out.push(path.clone()),
    }
}

fn at_path<'a>(value: &'a mut Value, path: &[String]) -> &'a mut Value {
    path.iter().fold(value, |value, key| match value {
        Value::Array(list) => &mut list[key.parse::<usize>().unwrap()],
        other => &mut other[key.as_str()],
    })
}

/// Spoils one or two places of a state.
fn spoil(state: &mut Value, generator: &mut Generator) {
    for _ in 0..1 + generator.below(2) {
        let mut places = vec![];
        leaves(state, &mut vec![], &mut places);
        let mut pick = || places[generator.below(places.len() as u32) as usize].clone();
        let (from, to) = (pick(), pick());
        let other = at_path(state, &from).clone();
        let place = at_path(state, &to);
        *place = match (generator.below(5), place.clone()) {
            (0, _) => other,
            (1, Value::Array(mut list)) => {
                list.push(json!(generator.below(70)));
                Value::Array(list)
            }
            (2, _) => json!(generator.below(256)),
            (3, _) => json!(format!("{:02}{:02}", 1 + generator.below(12), 1 + generator.below(15))),
            (4, Value::Array(_)) => json!([]),
            (_, Value::Number(n)) => json!((n.as_u64().unwrap_or(0) + 1) % 256),
            (_, Value::Bool(b)) => json!(!b),
            _ => {
                json!(["lost", "reserve", "moving", "fighting", "roll", "tests"][generator.below(6) as usize])
            }
        };
    }
}

#[test]
#[covers("protocol")]
fn spoiled_states_are_refused_or_can_be_played_and_never_panic() {
    let mut generator = Generator::new(5, 5);
    let (mut taken, mut refused, mut looks) = (0, 0, 0);
    stroll(1, |position, _| {
        looks += 1;
        if looks % 12 != 0 {
            return;
        }
        let mut spoiled = state(position);
        spoil(&mut spoiled, &mut generator);
        match take(position, spoiled) {
            Err(objection) => {
                assert!(!objection.why.is_empty());
                refused += 1;
            }
            Ok(mut position) => {
                taken += 1;
                wander(&mut position, &mut generator);
            }
        }
    });
    assert!(taken > 40 && refused > 200, "{taken} taken, {refused} refused");
}

/// Plays some random orders, looking at everything on the way.
fn wander(position: &mut Position, generator: &mut Generator) {
    let mut orders = vec![];
    for _ in 0..30 {
        match position.turn() {
            Turn::Over(_) => return,
            Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
            Turn::Order(_) => {
                orders.clear();
                position.orders(&mut orders);
                assert!(!orders.is_empty(), "{}", position.prompt());
                let order = orders[generator.below(orders.len() as u32) as usize];
                position.describe(&order);
                position.sums(&order);
                position.play(&order, &mut Silence);
            }
        }
        position.scene(engine::Viewer::Referee);
    }
}
