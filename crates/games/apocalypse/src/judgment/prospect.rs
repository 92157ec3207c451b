//! Where to strike: what each expedition could take, how likely it is to, and how soon.
//!
//! One reckoning serves everything: how a position stands, which force is raised, where it gathers, where it marches
//! and whether it camps. An expedition not on the map is reckoned with as the one its side could raise.

use engine::Side;
use engine::hex::Hex;

use super::atlas::FAR;
use super::estimate::Estimate;
use super::force::Force;
use super::ranking::Ranking;
use crate::position::{Pace, Position, Step};
use crate::sheet::{BYZANTINES, MUSLIMS};
use crate::unit::Expedition;

/// A year's delay leaves so much of what a strike is worth.
const PATIENCE: f32 = 0.7;
/// For Constantinople it leaves more: nothing else wins the war.
const RESOLVE: f32 = 0.85;
/// What Muawiya's life is worth: the war (2.1.2).
const HIS_LIFE: f32 = 30.0;
/// Who fights one after another beats less than they would together.
const IN_TURN: f32 = 0.7;
/// The most tries at one place that are reckoned with.
const TRIES: u16 = 3;

/// What an expedition thinks of at once.
pub(super) type Aims = Ranking<Aim, 4>;

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

impl AsRef<Aim> for Aim {
    fn as_ref(&self) -> &Aim {
        self
    }
}

