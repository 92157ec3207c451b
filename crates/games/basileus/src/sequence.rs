//! The sequence of play (5, rulings R27 and R28).
//!
//! After every order and roll the position is carried on until a player has a choice or a die is due.
//! Steps without a choice pass by themselves.

use engine::event::{Chronicle, Event, EventKind};
use engine::{Shown, Side};

use crate::position::{BaitTaken, Combat, Gait, Mover, Position, Stage, Step};
use crate::unit::{Spot, UnitId, UnitSet};

impl Position {
    /// Carries the position on to the next choice, roll or end.
    pub(crate) fn settle(&mut self, chronicle: &mut impl Chronicle) {
        while self.outcome.is_none() && self.pass(chronicle) {}
    }

    /// One passage of the sequence; answers whether to go on.
    fn pass(&mut self, chronicle: &mut impl Chronicle) -> bool {
        if self.mover.unit != UnitId::NONE {
            return self.carry_on_in_hand(chronicle);
        }
        if self.fighting() {
            return self.carry_on_fighting(chronicle);
        }
        match self.step {
            Step::Deploy(side) => {
                if self.has_to_deploy(side) {
                    return false;
                }
                self.end_deployment(side, chronicle);
            }
            Step::Rally(_) | Step::Over => return false,
            Step::Moving => {
                if self.anything_to_move() {
                    return false;
                }
                self.end_moving(chronicle);
            }
            Step::Fighting => {
                if self.end_at_once(chronicle) {
                    return false;
                }
                if self.any_attack_possible() {
                    return false;
                }
                self.end_fighting(chronicle);
            }
        }
        true
    }

    /// One passage of the attack in progress (ruling R76).
    fn carry_on_fighting(&mut self, chronicle: &mut impl Chronicle) -> bool {
        match self.combat.stage {
            Stage::Idle
            | Stage::Building
            | Stage::DodgeRoll
            | Stage::Withdrawing
            | Stage::Roll
            | Stage::Retreating
            | Stage::AdvanceFollow
            | Stage::OccupyFollow => return false,
            Stage::Dodge => {
                if self.may_dodge() {
                    return false;
                }
                self.combat.stage = Stage::Support;
            }
            Stage::WithdrawingOn => {
                if self.further_ways().next().is_some() {
                    return false;
                }
                self.end_withdrawal();
            }
            Stage::Support => {
                if self.any_support_possible() {
                    return false;
                }
                self.end_support();
            }
            Stage::AttackPool | Stage::DefencePool => {
                if self.combat.pool > 0 {
                    return false;
                }
                self.carry_on_pools(chronicle);
            }
            Stage::Losses => return !self.settle_losses(chronicle),
            Stage::Retreats => return !self.settle_retreats(chronicle),
            Stage::Tests => {
                if !self.combat.wave.is_empty() {
                    return false;
                }
                self.combat.stage = Stage::Retreats;
            }
            Stage::Advance => {
                if !self.advancers().is_empty() {
                    return false;
                }
                self.combat.stage = Stage::Occupy;
            }
            Stage::Occupy => {
                if self.occupiable().next().is_some() {
                    return false;
                }
                self.combat.stage = Stage::Aftermath;
            }
            Stage::Aftermath => self.end_attack(),
        }
        true
    }

    /// On to the dice.
    pub(crate) fn end_support(&mut self) {
        if self.choices().dice_pools {
            self.begin_pools();
        } else {
            self.combat.stage = Stage::Roll;
        }
    }

    /// The attack is over; an impetuous unit that was only shot at may lose its temper (2.2.2, ruling R16).
    fn end_attack(&mut self) {
        let defender = self.combat.defender;
        let shot_at = self.combat.close.is_empty() && !self.combat.dodged;
        self.combat = Combat::NONE;
        if !shot_at || !self.battle.is_fighter(defender) || !self.impetuous(defender) {
            return;
        }
        if let Some(hex) = self.at(defender).filter(|&hex| !self.beside(self.phasing(), hex)) {
            let with = self.commander_on(defender).unwrap_or(UnitId::NONE);
            let points = self.allowance(defender, with);
            let by_road = self.battle.road_hex(hex);
            self.mover = Mover { unit: defender, with, points, by_road, gait: Gait::Temper, ..Mover::NOBODY };
        }
    }

    pub(crate) fn end_deployment(&mut self, side: Side, chronicle: &mut impl Chronicle) {
        if side == self.battle.sheet.deploys_first {
            self.step = Step::Deploy(side.other());
        } else {
            self.begin_player_turn(chronicle);
        }
    }

    fn begin_player_turn(&mut self, chronicle: &mut impl Chronicle) {
        self.player_turn += 1;
        chronicle.note(|| {
            let side = self.side_name(self.phasing());
            Event::new(EventKind::Phase, "5", format!("Turn {}: {side}", self.game_turn()))
        });
        if self.player_turn % 2 == 1 {
            self.test_bait(chronicle);
        }
        if self.battle.sheet.specials.surprised == Some(self.phasing()) {
            self.rouse(chronicle);
        } else {
            self.step = Step::Moving;
        }
    }

    /// Ruling R112: whether the enemy was drawn on far enough, tested once.
    fn test_bait(&mut self, chronicle: &mut impl Chronicle) {
        let Some(bait) = &self.battle.sheet.specials.bait else { return };
        if self.game_turn() != bait.turn {
            return;
        }
        let baited = |&id: &UnitId| bait.types.contains(&self.battle.type_of(id));
        let living: UnitSet =
            self.battle.of(bait.side).iter().filter(baited).filter(|&id| self.at(id).is_some()).collect();
        let taken = !living.is_empty() && living.without(self.marks.drawn_on).is_empty();
        chronicle.note(|| {
            let text =
                if taken { "The bait is taken: the enemy has come on" } else { "The enemy holds back" };
            Event::new(EventKind::Announced, "13.1/1", text)
        });
        self.bait = if taken { BaitTaken::Yes } else { BaitTaken::No };
    }

    pub(crate) fn end_moving(&mut self, chronicle: &mut impl Chronicle) {
        self.marks.moved = UnitSet::EMPTY;
        self.marks.feigned = UnitSet::EMPTY;
        self.step = Step::Fighting;
        chronicle.note(|| {
            let side = self.side_name(self.phasing());
            Event::new(EventKind::Phase, "5", format!("Combats of {side}"))
        });
    }

    pub(crate) fn end_fighting(&mut self, chronicle: &mut impl Chronicle) {
        let marks = &mut self.state.marks;
        for set in [&mut marks.ran_clear, &mut marks.attacked, &mut marks.struck, &mut marks.supported] {
            *set = UnitSet::EMPTY;
        }
        for unit in &mut self.state.units[..self.battle.sheet.units.len()] {
            unit.start = Spot::RESERVE;
            unit.steps = 0;
        }
        if self.player_turn.is_multiple_of(2) {
            self.judge_turn(chronicle);
        }
        if self.outcome.is_none() {
            self.begin_player_turn(chronicle);
        }
    }
}

#[cfg(test)]
mod tests;
