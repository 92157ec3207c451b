//! What an open table needs besides: what is held over it, ground that a rule speaks of, fights as everybody stands.

use serde::Serialize;

use crate::odds::{Chance, Term};

/// What a player holds over an open table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held<'a> {
    /// Counters that are led together.
    Counters {
        /// Their ids, the one first that is in the fingers.
        ids: &'a [u16],
        /// How many of them shall stand abreast, if they shall stand otherwise than they do.
        abreast: Option<u8>,
    },
    /// Something that lies on the table, by the number of its [handle](crate::scene::Handle).
    Piece(u16),
}

impl<'a> Held<'a> {
    /// Counters that keep their places in the line.
    pub const fn counters(ids: &'a [u16]) -> Held<'a> {
        Held::Counters { ids, abreast: None }
    }
}

/// Ground of an open table that a rule speaks of: whose zone it is, how far a shot or a word carries, where the going is
/// bad.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Region {
    /// How it is drawn: `plain`, `strong` for what bears on whoever is asked about, `faint` for what holds only
    /// under a condition, `lost` for a counter that something does not reach.
    pub look: &'static str,
    /// Whose it is, if anybody's.
    pub side: Option<u8>,
    /// The counter it belongs to.
    pub counter: Option<u16>,
    /// Its corners, from the left and from the far edge, in order, in thousandths of the table's unit.
    pub outline: Vec<[i32; 2]>,
    /// What it is, in a few words: "zone of Spears 3".
    pub name: String,
}

/// A fight that would be fought if it were fought as everybody stands, before anybody orders it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Bout {
    /// Who would fight; whose die is first comes first.
    pub counters: [u16; 2],
    /// Their names.
    pub names: [String; 2],
    /// What each adds to its die, term by term.
    pub terms: [Vec<Term>; 2],
    /// The sums of those.
    pub factors: [i32; 2],
    /// In how many throws the first comes out better, equal and worse.
    pub ways: [u32; 3],
    /// Of how many throws.
    pub of: u32,
    /// What each outcome does, the best for the first one first.
    pub results: Vec<Chance>,
}
