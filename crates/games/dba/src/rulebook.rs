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
