//! Leaders: control of movement (rulebook, "Leaders" procedure, C; rulings R85 to R87).
//! Their bonus is counted in melee, their reduction in results.

use crate::position::Position;
use crate::unit::Unit;

impl Position {
    /// Ruling R85: control is measured once, at the start of the Movement Phase.
    pub(crate) fn measure_control(&mut self) {
        let side = self.phasing();
        for id in self.battle.units(side) {
            if self.unit(id).hex().is_none() || !self.battle.sheet.leaders {
                self.unit_mut(id).flags |= Unit::CONTROLLED;
            }
        }
        if !self.battle.sheet.leaders {
            return;
        }
        for i in 0..self.battle.leaders(side).len() {
            let leader = self.battle.leaders(side)[i];
            let Some(centre) = self.unit(leader).hex() else { continue };
            let radius = self.battle.unit_type(self.unit(leader).kind).radius as u16;
            for id in self.battle.units(side) {
                let near = self.unit(id).hex().is_some_and(|hex| self.battle.distance(centre, hex) <= radius);
                if near {
                    self.unit_mut(id).flags |= Unit::CONTROLLED;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
