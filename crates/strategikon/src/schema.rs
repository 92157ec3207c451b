//! `strategikon schema`: the JSON schemas of the data files, for editors.

use std::io::Write;

use clap::Args;
use serde_json::{Map, Value};
use shelf::{Shelf, UnknownName};

use crate::common::{Failure, json};

/// What `schema` is asked.
#[derive(Args)]
pub struct Schema {
    /// The game: `armageddon`
    game: String,
    /// One kind of file: `scenario`, `map` …; all of them if left out
    kind: Option<String>,
}

impl Schema {
    /// Prints the schemas.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        let schemas = shelf.edition(&self.game)?.schemas();
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
