//! What results do: D, ½E, E, the order of their parts, and what disruption means.

use covers::covers;
use engine::dice::{Dice, DiceRequest};
use engine::event::EventKind;
use engine::{Rules, Side, Silence, Turn};

use crate::drill::{Drill, Field, direction, number};
use crate::order::Order;
use crate::position::{Stage, Step};
use crate::sheet::Kind;
use crate::unit::{Marker, MarkerKind};

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// So many bowmen in 2010 facing 2009: with three of them fire is at 3 to 1 on clear ground.
fn bows(count: usize) -> Drill {
    NAMES[..count].iter().fold(Drill::new(), |drill, name| drill.blue(name, Kind::BO, "2010", "N"))
}

/// So many axemen in 2011 facing 2010.
fn axes(count: usize) -> Drill {
    NAMES[..count].iter().fold(Drill::new(), |drill, name| drill.blue(name, Kind::AX, "2011", "N"))
}

/// Carries retreats on with the first choice there is.
fn retreat_anyhow(field: &mut Field) {
    while matches!(field.combat.stage, Stage::Retreats | Stage::Retreating) {
        let first = field.orders()[0];
        field.play(first);
    }
}

fn lose(field: &mut Field, name: &str) {
    let unit = field.id(name);
    field.play(Order::Lose { unit });
}

#[test]
#[covers("crt.D", "disruption")]
fn d_by_fire_marks_every_troop_and_moves_nobody() {
    let mut field =
        bows(2).gold("foe", Kind::SD, "2009", "S").gold("more", Kind::SK, "2009", "S").begin(Step::Aim);
    field.assault("2009", &["a", "b"]).roll(3);
    assert_eq!(field.result(), "disrupted");
    for name in ["foe", "more"] {
        assert_eq!(field.see(name).marker, Marker::new(MarkerKind::Fire, 1));
        assert_eq!(field.at(name), "2009");
    }
    assert!(!field.is_disrupted("a") && !field.is_disrupted("b"), "only defenders suffer");
}

#[test]
#[covers("crt.D", "retreat", "R59")]
fn d_by_melee_marks_and_retreats() {
    let mut field = axes(2).gold("foe", Kind::AX, "2010", "S").begin(Step::Array);
    field.assault("2010", &["a", "b"]);
    assert_eq!(field.declared(), "6 against 3, 2 to 1");
    field.roll(3);
    assert_eq!(field.see("foe").marker, Marker::new(MarkerKind::Melee, 1));
    retreat_anyhow(&mut field);
    let (start, end) = (field.hex(number("2010")).unwrap(), field.see("foe").hex().unwrap());
    assert_eq!(field.battle.distance(start, end), 4, "axemen have 4 Movement Points");
    assert!(!field.is_disrupted("a"));
}

#[test]
fn a_dash_does_nothing() {
    let mut field =
        axes(2).gold("foe", Kind::AX, "2010", "S").gold("king", Kind::B, "2010", "S").begin(Step::Array);
    field.assault("2010", &["a", "b"]).roll(2);
    assert_eq!(field.result(), "no effect");
    assert!(!field.is_disrupted("foe"));
    assert_eq!((field.at("foe"), field.see("king").kind), ("2010".into(), Kind::B));
}

#[test]
#[covers("crt.half", "R60")]
fn half_of_the_troops_rounded_up_are_lost_by_their_owners_choice() {
    for (count, losses) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)] {
        let foes = ["v", "w", "x", "y", "z"];
        let drill = foes[..count].iter().fold(bows(3), |drill, name| drill.gold(name, Kind::SK, "2009", "S"));
        let mut field = drill.gold("king", Kind::C, "2009", "S").begin(Step::Aim);
        field.assault("2009", &["a", "b", "c"]).roll(5);
        assert_eq!(field.result(), "half eliminated");
        if count > 1 {
            assert_eq!(field.turn(), Turn::Order(Side::Second), "the owner chooses");
            assert_eq!(field.orders().len(), count, "anyone attacked, but no leader");
        }
        // From the last backwards, so that the choice is seen to count.
        for name in foes[count - losses..count].iter().rev().filter(|_| count > 1) {
            lose(&mut field, name);
        }
        for (i, name) in foes[..count].iter().enumerate() {
            assert_eq!(field.lost(name), i >= count - losses, "{name} of {count}");
            assert_eq!(field.is_disrupted(name), i < count - losses, "{name} of {count}");
        }
        assert_eq!((field.at("king"), field.see("king").kind), ("2009".into(), Kind::C));
        let reasons = field.events.iter().filter(|e| e.kind == EventKind::Removed);
        assert!(reasons.into_iter().all(|e| e.rule == "crt.half"), "also where there is no choice");
    }
}

