//! Game set-up (14.1; rulings R138, R139): everything as the scenario prints it, without choices.

use std::sync::Arc;

use crate::position::Position;
use crate::sheet::{self, Sheet, State};
use crate::unit::{Spot, Unit};

impl Position {
    /// Every counter in its place, before the first turn.
    pub(crate) fn set_up(sheet: Arc<Sheet>) -> Position {
        let mut position = Position::empty(sheet);
        let sheet = position.sheet.clone();
        for (id, start) in position.ids().zip(&sheet.opening.units) {
            let unit = position.unit_mut(id);
            if start.converted {
                unit.flags |= Unit::CONVERTED;
            }
            if start.rebel {
                unit.flags |= Unit::REBEL;
            }
            let flags = unit.flags;
            position.send(
                id,
                match start.spot {
                    sheet::Spot::Hex(hex) => Spot::on(hex),
                    sheet::Spot::Box => Spot::BOX,
                    sheet::Spot::Pool => Spot::POOL,
                    sheet::Spot::Unbuilt => Spot::UNBUILT,
                    sheet::Spot::Lost => Spot::LOST,
                },
            );
            position.unit_mut(id).flags = flags;
        }
        for state in State::EMPIRES {
            if sheet.opening.defeated[state as usize] {
                position.books.defeated.add(state);
            }
        }
        position
    }
}

#[cfg(test)]
mod counting_tests;
#[cfg(test)]
mod tests;
