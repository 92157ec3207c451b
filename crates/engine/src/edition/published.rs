//! A game on the shelf, made from its data files: what all games with data files do alike.
//!
//! A game says in its [`Publication`] which files it has, how they become a sheet, and how a sheet becomes a
//! position. [`Library`] reads and checks the files, [`Published`] is the [`Edition`] made of it.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use schemars::Schema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Edition, Options, ScenarioCard, Switch};
use crate::contract::{Game, Objection};
use crate::datafile::{Catalogue, DataFault, DataFile, Filing, SheetFault, Spanned, Texts};
use crate::lesson::{Course, Lesson};
use crate::reference::{CardFile, Reference};
use crate::rulebook::Rulebook;
use crate::table::{OpenTable, Table};

/// The data files of a game but the scenarios, read (the value itself), and what all of its files are. It is declared
/// with [`data_files!`](crate::data_files).
pub trait DataFiles: Sized + Send + Sync + 'static {
    /// The kinds of data files.
    type Kind: Copy + PartialEq + Send + Sync;

    /// The data files of the game, and the keys that no other game's files have.
    const FILES: &'static Catalogue<Self::Kind>;
    /// Which of them are scenarios.
    const SCENARIO: Self::Kind;
    /// The files compiled in, each with its place ([`texts!`](crate::texts)).
    const TEXTS: &'static [(&'static str, &'static str)];
    /// The lessons compiled in, each with its place.
    const LESSONS: &'static [(&'static str, &'static str)] = &[];
    /// What its reference card prints; nothing if it is empty.
    const CARD: &'static str = "";

    /// The text of a file compiled in, by its place: `scenarios/rome.toml`.
    fn text(place: &str) -> Option<&'static str> {
        Self::TEXTS.iter().find(|(known, _)| *known == place).map(|(_, text)| *text)
    }

    /// The rule list.
    fn rulebook() -> &'static Rulebook;

    /// A JSON schema for each kind of data file, by the kind's name.
    fn schemas() -> Vec<(&'static str, Schema)>;

    /// Reads every file but the scenarios.
    fn read(texts: &Texts<Self::Kind>) -> Result<Self, DataFault>;
}

/// What a game brings to its edition: its data files, and the steps from a file to a position.
pub trait Publication: DataFiles {
    /// A scenario file as it is written.
    type Scenario: ScenarioForm + DeserializeOwned + std::fmt::Debug + Send + Sync;
    /// What the options decide.
    type Choices: Default;
    /// Everything printed for a scenario.
    type Sheet;
    /// A sheet prepared for play; all games of the scenario share it.
    type Setting: Send + Sync;
    /// A game in progress.
    type Position: Game;

    /// The version of the rules that new games follow.
    const RULESET: u32;
    /// The optional rules, each used or not.
    const SWITCHES: &'static [Switch<Self::Choices>] = &[];

    /// Whether a scenario leaves these choices.
    fn admits(_scenario: &Self::Scenario, _choices: &Self::Choices) -> Result<(), SheetFault> {
        Ok(())
    }

    /// Everything printed for a scenario.
    fn print(&self, source: &Source<Self>, choices: Self::Choices) -> Result<Self::Sheet, DataFault>;

    /// Tries a sheet out: it must be playable from the first order on.
    fn prove(&self, _source: &Source<Self>, _sheet: &Self::Sheet) -> Result<(), DataFault> {
        Ok(())
    }

    /// What a file other than a scenario holds, in a line: "12 unit types".
    fn contents(&self, filing: &Filing<Self::Kind>) -> String;

    /// What a scenario is, in a line: "Rome, Romans against Sabines, 10 Game-Turns".
    fn summary(sheet: &Self::Sheet) -> String;

    /// What wins the scenario, in a sentence or two.
    fn goal(sheet: &Self::Sheet) -> String;

    /// What the shelf shows of a scenario beside its goal.
    fn card(sheet: &Self::Sheet) -> ScenarioCard;

