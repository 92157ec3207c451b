//! A scenario's sheet prepared for play: what the rules ask for at every step, laid out for quick answers.

use std::ops::Range;

use engine::Side;
use engine::hex::{Direction, Hex};

use crate::judgment::Lore;
use crate::sheet::{Coming, Kind, Sheet, Terrain, TerrainEffect, UnitType};
use crate::unit::UnitId;

/// A sheet and what is derived from it once.
#[derive(Debug)]
pub struct Battle {
    /// What is printed.
    pub sheet: Sheet,
    /// The version of the rules it is played by.
    ruleset: u32,
    /// Ids of the units of the first side; the rest are the second's.
    split: u8,
    /// Ids of the fire units of each side.
    fire_units: [Vec<UnitId>; 2],
    /// Ids of the leaders of each side.
    leaders: [Vec<UnitId>; 2],
    /// For each group, which hexes belong to its zone.
    zones: Vec<Vec<bool>>,
    /// For each side, which hexes are exits.
    exits: [Vec<bool>; 2],
    /// For each hex, the index of the objective there.
    objective: Vec<u8>,
    /// What judgment needs.
    pub(crate) lore: Lore,
}

/// No objective.
pub(crate) const NO_OBJECTIVE: u8 = u8::MAX;

impl Battle {
    /// Prepares a sheet, to be played by the newest rules.
    pub fn new(sheet: Sheet) -> Battle {
        let ids = |side: Side, wanted: fn(Kind) -> bool| -> Vec<UnitId> {
            let units = sheet.units.iter().enumerate();
            units.filter(|(_, u)| u.side == side && wanted(u.kind)).map(|(i, _)| UnitId(i as u8)).collect()
        };
        let marked = |hexes: &[Hex]| {
            let mut marks = vec![false; sheet.ground.grid.len()];
            hexes.iter().for_each(|h| marks[h.index()] = true);
            marks
        };
        let mut objective = vec![NO_OBJECTIVE; sheet.ground.grid.len()];
        for (i, hex) in sheet.objectives.iter().enumerate() {
            objective[hex.index()] = i as u8;
        }
        let zones = sheet.groups.iter().map(|group| match &group.coming {
            Coming::Deploys { hexes, .. } | Coming::Enters { hexes, .. } | Coming::Arrives { hexes, .. } => {
                marked(hexes)
            }
        });
        Battle {
            ruleset: crate::edition::RULESET,
            split: sheet.units.iter().filter(|u| u.side == Side::First).count() as u8,
            fire_units: Side::BOTH.map(|s| ids(s, Kind::is_fire)),
            leaders: Side::BOTH.map(|s| ids(s, Kind::is_leader)),
            zones: zones.collect(),
            exits: [marked(&sheet.exits[0]), marked(&sheet.exits[1])],
            objective,
            lore: Lore::of(&sheet),
            sheet,
        }
    }

    /// The same, played by an older version of the rules, as games begun under it are to their end.
    ///
    /// Version 1 tolerated an overfull hex whose last cure a move had closed, and let a unit fall back
    /// without a step; it did not tell of chariots that stop in a stream.
    pub fn under(self, ruleset: u32) -> Battle {
        Battle { ruleset, ..self }
    }

    /// The version of the rules it is played by.
    pub fn ruleset(&self) -> u32 {
        self.ruleset
    }

    /// Whether the rules are those of version 2 or later.
    #[inline]
    pub(crate) fn second_rules(&self) -> bool {
        self.ruleset >= 2
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
    pub(crate) fn side(&self, unit: UnitId) -> Side {
        if unit.0 < self.split { Side::First } else { Side::Second }
    }

    /// The counters of a side.
    #[inline]
    pub(crate) fn units(&self, side: Side) -> impl Iterator<Item = UnitId> + use<> {
        let range: Range<u8> = match side {
            Side::First => 0..self.split,
            Side::Second => self.split..self.sheet.units.len() as u8,
        };
        range.map(UnitId)
    }

    /// The counters of a group, which stand together in the list.
    pub(crate) fn group(&self, group: u8) -> impl Iterator<Item = UnitId> + '_ {
        let members = self.sheet.units.iter().enumerate();
        members.filter(move |(_, u)| u.group == group).map(|(i, _)| UnitId(i as u8))
    }

    #[inline]
    pub(crate) fn fire_units(&self, side: Side) -> &[UnitId] {
        &self.fire_units[side.index()]
    }

    #[inline]
    pub(crate) fn leaders(&self, side: Side) -> &[UnitId] {
        &self.leaders[side.index()]
    }

    #[inline]
    pub(crate) fn in_zone(&self, group: u8, hex: Hex) -> bool {
        self.zones[group as usize][hex.index()]
    }

    #[inline]
    pub(crate) fn is_exit(&self, side: Side, hex: Hex) -> bool {
        self.exits[side.index()][hex.index()]
    }

    /// The objective in a hex, by its index.
    #[inline]
    pub(crate) fn objective(&self, hex: Hex) -> Option<usize> {
        let index = self.objective[hex.index()];
        (index != NO_OBJECTIVE).then_some(index as usize)
    }

    #[inline]
    pub(crate) fn terrain(&self, hex: Hex) -> Terrain {
        self.sheet.ground.terrain[hex.index()]
    }

    /// The line of the Terrain Effects Chart for a hex.
    #[inline]
    pub(crate) fn effect(&self, hex: Hex) -> &TerrainEffect {
        &self.sheet.charts.terrain[self.terrain(hex) as usize]
    }

    #[inline]
    pub(crate) fn unit_type(&self, kind: Kind) -> &UnitType {
        &self.sheet.charts.units[kind as usize]
    }

    #[inline]
    pub(crate) fn neighbour(&self, hex: Hex, to: Direction) -> Option<Hex> {
        self.sheet.ground.grid.neighbour(hex, to)
    }

    #[inline]
    pub(crate) fn distance(&self, a: Hex, b: Hex) -> u16 {
        self.sheet.ground.grid.distance(a, b)
    }

    /// Whether the hexside of a hex in a direction is a crest.
    #[inline]
    pub(crate) fn crest(&self, hex: Hex, to: Direction) -> bool {
        self.sheet.ground.crests[hex.index()] & 1 << to.index() != 0
    }

    /// Movement Points, in halves, to enter a hex from another or from off the map (rulings R16, R105).
    #[inline]
    pub(crate) fn cost(&self, from: Option<Hex>, to: Hex) -> u8 {
        let terrain = self.terrain(to);
        if terrain == Terrain::Road && from.is_none_or(|f| self.terrain(f) == Terrain::Road) {
            return 1;
        }
        self.sheet.charts.terrain[terrain as usize].cost
    }

    /// Whether the ground itself lets a type of unit be in a hex.
    #[inline]
    pub(crate) fn bears(&self, kind: Kind, hex: Hex) -> bool {
        let effect = self.effect(hex);
        !effect.impassable && (kind != Kind::CH || !effect.bars_chariots)
    }
}
