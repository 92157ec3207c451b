//! Towns and cities (7.0; rulings 89 to 99): sieges, breaches, assaults, evacuation, pillage.

use engine::dice::DiceRequest;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;
use engine::ledger::{Ledger, Unread};

use crate::position::{Battle, Cause, Fight, Pace, Placing, Position, Stage};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::unit::{Expedition, Mode, Unit, UnitId};

impl Position {
    /// The garrison of a place: land units of its controller (ruling 89).
    pub(crate) fn defenders(&self, place: u8) -> u8 {
        let hex = self.sheet.ground.settlement(place).hex;
        let Some(side) = self.holder(place).side() else { return 0 };
        self.number(hex, |unit| unit.is_land() && unit.mode == Mode::Garrison && unit.serves(side))
    }

    /// 7.0: the place the expedition in hand may attack.
    fn may_attack_place(&self) -> Allowed<(Expedition, u8)> {
        let (expedition, hex) = self.free_march()?;
        ensure(!self.host(expedition).at_sea, Refusal::BesiegersAtSea)?;
        let place = self.sheet.ground.settlement_in(hex).ok_or(Refusal::NoPlaceHere)?;
        let enemy = self.holder(place).side() == Some(Self::side_of(expedition).other());
        ensure(enemy, Refusal::NotTheEnemys)?;
        ensure(self.strength_of(expedition) >= self.defenders(place), Refusal::GarrisonTooStrong)?;
        Ok((expedition, place))
    }

    pub(crate) fn may_besiege(&self) -> Allowed {
        self.may_attack_place().map(drop)
    }

    /// Ruling 95: Byzantines need foot to storm walls.
    pub(crate) fn may_assault(&self) -> Allowed {
        let (expedition, _) = self.may_attack_place()?;
        let foot = self.troops(expedition).any(|id| !self.unit(id).is_mounted());
        ensure(foot, Refusal::MountedCannotAssault)
    }

    fn open(&mut self, kind: Fight, stage: Stage, chronicle: &mut impl Chronicle) {
        let Ok((expedition, hex)) = self.free_march() else { return };
        self.battle = Battle { kind, stage, hex, attacker: Self::side_of(expedition), ..Battle::NONE };
        chronicle.note(|| {
            let (rule, what, sum) = match kind {
                Fight::Siege => ("7.1", "besieges", self.siege_sum()),
                _ => ("7.2", "assaults", self.breach_sum()),
            };
            let text = format!("The {} {what} {}", expedition.name(), self.hex_words(hex));
            let event = Event::new(EventKind::Declared, rule, text).places([self.label_of(hex)]);
            sum.into_iter().fold(event, Event::sum)
        });
    }

    // ---- Siege

    pub(crate) fn besiege(&mut self, chronicle: &mut impl Chronicle) {
        self.open(Fight::Siege, Stage::SiegeDie, chronicle);
        let place = self.sheet.ground.settlement_in(self.battle.hex);
        if place.is_some_and(|place| self.defenders(place) == 0) {
            // Ruling 91: without a garrison there are no dice.
            self.battle.stage = Stage::Evacuate;
            self.open_evacuation();
        }
    }

    /// 7.1.1: one die for a town, two for a city.
    pub(crate) fn siege_dice(&self, hex: Hex) -> DiceRequest {
        let city = self
            .sheet
            .ground
            .settlement_in(hex)
            .is_some_and(|place| self.sheet.ground.settlement(place).is_city());
        DiceRequest { count: if city { 2 } else { 1 }, sides: 6 }
    }

    /// The MPs a throw costs.
    pub(crate) fn siege_cost(&self, place: u8, throw: u8) -> u16 {
        u16::from(throw) * u16::from(self.defenders(place))
    }

    pub(crate) fn siege_throw(&mut self, dice: &[u8], chronicle: &mut impl Chronicle) {
        let (Some(expedition), Some(place)) =
            (self.march.expedition, self.sheet.ground.settlement_in(self.battle.hex))
        else {
            return;
        };
        let cost = self.siege_cost(place, dice.iter().sum());
        let left = u16::from(self.host(expedition).land);
        let falls = cost <= left;
        chronicle.note(|| Event::new(EventKind::Result, "7.1.1", siege_words(cost, left)).dice(dice));
        if falls {
            self.host_mut(expedition).land = (left - cost) as u8;
            self.battle.stage = Stage::Evacuate;
            self.open_evacuation();
        } else {
            self.host_mut(expedition).land = 0;
            self.end_battle();
            self.march.must_camp = true;
            self.march.pace = Pace::Rest;
        }
    }

    // ---- Assault

    pub(crate) fn assault(&mut self, chronicle: &mut impl Chronicle) {
        self.open(Fight::Assault, Stage::Breach, chronicle);
        let place = self.sheet.ground.settlement_in(self.battle.hex);
        if place.is_some() && place == Some(self.annals.open_walls) {
            self.battle.stage = Stage::Evacuate;
            self.open_evacuation();
        }
    }

