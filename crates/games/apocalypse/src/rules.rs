//! The rules as the engine asks for them: whose turn it is, what may be ordered, and doing it.

use engine::contract::{Objection, Rules, Turn};
use engine::dice::Dice;
use engine::event::Chronicle;
use engine::hex::{Hex, HexNumber};

use crate::order::Order;
use crate::position::{Cause, Fight, Pace, Position, SavedState, Stage, Step};
use crate::refusal::{Allowed, Refusal};
use crate::stages::Offers;
use crate::unit::UnitId;

impl Rules for Position {
    type Order = Order;
    type State = SavedState;

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
        if self.battle.kind != Fight::None {
            match self.battle.stage {
                Stage::Surprise => self.surprise_die(face, chronicle),
                Stage::FireDie => self.fire_die(face, chronicle),
                Stage::Die | Stage::Counter => self.battle_die(face, chronicle),
                Stage::SiegeDie => self.siege_throw(dice.faces(), chronicle),
                Stage::Breach => self.breach_die(face, chronicle),
                Stage::Pillage => self.pillage_die(face, chronicle),
                _ => return,
            }
        } else if self.march.expedition.is_some() {
            self.zoc_dice(dice.faces(), chronicle);
        } else {
            match self.step {
                Step::EventDice => self.event_dice(dice.faces().iter().sum(), chronicle),
                Step::CityDie => self.earthquake(face, chronicle),
                Step::LordsDie => self.lords_die(face, chronicle),
                Step::LevyDie(_) => self.levy_die(face, chronicle),
                Step::Attrition(_) => self.attrition_die(face, chronicle),
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
    pub(crate) fn named_hex(&self, label: HexNumber) -> Allowed<Hex> {
        self.hex(label).ok_or(Refusal::NoSuchHex)
    }

    /// Whether an order is legal now.
    pub(crate) fn legal(&self, order: &Order) -> Allowed {
        match self.outcome {
            Some(_) => Err(Refusal::NotNow),
            None => (self.stage().check)(self, order),
        }
    }

    /// Carries out a legal order. An order about a hex that is not on the map changes nothing.
    pub(crate) fn carry_out(&mut self, order: &Order, chronicle: &mut impl Chronicle) {
        debug_assert!(self.legal(order).is_ok(), "{order:?}: {:?}", self.legal(order));
        match *order {
            Order::Name { noble } => self.name_noble(noble, chronicle),
            Order::Place { unit, at, patrol } => {
                if let Some(hex) = self.hex(at) {
                    self.place(unit, hex, patrol, chronicle);
                }
            }
            Order::Retreat { unit, at } => {
                if let Some(hex) = self.hex(at) {
                    self.settle_at(unit, hex, chronicle);
                }
            }
            Order::Defect { unit } => self.defect(unit, chronicle),
            Order::Arrive { at } => {
                if let Some(hex) = self.hex(at) {
                    self.enter_kufa(hex, chronicle);
                }
            }
            Order::Levy => self.levy(),
            Order::Move { unit } => self.pick_up(unit, chronicle),
            Order::Patrol { unit } => self.patrol(unit, chronicle),
            Order::Raise { expedition } => self.step = Step::Gather(expedition),
            Order::Gather { at } => {
                if let Some(hex) = self.hex(at) {
                    self.gather(hex, chronicle);
                }
            }
            Order::Join { unit, expedition } => self.join(unit, expedition, chronicle),
            Order::Substitute { leader } => self.substitute(leader, chronicle),
            Order::Embark => {
                if let Some(expedition) = self.march.expedition {
                    self.embark(expedition);
                }
            }
            Order::Load { unit, ship } => self.unit_mut(unit).aboard = ship,
            Order::Disembark => {
                if let Ok((expedition, hex)) = self.free_march() {
                    self.land(expedition, hex, chronicle);
                }
            }
            Order::Step { to } if self.march.expedition.is_some() => {
                if let Ok((hex, cost)) = self.may_step(to) {
                    self.step_march(hex, cost, chronicle);
                }
            }
            Order::Step { to } => {
                if let Ok((hex, cost)) = self.may_walk_on(to) {
                    self.walk(hex, cost, chronicle);
                }
            }
            Order::Halt if self.march.expedition.is_some() => self.halt_march(chronicle),
            Order::Halt if matches!(self.step, Step::Mode(_)) => self.let_be(),
            Order::Halt => self.stop(),
            Order::Camp => self.camp(chronicle),
            Order::Disband => {
                if let Some(expedition) = self.march.expedition {
                    self.disband(expedition, chronicle);
                }
            }
            Order::Siege => self.besiege(chronicle),
            Order::Assault => self.assault(chronicle),
            Order::Garrison { unit } => self.leave(unit, chronicle),
            Order::Reserve { unit } => self.reserve(unit),
            Order::Role { role } => self.assign(role, chronicle),
            Order::Commit => self.commit(chronicle),
            Order::Fire { ships } => self.burn(ships, chronicle),
            Order::Lose { unit } => self.lose(unit, chronicle),
            Order::Rout => self.rout(chronicle),
            Order::Done => self.finish(chronicle),
        }
    }

    fn place(&mut self, id: UnitId, hex: Hex, patrol: bool, chronicle: &mut impl Chronicle) {
        if self.placing.cause != Cause::None {
            return self.settle_at(id, hex, chronicle);
        }
        match self.step {
            Step::Deploy => self.deploy(id, hex, patrol, chronicle),
            Step::Replace(..) | Step::Levy(..) => self.replace(id, chronicle),
            Step::Fleets(_) => self.build(id, hex, chronicle),
            Step::Mode(_) => self.take_garrison(id, hex, chronicle),
            _ => {}
        }
    }

    fn pick_up(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        match (self.step, self.sheet.roster.as_expedition(id)) {
            (Step::Mode(_), _) => self.take_up(id),
            (_, Some(expedition)) => self.begin_march(expedition, chronicle),
            (_, None) => self.begin_walk(id),
        }
    }

    fn lose(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        if self.battle.kind != Fight::None {
            return self.fall_in_battle(id, chronicle);
        }
        if self.march.expedition.is_some() {
            return self.skirmish(id, chronicle);
        }
        match self.step {
            Step::Plague(..) => self.die_of_plague(id, chronicle),
            Step::Toll(..) => self.wear_away(id, chronicle),
            Step::Fleets(_) => self.destroy(id, "2.4", chronicle),
            _ => self.destroy(id, "4.0", chronicle),
        }
    }

    fn finish(&mut self, chronicle: &mut impl Chronicle) {
        if self.placing.cause != Cause::None {
            return self.close_placing(chronicle);
        }
        match (self.march.expedition, self.march.pace) {
            (Some(_), Pace::Loading) => self.set_sail(chronicle),
            (Some(expedition), _) => {
                self.set_out = self.host(expedition).spot.hex();
                self.go_on();
            }
            (None, _) => self.end_step(chronicle),
        }
    }
}

#[cfg(test)]
mod tests;
