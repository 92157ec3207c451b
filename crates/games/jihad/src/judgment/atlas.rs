//! What a marshal knows by heart: what the march from any hex to any other costs a type of unit when nobody is in
//! the way, which hexes are near and which yield something, what attrition and combat come to on average.

use std::collections::VecDeque;
use std::fmt;
use std::sync::OnceLock;

use engine::hex::Hex;

use super::dispositions::Prospect;
use super::errand;
use crate::sheet::{Arm, Kind, Sheet, State};
use crate::unit::Unit;

/// Marches between all hexes, reckoned when first asked for.
#[derive(Clone)]
pub(crate) struct Atlas {
    rows: Vec<OnceLock<Box<[u16]>>>,
    lore: OnceLock<Lore>,
}

/// What never changes in a game, reckoned once.
#[derive(Clone)]
pub(crate) struct Lore {
    /// For every hex, those within a few steps of it.
    pub near: Vec<Box<[Hex]>>,
    /// Hexes that yield points, or will once a base is built.
    pub yielding: Vec<Hex>,
    /// For every hex, the fertile hexes next to it that land units may enter from it; those that are left over
    /// are [`Lore::NO_FIELD`].
    fields: Vec<[Hex; 6]>,
    /// Units lost on average and the chance that somebody is left, by column of the attrition table (0 for no
    /// points) and number of units.
    tolls: [[(f32, f32); MOST_LOSSES + 2]; TOLL_COLUMNS],
    /// What an attack comes to, by column of the Combat Results Table.
    pub prospects: Vec<Prospect>,
    /// The most units a defender loses on average.
    pub deadliest: f32,
    /// What both sides' men are worth while all wait in their pools.
    pub army: f32,
    pub empires: f32,
}

/// Steps within which troops threaten a place.
const NEAR: u16 = 3;

/// The most units attrition takes from a stack.
const MOST_LOSSES: usize = 4;

/// Columns of the attrition table, and one for no points.
pub(super) const TOLL_COLUMNS: usize = 7;

impl Lore {
    /// Stands for no field at all.
    const NO_FIELD: Hex = Hex(u16::MAX);

    fn new(sheet: &Sheet) -> Lore {
        let ground = &sheet.ground;
        let within = |hex| ground.grid.hexes().filter(move |&to| ground.grid.distance(hex, to) <= NEAR);
        let yields = |&hex: &Hex| {
            let place = ground.place(hex);
            place.fertile > 0 || place.value > 0 || place.site.is_some()
        };
        let toll = |column: usize, men: usize| {
            let (mut losses, mut left) = (0.0, 0.0);
            for die in 1..=6 {
                let lost = sheet.charts.attrition_losses(10 * column as u8, die).min(men as u8);
                losses += lost as f32 / 6.0;
                left += f32::from(lost < men as u8) / 6.0;
            }
            (losses, left)
        };
        let waiting = |muslims: bool| {
            let counters = sheet.roster.units.iter().filter(|c| (c.state == State::Muslim) == muslims);
            counters.map(|&blueprint| errand::kept_of(&Unit::printed(blueprint))).sum::<f32>()
        };
        let fields = |hex: Hex| {
            let mut fields = [Lore::NO_FIELD; 6];
            let beside = ground.ways(hex, Arm::Land).map(|(_, beyond)| beyond);
            let fertile = beside.filter(|&beyond| ground.place(beyond).fertile > 0);
            fields.iter_mut().zip(fertile).for_each(|(field, beyond)| *field = beyond);
            fields
        };
        let prospects: Vec<Prospect> =
            (0..sheet.charts.results.columns()).map(|c| Prospect::new(&sheet.charts, c)).collect();
        Lore {
            army: waiting(true),
            empires: waiting(false),
            near: ground.grid.hexes().map(|hex| within(hex).collect()).collect(),
            yielding: ground.grid.hexes().filter(yields).collect(),
            tolls: std::array::from_fn(|column| std::array::from_fn(|men| toll(column, men))),
            fields: ground.grid.hexes().map(fields).collect(),
            deadliest: prospects.iter().map(|prospect| prospect.defender).fold(0.0, f32::max),
            prospects,
        }
    }

    /// Units that so many attrition points take from a stack, on average, and the chance that somebody is left.
    #[inline]
    pub fn toll(&self, points: u16, men: u8) -> (f32, f32) {
        self.toll_in(Lore::toll_column(points), men)
    }

    /// The column of the attrition table for so many points.
    #[inline]
    pub fn toll_column(points: u16) -> usize {
        (points.div_ceil(10) as usize).min(TOLL_COLUMNS - 1)
    }

    /// The toll of a column.
    #[inline]
    pub fn toll_in(&self, column: usize, men: u8) -> (f32, f32) {
        self.tolls[column][(men as usize).min(MOST_LOSSES + 1)]
    }

    /// The fertile hexes next to a hex that land units may enter from it.
    #[inline]
    pub fn fields(&self, hex: Hex) -> impl Iterator<Item = Hex> + '_ {
        self.fields[hex.index()].iter().copied().take_while(|&field| field != Lore::NO_FIELD)
    }
}

/// An attrition point in the measure of the atlas, in which a hex is 1: of equal tolls the shorter way is better.
const POINT: u16 = 64;

/// A hex that cannot be reached.
const UNREACHED: u16 = u16::MAX;

impl Atlas {
    /// An empty atlas of a map with so many hexes.
    pub fn new(hexes: usize) -> Atlas {
        Atlas { rows: vec![OnceLock::new(); hexes * Kind::ALL.len()], lore: OnceLock::new() }
    }
}

impl fmt::Debug for Atlas {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Atlas of {} rows", self.rows.len())
    }
}

/// The marches from one hex to all others.
#[derive(Clone, Copy)]
pub(crate) struct Marches<'a>(&'a [u16]);

impl Marches<'_> {
    /// The length of the march, in the measure of the atlas; none if there is no way.
    #[inline]
    pub fn length(self, to: Hex) -> Option<u16> {
        Some(self.0[to.index()]).filter(|&length| length != UNREACHED)
    }

    /// The attrition points of the march.
    #[inline]
    pub fn points(self, to: Hex) -> Option<u16> {
        self.length(to).map(|length| length / POINT)
    }
}

impl Sheet {
    /// What never changes in a game.
    #[inline]
    pub(crate) fn lore(&self) -> &Lore {
        self.atlas.lore.get_or_init(|| Lore::new(self))
    }

    /// The marches of a type of unit from a hex.
    pub(crate) fn marches(&self, kind: Kind, from: Hex) -> Marches<'_> {
        let row = kind as usize * self.ground.grid.len() + from.index();
        Marches(self.atlas.rows[row].get_or_init(|| self.reckon_marches(kind, from)))
    }

    fn reckon_marches(&self, kind: Kind, from: Hex) -> Box<[u16]> {
        let mut lengths = vec![UNREACHED; self.ground.grid.len()].into_boxed_slice();
        let mut queue = VecDeque::from([from]);
        lengths[from.index()] = 0;
        while let Some(hex) = queue.pop_front() {
            let here = lengths[hex.index()];
            for (_, to) in self.ground.ways(hex, kind.arm()) {
                let length = here + self.stride_length(kind, to);
                if length < lengths[to.index()] {
                    lengths[to.index()] = length;
                    queue.push_back(to);
                }
            }
        }
        lengths
    }

    /// The length of one step into a hex.
    #[inline]
    pub(crate) fn stride_length(&self, kind: Kind, to: Hex) -> u16 {
        self.charts.points(self.ground.place(to), kind) as u16 * POINT + 1
    }
}
