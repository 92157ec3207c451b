//! What wins, in a sentence that is always in view, and how it stands with that.

use serde::Serialize;

use crate::contract::Side;

/// What wins, for both sides, and how it stands with that now.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Goal {
    /// What wins, in a sentence or two.
    pub text: String,
    /// How it stands with that, figure by figure, the weightiest first.
    pub standing: Vec<Figure>,
    /// The rule behind it.
    pub rule: &'static str,
}

impl Goal {
    /// The goal as one reads it aloud: "Whoever controls D … wins. D held by Romans; Romans lost 6 of 22."
    pub fn words(&self) -> String {
        let figures: Vec<String> = self.standing.iter().map(Figure::words).collect();
        match figures.is_empty() {
            true => self.text.clone(),
            false => format!("{} {}.", self.text, figures.join("; ")),
        }
    }
}

/// A figure of the goal: who holds a place, how much of how much.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Figure {
    /// What it tells: "D held by Romans", or of what it is the figure: "Romans lost".
    pub text: String,
    /// The side it speaks of, if it speaks of one.
    pub side: Option<u8>,
    /// How much of how much, where there is a measure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<[u32; 2]>,
}

impl Figure {
    /// A fact.
    pub fn fact(text: impl Into<String>, side: impl Into<Option<Side>>) -> Figure {
        Figure { text: text.into(), side: side.into().map(|side| side.index() as u8), of: None }
    }

    /// So much of so much.
    pub fn measure(text: impl Into<String>, side: impl Into<Option<Side>>, now: u32, whole: u32) -> Figure {
        Figure { of: Some([now, whole]), ..Figure::fact(text, side) }
    }

    /// The figure in words: "Romans lost 6 of 22".
    pub fn words(&self) -> String {
        match self.of {
            Some([now, whole]) => format!("{} {now} of {whole}", self.text),
            None => self.text.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_reads_aloud() {
        let standing = vec![
            Figure::fact("D held by Romans", Side::First),
            Figure::measure("Sabines lost", Side::Second, 7, 15),
        ];
        let goal = Goal { text: "Whoever controls D wins.".into(), standing, rule: "setup.victory" };
        assert_eq!(goal.words(), "Whoever controls D wins. D held by Romans; Sabines lost 7 of 15.");
        assert_eq!(Goal { standing: vec![], ..goal }.words(), "Whoever controls D wins.");
    }
}
