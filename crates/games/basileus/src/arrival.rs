//! Reinforcements (13.1, 13.3, rulings R111 to R113, R121) and surprised units (13.3/2, rulings R118, R119).

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{BaitTaken, Position, Step};
use crate::refusal::Refusal;
use crate::sheet::{Arrival, Coming};
use crate::unit::{Spot, UnitId};

/// From this turn on surprised units are turned over without a die (ruling R118).
const ALL_AWAKE: u8 = 3;

impl Position {
    /// The entry hexes of a counter that may be brought on now.
    fn entry_hexes(&self, id: UnitId) -> Option<&[Hex]> {
        match &self.battle.group(id).coming {
            Coming::Deploys { .. } => None,
            Coming::Arrives { .. } => {
                let arrival = self.arrival(id)?;
                (self.game_turn() >= arrival.turn).then_some(&arrival.hexes[..])
            }
            Coming::Sorties { hexes } => {
                (self.sortie != 0 && self.player_turn > self.sortie).then_some(&hexes[..])
            }
        }
    }

    /// When and where a counter comes on that the battle gives a turn for, as things stand.
    pub(crate) fn arrival(&self, id: UnitId) -> Option<&Arrival> {
        let Coming::Arrives { usual, baited } = &self.battle.group(id).coming else { return None };
        Some(baited.as_ref().filter(|_| self.bait == BaitTaken::Yes).unwrap_or(usual))
    }

