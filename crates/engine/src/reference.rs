//! The card of a game: its cover on the shelf, and a page of charts made from its data files.
//!
//! A game's `card.toml` says how its cover is drawn, which tables of its files are printed and what their columns are
//! called; the figures are those the game is played with, never copied.
//!
//! ```
//! use engine::datafile::DataFile;
//! use engine::reference::Reference;
//! use engine::rulebook::Rulebook;
//! let charts = DataFile::new("charts.toml", "[results]\ncolumns = [\"1 to 1\"]\nrows = [\"1 -\", \"6 D\"]\n");
//! let card = DataFile::new(
//!     "card.toml",
//!     "[cover]\nground = \"#c9a35a\"\nink = \"#3b2410\"\nstrokes = [\"M36 22v24\"]\n\
//!      [[chart]]\ntitle = \"Results\"\nfile = \"charts.toml\"\ntable = \"results\"\ncorner = \"die\"\n",
//! );
//! let book = Rulebook { game: "troy".into(), rules: vec![] };
//! let reference = Reference::read(&card, &book, |name| (name == "charts.toml").then_some(&charts)).unwrap();
//! assert_eq!(reference.charts[0].head, ["die", "1 to 1"]);
//! assert_eq!(reference.charts[0].rows[1], ["6", "D"]);
//! assert_eq!(reference.cover.unwrap().strokes, ["M36 22v24"]);
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use crate::datafile::{DataFault, DataFile, Spanned};
use crate::rulebook::Rulebook;

/// The cover of a game and its charts.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Reference {
    /// The cover, if one is drawn.
    pub cover: Option<Cover>,
    /// The charts, in the order of the page.
    pub charts: Vec<Chart>,
}

/// A cover: a few strokes on a square of 60 by 60.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Cover {
    /// The colour of the ground, as `#rrggbb`.
    pub ground: String,
    /// The colour of the strokes, as `#rrggbb`.
    pub ink: String,
    /// The strokes, each written as the path of an SVG.
    pub strokes: Vec<String>,
}

/// A chart.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Chart {
    /// Its title.
    pub title: String,
    /// The rule it belongs to; empty if it belongs to none.
    pub rule: String,
    /// The heads of its columns.
    pub head: Vec<String>,
    /// Its rows; a figure of the house ends with `⌂`.
    pub rows: Vec<Vec<String>>,
    /// What is to be said below it.
    pub note: String,
}

/// `card.toml`: what is printed.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub struct CardFile {
    #[serde(default)]
    cover: Option<Spanned<Cover>>,
    chart: Vec<ChartEntry>,
}

/// A chart of the card.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
struct ChartEntry {
    title: String,
    #[serde(default)]
    rule: String,
    #[serde(default)]
    note: String,
    /// The rules whose titles and first sentences are the rows.
    #[serde(default)]
    rules: Vec<String>,
    /// The file the rows are from.
    #[serde(default)]
    file: String,
    /// The table in it: one with `columns` and `rows`, a list of entries, or single figures.
    #[serde(default)]
    table: String,
    /// What stands over the first column of a table with `columns` and `rows`, and of single figures.
    #[serde(default)]
    corner: String,
    /// The columns of a list of entries, or the lines of single figures: the field and what it is called.
    #[serde(default)]
    columns: Vec<[String; 2]>,
}

const HOUSE: &str = " ⌂";

impl Reference {
    /// The card of a game; `find` gives its data files by name.
    pub fn read<'a>(
        card: &DataFile,
        book: &Rulebook,
        find: impl Fn(&str) -> Option<&'a DataFile>,
    ) -> Result<Reference, DataFault> {
        let CardFile { cover, chart } = card.parse()?;
        if let Some(cover) = &cover {
            cover.get_ref().sound().map_err(|(what, expected)| card.fault(cover.span(), what, expected))?;
        }
        let fault = |entry: &ChartEntry, what: String, expected: &str| {
            let at = card.text.find(&format!("\"{}\"", entry.title)).unwrap_or(0);
            card.fault(at..at, what, expected)
        };
        let mut charts = vec![];
        for entry in &chart {
            let (head, rows) = if entry.rules.is_empty() {
                let file = find(&entry.file);
                let file = file.ok_or_else(|| {
                    fault(entry, format!("there is no file `{}`", entry.file), "a data file")
                })?;
                let all: Table = file.parse()?;
                let table =
                    if entry.table.is_empty() { Some(Value::Table(all)) } else { at(&all, &entry.table) };
                let table = table.ok_or_else(|| {
                    fault(entry, format!("{} has no table `{}`", entry.file, entry.table), "one it has")
                })?;
                printed(entry, &table).map_err(|what| fault(entry, what, "what the file has"))?
            } else {
                (vec![], told(entry, book).map_err(|what| fault(entry, what, "a rule of the book"))?)
            };
            let ChartEntry { title, rule, note, .. } = entry;
            charts.push(Chart { title: title.clone(), rule: rule.clone(), head, rows, note: note.clone() });
        }
        Ok(Reference { cover: cover.map(Spanned::into_inner), charts })
    }
}

