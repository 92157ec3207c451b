//! The rule list: every case of the rulebook and every ruling, with the tests that hold it.

use std::sync::OnceLock;

use engine::rulebook::Rulebook;

include!(concat!(env!("OUT_DIR"), "/coverage.rs"));

/// The rules of Armageddon, from `rules.toml`.
pub fn rulebook() -> &'static Rulebook {
    static BOOK: OnceLock<Rulebook> = OnceLock::new();
    BOOK.get_or_init(|| match Rulebook::parse(include_str!("../rules.toml"), COVERAGE) {
        Ok(book) => book,
        // The list is part of the program; the tests below read it.
        Err(fault) => panic!("armageddon: {fault}"),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use engine::rulebook::Quote;

    use super::*;

    /// The numbers of the rules: the chapters with their letters as printed (there is no I), the brief's decisions, the
    /// rulings, the scenarios, and what the program adds.
    fn printed() -> Vec<String> {
        let mut numbers = Vec::new();
        for (chapter, cases) in [
            ("facing", "ABC"),
            ("movement", "ABCDEFGHJKL"),
            ("melee", "ABCDEFGHJKLMN"),
            ("fire", "ABCDEFGHJK"),
            ("stacking", "ABCDEF"),
            ("chariots", "ABCDEFG"),
            ("leaders", "ABCDE"),
        ] {
            numbers.push(chapter.to_owned());
            numbers.extend(cases.chars().map(|letter| format!("{chapter}.{letter}")));
        }
        for (chapter, cases) in [
            ("sequence", "fire movement melee"),
            ("crt", "D half E"),
            ("tec", "clear village woods stream slope crest"),
            ("disruption", "recovery second"),
            ("retreat", "away through impossible"),
            ("setup", "deploy victory"),
            (
                "scenario",
                "rome delta babylon megiddo kadesh sinai qarqar tabal charchemish thymbra aequi bubastis \
                 armageddon-609 lake-regillus fan-02a fan-02b",
            ),
        ] {
            numbers.push(chapter.to_owned());
            numbers.extend(cases.split(' ').map(|case| format!("{chapter}.{case}")));
        }
        numbers.extend((1..=26).filter(|&fan| fan != 2).map(|fan| format!("scenario.fan-{fan:02}")));
        numbers.extend((1..=9).map(|decision| format!("brief.{decision}")));
        numbers.extend((1..=116).map(|ruling| format!("R{ruling}")));
        numbers.extend(["cuc", "rec", "protocol", "dice"].map(String::from));
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
