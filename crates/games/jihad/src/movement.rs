//! Movement (7.0; rulings R65 to R82, R120, R123): stacks that march, drop units and stop.
//!
//! The units in hand carry [`Unit::IN_HAND`]; [`Travel`] is what their way depends on. Every question of the
//! form "may it go there?" is answered from a `Travel`, so that planners can ask it for stacks not in hand.

use std::ops::ControlFlow;

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::{Direction, Hex};

use crate::order::Order;
use crate::position::{Mover, Position, Step};
use crate::refusal::Refusal;
use crate::sheet::Arm;
use crate::stages::Offers;
use crate::unit::{Party, Spot, Unit, UnitId};

mod travel;

pub(crate) use travel::Travel;

impl Position {
    /// Whether a unit may be taken up for a move (R65; R23 under the errata).
    pub(crate) fn may_take_up(&self, id: UnitId) -> Result<(), Refusal> {
        let Step::Move(party) = self.step else { return Err(Refusal::NotNow) };
        if self.mover.count > 0 {
            return Err(Refusal::AnotherInHand);
        }
        if self.as_leader(id).is_some() {
            return Err(Refusal::LeadersFollow);
        }
        if !self.exists(id) || !self.unit(id).serves(party) {
            return Err(Refusal::NotYours);
        }
        self.may_set_out(party, id)?;
        match self.can_set_out(&self.travel_of(party, id)) {
            true => Ok(()),
            false => Err(Refusal::NoWayOut),
        }
    }

    /// What holds for every unit that begins a move.
    fn may_set_out(&self, party: Party, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if !unit.spot.in_play() {
            return Err(Refusal::NotOnTheMap);
        }
        if unit.has(Unit::MOVED) {
            return Err(Refusal::HasMoved);
        }
        let still = party == Party::Empires && self.variant().errata;
        match still && !self.books.recruited.has(unit.state) {
            true => Err(Refusal::StayedAtHome(unit.state)),
            false => Ok(()),
        }
    }

    /// Whether the stack in hand stands and may still grow.
    fn may_gather(&self) -> Result<(), Refusal> {
        match (self.mover.count, self.mover.begun) {
            (0, _) => Err(Refusal::NobodyInHand),
            (_, true) => Err(Refusal::NoPickingUp),
            (_, false) => Ok(()),
        }
    }

    /// Whether a unit may join the stack in hand.
    pub(crate) fn may_join_stack(&self, id: UnitId) -> Result<(), Refusal> {
        let Step::Move(party) = self.step else { return Err(Refusal::NotNow) };
        if self.as_leader(id).is_some() {
            return self.may_take_leader(party, id);
        }
        self.may_gather()?;
        if !self.exists(id) || !self.unit(id).serves(party) {
            return Err(Refusal::NotYours);
        }
        let unit = self.unit(id);
        if unit.spot != self.mover.at || unit.arm() != self.mover.arm || unit.aboard.some().is_some() {
            return Err(Refusal::NotOfThisStack);
        }
        if unit.has(Unit::IN_HAND) {
            return Err(Refusal::InTheStack);
        }
        self.may_set_out(party, id)?;
        let mut travel = self.travel(UnitId::NONE);
        travel.worst = travel.worst.max(unit.kind);
        if self.can_set_out(&travel) { Ok(()) } else { Err(Refusal::NoWayOut) }
    }

    /// Takes a unit up.
    pub(crate) fn take_up(&mut self, id: UnitId) {
        let unit = self.unit_mut(id);
        unit.flags |= Unit::IN_HAND;
        let (spot, arm) = (unit.spot, unit.arm());
        self.mover = Mover { count: 1, arm, origin: spot, at: spot, ..Mover::NOBODY };
    }

    pub(crate) fn join_stack(&mut self, id: UnitId) {
        if self.as_leader(id).is_some() {
            self.mover.leader = true;
            self.mover.leader_changed = true;
            return;
        }
        self.unit_mut(id).flags |= Unit::IN_HAND;
        self.mover.count += 1;
    }

