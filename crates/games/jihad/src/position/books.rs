//! Points, bases and all that players note on tracks and on paper.

use serde::{Deserialize, Serialize};

use crate::codes::StateSet;
use crate::sheet::{MOST_SITES, Opening, STATES};

/// Points, bases and all that players note on tracks and on paper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Books {
    /// Points on the Productivity Tracks.
    pub tracks: [u16; STATES],
    /// Points earned in this turn's phase A (R40).
    pub income: [u16; STATES],
    /// Points of claimed hexes assigned so far in this phase A.
    pub awards: [i16; STATES],
    /// Attacks left this turn to States limited by 8.4 (R87).
    pub allowance: [u8; STATES],
    /// States with 8 points or fewer when phase A ended (R52).
    pub poor: StateSet,
    /// States that may recruit in this Empires phase (R50, R51).
    pub eligible: StateSet,
    /// States that have recruited this turn.
    pub recruited: StateSet,
    /// States defeated for good (R42).
    pub defeated: StateSet,
    /// States that count as defeated through inaction (R24).
    pub inactive: StateSet,
    /// Muslim-nationality units recruited this turn (R49).
    pub natives: u8,
    /// Converts recruited this turn.
    pub converts: u8,
    /// Levels of the bases.
    pub bases: [u8; MOST_SITES],
    /// A bit for each base raised this turn (R62).
    pub raised: u8,
    /// Whether Byzantium has recruited before (R51).
    pub byzantium_recruited: bool,
    /// The turn of the first attack on a Byzantine unit; 0 before (R39).
    pub first_attack: u8,
    /// Whether the Constantinople box may still be used.
    pub box_open: bool,
    /// Whether it was emptied by combat (R137).
    pub box_emptied: bool,
    /// Whether no Empires unit was in the Constantinople hex when this Combat Segment opened (R134).
    pub city_clear: bool,
    /// A bit for each arm that has attacked the box in this segment (R133).
    pub box_attacked: u8,
    /// Units declared so far in this segment of phase D.
    pub declared: u8,
}

impl Books {
    /// What is noted before the first turn. Defeated States are noted with the set-up.
    pub fn opening(opening: &Opening) -> Books {
        Books {
            tracks: opening.tracks,
            income: [0; STATES],
            awards: [0; STATES],
            allowance: [0; STATES],
            poor: StateSet::EMPTY,
            eligible: StateSet::EMPTY,
            recruited: StateSet::EMPTY,
            defeated: StateSet::EMPTY,
            inactive: StateSet::EMPTY,
            natives: 0,
            converts: 0,
            bases: opening.bases,
            raised: 0,
            byzantium_recruited: opening.byzantium_recruited,
            first_attack: opening.first_attack,
            box_open: opening.box_open,
            box_emptied: false,
            city_clear: false,
            box_attacked: 0,
            declared: 0,
        }
    }
}

engine::kept_as_is!(Books);
