//! `strategikon play`: a game in the terminal.

mod console;
mod menu;

use std::io::{BufRead, Write};

use clap::{Args, ValueEnum};
use engine::record::{DiceSource, Session};
use engine::{Generator, Side};
use lab::Player;
use shelf::Shelf;

use crate::common::{Failure, Game, any_seed, options, viewer};
use console::Console;

/// What `play` is asked.
#[derive(Args)]
pub struct Play {
    /// A scenario in full (`armageddon/rome`), or the file of a record to go on with
    #[arg(value_name = "SCENARIO|RECORD")]
    game: String,
    /// Let the program play the other side; without it, both sides sit at this keyboard
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// The side you play against it; by default the first
    #[arg(long, value_name = "SIDE", requires = "against")]
    side: Option<String>,
    /// The seed of the dice, and of the other side's choices
    #[arg(long)]
    seed: Option<u64>,
    /// Where the dice come from
    #[arg(long, value_enum, default_value_t = Dice::Seed)]
    dice: Dice,
    /// An option of the scenario, such as turns=18; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

/// Where the dice come from.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Dice {
    /// The program throws them
    Seed,
    /// You throw them on the table and type in what they show
    Physical,
}

impl Play {
    /// Plays until the player leaves.
    pub fn run(&self, shelf: &Shelf, input: impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
        let seed = self.seed.unwrap_or_else(any_seed);
        let session = match Game::named(shelf, &self.game)? {
            Game::Record(session) => *session,
            Game::Scenario(name) => {
                let dice = match self.dice {
                    Dice::Seed => DiceSource::open(seed.to_string().as_bytes()),
                    Dice::Physical => DiceSource::PHYSICAL,
                };
                Session::new(shelf.open(&name, &options(&self.options)?)?, dice)
            }
        };
        let machine = self.machine(&session)?;
        let generator = Generator::new(seed, u64::MAX);
        Console::new(shelf, session, machine, generator).run(input, out)
    }

    /// The side the program plays, and by whom.
    fn machine(&self, session: &Session) -> Result<Option<(Side, Player)>, Failure> {
        let Some(player) = &self.against else { return Ok(None) };
        let player = player.parse().map_err(Failure::Usage)?;
        let Some(side) = &self.side else { return Ok(Some((Side::Second, player))) };
        let sides = Side::BOTH.map(|side| session.table().side_name(side));
        match viewer(side, sides)? {
            engine::Viewer::Side(side) => Ok(Some((side.other(), player))),
            _ => Err(Failure::Usage(format!("--side is one of {}, {}", sides[0], sides[1]))),
        }
    }
}

#[cfg(test)]
mod tests;
