//! Patrols (3.2.2; rulings 32, 33) and leaders by themselves (3.5; ruling 56), step by step.

use std::ops::ControlFlow;

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::{Direction, Hex};

use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::stages::Offers;
use crate::unit::{Mode, Unit, UnitId};

impl Position {
    /// Whether a patrol or leader may be taken up now.
    pub(crate) fn may_walk(&self, id: UnitId) -> Allowed {
        ensure(self.march.expedition.is_none() && self.hand.some().is_none(), Refusal::NotNow)?;
        ensure(self.exists(id), Refusal::NotYours)?;
        let unit = self.unit(id);
        let hex = unit.spot.hex().ok_or(Refusal::NotYours)?;
        match self.step {
            Step::Patrols => {
                ensure(unit.serves(BYZANTINES) && unit.mode == Mode::Patrol, Refusal::OnlyPatrolsMove)?;
            }
            Step::Land(side) => {
                ensure(unit.is_leader() && unit.serves(side), Refusal::NotYours)?;
                ensure(unit.mode == Mode::Off, Refusal::LeaderWithExpedition)?;
                let fausta = self.sheet.roster.as_leader(id) == Some(Leader::Fausta);
                ensure(!fausta, Refusal::FaustaStays)?;
                ensure(!self.is_invested(side, hex), Refusal::LeaderShutIn)?;
            }
            _ => return Err(Refusal::NotNow),
        }
        ensure(!unit.has(Unit::MOVED), Refusal::WalkerMoved)
    }

    pub(crate) fn begin_walk(&mut self, id: UnitId) {
        self.hand = id;
        let charts = &self.sheet.charts;
        self.points = if self.unit(id).is_leader() { charts.leader } else { charts.patrol };
    }

    /// Whether whoever walks may enter a hex at all.
    pub(crate) fn may_tread(&self, id: UnitId, hex: Hex) -> Allowed {
        if self.unit(id).is_leader() {
            let side = if self.unit(id).is(Unit::MUSLIM) { MUSLIMS } else { BYZANTINES };
            let enemies = self.any(hex, |unit| !unit.is_leader() && unit.opposes(side));
            return ensure(!enemies, Refusal::LeaderAmongEnemies);
        }
        ensure(!self.opposed(BYZANTINES, hex), Refusal::PatrolMeetsArmy)?;
        let harbour =
            self.any(hex, |unit| unit.is_ship() && unit.is(Unit::MUSLIM) && unit.mode == Mode::Garrison);
        ensure(!harbour, Refusal::PatrolMeetsFleet)
    }

    /// Whether a patrol may end its move in a hex.
    fn may_stand(&self, id: UnitId, hex: Hex) -> bool {
        self.unit(id).is_leader()
            || !self.stack(hex).any(|other| other != id && self.unit(other).mode == Mode::Patrol)
    }

    /// Whether from a hex with so many MPs there is some hex where it may end its move.
    fn has_rest(&self, id: UnitId, hex: Hex, points: u8) -> bool {
        if self.may_stand(id, hex) {
            return true;
        }
        let costs = self.sheet.ways.steps(BYZANTINES, hex);
        Direction::ALL.into_iter().any(|to| {
            let cost = costs[to.index()];
            let there = self.sheet.ground.grid.neighbour(hex, to);
            cost > 0
                && cost <= points
                && there.is_some_and(|there| {
                    self.may_tread(id, there).is_ok() && self.has_rest(id, there, points - cost)
                })
        })
    }

    /// Where a step of the patrol or leader in hand leads, and what it costs.
    pub(crate) fn may_walk_on(&self, to: Direction) -> Allowed<(Hex, u8)> {
        let id = self
            .hand
            .some()
            .filter(|_| matches!(self.step, Step::Patrols | Step::Land(_)))
            .ok_or(Refusal::NotNow)?;
        let unit = self.unit(id);
        let side = if unit.is(Unit::MUSLIM) { MUSLIMS } else { BYZANTINES };
        let from = unit.spot.hex().ok_or(Refusal::NotNow)?;
        let there = self.sheet.ground.grid.neighbour(from, to).ok_or(Refusal::OffTheMap)?;
        let cost = self.sheet.ways.step(side, from, to);
        ensure(cost > 0, Refusal::NoWayByLand)?;
        ensure(cost <= self.points, Refusal::WalkerTooFar)?;
        self.may_tread(id, there)?;
        ensure(self.has_rest(id, there, self.points - cost), Refusal::NowhereToEnd)?;
        Ok((there, cost))
    }

    pub(crate) fn walk(&mut self, there: Hex, cost: u8, chronicle: &mut impl Chronicle) {
        let id = self.hand;
        let from = self.unit(id).spot;
        self.send(id, crate::unit::Spot::on(there));
        self.points -= cost;
        let left = self.points;
        chronicle.note(|| {
            let text = format!("{} to {}, {left} MPs left", self.label(id), self.hex_words(there));
            let path = [from.hex(), Some(there)].into_iter().flatten().map(|hex| self.label_of(hex));
            Event::new(EventKind::Moved, "3.2.2", text).counters([id.0.into()]).places(path)
        });
        if !self.unit(id).is_leader() {
            self.catch_ships(BYZANTINES, there, chronicle);
        }
    }

    pub(crate) fn may_stop(&self) -> Allowed {
        let id = self.hand.some().ok_or(Refusal::NotNow)?;
        let hex = self.unit(id).spot.hex().ok_or(Refusal::NotNow)?;
        ensure(self.may_stand(id, hex), Refusal::AnotherPatrol)
    }

    pub(crate) fn stop(&mut self) {
        let id = self.hand;
        self.unit_mut(id).flags |= Unit::MOVED;
        self.put_down();
    }

    pub(crate) fn list_walking(&self, offers: &mut Offers) -> ControlFlow<()> {
        for to in Direction::ALL {
            if self.may_walk_on(to).is_ok() {
                offers.add(Order::Step { to })?;
            }
        }
        if self.may_stop().is_ok() {
            offers.add(Order::Halt)?;
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn list_patrols(&self, offers: &mut Offers) -> ControlFlow<()> {
        for unit in self.land_ids().filter(|&id| self.may_walk(id).is_ok()) {
            offers.add(Order::Move { unit })?;
        }
        offers.add(Order::Done)
    }
}

#[cfg(test)]
mod tests;