    /// Reinforcements of the phasing player that are due and wait.
    fn due(&self) -> impl Iterator<Item = UnitId> + '_ {
        let own = self.battle.of(self.phasing());
        own.iter().filter(|&id| self.unit(id).spot == Spot::RESERVE && self.entry_hexes(id).is_some())
    }

    /// Ruling R111: whether a reinforcement may be put on a hex.
    pub(crate) fn may_bring_on(&self, id: UnitId, hex: Hex) -> Result<(), Refusal> {
        if self.mover.unit != UnitId::NONE {
            return Err(Refusal::AnotherInHand);
        }
        if !self.exists(id) || self.side(id) != self.phasing() {
            return Err(Refusal::NotYours);
        }
        if self.unit(id).spot != Spot::RESERVE {
            return Err(Refusal::AlreadyOnTheMap);
        }
        let hexes = self.entry_hexes(id).ok_or(Refusal::NotDue(id))?;
        if let Some(first) = self.first_alike(id) {
            return Err(Refusal::TakeFirst(first));
        }
        if !hexes.contains(&hex) {
            return Err(Refusal::NotAnEntryHex);
        }
        self.may_be_put(id, hex)
    }

    /// A counter of the same group and type with a lower number that waits too: identical counters are taken
    /// in order.
    pub(crate) fn first_alike(&self, id: UnitId) -> Option<UnitId> {
        let (units, own) = (&self.battle.sheet.units, &self.battle.sheet.units[id.index()]);
        let alike = |other: UnitId| {
            let unit = &units[other.index()];
            unit.unit_type == own.unit_type && unit.reduced == own.reduced
        };
        // Counters lie in the order of their groups.
        let group = (0..id.0).rev().map(UnitId).take_while(|other| units[other.index()].group == own.group);
        group.filter(|&other| self.unit(other).spot == Spot::RESERVE && alike(other)).last()
    }

    pub(crate) fn list_placements(&self, out: &mut Vec<Order>) {
        for unit in self.due() {
            let hexes = self.entry_hexes(unit).unwrap_or_default().iter();
            let open = hexes.filter(|&&hex| self.may_bring_on(unit, hex).is_ok());
            out.extend(open.map(|&hex| Order::Place { unit, hex: self.number(hex) }));
        }
    }

    /// A reinforcement that can be placed, and therefore must be (ruling R111).
    fn placement_due(&self) -> Option<UnitId> {
        self.due().find(|&id| {
            let mut hexes = self.entry_hexes(id).unwrap_or_default().iter();
            hexes.any(|&hex| self.may_bring_on(id, hex).is_ok())
        })
    }

    pub(crate) fn may_end_moving(&self) -> Result<(), Refusal> {
        if self.mover.unit != UnitId::NONE {
            return Err(Refusal::AnotherInHand);
        }
        self.placement_due().map_or(Ok(()), |id| Err(Refusal::ReinforcementDue(id)))
    }

    pub(crate) fn anything_to_move(&self) -> bool {
        let own = self.battle.of(self.phasing()).without(self.marks.moved);
        self.placement_due().is_some()
            || own.iter().any(|id| self.may_take_up(id, UnitId::NONE).is_ok() || self.may_lead(id).is_ok())
    }

    pub(crate) fn bring_on(&mut self, id: UnitId, hex: Hex, chronicle: &mut impl Chronicle) {
        self.put(id, hex);
        chronicle.note(|| {
            let text = format!("{} arrives in {}", self.label(id), self.number(hex));
            Event::new(EventKind::Placed, "R111", text).counters([id.0 as u16]).places([self.number(hex)])
        });
    }

    /// 13.3/2: surprised units in contact, or in turn 3 all of them, are turned over; the others roll.
    pub(crate) fn rouse(&mut self, chronicle: &mut impl Chronicle) {
        for id in self.marks.surprised.iter() {
            let touched = self.at(id).is_some_and(|hex| self.touches_enemy_troops(id, hex));
            if touched || self.game_turn() >= ALL_AWAKE {
                self.turn_over(id, None, chronicle);
            }
        }
        self.rouse_next(chronicle);
    }

    /// 13.3/2, ruling R119: whether it is the first turn of a side that may not move in it.
    pub(crate) fn stands_surprised(&self, side: Side) -> bool {
        let surprised = self.battle.sheet.specials.surprised == Some(side);
        surprised && self.game_turn() == 1 && self.phasing() == side
    }

    fn touches_enemy_troops(&self, id: UnitId, hex: Hex) -> bool {
        let enemy = self.side(id).other();
        self.battle.sheet.ground.grid.neighbours(hex).any(|(_, h)| self.fighter_of(enemy, h).is_some())
    }

    /// The next surprised unit to roll, in order of hex numbers; then on to the phase.
    fn rouse_next(&mut self, chronicle: &mut impl Chronicle) {
        let passed = match self.step {
            Step::Rally(last) => self.at(last),
            _ => None,
        };
        let waiting = self.marks.surprised.iter().filter(|&id| self.at(id) > passed);
        match waiting.min_by_key(|&id| self.at(id)) {
            Some(next) => self.step = Step::Rally(next),
            // Ruling R119: no movement at all in turn 1.
            None if self.stands_surprised(self.phasing()) => self.end_moving(chronicle),
            None => self.step = Step::Moving,
        }
    }

    /// The die of a surprised unit: 5 or 6 in turn 1, 3 to 6 in turn 2.
    pub(crate) fn rally(&mut self, id: UnitId, face: u8, chronicle: &mut impl Chronicle) {
        let needed = if self.game_turn() == 1 { 5 } else { 3 };
        if face >= needed {
            self.turn_over(id, Some(face), chronicle);
        } else {
            chronicle.note(|| {
                let text = format!("{} is still surprised", self.label(id));
                Event::new(EventKind::Result, "13.3/2", text).dice(&[face]).counters([id.0 as u16])
            });
        }
        self.rouse_next(chronicle);
    }

    fn turn_over(&mut self, id: UnitId, face: Option<u8>, chronicle: &mut impl Chronicle) {
        self.marks.surprised.remove(id);
        self.marks.reduced.remove(id);
        chronicle.note(|| {
            let kind = if face.is_some() { EventKind::Result } else { EventKind::Marked };
            let text = format!("{} forms up at full strength", self.label(id));
            let event = Event::new(kind, "13.3/2", text).counters([id.0 as u16]);
            face.map_or(event.clone(), |face| event.dice(&[face]))
        });
    }
}

#[cfg(test)]
mod surprise_tests;
#[cfg(test)]
mod tests;
