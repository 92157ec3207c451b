//! Building, committing and naming attacks, by fire and melee alike (rulings R25 to R30, R43, R55, R89).
//!
//! One attack is open at a time: its target is named, units join or leave it, and it must reach the lowest
//! odds before the next is begun. Nothing is final before [`Order::Commit`].

use engine::Side;
use engine::event::{Chronicle, Event, EventKind};
use engine::hex::Hex;
use engine::ledger::{Ledger, Unread};
use engine::odds::{Odds, Quarters};

use crate::order::Order;
use crate::position::{Attack, Combat, CombatKind, Position, Stage, Step};
use crate::refusal::Refusal;
use crate::sheet::{Kind, MOST_HEXES};
use crate::unit::{NO_ATTACK, Unit, UnitId};

impl Position {
    fn is_fire_step(&self) -> bool {
        matches!(self.step, Step::Aim | Step::Window)
    }

    fn building(&self) -> Result<(), Refusal> {
        let building = matches!(self.step, Step::Aim | Step::Array | Step::Window);
        if building { Ok(()) } else { Err(Refusal::NotNow) }
    }

    fn open_attack(&self) -> Result<u8, Refusal> {
        self.building()?;
        if self.open == NO_ATTACK { Err(Refusal::NoAttackOpen) } else { Ok(self.open) }
    }

    /// The two strengths of an attack as it stands.
    fn strengths(&self, attack: u8, ledger: &mut impl Ledger) -> (Quarters, Quarters) {
        match self.is_melee() {
            true => self.melee_strengths(attack, ledger),
            false => self.fire_strengths(attack, ledger),
        }
    }

    /// An attack as it stands: all that the Combat Results Table is asked with.
    pub(crate) fn odds(&self, attack: u8, ledger: &mut impl Ledger) -> Odds {
        let (strength, defence) = self.strengths(attack, ledger);
        let shift = if self.is_melee() { self.melee_shift(attack, ledger) } else { 0 };
        Odds { attack: strength, defence, shift, die: self.die_change(attack, ledger) }
    }

    /// The column of two strengths before shifts; refused below 1 to 2 (rulings R26, R43).
    pub(crate) fn permitted_column(&self, attack: Quarters, defence: Quarters) -> Result<usize, Refusal> {
        if attack == Quarters::ZERO {
            return Err(Refusal::NoAttackers);
        }
        let column = self.battle.sheet.charts.results.column(attack, defence);
        column.ok_or(Refusal::BelowMinimum { attack, defence })
    }

    /// The column an attack would be resolved on before shifts; refused if it may not be made.
    pub(crate) fn unshifted_column(&self, attack: u8) -> Result<usize, Refusal> {
        let (attack, defence) = self.strengths(attack, &mut Unread);
        self.permitted_column(attack, defence)
    }

    /// Whether the attacks at hand are melee attacks.
    pub(crate) fn is_melee(&self) -> bool {
        matches!(self.step, Step::Array | Step::Clash)
    }

    /// The column an attack is resolved on.
    pub(crate) fn final_column(&self, attack: u8) -> Option<usize> {
        let odds = self.odds(attack, &mut Unread);
        self.permitted_column(odds.attack, odds.defence).ok()?;
        Some(self.battle.sheet.charts.results.fought_on(&odds))
    }

    // ---- what may be said ----

    pub(crate) fn may_attack(&self, hex: Hex) -> Result<(), Refusal> {
        if !matches!(self.step, Step::Aim | Step::Array) {
            return Err(Refusal::NotNow);
        }
        if self.open != NO_ATTACK {
            self.unshifted_column(self.open)?;
        }
        if self.holder(hex) != Some(self.phasing().other()) {
            return Err(Refusal::NoEnemyThere);
        }
        if self.attack_on(hex).is_some() {
            return Err(Refusal::AlreadyATarget);
        }
        if self.is_fire_step() && self.troops(hex).next().is_none() {
            return Err(Refusal::OnlyLeadersThere);
        }
        let somebody = self.free_attackers().any(|id| match self.is_fire_step() {
            true => self.may_fire_at(id, hex).is_ok(),
            false => self.ready_to_melee(id).is_ok() && self.fronts(id, hex),
        });
        if somebody { Ok(()) } else { Err(Refusal::NobodyCanAttack(hex)) }
    }

