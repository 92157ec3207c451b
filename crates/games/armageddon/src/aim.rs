//! What orders point at on the board, so that a click can find them.

use engine::contract::{Aim, Viewer};
use engine::hex::{Direction, HexNumber};

use crate::order::Order;
use crate::position::{Position, Stage};
use crate::unit::UnitId;

impl Position {
    /// The counter an order moves or names, and the hex it speaks of.
    pub(crate) fn aim_of(&self, order: &Order) -> Aim {
        let on = |unit: UnitId, hex: Option<HexNumber>| Aim { counter: Some(unit.0 as u16), hex };
        let at = |unit: UnitId| on(unit, self.number_of(unit));
        let hand =
            |hex: Option<HexNumber>| Aim { counter: self.counter_in_hand().map(|id| id.0 as u16), hex };
        match *order {
            Order::Place { unit, hex } | Order::Debark { unit, hex } => on(unit, Some(hex)),
            Order::Support { leader, hex } => on(leader, Some(hex)),
            Order::Board { unit, chariot } | Order::Embark { unit, chariot } => {
                on(unit, self.number_of(chariot))
            }
            Order::Attack { hex }
            | Order::Also { hex }
            | Order::Withdraw { hex }
            | Order::Resolve { hex } => Aim { counter: None, hex: Some(hex) },
            Order::Arrive { hex } => Aim { counter: None, hex: Some(hex) },
            Order::Lift { unit }
            | Order::Join { unit }
            | Order::Leave { unit }
            | Order::Lose { unit }
            | Order::Retreat { unit }
            | Order::Dust { unit }
            | Order::Hide { unit }
            | Order::Dismount { unit }
            | Order::Move { unit }
            | Order::FallBack { unit } => at(unit),
            Order::Step { to } | Order::Face { facing: to } | Order::Turn { facing: to } => {
                hand(self.beyond(to))
            }
            Order::Enter { hex } => hand(Some(hex)),
            Order::Exit | Order::Halt => hand(None),
            Order::Muster | Order::Commit | Order::Delay | Order::Feint | Order::Done => Aim::default(),
        }
    }

    /// The counter that moves, retreats or waits for its facing.
    pub(crate) fn counter_in_hand(&self) -> Option<UnitId> {
        let retreating = (self.combat.stage == Stage::Retreating).then_some(self.combat.piece);
        self.facing_due.some().or(retreating).or(self.mover.unit.some())
    }

    /// The hex next to the counter in hand.
    fn beyond(&self, to: Direction) -> Option<HexNumber> {
        let from = self.unit(self.counter_in_hand()?).hex()?;
        self.battle.neighbour(from, to).map(|hex| self.number(hex))
    }

    fn number_of(&self, id: UnitId) -> Option<HexNumber> {
        self.unit(id).hex().map(|hex| self.number(hex))
    }

    /// Ruling R109: whether a viewer may not know some counter.
    pub(crate) fn hides_anybody(&self, viewer: Viewer) -> bool {
        (0..self.battle.count() as u8).any(|id| self.conceals(UnitId(id), viewer))
    }

    /// Ruling R109: whether a viewer may not know which counter this is.
    pub(crate) fn conceals_counter(&self, counter: u16, viewer: Viewer) -> bool {
        let id = u8::try_from(counter).ok().map(UnitId);
        id.is_some_and(|id| self.exists(id) && self.conceals(id, viewer))
    }
}
