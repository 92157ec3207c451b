//! Which ways of a retreat leave friends in order: for judgment, not for the rules.

use engine::hex::Hex;

use super::Purse;
use crate::position::Position;
use crate::sheet::MOST_HEXES;

/// Friends thrown into disorder are counted so far; beyond it is as bad.
const MANY: usize = 3;

impl Position {
    /// For each direction the piece in hand may step, the fewest friends thrown into disorder on a retreat that
    /// begins so and ends where it may; [`MANY`] for more, and where it may not step.
    pub(crate) fn shaken_by_way(&self) -> [usize; 6] {
        let mut shaken = [MANY; 6];
        let piece = self.combat.piece;
        let (Some(hex), Some(start)) = (self.unit(piece).hex(), self.combat.start.hex()) else {
            return shaken;
        };
        let (side, clearance) = (self.side(piece), self.combat.clearance as u16);
        let field = self.retreat_field(piece, start, hex, self.combat.points);
        // For each hex, with which points it leads to an allowed end past at most so many steady friends.
        let mut calm = [[0 as Purse; MANY]; MOST_HEXES];
        for (&at, &ways) in field.order[..field.count].iter().zip(&field.open).rev() {
            let reached = field.reached[at.index()];
            let ends = self.complete(piece, start, at, ways, reached);
            let rests = if ends != 0 && self.nearest_enemy(at, side) == clearance { ends } else { 0 };
            let passed = self.steady_in(at);
            let mut purses = [rests; MANY];
            for (_, beyond, cost) in self.ways_on(at, ways) {
                for friends in passed..MANY {
                    purses[friends] |= calm[beyond.index()][friends - passed] << cost & reached;
                }
            }
            calm[at.index()] = purses;
        }
        for (to, beyond, cost) in self.ways_on(hex, field.open[0]) {
            let left = (1 as Purse) << self.combat.points >> cost;
            let enough = calm[beyond.index()].iter().position(|purse| purse & left != 0);
            shaken[to.index()] = enough.unwrap_or(MANY);
        }
        shaken
    }

    /// Troops in a hex that are not in disorder.
    fn steady_in(&self, hex: Hex) -> usize {
        self.troops(hex).filter(|&id| !self.unit(id).disrupted()).count()
    }
}
