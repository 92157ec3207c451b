//! What wins, in a sentence, and how it stands with that (2.1).

use engine::goal::{Figure, Goal};

use crate::battle::capital;
use crate::position::Position;
use crate::sheet::{Leader, MUSLIMS, Sheet};
use crate::unit::Spot;
use crate::words::count_words;

impl Sheet {
    /// What wins, in a sentence or two.
    pub(crate) fn goal_words(&self) -> String {
        let victory = &self.victory;
        let name = |place: u8| self.ground.settlement(place).name.as_str();
        let names = |places: &[u8]| match places.split_last() {
            Some((&last, rest)) if !rest.is_empty() => {
                let rest: Vec<&str> = rest.iter().map(|&place| name(place)).collect();
                format!("{} and {}", rest.join(", "), name(last))
            }
            Some((&last, _)) => name(last).to_string(),
            None => String::new(),
        };
        let mut wins = vec![];
        if !self.ways.closed[self.ground.settlement(self.ground.constantinople).hex.index()] {
            wins.push("the Muslims win at once by taking Constantinople".to_string());
        }
        if victory.at_least > 0 {
            let of = names(&victory.muslim_holds);
            let these = match (victory.at_least as usize, victory.muslim_holds.len()) {
                (needed, all) if needed == all => of,
                (needed, _) => format!("{needed} of {of}"),
            };
            wins.push(format!("the Muslims win by holding {these} at the end of {}", self.last_year));
        }
        let muawiya = self.roster.leader(Leader::Muawiya);
        let mut byzantine = vec![];
        if self.opening.spots.get(muawiya.index()).is_some_and(|&spot| spot != Spot::GONE) {
            byzantine.push("at once if Muawiya is lost".to_string());
        }
        if let Some(place) = victory.byzantine_takes {
            byzantine.push(format!("at once by taking {}", name(place)));
        }
        byzantine.push(format!("by holding out to the end of {}", self.last_year));
        capital(&format!("{}; the Byzantines {}.", wins.join("; "), byzantine.join(", or ")))
    }
}

impl Position {
    /// What wins, and how it stands with that.
    pub(crate) fn goal(&self) -> Goal {
        let victory = &self.sheet.victory;
        let held = (victory.at_least > 0).then(|| {
            let held = victory.muslim_holds.iter().filter(|&&place| self.holds(MUSLIMS, place)).count();
            Figure::measure("the Muslims hold", MUSLIMS, held as u32, victory.at_least.into())
        });
        let years = match self.sheet.last_year.saturating_sub(self.year) {
            0 => "the last year".into(),
            left => format!("{} after this one", count_words(left.into(), "year", "years")),
        };
        let standing = held.into_iter().chain([Figure::fact(years, None)]).collect();
        Goal { text: self.sheet.goal_words(), standing, rule: "2.1" }
    }
}

#[cfg(test)]
mod tests {
    use engine::Shown;
    use engine::contract::Viewer;

    use crate::drill::Drill;

    #[test]
    fn every_scenario_says_what_wins_and_how_it_stands() {
        for (name, wins, stands) in [
            ("campaign", "taking Constantinople", "10 years after this one"),
            ("delta", "holding Alexandria at the end of 648", "the Muslims hold 0 of 1"),
            (
                "isles",
                "holding 2 of Constantia, Attaleia, Rhodes, Smyrna and Abydos",
                "the Muslims hold 0 of 2",
            ),
            (
                "armenia",
                "holding 3 of Dvin, Nakhchawan, Theodosiopolis and Ireneopolis",
                "the Muslims hold 0 of 3",
            ),
            ("great-fleet", "taking Constantinople", "2 years after this one"),
        ] {
            let goal = Drill::opening(name).position.scene(Viewer::Public).goal;
            assert!(goal.text.contains(wins), "{name}: {}", goal.text);
            assert!(goal.words().contains(stands), "{name}: {}", goal.words());
            assert_eq!(goal.text.contains("Muawiya"), !matches!(name, "delta" | "armenia"), "{name}");
        }
    }
}
