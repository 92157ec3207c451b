//! The charts: costs, allowances, tables, events.

use engine::odds::{Gainer, OddsTable};
use serde::{Deserialize, Serialize};

/// A result on the Combat Results Table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// The attacker is destroyed.
    AD,
    /// The attacker routs.
    AR,
    /// Both suffer attrition.
    A,
    /// The defender routs.
    DR,
    /// The defender is destroyed.
    DD,
}

impl Verdict {
    /// Who gains by it.
    pub fn gainer(self) -> Gainer {
        match self {
            Verdict::AD | Verdict::AR => Gainer::Defender,
            Verdict::A => Gainer::Nobody,
            Verdict::DR | Verdict::DD => Gainer::Attacker,
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::AD => "attacker destroyed",
            Verdict::AR => "attacker routs",
            Verdict::A => "attrition",
            Verdict::DR => "defender routs",
            Verdict::DD => "defender destroyed",
        }
    }
}

/// What a row of the Attrition Table costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Toll {
    /// So many units.
    Units(u8),
    /// One in so many, rounded up.
    OneIn(u8),
}

impl Toll {
    /// The units lost out of so many.
    pub fn of(self, units: u8) -> u8 {
        match self {
            Toll::Units(lost) => lost.min(units),
            Toll::OneIn(share) => units.div_ceil(share),
        }
    }
}

/// An event of the table (2.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum YearEvent {
    /// Callinicus' fire.
    GreekFire,
    /// A random unpillaged city has open walls.
    Earthquake,
    /// The Armenian lords change sides.
    ArmenianLords,
    /// Abdallah and the Quraysh come to Fustat.
    Quraysh,
    /// The army of Kufa enters.
    Kufa,
    /// Nothing.
    Quiet,
    /// The exarch Gregory rebels in Africa.
    Exarch,
    /// The quarrel over the Typos.
    Typos,
    /// Plague in crowded cities.
    Plague,
    /// Storms at sea.
    Storms,
}

impl YearEvent {
    /// Whether it may happen again (2.2; ruling 17).
    pub fn repeats(self) -> bool {
        matches!(self, YearEvent::Earthquake | YearEvent::Storms | YearEvent::Quiet)
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            YearEvent::GreekFire => "Callinicus' fire",
            YearEvent::Earthquake => "Earthquake",
            YearEvent::ArmenianLords => "The Armenian lords change sides",
            YearEvent::Quraysh => "Abdallah ibn Sad and the Quraysh",
            YearEvent::Kufa => "The army of Kufa",
            YearEvent::Quiet => "A quiet year",
            YearEvent::Exarch => "The exarch Gregory rebels",
            YearEvent::Typos => "The Typos quarrel",
            YearEvent::Plague => "Plague",
            YearEvent::Storms => "Storms at sea",
        }
    }
}

/// The charts.
#[derive(Clone, PartialEq, Debug)]
pub struct Charts {
    /// Cost of a road step.
    pub road: u8,
    /// Added for a river hexside.
    pub river: u8,
    /// Added for a hex with enemy units.
    pub enemy: u8,
    /// Embarking or disembarking in a friendly port, and on a coast.
    pub embark: [u8; 2],
    /// Cost of each terrain, by side.
    pub terrain: [[u8; 6]; 2],
    /// Base allowance of Muslim expeditions.
    pub muslim: u8,
    /// Of a Byzantine one of mounted units only.
    pub byzantine_mounted: u8,
    /// Of any other Byzantine one.
    pub byzantine: u8,
    /// Allowance at sea, by side.
    pub sea: [u8; 2],
    /// Of a patrol.
    pub patrol: u8,
    /// Of a leader by himself.
    pub leader: u8,
    /// The distance of garrisons, musters and disbanding.
    pub within: u8,
    /// The farthest a rout goes.
    pub rout: u8,
    /// Stacking limits of terrain; they never bind (ruling 133).
    pub open_stacking: [u8; 6],
    /// Stacking limits of towns, cities and Constantinople.
    pub stacking: [u8; 3],
    /// The Combat Results Table.
    pub combat: OddsTable<Verdict>,
    /// The Attrition Table: highest die and toll of each row.
    pub attrition: Vec<(i8, Toll)>,
    /// In mountain or marsh.
    pub attrition_hard: i8,
    /// Byzantines in desert.
    pub attrition_desert: i8,
    /// With more units than this …
    pub crowd_above: u8,
    /// … so much more.
    pub attrition_crowd: i8,
    /// In a friendly place that holds them all.
    pub attrition_home: i8,
    /// The die a breach needs at towns, cities and Constantinople.
    pub breach: [u8; 3],
    /// Added for each winter camped before the walls.
    pub breach_winter: u8,
    /// Counted winters at most.
    pub breach_most: u8,
    /// The die from which a place is pillaged.
    pub pillage: u8,
    /// The fewest ships of each column of the Greek Fire Table.
    pub fire_ships: [u8; 4],
    /// Greek fire: ships sunk and whether the Byzantines lose one, by die and column.
    pub fire: [[(u8, bool); 4]; 6],
    /// The event of each throw of two dice, from 2.
    pub events: [YearEvent; 11],
    /// What is of the house, in sentences.
    pub house: Vec<String>,
}

impl Charts {
    /// The column of the Greek Fire Table for so many ships.
    pub fn fire_column(&self, ships: u8) -> usize {
        self.fire_ships.iter().rposition(|&fewest| ships >= fewest).unwrap_or(0)
    }
}
