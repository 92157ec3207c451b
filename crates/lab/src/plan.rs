//! Plans: what is to be played, in a file people write.
//!
//! ```toml
//! title = "Is Rome even?"
//! scenarios = ["armageddon/rome"]
//! players = "soldier"
//! games = 1000
//!
//! [[variant]]
//! name = "twelve turns"
//! [[variant.change]]
//! file = "armageddon/scenarios/rome.toml"
//! at = "turns"
//! to = 12
//! ```

use std::collections::BTreeMap;

use engine::Side;
use engine::datafile::{DataFault, DataFile};
use engine::edition::{Options, ScenarioCard};
use engine::playout::USUAL_LIMIT;
use serde::Deserialize;
use shelf::Shelf;
use toml::{Spanned, Value};

use crate::Player;
use crate::match_up::Thinking;
use crate::series::{Attention, Series};
use crate::stopping::Enough;
use crate::variant::Change;

/// Chances are followed in so many games of each series.
const FOLLOWED: u64 = 100;
/// Precision is looked at after every so many games.
const STEP: u64 = 100;
/// So many games are handed to a worker at once.
const PORTION: u64 = 5;
/// What the scenario is called as it stands.
pub const AS_PRINTED: &str = "as printed";

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its title.
    pub title: String,
    /// The file as it was written.
    pub text: String,
    /// Its series.
    pub series: Vec<Planned>,
    /// Its variants, the first one without changes.
    pub variants: Vec<Variant>,
    /// When a series has played enough.
    pub enough: Enough,
    /// So many games are handed to a worker at once.
    pub portion: u64,
}

/// A series of a plan.
#[derive(Clone, Debug)]
pub struct Planned {
    /// Which variant it plays.
    pub variant: usize,
    /// What it plays.
    pub series: Series,
}

