//! Sentences: names of units, prompts, orders in words, the verdict.

use engine::Shown;
use engine::hex::{Direction, HexNumber};
use engine::odds::Quarters;

use crate::order::Order;
use crate::position::{Gait, Position, Stage, Step};
use crate::refusal::Refusal;
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
        if self.mover.unit != UnitId::NONE {
            return self.prompt_in_hand();
        }
        if self.fighting() {
            return self.prompt_in_combat();
        }
        match self.step {
            Step::Deploy(side) => {
                let left = self.to_deploy(side).filter(|&id| self.at(id).is_none()).count();
                match left {
                    0 => "all are placed: adjust, or end the set-up".into(),
                    _ => format!("place your counters, {left} to go, or muster them automatically"),
                }
            }
            Step::Rally(id) => format!("{}does {} form up in time?", self.standstill_words(), self.label(id)),
            Step::Moving => match self.legal(&Order::Done) {
                Err(refusal @ Refusal::ReinforcementDue(_)) => {
                    format!("bring on your reinforcements: {}", refusal.objection(self).why)
                }
                _ => "choose a unit to move, or end moving".into(),
            },
            Step::Fighting => {
                format!("{}choose a hex to attack, or end your combats", self.standstill_words())
            }
            Step::Over => self.verdict(),
        }
    }

    /// 13.3/2: why a player is not asked for moves; empty if he is, or was.
    fn standstill_words(&self) -> String {
        if !self.stands_surprised(self.phasing()) {
            return String::new();
        }
        format!("{} may not move in turn 1: ", self.side_name(self.phasing()))
    }

    fn prompt_in_hand(&self) -> String {
        let label = self.stack_words(self.mover.unit, self.mover.with);
        let left = Quarters(self.mover.points as u32 * 2);
        match self.mover.gait {
            Gait::March if self.may_halt().is_ok() => {
                format!("{label} may move {left} more: choose a hex, or halt")
            }
            Gait::March => format!("{label} may move {left} more: choose a hex"),
            Gait::Decoy => format!("does {} follow the feigned flight?", self.label(self.mover.other)),
            Gait::Lured => format!("{} is drawn on: choose a hex", self.label(self.mover.other)),
            Gait::Temper => format!("does {label} keep its temper?"),
            Gait::Quarry => format!("choose the unit {label} rushes at"),
            Gait::Rush => format!("{label} rushes at {}: choose a hex", self.label(self.mover.other)),
            Gait::Nerve => format!("{label} tests morale {}", self.morale_now(self.mover.unit)),
        }
    }

    fn prompt_in_combat(&self) -> String {
        let defender = self.label(self.combat.defender);
        match self.combat.stage {
            Stage::Building if self.combat.attackers.is_empty() => {
                format!("choose who attacks {defender}")
            }
            Stage::Building => match self.may_commit() {
                Ok(()) => format!("add attackers against {defender}, or commit the attack"),
                Err(refusal) => format!("add attackers against {defender}: {}", refusal.objection(self).why),
            },
            Stage::Dodge => format!("{defender} may try to slip away, or stand"),
            Stage::DodgeRoll => format!("does {defender} slip away?"),
            Stage::Withdrawing => format!("{defender} withdraws: choose a hex"),
            Stage::WithdrawingOn if self.may_end_withdrawal().is_ok() => {
                format!("{defender} may withdraw another hex, or halt")
            }
            Stage::WithdrawingOn => format!("{defender} must withdraw another hex"),
            Stage::Support => format!("add missile units in support of {defender}, or go on"),
            Stage::Roll => format!("roll for the attack on {defender}"),
            Stage::AttackPool => format!("{} more dice for the attackers", self.combat.pool),
            Stage::DefencePool => format!("{} more dice for the defender", self.combat.pool),
            Stage::Losses => format!("choose who takes a loss, {} to go", self.combat.losses),
            Stage::Retreats => "choose the unit that retreats next".into(),
            Stage::Retreating if self.combat.piece == self.combat.head => {
                format!("{} retreats: choose a hex", self.label(self.combat.piece))
            }
            Stage::Retreating => format!("{} is pushed back: choose a hex", self.label(self.combat.piece)),
            Stage::Tests => self
                .next_to_test()
                .map_or(String::new(), |id| format!("{} tests morale {}", self.label(id), self.morale(id))),
            Stage::Advance if self.advance_is_due() => "a unit that charged must advance: choose it".into(),
            Stage::Advance => "choose a unit to advance, or stay".into(),
            Stage::Occupy => format!("{defender} may follow into a hex the attackers left, or stay"),
            Stage::AdvanceFollow | Stage::OccupyFollow => "does the commander go along, or stay?".into(),
            Stage::Idle | Stage::Aftermath => String::new(),
        }
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
