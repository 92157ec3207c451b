//! The end of the game and who won it (rulebook, "How to Set Up and Play"; rulings R10, R93 to R99).

use engine::{Outcome, Side};

use crate::position::Position;
use crate::sheet::{Claim, Condition};
use crate::unit::{MarkerKind, Spot, Unit, UnitId};

impl Position {
    /// Judges the position as it stands.
    pub(crate) fn judge(&self) -> Outcome {
        let victory = &self.battle.sheet.victory;
        let wins =
            Side::BOTH.map(|side| victory.wins.iter().any(|claim| claim.side == side && self.holds(claim)));
        let winner = match wins {
            [true, true] => None,
            [true, false] => Some(Side::First),
            [false, true] => Some(Side::Second),
            [false, false] if victory.draws.iter().any(|claim| self.holds(claim)) => None,
            [false, false] => victory.otherwise,
        };
        let grade = if winner.is_some() { "victory" } else { "draw" };
        Outcome { winner, grade, rule: "setup.victory" }
    }

    /// Whether all conditions of a claim hold.
    pub(crate) fn holds(&self, claim: &Claim) -> bool {
        claim.when.iter().all(|condition| self.satisfied(claim.side, condition))
    }

    pub(crate) fn satisfied(&self, side: Side, condition: &Condition) -> bool {
        let enemy = side.other();
        match *condition {
            Condition::Controls(ref hexes) => hexes.iter().all(|&hex| {
                self.battle.objective(hex).is_some_and(|objective| self.control[objective] == Some(side))
            }),
            Condition::Occupies(hex) => self.holder(hex) == Some(side),
            Condition::NoEnemySouth => {
                let south = &self.battle.sheet.ground.south;
                self.battle.units(enemy).all(|id| self.unit(id).hex().is_none_or(|hex| !south[hex.index()]))
            }
            Condition::EnemyLosses(n) => self.losses(enemy) >= n,
            Condition::EnemyLossesTimesOwn(n) => self.losses(enemy) >= n * self.losses(side),
            Condition::OwnLossesAtMost(n) => self.losses(side) <= n,
            Condition::FewerLossesThanEnemy => self.losses(side) < self.losses(enemy),
            Condition::Exited(n) => self.exited(side) >= n,
            Condition::TroopsTimesEnemy(n) => self.troops_left(side) >= n * self.troops_left(enemy),
            Condition::MoreUndisrupted => self.undisrupted(side) > self.undisrupted(enemy),
            Condition::MoreStrengthDestroyed => self.strength_lost(enemy) > self.strength_lost(side),
            Condition::EnemyBroken(n) => self.broken(enemy) >= n,
            Condition::OwnBrokenAtMost(n) => self.broken(side) <= n,
            Condition::EnemyCrossedFewerThan(n) => self.crossed(enemy) < n,
        }
    }

    /// Ruling R97: number tests count troops only.
    fn count_troops(&self, side: Side, wanted: impl Fn(&Unit) -> bool) -> u16 {
        let troops = self.battle.units(side).map(|id| self.unit(id)).filter(|unit| unit.is_troop());
        troops.filter(|unit| wanted(unit)).count() as u16
    }

    /// Ruling R98: troops removed by any rule.
    pub(crate) fn losses(&self, side: Side) -> u16 {
        self.count_troops(side, |unit| unit.spot == Spot::LOST)
    }

    /// Troops on the map.
    pub(crate) fn troops_left(&self, side: Side) -> u16 {
        self.count_troops(side, |unit| unit.hex().is_some())
    }

    /// Troops that left by the exit.
    pub(crate) fn exited(&self, side: Side) -> u16 {
        self.count_troops(side, |unit| unit.spot == Spot::EXITED)
    }

    /// All troops a side has in this battle.
    pub(crate) fn all_troops(&self, side: Side) -> u16 {
        self.count_troops(side, |unit| unit.spot != Spot::ABSENT)
    }

    /// Ruling R114: troops that entered the stream.
    pub(crate) fn crossed(&self, side: Side) -> u16 {
        self.count_troops(side, |unit| unit.has(Unit::CROSSED))
    }

    pub(crate) fn undisrupted(&self, side: Side) -> u16 {
        self.count_troops(side, |unit| unit.hex().is_some() && !unit.disrupted())
    }

    /// Ruling R111: lost, or disrupted by the enemy at the end; the pursuit's own disorder does not count.
    pub(crate) fn broken(&self, side: Side) -> u16 {
        let disrupted =
            self.count_troops(side, |unit| unit.disrupted() && unit.marker.kind() != MarkerKind::Pursuit);
        self.losses(side) + disrupted
    }

    /// Ruling R99: printed front values of the troops lost.
    pub(crate) fn strength_lost(&self, side: Side) -> u16 {
        let lost = self.battle.units(side).filter(|&id: &UnitId| {
            let unit = self.unit(id);
            unit.is_troop() && unit.spot == Spot::LOST
        });
        lost.map(|id| self.battle.unit_type(self.unit(id).kind).front as u16).sum()
    }
}

#[cfg(test)]
mod tests;
