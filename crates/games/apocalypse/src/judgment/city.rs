//! Constantinople: who comes before its walls together, who comes to its relief, and the army that screens it.

use engine::hex::Hex;

use super::atlas::FAR;
use super::estimate::Estimate;
use super::force::Force;
use super::prospect::{Aim, Way};
use crate::position::Position;
use crate::sheet::{BYZANTINES, MUSLIMS};
use crate::unit::Expedition;

/// What it is worth, in shares of Constantinople, to keep a relief from those who besiege it.
const BESIDE: f32 = 0.15;

impl Estimate<'_> {
    /// The chance that a relief drives off those who lie before Constantinople, if it dares at all.
    pub(super) fn relief_wins(&self, force: &Force, company: &Force, hex: Hex) -> f32 {
        let (net, wins) = self.clash(BYZANTINES, self.relief(), &force.with(company), hex);
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
        let hex = self.sheet.ground.settlement(place).hex;
        let many = Force { shift: force.shift, ..force.with(company) };
        let (_, wins) = self.clash(BYZANTINES, relief, &many, hex);
        let deadly = if relief.mounted >= many.units { 1.0 } else { 0.3 };
        reach * wins * deadly
    }

    /// The place nearest to a hex.
    pub(super) fn nearest(&self, hex: Hex) -> Option<u8> {
        let ground = &self.sheet.ground;
        self.settlements().min_by_key(|&place| ground.grid.distance(ground.settlement(place).hex, hex))
    }

    /// The least of the dangers in which Muawiya would be left if his army went home from a hex.
    pub(super) fn refuge_peril(&self, hex: Hex, units: u8) -> f32 {
        let (far, within) = (self.map, self.sheet.charts.within);
        let own = self
            .settlements()
            .filter(|&place| self.holds(MUSLIMS, place) && far.land(MUSLIMS, place, hex) <= within);
        let danger = |place: u8| {
            let guard = (self.watch(place).0 + units).min(self.limit(place));
            self.exposure(MUSLIMS, place) * self.sheet.ground.settlement(place).kind.risk(guard)
        };
        own.map(danger).fold(1.0, f32::min)
    }

    /// What the Muslims have before them at Constantinople, those who are on their way by sea.
    fn threat(&self) -> f32 {
        let city = self.sheet.ground.constantinople;
        let reach = self.sheet.charts.sea[MUSLIMS.index()];
        let mut most: f32 = 0.0;
        for &expedition in Position::expeditions(MUSLIMS) {
            let Some(at) = self.host(expedition).spot.hex() else { continue };
            let force = self.force_of(expedition);
            let comes = self.map.sea(city, at) <= reach && force.sails(MUSLIMS);
            if comes || at == self.sheet.ground.settlement(city).hex {
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
        let hex = self.sheet.ground.settlement(city).hex;
        let far = self.map;
        let way = match from {
            None => Way::Land,
            Some(from) if far.land(BYZANTINES, city, from) <= self.pace_of(BYZANTINES, force) => Way::Land,
            Some(from) if far.sea(city, from) < FAR && force.sails(BYZANTINES) => Way::Sea,
            Some(_) => return None,
        };
        if from != Some(hex) && !self.ready(expedition, way) {
            return None;
        }
        let strong = (f32::from(force.clear) / 50.0).min(1.0);
        Some(Aim { hex, way, years: 1, value: 12.0 * threat * strong })
    }

    /// What it is worth to a Muslim army to stay before the walls of Constantinople beside another that can storm them:
    /// a relief has to fight both (ruling 72).
    pub(super) fn stand_by(&self, expedition: Expedition, from: Hex, force: &Force) -> Option<Aim> {
        let city = self.sheet.ground.constantinople;
        let hex = self.sheet.ground.settlement(city).hex;
        if from != hex || Position::side_of(expedition) != MUSLIMS || self.sheet.victory.at_least > 0 {
            return None;
        }
        let mut stormers = Force::default();
        for &other in Position::expeditions(MUSLIMS).iter().filter(|&&other| other != expedition) {
            let host = self.host(other);
            if host.spot.hex() == Some(hex) && !host.at_sea {
                stormers = stormers.with(&self.force_of(other));
            }
        }
        let (all, foot) = self.watch(city);
        if stormers.units < all || stormers.stormers <= foot {
            return None;
        }
        let alone = self.relief_wins(&stormers, &Force::default(), hex);
        let gain = alone - self.relief_wins(&stormers, force, hex);
        Some(Aim { hex, way: Way::Land, years: 1, value: 3.0 + BESIDE * self.worth(city) * gain.max(0.0) })
    }
}
