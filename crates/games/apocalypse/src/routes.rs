//! Ways to a destination: the cheapest march or voyage to every hex that whoever is in hand can reach.
//!
//! For people and planners, not for the rules: every order of a route is checked again when it is played. A route ends
//! where the march meets something: a battle, a place that changes hands, dice of a Zone of Control.

use engine::Silence;
use engine::contract::Route;
use engine::hex::{Direction, Hex};

use crate::order::Order;
use crate::position::{Cause, Fight, Pace, Position, Step};
use crate::sheet::{MOST_HEXES, MUSLIMS};
use crate::unit::{Mode, UnitId};

/// The cheapest way to every hex: what it costs, and the last step of it.
struct Ways {
    cost: [u8; MOST_HEXES],
    by: [Option<Direction>; MOST_HEXES],
    /// Whether the way ends there.
    stops: [bool; MOST_HEXES],
}

impl Position {
    /// The routes of the counter in hand, or of one that may be taken up now.
    pub(crate) fn routes_of(&self, id: UnitId) -> Vec<Route<Order>> {
        if matches!(self.step, Step::Mode(_)) {
            return self.garrisons_of(id);
        }
        if !matches!(self.step, Step::Sea(_) | Step::Land(_) | Step::Patrols)
            || self.battle.kind != Fight::None
            || self.placing.cause != Cause::None
        {
            return vec![];
        }
        let mut start = self.clone();
        let mut first = vec![];
        if self.in_hand() != Some(id) {
            let order = Order::Move { unit: id };
            if self.legal(&order).is_err() {
                return vec![];
            }
            start.carry_out(&order, &mut Silence);
            first.push(order);
        }
        if start.march.expedition.is_some() && start.march.pace == Pace::Loading {
            start.set_sail(&mut Silence);
            first.push(Order::Done);
        }
        let walking = start.march.expedition.is_none() && start.hand.some().is_some();
        if !walking && start.free_march().is_err() {
            return vec![];
        }
        let Some((origin, budget)) = start.standing() else { return vec![] };
        let ways = start.explore(origin, budget);
        let mut routes = vec![];
        for hex in
            self.sheet.ground.grid.hexes().filter(|&hex| hex != origin && ways.by[hex.index()].is_some())
        {
            let mut orders = first.clone();
            let steps = self.sheet.ground.grid.steps(origin, hex, |hex| ways.by[hex.index()]);
            orders.extend(steps.into_iter().map(|to| Order::Step { to }));
            routes.push(Route {
                place: self.label_of(hex).into(),
                cost: ways.cost[hex.index()].to_string(),
                stops: ways.stops[hex.index()],
                rule: if ways.stops[hex.index()] { "3.3.2" } else { "3.3.1" },
                meets: start.met_at(hex, ways.stops[hex.index()]),
                path: self.sheet.ground.grid.trail(origin, orders.iter().filter_map(Order::step)),
                orders,
            });
        }
        routes
    }

    /// Where a unit may go into garrison in the Mode Segment, with how far it is.
    fn garrisons_of(&self, id: UnitId) -> Vec<Route<Order>> {
        let mut start = self.clone();
        let mut first = vec![];
        if self.hand != id {
            let order = Order::Move { unit: id };
            if self.legal(&order).is_err() {
                return vec![];
            }
            start.carry_out(&order, &mut Silence);
            first.push(order);
        }
        let ground = &self.sheet.ground;
        let fits = |&place: &u8| start.may_garrison(id, ground.place(place).hex).is_ok();
        let route = |place: u8| {
            let at = self.label_of(ground.place(place).hex);
            let goes = Order::Place { unit: id, at, patrol: false };
            Route {
                place: at.into(),
                cost: start.far[place as usize].to_string(),
                stops: false,
                rule: "3.1.1",
                path: vec![at.into()],
                meets: vec![],
                orders: first.iter().copied().chain([goes]).collect(),
            }
        };
        self.places().filter(fits).map(route).collect()
    }

    /// What an expedition in hand meets in a hex, and what it risks by staying there. Patrols and leaders meet nobody.
    fn met_at(&self, hex: Hex, stops: bool) -> Vec<String> {
        let Some(expedition) = self.march.expedition else { return vec![] };
        let (side, ground) = (Self::side_of(expedition), &self.sheet.ground);
        let mut meets = vec![];
        if self.host(expedition).at_sea {
            if self.enemy_fleet(side, hex) {
                meets.push("naval battle".into());
            }
            if !ground.is_land(hex) {
                meets.push("open sea: lost if the year ends there".into());
            }
            if self.sheet.events.is_some_and(|throws| throws >> 11 & 1 == 1) {
                meets.push("a storm next year: 2 in 36".into());
            }
            return meets;
        }
        if stops && side == MUSLIMS && self.any(hex, |unit| unit.mode == Mode::Patrol && !unit.is_rebel()) {
            meets.push("a patrol: one unit lost with it".into());
        } else if stops && side == MUSLIMS && self.is_watched(hex) {
            meets.push("a patrol's zone: two dice of MPs".into());
        }
        if self.any(hex, |unit| unit.is_land() && unit.is_rebel()) {
            meets.push("battle with rebels".into());
        } else if self.encamped_in(side.other(), hex) {
            meets.push("field battle".into());
        }
        if let Some(place) = ground.place_in(hex).filter(|&place| !self.holds(side, place)) {
            let name = &ground.place(place).name;
            meets.push(match self.defenders(place) {
                0 => format!("{name} is taken without a fight"),
                garrison => format!(
                    "{name}: {}",
                    crate::words::count_words(garrison.into(), "unit in garrison", "units in garrison")
                ),
            });
        }
        let mut there = self.clone();
        there.host_mut(expedition).spot = crate::unit::Spot::on(hex);
        meets.push(format!("a winter there: {}", there.winter_words(expedition)));
        meets
    }

