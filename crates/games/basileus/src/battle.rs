//! A battle's sheet prepared for play: what the rules ask for at every step, laid out for quick answers.

use std::collections::VecDeque;
use std::sync::OnceLock;

use engine::Side;
use engine::hex::{Direction, Hex};

use crate::sheet::{Arm, Blueprint, Coming, Group, Sheet, Terrain, TerrainEffect, UnitType};
use crate::unit::{UnitId, UnitSet};

/// A step nobody may make: off the map, or into uncrossable terrain.
pub(crate) const SHUT: u8 = u8::MAX;

/// A sheet and what is derived from it once.
#[derive(Debug)]
pub struct Battle {
    /// What is printed.
    pub sheet: Sheet,
    /// The counters of each side.
    sides: [UnitSet; 2],
    /// Those that fight: neither commanders nor baggage.
    fighters: UnitSet,
    commanders: UnitSet,
    baggage: UnitSet,
    /// Baggage that is a wagon, not an engine (13.5).
    wagons: UnitSet,
    /// Those with a range.
    missiles: UnitSet,
    /// Movement Points, in halves, for the step from each hex in each direction, away from roads.
    costs: Vec<[u8; 6]>,
    /// The same along a road, where one leads.
    road_costs: Vec<[u8; 6]>,
    /// For each hex, a bit for each neighbour whose zone of control reaches into it (9, ruling R50).
    open_zones: Vec<u8>,
    /// For each group, whether the scenario leaves no choice where its counters deploy.
    fixed: Vec<bool>,
    /// For each hex, whether it is on the rim of the map (ruling R86).
    rim: Vec<bool>,
    /// For every two hexes, how many steps a march from one to the other takes; found out when first asked for.
    marches: OnceLock<Vec<u8>>,
    /// For each side and hex, how many steps it is from there to where that side set up.
    grounds: OnceLock<[Vec<u8>; 2]>,
}

impl Battle {
    /// Prepares a sheet.
    pub fn new(sheet: Sheet) -> Battle {
        let ids = |wanted: &dyn Fn(&Blueprint, &UnitType) -> bool| -> UnitSet {
            let units = sheet.units.iter().enumerate();
            units
                .filter(|(_, u)| wanted(u, &sheet.types[u.unit_type as usize]))
                .map(|(i, _)| UnitId(i as u8))
                .collect()
        };
        let ground = &sheet.ground;
        let all = 0..ground.grid.len() as u16;
        let sums = |by_road: bool| -> Vec<[u8; 6]> {
            all.clone().map(|h| Direction::ALL.map(|to| step_cost(&sheet, Hex(h), to, by_road))).collect()
        };
        let open_zones = all.clone().map(|h| zones_open(&sheet, Hex(h)));
        let rim = all.clone().map(|h| ground.grid.neighbours(Hex(h)).count() < 6);
        Battle {
            sides: Side::BOTH.map(|side| ids(&|u, _| u.side == side)),
            fighters: ids(&|_, t| t.arm.fights()),
            commanders: ids(&|_, t| t.arm == Arm::Commander),
            baggage: ids(&|_, t| t.arm == Arm::Baggage),
            wagons: ids(&|_, t| t.arm == Arm::Baggage && !t.infantry_only),
            missiles: ids(&|_, t| t.arm.shoots()),
            costs: sums(false),
            road_costs: sums(true),
            open_zones: open_zones.collect(),
            fixed: (0..sheet.groups.len() as u8).map(|group| fixed(&sheet, group)).collect(),
            rim: rim.collect(),
            marches: OnceLock::new(),
            grounds: OnceLock::new(),
            sheet,
        }
    }

