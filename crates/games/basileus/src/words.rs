//! Sentences: names of units, prompts, orders in words, the verdict.

use engine::hex::{Direction, HexNumber};
use engine::odds::Quarters;
use engine::{Game, Side, Turn};

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

    pub(crate) fn side_words(&self, side: Side) -> &str {
        &self.battle.sheet.sides[side.index()]
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

    /// Who is asked, and what.
    pub(crate) fn full_prompt(&self) -> String {
        match self.turn() {
            Turn::Order(side) => format!("{}: {}", self.side_words(side), self.prompt_words()),
            Turn::Dice(_) => format!("Dice: {}", self.prompt_words()),
            Turn::Over(_) => self.verdict_words(),
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
            Step::Over => self.verdict_words(),
        }
    }

    /// 13.3/2: why a player is not asked for moves; empty if he is, or was.
    fn standstill_words(&self) -> String {
        if !self.stands_surprised(self.phasing()) {
            return String::new();
        }
        format!("{} may not move in turn 1: ", self.side_words(self.phasing()))
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

    /// An order in words.
    pub(crate) fn order_words(&self, order: &Order) -> String {
        let label = |id: UnitId| self.label(id);
        match *order {
            Order::Place { unit, hex } => format!("Place {} in {hex}", label(unit)),
            Order::Lift { unit } => format!("Take {} back", label(unit)),
            Order::Muster => "Deploy everything automatically".into(),
            Order::Move { unit } => format!("Move {}", self.where_words(unit)),
            Order::Lead { unit } => {
                let with = self.exists(unit).then(|| self.commander_on(unit)).flatten();
                format!("Move {}", self.stack_words(unit, with.unwrap_or(UnitId::NONE)))
            }
            Order::Feign { target } => format!("Feign flight before {}", self.where_words(target)),
            Order::Provoke { unit } => format!("It rushes at {}", self.where_words(unit)),
            Order::Step { to } => {
                let hex = self.counter_in_hand().and_then(|id| self.at(id));
                let hex = hex.and_then(|hex| self.battle.neighbour(hex, to));
                let verb = match self.combat.stage {
                    Stage::Retreating if self.mover.unit == UnitId::NONE => "Retreat",
                    Stage::Withdrawing | Stage::WithdrawingOn => "Withdraw",
                    _ => "Step",
                };
                let place = hex.map_or(String::new(), |hex| format!(" to {}", self.number(hex)));
                format!("{verb} {}{place}", self.compass(to))
            }
            Order::Halt => "Halt".into(),
            Order::Attack { hex } => format!("Attack {}", self.target_words(hex)),
            Order::Join { unit } => format!("{} joins the attack", self.where_words(unit)),
            Order::Charge { unit } => format!("{} charges", self.where_words(unit)),
            Order::Leave { unit } => format!("{} leaves the attack", self.where_words(unit)),
            Order::Withdraw { hex } => format!("Call off the attack on {hex}"),
            Order::Commit if self.combat.stage == Stage::Support => "Go on without further support".into(),
            Order::Commit => "Commit the attack".into(),
            Order::Dodge => format!("{} tries to slip away", label(self.combat.defender)),
            Order::Stand => format!("{} stands", label(self.combat.defender)),
            Order::Support { unit } => format!("{} supports the defence", self.where_words(unit)),
            Order::Lose { unit } => format!("{} takes a loss", self.where_words(unit)),
            Order::Retreat { unit } => format!("Retreat {}", self.where_words(unit)),
            Order::Advance { unit } => format!("{} advances", self.where_words(unit)),
            Order::Occupy { hex } => format!("{} advances to {hex}", label(self.combat.defender)),
            Order::Follow => "The commander goes along".into(),
            Order::Remain => "The commander stays".into(),
            Order::Done => match (self.combat.stage, self.step) {
                (Stage::Advance | Stage::Occupy, _) => "Stay",
                (_, Step::Deploy(_)) => "End the set-up",
                (_, Step::Moving) => "End moving",
                _ => "End the combats",
            }
            .into(),
        }
    }

    /// A unit with its place: "Skutatoi 3 in 0607".
    pub(crate) fn where_words(&self, id: UnitId) -> String {
        match self.exists(id).then(|| self.at(id)).flatten() {
            Some(hex) => format!("{} in {}", self.label(id), self.number(hex)),
            None => self.label(id),
        }
    }

    fn target_words(&self, number: HexNumber) -> String {
        let there = self.hex(number).and_then(|hex| self.defender_in(hex));
        there.map_or_else(|| number.to_string(), |id| format!("{}, {number}", self.label(id)))
    }

    /// How the battle ended.
    pub(crate) fn verdict_words(&self) -> String {
        let Some(outcome) = self.outcome else { return String::new() };
        let [first, second] = Side::BOTH.map(|side| self.points_lost(side));
        let lost = format!(
            "points lost: {} {first}, {} {second}",
            self.side_words(Side::First),
            self.side_words(Side::Second)
        );
        match outcome.winner {
            Some(side) => format!("{} win a {} victory; {lost}", self.side_words(side), outcome.grade),
            None => format!("A draw; {lost}"),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
