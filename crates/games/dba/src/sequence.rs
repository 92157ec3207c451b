//! The sequence of play (2.4, 2.5, "Decision points"): after every order and roll the position is carried on until
//! somebody has a choice or dice are due.

use engine::event::{Chronicle, Event, EventKind};
use engine::saved::Few;

use crate::element::{ElementId, Units};
use crate::position::{Position, Stage, Step};

impl Position {
    /// Carries the position on to the next choice, roll or end.
    pub(crate) fn settle(&mut self, chronicle: &mut impl Chronicle) {
        while self.outcome.is_none() && self.fight.stage == Stage::None && self.pass(chronicle) {}
    }

    /// One passage of the sequence; answers whether to go on.
    fn pass(&mut self, chronicle: &mut impl Chronicle) -> bool {
        match self.step {
            Step::CentreRoll if self.centre_is_filled() => self.step = Step::ShiftRoll(0),
            Step::Centre => {
                let mut orders = vec![];
                self.list_centre(&mut orders);
                if !orders.is_empty() {
                    return false;
                }
                self.step = Step::ShiftRoll(0);
            }
            Step::ShiftRoll(index) => match self.field.pieces.get(index as usize) {
                Some(laid) if laid.feature().is_area() => return false,
                Some(_) => self.step = Step::ShiftRoll(index + 1),
                None => self.step = Step::Edges,
            },
            Step::Encamp if !self.sides[self.active.index()].baggage => self.after_camp(),
            Step::Swap if self.sides[self.defender().index()].swapped.count_ones() >= 4 => {
                self.begin_battle(chronicle);
            }
            Step::Shoot(side) if self.must_shoot(side) => return false,
            Step::Shoot(_) => self.step = Step::Volley,
            Step::Volley => {
                if self.next_volley() {
                    return false;
                }
                self.step = Step::Fight;
            }
            Step::Fight if !self.fights_left() => self.end_turn(chronicle),
            _ => return false,
        }
        true
    }

    /// What is done in a step is done.
    pub(crate) fn end_step(&mut self, chronicle: &mut impl Chronicle) {
        match self.step {
            Step::Options => self.end_options(chronicle),
            Step::Terrain => self.end_terrain(),
            Step::Shift(index) => self.step = Step::ShiftRoll(index + 1),
            Step::Deploy => self.end_deployment(),
            Step::Swap => self.begin_battle(chronicle),
            Step::Move => self.end_movement(chronicle),
            _ => {}
        }
    }

    /// D14 is over: the invader takes the first turn.
    pub(crate) fn begin_battle(&mut self, chronicle: &mut impl Chronicle) {
        self.muster_mut(self.defender()).swapped = 0;
        self.active = self.invader;
        self.begin_turn(chronicle);
    }

    pub(crate) fn begin_turn(&mut self, chronicle: &mut impl Chronicle) {
        self.turns += 1;
        let muster = self.muster_mut(self.active);
        muster.turns = muster.turns.saturating_add(1);
        self.step = Step::Pips;
        self.pips = 0;
        self.contacts = Few::none();
        self.hand = Units::NONE;
        for element in self.elements.present_mut() {
            element.moves = 0;
            element.marks = 0;
            element.faced = ElementId::NONE;
        }
        for camp in &mut self.camps {
            camp.stormed = false;
        }
        chronicle.note(|| {
            let text = format!("Turn {}: {}", self.turns, self.side_words(self.active));
            Event::new(EventKind::Phase, "2.5", text)
        });
    }

    /// T1: the PIP die.
    pub(crate) fn roll_pips(&mut self, die: u8, chronicle: &mut impl Chronicle) {
        self.pips = die;
        self.step = Step::Move;
        chronicle.note(|| {
            let text = format!(
                "{} have {}",
                self.side_words(self.active),
                engine::words::counted(die, "PIP", "PIPs")
            );
            Event::new(EventKind::Rolled, "2.5", text).dice(&[die])
        });
    }

    /// T3 and on: movement is over, everybody turns to face, then shooting.
    pub(crate) fn end_movement(&mut self, chronicle: &mut impl Chronicle) {
        self.give_up_landing();
        self.hand = Units::NONE;
        self.pips = 0;
        self.turn_to_face(chronicle);
        self.engage_wagons();
        self.step = Step::Volley;
    }

    /// T6, then the other side's turn.
    fn end_turn(&mut self, chronicle: &mut impl Chronicle) {
        self.check_victory(chronicle);
        if self.outcome.is_none() {
            self.active = self.active.other();
            self.begin_turn(chronicle);
        }
    }
}

#[cfg(test)]
mod tests;
