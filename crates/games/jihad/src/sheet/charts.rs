//! The charts and tables.

use engine::odds::{Gainer, OddsTable, Quarters};

use super::{Extent, Kind, Locale, STATES, State};

/// A result of the Combat Results Table. Exactly one side retreats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CombatResult {
    /// Units the attacker loses.
    pub attacker: u8,
    /// Units the defender loses.
    pub defender: u8,
    /// Whether the attacker is the side marked R; else the defender is.
    pub attacker_retreats: bool,
}

impl CombatResult {
    /// Who gains by it: whoever loses fewer, and of equal losses whoever stays.
    pub fn gainer(self) -> Gainer {
        Gainer::by_harm((self.attacker, self.attacker_retreats), (self.defender, !self.attacker_retreats))
    }
}

/// What becomes of the Khalif (10.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Fate {
    /// He lives.
    Survives,
    /// He dies and leaves an heir.
    Heir,
    /// He dies and leaves none.
    NoHeir,
}

impl Fate {
    /// Every fate, in the order of the Civil War Determination Table.
    pub const ALL: [Fate; 3] = [Fate::Survives, Fate::Heir, Fate::NoHeir];

    /// The words of the table.
    pub const fn name(self) -> &'static str {
        ["survives", "dies with heir", "dies without heir"][self as usize]
    }
}

/// The charts and tables. Dice are 1 to 6.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charts {
    /// The Combat Results Table, 1 to 3 up to 6 to 1. Below its first column the first is used (R91).
    pub results: OddsTable<CombatResult>,
    /// Attrition Susceptibility: points for a hex, by [`Land`](super::Land) and by [`Kind`] of a land unit.
    pub susceptibility: [[u8; 3]; 3],
    /// Attrition Susceptibility of naval units: partial sea, all sea.
    pub susceptibility_naval: [u8; 2],
    /// Attrition Resolution: units lost, by die and by tens of points (1–10, 11–20 … 51–60).
    pub attrition: [[u8; 6]; 6],
    /// Stacking limits (7.5) by [`Land`](super::Land): full hex, partial hex.
    pub stacking: [[u8; 2]; 3],
    /// Recruitment & Construction Table: points to recruit, by [`State`] and [`Kind`]; none if not applicable.
    pub recruit: [[Option<u8>; 4]; STATES],
    /// Points to construct a naval unit, by [`State`]; none if it has no navy.
    pub construct_naval: [Option<u8>; STATES],
    /// Points for each level of a base.
    pub construct_base: u8,
    /// The highest level of a base.
    pub base_levels: u8,
    /// Conversion / Re-conversion Cost Chart, by [`State`]; none for Muslims and Franks.
    pub conversion_cost: [Option<u8>; STATES],
    /// Conversion Table: for each State a bit for each die that converts, bit 1 for die 1.
    pub conversion: [u8; STATES],
    /// Re-conversion Table: likewise.
    pub reconversion: [u8; STATES],
    /// Rebellion Table: for each State and type a bit for each die that rebels, bit 1 for die 1.
    pub rebellion: [[u8; 4]; STATES],
    /// Muslim Unit Rebellion Suppression Table, for Bedouin: by column of the income (1–20 … 121+).
    pub suppression_bedouin: [u8; 7],
    /// The same for levies.
    pub suppression_levy: [u8; 7],
    /// Khalif Fate Table, by die less 1.
    pub khalif: [Fate; 6],
    /// Civil War Determination Table: the number of "CW n" by [`Fate`] and column (a quarter or less, between,
    /// half or more); 0 for no war.
    pub civil_war: [[u8; 3]; 3],
    /// Figures of the rules that stand in no table.
    pub figures: Figures,
    /// What is of the house in the charts, in sentences.
    pub house: Vec<String>,
}