#[test]
#[covers("R60", "crt.half")]
fn only_troops_that_were_attacked_can_be_named() {
    let mut field = bows(3)
        .gold("one", Kind::SK, "2009", "S")
        .gold("two", Kind::SK, "2009", "S")
        .gold("king", Kind::C, "2009", "S")
        .gold("apart", Kind::SK, "2110", "S")
        .begin(Step::Aim);
    field.assault("2009", &["a", "b", "c"]).roll(6);
    for name in ["king", "apart", "a"] {
        field.refuses(Order::Lose { unit: field.id(name) }, "R60");
    }
    field.refuses(Order::Commit, "protocol");
    assert!(
        field.offers(Order::Lose { unit: field.id("one") })
            && field.offers(Order::Lose { unit: field.id("two") })
    );
}

#[test]
#[covers("R60")]
fn a_chariot_and_its_passenger_count_one_each_and_either_may_be_the_loss() {
    for (fallen, left) in [("chariot", "axes"), ("axes", "chariot")] {
        let mut field = bows(3)
            .gold("chariot", Kind::CH, "2009", "S")
            .gold("axes", Kind::AX, "2009", "S")
            .aboard("axes", "chariot")
            .begin(Step::Aim);
        field.assault("2009", &["a", "b", "c"]).roll(5);
        lose(&mut field, fallen);
        assert!(field.lost(fallen));
        assert!(field.is_disrupted(left), "the other half is disrupted");
        assert_eq!(field.see("axes").aboard.some(), None);
    }
}

#[test]
#[covers("R60", "R62", "crt.half")]
fn half_is_counted_over_all_target_hexes_and_may_fall_on_one() {
    let mut field = axes(3)
        .gold("left", Kind::SK, "1911", "S")
        .gold("one", Kind::SK, "2010", "S")
        .gold("two", Kind::SK, "2010", "S")
        .begin(Step::Array);
    field.attack("1911").join("a").join("b").join("c").play(Order::Also { hex: number("2010") }).commit();
    assert_eq!(field.declared(), "9 against 3, 3 to 1");
    field.roll(5);
    // Two of three fall, not one of one and one of two.
    lose(&mut field, "one");
    lose(&mut field, "two");
    assert!(!field.lost("left") && field.is_disrupted("left"));
    retreat_anyhow(&mut field);
    assert_ne!(field.at("left"), "1911");
}

#[test]
#[covers("R61", "crt.half", "disruption.second")]
fn survivors_of_a_half_elimination_that_were_disrupted_before_die_too() {
    let mut field = bows(3)
        .gold("fresh", Kind::SK, "2009", "S")
        .gold("other", Kind::SK, "2009", "S")
        .gold("shaken", Kind::SK, "2009", "S")
        .gold("worn", Kind::SK, "2009", "S")
        .disrupted("shaken", MarkerKind::Melee, 1)
        .disrupted("worn", MarkerKind::Movement, 2)
        .begin_in(3, Step::Aim);
    field.assault("2009", &["a", "b", "c"]).roll(4);
    assert_eq!(field.result(), "half eliminated", "4 and one against disrupted troops");
    lose(&mut field, "fresh");
    lose(&mut field, "worn");
    assert!(field.lost("shaken"), "disrupted a second time");
    assert!(!field.lost("other") && field.is_disrupted("other"));
}

