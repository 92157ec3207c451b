//! "Within N MPs" (ruling 9): the cheapest path at the owner's costs, all by land or all by sea, past no enemy.

use engine::Side;
use engine::hex::{Direction, Hex};

use crate::position::{Far, Position};
use crate::sheet::{MOST_HEXES, MOST_SETTLEMENTS};

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
pub(crate) struct Queue {
    ring: [u16; MOST_HEXES],
    waiting: [bool; MOST_HEXES],
    first: usize,
    next: usize,
}

impl Queue {
    pub fn from(hex: Hex) -> Queue {
        let mut queue = Queue { ring: [0; MOST_HEXES], waiting: [false; MOST_HEXES], first: 0, next: 0 };
        queue.push(hex.0);
        queue
    }

    /// The ring has a place for every hex, and no hex waits twice: it is never overfull, at most empty again.
    #[inline]
    pub fn push(&mut self, hex: u16) {
        if !self.waiting[hex as usize] {
            self.waiting[hex as usize] = true;
            self.ring[self.next] = hex;
            self.next = if self.next + 1 == MOST_HEXES { 0 } else { self.next + 1 };
        }
    }

    #[inline]
    pub fn pop(&mut self) -> Option<u16> {
        let hex = self.ring[self.first];
        // What lies where nobody waits is from an earlier round.
        if !self.waiting[hex as usize] {
            return None;
        }
        self.first = if self.first + 1 == MOST_HEXES { 0 } else { self.first + 1 };
        self.waiting[hex as usize] = false;
        Some(hex)
    }
}

impl Position {
    /// Distances by land up to a limit. The starting hex is free; no other may hold an enemy or rebel land unit.
    pub(crate) fn by_land(&self, side: Side, from: Hex, limit: u8) -> Reach {
        self.reach(side, from, limit, |_| 0)
    }

    /// The same for places only: hexes from which no place is within the limit are not looked at.
    fn to_places(&self, side: Side, from: Hex, limit: u8) -> Reach {
        self.reach(side, from, limit, |hex| self.sheet.ways.nearest(side, hex))
    }

    fn reach(&self, side: Side, from: Hex, limit: u8, beyond: impl Fn(u16) -> u8) -> Reach {
        let mut reach = Reach { far: [FAR; MOST_HEXES] };
        reach.far[from.index()] = 0;
        let mut queue = Queue::from(from);
        while let Some(hex) = queue.pop() {
            let so_far = reach.far[hex as usize];
            for &(there, cost) in self.sheet.ways.trails(side, hex) {
                let total = so_far.saturating_add(cost);
                if cost > 0
                    && total < reach.far[there as usize]
                    && total.saturating_add(beyond(there)) <= limit
                    && !self.opposed(side, Hex(there))
                {
                    reach.far[there as usize] = total;
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
            let hex = Hex(hex);
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
                    queue.push(there.0);
                }
            }
        }
        reach
    }

    /// Notes how far the places are by land from a hex.
    pub(crate) fn survey(&mut self, side: Side, from: Hex, limit: u8) {
        let reach = self.to_places(side, from, limit);
        self.far = self.distances(&reach);
    }

    /// How far the places are.
    pub(crate) fn distances(&self, reach: &Reach) -> Far {
        let mut far = [FAR; MOST_SETTLEMENTS];
        for (far, place) in far.iter_mut().zip(&self.sheet.ground.settlements) {
            *far = reach.of(place.hex);
        }
        far
    }

    /// Nobody is in hand or adrift: distances are forgotten, so that equal positions are equal.
    pub(crate) fn forget_distances(&mut self) {
        self.far = [FAR; MOST_SETTLEMENTS];
    }
}

#[cfg(test)]
mod tests;