    /// How many counters there are.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.sheet.units.len()
    }

    /// All counters.
    pub(crate) fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.count() as u8).map(UnitId)
    }

    /// Whose a counter is.
    #[inline]
    pub(crate) fn side(&self, id: UnitId) -> Side {
        if self.sides[0].has(id) { Side::First } else { Side::Second }
    }

    #[inline]
    pub(crate) fn of(&self, side: Side) -> UnitSet {
        self.sides[side.index()]
    }

    #[inline]
    pub(crate) fn fighters(&self, side: Side) -> UnitSet {
        self.fighters.and(self.of(side))
    }

    #[inline]
    pub(crate) fn is_fighter(&self, id: UnitId) -> bool {
        self.fighters.has(id)
    }

    #[inline]
    pub(crate) fn commanders(&self, side: Side) -> UnitSet {
        self.commanders.and(self.of(side))
    }

    #[inline]
    pub(crate) fn is_commander(&self, id: UnitId) -> bool {
        self.commanders.has(id)
    }

    #[inline]
    pub(crate) fn baggage(&self, side: Side) -> UnitSet {
        self.baggage.and(self.of(side))
    }

    #[inline]
    pub(crate) fn is_baggage(&self, id: UnitId) -> bool {
        self.baggage.has(id)
    }

    #[inline]
    pub(crate) fn is_wagon(&self, id: UnitId) -> bool {
        self.wagons.has(id)
    }

    #[inline]
    pub(crate) fn missiles(&self, side: Side) -> UnitSet {
        self.missiles.and(self.of(side))
    }

    #[inline]
    pub(crate) fn unit_type(&self, id: UnitId) -> &UnitType {
        &self.sheet.types[self.sheet.units[id.index()].unit_type as usize]
    }

    pub(crate) fn type_of(&self, id: UnitId) -> u8 {
        self.sheet.units[id.index()].unit_type
    }

    pub(crate) fn group(&self, id: UnitId) -> &Group {
        &self.sheet.groups[self.sheet.units[id.index()].group as usize]
    }

    /// The counters of a group, in order.
    pub(crate) fn members(&self, group: u8) -> impl Iterator<Item = UnitId> + '_ {
        let units = self.sheet.units.iter().enumerate();
        units.filter(move |(_, u)| u.group == group).map(|(i, _)| UnitId(i as u8))
    }

    /// Whether the scenario leaves no choice where the counters of a group deploy.
    pub(crate) fn is_fixed(&self, group: u8) -> bool {
        self.fixed[group as usize]
    }

    /// Whether a counter is set up before play.
    pub(crate) fn deploys(&self, id: UnitId) -> bool {
        matches!(self.group(id).coming, Coming::Deploys { .. })
    }

    #[inline]
    pub(crate) fn terrain(&self, hex: Hex) -> Terrain {
        self.sheet.ground.terrain[hex.index()]
    }

    #[inline]
    pub(crate) fn effect(&self, hex: Hex) -> &TerrainEffect {
        &self.sheet.charts.terrain[self.terrain(hex) as usize]
    }

    /// Whether units may be in a hex at all.
    #[inline]
    pub(crate) fn enterable(&self, hex: Hex) -> bool {
        self.effect(hex).cost.is_some()
    }

    #[inline]
    pub(crate) fn neighbour(&self, hex: Hex, to: Direction) -> Option<Hex> {
        self.sheet.ground.grid.neighbour(hex, to)
    }

    #[inline]
    pub(crate) fn distance(&self, a: Hex, b: Hex) -> u16 {
        self.sheet.ground.grid.distance(a, b)
    }

    /// Steps of a march from one hex to another round what nobody may enter, whoever stands in the way; a hex
    /// nobody can reach is very far.
    #[inline]
    pub(crate) fn march(&self, from: Hex, to: Hex) -> u16 {
        let marches = self.marches.get_or_init(|| self.all_marches());
        marches[from.index() * self.sheet.ground.grid.len() + to.index()] as u16
    }

    fn all_marches(&self) -> Vec<u8> {
        let hexes = 0..self.sheet.ground.grid.len() as u16;
        hexes.flat_map(|hex| self.steps_from([Hex(hex)].into())).collect()
    }

    /// Steps of a march from a hex to the ground a side set up on; none to an army that comes on later.
    #[inline]
    pub(crate) fn march_to_ground(&self, from: Hex, side: Side) -> u16 {
        let grounds = self.grounds.get_or_init(|| Side::BOTH.map(|side| self.steps_to_ground(side)));
        grounds[side.index()][from.index()] as u16
    }

    fn steps_to_ground(&self, side: Side) -> Vec<u8> {
        let own = self.sheet.groups.iter().filter(|group| group.side == side);
        let ground: VecDeque<Hex> = own
            .filter_map(|group| match &group.coming {
                Coming::Deploys { hexes, .. } => Some(hexes),
                _ => None,
            })
            .flatten()
            .copied()
            .collect();
        if ground.is_empty() { vec![0; self.sheet.ground.grid.len()] } else { self.steps_from(ground) }
    }

    /// Steps of a march from the nearest of these hexes to every hex.
    fn steps_from(&self, mut reached: VecDeque<Hex>) -> Vec<u8> {
        let grid = &self.sheet.ground.grid;
        let mut steps = vec![u8::MAX; grid.len()];
        reached.iter().for_each(|hex| steps[hex.index()] = 0);
        while let Some(hex) = reached.pop_front() {
            let next = steps[hex.index()].saturating_add(1);
            for (_, beyond) in grid.neighbours(hex) {
                if steps[beyond.index()] == u8::MAX && self.enterable(beyond) {
                    steps[beyond.index()] = next;
                    reached.push_back(beyond);
                }
            }
        }
        steps
    }

    #[inline]
    pub(crate) fn adjacent(&self, a: Hex, b: Hex) -> bool {
        self.sheet.ground.grid.towards(a, b).is_some()
    }

    #[inline]
    pub(crate) fn row(&self, hex: Hex) -> u16 {
        self.sheet.ground.grid.row(hex)
    }

    /// Whether a road runs through a hex.
    #[inline]
    pub(crate) fn road_hex(&self, hex: Hex) -> bool {
        self.sheet.ground.roads[hex.index()] != 0
    }

    #[inline]
    pub(crate) fn road(&self, hex: Hex, to: Direction) -> bool {
        self.sheet.ground.roads[hex.index()] >> to.index() & 1 == 1
    }

    #[inline]
    pub(crate) fn stream(&self, hex: Hex, to: Direction) -> bool {
        self.sheet.ground.streams[hex.index()] >> to.index() & 1 == 1
    }

    #[inline]
    pub(crate) fn palisade(&self, hex: Hex, to: Direction) -> bool {
        self.sheet.ground.palisades[hex.index()] >> to.index() & 1 == 1
    }

    /// Movement Points, in halves, for a step; [`SHUT`] if nobody may make it. The road rate is only for
    /// those who began their move in a road hex (8, ruling R41).
    #[inline]
    pub(crate) fn cost(&self, from: Hex, to: Direction, began_on_road: bool) -> u8 {
        let costs = if began_on_road { &self.road_costs } else { &self.costs };
        costs[from.index()][to.index()]
    }

    /// Whether a zone of control reaches from the neighbour in a direction into a hex.
    #[inline]
    pub(crate) fn zone_open(&self, hex: Hex, from: Direction) -> bool {
        self.open_zones[hex.index()] >> from.index() & 1 == 1
    }

    /// Whether a hex lies on the rim of the map.
    #[inline]
    pub(crate) fn on_rim(&self, hex: Hex) -> bool {
        self.rim[hex.index()]
    }
}

