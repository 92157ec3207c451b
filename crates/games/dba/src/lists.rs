//! Lists of useful orders (7.5, R137): what a player wants to do, every one of it legal.

use engine::Side;

use crate::element::{ElementId, Units};
use crate::order::Order;
use crate::position::Position;

mod detours;
mod drawn;
mod firing;
mod formations;
mod groups;
mod places;
mod ways;

impl Position {
    /// T2: who may be taken up; or, with somebody in hand, where to.
    pub(crate) fn list_moves(&self, out: &mut Vec<Order>) {
        if !self.hand.is_empty() {
            self.list_ways(&self.hand, out);
            out.push(Order::Halt);
            return;
        }
        if self.pips > 0 {
            self.each_mover(&mut |units| out.push(Order::Move { units }));
            self.list_break_offs(out);
            self.list_landings(out);
        }
        out.push(Order::Done);
    }

    /// T4a: alone, with one or with two others, the closest as main shooter.
    pub(crate) fn list_shots(&self, side: Side, out: &mut Vec<Order>) {
        let shooters: Vec<ElementId> = ElementId::troops_of(side).filter(|&id| self.may_shoot(id)).collect();
        for target in ElementId::all_of(side.other()) {
            let ready: Vec<ElementId> = shooters
                .iter()
                .copied()
                .filter(|&id| self.targets(id).any(|other| other == target))
                .collect();
            let mut offer = |units: &[ElementId]| {
                let units: Units = units.iter().copied().collect();
                if self.may_volley(&units, target, side).is_ok() {
                    out.push(Order::Shoot { units, target });
                }
            };
            for (i, &main) in ready.iter().enumerate() {
                offer(&[main]);
                let others: Vec<ElementId> =
                    ready.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, &id)| id).collect();
                for (j, &one) in others.iter().enumerate() {
                    offer(&[main, one]);
                    for &two in &others[j + 1..] {
                        offer(&[main, one, two]);
                    }
                }
            }
        }
    }

    /// T4b: nobody, one or two.
    pub(crate) fn list_aides(&self, out: &mut Vec<Order>) {
        out.push(Order::Support { units: Units::NONE });
        let aides: Vec<ElementId> = self.possible_aides().collect();
        for (i, &one) in aides.iter().enumerate() {
            out.push(Order::Support { units: Units::one(one) });
            for &two in &aides[i + 1..] {
                out.push(Order::Support { units: [one, two].into_iter().collect() });
            }
        }
    }

    /// T5a.
    pub(crate) fn list_storms(&self, out: &mut Vec<Order>) {
        if let Some(camp) = self.camp_to_storm()
            && let Some(target) = self.occupant(camp)
        {
            out.extend(self.stormers(camp).map(|unit| Order::Attack { unit, target }));
        }
    }

    /// T5.
    pub(crate) fn list_fights(&self, out: &mut Vec<Order>) {
        for unit in ElementId::all_of(self.active) {
            for target in ElementId::all_of(self.active.other()) {
                if self.may_fight(unit, target).is_ok() {
                    out.push(Order::Attack { unit, target });
                }
            }
            if self.may_stand(unit).is_ok() {
                out.push(Order::Stand { unit });
            }
        }
    }
}

#[cfg(test)]
mod search_tests;
#[cfg(test)]
mod tests;
