//! A sensible automatic deployment: a line towards the enemy, missiles among the foot, horse and chariots on
//! the flanks, leaders spread along it.

use engine::Side;
use engine::hex::{Direction, Hex};

use crate::position::Position;
use crate::sheet::{Coming, Kind};
use crate::unit::{Spot, UnitId};

/// Counters that will share a hex; riders come after their chariot.
type Body = Vec<UnitId>;

impl Position {
    /// Places every counter of a side; the loader has made sure that its zones are large enough.
    pub(crate) fn muster(&mut self, side: Side) {
        let all: Vec<UnitId> = self.to_deploy(side).collect();
        for &id in &all {
            self.lift(id, Spot::RESERVE);
            self.unit_mut(id).aboard = UnitId::NONE;
        }
        let battle = self.battle.clone();
        for (index, group) in battle.sheet.groups.iter().enumerate() {
            if let Coming::Deploys { hexes, .. } = &group.coming
                && group.side == side
            {
                self.muster_group(index as u8, side, hexes);
            }
        }
        self.recount_control();
    }

    fn muster_group(&mut self, group: u8, side: Side, zone: &[Hex]) {
        let front = self.enemy_centre(side);
        let free: Vec<Hex> = zone
            .iter()
            .copied()
            .filter(|&hex| !self.occupied(hex) && self.battle.bears(Kind::MI, hex))
            .collect();
        let units: Vec<UnitId> = self.battle.group(group).collect();
        let bodies = (2..=3)
            .map(|depth| self.bodies(&units, depth))
            .find(|bodies| bodies.len() <= free.len())
            .unwrap_or_else(|| self.bodies(&units, 3));
        if self.battle.sheet.specials.wings == Some(side) {
            let (militia, others): (Vec<Body>, Vec<Body>) =
                bodies.into_iter().partition(|body| self.unit(body[0]).kind == Kind::MI);
            let (wings, centre) = self.split_wings(&free, militia.len());
            self.line_up(militia, wings, front);
            self.line_up(others, centre, front);
        } else {
            self.line_up(bodies, free, front);
        }
        let leaders: Vec<UnitId> = units.into_iter().filter(|&id| self.unit(id).kind.is_leader()).collect();
        self.spread_leaders(group, leaders, front);
    }

    /// The middle of the hexes where the enemy is or will be.
    fn enemy_centre(&self, side: Side) -> Hex {
        let grid = &self.battle.sheet.ground.grid;
        let groups = self.battle.sheet.groups.iter().filter(|g| g.side == side.other());
        let hexes: Vec<Hex> = groups
            .flat_map(|g| match &g.coming {
                Coming::Deploys { hexes, .. } | Coming::Enters { hexes, .. } | Coming::Arrives { hexes, .. } => hexes,
            })
            .copied()
            .collect();
        let n = hexes.len().max(1) as u32;
        let column = hexes.iter().map(|&h| grid.column(h) as u32).sum::<u32>() / n;
        let row = hexes.iter().map(|&h| grid.row(h) as u32).sum::<u32>() / n;
        let middle = engine::hex::HexNumber::new(column.max(1) as u16, row.max(1) as u16);
        grid.at(middle).unwrap_or(Hex(0))
    }

    /// Bodies of at most three troops: chariots with a rider, foot and horse of one type `depth` strong,
    /// fire units with those that have room, the rest of them by themselves.
    fn bodies(&self, units: &[UnitId], depth: usize) -> Vec<Body> {
        let of = |kind: Kind| units.iter().copied().filter(move |&id| self.unit(id).kind == kind);
        let mut foot: Vec<UnitId> = [Kind::AX, Kind::SD, Kind::MS].into_iter().flat_map(of).collect();
        let chariots: Vec<UnitId> = of(Kind::CH).collect();
        // Riders only if that leaves a line on foot.
        let riders = if foot.len() >= 2 * chariots.len() { chariots.len() } else { foot.len() / 3 };
        let mut riders = foot.drain(..riders).collect::<Vec<_>>().into_iter();
        let mut bodies: Vec<Body> =
            chariots.into_iter().map(|c| std::iter::once(c).chain(riders.next()).collect()).collect();
        let loaded = bodies.len();
        for kind in [Kind::SD, Kind::AX, Kind::MS, Kind::MI, Kind::MC] {
            let left: Vec<UnitId> =
                of(kind).filter(|id| kind == Kind::MI || kind == Kind::MC || foot.contains(id)).collect();
            bodies.extend(left.chunks(depth).map(<[UnitId]>::to_vec));
        }
        let mut fire: Vec<UnitId> = [Kind::IB, Kind::BO, Kind::HA, Kind::SK].into_iter().flat_map(of).collect();
        fire.reverse();
        let wings = self.battle.sheet.specials.wings.is_some();
        for body in &mut bodies[loaded..] {
            let shy = wings && self.unit(body[0]).kind == Kind::MI;
            if body.len() < 3 && !shy {
                body.extend(fire.pop());
            }
        }
        fire.reverse();
        bodies.extend(fire.chunks(3).map(<[UnitId]>::to_vec));
        bodies
    }

