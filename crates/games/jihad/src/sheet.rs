//! The printed matter of a scenario: map, counters, charts, set-up, victory conditions.
//!
//! A [`Sheet`] is made once from the data files and never changes; every position of the scenario shares it.

use std::ops::Range;
use std::sync::Arc;

use engine::Side;
use engine::edition::TitlePage;
use engine::hex::Hex;
use engine::scene::Landscape;

use crate::judgment::Atlas;

mod charts;
mod ground;

pub use charts::{Charts, CombatResult, Fate, Figures};
pub use ground::{City, Extent, Ground, Land, Locale, Realm, Site};

/// The most counters there may be; positions keep them in fixed arrays and name them by a byte.
pub const MOST_UNITS: usize = 240;
/// The most hexes the map may have: 39 columns of 17.
pub const MOST_HEXES: usize = 663;
/// The most cities the map may have.
pub const MOST_CITIES: usize = 96;
/// The most base sites the map may have.
pub const MOST_SITES: usize = 4;
/// How many States there are, the Muslim State included.
pub const STATES: usize = 9;

/// The side that plays the Muslims.
pub const MUSLIMS: Side = Side::First;
/// The side that plays the eight Empires States.
pub const EMPIRES: Side = Side::Second;

/// A State, and the nationality of its units: the Muslim State, then the Empires States by the alphabet (R35).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the rulebook's own names")]
pub enum State {
    Muslim,
    Berber,
    Byzantine,
    Frank,
    Goth,
    Khazar,
    Persian,
    Sindhi,
    Turk,
}

impl State {
    /// Every State.
    pub const ALL: [State; STATES] = [
        State::Muslim,
        State::Berber,
        State::Byzantine,
        State::Frank,
        State::Goth,
        State::Khazar,
        State::Persian,
        State::Sindhi,
        State::Turk,
    ];

    /// The eight States of the Empires player, by the alphabet.
    pub const EMPIRES: [State; STATES - 1] = [
        State::Berber,
        State::Byzantine,
        State::Frank,
        State::Goth,
        State::Khazar,
        State::Persian,
        State::Sindhi,
        State::Turk,
    ];

    /// 0 to 8, for arrays with one entry a State.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The State with this index; only the remainder by nine counts.
    #[inline]
    pub const fn new(index: usize) -> State {
        State::ALL[index % STATES]
    }

    /// The people: "Byzantines".
    pub const fn name(self) -> &'static str {
        ["Muslims", "Berbers", "Byzantines", "Franks", "Goths", "Khazars", "Persians", "Sindhis", "Turks"]
            [self as usize]
    }

    /// The word before a noun: "Byzantine".
    pub const fn adjective(self) -> &'static str {
        ["Muslim", "Berber", "Byzantine", "Frankish", "Gothic", "Khazar", "Persian", "Sindhi", "Turkish"]
            [self as usize]
    }

    /// Its name in data files, orders and records: "byzantine".
    pub const fn code(self) -> &'static str {
        ["muslim", "berber", "byzantine", "frank", "goth", "khazar", "persian", "sindhi", "turk"]
            [self as usize]
    }

    /// The State with this code.
    pub fn from_code(code: &str) -> Option<State> {
        State::ALL.into_iter().find(|state| state.code() == code)
    }

    /// Whether the Empires player runs it.
    #[inline]
    pub const fn is_empire(self) -> bool {
        !matches!(self, State::Muslim)
    }

    /// Whether its attacks are limited by 8.4: every State but the Muslims, Byzantines and Persians.
    #[inline]
    pub const fn has_attack_limit(self) -> bool {
        !matches!(self, State::Muslim | State::Byzantine | State::Persian)
    }

    /// The player who runs it.
    #[inline]
    pub const fn side(self) -> Side {
        if self.is_empire() { EMPIRES } else { MUSLIMS }
    }
}

/// A type of unit (3.4), in the order in which it suffers from marching; ships apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the rulebook's own names")]
pub enum Kind {
    Bedouin,
    Mercenary,
    Levy,
    Naval,
}

impl Kind {
    /// Every type, least attrition first, ships last.
    pub const ALL: [Kind; 4] = [Kind::Bedouin, Kind::Mercenary, Kind::Levy, Kind::Naval];

