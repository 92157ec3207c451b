//! A position as data: saved, and taken back only if it could occur.

use engine::hex::HexNumber;
use engine::{Objection, Outcome, Rules, Side, Turn};
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
    target: Option<HexNumber>,
    sets: Sets,
    extra: [u8; 2],
    bait: BaitTaken,
    sortie: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<SavedOutcome>,
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
    at: Place,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<HexNumber>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    heading: Option<HexNumber>,
    #[serde(default, skip_serializing_if = "is_zero")]
    steps: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form serde asks for")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Place {
    Reserve,
    Lost,
    #[serde(untagged)]
    Hex(HexNumber),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedOutcome {
    winner: Option<Side>,
    grade: String,
    rule: String,
}

/// Every grade and rule an outcome may have.
const GRADES: [&str; 3] = ["major", "minor", "draw"];
const RULES: [&str; 6] = ["11", "R103", "R122", "R124", "R130", "R131"];

impl Position {
    pub(crate) fn save(&self) -> Saved {
        let number = |spot: Spot| spot.hex().map(|hex| self.number(hex));
        let units = self.units[..self.battle.count()].iter().map(|unit| SavedUnit {
            at: match unit.spot {
                Spot::LOST => Place::Lost,
                spot => number(spot).map_or(Place::Reserve, Place::Hex),
            },
            start: number(unit.start),
            heading: number(unit.heading),
            steps: unit.steps,
        });
        Saved {
            player_turn: self.player_turn,
            step: self.step,
            units: units.collect(),
            mover: (self.mover.unit != UnitId::NONE).then_some(self.mover),
            combat: self.fighting().then_some(self.combat),
            target: number(self.combat.target),
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
            outcome: self.outcome.map(|outcome| SavedOutcome {
                winner: outcome.winner,
                grade: outcome.grade.into(),
                rule: outcome.rule.into(),
            }),
        }
    }

    pub(crate) fn load(&self, saved: Saved) -> Result<Position, Objection> {
        let refuse =
            |why: String| Objection::new("protocol", format!("this is no position of the battle: {why}"));
        let position = self.rebuild(saved).map_err(refuse)?;
        position.find_fault().map_err(refuse)?;
        let mut settled = position.clone();
        settled.settle(&mut engine::Silence);
        if settled != position {
            return Err(refuse("it would go on by itself".into()));
        }
        let mut orders = Vec::new();
        position.orders(&mut orders);
        if matches!(position.turn(), Turn::Order(_)) && orders.is_empty() {
            return Err(refuse("nobody could go on from it".into()));
        }
        Ok(position)
    }

    fn rebuild(&self, saved: Saved) -> Result<Position, String> {
        let mut position = Position::empty(self.battle.clone());
        let count = self.battle.count();
        if saved.units.len() != count {
            return Err(format!("it has {} counters, expected {count}", saved.units.len()));
        }
        let hex = |number: HexNumber| {
            self.hex(number).ok_or_else(|| format!("there is no hex {number} on this map"))
        };
        let spot = |number: Option<HexNumber>| {
            number.map(hex).transpose().map(|hex| hex.map_or(Spot::RESERVE, Spot::on))
        };
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
            let (start, heading) = (spot(unit.start)?, spot(unit.heading)?);
            *position.unit_mut(id) = Unit { spot: Spot::RESERVE, start, heading, steps: unit.steps };
            match unit.at {
                Place::Reserve => {}
                Place::Lost => position.unit_mut(id).spot = Spot::LOST,
                Place::Hex(number) if saved.sets.plundered.has(id) => {
                    position.unit_mut(id).spot = Spot::on(hex(number)?);
                }
                Place::Hex(number) => position.put(id, hex(number)?),
            }
        }
        position.player_turn = saved.player_turn;
        position.step = saved.step;
        position.mover = saved.mover.unwrap_or(Mover::NOBODY);
        position.combat = Combat { target: spot(saved.target)?, ..saved.combat.unwrap_or(Combat::NONE) };
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
        position.outcome = saved.outcome.map(outcome).transpose()?;
        Ok(position)
    }
}

fn outcome(saved: SavedOutcome) -> Result<Outcome, String> {
    let known = |all: &[&'static str], word: &str| all.iter().copied().find(|known| *known == word);
    let grade = known(&GRADES, &saved.grade);
    let rule = known(&RULES, &saved.rule);
    match (grade, rule) {
        (Some(grade), Some(rule)) => Ok(Outcome { winner: saved.winner, grade, rule }),
        _ => Err(format!("`{}` by `{}` is no way to end", saved.grade, saved.rule)),
    }
}

#[cfg(test)]
mod tests;
