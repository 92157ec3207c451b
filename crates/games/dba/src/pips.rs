//! PIPs: what a move costs (1.9; R32 to R38).

use crate::element::{ElementId, Units, Whereabouts};
use crate::field::Feature;
use crate::geometry::{Convex, MU, Point, gap};
use crate::position::Position;

/// How far the general's word carries.
pub(crate) const COMMAND: i64 = 16 * MU;
/// How far it carries where something stands between.
pub(crate) const BLOCKED: i64 = 8 * MU;

/// What hides an element from its general.
const SCREENS: [Feature; 5] =
    [Feature::GentleHill, Feature::SteepHill, Feature::Dunes, Feature::Oasis, Feature::Woods];

/// What a move costs, category by category.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Price {
    /// (a) Artillery, Elephants, Hordes or War Wagons move.
    pub(crate) burden: bool,
    /// (b) All of the mover is out of command.
    pub(crate) far: bool,
    /// (c) The general is in cover.
    pub(crate) hidden: bool,
}

impl Price {
    pub(crate) fn pips(self) -> u8 {
        1 + u8::from(self.burden) + u8::from(self.far) + u8::from(self.hidden)
    }
}

impl Position {
    /// What moving these elements costs now.
    pub(crate) fn price(&self, units: &Units) -> Price {
        // R37: nothing is charged in a side's own first turn.
        if self.is_first_turn() {
            return Price::default();
        }
        self.price_with(units, &|id| self.in_command(id), self.general_hidden())
    }

    /// The same where it is known who is in command and whether the general is in cover.
    pub(crate) fn price_with(
        &self,
        units: &Units,
        commands: &dyn Fn(ElementId) -> bool,
        hidden: bool,
    ) -> Price {
        if self.is_first_turn() {
            return Price::default();
        }
        let general = ElementId::of(self.active, 0);
        let alone = units.len() == 1 && units.first() == general;
        Price {
            burden: units.ids().iter().any(|&id| self.card(id).extra_pip),
            far: !units.ids().iter().any(|&id| commands(id)),
            hidden: !alone && hidden,
        }
    }

    /// Whether an element hears its general (R33 to R35).
    pub(crate) fn in_command(&self, id: ElementId) -> bool {
        let general = ElementId::of(id.side(), 0);
        if id == general {
            return true;
        }
        if self.on_table(general) && self.on_table(id) {
            let apart = self.element(general).pose.at - self.element(id).pose.at;
            // The gap is never wider than the way from front to front, and hardly less than that and both bases: that
            // often spares measuring it.
            let far = apart.squared();
            let bases = (self.depth(general) + self.depth(id)) * MU / 4 + 2 * MU;
            let beyond = |reach: i64| far > (reach + bases).pow(2);
            if far <= BLOCKED * BLOCKED {
                return true;
            }
            if beyond(COMMAND) {
                return false;
            }
            match self.screened(general, id) {
                false if far <= COMMAND * COMMAND => return true,
                true if beyond(BLOCKED) => return false,
                _ => {}
            }
        }
        let (Some(from), Some(to)) = (self.outline(general), self.outline(id)) else { return false };
        let distance = gap(from.corners(), to.corners());
        if !crate::geometry::within(distance, COMMAND) {
            return false;
        }
        crate::geometry::within(distance, BLOCKED) || !self.screened(general, id)
    }

    /// The ground an element covers, or the camp it is in.
    pub(crate) fn outline(&self, id: ElementId) -> Option<crate::geometry::Ground> {
        match self.element(id).place {
            Whereabouts::Table => Some(crate::geometry::Ground::convex(&self.base(id).corners)),
            Whereabouts::Camp(camp) => self.camp(camp).ground(),
            _ => None,
        }
    }

    /// The middle of an element, or of the camp it is in.
    fn middle_of(&self, id: ElementId) -> Option<Point> {
        match self.element(id).place {
            Whereabouts::Table => Some(self.base(id).centre()),
            Whereabouts::Camp(camp) => {
                self.camp(camp).area.map(|[least, most]| crate::field::middle(least, most))
            }
            _ => None,
        }
    }

    /// Whether the line to the general is blocked, or the element is wholly in cover (R35).
    fn screened(&self, general: ElementId, id: ElementId) -> bool {
        let (Some(from), Some(to)) = (self.middle_of(general), self.middle_of(id)) else { return true };
        let cover = [Feature::Dunes, Feature::Oasis, Feature::Woods];
        if self.on_table(id) && self.field.wholly_in(&cover, &self.base(id).corners) {
            return true;
        }
        let terrain = self.field.pieces.iter().filter(|laid| SCREENS.contains(&laid.feature()));
        let camps = engine::Side::BOTH.into_iter().filter(|&camp| {
            // Whoever is in a camp looks out of it.
            ![self.element(general).place, self.element(id).place].contains(&Whereabouts::Camp(camp))
        });
        let mut camps = camps.filter_map(|camp| self.camp(camp).ground());
        terrain.into_iter().any(|laid| laid.blocks_sight(from, to))
            || camps.any(|ground| crate::geometry::cuts(from, to, ground.corners()))
    }

    /// The general's element is wholly in camp, marsh, woods or oasis (1.9 c).
    pub(crate) fn general_hidden(&self) -> bool {
        let general = ElementId::of(self.active, 0);
        match self.element(general).place {
            Whereabouts::Camp(_) => true,
            Whereabouts::Table => {
                let cover = [Feature::Marsh, Feature::Woods, Feature::Oasis];
                self.field.wholly_in(&cover, &self.base(general).corners)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests;
