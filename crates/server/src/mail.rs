//! Mail to players whose move it is: throttled, with one click to stop.

use crate::contest::Contest;
use crate::store::Store;

/// How mail leaves the house.
#[derive(Clone, Default)]
pub enum Post {
    /// Not at all.
    #[default]
    Off,
}

impl Post {
    /// Writes to the player to act, unless they are here.
    pub fn your_move(&self, _store: &Store, _contest: &Contest, _online: [bool; 2]) {}
}
