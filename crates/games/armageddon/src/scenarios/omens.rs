//! Eclipse, asses and cats (rulings R112, R115, R116).

use engine::dice::Dice;

use super::*;
use crate::drill::{Drill, Field, direction};
use crate::sheet::Kind;
use crate::unit::Unit;

/// The Halys with both sides deployed and the clock set to the end of a Player-Turn.
fn halys(player_turn: u8) -> Position {
    let mut position = start("fan-23-halys");
    while let Step::Deploy(_) = position.step {
        position.play(&Order::Muster, &mut Silence);
    }
    position.player_turn = player_turn;
    position.step = Step::Array;
    position.settle(&mut Silence);
    position
}

#[test]
#[covers("R112", "scenario.fan-23")]
fn a_die_is_rolled_before_the_first_player_turn_of_game_turns_six_to_twelve() {
    for game_turn in 2..=12u8 {
        let before_first = halys(2 * game_turn - 2);
        assert_eq!(before_first.game_turn(), game_turn);
        assert_eq!(before_first.step == Step::Eclipse, game_turn >= 6, "Game-Turn {game_turn}");
        assert_eq!(matches!(before_first.turn(), Turn::Dice(_)), game_turn >= 6);
        let before_second = halys(2 * game_turn - 1);
        assert_ne!(before_second.step, Step::Eclipse, "not between the Player-Turns of {game_turn}");
    }
}

#[test]
#[covers("R112")]
fn on_one_or_two_the_battle_ends_at_once_and_is_judged_as_it_stands() {
    for face in 1..=6u8 {
        for holds_p in [false, true] {
            let mut position = halys(10);
            if holds_p {
                let medes = position.battle.units(Side::First).next().unwrap();
                let hex = position.sheet().ground.places[&'P'];
                if position.holder(hex) == Some(Side::Second) {
                    let stack: Vec<UnitId> = position.stack(hex).collect();
                    stack.into_iter().for_each(|id| position.lift(id, Spot::RESERVE));
                }
                position.carry(medes, hex);
            }
            position.roll(Dice::one(face), &mut Silence);
            match position.turn() {
                Turn::Over(outcome) => {
                    assert!(face <= 2, "{face}");
                    let winner = if holds_p { Side::First } else { Side::Second };
                    assert_eq!((outcome.winner, outcome.rule), (Some(winner), "R112"));
                }
                _ => assert!(face >= 3 && position.player_turn == 11, "{face}"),
            }
        }
    }
}

#[test]
#[covers("R112", "R10")]
fn no_other_scenario_has_an_eclipse() {
    for name in LIBRARY.names().iter().filter(|name| *name != "fan-23-halys") {
        assert_eq!(start(name).sheet().specials.eclipse_from, None, "{name}");
    }
}

// The asses

/// Pelusium, the larger battle: Egyptians are the second side. Blue rests far off.
fn pelusium() -> Drill {
    Drill::of("fan-26-battle-of-pelusium").blue("rest", Kind::MS, "3803", "N").gold(
        "last",
        Kind::MS,
        "3828",
        "N",
    )
}

/// The Egyptian Movement Phase begins.
fn roll_for_asses(drill: Drill) -> Field {
    let mut field = drill.begin_in(2, Step::Arrive(0));
    field.settle(&mut Silence);
    field
}

#[test]
#[covers("R116", "scenario.fan-26")]
fn a_die_for_each_undisrupted_chariot_on_the_map_in_counter_order() {
    let drill = pelusium()
        .gold("one", Kind::CH, "2010", "N")
        .gold("broken", Kind::CH, "2210", "N")
        .disrupted("broken", MarkerKind::Fire, 1)
        .gold("two", Kind::CH, "2410", "N")
        .off_map("never", Side::Second, Kind::CH)
        .blue("persian", Kind::CH, "2020", "N");
    let mut field = roll_for_asses(drill);
    assert_eq!(field.step, Step::Asses(field.id("one")));
    field.roll(2);
    assert_eq!(field.step, Step::Asses(field.id("two")));
    field.roll(3);
    assert_eq!(field.step, Step::Moving, "nobody else is rolled for");
    field.refuses(Order::Move { unit: field.id("one") }, "R116");
    assert!(field.offers(Order::Move { unit: field.id("two") }));
}

