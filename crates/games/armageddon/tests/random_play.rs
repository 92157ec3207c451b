//! Random games in every scenario: no dead end, no broken invariant, listed and legal agree.

use armageddon::files::Files;
use engine::proving::{keep_the_contract, openings, play_to_the_end};

#[test]
fn every_scenario_plays_to_its_end() {
    play_to_the_end(&openings::<Files>(), 20);
}

#[test]
fn every_position_keeps_the_contract() {
    keep_the_contract(&openings::<Files>(), 1);
}
