//! The referee from outside, and its documentation held to what it does.

use crate::common::strategikon;
use serde_json::{Value, json};

fn ask(requests: &str) -> Vec<Value> {
    let output = strategikon(&["referee"], requests.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Whether an answer is as documented. In a documented answer `"…"` stands for anything, at the end of a list
/// for any further items, as a field's name for any further fields, and once within a text for any more of it.
fn fits(documented: &Value, answer: &Value) -> bool {
    match (documented, answer) {
        (Value::String(dots), _) if dots == "…" => true,
        (Value::String(shown), Value::String(all)) => match shown.split_once('…') {
            Some((begin, end)) => {
                all.len() >= begin.len() + end.len() && all.starts_with(begin) && all.ends_with(end)
            }
            None => shown == all,
        },
        (Value::Array(shown), Value::Array(all)) => {
            let open = shown.last() == Some(&json!("…"));
            let shown = if open { &shown[..shown.len() - 1] } else { &shown[..] };
            let long_enough = if open { all.len() >= shown.len() } else { all.len() == shown.len() };
            long_enough && shown.iter().zip(all).all(|(d, a)| fits(d, a))
        }
        (Value::Object(shown), Value::Object(all)) => {
            let open = shown.contains_key("…");
            let all_told = open || all.keys().all(|name| shown.contains_key(name));
            let told = |(name, value): (&String, &Value)| {
                name == "…" || all.get(name).is_some_and(|a| fits(value, a))
            };
            all_told && shown.iter().all(told)
        }
        _ => documented == answer,
    }
}

/// A file of the documentation.
fn page(name: &str) -> String {
    let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The position by hand that a page shows.
fn position_of(page: &str) -> Value {
    let shown = page.split("```json\n").nth(1).and_then(|rest| rest.split("```").next());
    shown.map_or(Value::Null, |text| serde_json::from_str(text).unwrap_or_else(|e| panic!("{text}: {e}")))
}

/// A documented request, with `"…"` filled in from the last answer that has the field, or from a position that
/// goes with the page.
fn filled_in(request: &str, answers: &[Value], page: &str) -> Value {
    let first = json!({
        "state": serde_json::from_str::<Value>(&self::page("referee-position.json")).unwrap(),
        "by_hand": position_of(page),
    });
    let mut request: Value = serde_json::from_str(request).unwrap_or_else(|e| panic!("{request}: {e}"));
    for (name, value) in request.as_object_mut().expect("requests are objects") {
        if value == "…" {
            let shown = [&first].into_iter().filter(|_| name == "by_hand");
            let source =
                shown.chain(answers.iter().rev()).chain([&first]).find_map(|answer| answer.get(name));
            *value = source.unwrap_or_else(|| panic!("no answer has `{name}`")).clone();
        }
    }
    request
}

/// Plays the conversation of a page again and compares every answer; how many there are.
fn follow(name: &str) -> usize {
    let page = page(name);
    let lines = |mark: &str| -> Vec<String> {
        page.lines().filter_map(|line| line.strip_prefix(mark)).map(str::to_string).collect()
    };
    let (requests, documented) = (lines("→ "), lines("← "));
    assert_eq!(requests.len(), documented.len(), "{name}");
    let mut asked = String::new();
    let mut answers: Vec<Value> = vec![];
    for (request, documented) in requests.iter().zip(documented) {
        asked += &format!("{}\n", filled_in(request, &answers, &page));
        // Asked from the start each time: the same requests have the same answers.
        answers = ask(&asked);
        let answer = answers.last().unwrap();
        let pattern: Value =
            serde_json::from_str(&documented).unwrap_or_else(|e| panic!("{documented}: {e}"));
        assert!(
            fits(&pattern, answer),
            "{name}: {request}\n  documented {documented}\n  answered   {answer}"
        );
    }
    requests.len()
}

#[test]
fn the_worked_example_of_the_documentation_is_what_happens() {
    assert!(follow("referee.md") > 15);
}

#[test]
fn the_positions_by_hand_of_the_guides_can_be_loaded_and_asked() {
    for game in ["armageddon", "basileus", "jihad", "apocalypse", "dba"] {
        assert_eq!(follow(&format!("games/{game}.md")), 2, "{game}");
    }
}

#[test]
fn documented_answers_are_compared_strictly() {
    let same = |documented: Value, answer: Value| fits(&documented, &answer);
    assert!(same(json!({"a": [1, "…"], "…": "…"}), json!({"a": [1, 2, 3], "b": 4})));
    assert!(!same(json!({"a": [1]}), json!({"a": [1, 2]})));
    assert!(!same(json!({"a": 1}), json!({"a": 1, "b": 2})));
    assert!(!same(json!({"a": 1, "b": 2}), json!({"a": 1})));
    assert!(!same(json!({"…": "…", "a": 1}), json!({"a": 2})));
    assert!(
        same(json!("from … to 7"), json!("from 1 to 7")) && !same(json!("from … to 7"), json!("from 1 to 8"))
    );
}

#[test]
fn every_request_is_documented() {
    let page = page("referee.md");
    let hello = &ask("{\"do\":\"hello\"}\n")[0];
    for request in hello["requests"].as_array().unwrap() {
        let request = request.as_str().unwrap();
        assert!(page.contains(&format!("`{request}`")), "`{request}` is not documented");
        assert!(page.contains(&format!("→ {{\"do\":\"{request}\"")), "`{request}` is not in the example");
    }
}

#[test]
fn a_whole_game_is_played_over_the_wire() {
    let mut requests = String::from("{\"do\":\"new\",\"scenario\":\"armageddon/rome\",\"seed\":11}\n");
    requests.push_str(&"{\"do\":\"auto\"}\n".repeat(20_000));
    requests.push_str("{\"do\":\"orders\"}\n{\"do\":\"scene\",\"viewer\":\"Sabines\"}\n");
    let answers = ask(&requests);
    assert_eq!(answers.len(), 20_003);
    let last = &answers[20_001];
    assert!(last["turn"]["over"]["rule"].is_string(), "{last}");
    assert_eq!(answers[20_002]["scene"]["sides"][1]["name"], "Sabines");
}
