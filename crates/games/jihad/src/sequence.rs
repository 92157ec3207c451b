//! The sequence of play (4.0; rulings R19 to R22, and their "Decision points").
//!
//! After every order and roll the position is carried on until a player has a choice or a die is due. A choice
//! with a single answer is made by the referee (R6).

use engine::event::{Chronicle, Event, EventKind};
use engine::{Rules, Turn};

use crate::codes::StateSet;
use crate::order::Order;
use crate::position::{Clash, Position, Step, Wear};
use crate::sheet::Sheet;
use crate::stages::Offers;
use crate::unit::{Party, Unit};

impl Position {
    /// Carries the position on to the next choice, roll or end.
    pub(crate) fn settle(&mut self, chronicle: &mut impl Chronicle) {
        while self.outcome.is_none() {
            if self.pass(chronicle) {
                continue;
            }
            match (self.turn(), self.sole_order()) {
                (Turn::Order(_), Some(order)) => self.carry_out(&order, chronicle),
                _ => return,
            }
        }
    }

    /// The only legal order, if there is exactly one (R6).
    fn sole_order(&self) -> Option<Order> {
        let mut sole = Offers::sole();
        let flow = (self.stage().orders)(self, &mut sole);
        sole.found.filter(|_| flow.is_continue())
    }

    /// One passage of the sequence; answers whether to go on.
    fn pass(&mut self, chronicle: &mut impl Chronicle) -> bool {
        match self.attrition.stage {
            Wear::None => {}
            Wear::Roll => return false,
            Wear::Losses => return self.pass_judgment(chronicle),
        }
        match self.combat.stage {
            Clash::None => {}
            Clash::Array | Clash::Offer | Clash::Roll => return false,
            Clash::AttackerLosses | Clash::DefenderLosses | Clash::Retreat => {
                return self.pass_combat(chronicle);
            }
        }
        match self.step {
            Step::Assign(from) => self.pass_assigning(from, chronicle),
            Step::Idle(party, from) => self.pass_idle(party, from, chronicle),
            Step::Stack(party, from) => self.pass_stacking(party, from, chronicle),
            Step::ConvertDie(place) if place > self.books.declared => {
                self.close_conversion();
                true
            }
            Step::ReconvertDie(place) if place > self.books.declared => {
                self.close_reconversion(chronicle);
                true
            }
            _ => false,
        }
    }

    pub(crate) fn begin_turn(&mut self, chronicle: &mut impl Chronicle) {
        self.turn += 1;
        self.books.recruited = StateSet::EMPTY;
        self.books.eligible = StateSet::EMPTY;
        self.books.natives = 0;
        self.books.converts = 0;
        self.books.raised = 0;
        chronicle.note(|| {
            let (first, last) = Sheet::years(self.turn);
            let text = format!("Turn {}: {first} to {last}", self.turn);
            Event::new(EventKind::Phase, "4.2", text)
        });
        self.open_productivity();
    }

    /// After phase A: the Muslim phase, unless the scenario opens in a civil war.
    pub(crate) fn after_productivity(&mut self, chronicle: &mut impl Chronicle) {
        match (self.opens_in_war(), self.variant().errata) {
            (false, _) => self.open_phase(Party::Muslims, chronicle),
            (true, true) => self.open_phase(Party::Empires, chronicle),
            (true, false) => self.begin_war(chronicle),
        }
    }

    fn opens_in_war(&self) -> bool {
        self.sheet.opening.civil_war && self.turn == self.sheet.first_turn
    }

    fn open_phase(&mut self, party: Party, chronicle: &mut impl Chronicle) {
        chronicle.note(|| Event::new(EventKind::Phase, "4.2", format!("{} Player Phase", party.adjective())));
        self.open_recruitment(party, chronicle);
    }

    /// A player ends a step.
    pub(crate) fn end_step(&mut self, chronicle: &mut impl Chronicle) {
        match self.step {
            Step::Assign(_) => self.assign_as_usual(),
            Step::Recruit(party) => {
                if party == Party::Empires && self.variant().errata {
                    self.mark_inaction(chronicle);
                }
                self.step = Step::Build(party);
            }
            Step::Build(party) => self.after_building(party, chronicle),
            Step::Move(party) if party.at_war() => {
                self.forget_moves();
                self.open_combat(party);
            }
            Step::Move(party) => self.step = Step::Idle(party, 0),
            Step::Fight(party) => {
                // The attackers of the Muslim segment are remembered for the rebellion (R109).
                if party != Party::Muslims {
                    self.clear_flags(Unit::ATTACKED);
                }
                self.step = Step::Stack(party, 0);
            }
            Step::BuyOff => self.next_suppression(None),
            Step::Convert => self.step = Step::ConvertDie(1),
            Step::Reconvert => self.step = Step::ReconvertDie(1),
            _ => {}
        }
    }

    /// Printed: straight on to movement. Under the errata both recruit before anybody moves (R22).
    fn after_building(&mut self, party: Party, chronicle: &mut impl Chronicle) {
        match (party, self.variant().errata) {
            (Party::Muslims, true) => self.open_phase(Party::Empires, chronicle),
            (_, true) if self.opens_in_war() => self.begin_war(chronicle),
            (_, true) => self.step = Step::Move(Party::Muslims),
            (party, false) => self.step = Step::Move(party),
        }
    }

    pub(crate) fn after_stacking(&mut self, party: Party, chronicle: &mut impl Chronicle) {
        match party {
            Party::Muslims => self.open_rebellion(),
            Party::Empires => self.open_conversion(chronicle),
            faction => self.after_war_phase(faction, chronicle),
        }
    }

    /// The Empires phase follows rebellion or civil war (11.1).
    pub(crate) fn after_rebellion(&mut self, chronicle: &mut impl Chronicle) {
        match self.variant().errata {
            true => self.step = Step::Move(Party::Empires),
            false => self.open_phase(Party::Empires, chronicle),
        }
    }

    pub(crate) fn end_turn(&mut self, chronicle: &mut impl Chronicle) {
        if self.turn >= self.sheet.last_turn {
            self.end_game(chronicle);
        } else {
            self.begin_turn(chronicle);
        }
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod turn_tests;
