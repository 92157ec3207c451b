//! The rules as the engine asks for them: whose turn it is, what may be ordered, and doing it.

use engine::contract::{Objection, Rules, Shown, Turn};
use engine::dice::{Dice, DiceRequest};
use engine::event::{Chronicle, Event, EventKind};

use crate::order::Order;
use crate::position::{Gait, Position, Stage, Step};
use crate::refusal::Refusal;
use crate::saved::Saved;
use crate::unit::UnitId;

impl Rules for Position {
    type Order = Order;
    type State = Saved;

    fn turn(&self) -> Turn {
        if let Some(outcome) = self.outcome {
            return Turn::Over(outcome);
        }
        if let Some(unit) = self.mover.unit.some() {
            let side = self.side(unit);
            return match self.mover.gait {
                Gait::Decoy | Gait::Temper | Gait::Nerve => Turn::Dice(DiceRequest::ONE_D6),
                Gait::March | Gait::Rush => Turn::Order(side),
                Gait::Quarry | Gait::Lured => Turn::Order(side.other()),
            };
        }
        match self.combat.stage {
            Stage::Idle => {}
            Stage::Building | Stage::Advance | Stage::AdvanceFollow | Stage::Aftermath => {
                return Turn::Order(self.phasing());
            }
            Stage::Dodge
            | Stage::Withdrawing
            | Stage::WithdrawingOn
            | Stage::Support
            | Stage::Occupy
            | Stage::OccupyFollow => return Turn::Order(self.defending()),
            Stage::DodgeRoll | Stage::Roll | Stage::Tests => return Turn::Dice(DiceRequest::ONE_D6),
            Stage::AttackPool | Stage::DefencePool => return Turn::Dice(self.handful()),
            Stage::Losses | Stage::Retreats | Stage::Retreating => return Turn::Order(self.losing_side()),
        }
        match self.step {
            Step::Deploy(side) => Turn::Order(side),
            Step::Rally(_) => Turn::Dice(DiceRequest::ONE_D6),
            Step::Moving | Step::Fighting | Step::Over => Turn::Order(self.phasing()),
        }
    }

