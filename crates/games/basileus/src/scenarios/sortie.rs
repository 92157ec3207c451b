//! The sortie from Dorostolon: surprise, Sviatoslav, and the mangonels that decide (13.3).

use covers::covers;
use engine::hex::HexNumber;
use engine::{Rules, Shown, Side, Turn};

use super::{
    BYZANTINES, THEIR_ENEMIES, attack, counter, ended, idle, idle_out, idle_to, mustered, orders, play, roll,
    send, strike,
};
use crate::order::Order;
use crate::position::{Position, Step};

/// The sortie at the beginning of a Rus movement phase.
fn rus_turn(turn: u8) -> Position {
    let mut position = mustered("dorostolon-sortie");
    idle_to(&mut position, turn * 2 - 1);
    position
}

/// Two pikemen are put beside a mangonel.
fn approach(position: &mut Position, engine: &str) -> [&'static str; 2] {
    let posts = match engine {
        "0602" => [("Rus pikemen 3 #1", "0601"), ("Rus pikemen 3 #2", "0702")],
        _ => [("Rus pikemen 3 #3", "0315"), ("Rus pikemen 3 #4", "0414")],
    };
    posts.map(|(label, hex)| {
        send(position, label, hex);
        label
    })
}

/// They fall on it, and nobody guards it: 6 against 1 is 4/1, where a 1 is D2. Nobody advances.
fn burn(position: &mut Position, engine: &str) {
    let with = approach(position, engine);
    if position.step == Step::Moving {
        play(position, Order::Done);
    }
    attack(position, engine, &with, 1);
    play(position, Order::Done);
}

#[track_caller]
fn rallying(position: &Position) -> String {
    let Step::Rally(id) = position.step else { panic!("{}", position.prompt()) };
    format!("{} in {}", position.label(id), position.number(position.at(id).unwrap()))
}

#[test]
#[covers("13.3/2", "13.3", "R118", "R119")]
fn surprised_units_form_up_on_five_then_on_three_then_without_a_die() {
    let mut position = rus_turn(1);
    for (label, hex) in [("Skutatoi 3 #1", "0402"), ("Peltastoi 3", "0503"), ("Peltastoi 2 #1", "0504")] {
        send(&mut position, label, hex);
    }
    for (label, hex) in [("Skutatoi 3 #2", "0412"), ("Peltastoi 2 #2", "0313"), ("Psiloi 2", "0213")] {
        send(&mut position, label, hex);
    }
    idle(&mut position);
    assert_eq!((position.player_turn, position.turn()), (2, Turn::Dice(engine::dice::DiceRequest::ONE_D6)));
    let mut asked = vec![];
    for face in [4, 5, 1, 6] {
        asked.push(rallying(&position));
        roll(&mut position, face);
    }
    assert_eq!(
        asked,
        ["Skutatoi 3 #1 in 0402", "Skutatoi 3 #2 in 0412", "Peltastoi 3 in 0503", "Arithmoi in 0908"]
    );
    let showing = |position: &Position| {
        ["Skutatoi 3 #1", "Skutatoi 3 #2", "Peltastoi 3", "Arithmoi"]
            .map(|label| position.strength(counter(position, label)))
    };
    assert_eq!(showing(&position), [2, 3, 2, 3]);
    assert_eq!(position.player_turn, 3, "no Byzantine moves in turn 1, and there was nobody to fight");
    idle_to(&mut position, 4);
    assert_eq!(rallying(&position), "Skutatoi 3 #1 in 0402");
    roll(&mut position, 2);
    assert_eq!(rallying(&position), "Peltastoi 3 in 0503");
    roll(&mut position, 3);
    assert_eq!(showing(&position), [2, 3, 3, 3]);
    assert_eq!((position.step, position.turn()), (Step::Moving, Turn::Order(Side::First)));
    idle_to(&mut position, 6);
    assert_eq!(showing(&position), [3, 3, 3, 3]);
    assert_eq!(position.step, Step::Moving, "no die in turn 3");
    assert!(position.marks.surprised.is_empty());
}

