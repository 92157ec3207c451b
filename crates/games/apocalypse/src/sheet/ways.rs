//! What movement costs between hexes, on the open part of the map.

use engine::Side;
use engine::datafile::landscape::marked;
use engine::hex::{Direction, Hex};

use super::{Charts, Ground};

/// What movement costs, hexside by hexside.
#[derive(Debug)]
pub struct Ways {
    /// For each side and hex, the cost of a land step in each direction; 0 where there is none.
    land: [Vec<[u8; 6]>; 2],
    /// For each side and hex, where the land steps lead and what they cost, the cost 0 where there is none.
    trails: [Vec<[(u16, u8); 6]>; 2],
    /// For each side and hex, what the way to the nearest place costs by land if nobody stands in it.
    nearest: [Vec<u8>; 2],
    /// For each hex, the first hex of the land mass it belongs to.
    shores: Vec<u16>,
    /// The directions ships may go from a hex, a bit for each (ruling 65).
    sea: Vec<u8>,
    /// For each hex, whether it is closed in this scenario (ruling 138).
    pub closed: Vec<bool>,
}

impl Ways {
    /// The ways of a map, some hexes closed.
    pub fn new(ground: &Ground, charts: &Charts, closed: Vec<bool>) -> Ways {
        let land = Side::BOTH.map(|side| land_costs(ground, charts, &closed, side));
        let trails = Side::BOTH.map(|side| {
            let trail = |hex: Hex| {
                Direction::ALL.map(|to| {
                    let there = ground.grid.neighbour(hex, to).map_or(0, |there| there.0);
                    (there, land[side.index()][hex.index()][to.index()])
                })
            };
            ground.grid.hexes().map(trail).collect()
        });
        let nearest = Side::BOTH.map(|side| nearest_place(ground, &closed, &land[side.index()]));
        let shores = shores(ground, &land[0]);
        Ways { land, trails, nearest, shores, sea: sea_sides(ground, &closed), closed }
    }

    /// Where the land steps from a hex lead and what they cost; no step costs 0.
    #[inline]
    pub fn trails(&self, side: Side, hex: u16) -> &[(u16, u8); 6] {
        &self.trails[side.index()][hex as usize]
    }

    /// At least so much costs the way from a hex to any place.
    #[inline]
    pub fn nearest(&self, side: Side, hex: u16) -> u8 {
        self.nearest[side.index()][hex as usize]
    }

    /// The cost of a land step; 0 where there is none.
    #[inline]
    pub fn step(&self, side: Side, hex: Hex, to: Direction) -> u8 {
        self.land[side.index()][hex.index()][to.index()]
    }

    /// The costs of all land steps from a hex.
    #[inline]
    pub fn steps(&self, side: Side, hex: Hex) -> &[u8; 6] {
        &self.land[side.index()][hex.index()]
    }

    /// The land mass of a hex, named by its first hex: armies walk only within it.
    #[inline]
    pub fn shore(&self, hex: Hex) -> u16 {
        self.shores[hex.index()]
    }

    /// Whether ships may go from a hex in a direction.
    #[inline]
    pub fn sails(&self, hex: Hex, to: Direction) -> bool {
        marked(&self.sea, hex, to)
    }
}

/// Ruling 10: a road step costs what a road costs; otherwise the terrain entered, and the river crossed.
fn land_costs(ground: &Ground, charts: &Charts, closed: &[bool], side: Side) -> Vec<[u8; 6]> {
    let open = |hex: Hex| ground.is_land(hex) && !closed[hex.index()];
    let row = |hex: Hex| {
        Direction::ALL.map(|to| match ground.grid.neighbour(hex, to) {
            Some(there) if open(hex) && open(there) && !marked(&ground.straits, hex, to) => {
                if marked(&ground.roads, hex, to) {
                    return charts.road;
                }
                let river = if marked(&ground.rivers, hex, to) { charts.river } else { 0 };
                charts.terrain[side.index()][ground.terrain[there.index()] as usize] + river
            }
            _ => 0,
        })
    };
    ground.grid.hexes().map(row).collect()
}

/// Ruling 65: between sea hexes, sea and coast, or two coasts that share a sea hex, a strait or a Delta branch.
fn sea_sides(ground: &Ground, closed: &[bool]) -> Vec<u8> {
    let grid = &ground.grid;
    let shore = |hex: Hex| grid.neighbours(hex).any(|(_, there)| !ground.is_land(there));
    let passes = |hex: Hex, to: Direction, there: Hex| {
        if closed[hex.index()] || closed[there.index()] {
            return false;
        }
        match (ground.is_land(hex), ground.is_land(there)) {
            (false, false) => true,
            (true, false) => shore(hex),
            (false, true) => shore(there),
            (true, true) => {
                let shared = grid
                    .neighbours(hex)
                    .any(|(_, sea)| !ground.is_land(sea) && grid.towards(sea, there).is_some());
                let channel = marked(&ground.straits, hex, to) || marked(&ground.delta, hex, to);
                ground.coastal[hex.index()] && ground.coastal[there.index()] && (shared || channel)
            }
        }
    };
    let row = |hex: Hex| {
        grid.neighbours(hex)
            .filter(|&(to, there)| passes(hex, to, there))
            .map(|(to, _)| 1 << to.index())
            .sum()
    };
    grid.hexes().map(row).collect()
}

/// What the way from each hex to the nearest place costs, searched from all places at once.
fn nearest_place(ground: &Ground, closed: &[bool], land: &[[u8; 6]]) -> Vec<u8> {
    let mut near = vec![u8::MAX; ground.grid.len()];
    let mut queue: std::collections::VecDeque<Hex> =
        ground.settlements.iter().map(|place| place.hex).filter(|hex| !closed[hex.index()]).collect();
    queue.iter().for_each(|hex| near[hex.index()] = 0);
    while let Some(hex) = queue.pop_front() {
        for (to, from) in ground.grid.neighbours(hex) {
            // The step leads from there to here.
            let cost = land[from.index()][to.opposite().index()];
            let total = near[hex.index()].saturating_add(cost);
            if cost > 0 && total < near[from.index()] {
                near[from.index()] = total;
                queue.push_back(from);
            }
        }
    }
    near
}

/// The land masses between which nobody walks.
fn shores(ground: &Ground, land: &[[u8; 6]]) -> Vec<u16> {
    let mut shores = vec![u16::MAX; ground.grid.len()];
    for first in ground.grid.hexes() {
        if shores[first.index()] != u16::MAX {
            continue;
        }
        shores[first.index()] = first.0;
        let mut queue = vec![first];
        while let Some(hex) = queue.pop() {
            for (to, there) in ground.grid.neighbours(hex) {
                if land[hex.index()][to.index()] > 0 && shores[there.index()] == u16::MAX {
                    shores[there.index()] = first.0;
                    queue.push(there);
                }
            }
        }
    }
    shores
}
