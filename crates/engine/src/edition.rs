//! A published game as it stands on the shelf: its scenarios, their options, its rulebook, its data files.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::contract::Objection;
use crate::datafile::DataFault;
use crate::lesson::Course;
use crate::reference::Reference;
use crate::rulebook::Rulebook;
use crate::table::Table;

mod declared;
mod published;
mod title_page;

pub use published::{DataFiles, Library, Misfit, Publication, Published, ScenarioForm, Source};
pub use title_page::{Switch, TitlePage};

/// One game of the shelf.
pub trait Edition: Send + Sync {
    /// Its short name: `armageddon`.
    fn name(&self) -> &str;

    /// Its title as printed.
    fn title(&self) -> &str;

    /// The version of its rules that new games follow. A change that alters which orders are legal, or what
    /// comes of them, needs a new one; games begun under any version since 1 are still played by theirs.
    fn ruleset(&self) -> u32;

    /// Its scenarios, in the order of the shelf.
    fn scenarios(&self) -> &[ScenarioCard];

    /// Sets up a scenario, named in full, to be played by a version of the rules from 1 to
    /// [`ruleset`](Edition::ruleset). The options are settled: every one is there with an allowed value.
    fn set_up(&self, scenario: &str, options: &Options, ruleset: u32) -> Result<Box<dyn Table>, Objection>;

    /// Its rule list.
    fn rulebook(&self) -> &Rulebook;

    /// Its lessons.
    fn course(&self) -> &Course {
        static NONE: OnceLock<Course> = OnceLock::new();
        NONE.get_or_init(Course::default)
    }

    /// Its charts, for a card beside the table.
    fn reference(&self) -> &Reference {
        static NONE: OnceLock<Reference> = OnceLock::new();
        NONE.get_or_init(Reference::default)
    }

    /// Checks a data file of the game and says what it is; `None` if it does not look like one of its files.
    fn validate(&self, _path: &Path, _text: &str) -> Option<Result<String, DataFault>> {
        None
    }

    /// Its data files, each by its place: `scenarios/rome.toml`.
    fn texts(&self) -> Vec<(&str, &str)> {
        Vec::new()
    }

    /// A JSON schema for each kind of data file, by name.
    fn schemas(&self) -> Vec<(String, Value)> {
        Vec::new()
    }

    /// The card of a scenario, named in full.
    fn card(&self, scenario: &str) -> Option<&ScenarioCard> {
        self.scenarios().iter().find(|card| card.scenario == scenario)
    }

    /// Opens a scenario, named in full, with options; those not given take their usual values.
    fn open(&self, scenario: &str, options: &Options) -> Result<Opening, Objection> {
        self.open_under(self.ruleset(), scenario, options)
    }

    /// Opens a scenario to be played by a version of the rules, as a game begun under it needs.
    fn open_under(&self, ruleset: u32, scenario: &str, options: &Options) -> Result<Opening, Objection> {
        let newest = self.ruleset();
        if !(1..=newest).contains(&ruleset) {
            let why = format!(
                "the game follows version {ruleset} of the rules of {}; this program plays versions 1 to {newest}",
                self.title()
            );
            return Err(Objection::new("protocol", why));
        }
        let card = self.card(scenario).ok_or_else(|| {
            Objection::new("protocol", format!("{} has no scenario `{scenario}`", self.title()))
        })?;
        let options = options.settled(card)?;
        let table = self.set_up(scenario, &options, ruleset)?;
        Ok(Opening { table, options, card: card.clone(), ruleset })
    }
}

/// A scenario set up, with everything a record must name.
pub struct Opening {
    /// The game at its start.
    pub table: Box<dyn Table>,
    /// The options, every one of them.
    pub options: Options,
    /// The scenario.
    pub card: ScenarioCard,
    /// The version of the rules it is played by.
    pub ruleset: u32,
}

/// What the shelf shows of a scenario.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ScenarioCard {
    /// The game's short name.
    pub game: String,
    /// The full name: `armageddon/rome`.
    pub scenario: String,
    /// The title.
    pub title: String,
    /// The year; years before Christ are negative.
    pub year: i32,
    /// The date as printed: "753 BC".
    pub date: String,
    /// The names of the sides, in order.
    pub sides: [String; 2],
    /// Game-Turns.
    pub turns: u32,
    /// The group it is printed in: `basic`, `fan` …
    pub category: String,
    /// What wins, in a sentence or two.
    pub goal: String,
    /// Choices before the game begins.
    pub options: Vec<OptionCard>,
    /// History.
    pub notes: String,
    /// Special rules, in sentences.
    pub rules: Vec<String>,
    /// What is not from the rulebook, in sentences.
    pub house: Vec<String>,
    /// A digest of the data it is made from; records name it.
    pub fingerprint: String,
}