#[test]
#[covers("R116")]
fn on_one_or_two_the_asses_refuse() {
    for face in 1..=6u8 {
        let mut field = roll_for_asses(pelusium().gold("car", Kind::CH, "2010", "N"));
        field.roll(face);
        assert_eq!(field.offers(Order::Move { unit: field.id("car") }), face >= 3, "{face}");
    }
}

#[test]
#[covers("R116", "R87")]
fn egyptian_chariots_have_six_points_and_three_without_control() {
    let mut field = roll_for_asses(
        pelusium().gold("led", Kind::CH, "2010", "N").gold("king", Kind::E, "2011", "N").gold(
            "alone",
            Kind::CH,
            "3010",
            "N",
        ),
    );
    field.roll(6).roll(6).end(Step::Embark).take_up("led");
    assert_eq!(field.mover.points, 2 * 6);
    field.play(Order::Halt).take_up("alone");
    assert_eq!(field.mover.points, 2 * 3);
}

#[test]
#[covers("R116")]
fn a_stubborn_chariot_may_be_boarded_and_left() {
    let mut field = roll_for_asses(
        pelusium()
            .gold("car", Kind::CH, "2010", "N")
            .gold("axe", Kind::AX, "2011", "N")
            .gold("other", Kind::CH, "2410", "N")
            .gold("rider", Kind::AX, "2410", "N")
            .aboard("rider", "other"),
    );
    field.roll(1).roll(1);
    assert_eq!(field.step, Step::Embark);
    let (axe, car) = (field.id("axe"), field.id("car"));
    field.play(Order::Embark { unit: axe, chariot: car }).end(Step::Embark);
    field.refuses(Order::Move { unit: car }, "R116");
    field.play(Order::Done);
    assert_eq!(field.step, Step::Debark);
    field.play(Order::Debark { unit: field.id("rider"), hex: number("2409") });
    field.play(Order::Face { facing: direction("N") });
    assert_eq!(field.at("rider"), "2409");
}

#[test]
#[covers("R116")]
fn the_refusal_lasts_for_that_phase_and_a_new_die_is_rolled_in_the_next() {
    let mut field = roll_for_asses(pelusium().gold("car", Kind::CH, "3208", "N"));
    field.roll(1);
    assert!(field.see("car").has(Unit::REFUSES));
    field.play(Order::Done);
    assert_eq!((field.player_turn, field.step), (3, Step::Moving), "Persian asses are not asked");
    assert!(!field.see("car").has(Unit::REFUSES));
    field.play(Order::Done);
    assert_eq!((field.player_turn, field.step), (4, Step::Asses(field.id("car"))));
    field.roll(5).end(Step::Embark).take_up("car").steps("N", 3);
    assert_eq!(field.at("car"), "3205");
}

#[test]
#[covers("R116")]
fn a_retreat_is_not_affected() {
    // 3 against 1 is 3 to 1, and a 3 disrupts; the retreat has all six points.
    let mut field = pelusium()
        .blue("axe", Kind::AX, "2011", "N")
        .gold("car", Kind::CH, "2010", "S")
        .flagged("car", Unit::REFUSES)
        .begin(Step::Array);
    field.assault("2010", &["axe"]).roll(3).finish();
    assert!(field.is_disrupted("car"));
    let (from, to) = (field.hex(number("2010")).unwrap(), field.see("car").hex().unwrap());
    assert_eq!(field.battle.distance(from, to), 6);
}

#[test]
#[covers("R116")]
fn a_chariot_that_is_stubborn_cannot_even_turn() {
    let mut field = roll_for_asses(pelusium().gold("car", Kind::CH, "2010", "N"));
    field.roll(2);
    field.refuses(Order::Turn { facing: direction("S") }, "protocol");
    field.refuses(Order::Move { unit: field.id("car") }, "R116");
}

// The cats

