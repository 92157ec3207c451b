//! `scenarios/NAME.toml`: the form of a scenario file.

use std::collections::BTreeMap;

use engine::datafile::Spanned;
use schemars::JsonSchema;
use serde::Deserialize;

engine::scenario_file! {
    /// `scenarios/NAME.toml`: a scenario.
    pub struct ScenarioFile {
        /// The first turn played, 1 to 20; turn 1 is 632 to 636.
        first_turn: Spanned<u8>,
        /// The last turn played.
        last_turn: Spanned<u8>,
        /// The set-up.
        setup: SetupEntry,
        /// How the game is judged.
        final_count: FinalCountEntry,
    }
    /// Where a scenario comes from.
    categories {
        /// The rulebook.
        Published = "published",
        /// This house.
        Ours = "ours",
    }
}

/// The set-up.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupEntry {
    /// Units: a number, a State, a type, perhaps "converted" or "rebel", and a place: "3 byzantine mercenary at
    /// Constantinople". Places are cities, base sites, hex numbers, pool, unbuilt, box and lost. Land units not
    /// named are in their pool, ships unbuilt.
    pub(crate) units: Vec<Spanned<String>>,
    /// States with a levy of their own in every city.
    #[serde(default)]
    pub(crate) levies: Vec<Spanned<String>>,
    /// Cities that get none of these levies.
    #[serde(default)]
    pub(crate) except: Vec<Spanned<String>>,
    /// Levels of bases, by site.
    #[serde(default)]
    pub(crate) bases: BTreeMap<Spanned<String>, Spanned<u8>>,
    /// Points saved from before, for the Muslims, and for the Byzantines if they may save.
    #[serde(default)]
    pub(crate) tracks: BTreeMap<Spanned<String>, Spanned<u16>>,
    /// States defeated before the game.
    #[serde(default)]
    pub(crate) defeated: Vec<Spanned<String>>,
    /// The turn, before the first of the scenario, in which a Byzantine unit was first attacked; 0 for not yet.
    #[schemars(with = "u8")]
    pub(crate) first_attack: Option<Spanned<u8>>,
    /// Whether Byzantium has recruited before.
    #[serde(default)]
    pub(crate) byzantium_recruited: bool,
    /// Who leads the Authority in the next civil war: hashim or umaiya.
    #[schemars(with = "String")]
    pub(crate) authority: Option<Spanned<String>>,
    /// Whether the first turn opens in a civil war.
    #[schemars(with = "bool")]
    pub(crate) civil_war: Option<Spanned<bool>>,
}

/// How the game is judged: the Muslim income after the last turn and what is added to it.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct FinalCountEntry {
    /// The Muslim player wins at once by earning more than this; absent if that cannot happen.
    pub(crate) automatic: Option<u16>,
    /// The Muslim player wins with more than this.
    pub(crate) muslims_above: Spanned<i16>,
    /// The Empires player wins with less than this.
    pub(crate) empires_below: Spanned<i16>,
    /// Added if Byzantium was attacked in turn 1.
    #[serde(default)]
    pub(crate) handicap: i16,
    /// Taken from it for each turn before the first attack.
    #[serde(default)]
    pub(crate) handicap_step: i16,
    /// Added if the Constantinople box was emptied by combat.
    #[serde(default)]
    pub(crate) box_bonus: i16,
    /// Whether emptying the box by combat wins the game at once.
    #[serde(default)]
    pub(crate) box_wins: bool,
    /// Added for each civil war the Authority won, taken off for each the Rebels won.
    #[serde(default)]
    pub(crate) war_points: i16,
    /// Added for cities in Muslim hands at the end.
    #[serde(default)]
    pub(crate) prizes: BTreeMap<Spanned<String>, i16>,
}