    /// 7.2.1 and ruling 94: what is added to the die of a breach.
    pub(crate) fn breach_bonus(&self, expedition: Expedition, ledger: &mut impl Ledger) -> i32 {
        let charts = &self.sheet.charts;
        let winters = self.host(expedition).winters.min(charts.breach_most);
        match winters {
            0 => 0,
            _ => ledger.die(i32::from(winters * charts.breach_winter), "R94", || {
                format!("{} before the walls", engine::words::counted(winters, "winter", "winters"))
            }),
        }
    }

    /// Whether a face of the die breaches a place; a six always does.
    pub(crate) fn breaches(&self, expedition: Expedition, place: u8, face: u8) -> bool {
        let needed = self.sheet.charts.breach[self.sheet.ground.settlement(place).kind as usize];
        face == 6 || i32::from(face) + self.breach_bonus(expedition, &mut Unread) >= i32::from(needed)
    }

    pub(crate) fn breach_die(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let (Some(expedition), Some(place)) =
            (self.march.expedition, self.sheet.ground.settlement_in(self.battle.hex))
        else {
            return;
        };
        let breached = self.breaches(expedition, place, face);
        chronicle.note(|| {
            let text = if breached { "The walls are breached" } else { "The walls hold" };
            Event::new(EventKind::Result, "7.2.1", text).dice(&[face])
        });
        if breached {
            self.battle.stage = Stage::Evacuate;
            self.open_evacuation();
        } else {
            self.end_battle();
            self.march.pace = Pace::Rest;
        }
    }

    /// 7.2.2: the attackers took the place, or have nobody left who can storm it (ruling 95).
    pub(crate) fn assault_decided(&mut self, taken: bool, chronicle: &mut impl Chronicle) {
        let hex = self.battle.hex;
        if taken {
            self.fall(hex, "7.2.2", chronicle);
            self.battle.stage = Stage::Pillage;
            return;
        }
        self.end_battle();
        let Some(expedition) = self.march.expedition else { return };
        match self.strength_of(expedition) {
            0 => self.perish(expedition, chronicle),
            _ => self.march.pace = Pace::Rest,
        }
    }

    pub(crate) fn pillage_die(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let pillaged = face >= self.sheet.charts.pillage;
        if let Some(place) = self.sheet.ground.settlement_in(self.battle.hex).filter(|_| pillaged) {
            self.pillaged.add(place);
        }
        chronicle.note(|| {
            let text = if pillaged { "The place is pillaged" } else { "The place is spared" };
            Event::new(EventKind::Result, "7.2.3", text).dice(&[face])
        });
        self.end_battle();
    }

    // ---- Evacuation (7.3)

    /// Ruling 97: from an unpillaged port, with ships of the defender and none of the attacker in the hex.
    pub(crate) fn open_evacuation(&mut self) {
        let hex = self.battle.hex;
        let (side, attacker) = (self.defender(), self.battle.attacker);
        let Some(place) = self.sheet.ground.settlement_in(hex) else { return };
        let ships = self.any(hex, |unit| unit.is_ship() && unit.serves(side));
        let blockade = self.any(hex, |unit| unit.is_ship() && unit.serves(attacker));
        if !self.is_port(place) || !ships || blockade || self.holder(place).side() != Some(side) {
            return;
        }
        let leaving: Vec<UnitId> = self
            .stack(hex)
            .filter(|&id| {
                let unit = self.unit(id);
                unit.serves(side)
                    && (unit.mode == Mode::Garrison || unit.is_leader() && unit.mode == Mode::Off)
            })
            .collect();
        self.placing = Placing { cause: Cause::Evacuation, side, hex, leaders: false };
        for &id in &leaving {
            self.unit_mut(id).flags |= Unit::ADRIFT;
        }
        if self.havens().is_empty() {
            self.clear_flags(Unit::OF_PLACING);
            self.placing = Placing::NONE;
        }
    }

    /// Whoever wanted to has left.
    pub(crate) fn after_evacuation(&mut self, chronicle: &mut impl Chronicle) {
        let hex = self.battle.hex;
        match self.battle.kind {
            Fight::Assault => self.open_exchange(self.battle.attacker),
            _ => {
                let rule = if self.battle.kind == Fight::Siege { "7.1.2" } else { "R8" };
                self.fall(hex, rule, chronicle);
                self.end_battle();
            }
        }
    }
}

/// What a throw for a siege comes to; how much dearer it is than what is left makes no difference.
pub(crate) fn siege_words(cost: u16, left: u16) -> String {
    match cost <= left {
        true => format!("The siege costs {cost} of {left} MPs: the place falls"),
        false => format!("The siege costs more than the {left} MPs left: it stalls"),
    }
}

#[cfg(test)]
mod tests;
