//! Losses and retreats (8.2, 8.3, 13.0; rulings R92 to R98, R101, R124 to R126, R135 to R137).

use std::ops::ControlFlow;

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::codes::StateSet;
use crate::order::Order;
use crate::position::{Clash, Combat, Position};
use crate::refusal::Refusal;
use crate::sheet::{Arm, Kind, STATES, State};
use crate::stages::Offers;
use crate::unit::{Party, Spot, Unit, UnitId};

/// A beaten stack and what its way out depends on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rout {
    pub party: Party,
    pub arm: Arm,
    /// Where it leaves from.
    pub from: Spot,
    /// The nationality of an Empires stack.
    pub nation: State,
    /// The strongest nationalities (R94): a hex is legal if it suits any of them.
    pub homes: StateSet,
}

impl Position {
    /// The side the present loss or retreat falls on.
    pub(crate) fn sufferer(&self) -> Party {
        let attacker = match self.combat.stage {
            Clash::DefenderLosses | Clash::Offer => false,
            Clash::Retreat => self.combat.attacker_retreats,
            _ => true,
        };
        if attacker { self.party() } else { self.party().foe() }
    }

    /// The units among which the side now asked names its losses.
    fn losing(&self) -> impl Iterator<Item = UnitId> + '_ {
        let attacker = self.combat.stage == Clash::AttackerLosses;
        let spot = if attacker { self.assault_hex() } else { self.combat.at };
        let force = self.force(spot, self.sufferer(), self.combat.arm);
        force.filter(move |&id| !attacker || self.unit(id).has(Unit::ATTACKED))
    }

    /// The leader among those who may be named a loss (R124).
    fn losing_leader(&self) -> Option<UnitId> {
        let party = self.sufferer();
        let spot =
            if self.combat.stage == Clash::AttackerLosses { self.assault_hex() } else { self.combat.at };
        self.leader_at(party, spot).then(|| self.leader_id(self.leader_of(party)))
    }

    pub(crate) fn may_lose_in_combat(&self, id: UnitId) -> Result<(), Refusal> {
        match self.losing_leader() == Some(id) || self.losing().any(|unit| unit == id) {
            true => Ok(()),
            false => Err(Refusal::NotInThisCombat),
        }
    }

    pub(crate) fn lose_in_combat(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        self.combat.losses -= 1;
        self.fall(id, chronicle);
    }

    /// Removes a unit or leader lost in combat (8.3, R98, R121).
    fn fall(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        if let Some(leader) = self.as_leader(id) {
            chronicle.note(|| {
                let text = format!("{} falls", leader.name());
                Event::new(EventKind::Removed, "12.0", text).counters([id.0 as u16])
            });
            self.war.leaders[leader as usize] = Spot::NOWHERE;
            return;
        }
        let unit = *self.unit(id);
        let (to, fate) = self.combat_fate(&unit);
        chronicle.note(|| {
            let text = format!("{} is lost {fate}", self.where_words(id));
            Event::new(EventKind::Removed, "8.3", text).counters([id.0 as u16])
        });
        self.send(id, to);
    }

    /// Where a unit lost in combat goes, and how that is told.
    fn combat_fate(&self, unit: &Unit) -> (Spot, &'static str) {
        if unit.kind == Kind::Bedouin {
            (Spot::LOST, "for good")
        } else if self.party().at_war() {
            (Spot::POOL, "to the Muslim pool")
        } else if unit.is_muslim() && unit.kind.is_naval() {
            (Spot::UNBUILT, "and must be built again")
        } else if unit.is_muslim() {
            (Spot::POOL, "to the Muslim pool")
        } else if unit.state == State::Frank {
            (Spot::POOL, "to the Empires pool")
        } else {
            (Spot::CONVERSION, "to the Conversion Box")
        }
    }

    /// Carries losses and retreats on as far as they need no choice; answers whether to go on.
    pub(crate) fn pass_combat(&mut self, chronicle: &mut impl Chronicle) -> bool {
        match self.combat.stage {
            Clash::AttackerLosses | Clash::DefenderLosses => {
                let candidates = self.losing().count() + usize::from(self.losing_leader().is_some());
                if self.combat.losses as usize >= candidates {
                    for _ in 0..candidates {
                        let next = self.losing().next().or(self.losing_leader());
                        if let Some(id) = next {
                            self.lose_in_combat(id, chronicle);
                        }
                    }
                    self.combat.losses = 0;
                }
                if self.combat.losses > 0 {
                    return false;
                }
                if self.combat.stage == Clash::AttackerLosses {
                    self.combat.stage = Clash::DefenderLosses;
                    self.combat.losses = self.combat.defender_losses;
                } else if !self.leaders_decide(chronicle) {
                    self.combat.stage = Clash::Retreat;
                }
                true
            }
            Clash::Retreat => self.pass_retreat(chronicle),
            _ => false,
        }
    }

    /// Where the side marked R leaves from.
    pub(crate) fn rout_from(&self) -> Spot {
        if self.combat.attacker_retreats { self.assault_hex() } else { self.combat.at }
    }

    fn pass_retreat(&mut self, chronicle: &mut impl Chronicle) -> bool {
        let (party, from, arm) = (self.sufferer(), self.rout_from(), self.combat.arm);
        let leader = self.leader_at(party, from);
        if self.stands(from, party, arm) {
            let rout = self.rout_of(from, party, arm);
            if self.ways_out(&rout).next().is_some() {
                return false;
            }
            chronicle.note(|| {
                let text = format!("The {} in {} cannot retreat", party.name(), self.spot_words(from));
                Event::new(EventKind::Result, "8.2", text)
            });
            let mut next = self.top(from);
            while let Some(id) = next.some() {
                next = self.stacks.below(id);
                let unit = *self.unit(id);
                if unit.arm() == arm && unit.serves(party) {
                    self.fall(id, chronicle);
                }
            }
        }
        if leader {
            // R124: a leader who must retreat without troops, or with troops that cannot, is lost.
            self.fall(self.leader_id(self.leader_of(party)), chronicle);
            self.leaders_decide(chronicle);
        } else {
            self.end_combat(chronicle);
        }
        true
    }

    /// A beaten stack as it stands.
    pub(crate) fn rout_of(&self, from: Spot, party: Party, arm: Arm) -> Rout {
        let mut strengths = [0u16; STATES];
        let mut nation = State::Muslim;
        for id in self.force(from, party, arm) {
            let unit = self.unit(id);
            nation = unit.state;
            strengths[unit.state as usize] += unit.strength as u16;
        }
        let most = strengths.into_iter().max().unwrap_or(0);
        let mut homes = StateSet::EMPTY;
        for state in State::ALL {
            if strengths[state as usize] == most && most > 0 {
                homes.add(state);
            }
        }
        Rout { party, arm, from, nation, homes }
    }

    /// Whether a beaten stack may retreat to a place (R93 to R95, R101, R135, R136).
    pub(crate) fn may_fall_back(&self, rout: &Rout, to: Spot) -> Result<(), Refusal> {
        let ground = &self.sheet.ground;
        let Some(from) = self.hex_of(rout.from) else { return Err(Refusal::NotNow) };
        let Some(hex) = to.hex() else { return self.may_flee_to_box(rout, from) };
        let Some(way) = ground.grid.towards(from, hex) else { return Err(Refusal::NotAdjacent) };
        let place = ground.place(hex);
        if !ground.may_cross(from, way, rout.arm) || !place.admits(rout.arm) {
            return Err(Refusal::RetreatBarred);
        }
        let crosses_border = ground.place(from).state != place.state;
        if rout.party == Party::Empires {
            if crosses_border && self.is_neutral(rout.nation, hex) {
                return Err(Refusal::NeutralGround);
            }
            let stranger = |id: UnitId| !self.unit(id).is_muslim() && self.unit(id).state != rout.nation;
            if self.stack(to).any(stranger) {
                return Err(Refusal::NationsApart);
            }
        }
        if self.stands_any(to, rout.party.foe()) || self.leader_at(rout.party.foe(), to) {
            return Err(Refusal::EnemyThere);
        }
        if rout.arm == Arm::Naval && place.black_sea && !self.has_black_sea_port(rout) {
            return Err(Refusal::NoBlackSeaPort);
        }
        // R136: out of the box distance does not matter.
        let nearer = |state: State| ground.distance_home(hex, state) <= ground.distance_home(from, state);
        if rout.from != Spot::BOX && !rout.homes.iter().any(nearer) {
            return Err(Refusal::AwayFromHome);
        }
        Ok(())
    }

    /// R135: Byzantines beaten in the Constantinople hex may go into the box.
    fn may_flee_to_box(&self, rout: &Rout, from: Hex) -> Result<(), Refusal> {
        if rout.from == Spot::BOX || from != self.sheet.ground.constantinople {
            return Err(Refusal::NotAtConstantinople);
        }
        if rout.party != Party::Empires || rout.nation != State::Byzantine {
            return Err(Refusal::BoxForByzantines);
        }
        if self.books.box_open { Ok(()) } else { Err(Refusal::BoxClosed) }
    }

    /// R101: a port of the Black Sea free of enemies, at home or with a friendly garrison.
    fn has_black_sea_port(&self, rout: &Rout) -> bool {
        self.sheet.ground.black_sea_ports.iter().any(|&port| {
            let spot = Spot::on(port);
            let home = self.sheet.ground.place(port).state.is_some_and(|state| rout.homes.has(state));
            !self.stands(spot, rout.party.foe(), Arm::Land)
                && (home || self.stands(spot, rout.party, Arm::Land))
        })
    }

    /// Every place a beaten stack may go.
    pub(crate) fn ways_out(&self, rout: &Rout) -> impl Iterator<Item = Spot> + '_ {
        let rout = *rout;
        let hex = self.hex_of(rout.from);
        let around = hex.into_iter().flat_map(move |hex| self.sheet.ground.ways(hex, rout.arm));
        let hexes = around.map(|(_, to)| Spot::on(to)).chain([Spot::BOX]);
        hexes.filter(move |&to| self.may_fall_back(&rout, to).is_ok())
    }

    pub(crate) fn may_retreat(&self, to: Spot) -> Result<(), Refusal> {
        if self.combat.stage != Clash::Retreat {
            return Err(Refusal::NotNow);
        }
        self.may_fall_back(&self.rout_of(self.rout_from(), self.sufferer(), self.combat.arm), to)
    }

    pub(crate) fn retreat(&mut self, to: Spot, chronicle: &mut impl Chronicle) {
        let (party, from, arm) = (self.sufferer(), self.rout_from(), self.combat.arm);
        chronicle.note(|| {
            let text = format!("The {} retreat to {}", party.name(), self.spot_words(to));
            let hexes = [self.hex_of(from), self.hex_of(to)].into_iter().flatten();
            Event::new(EventKind::Retreated, "8.2", text)
                .counters(self.force(from, party, arm).map(|id| id.0 as u16))
                .places(hexes.map(|hex| self.number(hex)))
        });
        self.send_all(from, party, arm, to);
        if self.leader_at(party, from) {
            let leader = self.leader_of(party);
            self.war.leaders[leader as usize] = to;
        }
        self.end_combat(chronicle);
    }

    /// Moves all units of a force and arm from one place to another.
    pub(crate) fn send_all(&mut self, from: Spot, party: Party, arm: Arm, to: Spot) {
        let mut next = self.top(from);
        while let Some(id) = next.some() {
            next = self.stacks.below(id);
            let unit = *self.unit(id);
            if unit.arm() == arm && unit.serves(party) {
                self.send(id, to);
            }
        }
    }

    pub(crate) fn end_combat(&mut self, chronicle: &mut impl Chronicle) {
        let stormed = self.combat.at == Spot::BOX;
        self.combat = Combat::NONE;
        if stormed && self.top(Spot::BOX) == UnitId::NONE {
            self.shut_box(chronicle);
        }
    }

    pub(crate) fn list_combat_losses(&self, offers: &mut Offers) -> ControlFlow<()> {
        for unit in self.losing().filter(|&unit| self.is_listed(unit)) {
            offers.add(Order::Lose { unit })?;
        }
        match self.losing_leader() {
            Some(unit) => offers.add(Order::Lose { unit }),
            None => ControlFlow::Continue(()),
        }
    }

    pub(crate) fn list_retreats(&self, offers: &mut Offers) -> ControlFlow<()> {
        let rout = self.rout_of(self.rout_from(), self.sufferer(), self.combat.arm);
        for to in self.ways_out(&rout) {
            offers.add(Order::Retreat { at: self.station(to) })?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod refuge_tests;
