//! A position as data: saved, and taken back only if it could occur.

use engine::hex::{Direction, Hex, HexNumber};
use engine::saved::{Kept, accepted, flag_names, flags_named, is_zero};
use engine::{Objection, Outcome, Side};
use serde::{Deserialize, Serialize};

use crate::position::{Attack, Combat, Gait, Mover, Position, SavedCombat, Stage, Step};
use crate::sheet::{Kind, MOST_ATTACKERS};
use crate::unit::{Marker, MarkerKind, NO_ATTACK, Spot, Unit, UnitId};

/// Everything a position holds that its sheet does not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    player_turn: u8,
    step: Step,
    units: Vec<SavedUnit>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    attacks: Vec<Vec<HexNumber>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    open: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mover: Option<SavedMover>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stopped: Option<UnitId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    combat: Option<SavedCombat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    facing_due: Option<UnitId>,
    control: Vec<Option<Side>>,
    #[serde(default, skip_serializing_if = "is_zero")]
    feint_turn: u8,
    #[serde(default, skip_serializing_if = "is_zero")]
    cats_turn: u8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dust: Vec<HexNumber>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<SavedOutcome>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedUnit {
    kind: String,
    at: String,
    facing: Direction,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    marker: Option<(MarkerKind, u8)>,
    #[serde(default, skip_serializing_if = "is_zero")]
    fired: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    aboard: Option<UnitId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attack: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    flags: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedMover {
    unit: UnitId,
    gait: Gait,
    points: u8,
    run: u8,
    origin: String,
    /// How many overfull hexes were past cure when it was taken up.
    #[serde(default, skip_serializing_if = "is_zero")]
    incurable: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedOutcome {
    winner: Option<Side>,
    eclipse: bool,
}

impl Position {
    pub(crate) fn save(&self) -> Saved {
        let units = self.units[..self.battle.count()].iter().map(|unit| SavedUnit {
            kind: unit.kind.code().into(),
            at: self.word_of(unit.spot),
            facing: unit.facing,
            marker: unit.marker.is_some().then(|| (unit.marker.kind(), unit.marker.player_turn())),
            fired: unit.fired,
            aboard: unit.aboard.some(),
            attack: (unit.attack != NO_ATTACK).then_some(unit.attack),
            flags: flag_names(unit.flags, Unit::FLAGS),
        });
        Saved {
            player_turn: self.player_turn,
            step: self.step,
            units: units.collect(),
            attacks: self.attacks().iter().map(|a| a.targets().map(|h| self.number(h)).collect()).collect(),
            open: (self.open != NO_ATTACK).then_some(self.open),
            mover: self.mover.unit.some().map(|unit| SavedMover {
                unit,
                gait: self.mover.gait,
                points: self.mover.points,
                run: self.mover.run,
                origin: self.word_of(self.mover.origin),
                incurable: self.crowds.incurable,
            }),
            stopped: self.mover.stopped.some(),
            combat: (self.combat.stage != Stage::Idle)
                .then(|| self.combat.form(&self.battle.sheet.ground.grid)),
            facing_due: self.facing_due.some(),
            control: self.control[..self.battle.sheet.objectives.len()].to_vec(),
            feint_turn: self.feint_turn,
            cats_turn: self.cats_turn,
            dust: self.dust.iter().filter_map(|spot| spot.hex()).map(|h| self.number(h)).collect(),
            outcome: self.outcome.map(|o| SavedOutcome { winner: o.winner, eclipse: o.rule == "R112" }),
        }
    }

    fn word_of(&self, spot: Spot) -> String {
        spot.word(&self.battle.sheet.ground.grid)
    }

    fn spot_of(&self, word: &str) -> Result<Spot, String> {
        Spot::called(word, &self.battle.sheet.ground.grid)
    }

    fn saved_hex(&self, number: HexNumber) -> Result<Hex, String> {
        self.hex(number).ok_or_else(|| format!("there is no hex {number} on this map"))
    }

    pub(crate) fn load(&self, saved: Saved) -> Result<Position, Objection> {
        accepted(self.sound(saved), "scenario")
    }

    fn sound(&self, saved: Saved) -> Result<Position, String> {
        let incurable = saved.mover.as_ref().map(|mover| mover.incurable);
        let mut position = self.rebuild(saved)?;
        position.find_fault()?;
        if matches!(position.step, Step::Dust | Step::Moving | Step::Window) {
            position.note_crowds();
            // What was past cure when the unit in hand was taken up can no longer be seen.
            if let Some(incurable) = incurable {
                position.crowds.recall(incurable);
            }
        }
        Ok(position)
    }

    fn rebuild(&self, saved: Saved) -> Result<Position, String> {
        let mut position = Position::empty(self.battle.clone());
        let count = self.battle.count();
        if saved.units.len() != count {
            return Err(format!("it has {} counters, expected {count}", saved.units.len()));
        }
        for (i, unit) in saved.units.iter().enumerate() {
            self.rebuild_unit(&mut position, UnitId(i as u8), unit)
                .map_err(|why| format!("counter {i}: {why}"))?;
        }
        if saved.attacks.len() > MOST_ATTACKERS {
            return Err("it has too many attacks".into());
        }
        for (i, targets) in saved.attacks.iter().enumerate() {
            let [first, rest @ ..] = targets.as_slice() else { return Err("an attack has no target".into()) };
            let mut attack = Attack::on(self.saved_hex(*first)?);
            for &further in rest {
                if !attack.add(self.saved_hex(further)?) {
                    return Err("an attack has more than three targets".into());
                }
            }
            position.attacks[i] = attack;
        }
        position.attack_count = saved.attacks.len() as u8;
        position.open = saved.open.unwrap_or(NO_ATTACK);
        position.player_turn = saved.player_turn;
        position.step = saved.step;
        if let Some(mover) = saved.mover {
            let origin = self.spot_of(&mover.origin)?;
            let SavedMover { unit, gait, points, run, .. } = mover;
            position.mover = Mover { unit, gait, points, run, origin, stopped: UnitId::NONE };
        }
        position.mover.stopped = saved.stopped.unwrap_or(UnitId::NONE);
        if let Some(combat) = saved.combat {
            position.combat = Combat::kept(combat, &self.battle.sheet.ground.grid)?;
        }
        position.facing_due = saved.facing_due.unwrap_or(UnitId::NONE);
        let objectives = self.battle.sheet.objectives.len();
        if saved.control.len() != objectives {
            return Err(format!("it follows {} objectives, expected {objectives}", saved.control.len()));
        }
        position.control[..objectives].copy_from_slice(&saved.control);
        position.feint_turn = saved.feint_turn;
        position.cats_turn = saved.cats_turn;
        if saved.dust.len() > position.dust.len() {
            return Err("it has too much dust".into());
        }
        for (place, &number) in position.dust.iter_mut().zip(&saved.dust) {
            *place = Spot::on(self.saved_hex(number)?);
        }
        position.outcome = saved.outcome.map(|o| Outcome {
            winner: o.winner,
            grade: if o.winner.is_some() { "victory" } else { "draw" },
            rule: if o.eclipse { "R112" } else { "setup.victory" },
        });
        Ok(position)
    }

    fn rebuild_unit(&self, position: &mut Position, id: UnitId, saved: &SavedUnit) -> Result<(), String> {
        let kind = Kind::from_code(&saved.kind).ok_or_else(|| format!("`{}` is no unit type", saved.kind))?;
        let spot = self.spot_of(&saved.at)?;
        if let Some((_, turn)) = saved.marker
            && (turn == 0 || turn > Marker::LAST_TURN)
        {
            return Err(format!("no marker is placed in Player-Turn {turn}"));
        }
        let flags = flags_named(&saved.flags, Unit::FLAGS)?;
        *position.unit_mut(id) = Unit {
            spot,
            flags,
            kind,
            facing: saved.facing,
            marker: saved.marker.map_or(Marker::NONE, |(kind, turn)| Marker::new(kind, turn)),
            fired: saved.fired,
            aboard: saved.aboard.unwrap_or(UnitId::NONE),
            attack: saved.attack.unwrap_or(NO_ATTACK),
            below: UnitId::NONE,
        };
        if let Some(hex) = spot.hex() {
            position.put(id, hex);
        }
        Ok(())
    }
}
