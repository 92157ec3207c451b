//! Counters in play: where they are, and sets of them.

use engine::hex::Hex;
use serde::{Deserialize, Serialize};

use crate::sheet::MOST_UNITS;

/// A counter of the battle, by its place in the counter list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// No unit.
    pub(crate) const NONE: UnitId = UnitId(u8::MAX);

    /// The id as an index.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// The id, or nothing for [`UnitId::NONE`].
    #[inline]
    pub(crate) fn some(self) -> Option<UnitId> {
        (self != UnitId::NONE).then_some(self)
    }
}

/// Where a counter is: on a hex, or at one of the places beside the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Spot(u16);

impl Default for Spot {
    fn default() -> Spot {
        Spot::RESERVE
    }
}

impl Spot {
    /// Not yet on the map.
    pub const RESERVE: Spot = Spot(u16::MAX);
    /// Eliminated.
    pub const LOST: Spot = Spot(u16::MAX - 1);

    /// On a hex.
    #[inline]
    pub fn on(hex: Hex) -> Spot {
        Spot(hex.0)
    }

    /// The hex, if it is on one.
    #[inline]
    pub fn hex(self) -> Option<Hex> {
        (self.0 < Spot::LOST.0).then_some(Hex(self.0))
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<UnitId>", into = "Vec<UnitId>")]
pub struct UnitSet(u64);

impl From<UnitSet> for Vec<UnitId> {
    fn from(set: UnitSet) -> Vec<UnitId> {
        set.iter().collect()
    }
}

impl TryFrom<Vec<UnitId>> for UnitSet {
    type Error = String;
    fn try_from(ids: Vec<UnitId>) -> Result<UnitSet, String> {
        match ids.iter().find(|id| id.index() >= MOST_UNITS) {
            Some(id) => Err(format!("there is no counter {}", id.0)),
            None => Ok(ids.into_iter().collect()),
        }
    }
}

impl UnitSet {
    pub(crate) const EMPTY: UnitSet = UnitSet(0);

    #[inline]
    pub(crate) fn of(id: UnitId) -> UnitSet {
        UnitSet(1 << id.0)
    }

    #[inline]
    pub(crate) fn has(self, id: UnitId) -> bool {
        self.0 >> (id.0 & 63) & 1 == 1
    }

    #[inline]
    pub(crate) fn add(&mut self, id: UnitId) {
        self.0 |= 1 << id.0;
    }

    #[inline]
    pub(crate) fn remove(&mut self, id: UnitId) {
        self.0 &= !(1 << id.0);
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The member with the lowest number.
    #[inline]
    pub(crate) fn first(self) -> Option<UnitId> {
        (self.0 != 0).then(|| UnitId(self.0.trailing_zeros() as u8))
    }

    #[inline]
    pub(crate) fn without(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & !other.0)
    }

    #[inline]
    pub(crate) fn and(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & other.0)
    }

    #[inline]
    pub(crate) fn or(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 | other.0)
    }

    /// The members in order of number.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = UnitId> + use<> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let id = (left != 0).then(|| UnitId(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(id)
        })
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(ids: I) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        ids.into_iter().for_each(|id| set.add(id));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_is_put_in() {
        let set: UnitSet = [UnitId(3), UnitId(63), UnitId(0)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [UnitId(0), UnitId(3), UnitId(63)]);
        assert!(set.has(UnitId(63)) && !set.has(UnitId(62)));
        assert_eq!((set.len(), set.first()), (3, Some(UnitId(0))));
        assert_eq!(set.without(UnitSet::of(UnitId(0))).first(), Some(UnitId(3)));
    }
}