#[test]
#[covers("13.3/2", "R118")]
fn contact_with_a_rus_unit_wakes_a_surprised_one_without_a_die() {
    let mut position = rus_turn(1);
    send(&mut position, "Arithmoi", "0908");
    send(&mut position, "Rus pikemen 3 #1", "0907");
    play(&mut position, Order::Done);
    play(&mut position, Order::Done);
    let arithmoi = counter(&position, "Arithmoi");
    assert_eq!(position.player_turn, 2);
    assert!(!position.marks.surprised.has(arithmoi) && position.strength(arithmoi) == 3);
    for _ in 0..3 {
        assert_ne!(position.step, Step::Rally(arithmoi));
        roll(&mut position, 1);
    }
    // Turn 1 has combat, but no movement.
    assert_eq!(position.step, Step::Fighting);
    assert!(position.check(&Order::Move { unit: arithmoi }).is_err());
    assert!(position.check(&Order::Attack { hex: HexNumber::new(9, 7) }).is_ok());
    // A lone commander is no unit to be in contact with.
    let mut position = rus_turn(1);
    send(&mut position, "Sviatoslav", "0907");
    play(&mut position, Order::Done);
    assert!(position.marks.surprised.has(arithmoi));
}

#[test]
#[covers("13.3/2", "R118")]
fn once_awake_a_unit_is_not_healed_again() {
    let mut position = rus_turn(1);
    idle_to(&mut position, 2);
    for _ in 0..4 {
        roll(&mut position, 6);
    }
    let arithmoi = counter(&position, "Arithmoi");
    position.lose_step(arithmoi, "10.9", &mut engine::Silence);
    idle_to(&mut position, 8);
    assert_eq!(position.strength(arithmoi), 2);
    // A surprised unit that loses a step is gone for good, and no die is thrown for it.
    let mut position = rus_turn(1);
    position.lose_step(arithmoi, "10.9", &mut engine::Silence);
    assert!(position.at(arithmoi).is_none() && !position.marks.surprised.has(arithmoi));
    idle_to(&mut position, 2);
    for _ in 0..3 {
        roll(&mut position, 6);
    }
    assert_eq!(position.player_turn, 3);
}

fn placements(position: &Position, label: &str) -> Vec<String> {
    let wanted = counter(position, label);
    let places = orders(position).into_iter().filter_map(|order| match order {
        Order::Place { unit, hex } if unit == wanted => Some(hex.to_string()),
        _ => None,
    });
    let mut hexes: Vec<String> = places.collect();
    hexes.sort();
    hexes
}

#[test]
#[covers("13.3/3", "R121")]
fn the_first_mangonel_lost_in_time_brings_sviatoslav_out_and_two_turns_more() {
    for turn in 1..=5 {
        let mut position = rus_turn(turn);
        assert_eq!(position.last_turn(), 6);
        burn(&mut position, "0602");
        assert_eq!(position.last_turn(), 8, "turn {turn}");
        let sviatoslav = counter(&position, "Sviatoslav");
        let gate = Order::Place { unit: sviatoslav, hex: HexNumber::new(1, 4) };
        assert!(position.check(&gate).is_err(), "not before the next movement phase of the Rus");
        idle_to(&mut position, turn * 2 + 1);
        assert_eq!(position.phasing(), Side::Second);
        assert_eq!(position.check(&Order::Done).unwrap_err().rule, "R111", "they must come");
        let gates = ["0104", "0110", "0204", "0209", "0305", "0309"];
        assert_eq!(placements(&position, "Sviatoslav"), gates, "he may join a unit");
        let free: Vec<&str> = gates
            .into_iter()
            .filter(|hex| position.fighter(position.hex(hex.parse().unwrap()).unwrap()).is_none())
            .collect();
        for label in ["Rus pikemen 3 #5", "Rus pikemen 4"] {
            assert_eq!(placements(&position, label), free, "{label}");
        }
        let outside = Order::Place { unit: sviatoslav, hex: HexNumber::new(2, 3) };
        assert_eq!(position.check(&outside).unwrap_err().rule, "R111");
        for (label, hex) in
            [("Rus pikemen 3 #5", free[0]), ("Rus pikemen 4", free[1]), ("Sviatoslav", free[0])]
        {
            let unit = counter(&position, label);
            play(&mut position, Order::Place { unit, hex: hex.parse().unwrap() });
        }
        assert!(position.check(&Order::Done).is_ok());
        assert!(position.check(&Order::Lead { unit: counter(&position, "Rus pikemen 3 #5") }).is_ok());
    }
}

