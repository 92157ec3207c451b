//! `strategikon rules`: the rule list of a game with the tests that cover each case.

use engine::words::counted;
use std::io::Write;

use clap::Args;
use engine::rulebook::{Rule, Status};
use shelf::Shelf;

use crate::common::{Failure, json, wrapped};

/// What `rules` is asked.
#[derive(Args)]
pub struct Rules {
    /// The game: `armageddon`
    game: String,
    /// Only the rules whose number begins so: `melee`, `melee.H`
    rule: Option<String>,
    /// Only rules that are missing or that no test covers; exit code 1 if there is one
    #[arg(long)]
    uncovered: bool,
    /// For programs
    #[arg(long)]
    json: bool,
}

impl Rules {
    /// Prints the rules.
    pub fn run(&self, shelf: &Shelf, out: &mut impl Write) -> Result<(), Failure> {
        let edition = shelf.edition(&self.game)?;
        let all = &edition.rulebook().rules;
        let lacking = |rule: &Rule| rule.status == Status::Missing || rule.tests.is_empty();
        let rules: Vec<&Rule> =
            all.iter().filter(|rule| self.asked(rule) && (!self.uncovered || lacking(rule))).collect();
        if let (Some(name), true, false) = (&self.rule, rules.is_empty(), self.uncovered) {
            let nearest = shelf::nearest(name, all.iter().map(|rule| rule.rule.as_str()));
            return Err(shelf::UnknownName { kind: "rule", name: name.clone(), nearest }.into());
        }
        if self.json {
            json(out, &rules)?;
        } else {
            rules.iter().try_for_each(|rule| print(rule, out))?;
            let covered = all.iter().filter(|rule| !lacking(rule)).count();
            writeln!(
                out,
                "{}: {} rules, {covered} implemented and covered by tests",
                edition.title(),
                all.len()
            )?;
        }
        match self.uncovered && !rules.is_empty() {
            true => Err(Failure::Check(format!(
                "{} no test",
                counted(rules.len(), "rule is missing or has", "rules are missing or have")
            ))),
            false => Ok(()),
        }
    }

    fn asked(&self, rule: &Rule) -> bool {
        self.rule.as_deref().is_none_or(|name| match rule.rule.strip_prefix(name) {
            Some(rest) => rest.is_empty() || rest.starts_with('.'),
            None => false,
        })
    }
}

fn print(rule: &Rule, out: &mut impl Write) -> Result<(), Failure> {
    let missing = if rule.status == Status::Missing { " (missing)" } else { "" };
    writeln!(out, "{}  {}{missing}", rule.rule, rule.title)?;
    writeln!(out, "{}", wrapped(&rule.summary, 92, "    "))?;
    for test in &rule.tests {
        writeln!(out, "    · {test}")?;
    }
    if rule.tests.is_empty() {
        writeln!(out, "    · no test")?;
    }
    Ok(writeln!(out)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::common::tests::{example_shelf, written};

    fn rules(rule: Option<&str>, uncovered: bool, json: bool) -> Result<String, Failure> {
        let rules = Rules { game: "skirmish".into(), rule: rule.map(Into::into), uncovered, json };
        written(|out| rules.run(&example_shelf(), out))
    }

    #[test]
    fn rules_are_printed_with_their_tests() {
        let text = rules(None, false, false).unwrap();
        assert!(text.contains("skirmish.attack  Attack") && text.contains("· no test"), "{text}");
        let list: serde_json::Value = serde_json::from_str(&rules(None, false, true).unwrap()).unwrap();
        assert_eq!((&list[0]["rule"], &list[0]["status"]), (&"skirmish.turn".into(), &"implemented".into()));
        assert!(list[0]["tests"].is_array());
    }

    #[test]
    fn one_rule_can_be_asked_for() {
        assert!(!rules(Some("skirmish.step"), false, false).unwrap().contains("skirmish.attack"));
        let Err(Failure::Usage(why)) = rules(Some("skirmish.stop"), false, false) else { panic!("refused") };
        assert!(why.contains("did you mean `skirmish.step`"), "{why}");
    }

    #[test]
    fn uncovered_rules_fail_the_check() {
        assert!(matches!(rules(None, true, false), Err(Failure::Check(_))));
    }
}
