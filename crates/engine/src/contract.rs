//! The one contract: what every game promises, and nothing more.

use std::borrow::Cow;
use std::fmt;
use std::hash::Hash;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::dice::{Dice, DiceRequest, Generator};
use crate::event::Chronicle;
use crate::hex::HexNumber;
use crate::odds::Sum;
use crate::scene::{Scene, Threat};

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side listed first in the scenario.
    First,
    /// The side listed second.
    Second,
}

impl Side {
    /// Both, in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[inline]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 or 1, for arrays with one entry a side.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Who looks at a scene.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    /// The player of a side.
    Side(Side),
    /// Somebody watching: sees what neither side hides.
    Public,
    /// The referee: sees everything.
    Referee,
}

impl Viewer {
    /// Whether this viewer may see what `side` hides from its enemy.
    pub fn sees_secrets_of(self, side: Side) -> bool {
        match self {
            Viewer::Side(viewer) => viewer == side,
            Viewer::Public => false,
            Viewer::Referee => true,
        }
    }
}

/// What a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// This side must give an order.
    Order(Side),
    /// The dice must be rolled.
    Dice(DiceRequest),
    /// Nothing: the game is over.
    Over(Outcome),
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// How clearly, in the game's own words: `"victory"`, `"major"`, `"minor"`, `"draw"`.
    pub grade: &'static str,
    /// The rule that says so.
    pub rule: &'static str,
}

/// Why an order is refused: the rule's number and a sentence for a person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Objection {
    /// The rule that forbids it.
    pub rule: Cow<'static, str>,
    /// The reason, in a sentence.
    pub why: String,
}

impl Objection {
    /// An objection under a rule.
    pub fn new(rule: impl Into<Cow<'static, str>>, why: impl Into<String>) -> Self {
        Objection { rule: rule.into(), why: why.into() }
    }
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} ({})", self.why, self.rule)
    }
}

impl std::error::Error for Objection {}

/// A way for a counter to a hex.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Route<O> {
    /// Where it ends.
    pub hex: HexNumber,
    /// What it costs, as the rulebook counts: "3", "2½".
    pub cost: String,
    /// Whether the counter must stop there.
    pub stops: bool,
    /// The orders, one after another; the move is not ended yet unless the rules end it.
    pub orders: Vec<O>,
}

/// What an order points at on the board, so that a click can find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Aim {
    /// The counter that would act, or be acted on.
    pub counter: Option<u16>,
    /// The hex it speaks of or leads to.
    pub hex: Option<HexNumber>,
}

/// A game in progress: a position that can be asked what may be done, and told what is done.
///
/// A position is plain data. It changes only through [`play`](Game::play) and [`roll`](Game::roll), and the
/// same position with the same input gives the same result on every machine. Chance is explicit: when the
/// rules call for a die, [`turn`](Game::turn) answers [`Turn::Dice`] and the position waits.
pub trait Game: Clone + Eq + Hash + Send + Sync + 'static {
    /// What a player says: one small step.
    type Order: Clone + Eq + Hash + fmt::Debug + Serialize + DeserializeOwned + Send + Sync;

    /// The position as plain data, without the map and charts it shares with every other position.
    type State: Serialize + DeserializeOwned;

    /// What the position waits for.
    fn turn(&self) -> Turn;

    /// Adds every legal order to `out`; none unless [`turn`](Game::turn) asks for an order.
    fn orders(&self, out: &mut Vec<Self::Order>);

    /// The order that is meant, where players have several names for one thing. Orders from outside pass through
    /// here before they are checked, played and written down.
    fn canonical(&self, order: Self::Order) -> Self::Order {
        order
    }

    /// Whether an order is legal now, and if not, which rule forbids it.
    fn check(&self, order: &Self::Order) -> Result<(), Objection>;

    /// The listed order that comes to the same as this legal one: itself, unless it names one of several
    /// identical counters of which the list has only the first.
    fn as_listed(&self, order: &Self::Order) -> Self::Order {
        order.clone()
    }

    /// Carries out an order that [`check`](Game::check) accepts.
    fn play(&mut self, order: &Self::Order, chronicle: &mut impl Chronicle);

    /// Takes the dice the position waits for.
    fn roll(&mut self, dice: Dice, chronicle: &mut impl Chronicle);

    /// What a viewer may see, ready to draw.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// The name of a side in this scenario.
    fn side_name(&self, side: Side) -> &str;

    /// What is expected now, in a sentence.
    fn prompt(&self) -> String;

    /// An order in words: "Axemen 3 step north-east to 2107".
    fn describe(&self, order: &Self::Order) -> String;

    /// How the game ended, in a sentence; empty while it goes on.
    fn verdict(&self) -> String;

    /// The computations behind the fights an order begins, changes or commits, before any die is rolled.
    fn sums(&self, _order: &Self::Order) -> Vec<Sum> {
        Vec::new()
    }

    /// Where a counter that may be moved now can get to, with the orders that take it there.
    fn routes(&self, _counter: u16) -> Vec<Route<Self::Order>> {
        Vec::new()
    }

    /// What a side could reach, shoot at or attack in its next turn, as far as `viewer` may know.
    fn menace(&self, _side: Side, _viewer: Viewer) -> Vec<Threat> {
        Vec::new()
    }

    /// The hexes a counter could hit from where it stands.
    fn field_of_fire(&self, _counter: u16) -> Vec<HexNumber> {
        Vec::new()
    }

    /// What an order points at on the board.
    fn aim(&self, _order: &Self::Order) -> Aim {
        Aim::default()
    }

    /// Whether there is any counter a viewer may not know.
    fn hides_from(&self, _viewer: Viewer) -> bool {
        false
    }

    /// Whether a viewer may not know which counter this is.
    fn conceals(&self, _counter: u16, _viewer: Viewer) -> bool {
        false
    }

    /// The position as a side may take it to be: what the other side hides is dealt out anew, by chance.
    /// Computer players think about this one.
    fn surmise(&self, _side: Side, _whims: &mut Generator) -> Self {
        self.clone()
    }

    /// The names of what a good player weighs in a position, for [`standing`](Game::standing).
    fn terms() -> &'static [&'static str] {
        &[]
    }

    /// How a position stands for the first side, a number for each of [`terms`](Game::terms): positive is
    /// good, and the same position with the sides exchanged has the opposite signs.
    fn standing(&self, _out: &mut Vec<f32>) {}

    /// How readily a sensible player gives each of the listed orders, from 0; computer players draw their
    /// plans by these weights.
    fn inclinations(&self, orders: &[Self::Order], out: &mut Vec<f32>) {
        out.extend(orders.iter().map(|_| 1.0));
    }

    /// Whether a plan may end here: no counter in hand, no attack half built.
    fn at_rest(&self) -> bool {
        true
    }

    /// Whether what a side was about to do still holds now that dice have fallen: those of a march cost it a
    /// few men, those of a combat change everything.
    fn schemes_hold(&self) -> bool {
        false
    }

    /// A count that rises with every Player-Turn.
    fn clock(&self) -> u32 {
        0
    }

    /// How well a game that is over went for the first side, from 0 to 1: finer than who won, where the game
    /// knows it. Computer players learn from it; it decides nothing.
    fn merit(&self) -> Option<f32> {
        None
    }

    /// The position as data.
    fn state(&self) -> Self::State;

    /// Another position of the same scenario and options from data; refused if it could not occur.
    fn restore(&self, state: Self::State) -> Result<Self, Objection>;

    /// Looks for broken invariants; the answer names the first one found.
    fn audit(&self) -> Result<(), String>;
}
