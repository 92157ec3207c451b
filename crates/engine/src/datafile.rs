//! Data files: text a wargamer can edit, read with errors that say where and what was expected.
//!
//! [`parse`] turns a TOML text into a game's own types. What TOML cannot know (a hex off the map, a unit type
//! that does not exist) is told with [`DataFile::fault`] at the span of the offending word. A [`Catalogue`] says
//! which files a game has and recognises them; [`Texts`] are those compiled in with those of a folder.
//!
//! ```
//! use engine::datafile::parse;
//! #[derive(serde::Deserialize, Debug)]
//! #[serde(deny_unknown_fields)]
//! struct Scenario { turns: u8 }
//! let fault = parse::<Scenario>("rome.toml", "# Rome\nturns = \"ten\"\n").unwrap_err();
//! assert_eq!((fault.file(), fault.line()), ("rome.toml", 2));
//! assert!(fault.to_string().contains("expected u8"));
//! ```

use std::fmt::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

mod catalogue;
pub mod ground;
pub mod landscape;
pub mod proof;
mod results;
mod sheet_fault;
pub mod sides;
mod spanned;

pub(crate) use catalogue::toml_files;
pub use catalogue::{Catalogue, Filing, Sort, Texts, form_at};
pub use results::ResultsEntry;
pub use sheet_fault::SheetFault;
pub use spanned::Spanned;

/// What is wrong with a data file: where, what, and what was expected instead.
#[derive(Debug, Clone)]
pub struct DataFault(Box<Fault>);

#[derive(Debug, Clone)]
struct Fault {
    file: String,
    text: Arc<str>,
    span: Range<usize>,
    line: usize,
    message: String,
    expected: String,
}

impl DataFault {
    /// A fault at a span of bytes of a file's text.
    pub fn at(
        file: &str,
        text: &str,
        span: Range<usize>,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> Self {
        let start = span.start.min(text.len());
        let line = 1 + text.as_bytes()[..start].iter().filter(|&&b| b == b'\n').count();
        DataFault(Box::new(Fault {
            file: file.into(),
            text: Arc::from(text),
            span: whole(text, start)..whole(text, span.end.clamp(start, text.len())),
            line,
            message: message.into(),
            expected: expected.into(),
        }))
    }

    /// A fault of a file as a whole: it cannot be read, or is not there.
    pub fn of_file(file: &str, message: impl Into<String>, expected: impl Into<String>) -> Self {
        DataFault::at(file, "", 0..0, message, expected)
    }

    /// The file's name.
    pub fn file(&self) -> &str {
        &self.0.file
    }

    /// The line of the fault, from 1.
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// What was expected instead; empty if the message says it already.
    pub fn expected(&self) -> &str {
        &self.0.expected
    }

    /// The fault with the line it is in, the lines around it and a mark below the words meant:
    ///
    /// ```text
    /// rome.toml, line 2: a game of no turns; expected 1 to 99
    ///   1 | title = "Rome"
    ///   2 | turns = 0
    ///     |         ^ here
    /// ```
    pub fn report(&self) -> String {
        let mut report = self.to_string();
        let Fault { text, span, line, .. } = self.0.as_ref();
        if text.is_empty() {
            return report;
        }
        let first = line.saturating_sub(1 + AROUND);
        for (i, words) in text.lines().enumerate().skip(first).take(line + AROUND - first) {
            let _ = write!(report, "\n{:4} | {words}", i + 1);
            if i + 1 == *line {
                let start = text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
                let count = |bytes: &str| bytes.chars().count();
                let before = count(&text[start..span.start]);
                let length = count(&text[span.clone()]).min(count(words).saturating_sub(before)).max(1);
                let _ = write!(report, "\n     | {:before$}{} here", "", "^".repeat(length));
            }
        }
        report
    }
}

/// The start of the letter that a byte belongs to.
fn whole(text: &str, byte: usize) -> usize {
    (0..=byte).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Lines shown before and after the one with the fault.
const AROUND: usize = 2;

/// In one line: file, line, what is wrong, what was expected.
impl fmt::Display for DataFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}, line {}: {}", self.file(), self.0.line, self.0.message)?;
        match self.0.expected.as_str() {
            "" => Ok(()),
            expected => write!(f, "; expected {expected}"),
        }
    }
}

impl std::error::Error for DataFault {}

/// Reads a TOML text; a fault names the file, the line and what was expected there.
pub fn parse<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, DataFault> {
    toml::from_str(text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        DataFault::at(file, text, span, error.message().trim(), expectation(error.message()))
    })
}

/// TOML's own messages mostly say what was expected; the rest get a word of advice.
fn expectation(message: &str) -> &'static str {
    let message = message.to_lowercase();
    if message.contains("expected") {
        ""
    } else if message.contains("missing field") {
        "the entry to have it"
    } else if message.contains("duplicate") {
        "every key once"
    } else {
        "a file in TOML form"
    }
}

