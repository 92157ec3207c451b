//! The Byzantine reserve (6.4; rulings 82 to 87).

use std::ops::ControlFlow;

use engine::event::Chronicle;

use crate::order::{Order, Role};
use crate::position::{Fight, Position, Stage};
use crate::refusal::{NOT_NOW, NOT_YOURS, Verdict as Answer, ensure, no};
use crate::sheet::{BYZANTINES, Verdict};
use crate::unit::{Unit, UnitId};

impl Position {
    /// 6.4.2 and ruling 82: half of the units, and one leader with them.
    pub(crate) fn may_reserve(&self, id: UnitId) -> Answer {
        ensure(self.battle.kind != Fight::None && self.battle.stage == Stage::Reserve, NOT_NOW)?;
        ensure(self.byzantines_fight(), no("6.4", "rebels hold no reserve"))?;
        ensure(self.exists(id) && !self.in_reserve(id), NOT_YOURS)?;
        let attacking = self.battle.attacker == BYZANTINES;
        if self.unit(id).is_leader() {
            ensure(self.chiefs(attacking).any(|chief| chief == id), NOT_YOURS)?;
            let another = self.chiefs(attacking).any(|chief| self.in_reserve(chief));
            ensure(!another, no("6.4.2", "one leader is in reserve already"))?;
            return ensure(self.has_reserve(), no("6.4.2", "a leader stays with units in reserve"));
        }
        ensure(self.fights(id, attacking), NOT_YOURS)?;
        let all = self.force(attacking).count();
        let held = self.force(attacking).filter(|&other| self.in_reserve(other)).count();
        ensure(held < all / 2, no("6.4.2", "half of the units are in reserve already"))
    }

    pub(crate) fn reserve(&mut self, id: UnitId) {
        self.unit_mut(id).flags |= Unit::RESERVE;
    }

    pub(crate) fn list_reserves(&self, offer: &mut impl FnMut(Order) -> ControlFlow<()>) -> ControlFlow<()> {
        for unit in self.stack(self.battle.hex) {
            if self.may_reserve(unit).is_ok() && self.is_listed(unit) {
                offer(Order::Reserve { unit })?;
            }
        }
        offer(Order::Commit)
    }

    pub(crate) fn may_assign(&self, role: Role) -> Answer {
        ensure(self.battle.kind != Fight::None && self.battle.stage == Stage::Role, NOT_NOW)?;
        let fits = match self.battle.verdict {
            Verdict::A => matches!(role, Role::Feed | Role::Hold),
            Verdict::AR | Verdict::DR => matches!(role, Role::Counterattack | Role::Cover | Role::Idle),
            Verdict::AD | Verdict::DD => matches!(role, Role::Counterattack | Role::Idle),
        };
        ensure(fits, no("6.4.3", "the reserve has no such role after this result"))
    }

    pub(crate) fn list_roles(&self, offer: &mut impl FnMut(Order) -> ControlFlow<()>) -> ControlFlow<()> {
        for role in [Role::Feed, Role::Hold, Role::Counterattack, Role::Cover, Role::Idle] {
            if self.may_assign(role).is_ok() {
                offer(Order::Role { role })?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn assign(&mut self, role: Role, chronicle: &mut impl Chronicle) {
        self.battle.role = role;
        match role {
            Role::Counterattack => {
                self.battle.stage = Stage::Counter;
                self.declare(chronicle);
            }
            _ => self.apply(chronicle),
        }
    }

    /// Ruling 85: all or nothing; attrition is rolled again.
    pub(super) fn counter_result(&mut self, verdict: Verdict, chronicle: &mut impl Chronicle) {
        if verdict == Verdict::A {
            return;
        }
        let lost = self.is_unfavourable(verdict);
        let loser_attacks = (self.battle.attacker == BYZANTINES) == lost;
        self.annihilate(loser_attacks, chronicle);
    }
}
