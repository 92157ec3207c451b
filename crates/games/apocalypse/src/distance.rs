//! "Within N MPs" (ruling 9): the cheapest path at the owner's costs, all by land or all by sea, past no enemy.

use engine::Side;
use engine::hex::{Direction, Hex};

use crate::position::{Far, Position};
use crate::sheet::{MOST_HEXES, MOST_PLACES};

/// Farther than was asked for.
pub(crate) const FAR: u8 = u8::MAX;

/// How far every hex is from one.
pub(crate) struct Reach {
    far: [u8; MOST_HEXES],
}

impl Reach {
    #[inline]
    pub fn of(&self, hex: Hex) -> u8 {
        self.far[hex.index()]
    }
}

/// Hexes still to be looked at, each at most once at a time.
struct Queue {
    ring: [u16; MOST_HEXES],
    waiting: [bool; MOST_HEXES],
    first: usize,
    count: usize,
}

impl Queue {
    fn from(hex: Hex) -> Queue {
        let mut queue = Queue { ring: [0; MOST_HEXES], waiting: [false; MOST_HEXES], first: 0, count: 0 };
        queue.push(hex);
        queue
    }

    #[inline]
    fn push(&mut self, hex: Hex) {
        if !self.waiting[hex.index()] {
            self.waiting[hex.index()] = true;
            self.ring[(self.first + self.count) % MOST_HEXES] = hex.0;
            self.count += 1;
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<Hex> {
        let hex = Hex(self.ring[self.first]);
        self.count = self.count.checked_sub(1)?;
        self.first = (self.first + 1) % MOST_HEXES;
        self.waiting[hex.index()] = false;
        Some(hex)
    }
}

impl Position {
    /// Distances by land up to a limit. The starting hex is free; no other may hold an enemy or rebel land unit.
    pub(crate) fn by_land(&self, side: Side, from: Hex, limit: u8) -> Reach {
        let mut reach = Reach { far: [FAR; MOST_HEXES] };
        reach.far[from.index()] = 0;
        let mut queue = Queue::from(from);
        let grid = &self.sheet.ground.grid;
        while let Some(hex) = queue.pop() {
            let so_far = reach.far[hex.index()];
            let costs = self.sheet.ways.steps(side, hex);
            for to in Direction::ALL {
                let cost = costs[to.index()];
                let total = so_far.saturating_add(cost);
                if cost == 0 || total > limit {
                    continue;
                }
                let Some(there) = grid.neighbour(hex, to) else { continue };
                if total < reach.far[there.index()] && !self.opposed(side, there) {
                    reach.far[there.index()] = total;
                    queue.push(there);
                }
            }
        }
        reach
    }

    /// Distances by sea up to a limit. The starting hex is free; no other may hold an enemy naval unit outside
    /// garrison. An inland hex has no path by sea.
    pub(crate) fn by_sea(&self, side: Side, from: Hex, limit: u8) -> Reach {
        let mut reach = Reach { far: [FAR; MOST_HEXES] };
        reach.far[from.index()] = 0;
        let mut queue = Queue::from(from);
        let grid = &self.sheet.ground.grid;
        while let Some(hex) = queue.pop() {
            let total = reach.far[hex.index()].saturating_add(1);
            if total > limit {
                break;
            }
            for to in Direction::ALL {
                if !self.sheet.ways.sails(hex, to) {
                    continue;
                }
                let Some(there) = grid.neighbour(hex, to) else { continue };
                if total < reach.far[there.index()] && !self.enemy_fleet(side, there) {
                    reach.far[there.index()] = total;
                    queue.push(there);
                }
            }
        }
        reach
    }

    /// Notes how far the places are by land from a hex.
    pub(crate) fn survey(&mut self, side: Side, from: Hex, limit: u8) {
        let reach = self.by_land(side, from, limit);
        self.far = self.distances(&reach);
    }

    /// How far the places are.
    pub(crate) fn distances(&self, reach: &Reach) -> Far {
        let mut far = [FAR; MOST_PLACES];
        for (far, place) in far.iter_mut().zip(&self.sheet.ground.places) {
            *far = reach.of(place.hex);
        }
        far
    }

    /// Nobody is in hand or adrift: distances are forgotten, so that equal positions are equal.
    pub(crate) fn forget_distances(&mut self) {
        self.far = [FAR; MOST_PLACES];
    }
}
