//! The rule list: every case of the brief and every ruling, with the tests that hold it.

use std::sync::OnceLock;

use engine::rulebook::Rulebook;

include!(concat!(env!("OUT_DIR"), "/coverage.rs"));

/// The rules of DBA 2.2+, from `rules.toml`.
pub fn rulebook() -> &'static Rulebook {
    static BOOK: OnceLock<Rulebook> = OnceLock::new();
    BOOK.get_or_init(|| match Rulebook::parse(include_str!("../rules.toml"), COVERAGE) {
        Ok(book) => book,
        // The list is part of the program; the tests below read it.
        Err(fault) => panic!("dba: {fault}"),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use engine::rulebook::Quote;

    use super::*;

    /// The numbers of the rules: the brief's sections, the project's decisions, the rulings, and what the program adds.
    fn printed() -> Vec<String> {
        let mut numbers: Vec<String> = (1..=13).map(|case| format!("1.{case}")).collect();
        numbers.extend((1..=17).map(|case| format!("2.{case}")));
        numbers.push("3.1".into());
        numbers.extend((1..=6).map(|case| format!("7.{case}")));
        numbers.extend((1..=153).map(|ruling| format!("R{ruling}")));
        numbers.extend(["protocol", "dice"].map(String::from));
        numbers
    }

    #[test]
    fn the_list_has_every_rule_and_no_other() {
        assert_eq!(rulebook().differences(printed()), [""; 0]);
    }

    #[test]
    fn every_rule_has_a_test() {
        let bare: Vec<_> = rulebook().uncovered().iter().map(|r| r.rule.as_str()).collect();
        assert!(bare.is_empty(), "{} rules without a test: {}", bare.len(), bare.join(", "));
    }

    #[test]
    fn every_rule_cited_exists() {
        let sources = coverage::scan(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let quotes = sources.literals.iter().map(|l| Quote {
            text: &l.text,
            place: format!("{}, line {}", l.file.display(), l.line),
            rule_expected: l.rule_expected,
        });
        let astray = rulebook().astray(COVERAGE, quotes);
        assert!(astray.is_empty(), "{}", astray.join("\n"));
    }
}
