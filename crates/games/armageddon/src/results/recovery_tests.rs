//! The three moments of recovery (rulebook, "Effects of Disruption"; ruling R63).

use covers::covers;

use crate::drill::{Drill, Field, number};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::Kind;
use crate::unit::{Marker, MarkerKind};

/// Two lines that could fire, move and melee in every phase, so that no phase passes by itself; a unit of
/// each side is disrupted.
fn lines(marker: MarkerKind, placed_in: u8) -> Drill {
    Drill::new()
        .blue("bows", Kind::BO, "2010", "N")
        .blue("axes", Kind::AX, "2010", "N")
        .blue("more bows", Kind::BO, "2012", "N")
        .gold("archers", Kind::BO, "2009", "S")
        .gold("swords", Kind::SD, "2009", "S")
        .gold("more archers", Kind::BO, "2007", "S")
        .blue("blue", Kind::MI, "3010", "N")
        .gold("gold", Kind::MI, "3020", "N")
        .disrupted("blue", marker, placed_in)
        .disrupted("gold", marker, placed_in)
}

/// Goes on to the next step without doing anything.
fn pass(field: &mut Field) {
    field.play(match field.step {
        Step::Aim | Step::Array | Step::Window => Order::Commit,
        _ => Order::Done,
    });
}

/// Passes until a step of a Player-Turn.
fn pass_to(field: &mut Field, player_turn: u8, step: Step) {
    while (field.player_turn, field.step) != (player_turn, step) {
        assert!(field.player_turn <= player_turn, "Player-Turn {player_turn} went by without {step:?}");
        pass(field);
    }
}

fn retreat_anyhow(field: &mut Field) {
    while matches!(field.combat.stage, Stage::Retreats | Stage::Retreating) {
        let first = field.orders()[0];
        field.play(first);
    }
}

#[test]
#[covers("disruption.recovery", "R63")]
fn a_marker_stays_until_the_end_of_the_same_phase_two_player_turns_on() {
    // In the order of play: the last moment it is there, and the first it is gone.
    for (kind, last, first) in [
        (MarkerKind::Fire, (5, Step::Aim), (5, Step::Moving)),
        (MarkerKind::Movement, (5, Step::Moving), (5, Step::Array)),
        (MarkerKind::Melee, (5, Step::Array), (6, Step::Aim)),
    ] {
        let mut field = lines(kind, 3).begin_in(3, Step::Aim);
        for name in ["blue", "gold"] {
            assert!(field.is_disrupted(name));
        }
        loop {
            let now = (field.player_turn, field.step);
            for name in ["blue", "gold"] {
                assert!(field.is_disrupted(name), "{kind:?}: gone too soon in {now:?}");
            }
            if now == last {
                break;
            }
            pass(&mut field);
        }
        pass(&mut field);
        assert_eq!((field.player_turn, field.step), first);
        for name in ["blue", "gold"] {
            assert!(!field.is_disrupted(name), "{kind:?}");
        }
    }
}

#[test]
#[covers("R63", "disruption.recovery")]
fn a_unit_shot_in_a_fire_phase_recovers_at_the_end_of_the_enemys_next_one() {
    let mut field = Drill::new()
        .blue("bows", Kind::BO, "2010", "N")
        .blue("others", Kind::BO, "2110", "NW")
        .gold("foe", Kind::SD, "2009", "S")
        .begin(Step::Aim);
    field.assault("2009", &["bows"]).roll(4);
    assert!(field.is_disrupted("foe"), "not lifted by the end of the phase that placed it");
    pass_to(&mut field, 3, Step::Aim);
    assert!(field.is_disrupted("foe"));
    // Still disrupted in that phase: one on the die, and a second disruption kills.
    field.assault("2009", &["others"]).roll(3);
    assert_eq!(field.result(), "disrupted");
    assert!(field.lost("foe"));
}

#[test]
#[covers("R63", "disruption.recovery", "R64")]
fn a_unit_hit_while_moving_sits_out_its_next_movement_phase_and_may_melee_after_it() {
    let mut field = Drill::new()
        .blue("horse", Kind::MC, "2012", "N")
        .blue("others", Kind::MC, "3010", "N")
        .gold("bows", Kind::BO, "2010", "S")
        .gold("far", Kind::MC, "3015", "N")
        .begin(Step::Moving);
    field.take_up("horse").step("N").join("bows").commit().roll(6);
    assert_eq!(field.see("horse").marker, Marker::new(MarkerKind::Movement, 1));
    field.play(Order::Done);
    // The melee phase passes: the horse is disrupted and nobody else is near.
    assert_eq!(field.player_turn, 2);
    pass_to(&mut field, 3, Step::Moving);
    field.refuses(Order::Move { unit: field.id("horse") }, "R64");
    pass_to(&mut field, 3, Step::Array);
    assert!(!field.is_disrupted("horse"));
    field.attack("2010");
    assert!(field.offers(Order::Join { unit: field.id("horse") }));
}

#[test]
#[covers("R63", "disruption.recovery", "crt.D")]
fn a_unit_beaten_in_melee_loses_its_next_turn_and_recovers_after_the_enemys_next_melee_phase() {
    let mut field = Drill::new()
        .blue("axes", Kind::AX, "2010", "N")
        .blue("more", Kind::AX, "2010", "N")
        .blue("far", Kind::AX, "3010", "N")
        .gold("foe", Kind::AX, "2009", "S")
        .gold("apart", Kind::MI, "3009", "S")
        .begin(Step::Array);
    field.assault("2009", &["axes", "more"]).roll(3);
    retreat_anyhow(&mut field);
    assert!(field.is_disrupted("foe"), "not lifted by the end of the phase that placed it");
    pass_to(&mut field, 2, Step::Moving);
    field.refuses(Order::Move { unit: field.id("foe") }, "R64");
    pass_to(&mut field, 3, Step::Array);
    assert!(field.is_disrupted("foe"), "the whole of that phase");
    pass(&mut field);
    assert_eq!(field.player_turn, 4);
    assert!(!field.is_disrupted("foe"));
    pass_to(&mut field, 4, Step::Moving);
    assert!(field.offers(Order::Move { unit: field.id("foe") }));
}

#[test]
#[covers("R63")]
fn the_end_of_an_empty_phase_lifts_markers_too() {
    // Nobody can fire or fight anywhere; the phases pass by themselves.
    let mut field = Drill::new()
        .blue("blue", Kind::MI, "1010", "N")
        .gold("gold", Kind::MI, "3010", "N")
        .gold("other", Kind::MI, "3015", "N")
        .disrupted("blue", MarkerKind::Fire, 2)
        .disrupted("gold", MarkerKind::Melee, 1)
        .begin_in(3, Step::Moving);
    // Blue cannot move either, so everything up to gold's moves passes with the first order.
    field.play(Order::Done);
    assert_eq!((field.player_turn, field.step), (4, Step::Moving));
    assert!(!field.is_disrupted("gold") && !field.is_disrupted("blue"));
}

#[test]
#[covers("R63")]
fn markers_of_one_kind_are_not_lifted_by_phases_of_another() {
    let mut field = lines(MarkerKind::Melee, 2).begin_in(3, Step::Aim);
    pass_to(&mut field, 4, Step::Array);
    assert!(field.is_disrupted("gold"), "fire and movement phases and blue's melee have gone by");
    field.refuses(Order::Attack { hex: number("3010") }, "melee");
    pass(&mut field);
    assert!(!field.is_disrupted("gold"));
}
