//! What orders point at on the board, so that a click can find them.

use engine::contract::Aim;
use engine::hex::{Direction, HexNumber};

use crate::order::{Order, Station};
use crate::position::Position;
use crate::unit::UnitId;

impl Position {
    /// The counter an order moves or names, and the hex it speaks of.
    pub(crate) fn aim_of(&self, order: &Order) -> Aim {
        let on = |unit: UnitId, hex: Option<HexNumber>| Aim { counter: Some(unit.0 as u16), hex };
        let at = |unit: UnitId| on(unit, self.number_of(unit));
        let city = self.number(self.sheet.ground.constantinople);
        let hex_of = |station: Station| match station {
            Station::Box => city,
            Station::Hex(number) => number,
        };
        let hand = |hex: Option<HexNumber>| Aim { counter: self.hand().next().map(|id| id.0 as u16), hex };
        match *order {
            Order::Place { unit, at, .. } => on(unit, Some(hex_of(at))),
            Order::Assign { hex, .. } | Order::Withdraw { hex } => Aim { counter: None, hex: Some(hex) },
            Order::Attack { at, .. } | Order::Retreat { at } => Aim { counter: None, hex: Some(hex_of(at)) },
            Order::Embark { unit, ship } => on(unit, self.number_of(ship)),
            Order::Build { unit }
            | Order::Fortify { unit }
            | Order::Move { unit }
            | Order::Join { unit }
            | Order::Leave { unit }
            | Order::Lose { unit }
            | Order::Suppress { unit }
            | Order::Convert { unit }
            | Order::Reconvert { unit } => at(unit),
            Order::Step { to } => hand(self.beyond(to)),
            Order::Enter | Order::Exit => hand(Some(city)),
            Order::Drop | Order::Halt => hand(None),
            Order::Commit | Order::Stand | Order::Done => Aim::default(),
        }
    }

    /// The hex next to the stack in hand.
    pub(crate) fn beyond(&self, to: Direction) -> Option<HexNumber> {
        let from = self.mover.at.hex()?;
        self.sheet.ground.grid.neighbour(from, to).map(|hex| self.number(hex))
    }

    /// The hex where a counter stands; for the box, the hex of its city.
    pub(crate) fn number_of(&self, id: UnitId) -> Option<HexNumber> {
        let spot = match self.as_leader(id) {
            Some(leader) => self.war.leaders[leader as usize],
            None => self.exists(id).then(|| self.unit(id).spot)?,
        };
        self.hex_of(spot).map(|hex| self.number(hex))
    }
}
