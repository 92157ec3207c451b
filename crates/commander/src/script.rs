//! Scripts: players who go by one rule of thumb each, to measure commanders against.
//!
//! A script knows no more of a game than the table shows to anybody: where counters stand, how strong and fast they
//! are, what marks the map bears, which ways lead where. It marches by its rule and fights as a sober player does: of a
//! few attacks that come to mind the one that stands best. Where a game shows no hexes it plays by inclination.

mod disposition;
mod field;
mod march;
mod wish;

use std::fmt;
use std::str::FromStr;

use engine::contract::{Side, Turn};
use engine::table::{Order, Table};

use crate::budget::Budget;
use crate::chance::Judge;
use crate::plan::Drawer;
use crate::weights::Weights;
pub(crate) use disposition::{Arrangement, Disposition, Stance};
pub(crate) use field::Field;
pub(crate) use march::{act, movers};

/// Plans compared wherever the rule of thumb says nothing: what to attack, whom to lose.
const COMPARED: u32 = 8;
/// A rule of thumb.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Script {
    /// Marches at the pace of the slowest, halts out of reach until everybody is up, then strikes with all.
    CloseUp,
    /// Rides round the nearer flank and leaves the map behind the enemy, if it may.
    ExitColumn,
    /// Everybody at the enemy, as fast as he can.
    Rush,
    /// Stands on what it holds and strikes what comes near.
    Turtle,
    /// The fast ones go for what is weak or unguarded; the others stand.
    Raid,
}

impl Script {
    /// All of them.
    pub const ALL: [Script; 5] =
        [Script::CloseUp, Script::ExitColumn, Script::Rush, Script::Turtle, Script::Raid];

    /// Its name: `close-up`.
    pub fn name(self) -> &'static str {
        ["close-up", "exit-column", "rush", "turtle", "raid"][self as usize]
    }
}

impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that names no script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownScript(pub String);

impl fmt::Display for UnknownScript {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let names = Script::ALL.map(Script::name).join(", ");
        write!(f, "there is no script `{}`; expected one of {names}", self.0)
    }
}

impl std::error::Error for UnknownScript {}

impl FromStr for Script {
    type Err = UnknownScript;
    fn from_str(word: &str) -> Result<Script, UnknownScript> {
        let named = |script: &Script| script.name().eq_ignore_ascii_case(word.trim());
        Script::ALL.into_iter().find(named).ok_or_else(|| UnknownScript(word.into()))
    }
}

/// A player of a game who goes by a script.
#[derive(Clone, Debug)]
pub struct Scripted {
    script: Script,
    game: String,
}

impl Scripted {
    /// A player of a game by a script.
    pub fn new(game: &str, script: Script) -> Scripted {
        Scripted { script, game: game.into() }
    }

    /// Its script.
    pub fn script(&self) -> Script {
        self.script
    }

    /// Its next orders: a whole march, or one plan of whatever else is due. None if no order is.
    pub fn decide(&self, table: &dyn Table, seed: u64) -> Vec<Order> {
        let Turn::Order(side) = table.turn() else { return vec![] };
        if table.at_rest()
            && let Some(orders) = self.march(table, side)
        {
            return orders;
        }
        let weights = Weights::of_game(&self.game, table.terms());
        let mut drawer = Drawer::new(seed, 0);
        let watch = Budget::usual().start();
        let plan = drawer.best(table, side, COMPARED, &mut Judge::new(&weights), &watch);
        // Where every plan leads back to where it began, any will do.
        let plan = plan.unwrap_or_else(|| drawer.plan(table, side, 1.0));
        plan.orders
    }

    /// The marches of all who are to go, until dice fall or the other side acts; the end of the marching if nobody is.
    /// Nothing if it is not the time for marches.
    fn march(&self, table: &dyn Table, side: Side) -> Option<Vec<Order>> {
        if movers(table).is_empty() {
            return None;
        }
        let field = Field::of(table, side)?;
        let mut orders = vec![];
        Disposition::of(&field, self.script.into())
            .carry_out(table, side, &mut |plan| orders.extend(plan.orders));
        if orders.is_empty() {
            orders.extend(act(table, "done"));
        }
        (!orders.is_empty()).then_some(orders)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_known_by_name() {
        for script in Script::ALL {
            assert_eq!(script.name().parse(), Ok(script));
        }
        let why = "wedge".parse::<Script>().unwrap_err().to_string();
        assert!(why.contains("`wedge`") && why.contains("close-up"), "{why}");
    }
}