    fn orders(&self, out: &mut Vec<Order>) {
        if !matches!(self.turn(), Turn::Order(_)) {
            return;
        }
        if self.mover.unit != UnitId::NONE {
            match self.mover.gait {
                Gait::March | Gait::Rush => self.list_in_hand(out),
                Gait::Quarry => {
                    out.extend(self.nearest_enemies().iter().map(|unit| Order::Provoke { unit }));
                }
                Gait::Lured => out.extend(self.lure_ways().map(|to| Order::Step { to })),
                Gait::Decoy | Gait::Temper | Gait::Nerve => {}
            }
            return;
        }
        match self.combat.stage {
            Stage::Idle | Stage::Building => {}
            Stage::Dodge => return out.extend([Order::Dodge, Order::Stand]),
            Stage::Withdrawing => return out.extend(self.first_ways().map(|to| Order::Step { to })),
            Stage::WithdrawingOn => {
                out.extend(self.further_ways().map(|to| Order::Step { to }));
                if self.may_end_withdrawal().is_ok() {
                    out.push(Order::Halt);
                }
                return;
            }
            Stage::Support => return self.list_support(out),
            Stage::Losses => return self.list_losses(out),
            Stage::Retreats | Stage::Retreating => return self.list_retreats(out),
            Stage::Advance | Stage::AdvanceFollow | Stage::Occupy | Stage::OccupyFollow => {
                return self.list_advances(out);
            }
            Stage::DodgeRoll
            | Stage::Roll
            | Stage::AttackPool
            | Stage::DefencePool
            | Stage::Tests
            | Stage::Aftermath => return,
        }
        match self.step {
            Step::Deploy(side) => self.list_deploying(side, out),
            Step::Moving => self.list_moving(out),
            Step::Fighting => self.list_fighting(out),
            Step::Rally(_) | Step::Over => {}
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

    fn state(&self) -> Saved {
        self.save()
    }

    fn restore(&self, state: Saved) -> Result<Position, Objection> {
        self.load(state)
    }

    fn audit(&self) -> Result<(), String> {
        self.find_fault()
    }
}

impl Position {
    /// Whether an order is legal now.
    pub(crate) fn legal(&self, order: &Order) -> Result<(), Refusal> {
        if !matches!(self.turn(), Turn::Order(_)) {
            return Err(Refusal::out_of_turn(self, order));
        }
        if self.mover.unit != UnitId::NONE {
            return self.legal_in_hand(order);
        }
        match self.combat.stage {
            Stage::Idle => self.legal_in_step(order),
            Stage::Building => self.legal_in_building(order),
            _ => self.legal_in_combat(order),
        }
    }

    fn legal_in_hand(&self, order: &Order) -> Result<(), Refusal> {
        match (self.mover.gait, *order) {
            (Gait::March | Gait::Rush, Order::Step { to }) => self.may_step(to).map(drop),
            (Gait::March, Order::Feign { target }) => self.may_feign(target),
            (Gait::March, Order::Halt) => self.may_halt(),
            (Gait::Quarry, Order::Provoke { unit }) => self.may_provoke(unit),
            (Gait::Lured, Order::Step { to }) => self.may_follow_lure(to).map(drop),
            _ => Err(Refusal::out_of_turn(self, order)),
        }
    }

    fn legal_in_step(&self, order: &Order) -> Result<(), Refusal> {
        match (self.step, *order) {
            (Step::Deploy(side), Order::Place { unit, hex }) => {
                self.may_place(side, unit, self.named_hex(hex)?)
            }
            (Step::Deploy(side), Order::Lift { unit }) => self.may_lift(side, unit),
            (Step::Deploy(_), Order::Muster) => Ok(()),
            (Step::Deploy(side), Order::Done) => self.may_end_deployment(side),
            (Step::Moving, Order::Place { unit, hex }) => self.may_bring_on(unit, self.named_hex(hex)?),
            (Step::Moving, Order::Move { unit }) => self.may_take_up(unit, UnitId::NONE),
            (Step::Moving, Order::Lead { unit }) => self.may_lead(unit),
            (Step::Moving, Order::Done) => self.may_end_moving(),
            (Step::Moving, Order::Step { .. } | Order::Halt | Order::Feign { .. }) => {
                Err(Refusal::NobodyInHand)
            }
            (Step::Fighting, Order::Attack { hex }) => self.may_attack(self.named_hex(hex)?),
            (Step::Fighting, Order::Done) => Ok(()),
            (
                Step::Fighting,
                Order::Join { .. }
                | Order::Charge { .. }
                | Order::Leave { .. }
                | Order::Withdraw { .. }
                | Order::Commit,
            ) => Err(Refusal::NoAttackOpen),
            _ => Err(Refusal::out_of_turn(self, order)),
        }
    }

    fn legal_in_building(&self, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Attack { hex } => self.may_attack(self.named_hex(hex)?),
            Order::Join { unit } => self.may_join(unit),
            Order::Charge { unit } => self.may_charge(unit),
            Order::Leave { unit } => self.may_leave(unit),
            Order::Withdraw { hex } => self.may_withdraw(self.named_hex(hex)?),
            Order::Commit => self.may_commit(),
            Order::Done => Err(Refusal::AttackOpen),
            _ => Err(Refusal::out_of_turn(self, order)),
        }
    }

    fn legal_in_combat(&self, order: &Order) -> Result<(), Refusal> {
        match (self.combat.stage, *order) {
            (Stage::Dodge, Order::Dodge | Order::Stand) => Ok(()),
            (Stage::Withdrawing, Order::Step { to }) => self.may_withdraw_first(to).map(drop),
            (Stage::WithdrawingOn, Order::Step { to }) => self.may_withdraw_second(to).map(drop),
            (Stage::WithdrawingOn, Order::Halt) => self.may_end_withdrawal(),
            (Stage::Support, Order::Support { unit }) => self.may_support(unit),
            (Stage::Support, Order::Commit) => Ok(()),
            (Stage::Losses, Order::Lose { unit }) => self.may_lose(unit),
            (Stage::Retreats, Order::Retreat { unit }) => self.may_begin_retreat(unit),
            (Stage::Retreating, Order::Step { to }) => self.may_retreat_to(to).map(drop),
            (Stage::Advance, Order::Advance { unit }) => self.may_advance(unit),
            (Stage::Advance, Order::Done) if self.advance_is_due() => Err(Refusal::ChargersGoFirst),
            (Stage::Advance | Stage::Occupy, Order::Done) => Ok(()),
            (Stage::Occupy, Order::Occupy { hex }) => self.may_occupy(self.named_hex(hex)?),
            (Stage::AdvanceFollow | Stage::OccupyFollow, Order::Follow | Order::Remain) => Ok(()),
            _ => Err(Refusal::out_of_turn(self, order)),
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
