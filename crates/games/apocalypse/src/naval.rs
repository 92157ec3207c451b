//! Expeditions at sea (5.0; rulings 61 to 70): going aboard, loads, landing.

use std::ops::ControlFlow;

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{Pace, Position};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::sheet::MOST_UNITS;
use crate::stages::Offers;
use crate::unit::{Expedition, Mode, Spot, Unit, UnitId};

/// How a unit fills a ship (5.1.6): each ship carries one kind only (ruling 63).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Berth {
    Muslim,
    Foot,
    Mounted,
    PickedFoot,
}

impl Berth {
    fn of(unit: &Unit) -> Berth {
        match (unit.is(Unit::MUSLIM), unit.is_mounted(), unit.is_picked()) {
            (true, ..) => Berth::Muslim,
            (_, true, _) => Berth::Mounted,
            (_, _, true) => Berth::PickedFoot,
            _ => Berth::Foot,
        }
    }

    /// How many of them a ship carries.
    fn most(self) -> u8 {
        match self {
            Berth::Muslim | Berth::Mounted => 2,
            Berth::Foot => 4,
            Berth::PickedFoot => 1,
        }
    }

    const ALL: [Berth; 4] = [Berth::Muslim, Berth::Foot, Berth::Mounted, Berth::PickedFoot];
}

impl Position {
    /// What a ship carries.
    pub(crate) fn cargo(&self, ship: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.land_ids().filter(move |&id| self.unit(id).aboard == ship)
    }

    /// Whether a ship has room for a unit beside what it carries.
    pub(crate) fn has_seat(&self, ship: UnitId, id: UnitId) -> bool {
        let berth = Berth::of(self.unit(id));
        let mut count = 0;
        if !self.is_laden(ship) {
            return true;
        }
        for other in self.cargo(ship) {
            if Berth::of(self.unit(other)) != berth {
                return false;
            }
            count += 1;
        }
        count < berth.most()
    }

    /// Whether units may share a ship, as many as they are.
    pub(crate) fn same_berth(&self, id: UnitId, others: &[UnitId]) -> bool {
        let berth = Berth::of(self.unit(id));
        others.len() < berth.most() as usize
            && others.iter().all(|&other| Berth::of(self.unit(other)) == berth)
    }

    /// The ships of an expedition in a hex.
    pub(crate) fn fleet(&self, expedition: Expedition, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        self.stack(hex)
            .filter(move |&id| self.unit(id).is_ship() && self.unit(id).mode == Mode::Field(expedition))
    }

    /// Whether everybody of an expedition who is not aboard yet still finds a seat, `unit` aboard `ship` included.
    pub(crate) fn all_fit(&self, expedition: Expedition, hex: Hex, extra: Option<(UnitId, UnitId)>) -> bool {
        let mut waiting = [0u8; 4];
        // The load of each ship: how many, of which kind.
        let mut loads = [(0u8, Berth::Foot); MOST_UNITS];
        for id in self.stack(hex).filter(|&id| self.unit(id).is_land()) {
            let unit = self.unit(id);
            if unit.mode != Mode::Field(expedition) {
                continue;
            }
            let berth = Berth::of(unit);
            let aboard = extra.filter(|(loaded, _)| *loaded == id).map_or(unit.aboard, |(_, ship)| ship);
            match aboard.some() {
                Some(ship) => loads[ship.index()] = (loads[ship.index()].0 + 1, berth),
                None => waiting[berth as usize] += 1,
            }
        }
        let (mut seats, mut empty) = ([0u8; 4], 0u8);
        for ship in self.fleet(expedition, hex) {
            match loads[ship.index()] {
                (0, _) => empty += 1,
                (count, berth) => seats[berth as usize] += berth.most() - count,
            }
        }
        let needed = Berth::ALL
            .map(|kind| waiting[kind as usize].saturating_sub(seats[kind as usize]).div_ceil(kind.most()));
        needed.iter().sum::<u8>() <= empty
    }

    /// Ruling 64: one in a friendly port, two on any other coast.
    pub(crate) fn embark_cost(&self, expedition: Expedition, hex: Hex) -> u8 {
        let side = Self::side_of(expedition);
        let port = self
            .sheet
            .ground
            .settlement_in(hex)
            .filter(|&place| self.is_port(place) && self.holds(side, place));
        self.sheet.charts.embark[usize::from(port.is_none())]
    }

    /// Whether an expedition with so many MPs can go aboard where it stands.
    pub(crate) fn may_embark_with(&self, expedition: Expedition, points: u8) -> Allowed {
        let hex = self.host(expedition).spot.hex().ok_or(Refusal::NotNow)?;
        ensure(self.fleet(expedition, hex).next().is_some(), Refusal::ShipsElsewhere)?;
        ensure(self.all_fit(expedition, hex, None), Refusal::ShipsTooFew)?;
        ensure(self.embark_cost(expedition, hex) <= points, Refusal::TooFewToEmbark)
    }