    /// Whether the stack in hand is free to go on: nobody is waiting to be dropped.
    fn may_carry_on(&self) -> Result<(), Refusal> {
        if self.mover.count == 0 {
            return Err(Refusal::NobodyInHand);
        }
        if self.dropping() { Err(Refusal::DropFirst) } else { Ok(()) }
    }

    /// Whether units have been named to be dropped.
    #[inline]
    pub(crate) fn dropping(&self) -> bool {
        self.stack(self.mover.at).any(|id| self.unit(id).has(Unit::DROPPING))
    }

    pub(crate) fn may_step(&self, to: Direction) -> Result<(Hex, u8), Refusal> {
        let Step::Move(_) = self.step else { return Err(Refusal::NotNow) };
        self.may_carry_on()?;
        let Some(hex) = self.mover.at.hex() else { return Err(Refusal::LeaveTheBox) };
        self.may_go(&self.travel(UnitId::NONE), hex, self.mover.begun, self.mover.points, to)
    }

    /// Moves the stack in hand, its cargo and its leader one hex.
    pub(crate) fn step_stack(&mut self, to: Hex, points: u8, chronicle: &mut impl Chronicle) {
        let from = self.mover.at;
        self.shift_stack(Spot::on(to));
        self.mover.points = points;
        self.mover.marched = true;
        if self.party().at_war() {
            self.war.stirred = true;
        }
        chronicle.note(|| {
            let hexes = [self.hex_of(from), Some(to)].into_iter().flatten().map(|hex| self.number(hex));
            let (who, toll) = (self.hand_words(), crate::words::points_words(points));
            let text = format!("{who} to {}, {toll}", self.place_words(to));
            Event::new(EventKind::Moved, "7.2", text)
                .counters(self.hand().map(|id| id.0 as u16))
                .places(hexes)
        });
    }

    /// The units in hand.
    pub(crate) fn hand(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.stack(self.mover.at).filter(|&id| self.unit(id).has(Unit::IN_HAND))
    }

    fn shift_stack(&mut self, to: Spot) {
        let party = self.party();
        let from = self.mover.at;
        // R123: the last own unit that leaves takes the leader along.
        if self.leader_at(party, from) {
            let stays = self.force(from, party, Arm::Land).any(|id| !self.unit(id).has(Unit::IN_HAND));
            self.mover.leader |= !stays;
            if self.mover.leader {
                let leader = self.leader_of(party);
                self.war.leaders[leader as usize] = to;
            }
        }
        let mut next = self.top(from);
        while let Some(id) = next.some() {
            next = self.stacks.below(id);
            let unit = self.unit(id);
            let carried = unit.aboard.some().is_some_and(|ship| self.unit(ship).has(Unit::IN_HAND));
            if unit.has(Unit::IN_HAND) || carried {
                self.send(id, to);
            }
        }
        self.mover.at = to;
        self.mover.begun = true;
        self.mover.leader_changed = false;
    }

    pub(crate) fn may_enter_box(&self) -> Result<u8, Refusal> {
        let Step::Move(_) = self.step else { return Err(Refusal::NotNow) };
        self.may_carry_on()?;
        if self.mover.at != self.constantinople() {
            return Err(Refusal::NotAtConstantinople);
        }
        if self.mover.origin == Spot::BOX && !self.mover.marched {
            return Err(Refusal::NoPointInReturning);
        }
        self.may_shelter(&self.travel(UnitId::NONE), self.mover.begun, self.mover.points)
    }

    /// Into the box, where the move ends.
    pub(crate) fn enter_box(&mut self, points: u8, chronicle: &mut impl Chronicle) {
        self.shift_stack(Spot::BOX);
        self.mover.points = points;
        chronicle.note(|| {
            let text = format!("{} into the Constantinople box", self.hand_words());
            Event::new(EventKind::Moved, "13.0", text).counters(self.hand().map(|id| id.0 as u16))
        });
        self.halt_stack(chronicle);
    }

