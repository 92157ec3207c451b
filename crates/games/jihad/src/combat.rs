//! Combat (8.0; rulings R85 to R92, R99, R121, R124, R133, R134): who fights, at what odds, and the die.

use std::ops::ControlFlow;

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;
use engine::ledger::{Ledger, Unread};
use engine::odds::{Factor, Odds, Quarters};

use crate::order::Order;
use crate::position::{Clash, Combat, Position, Step};
use crate::refusal::Refusal;
use crate::sheet::{Arm, CombatResult, Extent, State};
use crate::stages::Offers;
use crate::unit::{Party, Spot, Unit, UnitId};

impl Position {
    /// Opens a Combat Segment, noting whether the Constantinople hex is free of Empires units (R134).
    pub(crate) fn open_combat(&mut self, party: Party) {
        self.books.city_clear =
            party == Party::Muslims && !self.stands_any(self.constantinople(), Party::Empires);
        self.books.box_attacked = 0;
        self.step = Step::Fight(party);
    }

    /// Whether combat of an arm is required in a hex and not yet fought (R85, R86, R88, R121).
    pub(crate) fn must_fight(&self, party: Party, spot: Spot, arm: Arm) -> Result<(), Refusal> {
        let Some(first) = self.force(spot, party, arm).next() else {
            return Err(Refusal::NobodyToAttackWith);
        };
        let lone_leader = arm == Arm::Land && self.leader_at(party.foe(), spot);
        if !self.stands(spot, party.foe(), arm) && !lone_leader {
            return Err(Refusal::NobodyToAttack);
        }
        let state = self.unit(first).state;
        if party == Party::Empires && state.has_attack_limit() && self.books.allowance[state as usize] == 0 {
            return Err(Refusal::NoAllowance(state));
        }
        Ok(())
    }

    /// Whether the units of an arm in the Constantinople box may be attacked from the hex (R133, R134).
    fn may_storm(&self, party: Party, arm: Arm) -> Result<(), Refusal> {
        if party != Party::Muslims {
            return Err(Refusal::NobodyToAttack);
        }
        if !self.stands(self.constantinople(), party, arm) {
            return Err(Refusal::NobodyToAttackWith);
        }
        if !self.stands(Spot::BOX, Party::Empires, arm) {
            return Err(Refusal::NobodyToAttack);
        }
        if !self.books.city_clear {
            return Err(Refusal::CityNotClear);
        }
        if arm == Arm::Land && self.stands(Spot::BOX, Party::Empires, Arm::Naval) {
            return Err(Refusal::ShipsGuardTheBox);
        }
        if self.books.box_attacked >> arm as u8 & 1 == 1 {
            return Err(Refusal::StormedAlready);
        }
        Ok(())
    }

    pub(crate) fn may_attack(&self, spot: Spot, arm: Arm) -> Result<(), Refusal> {
        let Step::Fight(party) = self.step else { return Err(Refusal::NotNow) };
        if party.at_war() && arm == Arm::Naval {
            return Err(Refusal::NoShipsInCivilWar);
        }
        if spot == Spot::BOX { self.may_storm(party, arm) } else { self.must_fight(party, spot, arm) }
    }

    /// The hex where the attackers of a combat stand.
    #[inline]
    pub(crate) fn assault_hex(&self) -> Spot {
        if self.combat.at == Spot::BOX { self.constantinople() } else { self.combat.at }
    }

