//! The rules as the engine asks for them: whose turn it is, what may be ordered, and doing it.

use engine::contract::{Objection, Rules, Shown, Turn};
use engine::dice::Dice;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Direction;
use engine::stage::Stages;

use crate::order::Order;
use crate::position::{CombatKind, Gait, Position, SavedState, Stage, Step};
use crate::refusal::Refusal;
use crate::unit::UnitId;

impl Rules for Position {
    type Order = Order;
    type State = SavedState;

    fn turn(&self) -> Turn {
        if let Some(outcome) = self.outcome {
            return Turn::Over(outcome);
        }
        (self.stage().acts)(self)
    }

    fn orders(&self, out: &mut Vec<Order>) {
        if self.outcome.is_none() {
            (self.stage().orders)(self, out);
        }
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
        if self.combat.stage == Stage::Roll {
            if self.combat.kind == CombatKind::DefensiveFire {
                self.forget_reach();
            }
            self.resolve(face, chronicle);
        } else {
            match self.step {
                Step::Eclipse => self.eclipse(face, chronicle),
                Step::Asses(id) => self.asses(id, face, chronicle),
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
        self.find_fault()?;
        self.audit_crowds()
    }
}

impl Position {
    /// Whether an order is legal now.
    pub(crate) fn legal(&self, order: &Order) -> Result<(), Refusal> {
        match self.outcome {
            Some(_) => Err(Refusal::NotNow),
            None => (self.stage().check)(self, order),
        }
    }

    /// Carries out a legal order. An illegal one changes nothing.
    fn carry_out(&mut self, order: &Order, chronicle: &mut impl Chronicle) {
        debug_assert!(self.legal(order).is_ok(), "{order:?}: {:?}", self.legal(order));
        if order.builds_an_attack() {
            let rule = if self.is_melee() { "melee" } else { "fire" };
            chronicle.note(|| {
                let words = self.describe(order);
                Event::new(EventKind::Declared, rule, words).counters(order.joiner().map(|id| id.0 as u16))
            });
        }
        match *order {
            Order::Place { unit, hex } => {
                if let Some(hex) = self.hex(hex) {
                    self.place(unit, hex, chronicle);
                }
            }
            Order::Board { unit, chariot } => self.board(unit, chariot, chronicle),
            Order::Lift { unit } => self.take_back(unit, chronicle),
            Order::Muster => {
                if let Step::Deploy(side) = self.step {
                    self.muster(side);
                    chronicle.note(|| {
                        let text = format!("{} deploy", self.side_name(side));
                        Event::new(EventKind::Placed, "setup.deploy", text)
                    });
                    self.end_deployment(side, chronicle);
                }
            }
            Order::Face { facing } => self.face(facing, chronicle),
            Order::Attack { hex } => {
                if let Some(hex) = self.hex(hex) {
                    self.begin_attack(hex);
                }
            }
            Order::Also { hex } => {
                if let Some(hex) = self.hex(hex) {
                    let open = self.open as usize;
                    self.attacks[open].add(hex);
                }
            }
            Order::Join { unit } => self.join(unit),
            Order::Leave { unit } => self.leave(unit),
            Order::Withdraw { hex } => {
                if let Some(attack) = self.hex(hex).and_then(|hex| self.attack_on(hex)) {
                    self.withdraw(attack);
                }
            }
            Order::Support { leader, hex } => {
                if let Some(attack) = self.hex(hex).and_then(|hex| self.attack_on(hex)) {
                    self.unit_mut(leader).attack = attack;
                }
            }
            Order::Commit => self.commit(chronicle),
            Order::Resolve { hex } => {
                let kind = if self.is_melee() { CombatKind::Melee } else { CombatKind::Fire };
                if let Some(attack) = self.hex(hex).and_then(|hex| self.attack_on(hex)) {
                    self.begin_combat(kind, attack, chronicle);
                }
            }
            Order::Lose { unit } => self.name_loss(unit, chronicle),
            Order::Retreat { unit } => self.begin_retreat(unit, chronicle),
            Order::Arrive { hex } => self.arrive_group(hex, chronicle),
            Order::Delay => self.delay_group(),
            Order::Feint => {
                self.announce_feint(chronicle);
                self.step = Step::Arrive(0);
            }
            Order::Dust { unit } => {
                self.step = Step::Moving;
                self.take_up(unit, Gait::RaiseDust);
            }
            Order::Hide { unit } => self.unit_mut(unit).flags |= crate::unit::Unit::HIDDEN,
            Order::Embark { unit, chariot } => self.embark(unit, chariot, chronicle),
            Order::Debark { unit, hex } => {
                if let Some(hex) = self.hex(hex) {
                    self.debark(unit, hex, chronicle);
                }
            }
            Order::Dismount { unit } => self.dismount(unit, chronicle),
            Order::Move { unit } => self.take_up(unit, self.usual_gait(unit)),
            Order::FallBack { unit } => self.take_up(unit, Gait::FallBack),
            Order::Step { to } if self.combat.stage == Stage::Retreating => self.retreat_step(to, chronicle),
            Order::Step { to } => {
                if let Ok(stride) = self.may_step(to) {
                    self.step_mover(to, stride, chronicle);
                }
            }
            Order::Turn { facing } => self.turn_mover(facing, chronicle),
            Order::Enter { hex } => {
                if let Some(hex) = self.hex(hex) {
                    self.enter_mover(hex, chronicle);
                }
            }
            Order::Exit => self.exit_mover(chronicle),
            Order::Halt => self.halt_mover(),
            Order::Done => self.end_step(chronicle),
        }
    }

    fn end_step(&mut self, chronicle: &mut impl Chronicle) {
        match self.step {
            Step::Deploy(side) => self.end_deployment(side, chronicle),
            Step::Feint => self.step = Step::Arrive(0),
            Step::Embark => self.step = Step::Dust,
            Step::Dust => self.step = Step::Moving,
            Step::Moving => self.step = Step::Debark,
            Step::Debark => self.end_debarking(chronicle),
            Step::Hide => self.end_movement_phase(chronicle),
            _ => {}
        }
    }

    /// Ruling R14: the facing of a counter just put down.
    pub(crate) fn may_face(&self, facing: Direction) -> Result<(), Refusal> {
        let id = self.facing_due;
        let Some(hex) = self.unit(id).hex() else { return Err(Refusal::NotNow) };
        let entering = self.step == Step::Moving && self.mover.unit == id;
        let open = !entering
            || (self.battle.neighbour(hex, facing).is_some()
                && self.entry_facing_ok(id, hex, facing, self.mover.points));
        if open { Ok(()) } else { Err(Refusal::NotAnEntryFacing) }
    }

    fn face(&mut self, facing: Direction, chronicle: &mut impl Chronicle) {
        let id = self.facing_due;
        self.turn_to(id, facing);
        self.facing_due = UnitId::NONE;
        match self.step {
            Step::Arrive(group) => self.face_next_of(group, id),
            Step::Moving if self.mover.unit == id => self.entry_faced(chronicle),
            _ => {}
        }
    }
}

impl Stages<Refusal> for Position {
    fn out_of_turn(&self, _: &Order) -> Refusal {
        Refusal::NotNow
    }

    fn is_done(order: &Order) -> bool {
        *order == Order::Done
    }

    /// Whether an order is legal as its own chapter sees it, which also says what is wrong outside its phase.
    fn legal_in_its_chapter(&self, order: &Order) -> Result<(), Refusal> {
        let moving = |legal: Result<(), Refusal>| match (self.expect_step(Step::Moving), legal) {
            // After a forced stop the rule that stopped the unit says more than that others act now.
            (Err(_), Err(stopped @ Refusal::Stopped(_))) => Err(stopped),
            (now, legal) => now.and(legal),
        };
        match *order {
            Order::Place { unit, hex } => self.may_place(unit, self.named_hex(hex)?),
            Order::Board { unit, chariot } => self.may_board(unit, chariot),
            Order::Lift { unit } => self.may_lift(unit),
            Order::Attack { hex } => self.may_attack(self.named_hex(hex)?),
            Order::Also { hex } => self.may_also(self.named_hex(hex)?),
            Order::Join { unit } => self.may_join(unit),
            Order::Leave { unit } => self.may_leave(unit),
            Order::Withdraw { hex } => self.may_withdraw(self.named_hex(hex)?).map(drop),
            Order::Support { leader, hex } => self.may_support(leader, self.named_hex(hex)?).map(drop),
            Order::Commit => self.may_commit(),
            Order::Resolve { hex } => self.may_resolve(self.named_hex(hex)?).map(drop),
            Order::Arrive { hex } => self.may_arrive(self.named_hex(hex)?),
            Order::Feint => self.may_feint(),
            Order::Dust { unit } => self.may_raise_dust(unit),
            Order::Hide { unit } => self.may_hide(unit),
            Order::Embark { unit, chariot } => self.may_embark(unit, chariot),
            Order::Debark { unit, hex } => self.may_debark(unit, self.named_hex(hex)?),
            Order::Dismount { unit } => self.may_dismount(unit),
            Order::Move { unit } => moving(self.may_take_up(unit)),
            Order::FallBack { unit } => moving(self.may_fall_back(unit)),
            Order::Step { to } => moving(self.may_step(to).map(drop)),
            Order::Turn { facing } => moving(self.may_turn(facing)),
            Order::Enter { hex } => moving(self.may_enter(self.named_hex(hex)?)),
            Order::Exit => moving(self.may_exit()),
            Order::Halt => moving(self.may_halt()),
            // The stages that these belong to look at them themselves.
            Order::Muster
            | Order::Done
            | Order::Delay
            | Order::Face { .. }
            | Order::Lose { .. }
            | Order::Retreat { .. } => Err(Refusal::NotNow),
        }
    }
}

#[cfg(test)]
mod tests;
