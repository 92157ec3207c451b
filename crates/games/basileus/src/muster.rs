//! A good deployment, ready made: the strongest in the middle of the line, the horse archers in a screen
//! before the enemy, the commander where most of his men feel him.

use std::cmp::Reverse;
use std::sync::Arc;

use engine::Side;
use engine::edition::Misfit;
use engine::hex::Hex;

use crate::battle::Battle;
use crate::position::Position;
use crate::sheet::{Coming, Terrain};
use crate::unit::{Spot, UnitId};

/// Deploys both sides automatically: everybody must find a lawful place.
pub(crate) fn rehearse(battle: Battle) -> Result<(), Misfit> {
    let mut position = Position::empty(Arc::new(battle));
    position.place_the_fixed();
    for side in [position.sheet().deploys_first, position.sheet().deploys_first.other()] {
        position.muster(side);
        let deploying = position.battle.of(side).iter().filter(|&id| position.battle.deploys(id));
        if let Some(id) = deploying.into_iter().find(|&id| position.at(id).is_none()) {
            let why = format!("{} finds no place to deploy", position.label(id));
            let group = position.sheet().units[id.index()].group.into();
            return Err(Misfit { group, why, expected: "room for every counter of the group" });
        }
    }
    Ok(())
}

impl Position {
    /// Deploys a side anew as the game suggests.
    pub(crate) fn muster(&mut self, side: Side) {
        let battle = self.battle.clone();
        let free: Vec<UnitId> = self.to_deploy(side).collect();
        free.iter().for_each(|&id| self.lift(id, Spot::RESERVE));
        let enemy = self.enemy_hexes(side);
        for group in 0..battle.sheet.groups.len() as u8 {
            let troops: Vec<UnitId> =
                battle.members(group).filter(|id| free.contains(id) && !battle.is_commander(*id)).collect();
            match &battle.sheet.groups[group as usize].coming {
                Coming::Deploys { hexes, apart: true } => self.screen(troops, hexes, &enemy),
                Coming::Deploys { hexes, apart: false } => self.line_up(troops, hexes),
                _ => {}
            }
        }
        for id in free.into_iter().filter(|&id| battle.is_commander(id)) {
            self.post_commander(id);
        }
    }

    /// Where the enemy stands or will stand.
    pub(crate) fn enemy_hexes(&self, side: Side) -> Vec<Hex> {
        let groups = self.battle.sheet.groups.iter().filter(|group| group.side != side);
        let mut hexes = vec![];
        for group in groups {
            if let Coming::Deploys { hexes: zone, .. } = &group.coming {
                hexes.extend(zone);
            }
        }
        hexes
    }

    /// The strongest nearest to the middle of the line.
    fn line_up(&mut self, mut troops: Vec<UnitId>, hexes: &[Hex]) {
        let spread = |hex: Hex| hexes.iter().map(|&other| self.battle.distance(hex, other)).sum::<u16>();
        let mut posts: Vec<Hex> = hexes.to_vec();
        posts.sort_by_key(|&hex| (spread(hex), hex));
        troops.sort_by_key(|&id| (Reverse(self.strength(id)), id));
        for id in troops {
            let open = posts.iter().position(|&hex| self.may_deploy_in(id, hex).is_ok());
            if let Some(at) = open {
                let hex = posts.remove(at);
                self.put(id, hex);
            }
        }
    }

    /// As near to the enemy as the spacing allows, on open ground first.
    fn screen(&mut self, troops: Vec<UnitId>, hexes: &[Hex], enemy: &[Hex]) {
        let battle = self.battle.clone();
        let far = |hex: Hex| enemy.iter().map(|&there| battle.distance(hex, there)).min().unwrap_or(0);
        let mut posts: Vec<Hex> = hexes.to_vec();
        posts.sort_by_key(|&hex| (battle.terrain(hex) != Terrain::Plain, far(hex), hex));
        for id in troops {
            if let Some(&hex) = posts.iter().find(|&&hex| self.may_deploy_in(id, hex).is_ok()) {
                self.put(id, hex);
            }
        }
    }

    fn post_commander(&mut self, id: UnitId) {
        let Coming::Deploys { hexes, .. } = &self.battle.group(id).coming else { return };
        let side = self.side(id);
        let worth = |hex: Hex| {
            let near = self.battle.sheet.ground.grid.neighbours(hex);
            let men = near.filter(|&(_, h)| self.fighter_of(side, h).is_some()).count();
            let own = self.fighter_of(side, hex).map_or(0, |unit| self.strength(unit));
            (own > 0, men, own, Reverse(hex))
        };
        let open = hexes.iter().copied().filter(|&hex| self.may_deploy_in(id, hex).is_ok());
        if let Some(hex) = open.max_by_key(|&hex| worth(hex)) {
            self.put(id, hex);
        }
    }
}

#[cfg(test)]
mod tests;
