//! Variants: a game with some values of its data files changed.

use std::path::Path;

use engine::datafile::DataFault;
use shelf::Shelf;
use toml::{Table, Value};

/// A value of a data file that is to be another.
#[derive(Clone, PartialEq, Debug)]
pub struct Change {
    /// The file, with its game: `armageddon/scenarios/rome.toml`.
    pub file: String,
    /// Where in it: `turns`, `side[0].name`, `unit[code=MS].front`.
    pub at: String,
    /// What it is to be.
    pub to: Value,
}

/// A step into a file.
#[derive(Clone, PartialEq, Debug)]
enum Step<'a> {
    /// To the value of a key.
    Key(&'a str),
    /// To the entry of a list with this number, from 0.
    Number(usize),
    /// To the entry of a list in which a key has this value.
    Which(&'a str, &'a str),
}

/// The steps of `side[0].name`.
fn steps(at: &str) -> Result<Vec<Step<'_>>, String> {
    let wrong =
        || format!("`{at}` is no place in a file; expected one such as `turns` or `unit[code=MS].front`");
    let mut steps = vec![];
    for part in at.split('.') {
        let (key, mut picks) = part.split_at(part.find('[').unwrap_or(part.len()));
        if key.is_empty() {
            return Err(wrong());
        }
        steps.push(Step::Key(key));
        while let Some(rest) = picks.strip_prefix('[') {
            let (pick, after) = rest.split_once(']').ok_or_else(wrong)?;
            steps.push(match (pick.split_once('='), pick.parse()) {
                (Some((key, value)), _) => Step::Which(key.trim(), value.trim().trim_matches('"')),
                (None, Ok(number)) => Step::Number(number),
                (None, Err(_)) => return Err(wrong()),
            });
            picks = after;
        }
        if !picks.is_empty() {
            return Err(wrong());
        }
    }
    Ok(steps)
}

/// The value a step leads to; what is there instead if there is none.
fn step<'a>(value: &'a mut Value, step: &Step) -> Result<&'a mut Value, String> {
    match (step, value) {
        (Step::Key(key), Value::Table(table)) => {
            let keys = table.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            table.get_mut(*key).ok_or_else(|| format!("there is no `{key}`; there are {keys}"))
        }
        (Step::Key(key), other) => Err(format!("there is no `{key}` in {}", kind(other))),
        (Step::Number(number), Value::Array(entries)) => {
            let count = entries.len();
            entries.get_mut(*number).ok_or_else(|| format!("there is no entry {number} of {count}, from 0"))
        }
        (Step::Which(key, wanted), Value::Array(entries)) => {
            let is = |value: &Value| match value {
                Value::String(text) => text == wanted,
                other => other.to_string() == *wanted,
            };
            let found = entries.iter_mut().find(|entry| entry.get(*key).is_some_and(is));
            found.ok_or_else(|| format!("there is no entry with `{key}` = {wanted}"))
        }
        (_, other) => Err(format!("expected a list, not {}", kind(other))),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::String(_) => "a text",
        Value::Integer(_) | Value::Float(_) => "a number",
        Value::Boolean(_) => "true or false",
        Value::Datetime(_) => "a date",
        Value::Array(_) => "a list",
        Value::Table(_) => "a table",
    }
}

impl Change {
    /// The game whose file it is, and the place of the file among its files.
    fn parts(&self) -> Option<(&str, &str)> {
        self.file.split_once('/')
    }

    /// Makes the change in the text of its file. The last key may be a new one: fields that are usually left out can be set.
    fn made(&self, text: &str) -> Result<String, String> {
        let table: Table = text.parse().map_err(|fault| format!("{}: {fault}", self.file))?;
        let mut root = Value::Table(table);
        let steps = steps(&self.at)?;
        let (last, way) = steps.split_last().ok_or("expected a place in the file")?;
        let fault = |why: String| format!("{} at `{}`: {why}", self.file, self.at);
        let mut value = &mut root;
        for next in way {
            value = step(value, next).map_err(fault)?;
        }
        match (last, value) {
            (Step::Key(key), Value::Table(table)) => _ = table.insert(key.to_string(), self.to.clone()),
            (last, value) => *step(value, last).map_err(fault)? = self.to.clone(),
        }
        match root {
            Value::Table(table) => Ok(table.to_string()),
            other => Err(fault(format!("expected a table, not {}", kind(&other)))),
        }
    }
}