impl Estimate<'_> {
    /// What Muawiya's life is worth now.
    pub(super) fn his_life(&self) -> f32 {
        HIS_LIFE * self.his_share()
    }

    /// Whether an expedition may still go this way this year; one that is not on the map has yet to be raised.
    pub(super) fn ready(&self, expedition: Expedition, way: Way) -> bool {
        let host = self.host(expedition);
        let side = Position::side_of(expedition);
        // The Muslims have their turn first in every segment.
        let yet = |now: Side| now == side || side == BYZANTINES;
        let gathers = matches!(self.step, Step::Gather(who) | Step::Muster(who) if who == expedition);
        if !host.on_map() && !gathers {
            return match self.step {
                Step::Mode(now) => yet(now),
                Step::Gather(who) | Step::Muster(who) => yet(Position::side_of(who)),
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
        let side = Position::side_of(expedition);
        let far = self.map;
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
                if cost == FAR || !force.sails(side) && !at_sea {
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
        let far = self.map;
        let sail = |port: u8| from.map_or_else(|| self.muster_to(side, port)[1], |from| far.sea(port, from));
        let here = sail(place);
        let goal = |port: u8| far.sea(place, self.sheet.ground.settlement(port).hex);
        self.settlements()
            .filter(|&port| self.holds(side, port) && sail(port) < points)
            .filter(|&port| goal(port).saturating_add(4) < here)
            .min_by_key(|&port| goal(port))
    }

    /// What going for a place is worth to an expedition in a hex with such a force; nothing if it is no more than a
    /// floor.
    pub(super) fn appeal(
        &self,
        expedition: Expedition,
        from: Option<Hex>,
        force: &Force,
        (place, way): (u8, Way),
        floor: f32,
    ) -> Option<Aim> {
        let side = Position::side_of(expedition);
        let (years, points) = self.voyage(expedition, from, force, place, way)?;
        let left = self.years_left();
        if years > left {
            return None;
        }
        let hex = self.sheet.ground.settlement(place).hex;
        let mut prize = self.worth(place);
        if side == BYZANTINES && self.muawiya_in(hex) {
            prize += 60.0;
        }
        let city = side == MUSLIMS && place == self.sheet.ground.constantinople;
        let patience = if city { RESOLVE } else { PATIENCE };
        let far = patience.powi(i32::from(years) - 1) * (0.9 + f32::from(points.min(20)) / 200.0);
        // Were it certain, and cost nothing.
        if prize * far <= floor {
            return None;
        }
        let here = from == Some(hex);
        // Who stays before the walls until then has wintered there.
        let winters = if here { self.host(expedition).winters + (years - 1) as u8 } else { 0 };
        let mut force = *force;
        // Whoever has to winter on the way arrives with fewer.
        for _ in 1..years.min(3) {
            force.winter();
        }
        let arrives = force;
        let guard = self.encamped_force(side.other(), hex);
        let support = self.support(expedition, place);
        // Before the walls of Constantinople a relief comes every year, and companions may come as well.
        let company = if city { *self.company(expedition) } else { Force::default() };
        let (mut net, mut through) = (0.0, 1.0);
        if guard.units > 0 {
            (net, through) = self.clash(side, &force, &guard, hex);
            if company.units > 0 {
                let (_, together) = self.clash(side, &force.with(&company), &guard, hex);
                through = through.max(IN_TURN * together);
            }
        }
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
            force.winter();
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
        let peril = if force.muawiya { self.his_life() * self.peril(&arrives, &company, place) } else { 0.0 };
        let value = (prize * chance + fight - thrown) * far * arrives.staying() - peril;
        (value > floor).then_some(Aim { hex, way, years, value })
    }

    /// What attacking an enemy army is worth.
    pub(super) fn quarry(
        &self,
        expedition: Expedition,
        from: Option<Hex>,
        force: &Force,
        prey: Expedition,
    ) -> Option<Aim> {
        let side = Position::side_of(expedition);
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
        let besieged = ground.settlement_in(hex).filter(|&place| self.holds(side, place));
        let relief = besieged.map_or(0.0, |place| 0.3 * self.worth(place)) * wins;
        let muawiya = match (enemy.muawiya, force.muawiya) {
            (true, _) => 12.0 * net.max(0.0),
            (_, true) => self.his_life() * net.min(0.0),
            _ => 0.0,
        };
        let stake = if net > 0.0 { enemy.units } else { force.units };
        // An army among our towns does harm until it is driven off.
        let harm = self.places_from(prey, hex, &enemy).best().map_or(0.0, |aim| aim.value) * wins * 0.6;
        let value = (net * f32::from(stake) * 0.8 + relief + muawiya + harm) * force.staying();
        (value > 0.0).then_some(Aim { hex, way: Way::Land, years: 1, value })
    }

    /// How far a hex is by land from the best hex where a side may gather.
    fn way_from_home(&self, side: Side, hex: Hex) -> Option<u8> {
        let far = self.map;
        let cities = self.sheet.gathering[side.index()].iter().filter(|&&city| self.holds(side, city));
        let near = cities.map(|&city| far.land(side, city, hex)).min().filter(|&far| far < FAR)?;
        Some(near.saturating_sub(self.sheet.charts.within))
    }

    /// How far a hex is by land: by the tables if there is a place, otherwise by rule of thumb.
    pub(super) fn distance_to(&self, side: Side, hex: Hex, from: Hex) -> Option<u8> {
        let ground = &self.sheet.ground;
        match ground.settlement_in(hex) {
            Some(place) => Some(self.map.land(side, place, from)).filter(|&far| far < FAR),
            None if self.sheet.ways.shore(hex) == self.sheet.ways.shore(from) => {
                Some((f32::from(ground.grid.distance(from, hex)) * 1.4) as u8)
            }
            None => None,
        }
    }

    /// The best an expedition on the map can make for.
    pub(super) fn aim_of(&self, expedition: Expedition) -> Option<Aim> {
        self.aims_of(expedition).best()
    }

    /// What an expedition on the map can make for, the best first.
    pub(super) fn aims_of(&self, expedition: Expedition) -> &Aims {
        self.aims[expedition.index()].get_or_init(|| match self.host(expedition).spot.hex() {
            Some(from) => self.aims_from(expedition, from, &self.force_of(expedition)),
            None => Aims::new(),
        })
    }

    /// What a force of an expedition in a hex can make for: places, armies.
    fn aims_from(&self, expedition: Expedition, from: Hex, force: &Force) -> Aims {
        let mut aims = self.places_from(expedition, from, force);
        for &prey in Position::expeditions(Position::side_of(expedition).other()) {
            self.quarry(expedition, Some(from), force, prey).into_iter().for_each(|aim| aims.add(aim));
        }
        self.screen(expedition, Some(from), force).into_iter().for_each(|aim| aims.add(aim));
        self.stand_by(expedition, from, force).into_iter().for_each(|aim| aims.add(aim));
        aims
    }

    /// The places it can make for.
    fn places_from(&self, expedition: Expedition, from: Hex, force: &Force) -> Aims {
        let side = Position::side_of(expedition);
        let ways = if force.ships > 0 { &[Way::Land, Way::Sea][..] } else { &[Way::Land] };
        let mut aims = Aims::new();
        for place in self.settlements().filter(|&place| !self.holds(side, place)) {
            for &way in ways {
                let aim = self.appeal(expedition, Some(from), force, (place, way), aims.floor());
                aim.into_iter().for_each(|aim| aims.add(aim));
            }
        }
        aims
    }
}
