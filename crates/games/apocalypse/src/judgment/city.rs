//! Constantinople: who comes before its walls together, who comes to its relief, and the army that screens it.

use engine::hex::Hex;

use super::atlas::FAR;
use super::prospect::{Aim, Force, Way};
use crate::position::{Position, Step};
use crate::sheet::{BYZANTINES, MUSLIMS};
use crate::unit::{Expedition, Unit};

/// Of the horse that could be called up so much comes in time.
const IN_TIME: f32 = 0.8;

impl Position {
    /// Other Muslims before the walls of Constantinople, or about to be: who fails there makes way for them.
    pub(super) fn support(&self, expedition: Expedition, place: u8) -> u8 {
        if Self::side_of(expedition) == BYZANTINES || place != self.sheet.ground.constantinople {
            return 0;
        }
        let hex = self.sheet.ground.place(place).hex;
        let comes = |&&other: &&Expedition| {
            let host = self.host(other);
            let Some(at) = host.spot.hex().filter(|_| other != expedition) else { return false };
            let near = self.sheet.distances().sea(place, at) <= self.sheet.charts.sea[MUSLIMS.index()];
            let afloat = !host.done && near && Self::sails(MUSLIMS, &self.force_of(other));
            at == hex && !host.at_sea || afloat && !matches!(self.step, Step::Patrols | Step::Land(_))
        };
        Self::expeditions(MUSLIMS).iter().filter(comes).map(|&other| self.strength_of(other)).sum()
    }

    /// The Muslims who could be before Constantinople within a year of this expedition: there already, or within a
    /// year's sailing with the ships they need.
    pub(super) fn company(&self, expedition: Expedition) -> Force {
        let city = self.sheet.ground.constantinople;
        let mut all = Force::default();
        for &other in Self::expeditions(MUSLIMS).iter().filter(|&&other| other != expedition) {
            let Some(at) = self.host(other).spot.hex() else { continue };
            let force = self.force_of(other);
            let there = at == self.sheet.ground.place(city).hex;
            let near = self.sheet.distances().sea(city, at) <= self.sheet.charts.sea[MUSLIMS.index()];
            if there || near && Self::sails(MUSLIMS, &force) {
                all.units += force.units;
                all.stormers += force.stormers;
                all.clear += force.clear;
                all.rough += force.rough;
                all.shift += force.shift;
            }
        }
        all
    }

    /// The Byzantine army that would march to the relief of Constantinople: the one on the map, or the horse of the
    /// two armies that have most.
    fn relief(&self) -> Force {
        if self.host(Expedition::Byzantine).on_map() {
            return self.force_of(Expedition::Byzantine);
        }
        let mut armies = [Force::default(); 8];
        for id in self.land_ids() {
            let unit = self.unit(id);
            if unit.serves(BYZANTINES)
                && unit.is_mounted()
                && unit.spot.hex().is_some()
                && !unit.has(Unit::CHANGED)
            {
                self.enlist(&mut armies[self.army(id) as usize], id);
            }
        }
        armies.sort_unstable_by_key(|force| std::cmp::Reverse(force.clear));
        let most =
            |part: fn(&Force) -> u16| (f32::from(part(&armies[0]) + part(&armies[1])) * IN_TIME) as u16;
        Force {
            units: most(|force| u16::from(force.units)) as u8,
            mounted: most(|force| u16::from(force.mounted)) as u8,
            clear: most(|force| force.clear),
            rough: most(|force| force.rough),
            shift: 1,
            ..Force::default()
        }
    }

    /// The chance that a relief drives off those who lie before Constantinople, if it dares at all.
    pub(super) fn relief_wins(&self, force: &Force, company: &Force, hex: Hex) -> f32 {
        let relief = self.relief();
        let besiegers = Force {
            units: force.units + company.units,
            clear: force.clear + company.clear,
            rough: force.rough + company.rough,
            shift: force.shift + company.shift,
            ..*force
        };
        let (net, wins) = self.clash(BYZANTINES, &relief, &besiegers, hex);
        if net > -0.2 { wins } else { 0.5 * wins }
    }