/// The smaller Pelusium: Persians are the first side and move first.
fn cats() -> Drill {
    let drill = Drill::of("fan-25-pelusium").with(|sheet| {
        sheet.leaders = false;
        sheet.ground.terrain.fill(crate::sheet::Terrain::Clear);
        sheet.ground.crests.fill(0);
    });
    drill
        .blue("spears", Kind::MS, "1011", "N")
        .gold("foe", Kind::MS, "1010", "S")
        .blue("other", Kind::MS, "2011", "N")
        .gold("other foe", Kind::MS, "2010", "S")
}

/// The column of the only attack before and after shifts.
fn columns(field: &Field) -> (usize, usize) {
    (field.unshifted_column(0).unwrap(), field.final_column(0).unwrap())
}

#[test]
#[covers("R115", "scenario.fan-25")]
fn all_persian_melee_attacks_of_the_first_such_phase_shift_one_column() {
    let mut field = cats().begin(Step::Array);
    // 3 against 3 is 1 to 1, the second column, fought on the third.
    field.attack("1010").join("spears");
    assert_eq!(columns(&field), (1, 2));
    field.attack("2010").join("other");
    assert_eq!(field.final_column(1), Some(2));
    field.commit().play(Order::Resolve { hex: number("1010") });
    // On 1 to 1 a 3 does nothing; on 2 to 1 it disrupts.
    field.roll(3).finish();
    assert!(field.is_disrupted("foe"));
    assert!(matches!(field.turn(), Turn::Dice(_)));
    field.roll(3).finish();
    assert!(field.is_disrupted("other foe"), "not the first attack alone");
}

#[test]
#[covers("R115")]
fn the_cats_are_gone_in_later_phases() {
    let mut field = cats().begin(Step::Array);
    field.assault("1010", &["spears"]).roll(1);
    while field.player_turn < 3 || field.step != Step::Array {
        let order = if matches!(field.step, Step::Aim | Step::Array) { Order::Commit } else { Order::Done };
        field.play(order);
    }
    field.attack("1010").join("spears");
    assert_eq!(columns(&field), (1, 1));
}

#[test]
#[covers("R115")]
fn a_phase_without_an_attack_does_not_use_the_cats_up() {
    let mut field = cats().begin(Step::Array);
    field.attack("1010").join("spears").play(Order::Withdraw { hex: number("1010") }).commit();
    while field.player_turn < 3 || field.step != Step::Array {
        let order = if matches!(field.step, Step::Aim | Step::Array) { Order::Commit } else { Order::Done };
        field.play(order);
    }
    field.attack("1010").join("spears");
    assert_eq!(columns(&field), (1, 2));
}

#[test]
#[covers("R115")]
fn the_egyptians_have_no_cats() {
    let mut field = cats().begin_in(2, Step::Array);
    field.attack("1011").join("foe");
    assert_eq!(columns(&field), (1, 1));
    field.commit().roll(1);
    while field.player_turn < 3 || field.step != Step::Array {
        let order = if matches!(field.step, Step::Aim | Step::Array) { Order::Commit } else { Order::Done };
        field.play(order);
    }
    field.attack("1010").join("spears");
    assert_eq!(columns(&field), (1, 2), "their attack does not use up the Persian cats");
}

#[test]
#[covers("R115", "R26")]
fn the_minimum_is_tested_before_the_shift_and_the_last_column_stays_the_last() {
    let mut weak =
        cats().blue("levy", Kind::SK, "3011", "N").gold("a", Kind::MS, "3010", "S").begin(Step::Array);
    // 1 against 3 would be 1 to 2 after a shift, but it is below 1 to 2 before.
    weak.attack("3010").join("levy");
    weak.refuses(Order::Commit, "R26");
    let mut strong = cats()
        .blue("one", Kind::SD, "3011", "N")
        .blue("two", Kind::SD, "3011", "N")
        .gold("b", Kind::BO, "3010", "S")
        .begin(Step::Array);
    strong.attack("3010").join("one").join("two");
    assert_eq!(columns(&strong), (8, 8));
}

#[test]
#[covers("R115")]
fn cats_do_not_help_fire() {
    let mut field = cats().blue("bows", Kind::BO, "2009", "S").begin(Step::Aim);
    field.attack("2010").join("bows");
    // 2 against 2.
    assert_eq!(columns(&field), (1, 1));
}
