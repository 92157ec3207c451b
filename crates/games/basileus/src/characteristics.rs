//! Special characteristics (2.2): impetuosity and feigned flight. Slipping away is in [`crate::dodge`].

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::{Direction, Hex};

use crate::order::Order;
use crate::position::{Gait, Position, Step};
use crate::refusal::Refusal;
use crate::unit::{UnitId, UnitSet};

/// Hexes a unit drawn on by feigned flight must go (2.2.4).
const LURE: u8 = 2;

impl Position {
    /// 2.2.2: whether a unit is impetuous in this game.
    #[inline]
    pub(crate) fn impetuous(&self, id: UnitId) -> bool {
        self.choices().impetuosity && self.battle.unit_type(id).lightning
    }

    /// Ruling R15: whether the step of the counter in hand to a hex tries its temper first.
    pub(crate) fn tries_temper(&self, to: Hex) -> bool {
        let mover = &self.mover;
        if mover.gait != Gait::March || mover.tried || !self.impetuous(mover.unit) {
            return false;
        }
        let enemy = self.side(mover.unit).other();
        let adjacent = self.at(mover.unit).is_some_and(|hex| self.beside(enemy, hex));
        !adjacent && self.enemies_of(mover.unit).iter().any(|id| self.distance_to(id, to) <= 2)
    }

    /// Combat units and intact baggage of the other side on the map, one a hex.
    fn enemies_of(&self, id: UnitId) -> UnitSet {
        let enemy = self.side(id).other();
        let fighters = self.battle.fighters(enemy).iter().filter(|&e| self.at(e).is_some());
        let lone = self.battle.baggage(enemy).without(self.marks.plundered);
        let lone = lone.iter().filter(|&e| self.at(e).is_some_and(|hex| self.fighter(hex).is_none()));
        fighters.chain(lone).collect()
    }

    fn distance_to(&self, id: UnitId, hex: Hex) -> u16 {
        self.at(id).map_or(u16::MAX, |there| self.battle.distance(there, hex))
    }

    /// 2.2.2: the die for impetuosity, on the move or after fire.
    pub(crate) fn temper(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let (unit, to) = (self.mover.unit, self.mover.pending);
        let rushes = face >= 5;
        chronicle.note(|| {
            let what = if rushes { "rushes at the enemy" } else { "keeps its temper" };
            let text = format!("{} {what}", self.label(unit));
            Event::new(EventKind::Result, "2.2.2", text).dice(&[face]).counters([unit.0 as u16])
        });
        self.mover.tried = true;
        self.mover.pending = Direction::ALL[0];
        if rushes {
            self.mover.gait = Gait::Quarry;
            return;
        }
        self.mover.gait = Gait::March;
        if self.step != Step::Moving {
            self.end_move();
        } else if let Ok(stride) = self.may_step(to) {
            self.step_mover(to, stride, chronicle);
        }
    }

    /// Ruling R17: the enemies nearest to the impetuous unit.
    pub(crate) fn nearest_enemies(&self) -> UnitSet {
        let Some(hex) = self.at(self.mover.unit) else { return UnitSet::EMPTY };
        let enemies = self.enemies_of(self.mover.unit);
        let nearest = enemies.iter().map(|id| self.distance_to(id, hex)).min();
        enemies.iter().filter(|&id| Some(self.distance_to(id, hex)) == nearest).collect()
    }

    pub(crate) fn may_provoke(&self, id: UnitId) -> Result<(), Refusal> {
        if !self.exists(id) || !self.nearest_enemies().has(id) {
            return Err(Refusal::NotAmongTheNearest);
        }
        Ok(())
    }

    /// Whether a rush has come to its end: beside an enemy, out of points or blocked (ruling R17).
    fn rush_is_over(&self) -> bool {
        let Some(march) = self.march() else { return true };
        let enemy = self.side(march.unit).other();
        self.beside(enemy, march.hex) && self.may_rest(march.unit, march.with, march.hex)
            || !self.has_way(&march)
    }

