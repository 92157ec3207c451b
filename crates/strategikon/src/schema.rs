//! `strategikon schema`: the JSON schemas of the data files and of positions written by hand, for editors.

use std::io::Write;

use clap::Args;
use engine::edition::{Edition, Options};
use serde_json::{Map, Value};
use shelf::{Shelf, UnknownName};

use crate::common::{Failure, json};

/// What `schema` is asked.
#[derive(Args)]
pub struct Schema {
    /// The game: `armageddon`
    game: String,
    /// One kind of file: `scenario`, `map` …, or `position` for positions written by hand; all if left out
    kind: Option<String>,
}

impl Schema {
    /// Prints the schemas.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        let edition = shelf.edition(&self.game)?;
        let mut schemas = edition.schemas();
        schemas.extend(position_schema(edition)?.map(|schema| ("position".to_string(), schema)));
        let Some(kind) = &self.kind else {
            let all: Map<String, Value> = schemas.into_iter().collect();
            return json(out, &all);
        };
        match schemas.iter().find(|(name, _)| name == kind) {
            Some((_, schema)) => json(out, schema),
            None => {
                let nearest = shelf::nearest(kind, schemas.iter().map(|(name, _)| name.as_str()));
                Err(UnknownName { kind: "kind of data file", name: kind.clone(), nearest }.into())
            }
        }
    }
}

/// Positions are written in the same words in every scenario; counters and hexes are left open.
fn position_schema(edition: &dyn Edition) -> Result<Option<Value>, Failure> {
    let Some(card) = edition.scenarios().first() else { return Ok(None) };
    Ok(edition.open(&card.scenario, &Options::new())?.table.hand_schema())
}
