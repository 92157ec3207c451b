//! Lines of play counted by depth, from the start of a scenario and from later moments of a random game.

use engine::edition::Options;
use engine::table::{Table, random_step};
use engine::{Generator, Objection, Turn};
use serde::{Deserialize, Serialize};
use shelf::Shelf;

/// Where to count from, and how deep.
#[derive(Clone, PartialEq, Debug)]
pub struct Probe {
    /// The scenario's full name.
    pub scenario: String,
    /// Its options.
    pub options: Options,
    /// Orders and rolls of a random game played first.
    pub after: u64,
    /// The seed of that game.
    pub seed: u64,
    /// As deep as this.
    pub depth: u32,
    /// No deeper than to the first count above this.
    pub limit: u64,
}

impl Probe {
    /// From the start of a scenario, to the first count above a thousand.
    pub fn new(scenario: &str) -> Probe {
        Probe {
            scenario: scenario.into(),
            options: Options::new(),
            after: 0,
            seed: 1,
            depth: 6,
            limit: 1_000,
        }
    }
}

/// The lines of play from a moment of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Count {
    /// The scenario's full name.
    pub scenario: String,
    /// Orders and rolls of the random game played first; fewer than asked for if it ended before.
    pub after: u64,
    /// The seed of that game.
    pub seed: u64,
    /// The lines of 1, 2, 3 … orders and throws.
    pub lines: Vec<u64>,
}

/// Counts.
pub fn probe(shelf: &Shelf, probe: &Probe) -> Result<Count, Objection> {
    let mut table = shelf.open(&probe.scenario, &probe.options)?.table;
    let after = play_on(table.as_mut(), probe)?;
    let mut lines = vec![];
    for depth in 1..=probe.depth {
        let count = table.perft(depth);
        lines.push(count);
        if count > probe.limit || count == 0 {
            break;
        }
    }
    Ok(Count { scenario: probe.scenario.clone(), after, seed: probe.seed, lines })
}

/// Plays the random game before the probe, but not to its end.
fn play_on(table: &mut dyn Table, probe: &Probe) -> Result<u64, Objection> {
    let mut generator = Generator::new(probe.seed, 0);
    for played in 0..probe.after {
        let before = table.clone_box();
        random_step(table, &mut generator)?;
        if let Turn::Over(_) = table.turn() {
            table.restore(&before.state())?;
            return Ok(played);
        }
    }
    Ok(probe.after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::edition::Edition;
    use engine::skirmish::SkirmishEdition;

    fn count(change: impl FnOnce(&mut Probe)) -> Count {
        let shelf = Shelf::of([Box::new(SkirmishEdition) as Box<dyn Edition>]);
        let mut asked = Probe::new("skirmish/field");
        change(&mut asked);
        probe(&shelf, &asked).unwrap()
    }

    #[test]
    fn counting_ends_at_the_depth_or_above_the_limit() {
        assert_eq!(count(|probe| probe.depth = 2).lines.len(), 2);
        let lines = count(|probe| probe.limit = 100).lines;
        assert!(
            lines[lines.len() - 1] > 100 && lines[..lines.len() - 1].iter().all(|&n| n <= 100),
            "{lines:?}"
        );
    }

    #[test]
    fn a_probe_behind_the_end_of_a_game_counts_before_it() {
        let late = count(|probe| probe.after = 1_000_000);
        assert!(late.after < 1_000 && late.lines[0] > 0, "{late:?}");
    }

    #[test]
    fn the_same_seed_leads_to_the_same_moment() {
        let moment = |seed| count(|probe| (probe.after, probe.seed) = (6, seed));
        assert_eq!(moment(3), moment(3));
    }
}
