//! Muster: whom to raise and where.

use engine::hex::Hex;

use super::dispositions;
use super::errand::{Outlook, pull};
use super::survey::Goal;
use crate::order::{Order, Station};
use crate::position::Position;
use crate::sheet::{Kind, State};
use crate::unit::{Party, Spot, UnitId};

/// How readily recruitment is ended, and how readily units are raised that are not wanted.
const ENOUGH: f32 = 0.15;
const UNWANTED: f32 = 0.05;

/// Land that yields less is not worth a Bedouin who would brood there (10.1).
const WORTH_KEEPING: f32 = 2.0;

impl Position {
    /// Whom to raise and where.
    pub(super) fn mind_recruiting(&self, party: Party, orders: &[Order], out: &mut Vec<f32>) {
        let outlook = self.outlook(party);
        let idlers = party == Party::Muslims && self.has_idle_tribes(&outlook, orders);
        let start = out.len();
        let mut places: Vec<(UnitId, bool, f32)> = vec![];
        for order in orders {
            let Order::Place { unit, at, aid } = *order else {
                out.push(ENOUGH);
                continue;
            };
            let need = self.spot(at).map_or(0.1, |spot| self.muster_need(&outlook, unit, spot));
            match places.iter_mut().find(|(id, paid, _)| (*id, *paid) == (unit, aid)) {
                Some((_, _, sum)) => *sum += need,
                None => places.push((unit, aid, need)),
            }
            out.push(need);
        }
        for (order, weight) in orders.iter().zip(&mut out[start..]) {
            let Order::Place { unit, aid, .. } = *order else { continue };
            let sum = places.iter().find(|(id, paid, _)| (*id, *paid) == (unit, aid)).map_or(1.0, |p| p.2);
            let idler = idlers && self.unit(unit).kind == Kind::Bedouin;
            let demand = if idler { UNWANTED } else { self.demand(unit, aid) };
            *weight *= demand / sum.max(1e-6);
        }
    }

    /// Whether there are Bedouin enough for all there is to attack or to take within reach of where they gather:
    /// more would only brood (10.1).
    fn has_idle_tribes(&self, outlook: &Outlook, orders: &[Order]) -> bool {
        let bedouin = |order: &Order| match *order {
            Order::Place { unit, at: Station::Hex(number), .. } if self.unit(unit).kind == Kind::Bedouin => {
                Some((self.hex(number)?, self.unit(unit).strength))
            }
            _ => None,
        };
        let camps: Vec<(Hex, u8)> = orders.iter().filter_map(bedouin).collect();
        let Some(&(_, strength)) = camps.first() else { return false };
        outlook.free_tribes(self) >= outlook.work_for_tribes(self, camps.iter().map(|camp| camp.0), strength)
    }

    /// How much a sort of unit is wanted.
    fn demand(&self, id: UnitId, aid: bool) -> f32 {
        let unit = self.unit(id);
        let purse = self.track(if aid { State::Byzantine } else { unit.allegiance() });
        // Something is kept back for conversion (9.2) and for buying off rebels (10.2).
        let rich = |price: u16, wish: f32| if purse >= price { wish } else { UNWANTED };
        match (unit.is_muslim(), unit.kind) {
            (true, Kind::Bedouin) => 8.0,
            // Points that lie idle had better become levies, who brood less than Bedouin (10.1), while there is room.
            (true, Kind::Levy) if unit.is_native() => {
                rich(12, (1.0 + f32::from(purse.saturating_sub(12)) / 4.0).min(12.0))
            }
            (true, Kind::Levy) => rich(6, 3.0),
            (true, Kind::Mercenary) => rich(10, 4.0),
            (true, Kind::Naval) => rich(60, 0.3),
            (false, Kind::Naval) => rich(60, 0.3),
            (false, _) if aid => rich(40, 0.6),
            (false, Kind::Mercenary) => 4.0,
            (false, _) => 2.5,
        }
    }

    /// How much a place wants a recruit: by what he could do there or in reach of it.
    fn muster_need(&self, outlook: &Outlook, id: UnitId, spot: Spot) -> f32 {
        let Some(hex) = spot.hex() else { return 1.0 };
        let unit = self.unit(id);
        if !unit.is_land() {
            return 1.0;
        }
        let own = outlook.dispositions().own(hex);
        let errand = self.errand_alone(unit);
        let here = outlook.here(&errand, hex);
        let need = 0.05 + pull(here.max(outlook.best(&errand, hex, 0)) / 2.0);
        // Bedouin strike best together.
        if unit.kind == Kind::Bedouin && own.men > 0 { need * (1.0 + own.men as f32).powf(1.5) } else { need }
    }
}

impl Outlook<'_> {
    /// Bedouin who may be sent to a fight: not those who keep a place alone.
    fn free_tribes(&self, position: &Position) -> u32 {
        let free = |&hex: &Hex| {
            let own = self.dispositions().own(hex);
            let keeps = own.men == own.bedouin && position.yields(hex) > 0.0;
            own.bedouin.saturating_sub(u8::from(keeps)) as u32
        };
        self.dispositions().held.iter().map(free).sum()
    }

    /// How many Bedouin would find something to do within a march of one of these places: a fight at good odds,
    /// or land to hold.
    fn work_for_tribes(
        &self,
        position: &Position,
        camps: impl Iterator<Item = Hex> + Clone,
        strength: u8,
    ) -> u32 {
        let near = |goal: &&Goal| {
            let way = |camp: Hex| position.sheet.marches(Kind::Bedouin, camp).points(goal.hex);
            goal.own.men == 0 && camps.clone().filter_map(way).any(|way| way <= dispositions::FAR)
        };
        let men = |goal: &Goal| match (goal.foe.men, self.survey.gain * goal.worth > goal.alarm) {
            (_, false) => 0,
            (0, true) => u32::from(goal.worth >= WORTH_KEEPING),
            (_, true) => {
                let wanted = dispositions::GOOD_ODDS * goal.defence(goal.foe.strength).0 as f32 / 4.0;
                (wanted / f32::max(strength as f32, 1.0)).ceil().min(goal.limit as f32) as u32
            }
        };
        self.survey.goals.iter().filter(near).map(men).sum()
    }
}

#[cfg(test)]
mod tests;
