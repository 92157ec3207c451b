//! What the subcommands share: failures and their exit codes, the shelf, records, options, output.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::ExitCode;

use engine::datafile::DataFault;
use engine::edition::Options;
use engine::record::{Record, RecordFault, Seated, Session};
use engine::{Objection, Side, Viewer};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use lab::RunFault;
use serde::Serialize;
use shelf::{Shelf, UnknownName};

use crate::plain;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// It was asked wrongly: exit code 2.
    Usage(String),
    /// What it checked is not in order: exit code 1.
    Check(String),
    /// A data file is wrong: exit code 1.
    Data(DataFault),
    /// Reading or writing failed: exit code 1, or nothing at all if the reader simply went away.
    Io(io::Error),
}

impl Failure {
    /// Tells the failure on standard error.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Usage(why) => {
                eprintln!("strategikon: {}", plain::line(&why));
                ExitCode::from(2)
            }
            Failure::Check(why) => {
                eprintln!("strategikon: {}", plain::line(&why));
                ExitCode::from(1)
            }
            Failure::Data(fault) => {
                eprintln!("{}", plain::lines(&fault.report()));
                ExitCode::from(1)
            }
            Failure::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Io(error) => {
                eprintln!("strategikon: {}", plain::line(&error.to_string()));
                ExitCode::from(1)
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Io(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Failure::Io(error.into())
    }
}

impl From<UnknownName> for Failure {
    fn from(unknown: UnknownName) -> Self {
        Failure::Usage(unknown.to_string())
    }
}

/// Objections on the command line are about what was asked for: an unknown scenario, a wrong option.
impl From<Objection> for Failure {
    fn from(objection: Objection) -> Self {
        Failure::Usage(objection.why)
    }
}

impl From<RunFault> for Failure {
    fn from(fault: RunFault) -> Self {
        match fault {
            RunFault::Data(fault) => Failure::Data(fault),
            RunFault::Wrong(why) => Failure::Usage(why),
        }
    }
}

impl From<workers::Fault> for Failure {
    fn from(fault: workers::Fault) -> Self {
        Failure::Check(fault.to_string())
    }
}