/// A choice before the game begins.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OptionCard {
    /// Its name: `turns`.
    pub name: String,
    /// What it decides, in a sentence.
    pub about: String,
    /// The allowed values.
    pub values: Vec<Value>,
    /// The value if nothing is said.
    pub default: Value,
    /// What each value is called, in the same order; empty where values speak for themselves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub titles: Vec<String>,
}

impl OptionCard {
    /// A rule that is used or not; usually not.
    pub fn switch(name: &str, about: &str) -> OptionCard {
        let values = vec![Value::from(false), Value::from(true)];
        OptionCard {
            name: name.into(),
            about: about.into(),
            values,
            default: Value::from(false),
            titles: vec![],
        }
    }
}

/// Options chosen, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<String, Value>);

impl Options {
    /// No choice made.
    pub fn new() -> Self {
        Options::default()
    }

    /// The same with one more choice.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_string(), value.into());
        self
    }

    /// The value chosen.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Whether a switch is on; one not chosen is off.
    pub fn is_on(&self, name: &str) -> bool {
        self.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Every option of a scenario with its usual value.
    pub fn usual(card: &ScenarioCard) -> Options {
        Options(card.options.iter().map(|option| (option.name.clone(), option.default.clone())).collect())
    }

    /// Whether nothing was chosen.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads a choice such as `turns=18` as people type it: a number or word as it stands.
    pub fn choose(&mut self, text: &str) -> Result<(), Objection> {
        let Some((name, value)) = text.split_once('=') else {
            let why = format!("`{text}` is not an option; expected NAME=VALUE, such as turns=18");
            return Err(Objection::new("protocol", why));
        };
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
        self.0.insert(name.trim().to_string(), value);
        Ok(())
    }

    /// Every option of a scenario: as chosen, or else as usual.
    pub fn settled(&self, card: &ScenarioCard) -> Result<Options, Objection> {
        let shown = |values: &[Value]| values.iter().map(Value::to_string).collect::<Vec<_>>().join(", ");
        for (name, value) in &self.0 {
            let Some(option) = card.options.iter().find(|o| &o.name == name) else {
                let names: Vec<&str> = card.options.iter().map(|o| o.name.as_str()).collect();
                let there = if names.is_empty() {
                    "it has none".into()
                } else {
                    format!("it has {}", names.join(", "))
                };
                let why = format!("{} has no option `{name}`; {there}", card.scenario);
                return Err(Objection::new("protocol", why));
            };
            if !option.values.contains(value) {
                let why = format!("option `{name}` cannot be {value}; allowed are {}", shown(&option.values));
                return Err(Objection::new("protocol", why));
            }
        }
        let chosen = |o: &OptionCard| (o.name.clone(), self.get(&o.name).unwrap_or(&o.default).clone());
        Ok(Options(card.options.iter().map(chosen).collect()))
    }
}

/// As people type them, in order of name: `errata=true turns=18`.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, (name, value)) in self.0.iter().enumerate() {
            write!(f, "{}{name}={value}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skirmish::SkirmishEdition;

    #[test]
    fn options_not_chosen_take_their_usual_value() {
        let opening = SkirmishEdition.open("skirmish/field", &Options::new()).unwrap();
        assert_eq!(opening.options, Options::new().with("turns", 20));
    }

    #[test]
    fn wrong_options_are_refused_with_the_right_ones() {
        let open =
            |options: Options| SkirmishEdition.open("skirmish/field", &options).map(drop).unwrap_err().why;
        let unknown = open(Options::new().with("weather", "fog"));
        assert!(unknown.contains("no option `weather`") && unknown.contains("turns"), "{unknown}");
        let wrong = open(Options::new().with("turns", 7));
        assert!(wrong.contains("cannot be 7; allowed are 10, 20, 40"), "{wrong}");
    }

    #[test]
    fn options_are_read_as_people_type_them() {
        let mut options = Options::new();
        options.choose("turns=18").unwrap();
        options.choose("weather=fog").unwrap();
        assert_eq!(options, Options::new().with("turns", 18).with("weather", "fog"));
        assert_eq!(options.to_string(), "turns=18 weather=\"fog\"");
        assert!(options.choose("turns").unwrap_err().why.contains("NAME=VALUE"));
    }
}