/// Ruling R26: identical counters in exactly as many hexes, or one unit and its commander in one hex.
fn fixed(sheet: &Sheet, group: u8) -> bool {
    let Coming::Deploys { hexes, apart } = &sheet.groups[group as usize].coming else { return false };
    let arm = |unit: &Blueprint| sheet.types[unit.unit_type as usize].arm;
    let (leaders, troops): (Vec<&Blueprint>, Vec<&Blueprint>) =
        sheet.units.iter().filter(|u| u.group == group).partition(|u| arm(u) == Arm::Commander);
    let alike = troops.windows(2).all(|w| (w[0].unit_type, w[0].reduced) == (w[1].unit_type, w[1].reduced));
    !apart && alike && troops.len() == hexes.len() && (leaders.is_empty() || hexes.len() == 1)
}

/// Rule 8, rulings R39 to R43: the cost of the hex, and of what lies on the side.
fn step_cost(sheet: &Sheet, from: Hex, to: Direction, by_road: bool) -> u8 {
    let (ground, charts) = (&sheet.ground, &sheet.charts);
    let Some(hex) = ground.grid.neighbour(from, to) else { return SHUT };
    let Some(open) = charts.terrain[ground.terrain[hex.index()] as usize].cost else { return SHUT };
    let has = |sides: &[u8]| sides[from.index()] >> to.index() & 1 == 1;
    let along = by_road && has(&ground.roads);
    let mut cost = if along { charts.road } else { open };
    if has(&ground.palisades) {
        cost += charts.palisade;
    }
    if has(&ground.streams) && !along {
        cost += charts.stream;
    }
    if has(&ground.slopes) && !along {
        cost += charts.slope;
    }
    cost
}

/// Ruling R50: no zone of control into or out of a ford hex, nor into a river hex.
fn zones_open(sheet: &Sheet, hex: Hex) -> u8 {
    let ground = &sheet.ground;
    let terrain = |hex: Hex| ground.terrain[hex.index()];
    if matches!(terrain(hex), Terrain::Ford | Terrain::River) {
        return 0;
    }
    let open = ground.grid.neighbours(hex).filter(|&(_, beyond)| terrain(beyond) != Terrain::Ford);
    open.fold(0, |bits, (to, _)| bits | 1 << to.index())
}