/// The shelf, with a folder of data over it if one is given.
pub fn stock(folder: Option<&Path>) -> Result<Shelf, Failure> {
    let Some(folder) = folder else { return Shelf::standard().map_err(Failure::Data) };
    if !folder.is_dir() {
        return Err(Failure::Usage(format!("there is no folder {}", folder.display())));
    }
    Shelf::with_data(folder).map_err(Failure::Data)
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, Failure> {
    let wrong = |what: String| Failure::Usage(format!("{}: {what}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    String::from_utf8(bytes).map_err(|_| wrong("not a text file".into()))
}

/// A fault of a record with the name of its file.
pub fn in_file(path: &Path, fault: RecordFault) -> Failure {
    Failure::Check(format!("{}: {fault}", path.display()))
}

/// Reads a record and takes it up where it ends.
pub fn resume(shelf: &Shelf, path: &Path) -> Result<(Record, Session), Failure> {
    let record = Record::read(&read(path)?).map_err(|fault| in_file(path, fault))?;
    let session = shelf.resume(&record).map_err(|fault| in_file(path, fault))?;
    Ok((record, session))
}

/// Who sat there, in words.
pub fn seat_words(seat: &Seated) -> String {
    match &seat.computer {
        Some(level) => format!("the computer ({level}), for {}", seat.name),
        None => seat.name.clone(),
    }
}

/// A game named on the command line.
pub enum Game {
    /// A scenario of the shelf, in full.
    Scenario(String),
    /// A record, taken up where it ends.
    Record(Box<Session>),
}

impl Game {
    /// A scenario if there is one of that name, else the record in the file of that name.
    pub fn named(shelf: &Shelf, name: &str) -> Result<Game, Failure> {
        match shelf.scenario(name) {
            Ok(card) => Ok(Game::Scenario(card.scenario.clone())),
            Err(_) if Path::new(name).is_file() => {
                Ok(Game::Record(Box::new(resume(shelf, Path::new(name))?.1)))
            }
            Err(unknown) => Err(unknown.into()),
        }
    }
}

/// Options as typed on the command line: `turns=18`.
pub fn options(typed: &[String]) -> Result<Options, Failure> {
    let mut options = Options::new();
    typed.iter().try_for_each(|text| options.choose(text))?;
    Ok(options)
}

/// The viewer with this name: a side's name, `public` or `referee`.
pub fn viewer(name: &str, sides: [&str; 2]) -> Result<Viewer, Objection> {
    match name {
        "public" => return Ok(Viewer::Public),
        "referee" => return Ok(Viewer::Referee),
        _ => {}
    }
    if let Some(side) = Side::BOTH.into_iter().find(|side| sides[side.index()].eq_ignore_ascii_case(name)) {
        return Ok(Viewer::Side(side));
    }
    let known = [sides[0], sides[1], "public", "referee"];
    let meant =
        shelf::nearest(name, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    let why = format!(
        "there is no viewer `{name}`: expected {}{meant}",
        known.map(|k| format!("`{k}`")).join(", ")
    );
    Err(Objection::new("protocol", why))
}

/// A seed nobody chose. The keys of the standard hasher come from the system's source of randomness.
pub fn any_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}

/// Writes a value as JSON for programs.
pub fn json(out: &mut impl Write, value: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    Ok(writeln!(out)?)
}

/// Words in lines of at most `width` characters, each after `indent`.
pub fn wrapped(text: &str, width: usize, indent: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let length = lines[last].chars().count();
        if length > 0 && length + 1 + word.chars().count() > width {
            lines.push(word.to_string());
        } else {
            if length > 0 {
                lines[last].push(' ');
            }
            lines[last].push_str(word);
        }
    }
    lines.iter().map(|line| format!("{indent}{line}")).collect::<Vec<_>>().join("\n")
}

/// How many games to play at once: as many as asked for, by default one a core.
pub fn jobs(asked: Option<NonZeroUsize>) -> usize {
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    asked.unwrap_or_else(cores).get()
}

/// A bar on standard error that shows how many of so many games are played.
pub fn games_bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left  {msg}");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}

/// The scenarios meant: named in full, or all of a game.
pub fn named_scenarios(shelf: &Shelf, names: &[String]) -> Result<Vec<String>, Failure> {
    let mut scenarios = vec![];
    for name in names {
        match shelf.edition(name) {
            Ok(edition) => scenarios.extend(edition.scenarios().iter().map(|card| card.scenario.clone())),
            Err(_) => scenarios.push(shelf.scenario(name)?.scenario.clone()),
        }
    }
    Ok(scenarios)
}

/// Scenarios by their game, in the order they were named.
pub fn by_game(scenarios: Vec<String>) -> Vec<(String, Vec<String>)> {
    let mut games: Vec<(String, Vec<String>)> = vec![];
    for scenario in scenarios {
        let game = scenario.split('/').next().unwrap_or_default().to_string();
        match games.iter_mut().find(|(name, _)| *name == game) {
            Some((_, scenarios)) => scenarios.push(scenario),
            None => games.push((game, vec![scenario])),
        }
    }
    games
}

/// A length of time as people write it: `200ms`, `2s`.
pub fn duration(text: &str) -> Result<std::time::Duration, String> {
    let wrong = || format!("`{text}` is no length of time; expected one such as 200ms or 2s");
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    let seconds = number * unit;
    if (0.0..=3600.0).contains(&seconds) {
        Ok(std::time::Duration::from_secs_f64(seconds))
    } else {
        Err(wrong())
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use engine::edition::Edition;
    use engine::skirmish::SkirmishEdition;

    /// A shelf with the example game.
    pub fn example_shelf() -> Shelf {
        Shelf::of([Box::new(SkirmishEdition) as Box<dyn Edition>])
    }

    /// What a command writes.
    pub fn written(run: impl FnOnce(&mut Vec<u8>) -> Result<(), Failure>) -> Result<String, Failure> {
        let mut out = vec![];
        run(&mut out)?;
        Ok(String::from_utf8(out).unwrap())
    }

    #[test]
    fn lines_are_wrapped_between_words() {
        assert_eq!(wrapped("one two three", 7, "  "), "  one two\n  three");
        assert_eq!(wrapped("", 7, ""), "");
    }

    #[test]
    fn viewers_are_known_by_name_whatever_its_case() {
        let sides = ["Romans", "Sabines"];
        assert_eq!(viewer("sabines", sides), Ok(Viewer::Side(Side::Second)));
        assert_eq!(viewer("public", sides), Ok(Viewer::Public));
        assert!(viewer("Roman", sides).unwrap_err().why.contains("did you mean `Romans`"));
    }

    #[test]
    fn seeds_nobody_chose_differ() {
        assert_ne!(any_seed(), any_seed());
    }
}
