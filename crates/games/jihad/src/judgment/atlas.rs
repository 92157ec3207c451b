//! The ways of the map as a marshal knows them: what the march from any hex to any other costs a type of unit
//! when nobody is in the way.

use std::collections::VecDeque;
use std::fmt;
use std::sync::OnceLock;

use engine::hex::Hex;

use crate::sheet::{Kind, Sheet};

/// Marches between all hexes, reckoned when first asked for.
#[derive(Clone)]
pub(crate) struct Atlas {
    rows: Vec<OnceLock<Box<[u16]>>>,
}

/// An attrition point in the measure of the atlas, in which a hex is 1: of equal tolls the shorter way is better.
const POINT: u16 = 64;

/// A hex that cannot be reached.
const UNREACHED: u16 = u16::MAX;

impl Atlas {
    /// An empty atlas of a map with so many hexes.
    pub fn new(hexes: usize) -> Atlas {
        Atlas { rows: vec![OnceLock::new(); hexes * Kind::ALL.len()] }
    }
}

impl fmt::Debug for Atlas {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Atlas of {} rows", self.rows.len())
    }
}

/// The marches from one hex to all others.
#[derive(Clone, Copy)]
pub(crate) struct Marches<'a>(&'a [u16]);

impl Marches<'_> {
    /// The length of the march, in the measure of the atlas; none if there is no way.
    #[inline]
    pub fn length(self, to: Hex) -> Option<u16> {
        Some(self.0[to.index()]).filter(|&length| length != UNREACHED)
    }

    /// The attrition points of the march.
    #[inline]
    pub fn points(self, to: Hex) -> Option<u16> {
        self.length(to).map(|length| length / POINT)
    }
}

impl Sheet {
    /// The marches of a type of unit from a hex.
    pub(crate) fn marches(&self, kind: Kind, from: Hex) -> Marches<'_> {
        let row = kind as usize * self.ground.grid.len() + from.index();
        Marches(self.atlas.rows[row].get_or_init(|| self.reckon_marches(kind, from)))
    }

    fn reckon_marches(&self, kind: Kind, from: Hex) -> Box<[u16]> {
        let mut lengths = vec![UNREACHED; self.ground.grid.len()].into_boxed_slice();
        let mut queue = VecDeque::from([from]);
        lengths[from.index()] = 0;
        while let Some(hex) = queue.pop_front() {
            let here = lengths[hex.index()];
            for (_, to) in self.ground.ways(hex, kind.arm()) {
                let length = here + self.stride_length(kind, to);
                if length < lengths[to.index()] {
                    lengths[to.index()] = length;
                    queue.push_back(to);
                }
            }
        }
        lengths
    }

    /// The length of one step into a hex.
    #[inline]
    pub(crate) fn stride_length(&self, kind: Kind, to: Hex) -> u16 {
        self.charts.points(self.ground.place(to), kind) as u16 * POINT + 1
    }
}
