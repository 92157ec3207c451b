//! The house values of version 1 of the rules (decision 11): what self-play has set otherwise since.

use super::{Charts, Leader, Opening, Roster, SettlementKind, Sheet, Victory};
use crate::unit::Spot;

/// Of the Orientales on foot in the Delta so many came later.
const LATER_FOOT: usize = 2;

/// What version 1 has otherwise.
pub(crate) struct FirstValues {
    pub roster: Roster,
    pub charts: Charts,
    pub opening: Opening,
    pub victory: Victory,
}

impl Sheet {
    /// The values of version 1: Muawiya one column in the field, Constantinople breached by a 6 and holding twelve, two
    /// places of Armenia and three of the isles enough, six Orientales on foot in the Delta. Charts and counters without
    /// the mark of the house are as their owner has them.
    pub(crate) fn first_values(&self) -> FirstValues {
        let mut values = FirstValues {
            roster: Roster::clone(&self.roster),
            charts: Charts::clone(&self.charts),
            opening: self.opening.clone(),
            victory: self.victory.clone(),
        };
        if !values.roster.house.is_empty() {
            values.roster.leaders[Leader::Muawiya as usize].field = 1;
        }
        if !values.charts.house.is_empty() {
            values.charts.breach[SettlementKind::Constantinople as usize] = 6;
            values.charts.stacking[SettlementKind::Constantinople as usize] = 12;
        }
        match self.page.name.as_str() {
            "armenia" if self.victory.at_least == 3 => values.victory.at_least = 2,
            "isles" if self.victory.at_least == 2 => values.victory.at_least = 3,
            "delta" => values.dismiss_the_later_foot(),
            _ => {}
        }
        values
    }

    /// The sheet as a version of the rules has it.
    pub(crate) fn under(self, ruleset: u32) -> Sheet {
        if ruleset > 1 {
            return self;
        }
        let FirstValues { roster, charts, opening, victory } = self.first_values();
        Sheet { roster: roster.into(), charts: charts.into(), opening, victory, ..self }
    }
}

impl FirstValues {
    fn dismiss_the_later_foot(&mut self) {
        let foot = |id: &crate::unit::UnitId| {
            let kind =
                self.roster.units.get(id.index()).and_then(|&kind| self.roster.kinds.get(kind as usize));
            kind.is_some_and(|kind| kind.name == "Orientales foot")
        };
        let Some(group) = self.opening.deployments.first_mut() else { return };
        let all: Vec<_> = group.units.iter().copied().filter(foot).collect();
        if all.len() != 8 {
            return;
        }
        for id in &all[all.len() - LATER_FOOT..] {
            group.units.retain(|unit| unit != id);
            self.opening.spots[id.index()] = Spot::GONE;
        }
    }
}
