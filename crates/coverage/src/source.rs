//! One source file: its tests, its modules, its strings.

use crate::slot::rule_slots;
use crate::token::{Token, tokens};

/// What one file holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Source {
    /// Tests that run and cover something.
    pub tests: Vec<Test>,
    /// Modules that live in files of their own.
    pub modules: Vec<Module>,
    /// String literals with their lines, and whether a rule's number is expected there.
    pub literals: Vec<(String, usize, bool)>,
    /// Lines of `covers` that stand on nothing that could ever run as a test.
    pub strays: Vec<usize>,
}

/// A test that covers rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// Its name with the inline modules around it: `tests::odds_are_rounded`.
    pub path: Vec<String>,
    pub rules: Vec<String>,
}

/// A line `mod name;`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    /// Its name with the inline modules around it.
    pub path: Vec<String>,
    /// The file named by a `#[path]` attribute.
    pub file: Option<String>,
}

/// Reads a file.
pub fn read(text: &str) -> Source {
    let tokens = tokens(text);
    let mut source = Source::default();
    let slotted = tokens.iter().zip(rule_slots(&tokens));
    source.literals.extend(slotted.filter_map(|(t, slot)| Some((t.text()?.to_owned(), t.line, slot))));

    let mark = |at: usize| tokens.get(at).and_then(Token::mark);
    let word = |at: usize| tokens.get(at).and_then(Token::word);
    let mut attributes = Attributes::default();
    // One entry for each open brace: the name of the module it opens, if it opens one.
    let mut open: Vec<Option<&str>> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match (mark(at), word(at)) {
            (Some('#'), _) if mark(at + 1) == Some('[') => {
                let end = closing(&tokens, at + 1);
                attributes.add(&tokens[at + 2..end]);
                at = end;
            }
            (Some('#'), _) if mark(at + 1) == Some('!') && mark(at + 2) == Some('[') => {
                at = closing(&tokens, at + 2);
            }
            (_, Some("fn")) => {
                let path = word(at + 1).map(|name| within(&open, name));
                source.meet_function(path, std::mem::take(&mut attributes));
            }
            (_, Some("mod")) => {
                if let (Some(name), Some(';')) = (word(at + 1), mark(at + 2)) {
                    source.modules.push(Module { path: within(&open, name), file: attributes.file.take() });
                }
            }
            (Some('{'), _) => {
                let opens_module = at >= 2 && word(at - 2) == Some("mod");
                open.push(if opens_module { word(at - 1) } else { None });
                source.meet_other(&mut attributes);
            }
            (Some('}'), _) => {
                open.pop();
                source.meet_other(&mut attributes);
            }
            (Some(';' | ','), _) => source.meet_other(&mut attributes),
            _ => {}
        }
        at += 1;
    }
    source.meet_other(&mut attributes);
    source
}

impl Source {
    /// A function, named unless a macro names it, with the attributes before it.
    fn meet_function(&mut self, path: Option<Vec<String>>, attributes: Attributes) {
        let Some((rules, line)) = attributes.covers else { return };
        match path {
            Some(path) if attributes.test && !attributes.ignored => self.tests.push(Test { path, rules }),
            Some(_) if attributes.test => {}
            _ => self.strays.push(line),
        }
    }

    /// Something that is no function: what was said of a test before it was said of nothing.
    fn meet_other(&mut self, attributes: &mut Attributes) {
        let attributes = std::mem::take(attributes);
        self.strays.extend(attributes.covers.map(|(_, line)| line));
    }
}

/// The attributes gathered before an item.
#[derive(Default)]
struct Attributes {
    test: bool,
    ignored: bool,
    covers: Option<(Vec<String>, usize)>,
    file: Option<String>,
}

impl Attributes {
    /// Adds an attribute, given as the tokens between its brackets.
    fn add(&mut self, inside: &[Token]) {
        let path = inside.iter().take_while(|t| t.word().is_some() || t.mark() == Some(':'));
        let texts = || inside.iter().filter_map(Token::text).map(str::to_owned);
        match path.filter_map(Token::word).last() {
            Some("test") => self.test = true,
            Some("ignore") => self.ignored = true,
            // Ignored under some condition: such a test cannot be relied on.
            Some("cfg_attr") => self.ignored |= inside.iter().any(|t| t.word() == Some("ignore")),
            Some("path") => self.file = texts().next(),
            Some("covers") => {
                let line = inside.first().map_or(0, |t| t.line);
                self.covers.get_or_insert_with(|| (Vec::new(), line)).0.extend(texts());
            }
            _ => {}
        }
    }
}

