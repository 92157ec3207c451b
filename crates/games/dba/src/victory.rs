//! Winning (2.16; R129 to R133).

use engine::event::{Chronicle, Event, EventKind};
use engine::{Outcome, Side};

use crate::element::{ElementId, Whereabouts};
use crate::kind::Kind;
use crate::position::{Position, Step};

/// Losses that decide, together with having lost more than the enemy.
pub(crate) const DECISIVE: u8 = 4;

/// Player turns after which the battle is drawn (R133).
pub(crate) const LAST_TURN: u8 = 80;

impl Position {
    /// Elements lost that count, the camp as two (R129).
    pub(crate) fn losses(&self, side: Side) -> u8 {
        let counts = |id: &ElementId| {
            self.element(*id).place == Whereabouts::Lost
                && !matches!(self.kind(*id), Kind::ScythedChariots | Kind::CampFollowers)
        };
        let lost = ElementId::all_of(side).filter(counts).count() as u8;
        lost + if self.camp(side).captured { 2 } else { 0 }
    }

    /// Whether a side has lost its general.
    pub(crate) fn general_lost(&self, side: Side) -> bool {
        self.element(ElementId::of(side, 0)).place == Whereabouts::Lost
    }

    /// Who has won, by losses (R130, R131).
    fn winner(&self) -> Option<Side> {
        Side::BOTH.into_iter().find(|&side| {
            let enemy = side.other();
            let broken = self.general_lost(enemy) || self.losses(enemy) >= DECISIVE;
            broken && self.losses(enemy) > self.losses(side)
        })
    }

    /// T6: the end of a turn.
    pub(crate) fn check_victory(&mut self, chronicle: &mut impl Chronicle) {
        let won = self.winner();
        self.outcome = match won {
            Some(winner) => {
                let general = self.general_lost(winner.other());
                let losses = self.losses(winner.other()) >= DECISIVE;
                let grade = match (general, losses) {
                    (true, true) => "rout",
                    (true, false) => "general",
                    _ => "victory",
                };
                Some(Outcome { winner: Some(winner), grade, rule: "2.16" })
            }
            None if self.turns >= LAST_TURN => Some(Outcome { winner: None, grade: "draw", rule: "R133" }),
            None => None,
        };
        if self.outcome.is_some() {
            self.step = Step::Over;
            chronicle.note(|| {
                let rule = self.outcome.map_or("2.16", |outcome| outcome.rule);
                Event::new(EventKind::Ended, rule, self.verdict_text())
            });
        }
    }
}

#[cfg(test)]
mod tests;
