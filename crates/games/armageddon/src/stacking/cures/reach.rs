//! Where units could end their moves. Ways are barred by ground and enemy alone, so it is measured once a phase.

use std::sync::{Arc, OnceLock};

use engine::hex::Hex;

use crate::position::{Gait, Position};
use crate::sheet::MOST_HEXES;
use crate::unit::UnitId;

/// Where each unit could end its move, as far as it was asked: a Movement Phase changes none of it until dice fall.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach(Arc<[OnceLock<Box<Ends>>]>);

impl Reach {
    pub fn is_measured(&self) -> bool {
        !self.0.is_empty()
    }

    pub fn unknown(units: usize) -> Reach {
        Reach((0..units).map(|_| OnceLock::new()).collect())
    }
}

/// The hexes a unit could end its move in, and whether it could leave the map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Ends {
    pub hexes: HexSet,
    pub leaves: bool,
}

impl Position {
    /// Where a unit could end its move.
    pub(super) fn ends_of(&self, piece: UnitId) -> Ends {
        let measure = || {
            let mut ends = Ends::default();
            for gait in self.gaits(piece) {
                ends.leaves |= self.note_ends(piece, gait, &mut |end| ends.hexes.insert(end));
            }
            Box::new(ends)
        };
        let known = self.crowds.reach.0.get(piece.index());
        known.map_or_else(|| *measure(), |known| Ends::clone(known.get_or_init(measure)))
    }

    /// The ways an undisrupted unit may move now (R107: in the fake retreat it may fall back instead).
    pub(super) fn gaits(&self, piece: UnitId) -> impl Iterator<Item = Gait> + use<> {
        let feigning = self.feigning().then_some(Gait::FallBack);
        [self.usual_gait(piece)].into_iter().chain(feigning)
    }
}

/// A set of hexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HexSet([u64; MOST_HEXES.div_ceil(64)]);

impl Default for HexSet {
    fn default() -> HexSet {
        HexSet([0; MOST_HEXES.div_ceil(64)])
    }
}

impl HexSet {
    /// Adds a hex; answers whether it was not there.
    pub fn insert(&mut self, hex: Hex) -> bool {
        let fresh = !self.contains(hex);
        self.0[hex.index() / 64] |= 1 << (hex.index() % 64);
        fresh
    }

    pub fn contains(&self, hex: Hex) -> bool {
        self.0[hex.index() / 64] & 1 << (hex.index() % 64) != 0
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = Hex> + '_ {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let rests = std::iter::successors((word != 0).then_some(word), |&rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            });
            rests.map(move |rest| Hex((i as u32 * 64 + rest.trailing_zeros()) as u16))
        })
    }
}
