//! Who attacks whom (10.1), with missiles (10.3), against baggage (10.4): an attack as it is built.

use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;

use crate::order::Order;
use crate::position::{Combat, Position, Stage};
use crate::refusal::Refusal;
use crate::unit::{Spot, UnitId, UnitSet};

impl Position {
    /// The unit an attack on a hex would strike: the combat unit, or lone intact baggage.
    #[inline]
    pub(crate) fn defender_in(&self, hex: Hex) -> Option<UnitId> {
        let enemy = self.defending();
        self.fighter_of(enemy, hex).or_else(|| self.baggage_of(enemy, hex))
    }

    /// Ruling R53: every hex-full of defenders is attacked once a phase.
    fn struck_in(&self, hex: Hex) -> bool {
        let enemy = self.defending();
        let baggage = self.baggage_of(enemy, hex);
        self.fighter_of(enemy, hex).into_iter().chain(baggage).any(|id| self.marks.struck.has(id))
    }

    /// Whether a hex may be attacked at all now.
    fn may_target(&self, hex: Hex) -> Result<UnitId, Refusal> {
        let enemy = self.defending();
        let Some(defender) = self.defender_in(hex) else {
            let lone = self.has_commander(enemy, hex);
            return Err(if lone { Refusal::LoneCommander } else { Refusal::NoEnemyThere });
        };
        if self.struck_in(hex) { Err(Refusal::StruckAlready) } else { Ok(defender) }
    }

    pub(crate) fn may_attack(&self, hex: Hex) -> Result<(), Refusal> {
        if self.fighting() {
            return Err(Refusal::AttackOpen);
        }
        self.may_target(hex)?;
        let any = self.battle.fighters(self.phasing()).iter().any(|id| self.may_strike(id, hex).is_ok());
        if any { Ok(()) } else { Err(Refusal::NobodyCanAttack(hex)) }
    }

    /// Of the units that might have attacked a hex, the nearest, and why it cannot.
    pub(crate) fn nearest_candidate(&self, hex: Hex) -> Option<(UnitId, Refusal)> {
        let fighters = self.battle.fighters(self.phasing()).iter();
        let distance = |id: UnitId| self.at(id).map(|from| self.battle.distance(from, hex));
        let nearest =
            fighters.filter_map(|id| Some((distance(id)?, id))).min_by_key(|&(far, id)| (far, id.0))?.1;
        Some((nearest, self.may_strike(nearest, hex).err()?))
    }

    /// Rulings R53, R54, R62, R67, R70: whether a unit may take part in an attack on a hex, hand to hand or by
    /// fire.
    pub(crate) fn may_strike(&self, id: UnitId, hex: Hex) -> Result<(), Refusal> {
        let Some(from) = self.at(id) else { return Err(Refusal::NotOnTheMap(id)) };
        if self.marks.attacked.has(id) {
            return Err(Refusal::AttackedAlready);
        }
        let distance = self.battle.distance(from, hex);
        if distance == 1 {
            return Ok(());
        }
        let unit_type = self.battle.unit_type(id);
        if unit_type.range == 0 {
            return Err(Refusal::NotAdjacent);
        }
        if distance > unit_type.range as u16 {
            return Err(Refusal::OutOfRange { distance, range: unit_type.range });
        }
        if self.beside(self.side(id).other(), from) {
            return Err(Refusal::EnemyBesideFirer);
        }
        if self.guards_baggage(id) {
            return Err(Refusal::NoFireFromBaggage);
        }
        if self.has_baggage(self.side(id).other(), hex) {
            return Err(Refusal::BaggageTakesNoFire);
        }
        Ok(())
    }

    /// The hex of the attack being built.
    #[inline]
    pub(crate) fn target(&self) -> Option<Hex> {
        self.combat.target.hex()
    }

    fn open_target(&self) -> Result<Hex, Refusal> {
        match (self.combat.stage, self.target()) {
            (Stage::Building, Some(hex)) => Ok(hex),
            _ => Err(Refusal::NoAttackOpen),
        }
    }

    pub(crate) fn may_join(&self, id: UnitId) -> Result<(), Refusal> {
        let hex = self.open_target()?;
        if !self.exists(id) || self.side(id) != self.phasing() {
            return Err(Refusal::NotYours);
        }
        self.may_fight(id)?;
        if self.combat.attackers.has(id) {
            return Err(Refusal::InTheAttackAlready);
        }
        self.may_strike(id, hex)
    }

    /// Commanders and baggage attack nobody (7, 10.4).
    pub(crate) fn may_fight(&self, id: UnitId) -> Result<(), Refusal> {
        match self.battle.is_baggage(id) {
            _ if self.battle.is_fighter(id) => Ok(()),
            true => Err(Refusal::BaggageFightsNot),
            false => Err(Refusal::NotACombatUnit),
        }
    }

    pub(crate) fn may_leave(&self, id: UnitId) -> Result<(), Refusal> {
        self.open_target()?;
        let inside = self.exists(id) && self.combat.attackers.has(id);
        if inside { Ok(()) } else { Err(Refusal::NotInTheAttack) }
    }

