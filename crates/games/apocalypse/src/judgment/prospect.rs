//! Where to strike: what each expedition could take, how likely it is to, and how soon.
//!
//! One reckoning serves everything: how a position stands, which force is raised, where it gathers, where it marches
//! and whether it camps. An expedition not on the map is reckoned with as the one its side could raise.

use engine::Side;
use engine::hex::Hex;
use engine::odds::{Odds, Quarters};

use super::atlas::FAR;
use crate::position::{Pace, Position, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS, SettlementKind, Verdict};
use crate::unit::{Expedition, Mode, Spot, UnitId};

/// A year's delay leaves so much of what a strike is worth.
const PATIENCE: f32 = 0.7;
/// For Constantinople it leaves more: nothing else wins the war.
const RESOLVE: f32 = 0.85;
/// What marching to an enemy's walls in the winter leaves of a force.
const WINTER: f32 = 0.87;
/// What Muawiya's life is worth: the war (2.1.2).
pub(super) const HIS_LIFE: f32 = 30.0;
/// The most tries at one place that are reckoned with.
const TRIES: u16 = 3;

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

/// How an expedition gets somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Land,
    Sea,
}

/// What an expedition makes for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub hex: Hex,
    pub way: Way,
    /// Years until it is there: 1 is this year's move.
    pub years: u16,
    /// What it is worth to go there, chances reckoned in.
    pub value: f32,
}

impl Position {
    // ---- Forces