#[test]
#[covers("R121", "13.3/3", "R122", "13.3")]
fn a_mangonel_lost_in_turn_six_brings_nobody_and_a_minor_victory() {
    let mut position = rus_turn(6);
    burn(&mut position, "0602");
    assert_eq!((position.last_turn(), position.sortie), (6, 0));
    assert_eq!(ended(&position), None, "not before the turn is over");
    idle_out(&mut position);
    assert_eq!((position.game_turn(), ended(&position)), (6, Some((THEIR_ENEMIES, "minor", "R122"))));
}

#[test]
#[covers("R122", "13.3", "13.3/3")]
fn both_mangonels_lost_is_a_rus_major_victory_at_once() {
    // In one phase, in two turns, in the last turn of the longer battle, and both in turn 6.
    for (first, second) in [(2, 2), (1, 4), (5, 8), (6, 6)] {
        let mut position = rus_turn(first);
        if first == second {
            approach(&mut position, "0314");
        }
        burn(&mut position, "0602");
        if first != second {
            idle_to(&mut position, second * 2 - 1);
            while placements(&position, "Sviatoslav") != [""; 0] || position.check(&Order::Done).is_err() {
                idle(&mut position);
            }
        }
        assert_eq!(ended(&position), None);
        burn(&mut position, "0314");
        assert_eq!(ended(&position), Some((THEIR_ENEMIES, "major", "R122")), "turns {first} and {second}");
        assert_eq!(position.player_turn, second * 2 - 1, "the Byzantines move no more");
    }
}

#[test]
#[covers("R122", "13.3/3")]
fn a_longer_battle_with_one_mangonel_left_is_a_byzantine_minor_victory() {
    let mut position = rus_turn(5);
    burn(&mut position, "0314");
    idle_to(&mut position, 15);
    assert_eq!(ended(&position), None);
    idle_out(&mut position);
    assert_eq!((position.game_turn(), ended(&position)), (8, Some((BYZANTINES, "minor", "R122"))));
}

#[test]
#[covers("R122", "13.3")]
fn no_mangonel_lost_is_a_byzantine_major_victory() {
    let mut position = rus_turn(6);
    strike(&mut position, "Arithmoi");
    idle_out(&mut position);
    assert_eq!((position.game_turn(), ended(&position)), (6, Some((BYZANTINES, "major", "R122"))));
    assert!(position.verdict().starts_with("Byzantines win a major victory"));
}

#[test]
#[covers("R117", "13.3")]
fn no_loss_of_men_ends_the_sortie() {
    let mut position = rus_turn(2);
    for side in Side::BOTH {
        for id in position.battle.fighters(side).iter() {
            crate::victory::tests::strike(&mut position, id);
        }
    }
    assert!(position.points_lost(Side::First) > 25 && position.points_lost(Side::Second) > 20);
    idle(&mut position);
    assert_eq!((position.game_turn(), ended(&position)), (6, Some((BYZANTINES, "major", "R122"))));
}

#[test]
#[covers("13.3", "R111", "R116")]
fn the_guards_from_the_camp_come_in_turn_three_by_north_and_south() {
    let mut position = rus_turn(2);
    idle_to(&mut position, 4);
    while matches!(position.turn(), Turn::Dice(_)) {
        roll(&mut position, 1);
    }
    assert_eq!(placements(&position, "Hikanatoi"), [""; 0]);
    idle_to(&mut position, 6);
    let north = ["0301", "0401", "0501", "0601", "0701", "0801"];
    assert_eq!(placements(&position, "Hikanatoi"), north);
    let south = ["0214", "0315", "0414", "0515", "0614", "0715", "0814"];
    assert_eq!(placements(&position, "Exkoubites"), south);
}
