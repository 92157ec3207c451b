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
        let cases = "1.0 2.0 3.1 3.2 3.3 3.4 3.5 4.1 4.2 5.1 5.2 5.3 5.4 6.1 6.2 6.3 6.4 6.41 6.42 7.1 7.2 7.3 7.4 \
                     7.5 7.6 8.1 8.2 8.3 8.4 8.5 9.1 9.2 10.1 10.2 10.3 11.1 11.2 11.3 11.31 11.32 11.33 12.0 13.0 \
                     14.1 14.2 15.0";
        let tables = "combat susceptibility attrition recruitment conversion reconversion conversion-cost rebellion \
                      suppression khalif civil-war stacking";
        let scenarios = "full first-conquests first-civil-war sieges-of-constantinople";
        let mut numbers: Vec<String> = cases.split_whitespace().map(String::from).collect();
        numbers.extend(tables.split_whitespace().map(|table| format!("table.{table}")));
        numbers.extend((1..=8).map(|decision| format!("brief.{decision}")));
        numbers.extend((1..=142).map(|ruling| format!("R{ruling}")));
        numbers.extend(scenarios.split_whitespace().map(|scenario| format!("scenario.{scenario}")));
        numbers.extend(["scenario", "protocol", "dice"].map(String::from));
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
