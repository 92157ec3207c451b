//! The printed matter of a battle: ground, counters, charts, victory conditions, special rules.
//!
//! A [`Sheet`] is made once from the data files and never changes; every position of the battle shares it.

use std::sync::Arc;

use engine::Side;
use engine::edition::TitlePage;
use engine::hex::{Grid, Hex, HexNumber};
use engine::odds::OddsTable;
use engine::scene::Landscape;

/// The most counters a battle may have; positions keep sets of them in the bits of a word.
pub const MOST_UNITS: usize = 64;
/// The most hexes a map may have: two sheets joined.
pub const MOST_HEXES: usize = 360;
/// The largest movement allowance, in points.
pub const MOST_MOVEMENT: u8 = 6;

/// The six sorts of units (2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Arm {
    /// On foot, without a range.
    Infantry,
    /// On foot, with missile weapons.
    FootMissile,
    /// Mounted, without a range.
    Cavalry,
    /// Mounted, with missile weapons.
    MountedMissile,
    /// A face.
    Commander,
    /// A wagon or an engine.
    Baggage,
}

impl Arm {
    /// Every arm, in the order of the rulebook.
    pub const ALL: [Arm; 6] =
        [Arm::Infantry, Arm::FootMissile, Arm::Cavalry, Arm::MountedMissile, Arm::Commander, Arm::Baggage];

    /// Its name in data files: `mounted missile`.
    pub fn name(self) -> &'static str {
        ["infantry", "foot missile", "cavalry", "mounted missile", "commander", "baggage"][self as usize]
    }

    /// Whether it fights: neither commander nor baggage.
    #[inline]
    pub fn fights(self) -> bool {
        self < Arm::Commander
    }

    /// Whether it has a range.
    #[inline]
    pub fn shoots(self) -> bool {
        matches!(self, Arm::FootMissile | Arm::MountedMissile)
    }
}

/// What the counters of a type say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitType {
    /// Its full name: "Klibanophoroi", "Skutatoi 3".
    pub name: String,
    /// The abbreviation on the counter: "Kl".
    pub code: String,
    /// The picture on the counter: `infantry`, `spears`, `archers`, `cavalry`, `horse-archers`,
    /// `commander`, `wagon`, `mangonel`.
    pub glyph: &'static str,
    /// Its people: "Byzantines", "Pechenegs", "Rus", "Bulgarians", "Franks".
    pub people: String,
    /// The troop it is whatever its strength: "Kavallarioi", "Varangians".
    pub troop: String,
    /// Its sort.
    pub arm: Arm,
    /// Strength and morale of the full side.
    pub strength: u8,
    /// Strength and morale of the reduced side; the same as the full side for units of one step.
    pub reduced: u8,
    /// Steps: one or two.
    pub steps: u8,
    /// Movement Points, whole.
    pub movement: u8,
    /// Range in hexes; 0 for units that do not shoot.
    pub range: u8,
    /// Whether the range is printed in red: fires as 1, fights at full strength (10.3).
    pub red_range: bool,
    /// Strength added by a charge: 0, 1 or 2 (10.2).
    pub charge: u8,
    /// The serpent: unseizable (2.2.1).
    pub serpent: bool,
    /// The lightning: impetuous (2.2.2).
    pub lightning: bool,
    /// The crossed swords: no penalty hand to hand (2.2.3).
    pub swords: bool,
    /// The double arrow: feigned flight (2.2.4).
    pub arrows: bool,
    /// Baggage that only infantry may stand on (13.3, special rule 1).
    pub infantry_only: bool,
    /// Fields that are house values: "strength", "movement" …
    pub house: Vec<String>,
}

/// What a hex is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Terrain {
    /// Open ground.
    Plain,
    /// Houses.
    Village,
    /// Trees.
    Wood,
    /// High ground.
    Hill,
    /// Vines.
    Vineyard,
    /// Wet ground.
    Marsh,
    /// Water nobody crosses.
    River,
    /// Rock nobody crosses.
    Mountain,
    /// Walls nobody crosses.
    Fortification,
    /// A way over a river.
    Bridge,
    /// A way through a river.
    Ford,
}

impl Terrain {
    /// Every kind.
    pub const ALL: [Terrain; 11] = [
        Terrain::Plain,
        Terrain::Village,
        Terrain::Wood,
        Terrain::Hill,
        Terrain::Vineyard,
        Terrain::Marsh,
        Terrain::River,
        Terrain::Mountain,
        Terrain::Fortification,
        Terrain::Bridge,
        Terrain::Ford,
    ];

    /// Its name in data files and scenes.
    pub fn name(self) -> &'static str {
        [
            "plain",
            "village",
            "wood",
            "hill",
            "vineyard",
            "marsh",
            "river",
            "mountain",
            "fortification",
            "bridge",
            "ford",
        ][self as usize]
    }
}

