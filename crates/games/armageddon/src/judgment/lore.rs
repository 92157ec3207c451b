//! What judgment draws from a sheet once, before the first move.

use engine::hex::Hex;

use crate::movement::POINT;
use crate::sheet::{Kind, Sheet, Terrain, UnitType};

/// The most points ground is taken to cost.
pub(super) const MOST_TOIL: u8 = 6;

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
    /// What it costs to enter each hex, in whole points; nothing where nobody can.
    toil: Vec<Option<u8>>,
    /// How much a stack counts for a hex so many hexes away.
    nearness: Vec<f32>,
}

impl Lore {
    /// Reads a sheet.
    pub fn of(sheet: &Sheet) -> Lore {
        let grid = &sheet.ground.grid;
        let toil = |terrain: &Terrain| {
            let effect = &sheet.charts.terrain[*terrain as usize];
            (!effect.impassable).then(|| effect.cost.div_ceil(POINT).clamp(1, MOST_TOIL))
        };
        let nearness = |far: u16| 1.0 / (1.0 + far as f32 * far as f32 / 4.0);
        Lore {
            mettle: Kind::ALL.map(|kind| Mettle::of(&sheet.charts.units[kind as usize])),
            toil: sheet.ground.terrain.iter().map(toil).collect(),
            // No two hexes are farther apart.
            nearness: (0..=grid.columns() + grid.rows()).map(nearness).collect(),
        }
    }

    #[inline]
    pub(super) fn mettle(&self, kind: Kind) -> &Mettle {
        &self.mettle[kind as usize]
    }

    /// What it costs to enter a hex, in whole points; nothing where nobody can.
    #[inline]
    pub(super) fn toil(&self, hex: Hex) -> Option<u8> {
        self.toil[hex.index()]
    }

    #[inline]
    pub(super) fn nearness(&self, far: u16) -> f32 {
        self.nearness[far as usize]
    }
}