    pub(crate) fn may_exit_box(&self) -> Result<(), Refusal> {
        let Step::Move(_) = self.step else { return Err(Refusal::NotNow) };
        self.may_carry_on()?;
        if self.mover.at != Spot::BOX {
            return Err(Refusal::NotInTheBox);
        }
        self.may_come_out(&self.travel(UnitId::NONE))
    }

    pub(crate) fn exit_box(&mut self, chronicle: &mut impl Chronicle) {
        let hex = self.constantinople();
        self.shift_stack(hex);
        chronicle.note(|| {
            let text = format!("{} out of the Constantinople box", self.hand_words());
            Event::new(EventKind::Moved, "13.0", text).counters(self.hand().map(|id| id.0 as u16))
        });
    }

    /// Whether a unit of the stack in hand may stay in the present hex while the rest goes on (7.2, R69).
    pub(crate) fn may_leave(&self, id: UnitId) -> Result<(), Refusal> {
        let Step::Move(party) = self.step else { return Err(Refusal::NotNow) };
        if self.as_leader(id).is_some() {
            return self.may_part_with_leader(party, id);
        }
        if self.mover.count == 0 {
            return Err(Refusal::NobodyInHand);
        }
        if !self.exists(id) || !self.unit(id).has(Unit::IN_HAND) || self.unit(id).has(Unit::DROPPING) {
            return Err(Refusal::NotOfThisStack);
        }
        let (true, Some(hex)) = (self.mover.begun, self.mover.at.hex()) else {
            return Err(Refusal::NotUnderWay);
        };
        let staying = self.hand().filter(|&unit| self.unit(unit).has(Unit::DROPPING)).count() + 1;
        if staying >= self.mover.count as usize {
            return Err(Refusal::SomebodyGoesOn);
        }
        let stop = Travel { laden: self.cargo(id).is_some(), shunned: Spot::NOWHERE, ..self.travel(id) };
        self.may_rest(&stop, self.mover.at)?;
        let rest = self.travel(id);
        let shelters = self.mover.at == self.constantinople()
            && (self.mover.origin != Spot::BOX || self.mover.marched)
            && self.may_shelter(&rest, true, self.mover.points).is_ok();
        match shelters || self.can_go_on(&rest, hex, true, self.mover.points) {
            true => Ok(()),
            false => Err(Refusal::SplitToOnePlace),
        }
    }

    pub(crate) fn leave_stack(&mut self, id: UnitId) {
        if self.as_leader(id).is_some() {
            self.mover.leader = false;
            self.mover.leader_changed = true;
        } else {
            self.unit_mut(id).flags |= Unit::DROPPING;
        }
    }

    pub(crate) fn may_drop(&self) -> Result<(), Refusal> {
        let Step::Move(_) = self.step else { return Err(Refusal::NotNow) };
        match (self.mover.count, self.dropping()) {
            (0, _) => Err(Refusal::NobodyInHand),
            (_, false) => Err(Refusal::NobodyToDrop),
            (_, true) => Ok(()),
        }
    }

    pub(crate) fn may_halt(&self) -> Result<(), Refusal> {
        let Step::Move(_) = self.step else { return Err(Refusal::NotNow) };
        self.may_carry_on()?;
        if !self.mover.begun {
            return Err(Refusal::NotUnderWay);
        }
        self.may_rest(&self.travel(UnitId::NONE), self.mover.at)
    }

    /// The stack in hand stops and is judged (R20).
    pub(crate) fn halt_stack(&mut self, chronicle: &mut impl Chronicle) {
        self.set_down(Unit::IN_HAND, chronicle);
    }

