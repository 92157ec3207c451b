//! An estimate of the situation: what every reckoning about a position asks for again and again, counted once.

use std::cell::{Cell, OnceCell};
use std::ops::Deref;

use engine::Side;
use engine::hex::Hex;

use super::atlas::{Distances, FAR};
use super::force::Force;
use super::prospect::Aims;
use crate::position::{Position, Step};
use crate::sheet::{BYZANTINES, Leader, MOST_SETTLEMENTS, MUSLIMS};
use crate::unit::{Expedition, Mode, Spot, Unit};

/// Of the horse that could be called up so much comes in time.
const IN_TIME: f32 = 0.8;
/// With so many ships the Muslims carry an army that can storm Constantinople: more are of little use.
const A_GREAT_FLEET: u8 = 10;

/// A position as a planner has it before him.
pub(crate) struct Estimate<'a> {
    position: &'a Position,
    /// How far everything is on the empty map.
    pub(super) map: &'a Distances,
    /// The garrison of each place, and those of it who hold walls (7.2.2).
    watch: [(u8, u8); MOST_SETTLEMENTS],
    worth: [f32; MOST_SETTLEMENTS],
    /// From the best hex where a side may gather now to each place, by land and by sea (3.3).
    muster: [&'a [[u8; 2]]; 2],
    /// Reckoned when first asked for; negative until then.
    exposure: [[Cell<f32>; MOST_SETTLEMENTS]; 2],
    /// Ships the coming maintenance leaves each side (2.4).
    due: [u8; 2],
    forces: [Force; 4],
    relief: Force,
    /// Other Muslims before the walls of Constantinople or about to be, and those who could be within a year.
    support: [u8; 4],
    company: [Force; 4],
    /// What each expedition on the map can make for, found when first asked for.
    pub(super) aims: [OnceCell<Aims>; 4],
}

impl Deref for Estimate<'_> {
    type Target = Position;
    #[inline]
    fn deref(&self) -> &Position {
        self.position
    }
}

impl Position {
    /// An estimate of the situation.
    pub(super) fn estimate(&self) -> Estimate<'_> {
        let map = self.sheet.distances();
        let mut estimate = Estimate {
            position: self,
            map,
            watch: [(0, 0); MOST_SETTLEMENTS],
            worth: [0.0; MOST_SETTLEMENTS],
            muster: Side::BOTH.map(|side| map.muster(side, self.gathering_cities(side))),
            exposure: [const { [const { Cell::new(-1.0) }; MOST_SETTLEMENTS] }; 2],
            due: Side::BOTH.map(|side| self.fleet_due(side)),
            forces: Expedition::ALL.map(|expedition| self.count_force(expedition)),
            relief: Force::default(),
            support: [0; 4],
            company: [Force::default(); 4],
            aims: [const { OnceCell::new() }; 4],
        };
        estimate.count_garrisons();
        for place in self.settlements() {
            estimate.worth[place as usize] = self.value_of_place(place, estimate.due[MUSLIMS.index()]);
        }
        estimate.count_before_the_city();
        estimate
    }

    /// The gathering cities of a side that it holds, a bit for each (3.3).
    fn gathering_cities(&self, side: Side) -> usize {
        let cities = self.sheet.gathering[side.index()].iter().enumerate();
        cities.filter(|&(_, &city)| self.holds(side, city)).map(|(at, _)| 1 << at).sum()
    }

    /// Years that are left, this one among them.
    pub(super) fn years_left(&self) -> u16 {
        self.sheet.last_year + 1 - self.year.min(self.sheet.last_year)
    }

    /// Whether a scenario is decided by a place.
    pub(super) fn is_prize(&self, place: u8) -> bool {
        let victory = &self.sheet.victory;
        victory.muslim_holds.contains(&place) || victory.byzantine_takes == Some(place)
    }

    /// What holding a place is worth, to either side, while the Muslims have so many ships due.
    fn value_of_place(&self, place: u8, ships: u8) -> f32 {
        let card = self.sheet.ground.settlement(place);
        let victory = &self.sheet.victory;
        if victory.at_least > 0 {
            // A scenario of few years: what decides it counts, and little else.
            let prize = if self.is_prize(place) { 20.0 } else { 0.0 };
            return prize + if card.is_city() { 0.6 } else { 0.4 } + 0.3 * f32::from(card.anchors);
        }
        if place == self.sheet.ground.constantinople {
            return 100.0;
        }
        // Nothing else wins the war: late in it a town more is nothing.
        let size = if card.is_city() { 1.2 } else { 0.6 } * (0.3 + 0.7 * self.season());
        // Whoever holds a gathering city raises armies at the other's door (3.3).
        let gathers = Side::BOTH.iter().any(|side| self.sheet.gathering[side.index()].contains(&place));
        let muster = if gathers { 3.0 } else { 0.0 };
        if self.is_pillaged(place) {
            return size + muster;
        }
        let forge = if self.sheet.fabricae.contains(&place) { 3.0 } else { 0.0 };
        let stone = if self.sheet.distances().is_stone(place) { 1.5 } else { 0.0 };
        let anchor = if ships >= A_GREAT_FLEET { 2.5 } else { 5.0 };
        size + muster + (forge + anchor * f32::from(card.anchors) + stone) * self.season()
    }

    /// What is lost with Muawiya (2.1.2), as a share of the war: where the Muslims lose it anyway unless Constantinople
    /// falls, less from year to year.
    pub(super) fn his_share(&self) -> f32 {
        const LEFT: [f32; 8] = [0.0, 0.02, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8];
        match self.sheet.victory.at_least {
            0 => LEFT.get(usize::from(self.years_left())).copied().unwrap_or(1.0),
            _ => 1.0,
        }
    }

    /// What ships and levies to come are still good for: the war is won or lost at Constantinople, and what sails
    /// there next year has to be built this year.
    fn season(&self) -> f32 {
        const LEFT: [f32; 7] = [0.1, 0.1, 0.25, 0.45, 0.7, 0.85, 1.0];
        LEFT[usize::from(self.years_left()).min(6)]
    }
}

