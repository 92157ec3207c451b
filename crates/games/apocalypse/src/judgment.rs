//! What a good player knows beside the rules: how a position stands, and which orders come to mind.
//!
//! A first judgment: it gathers armies, takes them at the place that is worth the way, pays for walls it can pay for,
//! and keeps Muawiya among his men. It has not been set by self-play.

use engine::Side;
use engine::contract::Judgment;
use engine::hex::Hex;

use crate::order::{Order, Role};
use crate::position::{Cause, Fight, Position, Stage, Step};
use crate::sheet::{BYZANTINES, Leader, MUSLIMS, PlaceKind};
use crate::unit::{Expedition, UnitId};

/// What is weighed; all from the Muslims' point of view.
const TERMS: &[&str] = &["places", "army", "fleet", "objective", "capital", "muawiya", "progress"];

impl Judgment for Position {
    fn terms() -> &'static [&'static str] {
        TERMS
    }

    fn standing(&self, out: &mut Vec<f32>) {
        let both = |worth: &dyn Fn(Side) -> f32| worth(MUSLIMS) - worth(BYZANTINES);
        out.push(both(&|side| {
            self.places().filter(|&place| self.holds(side, place)).map(|place| self.worth(place)).sum::<f32>()
                / 10.0
        }));
        out.push(both(&|side| self.land_ids().map(|id| self.presence(id, side)).sum::<f32>() / 20.0));
        out.push(both(&|side| f32::from(self.fleet_size(side) + self.fleet_due(side)) / 4.0));
        out.push(self.objective());
        out.push(self.threat_to_the_capital());
        out.push(self.muawiyas_guard());
        out.push(both(&|side| {
            let hosts = Self::expeditions(side).iter();
            hosts.filter_map(|&expedition| self.progress(expedition)).sum::<f32>()
        }));
    }

    fn inclinations(&self, orders: &[Order], out: &mut Vec<f32>) {
        let errand = self.march.expedition.or(match self.step {
            Step::Gather(expedition) | Step::Muster(expedition) => Some(expedition),
            _ => None,
        });
        let goal = errand.and_then(|expedition| self.goal(expedition));
        out.extend(orders.iter().map(|order| self.mind(order, goal)));
    }

    fn at_rest(&self) -> bool {
        self.march.expedition.is_none()
            && self.hand.some().is_none()
            && self.battle.kind == Fight::None
            && self.placing.cause == Cause::None
            && !matches!(self.step, Step::Gather(_) | Step::Muster(_))
    }

    fn clock(&self) -> u32 {
        let phase = match self.step {
            Step::Name | Step::Deploy => 0,
            Step::Mode(MUSLIMS) => 2,
            Step::Mode(BYZANTINES) => 3,
            Step::Gather(e) | Step::Muster(e) => {
                if Self::side_of(e) == MUSLIMS {
                    2
                } else {
                    3
                }
            }
            Step::Attrition(_) | Step::Toll(..) => 4,
            Step::Sea(MUSLIMS) => 5,
            Step::Sea(BYZANTINES) => 6,
            Step::Patrols => 7,
            Step::Land(MUSLIMS) | Step::Rest(MUSLIMS) => 8,
            Step::Land(BYZANTINES) | Step::Rest(BYZANTINES) => 9,
            Step::Stacking(phase, _) => 5 + phase as u32,
            _ => 1,
        };
        u32::from(self.year - self.sheet.first_year) * 10 + phase
    }
}

/// How a position stands.
impl Position {
    /// What holding a place is worth.
    fn worth(&self, place: u8) -> f32 {
        let card = self.sheet.ground.place(place);
        let size = match card.kind {
            PlaceKind::Town => 2.0,
            PlaceKind::City => 4.0,
            PlaceKind::Constantinople => 12.0,
        };
        let works = if self.is_pillaged(place) { 0.0 } else { 1.0 };
        let forge = if self.sheet.fabricae.contains(&place) { 4.0 } else { 0.0 };
        let prize = if self.is_prize(place) { 15.0 } else { 0.0 };
        size + works * (forge + 3.0 * f32::from(card.anchors)) + prize
    }

    /// Whether a scenario is decided by a place.
    fn is_prize(&self, place: u8) -> bool {
        let victory = &self.sheet.victory;
        victory.muslim_holds.contains(&place) || victory.byzantine_takes == Some(place)
    }