    /// The chance that a force with Muawiya is caught near a place and destroyed, with him: a rout costs the Muslims as
    /// many as the Byzantines have horse (6.2.2).
    pub(super) fn peril(&self, force: &Force, company: &Force, place: u8) -> f32 {
        let reach = self.exposure(MUSLIMS, place);
        if reach <= 0.1 {
            return 0.0;
        }
        let relief = self.relief();
        let hex = self.sheet.ground.place(place).hex;
        let many = Force {
            units: force.units + company.units,
            clear: force.clear + company.clear,
            rough: force.rough + company.rough,
            ..*force
        };
        let (_, wins) = self.clash(BYZANTINES, &relief, &many, hex);
        let deadly = if relief.mounted >= many.units { 1.0 } else { 0.3 };
        reach * wins * deadly
    }

    /// The place nearest to a hex.
    pub(super) fn nearest(&self, hex: Hex) -> Option<u8> {
        let ground = &self.sheet.ground;
        self.places().min_by_key(|&place| ground.grid.distance(ground.place(place).hex, hex))
    }

    /// The least of the dangers in which Muawiya would be left if his army went home from a hex.
    pub(super) fn refuge_peril(&self, hex: Hex, units: u8) -> f32 {
        let (far, within) = (self.sheet.distances(), self.sheet.charts.within);
        let own = self
            .places()
            .filter(|&place| self.holds(MUSLIMS, place) && far.land(MUSLIMS, place, hex) <= within);
        let danger = |place: u8| {
            let guard = (self.watch(place).0 + units).min(self.limit(place));
            self.exposure(MUSLIMS, place) * self.sheet.ground.place(place).kind.risk(guard)
        };
        own.map(danger).fold(1.0, f32::min)
    }

    /// What the Muslims have before them at Constantinople, those who are on their way by sea.
    fn threat(&self) -> f32 {
        let city = self.sheet.ground.constantinople;
        let reach = self.sheet.charts.sea[MUSLIMS.index()];
        let mut most: f32 = 0.0;
        for &expedition in Self::expeditions(MUSLIMS) {
            let Some(at) = self.host(expedition).spot.hex() else { continue };
            let force = self.force_of(expedition);
            let comes = self.sheet.distances().sea(city, at) <= reach && Self::sails(MUSLIMS, &force);
            if comes || at == self.sheet.ground.place(city).hex {
                let (_, foot) = self.watch(city);
                let odds =
                    f32::from(force.stormers + self.company(expedition).stormers) / f32::from(foot.max(1));
                most = most.max(odds.min(2.0));
            }
        }
        most
    }

    /// What it is worth to the Byzantines to have an army at Constantinople: it fights whoever lands there before the
    /// walls are reached (ruling 49), or drives him off afterwards.
    pub(super) fn screen(&self, expedition: Expedition, from: Option<Hex>, force: &Force) -> Option<Aim> {
        let city = self.sheet.ground.constantinople;
        if expedition != Expedition::Byzantine || !self.is_open(city) || self.sheet.victory.at_least > 0 {
            return None;
        }
        let threat = self.threat();
        if threat < 0.8 {
            return None;
        }
        let hex = self.sheet.ground.place(city).hex;
        let far = self.sheet.distances();
        let way = match from {
            None => Way::Land,
            Some(from) if far.land(BYZANTINES, city, from) <= self.pace_of(BYZANTINES, force) => Way::Land,
            Some(from) if far.sea(city, from) < FAR && Self::sails(BYZANTINES, force) => Way::Sea,
            Some(_) => return None,
        };
        if from != Some(hex) && !self.ready(expedition, way) {
            return None;
        }
        let strong = (f32::from(force.clear) / 50.0).min(1.0);
        Some(Aim { hex, way, years: 1, value: 12.0 * threat * strong })
    }
}
