//! Reinforcement groups that arrive whole at a lettered hex (fan scenario 12; rulings R22, R103).

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::{Hex, HexNumber};

use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::Coming;
use crate::unit::{Unit, UnitId};

impl Position {
    /// Whether the group that is due may arrive at a hex.
    pub(crate) fn may_arrive(&self, hex: Hex) -> Result<(), Refusal> {
        let Step::Arrive(group) = self.step else { return Err(Refusal::NotNow) };
        if !self.battle.in_zone(group, hex) {
            return Err(Refusal::NotAnEntryHex);
        }
        if self.holder(hex) == Some(self.phasing().other()) {
            return Err(Refusal::EnemyThere);
        }
        Ok(())
    }

    pub(crate) fn list_arrivals(&self, out: &mut Vec<Order>) {
        let Step::Arrive(group) = self.step else { return };
        if let Coming::Arrives { hexes, .. } = &self.battle.sheet.groups[group as usize].coming {
            let open = hexes.iter().filter(|&&hex| self.may_arrive(hex).is_ok());
            out.extend(open.map(|&hex| Order::Arrive { hex: self.number(hex) }));
        }
        out.push(Order::Delay);
    }

    pub(crate) fn arrive_group(&mut self, number: HexNumber, chronicle: &mut impl Chronicle) {
        let (Step::Arrive(group), Some(hex)) = (self.step, self.hex(number)) else { return };
        let battle = self.battle.clone();
        for id in battle.group(group) {
            self.put(id, hex);
            // Full allowance in the phase it arrives, whatever leaders there are.
            self.unit_mut(id).flags |= Unit::CONTROLLED;
            self.facing_due = if self.facing_due == UnitId::NONE { id } else { self.facing_due };
        }
        self.take_control(hex, self.phasing());
        chronicle.note(|| {
            let name =
                self.battle.sheet.groups[group as usize].name.as_deref().unwrap_or("The reinforcements");
            let text = format!("{name} arrives at {}", self.place_words(number));
            Event::new(EventKind::Placed, "R22", text).places([number])
        });
    }

    pub(crate) fn delay_group(&mut self) {
        if let Step::Arrive(group) = self.step {
            self.step = Step::Arrive(group + 1);
        }
    }

    /// Each counter of the group chooses its facing in turn; then the next group is due.
    pub(crate) fn face_next_of(&mut self, group: u8, faced: UnitId) {
        let next = self.battle.group(group).find(|&id| id > faced);
        match next {
            Some(id) => self.facing_due = id,
            None => self.step = Step::Arrive(group + 1),
        }
    }
}

#[cfg(test)]
mod tests;
