//! What every game proves of its rule list: nothing is missing from it, every rule is tested, every citation leads
//! somewhere.

use std::collections::BTreeSet;

use super::{Rulebook, is_rule_number};

/// A string in a game's sources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quote<'a> {
    /// What it says.
    pub text: &'a str,
    /// Where it stands, in words.
    pub place: String,
    /// Whether a rule's number is expected there, so that whatever it says cites a rule.
    pub rule_expected: bool,
}

impl Rulebook {
    /// How the list differs from the numbers of the printed rules, in words; nothing if it has just these.
    ///
    /// ```
    /// # use engine::rulebook::Rulebook;
    /// # let text = "game = \"checkers\"\n[[rule]]\nrule = \"1\"\ntitle = \"A\"\nsummary = \"B\"\nstatus = \"missing\"";
    /// let book = Rulebook::parse(text, &[])?;
    /// assert_eq!(book.differences(["1"]), [""; 0]);
    /// assert_eq!(book.differences(["1", "2"]), ["2 is not listed"]);
    /// # Ok::<(), engine::datafile::DataFault>(())
    /// ```
    pub fn differences(&self, printed: impl IntoIterator<Item = impl Into<String>>) -> Vec<String> {
        let printed: BTreeSet<String> = printed.into_iter().map(Into::into).collect();
        let listed: BTreeSet<String> = self.rules.iter().map(|r| r.rule.clone()).collect();
        let missing = printed.difference(&listed).map(|rule| format!("{rule} is not listed"));
        let added = listed.difference(&printed).map(|rule| format!("{rule} is listed and not in the rules"));
        missing.chain(added).collect()
    }

    /// The citations that lead nowhere, in words: tests that cover, code that quotes and summaries that name a rule
    /// the list does not have.
    ///
    /// Of strings in the code those count that read as citations ([`Rulebook::reads_as_citation`]) and those that
    /// stand where a rule's number is expected.
    pub fn astray<'a>(
        &self,
        coverage: &[(&str, &str)],
        quotes: impl IntoIterator<Item = Quote<'a>>,
    ) -> Vec<String> {
        let covered = coverage.iter().map(|(rule, test)| (rule.to_string(), format!("{test} covers")));
        let quoted = quotes
            .into_iter()
            .filter(|quote| quote.rule_expected || self.reads_as_citation(quote.text))
            .map(|quote| (quote.text.to_owned(), format!("{} cites", quote.place)));
        let summarised = self.rules.iter().flat_map(|rule| {
            let place = format!("the summary of {} cites", rule.rule);
            self.cited_in(&rule.summary).into_iter().map(move |cited| (cited.to_owned(), place.clone()))
        });
        covered
            .chain(quoted)
            .chain(summarised)
            .filter(|(rule, _)| self.get(rule).is_none())
            .map(|(rule, place)| format!("{place} {rule}"))
            .collect()
    }

    /// The words of a summary that read as citations; the bare name of a chapter is an ordinary word there.
    fn cited_in<'a>(&self, summary: &'a str) -> Vec<&'a str> {
        let words = summary.split(|c: char| !c.is_ascii_alphanumeric() && !".-/".contains(c));
        words
            .map(|word| word.trim_matches(['.', '-', '/']))
            .flat_map(|word| if is_rule_number(word) { vec![word] } else { word.split('/').collect() })
            .filter(|word| word.contains('.') || word.ends_with(|c: char| c.is_ascii_digit()))
            .filter(|word| self.reads_as_citation(word))
            .collect()
    }
}

