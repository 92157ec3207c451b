//! The rules as the engine asks for them: whose turn it is, what may be ordered, and doing it.

use std::ops::ControlFlow;

use engine::contract::{Objection, Rules, Side, Turn};
use engine::dice::{Dice, DiceRequest};
use engine::event::Chronicle;
use engine::hex::{Hex, HexNumber};

use crate::order::{Order, Station};
use crate::position::{Clash, Position, Step, Wear};
use crate::refusal::Refusal;
use crate::saved::Saved;
use crate::unit::{Party, Spot};

impl Rules for Position {
    type Order = Order;
    type State = Saved;

    fn turn(&self) -> Turn {
        let dice = Turn::Dice(DiceRequest::ONE_D6);
        if let Some(outcome) = self.outcome {
            return Turn::Over(outcome);
        }
        match self.attrition.stage {
            Wear::None => {}
            Wear::Roll => return dice,
            Wear::Losses => return Turn::Order(self.player(self.party())),
        }
        match self.combat.stage {
            Clash::None => {}
            Clash::Roll => return dice,
            _ => return Turn::Order(self.player(self.sufferer())),
        }
        match self.step {
            Step::Unrest(_)
            | Step::Suppress(_)
            | Step::Khalif
            | Step::War(_)
            | Step::ConvertDie(_)
            | Step::ReconvertDie(_) => dice,
            _ => Turn::Order(self.player(self.party())),
        }
    }

    fn orders(&self, out: &mut Vec<Order>) {
        // Nobody stops this list.
        let _ = self.each_order(&mut |order| {
            out.push(order);
            ControlFlow::Continue(())
        });
    }

    fn check(&self, order: &Order) -> Result<(), Objection> {
        self.legal(order).map_err(|refusal| refusal.objection(self))
    }

    fn as_listed(&self, order: &Order) -> Order {
        self.with_first_counters(order)
    }

    fn play(&mut self, order: &Order, chronicle: &mut impl Chronicle) {
        self.carry_out(order, chronicle);
        self.settle(chronicle);
    }