    /// The force an expedition on the map has.
    pub(super) fn force_of(&self, expedition: Expedition) -> Force {
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

    /// Whether the ships of a force carry it (5.1.6), roughly: picked foot is seldom taken along.
    pub(super) fn sails(side: Side, force: &Force) -> bool {
        let room = match side {
            MUSLIMS => force.ships * 2 >= force.units,
            BYZANTINES => force.ships * 4 >= force.stormers + 2 * force.mounted,
        };
        room && force.ships > 0
    }

    // ---- What a place is worth

    /// What holding a place is worth, to either side.
    pub(super) fn worth(&self, place: u8) -> f32 {
        let card = self.sheet.ground.place(place);
        let victory = &self.sheet.victory;
        if victory.at_least > 0 {
            // A scenario of few years: what decides it counts, and little else.
            let prize = if self.is_prize(place) { 20.0 } else { 0.0 };
            return prize + if card.is_city() { 0.6 } else { 0.4 } + 0.3 * f32::from(card.anchors);
        }
        if place == self.sheet.ground.constantinople {
            return 60.0;
        }
        let size = if card.is_city() { 1.2 } else { 0.6 };
        // Whoever holds a gathering city raises armies at the other's door (3.3).
        let gathers = Side::BOTH.iter().any(|side| self.sheet.gathering[side.index()].contains(&place));
        let muster = if gathers { 3.0 } else { 0.0 };
        if self.is_pillaged(place) {
            return size + muster;
        }
        let forge = if self.sheet.fabricae.contains(&place) { 3.0 } else { 0.0 };
        let near = self.sheet.distances().sea(self.sheet.ground.constantinople, card.hex) <= 28;
        let stone = if near && self.sheet.ground.coastal[card.hex.index()] { 1.5 } else { 0.0 };
        size + muster + (forge + 5.0 * f32::from(card.anchors) + stone) * self.season()
    }

    /// What ships and levies to come are still good for: the war is won or lost at Constantinople, and what sails
    /// there next year has to be built this year.
    fn season(&self) -> f32 {
        const LEFT: [f32; 7] = [0.1, 0.1, 0.25, 0.45, 0.7, 0.85, 1.0];
        LEFT[usize::from(self.years_left()).min(6)]
    }

    /// Whether a scenario is decided by a place.
    pub(super) fn is_prize(&self, place: u8) -> bool {
        let victory = &self.sheet.victory;
        victory.muslim_holds.contains(&place) || victory.byzantine_takes == Some(place)
    }

    // ---- Chances

    /// The chance that a siege with so many MPs left brings a garrison down (7.1).
    pub(super) fn siege_chance(&self, place: u8, garrison: u8, points: u8) -> f32 {
        if garrison == 0 {
            return 1.0;
        }
        let most = points / garrison;
        match self.sheet.ground.place(place).is_city() {
            false => f32::from(most.min(6)) / 6.0,
            true => {
                const WAYS: [u8; 13] = [0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36];
                f32::from(WAYS[usize::from(most.min(12))]) / 36.0
            }
        }
    }

    /// The chance of a breach after so many winters (7.2.1).
    pub(super) fn breach_chance(&self, place: u8, winters: u8) -> f32 {
        let charts = &self.sheet.charts;
        if self.annals.open_walls == place {
            return 1.0;
        }
        let needed = i32::from(charts.breach[self.sheet.ground.place(place).kind as usize]);
        let bonus = i32::from(winters.min(charts.breach_most) * charts.breach_winter);
        let faces = (7 - (needed - bonus).clamp(1, 6)).max(1);
        faces as f32 / 6.0
    }

    /// The garrison of a place and those of it who hold walls (7.2.2).
    pub(super) fn watch(&self, place: u8) -> (u8, u8) {
        let hex = self.sheet.ground.place(place).hex;
        let Some(side) = self.holder(place).side() else { return (0, 0) };
        let (mut all, mut foot) = (0, 0);
        for id in self.stack(hex) {
            let unit = self.unit(id);
            if unit.is_land() && unit.mode == Mode::Garrison && unit.serves(side) {
                all += 1;
                foot += u8::from(!unit.is_mounted());
            }
        }
        (all, foot)
    }

    /// The chance that a force before a place takes it at one try.
    fn try_chance(&self, place: u8, force: &Force, points: u8, winters: u8, support: u8) -> f32 {
        let (all, foot) = self.watch(place);
        if all == 0 {
            return 1.0;
        }
        if force.units < all {
            return 0.0;
        }
        let storm = match force.stormers > foot {
            true => self.breach_chance(place, winters),
            // Those who come after find the walls empty.
            false if force.stormers + support > foot + 2 => 0.8 * self.breach_chance(place, winters),
            false => 0.0,
        };
        self.siege_chance(place, all, points).max(storm)
    }

    /// How a field battle would go, from -1 (destroyed) to 1 (the enemy destroyed), and the chance to drive him off.
    pub(super) fn clash(&self, side: Side, attacker: &Force, defender: &Force, hex: Hex) -> (f32, f32) {
        if attacker.units == 0 || defender.units == 0 {
            return if attacker.units == 0 { (-1.0, 0.0) } else { (1.0, 1.0) };
        }
        let open = self.sheet.ground.terrain[hex.index()].is_open();
        let might = |force: &Force| Quarters::points(u32::from(if open { force.clear } else { force.rough }));
        let odds = Odds {
            attack: might(attacker),
            defence: might(defender),
            shift: attacker.shift - defender.shift,
            die: 0,
        };
        let (a, d) = (f32::from(attacker.units), f32::from(defender.units));
        // 6.2.1, 6.2.2: a Byzantine rout costs as many as there are Muslims, a Muslim one as many as horsemen.
        let rout = |muslim: bool, loser: &Force, winner: &Force| {
            let toll = if muslim { winner.mounted } else { winner.units };
            0.35 + 0.65 * (f32::from(toll) / f32::from(loser.units)).min(1.0)
        };
        let (mut sum, mut wins) = (0.0, 0.0);
        for face in 1..=6 {
            match self.sheet.charts.combat.outcome(&odds, face) {
                Verdict::DD => (sum, wins) = (sum + 1.0, wins + 1.0),
                Verdict::DR => (sum, wins) = (sum + rout(side == BYZANTINES, defender, attacker), wins + 1.0),
                Verdict::A if a > d => (sum, wins) = (sum + 0.3, wins + 0.8),
                Verdict::A => sum -= 0.3,
                Verdict::AR => sum -= rout(side == MUSLIMS, attacker, defender),
                Verdict::AD => sum -= 1.0,
            }
        }
        (sum / 6.0, wins / 6.0)
    }

    /// The expeditions of a side in a hex, as one (ruling 72).
    pub(super) fn encamped_force(&self, side: Side, hex: Hex) -> Force {
        let mut all = Force::default();
        for &expedition in Self::expeditions(side) {
            let host = self.host(expedition);
            if host.spot == Spot::on(hex) && !host.at_sea {
                for id in self.stack(hex).filter(|&id| self.unit(id).mode == Mode::Field(expedition)) {
                    self.enlist(&mut all, id);
                }
            }
        }
        all
    }

    // ---- Aims

    /// Years that are left, this one among them.
    pub(super) fn years_left(&self) -> u16 {
        self.sheet.last_year + 1 - self.year.min(self.sheet.last_year)
    }

    /// Whether an expedition may still go this way this year; one that is not on the map has yet to be raised.
    pub(super) fn ready(&self, expedition: Expedition, way: Way) -> bool {
        let host = self.host(expedition);
        let side = Self::side_of(expedition);
        // The Muslims have their turn first in every segment.
        let yet = |now: Side| now == side || side == BYZANTINES;
        let gathers = matches!(self.step, Step::Gather(who) | Step::Muster(who) if who == expedition);
        if !host.on_map() && !gathers {
            return match self.step {
                Step::Mode(now) => yet(now),
                Step::Gather(who) | Step::Muster(who) => yet(Self::side_of(who)),
                Step::Attrition(_) | Step::Toll(..) | Step::Patrols => false,
                Step::Sea(_) | Step::Land(_) | Step::Rest(_) | Step::Stacking(..) => false,
                _ => true,
            };
        }
        if host.done {
            return false;
        }
        if self.march.expedition == Some(expedition) && self.march.pace == Pace::Rest {
            return false;
        }
        let marching = self.march.expedition == Some(expedition);
        match (self.step, way) {
            (Step::Sea(now), Way::Sea) => yet(now),
            (Step::Sea(_), Way::Land) => !marching || !host.at_sea,
            (Step::Patrols, Way::Land) => true,
            (Step::Land(now), Way::Land) => yet(now),
            (Step::Stacking(..), Way::Land) => side == BYZANTINES,
            (Step::Patrols | Step::Land(_) | Step::Rest(_) | Step::Stacking(..), _) => false,
            _ => true,
        }
    }

    /// How an expedition that stands in a hex, or wherever it may gather, gets to a place: years, and the land MPs left before it; nothing if
    /// never.
    fn voyage(
        &self,
        expedition: Expedition,
        from: Option<Hex>,
        force: &Force,
        place: u8,
        way: Way,
    ) -> Option<(u16, u8)> {
        let side = Self::side_of(expedition);
        let far = self.sheet.distances();
        let host = self.host(expedition);
        let marching = from.is_some() && self.march.expedition == Some(expedition);
        let at_sea = from.is_some() && host.at_sea;
        // One on the map is called up anew next year at the earliest.
        let anew = from.is_none() && host.on_map();
        let ready = !anew && self.ready(expedition, way);
        let pace = self.pace_of(side, force);
        match way {
            Way::Land => {
                let cost =
                    from.map_or_else(|| self.muster_to(side, place)[0], |from| far.land(side, place, from));
                if cost == FAR || at_sea {
                    return None;
                }
                let now = if marching { host.land } else { pace };
                let enemy = u8::from(cost > 0);
                let (mut years, mut points) = (1, now);
                if !ready {
                    (years, points) = (2, pace);
                }
                if points >= cost + enemy {
                    return Some((years, points - cost - enemy));
                }
                let rest = u16::from(cost + enemy - points);
                let pace = u16::from(pace.max(1));
                years += rest.div_ceil(pace);
                Some((years, (pace - 1 - (rest - 1) % pace) as u8))
            }
            Way::Sea => {
                let cost = from.map_or_else(|| self.muster_to(side, place)[1], |from| far.sea(place, from));
                if cost == FAR || !Self::sails(side, force) && !at_sea {
                    return None;
                }
                let most = self.sheet.charts.sea[side.index()];
                let (mut years, mut points) = (1, if marching { host.sea } else { most });
                let land = if marching { host.land.saturating_sub(2) } else { pace.saturating_sub(3) };
                if !at_sea && !ready {
                    (years, points) = (2, most);
                }
                if cost > points {
                    // Ships lie on a coast in the winter: there has to be one of ours on the way.
                    self.harbour(side, from, place, points)?;
                    years += u16::from(cost - points).div_ceil(u16::from(most));
                    return Some((years, pace.saturating_sub(3)));
                }
                Some((years, land))
            }
        }
    }

    /// The friendly coast within reach that is nearest to a place, and nearer than where the fleet lies.
    pub(super) fn harbour(&self, side: Side, from: Option<Hex>, place: u8, points: u8) -> Option<u8> {
        let far = self.sheet.distances();
        let sail = |port: u8| from.map_or_else(|| self.muster_to(side, port)[1], |from| far.sea(port, from));
        let here = sail(place);
        let goal = |port: u8| far.sea(place, self.sheet.ground.place(port).hex);
        self.places()
            .filter(|&port| self.holds(side, port) && sail(port) < points)
            .filter(|&port| goal(port).saturating_add(4) < here)
            .min_by_key(|&port| goal(port))
    }

    /// What going for a place is worth to an expedition in a hex with such a force.
    pub(super) fn appeal(
        &self,
        expedition: Expedition,
        from: Option<Hex>,
        force: &Force,
        place: u8,
        way: Way,
    ) -> Option<Aim> {
        let side = Self::side_of(expedition);
        let (years, points) = self.voyage(expedition, from, force, place, way)?;
        let left = self.years_left();
        if years > left {
            return None;
        }
        let hex = self.sheet.ground.place(place).hex;
        let mut prize = self.worth(place);
        if side == BYZANTINES && self.muawiya_in(hex) {
            prize += 60.0;
        }
        let here = from == Some(hex);
        let winters = if here { self.host(expedition).winters } else { 0 };
        let mut force = *force;
        // Whoever has to winter on the way arrives with fewer.
        for _ in 1..years.min(3) {
            force.units = (f32::from(force.units) * WINTER) as u8;
            force.stormers = (f32::from(force.stormers) * WINTER) as u8;
        }
        let arrives = force;
        let guard = self.encamped_force(side.other(), hex);
        let (net, through) = if guard.units > 0 { self.clash(side, &force, &guard, hex) } else { (0.0, 1.0) };
        let support = self.support(expedition, place);
        // Before the walls of Constantinople a relief comes every year, and companions may come as well.
        let city = side == MUSLIMS && place == self.sheet.ground.constantinople;
        let company = if city { self.company(expedition) } else { Force::default() };
        let patience = if city { RESOLVE } else { PATIENCE };
        let mut chance = self.try_chance(place, &force, points, winters, support) * through;
        let mut stays = 1.0 - chance;
        let mut driven = 0.0;
        let tries = if chance > 0.0 { (left - years).min(TRIES) } else { 0 };
        for winter in 1..=tries {
            if city {
                let beaten = self.relief_wins(&force, &company, hex);
                driven += stays * beaten;
                stays *= 1.0 - beaten;
            }
            force.units = (f32::from(force.units) * WINTER) as u8;
            force.stormers = (f32::from(force.stormers) * WINTER) as u8;
            let rest = self.pace_of(side, &force);
            let support = support.max(company.stormers);
            let again = self.try_chance(place, &force, rest, winters + winter as u8, support) * through;
            let odds = stays * again * patience.powi(winter.into());
            chance += odds;
            stays *= 1.0 - again;
        }
        // What it costs to storm and to fight one's way in, and to be thrown back.
        let army = f32::from(arrives.units);
        let fight = if guard.units > 0 { net.min(0.0) * army * 0.5 } else { 0.0 };
        let thrown = driven * 0.3 * army;
        let far = patience.powi(i32::from(years) - 1) * (0.9 + f32::from(points.min(20)) / 200.0);
        let peril = if force.muawiya { HIS_LIFE * self.peril(&arrives, &company, place) } else { 0.0 };
        let value = (prize * chance + fight - thrown) * far * staying(&arrives) - peril;
        (value > 0.0).then_some(Aim { hex, way, years, value })
    }

    /// What attacking an enemy army is worth.
    pub(super) fn quarry(
        &self,
        expedition: Expedition,
        from: Option<Hex>,
        force: &Force,
        prey: Expedition,
    ) -> Option<Aim> {
        let side = Self::side_of(expedition);
        let hex = self.host(prey).spot.hex().filter(|_| !self.host(prey).at_sea)?;
        let far = match from {
            Some(from) => self.distance_to(side, hex, from)?,
            None => self.way_from_home(side, hex)?,
        };
        let marching = self.march.expedition == Some(expedition);
        let pace = if marching { self.host(expedition).land } else { self.pace_of(side, force) };
        if self.host(expedition).at_sea || !self.ready(expedition, Way::Land) || far.saturating_add(1) > pace
        {
            return None;
        }
        let enemy = self.encamped_force(side.other(), hex);
        let (net, wins) = self.clash(side, force, &enemy, hex);
        let ground = &self.sheet.ground;
        let besieged = ground.place_in(hex).filter(|&place| self.holds(side, place));
        let relief = besieged.map_or(0.0, |place| 0.3 * self.worth(place)) * wins;
        let muawiya = match (enemy.muawiya, force.muawiya) {
            (true, _) => 12.0 * net.max(0.0),
            (_, true) => 30.0 * net.min(0.0),
            _ => 0.0,
        };
        let stake = if net > 0.0 { enemy.units } else { force.units };
        // An army among our towns does harm until it is driven off.
        let harm = self.best_place(prey, hex, &enemy).map_or(0.0, |aim| aim.value) * wins * 0.6;
        let value = (net * f32::from(stake) * 0.8 + relief + muawiya + harm) * staying(force);
        (value > 0.0).then_some(Aim { hex, way: Way::Land, years: 1, value })
    }

    /// How far a hex is by land from the best hex where a side may gather.
    fn way_from_home(&self, side: Side, hex: Hex) -> Option<u8> {
        let far = self.sheet.distances();
        let cities = self.sheet.gathering[side.index()].iter().filter(|&&city| self.holds(side, city));
        let near = cities.map(|&city| far.land(side, city, hex)).min().filter(|&far| far < FAR)?;
        Some(near.saturating_sub(self.sheet.charts.within))
    }

    /// How far a hex is by land: by the tables if there is a place, otherwise by rule of thumb.
    pub(super) fn distance_to(&self, side: Side, hex: Hex, from: Hex) -> Option<u8> {
        let ground = &self.sheet.ground;
        match ground.place_in(hex) {
            Some(place) => Some(self.sheet.distances().land(side, place, from)).filter(|&far| far < FAR),
            None if self.sheet.ways.shore(hex) == self.sheet.ways.shore(from) => {
                Some((f32::from(ground.grid.distance(from, hex)) * 1.4) as u8)
            }
            None => None,
        }
    }

    /// Whether Muawiya is in a hex by himself, not with an expedition.
    fn muawiya_in(&self, hex: Hex) -> bool {
        let unit = self.unit(self.leader(Leader::Muawiya));
        unit.spot == Spot::on(hex) && unit.mode == Mode::Off
    }

    /// The best an expedition on the map can make for.
    pub(super) fn aim_of(&self, expedition: Expedition) -> Option<Aim> {
        let from = self.host(expedition).spot.hex()?;
        let force = self.force_of(expedition);
        self.best_aim(expedition, from, &force)
    }

    /// The best a force of an expedition in a hex can make for: a place, or an army.
    pub(super) fn best_aim(&self, expedition: Expedition, from: Hex, force: &Force) -> Option<Aim> {
        let mut best = self.best_place(expedition, from, force);
        for &prey in Self::expeditions(Self::side_of(expedition).other()) {
            let aim = self.quarry(expedition, Some(from), force, prey);
            best = better(best, aim);
        }
        better(best, self.screen(expedition, Some(from), force))
    }

    /// The best place it can make for.
    pub(super) fn best_place(&self, expedition: Expedition, from: Hex, force: &Force) -> Option<Aim> {
        let side = Self::side_of(expedition);
        let mut best: Option<Aim> = None;
        let mut weigh = |aim: Option<Aim>| best = better(best, aim);
        for place in self.places().filter(|&place| !self.holds(side, place)) {
            weigh(self.appeal(expedition, Some(from), force, place, Way::Land));
            if force.ships > 0 {
                weigh(self.appeal(expedition, Some(from), force, place, Way::Sea));
            }
        }
        best
    }
}

/// How likely a force is to come through a year in the enemy's land: a handful is soon gone.
fn staying(force: &Force) -> f32 {
    1.0 - (-f32::from(force.units) / if force.muawiya { 7.0 } else { 4.0 }).exp()
}

/// The better of two aims.
pub(super) fn better(a: Option<Aim>, b: Option<Aim>) -> Option<Aim> {
    match (a, b) {
        (Some(one), Some(two)) if two.value > one.value => Some(two),
        (None, two) => two,
        (one, _) => one,
    }
}

impl SettlementKind {
    /// What its garrison is worth, unit by unit: the chance that it falls with so many.
    pub(super) fn risk(self, garrison: u8) -> f32 {
        let table: &[f32] = match self {
            SettlementKind::Town => &[1.0, 0.9, 0.82, 0.7, 0.5],
            SettlementKind::City => &[1.0, 0.85, 0.6, 0.45, 0.38, 0.34, 0.31, 0.28, 0.26],
            SettlementKind::Constantinople => {
                &[1.0, 0.95, 0.85, 0.7, 0.6, 0.52, 0.46, 0.4, 0.35, 0.3, 0.24, 0.18, 0.12]
            }
        };
        table[usize::from(garrison).min(table.len() - 1)]
    }
}
