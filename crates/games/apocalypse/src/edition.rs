//! Apocalypse in the East as it stands on the shelf.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use engine::Objection;
use engine::datafile::{DataFault, SheetFault};
use engine::edition::{Edition, Options, ScenarioCard};
use engine::rulebook::Rulebook;
use engine::table::{OpenTable, Table};
use serde_json::Value;

use crate::files::{self, Library};
use crate::position::Position;
use crate::sheet::Sheet;

/// The version of the rules; a change that alters an old game's outcome needs a new one.
pub const RULESET: u32 = 1;

/// The game with its scenarios; `folder` overrides or adds data files.
pub fn edition(folder: Option<&Path>) -> Result<Apocalypse, DataFault> {
    let library = match folder {
        Some(folder) => Library::with_folder(folder)?,
        None => Library::embedded()?,
    };
    let mut sheets = HashMap::new();
    let mut cards = vec![];
    for name in library.names() {
        let sheet = match library.sheet(name) {
            Ok(sheet) => Arc::new(sheet),
            Err(SheetFault::File(fault)) => return Err(fault),
            // The name comes from the library itself.
            Err(SheetFault::UnknownScenario { .. } | SheetFault::WrongLength { .. }) => continue,
        };
        cards.push(card(&sheet));
        sheets.insert(format!("apocalypse/{name}"), sheet);
    }
    Ok(Apocalypse { cards, sheets })
}

/// Apocalypse in the East on the shelf.
pub struct Apocalypse {
    cards: Vec<ScenarioCard>,
    sheets: HashMap<String, Arc<Sheet>>,
}

fn card(sheet: &Sheet) -> ScenarioCard {
    ScenarioCard {
        game: "apocalypse".into(),
        scenario: format!("apocalypse/{}", sheet.name),
        title: sheet.title.clone(),
        year: sheet.first_year.into(),
        date: sheet.date.clone(),
        sides: sheet.sides.clone(),
        turns: sheet.turns().into(),
        category: sheet.category.clone(),
        options: vec![],
        notes: sheet.notes.clone(),
        rules: sheet.rules.clone(),
        house: sheet.house.clone(),
        fingerprint: sheet.fingerprint.clone(),
    }
}

impl Edition for Apocalypse {
    fn name(&self) -> &str {
        "apocalypse"
    }

    fn title(&self) -> &str {
        "Apocalypse in the East"
    }

    fn ruleset(&self) -> u32 {
        RULESET
    }

    fn scenarios(&self) -> &[ScenarioCard] {
        &self.cards
    }

    fn set_up(&self, scenario: &str, _options: &Options, _ruleset: u32) -> Result<Box<dyn Table>, Objection> {
        let unknown = || Objection::new("protocol", format!("there is no scenario `{scenario}`"));
        let sheet = self.sheets.get(scenario).ok_or_else(unknown)?;
        Ok(OpenTable::boxed(Position::new(sheet.clone())))
    }

    fn rulebook(&self) -> &Rulebook {
        crate::rulebook::rulebook()
    }

    fn validate(&self, path: &Path, text: &str) -> Option<Result<String, DataFault>> {
        files::looks_like_ours(path, text).then(|| files::validate(path, text))
    }

    fn schemas(&self) -> Vec<(String, Value)> {
        files::schemas().into_iter().map(|(name, schema)| (name.to_string(), schema.to_value())).collect()
    }
}
