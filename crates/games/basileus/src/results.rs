//! Combat results (10.7) and the allocation of step losses (10.9).

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};

use crate::order::Order;
use crate::position::{Position, Stage};
use crate::refusal::Refusal;
use crate::unit::{Spot, UnitId, UnitSet};

impl Position {
    /// The units the result falls on: the defender, or the attackers less the firers that are spared
    /// (rulings R66, R77), as far as they live.
    pub(crate) fn sufferers(&self) -> UnitSet {
        let Some(result) = self.combat.result else { return UnitSet::EMPTY };
        let all = if !result.attacker {
            UnitSet::of(self.combat.defender)
        } else if self.firers_suffer() {
            self.combat.attackers
        } else {
            self.combat.close
        };
        all.iter().filter(|&id| self.at(id).is_some()).collect()
    }

    /// 10.3: firing units suffer only from targets that could shoot back.
    fn firers_suffer(&self) -> bool {
        let defender = self.combat.defender;
        self.battle.is_fighter(defender) && self.battle.unit_type(defender).arm.shoots()
    }

    /// The side the result falls on.
    pub(crate) fn losing_side(&self) -> Side {
        match self.combat.result {
            Some(result) if result.attacker => self.phasing(),
            _ => self.defending(),
        }
    }

    /// Applies losses that leave no choice; answers whether the owner must name some (ruling R90).
    pub(crate) fn settle_losses(&mut self, chronicle: &mut impl Chronicle) -> bool {
        while self.combat.losses > 0 {
            let sufferers = self.sufferers();
            let steps: u32 = sufferers.iter().map(|id| self.steps(id) as u32).sum();
            if sufferers.is_empty() {
                self.combat.losses = 0;
                break;
            }
            if sufferers.len() > 1 && steps > self.combat.losses as u32 {
                return true;
            }
            let Some(first) = sufferers.first() else { break };
            self.take_loss(first, chronicle);
        }
        self.after_losses();
        false
    }

    pub(crate) fn may_lose(&self, id: UnitId) -> Result<(), Refusal> {
        if self.exists(id) && self.sufferers().has(id) { Ok(()) } else { Err(Refusal::NotAmongTheSufferers) }
    }

    pub(crate) fn list_losses(&self, out: &mut Vec<Order>) {
        out.extend(self.sufferers().iter().map(|unit| Order::Lose { unit }));
    }

    /// One of the losses of the result.
    pub(crate) fn take_loss(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        self.combat.losses -= 1;
        self.lose_step(id, "10.9", chronicle);
    }

    /// Ruling R76: after the losses, who retreats and who tests.
    fn after_losses(&mut self) {
        let survivors = self.sufferers();
        let result = self.combat.result;
        for id in survivors.iter().filter(|&id| self.battle.is_fighter(id)) {
            // 10.4, rulings R69 and R70: a unit on baggage never retreats.
            if result.is_some_and(|r| r.retreat) && !self.guards_baggage(id) {
                self.state.combat.routed.add(id);
            }
            if result.is_some_and(|r| r.test) {
                self.state.combat.owed.add(id);
            }
        }
        self.combat.stage = Stage::Retreats;
    }

    /// A unit loses a step: turned over, or eliminated.
    pub(crate) fn lose_step(&mut self, id: UnitId, rule: &'static str, chronicle: &mut impl Chronicle) {
        if self.battle.is_baggage(id) {
            self.note_plundered(id, chronicle);
        } else if self.steps(id) > 1 {
            self.marks.reduced.add(id);
            chronicle.note(|| {
                let text = format!("{} is reduced", self.label(id));
                Event::new(EventKind::Marked, rule, text).counters([id.0 as u16])
            });
        } else {
            self.eliminate(id, rule, chronicle);
        }
    }

    fn note_plundered(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        self.plunder(id);
        let fallen = self.battle.baggage(self.side(id)).and(self.marks.plundered).len();
        if let Some(sortie) = &self.battle.sheet.specials.sortie
            && fallen == 1
            && sortie.side != self.side(id)
            && self.game_turn() < sortie.before
        {
            self.sortie = self.player_turn;
        }
        chronicle.note(|| {
            let text = format!("{} is plundered", self.label(id));
            Event::new(EventKind::Removed, "10.4", text).counters([id.0 as u16])
        });
    }

    /// Removes a combat unit, its commander (7) and, if it fell in defence, the baggage it stood on (10.4).
    pub(crate) fn eliminate(&mut self, id: UnitId, rule: &'static str, chronicle: &mut impl Chronicle) {
        let commander = self.commander_on(id);
        let baggage = self.at(id).and_then(|hex| self.baggage_of(self.side(id), hex));
        chronicle.note(|| {
            let with = commander.map_or(String::new(), |c| format!(" with {}", self.label(c)));
            let text = format!("{} is eliminated{with}", self.label(id));
            let counters = [Some(id), commander].into_iter().flatten().map(|id| id.0 as u16);
            Event::new(EventKind::Removed, rule, text).counters(counters)
        });
        self.lift(id, Spot::LOST);
        commander.into_iter().for_each(|c| self.lift(c, Spot::LOST));
        if self.combat.defender == id
            && let Some(baggage) = baggage
        {
            self.note_plundered(baggage, chronicle);
        }
        self.marks.surprised.remove(id);
        self.forget_run(id);
        if let Some(costly) = &self.battle.sheet.specials.costly
            && costly.types.contains(&self.battle.type_of(id))
            && self.game_turn() < costly.before
        {
            let side = self.battle.side(id).index();
            self.state.extra[side] += costly.extra;
        }
        let combat = &mut self.combat;
        for set in [
            &mut combat.routed,
            &mut combat.owed,
            &mut combat.owed_shaken,
            &mut combat.wave,
            &mut combat.steadied,
            &mut combat.shaken,
            &mut combat.retired,
        ] {
            set.remove(id);
        }
    }
}

#[cfg(test)]
mod losses_tests;

#[cfg(test)]
mod tests;