    pub(crate) fn may_withdraw(&self, hex: Hex) -> Result<(), Refusal> {
        if self.open_target()? == hex { Ok(()) } else { Err(Refusal::NotTheTarget) }
    }

    /// Attackers that fight hand to hand: those next to the target (ruling R54).
    pub(crate) fn close_attackers(&self) -> UnitSet {
        let Some(target) = self.target() else { return UnitSet::EMPTY };
        let close = |&id: &UnitId| self.at(id).is_some_and(|hex| self.battle.adjacent(hex, target));
        self.combat.attackers.iter().filter(close).collect()
    }

    /// The attackers that shoot.
    pub(crate) fn firers(&self) -> UnitSet {
        let close =
            if self.combat.stage == Stage::Building { self.close_attackers() } else { self.combat.close };
        self.combat.attackers.without(close)
    }

    /// Ruling R65: a missile unit that attacks alone hand to hand needs better than 1 to 1.
    pub(crate) fn may_commit(&self) -> Result<(), Refusal> {
        self.open_target()?;
        let attackers = self.combat.attackers;
        let Some(first) = attackers.first() else { return Err(Refusal::NoAttackers) };
        let unit_type = self.battle.unit_type(first);
        let alone = attackers.len() == 1 && unit_type.arm.shoots() && !unit_type.swords;
        if alone && self.close_attackers().has(first) && !self.better_than_even() {
            return Err(Refusal::TooWeakAlone);
        }
        Ok(())
    }

    pub(crate) fn begin_attack(&mut self, hex: Hex) {
        let defender = self.defender_in(hex).unwrap_or(UnitId::NONE);
        self.combat = Combat { stage: Stage::Building, target: Spot::on(hex), defender, ..Combat::NONE };
    }

    pub(crate) fn leave(&mut self, id: UnitId) {
        self.combat.attackers.remove(id);
        self.combat.chargers.remove(id);
    }

    /// Fixes the attack: who fights how, and that they have done so (ruling R13).
    pub(crate) fn commit(&mut self, chronicle: &mut impl Chronicle) {
        let Some(target) = self.target() else { return };
        let close = self.close_attackers();
        let posts = close.iter().filter_map(|id| self.at(id)).fold(0, |posts, hex| {
            let side = self.battle.sheet.ground.grid.towards(target, hex);
            side.map_or(posts, |side| posts | 1 << side.index())
        });
        self.combat.close = close;
        self.combat.posts = posts;
        self.combat.palisade = self.palisade_helps();
        self.marks.attacked = self.marks.attacked.or(self.combat.attackers);
        let enemy = self.defending();
        for id in self.fighter_of(enemy, target).into_iter().chain(self.baggage_of(enemy, target)) {
            self.marks.struck.add(id);
        }
        chronicle.note(|| {
            let names: Vec<String> = self.combat.attackers.iter().map(|id| self.label(id)).collect();
            let text = format!(
                "{} attack {} in {}",
                names.join(", "),
                self.label(self.combat.defender),
                self.number(target)
            );
            let counters = self.combat.attackers.iter().map(|id| id.0 as u16);
            Event::new(EventKind::Declared, "10.1", text)
                .counters(counters)
                .places([self.number(target)])
                .sum(self.sum_of_attack())
        });
        self.combat.stage = Stage::Dodge;
    }

    /// Who may join the attack being built, and what else may be done with it.
    pub(crate) fn list_building(&self, out: &mut Vec<Order>) {
        let Some(target) = self.target() else { return };
        for unit in self.battle.fighters(self.phasing()).iter() {
            if self.combat.attackers.has(unit) {
                out.push(Order::Leave { unit });
            } else if self.may_strike(unit, target).is_ok() {
                out.push(Order::Join { unit });
            }
            if self.may_charge(unit).is_ok() {
                out.push(Order::Charge { unit });
            }
        }
        out.push(Order::Withdraw { hex: self.number(target) });
        if self.may_commit().is_ok() {
            out.push(Order::Commit);
        }
    }

    /// The hexes that may be attacked.
    pub(crate) fn list_targets(&self, out: &mut Vec<Order>) {
        let enemy = self.defending();
        let fighters = self.battle.fighters(enemy);
        let baggage = self.battle.baggage(enemy).without(self.marks.plundered);
        for id in fighters.or(baggage).iter() {
            let Some(hex) = self.at(id) else { continue };
            if self.defender_in(hex) == Some(id) && self.may_attack(hex).is_ok() {
                out.push(Order::Attack { hex: self.number(hex) });
            }
        }
        out.push(Order::Done);
    }

    /// Whether the phasing player has any attack left to make.
    pub(crate) fn any_attack_possible(&self) -> bool {
        let enemy = self.defending();
        let all = self.battle.fighters(enemy).or(self.battle.baggage(enemy).without(self.marks.plundered));
        all.iter().filter_map(|id| self.at(id)).any(|hex| self.may_attack(hex).is_ok())
    }
}

#[cfg(test)]
mod baggage_tests;

#[cfg(test)]
mod missile_tests;

#[cfg(test)]
mod tests;
