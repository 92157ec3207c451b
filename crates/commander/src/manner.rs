//! What a level does with a decision, by game.

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Duration;

use serde::Deserialize;

use crate::level::Level;

/// What a level does with a decision. The figures are in `data/manners.toml`, which explains them.
#[derive(Clone, Copy, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manner {
    /// How often it gives any legal order instead.
    pub blunders: f32,
    /// Plans it compares at each step of a scheme; none, and it goes plan by plan, judging each where it ends.
    pub width: u32,
    /// Schemes it draws up; of single plans, as many as it has nodes.
    pub plans: u32,
    /// How many of them are dispositions of the whole army, by script.
    #[serde(default)]
    pub scripts: u32,
    /// Positions it looks into if nobody says otherwise.
    pub nodes: u32,
    /// Passes in which it does so; in later ones the best schemes are varied.
    pub passes: u32,
    /// Player-Turns schemes are played on for: two are to the end of the enemy's answer.
    pub horizon: u32,
    /// How sharply both sides follow their inclinations then.
    pub keenness: f32,
    /// What stands at the end of a scheme counts like so many trials.
    pub prior: f32,
    /// How much less readily a step of a plan comes to mind once it has, so that other plans do. Below 1 no plan is
    /// thought of twice.
    #[serde(default = "one")]
    pub tiring: f32,
    /// By how much worse than leaving it at that a plan may stand and still be carried out. Below 1 leaving it at that is
    /// always among what is compared; with 1 it is only if it comes to mind.
    #[serde(default = "one")]
    pub restless: f32,
    /// Milliseconds it takes for a decision when somebody waits for it.
    pub time: u64,
    /// And at most, if it has not looked into its own number of positions by then; not less than that time.
    #[serde(default)]
    pub longest: u64,
}

fn one() -> f32 {
    1.0
}

/// The figures as the file has them: by game and level, what differs.
type Figures = BTreeMap<String, BTreeMap<Level, toml::Table>>;

/// What holds for every game that does not say otherwise.
const EVERY: &str = "every";

fn figures() -> &'static Figures {
    static FIGURES: OnceLock<Figures> = OnceLock::new();
    // The file is compiled in; a test reads every line of it.
    FIGURES.get_or_init(|| toml::from_str(include_str!("../data/manners.toml")).unwrap_or_default())
}

fn read(game: &str, level: Level) -> Result<Manner, toml::de::Error> {
    let mut whole = toml::Table::new();
    for part in [EVERY, game] {
        let said = figures().get(part).and_then(|levels| levels.get(&level));
        whole.extend(said.cloned().unwrap_or_default());
    }
    whole.try_into()
}

impl Manner {
    /// How a level goes about a decision of a game.
    pub fn of(game: &str, level: Level) -> Manner {
        read(game, level).unwrap_or_default()
    }

    /// The time it takes for a decision when somebody waits for it.
    pub fn time(&self) -> Duration {
        Duration::from_millis(self.time)
    }

    /// The longest it takes for one, if it has not looked into its own number of positions before.
    pub fn longest(&self) -> Duration {
        Duration::from_millis(self.longest.max(self.time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_of_every_game_has_its_figures() {
        assert!(figures().contains_key(EVERY), "the file can be read");
        for game in figures().keys() {
            for level in Level::ALL {
                let manner = read(game, level).unwrap_or_else(|fault| panic!("{game} {level}: {fault}"));
                assert!(manner.nodes > 0 && manner.blunders < 1.0, "{game} {level}");
            }
        }
    }

    #[test]
    fn a_game_may_differ_in_one_figure_and_keep_the_others() {
        let (every, jihad) = (Manner::of("skirmish", Level::Recruit), Manner::of("jihad", Level::Recruit));
        assert!(jihad.blunders > every.blunders);
        assert_eq!(Manner { blunders: every.blunders, ..jihad }, every);
    }
}
