//! Random games in every battle and with every optional rule: no dead end, no broken invariant, listed and
//! legal agree.

use basileus::Position;
use basileus::files::Files;
use basileus::sheet::Choices;
use engine::proving::{keep_the_contract, openings_with, play_to_the_end};

type Chosen = (&'static str, fn() -> Choices);

const PLAIN: Chosen = ("", Choices::default);
const ALL: Chosen = (" with all", || Choices {
    zoc_to_zoc: true,
    counter_charge: true,
    dice_pools: true,
    impetuosity: true,
    feigned_flight: true,
});

#[test]
fn every_battle_plays_to_its_end() {
    let each: [Chosen; 5] = [
        (" with zoc_to_zoc", || Choices { zoc_to_zoc: true, ..Choices::default() }),
        (" with counter_charge", || Choices { counter_charge: true, ..Choices::default() }),
        (" with dice_pools", || Choices { dice_pools: true, ..Choices::default() }),
        (" with impetuosity", || Choices { impetuosity: true, ..Choices::default() }),
        (" with feigned_flight", || Choices { feigned_flight: true, ..Choices::default() }),
    ];
    play_to_the_end(&openings_with::<Files, _>(each.into_iter().chain([PLAIN, ALL])), 20);
}

#[test]
fn every_position_keeps_the_contract() {
    keep_the_contract(&openings_with::<Files, _>([PLAIN, ALL]), 1);
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Position>() <= 2048, "{} bytes", size_of::<Position>());
}
