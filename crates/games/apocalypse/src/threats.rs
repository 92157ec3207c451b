//! What a side could do next: the hexes its expeditions reach by land and by sea, and whom they meet there.

use engine::Side;
use engine::ledger::Unread;
use engine::scene::Threat;

use crate::position::{March, Position, Step};
use crate::sheet::MOST_HEXES;
use crate::unit::{Expedition, Unit};

impl Position {
    /// What the expeditions of a side on the map reach with a whole allowance, and the enemies and enemy places there.
    /// Landings count as far as the ships beside an expedition carry it; the MPs it keeps for the land do not.
    pub(crate) fn threats_of(&self, side: Side) -> Vec<Threat> {
        let mut reached = [false; MOST_HEXES];
        for &expedition in Self::expeditions(side) {
            self.mark_reach(expedition, &mut reached);
        }
        let ground = &self.sheet.ground;
        let mut threats = vec![];
        for hex in ground.grid.hexes().filter(|hex| reached[hex.index()]) {
            let place = self.label_of(hex);
            threats.push(Threat { place: place.into(), kind: "reach" });
            let town = ground.settlement_in(hex).is_some_and(|place| self.holds(side.other(), place));
            if town || self.any(hex, |unit: &Unit| !unit.is_leader() && unit.serves(side.other())) {
                threats.push(Threat { place: place.into(), kind: "melee" });
            }
        }
        threats
    }

    fn mark_reach(&self, expedition: Expedition, reached: &mut [bool; MOST_HEXES]) {
        let Some(origin) = self.host(expedition).spot.hex() else { return };
        if !self.has_troops(expedition) {
            return;
        }
        let side = Self::side_of(expedition);
        let mut start = self.clone();
        start.step = Step::Land(side);
        start.march = March { expedition: Some(expedition), ..March::NONE };
        let land = start.allowance(expedition, &mut Unread);
        let afloat =
            start.fleet(expedition, origin).next().is_some() && start.all_fit(expedition, origin, None);
        start.host_mut(expedition).at_sea = false;
        start.mark_ways(origin, land, reached, |_| true);
        if afloat {
            start.host_mut(expedition).at_sea = true;
            let sea = start.sheet.charts.sea[side.index()];
            start.mark_ways(origin, sea, reached, |hex| self.sheet.ground.is_land(hex));
        }
    }
}
