//! The sequence of play (rulebook, "The Sequence of Play"; rulings R8 to R10; rulings §12).
//!
//! After every order and roll the position is carried on until a player has a choice or a die is due.
//! Steps without a choice pass by themselves.

use engine::event::{Chronicle, Event, EventKind};
use engine::{Shown, Side};

use crate::position::{CombatKind, Mover, Position, Stage, Step};
use crate::sheet::{Coming, Kind};
use crate::stacking::Crowds;
use crate::unit::{MarkerKind, Spot, Unit, UnitId};

impl Position {
    /// Carries the position on to the next choice, roll or end.
    pub(crate) fn settle(&mut self, chronicle: &mut impl Chronicle) {
        while self.outcome.is_none() && self.pass(chronicle) {}
    }

    /// One passage of the sequence; answers whether to go on.
    fn pass(&mut self, chronicle: &mut impl Chronicle) -> bool {
        if self.facing_due.some().is_some() {
            return false;
        }
        match self.combat.stage {
            Stage::Idle => {}
            Stage::Roll => return false,
            Stage::Losses => return !self.settle_losses(chronicle),
            Stage::Retreats | Stage::Retreating => return !self.settle_retreats(chronicle),
        }
        match self.step {
            Step::Deploy(side) => {
                if self.to_deploy(side).next().is_some() {
                    return false;
                }
                self.end_deployment(side, chronicle);
            }
            Step::Eclipse | Step::Window | Step::Over => return false,
            Step::Aim => {
                if !self.attacks.is_empty() || self.any_attack_possible() {
                    return false;
                }
                self.end_fire_phase(chronicle);
            }
            Step::Shoot => return self.next_attack(CombatKind::Fire, chronicle),
            Step::Feint => {
                if self.feint_is_open() {
                    return false;
                }
                self.step = Step::Arrive(0);
            }
            Step::Arrive(group) => return self.next_arrival(group),
            Step::Asses(unit) => return self.next_asses(unit),
            Step::Embark => {
                if self.anything_to_embark() {
                    return false;
                }
                self.step = Step::Dust;
            }
            Step::Dust => {
                self.note_crowds();
                if self.feigning() && self.dust_chariots().next().is_some() {
                    return false;
                }
                self.step = Step::Moving;
            }
            Step::Moving => return self.carry_on_moving(),
            Step::Debark => {
                if self.anything_to_debark() {
                    return false;
                }
                self.end_debarking(chronicle);
            }
            Step::Hide => {
                if self.anything_to_hide() {
                    return false;
                }
                self.end_movement_phase(chronicle);
            }
            Step::Array => {
                if !self.attacks.is_empty() || self.any_attack_possible() {
                    return false;
                }
                self.end_melee_phase(chronicle);
            }
            Step::Clash => return self.next_attack(CombatKind::Melee, chronicle),
        }
        true
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
            let side = &self.battle.sheet.sides[self.phasing().index()];
            Event::new(EventKind::Phase, "sequence", format!("Game-Turn {}: {side}", self.game_turn()))
        });
        let omens = self.battle.sheet.specials.eclipse_from;
        let first_of_turn = self.player_turn % 2 == 1;
        if first_of_turn && omens.is_some_and(|from| self.game_turn() >= from) {
            self.step = Step::Eclipse;
        } else {
            self.step = Step::Aim;
        }
    }

    /// Ruling R112: on 1 or 2 the eclipse ends the battle.
    pub(crate) fn eclipse(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let dark = face <= 2;
        chronicle.note(|| {
            let text = if dark { "The sun is darkened: the battle ends" } else { "The sun shines on" };
            Event::new(EventKind::Result, "R112", text).dice(&[face])
        });
        if dark {
            self.end_game(chronicle);
            if let Some(outcome) = &mut self.outcome {
                outcome.rule = "R112";
            }
        } else {
            self.step = Step::Aim;
        }
    }

    /// Starts the last attack left by itself; with several, their owner names one.
    fn next_attack(&mut self, kind: CombatKind, chronicle: &mut impl Chronicle) -> bool {
        match self.attacks.len() {
            0 if kind == CombatKind::Fire => self.end_fire_phase(chronicle),
            0 => self.end_melee_phase(chronicle),
            1 => self.begin_combat(kind, 0, chronicle),
            _ => return false,
        }
        true
    }

    fn end_fire_phase(&mut self, chronicle: &mut impl Chronicle) {
        self.lift_markers(&[MarkerKind::Fire], chronicle);
        self.step = Step::Feint;
    }

    /// Rulings R22, R103: the next group due to arrive that could.
    fn next_arrival(&mut self, from: u8) -> bool {
        let side = self.phasing();
        for index in from..self.battle.sheet.groups.len() as u8 {
            let group = &self.battle.sheet.groups[index as usize];
            if let Coming::Arrives { hexes, turn } = &group.coming {
                let waits = self.battle.group(index).any(|id| self.unit(id).spot == Spot::RESERVE);
                let open = hexes.iter().any(|&hex| self.holder(hex) != Some(side.other()));
                if group.side == side && self.game_turn() >= *turn && waits && open {
                    self.step = Step::Arrive(index);
                    return false;
                }
            }
        }
        let asses = self.battle.sheet.specials.asses == Some(side);
        match self.battle.units(side).next() {
            Some(first) if asses => self.step = Step::Asses(first),
            _ => self.begin_moving(),
        }
        true
    }

    /// Ruling R116: the next chariot whose asses are rolled for.
    fn next_asses(&mut self, from: UnitId) -> bool {
        let side = self.phasing();
        let due = |&id: &UnitId| {
            let unit = self.unit(id);
            id >= from && unit.kind == Kind::CH && unit.hex().is_some() && !unit.disrupted()
        };
        match self.battle.units(side).find(due) {
            Some(id) => {
                self.step = Step::Asses(id);
                false
            }
            None => {
                self.begin_moving();
                true
            }
        }
    }

    pub(crate) fn asses(&mut self, id: UnitId, face: u8, chronicle: &mut impl Chronicle) {
        let refuse = face <= 2;
        if refuse {
            self.unit_mut(id).flags |= Unit::REFUSES;
        }
        chronicle.note(|| {
            let what = if refuse { "refuse to move" } else { "obey" };
            let text = format!("The asses of {} {what}", self.label(id));
            Event::new(EventKind::Result, "R116", text).dice(&[face]).counters([id.0 as u16])
        });
        self.step = Step::Asses(UnitId(id.0 + 1));
    }

    fn begin_moving(&mut self) {
        self.measure_control();
        self.step = Step::Embark;
    }

    fn carry_on_moving(&mut self) -> bool {
        if self.mover.unit.some().is_some() {
            if !self.mover_is_spent() {
                return false;
            }
            self.halt_mover();
            return true;
        }
        self.note_crowds();
        if self.anything_to_move() {
            return false;
        }
        self.step = Step::Debark;
        true
    }

    pub(crate) fn end_debarking(&mut self, chronicle: &mut impl Chronicle) {
        if self.feigning() {
            self.rally_behind_dust(chronicle);
            self.step = Step::Hide;
        } else {
            self.end_movement_phase(chronicle);
        }
    }

    pub(crate) fn end_movement_phase(&mut self, chronicle: &mut impl Chronicle) {
        // Levies that are still disrupted keep the marker they have, even if it is about to come off (R110).
        self.disorder_pursuers(chronicle);
        self.lift_markers(&[MarkerKind::Movement, MarkerKind::Pursuit], chronicle);
        self.mover = Mover::NOBODY;
        self.crowds = Crowds::default();
        self.step = Step::Array;
    }

    fn end_melee_phase(&mut self, chronicle: &mut impl Chronicle) {
        self.lift_markers(&[MarkerKind::Melee], chronicle);
        for unit in self.units.present_mut() {
            unit.flags &= !Unit::OF_THE_TURN;
        }
        let second = self.player_turn.is_multiple_of(2);
        if second {
            self.settle_dust(chronicle);
        }
        if second && self.game_turn() >= self.battle.sheet.turns {
            self.end_game(chronicle);
        } else {
            self.begin_player_turn(chronicle);
        }
    }

    fn end_game(&mut self, chronicle: &mut impl Chronicle) {
        self.outcome = Some(self.judge());
        self.step = Step::Over;
        chronicle.note(|| Event::new(EventKind::Ended, "setup.victory", self.verdict()));
    }
}

#[cfg(test)]
mod tests;
