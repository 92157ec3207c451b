//! What wins, in a sentence, and how it stands with that (2.16).

use engine::Side;
use engine::goal::{Figure, Goal};

use crate::position::Position;
use crate::sheet::Sheet;
use crate::victory::DECISIVE;

impl Sheet {
    /// What wins, in a sentence or two.
    pub(crate) fn goal_words(&self) -> String {
        format!(
            "Take the enemy's general or {DECISIVE} elements, and lose fewer than the enemy. A camp counts as two."
        )
    }
}

impl Position {
    /// What wins, and how it stands with that.
    pub(crate) fn goal(&self) -> Goal {
        let lost = |side: Side| {
            let general = if self.general_lost(side) { " their general and" } else { "" };
            let text = format!("{} lost{general}", self.side_words(side));
            Figure::measure(text, side, self.losses(side).into(), DECISIVE.into())
        };
        Goal { text: self.sheet().goal_words(), standing: Side::BOTH.map(lost).into(), rule: "2.16" }
    }
}

#[cfg(test)]
mod tests {
    use engine::{Shown, Viewer};

    use crate::drill::ground;

    #[test]
    fn the_goal_counts_elements_against_the_four_that_decide() {
        let goal = ground().scene(Viewer::Public).goal;
        assert!(goal.text.contains("4 elements"), "{}", goal.text);
        assert_eq!(goal.standing.iter().map(|figure| figure.of).collect::<Vec<_>>(), [Some([0, 4]); 2]);
    }
}
