//! What came of one game of a series: a line of the results.

use std::collections::BTreeMap;

use engine::Side;
use engine::playout::{Fault, Tally};
use serde::{Deserialize, Serialize};

use crate::notebook::Note;

/// What came of one game. It holds nothing that depends on the machine: the same game, the same line.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Upshot {
    /// Which series of its plan, from 0.
    pub series: usize,
    /// Its number in the series.
    pub number: u64,
    /// Who won; nobody in a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// How clearly, in the game's words; empty if it went wrong.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub grade: String,
    /// The rule that ended it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub rule: String,
    /// Orders played.
    pub orders: u64,
    /// Rolls taken.
    pub rolls: u64,
    /// Legal orders there were to choose from, all positions together.
    pub choices: u64,
    /// Player-Turns it took.
    #[serde(default)]
    pub turns: u32,
    /// What went wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<WentWrong>,
    /// Counters that left the game, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<Loss>,
    /// How often each rule was cited by what happened.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rules: BTreeMap<String, u32>,
    /// How its chances went, if it was followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fortunes: Option<Fortunes>,
}

/// What went wrong in a game, and after how many orders.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WentWrong {
    /// In a sentence.
    pub what: String,
    /// Orders played before; none if that is not known.
    pub order: Option<u64>,
}

/// A counter that left the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Loss {
    /// Whose it was: 0 or 1.
    pub side: u8,
    /// Its type, as players call it.
    pub unit: String,
    /// Where it stood; empty if nobody knows.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// In which Player-Turn.
    pub turn: u32,
    /// By which rule.
    pub rule: String,
}

/// How the chances of a game went.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Fortunes {
    /// The chance of the first side by Player-Turn.
    pub chances: Vec<(u32, f32)>,
    /// By how much the dice were kinder to the first side than they are on average, in chances to win.
    pub luck: f32,
    /// By how much the chance changed when each rule was cited, up or down, added up.
    pub swings: BTreeMap<String, f32>,
    /// The same by place.
    pub places: BTreeMap<String, f32>,
    /// For how many Player-Turns longer the first side stood at a place than the second; negative: shorter.
    pub held: BTreeMap<String, i32>,
}

impl Upshot {
    /// What a tally says.
    pub(crate) fn of(series: usize, number: u64, tally: &Tally) -> Upshot {
        let Tally { orders, rolls, choices, ref ending } = *tally;
        let upshot = Upshot { series, number, orders, rolls, choices, ..Upshot::default() };
        match ending {
            Ok(end) => {
                Upshot { winner: end.winner, grade: end.grade.into(), rule: end.rule.into(), ..upshot }
            }
            Err(fault) => {
                let fault = WentWrong { what: fault.what.clone(), order: fault.order };
                Upshot { fault: Some(fault), ..upshot }
            }
        }
    }

    /// What went wrong in it, with what is needed to find it again.
    pub fn fault(&self, seed: u64) -> Option<Fault> {
        let WentWrong { what, order } = self.fault.clone()?;
        Some(Fault { what, seed, stream: self.number, order })
    }

    /// How it ended for the first side: 1 won, 0 lost, ½ drawn; nothing if it went wrong.
    pub fn result(&self) -> Option<f64> {
        let drawn = || match self.winner {
            Some(Side::First) => 1.0,
            Some(Side::Second) => 0.0,
            None => 0.5,
        };
        self.fault.is_none().then(drawn)
    }
}

impl Note for Upshot {
    type Name = (usize, u64);
    type Trace = Option<f64>;
    fn name(&self) -> (usize, u64) {
        (self.series, self.number)
    }
    /// How it ended is all that is needed to know whether to go on.
    fn trace(&self) -> Option<f64> {
        self.result()
    }
}