    /// Its name: "Levy".
    pub const fn name(self) -> &'static str {
        ["Bedouin", "Mercenary", "Levy", "Naval"][self as usize]
    }

    /// Its name in data files, orders and records: "levy".
    pub const fn code(self) -> &'static str {
        ["bedouin", "mercenary", "levy", "naval"][self as usize]
    }

    /// The type with this code.
    pub fn from_code(code: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// Land or sea.
    #[inline]
    pub const fn arm(self) -> Arm {
        match self {
            Kind::Naval => Arm::Naval,
            _ => Arm::Land,
        }
    }

    /// Whether it is a naval unit.
    #[inline]
    pub const fn is_naval(self) -> bool {
        matches!(self, Kind::Naval)
    }
}

/// The two arms, which never fight each other (8.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Arm {
    /// Bedouin, mercenaries and levies.
    Land,
    /// Ships.
    Naval,
}

impl Arm {
    /// Both, land before naval (R8).
    pub const BOTH: [Arm; 2] = [Arm::Land, Arm::Naval];

    /// Its name in orders and records: "land".
    pub const fn code(self) -> &'static str {
        ["land", "naval"][self as usize]
    }
}

/// A civil-war leader (12.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Leader {
    /// Leads the Authority in the first war.
    Hashim,
    /// Leads the Rebels in the first war.
    Umaiya,
}

impl Leader {
    /// Both, in order of id.
    pub const BOTH: [Leader; 2] = [Leader::Hashim, Leader::Umaiya];

    /// The name on the marker.
    pub const fn name(self) -> &'static str {
        ["Beni Hashim", "Beni Umaiya"][self as usize]
    }

    /// Its name in data files, orders and records.
    pub const fn code(self) -> &'static str {
        ["hashim", "umaiya"][self as usize]
    }

    /// The other one.
    #[inline]
    pub const fn other(self) -> Leader {
        match self {
            Leader::Hashim => Leader::Umaiya,
            Leader::Umaiya => Leader::Hashim,
        }
    }
}

/// A counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blueprint {
    /// Its nationality.
    pub state: State,
    /// Its type.
    pub kind: Kind,
    /// Its printed strength.
    pub strength: u8,
    /// Its number among the counters of its nationality and type, from 1.
    pub ordinal: u8,
}

/// The counters: by State in the order of [`State::ALL`], then by type in the order of [`Kind::ALL`]. The
/// place in the list is the unit's id, the same in every scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roster {
    /// The counters by id; at most [`MOST_UNITS`].
    pub units: Vec<Blueprint>,
    /// First id of each State and type, and one past the last.
    pub blocks: [[(u8, u8); 4]; STATES],
    /// Army-group markers of each State (7.6), a display aid only (R84).
    pub army_groups: [u8; STATES],
    /// Strength of a civil-war leader (H).
    pub leader_strength: u8,
    /// What is of the house in the counters, in sentences.
    pub house: Vec<String>,
}

impl Roster {
    /// The ids of a State's units of one type; empty if it has none.
    #[inline]
    pub fn ids(&self, state: State, kind: Kind) -> Range<u8> {
        let (first, end) = self.blocks[state as usize][kind as usize];
        first..end
    }

    /// The ids of all units of a State.
    #[inline]
    pub fn ids_of(&self, state: State) -> Range<u8> {
        let blocks = &self.blocks[state as usize];
        blocks[0].0..blocks[3].1
    }

    /// The counter with an id.
    #[inline]
    pub fn unit(&self, id: u8) -> Blueprint {
        self.units[id as usize]
    }

    /// How many counters there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Whether there is no counter at all.
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }
}

/// Where a counter begins the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// In a hex.
    Hex(Hex),
    /// In the Constantinople box.
    Box,
    /// In the recruitment pool of the player who controls it.
    Pool,
    /// In the Destroyed & Un-built Naval Units box.
    Unbuilt,
    /// Out of the game: Bedouin lost for good.
    Lost,
}

/// How a counter begins the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// Where.
    pub spot: Spot,
    /// Whether it is converted: an Empires nationality under Muslim control.
    pub converted: bool,
    /// Whether it is in revolt; only where the scenario opens in a civil war.
    pub rebel: bool,
}

