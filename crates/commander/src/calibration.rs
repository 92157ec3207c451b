//! Calibration: how likely a side is to win, in the plain sense: of positions said to be won seven times in
//! ten, seven in ten are won.
//!
//! The weights of a game serve the search, which only compares; what people are shown goes through here. The
//! log odds of a position are a sum of figures (see [`Outlook`]), their coefficients fitted to games that
//! commanders played against each other: for the whole game, and for each scenario by how much it differs,
//! held back where it has shown little ([`calibrate`](crate::calibrate())).

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use crate::outlook::Outlook;
use crate::regression::{chance_of, log_odds_of, product};
use crate::weights::WeightFault;

/// What is weighed beside the game's own terms, in the order of the figures.
pub(crate) const FIGURES: [&str; 4] = ["head start", "to move", "judgment", "playouts"];
const JUDGMENT: usize = 2;

/// A coefficient at the start of a game, and by how much it differs at its end.
type Trend = [f64; 2];

/// The calibration of a game.
///
/// ```
/// use commander::{Calibration, Outlook};
/// use engine::contract::Side;
/// let plain = Calibration::plain();
/// let outlook = Outlook { judgment: 2.0, terms: vec![], clock: 3, mover: Some(Side::First), playouts: 0.0 };
/// let chance = plain.chance("skirmish/field", &outlook);
/// assert!((0.87..0.89).contains(&chance), "{chance}");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Calibration {
    /// How it was fitted.
    pub fitted: String,
    /// The seed of the games it was fitted to.
    pub seed: u64,
    /// Playouts averaged for the figure of that name; none if it counts nothing.
    pub playouts: u32,
    /// Player-Turns of a usual game.
    pub(crate) length: f64,
    /// Coefficients of [`FIGURES`] and then of the terms, at the start of a game; then all again, by how much
    /// they differ at its end.
    pub(crate) coefficients: Vec<f64>,
    pub(crate) scenarios: BTreeMap<String, Local>,
}

