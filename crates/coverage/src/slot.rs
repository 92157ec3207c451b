//! Where in the sources a rule's number is expected.

use crate::token::Token;

/// For each token, whether it is a string that stands where a rule's number is taken: as that argument of
/// `Event::new`, `Objection::new` or `Term::new`, or in a field `rule`. A string of digits stands so too at the
/// head of a pair that an arm of a match gives, which is how refusals are worded, and before a closure, which makes
/// the words that go with it.
pub fn rule_slots(tokens: &[Token]) -> Vec<bool> {
    let mark = |at: Option<usize>| at.and_then(|at| tokens.get(at)).and_then(Token::mark);
    let mut open: Vec<Bracket> = Vec::new();
    let mut slots = vec![false; tokens.len()];
    for (at, token) in tokens.iter().enumerate() {
        match token.mark() {
            Some('(' | '[' | '{') => open.push(Bracket::before(tokens, at)),
            Some(')' | ']' | '}') => drop(open.pop()),
            Some(',') => {
                if let Some(bracket) = open.last_mut() {
                    bracket.items += 1;
                }
            }
            _ => {}
        }
        if let Some(text) = token.text() {
            let field = mark(at.checked_sub(1)) == Some(':')
                && at >= 2
                && tokens[at - 2].word() == Some("rule")
                && mark(at.checked_sub(3)) != Some(':');
            let worded = digits(text) && mark(Some(at + 1)) == Some(',') && mark(Some(at + 2)) == Some('|');
            slots[at] = field || worded || open.last().is_some_and(|bracket| bracket.expects_rule(text));
        }
    }
    slots
}

/// An open bracket: what stands before it and how many items it holds so far.
struct Bracket<'a> {
    /// The type and function it calls, if it calls one.
    call: Option<(&'a str, &'a str)>,
    /// Whether an arrow stands before it.
    arm: bool,
    items: usize,
}

impl<'a> Bracket<'a> {
    fn before(tokens: &'a [Token], at: usize) -> Bracket<'a> {
        let marked = |token: &Token, mark| token.mark() == Some(mark);
        let call = match &tokens[..at] {
            [.., kind, a, b, function] if marked(a, ':') && marked(b, ':') => {
                kind.word().zip(function.word())
            }
            _ => None,
        };
        let arm = matches!(&tokens[..at], [.., a, b] if marked(a, '=') && marked(b, '>'));
        Bracket { call, arm, items: 0 }
    }

    fn expects_rule(&self, text: &str) -> bool {
        match self.call {
            Some(("Event", "new")) => self.items == 1,
            Some(("Objection", "new")) => self.items == 0,
            Some(("Term", "new")) => self.items == 2,
            _ => self.arm && self.items == 0 && digits(text),
        }
    }
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens;

    /// The strings of a text that stand where a rule is expected.
    fn expected(source: &str) -> Vec<String> {
        let tokens = tokens(source);
        let slots = rule_slots(&tokens);
        let found = tokens.iter().zip(slots).filter(|(_, slot)| *slot);
        found.filter_map(|(token, _)| token.text().map(str::to_owned)).collect()
    }

    #[test]
    fn events_objections_and_terms_name_their_rule() {
        let text = r#"
            Event::new(EventKind::Moved, "9", format!("{} moves {}", "8", "7")).dice(&[1, 2]);
            engine::event::Event::new(
                EventKind::Moved,
                "10.8",
                "a text",
            );
            Objection::new("6", "5");
            Term::new("label", "4", "11");
        "#;
        assert_eq!(expected(text), ["9", "10.8", "6", "11"]);
    }

    #[test]
    fn a_field_called_rule_names_one() {
        let text = r#"Ending { side: "1", rule: "11", why: "2" }; rule::of("3"); let overrule: u8 = "4";"#;
        assert_eq!(expected(text), ["11"]);
    }

    #[test]
    fn an_arm_that_gives_a_pair_headed_by_a_number_names_a_rule() {
        let text = r#"
            match refusal {
                Refusal::Zone => ("9", format!("{}", "8")),
                Refusal::Far => ("10.1", "too far".into()),
                Terrain::Plain => ("plain", "1"),
                Terrain::Wood => [("2", "3")],
            }
        "#;
        assert_eq!(expected(text), ["9"]);
    }

    #[test]
    fn a_number_before_a_closure_names_a_rule() {
        let text =
            r#"ledger.line(bonus, "7", || ("8", "9")); list.fold("six", |a| a); ledger.line("5", word);"#;
        assert_eq!(expected(text), ["7"]);
    }

    #[test]
    fn other_strings_do_not() {
        assert!(expected(r#"("9", "8"); new("7"); Vec::new("6", "5"); assert_eq!(dice, "4");"#).is_empty());
        assert!(expected(")]}\"9\",").is_empty());
    }
}
