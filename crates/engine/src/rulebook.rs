//! The numbered rules of a game, each with a summary for players and the tests that hold it.
//!
//! A game keeps its rules in `rules.toml`; its build script collects the tests that `#[covers("…")]` them.
//!
//! ```
//! use engine::rulebook::Rulebook;
//!
//! let text = r#"
//! game = "checkers"
//!
//! [[rule]]
//! rule = "jump.A"
//! title = "Jumping"
//! summary = """
//! A man takes an enemy
//! by jumping over it."""
//! status = "implemented"
//! "#;
//! let book = Rulebook::parse(text, &[("jump.A", "jump::tests::a_man_takes_by_jumping")])?;
//! let jump = book.get("jump.A").expect("the rule above");
//! assert_eq!(jump.summary, "A man takes an enemy by jumping over it.");
//! assert_eq!(jump.tests, ["jump::tests::a_man_takes_by_jumping"]);
//! assert!(book.uncovered().is_empty());
//! # Ok::<(), engine::datafile::DataFault>(())
//! ```

mod proof;

use std::collections::{BTreeMap, BTreeSet};

use crate::datafile::Spanned;
use serde::{Deserialize, Serialize};

use crate::datafile::{DataFault, DataFile};

pub use proof::Quote;

/// The rules of one game, in the order of its rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Rulebook {
    /// The game's name on the shelf.
    pub game: String,
    /// Every case, chapter by chapter.
    pub rules: Vec<Rule>,
}

/// One case of a rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Rule {
    /// Its number, as objections and events cite it: `melee.H`.
    pub rule: String,
    /// What it is about, in a few words.
    pub title: String,
    /// What it says, in our own words.
    pub summary: String,
    /// Whether the program enforces it.
    pub status: Status,
    /// The tests that cover it, by their path.
    pub tests: Vec<String>,
}

