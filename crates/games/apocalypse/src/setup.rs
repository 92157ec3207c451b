//! Set-up (10.0; rulings 112 to 119): forced counters are placed by the referee, the others by their owners.

use std::ops::ControlFlow;
use std::sync::Arc;

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::order::{Noble, Order};
use crate::position::{Host, Position, Step};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::sheet::{BYZANTINES, Deployment, Leader, MUSLIMS, Sheet};
use crate::stages::Offers;
use crate::unit::{Mode, Spot, Unit, UnitId};

impl Position {
    /// Every forced counter at its place.
    pub(crate) fn set_up(sheet: Arc<Sheet>) -> Position {
        let mut position = Position::empty(sheet.clone());
        let opening = &sheet.opening;
        for (id, (&spot, &with)) in position.ids().zip(opening.spots.iter().zip(&opening.with)) {
            position.send(id, spot);
            let leader = position.unit(id).is_leader();
            let in_box = spot == Spot::AFRICA;
            position.unit_mut(id).mode = match with {
                Some(expedition) => Mode::Field(expedition),
                None if spot.hex().is_some() && !leader || in_box => Mode::Garrison,
                None => Mode::Off,
            };
        }
        for standing in &opening.expeditions {
            *position.host_mut(standing.expedition) = Host { spot: Spot::on(standing.hex), ..Host::NONE };
        }
        position.step = if opening.names_noble { Step::Name } else { Step::Deploy };
        position
    }

    pub(crate) fn name_noble(&mut self, noble: Noble, chronicle: &mut impl Chronicle) {
        self.annals.noble = Some(noble);
        chronicle.note(|| {
            Event::new(EventKind::Announced, "10.1.7", format!("{} commands the Armeniae", noble.name()))
        });
        self.step = Step::Deploy;
    }

    /// The next counter to be set up, with its group: first all Byzantine ones, then the Muslim ones.
    pub(crate) fn next_deployed(&self) -> Option<(UnitId, &Deployment)> {
        let groups = &self.sheet.opening.deployments;
        let of = |side: Side| {
            let waiting = move |id: &&UnitId| {
                let unit = self.unit(**id);
                unit.spot == Spot::SETUP && unit.is(Unit::MUSLIM) == (side == MUSLIMS)
            };
            groups.iter().find_map(move |group| group.units.iter().find(waiting).map(|&id| (id, group)))
        };
        of(BYZANTINES).or_else(|| of(MUSLIMS))
    }

    pub(crate) fn deployer(&self) -> Side {
        match self.next_deployed() {
            Some((id, _)) if self.unit(id).is(Unit::MUSLIM) => MUSLIMS,
            _ => BYZANTINES,
        }
    }

    /// Whether a group has as many units in Egypt as it may (10.1.5).
    fn egypt_is_full(&self, group: &Deployment) -> bool {
        let ground = &self.sheet.ground;
        let there = |&&id: &&UnitId| {
            self.unit(id).spot.hex().is_some_and(|hex| ground.district[hex.index()] == ground.egypt)
        };
        group.most_in_egypt < u8::MAX
            && group.units.iter().filter(there).count() >= group.most_in_egypt as usize
    }

    pub(crate) fn may_deploy(&self, id: UnitId, hex: Hex, patrol: bool) -> Allowed {
        let Some((next, group)) = self.next_deployed().filter(|_| self.step == Step::Deploy) else {
            return Err(Refusal::NotNow);
        };
        let first = self.first_alike(id);
        ensure(first == next || first == self.first_alike(next), Refusal::AnotherFirst)?;
        ensure(self.exists(id) && group.units.contains(&id), Refusal::NotYours)?;
        self.may_deploy_at(id, group, hex, patrol, self.egypt_is_full(group))
    }

    fn may_deploy_at(&self, id: UnitId, group: &Deployment, hex: Hex, patrol: bool, full: bool) -> Allowed {
        let ground = &self.sheet.ground;
        if full && ground.district[hex.index()] == ground.egypt {
            return Err(Refusal::HalfInEgypt);
        }
        if patrol {
            ensure(self.unit(id).is_mounted(), Refusal::OnlyMountedStartPatrol)?;
            ensure(group.patrol.binary_search(&hex).is_ok(), Refusal::NoPatrolAtStart)?;
            let taken = self.any(hex, |unit| unit.mode == Mode::Patrol);
            return ensure(!taken, Refusal::PatrolledAlready);
        }
        let place = ground.settlement_in(hex).filter(|place| group.places.contains(place));
        let place = place.ok_or(Refusal::NoStartThere)?;
        ensure(self.fits(id, place), Refusal::PlaceFull)
    }

    pub(crate) fn deploy(&mut self, id: UnitId, hex: Hex, patrol: bool, chronicle: &mut impl Chronicle) {
        self.send(id, Spot::on(hex));
        self.unit_mut(id).mode = if patrol { Mode::Patrol } else { Mode::Garrison };
        chronicle.note(|| {
            let how = if patrol { "on patrol in" } else { "in" };
            let text = format!("{} {how} {}", self.label(id), self.hex_words(hex));
            Event::new(EventKind::Placed, "10.1", text).counters([id.0.into()]).places([self.label_of(hex)])
        });
        let clan = self.sheet.roster.kinds[self.unit(id).kind as usize].clan;
        let noble = self.leader(Leader::Noble);
        if clan && self.unit(noble).spot == Spot::SETUP {
            self.send(noble, Spot::on(hex));
        }
    }

    pub(crate) fn list_deploying(&self, offers: &mut Offers) -> ControlFlow<()> {
        let Some((next, group)) = self.next_deployed() else { return ControlFlow::Continue(()) };
        let unit = self.first_alike(next);
        let full = self.egypt_is_full(group);
        let ground = &self.sheet.ground;
        for &place in &group.places {
            let hex = ground.settlement(place).hex;
            if self.may_deploy_at(unit, group, hex, false, full).is_ok() {
                offers.add(Order::Place { unit, at: self.label_of(hex), patrol: false })?;
            }
        }
        if self.unit(unit).is_mounted() {
            for &hex in &group.patrol {
                if self.may_deploy_at(unit, group, hex, true, full).is_ok() {
                    offers.add(Order::Place { unit, at: self.label_of(hex), patrol: true })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Everybody is placed: the first year begins.
    pub(crate) fn pass_deploying(&mut self, chronicle: &mut impl Chronicle) -> bool {
        if self.next_deployed().is_some() {
            return false;
        }
        self.begin_year(chronicle);
        true
    }
}

#[cfg(test)]
mod tests;
