//! The sequence of play, tested from the rulebook and rulings R8 to R10.

use covers::covers;
use engine::{Rules, Side, Turn};

use crate::drill::{Drill, Field, number};
use crate::movement::tests::{face, hex, idle_until, open, take};
use crate::order::Order;
use crate::position::Step;
use crate::sheet::{Claim, Coming, Condition, Kind, Victory};
use crate::unit::{MarkerKind, Spot, UnitId};

/// Both sides have something to shoot at, to move and to fight.
fn engaged() -> Drill {
    Drill::new()
        .with(|s| s.leaders = false)
        .blue("axes", Kind::AX, "1011", "N")
        .blue("bows", Kind::BO, "1111", "N")
        .gold("spears", Kind::MS, "1010", "S")
        .gold("slings", Kind::SK, "1110", "S")
        .gold("more", Kind::SK, "1110", "S")
}

#[test]
#[covers("sequence")]
fn each_player_fires_then_moves_then_fights_and_then_it_is_the_others_turn() {
    let mut field = engaged().begin(Step::Aim);
    for player_turn in 1..=4 {
        let side = if player_turn % 2 == 1 { Side::First } else { Side::Second };
        for (step, order) in
            [(Step::Aim, Order::Commit), (Step::Moving, Order::Done), (Step::Array, Order::Commit)]
        {
            assert_eq!((field.player_turn, field.step), (player_turn, step));
            assert_eq!(field.game_turn(), player_turn.div_ceil(2));
            assert_eq!(field.turn(), Turn::Order(side));
            field.play(order);
        }
    }
}

#[test]
#[covers("sequence")]
fn the_scenario_says_who_is_the_first_player() {
    let field = engaged().with(|s| s.moves_first = Side::Second).begin(Step::Aim);
    assert_eq!(field.turn(), Turn::Order(Side::Second));
    let field = engaged().with(|s| s.moves_first = Side::Second).begin_in(2, Step::Aim);
    assert_eq!((field.turn(), field.game_turn()), (Turn::Order(Side::First), 1));
}

#[test]
#[covers("sequence")]
fn nothing_is_done_out_of_its_phase() {
    let mut field = engaged().begin(Step::Aim);
    field.refuses(take(&field, "axes"), "protocol");
    field.refuses(Order::Done, "protocol");
    field.play(Order::Commit);
    field.refuses(Order::Attack { hex: number("1110") }, "protocol");
    field.play(Order::Done);
    field.refuses(take(&field, "axes"), "protocol");
    // The Bowmen could shoot at 1110, but this is the melee.
    field.attack("1010");
    field.refuses(Order::Join { unit: field.id("bows") }, "melee.M");
}

/// A gold unit with a marker that blue placed in Player-Turn 1, and a blue one that gold placed in 2.
fn marked(kind: MarkerKind) -> Drill {
    open()
        .gold("hit", Kind::MS, "2010", "N")
        .disrupted("hit", kind, 1)
        .gold("fresh", Kind::MS, "2012", "N")
        .disrupted("fresh", kind, 3)
        .blue("own", Kind::MS, "2020", "N")
        .disrupted("own", kind, 2)
}

fn states(field: &Field) -> [bool; 3] {
    ["hit", "fresh", "own"].map(|name| field.is_disrupted(name))
}

#[test]
#[covers("sequence.fire", "R9")]
fn fire_markers_come_off_as_the_fire_phase_of_the_same_player_ends() {
    // Nobody can fire, so the phase passes by itself; its end still counts.
    let mut field = marked(MarkerKind::Fire).begin_in(2, Step::Array);
    field.play(Order::Commit);
    assert_eq!((field.player_turn, field.step), (3, Step::Moving));
    assert_eq!(states(&field), [false, true, true], "only the marker of Player-Turn 1");
    idle_until(&mut field, 4, Step::Moving);
    assert_eq!(states(&field), [false, true, false]);
    idle_until(&mut field, 5, Step::Moving);
    assert_eq!(states(&field), [false; 3]);
}

#[test]
#[covers("sequence.fire")]
fn a_fire_marker_lasts_through_the_whole_phase_that_lifts_it() {
    let mut field = engaged().disrupted("spears", MarkerKind::Fire, 1).begin_in(3, Step::Aim);
    assert!(field.is_disrupted("spears"));
    field.play(Order::Commit);
    assert!(!field.is_disrupted("spears"));
}