#[test]
#[covers("R62", "crt.half")]
fn survivors_of_a_half_elimination_retreat_after_melee_and_stay_after_fire() {
    let mut field = axes(3)
        .gold("one", Kind::SK, "2010", "S")
        .gold("two", Kind::SK, "2010", "S")
        .gold("three", Kind::SK, "2010", "S")
        .begin(Step::Array);
    field.assault("2010", &["a", "b", "c"]).roll(6);
    lose(&mut field, "one");
    lose(&mut field, "two");
    assert_eq!(field.see("three").marker, Marker::new(MarkerKind::Melee, 1));
    retreat_anyhow(&mut field);
    assert_ne!(field.at("three"), "2010");
    let mut field =
        bows(3).gold("one", Kind::SK, "2009", "S").gold("two", Kind::SK, "2009", "S").begin(Step::Aim);
    field.assault("2009", &["a", "b", "c"]).roll(6);
    lose(&mut field, "two");
    assert_eq!(field.see("one").marker, Marker::new(MarkerKind::Fire, 1));
    assert_eq!(field.at("one"), "2009");
    assert_eq!(field.combat.stage, Stage::Idle);
}

#[test]
#[covers("crt.E")]
fn e_removes_every_troop_and_no_leader() {
    // 12 against 2 to the front: 6 to 1, where a 4 eliminates.
    let mut field = axes(4)
        .gold("one", Kind::SK, "2010", "S")
        .gold("two", Kind::SK, "2010", "S")
        .gold("king", Kind::B, "2010", "S")
        .gold("apart", Kind::SK, "2009", "S")
        .begin(Step::Array);
    field.assault("2010", &["a", "b", "c", "d"]).roll(4);
    assert_eq!(field.result(), "eliminated");
    assert!(field.lost("one") && field.lost("two") && !field.lost("apart"));
    assert_eq!((field.at("king"), field.see("king").kind), ("2010".into(), Kind::A));
    let removed = field.events.iter().filter(|e| e.kind == EventKind::Removed);
    assert!(removed.clone().count() == 2 && removed.into_iter().all(|e| e.rule == "crt.E"));
}

#[test]
#[covers("R59")]
fn a_melee_result_strikes_leaders_then_losses_then_the_twice_disrupted_then_marks_then_retreats() {
    let mut field = axes(4)
        .gold("first", Kind::SK, "2010", "S")
        .gold("second", Kind::SK, "2010", "S")
        .gold("third", Kind::SK, "2010", "S")
        .gold("shaken", Kind::SK, "2010", "S")
        .gold("king", Kind::B, "2010", "S")
        .disrupted("shaken", MarkerKind::Fire, 1)
        .begin(Step::Array);
    field.assault("2010", &["a", "b", "c", "d"]);
    assert_eq!(field.declared(), "12 against 4, 3 to 1");
    field.roll(4);
    assert_eq!(field.see("king").kind, Kind::A, "the leader falls before the owner chooses");
    assert!(!field.is_disrupted("first"));
    lose(&mut field, "second");
    assert!(!field.is_disrupted("first") && !field.lost("shaken"), "nothing more until all losses are named");
    lose(&mut field, "third");
    retreat_anyhow(&mut field);
    let result = field.events.iter().position(|e| e.kind == EventKind::Result).unwrap();
    let mut rules: Vec<&str> = field.events[result + 1..].iter().map(|e| e.rule).collect();
    rules.truncate(6);
    assert_eq!(rules, ["leaders.B", "crt.half", "crt.half", "disruption.second", "disruption", "retreat"]);
}

#[test]
#[covers("R59", "R62")]
fn a_fire_result_takes_losses_then_the_twice_disrupted_then_marks_and_touches_no_leader() {
    let mut field = bows(3)
        .gold("first", Kind::SK, "2009", "S")
        .gold("second", Kind::SK, "2009", "S")
        .gold("third", Kind::SK, "2009", "S")
        .gold("shaken", Kind::SK, "2009", "S")
        .gold("king", Kind::B, "2009", "S")
        .disrupted("shaken", MarkerKind::Melee, 1)
        .begin_in(3, Step::Aim);
    field.assault("2009", &["a", "b", "c"]).roll(5);
    lose(&mut field, "second");
    lose(&mut field, "third");
    let result = field.events.iter().position(|e| e.kind == EventKind::Result).unwrap();
    let mut rules: Vec<&str> = field.events[result + 1..].iter().map(|e| e.rule).collect();
    rules.truncate(4);
    assert_eq!(rules, ["crt.half", "crt.half", "disruption.second", "disruption"]);
    assert_eq!(field.see("king").kind, Kind::B);
}