    /// What a unit is worth.
    fn value(&self, id: UnitId) -> f32 {
        let unit = self.unit(id);
        if unit.is_ship() {
            return 5.0 + self.cargo(id).map(|passenger| self.value(passenger)).sum::<f32>();
        }
        match self.sheet.roster.kinds.get(unit.kind as usize) {
            Some(kind) => f32::from(kind.clear + kind.rough) / 2.0 + if kind.mounted { 1.0 } else { 0.0 },
            None => 10.0,
        }
    }

    fn presence(&self, id: UnitId, side: Side) -> f32 {
        let unit = self.unit(id);
        if unit.spot.hex().is_some() && unit.serves(side) { self.value(id) } else { 0.0 }
    }

    /// How far the places that decide a scenario are from being enough.
    fn objective(&self) -> f32 {
        let victory = &self.sheet.victory;
        if victory.at_least == 0 {
            return 0.0;
        }
        let held = victory.muslim_holds.iter().filter(|&&place| self.holds(MUSLIMS, place)).count() as f32;
        2.0 * (held - f32::from(victory.at_least) + 0.5)
    }

    /// Muslim armies before Constantinople, against its garrison.
    fn threat_to_the_capital(&self) -> f32 {
        let ground = &self.sheet.ground;
        let city = ground.place(ground.constantinople).hex;
        if self.sheet.ways.closed[city.index()] || self.holds(MUSLIMS, ground.constantinople) {
            return 0.0;
        }
        let near = |expedition: &Expedition| {
            let hex = self.host(*expedition).spot.hex()?;
            let far = f32::from(ground.grid.distance(hex, city));
            Some(f32::from(self.strength_of(*expedition)) * (1.0 - far / 40.0).max(0.0))
        };
        let armies: f32 = Self::expeditions(MUSLIMS).iter().filter_map(near).sum();
        armies / 8.0 - f32::from(self.defenders(ground.constantinople)) / 12.0
    }

    /// Muawiya is safe among many, and in danger where enemies are near.
    fn muawiyas_guard(&self) -> f32 {
        let Some(hex) = self.unit(self.leader(Leader::Muawiya)).spot.hex() else { return 0.0 };
        let guard = f32::from(self.number(hex, |unit| unit.is_land() && unit.serves(MUSLIMS)));
        let enemy = self.host(Expedition::Byzantine).spot.hex();
        let near = enemy.map_or(0.0, |enemy| {
            let far = f32::from(self.sheet.ground.grid.distance(hex, enemy));
            (1.0 - far / 25.0).max(0.0) * f32::from(self.strength_of(Expedition::Byzantine))
        });
        let afloat = self
            .unit(self.leader(Leader::Muawiya))
            .expedition()
            .is_some_and(|e| self.host(e).at_sea && self.march.expedition != Some(e));
        (guard.min(10.0) - near) / 8.0 - if afloat { 20.0 } else { 0.0 }
    }

    /// How near an expedition is to what it wants.
    fn progress(&self, expedition: Expedition) -> Option<f32> {
        let hex = self.host(expedition).spot.hex()?;
        let goal = self.goal(expedition)?;
        let far = f32::from(self.sheet.ground.grid.distance(hex, goal));
        Some(f32::from(self.strength_of(expedition)) / 10.0 * (1.0 - far / 40.0))
    }

    /// The hex an expedition makes for: the enemy place that is worth the way and the walls.
    fn goal(&self, expedition: Expedition) -> Option<Hex> {
        let side = Self::side_of(expedition);
        let ground = &self.sheet.ground;
        let from = self
            .host(expedition)
            .spot
            .hex()
            .or_else(|| self.sheet.gathering[side.index()].first().map(|&city| ground.place(city).hex))?;
        let host = self.host(expedition);
        let landlocked = !host.at_sea && matches!(self.step, Step::Land(_));
        let units = f32::from(self.strength_of(expedition).max(6));
        let appeal = |place: u8| {
            let card = ground.place(place);
            let garrison = f32::from(self.defenders(place));
            let strait = landlocked && !self.same_shore(from, card.hex);
            let walls = if garrison > units { 0.1 } else { 1.0 / (1.0 + garrison / 3.0) };
            let far = 4.0 + f32::from(ground.grid.distance(from, card.hex));
            self.worth(place) * walls / far * if strait { 0.05 } else { 1.0 }
        };
        let enemy = self.places().filter(|&place| !self.holds(side, place));
        let best = enemy.max_by(|&a, &b| appeal(a).total_cmp(&appeal(b)))?;
        Some(ground.place(best).hex)
    }

