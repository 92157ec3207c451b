use super::*;
use crate::common::tests::example_shelf;

/// The answers to requests, one a line.
fn answers(requests: &[u8]) -> Vec<Value> {
    let mut out = vec![];
    run(example_shelf(), requests, &mut out).unwrap();
    String::from_utf8(out).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn ask(requests: &[Value]) -> Vec<Value> {
    let text: String = requests.iter().map(|request| format!("{request}\n")).collect();
    answers(text.as_bytes())
}

fn new() -> Value {
    json!({"do": "new", "scenario": "skirmish/field", "seed": 7})
}

#[test]
fn nothing_but_questions_of_the_shelf_is_answered_before_a_game_is_open() {
    for what in
        ["state", "orders", "check", "play", "roll", "auto", "undo", "redo", "odds", "scene", "record"]
    {
        let answer = &ask(&[json!({"do": what})])[0];
        assert_eq!((&answer["ok"], &answer["why"]), (&json!(false), &json!("no game is open")), "{what}");
    }
    let hello = &ask(&[json!({"do": "hello"})])[0];
    assert_eq!((&hello["ok"], &hello["protocol"]), (&json!(true), &json!(PROTOCOL)));
}

#[test]
fn bad_input_is_answered_and_the_game_stands() {
    let mut requests = format!("{}\n", new()).into_bytes();
    let bad: [&[u8]; 16] = [
        b"hello",
        b"{",
        b"[]",
        b"7",
        b"null",
        b"\xff\xfe\x00",
        b"{}",
        b"{\"do\":7}",
        b"{\"do\":\"dance\"}",
        b"{\"do\":\"play\"}",
        b"{\"do\":\"play\",\"order\":[1,2,3]}",
        b"{\"do\":\"roll\",\"dice\":[4]}",
        b"{\"do\":\"roll\",\"dice\":\"four\"}",
        b"{\"do\":\"load\",\"state\":{\"scenario\":\"skirmish/field\",\"position\":{\"counters\":[]}}}",
        b"{\"do\":\"new\",\"scenario\":\"skirmish/field\",\"seed\":-1.5}",
        b"{\"do\":\"scene\",\"viewer\":\"Rads\"}",
    ];
    for line in bad {
        requests.extend(line);
        requests.push(b'\n');
    }
    requests.extend("[".repeat(100_000).bytes());
    requests.push(b'\n');
    requests.extend("x".repeat(LONGEST_LINE + 10).bytes());
    requests.extend(b"\n\n   \n{\"do\":\"orders\"}");
    let answers = answers(&requests);
    assert_eq!(answers.len(), 1 + bad.len() + 2 + 1);
    for (answer, line) in answers[1..answers.len() - 1].iter().zip(bad) {
        assert_eq!(answer["ok"], false, "{}", String::from_utf8_lossy(line));
        assert!(answer["why"].is_string() && answer["rule"].is_string(), "{answer}");
    }
    assert_eq!(answers.last().unwrap()["turn"], json!({"side": "Reds"}));
}

#[test]
fn a_listed_order_is_checked_played_and_taken_back() {
    let order = ask(&[new(), json!({"do": "orders", "words": true})])[1]["orders"][0].clone();
    let all = ask(&[
        new(),
        json!({"do": "check", "order": order}),
        json!({"do": "state"}),
        json!({"do": "play", "order": order}),
        json!({"do": "undo"}),
        json!({"do": "state"}),
        json!({"do": "redo"}),
        json!({"do": "undo", "to": 9}),
    ]);
    assert!(all[..7].iter().all(|answer| answer["ok"] == true), "{all:?}");
    assert_eq!(all[3]["events"][0]["kind"], "moved");
    assert_eq!(all[2], all[5]);
    assert_eq!(all[6]["entries"], 1);
    assert_eq!(all[7]["ok"], false);
}

#[test]
fn a_refused_order_has_a_rule_and_a_reason() {
    let far = json!({"order": "step", "counter": 0, "to": "0101"});
    for what in ["check", "play", "odds", "describe"] {
        let answer = &ask(&[new(), json!({"do": what, "order": far, "id": 12})])[1];
        let expected =
            json!({"ok": false, "rule": "skirmish.step", "why": "0101 is not one step away", "id": 12});
        assert_eq!(answer, &expected, "{what}");
    }
}

#[test]
fn a_game_played_by_auto_ends_and_its_record_is_in_order() {
    let mut requests = vec![new()];
    requests.extend(vec![json!({"do": "auto"}); 200]);
    requests.push(json!({"do": "orders"}));
    requests.push(json!({"do": "record"}));
    let all = ask(&requests);
    let over = &all[201]["turn"]["over"];
    assert!(over["grade"].is_string() && over["rule"].is_string() && over["why"].is_string(), "{over}");
    assert_eq!(all[201]["orders"], json!([]));
    let record = all[202]["record"].as_str().unwrap();
    let report = example_shelf().verify(&engine::record::Record::read(record).unwrap()).unwrap();
    assert!(report.finished && report.rolls == report.rolls_verified);
    assert_eq!(all, ask(&requests), "the same seed gives the same game");
    let loaded = ask(&[json!({"do": "load", "record": record}), json!({"do": "record"})]);
    assert_eq!(loaded[1]["hash"], all[202]["hash"]);
}

#[test]
fn auto_lets_a_commander_of_any_level_play() {
    for level in ["recruit", "soldier", "veteran", "strategos"] {
        let mut requests = vec![new()];
        requests.extend(vec![json!({"do": "auto", "player": level, "nodes": 20}); 200]);
        requests.push(json!({"do": "orders"}));
        let all = ask(&requests);
        let first = &all[1];
        assert!(first["orders"].is_array() && first["words"].is_array() && first["chance"].is_number());
        assert!(all[201]["turn"]["over"].is_object(), "{level}");
    }
    let wrong = [json!({"player": "caesar"}), json!({"player": 7}), json!({"player": "recruit", "nodes": 0})];
    for fields in wrong {
        let mut request = fields.as_object().unwrap().clone();
        request.insert("do".into(), json!("auto"));
        let answer = &ask(&[new(), Value::Object(request)])[1];
        assert_eq!(answer["ok"], json!(false), "{fields}");
    }
}

#[test]
fn a_state_loaded_again_is_the_same_position() {
    let mut requests = vec![new()];
    requests.extend(vec![json!({"do": "auto"}); 5]);
    requests.push(json!({"do": "state"}));
    requests.push(json!({"do": "orders"}));
    let all = ask(&requests);
    let load = json!({"do": "load", "state": all[6]["state"], "seed": 1});
    let again = ask(&[
        load,
        json!({"do": "state"}),
        json!({"do": "orders"}),
        json!({"do": "auto"}),
        json!({"do": "record"}),
    ]);
    assert_eq!((&again[1], &again[2]), (&all[6], &all[7]));
    let record = engine::record::Record::read(again[4]["record"].as_str().unwrap()).unwrap();
    assert!(example_shelf().verify(&record).is_ok(), "a record may start in the middle");
}

#[test]
fn a_position_by_hand_is_loaded_asked_and_written_again() {
    let duel = json!({"scenario": "skirmish/field", "phase": "turn", "options": {"turns": 10}, "side": "Blues",
        "counters": [{"name": "Red 1", "at": "0303"}, {"name": "Blue 2", "at": "0302"}]});
    let all = ask(&[
        json!({"do": "load", "by_hand": duel, "seed": 1}),
        json!({"do": "orders", "words": true}),
        json!({"do": "state", "by_hand": true}),
        json!({"do": "play", "order": {"order": "attack", "counter": 3, "target": 0}}),
        json!({"do": "state", "by_hand": true}),
        json!({"do": "record"}),
    ]);
    assert_eq!((&all[0]["ok"], &all[0]["turn"]), (&json!(true), &json!({"side": "Blues"})), "{}", all[0]);
    assert!(all[1]["words"].as_array().unwrap().contains(&json!("Blue 2 attacks Red 1")), "{}", all[1]);
    let again =
        ask(&[json!({"do": "load", "by_hand": all[2]["by_hand"], "seed": 1}), json!({"do": "state"})]);
    assert_eq!(again[1]["hash"], all[2]["hash"]);
    assert_eq!(all[4]["by_hand"], Value::Null, "an attack waits for its die");
    let record = engine::record::Record::read(all[5]["record"].as_str().unwrap()).unwrap();
    assert!(example_shelf().verify(&record).is_ok(), "a record may start from a position by hand");
}

#[test]
fn a_wrong_position_by_hand_leaves_the_game_as_it_is() {
    let wrong = [
        (json!(7), "`by_hand` is an object"),
        (json!({"phase": "turn"}), "expected a text `scenario`"),
        (json!({"scenario": "skirmish/feild", "phase": "turn"}), "did you mean `skirmish/field`?"),
        (json!({"scenario": "skirmish/field"}), "it needs a `phase`"),
        (
            json!({"scenario": "skirmish/field", "phase": "turn", "counters": [{"name": "Red 1", "at": "9"}]}),
            "counters[0].at: there is no place `9`",
        ),
    ];
    for (hand, why) in wrong {
        let all = ask(&[
            new(),
            json!({"do": "state"}),
            json!({"do": "load", "by_hand": hand}),
            json!({"do": "state"}),
        ]);
        assert_eq!((&all[2]["ok"], &all[2]["rule"]), (&json!(false), &json!("protocol")), "{hand}");
        assert!(all[2]["why"].as_str().unwrap().contains(why), "{}", all[2]);
        assert_eq!(all[1], all[3], "{hand}");
    }
}

#[test]
fn scenes_are_for_a_viewer() {
    let scenes =
        ask(&[new(), json!({"do": "scene", "viewer": "Reds"}), json!({"do": "scene", "viewer": "Blues"})]);
    assert!(!scenes[1]["scene"]["hints"].as_array().unwrap().is_empty());
    assert!(scenes[2]["scene"]["hints"].as_array().unwrap().is_empty());
}

#[test]
fn rules_are_told_by_number() {
    let all = ask(&[
        new(),
        json!({"do": "rule", "rule": "skirmish.step"}),
        json!({"do": "rule", "rule": "skirmish.stp"}),
    ]);
    assert_eq!(all[1]["rule"]["title"], "Step");
    assert!(all[2]["why"].as_str().unwrap().contains("did you mean `skirmish.step`"));
}

#[test]
fn odds_of_the_dice_that_are_due_need_no_order() {
    let steps = [("0", "0204"), ("0", "0203"), ("2", "0202"), ("3", "0402")];
    let mut requests = vec![new()];
    for (counter, to) in steps {
        let counter: u8 = counter.parse().unwrap();
        requests.push(json!({"do": "play", "order": {"order": "step", "counter": counter, "to": to}}));
    }
    let attack = json!({"order": "attack", "counter": 0, "target": 2});
    requests.push(json!({"do": "odds", "order": attack}));
    requests.push(json!({"do": "play", "order": attack}));
    requests.push(json!({"do": "odds"}));
    requests.push(json!({"do": "roll", "dice": [7]}));
    requests.push(json!({"do": "roll", "nonce": "mine"}));
    requests.push(json!({"do": "undo"}));
    requests.push(json!({"do": "undo", "consent": true}));
    let all = ask(&requests);
    assert_eq!(all[5]["chances"], all[7]["chances"]);
    assert_eq!(all[6]["turn"], json!({"dice": {"count": 1, "sides": 6}}));
    assert_eq!((&all[8]["ok"], &all[8]["rule"]), (&json!(false), &json!("dice")));
    assert_eq!(all[9]["ok"], true);
    assert_eq!(all[10]["ok"], false, "dice have fallen");
    assert_eq!(all[11]["turn"], all[6]["turn"]);
}

/// A game whose rulebook cannot be opened.
struct Trap;

impl engine::edition::Edition for Trap {
    fn name(&self) -> &str {
        "trap"
    }
    fn title(&self) -> &str {
        "Trap"
    }
    fn ruleset(&self) -> u32 {
        1
    }
    fn scenarios(&self) -> &[engine::edition::ScenarioCard] {
        &[]
    }
    fn set_up(
        &self,
        _: &str,
        _: &engine::edition::Options,
        _: u32,
    ) -> Result<Box<dyn engine::table::Table>, Objection> {
        Err(Objection::new("protocol", "there is nothing to set up"))
    }
    fn rulebook(&self) -> &engine::rulebook::Rulebook {
        panic!("the trap has no rules")
    }
}

#[test]
fn a_program_error_is_answered_and_the_referee_lives() {
    let mut desk = Desk::new(Shelf::of([Box::new(Trap) as Box<dyn engine::edition::Edition>]));
    let rule = answer(&mut desk, br#"{"do":"rule","game":"trap","rule":"x","id":3}"#);
    assert_eq!((&rule["ok"], &rule["rule"], &rule["id"]), (&json!(false), &json!("protocol"), &json!(3)));
    assert_eq!(answer(&mut desk, br#"{"do":"hello"}"#)["ok"], true);
}
