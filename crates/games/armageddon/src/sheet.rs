//! The printed matter of a scenario: ground, counters, charts, victory conditions, special rules.
//!
//! A [`Sheet`] is made once from the data files and never changes; every position of the scenario shares it.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::Side;
use engine::edition::TitlePage;
use engine::hex::{Grid, Hex, Offset, SightLine};
use engine::odds::{OddsTable, Quarters};
use engine::scene::Landscape;

/// The most counters a scenario may have; positions keep them in fixed arrays.
pub const MOST_UNITS: usize = 192;
/// The most hexes a map may have.
pub const MOST_HEXES: usize = 1200;
/// The most hexes whose control a scenario may follow.
pub const MOST_OBJECTIVES: usize = 16;
/// The most units of one side that may attack; each could make an attack of its own.
pub const MOST_ATTACKERS: usize = 64;

/// The largest movement allowance, in points; searches keep half points in the bits of a word.
pub const MOST_MOVEMENT: u8 = 15;

/// A type of unit: troops, then leaders by grade.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the rulebook's own abbreviations, spelt out in units.toml")]
pub enum Kind {
    MI,
    MS,
    AX,
    SD,
    MC,
    HA,
    BO,
    IB,
    SK,
    CH,
    A,
    B,
    C,
    D,
    E,
    F,
}

impl Kind {
    /// Every type in the order of the unit list.
    pub const ALL: [Kind; 16] = [
        Kind::MI,
        Kind::MS,
        Kind::AX,
        Kind::SD,
        Kind::MC,
        Kind::HA,
        Kind::BO,
        Kind::IB,
        Kind::SK,
        Kind::CH,
        Kind::A,
        Kind::B,
        Kind::C,
        Kind::D,
        Kind::E,
        Kind::F,
    ];

    /// The abbreviation on the counter.
    pub fn code(self) -> &'static str {
        ["MI", "MS", "AX", "SD", "MC", "HA", "BO", "IB", "SK", "CH", "A", "B", "C", "D", "E", "F"]
            [self as usize]
    }

    /// The type with this abbreviation.
    pub fn from_code(code: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|k| k.code() == code)
    }

    /// Whether it is a leader of any grade.
    #[inline]
    pub fn is_leader(self) -> bool {
        self >= Kind::A
    }

    /// Whether it is a military leader (C to F).
    #[inline]
    pub fn is_military(self) -> bool {
        self >= Kind::C
    }

    /// Whether it is a fire unit (HA, BO, IB, SK).
    #[inline]
    pub fn is_fire(self) -> bool {
        matches!(self, Kind::HA | Kind::BO | Kind::IB | Kind::SK)
    }

    /// Whether it may ride a chariot as its passenger: foot troops (ruling R77).
    #[inline]
    pub fn may_ride(self) -> bool {
        matches!(self, Kind::MI | Kind::MS | Kind::AX | Kind::SD | Kind::BO | Kind::IB | Kind::SK)
    }
}

/// What the counter of a type says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitType {
    /// Its full name: "Militia Infantry".
    pub name: String,
    /// Melee strength to the front, in points.
    pub front: u8,
    /// Melee strength to the flank, in points.
    pub flank: u8,
    /// Whether the strengths are printed in parentheses (Melee M).
    pub bracketed: bool,
    /// Fire strength at range 1, 2, 3 …; empty for units that do not fire.
    pub fire: Vec<Quarters>,
    /// Movement allowance, in points.
    pub movement: u8,
    /// Leaders: combat bonus.
    pub bonus: u8,
    /// Leaders: control radius.
    pub radius: u8,
    /// Fields that are house values: "flank", "movement" …
    pub house: Vec<String>,
}

/// What a hex is made of, after the scenario's changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Terrain {
    /// Open ground.
    Clear,
    /// Houses.
    Village,
    /// Trees.
    Woods,
    /// The stream.
    Stream,
    /// The side of a hill.
    Slope,
    /// The marsh of fan scenario 1 (ruling R101).
    Marsh,
    /// The road of fan scenario 12 (ruling R105).
    Road,
    /// The uncrossable Nile of fan scenario 15 (ruling R106).
    Nile,
}

impl Terrain {
    /// Every kind.
    pub const ALL: [Terrain; 8] = [
        Terrain::Clear,
        Terrain::Village,
        Terrain::Woods,
        Terrain::Stream,
        Terrain::Slope,
        Terrain::Marsh,
        Terrain::Road,
        Terrain::Nile,
    ];

