//! A sensible automatic deployment: a line of two or three ranks across the way to the enemy, the heaviest
//! foot and the bows in its front, horse and chariots on both flanks, leaders where they reach most troops.

use std::cmp::Reverse;
use std::sync::Arc;

use engine::Side;
use engine::hex::Hex;

use crate::battle::Battle;
use crate::position::{Position, Step};
use crate::sheet::{Coming, Kind};
use crate::unit::{Spot, UnitId};

mod line;
mod rehearsal;

pub(crate) use rehearsal::rehearse;

use line::{Line, middle};

/// Counters that will share a hex; a rider comes after its chariot.
type Body = Vec<UnitId>;

impl Position {
    /// Places every counter of a side; [`rehearse`] has made sure that its zones are large enough.
    pub(crate) fn muster(&mut self, side: Side) {
        let all: Vec<UnitId> = self.to_deploy(side).collect();
        for &id in &all {
            self.lift(id, Spot::RESERVE);
            self.unit_mut(id).aboard = UnitId::NONE;
        }
        let battle = self.battle.clone();
        let groups = battle.sheet.groups.iter().enumerate().filter(|(_, group)| group.side == side);
        let mut zones: Vec<(u8, &[Hex], bool)> = groups
            .filter_map(|(index, group)| match &group.coming {
                Coming::Deploys { hexes, fill } => Some((index as u8, hexes.as_slice(), *fill)),
                _ => None,
            })
            .collect();
        // Where zones of a side overlap, those with the least room go first.
        zones.sort_by_key(|(_, hexes, fill)| (!fill, hexes.len()));
        for (group, zone, fill) in zones {
            self.muster_group(group, side, zone, fill);
        }
        self.recount_control();
    }

    fn muster_group(&mut self, group: u8, side: Side, zone: &[Hex], fill: bool) {
        let battle = self.battle.clone();
        let grid = &battle.sheet.ground.grid;
        let open = |&hex: &Hex| !self.occupied(hex) && battle.bears(Kind::MI, hex);
        let free: Vec<Hex> = zone.iter().copied().filter(open).collect();
        let units: Vec<UnitId> = battle.group(group).collect();
        let line = Line::towards(grid, middle(grid, zone), self.enemy_centre(side));
        // Two of a kind and a bow to a hex; three of a kind where room is short.
        let mut bodies = (2..=3)
            .map(|depth| self.bodies(&units, depth))
            .find(|bodies| bodies.len() <= free.len())
            .unwrap_or_else(|| self.bodies(&units, 3));
        while fill && bodies.len() < free.len() {
            let spare = bodies.iter_mut().find(|body| body.len() > 1 && self.unit(body[0]).kind != Kind::CH);
            match spare.and_then(Vec::pop) {
                Some(id) => bodies.push(vec![id]),
                None => break,
            }
        }
        if battle.sheet.specials.wings == Some(side) {
            self.line_up_with_wings(bodies, free, &line);
        } else {
            self.line_up(bodies, free, &line);
        }
        self.post_leaders(group, &line);
    }

    /// The middle of where the enemy stands; failing that, of where he will deploy or come on.
    fn enemy_centre(&self, side: Side) -> Hex {
        middle(&self.battle.sheet.ground.grid, &self.enemy_hexes(side))
    }

