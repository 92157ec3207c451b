//! From what is said to the text.

use serde_json::{Map, Value, json};

use super::{At, Hand, Marked, Piece, Primer, With};

/// The text of a position.
pub(super) fn text(primer: &Primer, hand: &Hand) -> Value {
    let mut text = Map::new();
    text.insert("phase".into(), json!(hand.phase));
    if let Some(side) = hand.side {
        text.insert("side".into(), json!(primer.sides[side.index()]));
    }
    if let Some(turn) = hand.turn {
        text.insert("turn".into(), json!(turn));
    }
    text.extend(hand.notes.clone());
    let counters: Vec<Value> = hand.counters.iter().map(|piece| line(primer, piece)).collect();
    text.insert("counters".into(), json!(counters));
    Value::Object(text)
}

fn line(primer: &Primer, piece: &Piece) -> Value {
    let mut line = Map::new();
    let counter = &primer.counters[piece.counter];
    line.insert("name".into(), json!(counter.name));
    let namesakes = primer.counters.iter().filter(|other| other.name == counter.name).count();
    if namesakes > 1 {
        line.insert("side".into(), json!(primer.sides[counter.side.index()]));
    }
    if let Some(at) = piece.at {
        line.insert("at".into(), json!(primer.place_name(at)));
    }
    if let Some(facing) = piece.facing {
        line.insert("facing".into(), json!(primer.grid.orientation().compass(facing)));
    }
    if let Some(carrier) = piece.aboard {
        line.insert("aboard".into(), json!(primer.counters[carrier].name));
    }
    if !piece.marks.is_empty() {
        let marks: Vec<Value> = piece.marks.iter().map(|mark| said(primer, mark)).collect();
        line.insert("marks".into(), json!(marks));
    }
    Value::Object(line)
}

fn said(primer: &Primer, mark: &Marked) -> Value {
    match mark.with {
        With::Nothing => json!(mark.name),
        With::Number(number) => json!({ mark.name: number }),
        With::Place(at) => json!({ mark.name: primer.place_name(at) }),
    }
}

impl Primer<'_> {
    /// A place as it is written.
    fn place_name(&self, at: At) -> String {
        match at {
            At::Hex(hex) => self.grid.number(hex).to_string(),
            At::Tray(tray) => tray.into(),
        }
    }
}
