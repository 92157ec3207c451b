//! The rules as the engine asks for them: whose turn it is, what may be ordered, and doing it.

use engine::contract::{Objection, Rules, Side, Turn};
use engine::dice::Dice;
use engine::event::Chronicle;
use engine::hex::{Hex, HexNumber};
use engine::stage::Stages;

use crate::order::{Order, Station};
use crate::position::{Clash, Position, SavedAffairs, Step, Wear};
use crate::refusal::Refusal;
use crate::stages::Offers;
use crate::unit::{Party, Spot};

impl Rules for Position {
    type Order = Order;
    type State = SavedAffairs;

    fn turn(&self) -> Turn {
        match self.outcome {
            Some(outcome) => Turn::Over(outcome),
            None => (self.stage().acts)(self),
        }
    }

    fn orders(&self, out: &mut Vec<Order>) {
        if self.outcome.is_none() {
            // Nobody stops this list.
            let _ = (self.stage().orders)(self, &mut Offers::all(out));
        }
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

    fn state(&self) -> SavedAffairs {
        self.save()
    }

    fn restore(&self, state: SavedAffairs) -> Result<Position, Objection> {
        self.load(state)
    }

    fn audit(&self) -> Result<(), String> {
        self.find_fault()
    }
}

impl Position {
    pub(crate) fn named_hex(&self, number: HexNumber) -> Result<Hex, Refusal> {
        self.hex(number).ok_or(Refusal::NoSuchHex(number))
    }

    pub(crate) fn named_spot(&self, station: Station) -> Result<Spot, Refusal> {
        match station {
            Station::Box => Ok(Spot::BOX),
            Station::Hex(number) => self.named_hex(number).map(Spot::on),
        }
    }

    /// Whether an order is legal now.
    pub(crate) fn legal(&self, order: &Order) -> Result<(), Refusal> {
        match self.outcome {
            Some(_) => Err(Refusal::NotNow),
            None => (self.stage().check)(self, order),
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

impl Stages<Refusal> for Position {
    fn out_of_turn(&self, _: &Order) -> Refusal {
        Refusal::NotNow
    }

    fn is_done(order: &Order) -> bool {
        *order == Order::Done
    }

    /// Whether an order is legal as its own chapter sees it, which also says what is wrong outside its phase.
    fn legal_in_its_chapter(&self, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Assign { hex, state } => match self.step {
                Step::Assign(_) => self.may_assign(self.named_hex(hex)?, state),
                _ => Err(Refusal::NotNow),
            },
            Order::Place { unit, at, aid } => self.may_recruit(unit, self.named_spot(at)?, aid),
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
            // The stages that these belong to look at them themselves.
            Order::Done | Order::Commit | Order::Withdraw { .. } | Order::Stand | Order::Retreat { .. } => {
                Err(Refusal::NotNow)
            }
        }
    }
}

#[cfg(test)]
mod tests;