    /// What options decide; those not given take their usual values.
    fn choices(options: &Options) -> Self::Choices {
        let mut choices = Self::Choices::default();
        Self::SWITCHES.iter().for_each(|switch| *(switch.on)(&mut choices) = options.is_on(switch.name));
        choices
    }

    /// Prepares a sheet, to be played by a version of the rules.
    fn prepare(sheet: Self::Sheet, ruleset: u32) -> Self::Setting;

    /// The start of a game.
    fn begin(setting: Arc<Self::Setting>) -> Self::Position;
}

/// The form of a scenario file; it is declared with [`scenario_file!`](crate::scenario_file).
pub trait ScenarioForm {
    /// The place of the scenario on the shelf.
    fn order(&self) -> u16;
}

/// Why a scenario cannot be set up as its file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// The group of counters it is about, by its place among all groups of the file.
    pub group: usize,
    /// What is wrong.
    pub why: String,
    /// What was expected instead.
    pub expected: &'static str,
}

impl Misfit {
    /// The fault at what the file says of the group; `groups` are what it says of each, in their order.
    ///
    /// ```
    /// use engine::datafile::{DataFile, Spanned};
    /// use engine::edition::Misfit;
    /// let file = DataFile::new("rome.toml", "troops = [\n\"9MI\",\n\"2C\"]\n");
    /// let groups = [Spanned::new(11..16, "9MI"), Spanned::new(18..22, "2C")];
    /// let misfit = Misfit { group: 1, why: "there is no room".into(), expected: "a larger zone" };
    /// assert_eq!(misfit.fault(&file, &groups).line(), 3);
    /// ```
    pub fn fault<'a, T: 'a>(
        self,
        file: &DataFile,
        groups: impl IntoIterator<Item = &'a Spanned<T>>,
    ) -> DataFault {
        let span = groups.into_iter().nth(self.group).map_or(0..0, Spanned::span);
        file.fault(span, self.why, self.expected)
    }
}

/// A scenario as it was read.
#[derive(Debug)]
pub struct Source<P: Publication> {
    /// Its name: `rome`.
    pub name: String,
    /// Its text, for faults.
    pub file: DataFile,
    /// What the text says.
    pub scenario: P::Scenario,
}

/// Every data file of a game, read and checked: those compiled in, or these with what a folder overrides or adds.
#[derive(Debug)]
pub struct Library<P: Publication> {
    texts: Texts<P::Kind>,
    common: P,
    scenarios: BTreeMap<String, Source<P>>,
    names: Vec<String>,
}

impl<P: Publication> Library<P> {
    /// The library compiled in.
    pub fn embedded() -> Result<Library<P>, DataFault> {
        Library::read(&Library::<P>::texts())
    }

    /// The library compiled in, with what the game's subfolder of a folder overrides or adds. Every scenario is
    /// checked against the whole.
    pub fn with_folder(folder: &Path) -> Result<Library<P>, DataFault> {
        let mut texts = Library::<P>::texts();
        if !texts.take_folder(folder)? {
            return Library::embedded();
        }
        let library = Library::read(&texts)?;
        library.prove_all()?;
        Ok(library)
    }

    /// The texts compiled in.
    pub fn texts() -> Texts<P::Kind> {
        Texts::new(P::FILES, P::TEXTS.iter().copied())
    }

    /// The library of texts.
    pub fn read(texts: &Texts<P::Kind>) -> Result<Library<P>, DataFault> {
        let common = P::read(texts)?;
        let mut scenarios: BTreeMap<String, Source<P>> = BTreeMap::new();
        for (name, file) in texts.all(P::SCENARIO) {
            let source = Source { name: name.to_string(), file: file.clone(), scenario: file.parse()? };
            scenarios.insert(name.to_string(), source);
        }
        let mut names: Vec<String> = scenarios.keys().cloned().collect();
        names.sort_by_key(|name| scenarios[name].scenario.order());
        Ok(Library { texts: texts.clone(), common, scenarios, names })
    }

    /// The names of the scenarios in the order of the shelf.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The files other than the scenarios.
    pub fn common(&self) -> &P {
        &self.common
    }

