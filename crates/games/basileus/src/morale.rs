//! Morale tests (10.10, rulings R91 to R93) and the commander's steadying presence (7, ruling R35).

use engine::event::{Chronicle, Event, EventKind};

use crate::position::{Position, Stage};
use crate::unit::{UnitId, UnitSet};

impl Position {
    /// Ruling R35: whether a commander of its side is with a unit or beside it.
    pub(crate) fn commander_near(&self, id: UnitId) -> bool {
        let (Some(hex), side) = (self.at(id), self.side(id)) else { return false };
        let mut near = self.battle.commanders(side).iter().filter_map(|c| self.at(c));
        near.any(|there| self.battle.distance(there, hex) <= 1)
    }

    /// The morale of a unit that tests on the move (12.1).
    pub(crate) fn morale_now(&self, id: UnitId) -> u8 {
        self.strength(id) + u8::from(self.commander_near(id))
    }

    /// The morale of a unit of the wave, as fixed when the wave began (ruling R92).
    pub(crate) fn morale(&self, id: UnitId) -> u8 {
        let steadied = u8::from(self.combat.steadied.has(id));
        let shaken = u8::from(self.combat.shaken.has(id));
        (self.strength(id) + steadied).saturating_sub(shaken)
    }

    /// All tests owed become the next wave.
    pub(crate) fn begin_wave(&mut self) {
        let wave = self.combat.owed;
        let steadied: UnitSet = wave.iter().filter(|&id| self.commander_near(id)).collect();
        let combat = &mut self.combat;
        combat.wave = wave;
        combat.steadied = steadied;
        combat.shaken = combat.owed_shaken.and(wave);
        combat.owed = UnitSet::EMPTY;
        combat.owed_shaken = UnitSet::EMPTY;
        combat.stage = Stage::Tests;
    }

    /// The unit that tests next: in order of hex numbers (ruling R92).
    pub(crate) fn next_to_test(&self) -> Option<UnitId> {
        self.combat.wave.iter().min_by_key(|&id| self.at(id))
    }

    /// The die of a morale test.
    pub(crate) fn test(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let Some(id) = self.next_to_test() else { return };
        let morale = self.morale(id);
        // 10.4 and ruling R89: baggage and palisade hold their men.
        let held = self.guards_baggage(id) || (self.combat.palisade && self.combat.defender == id);
        chronicle.note(|| {
            let outcome = match (face < morale, face == morale, held) {
                (true, ..) => "stands",
                (_, true, true) => "wavers but is held",
                (_, true, false) => "must retreat",
                _ => "loses a step",
            };
            let text = format!("{} tests morale {morale}: {outcome}", self.label(id));
            Event::new(EventKind::Result, "10.10", text).dice(&[face]).counters([id.0 as u16])
        });
        self.combat.wave.remove(id);
        self.combat.steadied.remove(id);
        self.combat.shaken.remove(id);
        if face == morale && !held {
            self.combat.routed.add(id);
        } else if face > morale {
            self.lose_step(id, "10.10", chronicle);
        }
    }
}

#[cfg(test)]
mod tests;
