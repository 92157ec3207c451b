//! A position as data: saved, and taken back only if it could occur.

use engine::Objection;
use engine::saved::{Ending, Kept, accepted};

use crate::position::{Affairs, Position, SavedAffairs};
use crate::unit::{Unit, UnitId};

/// How games end: grade and rule.
const ENDINGS: [(&str, &str); 4] =
    [("automatic", "14.2"), ("victory", "14.2"), ("draw", "14.2"), ("victory", "13.0")];

impl Position {
    pub(crate) fn save(&self) -> SavedAffairs {
        let outcome = self.outcome.map(Ending::from);
        SavedAffairs { outcome, ..self.affairs.form(&self.sheet.ground.grid) }
    }

    pub(crate) fn load(&self, saved: SavedAffairs) -> Result<Position, Objection> {
        let sound = |position: Position| position.find_fault().map(|()| position);
        accepted(self.rebuild(saved).and_then(sound), "scenario")
    }

    fn rebuild(&self, saved: SavedAffairs) -> Result<Position, String> {
        let outcome = saved.outcome.clone().map(|ending| ending.outcome(&ENDINGS)).transpose()?;
        let affairs = Affairs::kept(saved, &self.sheet.ground.grid)?;
        affairs.units.expect(self.count(), "counters")?;
        let printed = Position::empty(self.sheet.clone());
        let mut position =
            Position { outcome, affairs: Affairs { units: printed.units, ..affairs }, ..printed };
        for (i, unit) in affairs.units.present().iter().enumerate() {
            position.put_as_saved(UnitId(i as u8), unit);
        }
        Ok(position)
    }

    fn put_as_saved(&mut self, id: UnitId, saved: &Unit) {
        let Unit { spot, origin, flags, aboard, declared, .. } = *saved;
        // Conversion first: it decides whose presence is counted where.
        self.unit_mut(id).flags = flags;
        self.send(id, spot);
        let unit = self.unit_mut(id);
        *unit = Unit { origin, flags, aboard, declared, ..*unit };
    }
}

#[cfg(test)]
mod tampering_tests;
#[cfg(test)]
mod tests;
