//! The referee from outside, and its documentation held to what it does.

mod common;

use common::strategikon;
use serde_json::{Value, json};

fn ask(requests: &str) -> Vec<Value> {
    let output = strategikon(&["referee"], requests.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Whether an answer is as documented. In a documented answer `"…"` stands for anything, at the end of a list
/// for any further items, and as a field's name for any further fields.
fn fits(documented: &Value, answer: &Value) -> bool {
    match (documented, answer) {
        (Value::String(dots), _) if dots == "…" => true,
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

#[test]
fn the_worked_example_of_the_documentation_is_what_happens() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/referee.md");
    let page = std::fs::read_to_string(page).unwrap();
    let lines = |mark: &str| -> Vec<String> {
        page.lines().filter_map(|line| line.strip_prefix(mark)).map(str::to_string).collect()
    };
    let (requests, documented) = (lines("→ "), lines("← "));
    assert!(requests.len() > 15 && requests.len() == documented.len(), "{} requests", requests.len());
    let answers = ask(&(requests.join("\n") + "\n"));
    assert_eq!(answers.len(), requests.len());
    for ((request, documented), answer) in requests.iter().zip(documented).zip(answers) {
        let pattern: Value =
            serde_json::from_str(&documented).unwrap_or_else(|e| panic!("{documented}: {e}"));
        assert!(fits(&pattern, &answer), "{request}\n  documented {documented}\n  answered   {answer}");
    }
}

#[test]
fn documented_answers_are_compared_strictly() {
    let fits = |documented: Value, answer: Value| crate::fits(&documented, &answer);
    assert!(fits(json!({"a": [1, "…"], "…": "…"}), json!({"a": [1, 2, 3], "b": 4})));
    assert!(!fits(json!({"a": [1]}), json!({"a": [1, 2]})));
    assert!(!fits(json!({"a": 1}), json!({"a": 1, "b": 2})));
    assert!(!fits(json!({"a": 1, "b": 2}), json!({"a": 1})));
    assert!(!fits(json!({"…": "…", "a": 1}), json!({"a": 2})));
}

#[test]
fn every_request_is_documented() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/referee.md");
    let page = std::fs::read_to_string(page).unwrap();
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
