//! `scenarios/NAME.toml`: the form of a scenario file.

use engine::datafile::Spanned;
use engine::hex::Edge;
use schemars::JsonSchema;
use serde::Deserialize;

engine::scenario_file! {
    /// `scenarios/NAME.toml`: a scenario.
    pub struct ScenarioFile {
        /// Game length in Game-Turns.
        turns: Spanned<u8>,
        /// Whether the length is a house value.
        #[serde(default)]
        turns_house: bool,
        /// Lengths the players may choose from before deployment.
        #[serde(default)]
        turn_choices: Vec<Spanned<u8>>,
        /// The side that deploys first.
        deploys_first: Spanned<String>,
        /// The side that moves first.
        moves_first: Spanned<String>,
        /// Whether the leader rules are used.
        #[serde(default = "yes")]
        leaders: bool,
        /// Changes of the map: "ignore slopes", "only woods village" …
        #[serde(default)]
        terrain: Vec<Spanned<String>>,
        /// Who wins if no condition holds; a draw if nobody is named.
        otherwise: Option<Spanned<String>>,
        /// Special rules that are more than a changed number.
        #[serde(default)]
        special: SpecialEntry,
        /// The two sides.
        side: Spanned<Vec<SideEntry>>,
        /// Ways to win.
        #[serde(default)]
        victory: Vec<VictoryEntry>,
        /// Ways to reach a draw if nobody wins.
        #[serde(default)]
        draw: Vec<DrawEntry>,
    }
    /// The chapters of the scenario book.
    categories {
        /// The Basic Scenario.
        Basic = "basic",
        /// Game Player's Scenarios.
        Player = "player",
        /// Historian's Scenarios.
        Historian = "historian",
        /// Scenarios by other hands.
        Fan = "fan",
    }
}

fn yes() -> bool {
    true
}

/// A side and its forces.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct SideEntry {
    /// Its name.
    pub(crate) name: Spanned<String>,
    /// Movement Allowance of its chariots, where the scenario changes it.
    pub(crate) chariots: Option<Spanned<u8>>,
    /// Where its units may leave the map.
    pub(crate) exit: Option<ExitEntry>,
    /// Its forces.
    pub(crate) group: Spanned<Vec<GroupEntry>>,
}

impl AsRef<Spanned<String>> for SideEntry {
    fn as_ref(&self) -> &Spanned<String> {
        &self.name
    }
}

/// Edge hexes by which units may leave.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExitEntry {
    /// The edges.
    pub(crate) edges: Vec<Edge>,
    /// Only hexes of this zone: "0130-5" is within five hexes of 0130.
    pub(crate) within: Option<Spanned<String>>,
}

/// Units that come to the map together; one of `deploy`, `deploy_villages`, `enter` and `arrive`.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct GroupEntry {
    /// Its name.
    pub(crate) name: Option<String>,
    /// The units: "9MI 6MS 3AX 2C".
    pub(crate) troops: Spanned<String>,
    /// Deploys within these zones: "D-3" is within three hexes of D.
    #[serde(default)]
    pub(crate) deploy: Vec<Spanned<String>>,
    /// Deploys in the village hexes.
    #[serde(default)]
    pub(crate) deploy_villages: bool,
    /// Whether every hex of the zone must be occupied.
    #[serde(default)]
    pub(crate) fill: bool,
    /// Terrain it may not deploy on.
    #[serde(default)]
    pub(crate) avoid: Vec<Spanned<String>>,
    /// Enters by an edge.
    pub(crate) enter: Option<EnterEntry>,
    /// Arrives at a lettered hex.
    pub(crate) arrive: Option<ArriveEntry>,
}

/// How a group enters by the edge of the map.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct EnterEntry {
    /// By any hex of these edges.
    #[serde(default)]
    pub(crate) edges: Vec<Edge>,
    /// Of these only the hexes south of the stream.
    #[serde(default)]
    pub(crate) south_of_stream: bool,
    /// By the printed stream hex of this edge, the northernmost or westernmost if there are several.
    pub(crate) stream_at: Option<Edge>,
    /// The first Game-Turn.
    pub(crate) turn: Spanned<u8>,
    /// Whether its owner may postpone it.
    #[serde(default)]
    pub(crate) optional: bool,
}

/// How a group arrives as a whole.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArriveEntry {
    /// At one of these lettered hexes.
    pub(crate) at: Spanned<Vec<Spanned<String>>>,
    /// The first Game-Turn.
    pub(crate) turn: Spanned<u8>,
}

/// A way to win: all conditions hold for this side.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictoryEntry {
    /// Who wins.
    pub(crate) winner: Spanned<String>,
    /// The conditions, seen from this side: "control A E", "enemy losses at least 12" …
    pub(crate) when: Spanned<Vec<Spanned<String>>>,
}

/// A way to reach a draw: all conditions hold for this side.
#[derive(Deserialize, JsonSchema, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawEntry {
    /// Whose conditions.
    pub(crate) side: Spanned<String>,
    /// The conditions, seen from this side.
    pub(crate) when: Spanned<Vec<Spanned<String>>>,
}

/// Special rules, each switched on by naming the side it is about.
#[derive(Deserialize, JsonSchema, Debug, Default)]
#[serde(deny_unknown_fields)]
pub(crate) struct SpecialEntry {
    /// From this Game-Turn on an eclipse may end the game.
    pub(crate) eclipse_from: Option<Spanned<u8>>,
    /// The side that drives cats before it.
    pub(crate) cats: Option<Spanned<String>>,
    /// The side whose chariot asses may refuse.
    pub(crate) asses: Option<Spanned<String>>,
    /// The side that may fake a retreat.
    pub(crate) fake_retreat: Option<Spanned<String>>,
    /// The side whose Militia Infantry deploys on both wings.
    pub(crate) wings: Option<Spanned<String>>,
    /// The side whose troops entering the stream are counted.
    pub(crate) crossing: Option<Spanned<String>>,
}
