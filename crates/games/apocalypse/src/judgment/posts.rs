//! Who stands where: garrisons by what they guard, set-up, refuges, patrols across the enemy's way.

use engine::Side;
use engine::hex::{Hex, HexNumber};

use super::atlas::FAR;
use super::estimate::Estimate;
use crate::position::{Cause, Position, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS};
use crate::unit::{Expedition, Mode, Spot, UnitId};

impl Estimate<'_> {
    /// What hangs on a place of a side: its worth, and Muawiya if he is in it.
    fn stake(&self, side: Side, place: u8) -> f32 {
        let muawiya = self.unit(self.leader(Leader::Muawiya));
        let guards = side == MUSLIMS
            && muawiya.mode == Mode::Off
            && muawiya.spot == Spot::on(self.sheet.ground.settlement(place).hex);
        self.worth(place) + if guards { 40.0 } else { 0.0 }
    }

    /// What a side stands to lose where it has too few.
    pub(super) fn open_posts(&self, side: Side) -> f32 {
        let mut sum = 0.0;
        for place in self.settlements().filter(|&place| self.holds(side, place)) {
            let (all, foot) = self.watch(place);
            let hex = self.sheet.ground.settlement(place).hex;
            let army = self.encamped_in(side, hex);
            let counted = if foot == 0 { all.min(1) } else { foot };
            let risk = self.sheet.ground.settlement(place).kind.risk(counted);
            sum += self.stake(side, place) * self.exposure(side, place) * risk * if army { 0.4 } else { 1.0 };
        }
        sum
    }

    /// What one more unit in a place is worth to a side.
    pub(super) fn need(&self, side: Side, place: u8, mounted: bool) -> f32 {
        let card = self.sheet.ground.settlement(place);
        if !self.holds(side, place) {
            return 0.2 + 1.2 * self.worth(place);
        }
        let (all, foot) = self.watch(place);
        let counted = if mounted { all } else { foot };
        let less = card.kind.risk(counted) - card.kind.risk(counted + 1);
        // Horsemen do not hold walls, and in Constantinople they take the room of those who do.
        if mounted && place == self.sheet.ground.constantinople {
            return 0.01;
        }
        let use_of = if mounted && all > 0 { 0.15 } else { 1.0 };
        0.05 + self.stake(side, place) * self.exposure(side, place) * less * use_of
    }

    /// Where a unit that finds a place of its own goes: set-up, replacements, garrisons, routs.
    pub(super) fn mind_placing(&self, id: UnitId, at: HexNumber, patrol: bool) -> f32 {
        let Some(hex) = self.hex(at) else { return 0.0 };
        let unit = *self.unit(id);
        let side = if unit.is(crate::unit::Unit::MUSLIM) { MUSLIMS } else { BYZANTINES };
        if patrol {
            return self.screens(hex);
        }
        let Some(place) = self.sheet.ground.settlement_in(hex) else { return 0.2 };
        if unit.is_leader() {
            let guard = f32::from(self.number(hex, |other| other.is_land() && other.serves(side)));
            return 0.2 + guard * guard * (1.2 - self.exposure(side, place));
        }
        if unit.is_ship() {
            let host = Position::expeditions(side).iter().any(|&e| self.host(e).spot == Spot::on(hex));
            return if host { 4.0 } else { 0.5 + (1.1 - self.exposure(side, place)) };
        }
        let need = self.need(side, place, unit.is_mounted());
        match (self.step, self.placing.cause) {
            (Step::Replace(..) | Step::Levy(..), Cause::None) => 3.0 + self.value(id),
            _ => need,
        }
    }

    /// Whether a patrol in a hex lies across a road near the frontier.
    fn screens(&self, hex: Hex) -> f32 {
        let ground = &self.sheet.ground;
        let road = ground.roads[hex.index()] != 0;
        let near = self
            .settlements()
            .filter(|&place| self.holds(MUSLIMS, place))
            .map(|place| self.map.land(MUSLIMS, place, hex))
            .min();
        match near {
            Some(4..=8) if road && !self.is_watched(hex) => 0.3,
            Some(3..=10) if road => 0.02,
            _ => 0.0,
        }
    }

    /// How readily a unit in garrison is taken up to go elsewhere.
    pub(super) fn mind_resiting(&self, id: UnitId) -> f32 {
        let unit = self.unit(id);
        if unit.is_ship() {
            // Ships an army has left on a coast are a prey (5.2).
            let left = unit.expedition().is_some_and(|expedition| self.host(expedition).spot != unit.spot);
            return if left { 2.0 } else { 0.002 };
        }
        let Some(hex) = unit.spot.hex() else { return 0.01 };
        let side = self.acting_side();
        if let Some(expedition) = unit.expedition() {
            // An army that has something to do stays together.
            let idle = self.host(expedition).camped && self.aim_of(expedition).is_none();
            return if idle { 0.05 } else { 0.0 };
        }
        let Some(place) = self.sheet.ground.settlement_in(hex).filter(|_| unit.mode == Mode::Garrison) else {
            return 0.02;
        };
        let (all, foot) = self.watch(place);
        let spare = if unit.is_mounted() { all > 1 } else { foot > self.keep(place).max(1) };
        if !spare {
            return 0.003;
        }
        // Somewhere near more hangs on it than here.
        let far = self.map;
        let here = self.need(side, place, unit.is_mounted());
        let within = self.sheet.charts.within;
        let open = |&other: &u8| {
            let there = self.sheet.ground.settlement(other).hex;
            far.land(side, other, hex) <= within
                && self.fits(id, other)
                && !self.any(there, |unit| !unit.is_leader() && unit.opposes(side))
        };
        let best = self.settlements().filter(open).map(|other| self.need(side, other, unit.is_mounted()));
        let gain = best.fold(0.0, f32::max) - 2.0 * here;
        if gain > 0.3 { (0.7 + gain).min(5.0) } else { 0.005 }
    }

    /// How readily a mounted unit goes on patrol: where an enemy army could come by.
    pub(super) fn mind_patrolling(&self, id: UnitId) -> f32 {
        let Some(hex) = self.unit(id).spot.hex() else { return 0.0 };
        let near = |&expedition: &Expedition| {
            let enemy = self.host(expedition).spot.hex();
            enemy.is_some_and(|enemy| self.sheet.ground.grid.distance(hex, enemy) <= 12)
        };
        let place = self.sheet.ground.settlement_in(hex);
        let spare = place.is_none_or(|place| self.watch(place).0 > 1);
        match Position::expeditions(MUSLIMS).iter().any(near) {
            true if spare => 0.8,
            true => 0.2,
            false => 0.02,
        }
    }

    /// How well a patrol stands in a hex: ahead of an enemy army that has yet to march, on its way.
    fn bars(&self, hex: Hex) -> f32 {
        let far = self.map;
        let mut best: f32 = 0.0;
        for &expedition in Position::expeditions(MUSLIMS) {
            let host = self.host(expedition);
            let Some(enemy) = host.spot.hex().filter(|_| !host.done && !host.at_sea) else { continue };
            let Some(aim) = self.aim_of(expedition) else { continue };
            let Some(place) = self.sheet.ground.settlement_in(aim.hex) else { continue };
            let (there, here) = (far.land(MUSLIMS, place, enemy), far.land(MUSLIMS, place, hex));
            let between = self.sheet.ground.grid.distance(enemy, hex);
            if there < FAR && here < there && (2..=8).contains(&between) {
                let detour = i32::from(here) + i32::from(between) - i32::from(there);
                best = best.max(1.0 / (1.0 + f32::from(detour.max(0) as u8)));
            }
        }
        best
    }

    /// A patrol's step, or a leader's.
    pub(super) fn mind_walk(&self, to: Option<Hex>) -> f32 {
        let Some(from) = self.unit(self.hand).spot.hex() else { return 1.0 };
        if self.unit(self.hand).is_leader() {
            let side = self.acting_side();
            let shelter = |hex: Hex| {
                let guard = f32::from(self.number(hex, |unit| unit.is_land() && unit.serves(side)));
                let home = self.sheet.gathering[side.index()].first().copied();
                let far = home.map_or(0.0, |home| f32::from(self.map.land(side, home, hex)));
                guard - far / 4.0
            };
            return match to {
                Some(hex) => (shelter(hex) - shelter(from)).exp().clamp(0.02, 8.0),
                None => 1.0,
            };
        }
        match to {
            Some(hex) => 0.1 + 4.0 * (self.bars(hex) - self.bars(from)).max(0.0),
            None => 0.3 + 2.0 * self.bars(from),
        }
    }
}
