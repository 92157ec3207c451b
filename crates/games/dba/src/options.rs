//! Before the battle: what each side brings (2.2, D2, D3; R13 to R17).

use engine::event::{Chronicle, Event, EventKind};

use crate::element::{ElementId, Whereabouts};
use crate::kind::Kind;
use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::ELEMENTS;

impl Position {
    /// Whether an element of the list may be something else.
    pub(crate) fn may_choose(&self, unit: ElementId, choice: u8) -> Result<(), Refusal> {
        if !self.exists(unit) || unit.side() != self.active || unit.slot() >= ELEMENTS {
            return Err(Refusal::NotYours);
        }
        let slot = &self.sheet.army(self.active).slots[unit.slot()];
        if choice as usize >= slot.choices.len() { Err(Refusal::NoSuchChoice) } else { Ok(()) }
    }

    /// Takes an alternative; a block is taken as a whole.
    pub(crate) fn choose(&mut self, unit: ElementId, choice: u8) {
        let side = unit.side();
        let sheet = self.sheet.clone();
        let slots = &sheet.army(side).slots;
        let block = slots[unit.slot()].block;
        for (slot, entry) in slots.iter().enumerate() {
            if slot == unit.slot() || block && entry.block {
                self.sides[side.index()].choices[slot] = choice;
                self.element_mut(ElementId::of(side, slot)).troop = entry.choices[choice as usize].troop;
            }
        }
        if !self.may_go_without_camp() {
            self.sides[side.index()].baggage = true;
        }
    }

    fn may_go_without_camp(&self) -> bool {
        let wagons = ElementId::troops_of(self.active).filter(|&id| self.kind(id) == Kind::WarWagons);
        wagons.count() >= 2
    }

    pub(crate) fn may_set_baggage(&self, camp: bool) -> Result<(), Refusal> {
        if camp || self.may_go_without_camp() { Ok(()) } else { Err(Refusal::NeedsCamp) }
    }

    /// Followers come with a camp only.
    pub(crate) fn may_set_followers(&self) -> Result<(), Refusal> {
        if self.sides[self.active.index()].baggage { Ok(()) } else { Err(Refusal::NotNow) }
    }

    pub(crate) fn list_options(&self, out: &mut Vec<Order>) {
        let side = self.active;
        let muster = &self.sides[side.index()];
        let mut block_listed = false;
        for (slot, entry) in self.sheet.army(side).slots.iter().enumerate() {
            if entry.block && std::mem::replace(&mut block_listed, true) {
                continue;
            }
            for choice in 0..entry.choices.len() as u8 {
                if choice != muster.choices[slot] {
                    out.push(Order::Choose { unit: ElementId::of(side, slot), choice });
                }
            }
        }
        if self.may_go_without_camp() {
            out.push(Order::Baggage { camp: !muster.baggage });
        }
        if muster.baggage {
            out.push(Order::Followers { come: !muster.followers });
        }
        out.push(Order::Done);
    }

    /// A side has chosen; when both have, the dice for aggression are due.
    pub(crate) fn end_options(&mut self, chronicle: &mut impl Chronicle) {
        let side = self.active;
        let muster = self.sides[side.index()];
        let comes = muster.followers && muster.baggage;
        self.element_mut(ElementId::of(side, ELEMENTS)).place =
            if comes { Whereabouts::Hand } else { Whereabouts::Out };
        chronicle.note(|| {
            Event::new(EventKind::Announced, "R139", format!("{} are ready", self.side_words(side)))
        });
        match side {
            engine::Side::First => self.active = engine::Side::Second,
            engine::Side::Second => self.step = Step::Aggression,
        }
    }

    /// D3: the higher die with aggression is the invader; equal dice are thrown again.
    pub(crate) fn roll_aggression(&mut self, dice: [u8; 2], chronicle: &mut impl Chronicle) {
        let sum = |i: usize| i32::from(dice[i]) + i32::from(self.sheet.aggression[i]);
        let (first, second) = (sum(0), sum(1));
        chronicle.note(|| {
            let text = format!("Aggression: {first} against {second}");
            Event::new(EventKind::Rolled, "2.4", text).dice(&dice)
        });
        if first == second {
            return;
        }
        self.invader = if first > second { engine::Side::First } else { engine::Side::Second };
        self.active = self.defender();
        self.step = Step::Terrain;
        chronicle.note(|| {
            Event::new(EventKind::Result, "2.4", format!("{} invade", self.side_words(self.invader)))
        });
    }
}

#[cfg(test)]
mod tests;
