//! Sentences: names of units, prompts, orders in words, the verdict.

use engine::hex::{Direction, HexNumber};

use crate::position::{Position, Step};
use crate::unit::UnitId;

impl Position {
    /// A counter's name for people: "Skutatoi 3", with a number where there are several alike.
    pub(crate) fn label(&self, id: UnitId) -> String {
        let Some(blueprint) = self.battle.sheet.units.get(id.index()) else { return "nobody".into() };
        let name = &self.battle.unit_type(id).name;
        let alike =
            |u: &&crate::sheet::Blueprint| (u.unit_type, u.side) == (blueprint.unit_type, blueprint.side);
        let several = self.battle.sheet.units.iter().filter(alike).count() > 1;
        if several { format!("{name} #{}", blueprint.ordinal) } else { name.clone() }
    }

    /// A unit and the commander with it.
    pub(crate) fn stack_words(&self, unit: UnitId, with: UnitId) -> String {
        match with.some() {
            Some(commander) => format!("{} with {}", self.label(unit), self.label(commander)),
            None => self.label(unit),
        }
    }

    pub(crate) fn compass(&self, direction: Direction) -> &'static str {
        self.battle.sheet.ground.grid.orientation().compass(direction)
    }

    /// The phase as the rulebook names it.
    pub(crate) fn phase_words(&self) -> &'static str {
        match self.step {
            Step::Deploy(_) => "Set-up",
            Step::Rally(_) | Step::Moving => "Movement",
            Step::Fighting => "Combats",
            Step::Over => "The end",
        }
    }

    /// What is expected now.
    pub(crate) fn prompt_words(&self) -> String {
        (self.stage().prompt)(self)
    }

    /// A unit with its place: "Skutatoi 3 in 0607".
    pub(crate) fn where_words(&self, id: UnitId) -> String {
        match self.exists(id).then(|| self.at(id)).flatten() {
            Some(hex) => format!("{} in {}", self.label(id), self.number(hex)),
            None => self.label(id),
        }
    }

    pub(crate) fn target_words(&self, number: HexNumber) -> String {
        let there = self.hex(number).and_then(|hex| self.defender_in(hex));
        there.map_or_else(|| number.to_string(), |id| format!("{}, {number}", self.label(id)))
    }
}

#[cfg(test)]
pub(crate) mod tests;
