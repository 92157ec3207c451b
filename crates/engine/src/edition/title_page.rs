//! What stands at the head of a scenario, and the optional rules a player may choose for it.

use super::{OptionCard, ScenarioCard};

/// An optional rule, used or not.
pub struct Switch<C> {
    pub(super) name: &'static str,
    about: &'static str,
    pub(super) on: fn(&mut C) -> &mut bool,
}

impl<C> Switch<C> {
    /// An optional rule: its name among the options, what it decides in a sentence, and where the choice is kept.
    pub const fn new(name: &'static str, about: &'static str, on: fn(&mut C) -> &mut bool) -> Switch<C> {
        Switch { name, about, on }
    }

    /// The choices as the shelf shows them.
    pub fn cards(switches: &[Switch<C>]) -> Vec<OptionCard> {
        switches.iter().map(|switch| OptionCard::switch(switch.name, switch.about)).collect()
    }
}

/// What stands at the head of a scenario, and the digest of what it is made from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TitlePage {
    /// Its name: `rome`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The date as printed: "753 BC".
    pub date: String,
    /// The year; years before Christ are negative.
    pub year: i32,
    /// The group it is printed in: `basic`, `fan` …
    pub category: String,
    /// History in our own words.
    pub notes: String,
    /// The special rules, in sentences.
    pub rules: Vec<String>,
    /// What is not from the rulebook, in sentences.
    pub house: Vec<String>,
    /// The names of the sides.
    pub sides: [String; 2],
    /// SHA-256 of the data that play depends on, in hex; a record names it.
    pub fingerprint: String,
}

impl TitlePage {
    /// What the shelf of a game shows of the scenario.
    pub fn card(&self, game: &str, turns: impl Into<u32>, options: Vec<OptionCard>) -> ScenarioCard {
        let TitlePage { name, title, date, year, category, notes, rules, house, sides, fingerprint } =
            self.clone();
        let (game, scenario, turns) = (game.into(), format!("{game}/{name}"), turns.into());
        ScenarioCard {
            game,
            scenario,
            title,
            year,
            date,
            sides,
            turns,
            category,
            goal: String::new(),
            options,
            notes,
            rules,
            house,
            fingerprint,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_shows_what_stands_at_the_head() {
        let sides = ["Trojans".into(), "Achaeans".into()];
        let page = TitlePage { name: "gate".into(), title: "The Gate".into(), sides, ..TitlePage::default() };
        let horse = Switch::<bool>::new("horse", "There is a horse", |chosen| chosen);
        let card = page.card("troy", 10u8, Switch::cards(&[horse]));
        assert_eq!((card.scenario.as_str(), card.title.as_str(), card.turns), ("troy/gate", "The Gate", 10));
        assert_eq!(card.options, [OptionCard::switch("horse", "There is a horse")]);
    }
}
