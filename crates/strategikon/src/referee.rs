//! `strategikon referee`: JSON lines on standard input and output, one answer a request.
//!
//! Documented in `docs/referee.md`, whose example a test plays again.

mod desk;
mod lines;

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::Objection;
use serde_json::{Map, Value, json};
use shelf::Shelf;

use crate::common::Failure;
use desk::Desk;
use lines::{LONGEST_LINE, Line, next_line};

/// The version of the protocol.
pub const PROTOCOL: u32 = 1;

/// Answers requests until there are no more.
pub fn run(shelf: Shelf, mut requests: impl BufRead, answers: &mut impl Write) -> Result<(), Failure> {
    let mut desk = Desk::new(shelf);
    let mut line = vec![];
    loop {
        let answer = match next_line(&mut requests, &mut line)? {
            Line::End => return Ok(()),
            Line::TooLong => {
                let why = format!("the request is longer than {LONGEST_LINE} bytes");
                refusal(Objection::new("protocol", why))
            }
            Line::Whole if line.trim_ascii().is_empty() => continue,
            Line::Whole => answer(&mut desk, &line),
        };
        writeln!(answers, "{}", Value::Object(answer))?;
        answers.flush()?;
    }
}

fn answer(desk: &mut Desk, line: &[u8]) -> Map<String, Value> {
    let request: Map<String, Value> = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(fault) => {
            let example = r#"{"do":"new","scenario":"armageddon/rome"}"#;
            let why = format!("the request is not a JSON object such as {example}: {fault}");
            return refusal(Objection::new("protocol", why));
        }
    };
    // The last line of defence: a session changes only when an order has gone through, so the game stands.
    let done = catch_unwind(AssertUnwindSafe(|| desk.answer(&request)));
    let mut answer = match done {
        Ok(Ok(Value::Object(fields))) => {
            let mut answer = Map::from_iter([("ok".to_string(), json!(true))]);
            answer.extend(fields);
            answer
        }
        Ok(Ok(_)) => Map::from_iter([("ok".to_string(), json!(true))]),
        Ok(Err(objection)) => refusal(objection),
        Err(_) => {
            let why = "the program failed at this request; the game stands as it was before";
            refusal(Objection::new("protocol", why))
        }
    };
    if let Some(id) = request.get("id") {
        answer.insert("id".into(), id.clone());
    }
    answer
}

fn refusal(objection: Objection) -> Map<String, Value> {
    Map::from_iter([
        ("ok".to_string(), json!(false)),
        ("rule".to_string(), json!(objection.rule)),
        ("why".to_string(), json!(objection.why)),
    ])
}

#[cfg(test)]
mod tests;
