use engine::Judgment;

use crate::drill::{THEM, US, ground, units};
use crate::element::ElementId;
use crate::geometry::{Hand, MU};
use crate::kind::Kind;
use crate::order::{Leg, Legs, Order};
use crate::position::Position;
use engine::Rules;

fn standing(position: &Position) -> Vec<f32> {
    let mut terms = vec![];
    Judgment::standing(position, &mut terms);
    terms
}

/// How readily each listed order comes to mind.
fn readiness(position: &Position) -> Vec<(Order, f32)> {
    let (mut orders, mut weights) = (vec![], vec![]);
    position.orders(&mut orders);
    Judgment::inclinations(position, &orders, &mut weights);
    assert_eq!(orders.len(), weights.len());
    orders.into_iter().zip(weights).collect()
}

/// What comes to mind first.
fn first_thought(position: &Position) -> Order {
    let thoughts = readiness(position);
    thoughts.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("an order").0
}

fn two_lines(theirs: &str) -> (Position, ElementId, ElementId) {
    let mut position = ground();
    let enemy = position.put(THEM, 1, theirs, 19.0, 19.0, 180.0);
    let own = position.put(US, 1, "3Kn", 19.0, 16.0, 0.0);
    (position, own, enemy)
}

#[test]
fn every_term_has_a_figure() {
    assert_eq!(standing(&ground()).len(), Position::terms().len());
}

#[test]
fn the_same_position_with_the_sides_exchanged_stands_the_other_way_round() {
    let pairs = [("3Kn", "4Bd"), ("LH", "El"), ("4Sp", "Ps")];
    let lay = |flip: bool| {
        let mut position = ground();
        for (i, (one, other)) in pairs.into_iter().enumerate() {
            let x = 15.0 + 2.0 * i as f64;
            let (one, other) = if flip { (other, one) } else { (one, other) };
            position.put(US, i + 1, one, x, 18.0, 0.0);
            position.put(THEM, i + 1, other, x, 20.0, 180.0);
        }
        standing(&position)
    };
    let matches = 3;
    let (one, other) = (lay(false)[matches], lay(true)[matches]);
    assert!(one != 0.0 && (one + other).abs() < 1e-3, "{one} {other}");
}

#[test]
fn knights_are_glad_to_meet_blades_and_sorry_to_meet_elephants() {
    let lore = &ground().sheet.charts.lore.clone();
    assert!(lore.clash(Kind::Knights, Kind::Blades) > lore.clash(Kind::Knights, Kind::Elephants));
    assert!(lore.clash(Kind::Elephants, Kind::Knights) > 0.0);
    for one in Kind::ALL {
        for other in Kind::ALL {
            let sum = lore.clash(one, other) + lore.clash(other, one);
            assert!(sum.abs() < 0.003, "{one:?} {other:?}");
        }
    }
}

#[test]
fn a_fight_with_an_overlap_is_worth_more() {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "4Sp", 19.0, 19.0, 180.0);
    let own = position.put_at(US, 1, "4Sp", position.base(enemy).front_place());
    let alone = position.fight_worth(own, enemy);
    let beside = position.base(own).beside_place(Hand::Right);
    position.put_at(US, 2, "4Sp", beside);
    assert!(position.fight_worth(own, enemy) > alone);
    assert!((alone + position.fight_worth(enemy, own)).abs() < 1.0);
}

#[test]
fn losing_the_general_counts_for_more_than_losing_another() {
    let position = ground();
    assert!(position.worth(ElementId::of(US, 0)) > 2.0 * position.worth(ElementId::of(US, 1)));
}

#[test]
fn knights_in_reach_of_blades_think_of_charging() {
    let (mut position, own, enemy) = two_lines("4Bd");
    assert_eq!(first_thought(&position), Order::Move { units: units(&[own]) });
    position.order(Order::Move { units: units(&[own]) });
    let Order::March { units, legs } = first_thought(&position) else { panic!("a march") };
    let arrival = position.may_march(&units, legs.legs()).unwrap();
    assert_eq!(arrival.fronts, [enemy]);
}

#[test]
fn an_open_door_is_closed() {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "4Sp", 19.0, 19.0, 180.0);
    position.put_at(US, 1, "4Sp", position.base(enemy).front_place());
    let wing = position.put(US, 2, "3Cv", 21.5, 18.0, 0.0);
    position.order(Order::Move { units: units(&[wing]) });
    let Order::March { legs, .. } = first_thought(&position) else { panic!("a march") };
    let Some(Leg::To(end)) = legs.legs().last() else { panic!("{legs:?}") };
    assert_eq!(*end, position.base(enemy).flank_place(Hand::Left));
}

#[test]
fn a_line_goes_forward_together() {
    let mut position = ground();
    let ids = [1, 2, 3, 4].map(|slot| position.put(US, slot, "4Sp", 12.0 + 2.0 * slot as f64, 10.0, 0.0));
    for slot in 1..5 {
        position.put(THEM, slot, "4Sp", 12.0 + 2.0 * slot as f64, 30.0, 180.0);
    }
    let together = units(&ids);
    assert_eq!(first_thought(&position), Order::Move { units: together });
    position.order(Order::Move { units: together });
    let forward = Order::March { units: together, legs: Legs::of(&[Leg::Forward(3 * MU)]) };
    assert_eq!(first_thought(&position), forward);
}

