//! The shelf: which games and scenarios there are, found by name and opened behind one type.
//!
//! ```
//! use engine::skirmish::SkirmishEdition;
//! use shelf::Shelf;
//! let shelf = Shelf::of([Box::new(SkirmishEdition) as Box<_>]);
//! let wrong = shelf.scenario("skirmish/feild").unwrap_err();
//! assert!(wrong.to_string().contains("did you mean `skirmish/field`?"));
//! ```

use std::fmt;
use std::path::Path;

use engine::datafile::DataFault;
use engine::edition::{Edition, Opening, Options, ScenarioCard};
use engine::record::{Record, RecordFault, Session, Verification, verify};
use engine::table::Table;
use engine::{Generator, Objection, Turn, Viewer, act};

/// So much may be done before the armies of a scenario stand.
const MOST_BEFORE_DEPLOYED: usize = 40;

/// The games there are.
pub struct Shelf {
    editions: Vec<Box<dyn Edition>>,
}

/// A name that is not on the shelf, and the one that may have been meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// What sort of thing was named: "scenario", "game".
    pub kind: &'static str,
    /// The name.
    pub name: String,
    /// The nearest name there is.
    pub nearest: Option<String>,
}

/// What is wrong with a data file, if it is one of a game.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The title of the game.
    pub title: String,
    /// What is wrong then.
    pub fault: DataFault,
}

impl Mistake {
    fn new(edition: &dyn Edition, fault: DataFault) -> Mistake {
        Mistake { title: edition.title().into(), fault }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "there is no {} `{}`", self.kind, self.name)?;
        match &self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UnknownName {}

impl From<UnknownName> for Objection {
    fn from(unknown: UnknownName) -> Objection {
        Objection::new("protocol", unknown.to_string())
    }
}

/// The name of a list nearest to the one given, if any is near enough to be meant.
pub fn nearest<'a>(name: &str, all: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let wanted = name.to_lowercase();
    let likeness = |other: &str| {
        let other = other.to_lowercase();
        // A short name of a long one ("pelusium") is as good as a misspelling.
        let part = if wanted.len() > 2 && other.contains(&wanted) { 0.9 } else { 0.0 };
        let last = other.rsplit('/').next().unwrap_or(&other);
        strsim::jaro_winkler(&wanted, &other).max(strsim::jaro_winkler(&wanted, last)).max(part)
    };
    let best =
        all.into_iter().map(|other| (likeness(other), other)).reduce(|a, b| if b.0 > a.0 { b } else { a })?;
    (best.0 > 0.7).then(|| best.1.to_string())
}

impl Shelf {
    /// Every game with the data compiled in.
    pub fn standard() -> Result<Shelf, DataFault> {
        Shelf::stocked(None)
    }

    /// Every game with data of a folder over those compiled in.
    pub fn with_data(folder: &Path) -> Result<Shelf, DataFault> {
        Shelf::stocked(Some(folder))
    }

    fn stocked(folder: Option<&Path>) -> Result<Shelf, DataFault> {
        Ok(Shelf::of([
            Box::new(armageddon::edition(folder)?) as Box<dyn Edition>,
            Box::new(basileus::edition(folder)?),
            Box::new(jihad::edition(folder)?),
            Box::new(apocalypse::edition(folder)?),
            Box::new(dba::edition(folder)?),
        ]))
    }

    /// A shelf with these games.
    pub fn of(editions: impl IntoIterator<Item = Box<dyn Edition>>) -> Shelf {
        Shelf { editions: editions.into_iter().collect() }
    }

    /// The games, in order.
    pub fn editions(&self) -> impl Iterator<Item = &dyn Edition> {
        self.editions.iter().map(Box::as_ref)
    }

