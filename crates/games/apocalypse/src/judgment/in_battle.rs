//! In battle: whom to lose, when to break off, what the reserve does, who goes aboard.

use crate::order::{Order, Role};
use crate::position::{Fight, Position, Stage};
use crate::sheet::BYZANTINES;
use crate::unit::UnitId;

impl Position {
    /// What a unit is worth, wherever it is.
    pub(super) fn value(&self, id: UnitId) -> f32 {
        let unit = self.unit(id);
        if unit.is_ship() {
            return 3.0 + self.cargo(id).map(|passenger| self.value(passenger)).sum::<f32>();
        }
        match self.sheet.roster.kinds.get(unit.kind as usize) {
            Some(kind) => f32::from(kind.clear + kind.rough) / 2.0 + if kind.mounted { 1.0 } else { 0.0 },
            None => 10.0,
        }
    }

    /// The cheapest goes first.
    pub(super) fn mind_loss(&self, order: &Order) -> f32 {
        match order {
            Order::Lose { unit } | Order::Defect { unit } => {
                let field = if self.unit(*unit).expedition().is_some() { 1.0 } else { 2.0 };
                field * 4.0 / (1.0 + self.value(*unit)).powi(2)
            }
            _ => 1.0,
        }
    }

    /// The orders of a fight.
    pub(super) fn mind_fight(&self, order: &Order) -> f32 {
        match *order {
            Order::Lose { .. } => self.mind_loss(order),
            Order::Rout => self.mind_rout(),
            Order::Load { .. } => 3.0,
            Order::Reserve { .. } => 0.1,
            Order::Commit => 3.0,
            Order::Role { role } => self.mind_role(role),
            Order::Fire { ships } => f32::from(ships * ships) + 0.1,
            _ => 1.0,
        }
    }

    /// Breaking off is for those who would be gone first: whoever is to lose next and has no more than the other.
    fn mind_rout(&self) -> f32 {
        if self.battle.stage != Stage::Exchange {
            return 1.0;
        }
        let attacking = self.battle.turn == self.battle.attacker;
        let (ours, theirs) = (self.losable(attacking).count(), self.losable(!attacking).count());
        let theirs = if self.battle.kind == Fight::Storm && attacking { theirs.div_ceil(2) } else { theirs };
        let ours = if self.battle.kind == Fight::Storm && !attacking { ours / 2 } else { ours };
        if ours <= theirs { 4.0 } else { 0.001 }
    }

    fn mind_role(&self, role: Role) -> f32 {
        let attacking = self.battle.attacker == BYZANTINES;
        let (ours, theirs) = (self.force(attacking).count(), self.force(!attacking).count());
        match role {
            Role::Feed if ours > theirs => 4.0,
            Role::Feed => 0.3,
            Role::Hold => 1.5,
            Role::Cover => 3.0,
            Role::Counterattack => 0.2,
            Role::Idle => 1.0,
        }
    }
}
