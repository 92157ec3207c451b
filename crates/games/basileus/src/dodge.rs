//! Unseizable (2.2.1, rulings R6 to R14): the attacked serpent unit slips away.

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::{Direction, Hex};

use crate::position::{Position, Stage};
use crate::refusal::Refusal;
use crate::unit::UnitId;

/// Dice of this number or more let a unit slip away (2.2.1).
pub(crate) const SLIPS_AWAY: u8 = 5;

/// 2.2.1: whether a die lets the attacked unit slip away.
#[inline]
pub(crate) fn slips_away(face: u8) -> bool {
    face >= SLIPS_AWAY
}

impl Position {
    /// Ruling R8: whether the attacked unit may try.
    pub(crate) fn may_dodge(&self) -> bool {
        let defender = self.combat.defender;
        self.battle.is_fighter(defender)
            && self.battle.unit_type(defender).serpent
            && !self.guards_baggage(defender)
            && self.first_ways().next().is_some()
    }

    /// 2.2.1: on 5 or 6 it must go.
    pub(crate) fn dodge(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let away = slips_away(face);
        chronicle.note(|| {
            Event::new(EventKind::Result, "2.2.1", self.dodge_words(away)).dice(&[face]).counters([self
                .combat
                .defender
                .0
                as u16])
        });
        if away {
            let defender = self.combat.defender;
            self.combat.piece = defender;
            self.combat.company = self.commander_on(defender).unwrap_or(UnitId::NONE);
            self.combat.dodged = true;
            self.combat.stage = Stage::Withdrawing;
        } else {
            self.combat.stage = Stage::Support;
        }
    }

    /// How an attempt to slip away ends, as announced before the die and after it.
    pub(crate) fn dodge_words(&self, away: bool) -> String {
        let what = if away { "slips away" } else { "cannot slip away" };
        format!("{} {what}", self.label(self.combat.defender))
    }

    /// Ruling R9: a hex of a withdrawal, as far as enemy and ground go.
    fn open_to_withdraw(&self, from: Hex, to: Direction) -> Result<Hex, Refusal> {
        let hex = self.battle.neighbour(from, to).ok_or(Refusal::WithdrawalOffTheMap)?;
        if !self.battle.enterable(hex) {
            return Err(Refusal::Uncrossable(self.battle.terrain(hex)));
        }
        if self.stands_in(self.phasing(), hex) {
            return Err(Refusal::EnemyThere);
        }
        if self.has_commander(self.phasing(), hex) {
            return Err(Refusal::OnlyMovesCapture);
        }
        Ok(hex)
    }

    fn rests_after_withdrawal(&self, hex: Hex) -> bool {
        let defender = self.combat.defender;
        // On the way a friend's commander may stand in the same hex: only his own goes along.
        let company = match self.combat.stage {
            Stage::Withdrawing | Stage::WithdrawingOn => self.combat.company,
            _ => self.commander_on(defender).unwrap_or(UnitId::NONE),
        };
        Some(hex) != self.target() && self.may_rest(defender, company, hex)
    }

    /// The first hex: one to stay in, or one to pass through.
    pub(crate) fn may_withdraw_first(&self, to: Direction) -> Result<Hex, Refusal> {
        let target = self.target().ok_or(Refusal::NotNow)?;
        let hex = self.open_to_withdraw(target, to)?;
        if self.rests_after_withdrawal(hex) || self.second_ways(hex).next().is_some() {
            Ok(hex)
        } else {
            Err(Refusal::NoRoomToWithdraw)
        }
    }

    pub(crate) fn first_ways(&self) -> impl Iterator<Item = Direction> + '_ {
        Direction::ALL.into_iter().filter(|&to| self.may_withdraw_first(to).is_ok())
    }

    fn second_from(&self, first: Hex, to: Direction) -> Result<Hex, Refusal> {
        let hex = self.open_to_withdraw(first, to)?;
        if self.rests_after_withdrawal(hex) { Ok(hex) } else { Err(Refusal::NoRoomToWithdraw) }
    }

    fn second_ways(&self, first: Hex) -> impl Iterator<Item = Direction> + '_ {
        Direction::ALL.into_iter().filter(move |&to| self.second_from(first, to).is_ok())
    }

    /// The second hex, from the first.
    pub(crate) fn may_withdraw_second(&self, to: Direction) -> Result<Hex, Refusal> {
        let first = self.at(self.combat.defender).ok_or(Refusal::NotNow)?;
        self.second_from(first, to)
    }

    pub(crate) fn further_ways(&self) -> impl Iterator<Item = Direction> + '_ {
        let first = self.at(self.combat.defender);
        first.into_iter().flat_map(|first| self.second_ways(first))
    }

    /// Whether the withdrawal may end after one hex.
    pub(crate) fn may_end_withdrawal(&self) -> Result<(), Refusal> {
        let first = self.at(self.combat.defender).ok_or(Refusal::NotNow)?;
        let rests = self.rests_after_withdrawal(first);
        if rests { Ok(()) } else { Err(self.why_no_rest(self.combat.defender, first)) }
    }

    /// Moves the withdrawing unit and its commander (ruling R14) one hex.
    pub(crate) fn withdraw_to(&mut self, hex: Hex, chronicle: &mut impl Chronicle) {
        let defender = self.combat.defender;
        let (from, commander) = (self.at(defender), self.combat.company.some());
        let friend = self.fighter(hex);
        self.shift(defender, hex);
        commander.into_iter().for_each(|c| self.shift(c, hex));
        chronicle.note(|| {
            let text = format!("{} withdraws to {}", self.label(defender), self.number(hex));
            Event::new(EventKind::Retreated, "2.2.1", text)
                .counters([defender, commander.unwrap_or(defender)].map(|id| id.0 as u16))
                .places(from.into_iter().chain([hex]).map(|h| self.number(h)))
        });
        self.forget_run(defender);
        if self.combat.stage == Stage::Withdrawing {
            self.combat.passed = friend.unwrap_or(UnitId::NONE);
            self.combat.stage = Stage::WithdrawingOn;
        } else {
            self.end_withdrawal();
        }
    }

    /// Ruling R10: a friend passed on the way tests morale; then the attackers may advance (ruling R12).
    pub(crate) fn end_withdrawal(&mut self) {
        if let Some(friend) = self.combat.passed.some() {
            self.combat.owed.add(friend);
        }
        self.combat.passed = UnitId::NONE;
        self.combat.company = UnitId::NONE;
        self.combat.piece = UnitId::NONE;
        self.combat.stage = Stage::Retreats;
    }
}

#[cfg(test)]
mod tests;
