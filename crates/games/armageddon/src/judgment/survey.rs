//! The field seen once: whose stacks stand where, how strong they are and how far they reach.

use engine::Side;
use engine::hex::Hex;

use crate::movement::POINT;
use crate::position::{Position, Step};
use crate::sheet::Kind;
use crate::unit::Unit;

/// The most stacks of a side kept in mind.
pub(super) const MOST_BODIES: usize = 64;

/// A stack as the enemy sees it.
#[derive(Clone, Copy)]
pub(super) struct Body {
    pub hex: Hex,
    /// Points it attacks with.
    pub force: f32,
    /// Points it defends with, by its ground.
    pub defence: f32,
    /// What its troops are worth.
    pub worth: f32,
    /// Movement Points it still has before its next melee, in whole hexes of open ground.
    pub reach: u16,
    /// How strongly it draws attackers.
    pub lure: f32,
    pub disrupted: bool,
}

/// The stacks of a side.
pub(super) struct Host {
    bodies: [Body; MOST_BODIES],
    count: usize,
}

impl Host {
    pub fn bodies(&self) -> &[Body] {
        &self.bodies[..self.count]
    }

    pub fn bodies_mut(&mut self) -> &mut [Body] {
        &mut self.bodies[..self.count]
    }
}

/// Where a side stands, and no more.
pub(super) struct Places {
    hexes: [Hex; MOST_BODIES],
    count: usize,
}

impl Places {
    pub fn of(position: &Position, side: Side) -> Places {
        let mut places = Places { hexes: [Hex(0); MOST_BODIES], count: 0 };
        for id in position.battle.units(side) {
            let Some(hex) = position.unit(id).hex() else { continue };
            if position.tops[hex.index()] == id && places.count < MOST_BODIES {
                places.hexes[places.count] = hex;
                places.count += 1;
            }
        }
        places
    }

    /// How far the nearest of them is.
    pub fn nearest(&self, position: &Position, hex: Hex) -> u16 {
        let all = self.hexes[..self.count].iter();
        all.map(|&there| position.battle.distance(hex, there)).min().unwrap_or(99)
    }
}

/// Both sides.
pub(super) struct Survey {
    hosts: [Host; 2],
}

impl Survey {
    pub fn of(position: &Position) -> Survey {
        Survey { hosts: Side::BOTH.map(|side| position.host(side)) }
    }

    pub fn host(&self, side: Side) -> &Host {
        &self.hosts[side.index()]
    }

    pub fn host_mut(&mut self, side: Side) -> &mut Host {
        &mut self.hosts[side.index()]
    }
}

impl Position {
    /// A side's stacks.
    fn host(&self, side: Side) -> Host {
        let nobody =
            Body { hex: Hex(0), force: 0.0, defence: 0.0, worth: 0.0, reach: 0, lure: 0.0, disrupted: false };
        let mut host = Host { bodies: [nobody; MOST_BODIES], count: 0 };
        for id in self.battle.units(side) {
            let Some(hex) = self.unit(id).hex() else { continue };
            if self.tops[hex.index()] == id && host.count < MOST_BODIES {
                host.bodies[host.count] = self.body(side, hex);
                host.count += 1;
            }
        }
        host
    }

    /// The stack in a hex.
    fn body(&self, side: Side, hex: Hex) -> Body {
        // The phasing side's men reach no farther than their front once they have moved.
        let spent = side == self.phasing()
            && matches!(self.step, Step::Debark | Step::Hide | Step::Array | Step::Clash);
        let mut body =
            Body { hex, force: 0.0, defence: 0.0, worth: 0.0, reach: 0, lure: 0.0, disrupted: false };
        let (mut bonus, mut bracketed) = (0.0, 0.0f32);
        for id in self.stack(hex) {
            let unit = self.unit(id);
            let unit_type = self.battle.unit_type(unit.kind);
            if unit.kind.is_leader() {
                bonus += unit_type.bonus as f32;
                continue;
            }
            body.worth += self.worth(unit.kind);
            body.disrupted |= unit.disrupted();
            if unit_type.bracketed {
                bracketed += 1.0;
                continue;
            }
            body.defence += unit_type.front as f32;
            if !unit.disrupted() {
                body.force += unit_type.front as f32;
                let carrier = unit.aboard.some().map_or(unit, |chariot| self.unit(chariot));
                if !spent && !carrier.has(Unit::MOVED) {
                    let points = match carrier.kind {
                        Kind::CH => self.battle.sheet.chariot_movement[side.index()],
                        kind => self.battle.unit_type(kind).movement,
                    };
                    body.reach = body.reach.max(points as u16);
                }
            }
        }
        body.force += bonus.min(body.force);
        body.defence = self.on_ground(hex, body.defence.max(bracketed.min(1.0)));
        body.defence += bonus.min(body.defence);
        body
    }

    /// A strength in melee defence by the ground it stands on.
    pub(super) fn on_ground(&self, hex: Hex, strength: f32) -> f32 {
        let effect = self.battle.effect(hex);
        match (effect.doubles_defenders, effect.halves_melee) {
            (true, _) => 2.0 * strength,
            (_, true) => 0.5 * strength,
            _ => strength,
        }
    }

    /// The share of a stack's worth that so much against so little takes on average: the table made smooth.
    pub(super) fn toll(force: f32, defence: f32) -> f32 {
        (0.13 * force / f32::max(defence, 0.5)).min(0.9)
    }

    /// What the enemy could bring against a hex next: those at hand count whole, those who must come half,
    /// and no more than find room around it.
    pub(super) fn threat(&self, foes: &Host, side: Side, hex: Hex) -> f32 {
        let mut threat = 0.0;
        for foe in foes.bodies() {
            let far = self.battle.distance(hex, foe.hex);
            if far <= foe.reach + 1 && foe.reach > 0 {
                threat += if far <= 2 { foe.force } else { 0.5 * foe.force };
            }
        }
        if threat == 0.0 {
            return 0.0;
        }
        f32::min(threat, 6.0 * self.open_sides(side, hex))
    }

    /// Hexes next to a hex that friends do not cover.
    fn open_sides(&self, side: Side, hex: Hex) -> f32 {
        let near = self.battle.sheet.ground.grid.neighbours(hex);
        near.filter(|&(_, beyond)| self.holder(beyond) != Some(side)).count() as f32
    }

    /// Movement Points of the unit in hand, in whole hexes.
    pub(super) fn paces_left(&self) -> u16 {
        (self.mover.points / POINT) as u16
    }
}
