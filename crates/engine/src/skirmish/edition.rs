//! Skirmish as a game of the shelf.

use std::sync::OnceLock;

use serde_json::{Value, json};

use super::{Skirmish, WINS};
use crate::contract::Objection;
use crate::edition::{Edition, OptionCard, Options, ScenarioCard};
use crate::rulebook::{Rule, Rulebook, Status};
use crate::table::{OpenTable, Table};

/// The one edition of Skirmish, with its one scenario `skirmish/field`.
pub struct SkirmishEdition;

/// Each rule: number, title, summary.
const RULES: [(&str, &str, &str); 6] = [
    ("skirmish.turn", "Turns", "In its turn a side gives two orders to its own counters."),
    ("skirmish.step", "Step", "A counter steps to an adjacent hex that is empty."),
    (
        "skirmish.attack",
        "Attack",
        "One die against an adjacent enemy: 5 or 6 kills the target, 1 the attacker.",
    ),
    ("skirmish.edge", "The far edge", "A side with a counter on the far edge wins at once."),
    ("skirmish.loss", "Losses", "A side without counters has lost."),
    ("skirmish.length", "Length", "When both sides have had all their turns, the game is a draw."),
];

impl Edition for SkirmishEdition {
    fn name(&self) -> &str {
        "skirmish"
    }

    fn title(&self) -> &str {
        "Skirmish"
    }

    fn ruleset(&self) -> u32 {
        1
    }

    fn scenarios(&self) -> &[ScenarioCard] {
        static CARDS: OnceLock<Vec<ScenarioCard>> = OnceLock::new();
        CARDS.get_or_init(|| {
            vec![ScenarioCard {
                game: "skirmish".into(),
                scenario: "skirmish/field".into(),
                title: "The Field".into(),
                year: -1,
                date: "1 BC".into(),
                sides: ["Reds".into(), "Blues".into()],
                turns: 20,
                category: "example".into(),
                goal: WINS.into(),
                options: vec![OptionCard {
                    name: "turns".into(),
                    about: "How many turns each side has.".into(),
                    values: vec![json!(10), json!(20), json!(40)],
                    default: json!(20),
                    titles: vec![],
                }],
                notes: "Two against two on open ground.".into(),
                rules: vec![],
                house: vec!["Everything.".into()],
                fingerprint: "skirmish-1".into(),
            }]
        })
    }

    fn set_up(&self, _scenario: &str, options: &Options, _ruleset: u32) -> Result<Box<dyn Table>, Objection> {
        let turns = options.get("turns").and_then(Value::as_u64).and_then(|t| u8::try_from(t).ok());
        let turns =
            turns.ok_or_else(|| Objection::new("protocol", "option `turns` must be a small number"))?;
        Ok(OpenTable::boxed(Skirmish::new(turns)))
    }

    fn rulebook(&self) -> &Rulebook {
        static BOOK: OnceLock<Rulebook> = OnceLock::new();
        BOOK.get_or_init(|| {
            let rule = |(rule, title, summary): (&str, &str, &str)| Rule {
                rule: rule.into(),
                title: title.into(),
                summary: summary.into(),
                status: Status::Implemented,
                tests: vec![],
            };
            Rulebook { game: "skirmish".into(), rules: RULES.map(rule).into() }
        })
    }
}