/// Games as they are printed, or with some values changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// What it is called.
    pub name: String,
    /// The values changed.
    pub changes: Vec<Change>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    #[serde(default)]
    title: String,
    scenarios: Vec<Spanned<String>>,
    #[serde(default = "soldiers")]
    players: Spanned<PlayersFile>,
    #[serde(default)]
    exchange: bool,
    games: Option<Spanned<u64>>,
    precision: Option<Spanned<f64>>,
    step: Option<Spanned<u64>>,
    #[serde(default = "one")]
    seed: u64,
    nodes: Option<u32>,
    limit: Option<u64>,
    follow: Option<u64>,
    portion: Option<Spanned<u64>>,
    #[serde(default)]
    options: BTreeMap<String, Value>,
    #[serde(default = "yes")]
    printed: bool,
    #[serde(default)]
    variant: Vec<VariantFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VariantFile {
    name: Spanned<String>,
    players: Option<Spanned<PlayersFile>>,
    nodes: Option<u32>,
    #[serde(default)]
    options: BTreeMap<String, Value>,
    #[serde(default)]
    change: Vec<ChangeFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeFile {
    file: Spanned<String>,
    at: String,
    to: Value,
}

/// `"soldier"` for both, `["veteran", "soldier"]` in order, `{ Romans = "veteran", Sabines = "soldier" }` by name.
#[derive(Clone, Deserialize)]
#[serde(untagged, expecting = "expected a player, two of them, or one for each side by name")]
enum PlayersFile {
    Both(String),
    Each([String; 2]),
    Named(BTreeMap<String, String>),
}

fn soldiers() -> Spanned<PlayersFile> {
    Spanned::new(0..0, PlayersFile::Both("soldier".into()))
}

fn one() -> u64 {
    1
}

fn yes() -> bool {
    true
}

impl PlayersFile {
    fn of(&self, card: &ScenarioCard) -> Result<[Player; 2], String> {
        let side = |side: Side| match self {
            PlayersFile::Both(player) => Ok(player.as_str()),
            PlayersFile::Each(players) => Ok(players[side.index()].as_str()),
            PlayersFile::Named(players) => {
                let name = &card.sides[side.index()];
                let place = ["first", "second"][side.index()];
                let found = players.get(name).or_else(|| players.get(place));
                found
                    .map(String::as_str)
                    .ok_or_else(|| format!("nobody plays the {name} of {}", card.scenario))
            }
        };
        if let PlayersFile::Named(players) = self {
            let known =
                |name: &&String| card.sides.contains(name) || ["first", "second"].contains(&name.as_str());
            if let Some(stranger) = players.keys().find(|name| !known(name)) {
                let [first, second] = &card.sides;
                return Err(format!(
                    "{} has no side `{stranger}`; expected {first} and {second}, or first and second",
                    card.scenario
                ));
            }
        }
        Ok([side(Side::First)?.parse()?, side(Side::Second)?.parse()?])
    }
}

impl Plan {
    /// Reads a plan and holds it against a shelf; a fault says where in the file, and what was expected.
    pub fn read(shelf: &Shelf, name: &str, text: &str) -> Result<Plan, DataFault> {
        let file = DataFile::new(name, text);
        let plan: PlanFile = file.parse()?;
        let mut scenarios: Vec<&ScenarioCard> = vec![];
        for scenario in &plan.scenarios {
            match shelf.edition(scenario.get_ref()) {
                Ok(edition) => scenarios.extend(edition.scenarios()),
                Err(_) => scenarios.push(shelf.scenario(scenario.get_ref()).map_err(|unknown| {
                    file.fault(
                        scenario.span(),
                        unknown.to_string(),
                        "a scenario in full, or a game for all of its scenarios",
                    )
                })?),
            }
        }
        if scenarios.is_empty() {
            return Err(DataFault::at(name, text, 0..0, "no scenario is to be played", "at least one"));
        }
        let enough = enough(&file, &plan)?;
        let mut variants = vec![Variant { name: AS_PRINTED.into(), changes: vec![] }];
        for variant in &plan.variant {
            variants.push(read_variant(&file, variant, &variants)?);
        }
        let first = usize::from(!plan.printed && variants.len() > 1);
        let mut series = vec![];
        for card in scenarios {
            for (number, _) in variants.iter().enumerate().skip(first) {
                let own = number.checked_sub(1).map(|n| &plan.variant[n]);
                series.extend(planned(&file, &plan, card, number, own)?);
            }
        }
        let portion = plan.portion.as_ref();
        if let Some(none) = portion.filter(|portion| *portion.get_ref() == 0) {
            return Err(file.fault(none.span(), "a portion of no games", "at least one"));
        }
        let portion = portion.map_or(PORTION, |portion| *portion.get_ref());
        let title = if plan.title.is_empty() { "Games of a plan".into() } else { plan.title };
        Ok(Plan { title, text: text.into(), series, variants, enough, portion })
    }

    /// What a series is called within its plan.
    pub fn label(&self, index: usize) -> String {
        let Planned { variant, series } = &self.series[index];
        let mut label = series.scenario.clone();
        if self.variants.len() > 1 {
            label = format!("{label}, {}", self.variants[*variant].name);
        }
        let [first, second] = series.players;
        let same = |other: &Planned| other.series.players == series.players;
        if !self.series.iter().all(same) {
            label = format!("{label}, {first} against {second}");
        }
        label
    }
}

fn enough(file: &DataFile, plan: &PlanFile) -> Result<Enough, DataFault> {
    let positive = |number: &Option<Spanned<u64>>, usual: u64| match number {
        Some(number) if *number.get_ref() == 0 => {
            Err(file.fault(number.span(), "no games at all", "at least one"))
        }
        Some(number) => Ok(*number.get_ref()),
        None => Ok(usual),
    };
    let precision = match &plan.precision {
        Some(points) if !(0.1..=50.0).contains(points.get_ref()) => {
            let expected = "points from 0.1 to 50: 3 means known to three in a hundred, up and down";
            return Err(file.fault(points.span(), "this precision cannot be aimed at", expected));
        }
        Some(points) => Some(points.get_ref() / 100.0),
        None => None,
    };
    let usual = if precision.is_some() { 1_000_000 } else { 1000 };
    let (games, step) = (positive(&plan.games, usual)?, positive(&plan.step, STEP)?);
    Ok(Enough { games, precision, step })
}

fn read_variant(file: &DataFile, variant: &VariantFile, known: &[Variant]) -> Result<Variant, DataFault> {
    let name = variant.name.get_ref().clone();
    if name.trim().is_empty() || known.iter().any(|other| other.name == name) {
        let expected = "every variant to have a name of its own";
        return Err(file.fault(variant.name.span(), format!("`{name}` names no new variant"), expected));
    }
    let change = |change: &ChangeFile| {
        let ChangeFile { file, at, to } = change;
        Change { file: file.get_ref().clone(), at: at.clone(), to: to.clone() }
    };
    Ok(Variant { name, changes: variant.change.iter().map(change).collect() })
}

/// The series of a scenario in a variant: one, or two with the players exchanged.
fn planned(
    file: &DataFile,
    plan: &PlanFile,
    card: &ScenarioCard,
    variant: usize,
    own: Option<&VariantFile>,
) -> Result<Vec<Planned>, DataFault> {
    let players = own.and_then(|own| own.players.as_ref()).unwrap_or(&plan.players);
    let span = if players.span().is_empty() { 0..0 } else { players.span() };
    let pair = players.get_ref().of(card);
    let pair = pair.map_err(|why| file.fault(span, why, "players such as \"soldier\""))?;
    let mut options = Options::new();
    let chosen = plan.options.iter().chain(own.into_iter().flat_map(|own| &own.options));
    for (name, value) in chosen {
        let value = serde_json::to_value(value).unwrap_or_default();
        options = options.with(name, value);
    }
    let options = options.settled(card).map_err(|objection| file.fault(0..0, objection.why, ""))?;
    let series = Series {
        options,
        players: pair,
        seed: plan.seed,
        limit: plan.limit.unwrap_or(USUAL_LIMIT),
        thinking: Thinking { nodes: own.and_then(|own| own.nodes).or(plan.nodes), time: None },
        attention: Attention::Whole { followed: plan.follow.unwrap_or(FOLLOWED) },
        ..Series::new(&card.scenario)
    };
    let mut all = vec![Planned { variant, series: series.clone() }];
    if plan.exchange && pair[0] != pair[1] {
        // Other dice: the same game with other players would be another game anyway.
        let [first, second] = pair;
        let series = Series { players: [second, first], seed: plan.seed + 1, ..series };
        all.push(Planned { variant, series });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use commander::Level;

    fn read(text: &str) -> Result<Plan, String> {
        let shelf = Shelf::standard().unwrap();
        Plan::read(&shelf, "plan.toml", text).map_err(|fault| fault.to_string())
    }

    #[test]
    fn a_plan_of_two_lines_is_a_thousand_games_between_soldiers() {
        let plan = read("scenarios = [\"armageddon/rome\"]\n").unwrap();
        assert_eq!((plan.series.len(), plan.enough.games), (1, 1000));
        assert_eq!(plan.series[0].series.players, [Player::Commander(Level::Soldier); 2]);
        assert_eq!(plan.label(0), "armageddon/rome");
    }

    #[test]
    fn variants_exchanges_and_games_of_many_scenarios_make_series() {
        let plan = read(
            "scenarios = [\"basileus\"]\nplayers = [\"recruit\", \"random\"]\nexchange = true\nprecision = 5\n\
             [[variant]]\nname = \"quick\"\nnodes = 3\n",
        )
        .unwrap();
        let scenarios = Shelf::standard().unwrap().edition("basileus").unwrap().scenarios().len();
        assert_eq!(plan.series.len(), scenarios * 4);
        assert_eq!(plan.enough, Enough { games: 1_000_000, precision: Some(0.05), step: 100 });
        assert!(plan.label(3).ends_with(", quick, random against recruit"), "{}", plan.label(3));
        assert_eq!(plan.series[3].series.thinking.nodes, Some(3));
        assert_eq!(plan.series[0].series.thinking.nodes, None);
    }

    #[test]
    fn players_may_be_named_by_side() {
        let plan = read(
            "scenarios = [\"armageddon/rome\"]\nplayers = { Sabines = \"veteran\", Romans = \"random\" }\n",
        );
        let players = plan.unwrap().series[0].series.players;
        assert_eq!(players, [Player::Random, Player::Commander(Level::Veteran)]);
    }

    #[test]
    fn wrong_plans_are_refused_with_line_and_expectation() {
        let rome = "scenarios = [\"armageddon/rome\"]\n";
        for (text, line, words) in [
            ("scenarios = [\"armageddon/rom\"]\n".to_string(), 1, "did you mean `armageddon/rome`"),
            ("scenarios = []\n".into(), 1, "expected at least one"),
            (format!("{rome}players = \"hannibal\"\n"), 2, "no player `hannibal`"),
            (format!("{rome}players = {{ Gauls = \"random\" }}\n"), 2, "no side `Gauls`"),
            (format!("{rome}games = 0\n"), 2, "at least one"),
            (format!("{rome}precision = 0\n"), 2, "0.1 to 50"),
            (format!("{rome}gamse = 10\n"), 2, "expected one of"),
            (format!("{rome}[options]\nturns = 99\n"), 1, "turns"),
            (format!("{rome}[[variant]]\nname = \"as printed\"\n"), 3, "name of its own"),
        ] {
            let refused = read(&text).map(drop).unwrap_err();
            assert!(refused.starts_with(&format!("plan.toml, line {line}:")), "{refused}");
            assert!(refused.contains(words), "{refused}");
        }
    }
}