    /// Whether two hexes are on one land mass.
    fn same_shore(&self, a: Hex, b: Hex) -> bool {
        self.sheet.ways.shore(a) == self.sheet.ways.shore(b)
    }
}

/// Which orders come to mind.
impl Position {
    fn mind(&self, order: &Order, goal: Option<Hex>) -> f32 {
        match *order {
            Order::Raise { .. } => 8.0,
            Order::Join { unit, .. } => {
                if self.unit(unit).is_ship() {
                    3.0
                } else {
                    5.0
                }
            }
            Order::Gather { at } => self.approach(self.hex(at), goal).powi(2),
            Order::Move { unit } => match self.sheet.roster.as_expedition(unit) {
                Some(_) => 8.0,
                None if matches!(self.step, Step::Mode(_)) => 0.1,
                None => 0.3,
            },
            Order::Patrol { .. } => 0.3,
            Order::Place { unit, at, patrol } => self.mind_placing(unit, at, patrol),
            Order::Retreat { unit, at } => self.mind_placing(unit, at, false),
            Order::Levy => 4.0,
            Order::Step { to } => match self.may_step(to) {
                Ok((there, _)) => {
                    let from = self.march.expedition.and_then(|e| self.host(e).spot.hex());
                    let nearer = self.approach(Some(there), goal) / self.approach(from, goal).max(0.001);
                    nearer.powi(8).clamp(0.05, 12.0)
                }
                Err(_) => 1.0,
            },
            Order::Embark => 0.5,
            Order::Disembark | Order::Siege | Order::Assault | Order::Halt => self.mind_arrival(order, goal),
            Order::Camp => 6.0,
            Order::Disband => 0.5,
            Order::Garrison { .. } => 0.6,
            Order::Lose { unit } | Order::Defect { unit } => 1.0 / (1.0 + self.value(unit)).powi(2),
            Order::Rout => self.mind_rout(),
            Order::Reserve { .. } => 0.4,
            Order::Role { role } => match role {
                Role::Hold | Role::Cover => 3.0,
                Role::Feed => 1.5,
                Role::Counterattack => 0.5,
                Role::Idle => 1.0,
            },
            Order::Fire { ships } => f32::from(ships) + 0.1,
            Order::Load { .. } => 0.05,
            Order::Substitute { .. } => 0.2,
            Order::Done => match self.step {
                Step::Replace(..) | Step::Levy(..) => 0.1,
                Step::Sea(_) => 4.0,
                _ => 3.0,
            },
            _ => 1.0,
        }
    }

    /// How near a hex is to a goal: larger is nearer.
    fn approach(&self, hex: Option<Hex>, goal: Option<Hex>) -> f32 {
        match (hex, goal) {
            (Some(hex), Some(goal)) => 1.0 / (2.0 + f32::from(self.sheet.ground.grid.distance(hex, goal))),
            _ => 0.1,
        }
    }

    fn mind_placing(&self, unit: UnitId, at: engine::hex::HexNumber, patrol: bool) -> f32 {
        let place = self.hex(at).and_then(|hex| self.sheet.ground.place_in(hex));
        let Some(place) = place.filter(|_| !patrol) else { return 0.3 };
        let need = self.worth(place) / (1.0 + f32::from(self.defenders(place)));
        if self.exists(unit) && self.unit(unit).spot == crate::unit::Spot::DESTROYED {
            return 2.0 + self.value(unit);
        }
        need.max(0.1)
    }

    /// Before a place, or on a coast: what the odds of taking it are.
    fn mind_arrival(&self, order: &Order, goal: Option<Hex>) -> f32 {
        let Ok((expedition, hex)) = self.free_march() else { return 1.0 };
        let host = self.host(expedition);
        let there = goal == Some(hex);
        let place =
            self.sheet.ground.place_in(hex).filter(|&place| !self.holds(Self::side_of(expedition), place));
        match order {
            Order::Disembark => {
                if there {
                    12.0
                } else {
                    0.3
                }
            }
            Order::Halt if host.at_sea && !self.sheet.ground.is_land(hex) => 0.001,
            Order::Halt if there || host.land < 3 => 2.0,
            Order::Halt => 0.2,
            Order::Siege => place.map_or(0.0, |place| {
                let request = self.siege_dice(hex);
                let wins = request
                    .throws()
                    .filter(|dice| self.siege_cost(place, dice.faces().iter().sum()) <= u16::from(host.land));
                12.0 * wins.count() as f32 / request.ways() as f32
            }),
            _ => place.map_or(0.0, |place| {
                let faces =
                    (1..=6).filter(|&face| self.breaches(expedition, place, face)).count() as f32 / 6.0;
                let surplus = f32::from(self.strength_of(expedition)) - f32::from(self.defenders(place));
                if surplus > 2.0 { 10.0 * faces } else { 0.2 }
            }),
        }
    }

