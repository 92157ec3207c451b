//! Surprise at the sortie (13.3/2), tested from the rulebook and the rulings.

use covers::covers;
use engine::{Rules, Shown, Side, Silence, Turn};

use crate::drill::{Drill, Field};
use crate::order::Order;
use crate::position::Step;

/// The Byzantine camp with three surprised units, one that is not, both mangonels, and Rus somewhere; the Rus
/// combats of a turn.
fn camp(turn: u8, extra: impl FnOnce(Drill) -> Drill) -> Field {
    let drill = Drill::of("dorostolon-sortie");
    let kind = |name: &str| drill.kind(name);
    let (engine, pikes) = (kind("Mangonels"), kind("Rus pikemen 3"));
    let (shields, peltasts, archers) = (kind("Skutatoi 3"), kind("Peltastoi 3"), kind("Arithmoi"));
    let drill = drill
        .blue("horse", archers, "0908")
        .blue("peltasts", peltasts, "0503")
        .blue("shields", shields.clone(), "0402")
        .blue("awake", shields, "0608")
        .blue("north", engine.clone(), "0602")
        .blue("south", engine, "0314")
        .gold("pikes", pikes, "0204");
    let drill = ["horse", "peltasts", "shields"].into_iter().fold(drill, Drill::reduced);
    extra(drill).begin_in(turn * 2 - 1, Step::Fighting)
}

fn surprised(field: &Field) -> [bool; 4] {
    ["shields", "peltasts", "horse", "awake"].map(|name| field.is_reduced(name))
}

fn die_due(field: &Field) -> bool {
    matches!(field.turn(), Turn::Dice(_))
}

#[test]
#[covers("13.3/2", "R118")]
fn in_the_battle_four_units_begin_reduced_and_surprised() {
    let mut field = Drill::battle("dorostolon-sortie");
    field.play(Order::Muster).play(Order::Muster);
    let names = ["Skutatoi 3 #1", "Skutatoi 3 #2", "Peltastoi 3", "Arithmoi"];
    let surprised: Vec<_> = names.iter().filter(|name| field.marks.surprised.has(field.id(name))).collect();
    assert_eq!(surprised.len(), 4);
    assert_eq!((field.marks.surprised.len(), field.marks.reduced), (4, field.marks.surprised));
}

#[test]
#[covers("13.3/2", "R118")]
fn in_turn_one_five_and_six_turn_a_unit_in_order_of_hexes() {
    for face in 1..=6 {
        let mut field = camp(1, |d| d);
        field.done();
        assert!(die_due(&field));
        assert_eq!(field.step, Step::Rally(field.id("shields")), "0402 first");
        field.roll(face);
        assert_eq!(field.step, Step::Rally(field.id("peltasts")));
        field.roll(1);
        assert_eq!(field.step, Step::Rally(field.id("horse")));
        field.roll(6);
        assert!(!die_due(&field), "one die for each surprised unit and no other");
        assert_eq!(surprised(&field), [face < 5, true, false, false], "{face}");
    }
}

#[test]
#[covers("13.3/2", "R118")]
fn in_turn_two_three_to_six_turn_a_unit() {
    for face in 1..=6 {
        let mut field = camp(2, |d| d);
        field.done().roll(2).roll(face).roll(2);
        assert_eq!(surprised(&field), [true, face < 3, true, false], "{face}");
        assert_eq!((field.game_turn(), field.phasing(), field.step), (2, Side::First, Step::Moving));
    }
}

#[test]
#[covers("13.3/2", "R118")]
fn in_turn_three_everybody_is_turned_without_a_die() {
    let mut field = camp(3, |d| d);
    field.done();
    assert!(!die_due(&field));
    assert_eq!(surprised(&field), [false; 4]);
    assert_eq!(field.strength(field.id("shields")), 3);
}

#[test]
#[covers("13.3/2", "R118")]
fn contact_with_a_rus_combat_unit_turns_without_a_die() {
    let rus = |d: Drill, name: &str, hex: &str| {
        let kind = d.kind(name);
        d.gold("contact", kind, hex)
    };
    let mut field = camp(1, |d| rus(d, "Mounted Rus", "0502"));
    field.done();
    // 0502 touches 0402 and 0503: only the horse is left to roll.
    assert_eq!(surprised(&field), [false, false, true, false]);
    assert_eq!(field.step, Step::Rally(field.id("horse")));
    let mut field = camp(1, |d| rus(d, "Sviatoslav", "0502"));
    field.done();
    assert_eq!(surprised(&field), [true, true, true, false], "a commander alone is no contact");
    assert_eq!(field.step, Step::Rally(field.id("shields")));
}