/// A line of the Terrain Effects Chart for a hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerrainEffect {
    /// Movement Points to enter, in halves; none if nobody may.
    pub cost: Option<u8>,
    /// Added to the die of an attack on a unit in it.
    pub die: i8,
    /// Columns the attack is shifted; negative is to the left, for the defender.
    pub columns: i8,
    /// Fields that are house values.
    pub house: Vec<String>,
}

/// A result of the Combat Results Table; saved by its code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CombatResult {
    /// Whether the attacker suffers it; the defender otherwise.
    pub attacker: bool,
    /// Steps lost.
    pub losses: u8,
    /// R: everybody concerned retreats one hex.
    pub retreat: bool,
    /// T: everybody concerned tests morale.
    pub test: bool,
}

impl CombatResult {
    /// The results of the table.
    pub const CODES: [&'static str; 10] = ["A2", "A1R", "A1", "AT", "AR", "DR", "DT", "D1", "D1R", "D2"];

    /// The result with this code: `D1R`.
    pub fn from_code(code: &str) -> Option<CombatResult> {
        if !CombatResult::CODES.contains(&code) {
            return None;
        }
        Some(CombatResult {
            attacker: code.starts_with('A'),
            losses: if code.contains('2') { 2 } else { u8::from(code.contains('1')) },
            retreat: code.ends_with('R'),
            test: code.ends_with('T'),
        })
    }

    /// Its code on the table.
    pub fn code(self) -> &'static str {
        let same = |code: &&&str| CombatResult::from_code(code) == Some(self);
        CombatResult::CODES.iter().find(same).copied().unwrap_or("none")
    }
}

impl From<CombatResult> for String {
    fn from(result: CombatResult) -> String {
        result.code().into()
    }
}

impl TryFrom<String> for CombatResult {
    type Error = String;
    fn try_from(code: String) -> Result<CombatResult, String> {
        let expected =
            || format!("`{code}` is no combat result; expected one of {}", CombatResult::CODES.join(", "));
        CombatResult::from_code(&code).ok_or_else(expected)
    }
}

/// The charts of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charts {
    /// The Terrain Effects Chart, by [`Terrain`] as index.
    pub terrain: Vec<TerrainEffect>,
    /// Movement Points, in halves, for a step along a road.
    pub road: u8,
    /// Movement Points, in halves, added by a stream hexside.
    pub stream: u8,
    /// Added to the die of an attack across a stream.
    pub stream_die: i8,
    /// Movement Points, in halves, added by a palisade hexside.
    pub palisade: u8,
    /// Columns a palisade shifts an attack.
    pub palisade_columns: i8,
    /// Movement Points, in halves, added by a slope hexside.
    pub slope: u8,
    /// The Combat Results Table; its columns are 1/2, 1/1.5, 1/1, 1.5/1, 2/1, 3/1, 4/1, its rows dice 1 to 7.
    pub results: OddsTable<CombatResult>,
    /// The columns as printed: "1/1.5".
    pub columns: Vec<String>,
}

/// The map as a battle uses it.
#[derive(Clone, Debug)]
pub struct Ground {
    /// The hexes; those missing at the foot of even columns are no part of it.
    pub grid: Grid,
    /// What each hex is made of.
    pub terrain: Vec<Terrain>,
    /// For each hex, a bit for each side a road leads across; a hex with any is a road hex.
    pub roads: Vec<u8>,
    /// For each hex, a bit for each side that is a stream; seen from both hexes.
    pub streams: Vec<u8>,
    /// For each hex, a bit for each side that is palisaded; seen from both hexes.
    pub palisades: Vec<u8>,
    /// For each hex, a bit for each side that is a slope; seen from both hexes.
    pub slopes: Vec<u8>,
}

impl Ground {
    /// The hex a number means. In a column that lacks its last hex, that number means the one above (ruling
    /// R116).
    pub fn meant(&self, number: HexNumber) -> Option<Hex> {
        let (line, place) = (number.line(), number.place());
        let above = || self.grid.at(HexNumber::new(line, place - 1));
        self.grid.at(number).or_else(|| if place == self.grid.rows() { above() } else { None })
    }
}

/// A counter of the battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blueprint {
    /// Its type, an index into [`Sheet::types`].
    pub unit_type: u8,
    /// Whose it is.
    pub side: Side,
    /// The group it belongs to, an index into [`Sheet::groups`].
    pub group: u8,
    /// Its number among the counters of its side and type, from 1.
    pub ordinal: u8,
    /// Whether it begins on its reduced side (13.3).
    pub reduced: bool,
}