    /// The attackers of the present combat.
    #[inline]
    pub(crate) fn attackers(&self) -> impl Iterator<Item = UnitId> + '_ {
        let force = self.force(self.assault_hex(), self.party(), self.combat.arm);
        force.filter(|&id| self.unit(id).has(Unit::ATTACKED))
    }

    /// The defenders of the present combat.
    #[inline]
    pub(crate) fn defenders(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.force(self.combat.at, self.party().foe(), self.combat.arm)
    }

    /// Begins a combat: everybody attacks, but for the States limited by 8.4, who name their attackers.
    pub(crate) fn begin_attack(&mut self, spot: Spot, arm: Arm, chronicle: &mut impl Chronicle) {
        let party = self.party();
        self.combat = Combat { stage: Clash::Array, at: spot, arm, ..Combat::NONE };
        if spot == Spot::BOX {
            self.books.box_attacked |= 1 << arm as u8;
        }
        if party.at_war() {
            self.war.stirred = true;
        }
        let from = self.assault_hex();
        let limited = party == Party::Empires
            && self.force(from, party, arm).next().is_some_and(|id| self.unit(id).state.has_attack_limit());
        let mut next = self.top(from);
        while let Some(id) = next.some() {
            next = self.stacks.below(id);
            let unit = self.unit_mut(id);
            if unit.arm() == arm && unit.serves(party) {
                unit.flags |= Unit::ATTACKED;
                if limited {
                    return;
                }
            }
        }
        self.offer_combat(chronicle);
    }

    /// 8.4, R87: whether one more unit may be named among the attackers.
    pub(crate) fn may_join_attack(&self, id: UnitId) -> Result<(), Refusal> {
        if self.combat.stage != Clash::Array {
            return Err(Refusal::NotNow);
        }
        if !self.exists(id) || !self.unit(id).serves(self.party()) {
            return Err(Refusal::NotYours);
        }
        let unit = self.unit(id);
        if unit.spot != self.combat.at || unit.arm() != self.combat.arm {
            return Err(Refusal::NotOfThisStack);
        }
        if unit.has(Unit::ATTACKED) {
            return Err(Refusal::InTheStack);
        }
        let state = unit.state;
        if self.attackers().count() >= self.books.allowance[state as usize] as usize {
            return Err(Refusal::NoAllowance(state));
        }
        Ok(())
    }

    pub(crate) fn join_attack(&mut self, id: UnitId) {
        self.unit_mut(id).flags |= Unit::ATTACKED;
    }

    /// The attackers of a limited State are named.
    pub(crate) fn commit_attack(&mut self, chronicle: &mut impl Chronicle) {
        let count = self.attackers().count() as u8;
        let state = self.attackers().next().map(|id| self.unit(id).state);
        if let Some(state) = state {
            let left = &mut self.books.allowance[state as usize];
            *left = left.saturating_sub(count);
        }
        self.offer_combat(chronicle);
    }

    /// The defender may decline a naval combat in an all-sea hex (8.5, R99).
    fn offer_combat(&mut self, chronicle: &mut impl Chronicle) {
        let ground = &self.sheet.ground;
        let sea = self.combat.at.hex().filter(|&hex| ground.place(hex).extent == Extent::Sea);
        let declines = |hex: Hex| ground.ways(hex, Arm::Naval).any(|(_, to)| self.may_withdraw(to).is_ok());
        if self.combat.arm == Arm::Naval && sea.is_some_and(declines) {
            self.combat.stage = Clash::Offer;
        } else {
            self.join_battle(chronicle);
        }
    }

    /// The odds are fixed; the die is due.
    pub(crate) fn join_battle(&mut self, chronicle: &mut impl Chronicle) {
        self.combat.stage = Clash::Roll;
        chronicle.note(|| {
            let sum = self.combat_sum();
            let text = format!("{}: {}", sum.title, sum.total);
            Event::new(EventKind::Declared, "8.2", text)
                .places(self.hex_of(self.combat.at).map(|hex| self.number(hex)))
                .counters(self.attackers().chain(self.defenders()).map(|id| id.0 as u16))
                .sum(sum)
        });
    }

    pub(crate) fn may_withdraw(&self, to: Hex) -> Result<(), Refusal> {
        let rout = self.rout_of(self.combat.at, self.party().foe(), Arm::Naval);
        self.may_fall_back(&rout, Spot::on(to))?;
        match self.sheet.ground.place(to).extent {
            Extent::Sea => Ok(()),
            _ => Err(Refusal::NotAllSea),
        }
    }

    pub(crate) fn withdraw(&mut self, to: Hex, chronicle: &mut impl Chronicle) {
        let foe = self.party().foe();
        chronicle.note(|| {
            let text = format!("{} decline combat and sail to {}", foe.name(), self.place_words(to));
            Event::new(EventKind::Retreated, "8.5", text)
                .places([self.combat.at.hex(), Some(to)].into_iter().flatten().map(|hex| self.number(hex)))
        });
        self.send_all(self.combat.at, foe, Arm::Naval, Spot::on(to));
        let mut next = self.top(self.combat.at);
        while let Some(id) = next.some() {
            next = self.stacks.below(id);
            let unit = self.unit_mut(id);
            if unit.arm() == Arm::Naval {
                unit.flags &= !Unit::ATTACKED;
            }
        }
        self.combat = Combat::NONE;
    }

    /// The strengths of the present combat (8.2, R90, R91, R124).
    pub(crate) fn odds(&self, ledger: &mut impl Ledger) -> Odds {
        let party = self.party();
        let attack = self.muster(self.attackers(), party, self.assault_hex(), "", ledger);
        let defence = self.muster(self.defenders(), party.foe(), self.combat.at, "against ", ledger);
        Odds { attack, defence: self.fortified(defence, ledger), ..Odds::default() }
    }

    /// Units at their printed strength, and the leader where he is (12.0).
    fn muster(
        &self,
        units: impl Iterator<Item = UnitId>,
        party: Party,
        spot: Spot,
        who: &str,
        ledger: &mut impl Ledger,
    ) -> Quarters {
        let printed =
            |id: UnitId| ledger.count(self.unit(id).strength, "8.2", || format!("{who}{}", self.label(id)));
        let mut points: u32 = units.map(printed).map(u32::from).sum();
        if self.leader_at(party, spot) {
            let strength = self.sheet.roster.leader_strength;
            let name = || format!("{who}{}", self.leader_of(party).name());
            points += u32::from(ledger.count(strength, "12.0", name));
        }
        Quarters::points(points)
    }

    /// What box, ground and walls make of the defenders' strength; nothing at sea (R90).
    fn fortified(&self, troops: Quarters, ledger: &mut impl Ledger) -> Quarters {
        match (self.combat.at.hex(), self.combat.arm) {
            (None, _) => {
                let doubled = Factor::halves(self.sheet.charts.figures.box_halves);
                troops.times(ledger.multiply(doubled, "13.0", || "defends in the box"))
            }
            (Some(_), Arm::Naval) => troops,
            (Some(hex), Arm::Land) => self.defended(hex, troops, ledger),
        }
    }

    /// R90: rough ground multiplies land defenders, then walls are added.
    #[inline]
    pub(crate) fn defended(&self, hex: Hex, troops: Quarters, ledger: &mut impl Ledger) -> Quarters {
        let troops = troops.times(self.defence_ground(hex, ledger));
        match self.value(hex) {
            0 => troops,
            walls => {
                let label = || format!("walls of {}", self.sheet.ground.name(hex));
                troops + ledger.add(Quarters::points(walls.into()), "R90", label)
            }
        }
    }

    /// R90: what the ground multiplies land defenders by.
    #[inline]
    pub(crate) fn defence_ground(&self, hex: Hex, ledger: &mut impl Ledger) -> Factor {
        if !self.sheet.ground.place(hex).is_rough() {
            return Factor::ONE;
        }
        let rough = Factor::halves(self.sheet.charts.figures.rough_halves);
        ledger.multiply(rough, "R90", || "defends in rough ground")
    }

    /// The combat die (8.2).
    pub(crate) fn resolve(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let odds = self.odds(&mut Unread);
        let result = self.sheet.charts.results.outcome(&odds, face);
        self.note_first_attack();
        chronicle.note(|| {
            let text = self.result_words(result);
            Event::new(EventKind::Result, "8.2", text)
                .dice(&[face])
                .places(self.hex_of(self.combat.at).map(|hex| self.number(hex)))
        });
        let CombatResult { attacker, defender, attacker_retreats } = result;
        self.combat.stage = Clash::AttackerLosses;
        self.combat.losses = attacker;
        self.combat.defender_losses = defender;
        self.combat.attacker_retreats = attacker_retreats;
    }

    /// R39: the first combat die against an unconverted Byzantine unit opens Byzantine saving.
    fn note_first_attack(&mut self) {
        let byzantine = self.step == Step::Fight(Party::Muslims)
            && self.books.first_attack == 0
            && self.defenders().any(|id| self.unit(id).state == State::Byzantine);
        if byzantine {
            self.books.first_attack = self.turn;
        }
    }

    pub(crate) fn may_end_fighting(&self) -> Result<(), Refusal> {
        let Step::Fight(party) = self.step else { return Err(Refusal::NotNow) };
        match self.open_combats(party).next() {
            Some((hex, _)) => Err(Refusal::CombatDue(hex)),
            None => Ok(()),
        }
    }

    /// The required combats that are still open, by hex and arm.
    pub(crate) fn open_combats(&self, party: Party) -> impl Iterator<Item = (Hex, Arm)> + '_ {
        let occupied = self.sheet.ground.grid.hexes().filter(|&hex| self.occupied(hex));
        let pairs = occupied.flat_map(|hex| Arm::BOTH.into_iter().map(move |arm| (hex, arm)));
        pairs.filter(move |&(hex, arm)| self.must_fight(party, Spot::on(hex), arm).is_ok())
    }

    pub(crate) fn list_fighting(&self, offers: &mut Offers) -> ControlFlow<()> {
        let party = self.party();
        let mut due = false;
        for (hex, arm) in self.open_combats(party) {
            due = true;
            offers.add(Order::Attack { at: self.station(Spot::on(hex)), arm })?;
        }
        for arm in Arm::BOTH {
            if self.may_storm(party, arm).is_ok() {
                offers.add(Order::Attack { at: crate::order::Station::Box, arm })?;
            }
        }
        if !due {
            offers.add(Order::Done)?;
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn list_array(&self, offers: &mut Offers) -> ControlFlow<()> {
        offers.add(Order::Commit)?;
        for unit in self.stack(self.combat.at) {
            if self.is_listed(unit) && self.may_join_attack(unit).is_ok() {
                offers.add(Order::Join { unit })?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn list_offer(&self, offers: &mut Offers) -> ControlFlow<()> {
        offers.add(Order::Stand)?;
        let Some(hex) = self.combat.at.hex() else { return ControlFlow::Continue(()) };
        for (_, to) in self.sheet.ground.ways(hex, Arm::Naval) {
            if self.may_withdraw(to).is_ok() {
                offers.add(Order::Withdraw { hex: self.number(to) })?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod table_tests;
