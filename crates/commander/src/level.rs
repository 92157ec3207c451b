//! The four levels.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How well a commander plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Legal and sensible; makes mistakes a beginner can punish.
    Recruit,
    /// Looks where its plans lead.
    Soldier,
    /// Thinks of the enemy's answer.
    Veteran,
    /// Thinks long of the enemy's answer.
    Strategos,
}

impl Level {
    /// All of them, the weakest first.
    pub const ALL: [Level; 4] = [Level::Recruit, Level::Soldier, Level::Veteran, Level::Strategos];

    /// Its name: `veteran`.
    pub fn name(self) -> &'static str {
        ["recruit", "soldier", "veteran", "strategos"][self as usize]
    }

    /// A line about it, for those who choose.
    pub fn about(self) -> &'static str {
        match self {
            Level::Recruit => "knows the rules and the way to the enemy, and makes mistakes you can punish",
            Level::Soldier => "weighs what each move comes to and attacks where the odds are good",
            Level::Veteran => "thinks of your answer before moving",
            Level::Strategos => "compares many plans and thinks each through to your answer",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLevel(pub String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let names = Level::ALL.map(Level::name).join(", ");
        write!(f, "there is no level `{}`; expected one of {names}", self.0)
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;
    fn from_str(word: &str) -> Result<Level, UnknownLevel> {
        let named = |level: &Level| level.name().eq_ignore_ascii_case(word.trim());
        Level::ALL.into_iter().find(named).ok_or_else(|| UnknownLevel(word.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_known_by_name() {
        assert_eq!("Veteran".parse(), Ok(Level::Veteran));
        assert!("general".parse::<Level>().unwrap_err().to_string().contains("strategos"));
    }
}
