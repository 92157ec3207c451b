//! Who plays a side.

use std::fmt;
use std::str::FromStr;

use commander::Level;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Any legal order, each equally likely.
    Random,
    /// A commander.
    Commander(Level),
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Player::Random => f.write_str("random"),
            Player::Commander(level) => level.fmt(f),
        }
    }
}

impl FromStr for Player {
    type Err = String;
    fn from_str(name: &str) -> Result<Player, String> {
        match name.trim() {
            "random" => Ok(Player::Random),
            other => other.parse().map(Player::Commander).map_err(|_| {
                let levels = Level::ALL.map(Level::name).join("`, `");
                format!("there is no player `{other}`; there are `random`, `{levels}`")
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_known_by_name() {
        assert_eq!("soldier".parse(), Ok(Player::Commander(Level::Soldier)));
        assert!("minimax".parse::<Player>().unwrap_err().contains("there are `random`, `recruit`"));
    }
}