    pub(crate) fn may_embark(&self) -> Allowed {
        let (expedition, _) = self.free_march()?;
        ensure(!self.host(expedition).at_sea, Refusal::AtSea)?;
        // Ruling 62: who travels by sea begins the year's move aboard.
        ensure(matches!(self.step, crate::position::Step::Sea(_)), Refusal::MarchesThisYear)?;
        self.may_embark_with(expedition, self.host(expedition).land)
    }

    /// Pays and begins to load.
    pub(crate) fn embark(&mut self, expedition: Expedition) {
        let Some(hex) = self.host(expedition).spot.hex() else { return };
        let cost = self.embark_cost(expedition, hex);
        let host = self.host_mut(expedition);
        host.land = host.land.saturating_sub(cost);
        host.camped = false;
        host.winters = 0;
        self.march.pace = Pace::Loading;
    }

    pub(crate) fn may_load(&self, id: UnitId, ship: UnitId) -> Allowed {
        let expedition =
            self.march.expedition.filter(|_| self.march.pace == Pace::Loading).ok_or(Refusal::NotNow)?;
        let hex = self.host(expedition).spot.hex().ok_or(Refusal::NotNow)?;
        ensure(self.exists(id) && self.exists(ship), Refusal::NotYours)?;
        let unit = self.unit(id);
        ensure(unit.is_land() && unit.mode == Mode::Field(expedition), Refusal::NotYours)?;
        ensure(unit.aboard == UnitId::NONE, Refusal::AboardAlready)?;
        ensure(self.fleet(expedition, hex).any(|other| other == ship), Refusal::ShipNotHere)?;
        ensure(self.has_seat(ship, id), Refusal::NoRoomAboard)?;
        ensure(self.all_fit(expedition, hex, Some((id, ship))), Refusal::OthersLeftAshore)
    }

    pub(crate) fn list_loading(&self, offers: &mut Offers) -> ControlFlow<()> {
        let Some(expedition) = self.march.expedition else { return ControlFlow::Continue(()) };
        let Some(hex) = self.host(expedition).spot.hex() else { return ControlFlow::Continue(()) };
        for unit in self.troops(expedition).filter(|&id| self.is_listed(id)) {
            for ship in self.fleet(expedition, hex).filter(|&id| self.is_listed(id)) {
                if self.may_load(unit, ship).is_ok() {
                    offers.add(Order::Load { unit, ship })?;
                }
            }
        }
        offers.add(Order::Done)
    }

    /// Whoever is not aboard yet takes the first seat that leaves one for everybody else; then the fleet sails.
    pub(crate) fn set_sail(&mut self, chronicle: &mut impl Chronicle) {
        let Some(expedition) = self.march.expedition else { return };
        let Some(hex) = self.host(expedition).spot.hex() else { return };
        for id in self.land_ids() {
            let unit = self.unit(id);
            if unit.mode != Mode::Field(expedition) || unit.aboard != UnitId::NONE {
                continue;
            }
            let fits =
                |ship: &UnitId| self.has_seat(*ship, id) && self.all_fit(expedition, hex, Some((id, *ship)));
            let ship = self.fleet(expedition, hex).find(fits);
            if let Some(ship) = ship {
                self.unit_mut(id).aboard = ship;
            }
        }
        self.host_mut(expedition).at_sea = true;
        self.set_out = Some(hex);
        self.march.pace = Pace::Free;
        chronicle.note(|| {
            Event::new(EventKind::Carried, "5.1.7", format!("The {} goes aboard", expedition.name()))
        });
    }

    pub(crate) fn may_disembark(&self) -> Allowed {
        let (expedition, hex) = self.free_march()?;
        let host = self.host(expedition);
        ensure(host.at_sea, Refusal::AshoreAlready)?;
        ensure(self.sheet.ground.is_land(hex), Refusal::NoLandHere)?;
        ensure(self.embark_cost(expedition, hex) <= host.land, Refusal::TooFewToLand)
    }

    /// The passengers land and meet what is there (ruling 66).
    pub(crate) fn land(&mut self, expedition: Expedition, hex: Hex, chronicle: &mut impl Chronicle) {
        let cost = self.embark_cost(expedition, hex);
        let host = self.host_mut(expedition);
        host.land = host.land.saturating_sub(cost);
        host.at_sea = false;
        self.set_out = Some(hex);
        for id in self.land_ids() {
            if self.unit(id).mode == Mode::Field(expedition) && self.unit(id).spot == Spot::on(hex) {
                self.unit_mut(id).aboard = UnitId::NONE;
            }
        }
        chronicle.note(|| {
            let text = format!("The {} lands at {}", expedition.name(), self.hex_words(hex));
            Event::new(EventKind::Carried, "5.1.5", text).places([self.label_of(hex)])
        });
        self.come_ashore_or_march_in(expedition, hex);
    }
}

#[cfg(test)]
mod tests;
