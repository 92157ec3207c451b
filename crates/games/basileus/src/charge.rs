//! The charge (10.2, rulings R57 to R61) and the counter-charge (12.2).

use engine::hex::Hex;

use crate::position::{Position, Stage};
use crate::refusal::Refusal;
use crate::sheet::{Arm, Terrain};
use crate::unit::UnitId;

impl Position {
    /// Whether a unit may charge in the attack being built.
    pub(crate) fn may_charge(&self, id: UnitId) -> Result<(), Refusal> {
        let Some(target) = self.target().filter(|_| self.combat.stage == Stage::Building) else {
            return Err(Refusal::NoAttackOpen);
        };
        if !self.exists(id) || self.side(id) != self.phasing() {
            return Err(Refusal::NotYours);
        }
        if self.combat.chargers.has(id) {
            return Err(Refusal::ChargesAlready);
        }
        self.may_fight(id)?;
        self.may_strike(id, target)?;
        self.may_charge_at(id, target)
    }

    /// Whether the run-up of a unit was a charge at a hex.
    pub(crate) fn may_charge_at(&self, id: UnitId, target: Hex) -> Result<(), Refusal> {
        if !self.can_charge(id) {
            return Err(Refusal::CannotCharge);
        }
        let unit = self.unit(id);
        let (Some(from), Some(start)) = (self.at(id), unit.start.hex()) else {
            return Err(Refusal::NoRunUp);
        };
        if unit.steps == 0 {
            return Err(Refusal::NoRunUp);
        }
        let Some(to) = self.battle.sheet.ground.grid.towards(from, target) else {
            return Err(Refusal::NotAdjacent);
        };
        // A step changes a distance by one at most, so only a straight run-up takes as many hexes as it gains.
        if self.battle.distance(start, target) != unit.steps as u16 + 1 {
            return Err(Refusal::NotStraightAtIt);
        }
        if !self.marks.ran_clear.has(id) {
            return Err(Refusal::RunUpNotClear);
        }
        let open = matches!(self.battle.terrain(target), Terrain::Plain | Terrain::Bridge)
            || self.battle.road_hex(target);
        if !open {
            return Err(Refusal::TargetNotInTheOpen);
        }
        let wet = self.battle.stream(from, to) && !self.battle.road(from, to);
        if wet || self.battle.palisade(from, to) {
            return Err(Refusal::ChargeBarred);
        }
        let counter = self.choices().counter_charge;
        if counter && self.defender_in(target).is_some_and(|defender| self.can_charge(defender)) {
            return Err(Refusal::MetByCounterCharge);
        }
        Ok(())
    }

    /// Ruling R107: cavalry with a charge bonus.
    #[inline]
    pub(crate) fn can_charge(&self, id: UnitId) -> bool {
        let unit_type = self.battle.unit_type(id);
        unit_type.arm == Arm::Cavalry && unit_type.charge > 0
    }

    pub(crate) fn charge(&mut self, id: UnitId) {
        self.combat.attackers.add(id);
        self.combat.chargers.add(id);
    }

    /// Ruling R60: a unit moved in the combat phase has lost its run-up.
    pub(crate) fn forget_run(&mut self, id: UnitId) {
        self.marks.ran_clear.remove(id);
        let unit = self.unit_mut(id);
        unit.steps = 0;
        unit.start = crate::unit::Spot::RESERVE;
    }
}

#[cfg(test)]
mod tests;
