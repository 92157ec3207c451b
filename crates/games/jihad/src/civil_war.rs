//! Civil war and leaders (11.3, 12.0; rulings R118 to R130).

use std::ops::ControlFlow;

use engine::event::{Chronicle, Event, EventKind};

use crate::order::Order;
use crate::position::{Combat, Mover, Position, Step};
use crate::refusal::Refusal;
use crate::sheet::Arm;
use crate::stages::Offers;
use crate::unit::{Party, Spot, Unit, UnitId};

impl Position {
    /// War breaks out: the normal sequence waits until it is decided (11.1).
    pub(crate) fn begin_war(&mut self, chronicle: &mut impl Chronicle) {
        self.clear_flags(Unit::ATTACKED | Unit::BUILDER);
        self.war.round = 1;
        self.war.stirred = false;
        self.step = Step::Leader(Party::Rebels);
        chronicle.note(|| {
            let (authority, rebels) = (self.leader_of(Party::Authority), self.leader_of(Party::Rebels));
            let text = format!("Civil war: {} against the {}", authority.name(), rebels.name());
            Event::new(EventKind::Phase, "11.3", text)
        });
    }

    /// Whether a faction has land units on the map.
    fn has_troops(&self, party: Party) -> bool {
        self.units[..self.count()].iter().any(|unit| unit.hex().is_some() && unit.serves(party))
    }

    /// R122: with any land unit of the faction, or in a refuge if there is none.
    pub(crate) fn may_place_leader(&self, id: UnitId, spot: Spot) -> Result<(), Refusal> {
        let Step::Leader(party) = self.step else { return Err(Refusal::NotNow) };
        if self.as_leader(id) != Some(self.leader_of(party)) {
            return Err(Refusal::NotYours);
        }
        let Some(hex) = spot.hex() else { return Err(Refusal::NoTroopsForLeader) };
        if self.stands(spot, party, Arm::Land) {
            return Ok(());
        }
        match (self.has_troops(party), self.sheet.ground.refuges.contains(&hex)) {
            (true, _) => Err(Refusal::NoTroopsForLeader),
            (false, false) => Err(Refusal::LeaderSeeksRefuge),
            (false, true) => Ok(()),
        }
    }

    pub(crate) fn place_leader(&mut self, id: UnitId, spot: Spot, chronicle: &mut impl Chronicle) {
        let (Step::Leader(party), Some(leader)) = (self.step, self.as_leader(id)) else { return };
        self.war.leaders[leader as usize] = spot;
        self.step = match party {
            Party::Rebels => Step::Leader(Party::Authority),
            _ => Step::Move(Party::Rebels),
        };
        chronicle.note(|| {
            let text = format!("{} raises the banner in {}", leader.name(), self.spot_words(spot));
            Event::new(EventKind::Placed, "12.0", text)
                .counters([id.0 as u16])
                .places(spot.hex().map(|hex| self.number(hex)))
        });
    }