    /// Everything printed for a scenario, for a game with these choices.
    pub fn sheet(&self, name: &str, choices: P::Choices) -> Result<P::Sheet, SheetFault> {
        let source = self.scenarios.get(name);
        let source =
            source.ok_or_else(|| SheetFault::unknown(name, self.names.iter().map(String::as_str)))?;
        P::admits(&source.scenario, &choices)?;
        Ok(self.common.print(source, choices)?)
    }

    /// The sheet of a scenario with the usual choices, tried out.
    fn prove(&self, source: &Source<P>) -> Result<P::Sheet, DataFault> {
        let sheet = self.common.print(source, P::Choices::default())?;
        self.common.prove(source, &sheet)?;
        Ok(sheet)
    }

    fn prove_all(&self) -> Result<(), DataFault> {
        self.names.iter().try_for_each(|name| self.prove(&self.scenarios[name]).map(drop))
    }

    /// Whether a file is one of this game's: by keys only its files have, or by its name in a folder of the game's
    /// name.
    pub fn claims(path: &Path, text: &str) -> bool {
        P::FILES.claims(path, text)
    }

    /// Checks a file against the rest of the library compiled in, and says what it is.
    ///
    /// Its name and folder tell what it should be; failing that, its keys do.
    pub fn validate(path: &Path, text: &str) -> Result<String, DataFault> {
        let file = DataFile::new(path.display().to_string(), text);
        let filing = P::FILES.filing(path, text).ok_or_else(|| P::FILES.unknown(&file))?;
        let mut texts = Library::<P>::texts();
        texts.put(&filing, file);
        let library = Library::<P>::read(&texts)?;
        let title = P::FILES.title;
        if let Some(source) = library.scenarios.get(&filing.name).filter(|_| filing.kind == P::SCENARIO) {
            return Ok(format!("{title} {}", P::summary(&library.prove(source)?)));
        }
        library.prove_all()?;
        Ok(format!("{title} {}", library.common.contents(&filing)))
    }
}

/// The edition of a game with data files.
pub struct Published<P: Publication> {
    library: Library<P>,
    cards: Vec<ScenarioCard>,
    course: Course,
    reference: Reference,
    /// Scenarios prepared for play, by name, options and version of the rules.
    settings: Mutex<HashMap<Key, Arc<P::Setting>>>,
}

type Key = (String, String, u32);

/// The folder of the lessons among the data of a game.
const LESSONS: &str = "lessons";

/// The file that says what the reference card prints.
const CARD: &str = "card.toml";

impl<P: Publication> Published<P> {
    /// The game with its scenarios; a folder overrides or adds data files.
    pub fn new(folder: Option<&Path>) -> Result<Published<P>, DataFault> {
        let library: Library<P> = match folder {
            Some(folder) => Library::with_folder(folder)?,
            None => Library::embedded()?,
        };
        let mut settings = HashMap::new();
        let mut cards = vec![];
        for name in &library.names {
            let sheet = library.common.print(&library.scenarios[name], P::Choices::default())?;
            let card = ScenarioCard { goal: P::goal(&sheet), ..P::card(&sheet) };
            let usual = Options::usual(&card);
            settings.insert(key(name, &usual, P::RULESET), Arc::new(P::prepare(sheet, P::RULESET)));
            cards.push(card);
        }
        let lessons = folder.map(|folder| folder.join(P::FILES.folder).join(LESSONS));
        let course = Course::read(P::LESSONS, lessons.as_deref())?;
        let reference = reference::<P>(folder)?;
        let mut edition = Published { library, cards, course, reference, settings: Mutex::new(settings) };
        // Those compiled in are proved by the tests; a folder may have put other data under them.
        if folder.is_some_and(|folder| folder.join(P::FILES.folder).is_dir()) {
            edition.course = edition.course.proved(&edition)?;
        }
        Ok(edition)
    }

