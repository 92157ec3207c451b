//! The four levels, and what each makes of its time.

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

    /// How it goes about a decision.
    pub(crate) fn manner(self) -> Manner {
        match self {
            Level::Recruit => Manner { plans: 1, blunders: 0.15, shortlist: 1, nodes: 1, horizon: 0 },
            Level::Soldier => Manner { plans: 12, blunders: 0.0, shortlist: 1, nodes: 24, horizon: 0 },
            Level::Veteran => Manner { plans: 16, blunders: 0.0, shortlist: 6, nodes: 96, horizon: 2 },
            Level::Strategos => Manner { plans: 32, blunders: 0.0, shortlist: 8, nodes: 400, horizon: 2 },
        }
    }
}

/// What a level does with a decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Plans it draws up.
    pub plans: u32,
    /// How often it gives any legal order instead.
    pub blunders: f32,
    /// Plans it thinks further about.
    pub shortlist: usize,
    /// Positions it looks into if nobody says otherwise.
    pub nodes: u32,
    /// Player-Turns it plays on beyond the end of a plan.
    pub horizon: u32,
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
