//! Armageddon as it stands on the shelf.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use engine::Objection;
use engine::datafile::DataFault;
use engine::edition::{Edition, OptionCard, Options, ScenarioCard};
use engine::rulebook::Rulebook;
use engine::table::{OpenTable, Table};
use serde_json::Value;

use crate::battle::Battle;
use crate::files::{self, Library};
use crate::position::Position;
use crate::sheet::Sheet;

/// The version of the rules that new games follow ([`Battle::under`] says how the older ones differ).
pub const RULESET: u32 = 2;

/// The game with its scenarios; `folder` overrides or adds data files.
pub fn edition(folder: Option<&Path>) -> Result<Armageddon, DataFault> {
    let library = match folder {
        Some(folder) => Library::with_folder(folder)?,
        None => Library::embedded()?,
    };
    let mut battles = HashMap::new();
    let mut cards = vec![];
    for name in library.names() {
        let battle = Arc::new(Battle::new(library.print(name, None)?));
        cards.push(card(&battle.sheet));
        battles.insert((name.clone(), battle.sheet.turns, RULESET), battle);
    }
    Ok(Armageddon { library, cards, battles: Mutex::new(battles) })
}

/// Armageddon on the shelf.
pub struct Armageddon {
    library: Library,
    cards: Vec<ScenarioCard>,
    /// Scenarios prepared for play, by name, length and version of the rules.
    battles: Mutex<HashMap<(String, u8, u32), Arc<Battle>>>,
}

fn card(sheet: &Sheet) -> ScenarioCard {
    let mut options = vec![];
    if !sheet.turn_choices.is_empty() {
        options.push(OptionCard {
            name: "turns".into(),
            about: "Game length in Game-Turns".into(),
            values: sheet.turn_choices.iter().map(|&turns| Value::from(turns)).collect(),
            default: Value::from(sheet.turns),
        });
    }
    ScenarioCard {
        game: "armageddon".into(),
        scenario: format!("armageddon/{}", sheet.name),
        title: sheet.title.clone(),
        year: sheet.year,
        date: sheet.date.clone(),
        sides: sheet.sides.clone(),
        turns: sheet.turns as u32,
        category: sheet.category.clone(),
        options,
        notes: sheet.notes.clone(),
        rules: sheet.rules.clone(),
        house: sheet.house.clone(),
        fingerprint: sheet.fingerprint.clone(),
    }
}

impl Armageddon {
    fn battle(&self, name: &str, turns: Option<u8>, ruleset: u32) -> Result<Arc<Battle>, Objection> {
        let refuse = |why: String| Objection::new("protocol", why);
        let card = self.card(&format!("armageddon/{name}"));
        let card = card.ok_or_else(|| refuse(format!("Armageddon has no scenario `{name}`")))?;
        let turns = turns.unwrap_or(card.turns as u8);
        let mut battles = self.battles.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(battle) = battles.get(&(name.to_string(), turns, ruleset)) {
            return Ok(battle.clone());
        }
        let sheet = self.library.sheet(name, Some(turns)).map_err(|fault| refuse(fault.to_string()))?;
        let battle = Arc::new(Battle::new(sheet).under(ruleset));
        battles.insert((name.to_string(), turns, ruleset), battle.clone());
        Ok(battle)
    }
}

impl Edition for Armageddon {
    fn name(&self) -> &str {
        "armageddon"
    }

    fn title(&self) -> &str {
        "Armageddon"
    }

    fn ruleset(&self) -> u32 {
        RULESET
    }

    fn scenarios(&self) -> &[ScenarioCard] {
        &self.cards
    }

    fn set_up(&self, scenario: &str, options: &Options, ruleset: u32) -> Result<Box<dyn Table>, Objection> {
        let name = scenario.strip_prefix("armageddon/").unwrap_or(scenario);
        let turns = options.get("turns").and_then(Value::as_u64).map(|turns| turns as u8);
        Ok(OpenTable::boxed(Position::new(self.battle(name, turns, ruleset)?)))
    }

    fn rulebook(&self) -> &Rulebook {
        crate::rulebook::rulebook()
    }

    fn validate(&self, path: &Path, text: &str) -> Option<Result<String, DataFault>> {
        if !files::looks_like_ours(path, text) {
            return None;
        }
        Some(files::validate(path, text))
    }

    fn schemas(&self) -> Vec<(String, Value)> {
        files::schemas().into_iter().map(|(name, schema)| (name.to_string(), schema.to_value())).collect()
    }
}