    pub(crate) fn list_placing_leader(&self, offers: &mut Offers) -> ControlFlow<()> {
        let party = self.party();
        let unit = self.leader_id(self.leader_of(party));
        let (ground, has_troops) = (&self.sheet.ground, self.has_troops(party));
        for hex in ground.grid.hexes() {
            let spot = Spot::on(hex);
            let open = match has_troops {
                true => self.stands(spot, party, Arm::Land),
                false => ground.refuges.contains(&hex),
            };
            if open {
                debug_assert!(self.may_place_leader(unit, spot).is_ok(), "the list says what the rule says");
                offers.add(Order::Place { unit, at: self.station(spot), aid: false })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// R123: the leader joins a stack of its faction in the same hex.
    pub(crate) fn may_take_leader(&self, party: Party, id: UnitId) -> Result<(), Refusal> {
        if self.mover.count == 0 {
            return Err(Refusal::NobodyInHand);
        }
        if !party.at_war() || self.as_leader(id) != Some(self.leader_of(party)) {
            return Err(Refusal::NotYours);
        }
        if self.mover.leader {
            return Err(Refusal::InTheStack);
        }
        if self.leader_spot(party) != self.mover.at {
            return Err(Refusal::NotOfThisStack);
        }
        if self.dropping() {
            return Err(Refusal::DropFirst);
        }
        if self.mover.leader_changed { Err(Refusal::LeaderChanged) } else { Ok(()) }
    }

    /// R123: the leader stays with other units of its faction in the hex.
    pub(crate) fn may_part_with_leader(&self, party: Party, id: UnitId) -> Result<(), Refusal> {
        if self.mover.count == 0 {
            return Err(Refusal::NobodyInHand);
        }
        if !party.at_war() || self.as_leader(id) != Some(self.leader_of(party)) || !self.mover.leader {
            return Err(Refusal::NotOfThisStack);
        }
        if self.dropping() {
            return Err(Refusal::DropFirst);
        }
        if self.mover.leader_changed {
            return Err(Refusal::LeaderChanged);
        }
        let company = self.force(self.mover.at, party, Arm::Land).any(|id| !self.unit(id).has(Unit::IN_HAND));
        if company { Ok(()) } else { Err(Refusal::LeaderAlone) }
    }

    /// The next segment after a faction's stacking was judged (11.32, R127).
    pub(crate) fn after_war_phase(&mut self, party: Party, chronicle: &mut impl Chronicle) {
        if party == Party::Rebels {
            self.step = Step::Move(Party::Authority);
            return;
        }
        let spent = self.war.round >= self.sheet.charts.figures.war_rounds;
        if spent || !self.war.stirred {
            chronicle.note(|| {
                let why = if spent { "The war drags on" } else { "Nobody stirs" };
                let text = format!("{why}: the Authority prevails");
                Event::new(EventKind::Announced, "R127", text)
            });
            self.end_war(Party::Authority, chronicle);
        } else {
            self.war.round += 1;
            self.war.stirred = false;
            self.step = Step::Move(Party::Rebels);
        }
    }

    /// R125, R126: after losses, a fallen leader ends the war; if both fell, the side marked R loses.
    pub(crate) fn leaders_decide(&mut self, chronicle: &mut impl Chronicle) -> bool {
        let party = self.party();
        if !party.at_war() {
            return false;
        }
        let fallen = |party: Party| self.leader_spot(party) == Spot::NOWHERE;
        let beaten = if self.combat.attacker_retreats { party } else { party.foe() };
        let winner = match (fallen(party), fallen(party.foe())) {
            (false, false) => return false,
            (true, false) => party.foe(),
            (false, true) => party,
            (true, true) => beaten.foe(),
        };
        self.end_war(winner, chronicle);
        true
    }

    /// R25, R129, R130: survivors are loyal where they stand; the winner's house leads the Authority from now on.
    fn end_war(&mut self, winner: Party, chronicle: &mut impl Chronicle) {
        let house = self.leader_of(winner);
        chronicle.note(|| {
            let text = format!("The {} under the {} win the civil war", winner.name(), house.name());
            Event::new(EventKind::Announced, "12.0", text)
        });
        self.war.won[usize::from(winner == Party::Rebels)] += 1;
        self.war.authority = house;
        self.war.leaders = [Spot::NOWHERE; 2];
        self.war.round = 0;
        self.war.stirred = false;
        self.combat = Combat::NONE;
        self.mover = Mover::NOBODY;
        self.forget_moves();
        self.clear_flags(Unit::REBEL | Unit::ATTACKED);
        if self.variant().exchange && winner == Party::Rebels {
            self.swapped = !self.swapped;
            chronicle.note(|| Event::new(EventKind::Announced, "R25", "The players change seats"));
        }
        self.after_rebellion(chronicle);
    }
}

#[cfg(test)]
mod faction_tests;
#[cfg(test)]
mod leader_tests;
#[cfg(test)]
mod tests;
