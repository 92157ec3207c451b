//! The rule list: every rule of the rulebook and every ruling, with the tests that hold it.

use std::sync::OnceLock;

use engine::rulebook::Rulebook;

include!(concat!(env!("OUT_DIR"), "/coverage.rs"));

/// The rules of Basileus, from `rules.toml`.
pub fn rulebook() -> &'static Rulebook {
    static BOOK: OnceLock<Rulebook> = OnceLock::new();
    BOOK.get_or_init(|| match Rulebook::parse(include_str!("../rules.toml"), COVERAGE) {
        Ok(book) => book,
        // The list is part of the program; the tests below read it.
        Err(fault) => panic!("basileus: {fault}"),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use engine::rulebook::Quote;

    use super::*;

    /// The numbers of the rules: the chapters and cases as printed, the special rules of the battles, the rows of the
    /// charts, the brief's decisions, the rulings, and what the program adds.
    fn printed() -> Vec<String> {
        let mut numbers: Vec<String> =
            ["1", "2.1", "3", "4", "5", "6", "7", "8", "9", "11"].map(String::from).into();
        for (chapter, cases) in
            [("2.2.", 4), ("10.", 11), ("12.", 3), ("13.", 5), ("retreat.", 4), ("brief.", 8)]
        {
            numbers.extend((1..=cases).map(|case| format!("{chapter}{case}")));
        }
        for (battle, special_rules) in [("13.1", 2), ("13.3", 3), ("13.5", 4)] {
            numbers.extend((1..=special_rules).map(|number| format!("{battle}/{number}")));
        }
        let terrain = "plain road village wood hill vineyard marsh river mountain fortification bridge ford palisade \
                       stream slope";
        numbers.extend(terrain.split(' ').map(|terrain| format!("tec.{terrain}")));
        numbers.extend((1..=132).map(|ruling| format!("R{ruling}")));
        numbers.extend(["crt", "tec", "retreat", "protocol", "dice"].map(String::from));
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