    /// Of the units that might have attacked a hex, the nearest, and why it cannot.
    pub(crate) fn nearest_candidate(&self, hex: Hex) -> Option<(UnitId, Refusal)> {
        let fire = self.is_fire_step();
        let troops = self.battle.units(self.phasing()).filter(|&id| {
            let unit = self.unit(id);
            unit.is_troop() && (!fire || unit.kind.is_fire())
        });
        let distance = |id: UnitId| self.unit(id).hex().map(|from| self.battle.distance(from, hex));
        // Those who attack nobody, whatever the distance, come last.
        let never = |id: UnitId| !fire && self.battle.unit_type(self.unit(id).kind).bracketed;
        let nearest = troops.filter_map(|id| Some((never(id), distance(id)?, id))).min()?.2;
        let why = if self.unit(nearest).attack != NO_ATTACK {
            Refusal::AlreadyAttacking
        } else if fire {
            self.may_fire_at(nearest, hex).err()?
        } else {
            self.ready_to_melee(nearest).err().unwrap_or(match distance(nearest) {
                Some(1) => Refusal::NotInFront,
                range => Refusal::NotBeside { range: range.unwrap_or_default() },
            })
        };
        Some((nearest, why))
    }

    /// The units of the attacking side that take part in no attack yet.
    fn free_attackers(&self) -> impl Iterator<Item = UnitId> + '_ {
        let units = self.battle.units(self.phasing());
        units.filter(|&id| {
            let unit = self.unit(id);
            unit.attack == NO_ATTACK && unit.is_troop() && unit.hex().is_some()
        })
    }

    /// Rulings R27, R28: a further target for attackers of a single hex.
    pub(crate) fn may_also(&self, hex: Hex) -> Result<(), Refusal> {
        self.expect_step(Step::Array)?;
        let open = self.open_attack()?;
        if self.holder(hex) != Some(self.phasing().other()) {
            return Err(Refusal::NoEnemyThere);
        }
        if self.attack_on(hex).is_some() {
            return Err(Refusal::AlreadyATarget);
        }
        let mut attackers = self.attackers(open);
        let Some((first, from)) = attackers.next() else { return Err(Refusal::NoAttackers) };
        if !self.fronts(first, hex) || !self.attackers(open).all(|(id, _)| self.fronts(id, hex)) {
            return Err(Refusal::NotCommonFront);
        }
        if attackers.any(|(_, other)| other != from) {
            return Err(Refusal::SeveralHexesAgainstSeveral);
        }
        Ok(())
    }

    pub(crate) fn may_join(&self, id: UnitId) -> Result<(), Refusal> {
        let open = self.open_attack()?;
        if !self.exists(id) || self.side(id) != self.attacking_side() {
            return Err(Refusal::NotYours);
        }
        if self.unit(id).attack != NO_ATTACK {
            return Err(Refusal::AlreadyAttacking);
        }
        let attack = self.attacks[open as usize];
        match self.step {
            Step::Window => self.may_fire_defensively(id, attack.first()),
            Step::Aim => self.may_fire_at(id, attack.first()),
            _ => {
                let hex = self.ready_to_melee(id)?;
                if attack.targets().any(|target| !self.fronts(id, target)) {
                    return Err(Refusal::NotCommonFront);
                }
                let several_targets = attack.targets().nth(1).is_some();
                if several_targets && self.attackers(open).any(|(_, other)| other != hex) {
                    return Err(Refusal::SeveralHexesAgainstSeveral);
                }
                self.same_type_beside(id, hex, open)
            }
        }
    }

    /// Case J, ruling R30: attackers of one hex share their type, Skirmishers excepted.
    fn same_type_beside(&self, id: UnitId, hex: Hex, attack: u8) -> Result<(), Refusal> {
        let kind = self.unit(id).kind;
        let clash = |(other, from): (UnitId, Hex)| {
            let beside = self.unit(other).kind;
            from == hex && beside != kind && beside != Kind::SK && kind != Kind::SK
        };
        if self.attackers(attack).any(clash) { Err(Refusal::MixedTypes) } else { Ok(()) }
    }

    pub(crate) fn may_leave(&self, id: UnitId) -> Result<(), Refusal> {
        let open = self.open_attack()?;
        let joined = self.exists(id) && self.unit(id).attack == open && self.unit(id).is_troop();
        if joined { Ok(()) } else { Err(Refusal::NotInThisAttack) }
    }

    pub(crate) fn may_withdraw(&self, hex: Hex) -> Result<u8, Refusal> {
        if !matches!(self.step, Step::Aim | Step::Array) {
            return Err(Refusal::NotNow);
        }
        self.attack_on(hex).ok_or(Refusal::NotATarget)
    }

    /// Ruling R89: a leader whose hex takes part in several attacks supports one of them.
    pub(crate) fn may_support(&self, leader: UnitId, target: Hex) -> Result<u8, Refusal> {
        self.expect_step(Step::Array)?;
        if !self.exists(leader) || self.side(leader) != self.phasing() {
            return Err(Refusal::NotYours);
        }
        if self.unit(leader).is_troop() {
            return Err(Refusal::NotALeader);
        }
        let hex = self.unit(leader).hex().ok_or(Refusal::NotOnTheMap)?;
        let attack = self.attack_on(target).ok_or(Refusal::NotATarget)?;
        if self.unit(leader).attack == attack {
            return Err(Refusal::SupportsAlready);
        }
        let joined = self.troops(hex).any(|id| self.unit(id).attack == attack);
        if joined { Ok(attack) } else { Err(Refusal::NoTroopsBesideLeader) }
    }

    pub(crate) fn may_commit(&self) -> Result<(), Refusal> {
        self.building()?;
        if self.step == Step::Window && self.nobody_joined(0) {
            return Ok(());
        }
        for attack in 0..self.attacks.len() as u8 {
            self.unshifted_column(attack)?;
        }
        Ok(())
    }

    fn nobody_joined(&self, attack: u8) -> bool {
        let units = self.battle.fire_units(self.attacking_side());
        units.iter().all(|&id| self.unit(id).attack != attack)
    }

    pub(crate) fn may_resolve(&self, hex: Hex) -> Result<u8, Refusal> {
        if !matches!(self.step, Step::Shoot | Step::Clash) {
            return Err(Refusal::NotNow);
        }
        self.attack_on(hex).ok_or(Refusal::NotATarget)
    }

    /// Whether the phasing player could attack anything in this combat phase.
    pub(crate) fn any_attack_possible(&self) -> bool {
        match self.step {
            Step::Aim => {
                let units = self.battle.fire_units(self.phasing());
                units.iter().any(|&id| self.targets_of(id).next().is_some())
            }
            _ => self.free_attackers().any(|id| self.melee_targets(id).next().is_some()),
        }
    }

    // ---- doing it ----

    pub(crate) fn begin_attack(&mut self, hex: Hex) {
        self.open = self.attacks.len() as u8;
        self.attacks.push(Attack::on(hex));
    }

    pub(crate) fn join(&mut self, id: UnitId) {
        self.unit_mut(id).attack = self.open;
        if self.is_melee() {
            self.assign_leaders(id);
        }
    }

    pub(crate) fn leave(&mut self, id: UnitId) {
        self.unit_mut(id).attack = NO_ATTACK;
        if self.is_melee() {
            self.assign_leaders(id);
        }
    }

    /// Leaders beside a unit support the attack their hex takes part in; with several, the one they
    /// already support, else the first (ruling R89).
    fn assign_leaders(&mut self, beside: UnitId) {
        let Some(hex) = self.unit(beside).hex() else { return };
        let joined = |position: &Position, attack: u8| {
            position.troops(hex).any(|id| attack != NO_ATTACK && position.unit(id).attack == attack)
        };
        let first = self.troops(hex).map(|id| self.unit(id).attack).filter(|&a| a != NO_ATTACK).min();
        let mut next = self.stacks.top(hex.index());
        while let Some(id) = next.some() {
            next = self.stacks.below(id);
            if self.unit(id).kind.is_leader() && !joined(self, self.unit(id).attack) {
                self.unit_mut(id).attack = first.unwrap_or(NO_ATTACK);
            }
        }
    }

    pub(crate) fn withdraw(&mut self, attack: u8) {
        let target = self.attacks[attack as usize].first();
        self.remove_attack(attack);
        for (_, hex) in self.battle.clone().sheet.ground.grid.neighbours(target) {
            if self.is_melee()
                && self.holder(hex) == Some(self.phasing())
                && let Some(top) = self.stacks.top(hex.index()).some()
            {
                self.assign_leaders(top);
            }
        }
    }

    pub(crate) fn commit(&mut self, chronicle: &mut impl Chronicle) {
        self.open = NO_ATTACK;
        match self.step {
            Step::Window => {
                if self.nobody_joined(0) {
                    self.close_window();
                } else {
                    self.mark_fired(self.phasing().other());
                    self.begin_combat(CombatKind::DefensiveFire, 0, chronicle);
                }
            }
            Step::Aim => {
                self.mark_fired(self.phasing());
                self.step = Step::Shoot;
            }
            _ => {
                let side = self.phasing();
                if !self.attacks.is_empty()
                    && self.battle.sheet.specials.cats == Some(side)
                    && self.cats_turn == 0
                {
                    self.cats_turn = self.player_turn;
                    chronicle.note(|| {
                        Event::new(EventKind::Announced, "R115", "The cats run before the attackers")
                    });
                }
                self.reveal_fighters();
                self.step = Step::Clash;
            }
        }
    }

    /// Case B: those who fire now may not fire in the next Player-Turn.
    fn mark_fired(&mut self, side: Side) {
        let now = self.player_turn;
        for id in self.battle.units(side) {
            if self.unit(id).attack != NO_ATTACK {
                self.unit_mut(id).fired = now;
            }
        }
        self.reveal_fighters();
    }

    /// Ruling R109: a hidden unit shows when it fights or is attacked.
    fn reveal_fighters(&mut self) {
        if self.feint_turn == 0 {
            return;
        }
        for id in self.battle.ids() {
            let attacked = self.unit(id).hex().is_some_and(|hex| self.attack_on(hex).is_some());
            if self.unit(id).attack != NO_ATTACK || attacked {
                self.unit_mut(id).flags &= !Unit::HIDDEN;
            }
        }
    }

    pub(crate) fn begin_combat(&mut self, kind: CombatKind, attack: u8, chronicle: &mut impl Chronicle) {
        self.combat = Combat { kind, stage: Stage::Roll, attack, ..Combat::NONE };
        chronicle.note(|| {
            let sum = self.sum_of(attack);
            let rule = if kind == CombatKind::Melee { "melee" } else { "fire" };
            let hexes: Vec<_> = self.attacks[attack as usize].targets().map(|h| self.number(h)).collect();
            let attackers = self.battle.ids().filter(|&id| self.unit(id).attack == attack);
            Event::new(EventKind::Declared, rule, format!("{}: {}", sum.title, sum.total))
                .counters(attackers.map(|id| id.0 as u16))
                .places(hexes)
                .sum(sum)
        });
    }

    // ---- listing ----

    pub(crate) fn list_building(&self, out: &mut Vec<Order>) {
        let window = self.step == Step::Window;
        let open_stands = self.open == NO_ATTACK || self.unshifted_column(self.open).is_ok();
        if !window && open_stands {
            self.list_targets(out);
        }
        if self.open != NO_ATTACK {
            self.list_open_attack(out);
        }
        if !window {
            for attack in self.attacks.iter() {
                out.push(Order::Withdraw { hex: self.number(attack.first()) });
                // A second or third target names the same attack as the first.
                out.extend(attack.targets().skip(1).map(|hex| Order::Withdraw { hex: self.number(hex) }));
            }
        }
        if self.step == Step::Array && self.attacks.len() > 1 {
            self.list_support(out);
        }
        if self.may_commit().is_ok() {
            out.push(Order::Commit);
        }
    }

    fn list_targets(&self, out: &mut Vec<Order>) {
        let mut seen = [false; MOST_HEXES];
        let mut offer = |hex: Hex| {
            if !std::mem::replace(&mut seen[hex.index()], true) && self.attack_on(hex).is_none() {
                out.push(Order::Attack { hex: self.number(hex) });
            }
        };
        match self.step {
            Step::Aim => {
                for &id in self.battle.fire_units(self.phasing()) {
                    if self.unit(id).attack == NO_ATTACK {
                        self.targets_of(id).for_each(&mut offer);
                    }
                }
            }
            _ => self.free_attackers().for_each(|id| self.melee_targets(id).for_each(&mut offer)),
        }
    }

    fn list_open_attack(&self, out: &mut Vec<Order>) {
        let target = self.attacks[self.open as usize].first();
        let joined = |id: UnitId| self.unit(id).attack == self.open;
        match self.step {
            Step::Window => {
                for unit in self.defensive_firers(target) {
                    out.push(if joined(unit) { Order::Leave { unit } } else { Order::Join { unit } });
                }
            }
            Step::Aim => {
                for &unit in self.battle.fire_units(self.phasing()) {
                    if joined(unit) {
                        out.push(Order::Leave { unit });
                    } else if self.unit(unit).attack == NO_ATTACK && self.may_fire_at(unit, target).is_ok() {
                        out.push(Order::Join { unit });
                    }
                }
            }
            _ => {
                for (_, hex) in self.battle.sheet.ground.grid.neighbours(target) {
                    if self.holder(hex) != Some(self.phasing()) {
                        continue;
                    }
                    for unit in self.troops(hex) {
                        if joined(unit) {
                            out.push(Order::Leave { unit });
                        } else if self.may_join(unit).is_ok() {
                            out.push(Order::Join { unit });
                        }
                    }
                }
                if let Some((first, _)) = self.attackers(self.open).next() {
                    let further = self.melee_targets(first).filter(|&hex| self.may_also(hex).is_ok());
                    out.extend(further.map(|hex| Order::Also { hex: self.number(hex) }));
                }
            }
        }
    }

    fn list_support(&self, out: &mut Vec<Order>) {
        for &leader in self.battle.leaders(self.phasing()) {
            if self.unit(leader).attack == NO_ATTACK {
                continue;
            }
            for attack in self.attacks.iter() {
                for hex in attack.targets().filter(|&hex| self.may_support(leader, hex).is_ok()) {
                    out.push(Order::Support { leader, hex: self.number(hex) });
                }
            }
        }
    }

    pub(crate) fn list_resolving(&self, out: &mut Vec<Order>) {
        for attack in self.attacks.iter() {
            out.extend(attack.targets().map(|hex| Order::Resolve { hex: self.number(hex) }));
        }
    }
}

#[cfg(test)]
mod tests;
