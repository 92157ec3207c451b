//! Setting up (3, rulings R24 to R26, R126).

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::Coming;
use crate::unit::{Spot, UnitId};

impl Position {
    /// Puts down every counter whose place the scenario leaves no choice about.
    pub(crate) fn place_the_fixed(&mut self) {
        let battle = self.battle.clone();
        for group in 0..battle.sheet.groups.len() as u8 {
            let Coming::Deploys { hexes, .. } = &battle.sheet.groups[group as usize].coming else { continue };
            if !battle.is_fixed(group) {
                continue;
            }
            let (leaders, troops): (Vec<UnitId>, Vec<UnitId>) =
                battle.members(group).partition(|&id| battle.is_commander(id));
            for (id, &hex) in troops.into_iter().zip(hexes) {
                self.put(id, hex);
            }
            for id in leaders {
                self.put(id, hexes[0]);
            }
        }
    }

    /// Whether the player of a counter chooses where it deploys.
    pub(crate) fn deploys_freely(&self, id: UnitId) -> bool {
        self.battle.deploys(id) && !self.battle.is_fixed(self.battle.sheet.units[id.index()].group)
    }

    /// The counters of a side that its player places.
    pub(crate) fn to_deploy(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.battle.of(side).iter().filter(|&id| self.deploys_freely(id))
    }

    pub(crate) fn has_to_deploy(&self, side: Side) -> bool {
        self.to_deploy(side).next().is_some()
    }

    pub(crate) fn may_place(&self, side: Side, id: UnitId, hex: Hex) -> Result<(), Refusal> {
        if !self.exists(id) || self.side(id) != side {
            return Err(Refusal::NotYours);
        }
        if !self.battle.deploys(id) {
            return Err(Refusal::EntersLater);
        }
        if self.unit(id).spot != Spot::RESERVE {
            return Err(Refusal::AlreadyOnTheMap);
        }
        if let Some(first) = self.first_alike(id) {
            return Err(Refusal::TakeFirst(first));
        }
        self.may_deploy_in(id, hex)
    }

    /// Whether a hex suits a counter that is about to be placed.
    pub(crate) fn may_deploy_in(&self, id: UnitId, hex: Hex) -> Result<(), Refusal> {
        let Coming::Deploys { hexes, apart } = &self.battle.group(id).coming else {
            return Err(Refusal::EntersLater);
        };
        if !hexes.contains(&hex) {
            return Err(Refusal::OutsideTheZone);
        }
        if *apart && self.beside(self.side(id), hex) {
            return Err(Refusal::TooClose);
        }
        self.may_be_put(id, hex)
    }

    pub(crate) fn may_lift(&self, side: Side, id: UnitId) -> Result<(), Refusal> {
        if !self.exists(id) || self.side(id) != side {
            return Err(Refusal::NotYours);
        }
        if !self.deploys_freely(id) {
            return Err(Refusal::FixedByTheScenario);
        }
        let Some(hex) = self.at(id) else { return Err(Refusal::NotOnTheMap(id)) };
        let legal = self.leaves_a_legal_hex(id, UnitId::NONE, hex);
        if legal { Ok(()) } else { Err(Refusal::LeavesCommanderWithBaggage) }
    }

    pub(crate) fn may_end_deployment(&self, side: Side) -> Result<(), Refusal> {
        let waiting = self.to_deploy(side).find(|&id| self.at(id).is_none());
        waiting.map_or(Ok(()), |id| Err(Refusal::StillToPlace(id)))
    }

    pub(crate) fn list_deploying(&self, side: Side, out: &mut Vec<Order>) {
        for unit in self.to_deploy(side) {
            if self.at(unit).is_some() {
                if self.may_lift(side, unit).is_ok() {
                    out.push(Order::Lift { unit });
                }
            } else if self.first_alike(unit).is_none()
                && let Coming::Deploys { hexes, .. } = &self.battle.group(unit).coming
            {
                let open = hexes.iter().filter(|&&hex| self.may_deploy_in(unit, hex).is_ok());
                out.extend(open.map(|&hex| Order::Place { unit, hex: self.number(hex) }));
            }
        }
        out.push(Order::Muster);
        if self.may_end_deployment(side).is_ok() {
            out.push(Order::Done);
        }
    }

    pub(crate) fn place(&mut self, id: UnitId, hex: Hex, chronicle: &mut impl Chronicle) {
        if self.step == Step::Moving {
            return self.bring_on(id, hex, chronicle);
        }
        self.put(id, hex);
        chronicle.note(|| {
            let text = format!("{} is placed in {}", self.label(id), self.number(hex));
            Event::new(EventKind::Placed, "3", text).counters([id.0 as u16]).places([self.number(hex)])
        });
    }

    pub(crate) fn take_back(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        self.lift(id, Spot::RESERVE);
        chronicle.note(|| {
            let text = format!("{} is taken back", self.label(id));
            Event::new(EventKind::Placed, "3", text).counters([id.0 as u16])
        });
    }
}

#[cfg(test)]
mod tests;