    /// Where the enemy stands; failing that, where he will deploy or come on.
    pub(crate) fn enemy_hexes(&self, side: Side) -> Vec<Hex> {
        let enemy = side.other();
        let groups = || self.battle.sheet.groups.iter().filter(|group| group.side == enemy);
        let standing: Vec<Hex> = self.battle.units(enemy).filter_map(|id| self.unit(id).hex()).collect();
        let deploying = groups().filter_map(|group| match &group.coming {
            Coming::Deploys { hexes, .. } => Some(hexes),
            _ => None,
        });
        let coming = groups().filter_map(|group| match &group.coming {
            Coming::Enters { hexes, .. } | Coming::Arrives { hexes, .. } => Some(hexes),
            Coming::Deploys { .. } => None,
        });
        let places = [standing, deploying.flatten().copied().collect(), coming.flatten().copied().collect()];
        places.into_iter().find(|hexes| !hexes.is_empty()).unwrap_or_default()
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
        let on_foot = bodies.len();
        for kind in [Kind::SD, Kind::AX, Kind::MS, Kind::MI] {
            let left: Vec<UnitId> = of(kind).filter(|id| kind == Kind::MI || foot.contains(id)).collect();
            bodies.extend(left.chunks(depth).map(<[UnitId]>::to_vec));
        }
        let mounted = bodies.len();
        bodies.extend(of(Kind::MC).collect::<Vec<_>>().chunks(depth).map(<[UnitId]>::to_vec));
        let horse_archers = self.add_fire(&mut bodies[mounted..], of(Kind::HA).collect());
        let bows = [Kind::IB, Kind::BO, Kind::SK].into_iter().flat_map(of).collect();
        let bows = self.add_fire(&mut bodies[on_foot..mounted], bows);
        bodies.extend(horse_archers.chunks(depth).map(<[UnitId]>::to_vec));
        bodies.extend(bows.chunks(3).map(<[UnitId]>::to_vec));
        bodies
    }

    /// Fire units join bodies that have room, one to each in turn; answers those left over. Ruling R113 lets no
    /// other troops stand with the militia of the wings.
    fn add_fire(&self, bodies: &mut [Body], fire: Vec<UnitId>) -> Vec<UnitId> {
        let wings = self.battle.sheet.specials.wings.is_some();
        let mut fire = fire.into_iter();
        for room in 1..=2 {
            for body in bodies.iter_mut().filter(|body| body.len() + room <= 3) {
                if !(wings && self.unit(body[0]).kind == Kind::MI) {
                    body.extend(fire.next());
                }
            }
        }
        fire.collect()
    }

    /// Ruling R113: half of the militia in the westernmost columns, half in the easternmost.
    fn line_up_with_wings(&mut self, bodies: Vec<Body>, mut free: Vec<Hex>, line: &Line) {
        let (mut militia, others): (Vec<Body>, Vec<Body>) =
            bodies.into_iter().partition(|body| self.unit(body[0]).kind == Kind::MI);
        let eastern = militia.split_off(militia.len() / 2);
        let battle = self.battle.clone();
        let column = |hex: &Hex| battle.sheet.ground.grid.column(*hex);
        free.sort_by_key(|hex| (column(hex), *hex));
        // Whole columns, so that the centre keeps clear of them.
        let whole = |hexes: &[Hex], wanted: usize| match hexes.get(wanted.saturating_sub(1)) {
            Some(last) if wanted > 0 => hexes.iter().take_while(|hex| column(hex) <= column(last)).count(),
            _ => wanted.min(hexes.len()),
        };
        let west: Vec<Hex> = free.drain(..whole(&free, militia.len())).collect();
        free.sort_by_key(|hex| (Reverse(column(hex)), *hex));
        let last = free.get(eastern.len().saturating_sub(1)).map(column);
        let (east, centre): (Vec<Hex>, Vec<Hex>) = free
            .into_iter()
            .partition(|hex| !eastern.is_empty() && last.is_some_and(|last| column(hex) >= last));
        self.line_up(militia, west, line);
        self.line_up(eastern, east, line);
        self.line_up(others, centre, line);
    }

