//! Deployment (rulebook, "How to Set Up and Play"; rulings R92, R106, R113).

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::{Coming, Kind, MOST_UNITS};
use crate::unit::{Spot, UnitId};

impl Position {
    /// Whether a counter is placed before play.
    pub(crate) fn deploys(&self, id: UnitId) -> bool {
        let group = self.battle.sheet.units[id.index()].group;
        matches!(self.battle.sheet.groups[group as usize].coming, Coming::Deploys { .. })
    }

    /// The counters of a side that are placed before play.
    pub(crate) fn to_deploy(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.battle.units(side).filter(|&id| self.deploys(id))
    }

    fn deploying(&self) -> Result<Side, Refusal> {
        match self.step {
            Step::Deploy(side) => Ok(side),
            _ => Err(Refusal::NotNow),
        }
    }

    /// Whether a counter is the next of its type and group to be placed; identical ones are taken in order.
    fn may_take(&self, id: UnitId) -> Result<(), Refusal> {
        let side = self.deploying()?;
        if !self.exists(id) || self.side(id) != side {
            return Err(Refusal::NotYours);
        }
        if !self.deploys(id) {
            return Err(Refusal::EntersLater);
        }
        if self.unit(id).hex().is_some() {
            return Err(Refusal::AlreadyOnTheMap);
        }
        match self.first_like(id) {
            first if first == id => Ok(()),
            first => Err(Refusal::TakeFirst(first)),
        }
    }

    /// The first counter not yet placed of the same type and group.
    fn first_like(&self, id: UnitId) -> UnitId {
        let blueprints = &self.battle.sheet.units;
        let wanted = (blueprints[id.index()].kind, blueprints[id.index()].group);
        let alike = |&u: &UnitId| {
            let b = &blueprints[u.index()];
            (b.kind, b.group) == wanted && self.unit(u).hex().is_none()
        };
        self.battle.units(self.side(id)).find(alike).unwrap_or(id)
    }

    /// Ruling R92: within the zone, on ground that bears it, as a legal stack.
    pub(crate) fn may_place(&self, id: UnitId, hex: Hex) -> Result<(), Refusal> {
        self.may_take(id)?;
        self.may_stand(id, hex)
    }

    fn may_stand(&self, id: UnitId, hex: Hex) -> Result<(), Refusal> {
        if !self.battle.in_zone(self.battle.sheet.units[id.index()].group, hex) {
            return Err(Refusal::OutsideTheZone);
        }
        if self.holder(hex) == Some(self.side(id).other()) {
            return Err(Refusal::EnemyThere);
        }
        if !self.battle.bears(self.unit(id).kind, hex) {
            return Err(Refusal::BarredGround(self.battle.terrain(hex)));
        }
        if !self.fits(id, hex) {
            return Err(Refusal::IllegalStack);
        }
        Ok(())
    }

    /// Ruling R80: chariots may be deployed loaded.
    pub(crate) fn may_board(&self, id: UnitId, chariot: UnitId) -> Result<(), Refusal> {
        self.may_take(id)?;
        self.may_go_aboard(id, chariot)
    }

    fn may_go_aboard(&self, id: UnitId, chariot: UnitId) -> Result<(), Refusal> {
        self.may_be_carried(id, chariot)?;
        let hex = self.unit(chariot).hex().ok_or(Refusal::NotOnTheMap)?;
        if !self.battle.in_zone(self.battle.sheet.units[id.index()].group, hex) {
            return Err(Refusal::OutsideTheZone);
        }
        Ok(())
    }

    pub(crate) fn may_lift(&self, id: UnitId) -> Result<(), Refusal> {
        let side = self.deploying()?;
        if !self.exists(id) || self.side(id) != side {
            return Err(Refusal::NotYours);
        }
        if self.unit(id).hex().is_none() { Err(Refusal::NotOnTheMap) } else { Ok(()) }
    }

    /// Whether deployment may be ended.
    pub(crate) fn may_end_deployment(&self) -> Result<(), Refusal> {
        let side = self.deploying()?;
        if let Some(id) = self.to_deploy(side).find(|&id| self.unit(id).hex().is_none()) {
            return Err(Refusal::StillToPlace(id));
        }
        for group in self.battle.sheet.groups.iter().filter(|g| g.side == side) {
            if let Coming::Deploys { hexes, fill: true } = &group.coming
                && let Some(&hex) = hexes.iter().find(|&&hex| self.troops(hex).next().is_none())
            {
                return Err(Refusal::MustOccupy(hex));
            }
        }
        if self.battle.sheet.specials.wings == Some(side) && !self.wings_in_order(side) {
            return Err(Refusal::WingsWrong);
        }
        Ok(())
    }