#[test]
#[covers("disruption", "dice", "R42")]
fn a_disrupted_unit_among_the_targets_adds_one_to_the_die_once() {
    let shot = |shaken: &[&str], die: u8| {
        let mut drill = bows(2).gold("one", Kind::SK, "2009", "S").gold("two", Kind::SK, "2009", "S");
        for name in shaken {
            drill = drill.disrupted(name, MarkerKind::Melee, 1);
        }
        let mut field = drill.begin_in(3, Step::Aim);
        field.assault("2009", &["a", "b"]).roll(die);
        field.result().to_string()
    };
    // 2 to 1: D from 3, E on 7.
    assert_eq!(shot(&[], 2), "no effect");
    assert_eq!(shot(&["two"], 2), "disrupted");
    assert_eq!(shot(&["one", "two"], 1), "no effect", "once, not for each");
    assert_eq!(shot(&[], 6), "disrupted");
    assert_eq!(shot(&["one"], 6), "eliminated");
}

#[test]
#[covers("disruption.second", "crt.D")]
fn a_second_disruption_eliminates_whatever_the_sources() {
    for kind in [MarkerKind::Fire, MarkerKind::Movement, MarkerKind::Melee] {
        let mut field = bows(2)
            .gold("shaken", Kind::SD, "2009", "S")
            .gold("fresh", Kind::SD, "2009", "S")
            .disrupted("shaken", kind, 2)
            .begin_in(3, Step::Aim);
        field.assault("2009", &["a", "b"]).roll(3);
        assert!(field.lost("shaken") && field.is_disrupted("fresh"), "{kind:?} and fire");
        let mut field = axes(3)
            .gold("shaken", Kind::MC, "2010", "S")
            .gold("fresh", Kind::MC, "2010", "S")
            .disrupted("shaken", kind, 2)
            .begin_in(3, Step::Array);
        field.assault("2010", &["a", "b", "c"]).roll(2);
        assert_eq!(field.result(), "disrupted");
        assert!(field.lost("shaken") && field.is_disrupted("fresh"), "{kind:?} and melee");
    }
}

#[test]
#[covers("R64", "disruption")]
fn a_disrupted_unit_does_not_move_turn_embark_debark_or_attack() {
    let ground = Drill::new()
        .blue("shaken", Kind::AX, "2010", "N")
        .blue("chariot", Kind::CH, "2111", "N")
        .blue("wagon", Kind::CH, "2510", "N")
        .blue("rider", Kind::AX, "2510", "N")
        .aboard("rider", "wagon")
        .blue("whole", Kind::AX, "2011", "N")
        .gold("foe", Kind::SD, "2009", "S")
        .disrupted("shaken", MarkerKind::Melee, 2)
        .disrupted("rider", MarkerKind::Melee, 2);
    let (axes, chariot, whole) = {
        let field = ground.clone().begin_in(3, Step::Embark);
        (field.id("shaken"), field.id("chariot"), field.id("whole"))
    };
    let field = ground.clone().begin_in(3, Step::Embark);
    field.refuses(Order::Embark { unit: axes, chariot }, "R64");
    assert!(field.offers(Order::Embark { unit: field.id("whole"), chariot: field.id("chariot") }));
    let field = ground.clone().begin_in(3, Step::Moving);
    field.refuses(Order::Move { unit: axes }, "R64");
    assert!(field.offers(Order::Move { unit: whole }));
    let field = ground.clone().begin_in(3, Step::Debark);
    field.refuses(Order::Debark { unit: field.id("rider"), hex: number("2511") }, "R64");
    let mut field = ground.begin_in(3, Step::Array);
    assert!(!field.offers(Order::Attack { hex: number("2009") }), "nobody else is near enough");
    field = Drill::new()
        .blue("shaken", Kind::AX, "2010", "N")
        .blue("whole", Kind::AX, "2010", "N")
        .gold("foe", Kind::SD, "2009", "S")
        .disrupted("shaken", MarkerKind::Melee, 2)
        .begin_in(3, Step::Array);
    field.attack("2009");
    field.refuses(Order::Join { unit: field.id("shaken") }, "R64");
    assert!(field.offers(Order::Join { unit: field.id("whole") }));
}

