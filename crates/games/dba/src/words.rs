//! Names and sentences.

use engine::words::{counted, ordinal};
use engine::{Side, Turn};

use crate::element::{ElementId, Units, Whereabouts};
use crate::position::{Position, Stage, Step};
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
        let side = self.side_words(id.side());
        let whose = if side.ends_with('s') { "'" } else { "'s" };
        format!("the {side}{whose} {}", self.spoken(id))
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
        let label = |id: ElementId| self.label(id);
        match self.fight.stage {
            Stage::None => {}
            Stage::Aides => {
                return format!("name up to two who aid {} in shooting back", label(self.fight.other));
            }
            Stage::Roll => {
                return format!("roll for {} and for {}", label(self.fight.one), label(self.fight.other));
            }
            Stage::Run => return format!("choose which way {} bends", label(self.fight.loser)),
            Stage::Follow => return "name who recoils next".into(),
        }
        match self.step {
            Step::Options => "choose the options of your list, or be ready".into(),
            Step::Aggression => "roll for aggression".into(),
            Step::Terrain => "choose and lay the terrain".into(),
            Step::Survey => "roll for terrain by chance".into(),
            Step::CentreRoll => "roll for the open centre".into(),
            Step::Centre => "fill the centre with bad going".into(),
            Step::ShiftRoll(index) => {
                let name =
                    self.field.pieces.get(index as usize).map_or("terrain", |laid| laid.feature().name());
                format!("roll for the {name}")
            }
            Step::Shift(index) => {
                let name =
                    self.field.pieces.get(index as usize).map_or("terrain", |laid| laid.feature().name());
                format!("shift or turn the {name}, or leave it")
            }
            Step::Edges => "number the edges".into(),
            Step::EdgeRoll(_) => "roll for the base edge".into(),
            Step::Encamp => "set up your camp".into(),
            Step::Deploy => "deploy your army".into(),
            Step::Swap => "exchange up to two pairs, or begin".into(),
            Step::Pips => format!("roll for the PIPs of the {}", self.side_words(self.active)),
            Step::Move if !self.hand.is_empty() => format!("move {}, or put down", self.names(&self.hand)),
            Step::Move => {
                format!("move ({}), or end movement", counted(self.pips, "PIP left", "PIPs left"))
            }
            Step::Volley => "say which side shoots next".into(),
            Step::Shoot(_) => "shoot".into(),
            Step::Fight => "choose the next close combat".into(),
            Step::Storm => "choose who storms the camp".into(),
            Step::Over => self.verdict_text(),
        }
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