    /// Ruling R113: the outer columns, as many as the militia needs, and the columns between.
    fn split_wings(&self, free: &[Hex], needed: usize) -> (Vec<Hex>, Vec<Hex>) {
        let grid = &self.battle.sheet.ground.grid;
        let columns = |hex: &&Hex| grid.column(**hex);
        let (Some(west), Some(east)) =
            (free.iter().min_by_key(columns).map(|&h| grid.column(h)), free.iter().max_by_key(columns).map(|&h| grid.column(h)))
        else {
            return (vec![], vec![]);
        };
        for width in 0..(east - west) {
            let outer = |&&hex: &&Hex| grid.column(hex) <= west + width || grid.column(hex) + width >= east;
            let (wings, centre): (Vec<Hex>, Vec<Hex>) = free.iter().partition(|hex| outer(hex));
            if wings.len() >= needed + 2 {
                return (wings, centre);
            }
        }
        (free.to_vec(), vec![])
    }

    /// Puts bodies on the foremost hexes: horse and chariots outside, the heaviest foot in front.
    fn line_up(&mut self, mut bodies: Vec<Body>, mut hexes: Vec<Hex>, front: Hex) {
        let grid = self.battle.sheet.ground.grid.clone();
        hexes.sort_by_key(|&hex| {
            let wet = self.battle.effect(hex).halves_melee;
            let rough = self.battle.effect(hex).cost > 2;
            (2 * grid.distance(hex, front) + 5 * u16::from(wet) + u16::from(rough), hex)
        });
        let wings = self.battle.sheet.specials.wings.is_some();
        if !wings {
            hexes.truncate(bodies.len());
        } else {
            hexes = spread(hexes, bodies.len(), |hex| grid.column(hex));
        }
        // Sideways from the middle, measured in columns and rows off the line towards the enemy.
        let n = hexes.len().max(1) as i32;
        let place = |hex: Hex| (3 * grid.column(hex) as i32, 4 * grid.row(hex) as i32 + 2 * (grid.column(hex) as i32 % 2));
        let (cx, cy) = hexes.iter().map(|&h| place(h)).fold((0, 0), |(x, y), (px, py)| (x + px, y + py));
        let (cx, cy) = (cx / n, cy / n);
        let (fx, fy) = place(front);
        let aside = |hex: Hex| {
            let (x, y) = place(hex);
            ((x - cx) * (fy - cy) - (y - cy) * (fx - cx)).abs()
        };
        let weight = |kind: Kind| match kind {
            Kind::CH => 0,
            Kind::MC | Kind::HA => 1,
            Kind::SD => 2,
            Kind::AX => 3,
            Kind::MS => 4,
            Kind::MI => 5,
            _ => 6,
        };
        bodies.sort_by_key(|body| weight(self.unit(body[0]).kind));
        let mobile = bodies.iter().filter(|body| weight(self.unit(body[0]).kind) < 2).count();
        // The flanks to the mobile bodies, then the rest from front to rear.
        let mut flanks = hexes.clone();
        flanks.sort_by_key(|&hex| std::cmp::Reverse((self.battle.bears(Kind::CH, hex), aside(hex), hex)));
        flanks.truncate(mobile);
        hexes.retain(|hex| !flanks.contains(hex));
        flanks.extend(hexes);
        for (body, hex) in bodies.into_iter().zip(flanks) {
            let facing = self.facing_towards(hex, front);
            let chariot = body.iter().copied().find(|&id| self.unit(id).kind == Kind::CH);
            for id in body {
                self.put(id, hex);
                self.unit_mut(id).facing = facing;
                if let Some(chariot) = chariot.filter(|&c| c != id) {
                    self.unit_mut(id).aboard = chariot;
                }
            }
        }
    }

    /// Leaders stand with the bodies of their group, evenly spread, the best in the middle.
    fn spread_leaders(&mut self, group: u8, mut leaders: Vec<UnitId>, front: Hex) {
        let mut posts: Vec<Hex> = self.battle.group(group).filter_map(|id| self.unit(id).hex()).collect();
        posts.sort_by_key(|&hex| (self.battle.sheet.ground.grid.column(hex), hex));
        posts.dedup();
        if posts.is_empty() {
            return;
        }
        leaders.sort_by_key(|&id| std::cmp::Reverse(self.unit(id).kind));
        let count = leaders.len();
        for (i, id) in leaders.into_iter().enumerate() {
            // Middle first, then alternately to both sides.
            let rank = if i % 2 == 0 { count / 2 + i / 2 } else { count / 2 - i.div_ceil(2) };
            let post = posts[((2 * rank.min(count - 1) + 1) * posts.len() / (2 * count)).min(posts.len() - 1)];
            let facing = self.facing_towards(post, front);
            self.put(id, post);
            self.unit_mut(id).facing = facing;
        }
    }

    fn facing_towards(&self, hex: Hex, goal: Hex) -> Direction {
        let near = |d: &Direction| {
            let step = self.battle.neighbour(hex, *d);
            step.map_or(u16::MAX, |n| self.battle.distance(n, goal))
        };
        Direction::ALL.into_iter().min_by_key(near).unwrap_or(Direction::new(0))
    }
}

/// Chooses `count` of the hexes in order, but at least one of the outermost line on either side.
fn spread(hexes: Vec<Hex>, count: usize, column: impl Fn(Hex) -> u16) -> Vec<Hex> {
    let mut chosen: Vec<Hex> = hexes.iter().copied().take(count).collect();
    let (west, east) = (hexes.iter().copied().min_by_key(|&h| column(h)), hexes.iter().copied().max_by_key(|&h| column(h)));
    for edge in [west, east].into_iter().flatten() {
        if count > 1 && !chosen.iter().any(|&h| column(h) == column(edge)) {
            let place = if edge == west.unwrap_or(edge) { chosen.len() - 1 } else { chosen.len() - 2 };
            chosen[place] = edge;
        }
    }
    chosen
}
