//! A position as data: saved, and taken back only if it could occur.

use engine::Objection;
use engine::saved::{Ending, Kept, accepted, flag_names, flags_named, is_false, is_zero};
use serde::{Deserialize, Serialize};

use crate::position::{Attrition, Books, Clash, Combat, Mover, Position, Step, War, Wear};
use crate::position::{SavedAttrition, SavedCombat, SavedMover, SavedWar};
use crate::unit::{Spot, Unit, UnitId};

/// Everything a position holds that its sheet does not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    turn: u8,
    step: Step,
    units: Vec<SavedUnit>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mover: Option<SavedMover>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    judgment: Option<SavedAttrition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    combat: Option<SavedCombat>,
    ledger: Books,
    war: SavedWar,
    #[serde(default, skip_serializing_if = "is_false")]
    swapped: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<Ending>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedUnit {
    at: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    flags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    aboard: Option<UnitId>,
    #[serde(default, skip_serializing_if = "is_zero")]
    declared: u8,
}

/// How games end: grade and rule.
const ENDINGS: [(&str, &str); 4] =
    [("automatic", "14.2"), ("victory", "14.2"), ("draw", "14.2"), ("victory", "13.0")];

impl Position {
    pub(crate) fn save(&self) -> Saved {
        let grid = &self.sheet.ground.grid;
        let place = |spot: Spot| spot.word(grid);
        let unit = |unit: &Unit| SavedUnit {
            at: place(unit.spot),
            flags: flag_names(unit.flags, Unit::FLAGS),
            origin: (unit.origin != Spot::NOWHERE).then(|| place(unit.origin)),
            aboard: unit.aboard.some(),
            declared: unit.declared,
        };
        Saved {
            turn: self.turn,
            step: self.step,
            units: self.units[..self.count()].iter().map(unit).collect(),
            mover: (self.mover.count > 0).then(|| self.mover.form(grid)),
            judgment: (self.attrition.stage != Wear::None).then(|| self.attrition.form(grid)),
            combat: (self.combat.stage != Clash::None).then(|| self.combat.form(grid)),
            ledger: self.books,
            war: self.war.form(grid),
            swapped: self.swapped,
            outcome: self.outcome.map(Ending::from),
        }
    }

    fn spot_of(&self, word: &str) -> Result<Spot, String> {
        Spot::called(word, &self.sheet.ground.grid)
    }

    pub(crate) fn load(&self, saved: Saved) -> Result<Position, Objection> {
        accepted(
            self.rebuild(saved).and_then(|position| position.find_fault().map(|()| position)),
            "scenario",
        )
    }

    fn rebuild(&self, saved: Saved) -> Result<Position, String> {
        let grid = &self.sheet.ground.grid;
        let mut position = Position::empty(self.sheet.clone());
        let count = self.count();
        if saved.units.len() != count {
            return Err(format!("it has {} counters, expected {count}", saved.units.len()));
        }
        for (i, unit) in saved.units.iter().enumerate() {
            self.rebuild_unit(&mut position, UnitId(i as u8), unit)
                .map_err(|why| format!("counter {i}: {why}"))?;
        }
        position.turn = saved.turn;
        position.step = saved.step;
        position.mover = saved.mover.map_or(Ok(Mover::NOBODY), |mover| Mover::kept(mover, grid))?;
        position.attrition =
            saved.judgment.map_or(Ok(Attrition::NONE), |judged| Attrition::kept(judged, grid))?;
        position.combat = saved.combat.map_or(Ok(Combat::NONE), |combat| Combat::kept(combat, grid))?;
        position.books = saved.ledger;
        position.war = War::kept(saved.war, grid)?;
        position.swapped = saved.swapped;
        position.outcome = saved.outcome.map(|ending| ending.outcome(&ENDINGS)).transpose()?;
        Ok(position)
    }

    fn rebuild_unit(&self, position: &mut Position, id: UnitId, saved: &SavedUnit) -> Result<(), String> {
        let spot = self.spot_of(&saved.at)?;
        let flags = flags_named(&saved.flags, Unit::FLAGS)?;
        let origin = saved.origin.as_ref().map_or(Ok(Spot::NOWHERE), |word| self.spot_of(word))?;
        // Conversion first: it decides whose presence is counted where.
        position.unit_mut(id).flags = flags;
        position.send(id, spot);
        let unit = position.unit_mut(id);
        unit.flags = flags;
        unit.origin = origin;
        unit.aboard = saved.aboard.unwrap_or(UnitId::NONE);
        unit.declared = saved.declared;
        Ok(())
    }
}

#[cfg(test)]
mod tampering_tests;
#[cfg(test)]
mod tests;
