//! Which test covers which rule, read from a game's sources.
//!
//! A test says `#[covers("melee.H")]`. A game's build script is one line, [`write_coverage`], and the game
//! includes the list it leaves in `$OUT_DIR/coverage.rs`. The same [`scan`] gives every string literal of the
//! sources with its place, so that a test can look for citations of rules that do not exist.
//!
//! Only what the compiler would see counts: comments are skipped, files are followed from the crate's roots
//! through `mod` lines, and a function counts only if it is a test that runs, that is, one with `#[test]` and
//! without `#[ignore]`. Files pulled in with `include!` are not followed.

mod slot;
mod source;
mod token;
mod tree;

use std::fmt;
use std::path::{Path, PathBuf};

pub use tree::scan;

/// What the sources of a crate say about rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scan {
    /// Every rule named by the `covers` of a test that runs, in source order.
    pub coverage: Vec<Covering>,
    /// Every string literal, in source order.
    pub literals: Vec<Literal>,
}

/// A test covers a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Covering {
    /// The rule's number.
    pub rule: String,
    /// The test's path: `melee::tests::disrupted_twice_is_eliminated`; tests under `tests/` begin with their
    /// file's name.
    pub test: String,
}

/// A string literal and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Literal {
    /// Its text, without quotes.
    pub text: String,
    /// The file it is in.
    pub file: PathBuf,
    /// The line it begins in, from 1.
    pub line: usize,
    /// Whether the engine takes a rule's number where it stands, so that even a plain "9" cites one.
    pub rule_expected: bool,
}

/// What is wrong with the sources, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; none if it is the whole file.
    pub line: Option<usize>,
    /// What is wrong.
    pub why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        write!(f, ": {}", self.why)
    }
}

impl std::error::Error for Fault {}

/// The whole work of a game's build script: scans the crate being built and writes `$OUT_DIR/coverage.rs`.
///
/// A fault is reported to cargo, which fails the build with it.
pub fn write_coverage() {
    // To cargo a folder that is not there has always just changed, so only those that are there are named.
    for folder in ["src", "tests"] {
        if Path::new(folder).exists() {
            println!("cargo::rerun-if-changed={folder}");
        }
    }
    if let Err(fault) = write_from_environment() {
        println!("cargo::error={fault}");
    }
}

fn write_from_environment() -> Result<(), Fault> {
    let folder = |name: &str| {
        std::env::var_os(name).map(PathBuf::from).ok_or_else(|| Fault {
            file: PathBuf::from("build.rs"),
            line: None,
            why: format!("{name} is not set; this runs only as a build script"),
        })
    };
    let scan = scan(&folder("CARGO_MANIFEST_DIR")?)?;
    let file = folder("OUT_DIR")?.join("coverage.rs");
    std::fs::write(&file, rust_list(&scan.coverage)).map_err(|error| Fault {
        file,
        line: None,
        why: format!("cannot be written: {error}"),
    })
}

/// The coverage as Rust source: `pub const COVERAGE: &[(&str, &str)]`, each entry a rule and a test.
pub fn rust_list(coverage: &[Covering]) -> String {
    let mut text =
        String::from("/// Each rule with a test that covers it.\npub const COVERAGE: &[(&str, &str)] = &[\n");
    for Covering { rule, test } in coverage {
        text += &format!("    ({rule:?}, {test:?}),\n");
    }
    text + "];\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_a_constant_of_pairs() {
        let covering = |rule: &str, test: &str| Covering { rule: rule.into(), test: test.into() };
        assert_eq!(
            rust_list(&[covering("melee.H", "melee::tests::odds"), covering("R42", "melee::tests::bonus")]),
            "/// Each rule with a test that covers it.\n\
             pub const COVERAGE: &[(&str, &str)] = &[\n    \
             (\"melee.H\", \"melee::tests::odds\"),\n    \
             (\"R42\", \"melee::tests::bonus\"),\n\
             ];\n"
        );
    }

    #[test]
    fn a_fault_names_file_and_line() {
        let fault = Fault { file: "src/melee.rs".into(), line: Some(7), why: "no test".into() };
        assert_eq!(fault.to_string(), "src/melee.rs, line 7: no test");
        assert_eq!(Fault { line: None, ..fault }.to_string(), "src/melee.rs: no test");
    }
}
