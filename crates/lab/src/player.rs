//! Who plays a side.

use std::fmt;
use std::str::FromStr;

use commander::{Budget, Commander, Intent, Level, Script, Scripted, Thought};
use engine::table::Table;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Any legal order, each equally likely.
    Random,
    /// A commander.
    Commander(Level),
    /// One who goes by a rule of thumb.
    Script(Script),
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Player::Random => f.write_str("random"),
            Player::Commander(level) => level.fmt(f),
            Player::Script(script) => script.fmt(f),
        }
    }
}

impl FromStr for Player {
    type Err = String;
    fn from_str(name: &str) -> Result<Player, String> {
        let name = name.trim();
        if name == "random" {
            return Ok(Player::Random);
        }
        let level = name.parse().map(Player::Commander);
        level.or_else(|_| name.parse().map(Player::Script)).map_err(|_| {
            let levels = Level::ALL.map(Level::name).join("`, `");
            let scripts = Script::ALL.map(Script::name).join("`, `");
            format!("there is no player `{name}`; there are `random`, `{levels}`, `{scripts}`")
        })
    }
}

/// Whoever decides for a player that does not draw at random.
#[derive(Clone, Debug)]
pub enum Mind {
    /// A commander.
    Commander(Commander),
    /// One who goes by a rule of thumb.
    Scripted(Scripted),
}

impl Player {
    /// Who decides for this player in a game; nobody if orders are drawn at random.
    pub fn mind(self, game: &str) -> Option<Mind> {
        match self {
            Player::Random => None,
            Player::Commander(level) => Some(Mind::Commander(Commander::new(game, level))),
            Player::Script(script) => Some(Mind::Scripted(Scripted::new(game, script))),
        }
    }
}

impl Mind {
    /// Its name: `veteran`.
    pub fn name(&self) -> &'static str {
        match self {
            Mind::Commander(commander) => commander.level().name(),
            Mind::Scripted(scripted) => scripted.script().name(),
        }
    }

    /// What to do now. A rule of thumb needs no time and means nothing beyond its orders.
    pub fn decide(&self, table: &dyn Table, budget: &Budget, seed: u64, intent: &mut Intent) -> Thought {
        match self {
            Mind::Commander(commander) => commander.decide(table, budget, seed, intent),
            Mind::Scripted(scripted) => {
                Thought { orders: scripted.decide(table, seed), ..Thought::default() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_known_by_name() {
        assert_eq!("soldier".parse(), Ok(Player::Commander(Level::Soldier)));
        assert_eq!("close-up".parse(), Ok(Player::Script(Script::CloseUp)));
        assert!("minimax".parse::<Player>().unwrap_err().contains("there are `random`, `recruit`"));
    }
}
