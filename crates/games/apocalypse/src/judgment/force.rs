//! Forces: an army on the march, or one that could be, in the figures a planner reckons with.

use engine::Side;

use crate::position::Position;
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::{Expedition, Mode, Unit, UnitId};

/// What a winter in the field leaves of a force (3.3.3).
const WINTER: f32 = 0.87;

/// An army on the march, or one that could be.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Force {
    pub units: u8,
    /// Those who can storm walls (7.2.2).
    pub stormers: u8,
    pub mounted: u8,
    /// Strength in the open and elsewhere.
    pub clear: u16,
    pub rough: u16,
    /// Columns of its leaders in the field.
    pub shift: i32,
    pub ships: u8,
    /// Whether Muawiya is with it.
    pub muawiya: bool,
}

impl Force {
    /// Both together.
    pub fn with(&self, other: &Force) -> Force {
        Force {
            units: self.units + other.units,
            stormers: self.stormers + other.stormers,
            mounted: self.mounted + other.mounted,
            clear: self.clear + other.clear,
            rough: self.rough + other.rough,
            shift: self.shift + other.shift,
            ships: self.ships + other.ships,
            muawiya: self.muawiya || other.muawiya,
        }
    }

    /// A winter in the field (3.3.3).
    pub fn winter(&mut self) {
        let left = |units: u8| (f32::from(units) * WINTER).round() as u8;
        (self.units, self.stormers) = (left(self.units), left(self.stormers));
    }

    /// Whether its ships carry it (5.1.6), roughly: picked foot is seldom taken along.
    pub fn sails(&self, side: Side) -> bool {
        let room = match side {
            MUSLIMS => self.ships * 2 >= self.units,
            BYZANTINES => self.ships * 4 >= self.stormers + 2 * self.mounted,
        };
        room && self.ships > 0
    }

    /// The ships it needs (5.1.6).
    pub fn bottoms(&self, side: Side) -> u8 {
        match side {
            MUSLIMS => self.units.div_ceil(2),
            BYZANTINES => self.stormers.div_ceil(4) + self.mounted.div_ceil(2),
        }
    }

    /// Whether its ships still carry it with another unit.
    pub fn takes(&self, side: Side, unit: &Unit) -> bool {
        let mut more = *self;
        more.units += 1;
        more.mounted += u8::from(unit.is_mounted());
        more.stormers += u8::from(!unit.is_mounted());
        more.sails(side)
    }

    /// How likely it is to come through a year in the enemy's land: a handful is soon gone.
    pub fn staying(&self) -> f32 {
        1.0 - (-f32::from(self.units) / if self.muawiya { 7.0 } else { 4.0 }).exp()
    }
}

impl Position {
    /// The force an expedition on the map has.
    pub(super) fn count_force(&self, expedition: Expedition) -> Force {
        let Some(hex) = self.host(expedition).spot.hex() else { return Force::default() };
        let mut force = Force::default();
        for id in self.stack(hex).filter(|&id| self.unit(id).mode == Mode::Field(expedition)) {
            self.enlist(&mut force, id);
        }
        force
    }

    /// A counter added to a force.
    pub(super) fn enlist(&self, force: &mut Force, id: UnitId) {
        let unit = self.unit(id);
        if unit.is_ship() {
            force.ships += 1;
        } else if let Some(leader) = self.sheet.roster.as_leader(id) {
            force.shift += i32::from(self.sheet.roster.leaders[leader as usize].field);
            force.muawiya |= leader == Leader::Muawiya;
        } else {
            let kind = &self.sheet.roster.kinds[unit.kind as usize];
            force.units += 1;
            force.stormers += u8::from(!unit.is_mounted());
            force.mounted += u8::from(unit.is_mounted());
            force.clear += u16::from(kind.clear);
            force.rough += u16::from(kind.rough);
        }
    }

    /// The base allowance of a force less its units (3.3.1).
    pub(super) fn pace_of(&self, side: Side, force: &Force) -> u8 {
        let charts = &self.sheet.charts;
        let base = match (side, force.units == force.mounted) {
            (MUSLIMS, _) => charts.muslim,
            (_, true) => charts.byzantine_mounted,
            _ => charts.byzantine,
        };
        base.saturating_sub(force.units)
    }
}
