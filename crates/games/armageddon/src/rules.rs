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
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    fn numbers() -> BTreeSet<&'static str> {
        rulebook().rules.iter().map(|r| r.rule.as_str()).collect()
    }

    #[test]
    fn every_rule_number_is_listed_once() {
        assert_eq!(numbers().len(), rulebook().rules.len());
    }

    /// The letters of the chapters as printed; the rulebook never uses I.
    #[test]
    fn every_case_of_the_rulebook_is_listed() {
        let numbers = numbers();
        for (chapter, letters) in [
            ("facing", "ABC"),
            ("movement", "ABCDEFGHJKL"),
            ("melee", "ABCDEFGHJKLMN"),
            ("fire", "ABCDEFGHJK"),
            ("stacking", "ABCDEF"),
            ("chariots", "ABCDEFG"),
            ("leaders", "ABCDE"),
        ] {
            let printed: BTreeSet<_> = letters.chars().map(|letter| format!("{chapter}.{letter}")).collect();
            let listed = numbers.iter().filter(|n| n.starts_with(&format!("{chapter}.")));
            assert_eq!(listed.map(|n| n.to_string()).collect::<BTreeSet<_>>(), printed);
            assert!(numbers.contains(chapter), "{chapter}");
        }
        for ruling in 1..=116 {
            assert!(numbers.contains(format!("R{ruling}").as_str()), "R{ruling}");
        }
        for decision in 1..=9 {
            assert!(numbers.contains(format!("brief.{decision}").as_str()), "brief.{decision}");
        }
        assert_eq!(numbers.iter().filter(|n| n.starts_with("scenario.")).count(), 14 + 27);
    }

    #[test]
    fn every_rule_has_a_test() {
        let bare: Vec<_> = rulebook().uncovered().iter().map(|r| r.rule.as_str()).collect();
        assert!(bare.is_empty(), "{} rules without a test: {}", bare.len(), bare.join(", "));
    }

    #[test]
    fn covers_names_only_rules_that_exist() {
        let numbers = numbers();
        let unknown: Vec<_> = COVERAGE.iter().filter(|(rule, _)| !numbers.contains(rule)).collect();
        assert!(unknown.is_empty(), "{unknown:#?}");
    }

    #[test]
    fn every_rule_cited_in_the_code_exists() {
        let sources = coverage::scan(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
        let numbers = numbers();
        let unknown: Vec<_> = sources
            .literals
            .iter()
            .filter(|l| rulebook().reads_as_citation(&l.text) && !numbers.contains(l.text.as_str()))
            .map(|l| format!("{}, line {}: {}", l.file.display(), l.line, l.text))
            .collect();
        assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    }

    #[test]
    fn every_rule_cited_in_a_summary_exists() {
        let numbers = numbers();
        for rule in &rulebook().rules {
            let words = rule.summary.split(|c: char| !c.is_ascii_alphanumeric() && !".-".contains(c));
            let cited = words
                .map(|word| word.trim_matches(['.', '-']))
                .filter(|word| word.contains('.') || word.ends_with(|c: char| c.is_ascii_digit()))
                .filter(|word| rulebook().reads_as_citation(word));
            for word in cited {
                assert!(numbers.contains(word), "{} cites {word}", rule.rule);
            }
        }
    }
}