    /// Breaking off is for those who would be gone first.
    fn mind_rout(&self) -> f32 {
        if self.battle.stage != Stage::Exchange {
            return 1.0;
        }
        let attacking = self.battle.turn == self.battle.attacker;
        let (ours, theirs) =
            (self.losable(attacking).count() as f32, self.losable(!attacking).count() as f32);
        if ours <= theirs { 2.0 } else { 0.02 }
    }
}

#[cfg(test)]
mod tests {
    use engine::{Generator, Judgment, Rules, Silence, Turn};

    use crate::drill::Drill;
    use crate::position::Position;
    use crate::sheet::MUSLIMS;

    #[test]
    fn every_order_has_a_weight_and_every_term_a_number() {
        let mut generator = Generator::new(21, 1);
        let (mut orders, mut weights, mut standing) = (vec![], vec![], vec![]);
        for scenario in ["campaign", "isles", "great-fleet"] {
            let mut position = Drill::opening(scenario).position;
            for _ in 0..600 {
                orders.clear();
                position.orders(&mut orders);
                match position.turn() {
                    Turn::Order(_) => {
                        weights.clear();
                        standing.clear();
                        position.inclinations(&orders, &mut weights);
                        position.standing(&mut standing);
                        assert_eq!(weights.len(), orders.len());
                        assert!(
                            weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0),
                            "{weights:?}"
                        );
                        assert!(weights.iter().any(|weight| *weight > 0.0));
                        assert_eq!(standing.len(), Position::terms().len());
                        assert!(standing.iter().all(|term| term.is_finite()));
                        let order = orders[generator.below(orders.len() as u32) as usize];
                        position.play(&order, &mut Silence);
                    }
                    Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
                    Turn::Over(_) => break,
                }
            }
        }
    }

    #[test]
    #[ignore = "a look at how keen players fare"]
    fn how_keen_players_fare() {
        let games = std::env::var("STRATEGIKON_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(100);
        for scenario in ["campaign", "delta", "isles", "armenia", "great-fleet"] {
            println!("{scenario}: Muslims win {:.2}", share(scenario, [true, true], games));
        }
    }

    /// The share of games a Muslim who follows his inclinations wins against a Byzantine who does or does not.
    fn share(scenario: &str, keen: [bool; 2], games: u64) -> f32 {
        let start = Drill::opening(scenario).position;
        let mut won = 0;
        for stream in 0..games {
            let mut generator = Generator::new(22, stream);
            let mut position = start.clone();
            let (mut orders, mut weights) = (vec![], vec![]);
            let winner = loop {
                orders.clear();
                position.orders(&mut orders);
                assert_eq!(position.audit(), Ok(()), "{scenario}, game {stream}");
                match position.turn() {
                    Turn::Over(outcome) => break outcome.winner,
                    Turn::Dice(request) => position.roll(generator.throw(request), &mut Silence),
                    Turn::Order(side) => {
                        weights.clear();
                        match keen[side.index()] {
                            true => position.inclinations(&orders, &mut weights),
                            false => weights.extend(orders.iter().map(|_| 1.0)),
                        }
                        let total: f32 = weights.iter().sum();
                        let mut pick = generator.below(1_000_000) as f32 / 1_000_000.0 * total;
                        let chosen = orders.iter().zip(&weights).find(|(_, weight)| {
                            pick -= **weight;
                            pick <= 0.0
                        });
                        let order = *chosen.map_or(&orders[0], |(order, _)| order);
                        position.play(&order, &mut Silence);
                    }
                }
            };
            won += u32::from(winner == Some(MUSLIMS));
        }
        won as f32 / games as f32
    }

    #[test]
    fn inclinations_beat_chance() {
        let muslims = share("delta", [true, false], 60);
        let byzantines = 1.0 - share("delta", [false, true], 60);
        let even = share("delta", [false, false], 60);
        assert!(muslims > even + 0.2, "keen Muslims {muslims}, idle ones {even}");
        assert!(byzantines >= 0.9, "{byzantines}");
    }
}
