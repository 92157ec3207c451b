//! `scenarios/NAME.toml`: the form of a battle file.

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

/// `scenarios/NAME.toml`: a battle.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct ScenarioFile {
    /// Its title.
    pub(super) title: String,
    /// The date as printed: "970".
    pub(super) date: String,
    /// The year.
    pub(super) year: i32,
    /// battle or practice.
    pub(super) category: Category,
    /// Its place on the shelf.
    pub(super) order: u16,
    /// Its number in the rulebook: "13.1".
    pub(super) number: String,
    /// The map, or maps joined from west to east: "a", "c+b".
    #[schemars(with = "String")]
    pub(super) map: Spanned<String>,
    /// Length in turns.
    #[schemars(with = "u8")]
    pub(super) turns: Spanned<u8>,
    /// The side that deploys first.
    #[schemars(with = "String")]
    pub(super) deploys_first: Spanned<String>,
    /// The side that moves first.
    #[schemars(with = "String")]
    pub(super) moves_first: Spanned<String>,
    /// The history behind it.
    pub(super) notes: String,
    /// Its special rules, a sentence each.
    #[serde(default)]
    pub(super) rules: Vec<String>,
    /// Its house values, a sentence each.
    #[serde(default)]
    pub(super) house: Vec<String>,
    /// Special rules that are more than a changed number.
    #[serde(default)]
    pub(super) special: SpecialEntry,
    /// How the last turn is judged.
    pub(super) end: EndEntry,
    /// The two sides.
    #[schemars(with = "Vec<SideEntry>")]
    pub(super) side: Spanned<Vec<SideEntry>>,
}

/// The sorts of battles.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Category {
    /// A battle of the rulebook.
    Battle,
    /// One to learn with.
    Practice,
}

impl Category {
    pub(super) fn name(self) -> &'static str {
        ["battle", "practice"][self as usize]
    }
}

/// How the last turn is judged when no threshold was reached.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct EndEntry {
    /// fewer points, engines or wagons.
    #[schemars(with = "Test")]
    pub(super) test: Spanned<Test>,
    /// Fewer points: who wins equal totals; nobody is a draw.
    #[schemars(with = "Option<String>")]
    pub(super) tie: Option<Spanned<String>>,
    /// Engines and wagons: whose.
    #[schemars(with = "Option<String>")]
    pub(super) defender: Option<Spanned<String>>,
}

/// What decides after the last turn.
#[derive(Deserialize, JsonSchema, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Test {
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
pub(super) struct SideEntry {
    /// Its name.
    #[schemars(with = "String")]
    pub(super) name: Spanned<String>,
    /// Its army morale threshold.
    #[schemars(with = "Option<u8>")]
    pub(super) threshold: Option<Spanned<u8>>,
    /// On joined maps the sheet whose numbers its hexes have: "b".
    #[schemars(with = "Option<String>")]
    pub(super) sheet: Option<Spanned<String>>,
    /// Its forces.
    #[schemars(with = "Vec<GroupEntry>")]
    pub(super) group: Spanned<Vec<GroupEntry>>,
}

/// Counters that come to the map together; one of `deploy`, `arrive` and `sortie`.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct GroupEntry {
    /// Its name.
    pub(super) name: String,
    /// The counters: "2 Skutatoi 3", "Hikanatoi", "Arithmoi reduced".
    #[schemars(with = "Vec<String>")]
    pub(super) troops: Spanned<Vec<Spanned<String>>>,
    /// Deploys in these hexes: "0905", "0905 to 0912", "rows 01 to 10".
    #[schemars(with = "Option<Vec<String>>")]
    pub(super) deploy: Option<Spanned<Vec<Spanned<String>>>>,
    /// Whether its units keep a free hex between one another and all own units.
    #[schemars(with = "Option<bool>")]
    pub(super) apart: Option<Spanned<bool>>,
    /// Comes as reinforcement.
    pub(super) arrive: Option<ArriveEntry>,
    /// Comes so instead if the enemy took the bait.
    pub(super) baited: Option<ArriveEntry>,
    /// Comes at these hexes after the first engine is lost.
    #[schemars(with = "Option<Vec<String>>")]
    pub(super) sortie: Option<Spanned<Vec<Spanned<String>>>>,
}

/// When and where reinforcements come.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct ArriveEntry {
    /// The first turn.
    #[schemars(with = "u8")]
    pub(super) turn: Spanned<u8>,
    /// The entry hexes.
    #[schemars(with = "Vec<String>")]
    pub(super) at: Spanned<Vec<Spanned<String>>>,
}

/// Special rules of a battle.
#[derive(Deserialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(super) struct SpecialEntry {
    /// Units whose advance delays the enemy's reinforcements.
    pub(super) bait: Option<BaitEntry>,
    /// Units whose early loss costs more.
    pub(super) costly: Option<CostlyEntry>,
    /// The side that is surprised.
    #[schemars(with = "Option<String>")]
    pub(super) surprised: Option<Spanned<String>>,
    /// The sortie that lengthens the battle.
    pub(super) sortie: Option<SortieEntry>,
    /// Whether wagons beside two others add 1 to the die.
    #[serde(default)]
    pub(super) laager: bool,
    /// Troops that subtract 1 from the die against wagons when they attack alone.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub(super) axes: Vec<Spanned<String>>,
    /// Troops that ride a third hex when they stay away from the enemy.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    pub(super) riders: Vec<Spanned<String>>,
    /// Troops whose charge is changed.
    #[serde(default)]
    pub(super) charges: Vec<ChargeEntry>,
}

/// Units whose advance delays the enemy's reinforcements.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct BaitEntry {
    /// Whose they are.
    #[schemars(with = "String")]
    pub(super) side: Spanned<String>,
    /// The troops.
    #[schemars(with = "Vec<String>")]
    pub(super) troops: Vec<Spanned<String>>,
    /// The row every living one must have reached, or one north of it.
    #[schemars(with = "u16")]
    pub(super) row: Spanned<u16>,
    /// The turn at whose start it is tested.
    #[schemars(with = "u8")]
    pub(super) turn: Spanned<u8>,
}

/// Units whose early loss costs more.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct CostlyEntry {
    /// The troops.
    #[schemars(with = "Vec<String>")]
    pub(super) troops: Vec<Spanned<String>>,
    /// Lost before this turn.
    #[schemars(with = "u8")]
    pub(super) before: Spanned<u8>,
    /// Points added for each.
    #[schemars(with = "u8")]
    pub(super) extra: Spanned<u8>,
}

/// The sortie that lengthens the battle.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct SortieEntry {
    /// Who makes it.
    #[schemars(with = "String")]
    pub(super) side: Spanned<String>,
    /// The first engine must fall before this turn.
    #[schemars(with = "u8")]
    pub(super) before: Spanned<u8>,
    /// Turns it adds.
    #[schemars(with = "u8")]
    pub(super) turns: Spanned<u8>,
}

/// A troop whose charge is changed.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct ChargeEntry {
    /// The troop.
    #[schemars(with = "String")]
    pub(super) troop: Spanned<String>,
    /// Its charge: 1 or 2.
    #[schemars(with = "u8")]
    pub(super) charge: Spanned<u8>,
}