    /// The units named stay here and are judged; the rest is in hand still.
    pub(crate) fn drop_units(&mut self, chronicle: &mut impl Chronicle) {
        self.set_down(Unit::DROPPING, chronicle);
    }

    fn set_down(&mut self, which: u16, chronicle: &mut impl Chronicle) {
        let mover = self.mover;
        let marched = if mover.marched { Unit::MARCHED } else { 0 };
        let mut next = self.top(mover.at);
        let mut count = 0;
        while let Some(id) = next.some() {
            next = self.stacks.below(id);
            let unit = self.unit_mut(id);
            if unit.has(which) {
                unit.flags &= !(Unit::IN_HAND | Unit::DROPPING);
                unit.flags |= Unit::MOVED | Unit::JUDGED | marched;
                unit.origin = mover.origin;
                count += 1;
            }
        }
        self.mover.count -= count;
        if self.mover.count == 0 {
            self.mover = Mover::NOBODY;
        }
        self.judge(mover.at, self.judged_by(mover.marched, mover.points), chronicle);
    }

    /// The points a stack that stops is judged by: none in a civil war, and none without a march (R72, 11.33).
    pub(crate) fn judged_by(&self, marched: bool, points: u8) -> u8 {
        if self.party().at_war() || !marched { 0 } else { points }
    }

    pub(crate) fn may_end_moving(&self) -> Result<(), Refusal> {
        if self.mover.count > 0 { Err(Refusal::AnotherInHand) } else { Ok(()) }
    }

    /// Closes the Movement Segment's marks on the units.
    pub(crate) fn forget_moves(&mut self) {
        let count = self.count();
        for unit in &mut self.units[..count] {
            unit.flags &= !Unit::OF_THE_MOVE;
            unit.origin = Spot::NOWHERE;
        }
    }

    pub(crate) fn list_moving(&self, offers: &mut Offers) -> ControlFlow<()> {
        let party = self.party();
        if self.mover.count > 0 {
            return self.list_in_hand(party, offers);
        }
        offers.add(Order::Done)?;
        for unit in self.ids() {
            let state = self.unit(unit);
            let idle = state.spot.in_play() && !state.has(Unit::MOVED);
            if idle && state.serves(party) && self.is_listed(unit) && self.may_take_up(unit).is_ok() {
                offers.add(Order::Move { unit })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn list_in_hand(&self, party: Party, offers: &mut Offers) -> ControlFlow<()> {
        let at = self.mover.at;
        let dropping = self.dropping();
        if dropping {
            offers.add(Order::Drop)?;
        } else {
            if let Some(hex) = at.hex() {
                let travel = self.travel(UnitId::NONE);
                for (to, _) in self.sheet.ground.ways(hex, travel.arm) {
                    if self.may_go(&travel, hex, self.mover.begun, self.mover.points, to).is_ok() {
                        offers.add(Order::Step { to })?;
                    }
                }
            }
            if self.may_halt().is_ok() {
                offers.add(Order::Halt)?;
            }
            if at == self.constantinople() && self.may_enter_box().is_ok() {
                offers.add(Order::Enter)?;
            }
            if at == Spot::BOX && self.may_exit_box().is_ok() {
                offers.add(Order::Exit)?;
            }
        }
        for unit in self.stack(at).filter(|&unit| self.is_listed(unit)) {
            if !self.mover.begun && self.may_join_stack(unit).is_ok() {
                offers.add(Order::Join { unit })?;
            }
            if self.mover.begun && self.may_leave(unit).is_ok() {
                offers.add(Order::Leave { unit })?;
            }
        }
        if party.at_war() {
            let unit = self.leader_id(self.leader_of(party));
            if self.may_join_stack(unit).is_ok() {
                offers.add(Order::Join { unit })?;
            }
            if self.may_leave(unit).is_ok() {
                offers.add(Order::Leave { unit })?;
            }
        }
        if !self.mover.begun && self.mover.arm == Arm::Naval {
            self.list_embarking(offers)?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod march_tests;
