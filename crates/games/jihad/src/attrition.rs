//! Attrition (7.2, 7.3; rulings R20, R72 to R76, R82): the toll of marches and of sitting still.

use std::ops::ControlFlow;

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{Attrition, Position, Step, Wear};
use crate::refusal::Refusal;
use crate::sheet::{Arm, Kind};
use crate::stages::Offers;
use crate::unit::{Party, Spot, Unit, UnitId};
use crate::words::{losses_words, points_words};

impl Position {
    /// Judges the units marked for it; a total of 0 costs nothing and takes no die (R72).
    pub(crate) fn judge(&mut self, at: Spot, points: u8, chronicle: &mut impl Chronicle) {
        self.attrition = Attrition { stage: Wear::Roll, at, points, losses: 0 };
        if points == 0 {
            self.conclude_judgment();
            return;
        }
        chronicle.note(|| {
            let text = format!("Attrition in {}: {}", self.spot_words(at), points_words(points));
            let who = self.judged().map(|id| id.0 as u16);
            let sum = self.attrition_sum(points, self.most_losses());
            Event::new(EventKind::Declared, "7.2", text).counters(who).sum(sum)
        });
    }

    /// The units being judged.
    #[inline]
    pub(crate) fn judged(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.stack(self.attrition.at).filter(|&id| self.unit(id).has(Unit::JUDGED))
    }

    /// The die of an attrition judgment.
    pub(crate) fn wear(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let losses = self.toll(self.attrition.points, self.most_losses(), face);
        chronicle.note(|| Event::new(EventKind::Result, "7.2", losses_words(losses)).dice(&[face]));
        self.attrition.losses = losses;
        self.attrition.stage = Wear::Losses;
    }

    /// Units lost to so many points on a die: by the table, but no more than can be lost.
    #[inline]
    pub(crate) fn toll(&self, points: u8, most: u8, face: u8) -> u8 {
        self.sheet.charts.attrition_losses(points, face).min(most)
    }

    /// How many of the judged can be lost.
    fn most_losses(&self) -> u8 {
        let judged = self.judged().count() as u8;
        match (self.step, self.judged().next()) {
            (Step::Idle(party, _), Some(id)) => {
                judged.min(self.idle_losable(party, self.attrition.at, self.unit(id).arm()))
            }
            _ => judged,
        }
    }

    /// How many idle units of an arm in a place can be lost: all, but for the last unit of an Empires State in a
    /// city hex (R76). Where nobody can be lost no die is thrown.
    pub(crate) fn idle_losable(&self, party: Party, spot: Spot, arm: Arm) -> u8 {
        let idle = self.stack(spot).filter(|&id| self.is_idle(party, id, arm)).count() as u8;
        let city = spot.hex().is_some_and(|hex| self.value(hex) > 0);
        if party != Party::Empires || !city {
            return idle;
        }
        let there = self.stack(spot).filter(|&id| !self.unit(id).is_muslim()).count() as u8;
        idle.min(there.saturating_sub(1))
    }

    pub(crate) fn may_lose_to_attrition(&self, id: UnitId) -> Result<(), Refusal> {
        if self.exists(id) && self.unit(id).aboard.some().is_some() {
            return Err(Refusal::OnlyShipsCount);
        }
        match self.exists(id) && self.unit(id).has(Unit::JUDGED) {
            true => Ok(()),
            false => Err(Refusal::NotAmongTheJudged),
        }
    }

    pub(crate) fn lose_to_attrition(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        self.attrition.losses -= 1;
        self.wear_away(id, "7.2", chronicle);
    }

    /// Puts a unit, and what it carries, back into its player's pool.
    pub(crate) fn wear_away(&mut self, id: UnitId, rule: &'static str, chronicle: &mut impl Chronicle) {
        let cargo = self.cargo(id);
        chronicle.note(|| {
            let text = format!("{} is lost to the pool", self.where_words(id));
            Event::new(EventKind::Removed, rule, text).counters([id.0 as u16])
        });
        self.send(id, Spot::POOL);
        if let Some(cargo) = cargo {
            chronicle.note(|| {
                let text = format!("{} goes down with its ship", self.label(cargo));
                Event::new(EventKind::Removed, "7.4", text).counters([cargo.0 as u16])
            });
            self.send(cargo, Spot::POOL);
        }
    }