/// A term of the standing, by its name.
fn term(position: &Position, name: &str) -> f32 {
    let place = Position::terms().iter().position(|&term| term == name).expect("a term");
    standing(position)[place]
}

#[test]
fn whoever_has_nowhere_to_recoil_to_risks_more() {
    let fight = |blocked: bool| {
        let mut position = ground();
        let enemy = position.put(THEM, 1, "4Sp", 19.0, 19.0, 180.0);
        let own = position.put_at(US, 1, "4Sp", position.base(enemy).front_place());
        if blocked {
            // Behind the enemy, across his way back.
            position.put(THEM, 2, "4Sp", 19.5, 21.0, 90.0);
        }
        (position.is_cornered(enemy, own), position.fight_worth(own, enemy))
    };
    let [(free, open), (cornered, blocked)] = [fight(false), fight(true)];
    assert!(!free && cornered);
    assert!(blocked > open, "{blocked} {open}");
}

#[test]
fn whoever_the_foe_took_in_the_flank_turns_before_it_recoils() {
    let mut position = ground();
    let enemy = position.put(THEM, 1, "4Sp", 19.0, 19.0, 180.0);
    let own = position.put_at(US, 1, "3Cv", position.base(enemy).flank_place(Hand::Left));
    assert!(!position.is_cornered(enemy, own));
    let second = position.put_at(US, 2, "4Sp", position.base(enemy).front_place());
    assert!(position.is_cornered(enemy, second));
}

#[test]
fn whoever_helps_makes_a_shot_worth_more() {
    let lore = &ground().sheet.charts.lore.clone();
    let volley = |aides| lore.volley(Kind::Bows, Kind::Knights, aides);
    assert!(volley(0) < volley(1) && volley(1) < volley(2) && volley(2) == volley(3));
}

#[test]
fn shooters_who_have_one_target_help_each_other() {
    let aims = |shooters: usize| {
        let mut position = ground();
        position.put(THEM, 1, "3Kn", 19.0, 19.0, 180.0);
        for slot in 1..=shooters {
            position.put(US, slot, "Bw", 16.0 + 2.0 * slot as f64, 16.5, 0.0);
        }
        term(&position, "aims")
    };
    let lore = &ground().sheet.charts.lore.clone();
    let [alone, helped] = [0, 1].map(|aides| lore.volley(Kind::Bows, Kind::Knights, aides));
    assert!(aims(1) > 0.0);
    assert!((aims(2) / aims(1) - helped / alone).abs() < 1e-3, "{} {}", aims(1), aims(2));
}

#[test]
fn those_who_have_scattered_are_chased_more_than_a_line() {
    // Theirs in line or far apart; what it is worth to come nearer by 4 MU.
    let gain = |apart: f64| {
        let chase = |y: f64| {
            let mut position = ground();
            for slot in 1..5 {
                position.put(THEM, slot, "4Sp", 4.0 + apart * slot as f64, 30.0, 180.0);
            }
            let own = position.put(US, 1, "3Cv", 12.0, y, 0.0);
            position.element_mut(own).moves = 1;
            term(&position, "chase")
        };
        chase(16.0) - chase(12.0)
    };
    assert!(gain(2.0) > 0.0 && gain(7.0) > 2.0 * gain(2.0), "{} {}", gain(2.0), gain(7.0));
}

#[test]
fn the_enemy_finds_the_fights_still_to_come_and_a_middling_throw() {
    let (mut position, own, enemy) = two_lines("4Bd");
    position.put_at(US, 1, "3Kn", position.base(enemy).front_place());
    let found = Judgment::handed_over(&position).expect("a battle");
    assert_eq!(found.turn(), engine::Turn::Order(THEM));
    assert_eq!((found.pips, found.turns), (4, position.turns + 1));
    assert!(found.frontal(own, enemy).is_some());
    assert_eq!(found.clashes(), position.clashes());
    position.order(Order::Done);
    assert!(Judgment::handed_over(&position).is_some(), "in the phase of combats too");
    position.step = crate::position::Step::Deploy;
    assert!(Judgment::handed_over(&position).is_none());
}

#[test]
fn shooters_who_can_come_up_are_a_menace() {
    let menace = |y: f64| {
        let mut position = ground();
        position.put(THEM, 1, "Pav", 19.0, y, 180.0);
        position.put(US, 1, "LH", 19.0, 16.0, 0.0);
        position.element_mut(ElementId::of(US, 1)).moves = 1;
        term(&position, "menace")
    };
    assert_eq!(menace(30.0), 0.0);
    assert!(menace(21.0) < 0.0, "it was our move");
}

#[test]
fn light_horse_keeps_off_pavises_and_knights_close_with_blades() {
    // What 4 MU nearer is worth to whoever has just moved.
    let gain = |ours: &str, theirs: &str| {
        let pressing = |y: f64| {
            let mut position = ground();
            position.put(THEM, 1, theirs, 12.0, 26.0, 180.0);
            let own = position.put(US, 1, ours, 12.0, y, 0.0);
            position.element_mut(own).moves = 1;
            term(&position, "suited")
        };
        pressing(20.0) - pressing(16.0)
    };
    assert!(gain("LH", "Pav") < 0.0 && gain("3Kn", "4Bd") > 0.0);
}
