//! What orders point at on the board, so that a click can find them.

use engine::contract::Aim;
use engine::hex::{Direction, HexNumber};

use crate::order::Order;
use crate::position::{Gait, Position, Stage};
use crate::unit::UnitId;

impl Position {
    /// The counter an order moves or names, and the hex it speaks of.
    pub(crate) fn aim_of(&self, order: &Order) -> Aim {
        let on = |unit: UnitId, hex: Option<HexNumber>| Aim { counter: Some(unit.0 as u16), hex };
        let at = |unit: UnitId| on(unit, self.number_of(unit));
        let target = self.target().map(|hex| self.number(hex));
        match *order {
            Order::Place { unit, hex } => on(unit, Some(hex)),
            Order::Attack { hex } | Order::Withdraw { hex } => Aim { counter: None, hex: Some(hex) },
            Order::Occupy { hex } => on(self.combat.defender, Some(hex)),
            Order::Advance { unit } => on(unit, target),
            Order::Lift { unit }
            | Order::Move { unit }
            | Order::Lead { unit }
            | Order::Provoke { unit }
            | Order::Join { unit }
            | Order::Charge { unit }
            | Order::Leave { unit }
            | Order::Support { unit }
            | Order::Lose { unit }
            | Order::Retreat { unit }
            | Order::Feign { target: unit } => at(unit),
            Order::Step { to } => {
                let hand = self.counter_in_hand();
                Aim { counter: hand.map(|id| id.0 as u16), hex: self.beyond(hand, to) }
            }
            Order::Halt => Aim { counter: self.counter_in_hand().map(|id| id.0 as u16), hex: None },
            Order::Muster
            | Order::Commit
            | Order::Dodge
            | Order::Stand
            | Order::Follow
            | Order::Remain
            | Order::Done => Aim::default(),
        }
    }

    /// The counter that moves, is drawn on, withdraws, retreats or advances.
    pub(crate) fn counter_in_hand(&self) -> Option<UnitId> {
        match (self.mover.unit.some(), self.combat.stage) {
            (Some(_), _) if self.mover.gait == Gait::Lured => self.mover.other.some(),
            (Some(unit), _) => Some(unit),
            (None, Stage::Idle | Stage::Building) => None,
            (None, _) => self.combat.piece.some(),
        }
    }

    fn beyond(&self, from: Option<UnitId>, to: Direction) -> Option<HexNumber> {
        let from = self.at(from?)?;
        self.battle.neighbour(from, to).map(|hex| self.number(hex))
    }

    fn number_of(&self, id: UnitId) -> Option<HexNumber> {
        self.exists(id).then(|| self.at(id)).flatten().map(|hex| self.number(hex))
    }
}

#[cfg(test)]
mod tests;