    fn roll(&mut self, dice: Dice, chronicle: &mut impl Chronicle) {
        let face = dice.first();
        if self.attrition.stage == Wear::Roll {
            self.wear(face, chronicle);
        } else if self.combat.stage == Clash::Roll {
            self.resolve(face, chronicle);
        } else {
            match self.step {
                Step::Unrest(id) => self.unrest(id, face, chronicle),
                Step::Suppress(id) => self.suppress(id, face, chronicle),
                Step::Khalif => self.khalif(face, chronicle),
                Step::War(number) => self.war_die(number, face, chronicle),
                Step::ConvertDie(place) | Step::ReconvertDie(place) => {
                    self.conversion_die(place, face, chronicle);
                }
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
    /// Offers every legal order, one after another, until the listener has enough.
    pub(crate) fn each_order(&self, offer: &mut impl FnMut(Order) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome.is_some() {
            return ControlFlow::Continue(());
        }
        match self.attrition.stage {
            Wear::None => {}
            Wear::Roll => return ControlFlow::Continue(()),
            Wear::Losses => return self.list_wear(offer),
        }
        match self.combat.stage {
            Clash::None => {}
            Clash::Array => return self.list_array(offer),
            Clash::Offer => return self.list_offer(offer),
            Clash::Roll => return ControlFlow::Continue(()),
            Clash::AttackerLosses | Clash::DefenderLosses => return self.list_combat_losses(offer),
            Clash::Retreat => return self.list_retreats(offer),
        }
        match self.step {
            Step::Assign(hex) => self.list_assigning(Hex(hex), offer),
            Step::Recruit(party) => self.list_recruiting(party, offer),
            Step::Build(party) => self.list_building(party, offer),
            Step::Move(party) => self.list_moving(party, offer),
            Step::Fight(party) => self.list_fighting(party, offer),
            Step::Stack(..) => self.list_stacking(offer),
            Step::BuyOff => self.list_buying_off(offer),
            Step::Leader(party) => self.list_placing_leader(party, offer),
            Step::Convert | Step::Reconvert => self.list_declaring(offer),
            Step::Idle(..)
            | Step::Unrest(_)
            | Step::Suppress(_)
            | Step::Khalif
            | Step::War(_)
            | Step::ConvertDie(_)
            | Step::ReconvertDie(_)
            | Step::Over => ControlFlow::Continue(()),
        }
    }

    fn named_hex(&self, number: HexNumber) -> Result<Hex, Refusal> {
        self.hex(number).ok_or(Refusal::NoSuchHex(number))
    }

    fn named_spot(&self, station: Station) -> Result<Spot, Refusal> {
        match station {
            Station::Box => Ok(Spot::BOX),
            Station::Hex(number) => self.named_hex(number).map(Spot::on),
        }
    }

    /// Whether an order is legal now.
    pub(crate) fn legal(&self, order: &Order) -> Result<(), Refusal> {
        if !matches!(self.turn(), Turn::Order(_)) {
            return Err(Refusal::NotNow);
        }
        if self.attrition.stage == Wear::Losses {
            return match *order {
                Order::Lose { unit } => self.may_lose_to_attrition(unit),
                _ => Err(Refusal::NotNow),
            };
        }
        match (self.combat.stage, *order) {
            (Clash::None, _) => self.legal_in_step(order),
            (Clash::Array, Order::Commit) | (Clash::Offer, Order::Stand) => Ok(()),
            (Clash::Array, Order::Join { unit }) => self.may_join_attack(unit),
            (Clash::Offer, Order::Withdraw { hex }) => self.may_withdraw(self.named_hex(hex)?),
            (Clash::AttackerLosses | Clash::DefenderLosses, Order::Lose { unit }) => {
                self.may_lose_in_combat(unit)
            }
            (Clash::Retreat, Order::Retreat { at }) => self.may_retreat(self.named_spot(at)?),
            _ => Err(Refusal::NotNow),
        }
    }

    fn legal_in_step(&self, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Assign { hex, state } => match self.step {
                Step::Assign(_) => self.may_assign(self.named_hex(hex)?, state),
                _ => Err(Refusal::NotNow),
            },
            Order::Place { unit, at, aid } => match (self.step, aid) {
                (Step::Leader(_), false) => self.may_place_leader(unit, self.named_spot(at)?),
                (Step::Leader(_), true) => Err(Refusal::NoAidNeeded),
                _ => self.may_recruit(unit, self.named_spot(at)?, aid),
            },
            Order::Build { unit } => self.may_build(unit),
            Order::Fortify { unit } => self.may_fortify(unit),
            Order::Move { unit } => self.may_take_up(unit),
            Order::Join { unit } => self.may_join_stack(unit),
            Order::Embark { unit, ship } => self.may_embark(unit, ship),
            Order::Step { to } => self.may_step(to).map(drop),
            Order::Enter => self.may_enter_box().map(drop),
            Order::Exit => self.may_exit_box(),
            Order::Leave { unit } => self.may_leave(unit),
            Order::Drop => self.may_drop(),
            Order::Halt => self.may_halt(),
            Order::Attack { at, arm } => self.may_attack(self.named_spot(at)?, arm),
            Order::Lose { unit } => self.may_lose_to_stacking(unit),
            Order::Suppress { unit } => self.may_buy_off(unit),
            Order::Convert { unit } => self.may_convert(unit),
            Order::Reconvert { unit } => self.may_reconvert(unit),
            Order::Done => match self.step {
                Step::Move(_) => self.may_end_moving(),
                Step::Fight(_) => self.may_end_fighting(),
                Step::Assign(_)
                | Step::Recruit(_)
                | Step::Build(_)
                | Step::BuyOff
                | Step::Convert
                | Step::Reconvert => Ok(()),
                _ => Err(Refusal::NotNow),
            },
            Order::Commit | Order::Withdraw { .. } | Order::Stand | Order::Retreat { .. } => {
                Err(Refusal::NotNow)
            }
        }
    }

    /// Carries out a legal order. An order about a hex that is not on the map changes nothing.
    pub(crate) fn carry_out(&mut self, order: &Order, chronicle: &mut impl Chronicle) {
        debug_assert!(self.legal(order).is_ok(), "{order:?}: {:?}", self.legal(order));
        match *order {
            Order::Assign { hex, state } => {
                if let Some(hex) = self.hex(hex) {
                    self.assign(hex, state, chronicle);
                }
            }
            Order::Place { unit, at, aid } => match (self.spot(at), self.step) {
                (Some(spot), Step::Leader(_)) => self.place_leader(unit, spot, chronicle),
                (Some(spot), _) => self.recruit(unit, spot, aid, chronicle),
                (None, _) => {}
            },
            Order::Build { unit } => self.build(unit, chronicle),
            Order::Fortify { unit } => self.fortify(unit, chronicle),
            Order::Move { unit } => self.take_up(unit),
            Order::Join { unit } if self.combat.stage == Clash::Array => self.join_attack(unit),
            Order::Join { unit } => self.join_stack(unit),
            Order::Embark { unit, ship } => self.embark(unit, ship, chronicle),
            Order::Step { to } => {
                if let Ok((hex, points)) = self.may_step(to) {
                    self.step_stack(hex, points, chronicle);
                }
            }
            Order::Enter => {
                if let Ok(points) = self.may_enter_box() {
                    self.enter_box(points, chronicle);
                }
            }
            Order::Exit => self.exit_box(chronicle),
            Order::Leave { unit } => self.leave_stack(unit),
            Order::Drop => self.drop_units(chronicle),
            Order::Halt => self.halt_stack(chronicle),
            Order::Attack { at, arm } => {
                if let Some(spot) = self.spot(at) {
                    self.begin_attack(spot, arm, chronicle);
                }
            }
            Order::Commit => self.commit_attack(chronicle),
            Order::Withdraw { hex } => {
                if let Some(hex) = self.hex(hex) {
                    self.withdraw(hex, chronicle);
                }
            }
            Order::Stand => self.join_battle(chronicle),
            Order::Lose { unit } if self.attrition.stage == Wear::Losses => {
                self.lose_to_attrition(unit, chronicle);
            }
            Order::Lose { unit } if self.combat.stage != Clash::None => self.lose_in_combat(unit, chronicle),
            Order::Lose { unit } => self.wear_away(unit, "7.5", chronicle),
            Order::Retreat { at } => {
                if let Some(spot) = self.spot(at) {
                    self.retreat(spot, chronicle);
                }
            }
            Order::Suppress { unit } => self.buy_off(unit, chronicle),
            Order::Convert { unit } | Order::Reconvert { unit } => self.declare(unit, chronicle),
            Order::Done => self.end_step(chronicle),
        }
    }

    /// The side that plays the Muslims now.
    pub fn muslims(&self) -> Side {
        self.player(Party::Muslims)
    }
}

#[cfg(test)]
mod tests;
