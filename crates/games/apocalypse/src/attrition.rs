//! Campaign attrition of camped expeditions (3.3.3; rulings 52, 53).

use std::ops::ControlFlow;

use engine::event::{Chronicle, Event, EventKind};
use engine::ledger::{Ledger, Unread};

use crate::order::Order;
use crate::position::{Phase, Position, Step};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::sheet::{BYZANTINES, Terrain, Toll};
use crate::stages::Offers;
use crate::unit::{Expedition, Mode, UnitId};

/// Muslim expeditions first.
const ORDER: [Expedition; 4] =
    [Expedition::Syria, Expedition::Egypt, Expedition::Kufa, Expedition::Byzantine];

impl Position {
    /// The expedition with this place in the order of attrition.
    pub(crate) fn worn(place: u8) -> Expedition {
        ORDER[(place as usize).min(3)]
    }

    /// What is added to the die of an expedition (ruling 53).
    pub(crate) fn wear(&self, expedition: Expedition, ledger: &mut impl Ledger) -> i32 {
        let charts = &self.sheet.charts;
        let Some(hex) = self.host(expedition).spot.hex() else { return 0 };
        let (ground, units) = (&self.sheet.ground, self.strength_of(expedition));
        let side = Self::side_of(expedition);
        let mut die = 0;
        match ground.terrain[hex.index()] {
            Terrain::Mountain | Terrain::Marsh => {
                die += ledger.die(charts.attrition_hard.into(), "table.attrition", || "in mountain or marsh");
            }
            Terrain::Desert if side == BYZANTINES => {
                die +=
                    ledger.die(charts.attrition_desert.into(), "table.attrition", || "Byzantines in desert");
            }
            _ => {}
        }
        if units > charts.crowd_above {
            die += ledger.die(charts.attrition_crowd.into(), "table.attrition", || format!("{units} units"));
        }
        let place = ground.settlement_in(hex).filter(|&place| self.holds(side, place));
        if place.is_some_and(|place| self.limit(place) >= units) {
            die += ledger.die(
                charts.attrition_home.into(),
                "table.attrition",
                || "in a friendly place that holds all",
            );
        }
        die
    }

    /// What a face of the die costs an expedition.
    pub(crate) fn toll_of(&self, expedition: Expedition, face: u8) -> u8 {
        let die = i32::from(face) + self.wear(expedition, &mut Unread);
        let rows = &self.sheet.charts.attrition;
        let row = rows.iter().find(|(up_to, _)| die <= i32::from(*up_to)).or(rows.last());
        row.map_or(Toll::Units(0), |(_, toll)| *toll).of(self.strength_of(expedition))
    }

    pub(crate) fn pass_attrition(&mut self, chronicle: &mut impl Chronicle) -> bool {
        match self.step {
            Step::Attrition(place) if place as usize >= ORDER.len() => {
                self.open_phase(Phase::MuslimSea, chronicle);
                true
            }
            Step::Attrition(place) => {
                let host = self.host(Self::worn(place));
                if host.on_map() && host.camped {
                    return false;
                }
                self.step = Step::Attrition(place + 1);
                true
            }
            Step::Toll(place, 0) => {
                let expedition = Self::worn(place);
                if self.strength_of(expedition) == 0 {
                    self.perish(expedition, chronicle);
                }
                self.step = Step::Attrition(place + 1);
                true
            }
            _ => false,
        }
    }

    pub(crate) fn attrition_die(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let Step::Attrition(place) = self.step else { return };
        let expedition = Self::worn(place);
        let losses = self.toll_of(expedition, face);
        let most = self.sheet.charts.breach_most;
        let host = self.host_mut(expedition);
        host.winters = (host.winters + 1).min(most);
        chronicle.note(|| {
            let text = format!("Attrition: the {} loses {}", expedition.name(), units_words(losses));
            Event::new(EventKind::Result, "3.3.3", text).dice(&[face])
        });
        self.step = Step::Toll(place, losses);
    }

    pub(crate) fn may_wear_away(&self, id: UnitId) -> Allowed {
        let Step::Toll(place, _) = self.step else { return Err(Refusal::NotNow) };
        ensure(self.exists(id) && self.unit(id).is_land(), Refusal::NotYours)?;
        ensure(self.unit(id).mode == Mode::Field(Self::worn(place)), Refusal::NotYours)
    }

    pub(crate) fn wear_away(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        self.destroy(id, "3.3.3", chronicle);
        if let Step::Toll(place, left) = self.step {
            self.step = Step::Toll(place, left - 1);
        }
    }

    pub(crate) fn list_toll(&self, offers: &mut Offers) -> ControlFlow<()> {
        let Step::Toll(place, _) = self.step else { return ControlFlow::Continue(()) };
        for unit in self.troops(Self::worn(place)) {
            if self.is_listed(unit) {
                offers.add(Order::Lose { unit })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// "no unit", "one unit", "3 units".
pub(crate) fn units_words(units: u8) -> String {
    match units {
        0 => "no unit".into(),
        1 => "one unit".into(),
        units => format!("{units} units"),
    }
}

#[cfg(test)]
mod tests;
