//! DBA 2.2+ as it will stand on the shelf.

use std::path::Path;
use std::sync::Arc;

use engine::Objection;
use engine::datafile::{DataFault, SheetFault};
use engine::edition::{Edition, OptionCard, Options, ScenarioCard};
use engine::rulebook::Rulebook;
use engine::table::{OpenTable, Table};
use serde_json::Value;

use crate::files::{self, Library};
use crate::position::Position;
use crate::sheet::Sheet;
use crate::victory::LAST_TURN;

/// The version of the rules; a change that alters an old game's outcome needs a new one.
pub const RULESET: u32 = 1;

/// The game with its scenarios; `folder` overrides or adds data files.
pub fn edition(folder: Option<&Path>) -> Result<Dba, DataFault> {
    let library = match folder {
        Some(folder) => Library::with_folder(folder)?,
        None => Library::embedded()?,
    };
    let mut cards = vec![];
    for name in library.names() {
        match library.sheet(name, None) {
            Ok(sheet) => cards.push(card(&library, &sheet)),
            Err(SheetFault::File(fault)) => return Err(fault),
            // The names come from the library itself.
            Err(_) => continue,
        }
    }
    Ok(Dba { library, cards })
}

/// DBA 2.2+ on the shelf.
pub struct Dba {
    library: Library,
    cards: Vec<ScenarioCard>,
}

fn card(library: &Library, sheet: &Sheet) -> ScenarioCard {
    let lists = || library.armies().iter().map(|army| Value::from(army.code.as_str())).collect::<Vec<_>>();
    let choice = |name: &str, about: &str, default: &str| OptionCard {
        name: name.into(),
        about: about.into(),
        values: lists(),
        default: default.into(),
    };
    let options = match sheet.choice {
        true => vec![
            choice("first", "The army list of the first side", &sheet.armies[0].code),
            choice("second", "The army list of the second side", &sheet.armies[1].code),
        ],
        false => vec![],
    };
    ScenarioCard {
        game: "dba".into(),
        scenario: format!("dba/{}", sheet.name),
        title: sheet.title.clone(),
        year: sheet.year,
        date: sheet.date.clone(),
        sides: sheet.sides.clone(),
        turns: u32::from(LAST_TURN),
        category: sheet.category.clone(),
        options,
        notes: sheet.notes.clone(),
        rules: vec![
            "Lists, aggression, terrain, camps and deployment are played.".into(),
            format!("A battle not decided after {LAST_TURN} player turns is drawn (R133)."),
        ],
        house: vec![
            "Year and battle are from general history (3.1).".into(),
            "Depths of bases where a list prints no subtype (R10), and the rulings R1 to R153.".into(),
            "A hill's crest is half as long as the hill; ovals are drawn with sixteen corners.".into(),
        ],
        fingerprint: sheet.fingerprint.clone(),
    }
}

impl Edition for Dba {
    fn name(&self) -> &str {
        "dba"
    }

    fn title(&self) -> &str {
        "DBA 2.2+"
    }

    fn ruleset(&self) -> u32 {
        RULESET
    }

    fn scenarios(&self) -> &[ScenarioCard] {
        &self.cards
    }

    fn set_up(&self, scenario: &str, options: &Options, _ruleset: u32) -> Result<Box<dyn Table>, Objection> {
        let name = scenario.strip_prefix("dba/").unwrap_or(scenario);
        let chosen = |option: &str| options.get(option).and_then(Value::as_str);
        let lists = chosen("first").zip(chosen("second")).map(|(first, second)| [first, second]);
        let sheet = self.library.sheet(name, lists);
        let sheet = sheet.map_err(|fault| Objection::new("protocol", fault.to_string()))?;
        Ok(OpenTable::boxed(Position::new(Arc::new(sheet))))
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