/// Checks changes against the files of a shelf, and writes every file of their games into a folder, changed or not:
/// `--data FOLDER` is the variant. Nothing is written if a change cannot be made.
pub fn write(shelf: &Shelf, changes: &[Change], folder: &Path) -> Result<(), String> {
    let mut games: Vec<&str> = vec![];
    for change in changes {
        let (game, place) = change.parts().unwrap_or((change.file.as_str(), ""));
        let edition = shelf.edition(game).map_err(|unknown| format!("{}: {unknown}", change.file))?;
        if !edition.texts().iter().any(|(known, _)| *known == place) {
            let known: Vec<&str> = edition.texts().iter().map(|(known, _)| *known).collect();
            let meant = shelf::nearest(place, known.iter().copied());
            let meant = meant.map_or_else(String::new, |near| format!("; did you mean `{game}/{near}`?"));
            return Err(format!("{game} has no data file `{place}`{meant}"));
        }
        if !games.contains(&game) {
            games.push(game);
        }
    }
    let mut files = vec![];
    for game in games {
        let edition = shelf.edition(game).map_err(|unknown| unknown.to_string())?;
        for (place, text) in edition.texts() {
            let mut text = text.to_string();
            for change in changes.iter().filter(|change| change.parts() == Some((game, place))) {
                text = change.made(&text)?;
            }
            files.push((folder.join(game).join(place), text));
        }
    }
    for (path, text) in files {
        let written = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        let written = written.and_then(|()| std::fs::write(&path, text));
        written.map_err(|fault| format!("{}: {fault}", path.display()))?;
    }
    Ok(())
}

/// A shelf with some values changed; the files of the variant are written into a folder.
pub(crate) fn shelf_with(shelf: &Shelf, changes: &[Change], folder: &Path) -> Result<Shelf, String> {
    write(shelf, changes, folder)?;
    Shelf::with_data(folder).map_err(|fault: DataFault| fault.report())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::edition::Options;

    fn change(file: &str, at: &str, to: impl Into<Value>) -> Change {
        Change { file: file.into(), at: at.into(), to: to.into() }
    }

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("variant-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn places_in_a_file_are_read_as_people_write_them() {
        assert_eq!(
            steps("side[0].group[name=left].troops").unwrap(),
            [
                Step::Key("side"),
                Step::Number(0),
                Step::Key("group"),
                Step::Which("name", "left"),
                Step::Key("troops")
            ]
        );
        for wrong in ["", ".", "a..b", "a[", "a[x]", "[0]", "a[0]b"] {
            assert!(steps(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn any_value_may_be_changed_and_the_rest_stays() {
        let shelf = Shelf::standard().unwrap();
        let folder = folder("turns");
        let changes = [
            change("armageddon/scenarios/rome.toml", "turns", 12),
            change("armageddon/units.toml", "unit[code=MS].front", 2),
        ];
        let other = shelf_with(&shelf, &changes, &folder).unwrap();
        let turns = |shelf: &Shelf, name: &str| shelf.scenario(name).unwrap().turns;
        assert_eq!((turns(&shelf, "armageddon/rome"), turns(&other, "armageddon/rome")), (10, 12));
        assert_eq!(turns(&shelf, "armageddon/sinai"), turns(&other, "armageddon/sinai"));
        let print = |shelf: &Shelf| shelf.scenario("armageddon/rome").unwrap().fingerprint.clone();
        assert_ne!(print(&shelf), print(&other));
        assert!(other.open("armageddon/rome", &Options::new()).is_ok());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_change_that_cannot_be_made_says_what_is_there() {
        let shelf = Shelf::standard().unwrap();
        let folder = folder("wrong");
        let why = |file: &str, at: &str, to: Value| {
            shelf_with(&shelf, &[change(file, at, to)], &folder).err().unwrap()
        };
        let rome = "armageddon/scenarios/rome.toml";
        assert!(why(rome, "side[5].name", "x".into()).contains("no entry 5 of 2"));
        assert!(why(rome, "sides[0].name", "x".into()).contains("there are category, date"));
        assert!(why("armageddon/units.toml", "unit[code=XX].front", 1.into()).contains("`code` = XX"));
        assert!(why("armageddon/scenarios/rom.toml", "turns", 1.into()).contains("did you mean"));
        assert!(why("chess/board.toml", "turns", 1.into()).contains("no game `chess`"));
        assert!(!folder.exists(), "nothing is written");
        let refused = why(rome, "turns", "ten".into());
        assert!(refused.contains("rome.toml") && refused.contains("expected"), "{refused}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