    /// Checks a data file and says what it is; `None` if it looks like no file of any game. Two games may have keys of
    /// the same name: the folder of a game above the file decides then, and failing that the game for which it is in
    /// order. A file that is wrong for every game that could have it is told with each of them.
    pub fn validate(&self, path: &Path, text: &str) -> Option<Result<String, Vec<Mistake>>> {
        let here = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let at_home =
            |edition: &dyn Edition| here.components().any(|part| part.as_os_str() == edition.name());
        let (mut mistakes, mut named) = (vec![], vec![]);
        for edition in self.editions() {
            match edition.validate(path, text) {
                None => {}
                Some(Ok(what)) if at_home(edition) => return Some(Ok(what)),
                Some(Ok(what)) => named.push(what),
                Some(Err(fault)) => mistakes.push((at_home(edition), Mistake::new(edition, fault))),
            }
        }
        if mistakes.iter().any(|(at_home, _)| *at_home) {
            mistakes.retain(|(at_home, _)| *at_home);
        } else if !named.is_empty() {
            return Some(Ok(named.swap_remove(0)));
        }
        let mistakes: Vec<Mistake> = mistakes.into_iter().map(|(_, mistake)| mistake).collect();
        (!mistakes.is_empty()).then_some(Err(mistakes))
    }

    /// Every scenario of every game, in order.
    pub fn scenarios(&self) -> impl Iterator<Item = &ScenarioCard> {
        self.editions().flat_map(|edition| edition.scenarios())
    }

    /// The game with this name.
    pub fn edition(&self, name: &str) -> Result<&dyn Edition, UnknownName> {
        self.editions().find(|edition| edition.name() == name).ok_or_else(|| UnknownName {
            kind: "game",
            name: name.into(),
            nearest: nearest(name, self.editions().map(|edition| edition.name())),
        })
    }

    /// The card of the scenario with this full name.
    pub fn scenario(&self, name: &str) -> Result<&ScenarioCard, UnknownName> {
        self.scenarios().find(|card| card.scenario == name).ok_or_else(|| UnknownName {
            kind: "scenario",
            name: name.into(),
            nearest: nearest(name, self.scenarios().map(|card| card.scenario.as_str())),
        })
    }

    /// A scenario with both armies deployed automatically, as far as its game does that.
    pub fn deployed(&self, scenario: &str) -> Result<Box<dyn Table>, Objection> {
        let mut table = self.open(scenario, &Options::new())?.table;
        // What comes before the armies stand is played on by chance, always the same.
        let seed = scenario.bytes().fold(0, |seed, byte| seed * 31 % 65_521 + u64::from(byte));
        let mut chance = Generator::new(seed, 0);
        // Each side deploys once; a game where the word means something else must not hold us up.
        for _ in 0..MOST_BEFORE_DEPLOYED {
            let stands = |table: &dyn Table| {
                table.scene(Viewer::Referee).counters.iter().any(|counter| counter.place.is_some())
            };
            match table.turn() {
                Turn::Order(_) => {
                    let mut choices = table.choices();
                    let muster = choices.iter().position(|choice| choice.aim.act == act::MUSTER);
                    let done = choices.iter().position(|choice| choice.aim.act == act::DONE);
                    let next = match muster {
                        Some(muster) => muster,
                        None if stands(table.as_ref()) => break,
                        None => done.unwrap_or(0),
                    };
                    table.play(&choices.swap_remove(next).order)?;
                }
                Turn::Dice(request) if !stands(table.as_ref()) => {
                    table.roll(chance.throw(request).faces())?;
                }
                _ => break,
            }
        }
        Ok(table)
    }

    /// Opens the scenario with this full name.
    pub fn open(&self, name: &str, options: &Options) -> Result<Opening, Objection> {
        let card = self.scenario(name)?;
        self.edition(&card.game)?.open(name, options)
    }

    /// Opens a scenario to be played by the version of the rules it was begun under.
    pub fn open_under(&self, ruleset: u32, name: &str, options: &Options) -> Result<Opening, Objection> {
        let card = self.scenario(name)?;
        self.edition(&card.game)?.open_under(ruleset, name, options)
    }

    /// Takes up a record where it ends.
    pub fn resume(&self, record: &Record) -> Result<Session, RecordFault> {
        Session::resume(record, self.edition_of(record)?)
    }

    /// Verifies a record.
    pub fn verify(&self, record: &Record) -> Result<Verification, RecordFault> {
        verify(record, self.edition_of(record)?)
    }

