//! The weights of a game's terms: fitted by self-play, kept in a file a reader understands.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// How much each term of a game's standing tells about who wins.
///
/// ```
/// use commander::Weights;
/// let weights = Weights::read("[weights]\nlosses = 2.0\n", &["losses", "cohesion"]).unwrap();
/// assert!(weights.chance(&[1.0, 0.0]) > 0.85);
/// assert_eq!(weights.chance(&[0.0, 0.0]), 0.5);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    weights: Vec<f32>,
}

/// A weights file that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightFault(pub(crate) String);

impl fmt::Display for WeightFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WeightFault {}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightFile {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    fitted: String,
    weights: BTreeMap<String, f32>,
}

// The files compiled in, by game.
include!(concat!(env!("OUT_DIR"), "/weights.rs"));

impl Weights {
    /// The files compiled in, by game.
    pub const FILES: &[(&str, &str)] = FILES;

    /// Reads a file of weights for these terms; terms it does not name count nothing.
    pub fn read(text: &str, terms: &[&str]) -> Result<Weights, WeightFault> {
        let file: WeightFile = toml::from_str(text).map_err(|e| WeightFault(e.to_string()))?;
        if let Some(unknown) = file.weights.keys().find(|name| !terms.contains(&name.as_str())) {
            let why = format!("there is no term `{unknown}`; expected {}", terms.join(", "));
            return Err(WeightFault(why));
        }
        let weight = |term: &&str| file.weights.get(*term).copied().unwrap_or(0.0);
        Ok(Weights { weights: terms.iter().map(weight).collect() })
    }

    /// The weights compiled in for a game; all alike if there are none.
    pub fn of_game(game: &str, terms: &[&str]) -> Weights {
        let file = FILES.iter().find(|(name, _)| *name == game).map(|(_, text)| *text);
        let read = file.and_then(|text| Weights::read(text, terms).ok());
        read.unwrap_or_else(|| Weights { weights: vec![1.0; terms.len()] })
    }

    /// These numbers, in the order of the terms.
    pub fn from_numbers(weights: Vec<f32>) -> Weights {
        Weights { weights }
    }

    /// The numbers, in the order of the terms.
    pub fn numbers(&self) -> &[f32] {
        &self.weights
    }

    /// What terms come to: the log odds of the first side, as the weights have it.
    pub fn sum(&self, terms: &[f32]) -> f32 {
        self.weights.iter().zip(terms).map(|(weight, term)| weight * term).sum()
    }

    /// The same as a chance, to compare plans by; a chance that people are shown is a
    /// [`Calibration`](crate::Calibration)'s.
    pub fn chance(&self, terms: &[f32]) -> f32 {
        1.0 / (1.0 + (-self.sum(terms)).exp())
    }

    /// The weights as a file.
    pub fn write(&self, terms: &[&str], fitted: &str) -> String {
        let weights = terms.iter().zip(&self.weights).map(|(term, &w)| (term.to_string(), w)).collect();
        let file = WeightFile { fitted: fitted.into(), weights };
        toml::to_string(&file).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_that_does_not_exist_is_named() {
        let fault = Weights::read("[weights]\nmorale = 1.0\n", &["losses"]).unwrap_err();
        assert!(fault.to_string().contains("`morale`") && fault.to_string().contains("losses"));
    }

    #[test]
    fn weights_survive_writing_and_reading() {
        let terms = ["losses", "cohesion"];
        let weights = Weights::from_numbers(vec![1.5, -0.25]);
        assert_eq!(Weights::read(&weights.write(&terms, "by hand"), &terms), Ok(weights));
    }
}
