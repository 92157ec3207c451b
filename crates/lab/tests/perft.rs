//! The lines of play of every scenario, pinned: a change of the rules shows here at once, a redesign shows none.
//!
//! `perft.json` is what `strategikon perft armageddon basileus jihad apocalypse --after 0,150,600 --depth 4 --limit 300
//! --json` prints, and for the open table `strategikon perft dba --after 0,40,120 --depth 2 --limit 300 --json`. Where it
//! must change, say in the commit which rule did it.

use lab::{Count, Probe, probe};
use rayon::prelude::*;
use shelf::Shelf;

#[test]
fn every_scenario_has_as_many_lines_of_play_as_before() {
    let shelf = Shelf::standard().unwrap();
    let pinned: Vec<Count> = serde_json::from_str(include_str!("perft.json")).unwrap();
    for card in shelf.scenarios() {
        assert!(
            pinned.iter().any(|count| count.scenario == card.scenario),
            "{} is not pinned",
            card.scenario
        );
    }
    let changed = |count: &Count| {
        let asked = Probe {
            after: count.after,
            seed: count.seed,
            depth: count.lines.len() as u32,
            limit: u64::MAX,
            ..Probe::new(&count.scenario)
        };
        let now = probe(&shelf, &asked).unwrap();
        (now != *count)
            .then(|| format!("{} after {}: {:?}, was {:?}", now.scenario, now.after, now.lines, count.lines))
    };
    let changed: Vec<String> = pinned.par_iter().filter_map(changed).collect();
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}
