//! Naval battles (8.0; rulings 100 to 106): boarding, Greek fire, losses in ships.

use std::ops::ControlFlow;

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{Battle, Cause, Fight, Position, Stage};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::sheet::{BYZANTINES, MUSLIMS};
use crate::stages::Offers;
use crate::unit::{Mode, Spot, Unit, UnitId};

impl Position {
    /// Ruling 100: enemy naval units outside garrison have to be fought.
    pub(crate) fn meet_fleet(&mut self, hex: Hex, chronicle: &mut impl Chronicle) {
        let Some(expedition) = self.march.expedition else { return };
        let attacker = Self::side_of(expedition);
        if !self.enemy_fleet(attacker, hex) {
            return;
        }
        self.battle = Battle { kind: Fight::Naval, hex, attacker, stage: Stage::Boarding, ..Battle::NONE };
        chronicle.note(|| {
            Event::new(EventKind::Announced, "8.0", format!("Naval battle at {}", self.hex_words(hex)))
                .places([self.label_of(hex)])
        });
    }

    /// Whether a counter is afloat on a side of the battle: a ship, or somebody aboard one.
    pub(crate) fn sails_into_battle(&self, id: UnitId, attacking: bool) -> bool {
        let unit = self.unit(id);
        if unit.spot != Spot::on(self.battle.hex) {
            return false;
        }
        if unit.is_land() {
            return unit.aboard.some().is_some_and(|ship| self.sails_into_battle(ship, attacking));
        }
        unit.is_ship()
            && match attacking {
                true => unit.expedition().is_some() && unit.expedition() == self.march.expedition,
                false => unit.serves(self.defender()) && unit.mode != Mode::Garrison,
            }
    }

    fn ships_of(&self, attacking: bool) -> u8 {
        self.stack(self.battle.hex)
            .filter(|&id| self.unit(id).is_ship() && self.sails_into_battle(id, attacking))
            .count() as u8
    }

    // ---- Boarding (rulings 101, 130)

    pub(crate) fn may_board(&self, id: UnitId, ship: UnitId) -> Allowed {
        ensure(self.battle.kind == Fight::Naval && self.battle.stage == Stage::Boarding, Refusal::NotNow)?;
        ensure(self.exists(id) && self.exists(ship), Refusal::NotYours)?;
        let unit = self.unit(id);
        let ashore = unit.is_land() && unit.spot == Spot::on(self.battle.hex) && unit.aboard == UnitId::NONE;
        ensure(ashore && unit.serves(self.defender()) && unit.expedition().is_some(), Refusal::NotToBoard)?;
        ensure(self.unit(ship).is_ship() && self.sails_into_battle(ship, false), Refusal::ShipNotInBattle)?;
        ensure(self.has_seat(ship, id), Refusal::NoRoomAboard)
    }

    pub(crate) fn list_boarding(&self, offers: &mut Offers) -> ControlFlow<()> {
        for unit in self.stack(self.battle.hex).filter(|&id| self.unit(id).is_land()) {
            if !self.is_listed(unit) {
                continue;
            }
            for ship in self.stack(self.battle.hex).filter(|&id| self.unit(id).is_ship()) {
                if self.may_board(unit, ship).is_ok() && self.is_listed(ship) {
                    offers.add(Order::Load { unit, ship })?;
                }
            }
        }
        offers.add(Order::Commit)
    }

    // ---- Greek fire (8.3)

    pub(crate) fn open_fire(&mut self) {
        self.battle.stage = Stage::Fire;
    }

    pub(crate) fn may_burn(&self, ships: u8) -> Allowed {
        ensure(self.battle.kind == Fight::Naval && self.battle.stage == Stage::Fire, Refusal::NotNow)?;
        ensure(ships <= self.ships_of(self.battle.attacker == BYZANTINES), Refusal::TooFewToBurn)
    }

    pub(crate) fn burn(&mut self, ships: u8, chronicle: &mut impl Chronicle) {
        self.battle.ships = ships;
        if ships > 0 {
            self.battle.stage = Stage::FireDie;
        } else {
            self.battle.stage = Stage::Die;
            self.declare(chronicle);
        }
    }

    pub(crate) fn list_fire(&self, offers: &mut Offers) -> ControlFlow<()> {
        let most = self.ships_of(self.battle.attacker == BYZANTINES);
        (0..=most).try_for_each(|ships| offers.add(Order::Fire { ships }))
    }

    pub(crate) fn fire_die(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let charts = &self.sheet.charts;
        let (sunk, scorched) = charts.fire[face as usize - 1][charts.fire_column(self.battle.ships)];
        chronicle
            .note(|| Event::new(EventKind::Result, "8.3", self.fire_words((sunk, scorched))).dice(&[face]));
        self.battle.owed = sunk.min(self.ships_of(self.battle.attacker == MUSLIMS));
        self.battle.scorched = scorched;
        self.battle.stage = Stage::Sunk;
    }

    /// What Greek fire does, in words.
    pub(crate) fn fire_words(&self, (sunk, scorched): (u8, bool)) -> String {
        let also = if scorched { ", and one of their own" } else { "" };
        format!("Greek fire burns {sunk} Muslim ships{also}")
    }