/// A named text, for faults found after parsing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFile {
    /// Its name, as faults show it.
    pub name: String,
    /// Its text.
    pub text: Arc<str>,
}

impl DataFile {
    /// A file from its name and text.
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        DataFile { name: name.into(), text: text.into() }
    }

    /// A file from the disk, named by its path.
    pub fn read(path: &std::path::Path) -> Result<Self, DataFault> {
        let name = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Ok(DataFile::new(name, text)),
            Err(error) => Err(DataFault::of_file(
                &name,
                format!("cannot be read: {error}"),
                "a readable text file in UTF-8",
            )),
        }
    }

    /// Reads the text as TOML.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, DataFault> {
        parse(&self.name, &self.text)
    }

    /// A fault at a span of the text.
    pub fn fault(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        expected: impl Into<String>,
    ) -> DataFault {
        DataFault::at(&self.name, &self.text, span, message, expected)
    }
}

/// The candidate nearest to a mistyped word, if any is near enough to suggest.
///
/// ```
/// use engine::datafile::nearest;
/// assert_eq!(nearest("megido", ["rome", "megiddo", "sinai"]), Some("megiddo"));
/// assert_eq!(nearest("xyzzy", ["rome", "megiddo", "sinai"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| (strsim::jaro_winkler(&word, &candidate.to_lowercase()), candidate))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// SHA-256 in hex of texts, each closed by a zero byte.
///
/// ```
/// use engine::datafile::digest;
/// assert_eq!(digest(["a"]).len(), 64);
/// assert_ne!(digest(["ab", "c"]), digest(["a", "bc"]));
/// ```
pub fn digest<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update(text.as_bytes());
        hash.update([0]);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only faults are looked at")]
    struct Scenario {
        title: String,
        turns: Spanned<u8>,
    }

    fn fault(text: &str) -> DataFault {
        parse::<Scenario>("rome.toml", text).unwrap_err()
    }

    #[test]
    fn an_unknown_key_is_named_with_the_known_ones() {
        let fault = fault("title = \"Rome\"\nturns = 10\ntruns = 3\n");
        assert_eq!(fault.line(), 3);
        let said = fault.to_string();
        assert!(
            said.starts_with("rome.toml, line 3: unknown field `truns`, expected `title` or `turns`"),
            "{said}"
        );
    }

    #[test]
    fn broken_toml_is_a_fault_at_its_line() {
        let fault = fault("title = \"Rome\"\nturns = = 10\n");
        assert_eq!(fault.line(), 2);
        assert!(fault.to_string().contains("expected"), "{fault}");
    }

    #[test]
    fn a_missing_key_is_a_fault() {
        let said = fault("title = \"Rome\"\n").to_string();
        assert!(said.contains("missing field `turns`; expected the entry to have it"), "{said}");
    }

    #[test]
    fn a_fault_shows_its_source_line() {
        let file = DataFile::new("rome.toml", "title = \"Rome\"\nturns = 0\n");
        let read: Scenario = file.parse().unwrap();
        let fault = file.fault(read.turns.span(), "a game of no turns", "1 to 99");
        assert_eq!(fault.to_string(), "rome.toml, line 2: a game of no turns; expected 1 to 99");
        let shown = [
            "rome.toml, line 2: a game of no turns; expected 1 to 99",
            "   1 | title = \"Rome\"",
            "   2 | turns = 0",
            "     |         ^ here",
        ];
        assert_eq!(fault.report(), shown.join("\n"));
    }

    #[test]
    fn words_of_several_letters_and_lines_are_marked_as_far_as_their_line_goes() {
        let marked = |text: &str, span| {
            let report = DataFault::at("a.toml", text, span, "m", "").report();
            report.lines().find(|line| line.ends_with("here")).unwrap().to_string()
        };
        let greek = "é = 'Ῥώμη'\n";
        assert_eq!(marked(greek, greek.find('\'').unwrap()..greek.len() - 1), "     |     ^^^^^^ here");
        assert_eq!(marked("a = [\n1,\n2]\n", 4..12), "     |     ^ here");
        assert_eq!(marked("a = 1", 5..5), "     |      ^ here");
    }

    #[test]
    fn a_span_beyond_the_text_is_no_panic() {
        assert_eq!(DataFault::at("a", "x\ny", 90..99, "m", "e").line(), 2);
        let reversed = DataFault::at("a", "x\nyé", Range { start: 4, end: 1 }, "m", "e");
        assert_eq!(reversed.line(), 2);
        assert!(reversed.report().contains("yé"));
    }

    #[test]
    fn an_unreadable_file_is_a_fault() {
        let fault = DataFile::read(std::path::Path::new("/nowhere/at/all.toml")).unwrap_err();
        assert!(fault.to_string().contains("/nowhere/at/all.toml"), "{fault}");
    }
}
