//! Basileus as it stands on the shelf.

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
use crate::sheet::{Choices, Sheet};

/// The version of the rules; a change that alters an old game's outcome needs a new one.
pub const RULESET: u32 = 1;

/// The game with its battles; `folder` overrides or adds data files.
pub fn edition(folder: Option<&Path>) -> Result<Basileus, DataFault> {
    let library = match folder {
        Some(folder) => Library::with_folder(folder)?,
        None => Library::embedded()?,
    };
    let mut battles = HashMap::new();
    let mut cards = vec![];
    for name in library.names() {
        let battle = Arc::new(Battle::new(library.print(name, Choices::default())?));
        cards.push(card(&battle.sheet));
        battles.insert((name.clone(), Choices::default()), battle);
    }
    Ok(Basileus { cards, battles: Mutex::new(battles) })
}

/// Basileus on the shelf.
pub struct Basileus {
    cards: Vec<ScenarioCard>,
    /// Battles prepared for play, by name and optional rules.
    battles: Mutex<HashMap<(String, Choices), Arc<Battle>>>,
}

/// The optional rules: name, what it decides, and where it is kept.
type Switch = (&'static str, &'static str, fn(&mut Choices) -> &mut bool);

const SWITCHES: [Switch; 5] = [
    ("zoc_to_zoc", "12.1: a unit may pass from one zone of control to another after a morale test", |c| {
        &mut c.zoc_to_zoc
    }),
    ("counter_charge", "12.2: units that can charge cannot be charged", |c| &mut c.counter_charge),
    ("dice_pools", "12.3: a die for each strength point instead of the ratio table", |c| &mut c.dice_pools),
    ("impetuosity", "2.2.2: units with the lightning may rush at the enemy", |c| &mut c.impetuosity),
    ("feigned_flight", "2.2.4: units with the double arrow may draw the enemy on", |c| &mut c.feigned_flight),
];

fn card(sheet: &Sheet) -> ScenarioCard {
    let option = |&(name, about, _): &Switch| OptionCard {
        name: name.into(),
        about: about.into(),
        values: vec![Value::from(false), Value::from(true)],
        default: Value::from(false),
    };
    ScenarioCard {
        game: "basileus".into(),
        scenario: format!("basileus/{}", sheet.name),
        title: sheet.title.clone(),
        year: sheet.year,
        date: sheet.date.clone(),
        sides: sheet.sides.clone(),
        turns: sheet.turns as u32,
        category: sheet.category.clone(),
        options: SWITCHES.iter().map(option).collect(),
        notes: sheet.notes.clone(),
        rules: sheet.rules.clone(),
        house: sheet.house.clone(),
        fingerprint: sheet.fingerprint.clone(),
    }
}

fn choices(options: &Options) -> Choices {
    let mut choices = Choices::default();
    for (name, _, place) in SWITCHES {
        *place(&mut choices) = options.get(name).and_then(Value::as_bool).unwrap_or(false);
    }
    choices
}

impl Basileus {
    fn battle(&self, name: &str, choices: Choices) -> Result<Arc<Battle>, Objection> {
        let mut battles = self.battles.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(battle) = battles.get(&(name.to_string(), choices)) {
            return Ok(battle.clone());
        }
        let plain = battles
            .get(&(name.to_string(), Choices::default()))
            .ok_or_else(|| Objection::new("protocol", format!("Basileus has no battle `{name}`")))?;
        let battle = Arc::new(Battle::new(Sheet { choices, ..plain.sheet.clone() }));
        battles.insert((name.to_string(), choices), battle.clone());
        Ok(battle)
    }
}

impl Edition for Basileus {
    fn name(&self) -> &str {
        "basileus"
    }

    fn title(&self) -> &str {
        "Basileus"
    }

    fn ruleset(&self) -> u32 {
        RULESET
    }

    fn scenarios(&self) -> &[ScenarioCard] {
        &self.cards
    }

    fn set_up(&self, scenario: &str, options: &Options, _ruleset: u32) -> Result<Box<dyn Table>, Objection> {
        let name = scenario.strip_prefix("basileus/").unwrap_or(scenario);
        Ok(OpenTable::boxed(Position::new(self.battle(name, choices(options))?)))
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

#[cfg(test)]
mod tests;