/// Whether the program enforces a rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// It does.
    Implemented,
    /// Not yet.
    Missing,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Printed {
    game: String,
    rule: Vec<PrintedRule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PrintedRule {
    rule: Spanned<String>,
    title: Spanned<String>,
    summary: Spanned<String>,
    status: Status,
}

impl Rulebook {
    /// Reads a rule list and adds to each rule the tests that cover it, given as (rule, test) pairs.
    ///
    /// A pair that names no rule of the list is left out: what the list lacks, a test of the game reports.
    pub fn parse(text: &str, coverage: &[(&str, &str)]) -> Result<Rulebook, DataFault> {
        let file = DataFile::new("rules.toml", text);
        let printed: Printed = file.parse()?;

        let mut tests = BTreeMap::<&str, Vec<String>>::new();
        for &(rule, test) in coverage {
            tests.entry(rule).or_default().push(test.to_owned());
        }

        let mut seen = BTreeSet::new();
        let mut rules = Vec::with_capacity(printed.rule.len());
        for entry in printed.rule {
            let (place, rule) = (entry.rule.span(), entry.rule.into_inner());
            if !is_rule_number(&rule) {
                let expected = "letters, digits and hyphens in parts joined by dots, such as \"melee.H\"";
                return Err(file.fault(place, format!("\"{rule}\" is no rule number"), expected));
            }
            if !seen.insert(rule.clone()) {
                return Err(file.fault(place, format!("rule {rule} is listed twice"), "every number once"));
            }
            let title = prose(&file, entry.title, &rule, "title")?;
            let summary = prose(&file, entry.summary, &rule, "summary")?;
            let tests = tests.remove(rule.as_str()).unwrap_or_default();
            rules.push(Rule { rule, title, summary, status: entry.status, tests });
        }
        Ok(Rulebook { game: printed.game, rules })
    }

    /// The rule list of a game, which is part of the program ([`rulebook!`](crate::rulebook!)).
    ///
    /// # Panics
    /// If the list is faulty; the game's tests read it.
    pub fn compiled_in(text: &str, coverage: &[(&str, &str)]) -> Rulebook {
        Rulebook::parse(text, coverage).unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// The rule with this number.
    pub fn get(&self, rule: &str) -> Option<&Rule> {
        self.rules.iter().find(|r| r.rule == rule)
    }

    /// The rules said to be implemented that no test covers.
    pub fn uncovered(&self) -> Vec<&Rule> {
        self.rules.iter().filter(|r| r.status == Status::Implemented && r.tests.is_empty()).collect()
    }

    /// Whether a text has the form of this book's numbers, be it in the book or not: a chapter, a chapter and a
    /// case, or a numbered ruling. Code that quotes such a text cites a rule.
    ///
    /// In a book of numbers, "10.8" has that form and "9" alone has not: too many other things are nine.
    pub fn reads_as_citation(&self, text: &str) -> bool {
        Form::of(text).is_some_and(|form| self.rules.iter().any(|rule| Form::of(&rule.rule) == Some(form)))
    }
}

/// What the numbers of a chapter share.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form<'a> {
    /// A chapter with a name, or a case of it: melee, melee.H.
    Named(&'a str),
    /// A number joined to a name without a dot: R42.
    Joined(&'a str),
    /// A case of a numbered chapter: 10.8, 2.2.1.
    Case(&'a str),
    /// A special rule of a numbered chapter: 13.3/2.
    Special(&'a str),
}

impl Form<'_> {
    fn of(rule: &str) -> Option<Form<'_>> {
        if !is_rule_number(rule) {
            return None;
        }
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let chapter = rule.split(['.', '/']).next().unwrap_or(rule);
        let dots = rule.matches('.').count();
        let special = rule.contains('/');
        if digits(chapter) {
            return match special {
                true => Some(Form::Special(chapter)),
                false => (dots > 0 && rule.split('.').all(digits)).then_some(Form::Case(chapter)),
            };
        }
        let name = rule.trim_end_matches(|c: char| c.is_ascii_digit());
        match dots {
            _ if special => None,
            0 if name.len() < rule.len() => Some(Form::Joined(name)),
            0 | 1 => Some(Form::Named(chapter)),
            _ => None,
        }
    }
}

/// Whether a text could be a rule's number: parts of letters, digits and hyphens, joined by dots; a special rule has
/// its own number after a stroke.
pub fn is_rule_number(text: &str) -> bool {
    let (case, special) = text.split_once('/').unwrap_or((text, "1"));
    let mut parts = case.split('.');
    parts.all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'))
        && !special.is_empty()
        && special.bytes().all(|b| b.is_ascii_digit())
}

/// The text of a field in one line: breaks in the file are only for reading.
fn prose(file: &DataFile, field: Spanned<String>, rule: &str, name: &str) -> Result<String, DataFault> {
    let place = field.span();
    let line = field.get_ref().split_whitespace().collect::<Vec<_>>().join(" ");
    match line.is_empty() {
        true => Err(file.fault(place, format!("rule {rule} has an empty {name}"), "a text for players")),
        false => Ok(line),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(rule: &str, summary: &str, status: &str) -> String {
        format!(
            "[[rule]]\nrule = \"{rule}\"\ntitle = \"Title\"\nsummary = \"{summary}\"\nstatus = \"{status}\"\n"
        )
    }

    fn list(entries: &[String]) -> String {
        format!("game = \"chess\"\n{}", entries.concat())
    }

    #[test]
    fn rules_keep_their_order_and_gather_their_tests() {
        let text =
            list(&[entry("b", "Second letter.", "implemented"), entry("a.1", "First.", "implemented")]);
        let book =
            Rulebook::parse(&text, &[("a.1", "t::one"), ("b", "t::two"), ("a.1", "t::three")]).unwrap();
        assert_eq!(book.rules.iter().map(|r| r.rule.as_str()).collect::<Vec<_>>(), ["b", "a.1"]);
        assert_eq!(book.get("a.1").unwrap().tests, ["t::one", "t::three"]);
        assert_eq!(book.get("b").unwrap().tests, ["t::two"]);
        assert_eq!(book.get("c"), None);
    }

    #[test]
    fn an_implemented_rule_without_a_test_is_uncovered_and_a_missing_one_is_not() {
        let text = list(&[
            entry("a", "Held.", "implemented"),
            entry("b", "Bare.", "implemented"),
            entry("c", "Not yet.", "missing"),
        ]);
        let book = Rulebook::parse(&text, &[("a", "t::one")]).unwrap();
        assert_eq!(book.uncovered().iter().map(|r| r.rule.as_str()).collect::<Vec<_>>(), ["b"]);
    }

    #[test]
    fn a_rule_is_written_with_its_five_fields() {
        let book = Rulebook::parse(&list(&[entry("a", "Held.", "missing")]), &[("a", "t::one")]).unwrap();
        assert_eq!(
            serde_json::to_string(&book.rules).unwrap(),
            r#"[{"rule":"a","title":"Title","summary":"Held.","status":"missing","tests":["t::one"]}]"#
        );
    }

    #[test]
    fn a_citation_is_known_by_its_form_even_if_no_such_rule_is_listed() {
        let held = |rule: &str| entry(rule, "Held.", "implemented");
        let book = Rulebook::parse(&list(&[held("melee"), held("fire.A"), held("R1")]), &[]).unwrap();
        for cited in ["melee", "melee.H", "fire", "fire.Z", "fire.fan-02a", "R1", "R900"] {
            assert!(book.reads_as_citation(cited), "{cited}");
        }
        for other in
            ["R", "R1.A.2", "R1x", "melee2", "melee.", "melee H", "Melee", "meleeH", "turn.A", "a.melee.H"]
        {
            assert!(!book.reads_as_citation(other), "{other}");
        }
    }

    #[test]
    fn in_a_book_of_numbers_cases_and_special_rules_are_citations_and_ratios_and_plain_numbers_are_not() {
        let held = |rule: &str| entry(rule, "Held.", "implemented");
        let listed = ["1", "2.2.1", "9", "10.8", "13.3/2", "crt"].map(held);
        let book = Rulebook::parse(&list(&listed), &[]).unwrap();
        for cited in ["2.1", "2.2.9", "10.8", "10.99", "13.3/2", "13.9/9", "crt"] {
            assert!(book.reads_as_citation(cited), "{cited}");
        }
        for other in [
            "9", "1", "14", "0905", "9.1", "1.5", "1.5/1", "1/1.5", "4/1", "10.x", "10.", "13.3/", "crt/1",
            "D1",
        ] {
            assert!(!book.reads_as_citation(other), "{other}");
        }
        assert!(is_rule_number("13.3/2") && !is_rule_number("13.3/a") && !is_rule_number("1/2/3"));
    }

    #[test]
    fn a_number_listed_twice_is_refused_with_its_line() {
        let text = list(&[entry("a", "Once.", "implemented"), entry("a", "Twice.", "implemented")]);
        let fault = Rulebook::parse(&text, &[]).unwrap_err();
        assert_eq!(
            fault.to_string(),
            "rules.toml, line 8: rule a is listed twice; expected every number once"
        );
    }

    #[test]
    fn a_status_that_is_neither_is_refused_with_its_line() {
        let fault = Rulebook::parse(&list(&[entry("a", "Held.", "perhaps")]), &[]).unwrap_err();
        assert_eq!(fault.line(), 6);
        assert!(fault.to_string().contains("implemented"), "{fault}");
    }

    #[test]
    fn an_unknown_field_an_empty_summary_and_a_bad_number_are_refused() {
        let unknown = list(&[entry("a", "Held.", "missing") + "page = 3\n"]);
        assert_eq!(Rulebook::parse(&unknown, &[]).unwrap_err().line(), 7);
        let empty = Rulebook::parse(&list(&[entry("a", " ", "missing")]), &[]).unwrap_err();
        assert_eq!(
            empty.to_string(),
            "rules.toml, line 5: rule a has an empty summary; expected a text for players"
        );
        for bad in ["", "melee H", "melee.", ".H", "melee..H", "mêlée"] {
            let fault = Rulebook::parse(&list(&[entry(bad, "Held.", "missing")]), &[]).unwrap_err();
            assert_eq!(fault.line(), 3, "{bad}: {fault}");
        }
    }
}