    /// Ruling R113: each Militia Infantry west of all, or east of all, other troops; some on each side.
    fn wings_in_order(&self, side: Side) -> bool {
        let grid = &self.battle.sheet.ground.grid;
        let columns = |militia: bool| {
            let troops = self.to_deploy(side).filter(move |&id| {
                let kind = self.unit(id).kind;
                !kind.is_leader() && (kind == Kind::MI) == militia
            });
            troops.filter_map(|id| self.unit(id).hex()).map(|hex| grid.column(hex))
        };
        let (Some(west), Some(east)) = (columns(false).min(), columns(false).max()) else { return true };
        columns(true).all(|c| c < west || c > east)
            && columns(true).any(|c| c < west)
            && columns(true).any(|c| c > east)
    }

    // ---- doing it ----

    pub(crate) fn place(&mut self, id: UnitId, hex: Hex, chronicle: &mut impl Chronicle) {
        self.put(id, hex);
        self.take_control(hex, self.side(id));
        self.facing_due = id;
        chronicle.note(|| {
            let text = format!("{} deploys at {}", self.label(id), self.number(hex));
            Event::new(EventKind::Placed, "setup.deploy", text)
                .counters([id.0 as u16])
                .places([self.number(hex)])
        });
    }

    pub(crate) fn board(&mut self, id: UnitId, chariot: UnitId, chronicle: &mut impl Chronicle) {
        let Some(hex) = self.unit(chariot).hex() else { return };
        self.put(id, hex);
        let facing = self.unit(chariot).facing;
        let unit = self.unit_mut(id);
        unit.aboard = chariot;
        unit.facing = facing;
        chronicle.note(|| {
            let text = format!("{} deploys aboard {}", self.label(id), self.label(chariot));
            Event::new(EventKind::Placed, "R80", text).counters([id.0 as u16, chariot.0 as u16])
        });
    }

    /// Takes a counter back; whoever rode it comes off the map too.
    pub(crate) fn take_back(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        for rider in self.battle.units(self.side(id)) {
            if self.unit(rider).aboard == id {
                self.unit_mut(rider).aboard = UnitId::NONE;
                self.lift(rider, Spot::RESERVE);
            }
        }
        self.unit_mut(id).aboard = UnitId::NONE;
        self.lift(id, Spot::RESERVE);
        self.recount_control();
        chronicle.note(|| {
            let text = format!("{} is taken back", self.label(id));
            Event::new(EventKind::Placed, "setup.deploy", text).counters([id.0 as u16])
        });
    }

    /// Before play, who holds an objective is simply who stands there.
    pub(crate) fn recount_control(&mut self) {
        for i in 0..self.battle.sheet.objectives.len() {
            self.control[i] = self.holder(self.battle.sheet.objectives[i]);
        }
    }

    // ---- listing ----

    pub(crate) fn list_deploying(&self, side: Side, out: &mut Vec<Order>) {
        let mut seen = [(Kind::MI, u8::MAX); MOST_UNITS];
        let mut count = 0;
        for unit in self.to_deploy(side) {
            if self.unit(unit).hex().is_some() {
                out.push(Order::Lift { unit });
                continue;
            }
            let blueprint = &self.battle.sheet.units[unit.index()];
            let like = (blueprint.kind, blueprint.group);
            if seen[..count].contains(&like) {
                continue;
            }
            seen[count] = like;
            count += 1;
            if let Coming::Deploys { hexes, .. } = &self.battle.sheet.groups[blueprint.group as usize].coming
            {
                let open = hexes.iter().filter(|&&hex| self.may_stand(unit, hex).is_ok());
                out.extend(open.map(|&hex| Order::Place { unit, hex: self.number(hex) }));
            }
            if blueprint.kind.may_ride() || blueprint.kind.is_leader() {
                let chariots = self.to_deploy(side).filter(|&c| self.unit(c).kind == Kind::CH);
                let open = chariots.filter(|&chariot| self.may_go_aboard(unit, chariot).is_ok());
                out.extend(open.map(|chariot| Order::Board { unit, chariot }));
            }
        }
        out.push(Order::Muster);
        if self.may_end_deployment().is_ok() {
            out.push(Order::Done);
        }
    }
}

#[cfg(test)]
mod tests;
