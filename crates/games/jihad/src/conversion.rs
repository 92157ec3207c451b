//! Conversion and re-conversion (9.0; rulings R103 to R108).

use std::ops::ControlFlow;

use engine::event::{Chronicle, Event, EventKind};
use engine::words::counted;

use crate::order::Order;
use crate::position::{Position, Step};
use crate::refusal::Refusal;
use crate::sheet::{Kind, State};
use crate::stages::Offers;
use crate::unit::{Flags, Spot, Unit, UnitId};
use crate::words::points_words;

impl Position {
    pub(crate) fn open_conversion(&mut self, chronicle: &mut impl Chronicle) {
        self.step = Step::Convert;
        chronicle.note(|| Event::new(EventKind::Phase, "9.1", "Joint Conversion/Re-conversion Phase"));
    }

    /// What holds for every attempt: a unit of the box not yet declared.
    fn may_declare(&self, id: UnitId, turned: bool) -> Result<(), Refusal> {
        if !self.exists(id) || self.unit(id).spot != Spot::CONVERSION {
            return Err(Refusal::NotInConversionBox);
        }
        let unit = self.unit(id);
        if unit.has(Unit::TURNED) != turned {
            return Err(Refusal::NotJustConverted);
        }
        if unit.declared > 0 { Err(Refusal::DeclaredAlready) } else { Ok(()) }
    }

    /// What an attempt on a unit costs.
    fn conversion_price(&self, id: UnitId) -> Result<u16, Refusal> {
        let price = self.sheet.charts.conversion_cost[self.unit(id).state as usize];
        price.map(u16::from).ok_or(Refusal::NotRecruited)
    }

    pub(crate) fn may_convert(&self, id: UnitId) -> Result<(), Refusal> {
        if self.step != Step::Convert {
            return Err(Refusal::NotNow);
        }
        self.may_declare(id, false)?;
        self.may_pay(State::Muslim, self.conversion_price(id)?)
    }

    /// R105: the State pays if it can pay the whole price, else Byzantium pays double.
    pub(crate) fn reconversion_payer(&self, id: UnitId) -> Result<(State, u16), Refusal> {
        let price = self.conversion_price(id)?;
        let state = self.unit(id).state;
        if state == State::Byzantine || self.track(state) >= price {
            return Ok((state, price));
        }
        Ok((State::Byzantine, price * self.sheet.charts.figures.aid_factor as u16))
    }

    pub(crate) fn may_reconvert(&self, id: UnitId) -> Result<(), Refusal> {
        if self.step != Step::Reconvert {
            return Err(Refusal::NotNow);
        }
        self.may_declare(id, true)?;
        let (payer, price) = self.reconversion_payer(id)?;
        self.may_pay(payer, price)
    }

    /// Declares a unit and pays for it (R103).
    pub(crate) fn declare(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        let payment = match self.step {
            Step::Convert => self.conversion_price(id).map(|price| (State::Muslim, price)),
            _ => self.reconversion_payer(id),
        };
        let Ok((payer, price)) = payment else { return };
        self.spend(payer, price);
        self.books.declared += 1;
        self.unit_mut(id).declared = self.books.declared;
        chronicle.note(|| {
            let whom = self.label(id);
            let text = match self.step {
                Step::Convert => format!("{} to convert {whom}", points_words(price)),
                _ => format!("{} to win back {whom}", payer.points_words(price)),
            };
            Event::new(EventKind::Declared, "9.2", text).counters([id.0 as u16])
        });
    }

    /// The unit declared at a place of the list.
    pub(crate) fn declared_at(&self, place: u8) -> Option<UnitId> {
        self.ids().find(|&id| self.unit(id).declared == place)
    }

    /// The die for the unit at a place of the list.
    pub(crate) fn conversion_die(&mut self, place: u8, face: u8, chronicle: &mut impl Chronicle) {
        let Some(id) = self.declared_at(place) else { return };
        let state = self.unit(id).state;
        let again = matches!(self.step, Step::ReconvertDie(_));
        let charts = &self.sheet.charts;
        let success = if again { charts.reconverts(state, face) } else { charts.converts(state, face) };
        chronicle.note(|| {
            let what = match (again, success) {
                (false, true) => "converts to Islam",
                (true, true) => "is won back",
                (false, false) => "keeps its faith",
                (true, false) => "stays converted",
            };
            let text = format!("{} {what}", self.label(id));
            Event::new(EventKind::Result, "9.2", text).dice(&[face]).counters([id.0 as u16])
        });
        match (again, success) {
            (false, true) => {
                self.unit_mut(id).flags |= Unit::TURNED;
                self.unit_mut(id).declared = 0;
            }
            (true, false) => self.unit_mut(id).declared = 0,
            _ => self.send(id, Spot::POOL),
        }
        self.step = if again { Step::ReconvertDie(place + 1) } else { Step::ConvertDie(place + 1) };
    }

    /// R104: whoever was not converted goes back to the Empires pool.
    pub(crate) fn close_conversion(&mut self) {
        for id in self.ids() {
            let unit = self.unit(id);
            if unit.spot == Spot::CONVERSION && !unit.has(Unit::TURNED) {
                self.send(id, Spot::POOL);
            }
        }
        self.books.declared = 0;
        self.step = Step::Reconvert;
    }

    /// Converts go to the Muslim pool for good; unbuilt ships may turn with them (9.2, R107, R108).
    pub(crate) fn close_reconversion(&mut self, chronicle: &mut impl Chronicle) {
        for id in self.ids() {
            if self.unit(id).spot == Spot::CONVERSION {
                self.send(id, Spot::POOL);
                self.unit_mut(id).flags = Flags(Unit::CONVERTED);
            }
        }
        self.books.declared = 0;
        for state in State::EMPIRES {
            self.turn_unbuilt(state, chronicle);
        }
        self.end_turn(chronicle);
    }

    fn turn_unbuilt(&mut self, state: State, chronicle: &mut impl Chronicle) {
        let ships = || self.sheet.roster.ids(state, Kind::Naval).map(UnitId);
        let converted = ships().any(|id| self.unit(id).has(Unit::CONVERTED));
        let loyal = |unit: &Unit| !unit.has(Unit::CONVERTED) && unit.spot != Spot::UNBUILT;
        if !converted || ships().any(|id| loyal(self.unit(id))) {
            return;
        }
        let mut turned = 0;
        for id in self.sheet.roster.ids(state, Kind::Naval).map(UnitId) {
            if !self.unit(id).has(Unit::CONVERTED) {
                self.unit_mut(id).flags |= Unit::CONVERTED;
                turned += 1;
            }
        }
        if turned > 0 {
            chronicle.note(|| {
                let text = {
                    let nation = state.adjective();
                    let (one, many) =
                        (format!("unbuilt {nation} ship turns"), format!("unbuilt {nation} ships turn"));
                    format!("{} with the fleet", counted(turned, &one, &many))
                };
                Event::new(EventKind::Marked, "9.2", text)
            });
        }
    }

    pub(crate) fn list_declaring(&self, offers: &mut Offers) -> ControlFlow<()> {
        offers.add(Order::Done)?;
        let again = self.step == Step::Reconvert;
        let flags = if again { Unit::TURNED } else { 0 };
        for state in State::EMPIRES {
            for kind in Kind::ALL {
                let Some(unit) = self.first_in(Spot::CONVERSION, state, kind, flags) else { continue };
                if again && self.may_reconvert(unit).is_ok() {
                    offers.add(Order::Reconvert { unit })?;
                } else if !again && self.may_convert(unit).is_ok() {
                    offers.add(Order::Convert { unit })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests;
