//! The sequence of play (2.0; rulings, "Decision points").
//!
//! After every order and roll the position is carried on until a player has a choice or a die is due. A choice with
//! a single answer is made by the referee.

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};

use crate::order::Order;
use crate::position::{Cause, Fight, Phase, Position, Step};
use crate::sheet::{BYZANTINES, Ground, MUSLIMS};
use crate::stages::Offers;
use crate::unit::{Expedition, Mode, Spot, Unit};

impl Position {
    /// Carries the position on to the next choice, roll or end.
    pub(crate) fn settle(&mut self, chronicle: &mut impl Chronicle) {
        while self.outcome.is_none() {
            self.bury_leaders(chronicle);
            if self.outcome.is_some() {
                return;
            }
            if self.pass(chronicle) {
                continue;
            }
            match self.sole_order() {
                Some(order) => self.carry_out(&order, chronicle),
                None => return,
            }
        }
    }

    /// The only legal order, if there is exactly one.
    fn sole_order(&self) -> Option<Order> {
        if self.outcome.is_some() {
            return None;
        }
        let mut sole = Offers::sole();
        let flow = (self.stage().orders)(self, &mut sole);
        sole.found.filter(|_| flow.is_continue())
    }

    /// One passage of the innermost procedure; answers whether to go on.
    fn pass(&mut self, chronicle: &mut impl Chronicle) -> bool {
        if self.placing.cause != Cause::None {
            return self.pass_placing(chronicle);
        }
        if self.battle.kind != Fight::None {
            return self.pass_battle(chronicle);
        }
        if self.disband_the_empty(chronicle) {
            return true;
        }
        if self.march.expedition.is_some() {
            return self.pass_march(chronicle);
        }
        if self.hand.some().is_some() {
            return false;
        }
        match self.step {
            Step::Deploy => self.pass_deploying(chronicle),
            Step::Lords(_) => self.pass_lords(chronicle),
            Step::Plague(..) => self.pass_plague(),
            Step::AfterEvent => self.pass_events(chronicle),
            Step::Replace(..) | Step::Levy(..) => self.pass_replacements(),
            Step::Fleets(_) => self.pass_fleets(chronicle),
            Step::Attrition(_) | Step::Toll(..) => self.pass_attrition(chronicle),
            Step::Rest(_) => self.pass_rest(),
            Step::Stacking(..) => self.pass_stacking(chronicle),
            _ => false,
        }
    }

    pub(crate) fn begin_year(&mut self, chronicle: &mut impl Chronicle) {
        let year = self.year;
        chronicle.note(|| Event::new(EventKind::Phase, "2.0", format!("The year {year}")));
        self.annals.event = 0;
        self.annals.open_walls = Ground::NO_SETTLEMENT;
        self.annals.typos = false;
        self.annals.typos_army = u8::MAX;
        self.clear_flags(Unit::MOVED | Unit::CHANGED);
        for host in self.hosts.iter_mut() {
            host.done = false;
            host.land = 0;
            host.sea = 0;
            host.reinforced = false;
        }
        let fixed = self.sheet.fixed_events.iter().find(|(when, _)| *when == year);
        match (self.sheet.events, fixed) {
            (_, Some(&(_, throw))) => self.happen(throw, chronicle),
            (Some(_), None) => self.step = Step::EventDice,
            (None, None) => self.step = Step::AfterEvent,
        }
    }

    /// After attrition the phases of movement begin.
    pub(crate) fn open_phase(&mut self, phase: Phase, chronicle: &mut impl Chronicle) {
        let (name, step) = match phase {
            Phase::MuslimSea => ("Muslim Sea Move", Step::Sea(MUSLIMS)),
            Phase::ByzantineSea => ("Byzantine Sea Move", Step::Sea(BYZANTINES)),
            Phase::Patrols => ("Byzantine Patrol Move", Step::Patrols),
            Phase::MuslimLand => ("Muslim Land Move", Step::Land(MUSLIMS)),
            Phase::ByzantineLand => ("Byzantine Land Move", Step::Land(BYZANTINES)),
        };
        chronicle.note(|| Event::new(EventKind::Phase, "2.0", format!("{name} Phase")));
        self.step = step;
    }

