//! Combat results, disruption and losses (rulebook, Combat Results Table, "Effects of Disruption";
//! rulings R59 to R64, R90, R91).

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;
use engine::ledger::Unread;
use engine::odds::Gainer;

use crate::order::Order;
use crate::position::{Combat, CombatKind, Position, Stage, Step};
use crate::refusal::Refusal;
use crate::sheet::{CombatResult, Kind};
use crate::unit::{Marker, MarkerKind, Unit, UnitId};

impl CombatResult {
    /// Who gains by it: only those attacked can suffer.
    pub(crate) fn gainer(self) -> Gainer {
        if self == CombatResult::None { Gainer::Nobody } else { Gainer::Attacker }
    }

    /// The result in words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            CombatResult::None => "no effect",
            CombatResult::Disrupted => "disrupted",
            CombatResult::Half => "half eliminated",
            CombatResult::Eliminated => "eliminated",
        }
    }

    /// The rule that explains it.
    pub(crate) fn rule(self) -> &'static str {
        match self {
            CombatResult::None => "crt",
            CombatResult::Disrupted => "crt.D",
            CombatResult::Half => "crt.half",
            CombatResult::Eliminated => "crt.E",
        }
    }
}

impl Position {
    /// The side whose units are attacked in the combat at hand.
    pub(crate) fn attacked_side(&self) -> Side {
        self.attacking_side().other()
    }

    /// The target hexes of the combat at hand.
    fn targets(&self) -> impl Iterator<Item = Hex> + use<> {
        self.attacks[self.combat.attack as usize].targets()
    }

    /// The troops attacked in the combat at hand.
    pub(crate) fn attacked_troops(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.targets().flat_map(|hex| self.defenders(hex)).filter(|&id| self.unit(id).is_troop())
    }

    /// The die of the combat at hand falls.
    pub(crate) fn resolve(&mut self, face: u8, chronicle: &mut impl Chronicle) {
        let odds = self.odds(self.combat.attack, &mut Unread);
        let result = self.battle.sheet.charts.results.outcome(&odds, face);
        chronicle.note(|| {
            let table = &self.battle.sheet.charts.results;
            let column = table.column_name(table.fought_on(&odds));
            let text = match odds.die {
                0 => format!("{column}, die {face}"),
                bonus => format!("{column}, die {face} + {bonus} against disrupted units"),
            };
            Event::new(EventKind::Rolled, "crt", text).dice(&[face])
        });
        chronicle.note(|| {
            let hexes: Vec<_> = self.targets().map(|h| self.number(h)).collect();
            Event::new(EventKind::Result, result.rule(), result.words()).places(hexes)
        });
        self.apply(result, chronicle);
    }

    /// Ruling R59: leaders, losses, second disruptions, markers, retreats, in this order.
    fn apply(&mut self, result: CombatResult, chronicle: &mut impl Chronicle) {
        let melee = self.combat.kind == CombatKind::Melee;
        if result == CombatResult::None {
            return self.finish_combat();
        }
        if melee {
            let mut immune = 0;
            for (i, hex) in self.targets().enumerate() {
                if self.immune_to_disruption(hex) {
                    immune |= 1 << i;
                }
            }
            self.combat.immune = immune;
            for (i, hex) in self.targets().enumerate() {
                if result != CombatResult::Disrupted || immune & 1 << i == 0 {
                    self.reduce_leaders(hex, chronicle);
                }
            }
        }
        match result {
            CombatResult::None => {}
            CombatResult::Disrupted => self.disrupt_survivors(chronicle),
            CombatResult::Half => {
                // Ruling R60: half of all troops attacked, rounded up.
                self.combat.losses = (self.attacked_troops().count() as u8).div_ceil(2);
                self.combat.stage = Stage::Losses;
            }
            CombatResult::Eliminated => {
                self.lose_all("crt.E", chronicle);
                self.finish_combat();
            }
        }
    }

    /// Leaders B, ruling R90: each leader in a hex loses a grade.
    fn reduce_leaders(&mut self, hex: Hex, chronicle: &mut impl Chronicle) {
        let mut next = self.stacks.top(hex.index());
        while let Some(id) = next.some() {
            next = self.stacks.below(id);
            let unit = self.unit(id);
            if !unit.kind.is_leader() || unit.has(Unit::RETREATED) {
                continue;
            }
            let lower = match unit.kind {
                Kind::F => Some(Kind::E),
                Kind::E => Some(Kind::D),
                Kind::D => Some(Kind::C),
                Kind::B => Some(Kind::A),
                _ => None,
            };
            chronicle.note(|| match lower {
                Some(kind) => {
                    let text = format!("{} is reduced to {}", self.label(id), kind.code());
                    Event::new(EventKind::Marked, "leaders.B", text).counters([id.0 as u16])
                }
                None => {
                    let text = format!("{} is lost", self.label(id));
                    Event::new(EventKind::Removed, "leaders.B", text).counters([id.0 as u16])
                }
            });
            match lower {
                Some(kind) => self.unit_mut(id).kind = kind,
                None => self.remove(id),
            }
        }
    }

