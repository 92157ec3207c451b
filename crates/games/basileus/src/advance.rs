//! Advance after combat (10.11, rulings R94 to R98).

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::{Direction, Hex};

use crate::position::{Position, Stage};
use crate::refusal::Refusal;
use crate::unit::{UnitId, UnitSet};

impl Position {
    fn empty_hex(&self, hex: Hex) -> bool {
        let side = self.phasing();
        !self.holds(side, hex) && !self.holds(side.other(), hex)
    }

    /// Who may advance into the hex the defender left: chargers before all others (ruling R96).
    pub(crate) fn advancers(&self) -> UnitSet {
        let Some(target) = self.target().filter(|&hex| self.empty_hex(hex)) else { return UnitSet::EMPTY };
        let near = |&id: &UnitId| self.at(id).is_some_and(|hex| self.battle.adjacent(hex, target));
        let standing: UnitSet = self.combat.close.iter().filter(near).collect();
        let chargers = standing.and(self.combat.chargers);
        if chargers.is_empty() { standing } else { chargers }
    }

    /// 10.2: a unit that charged must go.
    pub(crate) fn advance_is_due(&self) -> bool {
        !self.advancers().and(self.combat.chargers).is_empty()
    }

    pub(crate) fn may_advance(&self, id: UnitId) -> Result<(), Refusal> {
        match (self.exists(id) && self.advancers().has(id), self.advance_is_due()) {
            (true, _) => Ok(()),
            (false, true) => Err(Refusal::ChargersGoFirst),
            (false, false) => Err(Refusal::MayNotAdvance),
        }
    }

    /// Ruling R95: the sides of the target across which the defender may follow the beaten attackers.
    pub(crate) fn occupiable(&self) -> impl Iterator<Item = Hex> + '_ {
        let defender = self.combat.defender;
        let beaten = self.combat.result.is_some_and(|r| r.attacker && r.retreat);
        let from = self
            .at(defender)
            .filter(|&hex| beaten && self.battle.is_fighter(defender) && self.target() == Some(hex));
        let sides = Direction::ALL.into_iter().filter(|to| self.combat.posts >> to.index() & 1 == 1);
        from.into_iter().flat_map(move |from| {
            sides
                .clone()
                .filter_map(move |to| self.battle.neighbour(from, to))
                .filter(|&hex| self.empty_hex(hex))
        })
    }

    pub(crate) fn may_occupy(&self, hex: Hex) -> Result<(), Refusal> {
        if self.occupiable().any(|open| open == hex) { Ok(()) } else { Err(Refusal::MayNotOccupy) }
    }

    /// A unit goes forward; its commander is asked for if both ways are open to him (ruling R97).
    pub(crate) fn begin_advance(&mut self, id: UnitId, hex: Hex, chronicle: &mut impl Chronicle) {
        self.combat.piece = id;
        self.unit_mut(id).heading = crate::unit::Spot::on(hex);
        match self.commander_on(id) {
            None => self.go_forward(false, chronicle),
            // Ruling R30: he may not stay alone with baggage.
            Some(_) if self.guards_baggage(id) => self.go_forward(true, chronicle),
            Some(_) if self.combat.stage == Stage::Advance => self.combat.stage = Stage::AdvanceFollow,
            Some(_) => self.combat.stage = Stage::OccupyFollow,
        }
    }

    pub(crate) fn go_forward(&mut self, led: bool, chronicle: &mut impl Chronicle) {
        let id = self.combat.piece;
        let Some(hex) = self.unit(id).heading.hex() else { return };
        let (from, commander) = (self.at(id), self.commander_on(id).filter(|_| led));
        self.unit_mut(id).heading = crate::unit::Spot::RESERVE;
        self.shift(id, hex);
        commander.into_iter().for_each(|c| self.shift(c, hex));
        self.forget_run(id);
        chronicle.note(|| {
            let text = format!(
                "{} advances to {}",
                self.stack_words(id, commander.unwrap_or(UnitId::NONE)),
                self.number(hex)
            );
            Event::new(EventKind::Moved, "10.11", text)
                .counters([Some(id), commander].into_iter().flatten().map(|id| id.0 as u16))
                .places(from.into_iter().chain([hex]).map(|h| self.number(h)))
        });
        self.combat.piece = UnitId::NONE;
        self.combat.stage = match self.combat.stage {
            Stage::Advance | Stage::AdvanceFollow => Stage::Occupy,
            _ => Stage::Aftermath,
        };
    }
}

#[cfg(test)]
mod tests;
