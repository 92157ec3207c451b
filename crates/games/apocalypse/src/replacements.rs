//! Replacements (2.3; ruling 27): one for each Fabrica that its holder still has whole.

use std::ops::ControlFlow;

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};

use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::sheet::{Army, BYZANTINES, MUSLIMS};
use crate::stages::Offers;
use crate::unit::{Spot, UnitId};

impl Position {
    /// The Fabrica with this place in the list.
    fn fabrica(&self, index: u8) -> Option<u8> {
        self.sheet.fabricae.get(index as usize).copied()
    }

    /// The Fabrica whose turn it is, with its side.
    pub(crate) fn forge(&self) -> Option<(Side, u8)> {
        match self.step {
            Step::Replace(side, index) => Some((side, self.fabrica(index)?)),
            Step::LevyDie(index) | Step::Levy(index, _) => Some((BYZANTINES, self.fabrica(index)?)),
            _ => None,
        }
    }

    pub(crate) fn may_replace(&self, id: UnitId, hex: engine::hex::Hex) -> Allowed {
        let Some((side, fabrica)) = self.forge() else { return Err(Refusal::NotNow) };
        ensure(self.exists(id) && self.unit(id).is_land(), Refusal::OnlyLandReplaced)?;
        ensure(self.unit(id).serves(side), Refusal::NotYours)?;
        ensure(self.unit(id).spot == Spot::DESTROYED, Refusal::NotDestroyed)?;
        ensure(self.sheet.ground.settlement(fabrica).hex == hex, Refusal::AnotherFabrica)?;
        let unit = self.unit(id);
        let elite = unit.is_picked() || unit.is_mounted();
        match (side, self.step) {
            (MUSLIMS, _) => ensure(self.army(id) == Army::Syria, Refusal::OnlySyriansReturn)?,
            (_, Step::Levy(..)) => ensure(!elite, Refusal::FootAskedFor)?,
            _ => ensure(elite, Refusal::FootByDie)?,
        }
        ensure(self.fits(id, fabrica), Refusal::FabricaFull)
    }

    /// Whether the Byzantines may ask for foot at the Fabrica.
    pub(crate) fn may_levy(&self) -> Allowed {
        let (Some((BYZANTINES, fabrica)), Step::Replace(..)) = (self.forge(), self.step) else {
            return Err(Refusal::NotNow);
        };
        ensure(self.crowd(fabrica) < self.limit(fabrica), Refusal::FabricaFull)?;
        ensure(self.fallen_foot().next().is_some(), Refusal::NoFootToLevy)
    }

    fn fallen_foot(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.land_ids().filter(|&id| {
            let unit = self.unit(id);
            unit.spot == Spot::DESTROYED && unit.serves(BYZANTINES) && !unit.is_picked() && !unit.is_mounted()
        })
    }

    pub(crate) fn levy(&mut self) {
        if let Step::Replace(_, index) = self.step {
            self.step = Step::LevyDie(index);
        }
    }

    pub(crate) fn levy_die(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        chronicle.note(|| {
            Event::new(EventKind::Result, "2.3", format!("Up to {face} foot are raised")).dice(&[face])
        });
        if let Step::LevyDie(index) = self.step {
            self.step = Step::Levy(index, face);
        }
    }

    pub(crate) fn replace(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        let Some((side, fabrica)) = self.forge() else { return };
        self.garrison(id, fabrica);
        chronicle.note(|| {
            let text =
                format!("{} is raised in {}", self.label(id), self.sheet.ground.settlement(fabrica).name);
            Event::new(EventKind::Placed, "2.3", text).counters([id.0.into()])
        });
        self.step = match self.step {
            Step::Levy(index, left) if left > 1 => Step::Levy(index, left - 1),
            Step::Levy(index, _) | Step::Replace(_, index) => Step::Replace(side, index + 1),
            step => step,
        };
    }

    pub(crate) fn list_replacing(&self, offers: &mut Offers) -> ControlFlow<()> {
        let Some((_, fabrica)) = self.forge() else { return ControlFlow::Continue(()) };
        let hex = self.sheet.ground.settlement(fabrica).hex;
        for unit in self.land_ids() {
            if self.unit(unit).spot == Spot::DESTROYED
                && self.may_replace(unit, hex).is_ok()
                && self.is_listed(unit)
            {
                offers.add(Order::Place { unit, at: self.label_of(hex), patrol: false })?;
            }
        }
        if self.may_levy().is_ok() {
            offers.add(Order::Levy)?;
        }
        offers.add(Order::Done)
    }

    /// Fabricae that bring nothing are passed by.
    pub(crate) fn pass_replacements(&mut self) -> bool {
        let Step::Replace(side, index) = self.step else { return false };
        match self.fabrica(index) {
            Some(place) if self.holds(side, place) && !self.is_pillaged(place) && self.is_open(place) => {
                false
            }
            Some(_) => {
                self.step = Step::Replace(side, index + 1);
                true
            }
            None if side == MUSLIMS => {
                self.step = Step::Replace(BYZANTINES, 0);
                true
            }
            None => {
                self.step = Step::Fleets(MUSLIMS);
                true
            }
        }
    }
}

#[cfg(test)]
mod tests;
