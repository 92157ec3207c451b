//! Counters in play: where they are, and sets of them.

use engine::hex::Hex;

engine::counter_ids! {
    /// A counter of the battle, by its place in the counter list.
    pub struct UnitId(u8);
}

engine::spots! {
    /// Where a counter is: on a hex, or at one of the places beside the map.
    pub(crate) struct Spot {
        /// Not yet on the map.
        RESERVE = "reserve",
        /// Eliminated.
        LOST = "lost",
    }
}

/// A counter in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Unit {
    pub spot: Spot,
    /// Where its move of this turn began; for the run-up of a charge.
    pub start: Spot,
    /// Where it goes when the chain of push-backs it stands in is carried out.
    pub heading: Spot,
    /// Hexes moved in this turn.
    pub steps: u8,
}

impl Unit {
    /// A counter not yet on the map.
    pub const WAITING: Unit =
        Unit { spot: Spot::RESERVE, start: Spot::RESERVE, heading: Spot::RESERVE, steps: 0 };

    #[inline]
    pub fn hex(&self) -> Option<Hex> {
        self.spot.hex()
    }
}

/// A set of counters, one bit each; saved as the list of its members.
pub type UnitSet = engine::counter::Set<UnitId, u64>;