impl Cover {
    /// Colours and strokes are handed to whoever draws them: nothing else may be written there.
    fn sound(&self) -> Result<(), (String, &'static str)> {
        for colour in [&self.ground, &self.ink] {
            let digits = colour.strip_prefix('#').unwrap_or_default();
            if digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                return Err((format!("`{colour}` is no colour"), "`#` and six hexadecimal digits"));
            }
        }
        let known = |c: char| c.is_ascii_digit() || " .,-MmLlHhVvCcSsQqTtAaZz".contains(c);
        match self.strokes.iter().find(|stroke| !stroke.chars().all(known)) {
            Some(stroke) => Err((format!("`{stroke}` is no stroke"), "the path of an SVG")),
            None => Ok(()),
        }
    }
}

/// What is found by names with dots between them.
fn at(table: &Table, path: &str) -> Option<Value> {
    path.split('.').try_fold(Value::Table(table.clone()), |value, name| value.get(name).cloned())
}

type Printed = (Vec<String>, Vec<Vec<String>>);

fn printed(entry: &ChartEntry, table: &Value) -> Result<Printed, String> {
    let fields = || entry.columns.iter().map(|[_, title]| title.clone()).collect::<Vec<_>>();
    match table {
        Value::Array(entries) => {
            let mut rows = vec![];
            for one in entries {
                let one = one.as_table().ok_or("a list of something else than entries")?;
                rows.push(entry.columns.iter().map(|[field, _]| figure(one, field)).collect());
            }
            for [field, _] in &entry.columns {
                if entries.iter().all(|one| one.get(field).is_none()) {
                    return Err(format!("no entry has a field `{field}`"));
                }
            }
            Ok((fields(), rows))
        }
        Value::Table(table) if entry.columns.is_empty() => laid_out(entry, table),
        Value::Table(table) => {
            let line = |[field, title]: &[String; 2]| match at(table, field) {
                Some(value) => Ok(vec![title.clone(), words(&value)]),
                None => Err(format!("there is no figure `{field}`")),
            };
            let rows = entry.columns.iter().map(line).collect::<Result<_, _>>()?;
            Ok((vec![entry.corner.clone(), String::new()], rows))
        }
        _ => Err("neither a table nor a list".into()),
    }
}

/// A table written as one: `columns`, and `rows` of words of which the first names the row.
fn laid_out(entry: &ChartEntry, table: &Table) -> Result<Printed, String> {
    let list =
        |name: &str| table.get(name).and_then(Value::as_array).ok_or(format!("a table without `{name}`"));
    let mut head = vec![entry.corner.clone()];
    head.extend(list("columns")?.iter().map(words));
    let row = |row: &Value| words(row).split_whitespace().map(str::to_string).collect::<Vec<_>>();
    Ok((head, list("rows")?.iter().map(row).collect()))
}

/// A field of an entry, with the mark of the house if it is one of its values.
fn figure(entry: &Table, field: &str) -> String {
    let Some(value) = entry.get(field) else { return String::new() };
    let house = match entry.get("house") {
        Some(Value::Array(fields)) => fields.iter().any(|one| one.as_str() == Some(field)),
        Some(Value::Boolean(all)) => *all,
        _ => false,
    };
    format!("{}{}", words(value), if house { HOUSE } else { "" })
}

fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_string(),
        Value::Boolean(true) => "✓".into(),
        Value::Boolean(false) => String::new(),
        Value::Array(all) => all.iter().map(words).collect::<Vec<_>>().join(", "),
        Value::Table(all) => {
            all.iter().map(|(name, value)| format!("{name} {}", words(value))).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// Rules by their titles and first sentences.
fn told(entry: &ChartEntry, book: &Rulebook) -> Result<Vec<Vec<String>>, String> {
    let row = |number: &String| {
        let rule = book.rules.iter().find(|rule| &rule.rule == number);
        let rule = rule.ok_or_else(|| format!("the book has no rule `{number}`"))?;
        let summary = rule.summary.split_whitespace().collect::<Vec<_>>().join(" ");
        let first = summary.split_once(". ").map_or(summary.as_str(), |(first, _)| first);
        Ok(vec![rule.title.clone(), format!("{}.", first.trim_end_matches('.')), number.clone()])
    };
    entry.rules.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cover: &str) -> Result<Reference, DataFault> {
        let card = DataFile::new("card.toml", format!("chart = []\n[cover]\n{cover}"));
        Reference::read(&card, &Rulebook { game: "troy".into(), rules: vec![] }, |_| None)
    }

    #[test]
    fn a_cover_has_colours_and_strokes_and_nothing_else() {
        let sound = read("ground = \"#c9a35a\"\nink = \"#3b2410\"\nstrokes = [\"M36 22v24\"]").unwrap();
        assert_eq!(sound.cover.unwrap().ground, "#c9a35a");
        let colour = read("ground = \"red\"\nink = \"#3b2410\"\nstrokes = []").unwrap_err().to_string();
        assert!(colour.contains("`red` is no colour") && colour.contains("card.toml"), "{colour}");
        let stroke = read("ground = \"#c9a35a\"\nink = \"#3b2410\"\nstrokes = [\"url(x)\"]").unwrap_err();
        assert!(stroke.to_string().contains("`url(x)` is no stroke"), "{stroke}");
    }
}