/// What has been counted.
impl Estimate<'_> {
    /// The garrison of a place and those of it who hold walls (7.2.2).
    #[inline]
    pub(super) fn watch(&self, place: u8) -> (u8, u8) {
        self.watch[place as usize]
    }

    /// What holding a place is worth, to either side.
    #[inline]
    pub(super) fn worth(&self, place: u8) -> f32 {
        self.worth[place as usize]
    }

    /// From the best hex where a side may gather now to a place, by land and by sea: near a gathering city in its own
    /// hands (3.3).
    #[inline]
    pub(super) fn muster_to(&self, side: Side, place: u8) -> [u8; 2] {
        self.muster[side.index()][place as usize]
    }

    /// How near the enemy is to a place a side holds or wants to hold: 1 before its walls, 0.1 far away.
    #[inline]
    pub(super) fn exposure(&self, side: Side, place: u8) -> f32 {
        let known = &self.exposure[side.index()][place as usize];
        if known.get() < 0.0 {
            known.set(self.count_exposure(side, place));
        }
        known.get()
    }

    /// Ships the coming maintenance leaves a side (2.4).
    #[inline]
    pub(super) fn ships_due(&self, side: Side) -> u8 {
        self.due[side.index()]
    }

    /// The force an expedition on the map has.
    #[inline]
    pub(super) fn force_of(&self, expedition: Expedition) -> Force {
        self.forces[expedition.index()]
    }

    /// The Byzantine army that would march to the relief of Constantinople: the one on the map, or the horse of the
    /// two armies that have most.
    #[inline]
    pub(super) fn relief(&self) -> &Force {
        &self.relief
    }

    /// Other Muslims before the walls of Constantinople, or about to be: who fails there makes way for them.
    pub(super) fn support(&self, expedition: Expedition, place: u8) -> u8 {
        match place == self.sheet.ground.constantinople {
            true => self.support[expedition.index()],
            false => 0,
        }
    }

    /// The Muslims who could be before Constantinople within a year of this expedition: there already, or within a
    /// year's sailing with the ships they need.
    #[inline]
    pub(super) fn company(&self, expedition: Expedition) -> &Force {
        &self.company[expedition.index()]
    }

    /// The expeditions of a side in a hex, as one (ruling 72).
    pub(super) fn encamped_force(&self, side: Side, hex: Hex) -> Force {
        let mut all = Force::default();
        for &expedition in Position::expeditions(side) {
            let host = self.host(expedition);
            if host.spot == Spot::on(hex) && !host.at_sea {
                all = all.with(&self.forces[expedition.index()]);
            }
        }
        all
    }
}

