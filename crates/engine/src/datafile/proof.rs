//! How the tests of a game spoil a data file and look at the fault.

use super::{DataFault, DataFile};

/// The text with its first `from` turned into `to`, and the line where that happened.
///
/// # Panics
/// If the text has no `from`: then the test would prove nothing.
pub fn altered(name: &str, text: &str, from: &str, to: &str) -> (DataFile, usize) {
    let at = text.find(from).unwrap_or_else(|| panic!("`{from}` is not in {name}"));
    let line = 1 + text[..at].matches('\n').count();
    (DataFile::new(name, text.replacen(from, to, 1)), line)
}

/// The fault names its file and line and says all of this, an expectation among it.
///
/// # Panics
/// If it does not.
#[track_caller]
pub fn says((fault, line): (DataFault, usize), words: &[&str]) {
    let said = fault.to_string();
    assert!(said.starts_with(&format!("{}, line {line}: ", fault.file())), "line {line} expected: {said}");
    assert!(said.contains("expected"), "no expectation in: {said}");
    for word in words {
        assert!(said.contains(word), "`{word}` is not in: {said}");
    }
}
