//! The field seen once: whose stacks stand where, how strong they are and how far they reach.

use engine::Side;
use engine::hex::{Direction, Hex, Offset};
use engine::ledger::Unread;

use crate::movement::POINT;
use crate::position::{Position, Step};
use crate::sheet::Kind;
use crate::unit::Unit;

use super::way_out::WayOut;

/// The most stacks of a side kept in mind.
pub(super) const MOST_BODIES: usize = 64;

/// Stacks measured at a stroke; rows of places are filled up to a multiple of it.
const STROKE: usize = 8;

/// Where nobody stands: farther than any map goes.
const NOWHERE: i16 = 10_000;

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
    pub disrupted: bool,
}

impl Body {
    fn new(hex: Hex) -> Body {
        Body { hex, force: 0.0, defence: 0.0, worth: 0.0, reach: 0, disrupted: false }
    }
}

/// Which stacks of a side something is true of.
pub(super) type Marks = [bool; MOST_BODIES];

/// How far each stack of a side is from some hex; past the last stack there is only [`NOWHERE`].
pub(super) type Distances = [i16; MOST_BODIES];

/// Hex steps of a way, as [`Offset::length`] counts them; in signed numbers, which are compared faster.
#[inline]
fn length(q: i16, r: i16) -> i16 {
    q.abs().max(r.abs()).max((q + r).abs())
}

/// Where a side stands, and no more; in rows of coordinates, so that a hex is measured against all at once.
pub(super) struct Places {
    q: [i16; MOST_BODIES],
    r: [i16; MOST_BODIES],
    count: usize,
}

impl Places {
    fn none() -> Places {
        Places { q: [NOWHERE; MOST_BODIES], r: [0; MOST_BODIES], count: 0 }
    }

    pub fn of(position: &Position, side: Side) -> Places {
        let mut places = Places::none();
        position.stacks(side).take(MOST_BODIES).for_each(|hex| places.add(position.coordinates(hex)));
        places
    }

    fn add(&mut self, at: Offset) {
        self.q[self.count] = at.q;
        self.r[self.count] = at.r;
        self.count += 1;
    }

    /// How many entries of the rows are worth looking at.
    #[inline]
    fn filled(&self) -> usize {
        self.count.next_multiple_of(STROKE).min(MOST_BODIES)
    }

    // Always inlined: handing the row over would cost as much as measuring it.
    #[inline(always)]
    pub fn distances(&self, from: Offset) -> Distances {
        let mut distances = [NOWHERE; MOST_BODIES];
        let filled = self.filled();
        let rows = self.q[..filled].iter().zip(&self.r[..filled]);
        for (far, (q, r)) in distances[..filled].iter_mut().zip(rows) {
            *far = length(q - from.q, r - from.r);
        }
        distances
    }

    /// The least of their distances; nothing if nobody is there.
    #[inline]
    pub fn least(&self, distances: &Distances) -> Option<u16> {
        let least = distances[..self.filled()].iter().copied().min()?;
        Some(least as u16)
    }

    /// How far the nearest of them is.
    pub fn nearest(&self, from: Offset) -> u16 {
        self.least(&self.distances(from)).unwrap_or(99)
    }
}

/// The stacks of a side.
pub(super) struct Host {
    bodies: [Body; MOST_BODIES],
    pub places: Places,
    /// The reach of each, and its force in points.
    reach: [i16; MOST_BODIES],
    force: [i16; MOST_BODIES],
}

impl Host {
    fn none() -> Host {
        Host {
            bodies: [Body::new(Hex(0)); MOST_BODIES],
            places: Places::none(),
            reach: [0; MOST_BODIES],
            force: [0; MOST_BODIES],
        }
    }

    #[inline]
    pub fn bodies(&self) -> &[Body] {
        &self.bodies[..self.places.count]
    }

    fn add(&mut self, body: Body, at: Offset) {
        let index = self.places.count;
        self.bodies[index] = body;
        self.reach[index] = body.reach as i16;
        self.force[index] = body.force as i16;
        self.places.add(at);
    }

    /// What it could bring against a hex next: those at hand count whole, those who must come half.
    #[inline]
    pub fn threat(&self, distances: &Distances) -> f32 {
        let filled = self.places.filled();
        let rows = self.reach[..filled].iter().zip(&self.force[..filled]);
        // Whole numbers of half points: their sum is exact in any order.
        let halves = distances[..filled].iter().zip(rows).map(|(&far, (&reach, &force))| {
            let force = if far <= reach + 1 && reach > 0 { force } else { 0 };
            i32::from(force.saturating_add(if far <= 2 { force } else { 0 }))
        });
        0.5 * halves.sum::<i32>() as f32
    }

    /// Marks those who stand at most so far away.
    #[inline]
    pub fn mark_within(&self, radius: u8, distances: &Distances, marks: &mut Marks) {
        for (mark, far) in marks.iter_mut().zip(distances) {
            *mark |= *far <= i16::from(radius);
        }
    }

    /// How far all have to go together, each by its worth; who is more than `lead` ahead of the rest is taken
    /// to be only that much nearer.
    pub fn march(&self, ways: &[f32; MOST_BODIES], lead: f32) -> f32 {
        let (mut sum, mut worth) = (0.0, 0.0);
        for (body, way) in self.bodies().iter().zip(ways) {
            sum += body.worth * way;
            worth += body.worth;
        }
        let foremost = sum / f32::max(worth, 1.0) - lead;
        self.bodies().iter().zip(ways).map(|(body, way)| body.worth * way.max(foremost)).sum()
    }