/// Counters that deploy or come on together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Whose.
    pub side: Side,
    /// Its name in the battle: "Left wing".
    pub name: String,
    /// How it comes to the map.
    pub coming: Coming,
}

/// How a group comes to the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Coming {
    /// Placed before play, each combat unit in a hex of its own (rulings R25, R26).
    Deploys {
        /// Where, in order of number.
        hexes: Vec<Hex>,
        /// Whether its units keep a free hex between one another and all own units (ruling R126).
        apart: bool,
    },
    /// Placed in a movement phase of its side from a turn on (ruling R111).
    Arrives {
        /// From which turn, and where.
        usual: Arrival,
        /// Instead, if the enemy was drawn on as [`Specials::bait`] says (ruling R112).
        baited: Option<Arrival>,
    },
    /// Placed in the movement phase after the first engine is lost (ruling R121).
    Sorties {
        /// Where.
        hexes: Vec<Hex>,
    },
}

/// When and where reinforcements come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// First turn.
    pub turn: u8,
    /// Entry hexes, in order of number.
    pub hexes: Vec<Hex>,
}

/// How the last turn is judged when no threshold was reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndTest {
    /// Fewer points lost is a minor victory (13.1, 13.2, 13.4).
    FewerPoints {
        /// Who wins equal totals; nobody is a draw.
        tie: Option<Side>,
    },
    /// The defender's engines decide (13.3, ruling R122).
    Engines {
        /// Whose engines.
        defender: Side,
    },
    /// The defender's wagons decide (13.5, rulings R130 and R131).
    Wagons {
        /// Whose wagons.
        defender: Side,
    },
}

/// Special rules that are more than a changed number. Types are indices into [`Sheet::types`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Specials {
    /// Units whose advance delays the enemy's reinforcements (13.1/1, ruling R112).
    pub bait: Option<Bait>,
    /// Units whose early loss costs more (13.1, ruling R114).
    pub costly: Option<Costly>,
    /// The side that is surprised: no movement in turn 1, units turned over by dice (13.3/2, ruling R118).
    pub surprised: Option<Side>,
    /// The sortie that lengthens the battle (13.3/3, ruling R121).
    pub sortie: Option<Sortie>,
    /// Whether wagons beside two others add 1 to the die (13.5/1, ruling R127).
    pub laager: bool,
    /// Types that subtract 1 from the die against wagons when they attack alone (13.5/2, ruling R128).
    pub axes: Vec<u8>,
    /// Types that ride a third hex when they stay away from the enemy (13.5/3, ruling R129).
    pub riders: Vec<u8>,
}

/// Units whose advance delays the enemy's reinforcements.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bait {
    /// Their types.
    pub types: Vec<u8>,
    /// Whose they are.
    pub side: Side,
    /// The row every living one must have reached, or one north of it.
    pub row: u16,
    /// The turn at whose start it is tested.
    pub turn: u8,
}

/// Units whose early loss costs more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Costly {
    /// Their types.
    pub types: Vec<u8>,
    /// Lost before this turn.
    pub before: u8,
    /// Points added for each.
    pub extra: u8,
}

/// The sortie that lengthens the battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sortie {
    /// Who makes it.
    pub side: Side,
    /// The first engine must fall before this turn.
    pub before: u8,
    /// Turns it adds.
    pub turns: u8,
}

/// The optional rules chosen (12.1 to 12.3, 2.2.2, 2.2.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Choices {
    /// 12.1: from one zone of control to another after a morale test.
    pub zoc_to_zoc: bool,
    /// 12.2: no charge bonus against units that can charge.
    pub counter_charge: bool,
    /// 12.3: pools of dice instead of the ratio table.
    pub dice_pools: bool,
    /// 2.2.2: the lightning symbol counts.
    pub impetuosity: bool,
    /// 2.2.4: the double arrow counts.
    pub feigned_flight: bool,
}

/// Everything printed for one battle.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// What stands at its head.
    pub page: TitlePage,
    /// Its number in the rulebook: "13.1".
    pub number: String,
    /// Who deploys first.
    pub deploys_first: Side,
    /// Who moves first.
    pub moves_first: Side,
    /// Length in turns.
    pub turns: u8,
    /// The optional rules chosen.
    pub choices: Choices,
    /// The map as this battle uses it.
    pub ground: Ground,
    /// The charts.
    pub charts: Arc<Charts>,
    /// The types of counters used, with the battle's changes (13.5/4).
    pub types: Vec<UnitType>,
    /// All counters: those of the first side, then those of the second, each in group order.
    pub units: Vec<Blueprint>,
    /// The groups.
    pub groups: Vec<Group>,
    /// Army morale thresholds.
    pub thresholds: [Option<u8>; 2],
    /// How the last turn is judged.
    pub end: EndTest,
    /// The special rules.
    pub specials: Specials,
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
