//! `#[covers("melee.H")]` on a test says which cases of a rulebook it holds.
//!
//! The attribute leaves the test as it is and refuses anything but rule numbers in quotes. A game's
//! build script reads these attributes from the sources and makes the coverage list of
//! `strategikon rules GAME`; a test of each game fails when a case has no test.

use proc_macro::{TokenStream, TokenTree};

/// Declares the rules a test covers: one or more quoted rule numbers, separated by commas.
#[proc_macro_attribute]
pub fn covers(rules: TokenStream, test: TokenStream) -> TokenStream {
    let mut named = false;
    for token in rules {
        match token {
            TokenTree::Literal(rule) if rule.to_string().starts_with('"') => named = true,
            TokenTree::Punct(comma) if comma.as_char() == ',' => {}
            other => panic!("covers: expected rule numbers in quotes, such as \"melee.H\", found `{other}`"),
        }
    }
    assert!(named, "covers: name at least one rule, such as \"melee.H\"");
    test
}
