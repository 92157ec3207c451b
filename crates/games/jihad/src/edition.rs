//! Jihad! as it stands on the shelf.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use engine::Objection;
use engine::datafile::{DataFault, SheetFault};
use engine::edition::{Edition, OptionCard, Options, ScenarioCard};
use engine::rulebook::Rulebook;
use engine::table::{OpenTable, Table};
use serde_json::Value;

use crate::files::{self, Library};
use crate::position::Position;
use crate::sheet::{Sheet, Variant};

/// The version of the rules; a change that alters an old game's outcome needs a new one.
pub const RULESET: u32 = 1;

/// The game with its scenarios; `folder` overrides or adds data files.
pub fn edition(folder: Option<&Path>) -> Result<Jihad, DataFault> {
    let library = match folder {
        Some(folder) => Library::with_folder(folder)?,
        None => Library::embedded()?,
    };
    let mut sheets = HashMap::new();
    let mut cards = vec![];
    for name in library.names() {
        let sheet = match library.sheet(name, Variant::default()) {
            Ok(sheet) => Arc::new(sheet),
            Err(SheetFault::File(fault)) => return Err(fault),
            // The name comes from the library itself.
            Err(SheetFault::UnknownScenario { .. } | SheetFault::WrongLength { .. }) => continue,
        };
        cards.push(card(&sheet));
        sheets.insert((name.clone(), Variant::default()), sheet);
    }
    Ok(Jihad { library, cards, sheets: Mutex::new(sheets) })
}

/// Jihad! on the shelf.
pub struct Jihad {
    library: Library,
    cards: Vec<ScenarioCard>,
    /// Scenarios prepared for play, by name and options.
    sheets: Mutex<HashMap<(String, Variant), Arc<Sheet>>>,
}

fn card(sheet: &Sheet) -> ScenarioCard {
    let choice = |name: &str, about: &str| OptionCard {
        name: name.into(),
        about: about.into(),
        values: vec![Value::from(false), Value::from(true)],
        default: Value::from(false),
    };
    ScenarioCard {
        game: "jihad".into(),
        scenario: format!("jihad/{}", sheet.name),
        title: sheet.title.clone(),
        year: sheet.year,
        date: sheet.date.clone(),
        sides: sheet.sides.clone(),
        turns: sheet.turns() as u32,
        category: sheet.category.clone(),
        options: vec![
            choice(
                "errata",
                "The designer's errata: both players recruit before anybody moves, States that do not recruit \
                 stay at home, and those that stand by while invaded count as defeated",
            ),
            choice("exchange", "The winner of a civil war takes the Muslim side"),
        ],
        notes: sheet.notes.clone(),
        rules: sheet.rules.clone(),
        house: sheet.house.clone(),
        fingerprint: sheet.fingerprint.clone(),
    }
}

impl Jihad {
    fn sheet(&self, name: &str, variant: Variant) -> Result<Arc<Sheet>, Objection> {
        let mut sheets = self.sheets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sheet) = sheets.get(&(name.to_string(), variant)) {
            return Ok(sheet.clone());
        }
        let sheet = self.library.sheet(name, variant);
        let sheet = Arc::new(sheet.map_err(|fault| Objection::new("protocol", fault.to_string()))?);
        sheets.insert((name.to_string(), variant), sheet.clone());
        Ok(sheet)
    }
}

impl Edition for Jihad {
    fn name(&self) -> &str {
        "jihad"
    }

    fn title(&self) -> &str {
        "Jihad!"
    }

    fn ruleset(&self) -> u32 {
        RULESET
    }

    fn scenarios(&self) -> &[ScenarioCard] {
        &self.cards
    }

    fn set_up(&self, scenario: &str, options: &Options, _ruleset: u32) -> Result<Box<dyn Table>, Objection> {
        let name = scenario.strip_prefix("jihad/").unwrap_or(scenario);
        let chosen = |option: &str| options.get(option).and_then(Value::as_bool).unwrap_or(false);
        let variant = Variant { errata: chosen("errata"), exchange: chosen("exchange") };
        Ok(OpenTable::boxed(Position::new(self.sheet(name, variant)?)))
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
mod tests {
    use covers::covers;

    use super::*;

    #[test]
    #[covers("15.0", "scenario", "brief.1", "brief.2")]
    fn every_scenario_can_be_opened_with_either_option() {
        let shelf = edition(None).unwrap();
        let names: Vec<&str> = shelf.scenarios().iter().map(|card| card.scenario.as_str()).collect();
        let known = ["full", "first-conquests", "first-civil-war", "sieges-of-constantinople"];
        assert!(known.iter().all(|name| names.contains(&format!("jihad/{name}").as_str())), "{names:?}");
        for card in shelf.scenarios() {
            let options: Vec<&str> = card.options.iter().map(|option| option.name.as_str()).collect();
            assert_eq!(options, ["errata", "exchange"]);
            let chosen = Options::new().with("errata", true).with("exchange", true);
            let opening = shelf.open(&card.scenario, &chosen).unwrap();
            assert_eq!(opening.table.audit(), Ok(()));
        }
    }

    #[test]
    #[covers("brief.8")]
    fn values_of_the_house_are_marked_on_every_card() {
        let shelf = edition(None).unwrap();
        for card in shelf.scenarios() {
            let house = card.house.join(" ").to_lowercase();
            assert!(house.contains("strength"), "{}: {house}", card.scenario);
        }
    }
}
