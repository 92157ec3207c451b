//! A position as data: saved, and taken back only if it could occur.

use engine::Objection;
use engine::saved::{Ending, accepted, is_zero};
use serde::{Deserialize, Serialize};

use crate::position::{BaitTaken, Combat, Mover, Position, Stage, Step};
use crate::unit::{Spot, Unit, UnitId, UnitSet};

/// Everything a position holds that its sheet does not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    player_turn: u8,
    step: Step,
    units: Vec<SavedUnit>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mover: Option<Mover>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    combat: Option<Combat>,
    /// The hex of the attack in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    sets: Sets,
    extra: [u8; 2],
    bait: BaitTaken,
    sortie: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<Ending>,
}

/// Marks on counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Sets {
    reduced: UnitSet,
    surprised: UnitSet,
    plundered: UnitSet,
    drawn_on: UnitSet,
    moved: UnitSet,
    feigned: UnitSet,
    ran_clear: UnitSet,
    attacked: UnitSet,
    struck: UnitSet,
    supported: UnitSet,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedUnit {
    at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    heading: Option<String>,
    #[serde(default, skip_serializing_if = "is_zero")]
    steps: u8,
}

/// Every grade and rule an outcome may have.
const GRADES: [&str; 3] = ["major", "minor", "draw"];
const RULES: [&str; 6] = ["11", "R103", "R122", "R124", "R130", "R131"];

impl Position {
    pub(crate) fn save(&self) -> Saved {
        let grid = &self.battle.sheet.ground.grid;
        let hex = |spot: Spot| spot.hex().map(|_| spot.word(grid));
        let units = self.units[..self.battle.count()].iter().map(|unit| SavedUnit {
            at: unit.spot.word(grid),
            start: hex(unit.start),
            heading: hex(unit.heading),
            steps: unit.steps,
        });
        Saved {
            player_turn: self.player_turn,
            step: self.step,
            units: units.collect(),
            mover: (self.mover.unit != UnitId::NONE).then_some(self.mover),
            combat: self.fighting().then_some(self.combat),
            target: hex(self.combat.target),
            sets: Sets {
                reduced: self.reduced,
                surprised: self.surprised,
                plundered: self.plundered,
                drawn_on: self.drawn_on,
                moved: self.moved,
                feigned: self.feigned,
                ran_clear: self.ran_clear,
                attacked: self.attacked,
                struck: self.struck,
                supported: self.supported,
            },
            extra: self.extra,
            bait: self.bait,
            sortie: self.sortie,
            outcome: self.outcome.map(Ending::from),
        }
    }

    pub(crate) fn load(&self, saved: Saved) -> Result<Position, Objection> {
        accepted(self.sound(saved), "battle")
    }

    fn sound(&self, saved: Saved) -> Result<Position, String> {
        let position = self.rebuild(saved)?;
        position.find_fault()?;
        let mut settled = position.clone();
        settled.settle(&mut engine::Silence);
        if settled == position { Ok(position) } else { Err("it would go on by itself".into()) }
    }

    fn rebuild(&self, saved: Saved) -> Result<Position, String> {
        let mut position = Position::empty(self.battle.clone());
        let count = self.battle.count();
        if saved.units.len() != count {
            return Err(format!("it has {} counters, expected {count}", saved.units.len()));
        }
        let grid = &self.battle.sheet.ground.grid;
        let spot =
            |word: &Option<String>| word.as_ref().map_or(Ok(Spot::RESERVE), |word| Spot::called(word, grid));
        position.plundered = saved.sets.plundered;
        let passing = saved.mover.map_or(UnitId::NONE, |mover| mover.unit);
        let withdrawing = saved.combat.filter(|c| c.stage == Stage::WithdrawingOn).map(|c| c.defender);
        // Whoever only passes through a friend's hex is put down last, and leaves it to the friend.
        let last = |id: UnitId| id == passing || Some(id) == withdrawing;
        for i in (0..count as u8)
            .filter(|&i| !last(UnitId(i)))
            .chain((0..count as u8).filter(|&i| last(UnitId(i))))
        {
            let (id, unit) = (UnitId(i), &saved.units[i as usize]);
            let (start, heading) = (spot(&unit.start)?, spot(&unit.heading)?);
            *position.unit_mut(id) = Unit { spot: Spot::RESERVE, start, heading, steps: unit.steps };
            let at = Spot::called(&unit.at, grid)?;
            match at.hex().filter(|_| !saved.sets.plundered.has(id)) {
                Some(hex) => position.put(id, hex),
                None => position.unit_mut(id).spot = at,
            }
        }
        position.player_turn = saved.player_turn;
        position.step = saved.step;
        position.mover = saved.mover.unwrap_or(Mover::NOBODY);
        position.combat = Combat { target: spot(&saved.target)?, ..saved.combat.unwrap_or(Combat::NONE) };
        let Sets {
            reduced,
            surprised,
            plundered,
            drawn_on,
            moved,
            feigned,
            ran_clear,
            attacked,
            struck,
            supported,
        } = saved.sets;
        position.reduced = reduced;
        position.surprised = surprised;
        position.plundered = plundered;
        position.drawn_on = drawn_on;
        position.moved = moved;
        position.feigned = feigned;
        position.ran_clear = ran_clear;
        position.attacked = attacked;
        position.struck = struck;
        position.supported = supported;
        position.extra = saved.extra;
        position.bait = saved.bait;
        position.sortie = saved.sortie;
        let ways: Vec<_> = GRADES.iter().flat_map(|grade| RULES.map(|rule| (*grade, rule))).collect();
        position.outcome = saved.outcome.map(|ending| ending.outcome(&ways)).transpose()?;
        Ok(position)
    }
}

#[cfg(test)]
mod tests;
