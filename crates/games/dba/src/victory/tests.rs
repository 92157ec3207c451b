use covers::covers;
use engine::{Side, Silence};

use crate::drill::{THEM, US, at, ground};
use crate::element::{ElementId, Whereabouts};
use crate::position::Position;

fn lose(position: &mut Position, side: Side, slots: impl IntoIterator<Item = usize>) {
    for slot in slots {
        let id = position.put(side, slot, "4Sp", 19.0, 19.0, 0.0);
        position.element_mut(id).place = Whereabouts::Lost;
    }
}

fn winner(position: &Position) -> Option<(Option<Side>, &'static str)> {
    let mut position = position.clone();
    position.check_victory(&mut Silence);
    position.outcome.map(|outcome| (outcome.winner, outcome.grade))
}

#[test]
#[covers("2.16", "R129", "R130", "R131")]
fn four_elements_and_more_than_the_enemy() {
    let mut position = ground();
    lose(&mut position, THEM, 1..4);
    assert_eq!(winner(&position), None, "three are not enough");
    lose(&mut position, THEM, 4..5);
    assert_eq!(winner(&position), Some((Some(US), "victory")));
    lose(&mut position, US, 1..5);
    assert_eq!(winner(&position), None, "equal losses: play on");
    lose(&mut position, US, 5..6);
    assert_eq!(winner(&position), Some((Some(THEM), "victory")));
}

#[test]
#[covers("2.16", "R132")]
fn a_lost_general_decides_for_whoever_has_lost_less() {
    let mut position = ground();
    position.elements[ElementId::of(THEM, 0).index()].place = Whereabouts::Lost;
    assert_eq!(winner(&position), Some((Some(US), "general")));
    lose(&mut position, US, 1..2);
    assert_eq!(winner(&position), None, "one each");
    // A general on Scythed Chariots adds nothing to the count.
    let mut chariots = ground();
    chariots.put(THEM, 0, "SCh", 19.0, 36.0, 180.0);
    chariots.elements[ElementId::of(THEM, 0).index()].place = Whereabouts::Lost;
    assert_eq!(chariots.losses(THEM), 0);
    assert_eq!(winner(&chariots), None);
    lose(&mut chariots, THEM, 1..2);
    assert_eq!(winner(&chariots), Some((Some(US), "general")));
}

#[test]
#[covers("R129", "R127", "2.14", "2.15")]
fn camps_count_two_and_chariots_followers_and_the_unlanded_nothing() {
    let mut position = ground();
    position.set_camp(THEM, at(18.0, 36.0), at(21.0, 38.0));
    position.camps[1].captured = true;
    assert_eq!(position.losses(THEM), 2);
    lose(&mut position, THEM, 1..3);
    assert_eq!(winner(&position), Some((Some(US), "victory")));
    position.stand_in_camp(THEM, 5, "4Sp", THEM);
    assert_eq!(position.losses(THEM), 2, "retaken");
    let mut nothing = ground();
    let chariots = nothing.put(US, 1, "SCh", 19.0, 19.0, 0.0);
    nothing.element_mut(chariots).place = Whereabouts::Lost;
    nothing.element_mut(ElementId::of(US, 12)).place = Whereabouts::Lost;
    nothing.element_mut(ElementId::of(US, 3)).place = Whereabouts::Out;
    assert_eq!(nothing.losses(US), 0);
}

#[test]
#[covers("R133")]
fn eighty_turns_without_a_winner_are_a_draw() {
    let mut position = ground();
    position.turns = 79;
    assert_eq!(winner(&position), None);
    position.turns = 80;
    assert_eq!(winner(&position), Some((None, "draw")));
}