/// The place of the bracket that closes the one at `open`.
fn closing(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.mark() {
            Some('[') => depth += 1,
            Some(']') => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

/// A name with the inline modules around it.
fn within(open: &[Option<&str>], name: &str) -> Vec<String> {
    open.iter().flatten().copied().chain([name]).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tests of a text: "path: rules".
    fn tests_of(text: &str) -> Vec<String> {
        let source = read(text);
        assert_eq!(source.strays, [0; 0], "{text}");
        source.tests.iter().map(|t| format!("{}: {}", t.path.join("::"), t.rules.join(" "))).collect()
    }

    #[test]
    fn a_test_covers_what_it_says() {
        assert_eq!(tests_of("#[test]\n#[covers(\"melee.H\")]\nfn odds() {}"), ["odds: melee.H"]);
    }

    #[test]
    fn the_order_of_the_attributes_does_not_matter() {
        let text = r#"
            #[covers("a")] #[test] fn before() {}
            #[test] #[should_panic(expected = "no")] #[covers("b")] pub(crate) async fn between() {}
            #[test] /* why */ #[covers("c")] // because
            fn after() {}
        "#;
        assert_eq!(tests_of(text), ["before: a", "between: b", "after: c"]);
    }

    #[test]
    fn an_attribute_may_run_over_several_lines_and_come_twice() {
        let text = "#[test]\n#[covers(\n    \"melee.H\", // odds\n    \"R42\",\n)]\n#[covers(\"crt\")]\nfn odds() {}";
        assert_eq!(tests_of(text), ["odds: melee.H R42 crt"]);
    }

    #[test]
    fn the_attribute_may_be_named_by_its_path() {
        let text = "#[tokio::test] #[covers::covers(\"a\")] async fn odds() {}";
        assert_eq!(tests_of(text), ["odds: a"]);
    }

    #[test]
    fn commented_out_attributes_and_tests_do_not_count() {
        let text = r#"
            // #[covers("a")]
            /* #[covers("b")] */
            /// #[covers("c")]
            #[test] fn one() {}
            // #[test] #[covers("d")] fn two() {}
            /* #[test] #[covers("e")] fn three() {} */
        "#;
        assert!(tests_of(text).is_empty());
    }

    #[test]
    fn ignored_tests_do_not_count() {
        let text = r#"
            #[test] #[ignore] #[covers("a")] fn one() {}
            #[covers("b")] #[ignore = "slow"] #[test] fn two() {}
            #[test] #[cfg_attr(debug_assertions, ignore)] #[covers("c")] fn three() {}
            #[test] #[covers("d")] fn four() {}
        "#;
        assert_eq!(tests_of(text), ["four: d"]);
    }

    #[test]
    fn an_attribute_inside_a_string_does_not_count() {
        let text = r##"const TEXT: &str = r#"#[test] #[covers("a")] fn one() {}"#;"##;
        assert!(tests_of(text).is_empty());
    }

    #[test]
    fn covers_on_what_is_no_test_is_a_stray() {
        for stray in [
            "\n#[covers(\"a\")] fn helper() {}",
            "\n#[covers(\"a\")] struct Odds;",
            "\n#[covers(\"a\")] mod tests { #[test] fn one() {} }",
            "\n#[test] #[covers(\"a\")] fn $name() {}",
            "\n#[covers(\"a\")]",
        ] {
            let source = read(stray);
            assert_eq!((source.tests, source.strays), (vec![], vec![2]), "{stray}");
        }
    }

    #[test]
    fn a_test_is_named_with_the_modules_around_it() {
        let text = r#"
            fn rule() { if true { } }
            #[cfg(test)]
            mod tests {
                use super::*;
                mod odds { #[test] #[covers("a")] fn one() {} }
                #[test] #[covers("b")] fn two() { let x = [1, 2]; }
                proptest! { #[test] #[covers("c")] fn three(n in 1..7) {} }
            }
            #[test] #[covers("d")] fn four() {}
        "#;
        assert_eq!(tests_of(text), ["tests::odds::one: a", "tests::two: b", "tests::three: c", "four: d"]);
    }

    #[test]
    fn modules_in_files_are_found() {
        let text = "pub mod a; mod b { mod c; } #[path = \"other.rs\"] #[cfg(test)] mod d; mod e {}";
        let found = read(text).modules.into_iter().map(|m| (m.path.join("::"), m.file)).collect::<Vec<_>>();
        assert_eq!(found, [("a".into(), None), ("b::c".into(), None), ("d".into(), Some("other.rs".into()))]);
    }

    #[test]
    fn literals_come_with_their_lines() {
        let text = "// \"no\"\nnote(\"melee.H\",\n\"crt\");";
        assert_eq!(read(text).literals, [("melee.H".to_owned(), 2, false), ("crt".to_owned(), 3, false)]);
    }
}
