//! What saved positions of every game have alike.

use serde::{Deserialize, Serialize};

use crate::contract::{Objection, Outcome, Rules, Side, Turn};

mod kept;

pub use kept::{Counters, Few, Kept, Sparse};

/// Whether a number need not be written.
pub fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// Whether a flag need not be written.
pub fn is_false(flag: &bool) -> bool {
    !*flag
}

/// How a game ended, as it is saved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    winner: Option<Side>,
    grade: String,
    /// Left out in earlier positions of games whose grades each have one rule.
    #[serde(default)]
    rule: Option<String>,
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        Ending { winner: outcome.winner, grade: outcome.grade.into(), rule: Some(outcome.rule.into()) }
    }
}

impl Ending {
    /// The outcome, if its grade and rule are among the ways a game can end.
    pub fn outcome(self, ways: &[(&'static str, &'static str)]) -> Result<Outcome, String> {
        let told = |rule: &str| self.rule.as_deref().is_none_or(|told| told == rule);
        let known = ways.iter().find(|(grade, rule)| *grade == self.grade && told(rule));
        let why = || {
            let rule = self.rule.as_deref().unwrap_or("no rule");
            format!("games do not end like that; `{}` by `{rule}` is no way to end", self.grade)
        };
        known.map(|&(grade, rule)| Outcome { winner: self.winner, grade, rule }).ok_or_else(why)
    }
}

/// The flags that are set, by name.
pub fn flag_names(flags: u16, known: &[(u16, &str)]) -> Vec<String> {
    known.iter().filter(|(flag, _)| flags & flag != 0).map(|(_, name)| name.to_string()).collect()
}

/// The flags with these names.
pub fn flags_named(names: &[String], known: &[(u16, &str)]) -> Result<u16, String> {
    names.iter().try_fold(0, |flags, name| {
        let flag = known.iter().find(|(_, n)| n == name).ok_or_else(|| format!("`{name}` is no flag"))?;
        Ok(flags | flag.0)
    })
}

/// A position read from data, once somebody can go on from it; `what` is what the game calls a scenario.
pub fn accepted<G: Rules>(read: Result<G, String>, what: &str) -> Result<G, Objection> {
    let stuck = |position: &G| {
        let mut orders = Vec::new();
        position.orders(&mut orders);
        matches!(position.turn(), Turn::Order(_)) && orders.is_empty()
    };
    let read = read.and_then(|position| match stuck(&position) {
        true => Err("nobody could go on from it".to_string()),
        false => Ok(position),
    });
    read.map_err(|why| Objection::new("protocol", format!("this is no position of the {what}: {why}")))
}