/// The rule list of a crate, `rules.toml`, with the tests that its build script found to cover it, and the proof that
/// the list is whole. The argument is a function that answers the printed numbers, for tests only.
#[macro_export]
macro_rules! rulebook {
    ($printed:path) => {
        include!(concat!(env!("OUT_DIR"), "/coverage.rs"));

        /// The rules of the game, from `rules.toml`.
        pub fn rulebook() -> &'static $crate::rulebook::Rulebook {
            static BOOK: std::sync::OnceLock<$crate::rulebook::Rulebook> = std::sync::OnceLock::new();
            let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/rules.toml"));
            BOOK.get_or_init(|| $crate::rulebook::Rulebook::compiled_in(text, COVERAGE))
        }

        #[cfg(test)]
        mod proof {
            use super::{COVERAGE, rulebook};

            #[test]
            fn the_list_has_every_rule_and_no_other() {
                assert_eq!(rulebook().differences($printed()), [""; 0]);
            }

            #[test]
            fn every_rule_has_a_test() {
                let bare: Vec<_> = rulebook().uncovered().iter().map(|r| r.rule.as_str()).collect();
                assert!(bare.is_empty(), "{} rules without a test: {}", bare.len(), bare.join(", "));
            }

            #[test]
            fn every_rule_cited_exists() {
                let sources = coverage::scan(std::path::Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap();
                let quotes = sources.literals.iter().map(|l| $crate::rulebook::Quote {
                    text: &l.text,
                    place: format!("{}, line {}", l.file.display(), l.line),
                    rule_expected: l.rule_expected,
                });
                let astray = rulebook().astray(COVERAGE, quotes);
                assert!(astray.is_empty(), "{}", astray.join("\n"));
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(rules: &[(&str, &str)]) -> Rulebook {
        let entry = |(rule, summary): &(&str, &str)| {
            format!(
                "[[rule]]\nrule = \"{rule}\"\ntitle = \"T\"\nsummary = \"{summary}\"\nstatus = \"missing\"\n"
            )
        };
        let text = format!("game = \"chess\"\n{}", rules.iter().map(entry).collect::<String>());
        Rulebook::parse(&text, &[]).unwrap()
    }

    fn quote(text: &str, rule_expected: bool) -> Quote<'_> {
        Quote { text, place: "here".into(), rule_expected }
    }

    #[test]
    fn a_list_differs_by_what_it_lacks_and_by_what_it_adds() {
        let book = book(&[("1", "A."), ("melee.H", "B.")]);
        assert_eq!(
            book.differences(["1", "2"]),
            ["2 is not listed", "melee.H is listed and not in the rules"]
        );
        assert_eq!(book.differences(["melee.H", "1"]), [""; 0]);
    }

    #[test]
    fn a_test_that_covers_an_unknown_rule_is_astray() {
        let book = book(&[("1", "A.")]);
        assert_eq!(book.astray(&[("1", "t::one"), ("2", "t::two")], []), ["t::two covers 2"]);
    }

    #[test]
    fn code_that_quotes_an_unknown_rule_is_astray() {
        let book = book(&[("9", "A."), ("10.8", "B."), ("R1", "C.")]);
        let astray = book.astray(
            &[],
            [
                quote("10.8", false),
                quote("10.9", false),
                quote("R2", true),
                quote("hello", false),
                quote("1.5/1", false),
            ],
        );
        assert_eq!(astray, ["here cites 10.9", "here cites R2"]);
    }

    #[test]
    fn a_plain_number_is_a_citation_only_where_a_rule_is_expected() {
        let book = book(&[("9", "A.")]);
        assert_eq!(book.astray(&[], [quote("14", false), quote("9", true)]), [""; 0]);
        assert_eq!(book.astray(&[], [quote("14", true), quote("meelee", true)]).len(), 2);
    }

    #[test]
    fn a_summary_that_names_an_unknown_rule_is_astray() {
        let book = book(&[
            ("melee.H", "As in melee.J/melee.H, at 1.5/1 or 9 to 1; melee and/or R1-R3."),
            ("13.3/2", "See 13.3/2, 13.3/4. A unit (13.3/2)."),
            ("R1", "Not more."),
        ]);
        assert_eq!(
            book.astray(&[], []),
            ["the summary of melee.H cites melee.J", "the summary of 13.3/2 cites 13.3/4"]
        );
    }
}
