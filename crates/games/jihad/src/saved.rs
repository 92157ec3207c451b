//! A position as data: saved, and taken back only if it could occur.

use engine::Objection;
use engine::saved::{Ending, accepted, flag_names, flags_named, is_false, is_zero};
use serde::{Deserialize, Serialize};

use crate::position::{Clash, Combat, Judgment, Ledger, Mover, Position, Step, War, Wear};
use crate::sheet::{Arm, Leader};
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
    judgment: Option<SavedJudgment>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    combat: Option<SavedCombat>,
    ledger: Ledger,
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

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedMover {
    count: u8,
    arm: Arm,
    origin: String,
    at: String,
    points: u8,
    begun: bool,
    marched: bool,
    leader: bool,
    leader_changed: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedJudgment {
    stage: Wear,
    at: String,
    points: u8,
    losses: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedCombat {
    stage: Clash,
    at: String,
    arm: Arm,
    losses: u8,
    defender_losses: u8,
    attacker_retreats: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedWar {
    authority: Leader,
    leaders: [String; 2],
    round: u8,
    stirred: bool,
    won: [u8; 2],
}

/// How games end: grade and rule.
const ENDINGS: [(&str, &str); 4] =
    [("automatic", "14.2"), ("victory", "14.2"), ("draw", "14.2"), ("victory", "13.0")];

/// The flags by the names that saved positions and positions by hand have for them.
pub(crate) const FLAGS: [(u16, &str); 10] = [
    (Unit::CONVERTED, "converted"),
    (Unit::REBEL, "rebel"),
    (Unit::MOVED, "moved"),
    (Unit::MARCHED, "marched"),
    (Unit::IN_HAND, "in_hand"),
    (Unit::DROPPING, "dropping"),
    (Unit::JUDGED, "judged"),
    (Unit::ATTACKED, "attacked"),
    (Unit::BUILDER, "builder"),
    (Unit::TURNED, "turned"),
];

impl Position {
    pub(crate) fn save(&self) -> Saved {
        let place = |spot: Spot| spot.word(&self.sheet.ground.grid);
        let unit = |unit: &Unit| SavedUnit {
            at: place(unit.spot),
            flags: flag_names(unit.flags, &FLAGS),
            origin: (unit.origin != Spot::NOWHERE).then(|| place(unit.origin)),
            aboard: unit.aboard.some(),
            declared: unit.declared,
        };
        let Mover { count, arm, points, begun, marched, leader, leader_changed, .. } = self.mover;
        let mover = SavedMover {
            count,
            arm,
            origin: place(self.mover.origin),
            at: place(self.mover.at),
            points,
            begun,
            marched,
            leader,
            leader_changed,
        };
        let Judgment { stage, at, points, losses } = self.judgment;
        let judgment = SavedJudgment { stage, at: place(at), points, losses };
        let combat = SavedCombat {
            stage: self.combat.stage,
            at: place(self.combat.at),
            arm: self.combat.arm,
            losses: self.combat.losses,
            defender_losses: self.combat.defender_losses,
            attacker_retreats: self.combat.attacker_retreats,
        };
        let War { authority, leaders, round, stirred, won } = self.war;
        Saved {
            turn: self.turn,
            step: self.step,
            units: self.units[..self.count()].iter().map(unit).collect(),
            mover: (self.mover.count > 0).then_some(mover),
            judgment: (self.judgment.stage != Wear::None).then_some(judgment),
            combat: (self.combat.stage != Clash::None).then_some(combat),
            ledger: self.ledger,
            war: SavedWar { authority, leaders: leaders.map(place), round, stirred, won },
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
        if let Some(m) = saved.mover {
            position.mover = Mover {
                count: m.count,
                arm: m.arm,
                origin: self.spot_of(&m.origin)?,
                at: self.spot_of(&m.at)?,
                points: m.points,
                begun: m.begun,
                marched: m.marched,
                leader: m.leader,
                leader_changed: m.leader_changed,
            };
        }
        if let Some(j) = saved.judgment {
            let SavedJudgment { stage, at, points, losses } = j;
            position.judgment = Judgment { stage, at: self.spot_of(&at)?, points, losses };
        }
        if let Some(c) = saved.combat {
            position.combat = Combat {
                stage: c.stage,
                at: self.spot_of(&c.at)?,
                arm: c.arm,
                losses: c.losses,
                defender_losses: c.defender_losses,
                attacker_retreats: c.attacker_retreats,
            };
        }
        position.ledger = saved.ledger;
        let SavedWar { authority, leaders: [hashim, umaiya], round, stirred, won } = saved.war;
        let leaders = [self.spot_of(&hashim)?, self.spot_of(&umaiya)?];
        position.war = War { authority, leaders, round, stirred, won };
        position.swapped = saved.swapped;
        position.outcome = saved.outcome.map(|ending| ending.outcome(&ENDINGS)).transpose()?;
        Ok(position)
    }

    fn rebuild_unit(&self, position: &mut Position, id: UnitId, saved: &SavedUnit) -> Result<(), String> {
        let spot = self.spot_of(&saved.at)?;
        let flags = flags_named(&saved.flags, &FLAGS)?;
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
mod case_tests;
#[cfg(test)]
mod tests;
