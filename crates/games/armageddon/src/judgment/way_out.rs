//! The way off the map, round whoever stands in it.

use engine::Side;
use engine::hex::{Direction, Hex};

use crate::position::Position;
use crate::sheet::{Condition, MOST_HEXES};

/// What a hex beside an enemy and one a hex farther cost beyond their ground, in points: who passes there is
/// struck, so that a way round as long is better.
const BESIDE: u8 = 6;
const NEAR: u8 = 3;

/// As far as any way off the map is taken to be.
pub(super) const FARTHEST: u8 = 60;

/// Hexes of equal distance wait in rows; a step costs less than there are.
const ROWS: usize = 16;
const NOBODY: u16 = u16::MAX;

/// How far each hex is from leaving the map, in points, by the best way round the enemy.
pub(super) struct WayOut {
    points: [u8; MOST_HEXES],
}

impl WayOut {
    /// From the exits of a side outwards, the nearest hexes first. A hex costs the same from wherever it is
    /// entered, so that the first way found to it is the best.
    fn of(position: &Position, side: Side) -> WayOut {
        let pressed = position.pressed_by(side.other());
        let toil = |hex: Hex| position.battle.lore.toil(hex);
        let mut points = [FARTHEST; MOST_HEXES];
        let mut after = [NOBODY; MOST_HEXES];
        let mut rows = [NOBODY; ROWS];
        let mut waiting = 0;
        let mut found = |hex: Hex, so_far: u8, rows: &mut [u16; ROWS], after: &mut [u16; MOST_HEXES]| {
            let at = &mut points[hex.index()];
            let Some(toil) = toil(hex) else { return 0 };
            let far = so_far + toil + pressed[hex.index()];
            if *at != FARTHEST || far >= FARTHEST || position.holder(hex) == Some(side.other()) {
                return 0;
            }
            *at = far;
            let row = &mut rows[far as usize % ROWS];
            after[hex.index()] = *row;
            *row = hex.0;
            1
        };
        for &exit in &position.battle.sheet.exits[side.index()] {
            waiting += found(exit, 0, &mut rows, &mut after);
        }
        for far in 0..FARTHEST {
            if waiting == 0 {
                break;
            }
            let mut next = std::mem::replace(&mut rows[far as usize % ROWS], NOBODY);
            while next != NOBODY {
                let hex = Hex(next);
                next = after[hex.index()];
                waiting -= 1;
                for to in &Direction::ALL {
                    if let Some(beyond) = position.battle.neighbour(hex, *to) {
                        waiting += found(beyond, far, &mut rows, &mut after);
                    }
                }
            }
        }
        WayOut { points }
    }

    #[inline]
    pub fn from(&self, hex: Hex) -> u8 {
        self.points[hex.index()]
    }
}

impl Position {
    /// How many troops of a side must still leave the map for what it claims.
    pub(super) fn must_leave(&self, side: Side) -> u16 {
        if self.battle.sheet.exits[side.index()].is_empty() {
            return 0;
        }
        let claims = self.battle.sheet.victory.wins.iter().filter(|claim| claim.side == side);
        let wanted = claims.flat_map(|claim| &claim.when).filter_map(|condition| match condition {
            Condition::Exited(n) => Some(*n),
            _ => None,
        });
        wanted.min().map_or(0, |n| n.saturating_sub(self.exited(side)))
    }

    /// A side's way off the map, if it has to leave.
    pub(super) fn way_out(&self, side: Side) -> Option<WayOut> {
        (self.must_leave(side) > 0).then(|| WayOut::of(self, side))
    }

    /// What a side's presence adds to hexes around it.
    fn pressed_by(&self, side: Side) -> [u8; MOST_HEXES] {
        let mut pressed = [0; MOST_HEXES];
        for hex in self.stacks(side) {
            for to in Direction::ALL {
                let Some(beside) = self.battle.neighbour(hex, to) else { continue };
                pressed[beside.index()] = BESIDE;
                for onward in [to, to.turned(1)] {
                    if let Some(near) = self.battle.neighbour(beside, onward) {
                        let pressed = &mut pressed[near.index()];
                        *pressed = NEAR.max(*pressed);
                    }
                }
            }
        }
        pressed
    }
}
