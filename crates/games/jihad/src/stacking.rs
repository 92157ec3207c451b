//! Stacking judgment (7.5; ruling R83): what a hex cannot feed goes back to the pool.

use std::ops::ControlFlow;

use engine::event::Chronicle;
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::Arm;
use crate::stages::Offers;
use crate::unit::{Party, Spot, UnitId};

impl Position {
    /// Whether a force has more land units in a hex than it holds.
    pub(crate) fn overstacked(&self, party: Party, hex: Hex) -> bool {
        self.occupied(hex)
            && self.force(Spot::on(hex), party, Arm::Land).count() > self.stacking_limit(hex) as usize
    }

    /// Looks for the next overstacked hex; answers whether the segment goes on at once.
    pub(crate) fn pass_stacking(&mut self, party: Party, from: u16, chronicle: &mut impl Chronicle) -> bool {
        let hexes = self.sheet.ground.grid.len() as u16;
        match (from..hexes).find(|&hex| self.overstacked(party, Hex(hex))) {
            Some(hex) => {
                self.step = Step::Stack(party, hex);
                false
            }
            None => {
                self.after_stacking(party, chronicle);
                true
            }
        }
    }

    pub(crate) fn may_lose_to_stacking(&self, id: UnitId) -> Result<(), Refusal> {
        let Step::Stack(party, hex) = self.step else { return Err(Refusal::NotNow) };
        let spot = Spot::on(Hex(hex));
        if !self.exists(id) || self.unit(id).spot != spot || !self.unit(id).is_land() {
            return Err(Refusal::NotInTheCrowd);
        }
        if self.unit(id).serves(party) { Ok(()) } else { Err(Refusal::NotYours) }
    }

    pub(crate) fn list_stacking(&self, offers: &mut Offers) -> ControlFlow<()> {
        let Step::Stack(party, hex) = self.step else { return ControlFlow::Continue(()) };
        for unit in self.force(Spot::on(Hex(hex)), party, Arm::Land) {
            if self.is_listed(unit) && self.may_lose_to_stacking(unit).is_ok() {
                offers.add(Order::Lose { unit })?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod limit_tests;
