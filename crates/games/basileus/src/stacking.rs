//! Stacking (6) and what it means for commanders and baggage (rulings R29 to R33).

use engine::hex::Hex;

use crate::position::Position;
use crate::refusal::Refusal;
use crate::sheet::Arm;
use crate::unit::UnitId;

impl Position {
    /// Rulings R29, R120: whether a counter, with a commander or without, may stay in a hex the enemy does
    /// not hold. The counters themselves do not stand in their own way.
    #[inline]
    pub(crate) fn may_rest(&self, id: UnitId, with: UnitId, hex: Hex) -> bool {
        let side = self.side(id);
        let another = |there: UnitId| there != id && there != with;
        if !self.battle.is_fighter(id) {
            let alone = self.fighter(hex).is_none() && self.has_baggage(side, hex);
            return !alone && !self.another_commander(id, hex);
        }
        if self.fighter(hex).is_some_and(another) {
            return false;
        }
        if self.baggage_of(side, hex).is_some_and(|baggage| self.mangonel_bars(baggage, id)) {
            return false;
        }
        with == UnitId::NONE || !self.another_commander(with, hex)
    }

    /// Ruling R30: a combat unit may not walk off and leave a commander alone with baggage.
    #[inline]
    pub(crate) fn leaves_a_legal_hex(&self, id: UnitId, with: UnitId, from: Hex) -> bool {
        let side = self.side(id);
        self.fighter(from) != Some(id)
            || !self.has_baggage(side, from)
            || self.commander_of(side, from).is_none_or(|commander| commander == with)
    }

    /// Whether a counter may be put down in a hex: before play, or as a reinforcement.
    pub(crate) fn may_be_put(&self, id: UnitId, hex: Hex) -> Result<(), Refusal> {
        let side = self.side(id);
        if self.holds(side.other(), hex) {
            return Err(Refusal::EnemyThere);
        }
        if !self.battle.enterable(hex) {
            return Err(Refusal::Uncrossable(self.battle.terrain(hex)));
        }
        let room = match self.battle.is_baggage(id) {
            true => self.takes_baggage(id, hex),
            false => self.may_rest(id, UnitId::NONE, hex),
        };
        if room { Ok(()) } else { Err(self.why_no_rest(id, hex)) }
    }

    /// Why a counter may not stay in a hex, or baggage not be put there, the enemy and the ground apart.
    pub(crate) fn why_no_rest(&self, id: UnitId, hex: Hex) -> Refusal {
        let engine = self.baggage_of(self.side(id), hex).unwrap_or(id);
        let unit = if self.battle.is_baggage(id) { self.fighter(hex) } else { Some(id) };
        let full = self.fighter(hex).is_some_and(|there| Some(there) != unit);
        let bars = |unit: UnitId| self.battle.is_fighter(unit) && self.mangonel_bars(engine, unit);
        if !full && unit.is_some_and(bars) { Refusal::NotOnAMangonel } else { Refusal::IllegalStack }
    }

    /// Ruling R120: only infantry stands on a mangonel.
    #[inline]
    fn mangonel_bars(&self, baggage: UnitId, unit: UnitId) -> bool {
        self.battle.unit_type(baggage).infantry_only && self.battle.unit_type(unit).arm != Arm::Infantry
    }

    /// Rulings R29, R120: whether baggage may be put down in a hex, also under a unit that stands there.
    fn takes_baggage(&self, id: UnitId, hex: Hex) -> bool {
        let side = self.side(id);
        let company = match self.fighter(hex) {
            Some(unit) => !self.mangonel_bars(id, unit),
            None => !self.has_commander(side, hex),
        };
        company && !self.has_baggage(side, hex)
    }
}

#[cfg(test)]
mod commander_tests;
#[cfg(test)]
mod tests;
