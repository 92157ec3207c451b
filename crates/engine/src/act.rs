//! Acts: what sort of thing an order does, in one word that means the same in every game.
//!
//! A client lights places, sorts buttons and gives keys by the act alone; it needs to know neither the game
//! nor the fields of its orders. A game names the act of each order in its
//! [`aim`](crate::contract::Shown::aim).

use serde::Serialize;

/// How the place of an order is lit on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Not at all: it is a button, or the board marks it already.
    #[default]
    Dark,
    /// Its counter may be taken up; most counters may, so nothing more is said of it.
    Able,
    /// Its counter is meant, or the one thing to be done stands there.
    Unit,
    /// A way leads there.
    Move,
    /// Something may be put there.
    Place,
    /// It is attacked.
    Target,
    /// The map or a box is entered there.
    Enter,
    /// A way back leads there.
    Retreat,
}

impl Look {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Look::Dark => "dark",
            Look::Able => "able",
            Look::Unit => "unit",
            Look::Move => "move",
            Look::Place => "place",
            Look::Target => "target",
            Look::Enter => "enter",
            Look::Retreat => "retreat",
        }
    }

    fn is_dark(&self) -> bool {
        *self == Look::Dark
    }
}

/// A sort of order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Act {
    /// The word for it, that of the order.
    pub kind: &'static str,
    /// How its place is lit.
    #[serde(skip_serializing_if = "Look::is_dark")]
    pub look: Look,
    /// What it begins, if orders go on from it: "move", "attack", "placing".
    #[serde(skip_serializing_if = "str::is_empty")]
    pub begins: &'static str,
    /// Whether it goes on with what an earlier order began.
    #[serde(skip_serializing_if = "is_false")]
    pub continues: bool,
    /// Whether it takes a counter up that may then be led to a place: its ways are worth asking for.
    #[serde(skip_serializing_if = "is_false")]
    pub marches: bool,
    /// Whether its odds are worth a look before it is given.
    #[serde(skip_serializing_if = "is_false")]
    pub weighed: bool,
    /// Whether a stray click should not give it.
    #[serde(skip_serializing_if = "is_false")]
    pub careful: bool,
    /// Whether it is offered as a button although it has a place on the board.
    #[serde(skip_serializing_if = "is_false")]
    pub button: bool,
    /// Whether it takes back what an earlier order said.
    #[serde(skip_serializing_if = "is_false")]
    pub undoes: bool,
    /// Whether its counter takes part in what is aimed at a place.
    #[serde(skip_serializing_if = "is_false")]
    pub joins: bool,
    /// How much it carries the game on: the button with the most stands out.
    #[serde(skip_serializing_if = "is_nought")]
    pub onward: u8,
    /// The key that gives it.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub key: &'static str,
}

fn is_false(flag: &bool) -> bool {
    !flag
}

fn is_nought(figure: &u8) -> bool {
    *figure == 0
}

impl Act {
    /// An act of which nothing more is to be said: a button.
    pub const fn plain(kind: &'static str) -> Act {
        Act {
            kind,
            look: Look::Dark,
            begins: "",
            continues: false,
            marches: false,
            weighed: false,
            careful: false,
            button: false,
            undoes: false,
            joins: false,
            onward: 0,
            key: "",
        }
    }

    /// An act whose place is lit.
    pub const fn lit(kind: &'static str, look: Look) -> Act {
        Act { look, ..Act::plain(kind) }
    }
}

/// Puts a counter on the map.
pub const PLACE: Act = Act { begins: "placing", ..Act::lit("place", Look::Place) };
/// Takes a placed counter back.
pub const LIFT: Act = Act { careful: true, undoes: true, ..Act::lit("lift", Look::Able) };
/// Deploys everything that is left.
pub const MUSTER: Act = Act { onward: 4, key: "m", ..Act::plain("muster") };
/// Faces the counter just placed or stopped.
pub const FACE: Act = Act { continues: true, ..Act::plain("face") };
/// Takes a counter up to move it.
pub const MOVE: Act = Act { begins: "move", marches: true, ..Act::lit("move", Look::Able) };
/// The same, to go back before the enemy.
pub const FALL_BACK: Act = Act { kind: "fall_back", ..MOVE };
/// Moves the counter in hand on to a place.
pub const STEP: Act = Act { continues: true, ..Act::lit("step", Look::Move) };
/// The same in a retreat.
pub const STEP_BACK: Act = Act { continues: true, ..Act::lit("step", Look::Retreat) };
/// Turns the counter in hand.
pub const TURN: Act = Act { continues: true, ..Act::plain("turn") };
/// Brings a counter onto the map or into a box.
pub const ENTER: Act = Act { continues: true, ..Act::lit("enter", Look::Enter) };
/// Leads the counter in hand off the map or out of a box.
pub const EXIT: Act = Act { continues: true, key: "x", ..Act::plain("exit") };
/// Ends the move of the counter in hand.
pub const HALT: Act = Act { continues: true, onward: 1, key: "h", ..Act::plain("halt") };
/// Begins an attack.
pub const ATTACK: Act = Act { begins: "attack", weighed: true, ..Act::lit("attack", Look::Target) };
/// Attacks one more place with those who attack already.
pub const ALSO: Act = Act { kind: "also", begins: "", continues: true, ..ATTACK };
/// Lets a counter take part.
pub const JOIN: Act = Act { continues: true, weighed: true, joins: true, ..Act::lit("join", Look::Unit) };
/// Takes a counter out again.
pub const LEAVE: Act = Act { continues: true, weighed: true, undoes: true, ..Act::lit("leave", Look::Able) };
/// Calls an attack off.
pub const CALL_OFF: Act = Act { careful: true, button: true, undoes: true, ..Act::plain("withdraw") };
/// Lends an attack or a defence the help of a counter.
pub const SUPPORT: Act =
    Act { continues: true, weighed: true, joins: true, ..Act::lit("support", Look::Unit) };
/// Ends the preparations: dice fall.
pub const COMMIT: Act = Act { weighed: true, onward: 2, key: "e", ..Act::plain("commit") };
/// Gives up a counter as a loss.
pub const LOSE: Act = Act::lit("lose", Look::Unit);
/// Chooses the next counter to retreat.
pub const RETREAT: Act = Act::lit("retreat", Look::Unit);
/// Chooses where those who lost retreat to.
pub const RETREAT_TO: Act = Act { button: true, ..Act::lit("retreat", Look::Retreat) };
/// Leaves before the fight, to a place.
pub const EVADE: Act = Act { button: true, ..Act::lit("withdraw", Look::Retreat) };
/// Accepts what is offered or threatened.
pub const STAND: Act = Act::plain("stand");
/// Takes a counter aboard another.
pub const EMBARK: Act = Act::lit("embark", Look::Unit);
/// Ends a phase.
pub const DONE: Act = Act { onward: 3, key: "e", ..Act::plain("done") };

/// Every act that several games know.
pub const ALL: [Act; 26] = [
    PLACE, LIFT, MUSTER, FACE, MOVE, FALL_BACK, STEP, STEP_BACK, TURN, ENTER, EXIT, HALT, ATTACK, ALSO, JOIN,
    LEAVE, CALL_OFF, SUPPORT, COMMIT, LOSE, RETREAT, RETREAT_TO, EVADE, STAND, EMBARK, DONE,
];

/// The act of a word, as far as several games know it. Where one word is lit in two ways, the first.
pub fn named(kind: &str) -> Option<&'static Act> {
    const { &ALL }.iter().find(|act| act.kind == kind)
}
