//! What comes of a siege, an assault, a battle: the rules' own dice, as far as a planner reckons them.

use engine::Side;
use engine::hex::Hex;
use engine::odds::{Odds, Quarters};

use super::estimate::Estimate;
use super::force::Force;
use crate::position::Position;
use crate::sheet::{BYZANTINES, MUSLIMS, SettlementKind, Verdict};

impl Position {
    /// The chance that a siege with so many MPs left brings a garrison down (7.1).
    pub(super) fn siege_chance(&self, place: u8, garrison: u8, points: u8) -> f32 {
        if garrison == 0 {
            return 1.0;
        }
        let most = points / garrison;
        match self.sheet.ground.settlement(place).is_city() {
            false => f32::from(most.min(6)) / 6.0,
            true => {
                const WAYS: [u8; 13] = [0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36];
                f32::from(WAYS[usize::from(most.min(12))]) / 36.0
            }
        }
    }

    /// The chance of a breach after so many winters (7.2.1).
    pub(super) fn breach_chance(&self, place: u8, winters: u8) -> f32 {
        let charts = &self.sheet.charts;
        if self.annals.open_walls == place {
            return 1.0;
        }
        let needed = i32::from(charts.breach[self.sheet.ground.settlement(place).kind as usize]);
        let bonus = i32::from(winters.min(charts.breach_most) * charts.breach_winter);
        let faces = (7 - (needed - bonus).clamp(1, 6)).max(1);
        faces as f32 / 6.0
    }

    /// How a field battle would go, from -1 (destroyed) to 1 (the enemy destroyed), and the chance to drive him off.
    pub(super) fn clash(&self, side: Side, attacker: &Force, defender: &Force, hex: Hex) -> (f32, f32) {
        if attacker.units == 0 || defender.units == 0 {
            return if attacker.units == 0 { (-1.0, 0.0) } else { (1.0, 1.0) };
        }
        let open = self.sheet.ground.terrain[hex.index()].is_open();
        let might = |force: &Force| Quarters::points(u32::from(if open { force.clear } else { force.rough }));
        let odds = Odds {
            attack: might(attacker),
            defence: might(defender),
            shift: attacker.shift - defender.shift,
            die: 0,
        };
        let (a, d) = (f32::from(attacker.units), f32::from(defender.units));
        // 6.2.1, 6.2.2: a Byzantine rout costs as many as there are Muslims, a Muslim one as many as horsemen.
        let rout = |muslim: bool, loser: &Force, winner: &Force| {
            let toll = if muslim { winner.mounted } else { winner.units };
            0.35 + 0.65 * (f32::from(toll) / f32::from(loser.units)).min(1.0)
        };
        let (mut sum, mut wins) = (0.0, 0.0);
        for face in 1..=6 {
            match self.sheet.charts.combat.outcome(&odds, face) {
                Verdict::DD => (sum, wins) = (sum + 1.0, wins + 1.0),
                Verdict::DR => (sum, wins) = (sum + rout(side == BYZANTINES, defender, attacker), wins + 1.0),
                Verdict::A if a > d => (sum, wins) = (sum + 0.3, wins + 0.8),
                Verdict::A => sum -= 0.3,
                Verdict::AR => sum -= rout(side == MUSLIMS, attacker, defender),
                Verdict::AD => sum -= 1.0,
            }
        }
        (sum / 6.0, wins / 6.0)
    }
}

impl Estimate<'_> {
    /// The chance that a force before a place takes it at one try.
    pub(super) fn try_chance(&self, place: u8, force: &Force, points: u8, winters: u8, support: u8) -> f32 {
        let (all, foot) = self.watch(place);
        if all == 0 {
            return 1.0;
        }
        if force.units < all {
            return 0.0;
        }
        let storm = match force.stormers > foot {
            true => self.breach_chance(place, winters),
            // Those who come after find the walls empty.
            false if force.stormers + support > foot + 2 => 0.8 * self.breach_chance(place, winters),
            false => 0.0,
        };
        self.siege_chance(place, all, points).max(storm)
    }
}

impl SettlementKind {
    /// What its garrison is worth, unit by unit: the chance that it falls with so many.
    pub(super) fn risk(self, garrison: u8) -> f32 {
        let table: &[f32] = match self {
            SettlementKind::Town => &[1.0, 0.9, 0.82, 0.7, 0.5],
            SettlementKind::City => &[1.0, 0.85, 0.6, 0.45, 0.38, 0.34, 0.31, 0.28, 0.26],
            SettlementKind::Constantinople => {
                &[1.0, 0.95, 0.85, 0.7, 0.6, 0.52, 0.46, 0.4, 0.35, 0.3, 0.24, 0.18, 0.12]
            }
        };
        table[usize::from(garrison).min(table.len() - 1)]
    }
}