    /// Plays a lesson through and says what it is.
    fn validate_lesson(&self, path: &Path, text: &str) -> Result<String, DataFault> {
        let file = DataFile::new(path.display().to_string(), text);
        let lesson = Lesson::of_file(&file)?;
        let end = lesson.proved(self, &file)?;
        let title = P::FILES.title;
        Ok(format!(
            "{title} lesson: {}, {} steps, {} entries",
            lesson.title,
            lesson.steps.len(),
            end.cursor()
        ))
    }

    /// A scenario prepared for play with these options, once for all games of it.
    pub fn setting(&self, name: &str, options: &Options, ruleset: u32) -> Result<Arc<P::Setting>, Objection> {
        let mut settings = self.settings.lock().unwrap_or_else(PoisonError::into_inner);
        let key = key(name, options, ruleset);
        if let Some(setting) = settings.get(&key) {
            return Ok(setting.clone());
        }
        let sheet = self.library.sheet(name, P::choices(options));
        let sheet = sheet.map_err(|fault| Objection::new("protocol", fault.to_string()))?;
        let setting = Arc::new(P::prepare(sheet, ruleset));
        settings.insert(key, setting.clone());
        Ok(setting)
    }
}

/// The charts of a game, from its files as they are played with.
fn reference<P: Publication>(folder: Option<&Path>) -> Result<Reference, DataFault> {
    if P::CARD.is_empty() {
        return Ok(Reference::default());
    }
    let mut texts = Library::<P>::texts();
    let mut card = DataFile::new(CARD, P::CARD);
    if let Some(folder) = folder {
        texts.take_folder(folder)?;
        let own = folder.join(P::FILES.folder).join(CARD);
        if own.is_file() {
            card = DataFile::read(&own)?;
        }
    }
    Reference::read(&card, P::rulebook(), |place| texts.at(place))
}

fn key(name: &str, options: &Options, ruleset: u32) -> Key {
    (name.to_string(), options.to_string(), ruleset)
}

impl<P: Publication> Edition for Published<P> {
    fn name(&self) -> &str {
        P::FILES.folder
    }

    fn title(&self) -> &str {
        P::FILES.title
    }

    fn ruleset(&self) -> u32 {
        P::RULESET
    }

    fn scenarios(&self) -> &[ScenarioCard] {
        &self.cards
    }

    fn set_up(&self, scenario: &str, options: &Options, ruleset: u32) -> Result<Box<dyn Table>, Objection> {
        let name = scenario.split_once('/').map_or(scenario, |(_, name)| name);
        Ok(OpenTable::boxed(P::begin(self.setting(name, options, ruleset)?)))
    }

    fn rulebook(&self) -> &Rulebook {
        P::rulebook()
    }

    fn course(&self) -> &Course {
        &self.course
    }

    fn reference(&self) -> &Reference {
        &self.reference
    }

    fn validate(&self, path: &Path, text: &str) -> Option<Result<String, DataFault>> {
        if Lesson::is_one(path, text, P::FILES.folder) {
            return Some(self.validate_lesson(path, text));
        }
        if path.ends_with(format!("{}/{CARD}", P::FILES.folder))
            || path.ends_with(format!("{}/data/{CARD}", P::FILES.folder))
        {
            let (file, texts) = (DataFile::new(path.display().to_string(), text), Library::<P>::texts());
            let read = Reference::read(&file, P::rulebook(), |place| texts.at(place));
            return Some(
                read.map(|card| format!("{} reference card: {} charts", P::FILES.title, card.charts.len())),
            );
        }
        Library::<P>::claims(path, text).then(|| Library::<P>::validate(path, text))
    }

    fn texts(&self) -> Vec<(&str, &str)> {
        self.library.texts.places().map(|(place, file)| (place, &*file.text)).collect()
    }

    fn schemas(&self) -> Vec<(String, Value)> {
        let lesson = ("lesson", schemars::schema_for!(Lesson));
        let card = ("card", schemars::schema_for!(CardFile));
        let all = P::schemas().into_iter().chain([lesson, card]);
        all.map(|(name, schema)| (name.to_string(), schema.to_value())).collect()
    }
}
