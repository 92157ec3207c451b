//! `scenarios/NAME.toml`: the form of a battle file.

use engine::datafile::Spanned;
use schemars::JsonSchema;
use serde::Deserialize;

engine::scenario_file! {
    /// `scenarios/NAME.toml`: a battle.
    pub struct ScenarioFile {
        /// Its number in the rulebook: "13.1".
        number: String,
        /// The map, or maps joined from west to east: "a", "c+b".
        map: Spanned<String>,
        /// Length in turns.
        turns: Spanned<u8>,
        /// The side that deploys first.
        deploys_first: Spanned<String>,
        /// The side that moves first.
        moves_first: Spanned<String>,
        /// Special rules that are more than a changed number.
        #[serde(default)]
        special: SpecialEntry,
        /// How the last turn is judged.
        end: EndEntry,
        /// The two sides.
        side: Spanned<Vec<SideEntry>>,
    }
    /// The sorts of battles.
    categories {
        /// A battle of the rulebook.
        Battle = "battle",
        /// One to learn with.
        Practice = "practice",
    }
}

/// How the last turn is judged when no threshold was reached.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct EndEntry {
    /// fewer points, engines or wagons.
    pub(crate) test: Spanned<Test>,
    /// Fewer points: who wins equal totals; nobody is a draw.
    pub(crate) tie: Option<Spanned<String>>,
    /// Engines and wagons: whose.
    pub(crate) defender: Option<Spanned<String>>,
}

/// What decides after the last turn.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Test {
    /// Fewer points lost.
    #[serde(rename = "fewer points")]
    FewerPoints,
    /// The defender's engines.
    Engines,
    /// The defender's wagons.
    Wagons,
}

/// A side and its forces.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct SideEntry {
    /// Its name.
    pub(crate) name: Spanned<String>,
    /// Its army morale threshold.
    pub(crate) threshold: Option<Spanned<u8>>,
    /// On joined maps the sheet whose numbers its hexes have: "b".
    pub(crate) sheet: Option<Spanned<String>>,
    /// Its forces.
    pub(crate) group: Spanned<Vec<GroupEntry>>,
}

impl AsRef<Spanned<String>> for SideEntry {
    fn as_ref(&self) -> &Spanned<String> {
        &self.name
    }
}

/// Counters that come to the map together; one of `deploy`, `arrive` and `sortie`.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct GroupEntry {
    /// Its name.
    pub(crate) name: String,
    /// The counters: "2 Skutatoi 3", "Hikanatoi", "Arithmoi reduced".
    pub(crate) troops: Spanned<Vec<Spanned<String>>>,
    /// Deploys in these hexes: "0905", "0905 to 0912", "rows 01 to 10".
    pub(crate) deploy: Option<Spanned<Vec<Spanned<String>>>>,
    /// Whether its units keep a free hex between one another and all own units.
    pub(crate) apart: Option<Spanned<bool>>,
    /// Comes as reinforcement.
    pub(crate) arrive: Option<ArriveEntry>,
    /// Comes so instead if the enemy took the bait.
    pub(crate) baited: Option<ArriveEntry>,
    /// Comes at these hexes after the first engine is lost.
    pub(crate) sortie: Option<Spanned<Vec<Spanned<String>>>>,
}

/// When and where reinforcements come.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArriveEntry {
    /// The first turn.
    pub(crate) turn: Spanned<u8>,
    /// The entry hexes.
    pub(crate) at: Spanned<Vec<Spanned<String>>>,
}

/// Special rules of a battle.
#[derive(Deserialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct SpecialEntry {
    /// Units whose advance delays the enemy's reinforcements.
    pub(crate) bait: Option<BaitEntry>,
    /// Units whose early loss costs more.
    pub(crate) costly: Option<CostlyEntry>,
    /// The side that is surprised.
    pub(crate) surprised: Option<Spanned<String>>,
    /// The sortie that lengthens the battle.
    pub(crate) sortie: Option<SortieEntry>,
    /// Whether wagons beside two others add 1 to the die.
    #[serde(default)]
    pub(crate) laager: bool,
    /// Troops that subtract 1 from the die against wagons when they attack alone.
    #[serde(default)]
    pub(crate) axes: Vec<Spanned<String>>,
    /// Troops that ride a third hex when they stay away from the enemy.
    #[serde(default)]
    pub(crate) riders: Vec<Spanned<String>>,
    /// Troops whose charge is changed.
    #[serde(default)]
    pub(crate) charges: Vec<ChargeEntry>,
}

/// Units whose advance delays the enemy's reinforcements.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct BaitEntry {
    /// Whose they are.
    pub(crate) side: Spanned<String>,
    /// The troops.
    pub(crate) troops: Vec<Spanned<String>>,
    /// The row every living one must have reached, or one north of it.
    pub(crate) row: Spanned<u16>,
    /// The turn at whose start it is tested.
    pub(crate) turn: Spanned<u8>,
}

/// Units whose early loss costs more.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct CostlyEntry {
    /// The troops.
    pub(crate) troops: Vec<Spanned<String>>,
    /// Lost before this turn.
    pub(crate) before: Spanned<u8>,
    /// Points added for each.
    pub(crate) extra: Spanned<u8>,
}

/// The sortie that lengthens the battle.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct SortieEntry {
    /// Who makes it.
    pub(crate) side: Spanned<String>,
    /// The first engine must fall before this turn.
    pub(crate) before: Spanned<u8>,
    /// Turns it adds.
    pub(crate) turns: Spanned<u8>,
}

/// A troop whose charge is changed.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChargeEntry {
    /// The troop.
    pub(crate) troop: Spanned<String>,
    /// Its charge: 1 or 2.
    pub(crate) charge: Spanned<u8>,
}
