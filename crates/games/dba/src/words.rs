//! Names and sentences.

use engine::words::{counted, ordinal};
use engine::{Side, Turn};

use crate::element::{ElementId, Units, Whereabouts};
use crate::position::Position;
use crate::sheet::ELEMENTS;

impl Position {
    /// The name of an element: "Spears 3", "Cavalry (general)".
    pub(crate) fn label(&self, id: ElementId) -> String {
        if !self.exists(id) {
            return "nobody".into();
        }
        let name = &self.troop(id).name;
        if id.is_general() {
            return format!("{name} (general)");
        }
        if id.slot() >= ELEMENTS {
            return name.clone();
        }
        format!("{name} {}", self.rank_among_its_like(id))
    }

    /// The name of an element in a sentence that speaks of both sides: with whose it is, where the enemy has one of the
    /// same name in the battle ("Latins' Spears 3").
    pub(crate) fn full_label(&self, id: ElementId) -> String {
        if !self.has_namesake(id) {
            return self.label(id);
        }
        format!("{} {}", possessive(self.side_words(id.side())), self.label(id))
    }

    fn has_namesake(&self, id: ElementId) -> bool {
        let general = |id: ElementId| id.is_general() || id.slot() >= ELEMENTS;
        let alike = |other: ElementId| {
            general(other) == general(id)
                && self.troop(other).name == self.troop(id).name
                && (general(id) || self.rank_among_its_like(other) == self.rank_among_its_like(id))
        };
        let here = |other: &ElementId| {
            matches!(self.element(*other).place, Whereabouts::Table | Whereabouts::Camp(_))
        };
        self.exists(id) && ElementId::all_of(id.side().other()).filter(here).any(alike)
    }

    /// Which of those with its name an element is, from 1; the general is not counted.
    fn rank_among_its_like(&self, id: ElementId) -> usize {
        let name = &self.troop(id).name;
        let before = (1..id.slot()).filter(|&slot| self.troop(ElementId::of(id.side(), slot)).name == *name);
        before.count() + 1
    }

    /// The name of an element as it is said aloud: "fourth Warband", "general's Cavalry".
    pub(crate) fn spoken(&self, id: ElementId) -> String {
        let name = &self.troop(id).name;
        match id.slot() {
            0 => format!("general's {name}"),
            slot if slot >= ELEMENTS => name.clone(),
            _ => format!("{} {name}", ordinal(self.rank_among_its_like(id))),
        }
    }

    /// The same with whose it is: "the Latins' fourth Warband".
    pub(crate) fn spoken_of(&self, id: ElementId) -> String {
        format!("the {} {}", possessive(self.side_words(id.side())), self.spoken(id))
    }

    /// Several elements by name, many of them by number.
    pub(crate) fn names(&self, units: &Units) -> String {
        match units.ids() {
            [] => "nobody".into(),
            [one] => self.label(*one),
            [one, two] => format!("{} and {}", self.label(*one), self.label(*two)),
            [first, rest @ ..] => format!("{} and {} others", self.label(*first), rest.len()),
        }
    }

    pub(crate) fn moves_word(&self, units: &Units) -> &'static str {
        if units.len() == 1 { "moves" } else { "move" }
    }

    pub(crate) fn side_words(&self, side: Side) -> &str {
        &self.sheet.sides[side.index()]
    }

    /// What is expected now.
    pub(crate) fn prompt_words(&self) -> String {
        (self.stage().prompt)(self)
    }

    /// The prompt with whoever must act.
    pub(crate) fn prompt_line(&self, turn: Turn) -> String {
        let words = self.prompt_words();
        match turn {
            Turn::Order(side) => format!("{}: {words}", self.side_words(side)),
            _ => {
                let mut letters = words.chars();
                let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
                first + letters.as_str()
            }
        }
    }

    /// How the battle ended.
    pub(crate) fn verdict_text(&self) -> String {
        let Some(outcome) = self.outcome else { return String::new() };
        let losses = |side: Side| {
            let general = if self.general_lost(side) { ", their general among them" } else { "" };
            format!(
                "{} lost {}{general}",
                self.side_words(side),
                counted(self.losses(side), "element", "elements")
            )
        };
        let score = format!("{}; {}", losses(Side::First), losses(Side::Second));
        match outcome.winner {
            Some(winner) => format!("{} win. {score}", self.side_words(winner)),
            None => format!("A draw after {} turns. {score}", self.turns),
        }
    }

    /// Where an element is, in words.
    pub(crate) fn where_words(&self, id: ElementId) -> String {
        let element = self.element(id);
        match element.place {
            Whereabouts::Hand => "not deployed".into(),
            Whereabouts::Table => {
                let mu = crate::refusal::mu;
                let pose = element.pose;
                let degrees = f64::from(pose.heading.thousandths()) / 1_000.0;
                format!("at {}, {} facing {degrees}°", mu(pose.at.x), mu(pose.at.y))
            }
            Whereabouts::Camp(camp) => format!("in the camp of the {}", self.side_words(camp)),
            Whereabouts::Kept => "kept back".into(),
            Whereabouts::Lost => "lost".into(),
            Whereabouts::Out => "not in the battle".into(),
        }
    }
}

/// "Latins'", "Rus's".
fn possessive(side: &str) -> String {
    format!("{side}{}", if side.ends_with('s') { "'" } else { "'s" })
}
