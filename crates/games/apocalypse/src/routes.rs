//! Ways to a destination: the cheapest march or voyage to every hex that whoever is in hand can reach.
//!
//! For people and planners, not for the rules: every order of a route is checked again when it is played. A route ends
//! where the march meets something: a battle, a place that changes hands, dice of a Zone of Control.

use std::cell::Cell;

use engine::Silence;
use engine::contract::Route;
use engine::hex::{Direction, Hex, Spread};
use engine::ledger::Unread;

use crate::order::Order;
use crate::position::{Cause, Fight, Pace, Position, Step};
use crate::sheet::{BYZANTINES, MOST_HEXES, MUSLIMS};
use crate::unit::{Expedition, Mode, Spot, Unit, UnitId};

/// What entering a hex means to whoever is in hand, from wherever he comes.
#[derive(Clone, Copy)]
struct Threshold {
    /// MPs beside those of the step.
    extra: u8,
    /// Whether he may enter at all.
    open: bool,
    /// Whether the way ends there.
    stops: bool,
}

/// Whoever waits for a route: the position with him in hand, and the orders that put him there.
struct Departure {
    start: Position,
    first: Vec<Order>,
    origin: Hex,
    /// MPs he has left.
    points: u8,
}

/// What winters cost an expedition, hex by hex; most are like one another.
struct Winters {
    there: Position,
    expedition: Expedition,
    told: Vec<(i32, String)>,
}

impl Winters {
    fn words(&mut self, hex: Hex) -> &str {
        self.there.host_mut(self.expedition).spot = Spot::on(hex);
        let wear = self.there.wear(self.expedition, &mut Unread);
        let at = self.told.iter().position(|(like, _)| *like == wear).unwrap_or_else(|| {
            let words = format!("a winter there: {}", self.there.winter_words(self.expedition));
            self.told.push((wear, words));
            self.told.len() - 1
        });
        &self.told[at].1
    }
}

/// The cheapest way to every hex.
type Ways = Spread<MOST_HEXES>;

impl Position {
    /// The routes of the counter in hand, or of one that may be taken up now.
    pub(crate) fn routes_of(&self, id: UnitId) -> Vec<Route<Order>> {
        if matches!(self.step, Step::Mode(_)) {
            return self.garrisons_of(id);
        }
        let Some(Departure { start, first, origin, points }) = self.departure(id) else { return vec![] };
        let ways = start.explore(origin, points);
        let grid = &self.sheet.ground.grid;
        let mut winters = start.march.expedition.map(|expedition| Winters {
            there: start.clone(),
            expedition,
            told: vec![],
        });
        let mut routes = vec![];
        for hex in grid.hexes().filter(|&hex| hex != origin && ways.leads_to(hex)) {
            let stops = ways.stops(hex);
            routes.push(Route {
                rule: if stops { "3.3.2" } else { "3.3.1" },
                meets: winters.as_mut().map_or_else(Vec::new, |winters| start.met_at(hex, stops, winters)),
                ..ways.route(grid, hex, &first, |to| Order::Step { to })
            });
        }
        routes
    }

    /// Whoever is to be led, in hand and ready to march; nothing if he may not be led now.
    fn departure(&self, id: UnitId) -> Option<Departure> {
        if !matches!(self.step, Step::Sea(_) | Step::Land(_) | Step::Patrols)
            || self.battle.kind != Fight::None
            || self.placing.cause != Cause::None
        {
            return None;
        }
        let mut start = self.clone();
        let mut first = vec![];
        if self.in_hand() != Some(id) {
            let order = Order::Move { unit: id };
            self.legal(&order).ok()?;
            start.carry_out(&order, &mut Silence);
            first.push(order);
        }
        if start.march.expedition.is_some() && start.march.pace == Pace::Loading {
            start.set_sail(&mut Silence);
            first.push(Order::Done);
        }
        let walking = start.march.expedition.is_none() && start.hand.some().is_some();
        if !walking {
            start.free_march().ok()?;
        }
        let (origin, points) = start.standing()?;
        Some(Departure { start, first, origin, points })
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
        let fits = |&place: &u8| start.may_garrison(id, ground.settlement(place).hex).is_ok();
        let route = |place: u8| {
            let at = self.label_of(ground.settlement(place).hex);
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
        self.settlements().filter(fits).map(route).collect()
    }

    /// What an expedition in hand meets in a hex, and what it risks by staying there.
    fn met_at(&self, hex: Hex, stops: bool, winters: &mut Winters) -> Vec<String> {
        let expedition = winters.expedition;
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
        if let Some(place) = ground.settlement_in(hex).filter(|&place| !self.holds(side, place)) {
            let name = &ground.settlement(place).name;
            meets.push(match self.defenders(place) {
                0 => format!("{name} is taken without a fight"),
                garrison => format!(
                    "{name}: {}",
                    crate::words::count_words(garrison.into(), "unit in garrison", "units in garrison")
                ),
            });
        }
        meets.push(winters.words(hex).to_string());
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

    /// What entering a hex means to whoever is in hand.
    fn threshold(&self, there: Hex) -> Threshold {
        let Some(expedition) = self.march.expedition else {
            return Threshold { extra: 0, open: self.may_tread(self.hand, there).is_ok(), stops: false };
        };
        let side = Self::side_of(expedition);
        let extra = self.surcharge(side, there);
        if self.host(expedition).at_sea {
            return Threshold { extra, open: true, stops: self.enemy_fleet(side, there) };
        }
        let place = self.sheet.ground.settlement_in(there).filter(|&place| !self.holds(side, place));
        let stops = self
            .any(there, |unit| unit.is_land() && unit.opposes(side) && unit.mode != Mode::Garrison)
            || side == MUSLIMS && self.is_watched(there)
            || place.is_some_and(|_| !self.opposed(side, there));
        Threshold { extra, open: true, stops }
    }

    /// What a step from a hex costs whoever is in hand, by the ground alone; nothing if there is no way.
    fn stride(&self, from: Hex, to: Direction) -> Option<u8> {
        let ways = &self.sheet.ways;
        let cost = match self.march.expedition {
            Some(expedition) if self.host(expedition).at_sea => {
                let side = Self::side_of(expedition);
                return ways.sails(from, to).then(|| self.sheet.charts.terrain[side.index()][5]);
            }
            Some(expedition) => ways.step(Self::side_of(expedition), from, to),
            None if self.unit(self.hand).is(Unit::MUSLIM) => ways.step(MUSLIMS, from, to),
            None => ways.step(BYZANTINES, from, to),
        };
        (cost > 0).then_some(cost)
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
            reached[hex.index()] |= ways.spent(hex).is_some();
        }
    }

    fn explore(&self, origin: Hex, budget: u8) -> Ways {
        // What a hex holds is asked for once, however many ways lead there.
        let known: [Cell<Option<Threshold>>; MOST_HEXES] = [const { Cell::new(None) }; MOST_HEXES];
        let threshold = |there: Hex| {
            let cell = &known[there.index()];
            cell.get().unwrap_or_else(|| {
                let threshold = self.threshold(there);
                cell.set(Some(threshold));
                threshold
            })
        };
        let grid = &self.sheet.ground.grid;
        Spread::from(origin, 0, |hex, spent| {
            let threshold = &threshold;
            grid.neighbours(hex).filter_map(move |(to, there)| {
                let bare = spent.saturating_add(self.stride(hex, to)?);
                if bare > budget {
                    return None;
                }
                let Threshold { extra, open, stops } = threshold(there);
                let total = bare.saturating_add(extra);
                (open && total <= budget).then_some((to, there, total, stops))
            })
        })
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
}