    /// Carries a judgment on; answers whether it is over.
    pub(crate) fn pass_judgment(&mut self, chronicle: &mut impl Chronicle) -> bool {
        if self.attrition.losses > 0 && self.attrition.losses as usize >= self.judged().count() {
            for _ in 0..self.judged().count() {
                let next = self.judged().next();
                if let Some(id) = next {
                    self.wear_away(id, "7.2", chronicle);
                }
            }
            self.attrition.losses = 0;
        }
        if self.attrition.losses == 0 {
            self.conclude_judgment();
        }
        self.attrition.stage == Wear::None
    }

    fn conclude_judgment(&mut self) {
        let at = self.attrition.at;
        self.land_cargo(at);
        let mut next = self.top(at);
        while let Some(id) = next.some() {
            next = self.stacks.below(id);
            self.unit_mut(id).flags &= !Unit::JUDGED;
        }
        self.attrition = Attrition::NONE;
    }

    pub(crate) fn list_wear(&self, offers: &mut Offers) -> ControlFlow<()> {
        for unit in self.judged() {
            if self.is_listed(unit) && self.may_lose_to_attrition(unit).is_ok() {
                offers.add(Order::Lose { unit })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The next idle group from a place in the order of R8 on; answers whether the segment goes on at once.
    ///
    /// Groups are numbered four to a hex: land, naval, and for Constantinople land and naval in the box.
    pub(crate) fn pass_idle(&mut self, party: Party, from: u16, chronicle: &mut impl Chronicle) -> bool {
        let groups = self.sheet.ground.grid.len() as u16 * 4;
        let mut group = from;
        while group < groups {
            let hex = Hex(group / 4);
            let city = hex == self.sheet.ground.constantinople;
            if !(self.occupied(hex) || city && self.top(Spot::BOX) != UnitId::NONE) {
                group = (group / 4 + 1) * 4;
                continue;
            }
            let in_box = group % 4 >= 2;
            if in_box && !city {
                group = (group / 4 + 1) * 4;
                continue;
            }
            let spot = if in_box { Spot::BOX } else { Spot::on(hex) };
            let arm = Arm::BOTH[group as usize % 2];
            group += 1;
            let points = self.idle_points(party, spot, arm);
            if points > 0 && self.idle_losable(party, spot, arm) > 0 {
                self.step = Step::Idle(party, group);
                self.mark_idle(party, spot, arm);
                self.judge(spot, points, chronicle);
                return true;
            }
        }
        self.forget_moves();
        self.open_combat(party);
        true
    }

    fn is_idle(&self, party: Party, id: UnitId, arm: Arm) -> bool {
        let unit = self.unit(id);
        // R76: a State that has recruited nothing this turn suffers nothing.
        let spared = party == Party::Empires && !self.books.recruited.has(unit.state);
        unit.arm() == arm && unit.serves(party) && !unit.has(Unit::MARCHED) && !spared
    }

    /// The attrition points of the idle units of an arm in a place (R74).
    pub(crate) fn idle_points(&self, party: Party, spot: Spot, arm: Arm) -> u8 {
        let idle = self.stack(spot).filter(|&id| self.is_idle(party, id, arm));
        let worst: Option<Kind> = idle.map(|id| self.unit(id).kind).max();
        let (Some(worst), Some(hex)) = (worst, self.hex_of(spot)) else { return 0 };
        let charts = &self.sheet.charts;
        let points = charts.points(self.sheet.ground.place(hex), worst);
        let points = points.saturating_mul(charts.figures.idle_factor);
        points.saturating_sub(self.value(hex))
    }

    fn mark_idle(&mut self, party: Party, spot: Spot, arm: Arm) {
        let mut next = self.top(spot);
        while let Some(id) = next.some() {
            next = self.stacks.below(id);
            if self.is_idle(party, id, arm) {
                self.unit_mut(id).flags |= Unit::JUDGED;
            }
        }
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod rest_tests;
