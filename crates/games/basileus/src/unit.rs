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
        /// Not of this battle: nobody mentioned it where a position was written by hand.
        ABSENT = "absent",
    }
}

engine::kept! {
    /// A counter in play.
    pub(crate) struct Unit, saved as SavedUnit, usually WAITING {
        pub spot: Spot as "at" = Spot::RESERVE,
        /// Where its move of this turn began; for the run-up of a charge.
        pub start: Spot = Spot::RESERVE,
        /// Where it goes when the chain of push-backs it stands in is carried out.
        pub heading: Spot = Spot::RESERVE,
        /// Hexes moved in this turn.
        pub steps: u8 = 0,
    }
}

impl Unit {
    #[inline]
    pub fn hex(&self) -> Option<Hex> {
        self.spot.hex()
    }
}

/// A set of counters, one bit each; saved as the list of its members.
pub type UnitSet = engine::counter::Set<UnitId, u64>;