    /// Carries the counter in hand on to the next choice or die; answers whether to go on.
    pub(crate) fn carry_on_in_hand(&mut self, chronicle: &mut impl Chronicle) -> bool {
        match self.mover.gait {
            Gait::Decoy | Gait::Temper | Gait::Nerve => return false,
            Gait::Quarry => {
                let nearest = self.nearest_enemies();
                match (nearest.first(), nearest.len()) {
                    (None, _) => self.end_move(),
                    (Some(only), 1) => self.rush_at(only, chronicle),
                    _ => return false,
                }
            }
            Gait::Rush => {
                if !self.rush_is_over() {
                    return false;
                }
                if self.march().is_some_and(|march| !self.rests_where_it_stands(&march)) {
                    // Ruling R31: blocked in a friend's hex, it finds a place as its owner likes.
                    self.mover.gait = Gait::March;
                    self.mover.other = UnitId::NONE;
                } else {
                    self.end_move();
                }
            }
            Gait::Lured => {
                if self.mover.lure > 0 && self.lure_ways().next().is_some() {
                    return false;
                }
                self.mover.gait = Gait::March;
                self.mover.other = UnitId::NONE;
                self.mover.lure = 0;
            }
            Gait::March => {
                let on = self.march().is_some_and(|march| self.has_way(&march));
                if on || self.could_feign(self.mover.unit) {
                    return false;
                }
                self.end_move();
            }
        }
        true
    }

    pub(crate) fn rush_at(&mut self, quarry: UnitId, chronicle: &mut impl Chronicle) {
        self.mover.gait = Gait::Rush;
        self.mover.other = quarry;
        chronicle.note(|| {
            let text = format!("{} goes for {}", self.label(self.mover.unit), self.label(quarry));
            Event::new(EventKind::Announced, "2.2.2", text)
        });
    }

    /// 2.2.4: whether a unit about to move could try feigned flight on anybody.
    pub(crate) fn could_feign(&self, unit: UnitId) -> bool {
        self.feigns(unit)
            && (self.mover.unit != unit || self.mover.steps == 0)
            && self.battle.fighters(self.side(unit).other()).iter().any(|t| self.draws(unit, t))
    }

    /// Whether a unit has feigned flight to use in this phase.
    fn feigns(&self, unit: UnitId) -> bool {
        self.choices().feigned_flight && self.battle.unit_type(unit).arrows && !self.marks.feigned.has(unit)
    }

    /// Ruling R20: whether an enemy unit may be drawn on by a unit.
    fn draws(&self, unit: UnitId, target: UnitId) -> bool {
        let (Some(from), Some(hex)) = (self.at(unit), self.at(target)) else { return false };
        let side = self.side(unit);
        let comrade = |hex: Hex| {
            self.battle
                .sheet
                .ground
                .grid
                .neighbours(hex)
                .any(|(_, h)| self.fighter_of(side.other(), h).is_some())
        };
        (2..=3).contains(&self.battle.distance(from, hex))
            && !self.has_baggage(side.other(), hex)
            && !comrade(hex)
            && !self.beside(side, hex)
    }

    pub(crate) fn may_feign(&self, target: UnitId) -> Result<(), Refusal> {
        let unit = self.mover.unit.some().ok_or(Refusal::NobodyInHand)?;
        if !self.choices().feigned_flight || !self.battle.unit_type(unit).arrows {
            return Err(Refusal::CannotFeign);
        }
        if self.marks.feigned.has(unit) || self.mover.steps > 0 {
            return Err(Refusal::FeignedAlready);
        }
        let enemy = self.side(unit).other();
        if !self.exists(target) || !self.battle.fighters(enemy).has(target) || !self.draws(unit, target) {
            return Err(Refusal::NotToBeDrawnOn);
        }
        Ok(())
    }

