//! What judgment draws from a sheet once, before the first move.

use engine::Side;
use engine::hex::Hex;

use crate::sheet::{Kind, Sheet, UnitType};

/// What a counter of a type is good for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mettle {
    /// What it is worth: a little for being there, more for what it does.
    pub worth: f32,
    /// What its counter says.
    pub front: u8,
    pub bracketed: bool,
    pub movement: u8,
    pub bonus: u8,
}

impl Mettle {
    fn of(unit_type: &UnitType) -> Mettle {
        let fire = unit_type.fire.first().map_or(0.0, |strength| strength.0 as f32 / 4.0);
        Mettle {
            worth: 1.0 + 0.5 * (unit_type.front as f32 + fire) + unit_type.movement as f32 / 20.0,
            front: unit_type.front,
            bracketed: unit_type.bracketed,
            movement: unit_type.movement,
            bonus: unit_type.bonus,
        }
    }
}

/// Tables of a sheet.
#[derive(Debug)]
pub(crate) struct Lore {
    mettle: [Mettle; Kind::ALL.len()],
    /// For each side, how far each hex is from its nearest exit; empty without exits.
    to_exit: [Vec<u16>; 2],
    /// How much a stack counts for a hex so many hexes away.
    nearness: Vec<f32>,
}

impl Lore {
    /// Reads a sheet.
    pub fn of(sheet: &Sheet) -> Lore {
        let grid = &sheet.ground.grid;
        let to_exit = |exits: &Vec<Hex>| -> Vec<u16> {
            let nearest = |hex| exits.iter().map(|&exit| grid.distance(hex, exit)).min();
            (0..grid.len() as u16).filter_map(|id| nearest(Hex(id))).collect()
        };
        let nearness = |far: u16| 1.0 / (1.0 + far as f32 * far as f32 / 4.0);
        Lore {
            mettle: Kind::ALL.map(|kind| Mettle::of(&sheet.charts.units[kind as usize])),
            to_exit: sheet.exits.each_ref().map(to_exit),
            // No two hexes are farther apart.
            nearness: (0..=grid.columns() + grid.rows()).map(nearness).collect(),
        }
    }

    #[inline]
    pub(super) fn mettle(&self, kind: Kind) -> &Mettle {
        &self.mettle[kind as usize]
    }

    /// How far it is to the nearest exit of a side; nothing without one.
    #[inline]
    pub(super) fn hexes_to_exit(&self, side: Side, hex: Hex) -> u16 {
        self.to_exit[side.index()].get(hex.index()).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn nearness(&self, far: u16) -> f32 {
        self.nearness[far as usize]
    }
}
