//! A position as data: saved, and taken back only if it could occur.

use std::borrow::Cow;
use std::fmt;

use engine::hex::HexNumber;
use engine::{Objection, Outcome, Rules, Side, Turn};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
    outcome: Option<SavedOutcome>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form serde asks for")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form serde asks for")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// A place by name or number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Nowhere,
    Box,
    Pool,
    Unbuilt,
    Conversion,
    Lost,
    Hex(HexNumber),
}

const NAMED: [(Place, &str, Spot); 6] = [
    (Place::Nowhere, "nowhere", Spot::NOWHERE),
    (Place::Box, "box", Spot::BOX),
    (Place::Pool, "pool", Spot::POOL),
    (Place::Unbuilt, "unbuilt", Spot::UNBUILT),
    (Place::Conversion, "conversion", Spot::CONVERSION),
    (Place::Lost, "lost", Spot::LOST),
];

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self, NAMED.iter().find(|(place, ..)| place == self)) {
            (Place::Hex(number), _) => number.fmt(f),
            (_, Some((_, name, _))) => f.write_str(name),
            _ => Ok(()),
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        match NAMED.iter().find(|(_, name, _)| *name == text) {
            Some((place, ..)) => Ok(*place),
            None => text.parse().map(Place::Hex).map_err(D::Error::custom),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedUnit {
    at: Place,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    flags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<Place>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    aboard: Option<UnitId>,
    #[serde(default, skip_serializing_if = "is_zero")]
    declared: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedMover {
    count: u8,
    arm: Arm,
    origin: Place,
    at: Place,
    points: u8,
    begun: bool,
    marched: bool,
    leader: bool,
    leader_changed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedJudgment {
    stage: Wear,
    at: Place,
    points: u8,
    losses: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedCombat {
    stage: Clash,
    at: Place,
    arm: Arm,
    losses: u8,
    defender_losses: u8,
    attacker_retreats: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedWar {
    authority: Leader,
    leaders: [Place; 2],
    round: u8,
    stirred: bool,
    won: [u8; 2],
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedOutcome {
    winner: Option<Side>,
    grade: String,
    rule: String,
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
        let place = |spot: Spot| self.place_of(spot);
        let unit = |unit: &Unit| SavedUnit {
            at: place(unit.spot),
            flags: FLAGS.iter().filter(|(f, _)| unit.has(*f)).map(|(_, name)| name.to_string()).collect(),
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
            outcome: self.outcome.map(|o| SavedOutcome {
                winner: o.winner,
                grade: o.grade.into(),
                rule: o.rule.into(),
            }),
        }
    }

    fn place_of(&self, spot: Spot) -> Place {
        match NAMED.iter().find(|(.., named)| *named == spot) {
            Some((place, ..)) => *place,
            None => spot.hex().map_or(Place::Nowhere, |hex| Place::Hex(self.number(hex))),
        }
    }

    fn spot_of(&self, place: Place) -> Result<Spot, String> {
        if let Place::Hex(number) = place {
            let hex = self.hex(number).ok_or_else(|| format!("there is no hex {number} on this map"))?;
            return Ok(Spot::on(hex));
        }
        Ok(NAMED.iter().find(|(named, ..)| *named == place).map_or(Spot::NOWHERE, |(.., spot)| *spot))
    }

    pub(crate) fn load(&self, saved: Saved) -> Result<Position, Objection> {
        let refuse =
            |why: String| Objection::new("protocol", format!("this is no position of the scenario: {why}"));
        let position = self.rebuild(saved).map_err(refuse)?;
        position.find_fault().map_err(refuse)?;
        let mut orders = Vec::new();
        position.orders(&mut orders);
        if matches!(position.turn(), Turn::Order(_)) && orders.is_empty() {
            return Err(refuse("nobody could go on from it".into()));
        }
        Ok(position)
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
                origin: self.spot_of(m.origin)?,
                at: self.spot_of(m.at)?,
                points: m.points,
                begun: m.begun,
                marched: m.marched,
                leader: m.leader,
                leader_changed: m.leader_changed,
            };
        }
        if let Some(j) = saved.judgment {
            let SavedJudgment { stage, at, points, losses } = j;
            position.judgment = Judgment { stage, at: self.spot_of(at)?, points, losses };
        }
        if let Some(c) = saved.combat {
            position.combat = Combat {
                stage: c.stage,
                at: self.spot_of(c.at)?,
                arm: c.arm,
                losses: c.losses,
                defender_losses: c.defender_losses,
                attacker_retreats: c.attacker_retreats,
            };
        }
        position.ledger = saved.ledger;
        let SavedWar { authority, leaders: [hashim, umaiya], round, stirred, won } = saved.war;
        let leaders = [self.spot_of(hashim)?, self.spot_of(umaiya)?];
        position.war = War { authority, leaders, round, stirred, won };
        position.swapped = saved.swapped;
        position.outcome = match saved.outcome {
            None => None,
            Some(o) => {
                let ending = ENDINGS.iter().find(|(grade, rule)| *grade == o.grade && *rule == o.rule);
                let (grade, rule) = ending.ok_or("games do not end like that")?;
                Some(Outcome { winner: o.winner, grade, rule })
            }
        };
        Ok(position)
    }

    fn rebuild_unit(&self, position: &mut Position, id: UnitId, saved: &SavedUnit) -> Result<(), String> {
        let spot = self.spot_of(saved.at)?;
        let mut flags = 0;
        for name in &saved.flags {
            let known = FLAGS.iter().find(|(_, n)| n == name);
            flags |= known.ok_or_else(|| format!("`{name}` is no flag"))?.0;
        }
        let origin = saved.origin.map_or(Ok(Spot::NOWHERE), |place| self.spot_of(place))?;
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
