//! What to raise: who is called up for an expedition, where it gathers, and with how many ships.

use engine::hex::Hex;

use super::estimate::Estimate;
use super::force::Force;
use super::prospect::{Aim, Way};
use super::ranking::Ranking;
use crate::order::Order;
use crate::position::{Position, Step};
use crate::sheet::{Army, BYZANTINES, MOST_SETTLEMENTS, MUSLIMS};
use crate::unit::{Expedition, Mode, Spot, Unit, UnitId};

/// Aims that are thought of at once.
const CHOICES: usize = 5;
/// The most units an expedition is planned with.
const MOST: usize = 30;
/// Those who can be spared come before everybody else.
const SPARE: u16 = 1000;
/// What it costs to call up somebody who is missed where he stands.
const MISSED: f32 = 0.35;
/// So many on foot stay in a place that decides the game while the enemy is as near as this.
const LAST_GUARD: u8 = 2;
const NEAR: f32 = 0.3;
/// Muawiya rides with no fewer than this.
const HIS_GUARD: usize = 9;

/// An expedition as it should be raised.
#[derive(Clone, Copy, Debug)]
pub(super) struct Design {
    pub aim: Aim,
    /// Land units and ships it should have.
    pub units: u8,
    pub ships: u8,
}

/// Those who could be called up, the readiest first, after those who are with the expedition already.
pub(super) struct Roll {
    ids: [UnitId; MOST],
    /// The force after each of them.
    forces: [Force; MOST + 1],
    count: usize,
    /// Those who are with the expedition, and up to where the others can be spared.
    present: usize,
    spare: usize,
    ships: u8,
}

impl Roll {
    /// The force with so many units.
    fn force(&self, units: usize) -> &Force {
        &self.forces[units.clamp(self.present, self.count)]
    }

    /// The next units to be called up, to have so many.
    pub(super) fn wanted(&self, units: u8) -> &[UnitId] {
        &self.ids[self.present..usize::from(units).clamp(self.present, self.count)]
    }
}

impl AsRef<Aim> for Design {
    fn as_ref(&self) -> &Aim {
        &self.aim
    }
}

/// The best designs so far.
struct Shortlist {
    designs: Ranking<Design, CHOICES>,
    spare: usize,
    /// Ships that are there already are there for a voyage.
    keeps: f32,
}

impl Shortlist {
    fn new(roll: &Roll) -> Shortlist {
        let keeps = if roll.force(roll.present).ships > 0 { 1.2 } else { 1.0 };
        Shortlist { designs: Ranking::new(), spare: roll.spare, keeps }
    }

    fn keeps(&self, way: Way) -> f32 {
        if way == Way::Sea { self.keeps } else { 1.0 }
    }

    /// What so many men cost: one who goes is missed at home.
    fn cost(&self, units: usize) -> f32 {
        0.04 * units as f32 + MISSED * units.saturating_sub(self.spare) as f32
    }

    /// What an aim has to be worth to be among the best.
    fn floor(&self, units: usize, way: Way) -> f32 {
        ((self.designs.floor() + self.cost(units)) / self.keeps(way)).max(0.0)
    }

    fn weigh(&mut self, aim: Option<Aim>, units: usize, ships: u8) {
        if let Some(aim) = aim {
            let value = aim.value * self.keeps(aim.way) - self.cost(units);
            self.designs.add(Design { aim: Aim { value, ..aim }, units: units as u8, ships });
        }
    }
}