    /// Removes a troop by a rule.
    pub(crate) fn lose(&mut self, id: UnitId, rule: &'static str, chronicle: &mut impl Chronicle) {
        chronicle.note(|| {
            let text = format!("{} eliminated", self.label(id));
            let hexes: Vec<_> = self.unit(id).hex().into_iter().map(|h| self.number(h)).collect();
            Event::new(EventKind::Removed, rule, text).counters([id.0 as u16]).places(hexes)
        });
        self.remove(id);
    }

    /// Removes every troop attacked in the combat at hand.
    fn lose_all(&mut self, rule: &'static str, chronicle: &mut impl Chronicle) {
        loop {
            let Some(id) = self.attacked_troops().next() else { break };
            self.lose(id, rule, chronicle);
        }
    }

    /// Whether the owner may name a troop as lost (ruling R60).
    pub(crate) fn may_lose(&self, id: UnitId) -> Result<(), Refusal> {
        if self.combat.stage != Stage::Losses {
            return Err(Refusal::NotNow);
        }
        let attacked = self.exists(id) && self.attacked_troops().any(|t| t == id);
        if attacked { Ok(()) } else { Err(Refusal::NotAmongTheAttacked) }
    }

    pub(crate) fn name_loss(&mut self, id: UnitId, chronicle: &mut impl Chronicle) {
        self.lose(id, "crt.half", chronicle);
        self.combat.losses -= 1;
    }

    /// Losses without a choice are taken at once; answers whether the owner must choose.
    pub(crate) fn settle_losses(&mut self, chronicle: &mut impl Chronicle) -> bool {
        let troops = self.attacked_troops().count() as u8;
        if self.combat.losses > 0 && self.combat.losses < troops {
            return true;
        }
        if self.combat.losses > 0 {
            self.lose_all("crt.half", chronicle);
            self.combat.losses = 0;
        }
        self.disrupt_survivors(chronicle);
        false
    }

    /// Second disruptions remove, then first ones mark; after melee those newly marked must retreat.
    fn disrupt_survivors(&mut self, chronicle: &mut impl Chronicle) {
        let kind = match self.combat.kind {
            CombatKind::Fire => MarkerKind::Fire,
            CombatKind::DefensiveFire => MarkerKind::Movement,
            CombatKind::Melee => MarkerKind::Melee,
        };
        self.each_survivor(|position, id| {
            if position.unit(id).disrupted() {
                position.lose(id, "disruption.second", chronicle);
            }
        });
        self.each_survivor(|position, id| {
            position.disrupt(id, kind);
            if kind == MarkerKind::Melee {
                position.unit_mut(id).flags |= Unit::MUST_RETREAT;
            }
            chronicle.note(|| {
                let text = format!("{} disrupted", position.label(id));
                Event::new(EventKind::Marked, "disruption", text).counters([id.0 as u16])
            });
        });
        if kind == MarkerKind::Melee {
            self.combat.stage = Stage::Retreats;
        } else {
            self.finish_combat();
        }
    }

    /// Does something to each attacked troop that is not immune to disruption.
    fn each_survivor(&mut self, mut act: impl FnMut(&mut Position, UnitId)) {
        let immune = self.combat.immune;
        for (i, hex) in self.targets().enumerate() {
            if immune & 1 << i != 0 {
                continue;
            }
            let mut next = self.stacks.top(hex.index());
            while let Some(id) = next.some() {
                next = self.stacks.below(id);
                if self.unit(id).is_troop() && !self.unit(id).has(Unit::RETREATED) {
                    act(self, id);
                }
            }
        }
    }

    /// The attack is over; on to the next.
    pub(crate) fn finish_combat(&mut self) {
        let attack = self.combat.attack;
        self.combat = Combat::NONE;
        if self.step == Step::Window {
            self.close_window();
        } else {
            self.remove_attack(attack);
        }
    }

    /// Ruling R63: at the end of a phase the markers of the same phase two Player-Turns ago come off.
    pub(crate) fn lift_markers(&mut self, of: &[MarkerKind], chronicle: &mut impl Chronicle) {
        let now = self.player_turn;
        for id in self.battle.ids() {
            let marker = self.unit(id).marker;
            if marker.is_some() && of.contains(&marker.kind()) && marker.player_turn() + 2 <= now {
                self.unit_mut(id).marker = Marker::NONE;
                chronicle.note(|| {
                    let text = format!("{} recovers", self.label(id));
                    Event::new(EventKind::Marked, "disruption.recovery", text).counters([id.0 as u16])
                });
            }
        }
    }

    pub(crate) fn list_losses(&self, out: &mut Vec<Order>) {
        out.extend(self.attacked_troops().map(|unit| Order::Lose { unit }));
    }
}

#[cfg(test)]
mod recovery_tests;
#[cfg(test)]
mod tests;