    pub(crate) fn list_feints(&self, out: &mut Vec<Order>) {
        let unit = self.mover.unit;
        if self.mover.steps == 0 && self.feigns(unit) {
            let enemies = self.battle.fighters(self.side(unit).other());
            out.extend(enemies.iter().filter(|&t| self.draws(unit, t)).map(|target| Order::Feign { target }));
        }
    }

    pub(crate) fn feign(&mut self, target: UnitId, chronicle: &mut impl Chronicle) {
        self.state.marks.feigned.add(self.state.mover.unit);
        self.mover.gait = Gait::Decoy;
        self.mover.other = target;
        chronicle.note(|| {
            let text = format!("{} feigns flight before {}", self.label(self.mover.unit), self.label(target));
            Event::new(EventKind::Announced, "2.2.4", text)
                .counters([self.mover.unit.0 as u16, target.0 as u16])
        });
    }

    /// What the die of feigned flight is compared with, and what is added to it (ruling R21).
    pub(crate) fn lure_terms(&self, target: UnitId) -> (u8, i8) {
        let commander = self.commander_on(target).map_or(0, |c| self.strength(c));
        let wise = i8::from(self.battle.unit_type(target).arrows);
        let rash = i8::from(self.impetuous(target));
        (self.strength(target) + commander, rash - wise)
    }

    /// 2.2.4, ruling R21: the die of the unit to be drawn on.
    pub(crate) fn decoy(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let target = self.mover.other;
        let (strength, modifier) = self.lure_terms(target);
        let lured = face as i8 + modifier >= strength as i8;
        chronicle.note(|| {
            let what = if lured { "is drawn on" } else { "sees through it" };
            let text = format!("{}, strength {strength}, {what}", self.label(target));
            Event::new(EventKind::Result, "2.2.4", text).dice(&[face]).counters([target.0 as u16])
        });
        if lured {
            self.mover.gait = Gait::Lured;
            self.mover.lure = LURE;
        } else {
            self.mover.gait = Gait::March;
            self.mover.other = UnitId::NONE;
        }
    }

    /// Ruling R22: the ways the unit drawn on may go.
    pub(crate) fn lure_ways(&self) -> impl Iterator<Item = Direction> + '_ {
        Direction::ALL.into_iter().filter(|&to| self.may_follow_lure(to).is_ok())
    }

    pub(crate) fn may_follow_lure(&self, to: Direction) -> Result<Hex, Refusal> {
        let (Some(from), Some(lurer)) = (self.at(self.mover.other), self.at(self.mover.unit)) else {
            return Err(Refusal::NotNow);
        };
        let hex = self.battle.neighbour(from, to).ok_or(Refusal::OffTheMap)?;
        if !self.battle.enterable(hex) {
            return Err(Refusal::Uncrossable(self.battle.terrain(hex)));
        }
        let side = self.side(self.mover.other);
        if self.holds(side, hex) || self.holds(side.other(), hex) {
            return Err(Refusal::HexOccupied);
        }
        if self.battle.distance(hex, lurer) >= self.battle.distance(from, lurer) {
            return Err(Refusal::NotTowardsTheLurer);
        }
        Ok(hex)
    }

    pub(crate) fn follow_lure(&mut self, hex: Hex, chronicle: &mut impl Chronicle) {
        let target = self.mover.other;
        let (from, commander) = (self.at(target), self.commander_on(target));
        self.shift(target, hex);
        commander.into_iter().for_each(|c| self.shift(c, hex));
        chronicle.note(|| {
            let text = format!("{} follows to {}", self.label(target), self.number(hex));
            Event::new(EventKind::Moved, "2.2.4", text)
                .counters([target, commander.unwrap_or(target)].map(|id| id.0 as u16))
                .places(from.into_iter().chain([hex]).map(|h| self.number(h)))
        });
        self.mover.lure -= 1;
        if self.in_zone(self.side(self.mover.unit), hex) {
            self.mover.lure = 0;
        }
    }
}

#[cfg(test)]
mod lure_tests;
#[cfg(test)]
mod tests;