/// The set-up: what stands where, and what has happened before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Every counter, by id.
    pub units: Vec<Start>,
    /// The level of the base on each site, by index into [`Ground::sites`].
    pub bases: [u8; MOST_SITES],
    /// Points on the tracks before the first phase A, by State. Those of States that may not accumulate are
    /// wiped in it (R37), so they are 0.
    pub tracks: [u16; STATES],
    /// States defeated before the game: they count for the conqueror from the first phase A on (R45).
    pub defeated: [bool; STATES],
    /// The turn, before the first of the scenario, in which a Byzantine unit was first attacked (R39); 0 for
    /// not yet. It opens accumulation (R38) and fixes the handicap (R140).
    pub first_attack: u8,
    /// Whether Byzantium has recruited in an earlier turn (R51).
    pub byzantium_recruited: bool,
    /// Whether the Constantinople box is still open (R137).
    pub box_open: bool,
    /// Who leads the Authority in the next civil war (R130).
    pub authority: Leader,
    /// Whether the first turn opens in a civil war: phase A is played as usual, then the Muslim player phase
    /// is left out up to the placing of the leaders, with the rebels of [`Start::rebel`]; the Khalif has died.
    pub civil_war: bool,
}

/// How the game is judged (14.2). The final count is the Muslim income after the last turn and what is
/// added here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Victory {
    /// The Muslim player wins at once by earning more than this in a phase A; none if that cannot happen.
    pub automatic: Option<u16>,
    /// The Muslim player wins with a final count of more than this.
    pub muslims_above: i16,
    /// The Empires player wins with a final count of less than this; anything else is a draw.
    pub empires_below: i16,
    /// The handicap added to the count if Byzantium was attacked in turn 1: 40.
    pub handicap: i16,
    /// What the handicap loses for each turn before the first attack, counted from turn 1: 2 (R140).
    pub handicap_step: i16,
    /// Added once if the Constantinople box was emptied by combat: 10.
    pub box_bonus: i16,
    /// Whether emptying the box by combat wins the game for the Muslim player at once.
    pub box_wins: bool,
    /// Added for each civil war of the game that the Authority won, taken off for each that the Rebels won.
    pub war_points: i16,
    /// Cities that add to the count if a Muslim-controlled land unit and no Empires land unit is in the hex
    /// at the end: hex and points, on top of what the city earns.
    pub prizes: Vec<(Hex, i16)>,
}

/// Choices of the players before the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Variant {
    /// The designer's errata (brief 1): both recruit before anyone moves, defeat by inaction, no movement
    /// without recruitment.
    pub errata: bool,
    /// The winner of a civil war takes the Muslim side (brief 2).
    pub exchange: bool,
}

/// Everything printed for one scenario.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// What stands at its head.
    pub page: TitlePage,
    /// The first turn played; turn 1 is 632 to 636.
    pub first_turn: u8,
    /// The last turn played.
    pub last_turn: u8,
    /// The map.
    pub ground: Arc<Ground>,
    /// The counters.
    pub roster: Arc<Roster>,
    /// The charts.
    pub charts: Arc<Charts>,
    /// The set-up.
    pub opening: Opening,
    /// How the game is judged.
    pub victory: Victory,
    /// The options chosen; the fingerprint does not depend on them.
    pub variant: Variant,
    /// The printed map for scenes.
    pub landscape: Arc<Landscape>,
    /// Marches between all hexes, for those who plan.
    pub(crate) atlas: Atlas,
}

/// Its title, date and sides are the sheet's own.
impl std::ops::Deref for Sheet {
    type Target = TitlePage;

    fn deref(&self) -> &TitlePage {
        &self.page
    }
}

impl Sheet {
    /// How many turns the scenario lasts.
    pub fn turns(&self) -> u8 {
        self.last_turn - self.first_turn + 1
    }

    /// The first and last year of a turn: five years each from 632 on.
    pub fn years(turn: u8) -> (u16, u16) {
        let first = 632 + 5 * (turn as u16).saturating_sub(1);
        (first, first + 4)
    }
}

#[cfg(test)]
mod tests {
    use covers::covers;

    use super::*;

    #[test]
    fn states_are_known_by_their_codes_and_indices() {
        for state in State::ALL {
            assert_eq!(State::from_code(state.code()), Some(state));
            assert_eq!(State::new(state.index()), state);
        }
        assert!(State::EMPIRES.is_sorted_by_key(|s| s.name()));
    }

    #[test]
    #[covers("1.0")]
    fn the_twenty_turns_cover_a_century() {
        assert_eq!(Sheet::years(1), (632, 636));
        assert_eq!(Sheet::years(20), (727, 731));
    }
}