/// Figures of the rules that stand in no table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figures {
    /// Attrition points a stack may gather in a segment: 60 (7.2).
    pub attrition_limit: u8,
    /// The same in a civil war: 24 (11.33).
    pub war_attrition_limit: u8,
    /// What an idle stack's susceptibility is multiplied by: 3 (7.2).
    pub idle_factor: u8,
    /// Converts for which one Muslim unit must be recruited: 3 (6.3).
    pub converts_per_muslim: u8,
    /// Points on a track up to which Byzantium may pay for another State: 8 (6.3).
    pub aid_limit: u16,
    /// What Byzantium pays for another State's unit, in multiples of the price: 2 (6.3, 9.2).
    pub aid_factor: u8,
    /// Muslim income from which Byzantium may recruit freely: 100 (6.3).
    pub alarm_income: u16,
    /// Points to suppress a convert in revolt: 1 (10.2).
    pub buy_off: u8,
    /// Multiplier of land defenders in rough hexes, in halves: 3 (H).
    pub rough_halves: u8,
    /// Multiplier of defenders in the Constantinople box, in halves: 4 (H).
    pub box_halves: u8,
    /// Full rounds after which the Authority wins a civil war: 6 (H, R127).
    pub war_rounds: u8,
}

impl Charts {
    /// Attrition points for a hex that a stack enters or sits in, by the worst type in the stack (7.2, R11).
    #[inline]
    pub fn points(&self, place: Locale, worst: Kind) -> u8 {
        match (worst, place.extent) {
            (Kind::Naval, Extent::Sea) => self.susceptibility_naval[1],
            (Kind::Naval, _) => self.susceptibility_naval[0],
            _ => self.susceptibility[place.land as usize][worst as usize],
        }
    }

    /// Units lost to attrition for a total of points; nothing for a total of 0 (R72).
    #[inline]
    pub fn attrition_losses(&self, points: u8, die: u8) -> u8 {
        match points {
            0 => 0,
            _ => self.attrition[(die.clamp(1, 6) - 1) as usize][((points - 1) / 10).min(5) as usize],
        }
    }

    /// The combat column for two strengths: never below the first, never above the last (R91).
    #[inline]
    pub fn combat_column(&self, attack: Quarters, defence: Quarters) -> usize {
        self.results.column(attack, defence).unwrap_or(0)
    }

    /// Whether a unit of a State is converted by a die.
    #[inline]
    pub fn converts(&self, state: State, die: u8) -> bool {
        self.conversion[state as usize] >> die & 1 == 1
    }

    /// Whether a unit of a State is reconverted by a die.
    #[inline]
    pub fn reconverts(&self, state: State, die: u8) -> bool {
        self.reconversion[state as usize] >> die & 1 == 1
    }

    /// Whether a unit rebels on a die.
    #[inline]
    pub fn rebels(&self, state: State, kind: Kind, die: u8) -> bool {
        self.rebellion[state as usize][kind as usize] >> die & 1 == 1
    }

    /// The column of the suppression table for an income; 0 counts as the first (R112).
    #[inline]
    pub fn suppression_column(income: u16) -> usize {
        (income.saturating_sub(1) / 20).min(6) as usize
    }

    /// The highest die that suppresses a Muslim rebel; 0 if none can (R112).
    #[inline]
    pub fn suppression(&self, kind: Kind, income: u16) -> u8 {
        let column = Charts::suppression_column(income);
        match kind {
            Kind::Bedouin => self.suppression_bedouin[column],
            _ => self.suppression_levy[column],
        }
    }

    /// The column of the Civil War Determination Table (R115).
    #[inline]
    pub fn war_column(rebels: u16, total: u16) -> usize {
        if 4 * rebels <= total {
            0
        } else if 2 * rebels >= total {
            2
        } else {
            1
        }
    }
}

#[cfg(test)]
mod tests {
    use covers::covers;

    use super::*;

    #[test]
    #[covers("R115")]
    fn rebels_are_measured_in_exact_fractions() {
        let column = Charts::war_column;
        assert_eq!([column(0, 0), column(1, 4), column(2, 7), column(3, 7), column(4, 8)], [0, 0, 1, 1, 2]);
    }

    #[test]
    #[covers("R112")]
    fn suppression_columns_change_after_each_twenty_points() {
        let columns = [0, 1, 20, 21, 40, 100, 101, 120, 121, 500].map(Charts::suppression_column);
        assert_eq!(columns, [0, 0, 0, 1, 1, 4, 5, 5, 6, 6]);
    }
}
