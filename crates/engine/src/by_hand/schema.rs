//! The JSON schema of positions written by hand, for editors.

use serde_json::{Map, Value, json};

use super::{Primer, Takes, Word};
use crate::hex::Direction;

/// The schema of a game's positions; counters and hexes differ from scenario to scenario and are left open.
pub fn schema(primer: &Primer) -> Value {
    let mut fields = Map::new();
    fields.insert("scenario".into(), described("string", "The scenario in full, such as `armageddon/rome`."));
    fields.insert("options".into(), described("object", "Options of the scenario, by name."));
    fields.insert("phase".into(), one_of(&primer.phases, "The phase the position stands in."));
    fields.insert("side".into(), described("string", "Whose phase it is, by the side's name."));
    fields.insert("turn".into(), described("integer", "The turn."));
    for note in &primer.notes {
        fields.insert(note.name.into(), json!({ "description": note.about }));
    }
    let list = json!({
        "type": "array",
        "description": "The counters that are in play; the others are where they usually are.",
        "items": counter(primer),
    });
    fields.insert("counters".into(), list);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A position written by hand",
        "type": "object",
        "required": ["scenario", "phase"],
        "additionalProperties": false,
        "properties": fields,
    })
}

fn counter(primer: &Primer) -> Value {
    let mut fields = Map::new();
    let name = "Its name as the table shows it, or a kind of counter for the next of them not named.";
    fields.insert("name".into(), described("string", name));
    fields.insert("side".into(), described("string", "Whose it is, where both sides have such a counter."));
    fields.insert("count".into(), described("integer", "How many of a kind."));
    let trays: Vec<String> = primer.trays.iter().map(|t| format!("`{}`: {}", t.name, t.about)).collect();
    let at = format!("Where it is: a hex by its printed number, or beside the map. {}", trays.join(" "));
    fields.insert("at".into(), described("string", &at));
    if primer.facings {
        let compass = Direction::ALL.map(|direction| primer.grid.orientation().compass(direction));
        fields.insert("facing".into(), json!({ "description": "Where it faces.", "enum": compass }));
    }
    if primer.carriers {
        fields.insert("aboard".into(), described("string", "The counter that carries it, by name."));
    }
    let marks = json!({ "type": "array", "description": "Its marks.", "items": { "oneOf": marks(primer) } });
    fields.insert("marks".into(), marks);
    json!({ "type": "object", "required": ["name"], "additionalProperties": false, "properties": fields })
}

fn marks(primer: &Primer) -> Vec<Value> {
    let forms = |mark: &super::Mark| {
        let Word { name, about } = mark.word;
        let alone = json!({ "const": name, "description": about });
        let with = |kind: &str| {
            let said = described(kind, about);
            json!({ "type": "object", "required": [name], "additionalProperties": false, "properties": { name: said } })
        };
        match mark.takes {
            Takes::Nothing => vec![alone],
            Takes::Number => vec![alone, with("integer")],
            Takes::Place => vec![with("string")],
        }
    };
    primer.marks.iter().flat_map(forms).collect()
}

fn described(kind: &str, about: &str) -> Value {
    json!({ "type": kind, "description": about })
}

fn one_of(words: &[Word], about: &str) -> Value {
    let words: Vec<Value> =
        words.iter().map(|word| json!({ "const": word.name, "description": word.about })).collect();
    json!({ "description": about, "oneOf": words })
}