/// The counting.
impl Estimate<'_> {
    /// Garrisons, and the horse that could be called up for a relief.
    fn count_garrisons(&mut self) {
        let position = self.position;
        let mut armies = [Force::default(); 8];
        for id in position.land_ids() {
            let unit = position.unit(id);
            let Some(hex) = unit.spot.hex() else { continue };
            if unit.mode == Mode::Garrison
                && let Some(place) = position.sheet.ground.settlement_in(hex)
                && position.holder(place).side().is_some_and(|side| unit.serves(side))
            {
                let (all, foot) = &mut self.watch[place as usize];
                *all += 1;
                *foot += u8::from(!unit.is_mounted());
            }
            if unit.serves(BYZANTINES) && unit.is_mounted() && !unit.has(Unit::CHANGED) {
                position.enlist(&mut armies[position.army(id) as usize], id);
            }
        }
        if position.host(Expedition::Byzantine).on_map() {
            self.relief = self.forces[Expedition::Byzantine.index()];
            return;
        }
        armies.sort_unstable_by_key(|force| std::cmp::Reverse(force.clear));
        let most =
            |part: fn(&Force) -> u16| (f32::from(part(&armies[0]) + part(&armies[1])) * IN_TIME) as u16;
        self.relief = Force {
            units: most(|force| u16::from(force.units)) as u8,
            mounted: most(|force| u16::from(force.mounted)) as u8,
            clear: most(|force| force.clear),
            rough: most(|force| force.rough),
            shift: 1,
            ..Force::default()
        };
    }

    fn count_exposure(&self, side: Side, place: u8) -> f32 {
        let enemy = side.other();
        let [land, sea] = self.muster_to(enemy, place);
        let afloat = enemy == BYZANTINES
            || self.ships_due(MUSLIMS) > 0 && self.year + 1 >= self.sheet.muslim_fleets_from;
        let mut near =
            f32::from(land).min(if afloat && sea < FAR { f32::from(sea) * 0.8 + 4.0 } else { 99.0 });
        for &expedition in Position::expeditions(enemy) {
            if let Some(hex) = self.host(expedition).spot.hex() {
                near = near.min(f32::from(self.map.land(enemy, place, hex)));
                if self.host(expedition).at_sea || self.map.sea(place, hex) < FAR {
                    near = near.min(f32::from(self.map.sea(place, hex)) * 0.8 + 3.0);
                }
            }
        }
        (1.1 - near / 30.0).clamp(0.1, 1.0)
    }

    /// Who is before Constantinople or could be.
    fn count_before_the_city(&mut self) {
        let city = self.sheet.ground.constantinople;
        let walls = self.sheet.ground.settlement(city).hex;
        let reach = self.sheet.charts.sea[MUSLIMS.index()];
        let ashore = matches!(self.step, Step::Patrols | Step::Land(_));
        for &other in Position::expeditions(MUSLIMS) {
            let host = *self.host(other);
            let Some(at) = host.spot.hex() else { continue };
            let force = self.force_of(other);
            let afloat = self.map.sea(city, at) <= reach && force.sails(MUSLIMS);
            let supports = at == walls && !host.at_sea || afloat && !host.done && !ashore;
            let accompanies = at == walls || afloat;
            for &expedition in Position::expeditions(MUSLIMS).iter().filter(|&&one| one != other) {
                if supports {
                    self.support[expedition.index()] += force.units;
                }
                if accompanies {
                    let company = &mut self.company[expedition.index()];
                    *company = company.with(&Force { ships: 0, mounted: 0, muawiya: false, ..force });
                }
            }
        }
    }

    /// Whether Muawiya is in a hex by himself, not with an expedition.
    pub(super) fn muawiya_in(&self, hex: Hex) -> bool {
        let unit = self.unit(self.leader(Leader::Muawiya));
        unit.spot == Spot::on(hex) && unit.mode == Mode::Off
    }
}