    fn edition_of(&self, record: &Record) -> Result<&dyn Edition, RecordFault> {
        let refuse = |unknown: UnknownName| RecordFault { line: 1, what: unknown.to_string() };
        let edition = self.edition(&record.header.game).map_err(refuse)?;
        self.scenario(&record.header.scenario).map_err(refuse)?;
        Ok(edition)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use engine::record::DiceSource;
    use engine::skirmish::SkirmishEdition;

    fn shelf() -> Shelf {
        Shelf::of([Box::new(SkirmishEdition) as Box<dyn Edition>])
    }

    #[test]
    fn unknown_names_get_the_nearest_suggestion() {
        let shelf = shelf();
        assert_eq!(shelf.scenario("field").unwrap_err().nearest.as_deref(), Some("skirmish/field"));
        assert_eq!(shelf.scenario("zzz").unwrap_err().to_string(), "there is no scenario `zzz`");
        assert_eq!(shelf.edition("skirmsh").map(drop).unwrap_err().nearest.as_deref(), Some("skirmish"));
    }

    #[test]
    fn part_of_a_long_name_is_enough_to_be_understood() {
        let names = ["armageddon/rome", "armageddon/fan-26-battle-of-pelusium", "armageddon/thymbra"];
        assert_eq!(nearest("pelusium", names).as_deref(), Some(names[1]));
        assert_eq!(nearest("Armageddon/Rom", names).as_deref(), Some(names[0]));
        assert_eq!(nearest("timbra", names).as_deref(), Some(names[2]));
    }

    #[test]
    fn every_scenario_of_the_standard_shelf_opens() {
        let shelf = Shelf::standard().unwrap();
        let mut names: Vec<&str> = shelf.scenarios().map(|card| card.scenario.as_str()).collect();
        for name in &names {
            let opening = shelf.open(name, &Options::new()).unwrap();
            assert_eq!(opening.table.audit(), Ok(()), "{name}");
            assert!(name.starts_with(&format!("{}/", opening.card.game)), "{name}");
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), shelf.scenarios().count(), "no two scenarios share a name");
    }

    #[test]
    fn a_game_goes_on_by_the_version_of_the_rules_it_began_under() {
        let shelf = Shelf::standard().unwrap();
        for edition in shelf.editions() {
            let (newest, scenario) = (edition.ruleset(), &edition.scenarios()[0].scenario);
            let started = |opening: Opening| Session::new(opening, DiceSource::PHYSICAL).record();
            assert_eq!(started(shelf.open(scenario, &Options::new()).unwrap()).header.ruleset, newest);
            for ruleset in 1..=newest {
                let record = started(shelf.open_under(ruleset, scenario, &Options::new()).unwrap());
                assert_eq!(record.header.ruleset, ruleset);
                let resumed = shelf.resume(&record).unwrap();
                assert_eq!(resumed.record(), record, "{scenario} under version {ruleset}");
            }
            let refused = shelf.open_under(newest + 1, scenario, &Options::new()).map(drop).unwrap_err();
            assert!(refused.why.contains(&format!("plays versions 1 to {newest}")), "{refused}");
        }
    }

    #[test]
    fn a_folder_of_wrong_data_is_refused_with_the_file() {
        let folder = std::env::temp_dir().join(format!("strategikon-shelf-{}", std::process::id()));
        let file = folder.join("armageddon/scenarios/nowhere.toml");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, "title = 7\n").unwrap();
        let fault = Shelf::with_data(&folder).map(drop).unwrap_err();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(fault.to_string().contains("nowhere.toml"), "{fault}");
    }

    #[test]
    fn a_record_finds_its_game() {
        let shelf = shelf();
        let opening = shelf.open("skirmish/field", &Options::new()).unwrap();
        let mut record = Session::new(opening, DiceSource::PHYSICAL).record();
        assert_eq!(shelf.verify(&record).unwrap().entries, 0);
        record.header.game = "chess".into();
        assert!(shelf.resume(&record).map(drop).unwrap_err().what.contains("no game `chess`"));
    }
}