    /// Puts bodies in line: horse and chariots outside, the heaviest foot in the front of the middle.
    fn line_up(&mut self, mut bodies: Vec<Body>, hexes: Vec<Hex>, line: &Line) {
        let battle = self.battle.clone();
        let wet = |hex: Hex| battle.effect(hex).halves_melee;
        let mut posts = line.posts(&hexes, bodies.len(), wet);
        let front = posts.first().map_or(0, |&hex| line.ahead(hex));
        let weight = |kind: Kind| match kind {
            Kind::MC => 0,
            Kind::HA => 1,
            Kind::CH => 2,
            Kind::SD => 3,
            Kind::AX => 4,
            Kind::MS => 5,
            Kind::MI => 6,
            _ => 7,
        };
        bodies.sort_by_key(|body| weight(self.unit(body[0]).kind));
        let (mobile, foot): (Vec<Body>, Vec<Body>) =
            bodies.into_iter().partition(|body| weight(self.unit(body[0]).kind) < 3);
        for (i, body) in mobile.into_iter().enumerate() {
            let kind = self.unit(body[0]).kind;
            let sign = if i % 2 == 0 { 1 } else { -1 };
            let suits = |hex: &Hex| {
                let easy = battle.effect(*hex).charge_ground || kind != Kind::CH;
                // A post in the rear counts for nearer the middle, so that no foot stands before it.
                let outside = sign * line.aside(*hex) - (front - line.ahead(*hex)).max(0);
                (battle.bears(kind, *hex), easy, outside)
            };
            if let Some(at) = (0..posts.len()).max_by_key(|&at| suits(&posts[at]))
                && battle.bears(kind, posts[at])
            {
                self.stand(body, posts.remove(at), line);
            }
        }
        for (body, post) in foot.into_iter().zip(posts) {
            self.stand(body, post, line);
        }
    }

    fn stand(&mut self, body: Body, hex: Hex, line: &Line) {
        let chariot = body.iter().copied().find(|&id| self.unit(id).kind == Kind::CH);
        for id in body {
            self.put(id, hex);
            let unit = self.unit_mut(id);
            unit.facing = line.facing(hex);
            unit.aboard = chariot.filter(|&c| c != id).unwrap_or(UnitId::NONE);
        }
    }

    /// Leaders stand with troops of their group: where they bring most of them under control, soldiers with
    /// the strongest, civilians towards the rear. On a chariot's hex they ride it.
    fn post_leaders(&mut self, group: u8, line: &Line) {
        let battle = self.battle.clone();
        let (mut leaders, troops): (Vec<UnitId>, Vec<UnitId>) =
            battle.group(group).partition(|&id| self.unit(id).kind.is_leader());
        let troops: Vec<Hex> = troops.into_iter().filter_map(|id| self.unit(id).hex()).collect();
        let mut posts = troops.clone();
        posts.sort();
        posts.dedup();
        let mut uncontrolled = troops;
        leaders.sort_by_key(|&id| Reverse((battle.unit_type(self.unit(id).kind).radius, self.unit(id).kind)));
        for id in leaders {
            let leader = battle.unit_type(self.unit(id).kind);
            let reaches = |post: Hex, hex: Hex| battle.distance(post, hex) <= leader.radius as u16;
            let worth = |&post: &Hex| {
                let reached = uncontrolled.iter().filter(|&&hex| reaches(post, hex)).count() as u32;
                let fighters = self.troops(post).map(|u| battle.unit_type(self.unit(u).kind));
                let strength: u32 = fighters.filter(|u| !u.bracketed).map(|u| u.front as u32).sum();
                let company = self.stack(post).filter(|&u| self.unit(u).kind.is_leader()).count();
                let rear = if leader.bonus == 0 { -line.ahead(post) } else { line.ahead(post) };
                (2 * reached + strength.min(leader.bonus as u32), Reverse(company), rear, Reverse(post))
            };
            let Some(&post) = posts.iter().max_by_key(|post| worth(post)) else { return };
            uncontrolled.retain(|&hex| !reaches(post, hex));
            let chariot = self.troops(post).find(|&u| self.unit(u).kind == Kind::CH);
            self.put(id, post);
            let unit = self.unit_mut(id);
            unit.facing = line.facing(post);
            unit.aboard = chariot.unwrap_or(UnitId::NONE);
        }
    }
}

#[cfg(test)]
mod tests;
