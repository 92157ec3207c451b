//! The rules as the engine asks for them: whose turn it is, what may be ordered, and doing it.

use engine::contract::{Listing, Objection, Rules, Turn};
use engine::dice::{Dice, DiceRequest, Generator};
use engine::event::Chronicle;

use crate::movement::Manoeuvre;
use crate::order::Order;
use crate::position::{Position, SavedState, Stage, Step};
use crate::refusal::Refusal;

/// So many ordinary dice.
const fn dice(count: u8) -> Turn {
    Turn::Dice(DiceRequest { count, sides: 6 })
}

impl Rules for Position {
    type Order = Order;
    type State = SavedState;

    const LISTING: Listing = Listing::Representative;

    fn turn(&self) -> Turn {
        if let Some(outcome) = self.outcome {
            return Turn::Over(outcome);
        }
        match self.fight.stage {
            Stage::None => {}
            Stage::Aides => return Turn::Order(self.fight.other.side()),
            Stage::Roll => return dice(2),
            Stage::Run | Stage::Follow => return Turn::Order(self.fight.loser.side()),
        }
        match self.step {
            Step::Aggression => dice(2),
            Step::Survey => dice(3),
            Step::CentreRoll | Step::ShiftRoll(_) | Step::EdgeRoll(_) | Step::Pips => dice(1),
            Step::Terrain | Step::Swap => Turn::Order(self.defender()),
            Step::Centre | Step::Shift(_) | Step::Edges => Turn::Order(self.invader),
            Step::Shoot(side) => Turn::Order(side),
            Step::Storm => Turn::Order(self.active.other()),
            Step::Options
            | Step::Encamp
            | Step::Deploy
            | Step::Move
            | Step::Volley
            | Step::Fight
            | Step::Over => Turn::Order(self.active),
        }
    }

    fn orders(&self, out: &mut Vec<Order>) {
        self.list(out);
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
    /// Adds the useful orders.
    fn list(&self, out: &mut Vec<Order>) {
        match self.turn() {
            Turn::Order(_) => {}
            _ => return,
        }
        match self.fight.stage {
            Stage::None | Stage::Roll => {}
            Stage::Aides => return self.list_aides(out),
            Stage::Run => return out.extend(crate::geometry::Hand::BOTH.map(|hand| Order::Bend { hand })),
            Stage::Follow => {
                let following = Position::members(self.fight.following).filter(|&id| self.on_table(id));
                return out.extend(following.map(|unit| Order::Retreat { unit }));
            }
        }
        match self.step {
            Step::Options => self.list_options(out),
            Step::Terrain => self.list_terrain(out),
            Step::Centre => self.list_centre(out),
            Step::Shift(index) => self.list_shifts(index, out),
            Step::Edges => self.list_edges(out),
            Step::Encamp => self.list_camps(out),
            Step::Deploy => self.list_deployment(out),
            Step::Swap => self.list_swaps(out),
            Step::Move => self.list_moves(out),
            Step::Volley => out.extend(engine::Side::BOTH.map(|side| Order::Volley { side })),
            Step::Shoot(side) => self.list_shots(side, out),
            Step::Fight | Step::Storm => self.list_fights(out),
            _ => {}
        }
    }

    /// Whether an order is legal now.
    pub(crate) fn legal(&self, order: &Order) -> Result<(), Refusal> {
        if !matches!(self.turn(), Turn::Order(_)) {
            return Err(Refusal::NotNow);
        }
        match (self.fight.stage, order) {
            (Stage::None | Stage::Roll, _) => {}
            (Stage::Aides, Order::Support { units }) => return self.may_aid(units),
            (Stage::Run, Order::Bend { .. }) => return self.may_bend(),
            (Stage::Follow, Order::Retreat { unit }) => return self.may_follow(*unit),
            _ => return Err(Refusal::NotNow),
        }
        let now = |step: bool| if step { Ok(()) } else { Err(Refusal::NotNow) };
        match order {
            Order::Choose { unit, choice } => self.may_choose(*unit, *choice),
            Order::Followers { .. } => {
                now(self.step == Step::Options && self.sides[self.active.index()].baggage)
            }
            Order::Baggage { camp } => self.may_set_baggage(*camp),
            Order::Lay { piece } => self.may_lay(piece).map(drop),
            Order::Lift { unit } => self.may_lift(*unit),
            Order::Shift { piece, to, heading } => self.may_shift(*piece, *to, *heading).map(drop),
            Order::Number { edges } => self.may_number(edges),
            Order::Encamp { least, most } => self.may_encamp(*least, *most),
            Order::Place { unit, at, dismount } => self.may_place(*unit, *at, *dismount),
            Order::Muster => now(matches!(self.step, Step::Terrain | Step::Encamp | Step::Deploy)),
            Order::Swap { unit, with } => self.may_swap(*unit, *with),
            Order::Move { units } => {
                now(self.hand.is_empty())?;
                self.may_take_up(units)
            }
            Order::March { units, legs } => self.may_march(units, legs.legs()).map(drop),
            Order::File { units, legs } => self.may_file(units, legs.legs()).map(drop),
            Order::Form { units, to, files } => self.may_form(units, *to, *files).map(drop),
            Order::Withdraw { unit, back } => self.may_break_off(*unit, *back).map(drop),
            Order::Land { units, to, files } => self.may_land(units, *to, *files).map(drop),
            Order::Halt => match self.step == Step::Move && !self.hand.is_empty() {
                true => Ok(()),
                false => Err(Refusal::NobodyInHand),
            },
            Order::Volley { side } => now(self.step == Step::Volley && self.must_shoot(*side)),
            Order::Shoot { units, target } => match self.step {
                Step::Shoot(side) => self.may_volley(units, *target, side),
                _ => Err(Refusal::NotNow),
            },
            Order::Attack { unit, target } => match self.step {
                Step::Fight => self.may_fight(*unit, *target),
                Step::Storm => {
                    let camp = self.camp_to_storm().ok_or(Refusal::NotNow)?;
                    now(self.occupant(camp) == Some(*target))?;
                    self.may_storm(*unit, camp)
                }
                _ => Err(Refusal::NotNow),
            },
            Order::Stand { unit } => {
                now(self.step == Step::Fight)?;
                self.may_stand(*unit)
            }
            Order::Done => match self.step {
                Step::Options | Step::Shift(_) | Step::Swap => Ok(()),
                Step::Terrain => self.may_confirm_terrain(),
                Step::Deploy => self.may_end_deployment(),
                Step::Move => match self.hand.is_empty() {
                    true => Ok(()),
                    false => Err(Refusal::AnotherInHand),
                },
                _ => Err(Refusal::NotNow),
            },
            Order::Support { .. } | Order::Bend { .. } | Order::Retreat { .. } => Err(Refusal::NotNow),
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
            Order::Done => match self.step {
                Step::Options => self.end_options(chronicle),
                Step::Terrain => self.end_terrain(),
                Step::Shift(index) => self.step = Step::ShiftRoll(index + 1),
                Step::Deploy => self.end_deployment(),
                Step::Swap => self.begin_battle(chronicle),
                Step::Move => self.end_movement(chronicle),
                _ => {}
            },
        }
    }
}

#[cfg(test)]
mod tests;
