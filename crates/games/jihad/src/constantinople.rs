//! Constantinople (13.0; rulings R131 to R137): the box and its fall.
//!
//! Entering and leaving the box is movement (`movement`), fleeing into it and out of it retreat (`retreat`),
//! storming it combat (`combat`). Here is what becomes of it.

use engine::event::{Chronicle, Event, EventKind};
use engine::{Outcome, Shown};

use crate::position::{Position, Step};
use crate::unit::Party;

impl Position {
    /// R137: a combat left nobody in the box: it is shut for ever.
    pub(crate) fn shut_box(&mut self, chronicle: &mut impl Chronicle) {
        self.books.box_open = false;
        self.books.box_emptied = true;
        chronicle.note(|| {
            let hex = self.number(self.sheet.ground.constantinople);
            Event::new(EventKind::Control, "13.0", "The walls of Constantinople have fallen").places([hex])
        });
        if self.sheet.victory.box_wins {
            let winner = Some(self.player(Party::Muslims));
            self.outcome = Some(Outcome { winner, grade: "victory", rule: "13.0" });
            self.step = Step::Over;
            chronicle.note(|| Event::new(EventKind::Ended, "13.0", self.verdict()));
        }
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod siege_tests;