    /// Its name in data files and scenes.
    pub fn name(self) -> &'static str {
        ["clear", "village", "woods", "stream", "slope", "marsh", "road", "nile"][self as usize]
    }
}

/// A line of the Terrain Effects Chart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerrainEffect {
    /// Movement Points to enter, in halves.
    pub cost: u8,
    /// Fire Protection Strength, in points.
    pub protection: u8,
    /// Whether melee defenders in it are doubled.
    pub doubles_defenders: bool,
    /// Whether melee attackers and defenders in it are halved.
    pub halves_melee: bool,
    /// Whether it may be fired into from adjacent hexes only.
    pub shelters: bool,
    /// Whether it blocks fire through it.
    pub blocks_fire: bool,
    /// Whether no unit may fire from it.
    pub no_fire_from: bool,
    /// Whether it counts as clear for chariot charges.
    pub charge_ground: bool,
    /// Whether chariots must cease movement on entering.
    pub stops_chariots: bool,
    /// Whether chariots may never be in it.
    pub bars_chariots: bool,
    /// Whether no unit may be in it.
    pub impassable: bool,
    /// Whether it is high ground (Fire H, Melee N).
    pub high: bool,
    /// Fields that are house values: "protection" …
    pub house: Vec<String>,
}

/// What the Combat Unit Capability Chart does to a defender's strength.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Multiplier {
    /// Taken by half; the best for the attacker.
    Halved,
    /// Left as it is.
    Normal,
    /// Taken twice.
    Doubled,
}

/// A result of the Combat Results Table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CombatResult {
    /// No effect.
    None,
    /// D: disrupted.
    Disrupted,
    /// ½E: half eliminated, the rest disrupted.
    Half,
    /// E: eliminated.
    Eliminated,
}

/// The charts of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charts {
    /// The counters, by [`Kind`] as index.
    pub units: Vec<UnitType>,
    /// The Terrain Effects Chart, by [`Terrain`] as index.
    pub terrain: Vec<TerrainEffect>,
    /// The Combat Results Table.
    pub results: OddsTable<CombatResult>,
    /// The Combat Unit Capability Chart: rows are defenders (MS and MI, AX and SD), columns attackers (MS and
    /// MI, AX and SD, MC).
    pub capability: Vec<Vec<Multiplier>>,
}

/// The map as a scenario uses it.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The hexes.
    pub grid: Grid,
    /// What each hex is made of.
    pub terrain: Vec<Terrain>,
    /// For each hex, a bit for each of its six sides that is a crest.
    pub crests: Vec<u8>,
    /// For each hex, whether it lies south of the stream (ruling R5), on the map as printed.
    pub south: Vec<bool>,
    /// The lettered hexes.
    pub places: BTreeMap<char, Hex>,
    /// The village hexes of the printed map.
    pub villages: Vec<Hex>,
    /// For each facing, the field of fire to one hex beyond the longest range, nearest first.
    pub cones: [Vec<ConeHex>; 6],
}

/// A hex of a field of fire: where it is and what the line to it meets.
#[derive(Clone, Debug)]
pub struct ConeHex {
    /// Where, from the firer.
    pub offset: Offset,
    /// How far.
    pub range: u16,
    /// What the line of fire meets.
    pub line: SightLine,
}

/// A counter of the scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blueprint {
    /// Its type at the start.
    pub kind: Kind,
    /// Whose it is.
    pub side: Side,
    /// The group it belongs to, an index into [`Sheet::groups`].
    pub group: u8,
    /// Its number among the counters of its side and type, from 1.
    pub ordinal: u8,
}

/// Counters that deploy or come on together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Whose.
    pub side: Side,
    /// Its name in the scenario, if it has one: "Force B".
    pub name: Option<String>,
    /// How it comes to the map.
    pub coming: Coming,
}

/// How a group comes to the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Coming {
    /// Placed before play on any of these hexes.
    Deploys {
        /// In order of number, terrain bans of the scenario already left out.
        hexes: Vec<Hex>,
        /// Whether every one of the hexes must be occupied (fan scenario 15, force B).
        fill: bool,
    },
    /// Enters by edge hexes in its Movement Phases from a Game-Turn on.
    Enters {
        /// In order of number.
        hexes: Vec<Hex>,
        /// First Game-Turn.
        turn: u8,
        /// Whether its owner may postpone it (ruling R23).
        optional: bool,
    },
    /// Arrives whole at one of these hexes from a Game-Turn on, or is delayed (rulings R22, R103).
    Arrives {
        /// Where.
        hexes: Vec<Hex>,
        /// First Game-Turn.
        turn: u8,
    },
}