    /// A ship is lost with everybody aboard; anybody else alone.
    pub(crate) fn sink(&mut self, id: UnitId, rule: &'static str, chronicle: &mut impl Chronicle) {
        if self.unit(id).is_ship() {
            for passenger in self.land_ids() {
                if self.unit(passenger).aboard == id {
                    self.destroy(passenger, rule, chronicle);
                }
            }
        }
        self.destroy(id, rule, chronicle);
    }

    /// The stages of a naval battle that may leave no choice.
    pub(crate) fn pass_naval(&mut self, chronicle: &mut impl Chronicle) -> bool {
        match self.battle.stage {
            Stage::Fire if !self.annals.greek_fire => {
                self.burn(0, chronicle);
                true
            }
            Stage::Sunk if self.battle.owed == 0 => {
                self.battle.owed = u8::from(self.battle.scorched);
                self.battle.stage = Stage::Scorched;
                true
            }
            Stage::Scorched if self.battle.owed == 0 => {
                for attacking in [false, true] {
                    if self.ships_of(attacking) == 0 {
                        self.fleet_gone(attacking, chronicle);
                        return true;
                    }
                }
                self.battle.stage = Stage::Die;
                self.declare(chronicle);
                true
            }
            Stage::Victors if self.battle.owed == 0 => {
                let attacking = self.battle.turn != self.battle.attacker;
                self.flee_by_sea(attacking, chronicle);
                true
            }
            _ => false,
        }
    }

    // ---- Results (8.2)

    /// 8.2.2 and ruling 104: the loser loses as many ships as the winner has.
    pub(crate) fn be_routed_at_sea(&mut self, attacking: bool) {
        self.battle.turn = if attacking { self.battle.attacker } else { self.defender() };
        self.battle.owed = self.ships_of(!attacking).min(self.ships_of(attacking));
        self.battle.ships = self.battle.owed;
        self.battle.stage = Stage::Losses;
    }

    /// The winner loses half of what the loser lost, rounded down.
    pub(crate) fn after_ships_lost(&mut self, attacking: bool) {
        self.battle.owed = (self.battle.ships / 2).min(self.ships_of(!attacking));
        self.battle.turn = if attacking { self.defender() } else { self.battle.attacker };
        self.battle.stage = Stage::Victors;
    }

    /// All ships of a side are gone: passengers with them, leaders if nobody of theirs stays ashore (ruling 106).
    pub(crate) fn fleet_gone(&mut self, attacking: bool, chronicle: &mut impl Chronicle) {
        let lost: Vec<UnitId> = self
            .stack(self.battle.hex)
            .filter(|&id| self.unit(id).is_ship() && self.sails_into_battle(id, attacking))
            .collect();
        for id in lost {
            self.sink(id, "8.2.3", chronicle);
        }
        let hosts = self.hosts_in(attacking);
        self.end_naval_battle();
        for expedition in hosts {
            if self.strength_of(expedition) == 0 {
                self.perish(expedition, chronicle);
            }
        }
    }

    /// Rulings 105 and 131: ships and passengers to ports within 20; the counter stays if units are ashore.
    pub(crate) fn flee_by_sea(&mut self, attacking: bool, chronicle: &mut impl Chronicle) {
        let (side, hex) = (if attacking { self.battle.attacker } else { self.defender() }, self.battle.hex);
        let afloat: Vec<UnitId> =
            self.stack(hex).filter(|&id| self.sails_into_battle(id, attacking)).collect();
        let hosts = self.hosts_in(attacking);
        // Whoever is left of the winner's boarders goes ashore again; the fleeing stay aboard.
        for id in self.land_ids() {
            if !afloat.contains(&id) && !attacking_passenger(self, id) {
                self.unit_mut(id).aboard = UnitId::NONE;
            }
        }
        self.clear_flags(Unit::RESERVE);
        self.battle = Battle::NONE;
        for &id in &afloat {
            let unit = self.unit_mut(id);
            unit.mode = Mode::Off;
            unit.flags |= Unit::ADRIFT;
        }
        for expedition in hosts {
            if self.strength_of(expedition) == 0 {
                chronicle.note(|| {
                    Event::new(EventKind::Retreated, "8.2.2", format!("The {} flees", expedition.name()))
                });
                self.cast_adrift(expedition);
            }
        }
        self.open_placing(Cause::SeaRout, side, hex);
    }

    /// The battle is over and nobody fled: the defender's boarders go ashore again.
    fn end_naval_battle(&mut self) {
        for id in self.land_ids() {
            if self.unit(id).aboard != UnitId::NONE && !attacking_passenger(self, id) {
                self.unit_mut(id).aboard = UnitId::NONE;
            }
        }
        self.end_battle();
    }
}

/// Whether a unit sails with the expedition in hand.
fn attacking_passenger(position: &Position, id: UnitId) -> bool {
    let unit = position.unit(id);
    unit.expedition().is_some_and(|expedition| {
        Some(expedition) == position.march.expedition && position.host(expedition).at_sea
    })
}

#[cfg(test)]
mod tests;
