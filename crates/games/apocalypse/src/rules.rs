//! The rules as the engine asks for them: whose turn it is, what may be ordered, and doing it.

use std::ops::ControlFlow;

use engine::contract::{Objection, Rules, Turn};
use engine::dice::{Dice, DiceRequest};
use engine::event::Chronicle;
use engine::hex::{Hex, HexNumber};

use crate::order::Order;
use crate::position::{Cause, Fight, Pace, Position, SavedState, Stage, Step};
use crate::refusal::{Refusal, Verdict, ensure};
use crate::unit::UnitId;

const TWO_D6: DiceRequest = DiceRequest { count: 2, sides: 6 };

impl Rules for Position {
    type Order = Order;
    type State = SavedState;

    fn turn(&self) -> Turn {
        if let Some(outcome) = self.outcome {
            return Turn::Over(outcome);
        }
        let one = Turn::Dice(DiceRequest::ONE_D6);
        if self.placing.cause != Cause::None {
            return Turn::Order(self.placing.side);
        }
        if self.battle.kind != Fight::None {
            return match self.battle.stage {
                Stage::Surprise
                | Stage::FireDie
                | Stage::Die
                | Stage::Counter
                | Stage::Breach
                | Stage::Pillage => one,
                Stage::SiegeDie => Turn::Dice(self.siege_dice(self.battle.hex)),
                _ => Turn::Order(self.fighter()),
            };
        }
        if let Some(expedition) = self.march.expedition {
            return match self.march.pace {
                Pace::Zoc => Turn::Dice(TWO_D6),
                _ => Turn::Order(Self::side_of(expedition)),
            };
        }
        match self.step {
            Step::EventDice => Turn::Dice(TWO_D6),
            Step::CityDie => Turn::Dice(self.city_dice()),
            Step::LordsDie | Step::LevyDie(_) | Step::Attrition(_) => one,
            _ => Turn::Order(self.acting_side()),
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
    /// Offers every legal order, one after another, until the listener has enough.
    pub(crate) fn each_order(&self, offer: &mut impl FnMut(Order) -> ControlFlow<()>) -> ControlFlow<()> {
        if !matches!(self.turn(), Turn::Order(_)) {
            return ControlFlow::Continue(());
        }
        if self.placing.cause != Cause::None {
            return self.list_placing(offer);
        }
        if self.battle.kind != Fight::None {
            return match self.battle.stage {
                Stage::Reserve => self.list_reserves(offer),
                Stage::Boarding => self.list_boarding(offer),
                Stage::Fire => self.list_fire(offer),
                Stage::Role => self.list_roles(offer),
                Stage::Exchange | Stage::Losses | Stage::Victors | Stage::Sunk | Stage::Scorched => {
                    self.list_losses(offer)
                }
                _ => ControlFlow::Continue(()),
            };
        }
        if self.march.expedition.is_some() {
            return self.list_march(offer);
        }
        match self.step {
            Step::Name => {
                crate::order::Noble::BOTH.into_iter().try_for_each(|noble| offer(Order::Name { noble }))
            }
            Step::Deploy => self.list_deploying(offer),
            Step::Lords(_) => self.list_defecting(offer),
            Step::Entry => self.list_entries(offer),
            Step::Plague(..) => self.list_plague(offer),
            Step::Replace(..) | Step::Levy(..) => self.list_replacing(offer),
            Step::Fleets(_) => self.list_fleets(offer),
            Step::Mode(side) => self.list_modes(side, offer),
            Step::Gather(_) => self.list_gathering(offer),
            Step::Muster(expedition) => self.list_mustering(expedition, offer),
            Step::Toll(..) => self.list_toll(offer),
            Step::Patrols | Step::Land(_) if self.hand.some().is_some() => self.list_walking(offer),
            Step::Patrols => self.list_patrols(offer),
            Step::Sea(side) | Step::Land(side) => self.list_moving(side, offer),
            Step::Stacking(..) => self.list_trimming(offer),
            _ => ControlFlow::Continue(()),
        }
    }

    fn named_hex(&self, label: HexNumber) -> Verdict<Hex> {
        self.hex(label).ok_or(Refusal::NoSuchHex)
    }

    /// Whether an order is legal now.
    pub(crate) fn legal(&self, order: &Order) -> Verdict {
        ensure(matches!(self.turn(), Turn::Order(_)), Refusal::NotNow)?;
        if self.placing.cause != Cause::None {
            return match *order {
                Order::Place { unit, at, patrol: false } => {
                    self.may_settle_at(unit, self.named_hex(at)?, false)
                }
                Order::Retreat { unit, at } => self.may_settle_at(unit, self.named_hex(at)?, true),
                Order::Done => ensure(self.placing.cause == Cause::Evacuation, Refusal::NotNow),
                _ => Err(Refusal::NotNow),
            };
        }
        if self.battle.kind != Fight::None {
            return match *order {
                Order::Reserve { unit } => self.may_reserve(unit),
                Order::Commit => {
                    ensure(matches!(self.battle.stage, Stage::Reserve | Stage::Boarding), Refusal::NotNow)
                }
                Order::Load { unit, ship } => self.may_board(unit, ship),
                Order::Fire { ships } => self.may_burn(ships),
                Order::Role { role } => self.may_assign(role),
                Order::Lose { unit } => self.may_fall(unit),
                Order::Rout => self.may_rout(),
                _ => Err(Refusal::NotNow),
            };
        }
        if self.march.expedition.is_some() {
            return match *order {
                Order::Step { to } => self.may_step(to).map(drop),
                Order::Halt => self.free_march().map(drop),
                Order::Embark => self.may_embark(),
                Order::Disembark => self.may_disembark(),
                Order::Load { unit, ship } => self.may_load(unit, ship),
                Order::Siege => self.may_besiege(),
                Order::Assault => self.may_assault(),
                Order::Lose { unit } => self.may_skirmish(unit),
                Order::Garrison { unit } => self.may_leave(unit),
                Order::Camp => self.may_rest(false),
                Order::Disband => self.may_rest(true),
                Order::Done => {
                    ensure(matches!(self.march.pace, Pace::Loading | Pace::Leave), Refusal::NotNow)
                }
                _ => Err(Refusal::NotNow),
            };
        }
        self.legal_in_step(order)
    }

    fn legal_in_step(&self, order: &Order) -> Verdict {
        let walking = self.hand.some().is_some();
        match (*order, self.step) {
            (Order::Name { .. }, Step::Name) => Ok(()),
            (Order::Place { unit, at, patrol }, Step::Deploy) => {
                self.may_deploy(unit, self.named_hex(at)?, patrol)
            }
            (Order::Place { patrol: true, .. }, _) => Err(Refusal::NotNow),
            (Order::Place { unit, at, .. }, Step::Replace(..) | Step::Levy(..)) => {
                self.may_replace(unit, self.named_hex(at)?)
            }
            (Order::Place { unit, at, .. }, Step::Fleets(_)) => self.may_build(unit, self.named_hex(at)?),
            (Order::Place { unit, at, .. }, Step::Mode(_)) => self.may_garrison(unit, self.named_hex(at)?),
            (Order::Defect { unit }, _) => self.may_defect(unit),
            (Order::Arrive { at }, Step::Entry) => self.may_enter(self.named_hex(at)?),
            (Order::Levy, _) => self.may_levy(),
            (Order::Lose { unit }, Step::Plague(..)) => self.may_die_of_plague(unit),
            (Order::Lose { unit }, Step::Fleets(_)) => self.may_lay_up(unit),
            (Order::Lose { unit }, Step::Toll(..)) => self.may_wear_away(unit),
            (Order::Lose { unit }, Step::Stacking(..)) => self.may_trim(unit),
            (Order::Halt, Step::Mode(_)) => ensure(walking, Refusal::NotNow),
            (Order::Halt, _) => self.may_stop(),
            (Order::Move { unit }, Step::Mode(_)) => {
                ensure(!walking, Refusal::NotNow)?;
                self.may_take_up(unit)
            }
            (Order::Move { unit }, _) => match self.sheet.roster.as_expedition(unit) {
                Some(expedition) => self.may_march(expedition),
                None => self.may_walk(unit),
            },
            (Order::Step { to }, _) => self.may_walk_on(to).map(drop),
            (Order::Patrol { unit }, _) => {
                ensure(!walking, Refusal::NotNow)?;
                self.may_patrol(unit)
            }
            (Order::Raise { expedition }, _) => self.may_muster(expedition),
            (Order::Gather { at }, Step::Gather(expedition)) => {
                self.may_gather(Self::side_of(expedition), self.named_hex(at)?)
            }
            (Order::Join { unit, expedition }, _) => self.may_join(unit, expedition),
            (Order::Substitute { leader }, _) => self.may_substitute(leader),
            (Order::Done, Step::Muster(_)) => self.may_close_muster(),
            (Order::Done, Step::Replace(..) | Step::Levy(..)) => Ok(()),
            (Order::Done, Step::Mode(_) | Step::Sea(_) | Step::Patrols | Step::Land(_)) => {
                ensure(!walking, Refusal::NotNow)
            }
            _ => Err(Refusal::NotNow),
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
            (Some(_), _) => self.go_on(),
            (None, _) => self.end_step(chronicle),
        }
    }
}

#[cfg(test)]
mod tests;
