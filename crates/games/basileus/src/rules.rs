//! The rules as the engine asks for them: whose turn it is, what may be ordered, and doing it.

use engine::contract::{Objection, Rules, Shown, Turn};
use engine::dice::Dice;
use engine::event::{Chronicle, Event, EventKind};

use crate::order::Order;
use crate::position::{Gait, Position, SavedState, Stage, Step};
use crate::refusal::Refusal;
use crate::unit::UnitId;

impl Rules for Position {
    type Order = Order;
    type State = SavedState;

    fn turn(&self) -> Turn {
        self.outcome.map_or_else(|| (self.stage().acts)(self), Turn::Over)
    }

    fn orders(&self, out: &mut Vec<Order>) {
        if self.outcome.is_none() {
            (self.stage().orders)(self, out);
        }
    }

    fn canonical(&self, order: Order) -> Order {
        self.meant(order)
    }

    fn check(&self, order: &Order) -> Result<(), Objection> {
        self.legal(order).map_err(|refusal| refusal.objection(self))
    }

    fn play(&mut self, order: &Order, chronicle: &mut impl Chronicle) {
        self.carry_out(order, chronicle);
        self.settle(chronicle);
    }

    fn roll(&mut self, dice: Dice, chronicle: &mut impl Chronicle) {
        let face = dice.first();
        if self.mover.unit != UnitId::NONE {
            match self.mover.gait {
                Gait::Decoy => self.decoy(face, chronicle),
                Gait::Temper => self.temper(face, chronicle),
                Gait::Nerve => self.nerve(face, chronicle),
                _ => return,
            }
        } else {
            match (self.combat.stage, self.step) {
                (Stage::DodgeRoll, _) => self.dodge(face, chronicle),
                (Stage::Roll, _) => self.resolve(face, chronicle),
                (Stage::AttackPool | Stage::DefencePool, _) => self.throw_pool(dice, chronicle),
                (Stage::Tests, _) => self.test(face, chronicle),
                (Stage::Idle, Step::Rally(unit)) => self.rally(unit, face, chronicle),
                _ => return,
            }
        }
        self.settle(chronicle);
    }

    fn state(&self) -> SavedState {
        self.save()
    }

    fn restore(&self, state: SavedState) -> Result<Position, Objection> {
        self.load(state)
    }

    fn audit(&self) -> Result<(), String> {
        self.find_fault()
    }
}

impl Position {
    /// Whether an order is legal now.
    pub(crate) fn legal(&self, order: &Order) -> Result<(), Refusal> {
        match self.outcome {
            None => (self.stage().check)(self, order),
            Some(_) => Err(Refusal::out_of_turn(self, order)),
        }
    }

    /// Carries out a legal order. An illegal one changes nothing.
    fn carry_out(&mut self, order: &Order, chronicle: &mut impl Chronicle) {
        debug_assert!(self.legal(order).is_ok(), "{order:?}: {:?}", self.legal(order));
        if order.builds_an_attack() {
            chronicle.note(|| Event::new(EventKind::Declared, "10.1", self.describe(order)));
        }
        match *order {
            Order::Place { unit, hex } => {
                if let Some(hex) = self.hex(hex) {
                    self.place(unit, hex, chronicle);
                }
            }
            Order::Lift { unit } => self.take_back(unit, chronicle),
            Order::Muster => {
                if let Step::Deploy(side) = self.step {
                    self.muster(side);
                    chronicle.note(|| {
                        Event::new(EventKind::Placed, "3", format!("{} deploy", self.side_name(side)))
                    });
                    self.end_deployment(side, chronicle);
                }
            }
            Order::Move { unit } => self.take_up(unit, UnitId::NONE),
            Order::Lead { unit } => self.take_up(unit, self.commander_on(unit).unwrap_or(UnitId::NONE)),
            Order::Feign { target } => self.feign(target, chronicle),
            Order::Provoke { unit } => self.rush_at(unit, chronicle),
            Order::Step { to } => self.step_in_hand(to, chronicle),
            Order::Halt if self.mover.unit != UnitId::NONE => self.end_move(),
            Order::Halt => self.end_withdrawal(),
            Order::Attack { hex } => {
                if let Some(hex) = self.hex(hex) {
                    self.begin_attack(hex);
                }
            }
            Order::Join { unit } => self.combat.attackers.add(unit),
            Order::Charge { unit } => self.charge(unit),
            Order::Leave { unit } => self.leave(unit),
            Order::Withdraw { .. } => self.combat = crate::position::Combat::NONE,
            Order::Commit if self.combat.stage == Stage::Building => self.commit(chronicle),
            Order::Commit => self.end_support(),
            Order::Dodge => self.combat.stage = Stage::DodgeRoll,
            Order::Stand => self.combat.stage = Stage::Support,
            Order::Support { unit } => self.support(unit),
            Order::Lose { unit } => self.take_loss(unit, chronicle),
            Order::Retreat { unit } => self.begin_retreat(unit, chronicle),
            Order::Advance { unit } => {
                if let Some(hex) = self.target() {
                    self.begin_advance(unit, hex, chronicle);
                }
            }
            Order::Occupy { hex } => {
                if let Some(hex) = self.hex(hex) {
                    self.begin_advance(self.combat.defender, hex, chronicle);
                }
            }
            Order::Follow => self.go_forward(true, chronicle),
            Order::Remain => self.go_forward(false, chronicle),
            Order::Done => self.end_step(chronicle),
        }
    }

    /// A step of whichever counter is in hand.
    fn step_in_hand(&mut self, to: engine::hex::Direction, chronicle: &mut impl Chronicle) {
        match (self.mover.unit.some(), self.mover.gait, self.combat.stage) {
            (Some(_), Gait::Lured, _) => {
                if let Ok(hex) = self.may_follow_lure(to) {
                    self.follow_lure(hex, chronicle);
                }
            }
            (Some(_), ..) => {
                if let Ok(stride) = self.may_step(to) {
                    self.begin_step(to, stride, chronicle);
                }
            }
            (None, _, Stage::Withdrawing) => {
                if let Ok(hex) = self.may_withdraw_first(to) {
                    self.withdraw_to(hex, chronicle);
                }
            }
            (None, _, Stage::WithdrawingOn) => {
                if let Ok(hex) = self.may_withdraw_second(to) {
                    self.withdraw_to(hex, chronicle);
                }
            }
            _ => {
                if let Ok(hex) = self.may_retreat_to(to) {
                    self.retreat_to(to, hex, chronicle);
                }
            }
        }
    }

    fn end_step(&mut self, chronicle: &mut impl Chronicle) {
        match (self.combat.stage, self.step) {
            (Stage::Advance, _) => self.combat.stage = Stage::Occupy,
            (Stage::Occupy, _) => self.combat.stage = Stage::Aftermath,
            (_, Step::Deploy(side)) => self.end_deployment(side, chronicle),
            (_, Step::Moving) => self.end_moving(chronicle),
            (_, Step::Fighting) => self.end_fighting(chronicle),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