#[test]
#[covers("R64", "disruption")]
fn nobody_embarks_on_a_disrupted_chariot() {
    let field = Drill::new()
        .blue("axes", Kind::AX, "2010", "N")
        .blue("chariot", Kind::CH, "2110", "N")
        .blue("other", Kind::CH, "1910", "N")
        .disrupted("chariot", MarkerKind::Fire, 2)
        .begin_in(3, Step::Embark);
    let unit = field.id("axes");
    field.refuses(Order::Embark { unit, chariot: field.id("chariot") }, "R64");
    assert!(field.offers(Order::Embark { unit, chariot: field.id("other") }));
}

#[test]
#[covers("R64", "disruption")]
fn a_disrupted_unit_defends_at_full_strength_and_keeps_its_front() {
    let mut field =
        axes(2).gold("foe", Kind::AX, "2010", "S").disrupted("foe", MarkerKind::Fire, 1).begin(Step::Array);
    field.assault("2010", &["a", "b"]);
    assert_eq!(field.declared(), "6 against 3, 2 to 1");
    // Disrupted bowmen still stop whoever steps in front of them.
    let mut field = Drill::new()
        .blue("horse", Kind::MC, "2012", "N")
        .blue("others", Kind::MC, "3010", "N")
        .gold("bows", Kind::BO, "2010", "S")
        .disrupted("bows", MarkerKind::Fire, 1)
        .begin(Step::Moving);
    field.take_up("horse").step("N");
    field.refuses(Order::Step { to: direction("NE") }, "movement.L");
    field.refuses(Order::Move { unit: field.id("horse") }, "movement.G");
}

#[test]
#[covers("R64")]
fn a_disrupted_unit_still_controls_its_hex_and_takes_others_in_retreat() {
    let mut field = axes(2)
        .with(|sheet| {
            let hexes = ["2010", "2009", "1910", "2110"];
            sheet.objectives = hexes.iter().map(|&hex| sheet.ground.grid.at(number(hex)).unwrap()).collect();
        })
        .gold("foe", Kind::AX, "2010", "S")
        .begin(Step::Array);
    field.assault("2010", &["a", "b"]).roll(3);
    field.play(Order::Step { to: direction("N") });
    assert_eq!(field.control, {
        let mut control = field.control;
        control[..4].copy_from_slice(&[Some(Side::Second), Some(Side::Second), None, None]);
        control
    });
}

#[test]
#[covers("dice")]
fn the_game_waits_for_one_six_sided_die_and_takes_it_as_it_shows() {
    let mut field = bows(2).gold("foe", Kind::SK, "2009", "S").begin(Step::Aim);
    let before = (*field).clone();
    Rules::roll(&mut *field, Dice::one(6), &mut Silence);
    assert!(*field == before, "a die nobody asked for changes nothing");
    field.assault("2009", &["a", "b"]);
    assert_eq!(field.turn(), Turn::Dice(DiceRequest::ONE_D6));
    assert!(field.orders().is_empty(), "nobody acts while the die is out");
    field.refuses(Order::Commit, "protocol");
    for wrong in [&[0][..], &[7], &[], &[3, 3]] {
        let objection = DiceRequest::ONE_D6.accepts(wrong).unwrap_err();
        assert_eq!(objection.rule, "dice");
    }
    for face in 1..=6 {
        let mut position = (*field).clone();
        let mut events = vec![];
        position.roll(DiceRequest::ONE_D6.accepts(&[face]).unwrap(), &mut events);
        let rolled = events.iter().find(|e: &&engine::event::Event| e.kind == EventKind::Rolled).unwrap();
        assert_eq!(rolled.dice, [face]);
        assert_eq!(position.unit(field.id("foe")).disrupted(), face >= 3, "2 to 1, die {face}");
    }
}

#[test]
#[covers("dice")]
fn the_bonus_is_added_by_the_game_and_the_die_is_kept_as_thrown() {
    let mut field = bows(2)
        .gold("foe", Kind::SK, "2009", "S")
        .disrupted("foe", MarkerKind::Melee, 1)
        .begin_in(3, Step::Aim);
    field.assault("2009", &["a", "b"]).roll(6);
    assert_eq!(field.result(), "eliminated", "6 and one is 7");
    let rolled = field.events.iter().find(|e| e.kind == EventKind::Rolled).unwrap();
    assert_eq!(rolled.dice, [6]);
}
