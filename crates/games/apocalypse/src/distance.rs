//! "Within N MPs" (ruling 9): the cheapest path at the owner's costs, all by land or all by sea, past no enemy.

use std::sync::OnceLock;

use engine::Side;
use engine::hex::{Direction, Hex, Queue};

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

/// How far the places are from a hex by land, as far as "within" goes (ruling 9), while nobody stands in the way; and
/// the hexes where somebody would.
#[derive(Debug)]
struct Surroundings {
    far: Far,
    trodden: [u64; MOST_HEXES.div_ceil(64)],
}

impl Surroundings {
    #[inline]
    fn has(&self, hex: Hex) -> bool {
        self.trodden[hex.index() / 64] >> (hex.index() % 64) & 1 == 1
    }
}

/// The surroundings of the hexes of a scenario, for each side; found when first asked for.
#[derive(Debug)]
pub(crate) struct Vicinity([Vec<OnceLock<Box<Surroundings>>>; 2]);

impl Vicinity {
    /// Of a map of so many hexes.
    pub fn new(hexes: usize) -> Vicinity {
        Vicinity(Side::BOTH.map(|_| (0..hexes).map(|_| OnceLock::new()).collect()))
    }
}

impl Position {
    /// Distances by land up to a limit. The starting hex is free; no other may hold an enemy or rebel land unit.
    pub(crate) fn by_land(&self, side: Side, from: Hex, limit: u8) -> Reach {
        self.reach(from, limit, side, |_| 0, |hex| self.opposed(side, hex))
    }

    /// The same for places only: hexes from which no place is within the limit are not looked at.
    fn to_places(&self, side: Side, from: Hex, limit: u8, bars: impl Fn(Hex) -> bool) -> Reach {
        self.reach(from, limit, side, |hex| self.sheet.ways.nearest(side, hex.0), bars)
    }

    fn reach(
        &self,
        from: Hex,
        limit: u8,
        side: Side,
        beyond: impl Fn(Hex) -> u8,
        bars: impl Fn(Hex) -> bool,
    ) -> Reach {
        let mut reach = Reach { far: [FAR; MOST_HEXES] };
        reach.far[from.index()] = 0;
        let mut queue: Queue<MOST_HEXES> = Queue::from(from);
        while let Some(hex) = queue.pop() {
            let so_far = reach.far[hex.index()];
            for &(there, cost) in self.sheet.ways.trails(side, hex.0) {
                let (there, total) = (Hex(there), so_far.saturating_add(cost));
                if cost > 0
                    && total < reach.far[there.index()]
                    && total.saturating_add(beyond(there)) <= limit
                    && !bars(there)
                {
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
        let mut queue: Queue<MOST_HEXES> = Queue::from(from);
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
        self.far = match limit == self.sheet.charts.within {
            true => self.around(side, from),
            false => self.distances(&self.to_places(side, from, limit, |hex| self.opposed(side, hex))),
        };
    }

    /// How far the places within reach (ruling 9) are by land from a hex. Seldom does anybody stand in the way: then
    /// it is as far as the map says.
    fn around(&self, side: Side, from: Hex) -> Far {
        let open = || Box::new(self.surroundings(side, from));
        let known = self.sheet.vicinity.0[side.index()][from.index()].get_or_init(open);
        let in_the_way = |id| {
            let unit = self.unit(id);
            unit.opposes(side) && unit.spot.hex().is_some_and(|hex| hex != from && known.has(hex))
        };
        if !self.land_ids().any(in_the_way) {
            return known.far;
        }
        let within = self.sheet.charts.within;
        self.distances(&self.to_places(side, from, within, |hex| self.opposed(side, hex)))
    }

    fn surroundings(&self, side: Side, from: Hex) -> Surroundings {
        let reach = self.to_places(side, from, self.sheet.charts.within, |_| false);
        let mut trodden = [0; MOST_HEXES.div_ceil(64)];
        for hex in self.sheet.ground.grid.hexes().filter(|&hex| reach.of(hex) != FAR) {
            trodden[hex.index() / 64] |= 1 << (hex.index() % 64);
        }
        Surroundings { far: self.distances(&reach), trodden }
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
