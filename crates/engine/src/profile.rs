//! Profiles: what a counter says, thing by thing, for somebody who has never seen its like.
//!
//! A game reads its own counters aloud: every figure, drawing and seal with its meaning and its rule, what the counter
//! did this turn, and what holds for it still. A client shows that beside a large picture and guesses nothing.

use serde::Serialize;

use crate::scene::Counter;

/// Where something is printed on a counter, or laid upon it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Printed {
    /// The band across its head, by which its side is known.
    Band,
    /// The drawing in its middle.
    Glyph,
    /// The letters beside that.
    Code,
    /// The figure at the left.
    Left,
    /// The small figure between.
    Middle,
    /// The figure at the right.
    Right,
    /// One of the small drawings, by its name.
    Symbol,
    /// The point that shows where it faces.
    Facing,
    /// A seal laid upon it, by its name.
    Seal,
}

/// One thing to be read on a counter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Inscription {
    /// Where it stands.
    pub at: Printed,
    /// What stands there: a figure as it is printed, or the name of a drawing.
    pub shows: String,
    /// What it means, in a few words.
    pub means: String,
    /// The rule behind it; empty if no one rule is.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub rule: &'static str,
}

/// Everything a counter says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Profile {
    /// The counter.
    pub counter: u16,
    /// What is printed on it and laid upon it.
    pub inscriptions: Vec<Inscription>,
    /// What it did this turn, or what befell it.
    pub did: Vec<String>,
    /// What it may still do, and what holds for it.
    pub may: Vec<String>,
    /// The rules that speak of it, besides those of its inscriptions.
    pub rules: Vec<&'static str>,
}

impl Profile {
    /// The profile of a counter of which nothing is said yet.
    pub fn of(counter: &Counter) -> Profile {
        Profile { counter: counter.id, inscriptions: vec![], did: vec![], may: vec![], rules: vec![] }
    }

    /// Names what stands somewhere; where nothing stands, nothing is named.
    pub fn says(
        mut self,
        at: Printed,
        shows: impl Into<String>,
        means: impl Into<String>,
        rule: &'static str,
    ) -> Profile {
        let (shows, means) = (shows.into(), means.into());
        if !shows.is_empty() {
            self.inscriptions.push(Inscription { at, shows, means, rule });
        }
        self
    }

    /// Names each seal it bears; `active` says only that it is in hand, which everybody sees.
    pub fn sealed(
        self,
        counter: &Counter,
        mut meaning: impl FnMut(&str) -> (String, &'static str),
    ) -> Profile {
        counter.seals.iter().filter(|seal| **seal != "active").fold(self, |profile, seal| {
            let (means, rule) = meaning(seal);
            profile.says(Printed::Seal, *seal, means, rule)
        })
    }

    /// It did this, if it did.
    pub fn did(mut self, done: bool, words: impl Into<String>) -> Profile {
        if done {
            self.did.push(words.into());
        }
        self
    }

    /// It may do this, if it may.
    pub fn may(mut self, open: bool, words: impl Into<String>) -> Profile {
        if open {
            self.may.push(words.into());
        }
        self
    }

    /// These rules speak of it.
    pub fn cites(mut self, rules: impl IntoIterator<Item = &'static str>) -> Profile {
        for rule in rules {
            if !self.rules.contains(&rule) {
                self.rules.push(rule);
            }
        }
        self
    }

    /// What can be read on a counter and is not named: nothing, if the profile is whole.
    pub fn unnamed(&self, counter: &Counter) -> Vec<String> {
        let named =
            |at: Printed, shows: &str| self.inscriptions.iter().any(|i| i.at == at && i.shows == shows);
        let there = |at: Printed| self.inscriptions.iter().any(|i| i.at == at);
        let figures = [
            (Printed::Code, &counter.code),
            (Printed::Left, &counter.left),
            (Printed::Middle, &counter.middle),
            (Printed::Right, &counter.right),
        ];
        let figures = figures.into_iter().filter(|(at, text)| !text.is_empty() && !named(*at, text));
        let symbols = counter.symbols.iter().filter(|symbol| !named(Printed::Symbol, symbol));
        let seals = counter.seals.iter().filter(|s| **s != "active" && !named(Printed::Seal, s));
        let faceless = counter.facing.is_some() && !there(Printed::Facing);
        let bare = [(Printed::Band, "band"), (Printed::Glyph, "glyph")];
        let bare = bare.into_iter().filter(|(at, _)| !there(*at)).map(|(_, word)| word.to_string());
        figures
            .map(|(at, text)| format!("{at:?} {text}"))
            .chain(symbols.map(|symbol| format!("symbol {symbol}")))
            .chain(seals.map(|seal| format!("seal {seal}")))
            .chain(faceless.then(|| "facing".to_string()))
            .chain(bare)
            .collect()
    }
}

/// How the band of a side is told from the other's.
pub fn band(side: u8) -> &'static str {
    if side == 0 { "whole band" } else { "broken band" }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counter() -> Counter {
        Counter {
            id: 7,
            side: 1,
            place: None,
            glyph: "BO",
            code: String::new(),
            symbols: vec!["serpent"],
            name: "Bowmen 2".into(),
            left: "2".into(),
            middle: "r2".into(),
            right: "5".into(),
            facing: None,
            base: None,
            seals: vec!["disrupted", "active"],
            aboard: None,
            about: vec![],
        }
    }

    #[test]
    fn what_is_not_named_is_found_out() {
        let counter = counter();
        let bare = Profile::of(&counter);
        let missing = bare.unnamed(&counter);
        assert_eq!(
            missing,
            ["Left 2", "Middle r2", "Right 5", "symbol serpent", "seal disrupted", "band", "glyph"]
        );
        let whole = bare
            .says(Printed::Band, band(1), "the Sabines", "")
            .says(Printed::Glyph, "bow", "bowmen", "")
            .says(Printed::Left, "2", "strength", "")
            .says(Printed::Middle, "r2", "range", "")
            .says(Printed::Right, "5", "movement", "")
            .says(Printed::Code, "", "nothing is printed there", "")
            .says(Printed::Symbol, "serpent", "slips away", "2.2.1")
            .sealed(&counter, |seal| (format!("{seal}: may not attack"), "disruption"));
        assert_eq!(whole.unnamed(&counter), Vec::<String>::new());
        assert_eq!(whole.inscriptions.len(), 7, "what is not printed is not named");
    }

    #[test]
    fn a_rule_is_cited_once() {
        let profile = Profile::of(&counter()).cites(["8", "9"]).cites(["9", "10.1"]);
        assert_eq!(profile.rules, ["8", "9", "10.1"]);
        assert_eq!(profile.did(false, "moved").did, Vec::<String>::new());
    }
}
