//! The rule list: every case of the rulebook and every ruling, with the tests that hold it.

use std::sync::OnceLock;

use engine::rulebook::Rulebook;

include!(concat!(env!("OUT_DIR"), "/coverage.rs"));

/// The rules of Apocalypse in the East, from `rules.toml`.
pub fn rulebook() -> &'static Rulebook {
    static BOOK: OnceLock<Rulebook> = OnceLock::new();
    BOOK.get_or_init(|| match Rulebook::parse(include_str!("../rules.toml"), COVERAGE) {
        Ok(book) => book,
        // The list is part of the program; the tests below read it.
        Err(fault) => panic!("apocalypse: {fault}"),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use engine::rulebook::Quote;

    use super::*;

    /// The numbers of the rules: the cases as printed, the tables, the brief's decisions, the rulings, the scenarios,
    /// and what the program adds.
    fn printed() -> Vec<String> {
        let cases = "1.0 1.1 1.2 1.3 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.3.6 2.0 2.1 2.1.1 2.1.2 2.2 2.3 2.4 3.0 3.1 3.1.1 \
                     3.1.2 3.1.3 3.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.5 3.3 3.3.1 3.3.2 3.3.3 3.3.4 3.4 3.5 4.0 5.1 5.1.1 \
                     5.1.2 5.1.3 5.1.4 5.1.5 5.1.6 5.1.7 5.2 6.0 6.1.1 6.1.2 6.1.3 6.1.4 6.2 6.2.1 6.2.2 6.2.3 6.2.4 \
                     6.2.5 6.3 6.4 6.4.1 6.4.2 6.4.3 6.5 7.0 7.1 7.1.1 7.1.2 7.1.3 7.2 7.2.1 7.2.2 7.2.3 7.3 8.0 8.1 \
                     8.2 8.2.1 8.2.2 8.2.3 8.3 9.0 10.1 10.1.1 10.1.2 10.1.3 10.1.4 10.1.5 10.1.6 10.1.7 10.1.8 10.1.9";
        let tables = "movement stacking combat attrition breach greek-fire";
        let scenarios = "campaign delta isles armenia great-fleet";
        let mut numbers: Vec<String> = cases.split_whitespace().map(String::from).collect();
        numbers.extend(tables.split_whitespace().map(|table| format!("table.{table}")));
        numbers.extend((2..=11).map(|event| format!("event.{event}")));
        numbers.extend((1..=5).map(|decision| format!("brief.{decision}")));
        numbers.extend((1..=141).map(|ruling| format!("R{ruling}")));
        numbers.extend(scenarios.split_whitespace().map(|scenario| format!("scenario.{scenario}")));
        numbers.extend(["R27a", "scenario", "protocol", "dice"].map(String::from));
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