#[test]
#[covers("R118")]
fn contact_counts_at_that_moment_only() {
    // The pikes stand beside the shields in the Rus turn, and are gone when the Byzantines begin.
    let mut field = camp(2, |d| {
        let kind = d.kind("Rus pikemen 4");
        d.gold("visitor", kind, "0401")
    });
    let (visitor, away) = (field.id("visitor"), field.hex(crate::drill::number("0501")).unwrap());
    field.shift(visitor, away);
    field.done();
    assert_eq!(surprised(&field), [true, true, true, false]);
    assert!(die_due(&field));
}

#[test]
#[covers("R118", "13.3/2")]
fn the_dead_and_the_turned_roll_no_more() {
    let mut field = camp(1, |d| d);
    let shields = field.id("shields");
    field.eliminate(shields, "10.9", &mut Silence);
    field.done();
    assert_eq!(field.step, Step::Rally(field.id("peltasts")));
    field.roll(6).roll(1);
    // Turn 2: the peltasts are awake, whatever happens to them.
    let peltasts = field.id("peltasts");
    field.marks.reduced.add(peltasts);
    while (field.game_turn(), field.phasing()) != (2, Side::First) {
        field.done();
    }
    assert_eq!(field.step, Step::Rally(field.id("horse")));
    field.roll(1);
    while (field.game_turn(), field.phasing()) != (3, Side::First) {
        field.done();
    }
    assert!(!field.is_reduced("horse"));
    assert!(field.is_reduced("peltasts"), "later losses are not healed");
    assert!(field.lost("shields"));
    let woken = field.events.iter().filter(|event| event.text.contains("forms up")).count();
    assert_eq!(woken, 2, "nobody wakes the dead");
}

#[test]
#[covers("R118")]
fn a_step_lost_in_the_first_rus_turn_is_no_surprise() {
    let mut field = camp(1, |d| d);
    let awake = field.id("awake");
    field.marks.reduced.add(awake);
    field.done().roll(6).roll(6).roll(6);
    assert_eq!(surprised(&field), [false, false, false, true]);
}

#[test]
#[covers("13.3/2", "R119")]
fn no_byzantine_moves_in_turn_one_but_they_fight_and_advance() {
    let mut field = camp(1, |d| {
        let kind = d.kind("Rus pikemen 2");
        d.gold("raiders", kind, "0609")
    });
    field.done();
    // Also while they still roll for the surprised.
    field.refuses(Order::Move { unit: field.id("awake") }, "13.3/2");
    assert!(field.prompt().contains("may not move in turn 1"), "{}", field.prompt());
    field.roll(1).roll(1).roll(1);
    assert_eq!((field.game_turn(), field.phasing(), field.step), (1, Side::First, Step::Fighting));
    let why = field.refuses(Order::Move { unit: field.id("awake") }, "13.3/2");
    assert!(why.contains("Byzantines may not move in turn 1"), "{why}");
    assert!(field.prompt().contains("Byzantines may not move in turn 1"), "{}", field.prompt());
    let phases = field.events.iter().filter(|event| event.text == "Combats of Byzantines").count();
    assert_eq!(phases, 1);
    // 3 against 2 is 1.5/1: DR on 4.
    field.assault("0609", &["awake"]).roll(4);
    let order = field.orders()[0];
    field.play(order);
    field.play(Order::Advance { unit: field.id("awake") });
    assert_eq!(field.at("awake"), "0609");
}

#[test]
#[covers("R119")]
fn from_turn_two_on_the_byzantines_move() {
    let mut field = camp(2, |d| d);
    field.done().roll(1).roll(1).roll(1);
    assert!(field.offers(Order::Move { unit: field.id("awake") }));
    assert!(!field.prompt().contains("may not"), "{}", field.prompt());
    assert!(field.offers(Order::Move { unit: field.id("shields") }), "surprised units too");
}