#[test]
#[covers("sequence.movement", "R9")]
fn movement_markers_come_off_as_the_owners_movement_phase_ends() {
    let mut field = open()
        .blue("old", Kind::MS, "2020", "N")
        .disrupted("old", MarkerKind::Movement, 1)
        .gold("other", Kind::MS, "2010", "N")
        .disrupted("other", MarkerKind::Movement, 2)
        .begin_in(3, Step::Moving);
    field.refuses(take(&field, "old"), "R64");
    field.play(Order::Done);
    assert!(!field.is_disrupted("old"));
    assert_eq!((field.player_turn, field.step), (4, Step::Moving));
    assert!(field.is_disrupted("other"), "until the end of this phase");
    field.play(Order::Done);
    assert!(!field.is_disrupted("other"));
}

#[test]
#[covers("sequence.movement")]
fn a_movement_phase_is_arrival_embarking_moving_debarking_in_that_order() {
    let mut field = Drill::new()
        .with(|s| {
            s.leaders = false;
            s.groups[0].coming = Coming::Arrives { hexes: vec![hex(s, "1010")], turn: 1 };
        })
        .gold("foe", Kind::MI, "3828", "N")
        .off_map("relief", Side::First, Kind::MI)
        .off_map("car", Side::First, Kind::CH)
        .off_map("ax", Side::First, Kind::AX)
        .begin(Step::Aim);
    field.play(Order::Commit);
    assert_eq!(field.step, Step::Arrive(0));
    field.play(Order::Arrive { hex: number("1010") }).play(face("N")).play(face("N")).play(face("N"));
    assert_eq!(field.step, Step::Embark);
    field.refuses(take(&field, "car"), "protocol");
    let (unit, chariot) = (field.id("ax"), field.id("car"));
    field.play(Order::Embark { unit, chariot });
    assert_eq!(field.step, Step::Moving, "nobody is left to embark");
    field.refuses(Order::Debark { unit, hex: number("1011") }, "protocol");
    field.take_up("car").step("N").play(Order::Halt);
    field.refuses(Order::Embark { unit: field.id("relief"), chariot }, "protocol");
    field.play(Order::Done);
    assert_eq!(field.step, Step::Debark);
    field.refuses(take(&field, "relief"), "protocol");
    field.play(Order::Debark { unit, hex: number("1008") }).play(face("N"));
    assert_eq!((field.player_turn, field.step), (2, Step::Moving));
}

#[test]
#[covers("sequence.melee", "R9")]
fn melee_markers_come_off_as_the_melee_phase_of_the_same_player_ends() {
    let mut field = marked(MarkerKind::Melee).begin_in(2, Step::Moving);
    field.play(Order::Done);
    assert_eq!((field.player_turn, field.step), (3, Step::Moving));
    assert_eq!(states(&field), [true; 3], "not in the enemy's melee, and not before the phase");
    field.play(Order::Done);
    assert_eq!((field.player_turn, field.step), (4, Step::Moving), "nobody could fight");
    assert_eq!(states(&field), [false, true, true]);
    field.play(Order::Done);
    assert_eq!(states(&field), [false, true, false]);
}

#[test]
#[covers("sequence.melee", "melee.G")]
fn melee_is_laid_out_in_full_before_any_of_it_is_resolved() {
    let mut field = engaged().blue("reserve", Kind::AX, "1210", "NW").begin(Step::Array);
    let resolve = |hex| Order::Resolve { hex: number(hex) };
    field.attack("1010").join("axes").attack("1110");
    field.refuses(resolve("1010"), "protocol");
    field.join("reserve").commit();
    assert_eq!(field.orders(), [resolve("1010"), resolve("1110")]);
    field.refuses(Order::Attack { hex: number("1110") }, "protocol");
}

#[test]
#[covers("R8")]
fn a_unit_that_fired_in_one_player_turn_may_not_fire_in_the_next_whoevers_it_is() {
    let fires = |fired: u8, player_turn: u8| {
        let field = engaged().fired("bows", fired).begin_in(player_turn, Step::Aim);
        field.offers(Order::Attack { hex: number("1110") })
    };
    assert!(!fires(2, 3), "defensive fire in 2 bars the own phase in 3");
    assert!(fires(1, 3), "from own phase to own phase it may fire every time");
    assert!(fires(0, 1), "who never fired is free");
    // A gold unit comes before the Bowmen in Player-Turn 4.
    let shot_at = |fired: u8| {
        let mut field = open()
            .blue("bows", Kind::BO, "1010", "N")
            .fired("bows", fired)
            .gold("mover", Kind::MC, "1008", "S")
            .begin_in(4, Step::Moving);
        field.take_up("mover").step("S");
        field.step == Step::Window
    };
    assert!(!shot_at(3), "fired in their own turn just before");
    assert!(shot_at(2), "two Player-Turns ago");
}

