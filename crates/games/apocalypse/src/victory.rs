//! Victory (2.1; rulings 107 to 111) and what leads to it: places that change hands, leaders that are lost.

use engine::event::{Chronicle, Event, EventKind};
use engine::{Outcome, Side};

use crate::position::{Holder, Position};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::{Spot, UnitId};

impl Position {
    /// The game ends.
    pub(crate) fn win(
        &mut self,
        side: Side,
        grade: &'static str,
        rule: &'static str,
        chronicle: &mut impl Chronicle,
    ) {
        if self.outcome.is_some() {
            return;
        }
        self.outcome = Some(Outcome { winner: Some(side), grade, rule });
        chronicle
            .note(|| Event::new(EventKind::Ended, rule, format!("{} win", self.sheet.sides[side.index()])));
    }

    /// A leader leaves the game (6.3). Muawiya's loss ends it (2.1.2; ruling 109), Constans has a successor (9.0).
    pub(crate) fn lose_leader(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        chronicle.note(|| {
            Event::new(EventKind::Removed, "6.3", format!("{} is lost", self.label(id)))
                .counters([id.0.into()])
        });
        self.send(id, Spot::GONE);
        match self.sheet.roster.as_leader(id) {
            Some(Leader::Muawiya) => self.win(BYZANTINES, "victory", "2.1.2", chronicle),
            Some(Leader::Constans) => chronicle
                .note(|| Event::new(EventKind::Announced, "9.0", "Constans is dead; Fausta heads a regency")),
            _ => {}
        }
    }

    /// A place changes hands (ruling 8).
    pub(crate) fn take_control(&mut self, place: u8, holder: Holder, chronicle: &mut impl Chronicle) {
        if self.control[place as usize] == holder {
            return;
        }
        self.control[place as usize] = holder;
        let ground = &self.sheet.ground;
        chronicle.note(|| {
            let card = ground.settlement(place);
            let who = match holder {
                Holder::Muslims => "the Muslims",
                Holder::Byzantines => "the Byzantines",
                Holder::Rebels => "rebels",
            };
            Event::new(EventKind::Control, "R8", format!("{} falls to {who}", card.name))
                .places([ground.grid.number(card.hex)])
        });
        if holder == Holder::Muslims && place == ground.constantinople {
            self.win(MUSLIMS, "victory", "2.1.1", chronicle);
        } else if holder == Holder::Byzantines && self.sheet.victory.byzantine_takes == Some(place) {
            self.win(BYZANTINES, "objective", "scenario", chronicle);
        }
    }

    /// The last year is over (2.1.2; ruling 111): the Byzantines have held out, unless a scenario says otherwise.
    pub(crate) fn end_game(&mut self, chronicle: &mut impl Chronicle) {
        let victory = &self.sheet.victory;
        let held = victory.muslim_holds.iter().filter(|&&place| self.holds(MUSLIMS, place)).count();
        match victory.at_least {
            0 => self.win(BYZANTINES, "endurance", "2.1.2", chronicle),
            needed if held >= needed as usize => self.win(MUSLIMS, "objective", "scenario", chronicle),
            _ => self.win(BYZANTINES, "endurance", "scenario", chronicle),
        }
    }
}

#[cfg(test)]
mod tests;
