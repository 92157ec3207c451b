//! Victory: army morale (11), the scenarios' last turns and sudden ends (13).

use engine::event::{Chronicle, Event, EventKind};
use engine::{Outcome, Shown, Side};

use crate::position::{Position, Step};
use crate::sheet::EndTest;
use crate::unit::{Spot, UnitSet};

/// Points a lost commander costs beside his strength (11).
const COMMANDER: u16 = 4;
/// Points plundered baggage costs beside its strength (11).
const BAGGAGE: u16 = 2;

const MAJOR: &str = "major";
const MINOR: &str = "minor";
const DRAW: &str = "draw";

impl Position {
    /// The counters a side has lost.
    pub(crate) fn lost(&self, side: Side) -> UnitSet {
        let lost =
            |&id: &crate::unit::UnitId| self.unit(id).spot == Spot::LOST || self.marks.plundered.has(id);
        self.battle.of(side).iter().filter(lost).collect()
    }

    /// The points a side has lost: full strength of every unit (ruling R99), more for commanders and baggage
    /// (ruling R100), and the extras of the battle (ruling R103).
    pub(crate) fn points_lost(&self, side: Side) -> u16 {
        let worth = |id| {
            let unit_type = self.battle.unit_type(id);
            let more = match () {
                _ if self.battle.is_commander(id) => COMMANDER,
                _ if self.battle.is_baggage(id) => BAGGAGE,
                _ => 0,
            };
            unit_type.strength as u16 + more
        };
        self.lost(side).iter().map(worth).sum::<u16>() + self.extra[side.index()] as u16
    }

    /// By how much a side has passed its Army Morale Threshold, if it has reached it (ruling R101).
    fn excess(&self, side: Side) -> Option<u16> {
        let threshold = self.battle.sheet.thresholds[side.index()]? as u16;
        self.points_lost(side).checked_sub(threshold)
    }

    /// Phase 5: the thresholds, then, on the last turn, the scenario's own test (ruling R104).
    pub(crate) fn judge_turn(&mut self, chronicle: &mut impl Chronicle) {
        let outcome = self
            .judge_thresholds()
            .or_else(|| (self.game_turn() >= self.last_turn()).then(|| self.judge_scenario()));
        if let Some(outcome) = outcome {
            self.end(outcome, chronicle);
        }
    }

    fn judge_thresholds(&self) -> Option<Outcome> {
        let won = |winner, grade| Some(Outcome { winner, grade, rule: "11" });
        match Side::BOTH.map(|side| self.excess(side)) {
            [None, None] => None,
            [Some(_), None] => won(Some(Side::Second), MAJOR),
            [None, Some(_)] => won(Some(Side::First), MAJOR),
            // Ruling R102: both broken, the smaller excess wins.
            [Some(first), Some(second)] => match first.cmp(&second) {
                std::cmp::Ordering::Less => won(Some(Side::First), MINOR),
                std::cmp::Ordering::Greater => won(Some(Side::Second), MINOR),
                std::cmp::Ordering::Equal => won(None, DRAW),
            },
        }
    }

    fn judge_scenario(&self) -> Outcome {
        let won = |winner, grade, rule| Outcome { winner: Some(winner), grade, rule };
        match self.battle.sheet.end {
            EndTest::FewerPoints { tie } => {
                let [first, second] = Side::BOTH.map(|side| self.points_lost(side));
                match (first.cmp(&second), tie) {
                    (std::cmp::Ordering::Less, _) => won(Side::First, MINOR, "R103"),
                    (std::cmp::Ordering::Greater, _) => won(Side::Second, MINOR, "R103"),
                    (_, Some(side)) => won(side, MINOR, "R124"),
                    (_, None) => Outcome { winner: None, grade: DRAW, rule: "R103" },
                }
            }
            EndTest::Engines { defender } => {
                let fallen = self.battle.baggage(defender).and(self.marks.plundered).len();
                match (fallen, self.sortie != 0) {
                    (0, _) => won(defender, MAJOR, "R122"),
                    (_, true) => won(defender, MINOR, "R122"),
                    (_, false) => won(defender.other(), MINOR, "R122"),
                }
            }
            EndTest::Wagons { defender } => {
                let untouched = self.battle.baggage(defender).and(self.marks.plundered).is_empty();
                let mut leaders = self.battle.commanders(defender.other()).iter();
                let leaderless = leaders.any(|id| self.unit(id).spot == Spot::LOST);
                let winner = if untouched || leaderless { defender } else { defender.other() };
                won(winner, MINOR, "R131")
            }
        }
    }

    /// Rulings R122, R130: all engines or wagons lost ends the battle at once.
    pub(crate) fn end_at_once(&mut self, chronicle: &mut impl Chronicle) -> bool {
        let (defender, rule) = match self.battle.sheet.end {
            EndTest::FewerPoints { .. } => return false,
            EndTest::Engines { defender } => (defender, "R122"),
            EndTest::Wagons { defender } => (defender, "R130"),
        };
        let all = self.battle.baggage(defender);
        let mut intact = all.without(self.marks.plundered).iter();
        if all.and(self.marks.plundered).is_empty() || intact.any(|id| self.unit(id).spot != Spot::ABSENT) {
            return false;
        }
        self.end(Outcome { winner: Some(defender.other()), grade: MAJOR, rule }, chronicle);
        true
    }

    fn end(&mut self, outcome: Outcome, chronicle: &mut impl Chronicle) {
        self.outcome = Some(outcome);
        self.step = Step::Over;
        chronicle.note(|| Event::new(EventKind::Ended, outcome.rule, self.verdict()));
    }
}

#[cfg(test)]
pub(crate) mod tests;