    /// The points of those who could strike at a hex, from where they are or coming up.
    #[inline]
    pub fn strikers(&self, at: Offset) -> f32 {
        let filled = self.places.filled();
        let places = self.places.q[..filled].iter().zip(&self.places.r[..filled]);
        let rows = self.reach[..filled].iter().zip(&self.force[..filled]);
        let points = places.zip(rows).map(|((q, r), (&reach, &force))| {
            i32::from(if length(q - at.q, r - at.r) <= reach + 1 { force } else { 0 })
        });
        points.sum::<i32>() as f32
    }
}

/// Hexsides of a hex, a bit for each.
pub(super) type Hexsides = u8;

/// The three front hexsides of a unit that faces a way.
#[inline]
pub(super) fn front(facing: Direction) -> Hexsides {
    const FRONTS: [Hexsides; 6] = [0b100011, 0b000111, 0b001110, 0b011100, 0b111000, 0b110001];
    FRONTS[facing.index()]
}

/// Who stands around a hex.
#[derive(Clone, Copy)]
pub(super) struct Ring {
    /// The hexsides beyond which the map goes on.
    sides: Hexsides,
    /// Those beyond which each side stands.
    held: [Hexsides; 2],
}

impl Ring {
    #[inline]
    pub fn held_by(&self, side: Side) -> Hexsides {
        self.held[side.index()]
    }

    /// Hexes that a side does not cover.
    #[inline]
    fn open_to(&self, side: Side) -> u32 {
        (self.sides & !self.held_by(side)).count_ones()
    }

    /// A threat of a side's enemies, as far as it finds room.
    #[inline]
    pub fn admits(&self, side: Side, threat: f32) -> f32 {
        if threat == 0.0 { 0.0 } else { f32::min(threat, 6.0 * self.open_to(side) as f32) }
    }
}

/// Both sides.
pub(super) struct Survey {
    hosts: [Host; 2],
    /// For a side that has to leave the map, its way.
    ways_out: [Option<WayOut>; 2],
}

impl Survey {
    pub fn of(position: &Position) -> Survey {
        let ways_out = Side::BOTH.map(|side| position.way_out(side));
        let mut survey = Survey { hosts: [Host::none(), Host::none()], ways_out };
        for side in Side::BOTH {
            position.muster_host(side, &mut survey.hosts[side.index()]);
        }
        survey
    }

    #[inline]
    pub fn host(&self, side: Side) -> &Host {
        &self.hosts[side.index()]
    }

    /// The way off the map of a side that has to leave it.
    #[inline]
    pub fn way_out(&self, side: Side) -> Option<&WayOut> {
        self.ways_out[side.index()].as_ref()
    }
}

impl Position {
    /// A hex as a point from which others can be measured.
    #[inline]
    pub(super) fn coordinates(&self, hex: Hex) -> Offset {
        self.battle.sheet.ground.grid.difference(Hex(0), hex)
    }

    /// The hexes a side stands in; the first [`MOST_BODIES`] are the bodies of its host.
    #[inline]
    pub(super) fn stacks(&self, side: Side) -> impl Iterator<Item = Hex> + '_ {
        self.battle.units(side).filter_map(|id| {
            let hex = self.unit(id).hex()?;
            (self.stacks.top(hex.index()) == id).then_some(hex)
        })
    }

    #[inline]
    pub(super) fn ring(&self, hex: Hex) -> Ring {
        let mut ring = Ring { sides: 0, held: [0; 2] };
        for to in &Direction::ALL {
            if let Some(beyond) = self.battle.neighbour(hex, *to) {
                let bit = 1 << to.index();
                ring.sides |= bit;
                if let Some(side) = self.holder(beyond) {
                    ring.held[side.index()] |= bit;
                }
            }
        }
        ring
    }

    /// A side's stacks.
    fn muster_host(&self, side: Side, host: &mut Host) {
        // The phasing side's men reach no farther than their front once they have moved.
        let spent = side == self.phasing()
            && matches!(self.step, Step::Debark | Step::Hide | Step::Array | Step::Clash);
        for hex in self.stacks(side).take(MOST_BODIES) {
            host.add(self.body(side, hex, spent), self.coordinates(hex));
        }
    }

    /// The stack in a hex.
    #[inline]
    fn body(&self, side: Side, hex: Hex, spent: bool) -> Body {
        let mut body = Body::new(hex);
        let (mut bonus, mut bracketed) = (0.0, 0.0f32);
        for id in self.stack(hex) {
            let unit = self.unit(id);
            let mettle = self.battle.lore.mettle(unit.kind);
            if unit.kind.is_leader() {
                bonus += mettle.bonus as f32;
                continue;
            }
            body.worth += mettle.worth;
            body.disrupted |= unit.disrupted();
            if mettle.bracketed {
                bracketed += 1.0;
                continue;
            }
            body.defence += mettle.front as f32;
            if !unit.disrupted() {
                body.force += mettle.front as f32;
                let carrier = unit.aboard.some().map_or(unit, |chariot| self.unit(chariot));
                if !spent && !carrier.has(Unit::MOVED) {
                    let points = match carrier.kind {
                        Kind::CH => self.battle.sheet.chariot_movement[side.index()],
                        kind => self.battle.lore.mettle(kind).movement,
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
    #[inline]
    pub(super) fn on_ground(&self, hex: Hex, strength: f32) -> f32 {
        strength * self.defence_ground(hex, false, &mut Unread).as_f32()
    }

    /// The share of a stack's worth that so much against so little takes on average: the table made smooth.
    #[inline]
    pub(super) fn toll(force: f32, defence: f32) -> f32 {
        (0.13 * force / f32::max(defence, 0.5)).min(0.9)
    }

    /// Movement Points of the unit in hand, in whole hexes.
    pub(super) fn paces_left(&self) -> u16 {
        (self.mover.points / POINT) as u16
    }
}