/// What a side must have done at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Controls all of these hexes (ruling R93).
    Controls(Vec<Hex>),
    /// Has a unit standing in this hex (ruling R94).
    Occupies(Hex),
    /// No enemy unit is south of the stream.
    NoEnemySouth,
    /// The enemy lost at least this many troops.
    EnemyLosses(u16),
    /// The enemy lost at least this many times the own losses.
    EnemyLossesTimesOwn(u16),
    /// At most this many own troops were lost.
    OwnLossesAtMost(u16),
    /// Fewer own troops were lost than the enemy's.
    FewerLossesThanEnemy,
    /// At least this many own troops left the map by the exit.
    Exited(u16),
    /// The own troops on the map are at least this many times the enemy's.
    TroopsTimesEnemy(u16),
    /// More undisrupted own troops on the map than the enemy's.
    MoreUndisrupted,
    /// More enemy strength points destroyed than own (ruling R99).
    MoreStrengthDestroyed,
    /// Enemy troops lost or disrupted at the end: at least this many (ruling R111).
    EnemyBroken(u16),
    /// Own troops lost or disrupted at the end: at most this many.
    OwnBrokenAtMost(u16),
    /// Fewer than this many enemy troops entered the stream (ruling R114).
    EnemyCrossedFewerThan(u16),
}

/// A way to win, or to draw: all its conditions hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Whose claim; the conditions are seen from this side.
    pub side: Side,
    /// What must hold.
    pub when: Vec<Condition>,
}

/// How a finished game is judged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Victory {
    /// Ways to win. If exactly one side has a claim that holds, it wins; if both have, it is a draw.
    pub wins: Vec<Claim>,
    /// If no claim to victory holds: ways to reach a draw, tried next.
    pub draws: Vec<Claim>,
    /// If nothing holds: who wins; nobody is a draw.
    pub otherwise: Option<Side>,
}

/// Special rules that are more than a changed number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Specials {
    /// The eclipse ends the game on a die of 1 or 2 from this Game-Turn on (R112).
    pub eclipse_from: Option<u8>,
    /// The side that drives cats before it (R115).
    pub cats: Option<Side>,
    /// The side whose chariot asses may refuse (R116).
    pub asses: Option<Side>,
    /// The side that may fake a retreat; its enemy pursues in disorder (R107 to R111).
    pub fake_retreat: Option<Side>,
    /// The side whose Militia Infantry must deploy on both wings (R113).
    pub wings: Option<Side>,
    /// The side whose troops entering the stream are counted (R114).
    pub crossing: Option<Side>,
}

/// Everything printed for one scenario.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// What stands at its head.
    pub page: TitlePage,
    /// Who deploys first.
    pub deploys_first: Side,
    /// Who moves first.
    pub moves_first: Side,
    /// Game length in Game-Turns, as chosen by the options.
    pub turns: u8,
    /// Whether the length is a house value.
    pub turns_house: bool,
    /// Game lengths the option `turns` may choose; empty if there is no choice.
    pub turn_choices: Vec<u8>,
    /// Whether the leader rules are used.
    pub leaders: bool,
    /// Movement allowance of chariots for each side.
    pub chariot_movement: [u8; 2],
    /// The map as this scenario uses it.
    pub ground: Ground,
    /// The charts.
    pub charts: Arc<Charts>,
    /// All counters: those of the first side, then those of the second, each in group order.
    pub units: Vec<Blueprint>,
    /// The groups.
    pub groups: Vec<Group>,
    /// Hexes whose control is followed, because a condition names them.
    pub objectives: Vec<Hex>,
    /// Exit hexes of each side.
    pub exits: [Vec<Hex>; 2],
    /// The special rules.
    pub specials: Specials,
    /// How the game is judged.
    pub victory: Victory,
    /// The printed map for scenes.
    pub landscape: Arc<Landscape>,
}

/// Its title, date and sides are the sheet's own.
impl std::ops::Deref for Sheet {
    type Target = TitlePage;

    fn deref(&self) -> &TitlePage {
        &self.page
    }
}