    /// Where whoever is in hand stands, and the movement points left.
    fn standing(&self) -> Option<(Hex, u8)> {
        match self.march.expedition {
            Some(expedition) => {
                let host = self.host(expedition);
                Some((host.spot.hex()?, if host.at_sea { host.sea } else { host.land }))
            }
            None => Some((self.unit(self.hand.some()?).spot.hex()?, self.points)),
        }
    }

    /// What a step from a hex costs whoever is in hand, were it there, and whether the way ends beyond.
    fn stride(&self, from: Hex, to: Direction) -> Option<(Hex, u8, bool)> {
        let there = self.sheet.ground.grid.neighbour(from, to)?;
        let Some(expedition) = self.march.expedition else {
            let unit = self.unit(self.hand);
            let side = if unit.is(crate::unit::Unit::MUSLIM) { MUSLIMS } else { crate::sheet::BYZANTINES };
            let cost = self.sheet.ways.step(side, from, to);
            return (cost > 0 && self.may_tread(self.hand, there).is_ok()).then_some((there, cost, false));
        };
        let side = Self::side_of(expedition);
        if self.host(expedition).at_sea {
            let cost = self.sheet.charts.terrain[side.index()][5] + self.surcharge(side, there);
            return self.sheet.ways.sails(from, to).then_some((there, cost, self.enemy_fleet(side, there)));
        }
        let cost = self.sheet.ways.step(side, from, to);
        if cost == 0 {
            return None;
        }
        let place = self.sheet.ground.place_in(there).filter(|&place| !self.holds(side, place));
        let meets = self
            .any(there, |unit| unit.is_land() && unit.opposes(side) && unit.mode != Mode::Garrison)
            || side == MUSLIMS && self.is_watched(there)
            || place.is_some_and(|_| !self.opposed(side, there));
        Some((there, cost + self.surcharge(side, there), meets))
    }

    /// Marks the hexes that whoever is in hand could reach with so many MPs.
    pub(crate) fn mark_ways(
        &self,
        origin: Hex,
        budget: u8,
        reached: &mut [bool; MOST_HEXES],
        counts: impl Fn(Hex) -> bool,
    ) {
        let ways = self.explore(origin, budget);
        for hex in self.sheet.ground.grid.hexes().filter(|&hex| counts(hex)) {
            reached[hex.index()] |= ways.cost[hex.index()] != u8::MAX;
        }
    }

    fn explore(&self, origin: Hex, budget: u8) -> Ways {
        let mut ways =
            Ways { cost: [u8::MAX; MOST_HEXES], by: [None; MOST_HEXES], stops: [false; MOST_HEXES] };
        ways.cost[origin.index()] = 0;
        let mut queue = std::collections::VecDeque::from([origin]);
        while let Some(hex) = queue.pop_front() {
            if ways.stops[hex.index()] {
                continue;
            }
            for to in Direction::ALL {
                let Some((there, cost, stops)) = self.stride(hex, to) else { continue };
                let total = ways.cost[hex.index()].saturating_add(cost);
                if total <= budget && total < ways.cost[there.index()] {
                    ways.cost[there.index()] = total;
                    ways.by[there.index()] = Some(to);
                    ways.stops[there.index()] = stops;
                    queue.push_back(there);
                }
            }
        }
        ways
    }
}

#[cfg(test)]
mod tests {
    use engine::Shown;

    use crate::drill::Drill;
    use crate::position::Step;
    use crate::sheet::MUSLIMS;
    use crate::unit::Expedition::Syria;

    #[test]
    fn a_route_leads_where_it_says_for_what_it_says() {
        let mut drill = Drill::new();
        drill.host(Syria, "Damascus", &[("Syrian 5-4", 10)]);
        drill.patrol("Orientales horse", "2620");
        drill.at(Step::Land(MUSLIMS));
        let id = drill.position.sheet.roster.expedition(Syria);
        let routes = drill.position.routes(id.0.into());
        let to = |name: &str| {
            let label = drill.position.label_of(drill.hex(name));
            routes.iter().find(|route| route.place == label)
        };
        let antioch = to("Antioch").unwrap();
        assert_eq!((antioch.cost.as_str(), antioch.stops), ("12", false));
        assert!(to("Mopsuestia").unwrap().stops, "an empty enemy town is taken");
        let orders = antioch.orders.clone();
        for order in orders {
            drill.go(order);
        }
        assert_eq!(drill.position.host(Syria).spot, crate::unit::Spot::on(drill.hex("Antioch")));
        assert_eq!(drill.land_left(Syria), 30 - 12);
    }

    #[test]
    fn a_reach_is_found_within_a_millisecond() {
        let mut drill = Drill::new();
        drill.host(Syria, "Damascus", &[("Syrian 5-4", 1)]);
        drill.at(Step::Land(MUSLIMS)).march(Syria);
        let (origin, budget) = drill.position.standing().unwrap();
        let began = std::time::Instant::now();
        for _ in 0..20 {
            std::hint::black_box(drill.position.explore(origin, budget));
        }
        // A loaded machine is slow: the test asks for ten times the time the reach may take.
        assert!(began.elapsed().as_millis() < 20 * 10, "{:?}", began.elapsed() / 20);
    }
}