#[test]
#[covers("R8", "sequence")]
fn player_turns_are_numbered_through_the_whole_game() {
    let mut field = open().begin(Step::Moving);
    for n in 1..=20u8 {
        assert_eq!((field.player_turn, field.game_turn()), (n, n.div_ceil(2)));
        field.play(Order::Done);
    }
    assert!(matches!(field.turn(), Turn::Over(_)), "ten Game-Turns are twenty Player-Turns");
}

#[test]
#[covers("R9")]
fn phases_without_a_choice_pass_by_themselves() {
    // Gold has lost everybody; blue alone is asked, and only to move.
    let mut field = Drill::new().blue("ax", Kind::AX, "1010", "N").begin(Step::Moving);
    field.play(Order::Done);
    assert_eq!((field.player_turn, field.step), (3, Step::Moving));
    assert_eq!(field.turn(), Turn::Order(Side::First));
}

#[test]
#[covers("R10")]
fn a_side_wiped_out_or_a_goal_met_does_not_end_the_game() {
    let goal = |s: &mut crate::sheet::Sheet| {
        let target = hex(s, "1010");
        s.objectives = vec![target];
        s.turns = 3;
        let when = vec![Condition::Controls(vec![target]), Condition::EnemyLosses(1)];
        s.victory = Victory { wins: vec![Claim { side: Side::First, when }], ..Victory::default() };
    };
    let mut field = Drill::new()
        .with(goal)
        .blue("ax", Kind::AX, "1010", "N")
        .gold("mi", Kind::MI, "1009", "S")
        .begin(Step::Array);
    // 3 against a half: 6 to 1, a 6 is E.
    field.assault("1009", &["ax"]).roll(6);
    assert!(field.lost("mi"));
    assert_eq!(field.judge().winner, Some(Side::First), "it would be won as it stands");
    for player_turn in [3, 5] {
        assert_eq!((field.turn(), field.player_turn), (Turn::Order(Side::First), player_turn));
        field.play(Order::Done);
    }
    let Turn::Over(outcome) = field.turn() else { panic!("the last Player-Turn is over") };
    assert_eq!(outcome.winner, Some(Side::First));
    assert_eq!(field.orders(), []);
}

#[test]
#[covers("R10")]
fn a_goal_lost_again_before_the_end_is_worth_nothing() {
    let mut field = open()
        .with(|s| {
            let target = hex(s, "1009");
            s.objectives = vec![target];
            s.turns = 1;
            let claim = |side| Claim { side, when: vec![Condition::Controls(vec![target])] };
            s.victory = Victory { wins: Side::BOTH.map(claim).to_vec(), ..Victory::default() };
        })
        .blue("ax", Kind::AX, "1010", "N")
        .gold("mc", Kind::MC, "1007", "S")
        .begin(Step::Moving);
    field.take_up("ax").step("N").step("NE").play(Order::Halt).play(Order::Done);
    idle_until(&mut field, 2, Step::Moving);
    field.take_up("mc").step("S").step("S").play(Order::Halt).play(Order::Done);
    while !matches!(field.turn(), Turn::Over(_)) {
        field.play(Order::Commit);
    }
    let Turn::Over(outcome) = field.turn() else { unreachable!() };
    assert_eq!(outcome.winner, Some(Side::Second));
}

#[test]
#[covers("sequence", "R9")]
fn flags_of_a_player_turn_do_not_outlive_it() {
    let mut field = open().blue("ax", Kind::AX, "1010", "N").begin(Step::Moving);
    field.take_up("ax").step("N").play(Order::Halt);
    field.refuses(take(&field, "ax"), "movement.G");
    idle_until(&mut field, 3, Step::Moving);
    assert!(field.offers(take(&field, "ax")), "each Movement Phase it may move anew");
    assert_eq!(field.see("ax").spot, Spot::on(field.hex(number("1009")).unwrap()));
    assert_eq!(field.mover.unit, UnitId::NONE);
}
