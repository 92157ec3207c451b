//! The Byzantine reserve (6.4; rulings 82 to 87).

use std::ops::ControlFlow;

use engine::event::Chronicle;

use crate::order::{Order, Role};
use crate::position::{Fight, Position, Stage};
use crate::refusal::{Allowed, Refusal, ensure};
use crate::sheet::{BYZANTINES, Verdict};
use crate::stages::Offers;
use crate::unit::{Unit, UnitId};

impl Position {
    /// 6.4.2 and ruling 82: half of the units, and one leader with them.
    pub(crate) fn may_reserve(&self, id: UnitId) -> Allowed {
        ensure(self.battle.kind != Fight::None && self.battle.stage == Stage::Reserve, Refusal::NotNow)?;
        ensure(self.byzantines_fight(), Refusal::RebelsHoldNone)?;
        ensure(self.exists(id) && !self.in_reserve(id), Refusal::NotYours)?;
        let attacking = self.battle.attacker == BYZANTINES;
        if self.unit(id).is_leader() {
            ensure(self.chiefs(attacking).any(|chief| chief == id), Refusal::NotYours)?;
            let another = self.chiefs(attacking).any(|chief| self.in_reserve(chief));
            ensure(!another, Refusal::LeaderInReserve)?;
            return ensure(self.has_reserve(), Refusal::LeaderNeedsReserve);
        }
        ensure(self.fights(id, attacking), Refusal::NotYours)?;
        let all = self.force(attacking).count();
        let held = self.force(attacking).filter(|&other| self.in_reserve(other)).count();
        ensure(held < all / 2, Refusal::HalfInReserve)
    }

    pub(crate) fn reserve(&mut self, id: UnitId) {
        self.unit_mut(id).flags |= Unit::RESERVE;
    }

    pub(crate) fn list_reserves(&self, offers: &mut Offers) -> ControlFlow<()> {
        for unit in self.stack(self.battle.hex) {
            if self.may_reserve(unit).is_ok() && self.is_listed(unit) {
                offers.add(Order::Reserve { unit })?;
            }
        }
        offers.add(Order::Commit)
    }

    pub(crate) fn may_assign(&self, role: Role) -> Allowed {
        ensure(self.battle.kind != Fight::None && self.battle.stage == Stage::Role, Refusal::NotNow)?;
        let fits = match self.battle.verdict {
            Verdict::A => matches!(role, Role::Feed | Role::Hold),
            Verdict::AR | Verdict::DR => matches!(role, Role::Counterattack | Role::Cover | Role::Idle),
            Verdict::AD | Verdict::DD => matches!(role, Role::Counterattack | Role::Idle),
        };
        ensure(fits, Refusal::NoSuchRole)
    }

    pub(crate) fn list_roles(&self, offers: &mut Offers) -> ControlFlow<()> {
        for role in [Role::Feed, Role::Hold, Role::Counterattack, Role::Cover, Role::Idle] {
            if self.may_assign(role).is_ok() {
                offers.add(Order::Role { role })?;
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