impl Estimate<'_> {
    /// Units that have to stay in a place whoever else goes.
    pub(super) fn keep(&self, place: u8) -> u8 {
        let ground = &self.sheet.ground;
        let Some(side) = self.holder(place).side() else { return 0 };
        if place == ground.constantinople {
            return 12;
        }
        if self.is_prize(place) {
            return 3;
        }
        let card = ground.settlement(place);
        let exposed = self.exposure(side, place) > 0.3;
        if exposed && self.sheet.gathering[side.index()].contains(&place) {
            return 3;
        }
        let busy = self.is_port(place) || self.sheet.fabricae.contains(&place);
        match (busy, exposed) {
            (true, true) => 2,
            (true, false) | (false, true) => 1,
            _ if card.is_city() => 1,
            _ => 0,
        }
    }

    /// Whether a unit may be called up without laying its place open; nothing if it has to stay.
    fn is_spare(&self, id: UnitId, gone: &mut [u8; MOST_SETTLEMENTS]) -> Option<bool> {
        let unit = self.unit(id);
        let Some(hex) = unit.spot.hex().filter(|_| unit.mode == Mode::Garrison) else { return Some(true) };
        let Some(place) = self.sheet.ground.settlement_in(hex) else { return Some(true) };
        let (all, foot) = self.watch(place);
        // Horsemen do not hold walls.
        if unit.is_mounted() {
            return Some(foot >= self.keep(place).min(2) || all > 2);
        }
        gone[place as usize] += 1;
        let stays = foot.saturating_sub(gone[place as usize]);
        match stays >= self.keep(place) {
            true => Some(true),
            false if place == self.sheet.ground.constantinople => None,
            false if self.sheet.victory.byzantine_takes == Some(place) && stays < 2 => {
                self.others_at_hand(id, place).then_some(false)
            }
            // What decides the game falls without a blow if nobody is left in it.
            false if self.is_prize(place) && stays < LAST_GUARD => {
                let side = if unit.is(Unit::MUSLIM) { MUSLIMS } else { BYZANTINES };
                (self.exposure(side, place) < NEAR).then_some(false)
            }
            false => Some(false),
        }
    }

    /// Whether units of another army could still take over a post in this segment (3.1.1).
    fn others_at_hand(&self, id: UnitId, place: u8) -> bool {
        let (far, within) = (self.map, self.sheet.charts.within);
        let side = if self.unit(id).is(Unit::MUSLIM) { MUSLIMS } else { BYZANTINES };
        let comes = |&other: &UnitId| {
            let unit = self.unit(other);
            unit.serves(side)
                && unit.mode == Mode::Garrison
                && !unit.has(Unit::CHANGED)
                && self.army(other) != self.army(id)
                && unit.spot.hex().is_some_and(|hex| far.land(side, place, hex) <= within)
        };
        self.land_ids().filter(comes).count() >= 3
    }

    /// The armies a Byzantine expedition is drawn from: those with most horse, and those it holds already.
    fn drawn_on(&self, present: u8) -> u8 {
        let mut horse = [0u8; 8];
        for id in self.land_ids() {
            let unit = self.unit(id);
            if unit.serves(BYZANTINES) && unit.is_mounted() && unit.spot.hex().is_some() {
                horse[self.army(id) as usize] += 1;
            }
        }
        let most = if self.annals.typos && self.annals.typos_army == u8::MAX { 1 } else { 2 };
        let mut armies = present;
        while armies.count_ones() < most {
            let next =
                (0..5u8).filter(|army| armies >> army & 1 == 0).max_by_key(|&army| horse[army as usize]);
            let Some(next) = next else { break };
            armies |= 1 << next;
        }
        armies
    }

    /// Those who could be called up for an expedition.
    pub(super) fn muster_roll(&self, expedition: Expedition) -> Roll {
        let side = Position::side_of(expedition);
        let mut roll = Roll {
            ids: [UnitId::NONE; MOST],
            forces: [Force::default(); MOST + 1],
            count: 0,
            present: 0,
            spare: 0,
            ships: 0,
        };
        let start = self.force_of(expedition);
        roll.ships = start.ships;
        roll.present = usize::from(start.units).min(MOST);
        roll.count = roll.present;
        roll.forces[roll.count] = start;
        let armies = match side {
            BYZANTINES => self.drawn_on(self.armies_of(expedition)),
            MUSLIMS => u8::MAX,
        };
        let mut scored: [(u16, UnitId); MOST] = [(0, UnitId::NONE); MOST];
        let mut found = 0;
        let mut gone = [0u8; MOST_SETTLEMENTS];
        for id in self.land_ids() {
            let unit = self.unit(id);
            let army = self.army(id);
            if army.expedition() != expedition
                || !unit.serves(side)
                || !matches!(unit.mode, Mode::Garrison | Mode::Patrol)
                || unit.spot == Spot::AFRICA
                || unit.has(Unit::CHANGED)
                || armies >> army as u8 & 1 == 0
            {
                continue;
            }
            let Some(spare) = self.is_spare(id, &mut gone) else { continue };
            let kind = &self.sheet.roster.kinds[unit.kind as usize];
            let score = u16::from(kind.clear + kind.rough)
                + if unit.is_mounted() { 40 } else { 0 }
                + if spare { SPARE } else { 0 };
            let at = scored[..found].partition_point(|&(other, _)| other >= score);
            if at >= MOST {
                continue;
            }
            found = (found + 1).min(MOST);
            scored[at..found].rotate_right(1);
            scored[at] = (score, id);
        }
        roll.spare = roll.present + scored[..found].iter().filter(|(score, _)| *score >= SPARE).count();
        for &(_, id) in scored[..found].iter().take(MOST - roll.count) {
            let mut force = roll.forces[roll.count];
            self.enlist(&mut force, id);
            roll.ids[roll.count] = id;
            roll.count += 1;
            roll.forces[roll.count] = force;
        }
        self.expect_leaders(expedition, armies, &mut roll);
        roll.ships += self.ship_ids(side).filter(|&id| self.is_moored(id)).count() as u8;
        roll
    }

    /// Leaders have to go along (ruling 43): their columns count from the first unit on.
    fn expect_leaders(&self, expedition: Expedition, armies: u8, roll: &mut Roll) {
        for id in self.leader_ids() {
            let unit = self.unit(id);
            let Some(leader) = self.sheet.roster.as_leader(id) else { continue };
            let army: Option<Army> = self.sheet.roster.leaders[leader as usize].army;
            let due =
                army.is_some_and(|army| army.expedition() == expedition && armies >> army as u8 & 1 == 1);
            let free = unit.mode == Mode::Off && unit.spot.hex().is_some() && !unit.is_rebel();
            if due && free {
                for force in &mut roll.forces[..=roll.count] {
                    self.enlist(force, id);
                }
            }
        }
    }

    fn is_moored(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.mode == Mode::Garrison && unit.spot.hex().is_some() && !unit.has(Unit::CHANGED)
    }

    /// What an expedition could be raised or reinforced for, where it stands or wherever it may gather: the best
    /// design for each of a few aims, the best first.
    pub(super) fn designs(&self, expedition: Expedition, roll: &Roll) -> Ranking<Design, CHOICES> {
        let side = Position::side_of(expedition);
        let from = self.host(expedition).spot.hex();
        let mut list = Shortlist::new(roll);
        for place in self.settlements().filter(|&place| !self.holds(side, place)) {
            let (all, foot) = self.watch(place);
            let guard = if roll.force(roll.count).muawiya { HIS_GUARD } else { 6 };
            let enough = usize::from((foot + 3).max(all + 2)).max(guard);
            let horse = match side {
                BYZANTINES => usize::from(roll.force(roll.count).mounted).max(5),
                MUSLIMS => enough,
            };
            // Walls that are stormed once in six tries want an army that lasts two winters.
            let host = match place == self.sheet.ground.constantinople {
                true => usize::from(foot) * 2,
                false => enough,
            };
            for way in [Way::Land, Way::Sea] {
                let mut tried = usize::MAX;
                for size in [enough, horse, host, roll.spare.min(18), roll.count.min(16)] {
                    let mut size = size.clamp(roll.present, roll.count);
                    let mut force = *roll.force(size);
                    if way == Way::Sea {
                        while size > roll.present && force.bottoms(side) > roll.ships {
                            size -= 1;
                            force = *roll.force(size);
                        }
                        force.ships = force.bottoms(side);
                        if force.ships > roll.ships {
                            continue;
                        }
                    }
                    if size == 0 || size == tried {
                        continue;
                    }
                    tried = size;
                    let ships = if way == Way::Sea { force.ships } else { 0 };
                    let floor = list.floor(size, way);
                    list.weigh(self.appeal(expedition, from, &force, (place, way), floor), size, ships);
                }
            }
        }
        for &prey in Position::expeditions(side.other()) {
            let size = usize::from(roll.force(roll.count).mounted).max(roll.count.min(16));
            list.weigh(self.quarry(expedition, from, roll.force(size), prey), size, 0);
        }
        let horse = usize::from(roll.force(roll.count).mounted).max(roll.present);
        list.weigh(self.screen(expedition, from, roll.force(horse)), horse, 0);
        list.designs
    }

    /// The best an expedition could be raised or reinforced for.
    pub(super) fn design(&self, expedition: Expedition, roll: &Roll) -> Option<Design> {
        self.designs(expedition, roll).best()
    }

    // ---- Which orders come to mind

    /// How readily an expedition is raised.
    pub(super) fn mind_raising(&self, expedition: Expedition) -> f32 {
        match self.design(expedition, &self.muster_roll(expedition)) {
            Some(design) => design.aim.value.clamp(0.02, 12.0),
            None => 0.02,
        }
    }

    /// Where it gathers: the hex from which its aim is nearest.
    pub(super) fn mind_gathering(&self, expedition: Expedition, orders: &[Order], out: &mut Vec<f32>) {
        let side = Position::side_of(expedition);
        let designs = self.designs(expedition, &self.muster_roll(expedition));
        let start = out.len();
        out.extend(orders.iter().map(|_| 0.0));
        let hexes = || {
            orders.iter().map(|order| match order {
                Order::Gather { at } => self.hex(*at),
                _ => None,
            })
        };
        let mut costs: Vec<u8> = vec![];
        let mut weigh = |share: f32, cost: &dyn Fn(Hex) -> u8| {
            costs.clear();
            costs.extend(hexes().map(|hex| hex.map_or(u8::MAX, cost)));
            let least = costs.iter().copied().min().unwrap_or(u8::MAX);
            for (weight, &cost) in out[start..].iter_mut().zip(&costs) {
                // There are hundreds of hexes further off: all of them together must not outweigh the best.
                if cost < u8::MAX && cost - least <= 2 {
                    *weight = weight.max(2.0 * share * 0.1f32.powi(i32::from(cost - least)));
                }
            }
        };
        for (share, design) in designs.shares() {
            let aim = design.aim;
            weigh(share, &|hex| match aim.way {
                Way::Land => self.distance_to(side, aim.hex, hex).unwrap_or(u8::MAX),
                Way::Sea if self.sheet.ground.coastal[hex.index()] => {
                    self.sheet.ground.settlement_in(aim.hex).map_or(u8::MAX, |place| self.map.sea(place, hex))
                }
                Way::Sea => u8::MAX,
            });
        }
        if designs.best().is_none() {
            let mut cities = self.sheet.gathering[side.index()].iter().copied();
            let home = cities.find(|&city| self.holds(side, city));
            weigh(1.0, &|hex| home.map_or(u8::MAX, |home| self.map.land(side, home, hex)));
        }
        if out[start..].iter().all(|&weight| weight == 0.0) {
            out[start..].fill(1.0);
        }
    }

    /// Who joins, and when the expedition is complete.
    pub(super) fn mind_muster(&self, expedition: Expedition, orders: &[Order], out: &mut Vec<f32>) {
        let roll = self.muster_roll(expedition);
        let design = self.design(expedition, &roll);
        let side = Position::side_of(expedition);
        let force = self.force_of(expedition);
        let (units, ships) =
            design.map_or((roll.spare.min(12) as u8, 0), |design| (design.units, design.ships));
        let wanted = roll.wanted(units);
        let manned = force.units >= units || wanted.is_empty();
        let gathering = matches!(self.step, Step::Muster(_));
        out.extend(orders.iter().map(|order| match *order {
            Order::Join { unit, expedition: which } if which == expedition => {
                let counter = self.unit(unit);
                if counter.is_leader() {
                    2.0
                } else if counter.is_ship() {
                    if force.ships < ships { 4.0 } else { 0.01 }
                } else if !gathering && ships == 0 && force.sails(side) && !force.takes(side, self.unit(unit))
                {
                    // A fleet that is full is not kept from sailing.
                    0.0
                } else if wanted.iter().any(|&id| self.first_alike(id) == unit) {
                    4.0
                } else {
                    0.01
                }
            }
            Order::Substitute { .. } => 0.01,
            Order::Done if gathering => {
                if manned && force.ships >= ships {
                    8.0
                } else {
                    0.02
                }
            }
            _ => 0.0,
        }));
    }
}
