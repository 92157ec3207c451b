//! The rules as the engine asks for them: whose turn it is, what may be ordered, and doing it.

use engine::contract::{Listing, Objection, Rules, Turn};
use engine::dice::{Dice, Generator};
use engine::event::Chronicle;

use crate::movement::Manoeuvre;
use crate::order::Order;
use crate::position::{Position, SavedState, Stage, Step};
use crate::refusal::Refusal;

impl Rules for Position {
    type Order = Order;
    type State = SavedState;

    const LISTING: Listing = Listing::Representative;

    fn turn(&self) -> Turn {
        self.outcome.map_or_else(|| (self.stage().acts)(self), Turn::Over)
    }

    fn orders(&self, out: &mut Vec<Order>) {
        if self.outcome.is_none() {
            (self.stage().orders)(self, out);
        }
    }

    fn draw(&self, generator: &mut Generator, room: &mut Vec<Order>) -> Option<usize> {
        self.draw_order(generator, room)
    }

    fn check(&self, order: &Order) -> Result<(), Objection> {
        self.legal(order).map_err(|refusal| refusal.objection(self))
    }

    fn play(&mut self, order: &Order, chronicle: &mut impl Chronicle) {
        self.carry_out(order, chronicle);
        self.settle(chronicle);
    }

    fn roll(&mut self, dice: Dice, chronicle: &mut impl Chronicle) {
        let face = |i: usize| dice.faces().get(i).copied().unwrap_or(1);
        match (self.fight.stage, self.step) {
            (Stage::Roll, _) => self.resolve([face(0), face(1)], chronicle),
            (_, Step::Aggression) => self.roll_aggression([face(0), face(1)], chronicle),
            (_, Step::Survey) => self.survey([face(0), face(1), face(2)], chronicle),
            (_, Step::CentreRoll) => self.roll_centre(face(0), chronicle),
            (_, Step::ShiftRoll(index)) => self.roll_shift(index, face(0), chronicle),
            (_, Step::EdgeRoll(edges)) => self.roll_edge(edges, face(0), chronicle),
            (_, Step::Pips) => self.roll_pips(face(0), chronicle),
            _ => return,
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
            Some(_) => Err(Refusal::NotNow),
        }
    }

    /// Carries out a legal order.
    pub(crate) fn carry_out(&mut self, order: &Order, chronicle: &mut impl Chronicle) {
        debug_assert!(self.legal(order).is_ok(), "{order:?}: {:?}", self.legal(order));
        match order {
            Order::Choose { unit, choice } => self.choose(*unit, *choice),
            Order::Followers { come } => self.muster_mut(self.active).followers = *come,
            Order::Baggage { camp } => self.muster_mut(self.active).baggage = *camp,
            Order::Lay { piece } => self.lay(piece, chronicle),
            Order::Lift { unit } => self.lift(*unit),
            Order::Shift { piece, to, heading } => self.shift_piece(*piece, *to, *heading, chronicle),
            Order::Number { edges } => self.step = Step::EdgeRoll(*edges),
            Order::Encamp { least, most } => self.encamp(*least, *most, chronicle),
            Order::Place { unit, at, dismount } => self.deploy(*unit, *at, *dismount, chronicle),
            Order::Muster => self.muster(chronicle),
            Order::Swap { unit, with } => self.swap(*unit, *with, chronicle),
            Order::Move { units } => self.hand = *units,
            Order::March { units, legs } => {
                if let Ok(arrival) = Manoeuvre::unchecked(self, *units).try_way(legs.legs()) {
                    self.arrive(units, &arrival, chronicle);
                }
            }
            Order::File { units, legs } => {
                if let Ok(arrival) = self.may_file(units, legs.legs()) {
                    self.arrive(units, &arrival, chronicle);
                }
            }
            Order::Form { units, to, files } => {
                if let Ok(arrival) = self.may_form(units, *to, *files) {
                    self.arrive(units, &arrival, chronicle);
                }
            }
            Order::Withdraw { unit, back } => self.break_off(*unit, *back, chronicle),
            Order::Land { units, to, files } => self.land(units, *to, *files, chronicle),
            Order::Halt => self.hand = crate::element::Units::NONE,
            Order::Volley { side } => self.step = Step::Shoot(*side),
            Order::Shoot { units, target } => self.begin_volley(units, *target, chronicle),
            Order::Support { units } => self.name_aides(units, chronicle),
            Order::Attack { unit, target } => self.begin_fight(*unit, *target, chronicle),
            Order::Stand { .. } => self.step = Step::Storm,
            Order::Bend { hand } => self.choose_bend(*hand, chronicle),
            Order::Retreat { unit } => {
                self.follow(*unit, chronicle);
                self.after_run(chronicle);
            }
            Order::Done => self.end_step(chronicle),
        }
    }
}

#[cfg(test)]
mod tests;
