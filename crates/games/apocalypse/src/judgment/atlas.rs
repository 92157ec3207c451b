//! What the map says to a planner, worked out once for a scenario: how far everything is if nobody stands in the way.

use std::collections::VecDeque;
use std::sync::OnceLock;

use engine::Side;
use engine::hex::Hex;

use crate::sheet::{Ground, Sheet};

/// Out of reach.
pub(crate) const FAR: u8 = u8::MAX;

/// A fleet that lies so far from Constantinople is there within a year.
const A_YEAR_OFF: u8 = 28;

/// The distances of a scenario, made when a planner first asks.
#[derive(Debug, Default)]
pub(crate) struct Atlas(OnceLock<Distances>);

/// How far every place is from every hex, in movement points.
#[derive(Debug)]
pub(crate) struct Distances {
    /// By land, for each side and place, from each hex.
    land: [Vec<Vec<u8>>; 2],
    /// By sea, for each place, from each hex.
    sea: Vec<Vec<u8>>,
    /// By land and by sea from the best hex near the gathering cities of a side (3.3) to each place, for every
    /// selection of these cities.
    muster: [Vec<Vec<[u8; 2]>>; 2],
    /// Places on a coast within a year's sailing of Constantinople: stepping stones for a fleet.
    stones: Vec<bool>,
}

impl Distances {
    fn new(sheet: &Sheet) -> Distances {
        let ground = &sheet.ground;
        let places = ground.settlements.len() as u8;
        let land = Side::BOTH.map(|side| (0..places).map(|place| by_land(sheet, side, place)).collect());
        let sea: Vec<Vec<u8>> = (0..places).map(|place| by_sea(sheet, place)).collect();
        let muster = Side::BOTH.map(|side| {
            let cities = sheet.gathering[side.index()].iter();
            let each: Vec<[Vec<u8>; 2]> =
                cities.map(|&city| musters(sheet, &land, &sea, side, city)).collect();
            let nearest = |chosen: usize, place: usize| {
                let those = each.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
                those.fold([FAR; 2], |least, (_, [land, sea])| {
                    [least[0].min(land[place]), least[1].min(sea[place])]
                })
            };
            let selection = |chosen| (0..usize::from(places)).map(|place| nearest(chosen, place)).collect();
            (0..1 << each.len()).map(selection).collect()
        });
        let stone = |place: u8| {
            let hex = ground.settlement(place).hex;
            ground.coastal[hex.index()] && sea[ground.constantinople as usize][hex.index()] <= A_YEAR_OFF
        };
        let stones = (0..places).map(stone).collect();
        Distances { land, sea, muster, stones }
    }

    /// By land from a hex to a place.
    #[inline]
    pub fn land(&self, side: Side, place: u8, from: Hex) -> u8 {
        self.land[side.index()][place as usize][from.index()]
    }

    /// By sea from a hex to a place.
    #[inline]
    pub fn sea(&self, place: u8, from: Hex) -> u8 {
        self.sea[place as usize][from.index()]
    }

    /// From the best hex near the chosen gathering cities of a side, a bit for each, to every place: by land, and by sea
    /// from a coast.
    #[inline]
    pub fn muster(&self, side: Side, chosen: usize) -> &[[u8; 2]] {
        &self.muster[side.index()][chosen]
    }

    /// Whether a place is a stepping stone for a fleet on its way to Constantinople.
    #[inline]
    pub fn is_stone(&self, place: u8) -> bool {
        self.stones[place as usize]
    }
}

impl Sheet {
    pub(crate) fn distances(&self) -> &Distances {
        self.atlas.0.get_or_init(|| Distances::new(self))
    }
}

/// What the way from every hex to a place costs a side.
fn by_land(sheet: &Sheet, side: Side, place: u8) -> Vec<u8> {
    let grid = &sheet.ground.grid;
    let goal = sheet.ground.settlement(place).hex;
    let mut far = vec![FAR; grid.len()];
    far[goal.index()] = 0;
    let mut queue = VecDeque::from([goal]);
    while let Some(hex) = queue.pop_front() {
        for (to, from) in grid.neighbours(hex) {
            let cost = sheet.ways.step(side, from, to.opposite());
            let total = far[hex.index()].saturating_add(cost);
            if cost > 0 && total < far[from.index()] {
                far[from.index()] = total;
                queue.push_back(from);
            }
        }
    }
    far
}

/// How many sea steps lead from every hex to a place.
fn by_sea(sheet: &Sheet, place: u8) -> Vec<u8> {
    let grid = &sheet.ground.grid;
    let goal = sheet.ground.settlement(place).hex;
    let mut far = vec![FAR; grid.len()];
    if !sheet.ground.coastal[goal.index()] {
        return far;
    }
    far[goal.index()] = 0;
    let mut queue = VecDeque::from([goal]);
    while let Some(hex) = queue.pop_front() {
        for (to, from) in grid.neighbours(hex) {
            if far[from.index()] == FAR && sheet.ways.sails(from, to.opposite()) {
                far[from.index()] = far[hex.index()].saturating_add(1);
                queue.push_back(from);
            }
        }
    }
    far
}

/// From the best hex within reach of a gathering city to every place, by land and by sea.
fn musters(sheet: &Sheet, land: &[Vec<Vec<u8>>; 2], sea: &[Vec<u8>], side: Side, city: u8) -> [Vec<u8>; 2] {
    let ground: &Ground = &sheet.ground;
    let within = sheet.charts.within;
    let city = city as usize;
    let near = |hex: &Hex| {
        let reach = land[side.index()][city][hex.index()] <= within || sea[city][hex.index()] <= within;
        ground.is_land(*hex) && reach
    };
    let hexes: Vec<Hex> = ground.grid.hexes().filter(near).collect();
    let coasts: Vec<Hex> = hexes.iter().copied().filter(|hex| ground.coastal[hex.index()]).collect();
    let nearest =
        |far: &Vec<u8>, hexes: &[Hex]| hexes.iter().map(|hex| far[hex.index()]).min().unwrap_or(FAR);
    [
        land[side.index()].iter().map(|far| nearest(far, &hexes)).collect(),
        sea.iter().map(|far| nearest(far, &coasts)).collect(),
    ]
}

#[cfg(test)]
mod tests {
    use crate::drill::Drill;
    use crate::sheet::{BYZANTINES, MUSLIMS};

    #[test]
    fn a_planner_knows_the_distances_of_the_map() {
        let drill = Drill::new();
        let sheet = &drill.position.sheet;
        let place = |name: &str| sheet.ground.named(name).unwrap();
        let far = sheet.distances();
        assert_eq!(far.land(MUSLIMS, place("Antioch"), drill.hex("Damascus")), 12);
        assert_eq!(far.land(MUSLIMS, place("Constantinople"), drill.hex("Damascus")), super::FAR);
        assert_eq!(far.sea(place("Constantinople"), drill.hex("Laodicea")), 38);
        assert_eq!(far.sea(place("Damascus"), drill.hex("Laodicea")), super::FAR);
        let from = |side, name: &str| drill.position.estimate().muster_to(side, place(name));
        assert_eq!(from(MUSLIMS, "Constantia")[1], 4);
        assert_eq!(from(BYZANTINES, "Abydos")[1], 0, "within ten MPs of Constantinople");
        let held = "only near a gathering city in one's own hands";
        assert_eq!(from(MUSLIMS, "Constantinople")[0], super::FAR, "{held}");
        assert_ne!(from(BYZANTINES, "Damascus")[0], 0, "{held}");
    }
}