/// By how much a scenario differs from its game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Local {
    /// Games it was fitted to.
    pub games: u64,
    /// The share of them that the first side won, draws counted half.
    pub share: f64,
    /// Player-Turns that nine games in ten end within.
    pub length: f64,
    /// What is added to the coefficients of [`FIGURES`], at the start and then at the end.
    pub differences: Vec<f64>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CalibrationFile {
    fitted: String,
    seed: u64,
    playouts: u32,
    length: f64,
    figures: BTreeMap<String, Trend>,
    terms: BTreeMap<String, Trend>,
    #[serde(default)]
    scenarios: BTreeMap<String, LocalFile>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LocalFile {
    games: u64,
    share: f64,
    length: f64,
    differences: BTreeMap<String, Trend>,
}

// The files compiled in, by game.
include!(concat!(env!("OUT_DIR"), "/calibrations.rs"));

impl Calibration {
    /// The plain logistic of the judgment, for games nobody has calibrated.
    pub fn plain() -> Calibration {
        let mut coefficients = vec![0.0; 2 * FIGURES.len()];
        coefficients[JUDGMENT] = 1.0;
        Calibration {
            fitted: String::new(),
            seed: 0,
            playouts: 0,
            length: 1.0,
            coefficients,
            scenarios: BTreeMap::new(),
        }
    }

    /// The calibration compiled in for a game; the plain one if there is none, or if it is of other terms.
    pub fn of_game(game: &str, terms: &[&str]) -> Arc<Calibration> {
        // Read once: a replay asks for two hundred chances.
        static READ: [OnceLock<Arc<Calibration>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
        let Some(number) = FILES.iter().position(|(name, _)| *name == game) else {
            return Calibration::plain().into();
        };
        let read = || Calibration::read(FILES[number].1, terms).unwrap_or_else(|_| Calibration::plain());
        READ[number].get_or_init(|| read().into()).clone()
    }

    /// The file compiled in for a game, if there is one.
    pub fn file_of(game: &str) -> Option<&'static str> {
        FILES.iter().find(|(name, _)| *name == game).map(|(_, text)| *text)
    }

    /// Reads a file for these terms. All of them must be there: a term that came later was never weighed.
    pub fn read(text: &str, terms: &[&str]) -> Result<Calibration, WeightFault> {
        let file: CalibrationFile = toml::from_str(text).map_err(|e| WeightFault(e.to_string()))?;
        let known = || FIGURES.iter().chain(terms).copied();
        let named = file.figures.iter().chain(&file.terms);
        if let Some((unknown, _)) = named.clone().find(|(name, _)| !known().any(|known| known == *name)) {
            let known = known().collect::<Vec<&str>>().join(", ");
            return Err(WeightFault(format!("there is no term `{unknown}`; expected {known}")));
        }
        let trends: BTreeMap<&str, Trend> = named.map(|(name, &trend)| (name.as_str(), trend)).collect();
        let mut ordered = vec![];
        for name in known() {
            let trend = trends.get(name);
            ordered.push(*trend.ok_or_else(|| {
                WeightFault(format!("the term `{name}` is not calibrated; run `strategikon calibrate` again"))
            })?);
        }
        let scenarios = file.scenarios.into_iter().map(|(name, local)| {
            let trend = |figure: &&str| local.differences.get(*figure).copied().unwrap_or_default();
            let differences = unfolded(&FIGURES.iter().map(trend).collect::<Vec<Trend>>());
            let LocalFile { games, share, length, .. } = local;
            (name, Local { games, share, length, differences })
        });
        Ok(Calibration {
            fitted: file.fitted,
            seed: file.seed,
            playouts: file.playouts,
            length: file.length,
            coefficients: unfolded(&ordered),
            scenarios: scenarios.collect(),
        })
    }

    /// The calibration as a file.
    pub fn write(&self, terms: &[&str]) -> String {
        let count = self.coefficients.len() / 2;
        let trend = |i: usize| [self.coefficients[i], self.coefficients[count + i]].map(rounded);
        let named = |names: &[&str], from: usize| {
            names.iter().enumerate().map(|(i, name)| (name.to_string(), trend(from + i))).collect()
        };
        let scenarios = self.scenarios.iter().map(|(name, local)| {
            let trend = |i: usize| [local.differences[i], local.differences[FIGURES.len() + i]].map(rounded);
            let differences = FIGURES.iter().enumerate().map(|(i, name)| (name.to_string(), trend(i)));
            let (share, length) = (rounded(local.share), rounded(local.length));
            (
                name.clone(),
                LocalFile { games: local.games, share, length, differences: differences.collect() },
            )
        });
        let file = CalibrationFile {
            fitted: self.fitted.clone(),
            seed: self.seed,
            playouts: self.playouts,
            length: rounded(self.length),
            figures: named(&FIGURES, 0),
            terms: named(terms, FIGURES.len()),
            scenarios: scenarios.collect(),
        };
        toml::to_string(&file).unwrap_or_default()
    }

    /// The chance of the first side to win, a draw counted half: from 0 to 1, whatever the figures.
    pub fn chance(&self, scenario: &str, outlook: &Outlook) -> f32 {
        let local = self.scenarios.get(scenario);
        let length = local.map_or(self.length, |local| local.length);
        let figures = outlook.figures(length);
        let common = product(&self.coefficients, &figures);
        let own = local.map_or(0.0, |local| product(&local.differences, &leading(&figures)));
        chance_of(common + own) as f32
    }

    /// How much of a difference in the judgment shows in the log odds, at this stage of a game.
    fn steepness(&self, scenario: &str, clock: u32) -> f64 {
        let local = self.scenarios.get(scenario);
        let stage = crate::outlook::stage(clock, local.map_or(self.length, |local| local.length));
        let count = self.coefficients.len() / 2;
        let common = self.coefficients[JUDGMENT] + stage * self.coefficients[count + JUDGMENT];
        let own = local.map_or(0.0, |local| {
            local.differences[JUDGMENT] + stage * local.differences[FIGURES.len() + JUDGMENT]
        });
        // A calibration may rest on the playouts alone; a better plan is still a better one.
        (common + own).clamp(0.1, 1.5)
    }

    /// What a chance becomes if the judgment rises by so much: what is better is never made worse, and what is
    /// certain stays so.
    pub fn raised(&self, scenario: &str, clock: u32, chance: f32, rise: f32) -> f32 {
        let log_odds = log_odds_of(chance.into()) + self.steepness(scenario, clock) * f64::from(rise);
        chance_of(log_odds) as f32
    }
}

/// The figures a scenario may differ in: those of [`FIGURES`] at the start and at the end, without the terms.
pub(crate) fn leading(figures: &[f64]) -> Vec<f64> {
    let half = figures.len() / 2;
    let (start, end) = figures.split_at(half);
    start.iter().take(FIGURES.len()).chain(end.iter().take(FIGURES.len())).copied().collect()
}

/// Trends as the start of all and then the end of all.
fn unfolded(trends: &[Trend]) -> Vec<f64> {
    let part = |i: usize| trends.iter().map(move |trend| trend[i]);
    part(0).chain(part(1)).collect()
}

/// Four decimals are more than is known.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use engine::contract::Side;
    use engine::dice::Generator;

    use super::*;

    const TERMS: [&str; 2] = ["losses", "order"];

    /// A calibration of any coefficients, however foolish.
    fn any(dice: &mut Generator) -> Calibration {
        let mut numbers = |count: usize| -> Vec<f64> {
            let number = |dice: &mut Generator| f64::from(dice.below(2_000_001)) - 1e6;
            (0..count).map(|_| number(dice) / [1.0, 1e3, 1e6][dice.below(3) as usize]).collect()
        };
        let coefficients = numbers(2 * (FIGURES.len() + TERMS.len()));
        let differences = numbers(2 * FIGURES.len());
        let local = Local { games: 1, share: 0.5, length: 10.0, differences };
        let scenarios = BTreeMap::from([("g/known".to_string(), local)]);
        Calibration { coefficients, scenarios, length: 20.0, ..Calibration::plain() }
    }

    #[test]
    fn a_chance_is_from_0_to_1_whatever_the_figures_and_the_coefficients() {
        let mut dice = Generator::new(1, 1);
        let strange = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -1e30, 0.0, 3.0, -0.25];
        for _ in 0..2_000 {
            let calibration = any(&mut dice);
            let mut pick = || strange[dice.below(strange.len() as u32) as usize];
            let outlook = Outlook {
                judgment: pick(),
                terms: vec![pick(), pick()],
                clock: 7,
                mover: [None, Some(Side::First), Some(Side::Second)][dice.below(3) as usize],
                playouts: 1.0,
            };
            for scenario in ["g/known", "g/strange"] {
                let chance = calibration.chance(scenario, &outlook);
                assert!((0.0..=1.0).contains(&chance), "{chance} for {outlook:?}");
                for rise in strange {
                    let raised = calibration.raised(scenario, 7, chance, rise);
                    assert!((0.0..=1.0).contains(&raised), "{raised} from {chance} by {rise}");
                }
            }
        }
    }

    #[test]
    fn a_better_judgment_never_lowers_the_chance() {
        let mut dice = Generator::new(2, 1);
        for _ in 0..200 {
            let calibration = any(&mut dice);
            let chances = [-2.0, -0.5, 0.0, 0.5, 2.0].map(|rise| calibration.raised("g/known", 3, 0.4, rise));
            assert!(chances.is_sorted(), "{chances:?}");
        }
    }

    #[test]
    fn a_term_nobody_calibrated_and_one_nobody_has_are_named() {
        let file = Calibration { coefficients: vec![0.5; 12], ..Calibration::plain() }.write(&TERMS);
        assert!(Calibration::read(&file, &TERMS).is_ok());
        let missing = Calibration::read(&file, &["losses", "order", "flanks"]).unwrap_err().to_string();
        assert!(missing.contains("`flanks` is not calibrated"), "{missing}");
        let unknown = Calibration::read(&file, &["losses"]).unwrap_err().to_string();
        assert!(unknown.contains("no term `order`"), "{unknown}");
    }

    #[test]
    fn a_game_without_a_calibration_gets_the_plain_logistic() {
        let calibration = Calibration::of_game("skirmish", &["men"]);
        assert_eq!(*calibration, Calibration::plain());
    }
}
