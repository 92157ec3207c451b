//! A lesson as it is written.

use std::collections::BTreeMap;
use std::path::Path;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::course::name_of;
use super::wanted::{Spot, Wanted};
use crate::datafile::{DataFault, DataFile};

/// A lesson.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its name in addresses, that of its file.
    #[serde(skip)]
    pub name: String,
    /// Its title.
    #[serde(rename = "lesson")]
    pub title: String,
    /// Its place in the course.
    pub order: u16,
    /// What is learnt, in a sentence.
    pub about: String,
    /// How long it takes.
    pub minutes: u8,
    /// The scenario it is played in, named in full.
    pub scenario: String,
    /// Options of the scenario; those not given are as usual.
    #[serde(default)]
    pub options: BTreeMap<String, Value>,
    /// Whom the pupil leads.
    pub side: String,
    /// Where it begins, as positions are written by hand; without one, at the start of the scenario.
    #[serde(default)]
    pub position: Option<Value>,
    /// Orders that do no harm at any step.
    #[serde(default)]
    pub also: Vec<Wanted>,
    /// What is said and done.
    #[serde(rename = "step")]
    pub steps: Vec<Step>,
    /// What is said at the end.
    pub close: String,
    /// Rules to read on in.
    #[serde(default)]
    pub rules: Vec<String>,
}

/// One step of a lesson. One that waits for no order is read and left with "next".
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The one thing that is said; `**words**` stand out.
    pub say: String,
    /// What to do, in fewer and quieter words.
    #[serde(default)]
    pub hint: String,
    /// What it speaks of.
    #[serde(default)]
    pub ring: Vec<Ring>,
    /// The rules behind it.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The orders that are expected, one after another; with `until`, any of them in any order.
    #[serde(default)]
    pub play: Vec<Wanted>,
    /// Orders that do no harm and do not count.
    #[serde(default)]
    pub also: Vec<Wanted>,
    /// When the step is done; usually when every order of `play` was given.
    #[serde(default)]
    pub until: Option<Until>,
    /// The kind word for an order that is legal but leads elsewhere.
    #[serde(default)]
    pub otherwise: String,
    /// One way to do it, order by order as the game writes them, where the list of orders does not hold it.
    #[serde(default)]
    pub shown: Vec<Value>,
    /// The throws of the step, in order.
    #[serde(default)]
    pub dice: Vec<Vec<u8>>,
    /// What the enemy does when it is their move, in order.
    #[serde(default)]
    pub enemy: Vec<Wanted>,
}

impl Step {
    /// Whether it waits for orders.
    pub fn waits(&self) -> bool {
        !self.play.is_empty()
    }
}

/// What is ringed.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Ring {
    /// A counter by its name, "Axemen 1", or with its side, "Sabines: Axemen 1".
    Counter(String),
    /// A place: a hex by its number or its name on the map, or a spot on an open table.
    Place(Spot),
    /// The button that gives an order of this sort.
    Control(String),
    /// A part of the table.
    Part(Part),
}

/// Parts of the table a lesson may speak of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// What wins.
    Goal,
    /// The panel: what is expected now.
    Panel,
    /// The odds.
    Odds,
    /// The log.
    Log,
    /// The button that takes back.
    Undo,
    /// The button that shows what the enemy could do.
    Threats,
    /// What lies beside an open table: the PIP die.
    Beside,
}

/// When a step is done; everything that is said must hold.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Until {
    /// A counter.
    #[serde(default)]
    pub counter: Option<String>,
    /// Stands here.
    #[serde(default)]
    pub at: Option<Spot>,
    /// The heading of the game has these words: "Fire Combat Phase".
    #[serde(default)]
    pub heading: Option<String>,
    /// So many orders of `play` were given.
    #[serde(default)]
    pub times: Option<usize>,
    /// No order of this sort is left to be given.
    #[serde(default)]
    pub spent: Option<String>,
    /// The game is over.
    #[serde(default)]
    pub over: bool,
}

impl Lesson {
    /// Whether a file is a lesson of a game: it has a title and a scenario of the game, or lies among its lessons.
    pub fn is_one(path: &Path, text: &str, game: &str) -> bool {
        let among = path.parent().is_some_and(|folder| {
            folder.ends_with(format!("{game}/lessons")) || folder.ends_with(format!("{game}/data/lessons"))
        });
        let parsed = text.parse::<toml::Table>().ok();
        let says = |table: &toml::Table| {
            let scenario = table.get("scenario").and_then(toml::Value::as_str).unwrap_or_default();
            table.contains_key("lesson")
                && scenario.strip_prefix(game).is_some_and(|rest| rest.starts_with('/'))
        };
        among || parsed.as_ref().is_some_and(says)
    }

    /// Reads a lesson, named after its file.
    pub fn of_file(file: &DataFile) -> Result<Lesson, DataFault> {
        let lesson: Lesson = file.parse()?;
        let fault =
            |what: &str, expected: &str| Err(file.fault(0..0, what.to_string(), expected.to_string()));
        if !lesson.steps.iter().any(Step::waits) {
            return fault("a lesson in which nothing is done", "a step with `play`");
        }
        if let Some(step) = lesson.steps.iter().find(|step| step.say.trim().is_empty()) {
            return fault(&format!("a step that says nothing: {:?}", step.ring), "`say` with a sentence");
        }
        Ok(Lesson { name: name_of(&file.name), ..lesson })
    }

    /// What the list of lessons shows.
    pub fn card(&self) -> Value {
        json!({ "name": self.name, "title": self.title, "about": self.about, "minutes": self.minutes })
    }

    /// What a client needs to guide a pupil.
    pub fn script(&self) -> Value {
        let step = |step: &Step| json!({ "say": step.say, "hint": step.hint, "ring": step.ring, "rules": step.rules, "waits": step.waits() });
        let steps: Vec<Value> = self.steps.iter().map(step).collect();
        let mut script = self.card();
        script["side"] = json!(self.side);
        script["steps"] = json!(steps);
        script["close"] = json!(self.close);
        script["rules"] = json!(self.rules);
        script
    }
}