    /// After the stacking check of a phase.
    pub(crate) fn after_phase(&mut self, phase: Phase, chronicle: &mut impl Chronicle) {
        let next = match phase {
            Phase::MuslimSea => Phase::ByzantineSea,
            Phase::ByzantineSea => Phase::Patrols,
            Phase::Patrols => Phase::MuslimLand,
            Phase::MuslimLand => Phase::ByzantineLand,
            Phase::ByzantineLand => return self.end_year(chronicle),
        };
        self.open_phase(next, chronicle);
    }

    /// A player ends a step.
    pub(crate) fn end_step(&mut self, chronicle: &mut impl Chronicle) {
        let stacking = |phase| Step::Stacking(phase, MUSLIMS);
        match self.step {
            Step::Replace(side, fabrica) => self.step = Step::Replace(side, fabrica + 1),
            Step::Levy(fabrica, _) => self.step = Step::Replace(BYZANTINES, fabrica + 1),
            Step::Mode(MUSLIMS) => self.open_modes(BYZANTINES, chronicle),
            Step::Mode(BYZANTINES) => {
                self.clear_flags(Unit::CHANGED);
                self.step = Step::Attrition(0);
            }
            Step::Muster(expedition) => self.close_muster(expedition, chronicle),
            Step::Sea(MUSLIMS) => self.step = stacking(Phase::MuslimSea),
            Step::Sea(BYZANTINES) => self.step = stacking(Phase::ByzantineSea),
            Step::Patrols => self.step = stacking(Phase::Patrols),
            Step::Land(side) => self.step = Step::Rest(side),
            _ => {}
        }
    }

    /// Expeditions that have not moved and are not camped decide now (ruling 50).
    fn pass_rest(&mut self) -> bool {
        let Step::Rest(side) = self.step else { return false };
        let undecided = |&&expedition: &&Expedition| {
            let host = self.host(expedition);
            host.on_map() && !host.done && !host.camped && !host.at_sea
        };
        if let Some(&expedition) = Self::expeditions(side).iter().find(undecided) {
            self.rest(expedition);
            return true;
        }
        let phase = if side == MUSLIMS { Phase::MuslimLand } else { Phase::ByzantineLand };
        self.step = Step::Stacking(phase, MUSLIMS);
        true
    }

    /// The year ends: ships on the open sea are lost with everyone aboard (5.1.3; ruling 68).
    fn end_year(&mut self, chronicle: &mut impl Chronicle) {
        self.clear_flags(Unit::MOVED);
        for expedition in Expedition::ALL {
            let host = *self.host(expedition);
            if !host.on_map() || !host.at_sea {
                continue;
            }
            chronicle.note(|| {
                Event::new(EventKind::Removed, "5.1.3", format!("The {} is lost at sea", expedition.name()))
            });
            self.sink_expedition(expedition, chronicle);
        }
        if self.outcome.is_some() {
            return;
        }
        if self.year >= self.sheet.last_year {
            self.end_game(chronicle);
        } else {
            self.year += 1;
            self.begin_year(chronicle);
        }
    }

    /// Everybody of an expedition goes down.
    fn sink_expedition(&mut self, expedition: Expedition, chronicle: &mut impl Chronicle) {
        for id in self.ids() {
            if self.unit(id).mode != Mode::Field(expedition) {
                continue;
            }
            match self.unit(id).is_leader() {
                true => self.lose_leader(id, chronicle),
                false => self.send(id, Spot::DESTROYED),
            }
        }
        *self.host_mut(expedition) = crate::position::Host::NONE;
    }

    /// The side whose orders the present step takes.
    pub(crate) fn acting_side(&self) -> Side {
        match self.step {
            Step::Deploy => self.deployer(),
            Step::Entry => MUSLIMS,
            Step::Plague(side, _)
            | Step::Replace(side, _)
            | Step::Fleets(side)
            | Step::Mode(side)
            | Step::Sea(side)
            | Step::Land(side)
            | Step::Rest(side)
            | Step::Stacking(_, side) => side,
            Step::Gather(expedition) | Step::Muster(expedition) => Self::side_of(expedition),
            Step::Attrition(place) | Step::Toll(place, _) => Self::side_of(Self::worn(place)),
            _ => BYZANTINES,
        }
    }
}

#[cfg(test)]
mod tests;
