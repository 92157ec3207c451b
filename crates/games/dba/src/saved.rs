//! A position as data: saved, and taken back only if it could occur.

use engine::{Objection, Outcome, Side};
use serde::{Deserialize, Serialize};

use crate::element::{Element, ElementId, MOST, Units, Whereabouts};
use crate::field::{Field, Piece};
use crate::geometry::{Edge, Pose};
use crate::position::{Camp, Contacts, Fight, Muster, Position, Stage, Step};
use crate::sheet::{Combat, Fate};

/// Everything a position holds that its sheet does not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    step: Step,
    active: Side,
    invader: Side,
    #[serde(default, skip_serializing_if = "is_zero")]
    turns: u8,
    #[serde(default, skip_serializing_if = "is_zero")]
    pips: u8,
    sides: [Muster; 2],
    camps: [Camp; 2],
    terrain: Vec<Piece>,
    elements: Vec<SavedElement>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    contacts: Vec<[ElementId; 2]>,
    #[serde(default = "nobody", skip_serializing_if = "Units::is_empty")]
    hand: Units,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fight: Option<SavedFight>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<SavedOutcome>,
}

fn nobody() -> Units {
    Units::NONE
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the form serde asks for")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedElement {
    troop: String,
    place: Whereabouts,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pose: Option<Pose>,
    #[serde(default, skip_serializing_if = "is_zero")]
    moves: u8,
    #[serde(default, skip_serializing_if = "is_zero")]
    marks: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edge: Option<Edge>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    faced: Option<ElementId>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedFight {
    stage: Stage,
    combat: Combat,
    one: ElementId,
    other: ElementId,
    aides: [Units; 2],
    mutual: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    storms: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<ElementId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    loser: Option<ElementId>,
    fate: Fate,
    run: i64,
    bent: i64,
    recoiled: u32,
    following: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedOutcome {
    winner: Option<Side>,
    grade: String,
}

/// The grades a battle may end with, and the rule of each.
const GRADES: [(&str, &str); 4] =
    [("rout", "2.16"), ("general", "2.16"), ("victory", "2.16"), ("draw", "R133")];

fn some(id: ElementId) -> Option<ElementId> {
    (id != ElementId::NONE).then_some(id)
}

impl Position {
    pub(crate) fn save(&self) -> Saved {
        let element = |element: &Element| SavedElement {
            troop: self.sheet.troop(element.troop).code.clone(),
            place: element.place,
            pose: Some(element.pose).filter(|pose| *pose != Pose::default()),
            moves: element.moves,
            marks: element.marks,
            edge: element.edge,
            faced: some(element.faced),
        };
        let fight = &self.fight;
        Saved {
            step: self.step,
            active: self.active,
            invader: self.invader,
            turns: self.turns,
            pips: self.pips,
            sides: self.sides,
            camps: self.camps,
            terrain: self.field.plain(),
            elements: self.elements.iter().map(element).collect(),
            contacts: self.contacts.pairs().to_vec(),
            hand: self.hand,
            fight: (fight.stage != Stage::None).then(|| SavedFight {
                stage: fight.stage,
                combat: fight.combat,
                one: fight.one,
                other: fight.other,
                aides: fight.aides,
                mutual: fight.mutual,
                storms: fight.storms,
                winner: some(fight.winner),
                loser: some(fight.loser),
                fate: fight.fate,
                run: fight.run,
                bent: fight.bent,
                recoiled: fight.recoiled,
                following: fight.following,
            }),
            outcome: self.outcome.map(|o| SavedOutcome { winner: o.winner, grade: o.grade.into() }),
        }
    }

    /// The position that is saved; refused with what could not be.
    pub(crate) fn load(&self, saved: Saved) -> Result<Position, Objection> {
        let wrong = |why: String| Objection::new("protocol", format!("the position is refused: {why}"));
        let mut position = Position::empty(self.sheet.clone());
        if !saved.terrain.iter().all(crate::terrain::sane) {
            return Err(wrong("a piece of terrain is far too large".into()));
        }
        position.field =
            Field::of(saved.terrain).ok_or_else(|| wrong("a piece of terrain has no outline".into()))?;
        if saved.elements.len() != MOST {
            return Err(wrong(format!("there are {} elements, expected {MOST}", saved.elements.len())));
        }
        for (to, from) in position.elements.iter_mut().zip(&saved.elements) {
            let troop = self.sheet.troop_of(&from.troop);
            let troop = troop.ok_or_else(|| wrong(format!("there are no troops `{}`", from.troop)))?;
            *to = Element {
                troop,
                place: from.place,
                pose: from.pose.unwrap_or_default(),
                moves: from.moves,
                marks: from.marks,
                edge: from.edge,
                faced: from.faced.unwrap_or(ElementId::NONE),
            };
        }
        position.step = saved.step;
        position.active = saved.active;
        position.invader = saved.invader;
        position.turns = saved.turns;
        position.pips = saved.pips;
        position.sides = saved.sides;
        position.camps = saved.camps;
        position.contacts = Contacts::NONE;
        for [by, on] in saved.contacts {
            position.contacts.note(by, on);
        }
        position.hand = saved.hand;
        if let Some(fight) = saved.fight {
            position.fight = Fight {
                stage: fight.stage,
                combat: fight.combat,
                one: fight.one,
                other: fight.other,
                aides: fight.aides,
                mutual: fight.mutual,
                storms: fight.storms,
                winner: fight.winner.unwrap_or(ElementId::NONE),
                loser: fight.loser.unwrap_or(ElementId::NONE),
                fate: fight.fate,
                run: fight.run,
                bent: fight.bent,
                recoiled: fight.recoiled,
                following: fight.following,
            };
        }
        position.outcome = match saved.outcome {
            None => None,
            Some(SavedOutcome { winner, grade }) => {
                let known = GRADES.iter().find(|(name, _)| *name == grade);
                let (grade, rule) = known.ok_or_else(|| wrong(format!("no battle ends with `{grade}`")))?;
                Some(Outcome { winner, grade, rule })
            }
        };
        position.find_fault().map_err(wrong)?;
        Ok(position)
    }
}

#[cfg(test)]
mod tests;
