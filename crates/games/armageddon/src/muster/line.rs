//! The lie of a battle line: what is ahead, what is aside, which hexes make its ranks.

use std::cmp::Reverse;

use engine::hex::{Direction, Grid, Hex, HexNumber, Offset};

/// A line across the way from the middle of a deployment to the enemy.
pub(super) struct Line<'a> {
    grid: &'a Grid,
    from: Hex,
    way: Offset,
}

/// How deep a rank is, in tenths of a hex: enough for the zigzag of a row that runs across the grain.
const RANK: i64 = 9;

impl<'a> Line<'a> {
    pub fn towards(grid: &'a Grid, from: Hex, enemy: Hex) -> Line<'a> {
        let whole = grid.difference(from, enemy);
        let along = |d: &Direction| (dot(grid.step(*d), whole), Reverse(d.index()));
        let facing = Direction::ALL.into_iter().max_by_key(along).unwrap_or(Direction::new(0));
        let way = grid.step(facing);
        Line { grid, from, way }
    }

    /// The length of the way, in tenths of a hex.
    fn length(&self) -> i64 {
        (100 * dot(self.way, self.way) / 2).isqrt().max(1)
    }

    /// How far a hex lies towards the enemy, in tenths of a hex.
    pub fn ahead(&self, hex: Hex) -> i64 {
        50 * dot(self.grid.difference(self.from, hex), self.way) / self.length()
    }

    /// How far a hex lies to the right of the way, in tenths of a hex.
    pub fn aside(&self, hex: Hex) -> i64 {
        let there = self.grid.difference(self.from, hex);
        87 * (self.way.q as i64 * there.r as i64 - self.way.r as i64 * there.q as i64) / self.length()
    }

    /// The direction nearest to the way that does not look off the map.
    pub fn facing(&self, hex: Hex) -> Direction {
        let along = |d: &Direction| {
            (self.grid.neighbour(hex, *d).is_some(), dot(self.grid.step(*d), self.way), Reverse(d.index()))
        };
        Direction::ALL.into_iter().max_by_key(along).unwrap_or(Direction::new(0))
    }

    /// The posts for so many bodies, front rank first and each rank from its middle: as far forward as the
    /// front rank can hold half of them, and out of the wet if there is room.
    pub fn posts(&self, hexes: &[Hex], bodies: usize, wet: impl Fn(Hex) -> bool) -> Vec<Hex> {
        let mut ground: Vec<Hex> = hexes.iter().copied().filter(|&hex| !wet(hex)).collect();
        if ground.len() < bodies {
            ground = hexes.to_vec();
        }
        let room = |front: i64| ground.iter().filter(|&&hex| self.ahead(hex) <= front).count();
        let breadth = |front: i64| {
            ground.iter().filter(|&&hex| (front - RANK + 1..=front).contains(&self.ahead(hex))).count()
        };
        let wanted = bodies.div_ceil(2);
        let fronts = ground.iter().map(|&hex| self.ahead(hex)).filter(|&front| room(front) >= bodies);
        let front = fronts.max_by_key(|&front| (breadth(front).min(wanted), front)).unwrap_or(0);
        let mut posts: Vec<(i64, i64, Hex)> = ground
            .into_iter()
            .map(|hex| ((front - self.ahead(hex)).div_euclid(RANK), self.aside(hex).abs(), hex))
            .collect();
        posts.retain(|&(rank, ..)| rank >= 0);
        posts.sort();
        posts.into_iter().map(|(.., hex)| hex).take(bodies).collect()
    }
}

/// Twice the scalar product of two offsets, exactly.
fn dot(a: Offset, b: Offset) -> i64 {
    let (aq, ar, bq, br) = (a.q as i64, a.r as i64, b.q as i64, b.r as i64);
    2 * (aq * bq + ar * br) + aq * br + ar * bq
}

/// The middle of some hexes.
pub(super) fn middle(grid: &Grid, hexes: &[Hex]) -> Hex {
    let n = hexes.len().max(1) as u32;
    let mean = |of: fn(&Grid, Hex) -> u16| {
        (hexes.iter().map(|&h| of(grid, h) as u32).sum::<u32>() / n).max(1) as u16
    };
    grid.at(HexNumber::new(mean(Grid::column), mean(Grid::row))).unwrap_or(Hex(0))
}
